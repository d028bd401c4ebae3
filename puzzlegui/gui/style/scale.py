"""Linear and logarithmic scales of plots, with tick marks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from puzzlegui.engine.benchmark.rows import value_ratio

_LOGARITHMIC = 30.0
"""Ratio of the largest to the smallest value above which a scale is logarithmic."""
_MOST_TICKS = 4
"""Maximum number of ticks."""


@dataclass(frozen=True)
class Scale:
    """Scale from ``low`` to ``high`` in the units of the plot.

    Attributes:
        logarithmic: if true, a unit of the plot is a factor of ten.
        low: lower end.
        high: upper end.
    """

    logarithmic: bool
    low: float
    high: float

    @classmethod
    def for_values(cls, values: Iterable[float], *, from_zero: bool = True) -> Scale:
        """Return a scale that shows all values.

        Args:
            values: values; those that are not positive are ignored.
            from_zero: start a linear scale at 0.
        """
        known = [value for value in values if value > 0]
        if not known:
            return cls(False, 0.0, 1.0)
        if value_ratio(known) > _LOGARITHMIC:
            return cls(True, math.floor(math.log10(min(known)) - 0.2), math.log10(max(known)))
        if from_zero:
            return cls(False, 0.0, max(known))
        room = 0.05 * (max(known) - min(known)) or 1.0
        return cls(False, min(known) - room, max(known) + room)

    def position(self, value: float) -> float:
        """Return the position of a value in the units of the plot."""
        if not self.logarithmic:
            return value
        return math.log10(value) if value > 0 else self.low

    def ticks(
        self, text: Callable[[float], str], most: int = _MOST_TICKS
    ) -> list[tuple[float, str]]:
        """Return positions and labels of about ``most`` ticks."""
        most = max(1, min(most, _MOST_TICKS))
        if self.logarithmic:
            first, last = math.ceil(self.low), math.floor(self.high)
            decades = max(1, math.ceil((last - first + 1) / most))
            return [(float(at), text(10.0**at)) for at in range(first, last + 1, decades)]
        span = self.high - self.low
        unit = 10.0 ** math.floor(math.log10(span / most))
        step = next(unit * n for n in (1, 2, 5, 10) if span / (unit * n) <= most)
        begin = math.ceil(self.low / step)
        count = math.floor(self.high / step) - begin + 1
        return [((begin + n) * step, text((begin + n) * step)) for n in range(count)]

"""Metrics: ways to count the moves of a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import Translatable, tr, translated_fields


@translated_fields
@dataclass(frozen=True)
class Metric:
    """Way to count moves.

    Attributes:
        name: identifier in files and on the command line.
        title: name shown to users.
        joined: returns what the moves have in common that count as a single move if they follow
            one another, such as powers of a turn; None if each move counts.
    """

    name: str
    title: Translatable
    joined: Callable[[Any], Hashable] | None = None

    def count(self, moves: Iterable[Any]) -> int:
        """Return the number of moves in this metric."""
        if self.joined is None:
            return sum(1 for _ in moves)
        return sum(1 for _ in groupby(moves, self.joined))


def find_metric(metrics: Sequence[Metric], name: str) -> Metric:
    """Return the metric of a name, the first for no name.

    Raises:
        PuzzleError: there is none.
    """
    for metric in metrics:
        if name in (metric.name, ""):
            return metric
    names = ", ".join(metric.name for metric in metrics)
    text = tr("the moves of this board are not counted in {name}; choose from {names}")
    raise PuzzleError(text.format(name=repr(name), names=names))


MOVES = Metric("moves", "moves")
QUARTER = Metric("quarter", "quarter turns")
SINGLE = Metric("single", "single steps")

"""Helpers of the anytime solvers, which find a solution at once and then shorter ones."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.solvers.control import SearchContext

_TABLE = 500_000
"""Greatest number of arrangements of a board that is left to a search for a shortest solution."""
_LEAST_ATTEMPT = 0.05
"""Least share of the budget that another attempt is worth beginning with."""
_SECONDS = 10.0
"""Duration of a run without a limit of time or states."""
_TRIAL = 6
"""Divisor of the time of an attempt that gives the time of the trial before it."""


class Budget:
    """Budget of time or states of a run, or of an attempt that begins with what is left of it.

    Wider beams of longer runs do not always find shorter solutions. A long run therefore begins
    with a trial: the attempts that a run of a sixth of its time consists of.

    Attributes:
        is_limited: the run has a limit of time or states.
    """

    def __init__(self, context: SearchContext) -> None:
        limits = context.request.limits
        self._context = context
        self._in_states = limits.states is not None
        self._total = float(limits.states or limits.seconds or _SECONDS)
        self._begun = 0.0
        self._ends = [self._total]
        """Ends of the trials to come and of the run, the earliest last."""
        if context.request.initial_solution is None and not self._in_states:
            while self._ends[-1] >= _TRIAL * _SECONDS:
                self._ends.append(self._ends[-1] / _TRIAL)
        self.is_limited = limits.states is not None or limits.seconds is not None

    @property
    def _used(self) -> float:
        """States or seconds that the run has used."""
        if self._in_states:
            return self._context.states
        return time.perf_counter() - self._context.start_time

    @property
    def is_trial(self) -> bool:
        """True if the attempt is part of a trial."""
        return len(self._ends) > 1

    @property
    def _end(self) -> float:
        return self._ends[-1]

    @property
    def used_fraction(self) -> float:
        """Fraction of the budget that the attempt has used."""
        return (self._used - self._begun) / max(1e-9, self._end - self._begun)

    def total_states(self, a_second: float) -> float:
        """Return the number of states of the whole attempt at ``a_second`` states per second."""
        return (self._end - self._begun) * (1 if self._in_states else a_second)

    def states_until(self, share: float) -> int | None:
        """Return the states left until a share of the attempt is used; None under no such limit."""
        if not self._in_states:
            return None
        return int((share - self.used_fraction) * (self._end - self._begun))

    def begin_attempt(self) -> bool:
        """Begin another attempt with what is left, unless that is too little to be worth it."""
        used = self._used
        if self._total - used < _LEAST_ATTEMPT * self._total:
            return False
        self._begun = used
        if self.is_trial:
            self._ends.pop()
        while self._end <= used:  # the trial ended late
            self._ends.pop()
        return True


def has_small_state_space(start: Grid) -> bool:
    """Return True if a shortest solution of a board is found at once."""
    return count_arrangements(flatten(start)) <= _TABLE


def random_state(seed: int) -> NDArray[np.int64]:
    """Return the initial state of a kernel's random number generator, int64[1]; odd, so not 0."""
    return np.array([2 * seed + 88172645463325253], np.int64)


def distance_costs(power: float) -> NDArray[np.int32]:
    """Return the costs of distances of 0 to 63 cells, in 32nds: a power of the distance."""
    return np.array([round(32 * distance**power) for distance in range(64)], np.int32)

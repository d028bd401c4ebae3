"""Shared by the anytime solvers, which give a solution at once, then shorter and shorter ones."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.counting import arrangements
from puzzlegui.kernels import assignment
from puzzlegui.solvers.control import Work

_TABLE = 500_000
"""The most arrangements of a board that is left to a search for a shortest solution."""
_SECONDS = 10.0
"""The duration of a run without a limit of time or states."""


class Pace:
    """How much of its time or states a run has used.

    Attributes:
        limited: whether there is a limit of time or states.
    """

    def __init__(self, work: Work) -> None:
        limits = work.request.limits
        self._work = work
        self._seconds = limits.seconds or _SECONDS
        self._states = limits.states
        self.limited = limits.states is not None or limits.seconds is not None

    @property
    def spent(self) -> float:
        """The share of the time, or of the states, that has been used."""
        if self._states is not None:
            return self._work.states / max(1, self._states)
        return (time.perf_counter() - self._work.begun) / self._seconds

    def budget(self, a_second: float) -> float:
        """The states of the whole run, at a rate of ``a_second`` per second."""
        return self._seconds * a_second if self._states is None else self._states


def is_small(start: Grid) -> bool:
    """Whether a shortest solution of a board is found at once."""
    return arrangements(flatten(start)) <= _TABLE


def random_state(seed: int) -> NDArray[np.int64]:
    """The initial state of a kernel's random numbers, int64[1]; odd and thus not 0."""
    return np.array([2 * seed + 88172645463325253], np.int64)


def distance_costs(power: float) -> NDArray[np.int32]:
    """The costs of distances of 0 to 63 cells, in 32nds: a power of the distance."""
    return np.array([round(32 * distance**power) for distance in range(64)], np.int32)


def assigned(cost: NDArray[np.int64], work: Work) -> NDArray[np.int64]:
    """The row that each column is assigned to, at the least total cost (Kuhn 1955).

    Args:
        cost: int64[n, n], of each row and column.
        work: of the run.

    Raises:
        Stopped: the run was cancelled.
    """
    size = len(cost)
    scratch = np.zeros((6, size + 1), np.int64)
    if assignment.assign(cost, size, scratch, work.kernel_array()) != 1:
        work.check()
    return scratch[0, 1:] - 1

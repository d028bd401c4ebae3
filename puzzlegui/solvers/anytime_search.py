"""The skeleton of the anytime solvers: a first solution, then shorter and shorter ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.language import tr
from puzzlegui.solvers.anytime import Budget, random_state
from puzzlegui.solvers.control import MAX_STATES, Control, Outcome
from puzzlegui.solvers.neighbourhoods import (
    Moves,
    NeighbourhoodSearch,
    most_workers,
    worker_seeds,
)

_LEAST_IDLE = 0.1
"""Share of the budget for which neighbourhoods gain nothing before another attempt begins."""


class AnytimeSearch(ABC):
    """An anytime search on a board.

    It consists of attempts: once neighbourhoods stop helping, which depends on the solution they
    began with, another attempt begins with other random numbers. A long run begins with a trial,
    whose solution is shortened further if the beams of the next attempt find no shorter one.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self._budget = Budget(control)
        seeds = worker_seeds(control.request.seed, most_workers(control))
        self._rngs = [random_state(seed) for seed in seeds]
        self._best: Moves | None = None

    @abstractmethod
    def _search_from_scratch(self) -> None:
        """Find a first solution, then search with beams over the whole board."""

    @abstractmethod
    def _start_from(self, solution: Sequence[Any]) -> None:
        """Report the initial solution of the request."""

    @abstractmethod
    def _search_neighbourhoods(self) -> bool:
        """Shorten parts of the best solution; see ``_improve``."""

    @abstractmethod
    def _outcome(self, moves: Moves, ending: str) -> Outcome:
        """Return the outcome for a solution."""

    def solve(self) -> Outcome:
        """Find a solution and shorten it.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        control = self._control
        if control.request.initial_solution is None:
            control.phase = tr("first solution")
            self._search_from_scratch()
        else:
            self._start_from(control.request.initial_solution)
        while not self._is_proved():
            control.phase = tr("shortening parts of the solution")
            is_trial = self._budget.is_trial
            if not self._search_neighbourhoods():
                break
            tried, self._best = self._solution, None
            self._search_from_scratch()
            if is_trial and len(tried) < len(self._solution):
                self._best = tried
        assert control.best_outcome is not None
        return control.best_outcome(False)

    @property
    def _solution(self) -> Moves:
        """Best solution of the attempt so far."""
        assert self._best is not None
        return self._best

    def _is_proved(self) -> bool:
        return self._best is not None and len(self._best) <= self._control.lower_bound

    def _report(self, moves: Moves, ending: str = "") -> None:
        """Report a solution if it is the best so far; ``ending`` is for ``_outcome``."""
        if self._best is not None and len(moves) >= len(self._best):
            return
        self._best = best = moves.copy()
        shortest = self._control.best_length
        if shortest is None or len(best) <= shortest:
            self._control.report_solution(len(best), lambda _stopped: self._outcome(best, ending))

    def _search_in_parallel(
        self, count: int, search: Callable[[int, NDArray[np.int64]], Moves | None]
    ) -> list[Moves]:
        """Run ``count`` searches in parallel; return the solutions found, in order.

        Args:
            count: number of searches, which share the states that are left.
            search: takes the number of a search and its shared array, whose counts the caller
                collects; returns None if it finds nothing.
        """

        def run(number: int) -> Moves | None:
            ctl = self._control.kernel_array(number)
            ctl[MAX_STATES] //= count
            return search(number, ctl)

        with ThreadPoolExecutor(self._control.threads, "beams") as pool:
            return [moves for moves in pool.map(run, range(count)) if moves is not None]

    def _affordable_width(
        self, width: int, mib: Callable[[int], float], count: int = 1, least: int = 1
    ) -> int:
        """Return the width of beams that fit into half of the memory left, ``least`` if none do.

        The other half is for the neighbourhoods, since not all freed memory returns to the system.

        Args:
            width: width wanted.
            mib: returns the memory of a beam of a width, in MiB.
            count: number of beams.
            least: least width worth a search.
        """
        while width > least and not self._control.can_allocate(2 * count * mib(width)):
            width = max(least, width * 7 // 8)
        return width

    def _improve(self, search: NeighbourhoodSearch, patience: int) -> bool:
        """Improve the best solution of the attempt.

        Args:
            search: the search that improves it.
            patience: unsuccessful neighbourhoods, for each move, after which a run without a limit
                ends.

        Returns:
            Whether another attempt has begun, since this one has gained nothing for longer than it
            took to come so far, or was a trial.
        """
        budget, shortest = self._budget, len(self._solution)
        gained = budget.used_fraction
        for better in search.improve(self._solution):
            self._report(better)
            if self._is_proved():
                return False
            used = budget.used_fraction
            if len(better) < shortest:
                shortest, gained = len(better), used
            if not budget.is_limited:
                if used >= 1 or search.tried >= patience * max(10, shortest):
                    return False
                continue
            idle = used - gained > max(gained, _LEAST_IDLE)
            if (idle or (budget.is_trial and used >= 1)) and budget.begin_attempt():
                return True
        return False

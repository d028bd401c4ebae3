"""State shared by a running solver and its observers: counters, limits and requests to stop."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from puzzlegui.core.language import gettext_noop
from puzzlegui.core.solution import Segment, Status

if TYPE_CHECKING:
    import numpy as np

    from puzzlegui.solvers.space import Observer

UNLIMITED = 1 << 62

# Indices into the array that a kernel shares with its observers. Kernels use plain numbers.
CANCEL, STATES, DEPTH, MAX_STATES, PROGRESS, SLOTS = 0, 1, 2, 4, 5, 8


@dataclass(frozen=True)
class Limits:
    """Limits of a run; None for no limit.

    A solver gives up at each of them but the number of threads.

    Attributes:
        moves: greatest number of moves in a solution.
        states: greatest number of expanded states.
        seconds: wall time from the start of the run, including loading and building tables.
        memory_mib: memory of the whole process, in MiB.
        threads: number of threads that search in parallel; by default one for each processor.
    """

    moves: int | None = None
    states: int | None = None
    seconds: float | None = None
    memory_mib: int | None = None
    threads: int | None = None


@dataclass(frozen=True)
class Request:
    """Options of a run besides its board.

    Attributes:
        limits: limits at which the solver gives up.
        seed: seed of the random number generator.
        all_solutions: list all solutions.
        initial_solution: moves that solve the board, to be shortened; None to start from scratch.
        stop_at_first: stop at the first solution, however long.
        metric: name of the metric in which the moves are counted; empty for the usual.
    """

    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    all_solutions: bool = False
    initial_solution: tuple[Any, ...] | None = None
    stop_at_first: bool = False
    metric: str = ""


@dataclass(frozen=True)
class Outcome:
    """Result of a solver; see ``core.solution.Solution`` for the fields.

    If all solutions were requested, ``count`` is set and the solutions went to
    ``Control.on_solution``. ``solver`` names the solver that found the moves if it is not the
    chosen one.
    """

    status: Status
    moves: Sequence[Any] = ()
    optimal: bool = False
    lower_bound: int = 0
    segments: Sequence[Segment] = ()
    count: int | None = None
    note: str = ""
    attempts: Sequence[int] = ()
    solver: str = ""
    longest: bool = False


class Clearable(Protocol):
    """Container that takes much memory."""

    def clear(self) -> None:
        """Free the content, in pieces if it is large."""


class SearchStopped(Exception):
    """Raised inside a solver that must stop; ``reason`` is a key of ``STOP_REASONS``."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


STOP_REASONS = {
    "cancelled": "",
    "enough": "",
    "states": gettext_noop("The state limit was reached."),
    "seconds": gettext_noop("The time limit was reached."),
    "memory": gettext_noop("The memory limit was reached."),
    "exhausted": gettext_noop("The system has no memory left for this search."),
    "moves": gettext_noop("No solution is that short."),
}
"""Messages for the reasons why a solver stops."""


_MOST_EARLIER = 64
"""Most earlier solutions kept, in case a later one turns out to be wrong."""

_LOCK_SECONDS = 0.05
"""Interval at which a run that waits for a lock checks whether to stop."""


class SearchContext:
    """Control of a run for a partial search: on a part of the board or of the solution.

    It counts states, stops the search and limits memory, but states no bound for the board, since a
    bound for a part does not hold for the whole. One thread solves; any other may read, or call
    ``stop``.
    """

    def __init__(self, request: Request, memory_left: Callable[[], float] | None = None) -> None:
        self.request = request
        self.states = 0
        self.depth = 0
        self.phase = ""
        self.start_time = time.perf_counter()
        self.stop_reason = ""
        self._memory_left = memory_left
        self._kept: list[Clearable] = []
        self._max_states = UNLIMITED if request.limits.states is None else request.limits.states
        self._arrays: list[np.ndarray[Any, np.dtype[np.int64]]] = []
        self._states_before = 0

    @property
    def max_states(self) -> int:
        """Greatest number of expanded states."""
        return self._max_states

    def stop(self, reason: str) -> None:
        """Ask the solver to stop; only the first reason is recorded."""
        if not self.stop_reason:
            self.stop_reason = reason
            for array in self._arrays:
                array[CANCEL] = 1

    def count_expansion(self) -> None:
        """Count one expanded state.

        Raises:
            SearchStopped: the run was cancelled or a limit is reached.
        """
        if self.stop_reason:
            raise SearchStopped(self.stop_reason)
        if self.states >= self._max_states:
            raise SearchStopped("states")
        self.states += 1

    def set_state_count(self, states: int) -> None:
        """Set the number of expanded states, which may include work reused from an earlier run.

        Raises:
            SearchStopped: the number exceeds the limit.
        """
        self.states = self._states_before = min(states, self._max_states)
        for array in self._arrays:
            array[STATES] = 0
            array[CANCEL] = 0  # another kernel may have cancelled it
            if self.stop_reason:
                array[CANCEL] = 1
        if states > self._max_states:
            raise SearchStopped("states")

    def check(self) -> None:
        """Raise SearchStopped if the run was cancelled or reached its time or memory limit."""
        if self.stop_reason:
            raise SearchStopped(self.stop_reason)

    @contextmanager
    def locked(self, lock: threading.Lock) -> Iterator[None]:
        """Hold a lock on something shared by several runs.

        Raises:
            SearchStopped: the run was stopped while waiting.
        """
        while not lock.acquire(timeout=_LOCK_SECONDS):
            self.check()
        try:
            yield
        finally:
            lock.release()

    def reserve(self, mib: float) -> None:
        """Check that memory is available before allocating it.

        Raises:
            SearchStopped: the allocation would exceed the limit.
        """
        if not self.can_allocate(mib):
            self.stop("memory")
        self.check()

    def can_allocate(self, mib: float) -> bool:
        """Return True if an optional table of ``mib`` MiB may be allocated."""
        return self._memory_left is None or mib <= self._memory_left()

    @property
    def threads(self) -> int:
        """Number of threads that may search in parallel."""
        return self.request.limits.threads or os.cpu_count() or 1

    def affordable_threads(self, mib: float) -> int:
        """Return the number of threads, at least 1, that fit into memory at ``mib`` MiB each."""
        threads = self.threads
        while threads > 1 and not self.can_allocate(threads * mib):
            threads -= 1
        return threads

    def free_later(self, store: Clearable) -> None:
        """Free a store in ``release``, so that the result of the search need not wait for it.

        ``store`` is a list or a ``Visited``, perhaps with millions of entries.
        """
        self._kept.append(store)

    def free_stores(self) -> None:
        """Free the stores in pieces, since each call holds the interpreter's lock."""
        while self._kept:
            self._kept.pop().clear()

    # --- for kernels ---

    def kernel_array(self, number: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return the array of ``SLOTS`` numbers that a kernel reads and writes while it runs.

        Args:
            number: index of the kernel, if several run in parallel.
        """
        import numpy as np  # only kernels need it

        while len(self._arrays) <= number:
            array = np.zeros(SLOTS, np.int64)
            if self.stop_reason:
                array[CANCEL] = 1
            self._arrays.append(array)
        self._arrays[number][MAX_STATES] = self._max_states - self._states_before
        return self._arrays[number]

    def collect_kernel_counts(self, states: int | None = None) -> None:
        """Add the counters of the finished kernels.

        Args:
            states: number of states so far, if not all expanded states count.

        Raises:
            SearchStopped: the run was cancelled or a limit is reached.
        """
        self.refresh_counts()
        self.check()
        self.set_state_count(self.states if states is None else states)

    def refresh_counts(self) -> None:
        """Update the counters from the arrays of the kernels."""
        if self._arrays:
            self.states = self._states_before + sum(int(a[STATES]) for a in self._arrays)
            self.depth = max(self.depth, *(int(array[DEPTH]) for array in self._arrays))


class Control(SearchContext):
    """The solver's side of a run; bounds and solutions reported here are those of the board.

    Attributes:
        fallback: control of another search of the same run, stopped together with this one.
        on_solution: receives each listed solution as it is found, to be replayed.
        observer: receives every step of a search that can be watched; None without an observer.
        lower_bound: greatest proved lower bound on the number of moves.
        best_outcome: makes the outcome of the best solution so far; None without a solution.
        earlier_outcomes: the same of earlier solutions, the latest last; some are left out.
        best_length: number of moves of the best solution so far.
        improvements: time in seconds and length of each better solution.
    """

    def __init__(
        self,
        request: Request,
        memory_left: Callable[[], float] | None = None,
        on_solution: Callable[[Sequence[Any]], None] = lambda _: None,
    ) -> None:
        super().__init__(request, memory_left)
        self.fallback: Control | None = None
        self.on_solution = on_solution
        self.observer: Observer | None = None
        self.lower_bound = 0
        self.best_outcome: Callable[[bool], Outcome] | None = None
        self.earlier_outcomes: list[Callable[[bool], Outcome]] = []
        self.best_length: int | None = None
        self.improvements: list[tuple[float, int]] = []

    def stop(self, reason: str) -> None:
        super().stop(reason)
        if self.fallback is not None:
            self.fallback.stop(reason)

    def stopped_together(self, request: Request) -> Control:
        """Return the control of another search, which stops when this one does.

        It is kept in ``fallback``, from which the caller removes it at the end.
        """
        self.fallback = Control(request, self._memory_left)
        self.check()
        return self.fallback

    @property
    def max_moves(self) -> int:
        """Greatest number of moves in a solution."""
        moves = self.request.limits.moves
        return UNLIMITED if moves is None else moves

    def raise_lower_bound(self, bound: int) -> None:
        """Record that no solution of the board has fewer than ``bound`` moves."""
        self.lower_bound = max(self.lower_bound, bound)

    def report_solution(self, length: int, outcome: Callable[[bool], Outcome]) -> None:
        """Record a solution that becomes the answer if the search must stop.

        Args:
            length: number of moves.
            outcome: makes the outcome; its argument is True if the search was stopped.
        """
        if self.best_length is None or length < self.best_length:
            self.improvements.append((time.perf_counter() - self.start_time, length))
        if self.best_outcome is not None:
            self.earlier_outcomes.append(self.best_outcome)
            if len(self.earlier_outcomes) > _MOST_EARLIER:
                del self.earlier_outcomes[1::2]  # the first may come from another method
        self.best_length = length
        self.best_outcome = outcome
        if self.request.stop_at_first:
            self.stop("enough")

"""What a running solver shares with its observers: counts, limits, and requests to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from puzzlegui.core.language import mark
from puzzlegui.core.solution import Segment, Status

if TYPE_CHECKING:
    import numpy as np

    from puzzlegui.solvers.observer import Observer

UNLIMITED = 1 << 62

# Slots of the array that a kernel shares with its observers. Kernels use the numbers themselves.
CANCEL, STATES, DEPTH, MAX_STATES, FILLED, SLOTS = 0, 1, 2, 4, 5, 8


@dataclass(frozen=True)
class Limits:
    """When to give up; None means no limit of that kind.

    Attributes:
        moves: solutions longer than this do not count.
        states: states that may be expanded.
        seconds: wall time from the start of the run, loading and building of tables included.
        memory_mib: memory of the whole process, in MiB.
    """

    moves: int | None = None
    states: int | None = None
    seconds: float | None = None
    memory_mib: int | None = None


@dataclass(frozen=True)
class Request:
    """What is asked of a solver besides the board.

    Attributes:
        limits: when to give up.
        seed: of the random numbers.
        all_solutions: all are to be listed.
        given: moves that solve the board, to be made fewer; None to begin anew.
        first: the first solution found will do, however long.
    """

    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    all_solutions: bool = False
    given: tuple[Any, ...] | None = None
    first: bool = False


@dataclass(frozen=True)
class Outcome:
    """What a solver returns; see ``core.solution.Solution`` for the fields.

    If all solutions were asked for, it has a ``count``, and they went to ``Control.listed``.
    From the solver ``LONGEST``, ``optimal`` says that no solution is longer. ``solver`` is the name
    of the solver that found the moves, if it is not the one chosen.
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


class Store(Protocol):
    """Something that takes much memory."""

    def clear(self) -> None:
        """Free it, in pieces if it is large."""


class Stopped(Exception):
    """Raised inside a solver when it must stop; ``reason`` is one of ``REASONS``."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


REASONS = {
    "cancelled": "",
    "enough": "",
    "states": mark("The state limit was reached."),
    "seconds": mark("The time limit was reached."),
    "memory": mark("The memory limit was reached."),
    "exhausted": mark("The system has no memory left for this search."),
    "moves": mark("No solution is that short."),
}
"""The reasons for which a solver stops, and their texts."""


_LOCK_SECONDS = 0.05
"""The interval at which a run that waits for another checks whether to stop."""


class Work:
    """The control of a run as seen by a search of a part: of the board or of the solution.

    It counts, stops and shares memory, but cannot state a bound for the board: what holds for a
    part need not hold for the whole. One thread solves; any other may read, or call ``stop``.
    """

    def __init__(self, request: Request, memory_left: Callable[[], float] | None = None) -> None:
        self.request = request
        self.states = 0
        self.depth = 0
        self.phase = ""
        self.begun = time.perf_counter()
        self.stop_reason = ""
        self._memory_left = memory_left
        self._kept: list[Store] = []
        self._max_states = UNLIMITED if request.limits.states is None else request.limits.states
        self._arrays: list[np.ndarray[Any, np.dtype[np.int64]]] = []
        self._states_before = 0

    def stop(self, reason: str) -> None:
        """Ask the solver to stop; the first reason given counts."""
        if not self.stop_reason:
            self.stop_reason = reason
            for array in self._arrays:
                array[CANCEL] = 1

    def expand(self) -> None:
        """Count one state that is expanded.

        Raises:
            Stopped: the run was cancelled or a limit is reached.
        """
        if self.stop_reason:
            raise Stopped(self.stop_reason)
        if self.states >= self._max_states:
            raise Stopped("states")
        self.states += 1

    def count(self, states: int) -> None:
        """Set the number of states so far, which may include work reused from an earlier run.

        Raises:
            Stopped: they are more than the limit allows.
        """
        self.states = self._states_before = min(states, self._max_states)
        for array in self._arrays:
            array[STATES] = 0
            array[CANCEL] = 0  # another kernel may have cancelled it
            if self.stop_reason:
                array[CANCEL] = 1
        if states > self._max_states:
            raise Stopped("states")

    def check(self) -> None:
        """Raise Stopped if the run was cancelled or ran into its time or memory limit."""
        if self.stop_reason:
            raise Stopped(self.stop_reason)

    @contextmanager
    def holding(self, lock: threading.Lock) -> Iterator[None]:
        """Hold a lock of something that runs share.

        Raises:
            Stopped: the run was stopped while it waited.
        """
        while not lock.acquire(timeout=_LOCK_SECONDS):
            self.check()
        try:
            yield
        finally:
            lock.release()

    def reserve(self, mib: float) -> None:
        """Ask for memory before taking it.

        Raises:
            Stopped: that would exceed the limit.
        """
        if not self.has_room(mib):
            self.stop("memory")
        self.check()

    def has_room(self, mib: float) -> bool:
        """Whether that much memory may be taken by something optional."""
        return self._memory_left is None or mib <= self._memory_left()

    def keep(self, store: Store) -> None:
        """Keep a search's memory after its end, so that its result need not wait until it is freed.

        ``store`` is a list or a ``Visited``, perhaps with millions of entries.
        """
        self._kept.append(store)

    def release(self) -> None:
        """Free what was kept, in pieces, since each call holds the interpreter's lock."""
        while self._kept:
            self._kept.pop().clear()

    # --- for kernels ---

    def kernel_array(self, number: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The array of ``SLOTS`` numbers that a kernel reads and writes while it runs.

        Args:
            number: of the kernel, if several run in parallel.
        """
        import numpy as np  # noqa: PLC0415 - only kernels need it

        while len(self._arrays) <= number:
            array = np.zeros(SLOTS, np.int64)
            if self.stop_reason:
                array[CANCEL] = 1
            self._arrays.append(array)
        self._arrays[number][MAX_STATES] = self._max_states - self._states_before
        return self._arrays[number]

    def kernel_done(self, states: int | None = None) -> None:
        """Add the counts of the kernels that ran.

        Args:
            states: the number of states so far, if not all that were expanded count.

        Raises:
            Stopped: the run was cancelled or a limit is reached.
        """
        self.refresh()
        self.check()
        self.count(self.states if states is None else states)

    def refresh(self) -> None:
        """Update the counts from those of the kernels."""
        if self._arrays:
            self.states = self._states_before + sum(int(a[STATES]) for a in self._arrays)
            self.depth = max(self.depth, *(int(array[DEPTH]) for array in self._arrays))


class Control(Work):
    """The solver's side of a run; bounds and solutions stated here are those of the run's board.

    Attributes:
        quick: another search for the same run, which is stopped together with this one.
        listed: receives each of several solutions as it is found, to be replayed.
        observer: is told every step of a search that can be watched; None without one.
    """

    def __init__(
        self,
        request: Request,
        memory_left: Callable[[], float] | None = None,
        listed: Callable[[Sequence[Any]], None] = lambda _: None,
    ) -> None:
        super().__init__(request, memory_left)
        self.quick: Control | None = None
        self.listed = listed
        self.observer: Observer | None = None
        self.bound = 0
        self.best: Callable[[bool], Outcome] | None = None
        self.best_length: int | None = None
        self.improvements: list[tuple[float, int]] = []

    def stop(self, reason: str) -> None:
        super().stop(reason)
        if self.quick is not None:
            self.quick.stop(reason)

    @property
    def max_moves(self) -> int:
        """The longest solution that counts."""
        moves = self.request.limits.moves
        return UNLIMITED if moves is None else moves

    def prove(self, bound: int) -> None:
        """State that no solution of the board has fewer than ``bound`` moves."""
        self.bound = max(self.bound, bound)

    def found(self, length: int, outcome: Callable[[bool], Outcome]) -> None:
        """Record a solution that can be the answer if the search must stop.

        Args:
            length: its number of moves.
            outcome: makes the answer; its argument tells whether the search was stopped.
        """
        if self.best_length is None or length < self.best_length:
            self.improvements.append((time.perf_counter() - self.begun, length))
        self.best_length = length
        self.best = outcome
        if self.request.first:
            self.stop("enough")

"""Shortest solutions of puzzles of moves, proved.

Breadth-first searches from both ends grow level by level; IDA* (Korf 1985) searches for paths of
a length between the levels, and may take as many states as another level would.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers.control import MAX_STATES, STATES, Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import PathMoves, list_shortest_paths
from puzzlegui.solvers.move_search.bidirectional import (
    Side,
    move_between,
    path_through,
)
from puzzlegui.solvers.move_search.patterns import PatternDatabases
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Ints, Values
from puzzlegui.solvers.task_queue import Task, TaskSearch, search_in_parallel

Paths = NDArray[np.int32]
"""int32[paths, depth + 1], the number of a position and the moves from there."""

_MOST = 150_000_000
"""Most bytes of the positions on each side."""
_WORTH_DATABASES = 5000
"""Positions in a level from which on pattern databases are worth building."""
_WORTH_WAITING = 100_000
"""Positions in a level that takes longer to expand than databases to build."""
_WAIT_SECONDS = 0.02
"""Interval at which a run that waits for databases checks whether to stop."""
_WITHOUT_DATABASES = 4
"""Divisor of the states that a search may take before another level, if its bounds are weak."""
_TASKS = 64
_LISTED = 1024
"""Paths listed at first, before their number is known."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution of a board, or all."""
    control.raise_lower_bound(board.lower_bound())
    if board.verdict().solvable is False:
        return Outcome(Status.UNSOLVABLE, note=tr("The moves generate no such permutation."))
    return _Search(EncodedPuzzle(board), control).solve()


class _Search:
    """Search for a shortest solution, the first in the order of moves."""

    def __init__(self, board: EncodedPuzzle, control: Control) -> None:
        self._board, self._control = board, control
        self._front = Side(board, board.start, backward=False)
        self._back = Side(board, board.goal, backward=True)
        self._most = _MOST // (2 * board.cells + 16)
        self._full = False  # there is no memory for further levels
        self._states = 0  # of the last search between the levels
        self._tried = 0  # of all searches since a level was added, and positions where they began
        self._patterns = PatternDatabases(board)
        self._bounds = self._patterns.bounds_without()
        self._divisor = _WITHOUT_DATABASES
        self._limited = control.request.limits.states is not None
        self._wants_databases = self._patterns.possible
        # Under a limit of states the answer must not depend on what happens to be stored.
        if self._wants_databases and not self._limited:
            self._use(self._patterns.load())

    def _use(self, bounds: kernel.Bounds | None) -> bool:
        if bounds is not None:
            self._bounds, self._wants_databases = bounds, False
            self._divisor = 1
        return bounds is not None

    def solve(self) -> Outcome:
        """Return the outcome.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        board, control = self._board, self._control
        if np.array_equal(board.start, board.goal):
            return self._outcome(0, None)
        control.phase = tr("levels around start and goal")
        length = max(1, control.lower_bound)
        while True:
            if board.parity not in (-1, length % 2):
                length += 1
            control.depth = length
            control.raise_lower_bound(length)
            if length > control.max_moves:
                raise SearchStopped("moves")
            paths = self._search(length)
            if paths is None:
                return Outcome(Status.UNSOLVABLE, note=tr("All positions were searched."))
            if len(paths):
                return self._outcome(length, paths)
            length += 1

    def _search(self, length: int) -> Paths | None:
        """Return a path that is part of a solution of a length, if there is one.

        Returns:
            the path; None if all positions have been searched.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        board, control = self._board, self._control
        paths: Paths | None
        while True:
            depth = length - self._front.depth - self._back.depth
            side, other = self._front, self._back
            if side.size > other.size:
                side, other = other, side
            self._get_databases(side.size)
            if depth > 1 and not self._full:
                states = side.size * len(board.moves) // self._divisor
                if max(self._states, self._tried) <= states:
                    paths = self._try(depth, states)
                    if paths is not None:
                        return paths
                self._tried = 0
                if not side.grow(control, self._most):
                    side = other
                    self._full = not other.grow(control, self._most)
                if side.complete:
                    return None
                continue
            before = control.states
            if depth == 1:
                middle = move_between(self._front, self._back, control)
                paths = np.array([middle] if middle else [], np.int32).reshape(-1, 2)
            else:
                control.phase = tr("iterative deepening")
                paths = self._paths(depth, all_paths=False)
            if paths is not None:
                self._states = control.states - before
                return paths

    def _get_databases(self, size: int) -> None:
        """Use pattern databases as soon as they are there; have them built for a large level."""
        if not self._wants_databases:
            return
        patterns, control = self._patterns, self._control
        if self._limited:
            if size >= _WORTH_DATABASES:
                self._use(patterns.build(control))
            return
        if size >= _WORTH_WAITING:
            while patterns.pending:
                control.check()
                time.sleep(_WAIT_SECONDS)
        pending = patterns.pending  # before they are looked for, against a race
        if not self._use(patterns.take()) and size >= _WORTH_DATABASES and not pending:
            patterns.build_in_background(control)

    def _try(self, depth: int, states: int) -> Paths | None:
        """Search for a path between the levels; return None if that takes too many states."""
        front, control = self._front, self._control
        ctl = control.kernel_array()
        ctl[MAX_STATES] = min(ctl[MAX_STATES], ctl[STATES] + states)
        out = np.empty((1, depth + 1), np.int32)
        before = control.states
        found = kernel.search(
            self._board.kernel_moves(), self._rim(), front.table, front.begins[-2],
            front.begins[-1], depth, self._scratch(depth), out, False, ctl,
        )  # fmt: skip
        control.collect_kernel_counts()
        self._states = control.states - before
        self._tried += self._states + front.size
        return None if found < 0 else out[:found]

    def _paths(self, depth: int, *, all_paths: bool) -> Paths | None:
        """Return the first path of a length between the levels, or all; None if interrupted.

        The search is interrupted when pattern databases have become ready.
        """
        front, control = self._front, self._control
        begin = front.begins[-2]
        each = -(-front.size // _TASKS)
        tasks: list[Task] = [(at, min(at + each, front.size)) for at in range(0, front.size, each)]
        moves = self._board.kernel_moves(every_order=all_paths)
        rim = self._rim()

        def prepare(ctl: Ints) -> TaskSearch:
            scratch = self._scratch(depth)

            def search_task(task: Task) -> tuple[int, Paths]:
                first, stop = task
                starts = front.part(begin + first, begin + stop)
                most = _LISTED if all_paths else 1
                while True:
                    out = np.empty((most, depth + 1), np.int32)
                    found = kernel.search(
                        moves, rim, starts, 0, stop - first, depth, scratch, out, all_paths, ctl
                    )
                    if found <= most:
                        break
                    most = found
                    control.reserve(4 * most * (depth + 1) / (1 << 20))
                out[:, 0] += begin + first
                return found, out[: max(found, 0)]

            return search_task

        pending = self._wants_databases and not self._limited and self._patterns.pending
        result = search_in_parallel(
            tasks, prepare, control, all_solutions=all_paths, busy=int(pending),
            interrupt=(lambda: self._use(self._patterns.take())) if pending else None,
        )  # fmt: skip
        if result is None:
            return None
        return np.concatenate([np.empty((0, depth + 1), np.int32), *result[0]])

    def _rim(self) -> kernel.Rim:
        return kernel.Rim(self._back.table, self._back.depth, self._bounds)

    def _scratch(self, depth: int) -> Ints:
        return np.zeros((4, max(self._board.cells, self._board.values, depth + 2)), np.int64)

    def _outcome(self, length: int, paths: Paths | None) -> Outcome:
        """Return the shortest solution through a path between the levels, or all solutions."""
        board, control = self._board, self._control
        if control.request.all_solutions:
            depth = length - self._front.depth - self._back.depth
            while length and (paths := self._paths(depth, all_paths=True)) is None:
                pass
            return list_shortest_paths(board.start.tobytes(), self._steps(paths), control)
        found: list[int] = []
        if paths is not None:
            number, *moves = paths[0].tolist()
            found = path_through(board, self._front, self._back, number, moves)
        return Outcome(Status.SOLVED, [board.moves[move] for move in found], optimal=True)

    # --- all solutions ---

    def _steps(self, paths: Paths | None) -> PathMoves:
        """Return the steps of all shortest solutions, goals first."""
        start = self._board.start
        levels = [{start.tobytes(): start}] if paths is None else self._levels(paths)
        steps: PathMoves = {key: [] for key in levels[-1]}
        for number in range(len(levels) - 2, -1, -1):
            steps |= self._moves_between(levels[number], levels[number + 1])
        return steps

    def _levels(self, paths: Paths) -> list[dict[bytes, Values]]:
        """Return the positions of all shortest solutions after each number of moves."""
        board, control = self._board, self._control
        middle: list[dict[bytes, Values]] = [{} for _ in range(paths.shape[1])]
        for number, *moves in paths.tolist():
            control.check()
            position = self._front.position(number)
            middle[0][position.tobytes()] = position
            for level, move in zip(middle[1:], moves, strict=True):
                position = board.apply(position, move)
                level[position.tobytes()] = position
        before: list[dict[bytes, Values]] = []
        level = middle[0]
        for depth in range(self._front.depth - 1, -1, -1):
            level = self._neighbours(level, self._front, depth, board.targets)
            before.insert(0, level)
        after: list[dict[bytes, Values]] = []
        level = middle[-1]
        for depth in range(self._back.depth - 1, -1, -1):
            level = self._neighbours(level, self._back, depth, board.undoing)
            after.append(level)
        return [*before, *middle, *after]

    def _neighbours(
        self, level: dict[bytes, Values], side: Side, depth: int, origins: Values
    ) -> dict[bytes, Values]:
        """Return the positions of a level of a side that are a move away from some positions."""
        found: dict[bytes, Values] = {}
        for position in level.values():
            self._control.check()
            for origin in origins:
                other = position[origin]
                if side.depth_of(other) == depth:
                    found[other.tobytes()] = other
        return found

    def _moves_between(
        self, level: dict[bytes, Values], following: dict[bytes, Values]
    ) -> PathMoves:
        """Return the moves from positions to those of the next level."""
        board = self._board
        found: PathMoves = {}
        for key, position in level.items():
            self._control.check()
            found[key] = []
            for move, targets in zip(board.all_moves, board.all_targets, strict=True):
                after = np.empty_like(position)
                after[targets] = position
                if after.tobytes() in following:
                    found[key].append((move, after.tobytes()))
        return found

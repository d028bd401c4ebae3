"""Shortest solutions of puzzles of moves, proved.

Breadth-first searches from both ends grow level by level; IDA* (Korf 1985) searches for paths of
a length between the levels, and may take as many states as another level would. A search for a
single solution keeps one of all positions that are equivalent under the symmetries of the goal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.kernels import deepening as kernel
from puzzlegui.kernels import goal_table as table_kernel
from puzzlegui.solvers.control import MAX_STATES, STATES, Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import PathMoves, list_shortest_paths
from puzzlegui.solvers.move_search.bounds import distances_by_moves
from puzzlegui.solvers.move_search.goal_table import GoalTable, Side
from puzzlegui.solvers.move_search.patterns import NO_PATTERNS, PatternDatabases
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Ints, Values
from puzzlegui.solvers.move_search.symmetries import symmetries
from puzzlegui.solvers.task_queue import Task, TaskSearch, search_in_parallel

Paths = NDArray[np.int32]
"""int32[paths, length + 1], the number of a position and the moves from there to the goal."""

_MOST = 150_000_000
"""Most bytes of the positions on each side."""
_WORTH_DATABASES = 5000
"""Positions in a level from which on pattern databases are worth building."""
_WORTH_WAITING = 100_000
"""Positions in a level that takes longer to expand than databases to build."""
_WAIT_SECONDS = 0.02
"""Interval at which a run that waits for databases checks whether to stop."""
_WORTH_FILTER = 2
"""Times the time for a Bloom filter that a search must be expected to take without one."""
_TASKS = 64
_LISTED = 1024
"""Paths listed at first, before their number is known."""

_goal_table: dict[tuple[bytes, bytes], GoalTable] = {}
"""Table around the goal of the last board, by its moves and its goal."""


def clear_goal_table_cache() -> None:
    """Drop the table kept for further boards with the same goal."""
    _goal_table.clear()


@dataclass
class Heuristics:
    """Bounds and symmetries that a family states for a board.

    Attributes:
        distances: bounds by distances.
        patterns: pattern databases; None for none.
        views: symmetries of the moves, see ``symmetries``.
    """

    distances: kernel.Distances
    patterns: PatternDatabases | None = None
    views: Iterable[NDArray[np.integer]] = ()


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution of a board, or all."""
    puzzle = EncodedPuzzle(board)
    return search(
        board, puzzle, lambda: Heuristics(distances_by_moves(puzzle), PatternDatabases(puzzle)),
        control,
    )  # fmt: skip


def search(
    board: Board, puzzle: EncodedPuzzle, heuristics: Callable[[], Heuristics], control: Control
) -> Outcome:
    """Find a shortest solution of a board, or all.

    Args:
        board: the board.
        puzzle: its encoded form.
        heuristics: makes what its family knows of it; called if the board can be solved.
        control: control of the run.

    Raises:
        SearchStopped: the run was cancelled or a limit reached.
    """
    control.raise_lower_bound(board.lower_bound())
    if board.verdict().solvable is False:
        return Outcome(Status.UNSOLVABLE, note=tr("The moves generate no such permutation."))
    return OptimalSearch(puzzle, heuristics(), control).solve()


class OptimalSearch:
    """Search for a shortest solution, the first in the order of moves, or all."""

    def __init__(self, board: EncodedPuzzle, heuristics: Heuristics, control: Control) -> None:
        self._board, self._control = board, control
        control.reserve(board.kernel_mib)
        self._every = control.request.all_solutions
        self._symmetries = symmetries(board.goal, heuristics.views)
        # All solutions need all positions, but only distances from the goal.
        self._alike = symmetries(board.goal) if self._every else self._symmetries
        self._count = len(board.moves)
        self._front = Side(GoalTable(board.kernel_moves(), self._count, board.start, self._alike))
        self._limited = control.request.limits.states is not None
        self._back = Side(self._table_around_goal())
        self._full = False  # there is no memory for further levels
        self._states = 0  # of the last search between the levels
        self._tried = 0  # of all searches since a level was added, and positions where they began
        self._distances, self._databases = heuristics.distances, heuristics.patterns
        if self._databases is not None and not self._databases.possible:
            self._databases = None  # as soon as they are used, too
        self._patterns = NO_PATTERNS
        if self._databases is not None and not self._limited:
            self._use(self._databases.load())

    def _table_around_goal(self) -> GoalTable:
        """Return the table kept of an earlier run, or a new one."""
        board = self._board
        key = board.targets.tobytes(), board.goal.tobytes()
        # Under a limit of states the answer must not depend on earlier runs.
        if (known := _goal_table.get(key)) is None or self._limited:
            known = GoalTable(
                board.kernel_moves(backward=True), self._count, board.goal, self._symmetries
            )
        if not self._limited:
            _goal_table.clear()
            _goal_table[key] = known
        return known

    def _take(self, databases: PatternDatabases) -> bool:
        """Use pattern databases if they are there; return whether they are."""
        return self._use(databases.take())

    def _use(self, patterns: kernel.Patterns | None) -> bool:
        if patterns is not None:
            self._patterns, self._databases = patterns, None
        return patterns is not None

    def solve(self) -> Outcome:
        """Return the outcome.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        board, control = self._board, self._control
        if np.array_equal(board.start, board.goal):
            return self._outcome(0, None)
        control.phase = tr("levels around start and goal")
        self._grow_for_many()
        control.raise_lower_bound(self._back.begin_near(board.kernel_moves(), board.start))
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

    def _grow_for_many(self) -> None:
        """Grow a table that would have saved the time that it takes in earlier runs."""
        table = self._back.table
        while table.spent > table.effort and not table.complete:
            table.spent = 0
            with self._control.locked(table.lock):
                if not table.grow(self._control, _MOST):
                    return

    def _search(self, length: int) -> Paths | None:
        """Return the first path of a length through the levels, if there is one.

        Returns:
            the path; None if all positions have been searched.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        control = self._control
        paths: Paths | None
        while True:
            depth = length - self._front.depth - self._back.depth
            side, other = self._front, self._back
            if side.size > other.size:
                side, other = other, side
            if not side.size:
                return None
            self._get_databases(side.size)
            if depth > 1 and not self._full:
                states = int(side.effort)
                if max(self._states, self._tried) <= states:
                    paths = self._try(length, states)
                    if paths is not None:
                        return paths
                self._tried = 0
                if not side.grow(control, _MOST):
                    self._full = not other.grow(control, _MOST)
                continue
            before = control.states
            if depth > 1:
                self._maybe_fill_bloom_filter()
                control.phase = tr("iterative deepening")
            paths = self._paths(length, all_paths=False)
            if paths is not None:
                self._add_states(before)
                return paths

    def _get_databases(self, size: int) -> None:
        """Use pattern databases as soon as they are there; have them built for a large level."""
        databases, control = self._databases, self._control
        if databases is None:
            return
        if self._limited:
            if size >= _WORTH_DATABASES:
                self._use(databases.build(control))
            return
        if size >= _WORTH_WAITING:
            while databases.pending:
                control.check()
                time.sleep(_WAIT_SECONDS)
        pending = databases.pending  # before they are looked for, against a race
        if not self._use(databases.take()) and size >= _WORTH_DATABASES and not pending:
            databases.build_in_background(control)

    def _maybe_fill_bloom_filter(self) -> None:
        """Fill a Bloom filter if that takes less time than it is expected to save."""
        table = self._back.table
        if table.filtered or self._back.depth < table.radius:
            return
        growth = self._back.size / table.counts[-2] if table.radius else self._count
        expected = self._states * growth ** (1 if self._board.parity < 0 else 2)
        if expected > _WORTH_FILTER * table.effort:
            with self._control.locked(table.lock):
                table.fill_bloom_filter(self._control)

    def _try(self, length: int, states: int) -> Paths | None:
        """Search for a path between the levels; return None if that takes too many states."""
        front, control = self._front, self._control
        ctl = control.kernel_array()
        ctl[MAX_STATES] = min(ctl[MAX_STATES], ctl[STATES] + states)
        before = control.states
        out = np.empty((1, length - front.depth + 1), np.int32)
        found = kernel.search(
            self._board.kernel_moves(), self._goal(), front.table.rows, front.table.kernel,
            length - front.depth, False, self._workspace(length), out, ctl,
        )  # fmt: skip
        control.collect_kernel_counts()
        self._add_states(before)
        self._tried += self._states + front.size
        return None if found < 0 else out[:found]

    def _paths(self, length: int, *, all_paths: bool) -> Paths | None:
        """Return the first path of a length between the levels, or all; None if interrupted.

        The search is interrupted when pattern databases have become ready.
        """
        table, control = self._front.table, self._control
        left = length - self._front.depth
        each = -(-len(table.rows) // _TASKS)
        size = len(table.rows)
        tasks: list[Task] = [(at, min(at + each, size)) for at in range(0, size, each)]
        moves = self._board.kernel_moves(every_order=all_paths)
        goal = self._goal()

        def prepare(ctl: Ints) -> TaskSearch:
            workspace = self._workspace(length)

            def search_task(task: Task) -> tuple[int, Paths]:
                first, stop = task
                rows, most, begun = table.rows[first:stop], _LISTED if all_paths else 1, ctl[STATES]
                while True:
                    out = np.empty((most, left + 1), np.int32)
                    found = kernel.search(
                        moves, goal, rows, table.kernel, left, all_paths, workspace, out, ctl
                    )
                    if found <= most:
                        break
                    most = found
                    ctl[STATES] = begun  # repeat with enough capacity
                    control.reserve(4 * most * (left + 1) / (1 << 20))
                out[:, 0] += first
                return found, out[: max(found, 0)]

            return search_task

        databases, interrupt = self._databases, None
        if databases is not None and not self._limited and databases.pending:
            interrupt = partial(self._take, databases)
        result = search_in_parallel(
            tasks, prepare, control, all_solutions=all_paths, busy=int(interrupt is not None),
            interrupt=interrupt,
        )  # fmt: skip
        if result is None:
            return None
        return np.concatenate([np.empty((0, left + 1), np.int32), *result[0]])

    def _add_states(self, before: int) -> None:
        """Add the states of a search between the levels."""
        self._states = self._control.states - before
        self._back.table.spent += self._states

    def _goal(self) -> kernel.Goal:
        table = self._back.table
        at_rim = self._back.depth == table.radius and table.filtered
        return kernel.Goal(
            at_rim or table.kernel, self._back.depth, self._distances, self._patterns
        )

    def _workspace(self, length: int) -> kernel.Workspace:
        depth = length - self._front.depth - self._back.depth
        groups, surplus = self._patterns.count(), self._distances.surplus_shape()
        return kernel.Workspace(
            table_kernel.Positions(np.empty((depth + 4, self._board.cells), np.uint16)),
            np.empty(length, np.int32), np.empty(depth + 1, np.int32),
            np.empty(depth + 1, np.uint64), np.empty(depth + 1, np.int64),
            np.empty((depth + 1, 2 * groups), np.int64), np.empty(surplus, np.int32),
        )  # fmt: skip

    # --- solutions ---

    def _outcome(self, length: int, paths: Paths | None) -> Outcome:
        """Return the shortest solution through a path between the levels, or all solutions."""
        board, control = self._board, self._control
        if self._every:
            while length and (paths := self._paths(length, all_paths=True)) is None:
                pass
            return list_shortest_paths(board.start.tobytes(), self._steps(length, paths), control)
        found = [] if paths is None else self._path_through(paths[0])
        return Outcome(Status.SOLVED, [board.moves[move] for move in found], optimal=True)

    def _path_through(self, path: NDArray[np.int32]) -> list[int]:
        """Return the first shortest path through a position and moves from there to the goal."""
        board = self._board
        number, *after = path.tolist()
        end = self._front.table.rows[number, :-1]
        levels = self._levels_before({end.tobytes(): end})
        here = begin = next(iter(levels[0].values()))
        before: list[int] = []
        for level in levels[1:]:
            steps = ((move, board.apply(here, move)) for move in range(self._count))
            move, here = next(step for step in steps if step[1].tobytes() in level)
            before.append(move)
        if self._alike.order == 1:
            return [*before, *after]
        # The path begins at an image of the start; map its moves back to the start itself.
        sources = self._alike.mapping(board.start, begin)
        return [board.mapped(move, sources) for move in (*before, *after)]

    def _levels_before(self, level: dict[bytes, Values]) -> list[dict[bytes, Values]]:
        """Return positions of the last level, after those on shortest paths to them, by level."""
        levels = [level]
        moves, undoing = self._board.kernel_moves(backward=True), self._board.targets
        for depth in range(self._front.depth - 1, -1, -1):
            levels.insert(0, self._neighbours(levels[0], self._front, depth, moves, undoing))
        return levels

    def _neighbours(
        self, level: dict[bytes, Values], side: Side, depth: int, moves: table_kernel.Moves,
        origins: Values,
    ) -> dict[bytes, Values]:  # fmt: skip
        """Return the positions of a level of a side that are a move away from some positions.

        Args:
            level: these positions.
            side: levels around start or goal.
            depth: number of the level.
            moves: the moves away from these positions.
            origins: uint16[m, n], the cell that each move carries the content of each cell from.
        """
        found: dict[bytes, Values] = {}
        for position in level.values():
            self._control.check()
            distances = side.table.distances(moves, self._count, position)[1:]
            for move in np.flatnonzero(distances == depth):
                other = position[origins[move]]
                found[other.tobytes()] = other
        return found

    def _steps(self, length: int, paths: Paths | None) -> PathMoves:
        """Return the steps of all shortest solutions, goals first."""
        start = self._board.start
        levels = [{start.tobytes(): start}] if paths is None else self._levels(length, paths)
        steps: PathMoves = {key: [] for key in levels[-1]}
        for number in range(len(levels) - 2, -1, -1):
            steps |= self._moves_between(levels[number], levels[number + 1])
        return steps

    def _levels(self, length: int, paths: Paths) -> list[dict[bytes, Values]]:
        """Return the positions of all shortest solutions after each number of moves."""
        board, control = self._board, self._control
        depth = length - self._front.depth - self._back.depth
        middle: list[dict[bytes, Values]] = [{} for _ in range(depth + 1)]
        line: list[Values] = []
        before = [-1] * (depth + 1)  # paths often share a prefix
        for path in paths[:, : depth + 1].tolist():
            control.check()
            same = next((i for i, each in enumerate(path) if each != before[i]), depth + 1)
            del line[same:]
            for level, each in zip(middle[same:], path[same:], strict=True):
                line.append(
                    board.apply(line[-1], each) if line else self._front.table.rows[each, :-1]
                )
                level[line[-1].tobytes()] = line[-1]
            before = path
        after: list[dict[bytes, Values]] = []
        level = middle[-1]
        moves, origins = board.kernel_moves(), board.undoing
        for distance in range(self._back.depth - 1, -1, -1):
            level = self._neighbours(level, self._back, distance, moves, origins)
            after.append(level)
        return [*self._levels_before(middle[0]), *middle[1:], *after]

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

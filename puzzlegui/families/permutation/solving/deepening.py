"""Shortest solutions of permutation boards by IDA* between levels around start and goal."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.permutation.kernels import search as kernel
from puzzlegui.families.permutation.solving.bidirectional import Side
from puzzlegui.families.permutation.solving.encoded import EncodedBoard, Ints, Values
from puzzlegui.solvers.control import Control, SearchStopped
from puzzlegui.solvers.task_queue import Task, TaskSearch, search_in_parallel

_ENTRIES = 30_000_000
"""Most entries of a pattern database."""
_PATTERNS = 2
_TASKS = 64
_UNKNOWN = 255


class IterativeDeepening:
    """IDA* from the levels around the start to those around the goal.

    Args:
        board: the board.
        front: levels around the start.
        back: levels around the goal, which do not meet those around the start.
        control: the control of the run.
    """

    def __init__(self, board: EncodedBoard, front: Side, back: Side, control: Control) -> None:
        self._board, self._front, self._back = board, front, back
        self._control = control
        self._bounds = self._make_bounds()

    def path_to_rim(self) -> tuple[list[int], tuple[Values, Values]]:
        """Return a shortest path between the levels, and the positions at its ends.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        control = self._control
        for depth in count(1):
            length = self._front.depth + depth + self._back.depth
            control.raise_lower_bound(length)
            control.depth = length
            if length > control.max_moves:
                raise SearchStopped("moves")
            found = self._search(depth)
            if len(found):
                row, *moves = found[0].tolist()
                start = self._front.level(self._front.depth)[row]
                end = start
                for move in moves:
                    end = self._board.apply(end, move)
                return moves, (start, end)
        raise AssertionError

    def _search(self, depth: int) -> NDArray[np.int64]:
        """Search for a path of a length; returns its start and its moves, in a row."""
        front, back = self._front, self._back
        size, begin = front.size, front.begins[-2]
        each = -(-size // _TASKS)
        tasks: list[Task] = [(at, min(at + each, size)) for at in range(0, size, each)]
        board = self._board
        none = np.empty((0, depth + 1), np.int64)

        def prepare(ctl: Ints) -> TaskSearch:
            scratch = np.zeros((4, max(board.cells, board.values, depth + 2)), np.int64)

            def search_task(task: Task) -> tuple[int, NDArray[np.int64]]:
                first, stop = task
                rows = np.empty((stop - first + 1, board.cells), np.uint16)
                rows[:-1] = front.level(front.depth)[first:stop]
                keys = front.keys(begin + first, begin + stop)
                own = kernel.Table(rows, keys, np.zeros(1, np.int32), stop - first)
                found = kernel.search(
                    front.moves, self._bounds, own, back.table, 0, stop - first, depth,
                    back.depth, scratch, ctl,
                )  # fmt: skip
                if found <= 0:
                    return found, none
                path = np.array([[first + found - 1, *scratch[0, :depth]]], np.int64)
                return 1, path

            return search_task

        result = search_in_parallel(tasks, prepare, self._control, all_solutions=False)
        assert result is not None
        return np.concatenate([none, *result[0]])

    # --- bounds ---

    def _make_bounds(self) -> kernel.Bounds:
        board = self._board
        n = board.cells
        to = np.full((board.values, n), _UNKNOWN, np.uint8)
        to[board.goal, np.arange(n)] = 0
        while True:  # relax along the moves until nothing changes
            nearer = np.minimum.reduce([to[:, targets] for targets in board.targets])
            better = np.minimum(to, np.where(nearer < _UNKNOWN, nearer + 1, _UNKNOWN))
            if np.array_equal(better, to):
                break
            to = better.astype(np.uint8)
        carried = int((board.targets != np.arange(n)).sum(axis=1).max())
        patterns, tracked = self._patterns()
        return kernel.Bounds(np.ascontiguousarray(to), carried, patterns, tracked)

    def _patterns(self) -> tuple[NDArray[np.uint8], Values]:
        """Return pattern databases of some values, if all differ and memory allows."""
        board, control = self._board, self._control
        size = board.cells
        length = 0
        while length < board.cells and size <= _ENTRIES:
            size *= board.cells
            length += 1
        size = board.cells**length
        if not board.distinct or not control.can_allocate(_PATTERNS * size / (1 << 20)):
            return np.zeros((0, 1), np.uint8), np.zeros((0, 1), np.uint16)
        order = np.argsort(
            [-(board.targets != np.arange(board.cells))[:, i].sum() for i in range(board.cells)],
            kind="stable",
        )
        goal_values = board.goal[order]
        tracked = np.array(
            [np.resize(goal_values[number * length :], length) for number in range(_PATTERNS)
             if (number + 1) * length <= board.cells or not number],
            np.uint16,
        )  # fmt: skip
        tables = np.full((len(tracked), size), _UNKNOWN, np.uint8)
        place = np.argsort(board.goal)
        for table, values in zip(tables, tracked, strict=True):
            entry = 0
            for value in values.tolist():
                entry = entry * board.cells + int(place[value])
            table[entry] = 0
            for level in range(_UNKNOWN - 1):
                ctl, places = control.kernel_array(), np.zeros(length, np.int64)
                found = kernel.grow_pattern(table, level, board.undoing, places, ctl)
                control.collect_kernel_counts()
                if not found:
                    break
        return tables, tracked

"""Proved shortest solutions of sliding boards, counted in slides of one tile or several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.metric_board import MetricBoard
from puzzlegui.core.solution import Status
from puzzlegui.families.sliding.board import GAP
from puzzlegui.families.sliding.kernels import slides as kernel
from puzzlegui.families.sliding.solvers import can_count_slides
from puzzlegui.families.sliding.solving import macro
from puzzlegui.families.sliding.solving.encoded import LETTERS
from puzzlegui.families.sliding.solving.geometry import NormalForm
from puzzlegui.solvers.control import Control, Outcome, SearchStopped

Arrangement = tuple[tuple[int, ...], int]
"""For each line the number of tiles of each goal line, one line after another, and the gap's."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution of a board in its metric of slides.

    Raises:
        PuzzleError: the board is too large, or has equal tiles.
        SearchStopped: the run was cancelled or a limit reached.
    """
    assert isinstance(board, MetricBoard)
    goal = flatten(board.grid("goal"))
    if not can_count_slides(board):
        raise PuzzleError(tr("slides are only counted on boards up to 4×4 without equal tiles"))
    control.phase = tr("walking distances")
    start = [goal.index(value) for value in flatten(board.grid("start"))]
    lines = np.array([divmod(cell, board.columns) for cell in range(len(goal))], np.int32).T.copy()
    gap = goal.index(GAP)
    searched = _Search(board, start, lines, gap, control)
    for limit in range(max(1, control.lower_bound), control.max_moves + 1):
        control.raise_lower_bound(limit)
        control.depth = limit
        if (steps := searched.within(limit)) is not None:
            joint = board.joint([LETTERS[step] for step in steps])
            return Outcome(Status.SOLVED, joint, optimal=True)
        control.raise_lower_bound(limit + 1)
    raise SearchStopped("moves")


def solve_by_macro(board: Board, control: Control) -> Outcome:
    """Find a solution that is short when single steps are counted, and count its slides.

    Raises:
        SearchStopped: the run was cancelled or a limit reached before there was a solution.
    """
    assert isinstance(board, MetricBoard)
    limits = replace(control.request.limits, moves=None)  # which counts slides
    steps = control.stopped_together(
        replace(control.request, limits=limits, initial_solution=None, metric="")
    )
    try:
        found = macro.solve(board.original, steps)
    except SearchStopped:
        if steps.best_outcome is None:
            raise
        found = steps.best_outcome(True)
    finally:
        control.fallback = None
        control.set_state_count(steps.states)
        steps.free_stores()
    return Outcome(found.status, board.joint(found.moves), note=found.note)


class _Search:
    """Search on a board.

    Args:
        board: the board.
        start: the goal cell of the tile in each cell.
        lines: int32[2, n], row and column of each cell.
        gap: goal cell of the gap.
        control: control of the run.
    """

    def __init__(
        self, board: Board, start: Sequence[int], lines: np.typing.NDArray[np.int32], gap: int,
        control: Control,
    ) -> None:  # fmt: skip
        self._control = control
        self._start, self._lines, self._gap = start, lines, start.index(gap)
        sizes = (board.rows, board.columns), (board.columns, board.rows)
        self._walks, first = [], []
        for (count, length), line in zip(sizes, lines, strict=True):
            walk, numbers = _walk(count, length, int(line[gap]))
            tiles = [0] * (count * count)
            for cell, tile in enumerate(start):
                if tile != gap:
                    tiles[line[cell] * count + line[tile]] += 1
            self._walks.append(walk)
            first.append(numbers[tuple(tiles), int(line[self._gap])])
        self._first = first
        neighbours = NormalForm(board.rows, board.columns, gap).neighbours()
        self._beside = neighbours.astype(np.int32)
        self._most = max(board.rows, board.columns) - 1

    def within(self, limit: int) -> list[int] | None:
        """Return the gap's steps in a solution of at most so many slides; None if there is none.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        most = limit * self._most
        tree = kernel.Tree(
            np.array(self._start, np.int32), self._lines, self._beside,
            np.empty((most + 1, 2), np.int32), np.zeros(most + 1, np.int32),
            np.empty(most + 1, np.int32), np.empty(most + 2, np.int8), np.empty(most + 1, np.int8),
        )  # fmt: skip
        tree.arrangements[0, 0], tree.arrangements[0, 1] = self._first
        tree.gap[0] = self._gap
        rows, columns = self._walks
        found = kernel.search(rows, columns, tree, limit, self._control.kernel_array())
        self._control.collect_kernel_counts()
        return None if found < 0 else np.asarray(tree.path)[1 : found + 1].tolist()


@lru_cache(maxsize=8)
def _walk(count: int, length: int, gap: int) -> tuple[kernel.Walk, dict[Arrangement, int]]:
    """Return the graph of an axis, and the numbers of its arrangements.

    Args:
        count: number of lines.
        length: cells of a line.
        gap: line of the gap in the goal.
    """
    tiles = [0] * (count * count)
    for line in range(count):
        tiles[line * count + line] = length - (line == gap)
    found: list[Arrangement] = [(tuple(tiles), gap)]
    numbers = {found[0]: 0}
    after: list[list[list[int]]] = []
    for held, at in found:  # which grows
        entries = [[-1] * count, [-1] * count]
        for way, beside in enumerate((at - 1, at + 1)):
            for line in range(count if 0 <= beside < count else 0):
                if held[beside * count + line]:
                    moved = list(held)
                    moved[beside * count + line] -= 1
                    moved[at * count + line] += 1
                    other = tuple(moved), beside
                    if other not in numbers:
                        numbers[other] = len(found)
                        found.append(other)
                    entries[way][line] = numbers[other]
        after.append(entries)
    walk = kernel.Walk(np.array(after, np.int32), np.empty((len(found), 3), np.uint8))
    kernel.measure(walk, 0, np.empty(len(found), np.int32))
    return walk, numbers

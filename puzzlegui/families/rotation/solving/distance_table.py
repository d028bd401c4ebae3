"""The table of all arrangements of a small rotation board: distances and shortest solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.cells import Grid, flatten, rows_of, value_numbers
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.solvers.arrangements import Arc, Cells, Levels, Ranking
from puzzlegui.solvers.control import SearchContext

BoundCallback = Callable[[int], None]
"""Callback for a proved lower bound on the number of turns."""


def _ignore_bound(_bound: int) -> None:
    """Ignore the bound: a bound for a part of a board is no bound for the board."""


class DistanceTable:
    """Distances to a goal pattern, computed level by level as far as needed.

    Args:
        columns: of the board.
        turns: directions in which blocks turn.
        pattern: the goal, row by row, its values numbered by first appearance.
    """

    def __init__(self, columns: int, turns: str, pattern: tuple[int, ...]) -> None:
        self._ranking = Ranking(np.bincount(pattern).astype(np.int64))
        goal = rows_of(pattern, columns)
        self._moves = [Arc(*step) for step in RotationBoard(goal, goal, turns).steps.items()]
        backward = [move.inverse for move in self._moves]
        self.levels = Levels(self._ranking, backward, np.array(pattern, np.int64))
        self._states = [0]  # expanded before each level was known
        self._growing = Lock()

    def distance(
        self, cells: Cells, work: SearchContext, report_bound: BoundCallback = _ignore_bound
    ) -> int:
        """Return the least number of turns from ``cells`` to the goal, -1 if it is unreachable.

        States are counted as if the table were built from scratch, so that the answer under a
        limit of states does not depend on earlier boards.

        Args:
            cells: the arrangement.
            work: context of the run, for limits and counts.
            report_bound: called with each lower bound on the distance of ``cells``.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        number = self._ranking.rank(cells)
        begun = work.states
        level = 0
        while self.levels.distances[number] > level:
            report_bound(level + 1)
            if level == self.levels.level:
                with work.locked(self._growing):  # another run may compute the same level
                    if level == self.levels.level and not self._find_next_level(work, begun):
                        return -1
            level += 1
            work.set_state_count(begun + self._states[level])
        return int(self.levels.distances[number])

    def all_distances(self, work: SearchContext) -> NDArray[np.uint8]:
        """Return the distance of each arrangement by rank, UNKNOWN if unreachable."""
        begun = work.states
        with work.locked(self._growing):
            while self._find_next_level(work, begun):
                pass
        return self.levels.distances

    def _find_next_level(self, work: SearchContext, begun: int) -> bool:
        """Compute the next level and return whether there is one.

        ``begun`` is the number of states counted before the table was used.
        """
        levels = self.levels
        if levels.complete:
            return False
        work.set_state_count(begun + self._states[levels.level])
        found = levels.compute_next(work)
        if found:
            self._states.append(work.states - begun)
        return found

    def steps(self, cells: Cells) -> Iterator[tuple[Turn, Cells]]:
        """Yield the turns that lead nearer to the goal, and their results; needs the distance."""
        distances, rank = self.levels.distances, self._ranking.rank
        nearer = distances[rank(cells)] - 1
        for move in self._moves:
            after = move.apply(cells)
            if distances[rank(after)] == nearer:
                yield move.move, after


def table_and_cells(board: RotationBoard) -> tuple[DistanceTable, Cells]:
    """Return the shared table for boards of this kind, and the encoded start."""
    numbers = value_numbers(flatten(board.goal))
    pattern = tuple(numbers[value] for value in flatten(board.goal))
    cells = np.array([numbers[value] for value in flatten(board.start)], np.int64)
    return _table(board.columns, board.turns, pattern), cells


def shortest(
    start: Grid,
    goal: Grid,
    turns: str,
    work: SearchContext,
    report_bound: BoundCallback = _ignore_bound,
) -> list[Turn]:
    """Return a shortest path from ``start`` to ``goal``, the first in the family's order of moves.

    See ``Table.distance`` for ``prove``.
    """
    table, cells = table_and_cells(RotationBoard(start, goal, turns))
    moves = []
    for _ in range(table.distance(cells, work, report_bound)):
        turn, cells = next(table.steps(cells))
        moves.append(turn)
    return moves


@lru_cache(maxsize=4)
def _table(columns: int, turns: str, pattern: tuple[int, ...]) -> DistanceTable:
    return DistanceTable(columns, turns, pattern)

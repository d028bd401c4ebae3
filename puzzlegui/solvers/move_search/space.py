"""The state space of puzzles of moves for the textbook searches."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, Grid, flatten, rows_of
from puzzlegui.core.language import gettext_noop
from puzzlegui.core.permutations import Step, step_images
from puzzlegui.solvers.move_search.distances import FAR, value_distances
from puzzlegui.solvers.space import HeuristicBreakdown, TileSpace


class MoveSetSpace(TileSpace):
    """State space of a permutation board: a character for each cell, none for holes."""

    prunes_undo_only = False

    def __init__(self, board: Board) -> None:
        self._cells = board.cells
        self._size = board.rows * board.columns
        super().__init__(board)
        undone = (Step(step.targets, step.sources) for step in board.steps.values())
        self._moves: list[tuple[Any, itemgetter[Any]]] = [
            (move, itemgetter(*sources))
            for move, sources in zip(board.steps, step_images(self._cells, undone), strict=True)
        ]
        self.branching_factor = len(self._moves)
        steps = tuple(board.steps.values())
        self._carried = max((len(step.sources) for step in steps), default=1)
        far = value_distances(flatten(board.grid("goal")), steps)
        self._far = {
            self.ranks[value]: [cells[i] for i in self._cells] for value, cells in far.items()
        }

    def state_of(self, grid: Grid) -> str:
        values = flatten(grid)
        return "".join(self.ranks[values[cell]] for cell in self._cells)

    def position(self, state: str) -> Grid:
        values = [HOLE] * self._size
        for cell, rank in zip(self._cells, state, strict=True):
            values[cell] = self._values[ord(rank)]
        return rows_of(values, self.columns)

    def successors(self, state: str) -> list[tuple[Any, str]]:
        join = "".join
        return [(move, join(pick(state))) for move, pick in self._moves]

    def estimate(self, state: str) -> int:
        """Return a consistent lower bound; see ``distances.lower_bound``."""
        far = self._far
        needed = [far[value][place] for place, value in enumerate(state)]
        most = max(needed)
        return 1 if most >= FAR else max(most, -(-sum(needed) // self._carried))

    def estimate_breakdown(self, state: str) -> HeuristicBreakdown:
        needed = [self._far[value][place] for place, value in enumerate(state)]
        total = self.estimate(state)
        text = gettext_noop("the farthest tile")
        if total > max(needed):
            text = gettext_noop("all tiles, shared by the largest move")
        cells = {self._cells[place]: far for place, far in enumerate(needed) if 0 < far < FAR}
        return HeuristicBreakdown(total, ((text, total),), cells)

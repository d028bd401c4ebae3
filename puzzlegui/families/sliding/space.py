"""The state space of sliding boards for the textbook searches."""

from __future__ import annotations

from operator import eq

from puzzlegui.core.cells import distances_to
from puzzlegui.core.language import gettext_noop
from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard
from puzzlegui.solvers.space import HeuristicBreakdown, TileSpace


class SlidingSpace(TileSpace):
    """State space of a sliding board; ``order`` is the order of the directions of the tile."""

    branching_factor = 4
    prunes_undo_only = True

    def __init__(self, board: SlidingBoard, order: str) -> None:
        super().__init__(board)
        ranks = self.ranks
        self.gap = ranks[GAP]
        self._tiles_around: list[list[tuple[str, int]]] = []
        for cell in range(len(self.start)):
            row, column = divmod(cell, board.columns)
            around = []
            for way in order:
                down, right = STEPS[way]
                r, c = row - down, column - right
                if 0 <= r < board.rows and 0 <= c < board.columns:
                    around.append((way, r * board.columns + c))
            self._tiles_around.append(around)
        self._distance = {ranks[value]: cells for value, cells in distances_to(board.goal).items()}

    def successors(self, state: str) -> list[tuple[str, str]]:
        gap = state.index(self.gap)
        found = []
        for way, tile in self._tiles_around[gap]:
            if tile < gap:
                after = (
                    state[:tile] + self.gap + state[tile + 1 : gap] + state[tile] + state[gap + 1 :]
                )
            else:
                after = (
                    state[:gap] + state[tile] + state[gap + 1 : tile] + self.gap + state[tile + 1 :]
                )
            found.append((way, after))
        return found

    def estimate(self, state: str) -> int:
        """Return the sum of Manhattan distances from each tile to its nearest goal cell."""
        distance = self._distance
        return sum(distance[value][cell] for cell, value in enumerate(state) if value != self.gap)

    def score(self, state: str) -> int:
        """Return the score of "8-puzzle": 1 per cell in place, 2 for the first, 6 for its row."""
        goal: str = self.goal
        cells = sum(map(eq, state, goal))
        row = slice(self.columns)
        return int(cells) + int(state[0] == goal[0]) + 6 * int(state[row] == goal[row])

    def estimate_breakdown(self, state: str) -> HeuristicBreakdown:
        cells = {
            cell: self._distance[value][cell]
            for cell, value in enumerate(state)
            if value != self.gap and self._distance[value][cell]
        }
        return HeuristicBreakdown(
            self.estimate(state),
            ((gettext_noop("sum of tile distances"), sum(cells.values())),),
            cells,
        )

    def score_breakdown(self, state: str) -> HeuristicBreakdown:
        goal: str = self.goal
        cells = {cell: 1 for cell, value in enumerate(state) if value == goal[cell]}
        row = slice(self.columns)
        terms = (
            (gettext_noop("cells in place"), len(cells)),
            (gettext_noop("first cell in place"), int(state[0] == goal[0])),
            (gettext_noop("first row in place"), 6 * int(state[row] == goal[row])),
        )
        return HeuristicBreakdown(self.score(state), terms, cells)


class SlideSpace(SlidingSpace):
    """State space of a sliding board whose moves are slides of one tile or several."""

    prunes_undo_only = False

    def __init__(self, board: SlidingBoard) -> None:
        super().__init__(board, "ULDR")

    def successors(self, state: str) -> list[tuple[tuple[str, ...], str]]:  # type: ignore[override]
        found = []
        for way, after in super().successors(state):
            slide: tuple[str, ...] = (way,)
            further: str | None = after
            while further is not None:
                found.append((slide, further))
                slide = (*slide, way)
                further = dict(super().successors(further)).get(way)
        return found

    estimate = TileSpace.estimate


def tile_order(board: SlidingBoard) -> SlidingSpace:
    """Return the space with moves ordered as in "15-puzzle": tile up, left, down, right."""
    return SlidingSpace(board, "ULDR")


def s5_order(board: SlidingBoard) -> SlidingSpace:
    """Return the space with moves ordered as in "8-puzzle": gap left, up, right, down."""
    return SlidingSpace(board, "RDLU")

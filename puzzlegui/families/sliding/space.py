"""Sliding boards as the textbook searches see them."""

from __future__ import annotations

from operator import eq

from puzzlegui.core.cells import distances_to
from puzzlegui.core.language import mark
from puzzlegui.families.sliding.board import GAP, STEPS, SlidingBoard
from puzzlegui.solvers.space import Parts, TileSpace


class SlidingSpace(TileSpace):
    """A sliding board; ``order`` is the order in which the ways of the tile are tried."""

    branching = 4
    backtracks = True

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
        """The sum of Manhattan distances, each tile to the nearest cell that wants its value."""
        distance = self._distance
        return sum(distance[value][cell] for cell, value in enumerate(state) if value != self.gap)

    def score(self, state: str) -> int:
        """That of "8-puzzle": 1 for each cell in place, 2 for the first, 6 for the first row."""
        goal: str = self.goal
        cells = sum(map(eq, state, goal))
        row = slice(self.columns)
        return int(cells) + int(state[0] == goal[0]) + 6 * int(state[row] == goal[row])

    def estimate_parts(self, state: str) -> Parts:
        cells = {
            cell: self._distance[value][cell]
            for cell, value in enumerate(state)
            if value != self.gap and self._distance[value][cell]
        }
        return Parts(
            self.estimate(state), ((mark("sum of tile distances"), sum(cells.values())),), cells
        )

    def score_parts(self, state: str) -> Parts:
        goal: str = self.goal
        cells = {cell: 1 for cell, value in enumerate(state) if value == goal[cell]}
        row = slice(self.columns)
        terms = (
            (mark("cells in place"), len(cells)),
            (mark("first cell in place"), int(state[0] == goal[0])),
            (mark("first row in place"), 6 * int(state[row] == goal[row])),
        )
        return Parts(self.score(state), terms, cells)


def tile_order(board: SlidingBoard) -> SlidingSpace:
    """Moves are tried in the order tile up, left, down, right, as in "15-puzzle"."""
    return SlidingSpace(board, "ULDR")


def s5_order(board: SlidingBoard) -> SlidingSpace:
    """Moves are tried in the order gap left, up, right, down, as in "8-puzzle"."""
    return SlidingSpace(board, "RDLU")

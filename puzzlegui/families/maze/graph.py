"""The graph of a maze's cells."""

from __future__ import annotations

from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import gettext_noop
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.space import MazeSpace
from puzzlegui.solvers.graph import AdjacencyGraph


class MazeGraph(AdjacencyGraph):
    """Graph with a vertex for each cell and an arc for each jump; a target sum is ignored."""

    def __init__(self, board: MazeBoard) -> None:
        space = MazeSpace(board)
        super().__init__(
            board, [space.successors(cell) for cell in range(board.rows * board.columns)]
        )
        self._goal = int(space.goal)
        self._maze = board.with_fields(sum=None)
        if board.sum is not None:
            self.note = gettext_noop("The target sum is ignored: cells are counted.")

    def vertex_number(self, position: tuple[Cell, ...]) -> int:
        row, column = position[-1]
        return row * int(self.board.columns) + column

    def position(self, number: int) -> tuple[Cell, ...]:
        return (divmod(number, self.board.columns),)

    def to_json(self, position: tuple[Cell, ...]) -> str:
        return cell_name(position[-1])

    def goal_number(self) -> int:
        return self._goal

    def board_from(self, position: tuple[Cell, ...]) -> MazeBoard:
        return self._maze.with_fields(start=position[-1])

    def board_to(self, position: tuple[Cell, ...]) -> MazeBoard:
        return self._maze.with_fields(target=position[-1])

    def key(self) -> bytes:
        return repr((self.board.numbers, self._maze.directions)).encode()


def graph(board: MazeBoard) -> MazeGraph:
    """Return the graph of the cells of a board."""
    return MazeGraph(board)

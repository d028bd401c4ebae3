"""The graph of a maze's cells."""

from __future__ import annotations

from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import mark
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.space import MazeSpace
from puzzlegui.solvers.graph import ListedGraph


class MazeGraph(ListedGraph):
    """Each cell is a vertex, each jump an arc; a wanted sum is left out of account."""

    def __init__(self, board: MazeBoard) -> None:
        space = MazeSpace(board)
        super().__init__(
            board, [space.successors(cell) for cell in range(board.rows * board.columns)]
        )
        self._goal = int(space.goal)
        self._maze = board.changed(sum=None)
        if board.sum is not None:
            self.note = mark("The target sum is ignored: cells are counted.")

    def number(self, position: tuple[Cell, ...]) -> int:
        row, column = position[-1]
        return row * int(self.board.columns) + column

    def position(self, number: int) -> tuple[Cell, ...]:
        return (divmod(number, self.board.columns),)

    def written(self, position: tuple[Cell, ...]) -> str:
        return cell_name(position[-1])

    def goal(self) -> int:
        return self._goal

    def leaving(self, position: tuple[Cell, ...]) -> MazeBoard:
        return self._maze.changed(start=position[-1])

    def reaching(self, position: tuple[Cell, ...]) -> MazeBoard:
        return self._maze.changed(target=position[-1])

    def key(self) -> bytes:
        return repr(self.board.numbers).encode()


def graph(board: MazeBoard) -> MazeGraph:
    """The graph of a board."""
    return MazeGraph(board)

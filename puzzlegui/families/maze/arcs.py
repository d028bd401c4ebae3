"""The cells of a maze and the jumps between them."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.language import mark
from puzzlegui.families.maze.board import MazeBoard, Trail
from puzzlegui.solvers.arcs import Arcs


class MazeArcs(Arcs):
    """Each cell is an arrangement, whatever was stepped on before; a wanted sum does not count."""

    board: MazeBoard

    def __init__(self, board: Board) -> None:
        assert isinstance(board, MazeBoard)
        super().__init__(board)
        self._before: dict[Cell, list[Trail]] = {}
        for row in range(board.rows):
            for column in range(board.columns):
                for cell in board.jumps((row, column)):
                    self._before.setdefault(cell, []).append(((row, column),))
        if board.sum is not None:
            self.note = mark("The target sum is ignored: each arrangement shown is a cell.")

    def _goal(self) -> Trail:
        return (self.board.target,)

    def vertex(self, position: Trail) -> Trail:
        return position[-1:]

    def successors(self, vertex: Trail) -> list[tuple[Cell, Trail]]:
        return [(cell, (cell,)) for cell in self.board.jumps(vertex[-1])]

    def moves(self, vertex: Trail) -> list[Cell]:
        return list(self.board.jumps(vertex[-1]))

    def predecessors(self, vertex: Trail) -> list[Trail]:
        return self._before.get(vertex[-1], [])

    def between(self, start: Trail, goal: Trail) -> Board:
        return self.board.changed(start=start[-1], target=goal[-1], sum=None)

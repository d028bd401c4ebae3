"""Transitions between the cells of a maze."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.language import gettext_noop
from puzzlegui.families.maze.board import MazeBoard, Trail
from puzzlegui.solvers.transitions import Transitions


class MazeTransitions(Transitions):
    """Jumps between cells, regardless of the cells visited before and of a target sum."""

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
            self.note = gettext_noop("The target sum is ignored: each arrangement shown is a cell.")

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

    def board_between(self, start: Trail, goal: Trail) -> Board:
        return self.board.with_fields(start=start[-1], target=goal[-1], sum=None)

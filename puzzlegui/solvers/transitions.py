"""Moves between the arrangements of a board of any size: a state graph without vertex numbers."""

from __future__ import annotations

from typing import Any

from puzzlegui.core.board import Board

Move = Any
Vertex = Any
"""A hashable arrangement; a position without the path to it."""


class Transitions:
    """State graph of a board, generated on demand; here, of tile arrangements.

    Attributes:
        board: the board.
        goal: the goal arrangement.
        note: sentence on properties of the board that the graph ignores.
    """

    note = ""

    def __init__(self, board: Any) -> None:
        self.board = board
        self._undoing = board.inverse()
        self.goal: Vertex = self._goal()

    def _goal(self) -> Vertex:
        return self.board.grid(self.board.grid_fields[1])

    def vertex(self, position: Any) -> Vertex:
        """Return the arrangement of a position."""
        return position

    def successors(self, vertex: Vertex) -> list[tuple[Move, Vertex]]:
        """Return each possible move with the resulting arrangement, in the family's order."""
        play = self.board.play
        return [(move, play(vertex, move)) for move in self.board.legal_moves(vertex)]

    def moves(self, vertex: Vertex) -> list[Move]:
        """Return the possible moves in the order of ``successors``."""
        return list(self.board.legal_moves(vertex))

    def predecessors(self, vertex: Vertex) -> list[Vertex]:
        """Return the arrangements from which a move leads to ``vertex``."""
        play = self._undoing.play
        return [play(vertex, move) for move in self._undoing.legal_moves(vertex)]

    def board_between(self, start: Vertex, goal: Vertex) -> Board:
        """Return the board with these arrangements as its start and goal."""
        first, last = self.board.grid_fields[:2]
        board: Board = self.board.with_fields(**{first: start, last: goal})
        return board

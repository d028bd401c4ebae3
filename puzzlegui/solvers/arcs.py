"""Arrangements of a board of any size, and the moves between them: a graph without numbers."""

from __future__ import annotations

from typing import Any

from puzzlegui.core.board import Board

Move = Any
Vertex = Any
"""A position without how it was come by; hashable."""


class Arcs:
    """What a walk from arrangement to arrangement asks a family; here, that of moved tiles.

    Attributes:
        board: whose arrangements they are.
        goal: the arrangement that it asks for.
        note: what of the board is left out of account.
    """

    note = ""

    def __init__(self, board: Any) -> None:
        self.board = board
        self._undoing = board.backwards()
        self.goal: Vertex = self._goal()

    def _goal(self) -> Vertex:
        return self.board.grid(self.board.grid_fields[1])

    def vertex(self, position: Any) -> Vertex:
        """The arrangement of a position."""
        return position

    def successors(self, vertex: Vertex) -> list[tuple[Move, Vertex]]:
        """Each move that is possible there with where it leads to, in the family's order."""
        play = self.board.play
        return [(move, play(vertex, move)) for move in self.board.legal_moves(vertex)]

    def moves(self, vertex: Vertex) -> list[Move]:
        """The moves that are possible there, as ``successors`` has them."""
        return list(self.board.legal_moves(vertex))

    def predecessors(self, vertex: Vertex) -> list[Vertex]:
        """Where each move comes from that leads there."""
        play = self._undoing.play
        return [play(vertex, move) for move in self._undoing.legal_moves(vertex)]

    def between(self, start: Vertex, goal: Vertex) -> Board:
        """The board that asks for the way from one arrangement to another."""
        first, last = self.board.grid_fields[:2]
        board: Board = self.board.changed(**{first: start, last: goal})
        return board

"""State graph of a board, numbered for the exploration of all its arrangements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.solvers.control import SearchContext

Move = Any
Position = Any
Numbers = NDArray[np.int64]

UNKNOWN_DISTANCE = 1 << 15
"""Marks an unknown distance in graphs that are not kept in bytes; deeper than any of them."""


class DistanceLevels(Protocol):
    """Distances from one vertex, computed level by level; see ``arrangements.Levels``."""

    distances: NDArray[Any]
    level: int
    counts: list[int]
    odd_counts: list[int]
    complete: bool

    def compute_next(self, context: SearchContext) -> bool: ...


class StateGraph(ABC):
    """State graph of a board: a numbered vertex for each arrangement, an arc for each move.

    Attributes:
        board: the board.
        size: number of vertex numbers; not all vertices need be reachable.
        memory_mib: memory of the distance table.
        unknown_distance: value of the distance table for an unknown distance.
        is_permutation: all values differ, so that each arrangement is an even or odd permutation.
        note: sentence on properties of the board that the graph ignores.
    """

    board: Any
    size: int
    memory_mib: float
    unknown_distance: int
    is_permutation = False
    note = ""

    @abstractmethod
    def vertex_number(self, position: Position) -> int:
        """Return the vertex number of a position."""

    @abstractmethod
    def position(self, number: int) -> Position:
        """Return the board's position with that number."""

    @abstractmethod
    def to_json(self, position: Position) -> Any:
        """Return a position as JSON data: a list of rows, or a name."""

    @abstractmethod
    def successors(self, number: int) -> list[tuple[Move, int]]:
        """Return each move possible at a vertex with its result, in the family's order."""

    @abstractmethod
    def predecessors(self, number: int) -> list[tuple[Move, int]]:
        """Return each move that leads to a vertex with its origin, in the family's order."""

    @abstractmethod
    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        """Return the neighbours of many vertices.

        Args:
            numbers: int64[n], the vertices.
            backward: follow the moves backwards.

        Returns:
            int64[m, n], -1 for a move that is not possible; a neighbour reached by several moves is
            repeated.
        """

    @abstractmethod
    def goal_number(self) -> int:
        """Return the vertex number of the board's goal."""

    def board_from(self, position: Position) -> Board:
        """Return the board that starts at a position."""
        board: Board = self.board.from_position(position)
        return board

    @abstractmethod
    def board_to(self, position: Position) -> Board:
        """Return the board whose goal is a position."""

    @abstractmethod
    def distance_levels(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> DistanceLevels:
        """Return the breadth-first distances from a vertex, along the moves or against them.

        Args:
            origin: the vertex.
            distances: known distances to continue from; the caller then sets the other attributes.
            backward: follow the moves backwards.
        """

    @abstractmethod
    def key(self) -> bytes:
        """Return bytes that distinguish the numberings of boards of one family and size."""


class AdjacencyGraph(StateGraph):
    """Graph that is small enough for adjacency lists.

    Args:
        board: the board.
        arcs: for each vertex its moves and the vertices they lead to.
    """

    unknown_distance = UNKNOWN_DISTANCE

    def __init__(self, board: Any, arcs: Sequence[Sequence[tuple[Move, int]]]) -> None:
        self.board = board
        self.size = len(arcs)
        self.memory_mib = self.size / (1 << 19)  # two bytes each
        self._forward = [list(outgoing) for outgoing in arcs]
        self._backward: list[list[tuple[Move, int]]] = [[] for _ in arcs]
        for here, outgoing in enumerate(arcs):
            for move, there in outgoing:
                self._backward[there].append((move, here))

    def successors(self, number: int) -> list[tuple[Move, int]]:
        return self._forward[number]

    def predecessors(self, number: int) -> list[tuple[Move, int]]:
        return self._backward[number]

    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        arcs = self._backward if backward else self._forward
        ends = [[there for _, there in arcs[here]] for here in numbers.tolist()]
        vertices = np.full((max(map(len, ends), default=0), len(ends)), -1, np.int64)
        for at, each in enumerate(ends):
            vertices[: len(each), at] = each
        return vertices

    def distance_levels(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> DistanceLevels:
        return _AdjacencyLevels(self._backward if backward else self._forward, origin, distances)


class _AdjacencyLevels:
    """Breadth-first search over adjacency lists (Moore 1959)."""

    def __init__(
        self,
        arcs: Sequence[Sequence[tuple[Move, int]]],
        origin: int,
        distances: NDArray[Any] | None,
    ) -> None:
        self._arcs = arcs
        if distances is None:
            distances = np.full(len(arcs), UNKNOWN_DISTANCE, np.uint16)
            distances[origin] = 0
        self.distances = distances
        self.level = 0
        self.counts: list[int] = []
        self.odd_counts: list[int] = []
        self.complete = False

    def compute_next(self, context: SearchContext) -> bool:
        """Compute the next level; return True if it has any vertices."""
        if self.complete:
            return False
        grew = False
        level = np.flatnonzero(self.distances == self.level).tolist()
        for here in level:
            context.count_expansion()
            for _, there in self._arcs[here]:
                if self.distances[there] > self.level:  # or set before the search was stopped
                    self.distances[there] = self.level + 1
                    grew = True
        self.counts.append(len(level))
        self.odd_counts.append(0)
        self.complete = not grew
        self.level += grew
        return grew

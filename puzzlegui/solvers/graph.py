"""The graph of a board's arrangements: what exploring the whole of it needs to know of a family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.counting import arrangements
from puzzlegui.solvers.arrangements import Cycle, Levels, Ranking
from puzzlegui.solvers.control import Work

Move = Any
Position = Any
Numbers = NDArray[np.int64]

DEEPEST = 1 << 15
"""More levels than any board has that is not kept in bytes."""
_BEYOND = 1 << 60
"""As many bytes as any machine may have; larger numbers need not be fractions."""


class Layers(Protocol):
    """Distances from one vertex, computed level by level; see ``arrangements.Levels``."""

    distances: NDArray[Any]
    level: int
    counts: list[int]
    odd: list[int]
    complete: bool

    def find_next(self, work: Work) -> bool: ...


class Graph(ABC):
    """Every arrangement of a board is a vertex, with a number; every move of it an arc.

    Attributes:
        board: whose arrangements they are.
        size: so many numbers there are; not all need be reachable.
        mib: the memory that layers take.
        unknown: what stands for no distance in the layers.
        permutation: the values are all different, so that each arrangement is even or odd.
        note: what of the board is left out of account.
    """

    board: Any
    size: int
    mib: float
    unknown: int
    permutation = False
    note = ""

    @abstractmethod
    def number(self, position: Position) -> int:
        """The number of a position's vertex."""

    @abstractmethod
    def position(self, number: int) -> Position:
        """A position of the board with that number."""

    @abstractmethod
    def written(self, position: Position) -> Any:
        """A position as it is written: a list of rows, or a name."""

    @abstractmethod
    def successors(self, number: int) -> list[tuple[Move, int]]:
        """Each move that is possible there with where it leads to, in the family's order."""

    @abstractmethod
    def predecessors(self, number: int) -> list[tuple[Move, int]]:
        """Each move that leads there with where it comes from, in the family's order."""

    @abstractmethod
    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        """Where the moves lead from many vertices, or come from.

        Args:
            numbers: int64[n], of the vertices.
            backward: against the moves.

        Returns:
            int64[m, n], -1 where there is none; one reached by several moves is there as often.
        """

    @abstractmethod
    def goal(self) -> int:
        """The number of the vertex that the board asks for."""

    def leaving(self, position: Position) -> Board:
        """The board that begins at a position; its solutions are the ways from there."""
        board: Board = self.board.from_position(position)
        return board

    @abstractmethod
    def reaching(self, position: Position) -> Board:
        """The board whose goal is a position; its solutions are the ways there."""

    @abstractmethod
    def layers(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> Layers:
        """Breadth-first search from a vertex: along the moves, or against them.

        Args:
            origin: the vertex.
            distances: those that are known, to go on from; the rest of what is known is to be set.
            backward: against the moves.
        """

    @abstractmethod
    def key(self) -> bytes:
        """What tells apart boards of one family and size whose graphs are numbered differently."""


class TileGraph(Graph):
    """The graph of a board whose moves carry tiles around cycles of cells.

    Args:
        board: its first grid field is where moves begin, its second where they should end.
        cycles: its moves; is given the rank of each value.
    """

    unknown = 255

    def __init__(self, board: Any, cycles: Callable[[dict[int, int]], Sequence[Cycle]]) -> None:
        self.board = board
        self._values = board.values
        self._ranks = {value: rank for rank, value in enumerate(self._values)}
        self._cycles = list(cycles(self._ranks))
        self._backward = [cycle.backward for cycle in self._cycles]
        start = flatten(board.initial())
        self.size = arrangements(start)
        self.permutation = len(set(start)) == len(start)
        self.mib = min(self.size, _BEYOND) / (1 << 20)  # a byte each
        self._counts = np.bincount([self._ranks[value] for value in start]).astype(np.int64)

    @cached_property
    def _ranking(self) -> Ranking:
        return Ranking(self._counts)

    def number(self, position: Grid) -> int:
        return self._ranking.rank(self._cells(position))

    def _cells(self, position: Grid) -> NDArray[np.int64]:
        return np.array([self._ranks[value] for value in flatten(position)], np.int64)

    def position(self, number: int) -> Grid:
        found = [self._values[rank] for rank in self._ranking.unrank(number).tolist()]
        columns = self.board.columns
        return tuple(tuple(found[at : at + columns]) for at in range(0, len(found), columns))

    def written(self, position: Grid) -> list[list[int]]:
        return [list(row) for row in position]

    def successors(self, number: int) -> list[tuple[Move, int]]:
        return self._after(number, self._cycles)

    def predecessors(self, number: int) -> list[tuple[Move, int]]:
        return self._after(number, self._backward)

    def _after(self, number: int, cycles: Sequence[Cycle]) -> list[tuple[Move, int]]:
        cells = self._ranking.unrank(number)
        found = []
        for cycle in cycles:
            if cycle.where >= 0 and cells[cycle.where] != cycle.value:
                continue
            after = cells.copy()
            after[list(cycle.cells)] = cells[[cycle.cells[-1], *cycle.cells[:-1]]]
            found.append((cycle.move, self._ranking.rank(after)))
        return found

    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        cycles = self._backward if backward else self._cycles
        cells = self._ranking.unrank_all(numbers)
        found = np.full((len(cycles), len(numbers)), -1, np.int64)
        for row, cycle in zip(found, cycles, strict=True):
            able = slice(None) if cycle.where < 0 else cells[:, cycle.where] == cycle.value
            after = cells[able].copy()
            after[:, list(cycle.cells)] = after[:, [cycle.cells[-1], *cycle.cells[:-1]]]
            row[able] = self._ranking.rank_all(after)
        return found

    def goal(self) -> int:
        return self.number(self.board.grid(self.board.grid_fields[1]))

    def reaching(self, position: Grid) -> Board:
        board: Board = self.board.changed(**{self.board.grid_fields[1]: position})
        return board

    def layers(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> Levels:
        cycles = self._backward if backward else self._cycles
        return Levels(self._ranking, cycles, self._ranking.unrank(origin), distances)

    def key(self) -> bytes:
        cycles = sorted((cycle.cells, cycle.where, cycle.value) for cycle in self._cycles)
        return repr((cycles, sorted(flatten(self.board.initial())))).encode()


class ListedGraph(Graph):
    """A graph that is small enough for its arcs to be listed.

    Args:
        board: whose it is.
        arcs: for each vertex its moves and where they lead.
    """

    unknown = DEEPEST

    def __init__(self, board: Any, arcs: Sequence[Sequence[tuple[Move, int]]]) -> None:
        self.board = board
        self.size = len(arcs)
        self.mib = self.size / (1 << 19)  # two bytes each
        self._forward = [list(found) for found in arcs]
        self._backward: list[list[tuple[Move, int]]] = [[] for _ in arcs]
        for here, found in enumerate(arcs):
            for move, there in found:
                self._backward[there].append((move, here))

    def successors(self, number: int) -> list[tuple[Move, int]]:
        return self._forward[number]

    def predecessors(self, number: int) -> list[tuple[Move, int]]:
        return self._backward[number]

    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        arcs = self._backward if backward else self._forward
        ends = [[there for _, there in arcs[here]] for here in numbers.tolist()]
        found = np.full((max(map(len, ends), default=0), len(ends)), -1, np.int64)
        for at, each in enumerate(ends):
            found[: len(each), at] = each
        return found

    def layers(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> Layers:
        return _ListedLayers(self._backward if backward else self._forward, origin, distances)


class _ListedLayers:
    """Breadth-first search over listed arcs (Moore 1959)."""

    def __init__(
        self,
        arcs: Sequence[Sequence[tuple[Move, int]]],
        origin: int,
        distances: NDArray[Any] | None,
    ) -> None:
        self._arcs = arcs
        if distances is None:
            distances = np.full(len(arcs), DEEPEST, np.uint16)
            distances[origin] = 0
        self.distances = distances
        self.level = 0
        self.counts: list[int] = []
        self.odd: list[int] = []
        self.complete = False

    def find_next(self, work: Work) -> bool:
        """Compute the next level; whether there is one."""
        if self.complete:
            return False
        found = False
        level = np.flatnonzero(self.distances == self.level).tolist()
        for here in level:
            work.expand()
            for _, there in self._arcs[here]:
                if self.distances[there] > self.level:  # perhaps found before it was stopped
                    self.distances[there] = self.level + 1
                    found = True
        self.counts.append(len(level))
        self.odd.append(0)
        self.complete = not found
        self.level += found
        return found

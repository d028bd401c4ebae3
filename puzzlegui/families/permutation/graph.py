"""The graph of a permutation board's arrangements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, Grid, flatten, rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.group import Permutation, StabiliserChain, permutation
from puzzlegui.families.permutation.moves import PermutationMove
from puzzlegui.families.permutation.verdict import generators, puzzle_group
from puzzlegui.solvers.arrangements import Ranking
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.graph import Numbers, StateGraph

Vectors = NDArray[np.int64]
"""int64[vertices, k], the vertices as their numbering sees them."""
Shorts = NDArray[np.int16]

_UNKNOWN = 255
_CHUNK = 1 << 16
"""Vertices whose neighbours are computed together."""
_BEYOND = 1 << 60


class _Numbering(Protocol):
    """Numbers of arrangements."""

    def number(self, values: tuple[int, ...]) -> int:
        """Return the number of an arrangement, given by the values of the cells."""

    def values(self, number: int) -> list[int]:
        """Return the values of the cells in an arrangement."""

    def neighbours(self, numbers: Numbers, targets: Shorts) -> Numbers:
        """Return the results of a move, given by the new cell of each cell's content."""


class _Lexicographic:
    """Numbers of all arrangements of the values, by lexicographic rank."""

    def __init__(self, start: tuple[int, ...]) -> None:
        self._values = sorted(set(start))
        self._ranks = {value: rank for rank, value in enumerate(self._values)}
        counts = np.bincount([self._ranks[value] for value in start]).astype(np.int64)
        self._ranking = Ranking(counts)

    def number(self, values: tuple[int, ...]) -> int:
        return self._ranking.rank(np.array([self._ranks[value] for value in values], np.int64))

    def values(self, number: int) -> list[int]:
        return [self._values[rank] for rank in self._ranking.unrank(number).tolist()]

    def neighbours(self, numbers: Numbers, targets: Shorts) -> Numbers:
        vectors = self._ranking.unrank_all(numbers)
        after = np.empty_like(vectors)
        after[:, targets] = vectors
        return self._ranking.rank_all(after)


class _ByGroup:
    """Numbers of the elements of a group, by their places in the orbits of a chain.

    An arrangement is an element applied to the goal, or for further numbers to a start that cannot
    reach the goal. A vertex is seen as the cells of the tiles that belong to the base points.
    """

    def __init__(self, chain: StabiliserChain, origins: Sequence[tuple[int, ...]]) -> None:
        self._chain = chain
        self._origins = origins
        levels = chain.levels
        cells = len(origins[0])
        self._base = np.array([level.base for level in levels])
        self._points = [np.array(sorted(level.to)) for level in levels]
        self._places = np.full((len(levels), cells), -1, np.int64)
        self._to, self._back = [], []
        for number, (level, points) in enumerate(zip(levels, self._points, strict=True)):
            self._places[number, points] = np.arange(len(points))
            listed = points.tolist()
            self._to.append(np.array([list(level.to[i][:cells]) for i in listed], np.int16))
            self._back.append(np.array([list(level.back[i][:cells]) for i in listed], np.int16))
        self._order = chain.order

    def number(self, values: tuple[int, ...]) -> int:
        for which, origin in enumerate(self._origins):
            if len(set(origin)) == len(origin):
                element = _mapping(origin, values)
                if element not in self._chain:
                    continue
            else:
                found = self._chain.mappings(origin, values, 1 << 40)
                if (first := next(found, None)) is None:
                    continue
                element = first
            vectors = np.array([[element[point] for point in self._base.tolist()]], np.int64)
            return int(self._rank(vectors.reshape(1, -1))[0]) + which * self._order
        raise PuzzleError(tr("this arrangement can be reached neither from the start nor the goal"))

    def values(self, number: int) -> list[int]:
        which, rest = divmod(number, self._order)
        element = self._chain.identity
        digits = []
        for points in reversed(self._points):
            rest, place = divmod(rest, len(points))
            digits.append(int(points[place]))
        for level, point in zip(reversed(self._chain.levels), digits, strict=True):
            element = _product(element, level.to[point])
        origin = self._origins[which]
        found = [0] * len(origin)
        for cell, value in enumerate(origin):
            found[element[cell]] = value
        return found

    def neighbours(self, numbers: Numbers, targets: Shorts) -> Numbers:
        which, rest = np.divmod(numbers, self._order)
        vectors = self._unrank(rest)
        found: Numbers = self._rank(targets[vectors].astype(np.int64)) + which * self._order
        return found

    def _rank(self, vectors: Vectors) -> Numbers:
        """Return the ranks of the images of the base points; the first digit counts most."""
        columns = list(vectors.T.copy())
        found = np.zeros(len(vectors), np.int64)
        for number in range(len(columns)):
            place = self._places[number][columns[number]]
            found = found * len(self._points[number]) + place
            back = self._back[number]
            for later in range(number + 1, len(columns)):
                columns[later] = back[place, columns[later]]
        return found

    def _unrank(self, numbers: Numbers) -> Vectors:
        left = numbers
        places = []
        for points in reversed(self._points):
            left, place = np.divmod(left, len(points))
            places.append(place)
        places.reverse()
        vectors = np.broadcast_to(self._base, (len(numbers), len(self._base))).copy()
        columns = list(vectors.T)
        for number in reversed(range(len(columns))):
            to = self._to[number]
            for later in range(number, len(columns)):
                columns[later] = to[places[number], columns[later]]
        found: Vectors = np.array(columns, np.int64).reshape(len(columns), -1).T.copy()
        return found


def _mapping(origin: tuple[int, ...], values: tuple[int, ...]) -> Permutation:
    place = {value: cell for cell, value in enumerate(values)}
    return permutation([place[value] for value in origin])


def _product(first: Permutation, then: Permutation) -> Permutation:
    return (
        bytes(then[i] for i in first) if isinstance(first, bytes) else tuple(then[i] for i in first)
    )


class PermutationGraph(StateGraph):
    """State graph of a permutation board.

    Args:
        board: a valid board.
    """

    unknown_distance = _UNKNOWN

    def __init__(self, board: PermutationBoard) -> None:
        self.board = board
        self._cells = board.cells
        self._moves = list(board.table.steps)
        place = {cell: i for i, cell in enumerate(self._cells)}
        self._targets = []
        for step in board.table.steps.values():
            targets = np.arange(len(self._cells), dtype=np.int16)
            for source, target in zip(step.sources, step.targets, strict=True):
                targets[place[source]] = place[target]
            self._targets.append(targets)
        self._inverse = [np.argsort(targets).astype(np.int16) for targets in self._targets]
        self._start, self._goal = self._values(board.start), self._values(board.goal)
        self._verdict = board.verdict()
        group = puzzle_group(self._cells, tuple(board.table.steps.values()))
        distinct = len(set(self._start)) == len(self._start)
        # Every element makes another arrangement.
        self._is_group = group is not None and (distinct or self._verdict.reachable == group.order)
        self.size = count_arrangements(self._start)
        if group is not None and self._is_group:
            self.size = group.order * len(self._origins)
        self.memory_mib = min(self.size, _BEYOND) / (1 << 20)

    @property
    def _origins(self) -> list[tuple[int, ...]]:
        return [self._goal] if self._verdict.solvable else [self._goal, self._start]

    @cached_property
    def _numbering(self) -> _Numbering:
        if not self._is_group:
            return _Lexicographic(self._start)
        steps = tuple(self.board.table.steps.values())
        chain = StabiliserChain(len(self._start), generators(self._cells, steps))
        return _ByGroup(chain, self._origins)

    def _values(self, position: Grid) -> tuple[int, ...]:
        values = flatten(position)
        return tuple(values[cell] for cell in self._cells)

    def vertex_number(self, position: Grid) -> int:
        return self._numbering.number(self._values(position))

    def position(self, number: int) -> Grid:
        values = [HOLE] * (self.board.rows * self.board.columns)
        for cell, value in zip(self._cells, self._numbering.values(number), strict=True):
            values[cell] = value
        return rows_of(values, self.board.columns)

    def to_json(self, position: Grid) -> list[list[int | None]]:
        return [[None if value == HOLE else value for value in row] for row in position]

    def successors(self, number: int) -> list[tuple[PermutationMove, int]]:
        return self._after(number, self._targets)

    def predecessors(self, number: int) -> list[tuple[PermutationMove, int]]:
        return self._after(number, self._inverse)

    def _after(self, number: int, targets: list[Shorts]) -> list[tuple[PermutationMove, int]]:
        one = np.array([number])
        return [
            (move, int(self._numbering.neighbours(one, each)[0]))
            for move, each in zip(self._moves, targets, strict=True)
        ]

    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        targets = self._inverse if backward else self._targets
        found = [self._numbering.neighbours(numbers, each) for each in targets]
        return np.array(found).reshape(len(targets), len(numbers))

    def goal_number(self) -> int:
        return self.vertex_number(self.board.goal)

    def board_to(self, position: Grid) -> Board:
        board: Board = self.board.with_fields(goal=position)
        return board

    def distance_levels(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> PermutationLevels:
        return PermutationLevels(self, origin, distances, backward=backward)

    def key(self) -> bytes:
        moves = sorted(targets.tolist() for targets in self._targets)
        ends = self._values(self.board.start), self._values(self.board.goal)
        return repr((moves, sorted(self.board.holes), ends)).encode()


class PermutationLevels:
    """Distances from a vertex, computed level by level; see ``solvers.graph.DistanceLevels``."""

    def __init__(
        self,
        graph: PermutationGraph,
        origin: int,
        distances: NDArray[np.uint8] | None,
        *,
        backward: bool,
    ) -> None:
        self._graph = graph
        self._backward = backward
        if distances is None:
            distances = np.full(graph.size, _UNKNOWN, np.uint8)
            distances[origin] = 0
        self.distances = distances
        self.level = 0
        self.counts: list[int] = []
        self.odd_counts: list[int] = []
        self.complete = False

    def compute_next(self, context: SearchContext) -> bool:
        """Compute the next level; return True if it has any arrangements."""
        if self.complete:
            return False
        level = np.flatnonzero(self.distances == self.level)
        begun, found = context.states, False
        context.depth = self.level
        for first in range(0, len(level), _CHUNK):
            part = level[first : first + _CHUNK]
            context.check()
            for after in self._graph.neighbours(part, backward=self._backward):
                context.check()
                new = after[self.distances[after] > self.level]
                self.distances[new] = self.level + 1
                found |= len(new) > 0
            context.set_state_count(begun + first + len(part))
        self.counts.append(len(level))
        self.odd_counts.append(0)
        self.complete = not found
        if found:
            self.level += 1
        return found


def graph(board: PermutationBoard) -> PermutationGraph:
    """Return the graph of the arrangements of a board."""
    return PermutationGraph(board)

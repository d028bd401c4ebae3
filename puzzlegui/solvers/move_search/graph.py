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
from puzzlegui.kernels import group_elements as kernel
from puzzlegui.solvers.arrangements import Ranking
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.graph import Numbers, StateGraph
from puzzlegui.solvers.move_search.arrangement import generators, puzzle_group
from puzzlegui.solvers.move_search.group import Permutation, StabiliserChain, permutation

Shorts = NDArray[np.int16]

_UNKNOWN = 255
_CHUNK = 1 << 16
"""Neighbours computed together, at least for one vertex."""
_BEYOND = 1 << 60


class _Numbering(Protocol):
    """Numbers of arrangements."""

    def number(self, values: tuple[int, ...]) -> int:
        """Return the number of an arrangement, given by the values of the cells."""

    def values(self, number: int) -> list[int]:
        """Return the values of the cells in an arrangement."""

    def neighbours(self, numbers: Numbers, targets: Shorts) -> Numbers:
        """Return the results of moves.

        Args:
            numbers: int64[k].
            targets: int16[m, n], the cell that each move carries the content of a cell to.

        Returns:
            int64[m, k].
        """


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
        found = np.empty((len(targets), len(numbers)), np.int64)
        for row, each in zip(found, targets, strict=True):
            after = np.empty_like(vectors)
            after[:, each] = vectors
            row[:] = self._ranking.rank_all(after)
        return found


class _ByGroup:
    """Numbers of the elements of a group, by their places in the orbits of a chain.

    An arrangement is an element applied to the goal, or for further numbers to a start that cannot
    reach the goal.
    """

    def __init__(self, chain: StabiliserChain, origins: Sequence[tuple[int, ...]]) -> None:
        self._chain = chain
        self._origins = origins
        levels = chain.levels
        cells = len(origins[0])
        self._points = [sorted(level.to) for level in levels]
        places = np.full((len(levels), cells), -1, np.int16)
        to: list[Permutation] = []
        back: list[Permutation] = []
        for row, level, points in zip(places, levels, self._points, strict=True):
            row[points] = np.arange(len(points))
            to += [level.to[point][:cells] for point in points]
            back += [level.back[point][:cells] for point in points]
        self._kernel = kernel.Chain(
            np.array([level.base for level in levels], np.int64),
            np.array([len(points) for points in self._points], np.int64),
            places,
            np.array(list(map(list, to)), np.int16).reshape(-1, cells),
            np.array(list(map(list, back)), np.int16).reshape(-1, cells),
            chain.order,
        )

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
            images = np.array([element[level.base] for level in self._chain.levels], np.int64)
            return int(kernel.rank(self._kernel, images)) + which * self._chain.order
        raise PuzzleError(tr("this arrangement can be reached neither from the start nor the goal"))

    def values(self, number: int) -> list[int]:
        which, rest = divmod(number, self._chain.order)
        element = self._chain.identity
        digits = []
        for points in reversed(self._points):
            rest, place = divmod(rest, len(points))
            digits.append(points[place])
        for level, point in zip(reversed(self._chain.levels), digits, strict=True):
            element = _product(element, level.to[point])
        origin = self._origins[which]
        found = [0] * len(origin)
        for cell, value in enumerate(origin):
            found[element[cell]] = value
        return found

    def neighbours(self, numbers: Numbers, targets: Shorts) -> Numbers:
        found = np.empty((len(targets), len(numbers)), np.int64)
        scratch = np.empty((2, len(self._points)), np.int64)
        kernel.neighbours(self._kernel, numbers, targets, scratch, found)
        return found


def _mapping(origin: tuple[int, ...], values: tuple[int, ...]) -> Permutation:
    place = {value: cell for cell, value in enumerate(values)}
    return permutation([place[value] for value in origin])


def _product(first: Permutation, then: Permutation) -> Permutation:
    return (
        bytes(then[i] for i in first) if isinstance(first, bytes) else tuple(then[i] for i in first)
    )


class MoveSetGraph(StateGraph):
    """State graph of a permutation board.

    Args:
        board: a valid board.
    """

    unknown_distance = _UNKNOWN

    def __init__(self, board: Board) -> None:
        self.board = board
        self._cells = board.cells
        self._moves = list(board.steps)
        place = {cell: i for i, cell in enumerate(self._cells)}
        cells = np.arange(len(self._cells), dtype=np.int16)
        self._targets = np.tile(cells, (len(self._moves), 1))
        for row, step in zip(self._targets, board.steps.values(), strict=True):
            row[[place[cell] for cell in step.sources]] = [place[cell] for cell in step.targets]
        self._inverse = np.argsort(self._targets, axis=1).astype(np.int16)
        self._start, self._goal = self._values(board.initial()), self._values(board.grid("goal"))
        self._verdict = board.verdict()
        group = puzzle_group(self._cells, tuple(board.steps.values()))
        counts = {self._verdict.reachable}
        if not self._verdict.solvable:
            counts.add(board.with_fields(start=board.grid("goal")).verdict().reachable)
        # Every element makes another arrangement, of the start and of the goal.
        self._is_group = group is not None and counts == {group.order}
        self.size = count_arrangements(self._start)
        if group is not None and self._is_group:
            self.size = group.order * len(self._origins)
        self.memory_mib = min(self.size, _BEYOND) / (1 << 20)

    @property
    def degree(self) -> int:
        """Number of moves."""
        return len(self._moves)

    @property
    def _origins(self) -> list[tuple[int, ...]]:
        return [self._goal] if self._verdict.solvable else [self._goal, self._start]

    @cached_property
    def _numbering(self) -> _Numbering:
        if not self._is_group:
            return _Lexicographic(self._start)
        steps = tuple(self.board.steps.values())
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

    def successors(self, number: int) -> list[tuple[Any, int]]:
        return self._after(number, self._targets)

    def predecessors(self, number: int) -> list[tuple[Any, int]]:
        return self._after(number, self._inverse)

    def _after(self, number: int, targets: Shorts) -> list[tuple[Any, int]]:
        found = self._numbering.neighbours(np.array([number]), targets)[:, 0]
        return list(zip(self._moves, found.tolist(), strict=True))

    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        return self._numbering.neighbours(numbers, self._inverse if backward else self._targets)

    def goal_number(self) -> int:
        return self.vertex_number(self.board.grid("goal"))

    def board_to(self, position: Grid) -> Board:
        board: Board = self.board.with_fields(goal=position)
        return board

    def distance_levels(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> VertexLevels:
        return VertexLevels(self, origin, distances, backward=backward)

    def key(self) -> bytes:
        moves = sorted(self._targets.tolist())
        ends = self._values(self.board.initial()), self._values(self.board.grid("goal"))
        return repr((moves, sorted(self.board.holes), ends)).encode()


class VertexLevels:
    """Distances from a vertex, computed level by level; see ``solvers.graph.DistanceLevels``."""

    def __init__(
        self,
        graph: MoveSetGraph,
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
        chunk = max(1, _CHUNK // self._graph.degree)
        for first in range(0, len(level), chunk):
            part = level[first : first + chunk]
            context.check()
            for after in self._graph.neighbours(part, backward=self._backward):
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


def graph(board: Board) -> MoveSetGraph:
    """Return the graph of the arrangements of a board."""
    return MoveSetGraph(board)

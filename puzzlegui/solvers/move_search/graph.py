"""The graph of a board's arrangements."""

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
from puzzlegui.core.permutations import Step, count_arrangements
from puzzlegui.kernels import group_elements as kernel
from puzzlegui.solvers.arrangements import UNKNOWN, Arc, Levels, Ranking
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.graph import DistanceLevels, Numbers, StateGraph
from puzzlegui.solvers.move_search.arrangement import generators, permutation_between, puzzle_group
from puzzlegui.solvers.move_search.group import Permutation, StabiliserChain, compose

_FEW = 10_000_000
"""Arrangements that are all numbered, also if the moves reach only a part of them."""
_CHUNK = 1 << 16
"""Neighbours computed together, at least for one vertex."""
_BEYOND = 1 << 60
"""More bytes than any machine has; memory for larger graphs is not computed as a fraction."""


class _Numbering(Protocol):
    """Numbers of arrangements, each given by the values of the cells."""

    def number(self, values: tuple[int, ...]) -> int:
        """Return the number of an arrangement."""

    def values(self, number: int) -> list[int]:
        """Return the values of the cells in an arrangement."""

    def neighbours(self, numbers: Numbers, arcs: Sequence[Arc]) -> Numbers:
        """Return the results of moves, int64[k] to int64[m, k]; -1 for a move not possible."""

    def levels(
        self, origin: int, distances: NDArray[np.uint8] | None, arcs: Sequence[Arc]
    ) -> DistanceLevels:
        """Return the distances from an arrangement along moves."""


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

    def neighbours(self, numbers: Numbers, arcs: Sequence[Arc]) -> Numbers:
        vectors = self._ranking.unrank_all(numbers)
        found = np.full((len(arcs), len(numbers)), -1, np.int64)
        for row, arc in zip(found, arcs, strict=True):
            possible = np.broadcast_to(arc.possible(vectors), len(numbers))
            row[possible] = self._ranking.rank_all(arc.apply(vectors[possible]))
        return found

    def levels(
        self, origin: int, distances: NDArray[np.uint8] | None, arcs: Sequence[Arc]
    ) -> DistanceLevels:
        return Levels(self._ranking, arcs, self._ranking.unrank(origin), distances)


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
                element = permutation_between(origin, values)
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
            element = compose(element, level.to[point])
        origin = self._origins[which]
        found = [0] * len(origin)
        for cell, value in enumerate(origin):
            found[element[cell]] = value
        return found

    def neighbours(self, numbers: Numbers, arcs: Sequence[Arc]) -> Numbers:
        targets = np.tile(np.arange(len(self._origins[0]), dtype=np.int16), (len(arcs), 1))
        for row, arc in zip(targets, arcs, strict=True):
            row[list(arc.step.sources)] = arc.step.targets
        found = np.empty((len(arcs), len(numbers)), np.int64)
        scratch = np.empty((2, len(self._points)), np.int64)
        kernel.neighbours(self._kernel, numbers, targets, scratch, found)
        return found

    def levels(
        self, origin: int, distances: NDArray[np.uint8] | None, arcs: Sequence[Arc]
    ) -> DistanceLevels:
        if distances is None:
            distances = np.full(self._chain.order * len(self._origins), UNKNOWN, np.uint8)
            distances[origin] = 0
        return _GroupLevels(self, arcs, distances)


class _GroupLevels:
    """Distances from an element, computed level by level; see ``solvers.graph.DistanceLevels``."""

    def __init__(
        self, numbering: _ByGroup, arcs: Sequence[Arc], distances: NDArray[np.uint8]
    ) -> None:
        self._numbering = numbering
        self._arcs = arcs
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
        chunk = max(1, _CHUNK // len(self._arcs))
        for first in range(0, len(level), chunk):
            part = level[first : first + chunk]
            context.check()
            for after in self._numbering.neighbours(part, self._arcs):
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


class ArrangementGraph(StateGraph):
    """State graph of a board whose moves carry the contents of cells to others.

    Args:
        board: a valid board with a start and a goal.
        arcs: its moves, on cells counted without holes.
        group_order: number of elements of the group that moves generate, if every element makes
            another arrangement of the start, and of the goal; such graphs have a vertex for each.
    """

    unknown_distance = UNKNOWN

    def __init__(self, board: Board, arcs: Sequence[Arc], group_order: int | None = None) -> None:
        self.board = board
        self._arcs = arcs
        self._backward = [arc.inverse for arc in arcs]
        self._start, self._goal = (self._values(board.grid(name)) for name in ("start", "goal"))
        self._origins = [self._goal]
        if group_order is not None and board.verdict().solvable is False:
            self._origins.append(self._start)
        self._has_group = group_order is not None
        self.size = (
            count_arrangements(self._start)
            if group_order is None
            else group_order * len(self._origins)
        )
        self.is_permutation = not self._has_group and len(set(self._start)) == len(self._start)
        self.memory_mib = min(self.size, _BEYOND) / (1 << 20)  # a byte each

    @cached_property
    def _numbering(self) -> _Numbering:
        if not self._has_group:
            return _Lexicographic(self._start)
        steps = tuple(self.board.steps.values())
        chain = StabiliserChain(len(self._start), generators(self.board.cells, steps))
        return _ByGroup(chain, self._origins)

    def _values(self, position: Grid) -> tuple[int, ...]:
        values = flatten(position)
        return tuple(values[cell] for cell in self.board.cells)

    def vertex_number(self, position: Grid) -> int:
        return self._numbering.number(self._values(position))

    def position(self, number: int) -> Grid:
        values = [HOLE] * (self.board.rows * self.board.columns)
        for cell, value in zip(self.board.cells, self._numbering.values(number), strict=True):
            values[cell] = value
        return rows_of(values, self.board.columns)

    def to_json(self, position: Grid) -> list[list[int | None]]:
        return [[None if value == HOLE else value for value in row] for row in position]

    def successors(self, number: int) -> list[tuple[Any, int]]:
        return self._after(number, self._arcs)

    def predecessors(self, number: int) -> list[tuple[Any, int]]:
        return self._after(number, self._backward)

    def _after(self, number: int, arcs: Sequence[Arc]) -> list[tuple[Any, int]]:
        found = self._numbering.neighbours(np.array([number]), arcs)[:, 0]
        return [
            (arc.move, after) for arc, after in zip(arcs, found.tolist(), strict=True) if after >= 0
        ]

    def neighbours(self, numbers: Numbers, *, backward: bool) -> Numbers:
        return self._numbering.neighbours(numbers, self._backward if backward else self._arcs)

    def goal_number(self) -> int:
        return self.vertex_number(self.board.grid("goal"))

    def board_to(self, position: Grid) -> Board:
        board: Board = self.board.with_fields(goal=position)
        return board

    def distance_levels(
        self, origin: int, distances: NDArray[Any] | None = None, *, backward: bool
    ) -> DistanceLevels:
        arcs = self._backward if backward else self._arcs
        return self._numbering.levels(origin, distances, arcs)

    def key(self) -> bytes:
        moves = sorted((*arc.step, arc.required_cell, arc.required_value) for arc in self._arcs)
        ends = (self._start, self._goal) if self._has_group else sorted(self._start)
        return repr((moves, sorted(self.board.holes), ends)).encode()


def graph(board: Board) -> ArrangementGraph:
    """Return the graph of the arrangements of a board, by its move set."""
    place = {cell: i for i, cell in enumerate(board.cells)}
    arcs = [
        Arc(move, Step(*(tuple(place[cell] for cell in cells) for cells in step)))
        for move, step in board.steps.items()
    ]
    return ArrangementGraph(board, arcs, _group_order(board))


def _group_order(board: Board) -> int | None:
    """Return the order of the group if every element makes another arrangement."""
    verdict = board.verdict()
    reachable = {verdict.reachable}
    if verdict.solvable is False:
        reachable.add(board.with_fields(start=board.grid("goal")).verdict().reachable)
    total = count_arrangements(value for value in flatten(board.grid("start")) if value != HOLE)
    if total <= _FEW or None in reachable or total in reachable:
        return None
    group = puzzle_group(board.cells, tuple(board.steps.values()))
    return group.order if group is not None and reachable == {group.order} else None

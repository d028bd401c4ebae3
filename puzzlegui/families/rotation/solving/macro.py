"""Anytime solver of rotation boards: a solution at once, then shorter ones.

A narrow beam search (Lowerre 1976) fills the board cell by cell, which never fails
(``kernels.peel``). A wider one brings all tiles of the board nearer at the same time
(``kernels.beam``); since it stalls on the last misplaced tiles, it is cut off at several points and
the solution is completed from there. Then a large neighbourhood search (Shaw 1998) improves the
solution. Equal values are assigned to their goal cells at the least total cost (Kuhn 1955), first
on the whole board and again in each neighbourhood.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard, Turn
from puzzlegui.families.rotation.kernels.beam import BeamParameters, BlockSolver, Instance
from puzzlegui.families.rotation.kernels.constants import peel as rotation_peel
from puzzlegui.families.rotation.kernels.constants.beam import ACROSS, DOWN, NODE
from puzzlegui.families.rotation.solving import optimal
from puzzlegui.families.rotation.solving.beam import (
    BeamMemory,
    allocate_memory,
    board_instance,
    identity_images,
    memory_mib,
    path_to_node,
    rectangle_instance,
)
from puzzlegui.families.rotation.solving.clean import clean_moves
from puzzlegui.families.rotation.solving.distance_table import DistanceTable
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts
from puzzlegui.families.rotation.solving.neighbourhoods import neighbourhood_search
from puzzlegui.families.rotation.solving.peel_beam import PeelBeam, beam_mib
from puzzlegui.families.rotation.solving.segments import segments
from puzzlegui.families.rotation.solving.symmetry import images_of
from puzzlegui.solvers.anytime import distance_costs, has_small_state_space
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import Control, Outcome, Request, SearchContext
from puzzlegui.solvers.tile_assignment import assign_tiles

Ints = NDArray[np.int64]

_POWER, _SYMMETRIC_POWER = 1.5, 1.75
"""Power of a distance that gives its cost; larger on symmetric boards, where most tiles are far
from their cells."""
_SHARES, _LARGE_SHARES = (0.02, 0.12), (0.02, 0.25)
"""Shares of all states for the successive beams over the whole board; the second pair is for boards
of more than 500 cells, where neighbourhoods alone would take too long."""
_PATIENCE = 2000
"""Unsuccessful neighbourhoods, for each turn of the solution, after which the search ends if no
limit is set."""
_LOOKAHEAD, _NOISE = 8, 7
"""See ``kernels.beam.BeamParameters``."""
_BLOCKS_SHARE = 0.08
"""Share of a beam's states for completing the solution from a cut."""
_BLOCK_TURNS = 50
"""Most turns for bringing a block of cells into place."""
_BLOCK, _MARGIN, _MOST_CELLS = 3, 2, 144
"""Rows and columns of such a block, margin around it, and most cells of both together."""
_BLOCK_WEIGHT = 3
"""Factor of the cost of the tiles of the block."""
_FOCUS, _DWELL = 8, 10
"""See ``kernels.beam.BeamParameters``, for the beam over the whole board."""
_CUTS = (3, 2.3, 1.7, 1.2, 0.8, 0)
"""Mean distances of tiles from their cells at which the beam over the board is cut off."""
_ONE_WAY_CUTS = (0.5, 0.37, 0.28, 0.19, 0.13, 0)
"""The same as shares of the distance at the start, where blocks turn one way only: there a beam is
useful only for the first half of the distance."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out."""
    assert isinstance(board, RotationBoard)
    if has_small_state_space(board.start):
        return optimal.solve(board, control)
    return _Macro(board, control).solve()


class _Macro(AnytimeSearch):
    """The anytime search on a board."""

    def __init__(self, board: RotationBoard, control: Control) -> None:
        super().__init__(control)
        self._board = board
        self._rows, self._columns = board.rows, board.columns
        self._cells = board.rows * board.columns
        self._encoded = encoded = EncodedBoard(board)
        self._directions = encoded.directions
        nothing = np.zeros(0, np.int16)
        self._colours = encoded.start if encoded.values < self._cells else nothing
        self._states = self._budget.total_states(1e6 / (0.7 + 0.0015 * self._cells))
        self._distance_cost = distance_costs(_POWER)
        self._instance, self._cost = self._whole_board(self._distance_cost)
        self._start = assign_tiles(encoded.start, encoded.goal, self._cost, control)

    def _start_from(self, solution: Sequence[Turn]) -> None:
        self._report(self._clean(self._encoded.encode(solution)))

    def _search_from_scratch(self) -> None:
        self._report(self._clean(self._peel(self._start, 3 if self._cells > 500 else 10)))
        if self._is_proved():
            return
        self._control.phase = tr("beam search over the whole board")
        together = images_of(self._rows, self._columns, self._start)
        shares = _LARGE_SHARES if self._cells > 500 else _SHARES
        for share in shares:
            self._beam(share * self._states, self._instance, identity_images(self._cells))
        if together is not None:
            instance, _ = self._whole_board(distance_costs(_SYMMETRIC_POWER), together)
            self._beam(shares[-1] * self._states, instance, together)

    def _search_neighbourhoods(self) -> None:
        search = neighbourhood_search(
            self._instance, self._distance_cost, self._colours, self._clean, self._control
        )
        self._improve(search, _PATIENCE)

    def _outcome(self, moves: Shorts, _ending: str) -> Outcome:
        named = segments(self._board, self._encoded, moves)
        return Outcome(Status.SOLVED, self._encoded.decode(moves), segments=named)

    # --- the board as an instance ---

    def _clean(self, moves: Shorts) -> Shorts:
        return clean_moves(self._board, self._encoded, moves)

    def _whole_board(
        self, distance_cost: NDArray[np.int32], images: Shorts | None = None
    ) -> tuple[Instance, Shorts]:
        return board_instance(self._rows, self._columns, self._directions, distance_cost, images)

    # --- cell by cell ---

    def _peel(self, start: Shorts, width: int) -> Shorts:
        """Solve with a narrow beam that finishes cell by cell, and a table for the rest."""
        control = self._control
        order, top, left = _peel_order(self._rows, self._columns)
        control.reserve(beam_mib(self._cells, width))
        beam = PeelBeam(self._rows, self._columns, self._directions, width)
        with ThreadPoolExecutor(1, "table") as pool:  # both take about 0.1 s the first time
            job = pool.submit(_rest_table, self._rows - top, self._columns - left, self._directions)
            found = beam.peel(start, order, self._cost, control.kernel_array())
            table = job.result()
        control.collect_kernel_counts()
        assert found > 0
        rest = np.array(
            [
                r * self._columns + c
                for r in range(top, self._rows)
                for c in range(left, self._columns)
            ]
        )
        number = np.zeros(self._cells, np.int64)
        number[rest] = np.arange(len(rest))
        ends = [number[beam.tiles[0, index, rest]] for index in range(found)]
        lengths = [
            int(beam.head[0, index, rotation_peel.MOVES])
            + table.distance(end, SearchContext(Request()))
            for index, end in enumerate(ends)
        ]
        best = lengths.index(min(lengths))
        node = int(beam.head[0, best, rotation_peel.NODE])
        moves = path_to_node(beam.parents, beam.turns, node)
        cells = ends[best]
        while len(moves) < lengths[best]:
            turn, cells = next(table.steps(cells))
            block = (turn.row + top) * (self._columns - 1) + turn.column + left
            moves.append(block * self._directions + (not turn.clockwise))
        return np.array(moves, np.int16)

    # --- the whole board at once ---

    def _beam(self, budget: float, instance: Instance, images: Shorts) -> None:
        control = self._control
        levels = len(self._solution)
        width = int(min(20_000, max(10, budget / levels)))
        parameters = BeamParameters(width, 3 * width, _LOOKAHEAD, _NOISE, _FOCUS, _DWELL)
        size = self._directions, self._cells, parameters, levels
        control.reserve(memory_mib(*size))
        memory = allocate_memory(*size)
        beam = memory.beam(instance, parameters)
        beam.begin(self._start)
        for goal in self._cut_distances(int(memory.head[0, [DOWN, ACROSS]].sum())):
            reached = beam.advance(goal, self._rng, control.kernel_array())
            control.collect_kernel_counts()
            if reached != 1:
                break
            made = self._path(memory, beam.best, 0, 0, self._columns, images)
            rest = self._solve_blocks(memory.tiles[beam.best].copy(), _BLOCKS_SHARE * budget)
            self._report(self._clean(np.concatenate([np.array(made, np.int16), rest])))

    def _cut_distances(self, away: int) -> list[int]:
        """Return the sums of distances at which a beam is cut off, from that of the start."""
        if self._directions == 1:
            return [int(share * away) for share in _ONE_WAY_CUTS]
        return [int(cut * self._cells) for cut in _CUTS]

    # --- block by block ---

    def _solve_blocks(self, cells: Shorts, budget: float) -> Shorts:
        """Solve a board whose tiles are near their cells, block by block.

        Each block is brought into place by a beam over a rectangle that contains all its tiles.
        Blocks for which that fails are halved; if it fails for a single cell, ``_peel`` completes
        the solution.
        """
        control = self._control
        width = int(min(2000, max(30, budget / self._cells)))
        parameters = BeamParameters(width, 3 * width, _LOOKAHEAD, _NOISE, _MOST_CELLS, 1)
        size = self._directions, _MOST_CELLS, parameters, _BLOCK_TURNS
        control.reserve(memory_mib(*size))
        memory = allocate_memory(*size)
        beam = memory.beam(rectangle_instance(self._directions, _MOST_CELLS), parameters)
        solver = BlockSolver(
            beam, self._columns, self._distance_cost, np.zeros(_MOST_CELLS, np.int16)
        )
        images = identity_images(_MOST_CELLS)
        wanted = np.zeros((self._rows, self._columns), np.uint8)
        moves: list[int] = []
        blocks = [
            (top, left, bottom - top, right - left)
            for top, bottom in _split_side(self._rows)
            for left, right in _split_side(self._columns)
        ][::-1]
        while blocks:
            top, left, high, wide = blocks.pop()
            wanted[top : top + high, left : left + wide] = 1
            corner = self._rectangle_around(cells, top, left, high, wide)
            solved = 0
            if corner[2] * corner[3] <= _MOST_CELLS:
                solved = solver.solve(
                    cells, *corner, wanted.ravel(), _BLOCK_WEIGHT, self._rng,
                    control.kernel_array(),
                )  # fmt: skip
                control.collect_kernel_counts()
            if solved:
                made = self._path(memory, beam.best, corner[0], corner[1], corner[3], images)
                self._apply(cells, made)
                moves += made
            elif high * wide == 1:
                return np.concatenate([np.array(moves, np.int16), self._peel(cells, 30)])
            else:
                wanted[top : top + high, left : left + wide] = 0
                half = high // 2, wide // 2
                if high >= wide:
                    blocks.append((top + half[0], left, high - half[0], wide))
                    blocks.append((top, left, half[0], wide))
                else:
                    blocks.append((top, left + half[1], high, wide - half[1]))
                    blocks.append((top, left, high, half[1]))
        return np.array(moves, np.int16)

    def _rectangle_around(
        self, cells: Shorts, top: int, left: int, high: int, wide: int
    ) -> tuple[int, int, int, int]:
        """Return a rectangle around a block, the tiles that belong there, and a margin."""
        goal_row, goal_column = divmod(cells.astype(np.int64), self._columns)
        inside = (goal_row >= top) & (goal_row < top + high)
        inside &= (goal_column >= left) & (goal_column < left + wide)
        rows, columns = divmod(np.flatnonzero(inside), self._columns)
        bottom = min(self._rows, max(top + high + _MARGIN, int(rows.max()) + 1))
        right = min(self._columns, max(left + wide + _MARGIN, int(columns.max()) + 1))
        top = max(0, min(top, int(rows.min()), bottom - 2))
        left = max(0, min(left, int(columns.min()), right - 2))
        return top, left, bottom - top, right - left

    def _path(
        self, memory: BeamMemory, index: int, top: int, left: int, wide: int, images: Shorts
    ) -> list[int]:
        """Return the turns to a state of a beam over a rectangle, as turns of the board."""
        found = []
        made = path_to_node(memory.parents, memory.turns, int(memory.head[index, NODE]))
        for turn in images[made].ravel().tolist():
            if turn < 0:
                continue
            row, column = divmod(turn >> 1, wide - 1)
            block = (top + row) * (self._columns - 1) + left + column
            if self._directions == 2:
                found.append(2 * block + (turn & 1))
            else:
                found += [block] * (3 if turn & 1 else 1)
        return found

    def _apply(self, cells: Shorts, moves: list[int]) -> None:
        for move in moves:
            block, counterclockwise = divmod(move, self._directions)
            row, column = divmod(block, self._columns - 1)
            a = row * self._columns + column
            cycle = [a, a + 1, a + self._columns + 1, a + self._columns]
            if counterclockwise:
                cycle.reverse()
            cells[cycle] = cells[[cycle[-1], *cycle[:-1]]]


@lru_cache(maxsize=8)
def _rest_table(rows: int, columns: int, directions: int) -> DistanceTable:
    """Return the distances of all arrangements of the last cells, the others being in place."""
    pattern = tuple(range(rows * columns))
    table = DistanceTable(rows, columns, BOTH if directions == 2 else CLOCKWISE, pattern)
    table.all_distances(SearchContext(Request()))
    return table


def _split_side(length: int) -> list[tuple[int, int]]:
    """Cut a side of the board into parts of about the length of a block."""
    parts = max(1, round(length / _BLOCK))
    return list(pairwise(length * i // parts for i in range(parts + 1)))


def _peel_order(rows: int, columns: int) -> tuple[Ints, int, int]:
    """Return the cells in the order in which they are finished, and the corner of the rest.

    The rest is 3×3, or 2×4 if the board has only two rows or columns (not all arrangements of 2×3
    can be reached).
    """
    top = left = 0
    order: list[int] = []
    while (high := rows - top, wide := columns - left) not in ((3, 3), (2, 4), (4, 2)):
        if wide == 2 or (high > 2 and high >= wide):
            order += [top * columns + c for c in range(left, columns)]
            top += 1
        else:
            order += [r * columns + left for r in range(top, rows)]
            left += 1
    return np.array(order, np.int64), top, left

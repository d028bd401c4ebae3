"""Beams over a whole rotation board, and the completion of what they reach, block by block."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels.beam import BeamParameters, BlockSolver, Instance
from puzzlegui.families.rotation.kernels.constants.beam import ACROSS, DOWN, NODE
from puzzlegui.families.rotation.solving.beam import (
    allocate_memory,
    memory_mib,
    path_to_node,
    rectangle_instance,
)
from puzzlegui.families.rotation.solving.encoded import Shorts
from puzzlegui.families.rotation.solving.peel_beam import solve_cell_by_cell
from puzzlegui.solvers.control import SearchContext

Ints = NDArray[np.int64]

_LOOKAHEAD, _NOISE = 8, 7
"""See ``kernels.beam.BeamParameters``."""
_FOCUS, _DWELL = 8, 10
"""See ``kernels.beam.BeamParameters``, for the beam over the whole board."""
_COMPLETION_SHARE = 0.08
"""Share of a beam's states for completing the solution from a cut."""
_BLOCK_TURNS = 50
"""Most turns for bringing a block of cells into place."""
_BLOCK, _MARGIN, _MOST_CELLS = 3, 2, 144
"""Rows and columns of such a block, margin around it, and most cells of both together."""
_BLOCK_WEIGHT = 3
"""Factor of the cost of the tiles of the block."""
_PEEL_WIDTH = 30
"""Width of the beam that solves the rest cell by cell where a block cannot be solved."""


class BoardBeam:
    """A beam over a whole board that brings all tiles nearer to their cells at the same time.

    Since it stalls on the last misplaced tiles, the solution is completed block by block.
    """

    def __init__(
        self,
        board: Instance,
        images: Shorts,
        cost: Shorts,
        distance_cost: NDArray[np.int32],
        width: int,
        levels: int,
        rng: NDArray[np.int64],
        context: SearchContext,
    ) -> None:
        """Allocate the memory; call ``begin`` next.

        Args:
            board: the board.
            images: its images, see ``kernels.beam.Instance``.
            cost: int16[n, n], for each tile its cost in each cell, for the completion.
            distance_cost: int32[64], the cost of each distance, likewise.
            width: states kept at each level.
            levels: most turns.
            rng: int64[1], the state of the random numbers, not 0.
            context: context of the run.
        """
        self._images = images
        self._rows, self._columns = board.rows, board.columns
        self._directions = board.directions
        self._cost = cost
        self._rng = rng
        self._context = context
        parameters = _board_parameters(width)
        self._memory = allocate_memory(
            board.directions, board.rows * board.columns, parameters, levels
        )
        self._beam = self._memory.beam(board, parameters)
        parameters = _block_parameters(width, levels, board.rows * board.columns)
        self._block_memory = allocate_memory(
            board.directions, _MOST_CELLS, parameters, _BLOCK_TURNS
        )
        self._block_beam = self._block_memory.beam(
            rectangle_instance(board.directions, _MOST_CELLS), parameters
        )
        self._solver = BlockSolver(
            self._block_beam, board.columns, distance_cost, np.zeros(_MOST_CELLS, np.int16)
        )

    def begin(self, start: Shorts) -> int:
        """Start from a state; return the sum of the distances of tiles from their cells.

        Args:
            start: int16[n], for each cell the cell its tile belongs to.
        """
        self._beam.begin(start)
        return int(self._memory.head[0, [DOWN, ACROSS]].sum())

    def solution_from(self, goal: int, ctl: Ints) -> Shorts | None:
        """Search until the sum of distances is at most ``goal``, and complete the solution.

        Args:
            goal: the sum of distances.
            ctl: the shared array; its counts are not collected.

        Returns:
            int16[m], the turns, numbered ``directions * block``, plus 1 if counter-clockwise; None
            if stopped or the beam got stuck.

        Raises:
            SearchStopped: the memory is not enough.
        """
        if self._beam.advance(goal, self._rng, ctl) != 1:
            return None
        best = self._beam.best
        made = path_to_node(
            self._memory.parents, self._memory.turns, int(self._memory.head[best, NODE])
        )
        turns = [turn for turn in self._images[made].ravel().tolist() if turn >= 0]
        moves = self._moves(turns, 0, 0, self._columns)
        return self._complete(moves, self._memory.tiles[best].copy(), ctl)

    def _complete(self, moves: list[int], cells: Shorts, ctl: Ints) -> Shorts | None:
        """Complete a solution block by block, each by a beam over a rectangle with all its tiles.

        Blocks for which that fails are halved; if it fails for a single cell, the rest is solved
        cell by cell.
        """
        wanted = np.zeros((self._rows, self._columns), np.uint8)
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
                solved = self._solver.solve(
                    cells, *corner, wanted.ravel(), _BLOCK_WEIGHT, self._rng, ctl
                )
            if solved < 0:
                return None
            if solved:
                made = self._moves(self._block_path(), corner[0], corner[1], corner[3])
                self._apply(cells, made)
                moves += made
            elif high * wide == 1:
                rest = solve_cell_by_cell(
                    (self._rows, self._columns), self._directions, cells, self._cost, _PEEL_WIDTH,
                    self._context, ctl,
                )  # fmt: skip
                return None if rest is None else np.concatenate([np.array(moves, np.int16), rest])
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

    def _block_path(self) -> list[int]:
        memory = self._block_memory
        node = int(memory.head[self._block_beam.best, NODE])
        return path_to_node(memory.parents, memory.turns, node)

    def _moves(self, turns: list[int], top: int, left: int, wide: int) -> list[int]:
        """Return turns of a beam over a rectangle ``wide`` columns wide as moves of the board."""
        moves = []
        for turn in turns:
            row, column = divmod(turn >> 1, wide - 1)
            block = (top + row) * (self._columns - 1) + left + column
            if self._directions == 2:
                moves.append(2 * block + (turn & 1))
            else:
                moves += [block] * (3 if turn & 1 else 1)
        return moves

    def _apply(self, cells: Shorts, moves: list[int]) -> None:
        for move in moves:
            block, counterclockwise = divmod(move, self._directions)
            row, column = divmod(block, self._columns - 1)
            a = row * self._columns + column
            cycle = [a, a + 1, a + self._columns + 1, a + self._columns]
            if counterclockwise:
                cycle.reverse()
            cells[cycle] = cells[[cycle[-1], *cycle[:-1]]]


def board_beam_mib(directions: int, cells: int, width: int, levels: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    blocks = _block_parameters(width, levels, cells)
    return memory_mib(directions, cells, _board_parameters(width), levels) + memory_mib(
        directions, _MOST_CELLS, blocks, _BLOCK_TURNS
    )


def _board_parameters(width: int) -> BeamParameters:
    return BeamParameters(width, 3 * width, _LOOKAHEAD, _NOISE, _FOCUS, _DWELL)


def _block_parameters(width: int, levels: int, cells: int) -> BeamParameters:
    blocks_width = int(min(2000, max(30, _COMPLETION_SHARE * width * levels / cells)))
    return BeamParameters(blocks_width, 3 * blocks_width, _LOOKAHEAD, _NOISE, _MOST_CELLS, 1)


def _split_side(length: int) -> list[tuple[int, int]]:
    """Cut a side of the board into parts of about the length of a block."""
    parts = max(1, round(length / _BLOCK))
    return list(pairwise(length * i // parts for i in range(parts + 1)))

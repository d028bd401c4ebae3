"""Beam searches over rotation boards and rectangles of them: the turns and their costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels.rectangles import Rectangle, add_detours
from puzzlegui.families.rotation.solving.encoded import Shorts, turns_of
from puzzlegui.families.rotation.solving.peel_beam import solve_cell_by_cell
from puzzlegui.solvers.control import UNLIMITED, SearchContext
from puzzlegui.solvers.move_search.beam import (
    Beam,
    BeamParameters,
    LinkedMoves,
    beam_mib,
    tile_costs,
)

Ints = NDArray[np.int64]

_REACH = 2
"""Most by which a turn changes the sum of the distances in rows, or in columns."""
_THREE = 3
"""Clockwise turns that a counter-clockwise one stands for where there are none."""
_FOCUS = 8
"""Rows and columns of blocks that are considered at the same time."""
_COMPLETION_SHARE = 0.08
"""Share of a beam's states for completing the solution from a cut."""
_BLOCK_TURNS = 50
"""Most turns for bringing a block of cells into place."""
_BLOCK, _MARGIN, _MOST_SIDE = 3, 2, 12
"""Rows and columns of such a block, margin around it, and side of the largest square of both."""
_BLOCK_WEIGHT = 3
"""Factor of the cost of the tiles of the block."""
_PEEL_WIDTH = 30
"""Width of the beam that solves the rest cell by cell where a block cannot be solved."""


class Turns:
    """The turns of a board for a beam search.

    Attributes:
        linked: the turns.
        words: the moves that each turn stands for, numbered as in ``encoded``.
        blocks: the block of each place, the first of those turned together.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        columns: of the board.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        directions: int,
        together: Sequence[Sequence[int]] | None = None,
        whole: LinkedMoves | None = None,
    ) -> None:
        """Link the turns.

        Args:
            rows: of the board.
            columns: of the board.
            directions: see above.
            together: blocks that are turned together, which share no cell; None for each alone.
            whole: turns of a board of which rectangles no larger than this one replace these.
        """
        self.directions, self.columns = directions, columns
        self.rows = rows
        blocks = together or [[block] for block in range((rows - 1) * (columns - 1))]
        self.blocks = [each[0] for each in blocks]
        cycles = [list(_cycles(columns, each)) for each in blocks]
        if directions == 2:
            moves = [move for cycle in cycles for move in (cycle, [(t, s) for s, t in cycle])]
            self.linked = LinkedMoves(rows * columns, moves, whole=whole)
            self.words = [[2 * b + back for b in each] for each in blocks for back in (0, 1)]
        else:
            further = [[(t, s) for s, t in cycle] for cycle in cycles]
            self.linked = LinkedMoves(rows * columns, cycles, further, _THREE, whole)
            self.words = [[*each] for each in blocks] + [_THREE * [*each] for each in blocks]

    def moves(self, turns: Iterable[int]) -> Shorts:
        """Return the moves of turns."""
        return np.array([move for turn in turns for move in self.words[turn]], np.int16)


def _cycles(columns: int, blocks: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the cells of blocks, each with the next one clockwise."""
    for block in blocks:
        a = block + block // (columns - 1)
        around = (a, a + 1, a + columns + 1, a + columns)
        yield from zip(around, (*around[1:], a), strict=True)


@lru_cache(maxsize=4)
def all_turns(rows: int, columns: int, directions: int) -> Turns:
    """Return the turns of a board."""
    return Turns(rows, columns, directions)


def board_costs(
    rows: int, columns: int, directions: int, distance_cost: NDArray[np.int32]
) -> Shorts:
    """Return the cost of each tile in each cell, int16[n, n]; for the distances, int32[64]."""
    down, across = _distances(rows, columns)
    cost = (distance_cost[down] + distance_cost[across]).astype(np.int16)
    if directions == 1:
        add_detours(rows, columns, cost)
    return cost


def _distances(rows: int, columns: int) -> tuple[Shorts, Shorts]:
    """Return the distances of any two cells in rows and columns, int16[n, n]."""
    row, column = np.divmod(np.arange(rows * columns, dtype=np.int16), columns)
    return abs(row[:, None] - row), abs(column[:, None] - column)


def rectangle(
    turns: Turns, distance_cost: NDArray[np.int32], side: int, parameters: BeamParameters
) -> tuple[Rectangle, Beam, Turns]:
    """Allocate a search over rectangles of up to ``side`` × ``side`` cells of a board.

    Returns:
        The search, its beam, and its turns, whose ``origins`` are turns of the board.
    """
    part = Turns(side, side, turns.directions, whole=turns.linked)
    cells = side * side
    nothing = np.zeros((cells, cells), np.int16)
    beam = Beam(part.linked, tile_costs(nothing, [nothing], _REACH), parameters)
    search = Rectangle(
        turns.columns, turns.directions == 1, turns.linked.kernel, beam.kernel, distance_cost,
        *np.zeros((2, cells), np.uint16),
    )  # fmt: skip
    return search, beam, part


class BoardBeam:
    """A beam over a whole board that brings all tiles nearer to their cells at the same time.

    Since it stalls on the last misplaced tiles, the solution is completed block by block.
    """

    def __init__(
        self,
        turns: Turns,
        cost: Shorts,
        distance_cost: NDArray[np.int32],
        width: int,
        levels: int,
        rng: Ints,
        context: SearchContext,
    ) -> None:
        """Allocate the memory; call ``begin`` next.

        Args:
            turns: the turns of the board.
            cost: int16[n, n], for each tile its cost in each cell.
            distance_cost: int32[64], the cost of each distance, for the completion.
            width: states kept at each level.
            levels: most turns.
            rng: int64[1], the state of the random numbers, not 0.
            context: context of the run.
        """
        self._turns, self._cost, self._rng, self._context = turns, cost, rng, context
        self._rows, self._columns = turns.rows, turns.columns
        costs = tile_costs(cost, _distances(turns.rows, turns.columns), _REACH)
        self._beam = Beam(turns.linked, costs, _board_parameters(turns, width, levels))
        single = all_turns(turns.rows, turns.columns, turns.directions)
        self._single = single
        self._rectangle, self._part, self._part_turns = rectangle(
            single, distance_cost, _MOST_SIDE, _block_parameters(width, levels, len(cost))
        )

    def begin(self, start: Shorts) -> int:
        """Start from a state; return the sum of the distances of tiles from their cells.

        Args:
            start: int16[n], for each cell the cell its tile belongs to.
        """
        self._beam.begin(start)
        return self._beam.remaining_distance

    def solution_from(self, goal: int, ctl: Ints) -> Shorts | None:
        """Search until the sum of distances is at most ``goal``, and complete the solution.

        Args:
            goal: the sum of distances.
            ctl: the shared array; its counts are not collected.

        Returns:
            int16[m], the moves, numbered as in ``encoded``; None if stopped or the beam got stuck.

        Raises:
            SearchStopped: the memory is not enough.
        """
        endless = UNLIMITED >> 1
        if self._beam.kernel.advance(goal, endless, endless, endless, self._rng, ctl) != 1:
            return None
        moves = [self._turns.moves(self._beam.path.tolist())]
        return self._complete(moves, self._beam.best_state, ctl)

    def _complete(self, moves: list[Shorts], cells: Shorts, ctl: Ints) -> Shorts | None:
        """Complete a solution block by block, each by a beam over a rectangle with all its tiles.

        Blocks for which that fails are halved; if it fails for a single cell, the rest is solved
        cell by cell.
        """
        wanted = np.zeros((self._rows, self._columns), np.uint8)
        play = turns_of(self._rows, self._columns, self._turns.directions)
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
            if corner[2] * corner[3] <= _MOST_SIDE**2:
                solved = self._rectangle.solve(
                    cells, np.array(corner), wanted.ravel(), _BLOCK_WEIGHT, self._rng, ctl
                )
            if solved < 0:
                return None
            if solved:
                origins = self._part_turns.linked.origins
                made = self._single.moves(origins[self._part.path].tolist())
                cells = play.after(cells, made)
                moves.append(made)
            elif high * wide == 1:
                rest = solve_cell_by_cell(
                    (self._rows, self._columns), self._turns.directions, cells, self._cost,
                    _PEEL_WIDTH, self._context, ctl,
                )  # fmt: skip
                return None if rest is None else np.concatenate([*moves, rest])
            else:
                wanted[top : top + high, left : left + wide] = 0
                half = high // 2, wide // 2
                if high >= wide:
                    blocks.append((top + half[0], left, high - half[0], wide))
                    blocks.append((top, left, half[0], wide))
                else:
                    blocks.append((top, left + half[1], high, wide - half[1]))
                    blocks.append((top, left, high, half[1]))
        return np.concatenate(moves)

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


def board_beam_mib(turns: Turns, width: int, levels: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    blocks = _block_parameters(width, levels, turns.rows * turns.columns)
    part = all_turns(_MOST_SIDE, _MOST_SIDE, turns.directions)
    return beam_mib(turns.linked, _board_parameters(turns, width, levels)) + beam_mib(
        part.linked, blocks
    )


def _board_parameters(turns: Turns, width: int, levels: int) -> BeamParameters:
    high, wide = min(_FOCUS, turns.rows - 1), min(_FOCUS, turns.columns - 1)
    windows: list[Ints] = []
    if high < turns.rows - 1 or wide < turns.columns - 1:
        place = np.full((turns.rows - 1, turns.columns - 1), -1)
        place.flat[turns.blocks] = np.arange(len(turns.blocks))
        seen = np.lib.stride_tricks.sliding_window_view(place, (high, wide))
        windows = [each[each >= 0] for each in seen.reshape(-1, high * wide)]
    return BeamParameters(width, levels, windows=[each for each in windows if len(each)])


def _block_parameters(width: int, levels: int, cells: int) -> BeamParameters:
    blocks_width = int(min(2000, max(30, _COMPLETION_SHARE * width * levels / cells)))
    return BeamParameters(blocks_width, _BLOCK_TURNS)


def _split_side(length: int) -> list[tuple[int, int]]:
    """Cut a side of the board into parts of about the length of a block."""
    parts = max(1, round(length / _BLOCK))
    return list(pairwise(length * i // parts for i in range(parts + 1)))

"""Solutions of shift boards by 3-cycles (commutators), found by a beam search; never fails."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.families.shift.kernels import construct as kernel
from puzzlegui.families.shift.solving.encoded import Ints, Shorts, shifts_of

_WRONG, _STEP = 64, 16
"""Estimated cost of a misplaced tile, and of each row or column of its distance, in 32nds of a
move."""

_Cell = tuple[int, int]
_Steps = tuple[int, int]
"""A line and the number of cells it is shifted by."""


class ThreeCycleBeam:
    """A beam search over 3-cycles on a board; see ``kernels.construct``."""

    def __init__(self, rows: int, columns: int, width: int, cycles: int) -> None:
        """Allocate the memory.

        Args:
            rows: of the board.
            columns: of the board.
            width: number of states kept at each level.
            cycles: most 3-cycles of a solution.
        """
        self.rows, self.columns = rows, columns
        states, side = 2 * width, max(rows, columns)
        costs, places = zip(_costs(rows, columns), _costs(columns, rows), strict=True)
        self.kernel = kernel.CycleBeam(
            rows,
            columns,
            width,
            kernel.CycleStates(
                np.empty(states * rows * columns, np.int16),
                np.empty(states * side, np.int16),
                np.empty(states * side**2, np.int64),
                *np.empty((12, states), np.int64),
            ),
            np.empty(side, np.int16),
            np.stack(costs),
            np.stack(places),
            np.empty(max(4 * kernel.KEEP * width, 1024), np.int64),
            np.empty(1 << (2 * kernel.KEEP * width - 1).bit_length(), np.int64),
            *[*np.empty((8, 31 * side), np.int32), *np.empty((3, width * (cycles + 2)), np.int32)],
        )

    def set_limits(self, reach: int, step: int, turn: int) -> None:
        """Set the limits of the cycles tried first; see ``kernels.construct``."""
        self.kernel.reach, self.kernel.step, self.kernel.turn = reach, step, turn

    def estimated_costs(self, states: Shorts) -> NDArray[np.int32]:
        """Return the estimated cost of states, int16[k, n], as int32[k]."""
        cost, place = _costs(self.rows, self.columns)
        middle = 4 * self.rows * self.columns + 2 * self.columns
        found: NDArray[np.int32] = cost[place - place[states] + middle].sum(-1)
        return found

    def search(self, starts: Shorts, rng: Ints, ctl: Ints) -> int:
        """Search for a solution; see the kernel's ``search``."""
        return int(self.kernel.search(starts, np.zeros(self.rows, np.int16), rng, ctl))

    @property
    def origin(self) -> int:
        """Index of the start state of the best solution."""
        node = int(self.kernel.node)
        while node >= 0:
            node = int(self.kernel.parents[node])
        return -1 - node

    def moves(self) -> Shorts:
        """Return the moves of the best solution, or to the best state if there is none."""
        found = np.empty(self.kernel.length, np.int16)
        return found[: self.kernel.moves(found)]


def three_cycle_beam_mib(rows: int, columns: int, width: int, cycles: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    state = 4 * rows * columns + 4 * rows + 200 + 16 * max(rows, columns) ** 2
    return width * (state + 12 * cycles + 100 * kernel.KEEP) / (1 << 20) + 1


def complete(
    beam: ThreeCycleBeam, starts: Shorts, rng: Ints, ctl: Ints
) -> tuple[int, Shorts] | None:
    """Solve one of several states by 3-cycles.

    Args:
        beam: beam search on the board.
        starts: int16[k, n], for each cell the cell its tile belongs to, with k no more than the
            width of the beam; k > 0. Even permutations if all lines have an odd length.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.

    Returns:
        The index of the state, and the shifts; None if stopped.
    """
    rows, columns = beam.rows, beam.columns
    moves = shifts_of(rows, columns)
    first = [np.zeros(0, np.int16)] * len(starts)
    odd = [is_odd_permutation(start) for start in starts.tolist()]
    if any(odd):
        first = [
            _odd_shift(beam, start) if is_odd else first[0]
            for start, is_odd in zip(starts, odd, strict=True)
        ]
        # Even states need no such shift, but all start at the same level.
        starts = np.array([moves.after(*pair) for pair in zip(starts, first, strict=True)])
    result = beam.search(starts, rng, ctl)
    origin = beam.origin
    parts = [first[origin], beam.moves()]
    cells = moves.after(starts[origin], parts[1])
    while result == 0:
        # A single cycle always makes progress, even where the beam stalls.
        parts.append(_one_cycle(rows, columns, cells))
        cells = moves.after(cells, parts[-1])
        result = beam.search(cells[None], rng, ctl)
        if result == 1:
            parts.append(beam.moves())
    return (origin, np.concatenate(parts)) if result == 1 else None


def _odd_shift(beam: ThreeCycleBeam, start: Shorts) -> Shorts:
    """Return the best shift of a line of even length, which is an odd permutation."""
    rows, columns = beam.rows, beam.columns
    lines: list[int] = []
    if columns % 2 == 0:
        lines += range(rows)
    if rows % 2 == 0:
        lines += range(rows, rows + columns)
    assert lines, "an odd permutation of a board whose lines are odd"
    shifts = [np.array([2 * line + way], np.int16) for line in lines for way in (0, 1)]
    after = np.array([shifts_of(rows, columns).after(start, shift) for shift in shifts])
    return shifts[int(beam.estimated_costs(after).argmin())]


# --- any 3-cycle ---


def _one_cycle(rows: int, columns: int, cells: Shorts) -> Shorts:
    """Return a 3-cycle that brings a tile to its cell and moves only misplaced tiles, close ones.

    A conjugate of a commutator: setup moves bring the three cells into a corner and two arms in
    its lines, and are undone afterwards.
    """
    places = [divmod(cell, columns) for cell in _closest_cells(rows, columns, cells)]
    made = min(_setups(rows, columns, places), key=lambda found: 2 * len(found[0]) + len(found[1]))
    before, cycle = made
    back = [move ^ 1 for move in reversed(before)]
    return shifts_of(rows, columns).joined(np.array([*before, *cycle, *back], np.int16))


def _closest_cells(rows: int, columns: int, cells: Shorts) -> tuple[int, int, int]:
    """Return the closest three cells with misplaced tiles; the first tile belongs to the second."""
    wrong = np.flatnonzero(cells != np.arange(len(cells)))
    row, column = np.divmod(wrong, columns)
    away = _circular(row - row[:, None], rows) + _circular(column - column[:, None], columns)
    home = np.searchsorted(wrong, cells[wrong])
    spread = away[np.arange(len(wrong)), home][:, None] + away + away[home]
    spread[(away == 0) | (away[home] == 0)] = 2 * (rows + columns)  # the third must be another
    first, third = divmod(int(spread.argmin()), len(wrong))
    return int(wrong[first]), int(cells[wrong[first]]), int(wrong[third])


def _setups(rows: int, columns: int, places: list[_Cell]) -> Iterable[tuple[list[int], list[int]]]:
    """Return the shortest setup moves, each with a commutator that cycles three tiles."""
    level: list[tuple[list[int], list[_Cell]]] = [([], places)]
    while True:
        found = [(made, cycle) for made, at in level for cycle in _commutators(rows, columns, at)]
        if found:
            return found
        level = [
            (made + _single_shifts(steps), [_cell_after(rows, columns, cell, steps) for cell in at])
            for made, at in level
            for steps in _approaches(rows, at)
        ]


def _approaches(rows: int, at: list[_Cell]) -> Iterable[_Steps]:
    """Yield shifts that bring a cell into another's row or column, or out of it."""
    for one, other in permutations(at, 2):
        yield one[0], other[1] - one[1] or 1
        yield rows + one[1], other[0] - one[0] or 1


def _commutators(rows: int, columns: int, at: list[_Cell]) -> Iterable[list[int]]:
    """Yield commutators that move the tile of each cell to the next cell in the cycle."""
    for turn in range(3):
        corner, one, other = at[turn:] + at[:turn]
        for arm, end, columns_first in ((one, other, True), (other, one, False)):
            if arm[0] == corner[0] and end[1] == corner[1] and corner not in (arm, end):
                across = (corner[0], arm[1] - corner[1])
                down = (rows + corner[1], end[0] - corner[0])
                yield from _commutator(rows, columns, across, down, columns_first)


def _commutator(
    rows: int, columns: int, across: _Steps, down: _Steps, columns_first: bool
) -> Iterable[list[int]]:
    """Yield the commutator of shifts of a row and of a column."""
    across = across[0], _shortest_steps(across[1], columns)
    down = down[0], _shortest_steps(down[1], rows)
    back, up = (across[0], -across[1]), (down[0], -down[1])
    order = (up, back, down, across) if columns_first else (back, up, across, down)
    yield [move for steps in order for move in _single_shifts(steps)]


def _shortest_steps(steps: int, length: int) -> int:
    """Return equivalent steps on a circle in the shorter direction."""
    steps %= length
    return steps - length if 2 * steps > length else steps


def _single_shifts(steps: _Steps) -> list[int]:
    """Return the single shifts of a line, as numbers."""
    return [2 * steps[0] + (steps[1] > 0)] * abs(steps[1])


def _cell_after(rows: int, columns: int, cell: _Cell, steps: _Steps) -> _Cell:
    """Return the cell of a tile after a line is shifted."""
    line, far = steps
    if line == cell[0]:
        return cell[0], (cell[1] + far) % columns
    if line == rows + cell[1]:
        return (cell[0] + far) % rows, cell[1]
    return cell


def _circular(steps: NDArray[np.int64], length: int) -> NDArray[np.int64]:
    """Return circular distances for differences."""
    return np.minimum(steps % length, -steps % length)


def _costs(rows: int, columns: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the tables of costs and places; see ``kernels.construct``."""
    down = np.arange(-rows, rows)[:, None]
    across = np.arange(-2 * columns, 2 * columns)
    away = _circular(down, rows) + _circular(across, columns)
    cost = np.where(away > 0, _WRONG + _STEP * away, 0)
    row, column = np.divmod(np.arange(rows * columns), columns)
    place = row * 4 * columns + column
    return cost.ravel().astype(np.int32), place.astype(np.int32)

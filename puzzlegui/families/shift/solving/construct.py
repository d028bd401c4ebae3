"""Solutions of shift boards by 3-cycles, which never fail, and the beam that finds them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.shift.kernels import construct as kernel
from puzzlegui.families.shift.kernels.constants.construct import HEAD, KEEP
from puzzlegui.families.shift.solving.clean import joined, played
from puzzlegui.families.shift.solving.encoded import Ints, Shorts
from puzzlegui.solvers.control import Work

_WRONG, _STEP = 64, 16
"""What it is thought to cost, in 32nds of a move, that a tile is not in place, and each row or
column that it has to go."""

_Cell = tuple[int, int]
_Steps = tuple[int, int]
"""A line, and how many steps it is shifted."""


class CycleBeam:
    """A beam for 3-cycles, for one board; see ``shift.kernels.construct``."""

    def __init__(self, rows: int, columns: int, width: int, cycles: int) -> None:
        """Take the memory.

        Args:
            rows: of the board.
            columns: of the board.
            width: states kept.
            cycles: the most in a solution.
        """
        cells = rows * columns
        nodes = np.empty((3, width * (cycles + 2)), np.int32)
        self.rows, self.columns = rows, columns
        self._parents = nodes[0]
        self.kernel = kernel.Cycles(
            rows, columns, width,
            np.empty(2 * width * cells, np.int16),
            np.empty((2 * width + 1) * max(rows, columns), np.int16),
            np.empty(2 * width * HEAD, np.int64),
            np.stack([_costs(rows, columns), _costs(columns, rows)]),
            np.empty(max(4 * KEEP * width, 1024), np.int64),
            np.empty(1 << (2 * KEEP * width - 1).bit_length(), np.int64),
            nodes,
        )  # fmt: skip

    def range(self, reach: int, step: int, turn: int) -> None:
        """Say which cycles are looked at first; see ``shift.kernels.construct.Cycles``."""
        self.kernel.reach, self.kernel.step, self.kernel.turn = reach, step, turn

    def rest(self, states: Shorts) -> NDArray[np.int32]:
        """What states, int16[k, n], are thought to cost; int32[k]."""
        table = _costs(self.rows, self.columns)
        cells = self.rows * self.columns
        place, middle = table[4 * cells :], 2 * cells + self.columns
        found: NDArray[np.int32] = table[place - place[states] + middle].sum(-1)
        return found

    def search(self, starts: Shorts, rng: Ints, ctl: Ints) -> int:
        """Search for a solution; see ``shift.kernels.construct.Cycles.search``."""
        return int(self.kernel.search(starts, np.zeros(self.rows, np.int16), rng, ctl))

    @property
    def origin(self) -> int:
        """With which of the states it began."""
        node = int(self.kernel.node)
        while node >= 0:
            node = int(self._parents[node])
        return -1 - node

    def moves(self) -> Shorts:
        """The best solution, or what leads to the best state if there is none."""
        found = np.empty(self.kernel.length, np.int16)
        return found[: self.kernel.moves(found)]


def cycles_mib(rows: int, columns: int, width: int, cycles: int) -> float:
    """How much memory a beam takes."""
    state = 4 * rows * columns + 4 * rows + 16 * HEAD
    return width * (state + 12 * cycles + 100 * KEEP) / (1 << 20) + 1


def finished(beam: CycleBeam, starts: Shorts, rng: Ints, work: Work) -> tuple[int, Shorts]:
    """Shifts that bring all tiles of one of several states to their cells.

    Args:
        beam: of the board.
        starts: int16[k, n], for each cell the cell its tile belongs to, with k no more than the
            width of the beam; k > 0. Where all lines have an odd length, even permutations.
        rng: int64[1], the state of the random numbers, not 0.
        work: of the run.

    Returns:
        The number of the state, and the shifts.

    Raises:
        Stopped: the run was cancelled or a limit is reached.
    """
    rows, columns = beam.rows, beam.columns
    first = [np.zeros(0, np.int16)] * len(starts)
    if any(is_odd(start) for start in starts):
        first = [_odd_shift(beam, start) if is_odd(start) else first[0] for start in starts]
        # Those that need no such shift are one ahead, but all begin together.
        starts = np.array(
            [played(rows, columns, *pair) for pair in zip(starts, first, strict=True)]
        )
    result = beam.search(starts, rng, work.kernel_array())
    work.kernel_done()
    origin = beam.origin
    parts = [first[origin], beam.moves()]
    cells = played(rows, columns, starts[origin], parts[1])
    while result != 1:
        # Each such cycle is a step forward; what a beam leaves undone need not be.
        parts.append(_one_cycle(rows, columns, cells))
        cells = played(rows, columns, cells, parts[-1])
        result = beam.search(cells[None], rng, work.kernel_array())
        work.kernel_done()
        if result == 1:
            parts.append(beam.moves())
    return origin, np.concatenate(parts)


def is_odd(cells: Shorts) -> bool:
    """Whether a permutation is odd."""
    left = cells.tolist()
    swaps = 0
    for cell in range(len(left)):
        while left[cell] != cell:
            other = left[cell]
            left[cell], left[other] = left[other], other
            swaps += 1
    return swaps % 2 == 1


def _odd_shift(beam: CycleBeam, start: Shorts) -> Shorts:
    """A shift of a line of even length, an odd permutation; the one that leaves least to go."""
    rows, columns = beam.rows, beam.columns
    lines: list[int] = []
    if columns % 2 == 0:
        lines += range(rows)
    if rows % 2 == 0:
        lines += range(rows, rows + columns)
    assert lines, "an odd permutation of a board whose lines are odd"
    shifts = [np.array([2 * line + way], np.int16) for line in lines for way in (0, 1)]
    after = np.array([played(rows, columns, start, shift) for shift in shifts])
    return shifts[int(beam.rest(after).argmin())]


# --- any 3-cycle ---


def _one_cycle(rows: int, columns: int, cells: Shorts) -> Shorts:
    """A 3-cycle that brings a tile to its cell and moves none that is in place.

    Lines are shifted until the three cells are a corner and two arms in its lines, for a
    commutator; then they are shifted back.
    """
    wrong = np.flatnonzero(cells != np.arange(len(cells)))
    one = int(wrong[0])
    two = int(cells[one])
    three = int(cells[two])
    if three == one:
        three = next(int(cell) for cell in wrong if cell not in (one, two))
    places = [divmod(cell, columns) for cell in (one, two, three)]
    made = min(_setups(rows, columns, places), key=lambda found: 2 * len(found[0]) + len(found[1]))
    before, cycle = made
    back = [move ^ 1 for move in reversed(before)]
    return joined(rows, columns, np.array([*before, *cycle, *back], np.int16))


def _setups(rows: int, columns: int, places: list[_Cell]) -> Iterable[tuple[list[int], list[int]]]:
    """Shifts after which a commutator moves each of three tiles to where the next one stands."""
    level: list[tuple[list[int], list[_Cell]]] = [([], places)]
    while True:
        found = [(made, cycle) for made, at in level for cycle in _commutators(rows, columns, at)]
        if found:
            return found
        level = [
            (made + _spelled(steps), [_moved(rows, columns, cell, steps) for cell in at])
            for made, at in level
            for steps in _approaches(rows, at)
        ]


def _approaches(rows: int, at: list[_Cell]) -> Iterable[_Steps]:
    """Shifts that bring a cell into another's row or column, or out of what they share."""
    for one, other in permutations(at, 2):
        yield one[0], other[1] - one[1] or 1
        yield rows + one[1], other[0] - one[0] or 1


def _commutators(rows: int, columns: int, at: list[_Cell]) -> Iterable[list[int]]:
    """Ways to move the tile of each cell to the next one, the last one's to the first."""
    for turn in range(3):
        corner, one, other = at[turn:] + at[:turn]
        for arm, end, columns_first in ((one, other, True), (other, one, False)):
            if arm[0] == corner[0] and end[1] == corner[1] and corner not in (arm, end):
                across = (corner[0], arm[1] - corner[1])
                down = (rows + corner[1], end[0] - corner[0])
                yield from _ordered(rows, columns, across, down, columns_first)


def _ordered(
    rows: int, columns: int, across: _Steps, down: _Steps, columns_first: bool
) -> Iterable[list[int]]:
    """The commutator of a row's shift and a column's."""
    across = across[0], _short(across[1], columns)
    down = down[0], _short(down[1], rows)
    back, up = (across[0], -across[1]), (down[0], -down[1])
    order = (up, back, down, across) if columns_first else (back, up, across, down)
    yield [move for steps in order for move in _spelled(steps)]


def _short(steps: int, length: int) -> int:
    """So many steps the shorter way round."""
    steps %= length
    return steps - length if 2 * steps > length else steps


def _spelled(steps: _Steps) -> list[int]:
    """The shifts of a line."""
    return [2 * steps[0] + (steps[1] > 0)] * abs(steps[1])


def _moved(rows: int, columns: int, cell: _Cell, steps: _Steps) -> _Cell:
    """Where a cell's tile goes when a line is shifted."""
    line, far = steps
    if line == cell[0]:
        return cell[0], (cell[1] + far) % columns
    if line == rows + cell[1]:
        return (cell[0] + far) % rows, cell[1]
    return cell


def _costs(rows: int, columns: int) -> NDArray[np.int32]:
    """See ``shift.kernels.construct.Cycles``."""
    down = np.arange(-rows, rows)[:, None]
    across = np.arange(-columns, columns)
    away = np.minimum(down % rows, -down % rows) + np.minimum(across % columns, -across % columns)
    cost = np.where(away > 0, _WRONG + _STEP * away, 0)
    row, column = np.divmod(np.arange(rows * columns), columns)
    place = row * 2 * columns + column
    return np.concatenate([cost.ravel(), place]).astype(np.int32)

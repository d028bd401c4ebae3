"""Iterative deepening on sliding boards of any size, bounded by the lines that values must cross.

Every move takes one value across one line between two rows or two columns. How many more of a
value stand on one side of a line than belong there is how often it must be crossed; with distinct
tiles the sum is that of Manhattan distances. Tiles in their own row or column but in the wrong
order must leave it and come back, which adds two moves for each (linear conflicts; Hansson, Mayer
and Yung 1992); this is only said of tiles whose value no other has.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_POLL = 1 << 12


@njit(nogil=True, cache=True)
def _conflict(cells, begin, step, count, line, home_line, home_place, tails):  # type: ignore[no-untyped-def]
    """Moves out of a row or column and back, so that the tiles at home in it come into order.

    The fewest tiles that must leave are those outside a longest increasing subsequence.
    """
    there = 0
    longest = 0
    for i in range(count):
        value = cells[begin + i * step]
        if home_line[value] != line:
            continue
        there += 1
        place = home_place[value]
        at = longest
        while at > 0 and tails[at - 1] > place:
            at -= 1
        tails[at] = place
        longest = max(longest, at + 1)
    return 2 * (there - longest)


@njit(nogil=True, cache=True)
def search(  # type: ignore[no-untyped-def]
    cells, goal, gap, made, length, columns, neighbours, automaton, state, above, before,
    home_row, home_column, path, out, every, ctl,
):  # fmt: skip
    """Depth-first search for solutions of exactly ``length`` moves, if there are none shorter.

    Args:
        cells: int64[n], the values, numbered; left as they were unless stopped.
        goal: int64[n], likewise.
        gap: where the gap is.
        made: how many moves of ``path`` have been made.
        length: moves of the solutions wanted.
        columns: of the board.
        neighbours: int64[n, 4], the cell in each way of the gap, -1 where there is none.
        automaton: int32[states, 4], the state after each way, -1 where it is not to be tried.
        state: of the automaton after the moves made.
        above: int64[values, rows - 1], how many more of a value stand above each line than belong
            there; the gap's stay 0. Left as it was unless stopped.
        before: int64[values, columns - 1], likewise to the left of each line.
        home_row: int64[values], the row of the value's goal; -1 for the gap and repeated values.
        home_column: int64[values], likewise.
        path: int64[≥ length], the ways of the gap so far; those to come are written to it.
        out: int8[most, ≥ length], for the solutions.
        every: find all, not only the first.
        ctl: the shared array; states are added to it.

    Returns:
        How many solutions there are, or -1 if stopped.
    """
    n = cells.shape[0]
    rows = n // columns
    tails = np.empty(max(rows, columns), np.int64)
    conflicts = np.zeros(rows + columns, np.int64)  # of each row, then of each column
    bound = np.zeros(length + 1, np.int64)
    crossings = np.zeros(length + 1, np.int64)
    changed = np.full(length + 1, -1, np.int64)
    earlier = np.zeros(length + 1, np.int64)
    gaps = np.zeros(length + 1, np.int64)
    states = np.zeros(length + 1, np.int64)
    trial = np.full(length + 1, -1, np.int64)
    for value in range(above.shape[0]):
        for line in range(rows - 1):
            crossings[made] += abs(above[value, line])
        for line in range(columns - 1):
            crossings[made] += abs(before[value, line])
    bound[made] = crossings[made]
    for row in range(rows):
        conflicts[row] = _conflict(
            cells, row * columns, 1, columns, row, home_row, home_column, tails
        )
        bound[made] += conflicts[row]
    for column in range(columns):
        conflicts[rows + column] = _conflict(
            cells, column, columns, rows, column, home_column, home_row, tails
        )
        bound[made] += conflicts[rows + column]
    if bound[made] > length - made:
        return 0
    gaps[made] = gap
    states[made] = state
    depth = made
    entered = 1
    found = 0
    back = False
    while True:
        if depth == length:
            solved = True
            for cell in range(n):
                solved &= cells[cell] == goal[cell]
            if solved:
                if found < out.shape[0]:
                    for i in range(length):
                        out[found, i] = path[i]
                found += 1
            back = True
        if back or (found > 0 and not every):
            back = False
            if depth == made:
                break
            depth -= 1
            hole, to = gaps[depth], gaps[depth + 1]
            value = cells[hole]
            cells[hole] = cells[to]
            cells[to] = value
            low, high = min(hole, to), max(hole, to)
            if high - low == columns:
                above[value, low // columns] += 1 if hole > to else -1
            else:
                before[value, low % columns] += 1 if hole > to else -1
            if changed[depth] >= 0:
                conflicts[changed[depth]] = earlier[depth]
            continue
        trial[depth] += 1
        way = trial[depth]
        if way == 4:
            back = True
            continue
        after = automaton[states[depth], way]
        if after < 0:
            continue
        hole = gaps[depth]
        to = neighbours[hole, way]
        if to < 0:
            continue
        value = cells[to]
        left = length - depth - 1
        low, high = min(hole, to), max(hole, to)
        vertical = high - low == columns
        ahead = above[value, low // columns] if vertical else before[value, low % columns]
        # The tile goes down or to the right if the hole comes after it.
        nearer = ahead > 0 if hole > to else ahead < 0
        total = crossings[depth] + (-1 if nearer else 1)
        if total > left:
            continue
        cells[to] = cells[hole]
        cells[hole] = value
        changed[depth] = -1
        if vertical:
            row = home_row[value]
            if row in (hole // columns, to // columns):
                changed[depth] = row
        else:
            column = home_column[value]
            if column in (hole % columns, to % columns):
                changed[depth] = rows + column
        total += bound[depth] - crossings[depth]
        line = changed[depth]
        if line >= 0:
            earlier[depth] = conflicts[line]
            if vertical:
                conflicts[line] = _conflict(
                    cells, line * columns, 1, columns, line, home_row, home_column, tails
                )
            else:
                conflicts[line] = _conflict(
                    cells, line - rows, columns, rows, line - rows, home_column, home_row, tails
                )
            total += conflicts[line] - earlier[depth]
        if total > left:
            cells[hole] = cells[to]
            cells[to] = value
            if line >= 0:
                conflicts[line] = earlier[depth]
            continue
        if vertical:
            above[value, low // columns] += -1 if hole > to else 1
        else:
            before[value, low % columns] += -1 if hole > to else 1
        crossings[depth + 1] = crossings[depth] + (-1 if nearer else 1)
        bound[depth + 1] = total
        path[depth] = way
        depth += 1
        gaps[depth] = to
        states[depth] = after
        trial[depth] = -1
        entered += 1
        if entered == _POLL:
            ctl[1] += entered
            ctl[2] = length
            entered = 0
            if ctl[0] != 0 or ctl[1] > ctl[4]:
                return -1
    ctl[1] += entered
    return found


def warm_up() -> None:
    """Call the entry point on a 2×2 board."""
    cells = np.array([0, 1, 3, 2], np.int64)
    neighbours = np.array([[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]])
    automaton = np.zeros((1, 4), np.int32)
    above, before = np.zeros((4, 1), np.int64), np.zeros((4, 1), np.int64)
    before[2, 0], home = -1, np.array([0, 0, 1, -1])
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    search(
        cells, np.arange(4), 2, 0, 1, 2, neighbours, automaton, 0, above, before, home,
        np.array([0, 1, 0, -1]), np.zeros(4, np.int64), np.zeros((1, 4), np.int8), False, ctl,
    )  # fmt: skip

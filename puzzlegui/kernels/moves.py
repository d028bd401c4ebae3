"""Solutions made of moves that permute cells: played, cleaned of redundant moves, and measured.

Every move is a power of a generator, such as the quarter turn of a block; generators that share no
cell commute. To clean a solution, powers of a generator are joined if no move between them touches
its cells, and written in the fewest moves. Then loops, which return to an earlier arrangement, are
removed, found by Zobrist keys (Zobrist 1970). Both are repeated until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.primitives import wrapped, zobrist


@dataclass
class Moves:
    """The moves of a puzzle.

    Attributes:
        begins: int32[m + 1], where the cells of each move begin.
        sources: int16[…], cells whose contents move.
        targets: int16[…], the cells that they move to.
        generator: int32[m], of each move.
        exponent: int32[m], the power of its generator that each move is.
        order: int32[g], of each generator; 0 if it is too large to be of use.
        support_begins: int32[g + 1], where the cells of each generator begin.
        support: int16[…], cells that a generator moves.
        word_begins: int32[g], where the words of each generator begin.
        words: int16[…], the first move of the fewest that make each power of a generator, from 0
            on; of order 0, the generator and its inverse.
    """

    begins: cython.const[cython.int][::1]
    sources: cython.const[cython.short][::1]
    targets: cython.const[cython.short][::1]
    generator: cython.const[cython.int][::1]
    exponent: cython.const[cython.int][::1]
    order: cython.const[cython.int][::1]
    support_begins: cython.const[cython.int][::1]
    support: cython.const[cython.short][::1]
    word_begins: cython.const[cython.int][::1]
    words: cython.const[cython.short][::1]


@dataclass
class Workspace:
    """Scratch memory for a solution of ``m`` moves on ``n`` cells.

    Attributes:
        cells: int16[n], the value of each cell.
        held: int16[n], values on their way.
        top: int32[n], the last entry that moves a cell, -1 for none.
        entries: int32[m, 2 + n], powers: the generator, its exponent (0 if it was removed), and for
            each of its cells the previous entry that moves it; as wide as the largest generator.
        sums: int64[m + 1], the Zobrist key after each number of moves.
        keys: int64[2 ** k] with 2 ** k > 2 m, a hash table of those keys.
        met: int32[2 ** k], the number of moves after which each key occurred, -1 for none.
    """

    cells: cython.short[::1]
    held: cython.short[::1]
    top: cython.int[::1]
    entries: cython.int[:, ::1]
    sums: cython.longlong[::1]
    keys: cython.longlong[::1]
    met: cython.int[::1]


def play(
    moves: Moves,
    cells: cython.short[::1],
    held: cython.short[::1],
    line: cython.const[cython.short][::1],
) -> None:
    """Make moves.

    Args:
        moves: the moves of the puzzle.
        cells: int16[n], the value of each cell, changed in place.
        held: int16[n], scratch.
        line: int16[…], the moves to be made.
    """
    with cython.nogil:
        for m in range(line.shape[0]):
            _make(moves, line[m], cells, held)


def join(moves: Moves, line: cython.short[::1], work: Workspace) -> int:
    """Join powers of a generator if no move between them touches its cells, in place.

    Args:
        moves: the moves of the puzzle.
        line: int16[m], a solution.
        work: scratch.

    Returns:
        The number of remaining moves.
    """
    with cython.nogil:
        left = _join(moves, line, line.shape[0], work)
    return left


def clean(
    moves: Moves,
    start: cython.const[cython.short][::1],
    line: cython.short[::1],
    work: Workspace,
) -> int:
    """Remove redundant moves, in place.

    Args:
        moves: the moves of the puzzle.
        start: int16[n], the value of each cell at the start.
        line: int16[m], a solution.
        work: scratch.

    Returns:
        The number of remaining moves.
    """
    left = line.shape[0]
    before = left + 1
    with cython.nogil:
        while left < before:
            before = left
            left = _join(moves, line, left, work)
            left = _remove_loops(moves, start, line, left, work)
    return left


def measure_progress(
    moves: Moves,
    cells: cython.short[::1],
    goal: cython.const[cython.short][::1],
    line: cython.const[cython.short][::1],
    row_of: cython.const[cython.short][::1],
    held: cython.short[::1],
    wrong: cython.longlong[::1],
    rows: cython.longlong[:, ::1],
) -> None:
    """Count what is not in place after each move.

    Args:
        moves: the moves of the puzzle.
        cells: int16[n], the value of each cell at the start; changed to the end.
        goal: int16[n], the value of each cell in the goal.
        line: int16[m], a solution.
        row_of: int16[n], the row of each cell, or another group of cells.
        held: int16[n], scratch.
        wrong: int64[m + 1], output: the number of wrong cells after each number of moves.
        rows: int64[3, rows], output in the first row: the number of moves after which each row
            is in place for good. The others are scratch: the number of wrong cells in each
            row, now and before the last move.
    """
    with cython.nogil:
        rows[:2] = 0
        wrong[0] = 0
        for i in range(cells.shape[0]):
            rows[1, row_of[i]] += cells[i] != goal[i]
            wrong[0] += cells[i] != goal[i]
        for m in range(line.shape[0]):
            begin = moves.begins[line[m]]
            end = moves.begins[line[m] + 1]
            wrong[m + 1] = wrong[m]
            for i in range(begin, end):
                row = row_of[moves.sources[i]]
                rows[2, row] = rows[1, row]
            for i in range(begin, end):
                cell = moves.sources[i]
                rows[1, row_of[cell]] -= cells[cell] != goal[cell]
                wrong[m + 1] -= cells[cell] != goal[cell]
            _make(moves, line[m], cells, held)
            for i in range(begin, end):
                cell = moves.targets[i]
                rows[1, row_of[cell]] += cells[cell] != goal[cell]
                wrong[m + 1] += cells[cell] != goal[cell]
            for i in range(begin, end):
                row = row_of[moves.sources[i]]
                if rows[2, row] and not rows[1, row]:
                    rows[0, row] = m + 1


def _make(
    moves: Moves, move: cython.Py_ssize_t, cells: cython.short[::1], held: cython.short[::1]
) -> cython.void:
    begin = moves.begins[move]
    for i in range(begin, moves.begins[move + 1]):
        held[i - begin] = cells[moves.sources[i]]
    for i in range(begin, moves.begins[move + 1]):
        cells[moves.targets[i]] = held[i - begin]


def _join(
    moves: Moves, line: cython.short[::1], length: cython.Py_ssize_t, work: Workspace
) -> cython.Py_ssize_t:
    """Join the first ``length`` moves; return the new length."""
    top = work.top
    entries = work.entries
    count: cython.int = 0
    for i in range(top.shape[0]):
        top[i] = -1
    for i in range(length):
        g = moves.generator[line[i]]
        begin = moves.support_begins[g]
        end = moves.support_begins[g + 1]
        last: cython.int = -1
        for c in range(begin, end):
            last = max(last, top[moves.support[c]])
        if last < 0 or entries[last, 0] != g:  # else it was the last to move each of the cells
            last = count
            count += 1
            entries[last, 0] = g
            entries[last, 1] = 0
            for c in range(begin, end):
                entries[last, 2 + c - begin] = top[moves.support[c]]
                top[moves.support[c]] = last
        power = entries[last, 1] + moves.exponent[line[i]]
        if moves.order[g]:
            power %= moves.order[g]
        entries[last, 1] = power
        if power == 0:
            for c in range(begin, end):
                top[moves.support[c]] = entries[last, 2 + c - begin]
    return _write(moves, line, entries, count)


def _write(
    moves: Moves, line: cython.short[::1], entries: cython.int[:, ::1], count: cython.int
) -> cython.Py_ssize_t:
    """Write powers in the fewest moves; return their number."""
    length: cython.Py_ssize_t = 0
    for i in range(count):
        words = moves.word_begins[entries[i, 0]]
        order = moves.order[entries[i, 0]]
        power: cython.int = entries[i, 1]
        while power:
            if order:
                move = moves.words[words + power]
            else:
                move = moves.words[words + (1 if power < 0 else 0)]
            line[length] = move
            length += 1
            power -= moves.exponent[move]
            if order and power < 0:
                power += order
    return length


def _remove_loops(
    moves: Moves,
    start: cython.const[cython.short][::1],
    line: cython.short[::1],
    length: cython.Py_ssize_t,
    work: Workspace,
) -> cython.Py_ssize_t:
    """Remove the moves between equal arrangements; return the new length."""
    cells = work.cells
    met = work.met
    mask: cython.longlong = met.shape[0] - 1
    key: cython.longlong = 0
    count: cython.int = 0
    for i in range(met.shape[0]):
        met[i] = -1
    for i in range(cells.shape[0]):
        cells[i] = start[i]
        key = wrapped(key + zobrist(start[i], i))
    work.sums[0] = key
    slot = key & mask
    work.keys[slot] = key
    met[slot] = 0
    for m in range(length):
        move = line[m]
        begin = moves.begins[move]
        end = moves.begins[move + 1]
        for i in range(begin, end):
            cell = moves.sources[i]
            key = wrapped(key - zobrist(cells[cell], cell))
        _make(moves, move, cells, work.held)
        for i in range(begin, end):
            cell = moves.targets[i]
            key = wrapped(key + zobrist(cells[cell], cell))
        line[count] = move
        count += 1
        slot = key & mask
        while met[slot] >= 0 and work.keys[slot] != key:
            slot = (slot + 1) & mask
        if met[slot] >= 0 and met[slot] < count and work.sums[met[slot]] == key:
            count = met[slot]
        else:
            work.keys[slot] = key
            work.sums[count] = key
            met[slot] = count
    return count

"""IDA* (Korf 1985) on rotation boards, towards a perimeter around the goal.

The perimeter holds all positions within a few turns of the goal (Dillenburg and Nelson 1994;
Manzini 1995); nodes at the depth just before it are looked up there. The bound is the larger of
two: additive pattern databases (Culberson and Schaeffer 1998; Korf and Felner 2002), if there are
any, and half the number of rows or columns that all values still have to cross. Positions are
identified by Zobrist keys (Zobrist 1970) of 64 bits, of which the perimeter stores 32 besides those
implied by the slot; a false hit is detected by descending through the perimeter to the goal.

A turn is a 4-cycle, a row ``a b c d`` of ``turns``: it moves the value of cell ``a`` to ``b``,
``b`` to ``c``, ``c`` to ``d`` and ``d`` to ``a``.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.puzzlegui.families.rotation.kernels.constants.ida import FULL
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll

Values: Any = cython.fused_type(cython.uchar, cython.ushort)
"""Type of the values of stored positions: bytes, if there are at most 256 values."""


@cython.cclass
class Moves:
    """The turns of a board.

    Attributes:
        turns: int64[m, 4], forward.
        crossings: int64[m, 6], for each turn the line between rows and the line between columns
            that values cross, and the cells whose values cross them down, up, right and left.
        allowed_after: uint8[m, m], whether the second turn may follow the first directly.
    """

    turns: cython.const[cython.longlong][:, ::1]
    crossings: cython.const[cython.longlong][:, ::1]
    allowed_after: cython.const[cython.uchar][:, ::1]

    def __init__(
        self,
        turns: cython.const[cython.longlong][:, ::1],
        crossings: cython.const[cython.longlong][:, ::1],
        allowed_after: cython.const[cython.uchar][:, ::1],
    ) -> None:
        self.turns = turns
        self.crossings = crossings
        self.allowed_after = allowed_after


@cython.cclass
class Perimeter:
    """The positions within some turns of the goal, in a hash table with linear probing.

    Attributes:
        keys: uint32[2 ** bits], 0 where empty; see ``grow``.
        distances: uint8[2 ** bits], in turns.
        bloom_filter: uint8[2 ** k], see ``fill_bloom_filter``; empty for none.
        radius: largest distance.
        zobrist: uint64[cells, values], the Zobrist keys.
    """

    keys: cython.const[cython.uint][::1]
    distances: cython.const[cython.uchar][::1]
    bloom_filter: cython.const[cython.uchar][::1]
    radius: cython.longlong
    zobrist: cython.const[cython.ulonglong][:, ::1]

    def __init__(
        self,
        keys: cython.const[cython.uint][::1],
        distances: cython.const[cython.uchar][::1],
        bloom_filter: cython.const[cython.uchar][::1],
        radius: cython.longlong,
        zobrist: cython.const[cython.ulonglong][:, ::1],
    ) -> None:
        self.keys = keys
        self.distances = distances
        self.bloom_filter = bloom_filter
        self.radius = radius
        self.zobrist = zobrist

    def find(self, key: cython.ulonglong) -> int:
        """Return the distance of the position with a Zobrist key, -1 outside the perimeter."""
        return _find(self.keys, self.distances, key)


@cython.cclass
class PatternDatabases:
    """Additive pattern databases of a board; all arrays are empty if there are none.

    Attributes:
        tables: uint8[…], the concatenated databases; see ``build_pattern``.
        starts: int64[g], the start of each database.
        weights: int64[n], the weight of each value in the index of its database.
        groups: int64[n], the database of each value.
        mirror: int64[n], the image of each cell under the reflection that exchanges clockwise and
            counter-clockwise; the identity if blocks turn both ways. With it the databases also
            bound the inverse position (Felner, Zahavi, Schaeffer and Holte 2005).
    """

    tables: cython.const[cython.uchar][::1]
    starts: cython.const[cython.longlong][::1]
    weights: cython.const[cython.longlong][::1]
    groups: cython.const[cython.longlong][::1]
    mirror: cython.const[cython.longlong][::1]

    def __init__(
        self,
        tables: cython.const[cython.uchar][::1],
        starts: cython.const[cython.longlong][::1],
        weights: cython.const[cython.longlong][::1],
        groups: cython.const[cython.longlong][::1],
        mirror: cython.const[cython.longlong][::1],
    ) -> None:
        self.tables = tables
        self.starts = starts
        self.weights = weights
        self.groups = groups
        self.mirror = mirror


@cython.cclass
class Position:
    """The values on the board; turns change it in place.

    Attributes:
        cells: int64[n], the value of each cell.
        row_excess: int64[values, rows - 1], the surplus of each value, over the goal, above each
            line between rows.
        column_excess: int64[values, columns - 1], the surplus to the left of each line between
            columns.
    """

    cells: cython.longlong[::1]
    row_excess: cython.longlong[:, ::1]
    column_excess: cython.longlong[:, ::1]

    def __init__(
        self,
        cells: cython.longlong[::1],
        row_excess: cython.longlong[:, ::1],
        column_excess: cython.longlong[:, ::1],
    ) -> None:
        self.cells = cells
        self.row_excess = row_excess
        self.column_excess = column_excess


@cython.cclass
class SearchWorkspace:
    """Memory for a path of up to ``d`` turns.

    Attributes:
        path: int64[≥ d], the turns made, the first ones by the caller.
        keys: uint64[d + 1], the Zobrist key after each number of turns.
        down: int64[d + 1], crossings of lines between rows still needed by all values.
        across: int64[d + 1], crossings of lines between columns.
        places: int64[d + 1, 2 g], the indexes into the pattern databases of the position and of
            its inverse.
    """

    path: cython.longlong[::1]
    keys: cython.ulonglong[::1]
    down: cython.longlong[::1]
    across: cython.longlong[::1]
    places: cython.longlong[:, ::1]

    def __init__(
        self,
        path: cython.longlong[::1],
        keys: cython.ulonglong[::1],
        down: cython.longlong[::1],
        across: cython.longlong[::1],
        places: cython.longlong[:, ::1],
    ) -> None:
        self.path = path
        self.keys = keys
        self.down = down
        self.across = across
        self.places = places


# --- tables ---


def build_pattern(
    table: cython.uchar[::1],
    homes: cython.longlong[::1],
    weights: cython.longlong[::1],
    targets: cython.longlong[:, ::1],
    cells: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Build an additive pattern database (Korf and Felner 2002; Felner, Korf and Hanan 2004).

    An entry is the number of single-cell steps that a group of values needs to reach its cells,
    not counting the steps of others. Sums over disjoint groups, divided by four, are a lower bound:
    a turn makes four steps, so its cost is shared among the four values that it moves (Yang,
    Culberson, Holte, Zahavi and Felner 2008).

    Args:
        table: uint8[cells ** k], filled with UNKNOWN; indexed by the sum of cell × weight.
        homes: int64[k], the goal cell of each value of the group.
        weights: int64[k], descending powers of the number of cells.
        targets: int64[m, cells], the cell to which each backward turn moves the value of each cell.
        cells: int64[k], scratch.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int
    with cython.nogil:
        result = _build_pattern(table, homes, weights, targets, cells, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _build_pattern(
    table: cython.uchar[::1],
    homes: cython.longlong[::1],
    weights: cython.longlong[::1],
    targets: cython.longlong[:, ::1],
    cells: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    k: cython.Py_ssize_t = homes.shape[0]
    number: cython.Py_ssize_t = 0
    cython.declare(after=cython.Py_ssize_t, begin=cython.Py_ssize_t, turn=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t)
    rest: cython.uint  # enough for any table; 64 bits take longer to divide
    cython.declare(change=cython.longlong, steps=cython.longlong)
    level: cython.longlong = 0
    last: cython.longlong = 0
    for i in range(k):
        number += homes[i] * weights[i]
    table[number] = 0
    while level <= last:
        for begin in range(0, table.shape[0], 4096):
            if poll(ctl, 0):
                return -1
            for number in range(begin, min(begin + 4096, table.shape[0])):
                if table[number] != level:
                    continue
                rest = cython.cast(cython.uint, number)
                for i in range(k):
                    cells[i] = rest // cython.cast(cython.uint, weights[i])
                    rest -= cython.cast(cython.uint, cells[i] * weights[i])
                for turn in range(targets.shape[0]):
                    steps = 0
                    after = number
                    for i in range(k):
                        change = targets[turn, cells[i]] - cells[i]
                        after += change * weights[i]
                        steps += change != 0
                    if table[after] > level + steps:
                        table[after] = cython.cast(cython.uchar, level + steps)
                        last = max(last, level + steps)
        level += 1
    return 1


def insert_goal(
    keys: cython.uint[::1], distances: cython.uchar[::1], key: cython.ulonglong
) -> None:
    """Insert the goal, given by its Zobrist key, into an empty perimeter; see ``grow``."""
    place: cython.ulonglong = key & cython.cast(cython.ulonglong, keys.shape[0] - 1)
    keys[place] = _fingerprint(key)
    distances[place] = 0


def grow(
    keys: cython.uint[::1],
    distances: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    next_shell: Values[:, ::1],
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    distance: cython.longlong,
    ctl: cython.longlong[::1],
) -> int:
    """Add the positions a single backward turn beyond the outermost shell to a perimeter.

    Args:
        keys: uint32[2 ** bits], 0 where empty.
        distances: uint8[2 ** bits].
        shell: uint8 or uint16[≥ size, cells], the positions at ``distance - 1``.
        size: number of positions in the shell.
        next_shell: like ``shell``, the new positions; nothing is stored if it has no rows.
        turns: int64[m, 4], backward.
        zobrist: uint64[cells, values].
        distance: of the new positions.
        ctl: the shared array; ctl[5] is the number of positions in all.

    Returns:
        The number of new positions, -1 if stopped, FULL if they do not fit.
    """
    result: cython.longlong
    with cython.nogil:
        result = _grow(keys, distances, shell, size, next_shell, turns, zobrist, distance, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    keys: cython.uint[::1],
    distances: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    next_shell: Values[:, ::1],
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    distance: cython.longlong,
    ctl: cython.longlong[::1],
) -> cython.longlong:
    mask: cython.ulonglong = keys.shape[0] - 1
    limit: cython.longlong = keys.shape[0] - keys.shape[0] // 8
    filled: cython.longlong = ctl[5]
    store: cython.bint = next_shell.shape[0] > 0
    pace: cython.Py_ssize_t = 1 + 0xFFFF // turns.shape[0]
    found: cython.Py_ssize_t = 0
    cython.declare(row=cython.Py_ssize_t, cell=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(key=cython.ulonglong, after=cython.ulonglong, place=cython.ulonglong)
    cython.declare(fingerprint=cython.uint, a=cython.Py_ssize_t, b=cython.Py_ssize_t)
    cython.declare(c=cython.Py_ssize_t, d=cython.Py_ssize_t)
    va: Values
    vb: Values
    vc: Values
    vd: Values
    for row in range(size):
        if row % pace == 0:
            ctl[5] = filled
            if poll(ctl, 0):
                return -1
        key = 0
        for cell in range(shell.shape[1]):
            key ^= zobrist[cell, shell[row, cell]]
        for t in range(turns.shape[0]):
            a = turns[t, 0]
            b = turns[t, 1]
            c = turns[t, 2]
            d = turns[t, 3]
            va = shell[row, a]
            vb = shell[row, b]
            vc = shell[row, c]
            vd = shell[row, d]
            after = key ^ zobrist[a, va] ^ zobrist[b, vb] ^ zobrist[c, vc] ^ zobrist[d, vd]
            after ^= zobrist[a, vd] ^ zobrist[b, va] ^ zobrist[c, vb] ^ zobrist[d, vc]
            place = after & mask
            fingerprint = _fingerprint(after)
            while keys[place] != 0 and keys[place] != fingerprint:
                place = (place + 1) & mask
            if keys[place] == fingerprint:
                continue
            if filled >= limit:
                return FULL
            keys[place] = fingerprint
            distances[place] = cython.cast(cython.uchar, distance)
            filled += 1
            if store:
                for cell in range(shell.shape[1]):
                    next_shell[found, cell] = shell[row, cell]
                next_shell[found, a] = vd
                next_shell[found, b] = va
                next_shell[found, c] = vb
                next_shell[found, d] = vc
            found += 1
    ctl[5] = filled
    return found


def fill_bloom_filter(
    bloom_filter: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Fill a Bloom filter (Bloom 1970) with all positions a single backward turn beyond a shell.

    It has a single hash function: a position whose bit is not set is not among them.

    Args:
        bloom_filter: uint8[2 ** k], the bits.
        shell: uint8 or uint16[≥ size, cells], the outermost shell of the perimeter.
        size: number of positions in the shell.
        turns: int64[m, 4], backward.
        zobrist: uint64[cells, values].
        ctl: the shared array; ctl[5] is the number of positions done.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int
    with cython.nogil:
        result = _fill_bloom_filter(bloom_filter, shell, size, turns, zobrist, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_bloom_filter(
    bloom_filter: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    mask: cython.ulonglong = bloom_filter.shape[0] - 1
    cython.declare(row=cython.Py_ssize_t, cell=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(key=cython.ulonglong, after=cython.ulonglong)
    for row in range(size):
        if row & 0xFFF == 0:
            ctl[5] = row
            if poll(ctl, 0):
                return -1
        key = 0
        for cell in range(shell.shape[1]):
            key ^= zobrist[cell, shell[row, cell]]
        for t in range(turns.shape[0]):
            after = key ^ _row_change(shell, row, turns, t, zobrist)
            bloom_filter[(after >> 3) & mask] |= cython.cast(cython.uchar, 1 << (after & 7))
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _row_change(
    shell: Values[:, ::1],
    row: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    t: cython.Py_ssize_t,
    zobrist: cython.ulonglong[:, ::1],
) -> cython.ulonglong:
    """Return the change of the Zobrist key of a position in a shell by a turn."""
    a: cython.Py_ssize_t = turns[t, 0]
    b: cython.Py_ssize_t = turns[t, 1]
    c: cython.Py_ssize_t = turns[t, 2]
    d: cython.Py_ssize_t = turns[t, 3]
    va: Values = shell[row, a]
    vb: Values = shell[row, b]
    vc: Values = shell[row, c]
    vd: Values = shell[row, d]
    before: cython.ulonglong = zobrist[a, va] ^ zobrist[b, vb] ^ zobrist[c, vc] ^ zobrist[d, vd]
    return before ^ zobrist[a, vd] ^ zobrist[b, va] ^ zobrist[c, vb] ^ zobrist[d, vc]


# --- the perimeter ---


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fingerprint(key: cython.ulonglong) -> cython.uint:
    """Return the part of a Zobrist key that the perimeter keeps; never 0."""
    return cython.cast(cython.uint, key >> 32) | 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(
    keys: cython.const[cython.uint][::1],
    distances: cython.const[cython.uchar][::1],
    key: cython.ulonglong,
) -> cython.int:
    """Return the distance of the position with a Zobrist key, -1 outside the perimeter."""
    mask: cython.ulonglong = keys.shape[0] - 1
    place: cython.ulonglong = key & mask
    fingerprint: cython.uint = _fingerprint(key)
    while keys[place] != 0:
        if keys[place] == fingerprint:
            return cython.cast(cython.int, distances[place])
        place = (place + 1) & mask
    return -1


def descend(
    position: Position,
    depth: cython.Py_ssize_t,
    distance: cython.Py_ssize_t,
    moves: Moves,
    perimeter: Perimeter,
    workspace: SearchWorkspace,
    found: cython.Py_ssize_t,
    out: cython.short[:, ::1],
    all_solutions: cython.bint,
) -> int:
    """Follow shortest paths from a position of the perimeter to the goal.

    Args:
        position: the position; restored afterwards.
        depth: number of turns made.
        distance: distance of the position.
        moves: turns of the board.
        perimeter: perimeter around the goal.
        workspace: memory for ``depth + distance`` turns, with the turns made and the last key.
        found: number of paths found before.
        out: int16[most, ≥ depth + distance], the paths, as many as fit.
        all_solutions: follow all shortest paths, not only the first.

    Returns:
        The number of paths found so far.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _descend(
            position, depth, distance, moves, perimeter, workspace, found, out, all_solutions
        )
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _descend(
    position: Position,
    depth: cython.Py_ssize_t,
    distance: cython.Py_ssize_t,
    moves: Moves,
    perimeter: Perimeter,
    workspace: SearchWorkspace,
    found: cython.Py_ssize_t,
    out: cython.short[:, ::1],
    all_solutions: cython.bint,
) -> cython.Py_ssize_t:
    cells: cython.longlong[::1] = position.cells
    turns: cython.const[cython.longlong][:, ::1] = moves.turns
    known: cython.const[cython.uint][::1] = perimeter.keys
    distances: cython.const[cython.uchar][::1] = perimeter.distances
    zobrist: cython.const[cython.ulonglong][:, ::1] = perimeter.zobrist
    path: cython.longlong[::1] = workspace.path
    keys: cython.ulonglong[::1] = workspace.keys
    end: cython.Py_ssize_t = depth + distance
    level: cython.Py_ssize_t = depth
    t: cython.Py_ssize_t = -1
    cython.declare(i=cython.Py_ssize_t, after=cython.ulonglong)
    while True:
        if level == end:
            if found < out.shape[0]:
                for i in range(end):
                    out[found, i] = cython.cast(cython.short, path[i])
            found += 1
        else:
            t += 1
        if level == end or t == turns.shape[0]:
            if level == depth:
                return found
            level -= 1
            t = path[level]
            _turn_back(cells, turns, t)
            if (
                level + 1 == end and not all_solutions
            ):  # a single path is enough: restore everything
                while level > depth:
                    level -= 1
                    _turn_back(cells, turns, path[level])
                return found
            continue
        after = keys[level] ^ _change(cells, turns, t, zobrist)
        if _find(known, distances, after) == end - level - 1:
            path[level] = t
            _turn(cells, turns, t)
            level += 1
            keys[level] = after
            t = -1


# --- search ---


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _change(
    cells: cython.longlong[::1],
    turns: cython.const[cython.longlong][:, ::1],
    t: cython.Py_ssize_t,
    zobrist: cython.const[cython.ulonglong][:, ::1],
) -> cython.ulonglong:
    """Return the change of the Zobrist key by a turn."""
    a: cython.Py_ssize_t = turns[t, 0]
    b: cython.Py_ssize_t = turns[t, 1]
    c: cython.Py_ssize_t = turns[t, 2]
    d: cython.Py_ssize_t = turns[t, 3]
    va: cython.longlong = cells[a]
    vb: cython.longlong = cells[b]
    vc: cython.longlong = cells[c]
    vd: cython.longlong = cells[d]
    before: cython.ulonglong = zobrist[a, va] ^ zobrist[b, vb] ^ zobrist[c, vc] ^ zobrist[d, vd]
    return before ^ zobrist[a, vd] ^ zobrist[b, va] ^ zobrist[c, vb] ^ zobrist[d, vc]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _turn(
    cells: cython.longlong[::1],
    turns: cython.const[cython.longlong][:, ::1],
    t: cython.Py_ssize_t,
) -> cython.void:
    last: cython.longlong = cells[turns[t, 3]]
    cells[turns[t, 3]] = cells[turns[t, 2]]
    cells[turns[t, 2]] = cells[turns[t, 1]]
    cells[turns[t, 1]] = cells[turns[t, 0]]
    cells[turns[t, 0]] = last


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _turn_back(
    cells: cython.longlong[::1],
    turns: cython.const[cython.longlong][:, ::1],
    t: cython.Py_ssize_t,
) -> cython.void:
    first: cython.longlong = cells[turns[t, 0]]
    cells[turns[t, 0]] = cells[turns[t, 1]]
    cells[turns[t, 1]] = cells[turns[t, 2]]
    cells[turns[t, 2]] = cells[turns[t, 3]]
    cells[turns[t, 3]] = first


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _step_change(
    excess: cython.longlong[:, ::1],
    forth: cython.Py_ssize_t,
    back: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the change of the crossings needed when two values cross a line both ways."""
    if forth == back:
        return 0
    return (-1 if excess[forth, line] > 0 else 1) + (-1 if excess[back, line] < 0 else 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cross(
    cells: cython.longlong[::1],
    crossings: cython.const[cython.longlong][:, ::1],
    t: cython.Py_ssize_t,
    row_excess: cython.longlong[:, ::1],
    column_excess: cython.longlong[:, ::1],
    sign: cython.longlong,
) -> cython.void:
    """Update the excess for a turn before it is made in ``cells``; ``sign`` -1 undoes it."""
    row_excess[cells[crossings[t, 2]], crossings[t, 0]] -= sign
    row_excess[cells[crossings[t, 3]], crossings[t, 0]] += sign
    column_excess[cells[crossings[t, 4]], crossings[t, 1]] -= sign
    column_excess[cells[crossings[t, 5]], crossings[t, 1]] += sign


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _forbidden(path: cython.longlong[::1], depth: cython.Py_ssize_t) -> cython.longlong:
    """Return the turn made three times just now, which a fourth would cancel; -1 for none."""
    last: cython.longlong
    if depth > 2:
        last = path[depth - 1]
        if path[depth - 2] == last and path[depth - 3] == last:
            return last
    return -1


def search(
    position: Position,
    made: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    perimeter: Perimeter,
    databases: PatternDatabases,
    workspace: SearchWorkspace,
    out: cython.short[:, ::1],
    all_solutions: cython.bint,
    ctl: cython.longlong[::1],
) -> int:
    """Search depth first for solutions of exactly ``length`` turns.

    Args:
        position: position after ``made`` turns; restored unless stopped.
        made: number of turns made in ``workspace.path``, at most ``length`` less the radius.
        length: number of turns of the solutions, more than the perimeter's radius.
        moves: turns of the board.
        perimeter: perimeter around the goal.
        databases: pattern databases for the bound.
        workspace: memory for ``length`` turns, with the turns made.
        out: int16[most, ≥ length], output: the solutions.
        all_solutions: find all, not only the first.
        ctl: the shared array; states are added to it.

    Returns:
        The number of solutions, or -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search(
            position, made, length, moves, perimeter, databases, workspace, out, all_solutions, ctl
        )
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(
    position: Position,
    made: cython.Py_ssize_t,
    perimeter: Perimeter,
    databases: PatternDatabases,
    workspace: SearchWorkspace,
) -> cython.void:
    """Initialise the workspace for the first position."""
    g: cython.Py_ssize_t = databases.starts.shape[0]
    key: cython.ulonglong = 0
    rest: cython.longlong = 0
    cython.declare(cell=cython.Py_ssize_t, value=cython.Py_ssize_t, line=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, twin=cython.Py_ssize_t)
    for i in range(2 * g):
        workspace.places[made, i] = 0
    for cell in range(position.cells.shape[0]):
        value = position.cells[cell]
        key ^= perimeter.zobrist[cell, value]
        if g:
            workspace.places[made, databases.groups[value]] += cell * databases.weights[value]
            twin = databases.mirror[cell]
            workspace.places[made, g + databases.groups[twin]] += (
                databases.mirror[value] * databases.weights[twin]
            )
    workspace.keys[made] = key
    for value in range(position.row_excess.shape[0]):
        for line in range(position.row_excess.shape[1]):
            rest += abs(position.row_excess[value, line])
    workspace.down[made] = rest
    rest = 0
    for value in range(position.column_excess.shape[0]):
        for line in range(position.column_excess.shape[1]):
            rest += abs(position.column_excess[value, line])
    workspace.across[made] = rest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    position: Position,
    made: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    perimeter: Perimeter,
    databases: PatternDatabases,
    workspace: SearchWorkspace,
    out: cython.short[:, ::1],
    all_solutions: cython.bint,
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    cells: cython.longlong[::1] = position.cells
    row_excess: cython.longlong[:, ::1] = position.row_excess
    column_excess: cython.longlong[:, ::1] = position.column_excess
    turns: cython.const[cython.longlong][:, ::1] = moves.turns
    crossings: cython.const[cython.longlong][:, ::1] = moves.crossings
    allowed_after: cython.const[cython.uchar][:, ::1] = moves.allowed_after
    known: cython.const[cython.uint][::1] = perimeter.keys
    distances: cython.const[cython.uchar][::1] = perimeter.distances
    bloom_filter: cython.const[cython.uchar][::1] = perimeter.bloom_filter
    zobrist: cython.const[cython.ulonglong][:, ::1] = perimeter.zobrist
    tables: cython.const[cython.uchar][::1] = databases.tables
    starts: cython.const[cython.longlong][::1] = databases.starts
    weights: cython.const[cython.longlong][::1] = databases.weights
    groups: cython.const[cython.longlong][::1] = databases.groups
    mirror: cython.const[cython.longlong][::1] = databases.mirror
    path: cython.longlong[::1] = workspace.path
    keys: cython.ulonglong[::1] = workspace.keys
    down: cython.longlong[::1] = workspace.down
    across: cython.longlong[::1] = workspace.across
    places: cython.longlong[:, ::1] = workspace.places
    m: cython.Py_ssize_t = turns.shape[0]
    g: cython.Py_ssize_t = starts.shape[0]
    filtered: cython.bint = bloom_filter.shape[0] > 0
    mask: cython.ulonglong = bloom_filter.shape[0] - 1
    radius: cython.Py_ssize_t = perimeter.radius
    limit: cython.Py_ssize_t = length - radius
    depth: cython.Py_ssize_t = made
    found: cython.Py_ssize_t = 0
    states: cython.longlong = 0
    t: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = path[made - 1] if made else -1
    forbidden: cython.Py_ssize_t = _forbidden(path, made)
    cython.declare(i=cython.Py_ssize_t, value=cython.Py_ssize_t, twin=cython.Py_ssize_t)
    cython.declare(cell=cython.Py_ssize_t, target=cython.Py_ssize_t, left=cython.longlong)
    cython.declare(total=cython.longlong, other=cython.longlong, after=cython.ulonglong)
    _begin(position, made, perimeter, databases, workspace)
    if depth == limit:
        if _find(known, distances, keys[depth]) == radius:
            found = _descend(
                position, depth, radius, moves, perimeter, workspace, 0, out, all_solutions
            )
        return found
    while True:
        t += 1
        if t == m or (found and not all_solutions):
            if depth == made:
                poll(ctl, states)
                return found
            depth -= 1
            t = path[depth]
            last = path[depth - 1] if depth else -1
            forbidden = _forbidden(path, depth)
            _turn_back(cells, turns, t)
            _cross(cells, crossings, t, row_excess, column_excess, -1)
            continue
        if (last >= 0 and not allowed_after[last, t]) or t == forbidden:
            continue
        states += 1
        if states == 4096:
            if poll(ctl, states):
                return -1
            states = 0
        left = length - depth - 1
        down[depth + 1] = down[depth] + _step_change(
            row_excess, cells[crossings[t, 2]], cells[crossings[t, 3]], crossings[t, 0]
        )
        across[depth + 1] = across[depth] + _step_change(
            column_excess, cells[crossings[t, 4]], cells[crossings[t, 5]], crossings[t, 1]
        )
        if max(down[depth + 1], across[depth + 1]) > 2 * left:
            continue
        if g:
            for i in range(2 * g):
                places[depth + 1, i] = places[depth, i]
            for i in range(4):
                cell = turns[t, i]
                target = turns[t, (i + 1) & 3]
                value = cells[cell]
                places[depth + 1, groups[value]] += (target - cell) * weights[value]
                twin = mirror[target]
                places[depth + 1, g + groups[twin]] += (
                    mirror[value] - mirror[cells[target]]
                ) * weights[twin]
            total = 0
            other = 0
            for i in range(g):
                total += cython.cast(cython.longlong, tables[starts[i] + places[depth + 1, i]])
                other += cython.cast(cython.longlong, tables[starts[i] + places[depth + 1, g + i]])
            if max(total, other) > 4 * left:
                continue
        after = keys[depth] ^ _change(cells, turns, t, zobrist)
        if left == radius:
            # Just before the perimeter: look up the result without making the turn.
            if _find(known, distances, after) != radius:
                continue
        elif (
            left == radius + 1
            and filtered
            and not bloom_filter[(after >> 3) & mask] & (1 << (after & 7))
        ):
            continue
        keys[depth + 1] = after
        path[depth] = t
        if left == radius:
            _turn(cells, turns, t)
            found = _descend(
                position, depth + 1, radius, moves, perimeter, workspace, found, out, all_solutions
            )
            _turn_back(cells, turns, t)
            continue
        _cross(cells, crossings, t, row_excess, column_excess, 1)
        _turn(cells, turns, t)
        depth += 1
        last = t
        forbidden = _forbidden(path, depth)
        t = -1

"""Iterative deepening (IDA*, Korf 1985) on rotation boards, onto a perimeter around the goal.

The perimeter holds all positions within a few turns of the goal (Manzini 1995). A node at the last
depth before it is looked up there. The bound is the larger of two where both are there: additive
pattern databases, and half of the rows or columns that all values still have to go. Positions are
told apart by Zobrist keys of 64 bits, of which the perimeter keeps 32 beside the place; a chance
hit is found out by walking down the perimeter to the goal.

A turn carries the value at cell ``a`` to ``b``, that at ``b`` to ``c``, ``c`` to ``d`` and ``d`` to
``a``; it is a row ``a b c d`` of ``turns``.
"""

from __future__ import annotations

from typing import Any

import cython
from cython.cimports.puzzlegui.families.rotation.kernels.constants.ida import FULL
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll

Values: Any = cython.fused_type(cython.uchar, cython.ushort)
"""What positions are kept in: bytes, where there are no more than 256 values."""


@cython.cclass
class Moves:
    """The turns of a board.

    Attributes:
        turns: int64[m, 4], forward.
        flows: int64[m, 6], of each turn the row line and the column line that values cross, and
            the cells whose values cross them downward, upward, to the right, to the left.
        follows: uint8[m, m], whether a turn may follow another.
    """

    turns: cython.const[cython.longlong][:, ::1]
    flows: cython.const[cython.longlong][:, ::1]
    follows: cython.const[cython.uchar][:, ::1]

    def __init__(
        self,
        turns: cython.const[cython.longlong][:, ::1],
        flows: cython.const[cython.longlong][:, ::1],
        follows: cython.const[cython.uchar][:, ::1],
    ) -> None:
        self.turns = turns
        self.flows = flows
        self.follows = follows


@cython.cclass
class Perimeter:
    """All positions within some turns of the goal, in a hash table with linear probing.

    Attributes:
        keys: uint32[2 ** bits], 0 where empty; see ``grow``.
        distances: uint8[2 ** bits], in turns.
        shadow: uint8[2 ** k], see ``cast_shadow``; empty for none.
        radius: the largest distance.
        zobrist: uint64[cells, values], the Zobrist keys.
    """

    keys: cython.const[cython.uint][::1]
    distances: cython.const[cython.uchar][::1]
    shadow: cython.const[cython.uchar][::1]
    radius: cython.longlong
    zobrist: cython.const[cython.ulonglong][:, ::1]

    def __init__(
        self,
        keys: cython.const[cython.uint][::1],
        distances: cython.const[cython.uchar][::1],
        shadow: cython.const[cython.uchar][::1],
        radius: cython.longlong,
        zobrist: cython.const[cython.ulonglong][:, ::1],
    ) -> None:
        self.keys = keys
        self.distances = distances
        self.shadow = shadow
        self.radius = radius
        self.zobrist = zobrist

    def find(self, key: cython.ulonglong) -> int:
        """The distance of the position with a Zobrist key, or -1 outside the perimeter."""
        return _find(self.keys, self.distances, key)


@cython.cclass
class PatternDatabases:
    """Additive pattern databases of a board. All arrays are empty where there are none.

    Attributes:
        tables: uint8[…], one after the other; see ``build_pattern``.
        starts: int64[g], where each begins.
        weights: int64[n], of each value in its database.
        groups: int64[n], the database each value belongs to.
        mirror: int64[n], where the mirror that turns clockwise into counter-clockwise takes
            each cell, identity if turns go both ways; makes the databases serve for the
            inverse too.
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
    """What stands where; turns change it in place.

    Attributes:
        cells: int64[n], the value of each cell.
        rows_ahead: int64[values, rows - 1], how many more of a value stand above each line than
            belong there.
        columns_ahead: int64[values, columns - 1], likewise to the left of each line.
    """

    cells: cython.longlong[::1]
    rows_ahead: cython.longlong[:, ::1]
    columns_ahead: cython.longlong[:, ::1]

    def __init__(
        self,
        cells: cython.longlong[::1],
        rows_ahead: cython.longlong[:, ::1],
        columns_ahead: cython.longlong[:, ::1],
    ) -> None:
        self.cells = cells
        self.rows_ahead = rows_ahead
        self.columns_ahead = columns_ahead


@cython.cclass
class Workspace:
    """What is remembered along a path of up to ``d`` turns.

    Attributes:
        path: int64[≥ d], the turns made, for the caller to begin; the rest is scratch.
        keys: uint64[d + 1], the Zobrist key after each number of turns.
        down: int64[d + 1], the rows that all values have to go.
        across: int64[d + 1], the columns.
        places: int64[d + 1, 2 g], the places in the pattern databases of the position and of
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
    """Find how many single-cell steps a group of values needs to its cells, others not counted.

    Such numbers of disjoint groups may be added: a turn makes four steps (Korf and Felner 2002
    on additive databases, with a turn's cost shared among the values it moves).

    Args:
        table: uint8[cells ** k], filled with UNKNOWN; indexed by the sum of cell × weight.
        homes: int64[k], where each value of the group belongs.
        weights: int64[k], descending powers of the number of cells.
        targets: int64[m, cells], where each backward turn takes the value of each cell.
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
    after: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    turn: cython.Py_ssize_t
    i: cython.Py_ssize_t
    rest: cython.uint  # no table is so large, and 64 bits take longer to divide
    change: cython.longlong
    steps: cython.longlong
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


def put(keys: cython.uint[::1], distances: cython.uchar[::1], key: cython.ulonglong) -> None:
    """Begin an empty perimeter with the goal, of this Zobrist key; see ``grow``."""
    place: cython.ulonglong = key & cython.cast(cython.ulonglong, keys.shape[0] - 1)
    keys[place] = _fingerprint(key)
    distances[place] = 0


def grow(
    keys: cython.uint[::1],
    distances: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    further: Values[:, ::1],
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    distance: cython.longlong,
    ctl: cython.longlong[::1],
) -> int:
    """Add the positions one backward turn from a shell to a perimeter.

    Args:
        keys: uint32[2 ** bits], 0 where empty.
        distances: uint8[2 ** bits].
        shell: uint8 or uint16[≥ size, cells], the positions at ``distance - 1``.
        size: how many there are.
        further: like ``shell``, to be filled; with no rows, nothing is written to it.
        turns: int64[m, 4], backward.
        zobrist: uint64[cells, values].
        distance: of the new positions.
        ctl: the shared array; in ctl[5] how many positions there are in all.

    Returns:
        How many positions are new, -1 if stopped, FULL if there is no room for them.
    """
    result: cython.longlong
    with cython.nogil:
        result = _grow(keys, distances, shell, size, further, turns, zobrist, distance, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    keys: cython.uint[::1],
    distances: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    further: Values[:, ::1],
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    distance: cython.longlong,
    ctl: cython.longlong[::1],
) -> cython.longlong:
    mask: cython.ulonglong = keys.shape[0] - 1
    limit: cython.longlong = keys.shape[0] - keys.shape[0] // 8
    filled: cython.longlong = ctl[5]
    store: cython.bint = further.shape[0] > 0
    pace: cython.Py_ssize_t = 1 + 0xFFFF // turns.shape[0]
    found: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    t: cython.Py_ssize_t
    key: cython.ulonglong
    after: cython.ulonglong
    place: cython.ulonglong
    fingerprint: cython.uint
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    d: cython.Py_ssize_t
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
                    further[found, cell] = shell[row, cell]
                further[found, a] = vd
                further[found, b] = va
                further[found, c] = vb
                further[found, d] = vc
            found += 1
    ctl[5] = filled
    return found


def cast_shadow(
    shadow: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Set the bit of every position one backward turn from a shell.

    A position whose bit is not set is none of them (Bloom 1970, with one hash function).

    Args:
        shadow: uint8[2 ** k], the bits.
        shell: uint8 or uint16[≥ size, cells], the outermost shell of the perimeter.
        size: how many positions there are in it.
        turns: int64[m, 4], backward.
        zobrist: uint64[cells, values].
        ctl: the shared array; in ctl[5] how many positions are done.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int
    with cython.nogil:
        result = _cast_shadow(shadow, shell, size, turns, zobrist, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cast_shadow(
    shadow: cython.uchar[::1],
    shell: Values[:, ::1],
    size: cython.Py_ssize_t,
    turns: cython.longlong[:, ::1],
    zobrist: cython.ulonglong[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    mask: cython.ulonglong = shadow.shape[0] - 1
    row: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    t: cython.Py_ssize_t
    key: cython.ulonglong
    after: cython.ulonglong
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
            shadow[(after >> 3) & mask] |= cython.cast(cython.uchar, 1 << (after & 7))
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
    """How the Zobrist key of a position of a shell changes by a turn."""
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
    """The part of a Zobrist key that the perimeter keeps; never 0."""
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
    """The distance of the position with a Zobrist key, or -1 outside the perimeter."""
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
    workspace: Workspace,
    found: cython.Py_ssize_t,
    out: cython.short[:, ::1],
    every: cython.bint,
) -> int:
    """Walk from a position of the perimeter to the goal, by one way or by all.

    Args:
        position: where to begin; as it was afterwards.
        depth: how many turns have been made.
        distance: of the position.
        moves: of the board.
        perimeter: around the goal.
        workspace: for ``depth + distance`` turns, with the turns made and the key after them.
        found: how many ways were found before.
        out: int16[most, ≥ depth + distance], where ways are listed as long as there is room.
        every: list all ways, not only the first.

    Returns:
        How many ways there are now.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _descend(position, depth, distance, moves, perimeter, workspace, found, out, every)
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
    workspace: Workspace,
    found: cython.Py_ssize_t,
    out: cython.short[:, ::1],
    every: cython.bint,
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
    i: cython.Py_ssize_t
    after: cython.ulonglong
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
            if level + 1 == end and not every:  # one way will do: put everything back
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
    """How the Zobrist key changes by a turn."""
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
    ahead: cython.longlong[:, ::1],
    forth: cython.Py_ssize_t,
    back: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
) -> cython.longlong:
    """How the sum of ``ahead`` changes when one value crosses a line forth, another back."""
    if forth == back:
        return 0
    return (-1 if ahead[forth, line] > 0 else 1) + (-1 if ahead[back, line] < 0 else 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cross(
    cells: cython.longlong[::1],
    flows: cython.const[cython.longlong][:, ::1],
    t: cython.Py_ssize_t,
    rows_ahead: cython.longlong[:, ::1],
    columns_ahead: cython.longlong[:, ::1],
    sign: cython.longlong,
) -> cython.void:
    """Enter a turn, before it moves ``cells``, into the counts; ``sign`` -1 takes it back."""
    rows_ahead[cells[flows[t, 2]], flows[t, 0]] -= sign
    rows_ahead[cells[flows[t, 3]], flows[t, 0]] += sign
    columns_ahead[cells[flows[t, 4]], flows[t, 1]] -= sign
    columns_ahead[cells[flows[t, 5]], flows[t, 1]] += sign


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _barred(path: cython.longlong[::1], depth: cython.Py_ssize_t) -> cython.longlong:
    """The turn that was made three times and would be none if made once more; -1 if none was."""
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
    workspace: Workspace,
    out: cython.short[:, ::1],
    every: cython.bint,
    ctl: cython.longlong[::1],
) -> int:
    """Depth-first search for solutions of exactly ``length`` turns.

    Args:
        position: after ``made`` turns; left as it was unless stopped.
        made: how many turns of ``workspace.path`` have been made, at most ``length`` less the
            perimeter's radius.
        length: turns of the solutions wanted, more than the perimeter's radius.
        moves: of the board.
        perimeter: around the goal.
        databases: for the bound.
        workspace: for ``length`` turns, with the turns made.
        out: int16[most, ≥ length], for the solutions.
        every: find all, not only the first.
        ctl: the shared array; states are added to it.

    Returns:
        How many solutions there are, or -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search(
            position, made, length, moves, perimeter, databases, workspace, out, every, ctl
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
    workspace: Workspace,
) -> cython.void:
    """Fill in what the workspace knows of the first position."""
    g: cython.Py_ssize_t = databases.starts.shape[0]
    key: cython.ulonglong = 0
    rest: cython.longlong = 0
    cell: cython.Py_ssize_t
    value: cython.Py_ssize_t
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    twin: cython.Py_ssize_t
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
    for value in range(position.rows_ahead.shape[0]):
        for line in range(position.rows_ahead.shape[1]):
            rest += abs(position.rows_ahead[value, line])
    workspace.down[made] = rest
    rest = 0
    for value in range(position.columns_ahead.shape[0]):
        for line in range(position.columns_ahead.shape[1]):
            rest += abs(position.columns_ahead[value, line])
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
    workspace: Workspace,
    out: cython.short[:, ::1],
    every: cython.bint,
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    cells: cython.longlong[::1] = position.cells
    rows_ahead: cython.longlong[:, ::1] = position.rows_ahead
    columns_ahead: cython.longlong[:, ::1] = position.columns_ahead
    turns: cython.const[cython.longlong][:, ::1] = moves.turns
    flows: cython.const[cython.longlong][:, ::1] = moves.flows
    follows: cython.const[cython.uchar][:, ::1] = moves.follows
    known: cython.const[cython.uint][::1] = perimeter.keys
    distances: cython.const[cython.uchar][::1] = perimeter.distances
    shadow: cython.const[cython.uchar][::1] = perimeter.shadow
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
    shadowed: cython.bint = shadow.shape[0] > 0
    mask: cython.ulonglong = shadow.shape[0] - 1
    radius: cython.Py_ssize_t = perimeter.radius
    limit: cython.Py_ssize_t = length - radius
    depth: cython.Py_ssize_t = made
    found: cython.Py_ssize_t = 0
    states: cython.longlong = 0
    t: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = path[made - 1] if made else -1
    barred: cython.Py_ssize_t = _barred(path, made)
    i: cython.Py_ssize_t
    value: cython.Py_ssize_t
    twin: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    target: cython.Py_ssize_t
    left: cython.longlong
    total: cython.longlong
    other: cython.longlong
    after: cython.ulonglong
    _begin(position, made, perimeter, databases, workspace)
    if depth == limit:
        if _find(known, distances, keys[depth]) == radius:
            found = _descend(position, depth, radius, moves, perimeter, workspace, 0, out, every)
        return found
    while True:
        t += 1
        if t == m or (found and not every):
            if depth == made:
                poll(ctl, states)
                return found
            depth -= 1
            t = path[depth]
            last = path[depth - 1] if depth else -1
            barred = _barred(path, depth)
            _turn_back(cells, turns, t)
            _cross(cells, flows, t, rows_ahead, columns_ahead, -1)
            continue
        if (last >= 0 and not follows[last, t]) or t == barred:
            continue
        states += 1
        if states == 4096:
            if poll(ctl, states):
                return -1
            states = 0
        left = length - depth - 1
        down[depth + 1] = down[depth] + _step_change(
            rows_ahead, cells[flows[t, 2]], cells[flows[t, 3]], flows[t, 0]
        )
        across[depth + 1] = across[depth] + _step_change(
            columns_ahead, cells[flows[t, 4]], cells[flows[t, 5]], flows[t, 1]
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
            # At the last depth before the perimeter: no need to make the turn to look it up.
            if _find(known, distances, after) != radius:
                continue
        elif (
            left == radius + 1 and shadowed and not shadow[(after >> 3) & mask] & (1 << (after & 7))
        ):
            continue
        keys[depth + 1] = after
        path[depth] = t
        if left == radius:
            _turn(cells, turns, t)
            found = _descend(
                position, depth + 1, radius, moves, perimeter, workspace, found, out, every
            )
            _turn_back(cells, turns, t)
            continue
        _cross(cells, flows, t, rows_ahead, columns_ahead, 1)
        _turn(cells, turns, t)
        depth += 1
        last = t
        barred = _barred(path, depth)
        t = -1

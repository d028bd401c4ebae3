"""Breadth-first search from both ends, and IDA* (Korf 1985) between what it reached.

Positions are rows of a table, level after level, with a hash table of their numbers. A key is the
exclusive or of a random number for each value in each cell (Zobrist 1970), so that a move changes
only the terms of the cells that it moves. Rows are compared whenever keys are equal.

Moves that share no cell commute and are tried in a single order; no move undoes the last.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll


@cython.cclass
class Moves:
    """The moves of a board.

    Attributes:
        begins: int32[m + 1], where the cells of each move begin.
        sources: uint16[…], cells whose contents move.
        targets: uint16[…], the cells that they move to.
        zobrist: int64[values, n], random numbers.
        follows: uint8[m + 1, m], whether a move may follow another; the last row is for the first.
    """

    begins: cython.const[cython.int][::1]
    sources: cython.const[cython.ushort][::1]
    targets: cython.const[cython.ushort][::1]
    zobrist: cython.const[cython.longlong][:, ::1]
    follows: cython.const[cython.uchar][:, ::1]

    def __init__(
        self,
        begins: cython.const[cython.int][::1],
        sources: cython.const[cython.ushort][::1],
        targets: cython.const[cython.ushort][::1],
        zobrist: cython.const[cython.longlong][:, ::1],
        follows: cython.const[cython.uchar][:, ::1],
    ) -> None:
        self.begins = begins
        self.sources = sources
        self.targets = targets
        self.zobrist = zobrist
        self.follows = follows


@cython.cclass
class Table:
    """Positions with a hash table of their numbers, probed linearly.

    Attributes:
        rows: uint16[capacity, n].
        keys: int64[capacity].
        slots: int32[2 ** k], the number of a row plus one, 0 where empty.
        count: number of rows in use.
    """

    count = cython.declare(cython.longlong, visibility="public")
    rows: cython.ushort[:, ::1]
    keys: cython.longlong[::1]
    slots: cython.int[::1]

    def __init__(
        self,
        rows: cython.ushort[:, ::1],
        keys: cython.longlong[::1],
        slots: cython.int[::1],
        count: cython.longlong,
    ) -> None:
        self.rows = rows
        self.keys = keys
        self.slots = slots
        self.count = count


@cython.cclass
class Bounds:
    """Lower bounds for the search between the tables.

    Attributes:
        distances: uint8[values, n], moves from a cell to the nearest goal of a value.
        carried: most cells that a move changes.
        patterns: uint8[p, n ** k], distances of the places of some values; may be empty.
        tracked: uint16[p, k], the values of each pattern, all of which differ.
    """

    distances: cython.const[cython.uchar][:, ::1]
    carried: cython.longlong
    patterns: cython.const[cython.uchar][:, ::1]
    tracked: cython.const[cython.ushort][:, ::1]

    def __init__(
        self,
        distances: cython.const[cython.uchar][:, ::1],
        carried: cython.longlong,
        patterns: cython.const[cython.uchar][:, ::1],
        tracked: cython.const[cython.ushort][:, ::1],
    ) -> None:
        self.distances = distances
        self.carried = carried
        self.patterns = patterns
        self.tracked = tracked


# --- the tables ---


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _slot(
    rows: cython.ushort[:, ::1],
    keys: cython.longlong[::1],
    slots: cython.int[::1],
    row: cython.Py_ssize_t,
    other: cython.ushort[:, ::1],
    key: cython.longlong,
) -> cython.Py_ssize_t:
    """Return the slot of the position ``other[row]``, or the empty slot where it belongs."""
    mask: cython.Py_ssize_t = slots.shape[0] - 1
    place: cython.Py_ssize_t = (key ^ (key >> 29)) & mask
    cells: cython.Py_ssize_t = other.shape[1]
    cython.declare(found=cython.Py_ssize_t, i=cython.Py_ssize_t)
    while slots[place] != 0:
        found = slots[place] - 1
        if keys[found] == key:
            i = 0
            while i < cells and rows[found, i] == other[row, i]:
                i += 1
            if i == cells:
                return place
        place = (place + 1) & mask
    return place


def rehash(table: Table, slots: cython.int[::1], ctl: cython.longlong[::1]) -> int:
    """Fill a larger hash table, all 0, and use it from now on; return 1, or -1 if stopped."""
    result: cython.int
    with cython.nogil:
        result = _rehash(table.keys, table.count, slots, ctl)
    if result == 1:
        table.slots = slots
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rehash(
    keys: cython.longlong[::1],
    count: cython.longlong,
    slots: cython.int[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    mask: cython.Py_ssize_t = slots.shape[0] - 1
    cython.declare(i=cython.Py_ssize_t, place=cython.Py_ssize_t)
    for i in range(count):
        if i & 0xFFFF == 0 and poll(ctl, 0):
            return -1
        place = (keys[i] ^ (keys[i] >> 29)) & mask
        while slots[place] != 0:
            place = (place + 1) & mask
        slots[place] = cython.cast(cython.int, i + 1)
    return 1


def find(table: Table, positions: cython.ushort[:, ::1], zobrist: cython.longlong[:, ::1]) -> int:
    """Return the number of the row equal to ``positions[0]``, -1 if there is none.

    Args:
        table: the table.
        positions: uint16[1, n].
        zobrist: as in ``Moves``.
    """
    key: cython.longlong = 0
    i: cython.Py_ssize_t
    for i in range(positions.shape[1]):
        key ^= zobrist[positions[0, i], i]
    return table.slots[_slot(table.rows, table.keys, table.slots, 0, positions, key)] - 1


def expand(
    moves: Moves,
    table: Table,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    ctl: cython.longlong[::1],
) -> int:
    """Add all positions a move away from some rows to a table.

    Args:
        moves: the moves.
        table: with room for a row for each of these rows and each move, and as many free slots.
        first: the first row.
        stop: the row after the last.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.longlong
    with cython.nogil:
        result = _expand(
            moves.begins, moves.sources, moves.targets, moves.zobrist, table, first, stop, ctl
        )
    if result < 0:
        return -1
    table.count = result
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand(
    begins: cython.const[cython.int][::1],
    sources: cython.const[cython.ushort][::1],
    targets: cython.const[cython.ushort][::1],
    zobrist: cython.const[cython.longlong][:, ::1],
    table: Table,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    ctl: cython.longlong[::1],
) -> cython.longlong:
    rows: cython.ushort[:, ::1] = table.rows
    keys: cython.longlong[::1] = table.keys
    slots: cython.int[::1] = table.slots
    count: cython.Py_ssize_t = table.count
    cells: cython.Py_ssize_t = rows.shape[1]
    cython.declare(row=cython.Py_ssize_t, t=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(place=cython.Py_ssize_t, key=cython.longlong)
    value: cython.ushort
    states: cython.longlong = 0
    for row in range(first, stop):
        if row & 0x3FF == 0:
            if poll(ctl, states):
                return -1
            states = 0
        states += 1
        for t in range(begins.shape[0] - 1):
            for i in range(cells):
                rows[count, i] = rows[row, i]
            key = keys[row]
            for i in range(begins[t], begins[t + 1]):
                value = rows[row, sources[i]]
                rows[count, targets[i]] = value
                key ^= zobrist[value, sources[i]] ^ zobrist[value, targets[i]]
            place = _slot(rows, keys, slots, count, rows, key)
            if slots[place] == 0:
                keys[count] = key
                count += 1
                slots[place] = cython.cast(cython.int, count)
    poll(ctl, states)
    return count


def meetings(
    table: Table,
    first: cython.Py_ssize_t,
    other: Table,
    out: cython.int[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Find the rows from ``first`` on that another table has too.

    Args:
        table: the table.
        first: the first row.
        other: the other table.
        out: int32[…], output: their numbers, as many as fit.
        ctl: the shared array.

    Returns:
        Their number, -1 if stopped.
    """
    result: cython.longlong
    with cython.nogil:
        result = _meetings(table, first, other, out, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _meetings(
    table: Table,
    first: cython.Py_ssize_t,
    other: Table,
    out: cython.int[::1],
    ctl: cython.longlong[::1],
) -> cython.longlong:
    rows: cython.ushort[:, ::1] = table.rows
    keys: cython.longlong[::1] = table.keys
    other_rows: cython.ushort[:, ::1] = other.rows
    other_keys: cython.longlong[::1] = other.keys
    slots: cython.int[::1] = other.slots
    found: cython.longlong = 0
    row: cython.Py_ssize_t
    for row in range(first, table.count):
        if row & 0xFFFF == 0 and poll(ctl, 0):
            return -1
        if slots[_slot(other_rows, other_keys, slots, row, rows, keys[row])] != 0:
            if found < out.shape[0]:
                out[found] = cython.cast(cython.int, row)
            found += 1
    return found


# --- pattern databases ---


def grow_pattern(
    table: cython.uchar[::1],
    level: cython.longlong,
    targets: cython.const[cython.ushort][:, ::1],
    places: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Find the next level of a pattern database (Culberson and Schaeffer 1998).

    Args:
        table: uint8[n ** k], distances up to ``level``, 255 elsewhere; the number of an entry is
            written with k digits, the places of the values, the first counting most.
        level: the last level.
        targets: uint16[m, n], the cell that each move carries the content of a cell to.
        places: int64[k], scratch.
        ctl: the shared array.

    Returns:
        1 if there are entries of the next level, 0 if not, -1 if stopped.
    """
    result: cython.longlong
    with cython.nogil:
        result = _grow_pattern(table, level, targets, places, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow_pattern(
    table: cython.uchar[::1],
    level: cython.longlong,
    targets: cython.const[cython.ushort][:, ::1],
    places: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> cython.longlong:
    cells: cython.longlong = targets.shape[1]
    found: cython.longlong = 0
    cython.declare(entry=cython.Py_ssize_t, t=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(left=cython.longlong, after=cython.longlong)
    for entry in range(table.shape[0]):
        if entry & 0xFFFFF == 0 and poll(ctl, 0):
            return -1
        if table[entry] != level:
            continue
        left = entry
        for i in range(places.shape[0] - 1, -1, -1):
            places[i] = left % cells
            left //= cells
        for t in range(targets.shape[0]):
            after = 0
            for i in range(places.shape[0]):
                after = after * cells + targets[t, places[i]]
            if table[after] == 255:
                table[after] = cython.cast(cython.uchar, level + 1)
                found = 1
    return found


# --- the search between the tables ---


def search(
    moves: Moves,
    bounds: Bounds,
    front: Table,
    rim: Table,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    depth: cython.Py_ssize_t,
    radius: cython.Py_ssize_t,
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Search for a path of exactly ``depth`` moves from some rows to the rim around the goal.

    Args:
        moves: the moves.
        bounds: lower bounds to the goal.
        front: table whose rows from ``first`` to ``stop`` are the starts; row ``count`` is scratch.
        rim: table of the positions within ``radius`` moves from the goal.
        first: the first row.
        stop: the row after the last.
        depth: length of the path.
        radius: radius of the rim.
        scratch: int64[4, ≥ max(n, values, depth + 2)]; output: the path in row 0.
        ctl: the shared array.

    Returns:
        The number of the row plus one, 0 if there is no path, -1 if stopped.
    """
    result: cython.longlong
    with cython.nogil:
        result = _search(moves, bounds, front, rim, first, stop, depth, radius, scratch, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    moves: Moves,
    bounds: Bounds,
    front: Table,
    rim: Table,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    depth: cython.Py_ssize_t,
    radius: cython.Py_ssize_t,
    scratch: cython.longlong[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.longlong:
    begins: cython.const[cython.int][::1] = moves.begins
    sources: cython.const[cython.ushort][::1] = moves.sources
    targets: cython.const[cython.ushort][::1] = moves.targets
    zobrist: cython.const[cython.longlong][:, ::1] = moves.zobrist
    follows: cython.const[cython.uchar][:, ::1] = moves.follows
    rows: cython.ushort[:, ::1] = front.rows
    rim_rows: cython.ushort[:, ::1] = rim.rows
    rim_keys: cython.longlong[::1] = rim.keys
    slots: cython.int[::1] = rim.slots
    count: cython.Py_ssize_t = begins.shape[0] - 1
    now: cython.Py_ssize_t = front.count
    cells: cython.Py_ssize_t = rows.shape[1]
    cython.declare(row=cython.Py_ssize_t, i=cython.Py_ssize_t, level=cython.Py_ssize_t)
    cython.declare(t=cython.Py_ssize_t, key=cython.longlong)
    value: cython.ushort
    states: cython.longlong = 0
    visited: cython.longlong = 0
    for row in range(first, stop):
        for i in range(cells):
            rows[now, i] = rows[row, i]
        key = front.keys[row]
        level = 0
        scratch[0, 0] = -1
        scratch[1, 0] = count  # the last move, for ``follows``
        while level >= 0:
            t = scratch[0, level]
            if t >= 0:  # undo
                for i in range(begins[t], begins[t + 1]):
                    scratch[2, i - begins[t]] = rows[now, targets[i]]
                for i in range(begins[t], begins[t + 1]):
                    value = cython.cast(cython.ushort, scratch[2, i - begins[t]])
                    rows[now, sources[i]] = value
                    key ^= zobrist[value, sources[i]] ^ zobrist[value, targets[i]]
            t += 1
            while t < count and not follows[scratch[1, level], t]:
                t += 1
            if t == count:
                level -= 1
                continue
            scratch[0, level] = t
            for i in range(begins[t], begins[t + 1]):
                scratch[2, i - begins[t]] = rows[now, sources[i]]
            for i in range(begins[t], begins[t + 1]):
                value = cython.cast(cython.ushort, scratch[2, i - begins[t]])
                rows[now, targets[i]] = value
                key ^= zobrist[value, sources[i]] ^ zobrist[value, targets[i]]
            states += 1
            visited += 1
            if visited & 0xFFF == 0:
                if poll(ctl, states):
                    return -1
                states = 0
            if level + 1 == depth:
                if slots[_slot(rim_rows, rim_keys, slots, now, rows, key)] != 0:
                    poll(ctl, states)
                    return row + 1
                continue
            if _exceeds(bounds, rows, now, depth + radius - level - 1, scratch):
                continue
            level += 1
            scratch[0, level] = -1
            scratch[1, level] = t
    if poll(ctl, states):
        return -1
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _exceeds(
    bounds: Bounds,
    rows: cython.ushort[:, ::1],
    row: cython.Py_ssize_t,
    left: cython.longlong,
    scratch: cython.longlong[:, ::1],
) -> cython.bint:
    """Return whether a position is certainly more than ``left`` moves from the goal."""
    distances: cython.const[cython.uchar][:, ::1] = bounds.distances
    patterns: cython.const[cython.uchar][:, ::1] = bounds.patterns
    tracked: cython.const[cython.ushort][:, ::1] = bounds.tracked
    cells: cython.Py_ssize_t = rows.shape[1]
    total: cython.longlong = 0
    cython.declare(i=cython.Py_ssize_t, p=cython.Py_ssize_t, far=cython.longlong)
    cython.declare(entry=cython.longlong)
    for i in range(cells):
        far = distances[rows[row, i], i]
        if far > left:
            return True
        total += far
    if total > left * bounds.carried:
        return True
    if patterns.shape[0] == 0:
        return False
    for i in range(cells):
        scratch[3, rows[row, i]] = i
    for p in range(patterns.shape[0]):
        entry = 0
        for i in range(tracked.shape[1]):
            entry = entry * cells + scratch[3, tracked[p, i]]
        if patterns[p, entry] > left:
            return True
    return False

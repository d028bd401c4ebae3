"""Breadth-first search from both ends, and IDA* (Korf 1985) between the levels reached.

Positions are rows of a table, level after level, with a hash table of their numbers. A key is the
exclusive or of a random number for each value in each cell (Zobrist 1970), so that a move changes
only the terms of the cells that it moves. Rows are compared whenever keys are equal.

Moves that share no cell commute and are tried in a single order; no move undoes the last. Searches
try moves in order, so that the first solution is the first in the order of moves.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


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
        """Keep the arrays.

        Raises:
            ValueError: there are too many rows.
        """
        check_capacity("rows", rows.shape[0], MOST_NODES)
        self.rows = rows
        self.keys = keys
        self.slots = slots
        self.count = count


@cython.cclass
class Bounds:
    """Lower bounds on the distance to the goal.

    A move counts ``unit`` points, divided among the cells that it changes. The points that values
    need, each on its own or in disjoint groups, may be added (Yang, Culberson, Holte, Zahavi and
    Felner 2008).

    Attributes:
        distances: uint8[values, n], moves from a cell to the nearest goal of a value; no rows if
            there are no bounds.
        unit: points of a move.
        least: fewest points of a cell that a move changes.
        tables: uint8[…], pattern databases, concatenated; empty if there are none.
        starts: int64[g], where each of them begins.
        weights: int64[n], weight of each value in the index of its database.
        groups: int64[n], the database of each value.
        inverses: whether they bound the inverse of a position, too (Felner, Zahavi, Schaeffer and
            Holte 2005).
    """

    distances: cython.const[cython.uchar][:, ::1]
    unit: cython.longlong
    least: cython.longlong
    tables: cython.const[cython.uchar][::1]
    starts: cython.const[cython.longlong][::1]
    weights: cython.const[cython.longlong][::1]
    groups: cython.const[cython.longlong][::1]
    inverses: cython.bint

    def __init__(
        self,
        distances: cython.const[cython.uchar][:, ::1],
        unit: cython.longlong,
        least: cython.longlong,
        tables: cython.const[cython.uchar][::1],
        starts: cython.const[cython.longlong][::1],
        weights: cython.const[cython.longlong][::1],
        groups: cython.const[cython.longlong][::1],
        inverses: cython.bint,
    ) -> None:
        self.distances = distances
        self.unit = unit
        self.least = least
        self.tables = tables
        self.starts = starts
        self.weights = weights
        self.groups = groups
        self.inverses = inverses


@cython.cclass
class Rim:
    """The positions around the goal that a search is to reach.

    Attributes:
        table: the positions within ``radius`` moves from the goal.
        radius: of the table.
        bounds: lower bounds to the goal.
    """

    table: Table
    radius: cython.Py_ssize_t
    bounds: Bounds

    def __init__(self, table: Table, radius: cython.Py_ssize_t, bounds: Bounds) -> None:
        self.table = table
        self.radius = radius
        self.bounds = bounds


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


# --- pattern databases ---


def build_pattern(
    table: cython.uchar[::1],
    home: cython.Py_ssize_t,
    targets: cython.const[cython.ushort][:, ::1],
    cost: cython.longlong,
    points: cython.const[cython.longlong][::1],
    places: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Build a pattern database (Culberson and Schaeffer 1998; additive: Korf and Felner 2002).

    An entry is the number of points that a group of values needs; 255 stands for 255 or more. Its
    index is written with k digits, the places of the values, the first counting most.

    Args:
        table: uint8[n ** k], filled with 255.
        home: the index of the goal.
        targets: uint16[m, n], the cell that each move, backwards, carries the content of a cell to.
        cost: points of a move; 0 for an additive database.
        points: int64[m], points of each cell that a move changes, as in ``Bounds``; 0 for a
            database of distances.
        places: int64[k], scratch.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int
    with cython.nogil:
        result = _build_pattern(table, home, targets, cost, points, places, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _build_pattern(
    table: cython.uchar[::1],
    home: cython.Py_ssize_t,
    targets: cython.const[cython.ushort][:, ::1],
    cost: cython.longlong,
    points: cython.const[cython.longlong][::1],
    places: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    cells: cython.longlong = targets.shape[1]
    k: cython.Py_ssize_t = places.shape[0]
    level: cython.longlong = 0
    last: cython.longlong = 0
    cython.declare(begin=cython.Py_ssize_t, entry=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, left=cython.longlong, after=cython.longlong)
    cython.declare(spent=cython.longlong, target=cython.longlong)
    table[home] = 0
    while level <= last:
        for begin in range(0, table.shape[0], 4096):
            if poll(ctl, 0):
                return -1
            for entry in range(begin, min(begin + 4096, table.shape[0])):
                if table[entry] != level:
                    continue
                left = entry
                for i in range(k - 1, -1, -1):
                    places[i] = left % cells
                    left //= cells
                for t in range(targets.shape[0]):
                    after = 0
                    spent = level + cost
                    for i in range(k):
                        target = targets[t, places[i]]
                        after = after * cells + target
                        if target != places[i]:
                            spent += points[t]
                    if spent < table[after]:
                        table[after] = cython.cast(cython.uchar, spent)
                        last = max(last, spent)
        level += 1
    return 1


# --- the search between the tables ---


def search(
    moves: Moves,
    rim: Rim,
    front: Table,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    depth: cython.Py_ssize_t,
    scratch: cython.longlong[:, ::1],
    out: cython.int[:, ::1],
    all_paths: cython.bint,
    ctl: cython.longlong[::1],
) -> int:
    """Search for paths of exactly ``depth`` moves from some rows to the rim around the goal.

    Args:
        moves: the moves.
        rim: where the paths end.
        front: table whose rows from ``first`` to ``stop`` are the starts; row ``count`` is scratch.
        first: the first row.
        stop: the row after the last.
        depth: length of the paths, at least 1.
        scratch: int64[4, ≥ max(n, values, depth + 2)].
        out: int32[most, depth + 1], output: the row and the moves of each path, as many as fit.
        all_paths: find all paths, not only the first.
        ctl: the shared array.

    Returns:
        The number of paths, -1 if stopped.
    """
    result: cython.longlong
    with cython.nogil:
        result = _search(moves, rim, front, first, stop, depth, scratch, out, all_paths, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    moves: Moves,
    rim: Rim,
    front: Table,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    depth: cython.Py_ssize_t,
    scratch: cython.longlong[:, ::1],
    out: cython.int[:, ::1],
    all_paths: cython.bint,
    ctl: cython.longlong[::1],
) -> cython.longlong:
    begins: cython.const[cython.int][::1] = moves.begins
    sources: cython.const[cython.ushort][::1] = moves.sources
    targets: cython.const[cython.ushort][::1] = moves.targets
    zobrist: cython.const[cython.longlong][:, ::1] = moves.zobrist
    follows: cython.const[cython.uchar][:, ::1] = moves.follows
    rows: cython.ushort[:, ::1] = front.rows
    rim_rows: cython.ushort[:, ::1] = rim.table.rows
    rim_keys: cython.longlong[::1] = rim.table.keys
    slots: cython.int[::1] = rim.table.slots
    distance: cython.Py_ssize_t = depth + rim.radius
    count: cython.Py_ssize_t = begins.shape[0] - 1
    now: cython.Py_ssize_t = front.count
    cells: cython.Py_ssize_t = rows.shape[1]
    # Uncompiled, declare() must not be given both t and value, its own arguments.
    cython.declare(row=cython.Py_ssize_t, i=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(level=cython.Py_ssize_t, key=cython.longlong, value=cython.ushort)
    states: cython.longlong = 0
    visited: cython.longlong = 0
    found: cython.longlong = 0
    for row in range(first, stop):
        visited += 1
        if visited & 0xFFF == 0:
            if poll(ctl, states):
                return -1
            states = 0
        if _exceeds(rim.bounds, rows, row, distance, scratch):
            continue
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
                    if found < out.shape[0]:
                        out[found, 0] = cython.cast(cython.int, row)
                        for i in range(depth):
                            out[found, i + 1] = cython.cast(cython.int, scratch[0, i])
                    found += 1
                    if not all_paths:
                        poll(ctl, states)
                        return found
                continue
            if _exceeds(rim.bounds, rows, now, distance - level - 1, scratch):
                continue
            level += 1
            scratch[0, level] = -1
            scratch[1, level] = t
    if poll(ctl, states):
        return -1
    return found


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
    tables: cython.const[cython.uchar][::1] = bounds.tables
    starts: cython.const[cython.longlong][::1] = bounds.starts
    weights: cython.const[cython.longlong][::1] = bounds.weights
    groups: cython.const[cython.longlong][::1] = bounds.groups
    cells: cython.Py_ssize_t = rows.shape[1]
    count: cython.Py_ssize_t = starts.shape[0]
    total: cython.longlong = 0
    cython.declare(i=cython.Py_ssize_t, value=cython.Py_ssize_t)
    if distances.shape[0] == 0:
        return False
    for i in range(cells):
        value = rows[row, i]
        if distances[value, i] > left:
            return True
        total += distances[value, i]
    if total * bounds.least > left * bounds.unit:
        return True
    if count == 0:
        return False
    for i in range(count):
        scratch[3, i] = starts[i]
    for i in range(cells):
        value = rows[row, i]
        scratch[3, groups[value]] += weights[value] * i
    total = 0
    for i in range(count):
        total += tables[scratch[3, i]]
    if total > left * bounds.unit:
        return True
    if not bounds.inverses:
        return False
    for i in range(count):
        scratch[3, i] = starts[i]
    for i in range(cells):
        scratch[3, groups[i]] += weights[i] * rows[row, i]
    total = 0
    for i in range(count):
        total += tables[scratch[3, i]]
    return total > left * bounds.unit

"""IDA* (Korf 1985) over a move set, between a table around the start and one around the goal.

One search of an iteration begins at positions as far from the start as the first table reaches, in
order, and goes depth first for paths of a given length to the rim of the goal table (Manzini 1995).
The first path found is the first in the order of moves. Of pairs of moves with the same effect a
path contains only the first (``Moves.following``), of a move no more repetitions than needed.

A position is given up if a lower bound exceeds what is left. The bounds are sums that a move
changes only in the cells that it moves:

* Each value has two distances in each cell, added up apart and packed into one number. Or, with
  equal values on rotation boards, each line between rows and between columns has a surplus of each
  value on one side, an optimal assignment on a line; all surpluses must cross.
* Additive pattern databases (Korf and Felner 2002) for disjoint groups of values, of the position
  and of its inverse (Felner, Zahavi, Schaeffer and Holte 2005). A move counts some points, divided
  among the cells that it changes (Yang, Culberson, Holte, Zahavi and Felner 2008).
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.goal_table import GoalTable, Moves, Positions
from puzzlegui.kernels.primitives import poll


@dataclass
class Distances:
    """Bounds by distances of values: the moves that two sums of distances need at least.

    Attributes:
        costs: int64[values, n], two distances of a value in a cell from its nearest goal, the first
            times 2 ** 32; no rows if surpluses are counted instead.
        first: int32[…], the moves for each first sum.
        second: int32[…], the moves for each second sum.
        added: the two numbers of moves may be added, else the greater counts.
        nearest: uint8[values, n], the moves that a value needs at least from each cell.
        farthest: the greatest of them; 0 if they are not looked at.
        crossings: int32[m, 6], for each move the line between rows and the line between columns
            that values cross, and the cells whose values cross them down, up, right and left.
        sides: uint8[lines, n], 1 for the cells above or to the left of each line, rows first.
        wanted: int32[values, lines], the number of each value there in the goal.
        rows: number of lines between rows.
    """

    costs: cython.const[cython.longlong][:, ::1]
    first: cython.const[cython.int][::1]
    second: cython.const[cython.int][::1]
    added: cython.bint
    nearest: cython.const[cython.uchar][:, ::1]
    farthest: cython.longlong
    crossings: cython.const[cython.int][:, ::1]
    sides: cython.const[cython.uchar][:, ::1]
    wanted: cython.const[cython.int][:, ::1]
    rows: cython.Py_ssize_t

    def surplus_shape(self) -> tuple[int, int]:
        """Return the shape of ``Workspace.surplus``."""
        return self.wanted.shape[0], self.wanted.shape[1]


@dataclass
class Patterns:
    """Additive pattern databases; all arrays are empty if there are none.

    Attributes:
        unit: points of a move.
        tables: uint8[…], the databases, one after the other.
        starts: int64[g], where each of them begins.
        groups: int32[n], the database of each value.
        places: int32[n, n], what a value in a cell adds to the index of its database.
        inverse_groups: int32[n], the database of each cell of the inverse; empty for none.
        inverse_places: int32[n, n], what a value in a cell adds there.
    """

    unit: cython.longlong
    tables: cython.const[cython.uchar][::1]
    starts: cython.const[cython.longlong][::1]
    groups: cython.const[cython.int][::1]
    places: cython.const[cython.int][:, ::1]
    inverse_groups: cython.const[cython.int][::1]
    inverse_places: cython.const[cython.int][:, ::1]

    def count(self) -> int:
        """Return the number of databases."""
        return self.starts.shape[0]


@dataclass
class Goal:
    """The goal of a search.

    Attributes:
        table: positions around the goal.
        radius: distance at which paths end.
        distances: bounds by distances.
        patterns: bounds by pattern databases.
    """

    table: GoalTable
    radius: cython.Py_ssize_t
    distances: Distances
    patterns: Patterns


@dataclass
class Workspace:
    """Memory of a search for paths of up to ``d`` moves.

    Attributes:
        positions: d + 4 positions, the last three scratch.
        path: int32[≥ d + radius], the moves made.
        repeats: int32[d + 1], how often the last move was made in a row.
        keys: uint64[d + 1], the key after each number of moves.
        sums: int64[d + 1], the sums of distances.
        entries: int64[d + 1, 2 g], the entries of the position and of its inverse in the databases.
        surplus: int32[values, lines], the surplus of each value before each line.
    """

    positions: Positions
    path: cython.int[::1]
    repeats: cython.int[::1]
    keys: cython.ulonglong[::1]
    sums: cython.longlong[::1]
    entries: cython.longlong[:, ::1]
    surplus: cython.int[:, ::1]


# --- the search ---


def search(
    moves: Moves,
    goal: Goal,
    rows: cython.const[cython.ushort][:, ::1],
    reached: GoalTable,
    length: cython.Py_ssize_t,
    all_paths: cython.bint,
    work: Workspace,
    out: cython.int[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Search for paths of exactly ``length`` moves from some positions to the goal.

    Args:
        moves: the moves.
        goal: where the paths end.
        rows: uint16[…, n + 1], the positions, all of the same distance from the start, each with
            the last move of the first path to it, m if it is not known.
        reached: the positions up to that distance from the start.
        length: number of moves to the goal, greater than the radius of its table.
        all_paths: find all paths to the rim of the table, each with the first way from there, not
            only the first path.
        work: memory for paths of ``length`` less the radius.
        out: int32[most, length + 1], output: the row and the moves of each path, as many as fit.
        ctl: the shared array; states are added to it.

    Returns:
        The number of paths, -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search(moves, goal, rows, reached, length, all_paths, work, out, ctl)
    return result


def _search(
    moves: Moves,
    goal: Goal,
    rows: cython.const[cython.ushort][:, ::1],
    reached: GoalTable,
    length: cython.Py_ssize_t,
    all_paths: cython.bint,
    work: Workspace,
    out: cython.int[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    begins = moves.begins
    sources = moves.sources
    targets = moves.targets
    zobrist = moves.zobrist
    following = moves.following
    costs = goal.distances.costs
    first = goal.distances.first
    second = goal.distances.second
    cells = work.positions.cells
    keys = work.keys
    sums = work.sums
    path = work.path
    crossings = goal.distances.crossings
    surplus = work.surplus
    n: cython.Py_ssize_t = cells.shape[1]
    m: cython.Py_ssize_t = begins.shape[0] - 1
    image: cython.Py_ssize_t = cells.shape[0] - 1
    radius: cython.Py_ssize_t = goal.radius
    symmetric: cython.bint = goal.table.symmetries.sources.shape[0] > 1
    crossed: cython.bint = costs.shape[0] == 0
    added: cython.bint = goal.distances.added
    patterned: cython.bint = goal.patterns.starts.shape[0] > 0
    filtered: cython.bint = goal.table.bloom_filter.shape[0] > 0
    watched: cython.Py_ssize_t = radius + 1 if filtered else radius
    pace: cython.longlong = 1 + 0xFFFF // n
    low: cython.longlong = 0xFFFFFFFF
    states: cython.longlong = 0
    found: cython.Py_ssize_t = 0
    depth: cython.Py_ssize_t
    last: cython.Py_ssize_t
    t: cython.Py_ssize_t
    value: cython.Py_ssize_t
    total: cython.longlong
    key: cython.ulonglong
    for row in range(rows.shape[0]):
        states += 1
        if states >= pace:
            if poll(ctl, states):
                return -1
            states = 0
        for i in range(n):
            cells[0, i] = rows[row, i]
        _begin(moves, goal.distances, goal.patterns, work)
        total = sums[0]
        if added:
            if first[total >> 32] + second[total & low] > length:
                continue
        elif first[total >> 32] > length or second[total & low] > length:
            continue
        if patterned and _begin_exceeds(goal.patterns, work.entries, length):
            continue
        depth = 0
        last = rows[row, n]
        t = -1
        while True:
            t = following[last, t + 1]
            if t == m:
                if depth == 0:
                    break
                depth -= 1
                t = path[depth]
                last = path[depth - 1] if depth else rows[row, n]
                if crossed:
                    _cross(crossings, surplus, cells, depth, t, -1)
                continue
            if t == last and work.repeats[depth] == moves.most[t]:
                continue
            states += 1
            if states >= pace:
                if poll(ctl, states):
                    return -1
                states = 0
            left = length - depth - 1
            total = sums[depth]
            if crossed:
                total += _crossing_change(crossings, surplus, cells, depth, t)
            else:
                for i in range(begins[t], begins[t + 1]):
                    value = cells[depth, sources[i]]
                    total += costs[value, targets[i]] - costs[value, sources[i]]
            if added:
                if first[total >> 32] + second[total & low] > left:
                    continue
            elif first[total >> 32] > left or second[total & low] > left:
                continue
            key = keys[depth]
            if symmetric:
                work.positions.make(moves, depth, t, depth + 1)
                if left <= watched:
                    key = work.positions.image_key(moves, goal.table.symmetries, depth + 1, image)
            else:
                for i in range(begins[t], begins[t + 1]):
                    value = cells[depth, sources[i]]
                    key ^= zobrist[value, sources[i]] ^ zobrist[value, targets[i]]
            if left == radius:
                path[depth] = cython.cast(cython.int, t)
                if goal.table.distance_of(key) == radius and _finish(moves, goal, work, depth, t):
                    if found < out.shape[0]:
                        out[found, 0] = cython.cast(cython.int, row)
                        for i in range(length):
                            out[found, i + 1] = path[i]
                    found += 1
                    if not all_paths:
                        poll(ctl, states)
                        return found
                continue
            if left == watched and not goal.table.may_be_beyond(key):
                continue
            if patterned and _patterns_exceed(moves, goal.patterns, work, depth, t, left):
                continue
            if not symmetric:
                work.positions.make(moves, depth, t, depth + 1)
            if left < goal.distances.farthest and _is_too_far(
                goal.distances, cells, depth + 1, left
            ):
                continue
            if depth == 0:
                if symmetric:
                    key = work.positions.image_key(moves, reached.symmetries, 1, image)
                if reached.distance_of(key) >= 0:  # there is a shorter way to it
                    continue
            if crossed:
                _cross(crossings, surplus, cells, depth, t, 1)
            path[depth] = cython.cast(cython.int, t)
            work.repeats[depth + 1] = work.repeats[depth] + 1 if t == last else 1
            depth += 1
            keys[depth] = key
            sums[depth] = total
            last = t
            t = -1
    if poll(ctl, states):
        return -1
    return found


def _begin(moves: Moves, distances: Distances, patterns: Patterns, work: Workspace) -> cython.void:
    """Initialise the memory for the position in the first row."""
    cells = work.positions.cells
    surplus = work.surplus
    groups: cython.Py_ssize_t = patterns.starts.shape[0]
    total: cython.longlong = 0
    work.keys[0] = work.positions.key_of(moves, 0)
    work.repeats[0] = 0
    if distances.costs.shape[0]:
        for i in range(cells.shape[1]):
            total += distances.costs[cells[0, i], i]
    for value in range(surplus.shape[0]):
        for line in range(surplus.shape[1]):
            surplus[value, line] = -distances.wanted[value, line]
    for line in range(surplus.shape[1]):
        for i in range(cells.shape[1]):
            surplus[cells[0, i], line] += distances.sides[line, i]
        for value in range(surplus.shape[0]):
            total += cython.cast(cython.longlong, abs(surplus[value, line])) << (
                32 if line < distances.rows else 0
            )
    work.sums[0] = total
    for i in range(groups):
        work.entries[0, i] = patterns.starts[i]
        work.entries[0, groups + i] = patterns.starts[i]
    if groups:
        for i in range(cells.shape[1]):
            value = cells[0, i]
            work.entries[0, patterns.groups[value]] += patterns.places[value, i]
            if patterns.inverse_groups.shape[0]:
                work.entries[0, groups + patterns.inverse_groups[i]] += patterns.inverse_places[
                    value, i
                ]


def _is_too_far(
    distances: Distances,
    cells: cython.ushort[:, ::1],
    row: cython.Py_ssize_t,
    left: cython.longlong,
) -> cython.bint:
    """Return whether a value is more than ``left`` moves from its goals."""
    i: cython.Py_ssize_t = 0
    while i < cells.shape[1] and distances.nearest[cells[row, i], i] <= left:
        i += 1
    return i < cells.shape[1]


def _finish(
    moves: Moves,
    goal: Goal,
    work: Workspace,
    depth: cython.Py_ssize_t,
    move: cython.Py_ssize_t,
) -> cython.bint:
    """Write the way to the goal after a move to the rim; return False if the hit was false."""
    work.positions.make(moves, depth, move, depth + 1)
    return goal.table.descend(moves, work.positions, depth + 1, goal.radius, work.path, depth + 1)


# --- surpluses ---


@cython.inline
def _crossing_change(
    crossings: cython.const[cython.int][:, ::1],
    surplus: cython.int[:, ::1],
    cells: cython.ushort[:, ::1],
    row: cython.Py_ssize_t,
    move: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the change of the sums by a move that takes values across two lines both ways."""
    return (
        _line_change(
            surplus,
            cells[row, crossings[move, 2]],
            cells[row, crossings[move, 3]],
            crossings[move, 0],
        )
        << 32
    ) + _line_change(
        surplus, cells[row, crossings[move, 4]], cells[row, crossings[move, 5]], crossings[move, 1]
    )


@cython.inline
def _line_change(
    surplus: cython.int[:, ::1],
    forth: cython.Py_ssize_t,
    back: cython.Py_ssize_t,
    line: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the change of a line's surpluses when two values cross it, one each way."""
    if forth == back:
        return 0
    return (-1 if surplus[forth, line] > 0 else 1) + (-1 if surplus[back, line] < 0 else 1)


@cython.inline
def _cross(
    crossings: cython.const[cython.int][:, ::1],
    surplus: cython.int[:, ::1],
    cells: cython.ushort[:, ::1],
    row: cython.Py_ssize_t,
    move: cython.Py_ssize_t,
    sign: cython.int,
) -> cython.void:
    """Update the surpluses for a move from the position in a row; ``sign`` -1 undoes it."""
    surplus[cells[row, crossings[move, 2]], crossings[move, 0]] -= sign
    surplus[cells[row, crossings[move, 3]], crossings[move, 0]] += sign
    surplus[cells[row, crossings[move, 4]], crossings[move, 1]] -= sign
    surplus[cells[row, crossings[move, 5]], crossings[move, 1]] += sign


# --- pattern databases ---


def _patterns_exceed(
    moves: Moves,
    patterns: Patterns,
    work: Workspace,
    row: cython.Py_ssize_t,
    move: cython.Py_ssize_t,
    left: cython.longlong,
) -> cython.bint:
    """Find the entries after a move; return whether they need more than ``left`` moves."""
    count: cython.Py_ssize_t = patterns.starts.shape[0]
    for i in range(2 * count):
        work.entries[row + 1, i] = work.entries[row, i]
    for i in range(moves.begins[move], moves.begins[move + 1]):
        source = moves.sources[i]
        target = moves.targets[i]
        value = work.positions.cells[row, source]
        work.entries[row + 1, patterns.groups[value]] += (
            patterns.places[value, target] - patterns.places[value, source]
        )
    if _points(patterns, work.entries, row + 1, 0) > left * patterns.unit:
        return True
    if patterns.inverse_groups.shape[0] == 0:
        return False
    for i in range(moves.begins[move], moves.begins[move + 1]):
        target = moves.targets[i]
        value = work.positions.cells[row, moves.sources[i]]
        source = work.positions.cells[row, target]  # the value that was there
        work.entries[row + 1, count + patterns.inverse_groups[target]] += (
            patterns.inverse_places[value, target] - patterns.inverse_places[source, target]
        )
    return _points(patterns, work.entries, row + 1, count) > left * patterns.unit


def _begin_exceeds(
    patterns: Patterns, entries: cython.longlong[:, ::1], left: cython.longlong
) -> cython.bint:
    """Return whether the first position needs more than ``left`` moves."""
    if _points(patterns, entries, 0, 0) > left * patterns.unit:
        return True
    return (
        patterns.inverse_groups.shape[0] > 0
        and _points(patterns, entries, 0, patterns.starts.shape[0]) > left * patterns.unit
    )


@cython.inline
def _points(
    patterns: Patterns,
    entries: cython.longlong[:, ::1],
    row: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the points by the databases from an entry on."""
    total: cython.longlong = 0
    for i in range(first, first + patterns.starts.shape[0]):
        total += patterns.tables[entries[row, i]]
    return total


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
    level: cython.longlong = 0
    last: cython.longlong = 0
    result: cython.int = 1
    table[home] = 0
    with cython.nogil:
        while level <= last and result == 1:
            for begin in range(0, table.shape[0], 4096):
                if poll(ctl, 0):
                    result = -1
                    break
                for entry in range(begin, min(begin + 4096, table.shape[0])):
                    if table[entry] == level:
                        last = max(
                            last, _expand(table, entry, level + cost, targets, points, places)
                        )
            level += 1
    return result


def _expand(
    table: cython.uchar[::1],
    entry: cython.Py_ssize_t,
    level: cython.longlong,
    targets: cython.const[cython.ushort][:, ::1],
    points: cython.const[cython.longlong][::1],
    places: cython.longlong[::1],
) -> cython.longlong:
    """Lower the entries a move away; return the greatest number of points of those lowered."""
    cells: cython.uint = cython.cast(cython.uint, targets.shape[1])
    left: cython.uint = cython.cast(cython.uint, entry)  # 64 bits take longer to divide
    last: cython.longlong = 0
    for i in range(places.shape[0] - 1, -1, -1):
        places[i] = left % cells
        left //= cells
    for t in range(targets.shape[0]):
        after: cython.Py_ssize_t = 0
        spent: cython.longlong = level
        for i in range(places.shape[0]):
            target: cython.Py_ssize_t = targets[t, places[i]]
            after = after * cells + target
            if target != places[i]:
                spent += points[t]
        if spent < table[after]:
            table[after] = cython.cast(cython.uchar, spent)
            last = max(last, spent)
    return last

"""Iterative deepening on rotation boards, meeting a ball of known distances around the goal.

The bound is the larger of two where both are there: additive pattern databases, and half of the
rows or columns that all values still have to go. A node at the last depth before the ball is
looked up there. Positions are told apart by Zobrist keys of 64 bits, of which the ball keeps 32
beside the place; a chance hit is found out by walking down the ball to the goal.

A turn carries the value at cell ``a`` to ``b``, that at ``b`` to ``c``, ``c`` to ``d`` and ``d`` to
``a``; it is a row ``a b c d`` of ``turns``.
"""

from __future__ import annotations

import numpy as np
from numba import njit

UNKNOWN = 255
FULL = -2
_POLL = 1 << 12


@njit(nogil=True, cache=True)
def build_pattern(table, homes, weights, targets, ctl):  # type: ignore[no-untyped-def]
    """Find how many single-cell steps a group of values needs to its cells, others not counted.

    Such numbers of disjoint groups may be added: a turn makes four steps (Korf and Felner 2002
    on additive databases, with a turn's cost shared among the values it moves).

    Args:
        table: uint8[cells ** k], filled with UNKNOWN; indexed by the sum of cell × weight.
        homes: int64[k], where each value of the group belongs.
        weights: int64[k], descending powers of the number of cells.
        targets: int64[m, cells], where each backward turn takes the value of each cell.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    size, k, m = table.shape[0], homes.shape[0], targets.shape[0]
    places = np.empty(k, np.int64)
    index = 0
    for i in range(k):
        index += homes[i] * weights[i]
    table[index] = 0
    level = 0
    last = 0
    while level <= last:
        for number in range(size):
            if number & (_POLL - 1) == 0 and ctl[0] != 0:
                return -1
            if table[number] != level:
                continue
            rest = number
            for i in range(k):
                places[i] = rest // weights[i]
                rest -= places[i] * weights[i]
            for turn in range(m):
                steps = 0
                after = number
                for i in range(k):
                    place = targets[turn, places[i]]
                    if place != places[i]:
                        after += (place - places[i]) * weights[i]
                        steps += 1
                if steps and table[after] > level + steps:
                    table[after] = level + steps
                    last = max(last, level + steps)
        level += 1
    return 1


@njit(nogil=True, cache=True)
def find(keys, distances, key):  # type: ignore[no-untyped-def]
    """The distance of the position with a Zobrist key, or -1 outside the ball."""
    mask = np.uint64(keys.shape[0] - 1)
    place = key & mask
    mark = np.uint32(key >> np.uint64(32)) | np.uint32(1)
    while keys[place] != 0:
        if keys[place] == mark:
            return np.int64(distances[place])
        place = (place + np.uint64(1)) & mask
    return np.int64(-1)


@njit(nogil=True, cache=True)
def put(keys, distances, key):  # type: ignore[no-untyped-def]
    """Begin an empty ball with the goal, of this Zobrist key."""
    place = key & np.uint64(keys.shape[0] - 1)
    keys[place] = np.uint32(key >> np.uint64(32)) | np.uint32(1)
    distances[place] = 0


@njit(nogil=True, cache=True)
def grow_ball(keys, distances, shell, size, further, turns, zobrist, distance, ctl):  # type: ignore[no-untyped-def]
    """Add the positions one backward turn from a shell to the ball.

    Args:
        keys: uint32[2 ** bits], 0 where empty.
        distances: uint8[2 ** bits].
        shell: uint8 or uint16[≥ size, cells], the positions at ``distance - 1``.
        size: how many there are.
        further: like ``shell``, to be filled; with no rows, nothing is written to it.
        turns: int64[m, 4], backward.
        zobrist: uint64[cells, values].
        distance: of the new positions.
        ctl: the shared array.

    Returns:
        How many positions are new, -1 if stopped, FULL if there is no room for them.
    """
    n = shell.shape[1]
    capacity = keys.shape[0]
    mask = np.uint64(capacity - 1)
    limit = capacity - capacity // 8
    filled = ctl[5]
    store = further.shape[0] > 0
    found = 0
    for row in range(size):
        if row & (_POLL - 1) == 0:
            ctl[5] = filled
            if ctl[0] != 0:
                return -1
        key = np.uint64(0)
        for cell in range(n):
            key ^= zobrist[cell, shell[row, cell]]
        for t in range(turns.shape[0]):
            a, b, c, d = turns[t, 0], turns[t, 1], turns[t, 2], turns[t, 3]
            va, vb, vc, vd = shell[row, a], shell[row, b], shell[row, c], shell[row, d]
            after = key ^ zobrist[a, va] ^ zobrist[b, vb] ^ zobrist[c, vc] ^ zobrist[d, vd]
            after ^= zobrist[a, vd] ^ zobrist[b, va] ^ zobrist[c, vb] ^ zobrist[d, vc]
            place = after & mask
            mark = np.uint32(after >> np.uint64(32)) | np.uint32(1)
            while keys[place] != 0 and keys[place] != mark:
                place = (place + np.uint64(1)) & mask
            if keys[place] == mark:
                continue
            if filled >= limit:
                return FULL
            keys[place] = mark
            distances[place] = distance
            filled += 1
            if store:
                for cell in range(n):
                    further[found, cell] = shell[row, cell]
                further[found, a] = vd
                further[found, b] = va
                further[found, c] = vb
                further[found, d] = vc
            found += 1
    ctl[5] = filled
    return found


@njit(nogil=True, cache=True)
def cast_shadow(shadow, shell, size, turns, zobrist, ctl):  # type: ignore[no-untyped-def]
    """Set the bit of every position one backward turn from a shell.

    Args:
        shadow: uint8[2 ** k], the bits.
        shell: uint8 or uint16[≥ size, cells], the outermost shell of the ball.
        size: how many positions there are in it.
        turns: int64[m, 4], backward.
        zobrist: uint64[cells, values].
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    n = shell.shape[1]
    for row in range(size):
        if row & (_POLL - 1) == 0:
            ctl[5] = row
            if ctl[0] != 0:
                return -1
        key = np.uint64(0)
        for cell in range(n):
            key ^= zobrist[cell, shell[row, cell]]
        for t in range(turns.shape[0]):
            after = _turned_key(key, shell[row], turns, t, zobrist)
            place, bit = _bit(shadow, after)
            shadow[place] |= bit
    return 1


@njit(nogil=True, cache=True)
def _bit(shadow, key):  # type: ignore[no-untyped-def]
    number = (key >> np.uint64(3)) & np.uint64(shadow.shape[0] - 1)
    return number, np.uint8(1) << np.uint8(key & np.uint64(7))


@njit(nogil=True, cache=True)
def _turned_key(key, cells, turns, t, zobrist):  # type: ignore[no-untyped-def]
    a, b, c, d = turns[t, 0], turns[t, 1], turns[t, 2], turns[t, 3]
    va, vb, vc, vd = cells[a], cells[b], cells[c], cells[d]
    key ^= zobrist[a, va] ^ zobrist[b, vb] ^ zobrist[c, vc] ^ zobrist[d, vd]
    return key ^ zobrist[a, vd] ^ zobrist[b, va] ^ zobrist[c, vb] ^ zobrist[d, vc]


@njit(nogil=True, cache=True)
def _turn(cells, turns, t):  # type: ignore[no-untyped-def]
    a, b, c, d = turns[t, 0], turns[t, 1], turns[t, 2], turns[t, 3]
    last = cells[d]
    cells[d] = cells[c]
    cells[c] = cells[b]
    cells[b] = cells[a]
    cells[a] = last


@njit(nogil=True, cache=True)
def _turn_back(cells, turns, t):  # type: ignore[no-untyped-def]
    a, b, c, d = turns[t, 0], turns[t, 1], turns[t, 2], turns[t, 3]
    first = cells[a]
    cells[a] = cells[b]
    cells[b] = cells[c]
    cells[c] = cells[d]
    cells[d] = first


@njit(nogil=True, cache=True)
def descend(cells, key, distance, keys, distances, turns, zobrist, path, depth, found, out, every):  # type: ignore[no-untyped-def]
    """Walk from a position of the ball to the goal, by one way or by all.

    Args:
        cells: int64[n], the position; as it was afterwards.
        key: its Zobrist key.
        distance: its distance.
        keys: of the ball.
        distances: of the ball.
        turns: int64[m, 4], forward.
        zobrist: uint64[cells, values].
        path: int64[≥ depth + distance], the turns made so far; those to come are written to it.
        depth: how many have been made.
        found: how many ways were found before.
        out: int16[most, ≥ depth + distance], where ways are listed as long as there is room.
        every: list all ways, not only the first.

    Returns:
        How many ways there are now.
    """
    begin = found
    m = turns.shape[0]
    level = 0
    trial = np.full(distance + 1, -1, np.int64)
    marks = np.empty(distance + 1, np.uint64)
    marks[0] = key
    while level >= 0:
        if level == distance:
            if found < out.shape[0]:
                for i in range(depth + distance):
                    out[found, i] = path[i]
            found += 1
            level -= 1
            if level >= 0:
                _turn_back(cells, turns, trial[level])
            if not every:
                break
            continue
        trial[level] += 1
        t = trial[level]
        if t == m:
            trial[level] = -1
            level -= 1
            if level >= 0:
                _turn_back(cells, turns, trial[level])
            continue
        after = _turned_key(marks[level], cells, turns, t, zobrist)
        if find(keys, distances, after) == distance - level - 1:
            path[depth + level] = t
            _turn(cells, turns, t)
            level += 1
            marks[level] = after
            trial[level] = -1
    while level > 0:  # stopped at the first way: put everything back
        level -= 1
        _turn_back(cells, turns, trial[level])
    return max(begin, found)


@njit(nogil=True, cache=True)
def _step_change(ahead, down, up, line):  # type: ignore[no-untyped-def]
    """How the sum of ``ahead`` changes when one value crosses a line downward, another upward."""
    if down == up:
        return 0
    one, other = ahead[down, line], ahead[up, line]
    return (-1 if one > 0 else 1) + (-1 if other < 0 else 1)


@njit(nogil=True, cache=True)
def _cross(cells, turns, flows, t, rows_ahead, columns_ahead, sign):  # type: ignore[no-untyped-def]
    """Enter a turn, before it moves ``cells``, into the counts; ``sign`` -1 takes it back."""
    line = flows[t, 0]
    rows_ahead[cells[turns[t, flows[t, 2]]], line] -= sign
    rows_ahead[cells[turns[t, flows[t, 3]]], line] += sign
    line = flows[t, 1]
    columns_ahead[cells[turns[t, flows[t, 4]]], line] -= sign
    columns_ahead[cells[turns[t, flows[t, 5]]], line] += sign


@njit(nogil=True, cache=True)
def search(  # type: ignore[no-untyped-def]
    cells, made, length, turns, flows, follows, zobrist, keys, distances, shadow, radius,
    databases, starts, weights, groups, mirror, rows_ahead, columns_ahead, path, out, every, ctl,
):  # fmt: skip
    """Depth-first search for solutions of exactly ``length`` turns.

    Args:
        cells: int64[n], the position after ``made`` turns; left as it was unless stopped.
        made: how many turns of ``path`` have been made, at most ``length - radius``.
        length: turns of the solutions wanted.
        turns: int64[m, 4], forward.
        flows: int64[m, 6], of each turn the row line and the column line that values cross, and
            which of its four cells loses its value downward, upward, to the right, to the left.
        follows: bool[m, m], whether a turn may follow another.
        zobrist: uint64[cells, values].
        keys: of the ball.
        distances: of the ball.
        shadow: uint8[2 ** k], bits that are set for all positions a turn beyond the ball, and by
            chance for some others; empty if there are none.
        radius: of the ball, less than ``length``.
        databases: uint8[…], all pattern databases; empty for none.
        starts: int64[g], where each begins.
        weights: int64[n], of each value in its database.
        groups: int64[n], the database each value belongs to.
        mirror: int64[n], where the mirror that turns clockwise into counter-clockwise takes each
            cell, identity if turns go both ways; makes the databases serve for the inverse too.
        rows_ahead: int64[values, rows - 1], how many more of a value stand above each line than
            belong there; no columns if this bound is not wanted. Left as it was unless stopped.
        columns_ahead: int64[values, columns - 1], likewise to the left of each line.
        path: int64[≥ length], the turns made; those to come are written to it.
        out: int16[most, ≥ length], for the solutions.
        every: find all, not only the first.
        ctl: the shared array; states are added to it.

    Returns:
        How many solutions there are, or -1 if stopped.
    """
    n, m, g = cells.shape[0], turns.shape[0], starts.shape[0]
    limit = length - radius
    lines = rows_ahead.shape[1] > 0
    vertical = np.zeros(limit + 1, np.int64)
    horizontal = np.zeros(limit + 1, np.int64)
    index = np.zeros((limit + 1, g), np.int64)
    inverse = np.zeros((limit + 1, g), np.int64)
    marks = np.zeros(limit + 1, np.uint64)
    trial = np.full(limit + 1, -1, np.int64)
    for cell in range(n):
        marks[made] ^= zobrist[cell, cells[cell]]
        if g:
            value = cells[cell]
            index[made, groups[value]] += cell * weights[value]
            inverse[made, groups[mirror[cell]]] += mirror[value] * weights[mirror[cell]]
    for value in range(rows_ahead.shape[0]):
        for line in range(rows_ahead.shape[1]):
            vertical[made] += abs(rows_ahead[value, line])
        for line in range(columns_ahead.shape[1]):
            horizontal[made] += abs(columns_ahead[value, line])
    depth = made
    states = 0
    found = 0
    while True:
        t = m
        if depth < limit:
            trial[depth] += 1
            t = trial[depth]
        elif find(keys, distances, marks[depth]) == radius:
            found = descend(
                cells, marks[depth], radius, keys, distances, turns, zobrist, path, depth,
                found, out, every,
            )  # fmt: skip
        if t == m or (found and not every):
            if depth == made:
                ctl[1] += states
                return found
            depth -= 1
            _turn_back(cells, turns, trial[depth])
            if lines:
                _cross(cells, turns, flows, trial[depth], rows_ahead, columns_ahead, -1)
            continue
        if depth and not follows[path[depth - 1], t]:
            continue
        if depth > 2 and path[depth - 1] == t and path[depth - 2] == t and path[depth - 3] == t:
            continue  # four quarters are none
        states += 1
        if states == _POLL:
            ctl[1] += states
            states = 0
            if ctl[0] != 0 or ctl[1] > ctl[4]:
                return -1
        left = length - depth - 1
        if lines:
            down, up = cells[turns[t, flows[t, 2]]], cells[turns[t, flows[t, 3]]]
            vertical[depth + 1] = vertical[depth] + _step_change(rows_ahead, down, up, flows[t, 0])
            down, up = cells[turns[t, flows[t, 4]]], cells[turns[t, flows[t, 5]]]
            horizontal[depth + 1] = horizontal[depth] + _step_change(
                columns_ahead, down, up, flows[t, 1]
            )
            if max(vertical[depth + 1], horizontal[depth + 1]) > 2 * left:
                continue
        if g:
            total = 0
            for i in range(g):
                index[depth + 1, i] = index[depth, i]
                inverse[depth + 1, i] = inverse[depth, i]
            for i in range(4):
                cell, to = turns[t, i], turns[t, (i + 1) & 3]
                value = cells[cell]
                index[depth + 1, groups[value]] += (to - cell) * weights[value]
                twin = mirror[to]
                inverse[depth + 1, groups[twin]] += (mirror[value] - mirror[cells[to]]) * weights[
                    twin
                ]
            for i in range(g):
                total += databases[starts[i] + index[depth + 1, i]]
            if total > 4 * left:
                continue
            total = 0
            for i in range(g):
                total += databases[starts[i] + inverse[depth + 1, i]]
            if total > 4 * left:
                continue
        after = _turned_key(marks[depth], cells, turns, t, zobrist)
        if left == radius + 1 and shadow.shape[0]:
            place, bit = _bit(shadow, after)
            if not shadow[place] & bit:
                continue
        marks[depth + 1] = after
        if lines:
            _cross(cells, turns, flows, t, rows_ahead, columns_ahead, 1)
        _turn(cells, turns, t)
        path[depth] = t
        depth += 1
        trial[depth] = -1


def warm_up() -> None:
    """Call every entry point on a 2×2 board."""
    turns = np.array([[0, 1, 3, 2], [2, 3, 1, 0]], np.int64)
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    cells = np.arange(4, dtype=np.int64)
    zobrist = np.arange(1, 17, dtype=np.uint64).reshape(4, 4) << np.uint64(32)
    keys, distances = np.zeros(64, np.uint32), np.zeros(64, np.uint8)
    key = np.bitwise_xor.reduce(zobrist[cells, cells])
    put(keys, distances, key)
    for kind in (np.uint8, np.uint16):
        shell = cells.astype(kind).reshape(1, 4)
        further = np.empty((2, 4), kind)
        grow_ball(keys, distances, shell, 1, further, turns[:, ::-1].copy(), zobrist, 1, ctl)
        shadow = np.zeros(1, np.uint8)
        cast_shadow(shadow, shell, 1, turns[:, ::-1].copy(), zobrist, ctl)
    find(keys, distances, key)
    table = np.full(4, UNKNOWN, np.uint8)
    one = np.ones(1, np.int64)
    build_pattern(table, one, one, np.array([[2, 0, 3, 1]]), ctl)
    path, out = np.zeros(4, np.int64), np.zeros((1, 4), np.int16)
    descend(cells, key, 0, keys, distances, turns, zobrist, path, 0, 0, out, False)
    flows = np.array([[0, 0, 1, 3, 0, 2], [0, 0, 3, 1, 2, 0]])
    ahead = np.zeros((4, 1), np.int64)
    none = np.zeros(4, np.int64)
    search(
        cells, 0, 2, turns, flows, np.ones((2, 2), np.bool_), zobrist, keys, distances, shadow, 1,
        np.zeros(0, np.uint8), np.zeros(0, np.int64), none, none, cells, ahead, ahead.copy(),
        path, out, False, ctl,
    )  # fmt: skip

"""Goal tables: the positions within a few moves of a goal, in a hash table.

A table grows level by level, by breadth-first search backwards from the goal. A search that
reaches one of its positions has a shortest way to the goal (perimeter search: Dillenburg and
Nelson 1994; Manzini 1995). The same kind of table holds the positions around a start.

A key is the exclusive or of a random number for each value in each cell (Zobrist 1970), so that a
move changes only the terms of the cells that it moves. Positions are known by their keys of 64
bits alone, probed linearly; a false hit is noticed when it leads nowhere (``descend``).

Of positions that are equivalent under a symmetry which preserves the goal, a table may hold a
single representative, the lexicographically largest image (Culberson and Schaeffer 1998). A Bloom
filter (Bloom 1970) with a single hash function may tell positions that are not even a move outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.primitives import poll


@dataclass
class Moves:
    """The moves of a board.

    Attributes:
        begins: int32[m + 1], where the cells of each move begin.
        sources: uint16[…], cells whose contents move.
        targets: uint16[…], the cells that they move to.
        zobrist: uint64[values, n], random numbers.
        following: uint16[m + 1, m + 1], the first move, from each number on, that may follow
            another move, m for none; the last row is for the first move of a path.
        most: int32[m], how often a move may be repeated.
    """

    begins: cython.const[cython.int][::1]
    sources: cython.const[cython.ushort][::1]
    targets: cython.const[cython.ushort][::1]
    zobrist: cython.const[cython.ulonglong][:, ::1]
    following: cython.const[cython.ushort][:, ::1]
    most: cython.const[cython.int][::1]


@dataclass
class Symmetries:
    """The group of symmetries that preserve a goal.

    Symmetry ``s`` makes of a position the image with ``names[s, cells[sources[s, i]]]`` in cell
    ``i``. To find the largest image, only those are tried that bring the largest value into the
    first cell: ``largest[c, v]`` is the largest image there of a value ``v`` in cell ``c``, -1 if
    it is never moved there, and ``members[begins[p]]`` to ``members[begins[p + 1] - 1]`` are the
    symmetries that achieve it, where ``p`` is ``c`` × values + ``v``.

    Attributes:
        sources: uint16[s, n].
        names: uint16[s, values].
        largest: int16[n, values]; empty, like the others, if there is only the identity.
        begins: uint32[n × values + 1].
        members: uint16[…].
    """

    sources: cython.const[cython.ushort][:, ::1]
    names: cython.const[cython.ushort][:, ::1]
    largest: cython.const[cython.short][:, ::1]
    begins: cython.const[cython.uint][::1]
    members: cython.const[cython.ushort][::1]


@dataclass
class Positions:
    """Positions, as memory of a search.

    Attributes:
        cells: uint16[…, n], the value in each cell.
    """

    cells: cython.ushort[:, ::1]

    def key_of(self, moves: Moves, row: cython.Py_ssize_t) -> cython.ulonglong:
        """Return the key of the position in a row."""
        key: cython.ulonglong = 0
        for i in range(self.cells.shape[1]):
            key ^= moves.zobrist[self.cells[row, i], i]
        return key

    def make(
        self,
        moves: Moves,
        row: cython.Py_ssize_t,
        move: cython.Py_ssize_t,
        after: cython.Py_ssize_t,
    ) -> cython.void:
        """Write the position after a move from that in a row into another row."""
        for i in range(self.cells.shape[1]):
            self.cells[after, i] = self.cells[row, i]
        for i in range(moves.begins[move], moves.begins[move + 1]):
            self.cells[after, moves.targets[i]] = self.cells[row, moves.sources[i]]

    def write_image(
        self,
        symmetries: Symmetries,
        row: cython.Py_ssize_t,
        image: cython.Py_ssize_t,
    ) -> cython.longlong:
        """Write the largest image of a position into another row.

        Returns:
            The number of symmetries that give that image.
        """
        n: cython.Py_ssize_t = self.cells.shape[1]
        count: cython.longlong = 0
        top: cython.int = -1
        for cell in range(n):
            top = max(top, symmetries.largest[cell, self.cells[row, cell]])
        for cell in range(n):
            if symmetries.largest[cell, self.cells[row, cell]] != top:
                continue
            place = cell * symmetries.names.shape[1] + cython.cast(
                cython.Py_ssize_t, self.cells[row, cell]
            )
            for member in range(symmetries.begins[place], symmetries.begins[place + 1]):
                s = symmetries.members[member]
                i = 0
                if count:
                    i = 1
                    while (
                        i < n
                        and symmetries.names[s, self.cells[row, symmetries.sources[s, i]]]
                        == self.cells[image, i]
                    ):
                        i += 1
                    if i == n:
                        count += 1
                        continue
                    value = symmetries.names[s, self.cells[row, symmetries.sources[s, i]]]
                    if value < self.cells[image, i]:
                        continue
                count = 1
                while i < n:
                    self.cells[image, i] = symmetries.names[
                        s, self.cells[row, symmetries.sources[s, i]]
                    ]
                    i += 1
        return count

    def image_key(
        self,
        moves: Moves,
        symmetries: Symmetries,
        row: cython.Py_ssize_t,
        image: cython.Py_ssize_t,
    ) -> cython.ulonglong:
        """Return the key of a position's representative, which is written into another row."""
        if symmetries.sources.shape[0] < 2:
            return self.key_of(moves, row)
        self.write_image(symmetries, row, image)
        return self.key_of(moves, image)

    def copy(self, row: cython.Py_ssize_t, into: cython.Py_ssize_t) -> cython.void:
        """Copy a position into another row."""
        for i in range(self.cells.shape[1]):
            self.cells[into, i] = self.cells[row, i]


@dataclass
class GoalTable:
    """The positions within some moves of a goal.

    Attributes:
        keys: uint64[2 ** k], 0 where empty.
        distances: uint8[2 ** k], in moves.
        bloom_filter: uint8[2 ** l], bits of the positions a move outside; empty for none.
        symmetries: the symmetries of the goal.
    """

    keys: cython.ulonglong[::1]
    distances: cython.uchar[::1]
    bloom_filter: cython.uchar[::1]
    symmetries: Symmetries

    def with_filter(self, bloom_filter: cython.uchar[::1]) -> GoalTable:
        """Return the same table with a Bloom filter."""
        return GoalTable(self.keys, self.distances, bloom_filter, self.symmetries)

    def distance_of(self, key: cython.ulonglong) -> cython.longlong:
        """Return the distance of the position with a key, -1 outside the table."""
        place: cython.Py_ssize_t = find_slot(self.keys, key)
        return cython.cast(cython.longlong, self.distances[place]) if self.keys[place] else -1

    def may_be_beyond(self, key: cython.ulonglong) -> cython.bint:
        """Return True if the position with a key may be a single move outside the table."""
        mask: cython.ulonglong = cython.cast(cython.ulonglong, self.bloom_filter.shape[0] - 1)
        return (self.bloom_filter[(key >> 3) & mask] >> (key & 7)) & 1

    def descend(
        self,
        moves: Moves,
        positions: Positions,
        row: cython.Py_ssize_t,
        distance: cython.longlong,
        path: cython.int[::1],
        begin: cython.Py_ssize_t,
    ) -> cython.bint:
        """Follow the first moves that lead nearer to the goal; return False if a hit was false.

        Args:
            moves: the moves.
            positions: the position, in a row; the last three rows are scratch.
            row: its row.
            distance: its distance.
            path: int32[≥ begin + distance], output: the moves.
            begin: index of the first.
        """
        last: cython.Py_ssize_t = positions.cells.shape[0] - 1
        count: cython.Py_ssize_t = moves.begins.shape[0] - 1
        while distance > 0:
            distance -= 1
            t = 0
            while t < count:
                positions.make(moves, row, t, last - 1)
                if distance == self.distance_of(
                    positions.image_key(moves, self.symmetries, last - 1, last)
                ):
                    break
                t += 1
            if t == count:
                return False
            path[begin] = cython.cast(cython.int, t)
            begin += 1
            positions.make(moves, row, t, last - 1)
            row = last - 2
            positions.copy(last - 1, row)
        return True


@cython.inline
def _key_after(
    moves: Moves,
    positions: Positions,
    row: cython.Py_ssize_t,
    key: cython.ulonglong,
    move: cython.Py_ssize_t,
) -> cython.ulonglong:
    """Return the key after a move from the position in a row, given its key."""
    for i in range(moves.begins[move], moves.begins[move + 1]):
        value = positions.cells[row, moves.sources[i]]
        key ^= moves.zobrist[value, moves.sources[i]] ^ moves.zobrist[value, moves.targets[i]]
    return key


@cython.inline
def find_slot(keys: cython.ulonglong[::1], key: cython.ulonglong) -> cython.Py_ssize_t:
    """Return the slot of a key, or the empty slot where it belongs."""
    mask: cython.ulonglong = cython.cast(cython.ulonglong, keys.shape[0] - 1)
    place: cython.ulonglong = key & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return cython.cast(cython.Py_ssize_t, place)


def find_distances(
    moves: Moves, table: GoalTable, positions: Positions, out: cython.short[::1]
) -> None:
    """Find the distances of a position and of those after each move.

    Args:
        moves: the moves.
        table: the table.
        positions: the position, in the first row of three; the others are scratch.
        out: int16[≤ m + 1], output: the distances, -1 outside the table.
    """
    with cython.nogil:
        for t in range(out.shape[0]):
            if t:
                positions.make(moves, 0, t - 1, 1)
            else:
                positions.copy(0, 1)
            out[t] = cython.cast(
                cython.short,
                table.distance_of(positions.image_key(moves, table.symmetries, 1, 2)),
            )


# --- growing ---


def insert(moves: Moves, table: GoalTable, positions: Positions, distance: cython.uchar) -> int:
    """Insert a position into a table with room for it.

    Args:
        moves: the moves.
        table: the table.
        positions: the position, in the first row; output in the second: its representative.
        distance: of the position.

    Returns:
        The number of positions that it represents; 0 if it is known.
    """
    return _insert(moves, table, positions, 0, 1, distance)


def _insert(
    moves: Moves,
    table: GoalTable,
    positions: Positions,
    row: cython.Py_ssize_t,
    image: cython.Py_ssize_t,
    distance: cython.uchar,
) -> cython.longlong:
    """Insert a position and write its representative; see ``insert``."""
    order: cython.longlong = table.symmetries.sources.shape[0]
    if order > 1:
        order //= positions.write_image(table.symmetries, row, image)
    else:
        positions.copy(row, image)
    key = positions.key_of(moves, image)
    place = find_slot(table.keys, key)
    if table.keys[place]:
        return 0
    table.keys[place] = key
    table.distances[place] = distance
    return order


def grow(
    moves: Moves,
    table: GoalTable,
    rows: cython.ushort[:, ::1],
    distance: cython.uchar,
    positions: Positions,
    further: cython.ushort[:, ::1],
    found: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Add the positions a single move from some positions to a table.

    Args:
        moves: the moves, backwards.
        table: the table, with room for all of them.
        rows: uint16[…, n + 1], positions of the last complete level.
        distance: of the new positions.
        positions: three rows of scratch.
        further: uint16[…, n + 1], output: the new positions, as many as fit, each with the move by
            which it was reached first; with symmetries m instead.
        found: int64[2], the number of positions of the new level so far, and of those that they
            represent.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    keys = table.keys
    n: cython.Py_ssize_t = positions.cells.shape[1]
    count: cython.Py_ssize_t = moves.begins.shape[0] - 1
    plain: cython.bint = table.symmetries.sources.shape[0] < 2
    pace: cython.Py_ssize_t = 1 + 0xFFFF // (count * rows.shape[1] + 1)
    result: cython.int = 1
    with cython.nogil:
        for row in range(rows.shape[0]):
            if row % pace == 0:
                ctl[5] = found[0]
                if poll(ctl, 0):
                    result = -1
                    break
            for i in range(n):
                positions.cells[0, i] = rows[row, i]
            key = positions.key_of(moves, 0)
            for t in range(count):
                # Without symmetries, known positions are noticed before they are made.
                if plain and keys[find_slot(keys, _key_after(moves, positions, 0, key, t))] != 0:
                    continue
                positions.make(moves, 0, t, 1)
                represented = _insert(moves, table, positions, 1, 2, distance)
                if represented == 0:
                    continue
                if found[0] < further.shape[0]:
                    for i in range(n):
                        further[found[0], i] = positions.cells[2, i]
                    further[found[0], n] = cython.cast(cython.ushort, t if plain else count)
                found[0] += 1
                found[1] += represented
    return result


def copy_entries(
    old: GoalTable, new: GoalTable, radius: cython.longlong, ctl: cython.longlong[::1]
) -> None:
    """Copy the positions up to a distance to an empty table.

    Args:
        old: the table to be copied.
        new: the table that they are copied to.
        radius: greatest distance.
        ctl: the shared array; the copy is not complete if the run is to be stopped.
    """
    keys: cython.ulonglong[::1] = new.keys
    with cython.nogil:
        for i in range(old.keys.shape[0]):
            if i & 0xFFF == 0 and poll(ctl, 0):
                break
            if old.keys[i] != 0 and old.distances[i] <= radius:
                place = find_slot(keys, old.keys[i])
                keys[place] = old.keys[i]
                new.distances[place] = old.distances[i]


def fill_bloom_filter(
    moves: Moves,
    table: GoalTable,
    rows: cython.ushort[:, ::1],
    positions: Positions,
    ctl: cython.longlong[::1],
) -> int:
    """Enter all positions a single move from some positions into the Bloom filter of a table.

    Args:
        moves: the moves, backwards.
        table: the table.
        rows: uint16[…, n + 1], positions of its last level.
        positions: three rows of scratch.
        ctl: the shared array; ``ctl[5]`` is the number of positions done.

    Returns:
        1, or -1 if stopped.
    """
    bits = table.bloom_filter
    mask: cython.ulonglong = cython.cast(cython.ulonglong, bits.shape[0] - 1)
    count: cython.Py_ssize_t = moves.begins.shape[0] - 1
    plain: cython.bint = table.symmetries.sources.shape[0] < 2
    pace: cython.Py_ssize_t = 1 + 0xFFFF // (count * rows.shape[1] + 1)
    result: cython.int = 1
    with cython.nogil:
        for row in range(rows.shape[0]):
            if row % pace == 0:
                ctl[5] = row
                if poll(ctl, 0):
                    result = -1
                    break
            for i in range(positions.cells.shape[1]):
                positions.cells[0, i] = rows[row, i]
            key = positions.key_of(moves, 0)
            for t in range(count):
                if plain:
                    after = _key_after(moves, positions, 0, key, t)
                else:
                    positions.make(moves, 0, t, 1)
                    after = positions.image_key(moves, table.symmetries, 1, 2)
                bits[(after >> 3) & mask] |= cython.cast(cython.uchar, 1 << (after & 7))
    return result

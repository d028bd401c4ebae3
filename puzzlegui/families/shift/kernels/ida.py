"""Iterative deepening (IDA*, Korf 1985) on shift boards, onto a perimeter around the goal.

The perimeter holds all positions within a few shifts of the goal (Manzini 1995). Of positions that
a symmetry of the torus carries into each other, goal and all, it holds one (Culberson and Schaeffer
1998 on symmetries of pattern databases), the image that is largest in lexicographic order. A node
at the last depth before it is looked up there; where a search takes long, one at the depth before
that in a Bloom filter, a bit for each position one shift farther.

The bound is the sum of two: the columns that all values still have to go, divided by the length of
a row, since a shift takes each value of its row one column on, and likewise the rows. Where a value
occurs several times, each goes to the nearest place of its kind.

A search for one solution begins with a front, the positions at some distance from the start, of
which again there is one for all images.

Shifts of parallel lines may change places, so they come in one order only; a line is shifted by no
more than half of its length.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.shift.kernels.constants.ida import UNKNOWN
from cython.cimports.puzzlegui.families.shift.kernels.inlined.positions import (
    image_key,
    key_place,
    largest_image,
    mixed_key,
    shift_line,
    shift_line_back,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll


@cython.cclass
class Moves:
    """The shifts of a board.

    Attributes:
        lines: uint16[m, longest], the cells of each in the order in which it carries values along.
        lengths: int64[m], how many cells each has.
        vertical: uint8[m], whether it is a column's.
        follows: uint8[m, m], whether a shift may come after another.
        most: int64[m], how often a shift may be made without another in between.
        every: all ways are wanted, not only the first.
    """

    lines: cython.const[cython.ushort][:, ::1]
    lengths: cython.const[cython.longlong][::1]
    vertical: cython.const[cython.uchar][::1]
    follows: cython.const[cython.uchar][:, ::1]
    most: cython.const[cython.longlong][::1]
    every: cython.bint

    def __init__(
        self,
        lines: cython.const[cython.ushort][:, ::1],
        lengths: cython.const[cython.longlong][::1],
        vertical: cython.const[cython.uchar][::1],
        follows: cython.const[cython.uchar][:, ::1],
        most: cython.const[cython.longlong][::1],
        every: cython.bint,
    ) -> None:
        self.lines = lines
        self.lengths = lengths
        self.vertical = vertical
        self.follows = follows
        self.most = most
        self.every = every


@cython.cclass
class Symmetries:
    """The group of symmetries that leave the goal as it is; see ``inlined.shift.largest_image``.

    Attributes:
        sources: uint16[s, n].
        names: uint16[s, values].
        largest: int16[n, values]; empty if there is but one symmetry, as the others.
        begins: uint32[n × values + 1].
        members: uint16[…].
        order: s.
    """

    order = cython.declare(cython.Py_ssize_t, visibility="readonly")
    sources: cython.const[cython.ushort][:, ::1]
    names: cython.const[cython.ushort][:, ::1]
    largest: cython.const[cython.short][:, ::1]
    begins: cython.const[cython.uint][::1]
    members: cython.const[cython.ushort][::1]

    def __init__(
        self,
        sources: cython.const[cython.ushort][:, ::1],
        names: cython.const[cython.ushort][:, ::1],
        largest: cython.const[cython.short][:, ::1],
        begins: cython.const[cython.uint][::1],
        members: cython.const[cython.ushort][::1],
    ) -> None:
        self.order = sources.shape[0]
        self.sources = sources
        self.names = names
        self.largest = largest
        self.begins = begins
        self.members = members


@cython.cclass
class Perimeter:
    """All positions within some shifts of the goal, in a hash table with linear probing.

    Attributes:
        keys: uint64[2 ** k], 0 where empty; see ``inlined.shift.image_key``.
        distances: uint8[2 ** k], in shifts, UNKNOWN where empty.
        bits: of a value in a key, 0 for hash values.
        radius: the largest distance that is complete.
        bloom_filter: uint8[2 ** k], see ``fill_bloom_filter``; empty for none.
    """

    keys: cython.ulonglong[::1]
    distances: cython.uchar[::1]
    bits: cython.longlong
    radius: cython.longlong
    bloom_filter: cython.uchar[::1]

    def __init__(
        self,
        keys: cython.ulonglong[::1],
        distances: cython.uchar[::1],
        bits: cython.longlong,
        radius: cython.longlong,
        bloom_filter: cython.uchar[::1],
    ) -> None:
        self.keys = keys
        self.distances = distances
        self.bits = bits
        self.radius = radius
        self.bloom_filter = bloom_filter


@cython.cclass
class Ways:
    """How far values have to go.

    Attributes:
        across: uint8[values, n], the columns from a cell to where the value belongs.
        down: uint8[values, n], the rows.
        rows: of the board.
        columns: of the board.
    """

    across: cython.const[cython.uchar][:, ::1]
    down: cython.const[cython.uchar][:, ::1]
    rows: cython.longlong
    columns: cython.longlong

    def __init__(
        self,
        across: cython.const[cython.uchar][:, ::1],
        down: cython.const[cython.uchar][:, ::1],
        rows: cython.longlong,
        columns: cython.longlong,
    ) -> None:
        self.across = across
        self.down = down
        self.rows = rows
        self.columns = columns


@cython.cclass
class Workspace:
    """What is remembered along a path of up to ``d`` shifts, and scratch.

    Attributes:
        path: int64[≥ d], the shifts made, for the caller to begin.
        repeats: int64[d + 1], how often the last shift was made without another in between.
        across: int64[d + 1], the columns that all values have to go.
        down: int64[d + 1], the rows.
        image: uint16[n].
    """

    path: cython.longlong[::1]
    repeats: cython.longlong[::1]
    across: cython.longlong[::1]
    down: cython.longlong[::1]
    image: cython.ushort[::1]

    def __init__(
        self,
        path: cython.longlong[::1],
        repeats: cython.longlong[::1],
        across: cython.longlong[::1],
        down: cython.longlong[::1],
        image: cython.ushort[::1],
    ) -> None:
        self.path = path
        self.repeats = repeats
        self.across = across
        self.down = down
        self.image = image


@cython.cclass
class Front:
    """Positions at one distance from the start.

    Attributes:
        rows: uint16[≥ positions, n].
        known: all positions up to that distance, like the perimeter of a goal.
    """

    rows: cython.ushort[:, ::1]
    known: Perimeter

    def __init__(self, rows: cython.ushort[:, ::1], known: Perimeter) -> None:
        self.rows = rows
        self.known = known


# --- the perimeter ---


def put(
    cells: cython.ushort[::1],
    distance: cython.longlong,
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> int:
    """Add one position to a perimeter.

    Args:
        cells: uint16[n], the position.
        distance: its distance.
        symmetries: of the goal.
        perimeter: with room for it.
        image: uint16[n], to be filled with what stands for it.

    Returns:
        How many positions that stands for.
    """
    count: cython.longlong = _image(cells, symmetries, image)
    key: cython.ulonglong = image_key(image, perimeter.bits)
    place: cython.Py_ssize_t = key_place(perimeter.keys, key)
    perimeter.distances[place] = cython.cast(cython.uchar, distance)
    perimeter.keys[place] = key
    return symmetries.order // count


def move_over(old: Perimeter, new: Perimeter, ctl: cython.longlong[::1]) -> int:
    """Copy what is in a perimeter to a larger, empty one; 1, or -1 if stopped.

    ``ctl`` is the shared array.
    """
    result: cython.int
    with cython.nogil:
        result = _move_over(old.keys, old.distances, new.keys, new.distances, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move_over(
    keys: cython.ulonglong[::1],
    distances: cython.uchar[::1],
    new_keys: cython.ulonglong[::1],
    new_distances: cython.uchar[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for i in range(keys.shape[0]):
        if i & 0xFFF == 0 and poll(ctl, 0):
            return -1
        if keys[i] != 0:
            place = key_place(new_keys, keys[i])
            new_keys[place] = keys[i]
            new_distances[place] = distances[i]
    return 1


def grow(
    shell: cython.ushort[:, ::1],
    size: cython.Py_ssize_t,
    further: cython.ushort[:, ::1],
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    tally: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Add the positions one shift from the outermost shell to a perimeter.

    Args:
        shell: uint16[≥ size, n], the positions at its radius.
        size: how many there are.
        further: like ``shell``, to be filled with new positions as long as there is room.
        moves: whose inverses are among them.
        symmetries: of the goal.
        perimeter: with room for the new positions.
        image: uint16[n], scratch.
        tally: int64[1], to be given how many positions the new ones stand for.
        ctl: the shared array.

    Returns:
        How many positions are new, -1 if stopped.
    """
    result: cython.longlong
    with cython.nogil:
        result = _grow(shell, size, further, moves, symmetries, perimeter, image, tally, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(
    shell: cython.ushort[:, ::1],
    size: cython.Py_ssize_t,
    further: cython.ushort[:, ::1],
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    tally: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> cython.longlong:
    lines: cython.const[cython.ushort][:, ::1] = moves.lines
    lengths: cython.const[cython.longlong][::1] = moves.lengths
    keys: cython.ulonglong[::1] = perimeter.keys
    distances: cython.uchar[::1] = perimeter.distances
    distance: cython.uchar = cython.cast(cython.uchar, perimeter.radius + 1)
    order: cython.longlong = symmetries.order
    pace: cython.Py_ssize_t = 1 + 0xFFFF // (lines.shape[0] * shell.shape[1])
    cells: cython.ushort[::1]
    found: cython.Py_ssize_t = 0
    stands: cython.longlong = 0
    count: cython.longlong
    row: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    key: cython.ulonglong
    for row in range(size):
        if row % pace == 0:
            ctl[5] = row
            if poll(ctl, 0):
                return -1
        cells = shell[row]
        for t in range(lines.shape[0]):
            shift_line(cells, lines, t, lengths[t])
            count = _image(cells, symmetries, image)
            shift_line_back(cells, lines, t, lengths[t])
            key = image_key(image, perimeter.bits)
            place = key_place(keys, key)
            if keys[place] != 0:
                continue
            distances[place] = distance
            keys[place] = key
            stands += order // count
            if found < further.shape[0]:
                for i in range(shell.shape[1]):
                    further[found, i] = image[i]
            found += 1
    tally[0] = stands
    return found


def fill_bloom_filter(
    shell: cython.ushort[:, ::1],
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Set the bit of every position one shift from a shell.

    A position whose bit is not set is none of them (Bloom 1970, with one hash function).

    Args:
        shell: uint16[≥ stop, n], the positions at the perimeter's radius.
        first: the first of them to be taken.
        stop: the one after the last.
        moves: of the board.
        symmetries: of the goal.
        perimeter: whose Bloom filter is to be filled.
        image: uint16[n], scratch.
        ctl: the shared array; in ctl[5] how far it has come.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int
    with cython.nogil:
        result = _fill_bloom_filter(shell, first, stop, moves, symmetries, perimeter, image, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_bloom_filter(
    shell: cython.ushort[:, ::1],
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    lines: cython.const[cython.ushort][:, ::1] = moves.lines
    lengths: cython.const[cython.longlong][::1] = moves.lengths
    bloom_filter: cython.uchar[::1] = perimeter.bloom_filter
    mask: cython.ulonglong = cython.cast(cython.ulonglong, bloom_filter.shape[0] - 1)
    pace: cython.Py_ssize_t = 1 + 0xFFFF // (lines.shape[0] * shell.shape[1])
    cells: cython.ushort[::1]
    row: cython.Py_ssize_t
    t: cython.Py_ssize_t
    key: cython.ulonglong
    for row in range(first, stop):
        if row % pace == 0:
            ctl[5] = row - first
            if poll(ctl, 0):
                return -1
        cells = shell[row]
        for t in range(lines.shape[0]):
            shift_line(cells, lines, t, lengths[t])
            _image(cells, symmetries, image)
            shift_line_back(cells, lines, t, lengths[t])
            key = mixed_key(image_key(image, perimeter.bits)) >> 16
            bloom_filter[(key >> 3) & mask] |= cython.cast(cython.uchar, 1 << (key & 7))
    return 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_be_one_beyond(
    cells: cython.ushort[::1],
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> cython.bint:
    """Whether a position may be one shift outside the perimeter."""
    mask: cython.ulonglong = cython.cast(cython.ulonglong, perimeter.bloom_filter.shape[0] - 1)
    key: cython.ulonglong
    _image(cells, symmetries, image)
    key = mixed_key(image_key(image, perimeter.bits)) >> 16
    return (perimeter.bloom_filter[(key >> 3) & mask] >> (key & 7)) & 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _image(
    cells: cython.ushort[::1], symmetries: Symmetries, image: cython.ushort[::1]
) -> cython.longlong:
    return largest_image(
        cells,
        symmetries.sources,
        symmetries.names,
        symmetries.largest,
        symmetries.begins,
        symmetries.members,
        image,
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance(
    cells: cython.ushort[::1],
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> cython.longlong:
    """The distance of a position, UNKNOWN outside the perimeter."""
    _image(cells, symmetries, image)
    place: cython.Py_ssize_t = key_place(perimeter.keys, image_key(image, perimeter.bits))
    return cython.cast(cython.longlong, perimeter.distances[place])


def distance(
    cells: cython.ushort[::1],
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> int:
    """The distance of a position, UNKNOWN outside the perimeter.

    Args:
        cells: uint16[n], the position.
        symmetries: of the goal.
        perimeter: around it.
        image: uint16[n], scratch.
    """
    return _distance(cells, symmetries, perimeter, image)


def distances_after(
    cells: cython.ushort[::1],
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    out: cython.longlong[::1],
) -> None:
    """The distance after each shift.

    Args:
        cells: uint16[n], the position; as it was afterwards.
        moves: m of them.
        symmetries: of the goal.
        perimeter: around it.
        image: uint16[n], scratch.
        out: int64[m], to be filled with distances, UNKNOWN outside the perimeter.
    """
    t: cython.Py_ssize_t
    for t in range(out.shape[0]):
        shift_line(cells, moves.lines, t, moves.lengths[t])
        out[t] = _distance(cells, symmetries, perimeter, image)
        shift_line_back(cells, moves.lines, t, moves.lengths[t])


# --- search ---


def bound_of(cells: cython.ushort[::1], ways: Ways) -> int:
    """The bound of a position in shifts; ``cells``: uint16[n]."""
    return _bound(cells, ways)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bound(cells: cython.ushort[::1], ways: Ways) -> cython.longlong:
    across: cython.longlong = _sum_of(cells, ways.across)
    down: cython.longlong = _sum_of(cells, ways.down)
    return _shifts(across, ways.columns) + _shifts(down, ways.rows)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum_of(cells: cython.ushort[::1], way: cython.const[cython.uchar][:, ::1]) -> cython.longlong:
    result: cython.longlong = 0
    cell: cython.Py_ssize_t
    for cell in range(cells.shape[0]):
        result += cython.cast(cython.longlong, way[cells[cell], cell])
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shifts(way: cython.longlong, length: cython.longlong) -> cython.longlong:
    """How many shifts of lines of a length make so many steps."""
    return (way + length - 1) // length


def search(
    cells: cython.ushort[::1],
    made: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    ways: Ways,
    workspace: Workspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Depth-first search for ways to the rim of the perimeter.

    Args:
        cells: uint16[n], the position after ``made`` shifts; left as it was unless stopped.
        made: how many shifts of ``workspace.path`` have been made, at most ``length`` less the
            perimeter's radius.
        length: shifts of the solutions wanted, more than the perimeter's radius.
        moves: of the board.
        symmetries: of the goal.
        perimeter: around it.
        ways: for the bound.
        workspace: for ``length`` shifts, with the shifts made.
        out: int16[most, ≥ length - radius], for ways of so many shifts that end at the radius.
        ctl: the shared array; states are added to it.

    Returns:
        How many ways there are, even if there is no room for all, or -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search(
            cells, made, length, moves, symmetries, perimeter, ways, workspace, out, ctl
        )
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(
    cells: cython.ushort[::1],
    made: cython.Py_ssize_t,
    ways: Ways,
    workspace: Workspace,
) -> cython.void:
    """Fill in what the workspace knows of the first position."""
    i: cython.Py_ssize_t = made - 1
    workspace.across[made] = _sum_of(cells, ways.across)
    workspace.down[made] = _sum_of(cells, ways.down)
    workspace.repeats[made] = 0
    while i >= 0 and workspace.path[i] == workspace.path[made - 1]:
        workspace.repeats[made] += 1
        i -= 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _change(
    cells: cython.ushort[::1],
    lines: cython.const[cython.ushort][:, ::1],
    t: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    way: cython.const[cython.uchar][:, ::1],
) -> cython.longlong:
    """How much farther all values have to go after a shift."""
    change: cython.longlong = 0
    before: cython.Py_ssize_t = lines[t, length - 1]
    cell: cython.Py_ssize_t
    value: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(length):
        cell = lines[t, i]
        value = cells[before]
        change += cython.cast(cython.longlong, way[value, cell])
        change -= cython.cast(cython.longlong, way[value, before])
        before = cell
    return change


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    cells: cython.ushort[::1],
    made: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    ways: Ways,
    workspace: Workspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    lines: cython.const[cython.ushort][:, ::1] = moves.lines
    lengths: cython.const[cython.longlong][::1] = moves.lengths
    vertical: cython.const[cython.uchar][::1] = moves.vertical
    follows: cython.const[cython.uchar][:, ::1] = moves.follows
    most: cython.const[cython.longlong][::1] = moves.most
    path: cython.longlong[::1] = workspace.path
    repeats: cython.longlong[::1] = workspace.repeats
    across: cython.longlong[::1] = workspace.across
    down: cython.longlong[::1] = workspace.down
    image: cython.ushort[::1] = workspace.image
    rows: cython.longlong = ways.rows
    columns: cython.longlong = ways.columns
    m: cython.Py_ssize_t = lines.shape[0]
    radius: cython.Py_ssize_t = perimeter.radius
    filtered: cython.Py_ssize_t = radius + 1 if perimeter.bloom_filter.shape[0] else -1
    limit: cython.Py_ssize_t = length - radius
    depth: cython.Py_ssize_t = made
    found: cython.Py_ssize_t = 0
    states: cython.longlong = 0
    pace: cython.longlong = 1 + 0xFFFF // cells.shape[0]
    t: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = path[made - 1] if made else -1
    i: cython.Py_ssize_t
    left: cython.longlong
    _begin(cells, made, ways, workspace)
    if depth == limit:
        if _distance(cells, symmetries, perimeter, image) == radius:
            for i in range(limit):
                out[0, i] = cython.cast(cython.short, path[i])
            return 1
        return 0
    while True:
        t += 1
        if t == m or (found and not moves.every):
            if depth == made:
                poll(ctl, states)
                return found
            depth -= 1
            t = path[depth]
            last = path[depth - 1] if depth else -1
            shift_line_back(cells, lines, t, lengths[t])
            continue
        if last >= 0 and (not follows[last, t] or (t == last and repeats[depth] == most[t])):
            continue
        states += 1
        if states == pace:
            if poll(ctl, states):
                return -1
            states = 0
        left = length - depth - 1
        across[depth + 1] = across[depth]
        down[depth + 1] = down[depth]
        if vertical[t]:
            down[depth + 1] += _change(cells, lines, t, lengths[t], ways.down)
        else:
            across[depth + 1] += _change(cells, lines, t, lengths[t], ways.across)
        if _shifts(across[depth + 1], columns) + _shifts(down[depth + 1], rows) > left:
            continue
        shift_line(cells, lines, t, lengths[t])
        if left == filtered and not _may_be_one_beyond(cells, symmetries, perimeter, image):
            shift_line_back(cells, lines, t, lengths[t])
            continue
        if left > radius:
            path[depth] = t
            repeats[depth + 1] = repeats[depth] + 1 if t == last else 1
            depth += 1
            last = t
            t = -1
            continue
        if _distance(cells, symmetries, perimeter, image) == radius:
            path[depth] = t
            if found < out.shape[0]:
                for i in range(limit):
                    out[found, i] = cython.cast(cython.short, path[i])
            found += 1
        shift_line_back(cells, lines, t, lengths[t])


def search_from(
    front: Front,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    ways: Ways,
    workspace: Workspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Search from positions of a front, in order, for one way to the rim of the perimeter.

    Args:
        front: positions at a distance of less than ``length`` less the perimeter's radius.
        first: the first of its rows to begin with; ``out`` says at which to end.
        length: as in ``search``.
        moves: of the board.
        symmetries: of the goal.
        perimeter: around it.
        ways: for the bound.
        workspace: for ``length`` shifts.
        out: int16[rows to be searched, ≥ length - radius]; the first is for the way, in which
            shifts begin after those that lead to the front.
        ctl: the shared array; states are added to it.

    Returns:
        1 + the row from which there is a way, 0 if there is none, -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search_from(
            front, first, length, moves, symmetries, perimeter, ways, workspace, out, ctl
        )
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search_from(
    front: Front,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: Symmetries,
    perimeter: Perimeter,
    ways: Ways,
    workspace: Workspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    lines: cython.const[cython.ushort][:, ::1] = moves.lines
    lengths: cython.const[cython.longlong][::1] = moves.lengths
    made: cython.Py_ssize_t = front.known.radius
    unknown: cython.longlong = UNKNOWN
    cells: cython.ushort[::1]
    count: cython.Py_ssize_t
    row: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(made):
        workspace.path[i] = -1
    for row in range(first, first + out.shape[0]):
        cells = front.rows[row]
        if poll(ctl, 1):
            return -1
        if _bound(cells, ways) > length - made:
            continue
        for t in range(lines.shape[0]):
            shift_line(cells, lines, t, lengths[t])
            count = 0
            if (
                _bound(cells, ways) < length - made
                and _distance(cells, symmetries, front.known, workspace.image) == unknown
            ):
                workspace.path[made] = t
                count = _search(
                    cells, made + 1, length, moves, symmetries, perimeter, ways, workspace, out, ctl
                )
            shift_line_back(cells, lines, t, lengths[t])
            if count:
                return -1 if count < 0 else row + 1
    return 0

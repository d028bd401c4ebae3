"""IDA* (Korf 1985) on shift boards, towards a perimeter around the goal.

The perimeter holds all positions within a few shifts of the goal (Manzini 1995). Of positions that
are equivalent under a symmetry of the torus that preserves the goal, it holds a single
representative, the lexicographically largest image (see Culberson and Schaeffer 1998 on symmetries
of pattern databases). Nodes at the depth just before the perimeter are looked up there; in long
searches, nodes at the depth before that in a Bloom filter, which has a bit for each position a
further shift away.

The bound is a sum: the column distances of all values, divided by the length of a row, since a
shift moves each value of a row by a single column, and likewise the row distances. Equal values
count with the distance to their nearest goal.

A search for a single solution starts from a frontier, the positions at some distance from the
start, again up to symmetry.

Shifts of parallel lines commute, so they are tried in a single order; a line is shifted by no more
than half of its length.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.shift.kernels.constants.ida import UNKNOWN
from cython.cimports.puzzlegui.families.shift.kernels.inlined.positions import (
    image_key,
    key_slot,
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
        lines: uint16[m, longest], the cells of each shift in the order in which it moves values.
        lengths: int64[m], the number of cells of each shift.
        vertical: uint8[m], 1 for the shift of a column.
        allowed_after: uint8[m, m], whether the second shift may follow the first.
        most: int64[m], how often a shift may be repeated.
        all_paths: find all paths, not only the first.
    """

    lines: cython.const[cython.ushort][:, ::1]
    lengths: cython.const[cython.longlong][::1]
    vertical: cython.const[cython.uchar][::1]
    allowed_after: cython.const[cython.uchar][:, ::1]
    most: cython.const[cython.longlong][::1]
    all_paths: cython.bint

    def __init__(
        self,
        lines: cython.const[cython.ushort][:, ::1],
        lengths: cython.const[cython.longlong][::1],
        vertical: cython.const[cython.uchar][::1],
        allowed_after: cython.const[cython.uchar][:, ::1],
        most: cython.const[cython.longlong][::1],
        all_paths: cython.bint,
    ) -> None:
        self.lines = lines
        self.lengths = lengths
        self.vertical = vertical
        self.allowed_after = allowed_after
        self.most = most
        self.all_paths = all_paths


@cython.cclass
class SymmetryGroup:
    """The group of symmetries that preserve the goal; see ``inlined.positions.largest_image``.

    Attributes:
        sources: uint16[s, n].
        names: uint16[s, values].
        largest: int16[n, values]; empty, like the others, if there is only the identity.
        begins: uint32[n × values + 1].
        members: uint16[…].
        order: number of symmetries, s.
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
    """The positions within some shifts of the goal, in a hash table with linear probing.

    Attributes:
        keys: uint64[2 ** k], 0 where empty; see ``inlined.positions.image_key``.
        distances: uint8[2 ** k], in shifts, UNKNOWN where empty.
        bits: bits of a value in a key, 0 for hashed keys.
        radius: largest complete distance.
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
class DistanceTables:
    """Circular distances of values to their goals.

    Attributes:
        across: uint8[values, n], the distance of a cell from the nearest goal in columns.
        down: uint8[values, n], the distance in rows.
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
class SearchWorkspace:
    """Memory for a path of up to ``d`` shifts, and scratch.

    Attributes:
        path: int64[≥ d], the shifts made, the first ones by the caller.
        repeats: int64[d + 1], the number of repetitions of the last shift.
        across: int64[d + 1], the sum of column distances.
        down: int64[d + 1], the sum of row distances.
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
class Frontier:
    """The positions at some distance from the start.

    Attributes:
        rows: uint16[≥ positions, n].
        known: perimeter around the start up to that distance.
    """

    rows: cython.ushort[:, ::1]
    known: Perimeter

    def __init__(self, rows: cython.ushort[:, ::1], known: Perimeter) -> None:
        self.rows = rows
        self.known = known


# --- the perimeter ---


def insert(
    cells: cython.ushort[::1],
    distance: cython.longlong,
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> int:
    """Insert a position into a perimeter.

    Args:
        cells: uint16[n], the position.
        distance: its distance.
        symmetries: symmetries of the goal.
        perimeter: perimeter with free capacity.
        image: uint16[n], output: the representative of the position.

    Returns:
        The number of positions that it represents.
    """
    count: cython.longlong = _image(cells, symmetries, image)
    key: cython.ulonglong = image_key(image, perimeter.bits)
    place: cython.Py_ssize_t = key_slot(perimeter.keys, key)
    perimeter.distances[place] = cython.cast(cython.uchar, distance)
    perimeter.keys[place] = key
    return symmetries.order // count


def copy_entries(old: Perimeter, new: Perimeter, ctl: cython.longlong[::1]) -> int:
    """Copy a perimeter to a larger, empty one; return 1, or -1 if stopped.

    ``ctl`` is the shared array.
    """
    result: cython.int
    with cython.nogil:
        result = _copy_entries(old.keys, old.distances, new.keys, new.distances, ctl)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _copy_entries(
    keys: cython.ulonglong[::1],
    distances: cython.uchar[::1],
    new_keys: cython.ulonglong[::1],
    new_distances: cython.uchar[::1],
    ctl: cython.longlong[::1],
) -> cython.int:
    cython.declare(i=cython.Py_ssize_t, place=cython.Py_ssize_t)
    for i in range(keys.shape[0]):
        if i & 0xFFF == 0 and poll(ctl, 0):
            return -1
        if keys[i] != 0:
            place = key_slot(new_keys, keys[i])
            new_keys[place] = keys[i]
            new_distances[place] = distances[i]
    return 1


def grow(
    shell: cython.ushort[:, ::1],
    size: cython.Py_ssize_t,
    further: cython.ushort[:, ::1],
    moves: Moves,
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    tally: cython.longlong[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Add the positions a single shift from the outermost shell to a perimeter.

    Args:
        shell: uint16[≥ size, n], the positions at the radius.
        size: number of positions in the shell.
        further: like ``shell``, output: the new positions, as many as fit.
        moves: shifts, with their inverses among them.
        symmetries: symmetries of the goal.
        perimeter: perimeter with enough capacity.
        image: uint16[n], scratch.
        tally: int64[1], output: the number of positions that the new ones represent.
        ctl: the shared array.

    Returns:
        The number of new positions, -1 if stopped.
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
    symmetries: SymmetryGroup,
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
    cython.declare(count=cython.longlong, row=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t, place=cython.Py_ssize_t, key=cython.ulonglong)
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
            place = key_slot(keys, key)
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
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    ctl: cython.longlong[::1],
) -> int:
    """Fill a Bloom filter (Bloom 1970) with all positions a single shift from a shell.

    It has a single hash function: a position whose bit is not set is not among them.

    Args:
        shell: uint16[≥ stop, n], the positions at the perimeter's radius.
        first: index of the first position.
        stop: index after the last position.
        moves: shifts of the board.
        symmetries: symmetries of the goal.
        perimeter: perimeter with the Bloom filter.
        image: uint16[n], scratch.
        ctl: the shared array; ctl[5] is the number of positions done.

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
    symmetries: SymmetryGroup,
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
    cython.declare(row=cython.Py_ssize_t, t=cython.Py_ssize_t, key=cython.ulonglong)
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
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> cython.bint:
    """Return whether a position may be a single shift outside the perimeter."""
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
    cells: cython.ushort[::1], symmetries: SymmetryGroup, image: cython.ushort[::1]
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
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> cython.longlong:
    """Return the distance of a position, UNKNOWN outside the perimeter."""
    _image(cells, symmetries, image)
    place: cython.Py_ssize_t = key_slot(perimeter.keys, image_key(image, perimeter.bits))
    return cython.cast(cython.longlong, perimeter.distances[place])


def distance(
    cells: cython.ushort[::1],
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
) -> int:
    """Return the distance of a position, UNKNOWN outside the perimeter.

    Args:
        cells: uint16[n], the position.
        symmetries: symmetries of the goal.
        perimeter: perimeter around the goal.
        image: uint16[n], scratch.
    """
    return _distance(cells, symmetries, perimeter, image)


def distances_after(
    cells: cython.ushort[::1],
    moves: Moves,
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    image: cython.ushort[::1],
    out: cython.longlong[::1],
) -> None:
    """Compute the distance after each shift.

    Args:
        cells: uint16[n], the position; restored afterwards.
        moves: m shifts.
        symmetries: symmetries of the goal.
        perimeter: perimeter around the goal.
        image: uint16[n], scratch.
        out: int64[m], output: the distances, UNKNOWN outside the perimeter.
    """
    t: cython.Py_ssize_t
    for t in range(out.shape[0]):
        shift_line(cells, moves.lines, t, moves.lengths[t])
        out[t] = _distance(cells, symmetries, perimeter, image)
        shift_line_back(cells, moves.lines, t, moves.lengths[t])


# --- search ---


def lower_bound(cells: cython.ushort[::1], tables: DistanceTables) -> int:
    """Return the lower bound of a position, uint16[n], in shifts."""
    return _bound(cells, tables)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bound(cells: cython.ushort[::1], tables: DistanceTables) -> cython.longlong:
    across: cython.longlong = _sum_of(cells, tables.across)
    down: cython.longlong = _sum_of(cells, tables.down)
    return _shifts(across, tables.columns) + _shifts(down, tables.rows)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum_of(
    cells: cython.ushort[::1], table: cython.const[cython.uchar][:, ::1]
) -> cython.longlong:
    result: cython.longlong = 0
    cell: cython.Py_ssize_t
    for cell in range(cells.shape[0]):
        result += cython.cast(cython.longlong, table[cells[cell], cell])
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shifts(table: cython.longlong, length: cython.longlong) -> cython.longlong:
    """Return the least number of shifts of lines with a total distance."""
    return (table + length - 1) // length


def search(
    cells: cython.ushort[::1],
    made: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    tables: DistanceTables,
    workspace: SearchWorkspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Search depth first for paths to the rim of the perimeter.

    Args:
        cells: uint16[n], the position after ``made`` shifts; restored unless stopped.
        made: number of shifts made in ``workspace.path``, at most ``length`` less the radius.
        length: number of shifts of the solutions, more than the perimeter's radius.
        moves: shifts of the board.
        symmetries: symmetries of the goal.
        perimeter: perimeter around the goal.
        tables: distances for the bound.
        workspace: memory for ``length`` shifts, with the shifts made.
        out: int16[most, ≥ length - radius], output: the paths, which end at the radius.
        ctl: the shared array; states are added to it.

    Returns:
        The number of paths, even if they do not all fit, or -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search(
            cells, made, length, moves, symmetries, perimeter, tables, workspace, out, ctl
        )
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(
    cells: cython.ushort[::1],
    made: cython.Py_ssize_t,
    tables: DistanceTables,
    workspace: SearchWorkspace,
) -> cython.void:
    """Initialise the workspace for the first position."""
    i: cython.Py_ssize_t = made - 1
    workspace.across[made] = _sum_of(cells, tables.across)
    workspace.down[made] = _sum_of(cells, tables.down)
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
    table: cython.const[cython.uchar][:, ::1],
) -> cython.longlong:
    """Return the change of the sum of distances by a shift."""
    change: cython.longlong = 0
    before: cython.Py_ssize_t = lines[t, length - 1]
    cython.declare(cell=cython.Py_ssize_t, value=cython.Py_ssize_t, i=cython.Py_ssize_t)
    for i in range(length):
        cell = lines[t, i]
        value = cells[before]
        change += cython.cast(cython.longlong, table[value, cell])
        change -= cython.cast(cython.longlong, table[value, before])
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
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    tables: DistanceTables,
    workspace: SearchWorkspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    lines: cython.const[cython.ushort][:, ::1] = moves.lines
    lengths: cython.const[cython.longlong][::1] = moves.lengths
    vertical: cython.const[cython.uchar][::1] = moves.vertical
    allowed_after: cython.const[cython.uchar][:, ::1] = moves.allowed_after
    most: cython.const[cython.longlong][::1] = moves.most
    path: cython.longlong[::1] = workspace.path
    repeats: cython.longlong[::1] = workspace.repeats
    across: cython.longlong[::1] = workspace.across
    down: cython.longlong[::1] = workspace.down
    image: cython.ushort[::1] = workspace.image
    rows: cython.longlong = tables.rows
    columns: cython.longlong = tables.columns
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
    cython.declare(i=cython.Py_ssize_t, left=cython.longlong)
    _begin(cells, made, tables, workspace)
    if depth == limit:
        if _distance(cells, symmetries, perimeter, image) == radius:
            for i in range(limit):
                out[0, i] = cython.cast(cython.short, path[i])
            return 1
        return 0
    while True:
        t += 1
        if t == m or (found and not moves.all_paths):
            if depth == made:
                poll(ctl, states)
                return found
            depth -= 1
            t = path[depth]
            last = path[depth - 1] if depth else -1
            shift_line_back(cells, lines, t, lengths[t])
            continue
        if last >= 0 and (not allowed_after[last, t] or (t == last and repeats[depth] == most[t])):
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
            down[depth + 1] += _change(cells, lines, t, lengths[t], tables.down)
        else:
            across[depth + 1] += _change(cells, lines, t, lengths[t], tables.across)
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
    frontier: Frontier,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    tables: DistanceTables,
    workspace: SearchWorkspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> int:
    """Search from positions of a frontier, in order, for a path to the rim of the perimeter.

    Args:
        frontier: positions at a distance of less than ``length`` less the perimeter's radius.
        first: index of the first position; ``out`` has a row for each position to be searched.
        length: number of shifts of the solution.
        moves: shifts of the board.
        symmetries: symmetries of the goal.
        perimeter: perimeter around the goal.
        tables: distances for the bound.
        workspace: memory for ``length`` shifts.
        out: int16[positions, ≥ length - radius]; output in the first row: the path, with unused
            entries for the shifts that lead to the frontier.
        ctl: the shared array; states are added to it.

    Returns:
        1 + the index of the position with a path, 0 if there is none, -1 if stopped.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _search_from(
            frontier, first, length, moves, symmetries, perimeter, tables, workspace, out, ctl
        )
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search_from(
    frontier: Frontier,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    moves: Moves,
    symmetries: SymmetryGroup,
    perimeter: Perimeter,
    tables: DistanceTables,
    workspace: SearchWorkspace,
    out: cython.short[:, ::1],
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    lines: cython.const[cython.ushort][:, ::1] = moves.lines
    lengths: cython.const[cython.longlong][::1] = moves.lengths
    made: cython.Py_ssize_t = frontier.known.radius
    unknown: cython.longlong = UNKNOWN
    cells: cython.ushort[::1]
    cython.declare(count=cython.Py_ssize_t, row=cython.Py_ssize_t, t=cython.Py_ssize_t)
    cython.declare(i=cython.Py_ssize_t)
    for i in range(made):
        workspace.path[i] = -1
    for row in range(first, first + out.shape[0]):
        cells = frontier.rows[row]
        if poll(ctl, 1):
            return -1
        if _bound(cells, tables) > length - made:
            continue
        for t in range(lines.shape[0]):
            shift_line(cells, lines, t, lengths[t])
            count = 0
            if (
                _bound(cells, tables) < length - made
                and _distance(cells, symmetries, frontier.known, workspace.image) == unknown
            ):
                workspace.path[made] = t
                count = _search(
                    cells,
                    made + 1,
                    length,
                    moves,
                    symmetries,
                    perimeter,
                    tables,
                    workspace,
                    out,
                    ctl,
                )
            shift_line_back(cells, lines, t, lengths[t])
            if count:
                return -1 if count < 0 else row + 1
    return 0

"""A narrow beam search that solves a rotation board cell by cell, down to a small remainder.

The next tile is brought to its cell along shortest paths, by turns that do not touch the finished
cells and by *conjugates* A B A', where A moves finished tiles out of the way and its inverse A'
puts them back ("bring 9 to 3" in "Graphs and Puzzles"). Of the resulting states the beam keeps
those with the least total cost of all tiles plus a cost for each turn made.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.rotation.kernels.constants.peel import (
    CONJUGATE,
    CONJUGATES,
    FAR,
    HEAD,
    KEY,
    MOST_STATES,
    MOVES,
    NODE,
    PLACE,
    POTENTIAL,
    SHIFT,
    STATE,
)
from cython.cimports.puzzlegui.families.rotation.kernels.inlined.turns import (
    block_key,
    clockwise_change,
    counterclockwise_change,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    poll,
    select,
    sort,
    turn_block,
    wrapped,
    zobrist,
)

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity


@cython.cclass
class Conjugates:
    """Turns A B A' around a target.

    Attributes:
        operators: int64[CONJUGATES, 10], the number of turns, the number of tiles moved, and the
            turns of each conjugate.
        carries: int64[CONJUGATES, 16], the moved tiles as pairs of cells: from and to.
        cells: int16[n], the identity.
    """

    operators: cython.longlong[:, ::1]
    carries: cython.longlong[:, ::1]
    cells: cython.short[::1]

    def __init__(
        self,
        operators: cython.longlong[:, ::1],
        carries: cython.longlong[:, ::1],
        cells: cython.short[::1],
    ) -> None:
        self.operators = operators
        self.carries = carries
        self.cells = cells


@cython.cclass
class Distances:
    """The number of turns that move a tile from each cell to the target.

    Attributes:
        far: int64[n], the distances, FAR if unreachable.
        queue: int64[16, 8 n], buckets of cells by distance.
        fill: int64[16], the number of cells in each bucket.
    """

    far: cython.longlong[::1]
    queue: cython.longlong[:, ::1]
    fill: cython.longlong[::1]

    def __init__(
        self,
        far: cython.longlong[::1],
        queue: cython.longlong[:, ::1],
        fill: cython.longlong[::1],
    ) -> None:
        self.far = far
        self.queue = queue
        self.fill = fill


@cython.cclass
class PeelWorkspace:
    """Memory for a board of ``n`` cells and a beam of width ``w``.

    Attributes:
        tiles: int16[3 * s * n], with s ≥ 6 w + 2, for each state and cell the cell its tile
            belongs to: the states of this step and of the next, alternating, and the states with
            the tile in place.
        head: int64[3 * s, HEAD].
        packed: int64[420 w], each score packed with its step.
        visited: int64[2 ** k] > 8 w, a hash table of Zobrist keys met, the last replacing others.
        fixed: uint8[n], 1 for finished cells.
        parents: int32[…], for each node of the search tree its parent, -1 for none.
        turns: int16[…], of the same size, the turn that leads to the node.
        conjugates: conjugates around the target.
        distances: distances to the target.
    """

    tiles: cython.short[::1]
    head: cython.longlong[:, ::1]
    packed: cython.longlong[::1]
    visited: cython.longlong[::1]
    fixed: cython.uchar[::1]
    parents: cython.int[::1]
    turns: cython.short[::1]
    conjugates: Conjugates
    distances: Distances

    def __init__(
        self,
        tiles: cython.short[::1],
        head: cython.longlong[:, ::1],
        packed: cython.longlong[::1],
        visited: cython.longlong[::1],
        fixed: cython.uchar[::1],
        parents: cython.int[::1],
        turns: cython.short[::1],
        conjugates: Conjugates,
        distances: Distances,
    ) -> None:
        """Keep the memory.

        Raises:
            ValueError: a side of it has more than MOST_STATES states, or there are too many nodes.
        """
        check_capacity("states", head.shape[0] // 3, MOST_STATES)
        check_capacity("nodes", parents.shape[0], MOST_NODES)
        self.tiles = tiles
        self.head = head
        self.packed = packed
        self.visited = visited
        self.fixed = fixed
        self.parents = parents
        self.turns = turns
        self.conjugates = conjugates
        self.distances = distances


def peel(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    start: cython.const[cython.short][::1],
    order: cython.const[cython.longlong][::1],
    cost: cython.const[cython.short][::1],
    width: cython.Py_ssize_t,
    workspace: PeelWorkspace,
    ctl: cython.longlong[::1],
) -> int:
    """Bring the tiles to their cells in the given order.

    Args:
        rows: of the board.
        columns: of the board.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        start: int16[n], for each cell the cell its tile belongs to.
        order: int64[k], the cells in the order in which they are finished.
        cost: int16[n n], for each tile its cost in each cell.
        width: of the beam.
        workspace: memory, with no cell fixed.
        ctl: the shared array.

    Returns:
        The number of final states, first in the workspace's ``tiles`` and ``head``, the best first;
        -1 if stopped or out of memory.
    """
    result: cython.Py_ssize_t
    with cython.nogil:
        result = _peel(rows, columns, directions, start, order, cost, width, workspace, ctl)
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _moved_to(
    cell: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    counterclockwise: cython.bint,
) -> cython.Py_ssize_t:
    """Return the cell to which a turn of the block with top-left cell ``a`` moves a tile."""
    b: cython.Py_ssize_t = a + 1
    c: cython.Py_ssize_t = a + columns + 1
    d: cython.Py_ssize_t = a + columns
    if cell == a:
        return d if counterclockwise else b
    if cell == b:
        return a if counterclockwise else c
    if cell == c:
        return b if counterclockwise else d
    if cell == d:
        return c if counterclockwise else a
    return cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(
    fixed: cython.uchar[::1], a: cython.Py_ssize_t, columns: cython.Py_ssize_t
) -> cython.bint:
    """Return whether no cell of a block is finished."""
    return not (fixed[a] or fixed[a + 1] or fixed[a + columns] or fixed[a + columns + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_conjugates(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    target: cython.Py_ssize_t,
    halves: cython.bint,
    workspace: PeelWorkspace,
) -> cython.Py_ssize_t:
    """List the conjugates that preserve the fixed cells, with half-turns or without.

    Returns:
        The number of conjugates.
    """
    operators: cython.longlong[:, ::1] = workspace.conjugates.operators
    count: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t = target // columns
    column: cython.Py_ssize_t = target % columns
    cython.declare(ar=cython.Py_ssize_t, ac=cython.Py_ssize_t, br=cython.Py_ssize_t)
    cython.declare(bc=cython.Py_ssize_t, r=cython.Py_ssize_t, c=cython.Py_ssize_t)
    cython.declare(lift=cython.Py_ssize_t, between=cython.Py_ssize_t, step=cython.Py_ssize_t)
    cython.declare(quarters=cython.Py_ssize_t, _quarter=cython.Py_ssize_t, turn=cython.Py_ssize_t)
    cython.declare(size=cython.Py_ssize_t, carried=cython.Py_ssize_t)
    for ar in range(max(0, row - 1), min(rows - 1, row + 1)):
        for ac in range(max(0, column - 1), min(columns - 1, column + 1)):
            for br in range(max(0, ar - 1), min(rows - 1, ar + 2)):
                for bc in range(max(0, ac - 1), min(columns - 1, ac + 2)):
                    if ar == br and ac == bc:
                        continue
                    for lift in range(1, 4):
                        for between in range(1, 4):
                            if not halves and (between == 2 or (lift == 2 and directions == 2)):
                                continue
                            if count == CONJUGATES:
                                return count
                            size = 0
                            for step in range(3):
                                r = br if step == 1 else ar
                                c = bc if step == 1 else ac
                                quarters = lift if step == 0 else 4 - lift
                                if step == 1:
                                    quarters = between
                                for _quarter in range(quarters):
                                    turn_block(
                                        workspace.conjugates.cells, r * columns + c, columns, False
                                    )
                                turn = (r * (columns - 1) + c) * directions
                                if directions == 2 and quarters == 3:
                                    turn += 1
                                    quarters = 1
                                for _quarter in range(quarters):
                                    operators[count, 2 + size] = turn
                                    size += 1
                            carried = _list_carried(
                                min(ar, br) * columns + min(ac, bc),
                                max(ar, br) - min(ar, br) + 2,
                                max(ac, bc) - min(ac, bc) + 2,
                                columns,
                                count,
                                workspace,
                            )
                            if carried > 0:
                                operators[count, 0] = size
                                operators[count, 1] = carried
                                count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_carried(
    first: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    wide: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    number: cython.Py_ssize_t,
    workspace: PeelWorkspace,
) -> cython.Py_ssize_t:
    """List the tiles that a conjugate has moved within a rectangle of ``cells``, and undo it.

    Returns:
        The number of tiles; 0 if any was on a fixed cell.
    """
    cells: cython.short[::1] = workspace.conjugates.cells
    carries: cython.longlong[:, ::1] = workspace.conjugates.carries
    carried: cython.Py_ssize_t = 0
    free: cython.bint = True
    cython.declare(r=cython.Py_ssize_t, cell=cython.Py_ssize_t)
    for r in range(high):
        for cell in range(first + r * columns, first + r * columns + wide):
            if cells[cell] != cell:
                free = free and not workspace.fixed[cell]
                carries[number, 2 * carried] = cells[cell]
                carries[number, 2 * carried + 1] = cell
                carried += 1
                cells[cell] = cython.cast(cython.short, cell)
    return carried if free else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _relax(
    far: cython.longlong[::1],
    queue: cython.longlong[:, ::1],
    fill: cython.longlong[::1],
    cell: cython.Py_ssize_t,
    distance: cython.longlong,
) -> cython.void:
    """Relax the distance of a cell to the target."""
    bucket: cython.Py_ssize_t
    if far[cell] > distance:
        far[cell] = distance
        bucket = distance & 15
        queue[bucket, fill[bucket]] = cell
        fill[bucket] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _measure_distances(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    target: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    workspace: PeelWorkspace,
) -> cython.void:
    """Compute the distances to the target (Dijkstra 1959, with the buckets of Dial 1969).

    ``count`` conjugates are listed.
    """
    far: cython.longlong[::1] = workspace.distances.far
    queue: cython.longlong[:, ::1] = workspace.distances.queue
    fill: cython.longlong[::1] = workspace.distances.fill
    fixed: cython.uchar[::1] = workspace.fixed
    operators: cython.longlong[:, ::1] = workspace.conjugates.operators
    carries: cython.longlong[:, ::1] = workspace.conjugates.carries
    row: cython.Py_ssize_t = target // columns
    column: cython.Py_ssize_t = target % columns
    level: cython.longlong = 0
    empty: cython.Py_ssize_t = 0
    cython.declare(bucket=cython.Py_ssize_t, index=cython.Py_ssize_t, cell=cython.Py_ssize_t)
    cython.declare(r=cython.Py_ssize_t, c=cython.Py_ssize_t, br=cython.Py_ssize_t)
    cython.declare(bc=cython.Py_ssize_t, a=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(j=cython.Py_ssize_t)
    for cell in range(rows * columns):
        far[cell] = FAR
    for bucket in range(16):
        fill[bucket] = 0
    _relax(far, queue, fill, target, 0)
    while empty < 16:
        bucket = level & 15
        empty = empty + 1 if fill[bucket] == 0 else 0
        index = 0
        while index < fill[bucket]:
            cell = queue[bucket, index]
            index += 1
            if far[cell] != level:
                continue
            r = cell // columns
            c = cell % columns
            for br in range(max(0, r - 1), min(rows - 1, r + 1)):
                for bc in range(max(0, c - 1), min(columns - 1, c + 1)):
                    a = br * columns + bc
                    if _is_free(fixed, a, columns):
                        # A tile comes from the cell to which the inverse turn would move it.
                        _relax(far, queue, fill, _moved_to(cell, a, columns, True), level + 1)
                        if directions == 2:
                            _relax(far, queue, fill, _moved_to(cell, a, columns, False), level + 1)
            if r > row + 2 or r < row - 2 or c > column + 2 or c < column - 2:
                continue  # out of reach of conjugates
            for i in range(count):
                for j in range(operators[i, 1]):
                    if carries[i, 2 * j + 1] == cell:
                        _relax(far, queue, fill, carries[i, 2 * j], level + operators[i, 0])
        fill[bucket] = 0
        level += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _copy(
    workspace: PeelWorkspace,
    n: cython.Py_ssize_t,
    into: cython.Py_ssize_t,
    state: cython.Py_ssize_t,
) -> cython.void:
    tiles: cython.short[::1] = workspace.tiles
    cython.declare(cell=cython.Py_ssize_t, slot=cython.Py_ssize_t)
    for cell in range(n):
        tiles[into * n + cell] = tiles[state * n + cell]
    for slot in range(HEAD):
        workspace.head[into, slot] = workspace.head[state, slot]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sort_least(
    packed: cython.longlong[::1], count: cython.Py_ssize_t, wanted: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Move the ``wanted`` least entries to the front, sorted; return their number."""
    if count > wanted:
        select(packed, count, wanted)
        count = wanted
    sort(packed, count)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prune(
    workspace: PeelWorkspace,
    n: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    worth: cython.longlong,
) -> cython.Py_ssize_t:
    """Keep the best states with the tile in place, the best first; return their number."""
    packed: cython.longlong[::1] = workspace.packed
    head: cython.longlong[:, ::1] = workspace.head
    side: cython.Py_ssize_t = head.shape[0] // 3
    cython.declare(i=cython.Py_ssize_t, score=cython.longlong)
    for i in range(count):
        score = head[2 * side + i, POTENTIAL] + worth * head[2 * side + i, MOVES]
        packed[i] = (score << SHIFT) | i
    count = _sort_least(packed, count, width)
    for i in range(count):  # via a buffer, since source and target may overlap
        _copy(workspace, n, side + width + i, 2 * side + (packed[i] & (MOST_STATES - 1)))
    for i in range(count):
        _copy(workspace, n, 2 * side + i, side + width + i)
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _change(
    tiles: cython.short[::1],
    state: cython.Py_ssize_t,
    cost: cython.const[cython.short][::1],
    cells: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    counterclockwise: cython.bint,
) -> cython.longlong:
    """Return the change of the cost by a turn; see ``inlined.turns``."""
    if counterclockwise:
        return counterclockwise_change(tiles, state, cost, cells, a, columns)
    return clockwise_change(tiles, state, cost, cells, a, columns)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _propose(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    cost: cython.const[cython.short][::1],
    worth: cython.longlong,
    first: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    workspace: PeelWorkspace,
) -> cython.Py_ssize_t:
    """Score all steps that bring the wanted tile nearer, in each of the ``left`` states.

    Returns:
        The number of steps, each in ``packed`` with its score, state and code.
    """
    far: cython.longlong[::1] = workspace.distances.far
    fixed: cython.uchar[::1] = workspace.fixed
    operators: cython.longlong[:, ::1] = workspace.conjugates.operators
    carries: cython.longlong[:, ::1] = workspace.conjugates.carries
    packed: cython.longlong[::1] = workspace.packed
    tiles: cython.short[::1] = workspace.tiles
    n: cython.Py_ssize_t = rows * columns
    found: cython.Py_ssize_t = 0
    cython.declare(i=cython.Py_ssize_t, base=cython.Py_ssize_t, own=cython.Py_ssize_t)
    cython.declare(place=cython.Py_ssize_t, r=cython.Py_ssize_t, c=cython.Py_ssize_t)
    cython.declare(br=cython.Py_ssize_t, bc=cython.Py_ssize_t, a=cython.Py_ssize_t)
    cython.declare(direction=cython.Py_ssize_t, code=cython.Py_ssize_t, j=cython.Py_ssize_t)
    cython.declare(k=cython.Py_ssize_t, origin=cython.Py_ssize_t, end=cython.Py_ssize_t)
    cython.declare(after=cython.Py_ssize_t, score=cython.longlong, value=cython.longlong)
    for i in range(left):
        base = (first + i) * n
        place = workspace.head[first + i, PLACE]
        r = place // columns
        c = place % columns
        score = workspace.head[first + i, POTENTIAL] + worth * workspace.head[first + i, MOVES]
        for br in range(max(0, r - 1), min(rows - 1, r + 1)):
            for bc in range(max(0, c - 1), min(columns - 1, c + 1)):
                a = br * columns + bc
                if not _is_free(fixed, a, columns):
                    continue
                for direction in range(directions):
                    if far[_moved_to(place, a, columns, direction == 1)] < far[place]:
                        value = score + worth
                        value += _change(tiles, base, cost, n, a, columns, direction == 1)
                        code = (br * (columns - 1) + bc) * directions + direction
                        packed[found] = (value << SHIFT) | (i << STATE) | code
                        found += 1
        for j in range(count):
            after = place
            value = score + worth * operators[j, 0]
            for k in range(operators[j, 1]):
                origin = carries[j, 2 * k]
                end = carries[j, 2 * k + 1]
                if origin == place:
                    after = end
                own = cython.cast(cython.Py_ssize_t, tiles[base + origin]) * n
                value += cost[own + end]
                value -= cost[own + origin]
            if far[after] < far[place]:
                packed[found] = (value << SHIFT) | (i << STATE) | (CONJUGATE + j)
                found += 1
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place_of(
    tiles: cython.short[::1], base: cython.Py_ssize_t, n: cython.Py_ssize_t, tile: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cell of a tile in the state whose tiles begin at ``tiles[base]``."""
    cell: cython.Py_ssize_t
    for cell in range(n):
        if tiles[base + cell] == tile:
            return cell
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _distance_left(
    tiles: cython.short[::1], n: cython.Py_ssize_t, columns: cython.uint
) -> cython.longlong:
    """Return the sum of Manhattan distances in the first state."""
    away: cython.longlong = 0
    cython.declare(cell=cython.Py_ssize_t, here=cython.uint, tile=cython.uint)
    for cell in range(n):
        here = cython.cast(cython.uint, cell)
        tile = cython.cast(cython.uint, tiles[cell])
        if tile != here:
            away += _apart(tile // columns, here // columns)
            away += _apart(tile % columns, here % columns)
    return away


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _apart(one: cython.uint, other: cython.uint) -> cython.uint:
    return one - other if one > other else other - one


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make(
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    cost: cython.const[cython.short][::1],
    code: cython.Py_ssize_t,
    state: cython.Py_ssize_t,
    used: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    workspace: PeelWorkspace,
) -> cython.Py_ssize_t:
    """Apply a step to a state and record its turns; return the number of nodes in use."""
    tiles: cython.short[::1] = workspace.tiles
    head: cython.longlong[:, ::1] = workspace.head
    operators: cython.longlong[:, ::1] = workspace.conjugates.operators
    base: cython.Py_ssize_t = state * n
    key: cython.longlong = cython.cast(cython.longlong, head[state, KEY])
    potential: cython.longlong = head[state, POTENTIAL]
    place: cython.Py_ssize_t = head[state, PLACE]
    node: cython.Py_ssize_t = head[state, NODE]
    steps: cython.Py_ssize_t = 1 if code < CONJUGATE else operators[code - CONJUGATE, 0]
    cython.declare(step=cython.Py_ssize_t, turn=cython.Py_ssize_t, block=cython.Py_ssize_t)
    cython.declare(a=cython.Py_ssize_t, back=cython.bint)
    for step in range(steps):
        turn = code
        if code >= CONJUGATE:
            turn = operators[code - CONJUGATE, 2 + step]
        block = turn // directions
        a = block // (columns - 1) * columns + block % (columns - 1)
        back = directions == 2 and turn & 1 == 1
        potential += _change(tiles, base, cost, n, a, columns, back)
        key -= block_key(tiles, base, a, columns)
        turn_block(tiles, base + a, columns, back)
        key = wrapped(key + block_key(tiles, base, a, columns))
        place = _moved_to(place, a, columns, back)
        workspace.parents[used] = cython.cast(cython.int, node)
        workspace.turns[used] = cython.cast(cython.short, turn)
        node = used
        used += 1
    head[state, POTENTIAL] = potential
    head[state, MOVES] += steps
    head[state, NODE] = node
    head[state, KEY] = key
    head[state, PLACE] = place
    return used


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _peel(
    rows: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    directions: cython.Py_ssize_t,
    start: cython.const[cython.short][::1],
    order: cython.const[cython.longlong][::1],
    cost: cython.const[cython.short][::1],
    width: cython.Py_ssize_t,
    workspace: PeelWorkspace,
    ctl: cython.longlong[::1],
) -> cython.Py_ssize_t:
    tiles: cython.short[::1] = workspace.tiles
    head: cython.longlong[:, ::1] = workspace.head
    packed: cython.longlong[::1] = workspace.packed
    visited: cython.longlong[::1] = workspace.visited
    n: cython.Py_ssize_t = rows * columns
    side: cython.Py_ssize_t = head.shape[0] // 3
    mask: cython.longlong = visited.shape[0] - 1
    pool: cython.Py_ssize_t = 1
    used: cython.Py_ssize_t = 0
    states: cython.longlong = 0
    key: cython.longlong = 0
    potential: cython.longlong = 0
    cython.declare(worth=cython.longlong, away=cython.longlong, reached=cython.bint)
    cython.declare(target=cython.Py_ssize_t, halves=cython.Py_ssize_t, count=cython.Py_ssize_t)
    cython.declare(here=cython.Py_ssize_t, other=cython.Py_ssize_t, left=cython.Py_ssize_t)
    cython.declare(done=cython.Py_ssize_t, found=cython.Py_ssize_t, after=cython.Py_ssize_t)
    cython.declare(before=cython.Py_ssize_t, i=cython.Py_ssize_t, p=cython.Py_ssize_t)
    cython.declare(number=cython.Py_ssize_t)
    for i in range(n):
        tiles[i] = start[i]
        key = wrapped(key + zobrist(cython.cast(cython.longlong, start[i]), i))
        potential += cython.cast(
            cython.longlong, cost[cython.cast(cython.Py_ssize_t, start[i]) * n + i]
        )
    head[0, POTENTIAL] = potential
    head[0, MOVES] = 0
    head[0, NODE] = -1
    head[0, KEY] = key
    for number in range(order.shape[0]):
        target = order[number]
        # The cost of a turn: the cost of the best state, divided by its estimated turns.
        away = _distance_left(tiles, n, cython.cast(cython.uint, columns))
        worth = 2 * head[0, POTENTIAL] // max(1, away)
        for i in range(pool):
            head[i, PLACE] = _place_of(tiles, i * n, n, target)
        count = 0
        for halves in range(2):
            count = _list_conjugates(rows, columns, directions, target, halves == 1, workspace)
            _measure_distances(rows, columns, directions, target, count, workspace)
            reached = True
            for i in range(pool):
                reached = reached and workspace.distances.far[head[i, PLACE]] < FAR
            if reached:
                break
        here = 0
        left = 0
        done = 0
        for i in range(pool):
            if head[i, PLACE] == target:
                _copy(workspace, n, 2 * side + done, i)
                done += 1
            else:
                _copy(workspace, n, left, i)
                left += 1
        for i in range(visited.shape[0]):
            visited[i] = 0
        while left:
            if poll(ctl, states):
                return -1
            states = left
            found = _propose(rows, columns, directions, cost, worth, here, left, count, workspace)
            found = _sort_least(packed, found, 2 * width)
            other = side - here
            after = 0
            for p in range(found):
                if after == width:
                    break
                if used + 8 > workspace.parents.shape[0]:
                    return -1
                i = other + after
                _copy(workspace, n, i, here + ((packed[p] >> STATE) & (MOST_STATES - 1)))
                before = used
                used = _make(
                    columns, directions, cost, packed[p] & ((1 << STATE) - 1), i, used, n, workspace
                )
                key = head[i, KEY]
                if visited[key & mask] == key:
                    used = before
                    continue
                visited[key & mask] = key
                if head[i, PLACE] == target:
                    _copy(workspace, n, 2 * side + done, i)
                    done += 1
                else:
                    after += 1
            if done > 4 * width:
                done = _prune(workspace, n, done, width, worth)
            left = after
            here = other
        pool = _prune(workspace, n, done, width, worth)
        for i in range(pool):
            _copy(workspace, n, i, 2 * side + i)
        workspace.fixed[target] = 1
    poll(ctl, states)
    return pool

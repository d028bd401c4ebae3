"""Short, not shortest, solutions of sliding boards by beam search (Lowerre 1976).

Each level holds the states a further move of the gap from the start. Of these the beam keeps those
with the least total cost, where the cost of a tile grows faster than its distance. By itself this
brings all tiles near their cells at few moves each, and stalls on the last of them. So the beam
also works in stages: each fills a group of one or two cells, guided by tables of the moves needed
for these cells alone, and then closes these cells to the gap.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.capacity import check_capacity
from puzzlegui.kernels.primitives import next_random, poll, zobrist

ROW = 4
COLUMN = 5
GEOMETRY = 6
"""Columns of ``geometry``: neighbour of a cell in each direction, -1 for none, its row, its column;
number of columns."""

COST = 0
AWAY = 1
GAP = 2
LAST = 3
NODE = 4
HEAD = 5
"""Columns of ``head``: total cost of a state, sum of Manhattan distances, cell of the gap, last
direction, -1 for none, node; number of columns."""

ONE = 5
OTHER = 6
AHEAD = 7
PLACE = 8
STAGED_HEAD = 9
"""Further columns in stages: cells of the two tiles of the group, moves in excess of the level, row
of ``tiles`` of the state; number of columns."""

SHIFT = 32
"""Bits below a packed score, which hold its state and move."""
OFFSET = 1 << 24
"""Offset that makes scores non-negative."""

MOST_NODES = 1 << 29
"""Most nodes of a search tree: a node's number and a direction are packed into 31 bits."""
FREE = 1 << 40
"""More than any number of levels."""
FETCHING = 5
"""Moves that bring a tile a cell further and the gap in front of it again."""


@cython.inline
def apart(one: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the distance of two rows or columns."""
    difference: cython.longlong = one - other
    return abs(difference)  # compiled without a branch


@cython.inline
def axis_of(direction: cython.longlong) -> cython.Py_ssize_t:
    """Return ROW or COLUMN, the coordinate that a move changes, without a branch."""
    return ROW + ((direction ^ (direction >> 1)) & 1)


@cython.inline
def key_change(
    tile: cython.Py_ssize_t,
    cell: cython.Py_ssize_t,
    gap_tile: cython.Py_ssize_t,
    gap: cython.Py_ssize_t,
) -> cython.longlong:
    """Return the change of the Zobrist key when a tile moves from ``cell`` into the gap."""
    return (zobrist(tile, gap) - zobrist(tile, cell)) + (
        zobrist(gap_tile, cell) - zobrist(gap_tile, gap)
    )


@cython.inline
def sort_by_score(
    items: cython.longlong[::1],
    count: cython.Py_ssize_t,
    into: cython.longlong[::1],
    buckets: cython.int[::1],
) -> cython.void:
    """Sort packed items by score, approximately, by counting sort.

    Scores count as equal if their differences from the least score have the same quotient by 4, or
    if they are far above it. The sort is stable.
    """
    if count == 0:
        return
    least: cython.longlong = items[0]
    most: cython.longlong = items[0]
    for i in range(1, count):
        item = items[i]
        least = min(least, item)
        most = max(most, item)
    least >>= SHIFT
    last: cython.longlong = buckets.shape[0] - 1
    last = min(((most >> SHIFT) - least) >> 2, last)
    bucket: cython.longlong
    total: cython.int = 0
    number: cython.int
    for bucket in range(last + 1):
        buckets[bucket] = 0
    for i in range(count):
        bucket = min(((items[i] >> SHIFT) - least) >> 2, last)
        buckets[bucket] += 1
    for bucket in range(last + 1):
        number = buckets[bucket]
        buckets[bucket] = total
        total += number
    for i in range(count):
        bucket = min(((items[i] >> SHIFT) - least) >> 2, last)
        into[buckets[bucket]] = items[i]
        buckets[bucket] += 1


@dataclass
class Instance:
    """The instance of a beam search: a board of ``n`` cells, with costs.

    Attributes:
        geometry: int16[n, GEOMETRY].
        distance_cost: int32[≥ rows and columns], the cost of a distance along an axis, in 32nds
            of a step.
        gap: tile of the gap, which like any tile is identified by its goal cell.
    """

    geometry: cython.short[:, ::1]
    distance_cost: cython.int[::1]
    gap: cython.Py_ssize_t


@dataclass
class BeamParameters:
    """The parameters of a beam search.

    Attributes:
        width: number of states kept at each level.
        per_gap: largest number of states with the gap in the same cell.
        noise: 2 ** k - 1, largest random amount added to a score.
        weight: weight of each move that the group still needs, in 32nds of a step.
        growth: increase of this weight with each level of the stage.
        patience: levels for which a stage continues after its first state has finished.
        delay: weight of each move in excess of other states, in 32nds of a step.
    """

    width: cython.Py_ssize_t
    per_gap: cython.longlong
    noise: cython.longlong
    weight: cython.longlong
    growth: cython.longlong
    patience: cython.longlong
    delay: cython.longlong


@dataclass
class CellGroup:
    """One or two cells to be filled, and a window of the board around them.

    Attributes:
        one: tile for the first cell, -1 if there is no group.
        other: tile for the second cell, the same tile if there is only one cell.
        top: first row of the window.
        left: first column of the window.
        rows: rows of the window.
        columns: columns of the window.
        table: uint8[(rows * columns) ** 3], the moves needed, by the cells of one, other and
            gap; see ``tables.build_pair_table``.
        order: int16[n], the stage in which each cell is filled.
        closed: cells with a lower order are closed.
    """

    one: cython.Py_ssize_t
    other: cython.Py_ssize_t
    top: cython.longlong
    left: cython.longlong
    rows: cython.longlong
    columns: cython.longlong
    table: cython.const[cython.uchar][::1]
    order: cython.const[cython.short][::1]
    closed: cython.longlong


@dataclass
class BeamWorkspace:
    """Memory for a beam of width ``w`` over a board of ``n`` cells.

    Attributes:
        tiles: int16[2 w, n], for each state and cell the cell its tile belongs to.
        head: int32[3 w, STAGED_HEAD], other data of the states, see above: those
            of this level, of the next, and those that have finished the stage.
        keys: int64[3 w], their Zobrist keys.
        packed: int64[4 w], each score packed with its step.
        ordered: int64[4 w], the same, sorted.
        buckets: int32[…], scratch for sorting.
        per_gap: int32[n], the number of states with the gap in each cell.
        visited: int64[2 ** k], a hash table of the Zobrist keys of states met.
        nodes: int32[…], for each node of the search tree four times its parent, -1 for none,
            plus the gap's direction.
        places: int32[2, 2 w], a stack of the unused rows of ``tiles``; and the number of moves
            chosen for each state of this level.
    """

    tiles: cython.short[:, ::1]
    head: cython.int[:, ::1]
    keys: cython.longlong[::1]
    packed: cython.longlong[::1]
    ordered: cython.longlong[::1]
    buckets: cython.int[::1]
    per_gap: cython.int[::1]
    visited: cython.longlong[::1]
    nodes: cython.int[::1]
    places: cython.int[:, ::1]

    def __post_init__(self) -> None:
        check_capacity("nodes", self.nodes.shape[0], MOST_NODES)


@cython.inline
def _clamp(value: cython.longlong, end: cython.longlong) -> cython.longlong:
    return 0 if value < 0 else end - 1 if value >= end else value


@cython.inline
def _moves_of_group(
    geometry: cython.short[:, ::1],
    group: CellGroup,
    one: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    gap: cython.Py_ssize_t,
) -> cython.longlong:
    """Estimate the moves needed to fill the group's cells."""
    rows: cython.longlong = group.rows
    columns: cython.longlong = group.columns
    cells: cython.longlong = rows * columns
    gap_row: cython.longlong = cython.cast(cython.longlong, geometry[gap, ROW])
    gap_column: cython.longlong = cython.cast(cython.longlong, geometry[gap, COLUMN])
    number: cython.longlong = 0
    outside: cython.longlong = 0
    fetch: cython.longlong = 0
    last: cython.longlong = -1
    sign: cython.longlong
    far: cython.longlong
    for which in range(2):
        cell = one if which == 0 else other
        row = cython.cast(cython.longlong, geometry[cell, ROW])
        column = cython.cast(cython.longlong, geometry[cell, COLUMN])
        r = row - group.top
        c = column - group.left
        y = _clamp(r, rows)
        x = _clamp(c, columns)
        number = number * cells + y * columns + x
        down = y - r
        across = x - c
        if (down != 0 or across != 0) and (which == 0 or one != other):
            # The gap must come to the side to which the tile is to move.
            outside += abs(down) + abs(across)
            if abs(down) >= abs(across):
                sign = 1 if down > 0 else -1
                far = abs(gap_row - row - sign) + abs(gap_column - column)
                if gap_column == column and (gap_row - row) * sign < 0:
                    far += 2
            else:
                sign = 1 if across > 0 else -1
                far = abs(gap_row - row) + abs(gap_column - column - sign)
                if gap_row == row and (gap_column - column) * sign < 0:
                    far += 2
            if last >= 0:  # first the nearer tile, then the other
                if far < fetch:
                    kept: cython.longlong = far
                    far = fetch
                    fetch = kept
                else:
                    last = y * columns + x
                fetch += abs(geometry[one, ROW] - row) + abs(geometry[one, COLUMN] - column)
            else:
                fetch = far
                last = y * columns + x
    if outside != 0:
        return (
            cython.cast(cython.longlong, group.table[number * cells + last])
            + FETCHING * outside
            + fetch
        )
    r = gap_row - group.top
    c = gap_column - group.left
    y = _clamp(r, rows)
    x = _clamp(c, columns)
    return (
        cython.cast(cython.longlong, group.table[number * cells + y * columns + x])
        + abs(r - y)
        + abs(c - x)
    )


@cython.inline
def _find(
    tiles: cython.short[:, ::1], place: cython.Py_ssize_t, tile: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cell of a tile."""
    cell: cython.Py_ssize_t = 0
    while tiles[place, cell] != tile:
        cell += 1
    return cell


@cython.inline
def _copy(
    head: cython.int[:, ::1],
    keys: cython.longlong[::1],
    state: cython.Py_ssize_t,
    target: cython.Py_ssize_t,
) -> cython.void:
    """Copy all data of a state except its tiles."""
    for i in range(STAGED_HEAD):
        head[target, i] = head[state, i]
    keys[target] = keys[state]


@cython.final
@cython.cclass
@dataclass
class Beam:
    """A beam search over the states of a board; call ``begin`` first.

    Attributes:
        instance: the board.
        parameters: of the beam.
        workspace: memory for a beam of this width.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
        first: index of its first state in the workspace's ``head``.
        count: number of its states.
        used: number of nodes.
        level: number of levels, in stages of this stage.
        finished: number of states that have finished the stage.
        free: number of unused rows of ``tiles``.
    """

    instance: Instance
    parameters: BeamParameters
    workspace: BeamWorkspace
    rng: cython.longlong[::1]
    ctl: cython.longlong[::1]
    first: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    used: cython.Py_ssize_t = 0
    level: cython.longlong = 0
    finished: cython.Py_ssize_t = 0
    free: cython.Py_ssize_t = 0

    def begin(self, start: cython.short[::1]) -> None:
        """Start from a state: int16[n], for each cell the cell its tile belongs to."""
        tiles = self.workspace.tiles
        head = self.workspace.head
        keys = self.workspace.keys
        geometry = self.instance.geometry
        distance_cost = self.instance.distance_cost
        for slot in range(STAGED_HEAD):
            head[0, slot] = 0
        keys[0] = 0
        for cell in range(start.shape[0]):
            tile = start[cell]
            tiles[0, cell] = start[cell]
            keys[0] += zobrist(tile, cell)
            if tile == self.instance.gap:
                head[0, GAP] = cell
            else:
                down = apart(geometry[tile, ROW], geometry[cell, ROW])
                across = apart(geometry[tile, COLUMN], geometry[cell, COLUMN])
                head[0, COST] += distance_cost[down] + distance_cost[across]
                head[0, AWAY] += down + across
        head[0, NODE] = -1
        head[0, LAST] = -1  # it occupies the first row of tiles
        self.free = 0
        for slot in range(tiles.shape[0] - 1, 0, -1):
            self.release(slot)
        self.first = 0
        self.count = 1
        self.used = 0
        self.level = 0
        self.finished = 0
        self._clear_visited()

    def advance(self, goal: cython.longlong) -> int:
        """Search level by level, with all tiles counting alike.

        Args:
            goal: sum of Manhattan distances at which the search stops.

        Returns:
            1 if the best state is that good, 0 if the memory or the beam was exhausted first,
            -1 if stopped.
        """
        with cython.nogil:
            result = self._advance(goal)
        return result

    def stage(self, group: CellGroup) -> int:
        """Fill the cells of a group; afterwards the beam consists of the states that did so.

        Args:
            group: the cells.

        Returns:
            1 if done, 0 if the memory or the beam was exhausted first, -1 if stopped.
        """
        with cython.nogil:
            result = self._stage(group)
        return result

    def states(self) -> range:
        """Return the indices of its states in the workspace's ``head``."""
        return range(self.first, self.first + self.count)

    def best(self) -> int:
        """Return the index of the first state with the least sum of distances."""
        return self._best()

    def moves(self, state: cython.Py_ssize_t) -> int:
        """Return the number of moves to a state, given by its index in the workspace."""
        node: cython.Py_ssize_t = self.workspace.head[state, NODE]
        count: cython.Py_ssize_t = 0
        while node >= 0:
            node = self.workspace.nodes[node] >> 2
            count += 1
        return count

    def path(self, state: cython.Py_ssize_t, directions: cython.schar[::1]) -> None:
        """Write the moves that lead to a state into int8[``moves``], as the gap's directions."""
        node: cython.Py_ssize_t = self.workspace.head[state, NODE]
        for i in range(directions.shape[0] - 1, -1, -1):
            directions[i] = self.workspace.nodes[node] & 3
            node = self.workspace.nodes[node] >> 2

    # --- without the interpreter's lock ---

    def _clear_visited(self) -> cython.void:
        """Forget the states met so far, so that they may be reached again."""
        visited = self.workspace.visited
        for i in range(visited.shape[0]):
            visited[i] = 0

    @cython.inline
    def release(self, place: cython.Py_ssize_t) -> cython.void:
        """Make a row of ``tiles`` available to other states."""
        self.workspace.places[0, self.free] = cython.cast(cython.int, place)
        self.free += 1

    def _best(self) -> cython.Py_ssize_t:
        head = self.workspace.head
        found: cython.Py_ssize_t = self.first
        for state in range(self.first + 1, self.first + self.count):
            if head[state, AWAY] < head[found, AWAY]:
                found = state
        return found

    def _advance(self, goal: cython.longlong) -> cython.int:
        while True:
            if self.count > 0 and self.workspace.head[self._best(), AWAY] <= goal:
                return 1
            if self.count == 0 or self.used + self.parameters.width > self.workspace.nodes.shape[0]:
                return 0
            self.ctl[2] = self.level
            if poll(self.ctl, self.count) or not _next_level(self, None):
                return -1

    def _stage(self, group: CellGroup) -> cython.int:
        tiles = self.workspace.tiles
        head = self.workspace.head
        keys = self.workspace.keys
        width: cython.Py_ssize_t = self.parameters.width
        least: cython.longlong = FREE
        until: cython.longlong = FREE
        kept: cython.Py_ssize_t = self.first
        finished: cython.Py_ssize_t = 2 * width
        for state in range(self.first, self.first + self.count):
            head[state, ONE] = _find(tiles, head[state, PLACE], group.one)
            head[state, OTHER] = _find(tiles, head[state, PLACE], group.other)
            least = min(least, head[state, AHEAD])
        for state in range(self.first, self.first + self.count):
            head[state, AHEAD] -= least
            head[state, LAST] = -1
            if head[state, ONE] == group.one and head[state, OTHER] == group.other:
                target = finished
                finished += 1
            else:
                target = kept
                kept += 1
            if target != state:
                _copy(head, keys, state, target)
        self.count = kept - self.first
        self.finished = finished - 2 * width
        self.level = 0
        self._clear_visited()  # earlier states may become useful in this stage
        if self.finished > 0:
            until = self.parameters.patience
        while self.count > 0 and self.level < until and self.finished < width:
            if self.used + 2 * width > self.workspace.nodes.shape[0]:
                return 0
            if poll(self.ctl, self.count) or not _next_level(self, group):
                return -1
            if self.finished > 0 and until == FREE:
                until = self.level + self.parameters.patience
        for state in range(self.first, self.first + self.count):
            self.release(head[state, PLACE])
        for state in range(self.finished):
            _copy(head, keys, 2 * width + state, self.first + state)
        self.count = self.finished
        return 1 if self.count > 0 else 0

    def fill_tiles(self, count: cython.Py_ssize_t) -> cython.void:
        """Fill in the tiles of the successors.

        The last successor of a state takes over its tiles: most states have at most one.
        """
        tiles = self.workspace.tiles
        head = self.workspace.head
        packed = self.workspace.packed
        places = self.workspace.places
        before: cython.Py_ssize_t = self.parameters.width - self.first
        for i in range(count):
            target = packed[i] >> SHIFT
            w = packed[i] & 0x3FFFFFFF
            place = head[before + w, PLACE]
            gap = head[before + w, GAP]
            cell = head[target, GAP]
            places[1, w] -= 1
            if places[1, w] > 0:
                self.free -= 1
                row = places[0, self.free]
                for x in range(tiles.shape[1]):
                    tiles[row, x] = tiles[place, x]
                place = row
            tiles[place, gap] = tiles[place, cell]
            tiles[place, cell] = cython.cast(cython.short, self.instance.gap)
            head[target, PLACE] = place


def _next_level(beam: Beam, group: CellGroup | None) -> cython.bint:
    """Expand all states and keep the best successors; return false if stopped.

    States that have filled the group's cells go to the third part of the workspace.
    """
    count: cython.Py_ssize_t = _propose(beam, group)
    if count < 0:
        return False
    sort_by_score(beam.workspace.packed, count, beam.workspace.ordered, beam.workspace.buckets)
    count = _choose(beam, count, group)
    if count < 0:
        return False
    beam.fill_tiles(count)
    return True


def _propose(beam: Beam, group: CellGroup | None) -> cython.Py_ssize_t:
    """Pack all moves with their scores; return their number, -1 if stopped."""
    geometry = beam.instance.geometry
    distance_cost = beam.instance.distance_cost
    tiles = beam.workspace.tiles
    head = beam.workspace.head
    packed = beam.workspace.packed
    delay: cython.longlong = beam.parameters.delay
    noise: cython.longlong = beam.parameters.noise
    weight: cython.longlong = beam.parameters.weight + beam.parameters.growth * beam.level
    seed: cython.longlong = beam.rng[0]
    first: cython.Py_ssize_t = beam.first
    count: cython.Py_ssize_t = 0
    for w in range(beam.count):
        if w & 0xFFF == 0xFFF and poll(beam.ctl, 0):
            return -1
        state = first + w
        place = head[state, PLACE]
        gap = head[state, GAP]
        back = 3 - head[state, LAST]
        base = cython.cast(cython.longlong, head[state, COST]) + OFFSET
        base += delay * cython.cast(cython.longlong, head[state, AHEAD])
        one = head[state, ONE]
        other = head[state, OTHER]
        for direction in range(4):
            cell = geometry[gap, direction]
            if cell < 0 or direction == back:
                continue
            if group is not None and group.order[cell] < group.closed:
                continue
            tile = tiles[place, cell]
            axis = axis_of(direction)
            goal = geometry[tile, axis]
            score = base + distance_cost[apart(goal, geometry[gap, axis])]
            score -= distance_cost[apart(goal, geometry[cell, axis])]
            if group is not None:
                score += weight * _moves_of_group(
                    geometry,
                    group,
                    gap if cell == one else one,
                    gap if cell == other else other,
                    cell,
                )
            if noise != 0:
                seed = next_random(seed)
                score += (seed >> 20) & noise
            packed[count] = (score << SHIFT) | (w << 2) | direction
            count += 1
    beam.rng[0] = seed
    return count


def _choose(beam: Beam, count: cython.Py_ssize_t, group: CellGroup | None) -> cython.Py_ssize_t:
    """Choose the best of the sorted moves, and fill in their successors except for the tiles.

    Then ``packed`` holds the index of each successor and of its parent.

    Returns:
        The number of moves chosen, -1 if stopped.
    """
    geometry = beam.instance.geometry
    distance_cost = beam.instance.distance_cost
    gap_tile: cython.Py_ssize_t = beam.instance.gap
    tiles = beam.workspace.tiles
    head = beam.workspace.head
    keys = beam.workspace.keys
    ordered = beam.workspace.ordered
    packed = beam.workspace.packed
    places = beam.workspace.places
    per_gap = beam.workspace.per_gap
    visited = beam.workspace.visited
    nodes = beam.workspace.nodes
    width: cython.Py_ssize_t = beam.parameters.width
    most_per_gap: cython.longlong = beam.parameters.per_gap
    mask: cython.longlong = visited.shape[0] - 1
    first: cython.Py_ssize_t = beam.first
    used: cython.Py_ssize_t = beam.used
    finished: cython.Py_ssize_t = beam.finished
    total: cython.Py_ssize_t = 0
    chosen: cython.Py_ssize_t = 0
    for i in range(per_gap.shape[0]):
        per_gap[i] = 0
    for i in range(beam.count):
        places[1, i] = 0
    for i in range(count):
        if i & 0xFFF == 0xFFF and poll(beam.ctl, 0):
            return -1
        if total == width:
            break
        state = first + ((ordered[i] >> 2) & 0x3FFFFFFF)
        direction = ordered[i] & 3
        gap = head[state, GAP]
        cell = geometry[gap, direction]
        if per_gap[cell] == most_per_gap:
            continue
        tile = tiles[head[state, PLACE], cell]
        key = keys[state] + key_change(tile, cell, gap_tile, gap)
        if visited[key & mask] == key:
            continue
        visited[key & mask] = key
        per_gap[cell] += 1
        axis = axis_of(direction)
        goal = geometry[tile, axis]
        here = apart(goal, geometry[gap, axis])
        there = apart(goal, geometry[cell, axis])
        one = head[state, ONE]
        other = head[state, OTHER]
        if cell == one:
            one = gap
        if cell == other:
            other = gap
        target = width - first + total  # the half that first is not in
        delay = 0
        if group is not None and one == group.one and other == group.other:
            if finished == width:
                continue
            target = 2 * width + finished
            delay = beam.level
            finished += 1
        else:
            total += 1
        _copy(head, keys, state, target)
        places[1, state - first] += 1
        packed[chosen] = (cython.cast(cython.longlong, target) << SHIFT) | (state - first)
        chosen += 1
        head[target, COST] += distance_cost[here] - distance_cost[there]
        head[target, AWAY] += here - there
        keys[target] = key
        head[target, GAP] = cell
        head[target, LAST] = direction
        head[target, NODE] = used
        head[target, ONE] = one
        head[target, OTHER] = other
        head[target, AHEAD] += delay
        nodes[used] = (head[state, NODE] << 2) | cython.cast(cython.int, direction)
        used += 1
    beam.used = used
    beam.finished = finished
    for i in range(beam.count):
        if places[1, i] == 0:
            beam.release(head[first + i, PLACE])
    beam.first = width - first
    beam.count = total
    beam.level += 1
    return chosen

"""Short, not shortest, solutions of sliding boards by beam search (Lowerre 1976).

Each level holds the states a further move of the gap from the start. Of these the beam keeps those
with the least total cost, where the cost of a tile grows faster than its distance. By itself this
brings all tiles near their cells at few moves each, and stalls on the last of them. So the beam
also works in stages: each fills a group of one or two cells, guided by tables of the moves needed
for these cells alone, and then closes these cells to the gap.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.beam import (
    AHEAD,
    AWAY,
    COLUMN,
    COST,
    FETCHING,
    FREE,
    GAP,
    LAST,
    MOST_NODES,
    NODE,
    OFFSET,
    ONE,
    OTHER,
    PLACE,
    ROW,
    SHIFT,
    STAGED_HEAD,
)
from cython.cimports.puzzlegui.families.sliding.kernels.inlined.boards import (
    apart,
    axis_of,
    key_change,
    sort_by_score,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    next_random,
    poll,
    zobrist,
)

from puzzlegui.kernels.capacity import check_capacity


@cython.final
@cython.cclass
class Instance:
    """The instance of a beam search: a board of ``n`` cells, with costs."""

    geometry: cython.short[:, ::1]
    distance_cost: cython.int[::1]
    gap: cython.Py_ssize_t

    def __init__(
        self, geometry: cython.short[:, ::1], distance_cost: cython.int[::1], gap: cython.Py_ssize_t
    ) -> None:
        """Keep the arrays.

        Args:
            geometry: int16[n, GEOMETRY], see ``constants.beam``.
            distance_cost: int32[≥ rows and columns], the cost of a distance along an axis, in 32nds
                of a step.
            gap: tile of the gap, which like any tile is identified by its goal cell.
        """
        self.geometry = geometry
        self.distance_cost = distance_cost
        self.gap = gap


@cython.final
@cython.cclass
class BeamParameters:
    """The parameters of a beam search."""

    width: cython.Py_ssize_t
    per_gap: cython.longlong
    noise: cython.longlong
    weight: cython.longlong
    growth: cython.longlong
    patience: cython.longlong
    delay: cython.longlong

    def __init__(
        self,
        width: cython.Py_ssize_t,
        per_gap: cython.longlong,
        noise: cython.longlong,
        weight: cython.longlong,
        growth: cython.longlong,
        patience: cython.longlong,
        delay: cython.longlong,
    ) -> None:
        """Set the parameters.

        Args:
            width: number of states kept at each level.
            per_gap: largest number of states with the gap in the same cell.
            noise: 2 ** k - 1, largest random amount added to a score.
            weight: weight of each move that the group still needs, in 32nds of a step.
            growth: increase of this weight with each level of the stage.
            patience: levels for which a stage continues after its first state has finished.
            delay: weight of each move in excess of other states, in 32nds of a step.
        """
        self.width = width
        self.per_gap = per_gap
        self.noise = noise
        self.weight = weight
        self.growth = growth
        self.patience = patience
        self.delay = delay


@cython.final
@cython.cclass
class CellGroup:
    """One or two cells to be filled, and a window of the board around them."""

    one = cython.declare(cython.Py_ssize_t, visibility="readonly")
    other = cython.declare(cython.Py_ssize_t, visibility="readonly")
    top: cython.longlong
    left: cython.longlong
    rows: cython.longlong
    columns: cython.longlong
    table: cython.const[cython.uchar][::1]
    order: cython.const[cython.short][::1]
    closed: cython.longlong

    def __init__(
        self,
        one: cython.Py_ssize_t,
        other: cython.Py_ssize_t,
        top: cython.longlong,
        left: cython.longlong,
        rows: cython.longlong,
        columns: cython.longlong,
        table: cython.const[cython.uchar][::1],
        order: cython.const[cython.short][::1],
        closed: cython.longlong,
    ) -> None:
        """Describe the group.

        Args:
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
        self.one = one
        self.other = other
        self.top = top
        self.left = left
        self.rows = rows
        self.columns = columns
        self.table = table
        self.order = order
        self.closed = closed


@cython.final
@cython.cclass
class BeamWorkspace:
    """Memory for a beam of width ``w`` over a board of ``n`` cells."""

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

    def __init__(
        self,
        tiles: cython.short[:, ::1],
        head: cython.int[:, ::1],
        keys: cython.longlong[::1],
        packed: cython.longlong[::1],
        ordered: cython.longlong[::1],
        buckets: cython.int[::1],
        per_gap: cython.int[::1],
        visited: cython.longlong[::1],
        nodes: cython.int[::1],
        places: cython.int[:, ::1],
    ) -> None:
        """Keep the arrays, whose contents do not matter.

        Args:
            tiles: int16[2 w, n], for each state and cell the cell its tile belongs to.
            head: int32[3 w, STAGED_HEAD], other data of the states, see ``constants.beam``: those
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

        Raises:
            ValueError: there are more than MOST_NODES nodes.
        """
        check_capacity("nodes", nodes.shape[0], MOST_NODES)
        self.tiles = tiles
        self.head = head
        self.keys = keys
        self.packed = packed
        self.ordered = ordered
        self.buckets = buckets
        self.per_gap = per_gap
        self.visited = visited
        self.nodes = nodes
        self.places = places


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _clamp(value: cython.longlong, end: cython.longlong) -> cython.longlong:
    return 0 if value < 0 else end - 1 if value >= end else value


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
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
    cython.declare(which=cython.int, cell=cython.Py_ssize_t, row=cython.longlong)
    cython.declare(column=cython.longlong, r=cython.longlong, c=cython.longlong, y=cython.longlong)
    cython.declare(x=cython.longlong, down=cython.longlong, across=cython.longlong)
    cython.declare(sign=cython.longlong, far=cython.longlong, kept=cython.longlong)
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
                    kept = far
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(
    tiles: cython.short[:, ::1], place: cython.Py_ssize_t, tile: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the cell of a tile."""
    cell: cython.Py_ssize_t = 0
    while tiles[place, cell] != tile:
        cell += 1
    return cell


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _copy(
    head: cython.int[:, ::1],
    keys: cython.longlong[::1],
    state: cython.Py_ssize_t,
    target: cython.Py_ssize_t,
) -> cython.void:
    """Copy all data of a state except its tiles."""
    i: cython.Py_ssize_t
    for i in range(STAGED_HEAD):
        head[target, i] = head[state, i]
    keys[target] = keys[state]


@cython.final
@cython.cclass
class Beam:
    """A beam search over the states of a board; call ``begin`` first.

    Attributes:
        first: index of its first state in the workspace's ``head``.
        count: number of its states.
    """

    first = cython.declare(cython.Py_ssize_t, visibility="readonly")
    count = cython.declare(cython.Py_ssize_t, visibility="readonly")
    _used: cython.Py_ssize_t
    _level: cython.longlong
    _finished: cython.Py_ssize_t
    _free: cython.Py_ssize_t
    _instance: Instance
    _parameters: BeamParameters
    _workspace: BeamWorkspace
    _rng: cython.longlong[::1]
    _ctl: cython.longlong[::1]

    def __init__(
        self,
        instance: Instance,
        parameters: BeamParameters,
        workspace: BeamWorkspace,
        rng: cython.longlong[::1],
        ctl: cython.longlong[::1],
    ) -> None:
        """Keep the memory; call ``begin`` next.

        Args:
            instance: the board.
            parameters: of the beam.
            workspace: memory for a beam of this width.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.
        """
        self._instance = instance
        self._parameters = parameters
        self._workspace = workspace
        self._rng = rng
        self._ctl = ctl
        self.first = 0
        self.count = 0
        self._used = 0
        self._level = 0
        self._finished = 0
        self._free = 0

    def begin(self, start: cython.short[::1]) -> None:
        """Start from a state: int16[n], for each cell the cell its tile belongs to."""
        tiles: cython.short[:, ::1] = self._workspace.tiles
        head: cython.int[:, ::1] = self._workspace.head
        keys: cython.longlong[::1] = self._workspace.keys
        geometry: cython.short[:, ::1] = self._instance.geometry
        distance_cost: cython.int[::1] = self._instance.distance_cost
        cython.declare(cell=cython.Py_ssize_t, tile=cython.Py_ssize_t, down=cython.Py_ssize_t)
        cython.declare(across=cython.Py_ssize_t, slot=cython.Py_ssize_t)
        for slot in range(STAGED_HEAD):
            head[0, slot] = 0
        keys[0] = 0
        for cell in range(start.shape[0]):
            tile = start[cell]
            tiles[0, cell] = start[cell]
            keys[0] += zobrist(tile, cell)
            if tile == self._instance.gap:
                head[0, GAP] = cell
            else:
                down = apart(geometry[tile, ROW], geometry[cell, ROW])
                across = apart(geometry[tile, COLUMN], geometry[cell, COLUMN])
                head[0, COST] += distance_cost[down] + distance_cost[across]
                head[0, AWAY] += down + across
        head[0, NODE] = -1
        head[0, LAST] = -1  # it occupies the first row of tiles
        self._free = 0
        for slot in range(tiles.shape[0] - 1, 0, -1):
            self._release(slot)
        self.first = 0
        self.count = 1
        self._used = 0
        self._level = 0
        self._finished = 0
        self._clear_visited()

    def advance(self, goal: cython.longlong) -> int:
        """Search level by level, with all tiles counting alike.

        Args:
            goal: sum of Manhattan distances at which the search stops.

        Returns:
            1 if the best state is that good, 0 if the memory or the beam was exhausted first,
            -1 if stopped.
        """
        result: cython.int
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
        result: cython.int
        with cython.nogil:
            result = self._stage(group)
        return result

    def best(self) -> int:
        """Return the index of the first state with the least sum of distances."""
        return self._best()

    def moves(self, state: cython.Py_ssize_t) -> int:
        """Return the number of moves to a state, given by its index in the workspace."""
        node: cython.Py_ssize_t = self._workspace.head[state, NODE]
        count: cython.Py_ssize_t = 0
        while node >= 0:
            node = self._workspace.nodes[node] >> 2
            count += 1
        return count

    def path(self, state: cython.Py_ssize_t, directions: cython.schar[::1]) -> None:
        """Write the moves that lead to a state into int8[``moves``], as the gap's directions."""
        node: cython.Py_ssize_t = self._workspace.head[state, NODE]
        i: cython.Py_ssize_t
        for i in range(directions.shape[0] - 1, -1, -1):
            directions[i] = self._workspace.nodes[node] & 3
            node = self._workspace.nodes[node] >> 2

    # --- without the interpreter's lock ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear_visited(self) -> cython.void:
        """Forget the states met so far, so that they may be reached again."""
        visited: cython.longlong[::1] = self._workspace.visited
        i: cython.Py_ssize_t
        for i in range(visited.shape[0]):
            visited[i] = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _release(self, place: cython.Py_ssize_t) -> cython.void:
        """Make a row of ``tiles`` available to other states."""
        self._workspace.places[0, self._free] = cython.cast(cython.int, place)
        self._free += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _best(self) -> cython.Py_ssize_t:
        head: cython.int[:, ::1] = self._workspace.head
        found: cython.Py_ssize_t = self.first
        state: cython.Py_ssize_t
        for state in range(self.first + 1, self.first + self.count):
            if head[state, AWAY] < head[found, AWAY]:
                found = state
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self, goal: cython.longlong) -> cython.int:
        while True:
            if self.count > 0 and self._workspace.head[self._best(), AWAY] <= goal:
                return 1
            if (
                self.count == 0
                or self._used + self._parameters.width > self._workspace.nodes.shape[0]
            ):
                return 0
            self._ctl[2] = self._level
            if poll(self._ctl, self.count) or not self._next_level(None):
                return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _stage(self, group: CellGroup) -> cython.int:
        tiles: cython.short[:, ::1] = self._workspace.tiles
        head: cython.int[:, ::1] = self._workspace.head
        keys: cython.longlong[::1] = self._workspace.keys
        width: cython.Py_ssize_t = self._parameters.width
        least: cython.longlong = FREE
        until: cython.longlong = FREE
        kept: cython.Py_ssize_t = self.first
        finished: cython.Py_ssize_t = 2 * width
        cython.declare(state=cython.Py_ssize_t, target=cython.Py_ssize_t)
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
        self._finished = finished - 2 * width
        self._level = 0
        self._clear_visited()  # earlier states may become useful in this stage
        if self._finished > 0:
            until = self._parameters.patience
        while self.count > 0 and self._level < until and self._finished < width:
            if self._used + 2 * width > self._workspace.nodes.shape[0]:
                return 0
            if poll(self._ctl, self.count) or not self._next_level(group):
                return -1
            if self._finished > 0 and until == FREE:
                until = self._level + self._parameters.patience
        for state in range(self.first, self.first + self.count):
            self._release(head[state, PLACE])
        for state in range(self._finished):
            _copy(head, keys, 2 * width + state, self.first + state)
        self.count = self._finished
        return 1 if self.count > 0 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_level(self, group: CellGroup | None) -> cython.bint:
        """Expand all states and keep the best successors; return false if stopped.

        States that have filled the group's cells go to the third part of the workspace.
        """
        count: cython.Py_ssize_t = self._propose(group)
        if count < 0:
            return False
        sort_by_score(
            self._workspace.packed, count, self._workspace.ordered, self._workspace.buckets
        )
        count = self._choose(count, group)
        if count < 0:
            return False
        self._move(count)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propose(self, group: CellGroup | None) -> cython.Py_ssize_t:
        """Pack all moves with their scores; return their number, -1 if stopped."""
        geometry: cython.short[:, ::1] = self._instance.geometry
        distance_cost: cython.int[::1] = self._instance.distance_cost
        tiles: cython.short[:, ::1] = self._workspace.tiles
        head: cython.int[:, ::1] = self._workspace.head
        packed: cython.longlong[::1] = self._workspace.packed
        delay: cython.longlong = self._parameters.delay
        noise: cython.longlong = self._parameters.noise
        weight: cython.longlong = self._parameters.weight + self._parameters.growth * self._level
        seed: cython.longlong = self._rng[0]
        first: cython.Py_ssize_t = self.first
        count: cython.Py_ssize_t = 0
        cython.declare(score=cython.longlong, base=cython.longlong, w=cython.Py_ssize_t)
        cython.declare(state=cython.Py_ssize_t, place=cython.Py_ssize_t, gap=cython.Py_ssize_t)
        cython.declare(cell=cython.Py_ssize_t, tile=cython.Py_ssize_t, axis=cython.Py_ssize_t)
        cython.declare(goal=cython.Py_ssize_t, one=cython.Py_ssize_t, other=cython.Py_ssize_t)
        cython.declare(direction=cython.longlong, back=cython.longlong)
        for w in range(self.count):
            if w & 0xFFF == 0xFFF and poll(self._ctl, 0):
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
        self._rng[0] = seed
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self, count: cython.Py_ssize_t, group: CellGroup | None) -> cython.Py_ssize_t:
        """Choose the best of the sorted moves, and fill in their successors except for the tiles.

        Then ``packed`` holds the index of each successor and of its parent.

        Returns:
            The number of moves chosen, -1 if stopped.
        """
        geometry: cython.short[:, ::1] = self._instance.geometry
        distance_cost: cython.int[::1] = self._instance.distance_cost
        gap_tile: cython.Py_ssize_t = self._instance.gap
        tiles: cython.short[:, ::1] = self._workspace.tiles
        head: cython.int[:, ::1] = self._workspace.head
        keys: cython.longlong[::1] = self._workspace.keys
        ordered: cython.longlong[::1] = self._workspace.ordered
        packed: cython.longlong[::1] = self._workspace.packed
        places: cython.int[:, ::1] = self._workspace.places
        per_gap: cython.int[::1] = self._workspace.per_gap
        visited: cython.longlong[::1] = self._workspace.visited
        nodes: cython.int[::1] = self._workspace.nodes
        width: cython.Py_ssize_t = self._parameters.width
        most_per_gap: cython.longlong = self._parameters.per_gap
        mask: cython.longlong = visited.shape[0] - 1
        first: cython.Py_ssize_t = self.first
        used: cython.Py_ssize_t = self._used
        finished: cython.Py_ssize_t = self._finished
        total: cython.Py_ssize_t = 0
        chosen: cython.Py_ssize_t = 0
        cython.declare(delay=cython.longlong, key=cython.longlong, i=cython.Py_ssize_t)
        cython.declare(state=cython.Py_ssize_t, target=cython.Py_ssize_t, gap=cython.Py_ssize_t)
        cython.declare(cell=cython.Py_ssize_t, tile=cython.Py_ssize_t, axis=cython.Py_ssize_t)
        cython.declare(goal=cython.Py_ssize_t, here=cython.Py_ssize_t, there=cython.Py_ssize_t)
        cython.declare(one=cython.Py_ssize_t, other=cython.Py_ssize_t, direction=cython.longlong)
        for i in range(per_gap.shape[0]):
            per_gap[i] = 0
        for i in range(self.count):
            places[1, i] = 0
        for i in range(count):
            if i & 0xFFF == 0xFFF and poll(self._ctl, 0):
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
                delay = self._level
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
        self._used = used
        self._finished = finished
        for i in range(self.count):
            if places[1, i] == 0:
                self._release(head[first + i, PLACE])
        self.first = width - first
        self.count = total
        self._level += 1
        return chosen

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move(self, count: cython.Py_ssize_t) -> cython.void:
        """Fill in the tiles of the successors.

        The last successor of a state takes over its tiles: most states have at most one.
        """
        tiles: cython.short[:, ::1] = self._workspace.tiles
        head: cython.int[:, ::1] = self._workspace.head
        packed: cython.longlong[::1] = self._workspace.packed
        places: cython.int[:, ::1] = self._workspace.places
        before: cython.Py_ssize_t = self._parameters.width - self.first
        cython.declare(i=cython.Py_ssize_t, w=cython.Py_ssize_t, target=cython.Py_ssize_t)
        cython.declare(place=cython.Py_ssize_t, row=cython.Py_ssize_t, gap=cython.Py_ssize_t)
        cython.declare(cell=cython.Py_ssize_t, x=cython.Py_ssize_t)
        for i in range(count):
            target = packed[i] >> SHIFT
            w = packed[i] & 0x3FFFFFFF
            place = head[before + w, PLACE]
            gap = head[before + w, GAP]
            cell = head[target, GAP]
            places[1, w] -= 1
            if places[1, w] > 0:
                self._free -= 1
                row = places[0, self._free]
                for x in range(tiles.shape[1]):
                    tiles[row, x] = tiles[place, x]
                place = row
            tiles[place, gap] = tiles[place, cell]
            tiles[place, cell] = cython.cast(cython.short, self._instance.gap)
            head[target, PLACE] = place

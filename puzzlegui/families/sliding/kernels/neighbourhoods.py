"""Large neighbourhood search (Shaw 1998) on a solution of a sliding board.

A segment of the solution, during which the gap stays within a rectangle, is an instance of its own:
a small board whose goal is the arrangement after the segment. Its neighbourhood consists of all
solutions of this instance with no more moves, among which a small beam search looks for a short
solution.
"""

from __future__ import annotations

import cython
from cython.cimports.puzzlegui.families.sliding.kernels.constants.beam import (
    AWAY,
    COLUMN,
    COST,
    GAP,
    LAST,
    MOST_NODES,
    NODE,
    ROW,
    SHIFT,
)
from cython.cimports.puzzlegui.families.sliding.kernels.inlined.boards import (
    apart,
    axis_of,
    beside,
    key_change,
    slide,
    sort_by_score,
)
from cython.cimports.puzzlegui.kernels.inlined.primitives import (
    next_random,
    poll,
    random_below,
)

from puzzlegui.kernels.capacity import check_capacity


@cython.final
@cython.cclass
class NeighbourhoodParameters:
    """The parameters of segments and of the beam that searches their neighbourhoods."""

    width: cython.Py_ssize_t
    per_gap: cython.longlong
    noise: cython.longlong
    least: cython.longlong
    most: cython.longlong
    cells: cython.longlong

    def __init__(
        self,
        width: cython.Py_ssize_t,
        per_gap: cython.longlong,
        noise: cython.longlong,
        least: cython.longlong,
        most: cython.longlong,
        cells: cython.longlong,
    ) -> None:
        """Set the parameters.

        Args:
            width: number of states kept at each level.
            per_gap: largest number of states with the gap in the same cell.
            noise: 2 ** k - 1, largest random amount added to a score, in 32nds of a step.
            least: fewest moves of a segment.
            most: most moves of a segment.
            cells: most cells of its rectangle.
        """
        self.width = width
        self.per_gap = per_gap
        self.noise = noise
        self.least = least
        self.most = most
        self.cells = cells


@cython.final
@cython.cclass
class NeighbourhoodWorkspace:
    """Memory for beams of width ``w`` over rectangles of ``c`` cells."""

    tiles: cython.short[:, ::1]
    head: cython.int[:, ::1]
    keys: cython.longlong[::1]
    packed: cython.longlong[::1]
    ordered: cython.longlong[::1]
    buckets: cython.int[::1]
    per_gap: cython.int[::1]
    visited: cython.longlong[::1]
    nodes: cython.int[::1]
    geometry: cython.short[:, ::1]

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
        geometry: cython.short[:, ::1],
    ) -> None:
        """Keep the arrays; ``visited`` must hold zeros.

        Args:
            tiles: int16[2 w, c], for each state and cell the cell its tile belongs to: the states
                of this level and of the next.
            head: int32[2 w, HEAD], other data of the states, see ``constants.beam``.
            keys: int64[2 w], their Zobrist keys.
            packed: int64[4 w], each score packed with its step.
            ordered: int64[4 w], the same, sorted.
            buckets: int32[…], scratch for sorting.
            per_gap: int32[c], the number of states with the gap in each cell.
            visited: int64[2 ** k], a hash table of the Zobrist keys of states met.
            nodes: int32[w × the most moves], for each node of the search tree four times its
                parent, -1 for none, plus the gap's direction.
            geometry: int16[c, GEOMETRY], the rectangle's.

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
        self.geometry = geometry


@cython.final
@cython.cclass
class NeighbourhoodImprover:
    """Large neighbourhood search on a solution of a board of ``n`` cells.

    Attributes:
        length: number of moves, the first ones in ``directions``.
        tried: number of segments whose neighbourhoods were searched.
    """

    length = cython.declare(cython.Py_ssize_t, visibility="readonly")
    tried = cython.declare(cython.Py_ssize_t, visibility="readonly")
    _at: cython.Py_ssize_t
    _gap: cython.Py_ssize_t
    _rows: cython.Py_ssize_t
    _columns: cython.Py_ssize_t
    _directions: cython.schar[::1]
    _position: cython.short[::1]
    _after: cython.short[::1]
    _place: cython.short[::1]
    _steps: cython.int[::1]
    _workspace: NeighbourhoodWorkspace
    _rng: cython.longlong[::1]
    _ctl: cython.longlong[::1]

    def __init__(
        self,
        directions: cython.schar[::1],
        cells: cython.short[:, ::1],
        gap: cython.Py_ssize_t,
        first: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
        distance_cost: cython.int[::1],
        workspace: NeighbourhoodWorkspace,
        rng: cython.longlong[::1],
        ctl: cython.longlong[::1],
    ) -> None:
        """Start from a solution.

        Args:
            directions: int8[moves], the moves as directions of the gap; changed.
            cells: int16[3, n], the first row the tile in each cell at the start, all different and
                below n; the other rows are scratch. Changed.
            gap: the gap's cell at the start.
            first: the move at which the first segment begins.
            columns: of the board.
            distance_cost: int32[≥ rows and columns], the cost of a distance along an axis, in 32nds
                of a step.
            workspace: memory.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.
        """
        self.length = directions.shape[0]
        self.tried = 0
        self._at = 0
        self._gap = gap
        self._columns = columns
        self._rows = cells.shape[1] // columns
        self._directions = directions
        self._position = cells[0]
        self._after = cells[1]
        self._place = cells[2]
        self._steps = distance_cost
        self._workspace = workspace
        self._rng = rng
        self._ctl = ctl
        self._advance(first)

    def improve(self, parameters: NeighbourhoodParameters, budget: cython.longlong) -> None:
        """Search the neighbourhoods of successive segments until stopped or the budget is spent.

        The solution becomes shorter, or another of the same length.

        Args:
            parameters: parameters that fit the workspace.
            budget: number of states after which no further segment is searched; setting up a search
                takes about as long as 25 states, and counts as such.
        """
        left: cython.longlong = budget
        with cython.nogil:
            while left >= 0 and not poll(self._ctl, 0):
                left += self._ctl[1] - 25
                self._step(parameters)
                left -= self._ctl[1]

    # --- without the interpreter's lock ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self, moves: cython.Py_ssize_t) -> cython.void:
        """Advance the beginning of the next segment, to the end of the solution at most."""
        cython.declare(_i=cython.Py_ssize_t)
        for _i in range(min(moves, self.length - self._at)):
            self._gap = slide(self._position, self._gap, self._directions[self._at], self._columns)
            self._at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self, parameters: NeighbourhoodParameters) -> cython.void:
        """Search the neighbourhood of a segment, and advance to the next segment."""
        directions: cython.schar[::1] = self._directions
        position: cython.short[::1] = self._position
        after: cython.short[::1] = self._after
        place: cython.short[::1] = self._place
        rows: cython.Py_ssize_t = self._rows
        columns: cython.Py_ssize_t = self._columns
        cells: cython.Py_ssize_t = parameters.cells
        cython.declare(gap=cython.Py_ssize_t, first=cython.Py_ssize_t, end=cython.Py_ssize_t)
        cython.declare(top=cython.Py_ssize_t, left=cython.Py_ssize_t, bottom=cython.Py_ssize_t)
        cython.declare(right=cython.Py_ssize_t, high=cython.Py_ssize_t, wide=cython.Py_ssize_t)
        cython.declare(cell=cython.Py_ssize_t, r=cython.Py_ssize_t, c=cython.Py_ssize_t)
        cython.declare(i=cython.Py_ssize_t, tile=cython.Py_ssize_t, longest=cython.Py_ssize_t)
        cython.declare(length=cython.Py_ssize_t, gone=cython.Py_ssize_t, node=cython.Py_ssize_t)
        cython.declare(grow=cython.longlong, equal=cython.longlong)
        away: cython.longlong = 0
        if self._at >= self.length:
            while self._at > 0:  # start again from the beginning
                self._at -= 1
                self._gap = slide(position, self._gap, 3 - directions[self._at], columns)
        first = self._at
        self.tried += 1
        self._ctl[1] += 1
        end = first + parameters.least
        end += random_below(self._rng, parameters.most - parameters.least + 1)
        end = min(end, self.length)
        for cell in range(rows * columns):
            after[cell] = position[cell]
        gap = self._gap
        top = bottom = gap // columns
        left = right = gap % columns
        for i in range(first, end):
            cell = slide(after, gap, directions[i], columns)
            r = cell // columns
            c = cell % columns
            if (max(bottom, r) - min(top, r) + 1) * (max(right, c) - min(left, c) + 1) > cells:
                slide(after, cell, 3 - directions[i], columns)
                end = i
                break
            top = min(top, r)
            left = min(left, c)
            bottom = max(bottom, r)
            right = max(right, c)
            gap = cell
        grow = random_below(self._rng, 16)
        if grow & 1 and top > 0 and (bottom - top + 2) * (right - left + 1) <= cells:
            top -= 1
        if grow & 2 and bottom < rows - 1 and (bottom - top + 2) * (right - left + 1) <= cells:
            bottom += 1
        if grow & 4 and left > 0 and (bottom - top + 1) * (right - left + 2) <= cells:
            left -= 1
        if grow & 8 and right < columns - 1 and (bottom - top + 1) * (right - left + 2) <= cells:
            right += 1
        high = bottom - top + 1
        wide = right - left + 1
        for i in range(high * wide):
            place[after[(top + i // wide) * columns + left + i % wide]] = i
        for i in range(high * wide):
            cell = (top + i // wide) * columns + left + i % wide
            tile = place[position[cell]]
            after[i] = tile  # overwrites an entry no longer needed
            if cell != self._gap:
                away += apart(tile // wide, i // wide) + apart(tile % wide, i % wide)
        longest = end - first
        if longest - away >= 2:
            gap = (self._gap // columns - top) * wide + self._gap % columns - left
            equal = 2 if random_below(self._rng, 4) > 0 else 0
            self._fill_geometry(high, wide)
            node = self._search(parameters, gap, high * wide, longest - equal)
            if node >= 0:
                length = 0
                i = node
                while i >= 0:
                    length += 1
                    i = self._workspace.nodes[i] >> 2
                for i in range(first + length - 1, first - 1, -1):
                    directions[i] = self._workspace.nodes[node] & 3
                    node = self._workspace.nodes[node] >> 2
                gone = longest - length
                if gone > 0:
                    self.length -= gone
                    for i in range(first + length, self.length):
                        directions[i] = directions[i + gone]
        self._advance(1 + random_below(self._rng, max(1, (end - first) // 2)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill_geometry(self, rows: cython.Py_ssize_t, columns: cython.Py_ssize_t) -> cython.void:
        """Fill in the geometry of a rectangle."""
        geometry: cython.short[:, ::1] = self._workspace.geometry
        cython.declare(cell=cython.Py_ssize_t, after=cython.Py_ssize_t, direction=cython.Py_ssize_t)
        for cell in range(rows * columns):
            for direction in range(4):
                after = beside(cell, direction, rows, columns)
                geometry[cell, direction] = -1 if after == cell else after
            geometry[cell, ROW] = cell // columns
            geometry[cell, COLUMN] = cell % columns

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self,
        parameters: NeighbourhoodParameters,
        gap: cython.Py_ssize_t,
        cells: cython.Py_ssize_t,
        longest: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Search for moves that bring every tile of a rectangle to its own cell.

        The first ``cells`` entries of ``after`` give for each cell the cell its tile belongs to.

        Args:
            parameters: parameters of the beam.
            gap: cell of the gap.
            cells: number of cells of the rectangle.
            longest: most moves.

        Returns:
            The node of the last move, -1 if no solution was found.
        """
        start: cython.short[::1] = self._after
        distance_cost: cython.int[::1] = self._steps
        geometry: cython.short[:, ::1] = self._workspace.geometry
        tiles: cython.short[:, ::1] = self._workspace.tiles
        head: cython.int[:, ::1] = self._workspace.head
        keys: cython.longlong[::1] = self._workspace.keys
        packed: cython.longlong[::1] = self._workspace.packed
        ordered: cython.longlong[::1] = self._workspace.ordered
        per_gap: cython.int[::1] = self._workspace.per_gap
        visited: cython.longlong[::1] = self._workspace.visited
        nodes: cython.int[::1] = self._workspace.nodes
        width: cython.Py_ssize_t = parameters.width
        most_per_gap: cython.longlong = parameters.per_gap
        noise: cython.longlong = parameters.noise
        mask: cython.longlong = visited.shape[0] - 1
        gap_tile: cython.Py_ssize_t = start[gap]
        seed: cython.longlong = next_random(self._rng[0])
        base: cython.Py_ssize_t = 0
        states: cython.Py_ssize_t = 1
        used: cython.Py_ssize_t = 0
        away: cython.longlong = 0
        cost: cython.longlong = 0
        cython.declare(score=cython.longlong, key=cython.longlong, direction=cython.longlong)
        cython.declare(back=cython.longlong, level=cython.Py_ssize_t, count=cython.Py_ssize_t)
        cython.declare(total=cython.Py_ssize_t, w=cython.Py_ssize_t, i=cython.Py_ssize_t)
        cython.declare(state=cython.Py_ssize_t, target=cython.Py_ssize_t, cell=cython.Py_ssize_t)
        cython.declare(tile=cython.Py_ssize_t, axis=cython.Py_ssize_t, goal=cython.Py_ssize_t)
        cython.declare(here=cython.Py_ssize_t, there=cython.Py_ssize_t)
        for cell in range(cells):
            tile = start[cell]
            tiles[0, cell] = start[cell]
            if tile != gap_tile:
                here = apart(geometry[tile, ROW], geometry[cell, ROW])
                there = apart(geometry[tile, COLUMN], geometry[cell, COLUMN])
                away += here + there
                cost += distance_cost[here] + distance_cost[there]
        head[0, COST] = cost
        head[0, AWAY] = away
        keys[0] = seed >> 1  # different each time, so that no key was visited before
        head[0, GAP] = gap
        head[0, LAST] = -1
        head[0, NODE] = -1
        for level in range(longest):
            if poll(self._ctl, states):
                break
            count = 0
            for w in range(states):
                state = base + w
                gap = head[state, GAP]
                back = 3 - head[state, LAST]
                away = cython.cast(cython.longlong, head[state, AWAY])
                cost = cython.cast(cython.longlong, head[state, COST])
                for direction in range(4):
                    cell = geometry[gap, direction]
                    if cell < 0 or direction == back:
                        continue
                    tile = tiles[state, cell]
                    axis = axis_of(direction)
                    goal = geometry[tile, axis]
                    here = apart(goal, geometry[gap, axis])
                    there = apart(goal, geometry[cell, axis])
                    if away + here - there > longest - level - 1:
                        continue
                    seed = next_random(seed)
                    score = (
                        cost + distance_cost[here] - distance_cost[there] + ((seed >> 20) & noise)
                    )
                    packed[count] = (score << SHIFT) | (w << 2) | direction
                    count += 1
            sort_by_score(packed, count, ordered, self._workspace.buckets)
            for i in range(cells):
                per_gap[i] = 0
            total = 0
            for w in range(count):
                if total == width:
                    break
                state = base + ((ordered[w] >> 2) & 0x3FFFFFFF)
                direction = ordered[w] & 3
                gap = head[state, GAP]
                cell = geometry[gap, direction]
                if per_gap[cell] == most_per_gap:
                    continue
                tile = tiles[state, cell]
                key = keys[state] + key_change(tile, cell, gap_tile, gap)
                if visited[key & mask] == key:
                    continue
                visited[key & mask] = key
                per_gap[cell] += 1
                axis = axis_of(direction)
                goal = geometry[tile, axis]
                here = apart(goal, geometry[gap, axis])
                there = apart(goal, geometry[cell, axis])
                nodes[used] = (head[state, NODE] << 2) | cython.cast(cython.int, direction)
                away = cython.cast(cython.longlong, head[state, AWAY]) + here - there
                if away == 0:
                    self._rng[0] = seed
                    return used
                target = width - base + total  # the half that base is not in
                for i in range(cells):
                    tiles[target, i] = tiles[state, i]
                tiles[target, gap] = cython.cast(cython.short, tile)
                tiles[target, cell] = cython.cast(cython.short, gap_tile)
                head[target, COST] = head[state, COST] + distance_cost[here] - distance_cost[there]
                head[target, AWAY] = away
                keys[target] = key
                head[target, GAP] = cell
                head[target, LAST] = direction
                head[target, NODE] = used
                used += 1
                total += 1
            base = width - base
            states = total
            if states == 0:
                break
        self._rng[0] = seed
        return -1


def apply_directions(
    cells: cython.short[::1],
    gap: cython.Py_ssize_t,
    directions: cython.const[cython.schar][::1],
    columns: cython.Py_ssize_t,
) -> None:
    """Apply moves to the cells of a board.

    Args:
        cells: int16[n], the tile in each cell, changed in place.
        gap: the gap's cell before.
        directions: int8[moves], the moves as directions of the gap.
        columns: of the board.
    """
    i: cython.Py_ssize_t
    for i in range(directions.shape[0]):
        gap = slide(cells, gap, directions[i], columns)


def milestones(
    directions: cython.const[cython.schar][::1],
    cells: cython.short[:, ::1],
    columns: cython.Py_ssize_t,
    distance: cython.const[cython.short][:, ::1],
    done: cython.longlong[::1],
    last: cython.longlong[::1],
) -> None:
    """Find the moves of a solution that reach its milestones.

    Args:
        directions: int8[moves], the solution, as directions of the gap.
        cells: int16[3, n], for each cell its value, 0 for the gap (afterwards that of the goal),
            the value in the goal, and the line that the cell belongs to.
        columns: of the board.
        distance: int16[values, n], from each cell to the nearest goal cell of the value.
        done: int64[lines], output: the move, from 1, after which a line is final.
        last: int64[q], output: the last move, from 1, after which more than q of q + 1 parts of the
            total distance were left, then the same for q - 1 parts, and so on down to 1.
    """
    with cython.nogil:
        _milestones(directions, cells, columns, distance, done, last)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _milestones(
    directions: cython.const[cython.schar][::1],
    cells: cython.short[:, ::1],
    columns: cython.Py_ssize_t,
    distance: cython.const[cython.short][:, ::1],
    done: cython.longlong[::1],
    last: cython.longlong[::1],
) -> cython.void:
    values: cython.short[::1] = cells[0]
    goal: cython.short[::1] = cells[1]
    line_of: cython.short[::1] = cells[2]
    parts: cython.longlong = last.shape[0] + 1
    gap: cython.Py_ssize_t = 0
    away: cython.longlong = 0
    cython.declare(whole=cython.longlong, cell=cython.Py_ssize_t, number=cython.Py_ssize_t)
    cython.declare(value=cython.Py_ssize_t, part=cython.Py_ssize_t)
    for cell in range(values.shape[0]):
        if values[cell] == 0:
            gap = cell
        away += cython.cast(cython.longlong, distance[values[cell], cell])
    whole = away
    for number in range(1, directions.shape[0] + 1):
        cell = slide(values, gap, directions[number - 1], columns)
        value = values[gap]
        away += cython.cast(cython.longlong, distance[value, gap]) - distance[value, cell]
        if goal[gap] == value:  # if it held its value before, that was undone since
            done[line_of[gap]] = number
        if goal[cell] == 0:
            done[line_of[cell]] = number
        gap = cell
        for part in range(parts - 1):
            if parts * away > (parts - 1 - part) * whole:
                last[part] = number

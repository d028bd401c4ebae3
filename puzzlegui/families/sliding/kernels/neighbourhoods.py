"""Large neighbourhood search (Shaw 1998) on a solution of a sliding board.

A segment of the solution, during which the gap stays within a rectangle, is an instance of its own:
a small board whose goal is the arrangement after the segment. Its neighbourhood consists of all
solutions of this instance with no more moves, among which a small beam search looks for a short
solution.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.sliding.kernels.beam import (
    AWAY,
    COLUMN,
    COST,
    GAP,
    LAST,
    MOST_NODES,
    NODE,
    ROW,
    SHIFT,
    apart,
    axis_of,
    key_change,
    sort_by_score,
)
from puzzlegui.families.sliding.kernels.tables import LEFT, RIGHT, UP, beside
from puzzlegui.kernels.capacity import check_capacity
from puzzlegui.kernels.primitives import next_random, poll, random_below


@cython.inline
def slide(
    cells: cython.short[::1],
    gap: cython.Py_ssize_t,
    direction: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Move the gap in a possible direction and return its new cell."""
    cell: cython.Py_ssize_t
    if direction == UP:
        cell = gap - columns
    elif direction == LEFT:
        cell = gap - 1
    elif direction == RIGHT:
        cell = gap + 1
    else:
        cell = gap + columns
    kept: cython.short = cells[gap]
    cells[gap] = cells[cell]
    cells[cell] = kept
    return cell


@dataclass
class NeighbourhoodParameters:
    """The parameters of segments and of the beam that searches their neighbourhoods.

    Attributes:
        width: number of states kept at each level.
        per_gap: largest number of states with the gap in the same cell.
        noise: 2 ** k - 1, largest random amount added to a score, in 32nds of a step.
        least: fewest moves of a segment.
        most: most moves of a segment.
        cells: most cells of its rectangle.
    """

    width: cython.Py_ssize_t
    per_gap: cython.longlong
    noise: cython.longlong
    least: cython.longlong
    most: cython.longlong
    cells: cython.longlong


@dataclass
class NeighbourhoodWorkspace:
    """Memory for beams of width ``w`` over rectangles of ``c`` cells.

    Attributes:
        tiles: int16[2 w, c], for each state and cell the cell its tile belongs to: the states
            of this level and of the next.
        head: int32[2 w, HEAD], other data of the states, see ``kernels.beam``.
        keys: int64[2 w], their Zobrist keys.
        packed: int64[4 w], each score packed with its step.
        ordered: int64[4 w], the same, sorted.
        buckets: int32[…], scratch for sorting.
        per_gap: int32[c], the number of states with the gap in each cell.
        visited: int64[2 ** k], a hash table of the Zobrist keys of states met.
        nodes: int32[w × the most moves], for each node of the search tree four times its
            parent, -1 for none, plus the gap's direction.
        geometry: int16[c, GEOMETRY], the rectangle's.
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
    geometry: cython.short[:, ::1]

    def __post_init__(self) -> None:
        check_capacity("nodes", self.nodes.shape[0], MOST_NODES)


@cython.final
@cython.cclass
@dataclass
class NeighbourhoodImprover:
    """Large neighbourhood search on a solution of a board of ``n`` cells.

    Attributes:
        directions: int8[moves], the moves as directions of the gap; changed.
        position: int16[n], the tile in each cell at the start, all different and below n; then at
            the beginning of the next segment.
        after: int16[n], scratch: the tiles after the segment.
        place: int16[n], scratch: the cell of each tile in the rectangle after the segment.
        gap: the gap's cell in ``position``.
        columns: of the board.
        distance_cost: int32[≥ rows and columns], the cost of a distance along an axis, in 32nds of
            a step.
        workspace: memory.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
        length: number of moves, the first ones in ``directions``.
        at: the move at which the next segment begins.
    """

    directions: cython.schar[::1]
    position: cython.short[::1]
    after: cython.short[::1]
    place: cython.short[::1]
    gap: cython.Py_ssize_t
    columns: cython.Py_ssize_t
    distance_cost: cython.int[::1]
    workspace: NeighbourhoodWorkspace
    rng: cython.longlong[::1]
    ctl: cython.longlong[::1]
    length: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0

    def __post_init__(self) -> None:
        self.length = self.directions.shape[0]

    def improve(
        self,
        parameters: NeighbourhoodParameters,
        first: cython.Py_ssize_t,
        budget: cython.longlong,
    ) -> tuple[int, int]:
        """Search the neighbourhoods of successive segments until stopped or the budget is spent.

        The solution becomes shorter, or another of the same length.

        Args:
            parameters: parameters that fit the workspace.
            first: number of moves from here to the first segment.
            budget: number of states after which no further segment is searched; setting up a search
                takes about as long as 25 states, and counts as such.

        Returns:
            The number of moves, and the number of segments whose neighbourhoods were searched.
        """
        left: cython.longlong = budget
        tried: cython.longlong = 0
        with cython.nogil:
            self._advance(first)
            while left >= 0 and not poll(self.ctl, 0):
                left += self.ctl[1] - 25
                self._step(parameters)
                tried += 1
                left -= self.ctl[1]
        return self.length, tried

    # --- without the interpreter's lock ---

    def _advance(self, moves: cython.Py_ssize_t) -> cython.void:
        """Advance the beginning of the next segment, to the end of the solution at most."""
        for _i in range(min(moves, self.length - self.at)):
            self.gap = slide(self.position, self.gap, self.directions[self.at], self.columns)
            self.at += 1

    def _step(self, parameters: NeighbourhoodParameters) -> cython.void:
        """Search the neighbourhood of a segment, and advance to the next segment."""
        directions = self.directions
        position = self.position
        after = self.after
        place = self.place
        rows = self.position.shape[0] // self.columns
        columns: cython.Py_ssize_t = self.columns
        cells: cython.Py_ssize_t = parameters.cells
        away: cython.longlong = 0
        if self.at >= self.length:
            while self.at > 0:  # start again from the beginning
                self.at -= 1
                self.gap = slide(position, self.gap, 3 - directions[self.at], columns)
        first = self.at
        self.ctl[1] += 1
        end = first + parameters.least
        end += random_below(self.rng, parameters.most - parameters.least + 1)
        end = min(end, self.length)
        for cell in range(rows * columns):
            after[cell] = position[cell]
        gap = self.gap
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
        grow = random_below(self.rng, 16)
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
            if cell != self.gap:
                away += apart(tile // wide, i // wide) + apart(tile % wide, i % wide)
        longest = end - first
        if longest - away >= 2:
            gap = (self.gap // columns - top) * wide + self.gap % columns - left
            equal = 2 if random_below(self.rng, 4) > 0 else 0
            self._fill_geometry(high, wide)
            node = self._search(parameters, gap, high * wide, longest - equal)
            if node >= 0:
                length = 0
                i = node
                while i >= 0:
                    length += 1
                    i = self.workspace.nodes[i] >> 2
                for i in range(first + length - 1, first - 1, -1):
                    directions[i] = self.workspace.nodes[node] & 3
                    node = self.workspace.nodes[node] >> 2
                gone = longest - length
                if gone > 0:
                    self.length -= gone
                    for i in range(first + length, self.length):
                        directions[i] = directions[i + gone]
        self._advance(1 + random_below(self.rng, max(1, (end - first) // 2)))

    def _fill_geometry(self, rows: cython.Py_ssize_t, columns: cython.Py_ssize_t) -> cython.void:
        """Fill in the geometry of a rectangle."""
        geometry = self.workspace.geometry
        for cell in range(rows * columns):
            for direction in range(4):
                after = beside(cell, direction, rows, columns)
                geometry[cell, direction] = -1 if after == cell else after
            geometry[cell, ROW] = cell // columns
            geometry[cell, COLUMN] = cell % columns

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
        start = self.after
        distance_cost = self.distance_cost
        geometry = self.workspace.geometry
        tiles = self.workspace.tiles
        head = self.workspace.head
        keys = self.workspace.keys
        packed = self.workspace.packed
        ordered = self.workspace.ordered
        per_gap = self.workspace.per_gap
        visited = self.workspace.visited
        nodes = self.workspace.nodes
        width: cython.Py_ssize_t = parameters.width
        most_per_gap: cython.longlong = parameters.per_gap
        noise: cython.longlong = parameters.noise
        mask: cython.longlong = visited.shape[0] - 1
        gap_tile: cython.Py_ssize_t = start[gap]
        seed: cython.longlong = next_random(self.rng[0])
        base: cython.Py_ssize_t = 0
        states: cython.Py_ssize_t = 1
        used: cython.Py_ssize_t = 0
        away: cython.longlong = 0
        cost: cython.longlong = 0
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
            if poll(self.ctl, states):
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
            sort_by_score(packed, count, ordered, self.workspace.buckets)
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
                    self.rng[0] = seed
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
        self.rng[0] = seed
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

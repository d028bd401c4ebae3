"""Depth-first search for paths in a maze whose length and sum lie in a window.

A path leads from the start to the target and visits no cell twice. Its *remainder* at a cell is the
sum still required from the cells between it and the target. Branches are pruned

* by a table of *walks*, which may revisit cells: whether a walk with the given number of jumps has
  the remainder (a relaxation, solved exactly by dynamic programming, Bellman 1957);
* by the unvisited cells on walks from here to the target: whether there are any, enough of them for
  the length, and with suitable numbers for the remainder.

Cells are numbered. The successors of all cells are stored as compressed sparse rows: an array of
the concatenated lists, and an array of the start of each list. The predecessors are stored
likewise.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.primitives import poll


@dataclass
class JumpGraph:
    """The cells of a maze and the jumps between them.

    Attributes:
        successor_starts: int64[cells + 1], start of the successors of each cell in ``successors``.
        successors: int64[…], the successors of all cells.
        predecessor_starts: int64[cells + 1], likewise.
        predecessors: int64[…], the predecessors of all cells.
        target: cell where walks end; they do not pass through it.
        weights: int64[cells], the numbers on the cells.
        kinds: int64[cells], index into ``values`` of the number on each cell.
        values: int64[k], the different numbers, ascending.
        lowest: the lowest remainder.
    """

    successor_starts: cython.longlong[::1]
    successors: cython.longlong[::1]
    predecessor_starts: cython.longlong[::1]
    predecessors: cython.longlong[::1]
    target: cython.Py_ssize_t
    weights: cython.longlong[::1]
    kinds: cython.longlong[::1]
    values: cython.longlong[::1]
    lowest: cython.longlong


def extend(
    table: cython.ulonglong[:, :, ::1],
    level: cython.Py_ssize_t,
    graph: JumpGraph,
    together: cython.bint,
) -> bool:
    """Compute the remainders of all walks of ``level`` jumps from those of ``level - 1``.

    Args:
        table: uint64[levels, cells, words], for each number of jumps and cell a bit for each
            remainder, from the lowest, that some walk to the target has.
        level: level to fill, 1 or more.
        graph: the maze.
        together: let a level include the walks of fewer jumps.

    Returns:
        True if a bit is set that was not set at the previous level.
    """
    words = table.shape[2]
    zero = -graph.lowest
    new: cython.bint = False
    with cython.nogil:
        for cell in range(table.shape[1]):
            if cell == graph.target:
                continue
            if together and level > 1:
                for word in range(words):
                    table[level, cell, word] |= table[level - 1, cell, word]
            for i in range(graph.successor_starts[cell], graph.successor_starts[cell + 1]):
                after = graph.successors[i]
                if after == graph.target:
                    if level == 1 or together:
                        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (zero & 63)
                        table[level, cell, zero >> 6] |= bit
                elif level > 1:
                    _add_shifted(table, level, cell, after, graph.weights[after])
            for word in range(words):
                if level == 1 or table[level, cell, word] & ~table[level - 1, cell, word] != 0:
                    new = True
    return new


def _add_shifted(
    table: cython.ulonglong[:, :, ::1],
    level: cython.Py_ssize_t,
    cell: cython.Py_ssize_t,
    after: cython.Py_ssize_t,
    weight: cython.longlong,
) -> cython.void:
    """Add the remainders of a successor at the level before, each increased by its number."""
    words = table.shape[2]
    bits: cython.longlong = cython.cast(cython.longlong, weight)
    far = bits >> 6
    bits &= 63
    for word in range(max(0, far), min(words, words + far)):
        table[level, cell, word] |= table[level - 1, after, word - far] << bits
    if bits:
        far += 1
        for word in range(max(0, far), min(words, words + far)):
            table[level, cell, word] |= table[level - 1, after, word - far] >> (64 - bits)


@dataclass
class PathSearch:
    """A resumable depth-first search for paths, and its memory for ``n`` cells.

    Attributes:
        graph: the maze.
        table: see ``extend``; level 0 has all bits set and stands for levels not computed.
        ctl: the shared array; states are added to it.
        remainder: required sum of the cells between the end of the path and the target.
        path: int64[> n], the path, of which the start is set.
        tried: int64[> n], for each cell of the path the last jump tried.
        visited: int64[n], zeros; 1 for the cells of the path.
        marks: int64[n], zeros; the numbers of the last searches that have reached each cell.
        queue: int64[n], cells reached.
        counts: int64[k], of the cells reached with each number.
        length: number of jumps of the path.
        mark: number of the last search for reachable cells.
    """

    graph: JumpGraph
    table: cython.ulonglong[:, :, ::1]
    ctl: cython.longlong[::1]
    remainder: cython.longlong
    path: cython.longlong[::1]
    tried: cython.longlong[::1]
    visited: cython.longlong[::1]
    marks: cython.longlong[::1]
    queue: cython.longlong[::1]
    counts: cython.longlong[::1]
    length: cython.Py_ssize_t = 0
    mark: cython.longlong = 0

    def __post_init__(self) -> None:
        self.tried[0] = self.graph.successor_starts[self.path[0]] - 1
        self.visited[self.path[0]] = 1

    def next(self, low: cython.longlong, high: cython.longlong) -> int:
        """Search for the next path of ``low`` to ``high`` jumps with the required sum.

        Returns:
            Its number of jumps; 0 if there is none left, -1 if stopped.
        """
        with cython.nogil:
            result = _next_path(self, self.graph, low, high)
        return result


def _next_path(
    search: PathSearch, graph: JumpGraph, low: cython.longlong, high: cython.longlong
) -> cython.Py_ssize_t:
    starts = graph.successor_starts
    path = search.path
    tried = search.tried
    visited = search.visited
    length = search.length
    remainder = search.remainder
    states: cython.longlong = 0
    while True:
        here = path[length]
        tried[length] += 1
        if tried[length] == starts[here + 1]:
            if length == 0:
                search.ctl[1] += states
                return 0
            visited[here] = 0
            remainder += graph.weights[here]
            length -= 1
            continue
        cell = graph.successors[tried[length]]
        if visited[cell] != 0 or length >= high:
            continue
        states += 1
        if states == 1024:
            search.ctl[2] = length
            if poll(search.ctl, states):
                tried[length] -= 1  # to be tried when the search is resumed
                search.length = length
                search.remainder = remainder
                return -1
            states = 0
        if cell == graph.target:
            if remainder == 0 and length + 1 >= low:
                path[length + 1] = cell
                search.length = length
                search.remainder = remainder
                search.ctl[1] += states
                return length + 1
            continue
        rest = remainder - graph.weights[cell]
        most = high - length - 1
        if (
            most >= 1
            and _is_walk(search, cell, most, rest)
            and (most <= 2 or _may_lead(search, graph, cell, max(1, low - length - 1), most, rest))
        ):
            length += 1
            path[length] = cell
            tried[length] = starts[cell] - 1
            visited[cell] = 1
            remainder = rest


@cython.inline
def _is_walk(
    search: PathSearch, cell: cython.Py_ssize_t, jumps: cython.longlong, rest: cython.longlong
) -> cython.bint:
    """Return True if a walk from a cell with so many jumps may have a remainder."""
    level = jumps if jumps < search.table.shape[0] else 0
    bit: cython.longlong = cython.cast(cython.longlong, rest) - search.graph.lowest
    if bit < 0 or bit >= 64 * search.table.shape[2]:
        return False
    return search.table[level, cell, bit >> 6] >> (bit & 63) & 1 != 0


def _may_lead(
    search: PathSearch,
    graph: JumpGraph,
    cell: cython.Py_ssize_t,
    least: cython.longlong,
    most: cython.longlong,
    rest: cython.longlong,
) -> cython.bint:
    """Return True if unvisited cells may lead to the target with a possible sum."""
    marks = search.marks
    queue = search.queue
    counts = search.counts
    kinds = graph.values.shape[0]
    # Breadth first backward from the target, then forward from here among the cells reached.
    mark = search.mark + 2
    search.mark = mark
    queue[0] = graph.target
    filled: cython.Py_ssize_t = 1
    taken: cython.Py_ssize_t = 0
    while taken < filled:
        at = queue[taken]
        taken += 1
        for i in range(graph.predecessor_starts[at], graph.predecessor_starts[at + 1]):
            to = graph.predecessors[i]
            if marks[to] < mark - 1 and search.visited[to] == 0:
                marks[to] = mark - 1
                queue[filled] = to
                filled += 1
    if marks[cell] != mark - 1:
        return False
    marks[cell] = mark
    for kind in range(kinds):
        counts[kind] = 0
    queue[0] = cell
    filled = 1
    taken = 0
    while taken < filled:
        at = queue[taken]
        taken += 1
        for i in range(graph.successor_starts[at], graph.successor_starts[at + 1]):
            to = graph.successors[i]
            if marks[to] == mark - 1 and to != graph.target:
                marks[to] = mark
                counts[graph.kinds[to]] += 1
                queue[filled] = to
                filled += 1
    if filled < least:
        return False
    # The largest and the smallest sum of least - 1 to most - 1 of these numbers.
    largest: cython.longlong = 0
    total: cython.longlong = 0
    for kind in range(kinds - 1, -1, -1):
        take = min(counts[kind], (most if graph.values[kind] > 0 else least) - 1 - total)
        if take > 0:
            largest += take * graph.values[kind]
            total += take
    smallest: cython.longlong = 0
    total = 0
    for kind in range(kinds):
        take = min(counts[kind], (most if graph.values[kind] < 0 else least) - 1 - total)
        if take > 0:
            smallest += take * graph.values[kind]
            total += take
    return smallest <= rest <= largest

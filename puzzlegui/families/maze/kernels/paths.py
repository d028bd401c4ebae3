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

import cython
from cython.cimports.puzzlegui.kernels.inlined.primitives import poll


@cython.final
@cython.cclass
class JumpGraph:
    """The cells of a maze and the jumps between them."""

    onward: cython.longlong[::1]
    onwards: cython.longlong[::1]
    backward: cython.longlong[::1]
    backwards: cython.longlong[::1]
    target: cython.Py_ssize_t
    weights: cython.longlong[::1]
    kinds: cython.longlong[::1]
    values: cython.longlong[::1]

    def __init__(
        self,
        onward: cython.longlong[::1],
        onwards: cython.longlong[::1],
        backward: cython.longlong[::1],
        backwards: cython.longlong[::1],
        target: cython.Py_ssize_t,
        weights: cython.longlong[::1],
        kinds: cython.longlong[::1],
        values: cython.longlong[::1],
    ) -> None:
        """Keep the arrays.

        Args:
            onward: int64[cells + 1], start of the successors of each cell in ``onwards``.
            onwards: int64[…], the successors of all cells.
            backward: int64[cells + 1], start of the predecessors of each cell in ``backwards``.
            backwards: int64[…], the predecessors of all cells.
            target: cell where walks end; they do not pass through it.
            weights: int64[cells + 1], the numbers on the cells, then the lowest remainder.
            kinds: int64[cells], index into ``values`` of the number on each cell.
            values: int64[k], the different numbers, ascending.
        """
        self.onward = onward
        self.onwards = onwards
        self.backward = backward
        self.backwards = backwards
        self.target = target
        self.weights = weights
        self.kinds = kinds
        self.values = values


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
    result: cython.bint
    with cython.nogil:
        result = _extend(table, level, graph, together)
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _extend(
    table: cython.ulonglong[:, :, ::1],
    level: cython.Py_ssize_t,
    graph: JumpGraph,
    together: cython.bint,
) -> cython.bint:
    onward: cython.longlong[::1] = graph.onward
    onwards: cython.longlong[::1] = graph.onwards
    weights: cython.longlong[::1] = graph.weights
    n: cython.Py_ssize_t = table.shape[1]
    words: cython.Py_ssize_t = table.shape[2]
    goal: cython.longlong = -cython.cast(cython.longlong, weights[n])
    new: cython.bint = False
    cython.declare(cell=cython.Py_ssize_t, after=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(word=cython.Py_ssize_t, far=cython.longlong, bits=cython.longlong)
    for cell in range(n):
        if cell == graph.target:
            continue
        if together and level > 1:
            for word in range(words):
                table[level, cell, word] |= table[level - 1, cell, word]
        for i in range(onward[cell], onward[cell + 1]):
            after = onwards[i]
            if after == graph.target:
                if level == 1 or together:
                    table[level, cell, goal >> 6] |= cython.cast(cython.ulonglong, 1) << (goal & 63)
                continue
            if level == 1:
                continue
            bits = cython.cast(cython.longlong, weights[after])
            far = bits >> 6
            bits &= 63
            for word in range(max(0, far), min(words, words + far)):
                table[level, cell, word] |= table[level - 1, after, word - far] << bits
            if bits == 0:
                continue
            far += 1
            for word in range(max(0, far), min(words, words + far)):
                table[level, cell, word] |= table[level - 1, after, word - far] >> (64 - bits)
        for word in range(words):
            if level == 1 or table[level, cell, word] & ~table[level - 1, cell, word] != 0:
                new = True
    return new


@cython.final
@cython.cclass
class PathSearch:
    """A resumable depth-first search for paths."""

    _graph: JumpGraph
    _table: cython.ulonglong[:, :, ::1]
    _path: cython.longlong[::1]
    _trial: cython.longlong[::1]
    _stepped: cython.longlong[::1]
    _marks: cython.longlong[::1]
    _queue: cython.longlong[::1]
    _counts: cython.longlong[::1]
    _ctl: cython.longlong[::1]
    _made: cython.Py_ssize_t
    _remainder: cython.longlong
    _mark: cython.longlong

    def __init__(
        self,
        graph: JumpGraph,
        table: cython.ulonglong[:, :, ::1],
        start: cython.Py_ssize_t,
        remainder: cython.longlong,
        scratch: cython.longlong[:, ::1],
        ctl: cython.longlong[::1],
    ) -> None:
        """Start at the start cell.

        Args:
            graph: the maze.
            table: see ``extend``; level 0 has all bits set and stands for levels not computed.
            start: start cell of paths.
            remainder: required sum of the cells between start and target.
            scratch: int64[6, cells + 1], zeros; the first row holds the path found, start first.
            ctl: the shared array; states are added to it.
        """
        self._graph = graph
        self._table = table
        self._path = scratch[0]
        self._trial = scratch[1]  # for each cell of the path, the last jump tried
        self._stepped = scratch[2]
        self._marks = scratch[3]
        self._queue = scratch[4]
        self._counts = scratch[5]
        self._ctl = ctl
        self._made = 0
        self._remainder = remainder
        self._mark = 0
        self._path[0] = start
        self._trial[0] = graph.onward[start] - 1
        self._stepped[start] = 1

    def next(self, low: cython.longlong, high: cython.longlong) -> int:
        """Search for the next path of ``low`` to ``high`` jumps with the required sum.

        Returns:
            Its number of jumps; 0 if there is none left, -1 if stopped.
        """
        result: cython.Py_ssize_t
        with cython.nogil:
            result = self._next(low, high)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next(self, low: cython.longlong, high: cython.longlong) -> cython.Py_ssize_t:
        onward: cython.longlong[::1] = self._graph.onward
        onwards: cython.longlong[::1] = self._graph.onwards
        weights: cython.longlong[::1] = self._graph.weights
        target: cython.Py_ssize_t = self._graph.target
        table: cython.ulonglong[:, :, ::1] = self._table
        path: cython.longlong[::1] = self._path
        trial: cython.longlong[::1] = self._trial
        stepped: cython.longlong[::1] = self._stepped
        lowest: cython.longlong = cython.cast(cython.longlong, weights[weights.shape[0] - 1])
        width: cython.longlong = 64 * table.shape[2]
        made: cython.Py_ssize_t = self._made
        remainder: cython.longlong = self._remainder
        states: cython.longlong = 0
        cython.declare(here=cython.Py_ssize_t, cell=cython.Py_ssize_t, level=cython.Py_ssize_t)
        cython.declare(rest=cython.longlong, most=cython.longlong, least=cython.longlong)
        cython.declare(bit=cython.longlong)
        while True:
            here = path[made]
            trial[made] += 1
            if trial[made] == onward[here + 1]:
                if made == 0:
                    self._ctl[1] += states
                    return 0
                stepped[here] = 0
                remainder += cython.cast(cython.longlong, weights[here])
                made -= 1
                continue
            cell = onwards[trial[made]]
            if stepped[cell] != 0 or made >= high:
                continue
            states += 1
            if states == 1024:
                self._ctl[2] = made
                if poll(self._ctl, states):
                    trial[made] -= 1  # to be tried when the search is resumed
                    self._made = made
                    self._remainder = remainder
                    return -1
                states = 0
            if cell == target:
                if remainder == 0 and made + 1 >= low:
                    path[made + 1] = cell
                    self._made = made
                    self._remainder = remainder
                    self._ctl[1] += states
                    return made + 1
                continue
            rest = remainder - cython.cast(cython.longlong, weights[cell])
            most = high - made - 1
            least = max(1, low - made - 1)
            bit = rest - lowest
            if most < 1 or bit < 0 or bit >= width:
                continue
            level = most if most < table.shape[0] else 0
            if table[level, cell, bit >> 6] >> (bit & 63) & 1 == 0:
                continue
            if most > 2 and not self._may_lead(cell, least, most, rest):
                continue
            made += 1
            path[made] = cell
            trial[made] = onward[cell] - 1
            stepped[cell] = 1
            remainder = rest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_lead(
        self,
        cell: cython.Py_ssize_t,
        least: cython.longlong,
        most: cython.longlong,
        rest: cython.longlong,
    ) -> cython.bint:
        """Return whether unvisited cells may lead to the target with a possible sum."""
        onward: cython.longlong[::1] = self._graph.onward
        onwards: cython.longlong[::1] = self._graph.onwards
        backward: cython.longlong[::1] = self._graph.backward
        backwards: cython.longlong[::1] = self._graph.backwards
        kinds: cython.longlong[::1] = self._graph.kinds
        values: cython.longlong[::1] = self._graph.values
        target: cython.Py_ssize_t = self._graph.target
        stepped: cython.longlong[::1] = self._stepped
        marks: cython.longlong[::1] = self._marks
        queue: cython.longlong[::1] = self._queue
        counts: cython.longlong[::1] = self._counts
        mark: cython.longlong = self._mark + 2
        filled: cython.Py_ssize_t = 1
        taken: cython.Py_ssize_t = 0
        cython.declare(at=cython.Py_ssize_t, to=cython.Py_ssize_t, i=cython.Py_ssize_t)
        cython.declare(kind=cython.Py_ssize_t)
        largest: cython.longlong = 0
        smallest: cython.longlong = 0
        cython.declare(take=cython.longlong, total=cython.longlong)
        self._mark = mark
        # Breadth first backward from the target, then forward from here among the cells reached.
        queue[0] = target
        while taken < filled:
            at = queue[taken]
            taken += 1
            for i in range(backward[at], backward[at + 1]):
                to = backwards[i]
                if marks[to] < mark - 1 and stepped[to] == 0:
                    marks[to] = mark - 1
                    queue[filled] = to
                    filled += 1
        if marks[cell] != mark - 1:
            return False
        marks[cell] = mark
        for kind in range(values.shape[0]):
            counts[kind] = 0
        queue[0] = cell
        filled = 1
        taken = 0
        while taken < filled:
            at = queue[taken]
            taken += 1
            for i in range(onward[at], onward[at + 1]):
                to = onwards[i]
                if marks[to] == mark - 1 and to != target:
                    marks[to] = mark
                    counts[kinds[to]] += 1
                    queue[filled] = to
                    filled += 1
        if filled < least:
            return False
        # The largest and the smallest sum of least - 1 to most - 1 of these numbers.
        total = 0
        for kind in range(values.shape[0] - 1, -1, -1):
            take = min(counts[kind], (most if values[kind] > 0 else least) - 1 - total)
            if take > 0:
                largest += take * values[kind]
                total += take
        total = 0
        for kind in range(values.shape[0]):
            take = min(counts[kind], (most if values[kind] < 0 else least) - 1 - total)
            if take > 0:
                smallest += take * values[kind]
                total += take
        return smallest <= rest <= largest

"""IDA* (Korf 1985) on sliding boards where a slide of several tiles counts as a single move.

The search makes single steps of the gap; a step in the direction of the last one costs nothing. The
lower bound is the walking distance (Takahashi 2001), counted in slides:
of each tile only its row counts and the row that it belongs in, which leaves a small graph, whose
exact distances are in a table; the same for columns. Each slide is in one table alone, so that the
distances add up, and since slides alternate between rows and columns, twice the larger counts, too.
A slide that may go on counts less: there is an entry for each direction.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.primitives import poll

BACK = 0
FORWARD = 1
ENDED = 2
"""Directions of the gap's last step along an axis, or that it was along the other."""


@dataclass
class Walk:
    """The graph of an axis, with ``s`` arrangements of tiles by line and goal line.

    Attributes:
        after: int32[s, 2, lines], the arrangement after the gap's step back or forward, by the goal
            line of the tile that takes its place; -1 for none.
        slides: uint8[s, 3], the least number of further slides to the goal, after a step back,
            after a step forward, and after a step along the other axis.
    """

    after: cython.const[cython.int][:, :, ::1]
    slides: cython.uchar[:, ::1]


def measure(walk: Walk, goal: cython.int, queue: cython.int[::1]) -> None:
    """Fill the numbers of slides, breadth first from the goal.

    An arrangement from which a slide reaches a level is of the next level, or of the same if the
    slide is under way already.

    Args:
        walk: the graph.
        goal: the arrangement of the goal.
        queue: int32[s], scratch.
    """
    slides = walk.slides
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 1
    queue[0] = goal
    with cython.nogil:
        slides[:, :] = 255
        slides[goal, ENDED] = 0
        while first < last:
            state = queue[first]
            first += 1
            level: cython.uchar = slides[state, ENDED]
            for way in range(2):
                slides[state, way] = min(slides[state, way], level)
                last = _slide_back(walk, state, way, level, queue, last)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slide_back(
    walk: Walk,
    state: cython.Py_ssize_t,
    way: cython.Py_ssize_t,
    level: cython.uchar,
    queue: cython.int[::1],
    last: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Enter the arrangements from which a slide leads to a state; return the queue's end."""
    for line in range(walk.after.shape[2]):
        before = walk.after[state, 1 - way, line]
        if before < 0 or walk.slides[before, way] <= level:
            continue
        walk.slides[before, way] = level
        if walk.slides[before, ENDED] == 255:
            walk.slides[before, ENDED] = cython.cast(cython.uchar, level + 1)
            queue[last] = cython.cast(cython.int, before)
            last += 1
        last = _slide_back(walk, before, way, level, queue, last)
    return last


@dataclass
class Tree:
    """A position, and memory of the search for paths of at most ``m`` steps.

    Attributes:
        tiles: int32[n], the goal cell of the tile in each cell; the gap's in its own.
        lines: int32[2, n], goal row and goal column of the tile of each goal cell.
        beside: int32[n, 4], the cell above, left, right and below; -1 for none.
        arrangements: int32[m + 1, 2], of rows and columns after each number of steps.
        cost: int32[m + 1], slides after each number of steps.
        gap: int32[m + 1], its cell.
        path: int8[m + 2], the direction of each step; the first entry is before the root.
        untried: int8[m + 1], the first direction not yet tried.
    """

    tiles: cython.int[::1]
    lines: cython.const[cython.int][:, ::1]
    beside: cython.const[cython.int][:, ::1]
    arrangements: cython.int[:, ::1]
    cost: cython.int[::1]
    gap: cython.int[::1]
    path: cython.schar[::1]
    untried: cython.schar[::1]


def search(
    rows: Walk, columns: Walk, tree: Tree, limit: cython.int, ctl: cython.longlong[::1]
) -> int:
    """Search for a solution of at most ``limit`` slides.

    Args:
        rows: walks of the gap up and down.
        columns: walks of the gap left and right.
        tree: the root, its first entries filled in; ``path`` gets the steps from entry 1 on.
        limit: number of slides.
        ctl: shared array, see ``kernels``.

    Returns:
        The number of steps, -1 if there is no solution, -2 if stopped.
    """
    tiles = tree.tiles
    gaps = tree.gap
    path = tree.path
    untried = tree.untried
    depth: cython.Py_ssize_t = 0
    entered: cython.longlong = 1
    found: cython.Py_ssize_t = -1
    way: cython.int = 0
    step: cython.int = 0
    to: cython.int = 0
    cost: cython.int = 0
    up: cython.int = 0
    across: cython.int = 0
    along: cython.int = 0
    other: cython.int = 0
    left: cython.int = 0
    moved: cython.bint = False
    path[0] = 4
    untried[0] = 0
    with cython.nogil:
        while True:
            cell = gaps[depth]
            moved = False
            while untried[depth] < 4:
                way = untried[depth]
                untried[depth] += 1
                to = tree.beside[cell, way]
                if to < 0 or way == 3 - path[depth]:
                    continue
                cost = tree.cost[depth] + (way != path[depth])
                up = tree.arrangements[depth, 0]
                across = tree.arrangements[depth, 1]
                tile = tiles[to]
                if way % 3 == 0:  # up or down
                    step = way // 3
                    up = rows.after[up, step, tree.lines[0, tile]]
                    along = rows.slides[up, step]
                    other = columns.slides[across, ENDED]
                else:
                    step = way - 1
                    across = columns.after[across, step, tree.lines[1, tile]]
                    along = columns.slides[across, step]
                    other = rows.slides[up, ENDED]
                left = max(along + other, 2 * along, 2 * other - 1)
                if cost + left > limit:
                    continue
                tiles[cell] = tile
                tiles[to] = cell
                depth += 1
                path[depth] = cython.cast(cython.schar, way)
                tree.cost[depth] = cost
                tree.arrangements[depth, 0] = up
                tree.arrangements[depth, 1] = across
                gaps[depth] = to
                untried[depth] = 0
                moved = True
                break
            if moved:
                entered += 1
                if left == 0 and _is_solved(tree, to):
                    found = depth
                    break
                if entered == 1 << 14:
                    stopped = poll(ctl, entered)
                    entered = 0
                    if stopped:
                        found = -2
                        break
            elif depth == 0:
                break
            else:
                depth -= 1
                to = gaps[depth + 1]
                cell = gaps[depth]
                tiles[to] = tiles[cell]
        poll(ctl, entered)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_solved(tree: Tree, gap: cython.Py_ssize_t) -> cython.bint:
    for cell in range(tree.tiles.shape[0]):
        if cell != gap and tree.tiles[cell] != cell:
            return False
    return True

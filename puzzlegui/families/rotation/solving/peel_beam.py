"""Solutions of rotation boards cell by cell, by a narrow beam search that never fails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.board import BOTH, CLOCKWISE
from puzzlegui.families.rotation.kernels import peel as kernel
from puzzlegui.families.rotation.solving.distance_table import DistanceTable
from puzzlegui.solvers.control import Request, SearchContext
from puzzlegui.solvers.move_search.beam import path_to_node

Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]


def solve_cell_by_cell(
    size: tuple[int, int],
    directions: int,
    start: Shorts,
    cost: Shorts,
    width: int,
    context: SearchContext,
    ctl: Ints,
) -> Shorts | None:
    """Solve a board with a narrow beam that finishes cell by cell, and a table for the rest.

    Args:
        size: rows and columns of the board.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        start: int16[n], for each cell the cell its tile belongs to.
        cost: int16[n, n], for each tile its cost in each cell.
        width: of the beam.
        context: context of the run.
        ctl: the shared array; its counts are not collected.

    Returns:
        int16[m], the turns, numbered ``directions * block``, plus 1 if counter-clockwise; None if
        stopped.

    Raises:
        SearchStopped: the memory is not enough.
    """
    rows, columns = size
    cells = rows * columns
    order, top, left = _order(rows, columns)
    context.reserve(beam_mib(cells, width))
    beam = new_beam(size, directions, width, cost)
    with ThreadPoolExecutor(1, "table") as pool:  # both take about 0.1 s the first time
        job = pool.submit(_rest_table, rows - top, columns - left, directions)
        found = beam.peel(start, order, ctl)
        table = job.result()
    if found <= 0:
        return None
    rest = np.array([r * columns + c for r in range(top, rows) for c in range(left, columns)])
    number = np.zeros(cells, np.int64)
    number[rest] = np.arange(len(rest))
    states = beam.states
    ends = [number[tiles[rest]] for tiles in np.asarray(states.tiles).reshape(-1, cells)[:found]]
    lengths = [
        states.moves[index] + table.distance(end, SearchContext(Request()))
        for index, end in enumerate(ends)
    ]
    best = lengths.index(min(lengths))
    moves = path_to_node(beam.parents, beam.turns, states.node[best])
    arranged = ends[best]
    while len(moves) < lengths[best]:
        turn, arranged = next(table.steps(arranged))
        block = (turn.row + top) * (columns - 1) + turn.column + left
        moves.append(block * directions + (not turn.clockwise))
    return np.array(moves, np.int16)


def new_beam(size: tuple[int, int], directions: int, width: int, cost: Shorts) -> kernel.PeelBeam:
    """Return a narrow beam for a board; see ``solve_cell_by_cell``."""
    cells = size[0] * size[1]
    states = 3 * (6 * width + 2)
    nodes = width * 60 * cells + 10_000
    most = kernel.CONJUGATES
    return kernel.PeelBeam(
        *size,
        directions,
        width,
        cost.ravel(),
        np.zeros(cells, np.uint8),
        kernel.States(np.empty(states * cells, np.int16), *np.empty((5, states), np.int64)),
        np.empty(420 * width, np.int64),
        np.zeros(1 << (8 * width).bit_length(), np.int64),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int16),
        kernel.Conjugates(
            np.empty(most, np.int64),
            np.empty((most, 8), np.int64),
            np.empty(most, np.int64),
            np.empty((most, 8), np.int64),
            np.empty((most, 8), np.int64),
            np.arange(cells, dtype=np.int16),
        ),
        kernel.Distances(
            np.empty(cells, np.int64),
            np.empty((16, 8 * cells), np.int64),
            np.empty(16, np.int64),
        ),
    )


def beam_mib(cells: int, width: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    return width * (60 * 6 + 18 * 2) * cells / (1 << 20) + 1


@lru_cache(maxsize=8)
def _rest_table(rows: int, columns: int, directions: int) -> DistanceTable:
    """Return the distances of all arrangements of the last cells, the others being in place."""
    pattern = tuple(range(rows * columns))
    table = DistanceTable(columns, BOTH if directions == 2 else CLOCKWISE, pattern)
    table.all_distances(SearchContext(Request()))
    return table


def _order(rows: int, columns: int) -> tuple[Ints, int, int]:
    """Return the cells in the order in which they are finished, and the corner of the rest.

    The rest is 3×3, or 2×4 if the board has only two rows or columns (not all arrangements of 2×3
    can be reached).
    """
    top = left = 0
    order: list[int] = []
    while (high := rows - top, wide := columns - left) not in ((3, 3), (2, 4), (4, 2)):
        if wide == 2 or (high > 2 and high >= wide):
            order += [top * columns + c for c in range(left, columns)]
            top += 1
        else:
            order += [r * columns + left for r in range(top, rows)]
            left += 1
    return np.array(order, np.int64), top, left

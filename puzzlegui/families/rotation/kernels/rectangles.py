"""Rectangles of rotation boards as boards of their own, for a beam search (``kernels.beam``).

The beam is given the turns within a rectangle, and the cost of each tile in each of its cells:
that of its distance from its goal, which may be outside, and where blocks turn clockwise only, that
of detours. To solve some cells of the board, the tiles that belong there cost more than others, and
only their distances count.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.families.rotation.kernels.turns import detour, distance_between
from puzzlegui.kernels.beam import FAR, Beam, Puzzle

MOST_COST = 8000
"""Largest cost of a tile that matters, before it is multiplied by its weight."""

PATIENCE = 24
"""Turns without progress after which a rectangle is given up."""


@dataclass
class Rectangle:
    """A rectangle of a board of ``n`` cells, and a beam search over up to ``w`` cells.

    Attributes:
        board_columns: columns of the board.
        one_way: blocks turn clockwise only.
        whole: the turns of the board.
        beam: a beam search, whose moves and costs are replaced.
        distance_cost: int32[64], the cost of each distance.
        cells: uint16[w], the cells of the rectangle.
        start: uint16[w], scratch.
        top: the first row of the rectangle.
        left: its first column.
        rows: of the rectangle.
        columns: of the rectangle.
    """

    board_columns: cython.Py_ssize_t
    one_way: cython.bint
    whole: Puzzle
    beam: Beam
    distance_cost: cython.int[::1]
    cells: cython.ushort[::1]
    start: cython.ushort[::1]
    top: cython.Py_ssize_t = 0
    left: cython.Py_ssize_t = 0
    rows: cython.Py_ssize_t = 0
    columns: cython.Py_ssize_t = 0

    def place(
        self,
        top: cython.Py_ssize_t,
        left: cython.Py_ssize_t,
        rows: cython.Py_ssize_t,
        columns: cython.Py_ssize_t,
    ) -> cython.void:
        """Choose the rectangle."""
        self.top = top
        self.left = left
        self.rows = rows
        self.columns = columns
        for cell in range(rows * columns):
            place = (top + cell // columns) * self.board_columns + left + cell % columns
            self.cells[cell] = cython.cast(cython.ushort, place)

    def take_turns(self) -> cython.void:
        """Give the beam the turns within the rectangle."""
        self.beam.puzzle.restrict(self.whole, self.cells, self.rows * self.columns)
        self.beam.choices = self.beam.puzzle.places

    def judge(
        self, tile: cython.Py_ssize_t, goal: cython.Py_ssize_t, weight: cython.longlong
    ) -> cython.void:
        """Give the beam the costs and distances of a tile.

        Args:
            tile: its number.
            goal: the cell of the board that it belongs to.
            weight: factor of its cost; 0 if it need not reach its cell.
        """
        place = cython.cast(cython.Py_ssize_t, goal)
        goal_row = place // self.board_columns - self.top
        goal_column = place % self.board_columns - self.left
        at: cython.Py_ssize_t = tile * self.rows * self.columns
        for row in range(self.rows):
            for column in range(self.columns):
                down = distance_between(goal_row, row)
                across = distance_between(goal_column, column)
                total: cython.longlong = self.distance_cost[down] + self.distance_cost[across]
                if self.one_way and weight:
                    total += detour(self.rows, self.columns, row, column, goal_row, goal_column)
                total = min(total, MOST_COST) * max(1, weight)
                self.beam.costs.cost[at] = cython.cast(cython.short, total)
                down += across * FAR
                self.beam.costs.distance[at] = cython.cast(cython.int, down if weight else 0)
                at += 1

    def solve(
        self,
        board: cython.short[::1],
        corner: cython.const[cython.longlong][::1],
        wanted: cython.uchar[::1],
        weight: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Bring some tiles to their cells by turns within a rectangle; the beam has the path.

        Args:
            board: int16[n], for each cell of the board the cell its tile belongs to.
            corner: int64[4], the first row and column of the rectangle, and its rows and columns.
            wanted: uint8[n], 1 for the cells to be solved, all in the rectangle.
            weight: factor of the cost of their tiles.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if solved, 0 if not, -1 if stopped.
        """
        endless: cython.longlong = cython.cast(cython.longlong, 1) << 40
        with cython.nogil:
            self.place(corner[0], corner[1], corner[2], corner[3])
            self.take_turns()
            for tile in range(self.rows * self.columns):
                goal = cython.cast(cython.Py_ssize_t, board[self.cells[tile]])
                self.start[tile] = cython.cast(cython.ushort, tile)
                self.judge(tile, goal, weight if wanted[goal] else 0)
            self.beam.restart(self.start)
            result = self.beam.run(0, endless, PATIENCE, endless, rng, ctl)
        return result


def add_detours(
    rows: cython.Py_ssize_t, columns: cython.Py_ssize_t, cost: cython.short[:, ::1]
) -> None:
    """Add the cost of detours to the costs of a board turning clockwise only, int16[n, n]."""
    with cython.nogil:
        for goal in range(rows * columns):
            for cell in range(rows * columns):
                far = detour(
                    rows, columns, cell // columns, cell % columns, goal // columns, goal % columns
                )
                cost[goal, cell] += cython.cast(cython.short, far)

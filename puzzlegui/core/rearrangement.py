"""Rearrangements of a few tiles that make a board solvable."""

from __future__ import annotations

from puzzlegui.core.board import Board, Rearrangement
from puzzlegui.core.cells import Cell, cell_name, flatten
from puzzlegui.core.edits import with_cells
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import format_value, value_names


def swap_in_start(board: Board, one: Cell, other: Cell) -> Rearrangement:
    """Return the exchange of two cells, named by their tiles if these are the only ones."""
    start = board.grid("start")
    values = flatten(start)
    if len(set(values)) == len(values):
        names = value_names(board)
        first, second = (format_value(start[r][c], names) for r, c in (one, other))
    else:
        first, second = cell_name(one), cell_name(other)
    sentence = tr("Swap {one} and {other} in the start").format(one=first, other=second)
    return Rearrangement(sentence, ((one, other),))


def rearrange_start(board: Board, rearrangement: Rearrangement) -> Board:
    """Return the board with the tiles of its start rearranged."""
    start = board.grid("start")
    changed = {
        target: start[row][column]
        for cycle in rearrangement.cycles
        for (row, column), target in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    }
    return board.with_fields(start=with_cells(start, changed))

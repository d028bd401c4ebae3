"""Rearrangements of a few tiles that make a board solvable."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlegui.core.board import Board, Rearrangement
from puzzlegui.core.cells import HOLE, Cell, Grid, cell_name, flatten
from puzzlegui.core.edits import with_cells
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import format_value


def tiles_or_cells(start: Grid, names: Mapping[int, str], one: Cell, other: Cell) -> list[str]:
    """Return what two cells are called: by their tiles if all differ, else by their places."""
    values = [value for value in flatten(start) if value != HOLE]
    if len(set(values)) < len(values):
        return [cell_name(one), cell_name(other)]
    return [format_value(start[r][c], names) for r, c in (one, other)]


def swap_in_start(start: Grid, names: Mapping[int, str], one: Cell, other: Cell) -> Rearrangement:
    """Return the exchange of two cells of a start, with its sentence.

    Args:
        start: the start.
        names: names of values.
        one: the first cell.
        other: the second cell.
    """
    first, second = tiles_or_cells(start, names, one, other)
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

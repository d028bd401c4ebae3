"""Preview of a repair on the board, before it is made."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, cells_of
from puzzlegui.core.motion import cycle_motion
from puzzlegui.gui.model.session import Session
from puzzlegui.render.marks import Marks

_FEW = 8
"""Most cells whose tiles are shown on their way by arrows."""


def with_preview(session: Session, board: Board, field: str, marks: Marks) -> tuple[Board, Marks]:
    """Return the board to draw for a grid and its marks, with the repair being previewed.

    Args:
        session: session with the previewed repair.
        board: board to draw without a repair.
        field: name of the grid.
        marks: marks to draw without a repair.
    """
    repair = session.previewed_repair
    if repair is None or field not in board.grid_fields:
        return board, marks
    return preview(board, repair.board, field)


def preview(board: Board, repaired: Board, field: str) -> tuple[Board, Marks]:
    """Return the board to draw for a grid, and the marks of the cells that change.

    If the repair moves a few tiles, this is the board with arrows; otherwise the repaired board.

    Args:
        board: board before the repair.
        repaired: board after it.
        field: name of the grid.
    """
    before, after = board.grid(field), repaired.grid(field)
    if (len(before), len(before[0])) != (len(after), len(after[0])):
        return repaired, Marks()
    changed = [(r, c) for r, c in cells_of(before) if before[r][c] != after[r][c]]
    if not changed:
        return repaired, Marks()
    cells = frozenset(changed)
    marks = Marks(highlighted=cells) if board.has_tiles else Marks(selected=cells)
    cycles = _cycles(before, after, changed) if len(changed) <= _FEW else []
    if cycles:
        return board, replace(marks, preview=cycle_motion(cycles))
    return repaired, marks


def _cycles(before: Grid, after: Grid, changed: list[Cell]) -> list[list[Cell]]:
    """Return cycles that carry the values of some cells to others; none if values differ."""
    sources = {cell: before[cell[0]][cell[1]] for cell in changed}
    target_of: dict[Cell, Cell] = {}
    for row, column in changed:
        value = after[row][column]
        source = next((cell for cell, held in sources.items() if held == value), None)
        if source is None:
            return []
        del sources[source]
        target_of[source] = row, column
    cycles = []
    while target_of:
        cycle = [next(iter(target_of))]
        while cycle[-1] in target_of:
            cycle.append(target_of.pop(cycle[-1]))
        cycles.append(cycle[:-1])
    return cycles

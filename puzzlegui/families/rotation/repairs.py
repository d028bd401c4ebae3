"""Repairs of rotation boards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair, tile_repairs
from puzzlegui.families.rotation.board import RotationBoard


def repairs(board: Board) -> Iterator[Repair]:
    """Yield repairs of a board, the best first; some may leave it unchanged."""
    yield from tile_repairs(board)
    assert isinstance(board, RotationBoard)
    if not board.problems() and board.verdict().solvable is False:
        yield _solvable_start(board)


def _solvable_start(board: RotationBoard) -> Repair:
    """Change the start to the most similar solvable arrangement; for tiny boards."""
    values = flatten(board.start)

    def alike(grid: Grid) -> tuple[int, Grid]:
        return sum(a == b for a, b in zip(values, flatten(grid), strict=True)), grid

    start = max(board.inverse().with_fields(start=board.goal).orbit(), key=alike)
    cells = len(values) - alike(start)[0]
    return Repair(
        tr("Change {cells} cells in the start").format(cells=group_digits(cells)),
        board.with_fields(start=start),
    )

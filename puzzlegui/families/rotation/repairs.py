"""What mends rotation boards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.counting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair, of_tiles
from puzzlegui.families.rotation.board import RotationBoard


def repairs(board: Board) -> Iterator[Repair]:
    """What would mend a board, the best first; some may leave it as it is."""
    yield from of_tiles(board)
    assert isinstance(board, RotationBoard)
    if not board.problems() and board.verdict().solvable is False:
        yield _within_reach(board)


def _within_reach(board: RotationBoard) -> Repair:
    """The start most like this one from which the goal can be reached; for tiny boards."""
    values = flatten(board.start)

    def alike(grid: Grid) -> tuple[int, Grid]:
        return sum(a == b for a, b in zip(values, flatten(grid), strict=True)), grid

    start = max(board.backwards().changed(start=board.goal).orbit(), key=alike)
    cells = len(values) - alike(start)[0]
    return Repair(
        tr("Change {cells} cells in the start").format(cells=group_digits(cells)),
        board.changed(start=start),
    )

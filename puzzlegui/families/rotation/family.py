"""Rotation grids, as the rest of the program sees them."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.creation import COLOURS
from puzzlegui.core.language import tr
from puzzlegui.families.family import Family
from puzzlegui.families.rotation.board import CLOCKWISE, COUNTERCLOCKWISE, RotationBoard
from puzzlegui.families.rotation.creation import STARTS, TURNS
from puzzlegui.families.rotation.game import TWIDDLE
from puzzlegui.families.rotation.notations import NOTATIONS
from puzzlegui.families.rotation.repairs import repairs
from puzzlegui.families.rotation.solvers import SOLVERS, choose


def _by_hand_on(board: Board) -> str:
    assert isinstance(board, RotationBoard)
    if board.turns == CLOCKWISE:
        return tr(
            "Point at a block of four and click to turn it clockwise; this board does not turn the "
            "other way. With keys: arrows, then Enter."
        )
    if board.turns == COUNTERCLOCKWISE:
        return tr(
            "Point at a block of four and click to turn it counter-clockwise; this board does not "
            "turn the other way. With keys: arrows, then Enter."
        )
    return tr(
        "Point at a block of four and click to turn it; the other button turns it the other way. "
        "With keys: arrows, then Enter, or Shift+Enter."
    )


FAMILY = Family(
    name=RotationBoard.family,
    title="Rotation grid",
    board=RotationBoard,
    rule=(
        "Every move turns a block of four tiles by a quarter, until the board looks like its goal."
    ),
    by_hand=(
        "Point at a block of four and click to turn it; the other button turns it the other way, "
        "unless the board turns one way only. With keys: arrows, then Enter, or Shift+Enter."
    ),
    how_to_read=(
        "turn the framed block as its arrow says.",
        "A1 is the block whose top-left cell is A1, clockwise; A1' the other way.",
    ),
    parameters=(COLOURS, TURNS),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="families.rotation.graph:graph",
    repairs=repairs,
    notations=NOTATIONS,
    game=TWIDDLE,
    tables="families.rotation.tables:tables",
    by_hand_on=_by_hand_on,
)

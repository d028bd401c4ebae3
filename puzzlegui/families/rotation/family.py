"""The entry of rotation grids in the table of families."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.creation import COLOURS
from puzzlegui.core.goals import GOAL, LETTERING, WORD
from puzzlegui.core.language import tr
from puzzlegui.families.family import Family, GridReader
from puzzlegui.families.rotation.board import CLOCKWISE, COUNTERCLOCKWISE, RotationBoard
from puzzlegui.families.rotation.creation import STARTS, TURNS
from puzzlegui.families.rotation.game import TWIDDLE
from puzzlegui.families.rotation.notations import NOTATIONS
from puzzlegui.families.rotation.repairs import repairs
from puzzlegui.families.rotation.solvers import SOLVERS, choose


def _play_instructions_for(board: Board) -> str:
    assert isinstance(board, RotationBoard)
    if board.turns == CLOCKWISE:
        return tr(
            "Point at a 2×2 block and click to turn it clockwise; this board turns clockwise only. "
            "With the keyboard: arrow keys, then Enter."
        )
    if board.turns == COUNTERCLOCKWISE:
        return tr(
            "Point at a 2×2 block and click to turn it counter-clockwise; this board turns "
            "counter-clockwise only. With the keyboard: arrow keys, then Enter."
        )
    return tr(
        "Point at a 2×2 block and click to turn it; the other mouse button turns it in the "
        "opposite direction. With the keyboard: arrow keys, then Enter or Shift+Enter."
    )


def _score(grid: Grid) -> int:
    """Return 4 for different positive values, 1 for others that are not negative."""
    values = flatten(grid)
    if min(values) > 0 and len(set(values)) == len(values):
        return 4
    return int(min(values) >= 0)


FAMILY = Family(
    name=RotationBoard.family,
    title="Rotation grid",
    known_as="Twiddle",
    board=RotationBoard,
    rule=("Each move turns a 2×2 block of tiles by a quarter turn. Make the board match its goal."),
    play_instructions=(
        "Point at a 2×2 block and click to turn it; the other mouse button turns it in the "
        "opposite direction, unless the board turns one way only. With the keyboard: arrow keys, "
        "then Enter or Shift+Enter."
    ),
    touch_instructions="Tap a 2×2 block to turn it.",
    reading_captions=(
        "turn the framed block in the direction of its arrow.",
        "A1 turns the block with top-left cell A1 clockwise; A1', if allowed, counter-clockwise.",
    ),
    parameters=(GOAL, WORD, LETTERING, COLOURS, TURNS),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="solvers.move_search.graph:graph",
    repairs=repairs,
    notations=NOTATIONS,
    game=TWIDDLE,
    tables="families.rotation.tables:tables",
    play_instructions_for=_play_instructions_for,
    grids=GridReader(_score, RotationBoard),
)

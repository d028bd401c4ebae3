"""The entry of shift grids in the table of families."""

from __future__ import annotations

from puzzlegui.core.creation import COLOURS
from puzzlegui.core.goals import GOAL, LETTERING, WORD
from puzzlegui.core.repair import tile_repairs
from puzzlegui.families.family import Family, GridReader
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.shift.creation import STARTS
from puzzlegui.families.shift.game import SIXTEEN
from puzzlegui.families.shift.notations import NOTATIONS
from puzzlegui.families.shift.solvers import SOLVERS, choose

FAMILY = Family(
    name=ShiftBoard.family,
    title="Shift grid",
    known_as="Loopover, Sixteen",
    board=ShiftBoard,
    rule=(
        "Each move shifts a row or column by one cell; the tile pushed out at one end comes back "
        "in at the other. Make the board match its goal."
    ),
    play_instructions=(
        "Drag a row or column, or click near the edge of a cell to shift its row or column that "
        "way. With the keyboard: arrow keys choose a cell; with Shift they shift its row or "
        "column."
    ),
    touch_instructions=(
        "Drag a row or column, or tap near the edge of a cell to shift its row or column that way."
    ),
    reading_captions=(
        "shift the framed row or column by one cell in the direction of its arrow.",
        "2R is row 2 to the right, 3L row 3 to the left, AD column A down, CU column C up.",
    ),
    parameters=(GOAL, WORD, LETTERING, COLOURS),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="solvers.move_search.graph:graph",
    repairs=tile_repairs,
    notations=NOTATIONS,
    game=SIXTEEN,
    grids=GridReader(lambda _grid: 0, ShiftBoard),
)

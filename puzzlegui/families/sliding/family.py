"""The entry of sliding puzzles in the table of families."""

from __future__ import annotations

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.creation import COLOURS
from puzzlegui.core.goals import GOAL, LETTERING, WORD
from puzzlegui.core.repair import tile_repairs
from puzzlegui.families.family import Family, GridReader
from puzzlegui.families.sliding.board import GAP, SlidingBoard
from puzzlegui.families.sliding.creation import STARTS
from puzzlegui.families.sliding.game import FIFTEEN
from puzzlegui.families.sliding.notations import NOTATIONS
from puzzlegui.families.sliding.solvers import SOLVERS, choose


def _score(grid: Grid) -> int:
    """Return 4 for a gap and different tiles, 2 for a gap and tiles that repeat, else 0."""
    values = flatten(grid)
    if min(values) < 0 or values.count(GAP) != 1:
        return 0
    return 4 if len(set(values)) == len(values) else 2


FAMILY = Family(
    name=SlidingBoard.family,
    title="Sliding puzzle",
    known_as="Fifteen",
    board=SlidingBoard,
    rule="Each move slides a tile into the gap. Make the board match its goal.",
    play_instructions=(
        "Click or drag a tile in the row or column of the gap. With the keyboard: press the "
        "arrow key for the direction of the tile."
    ),
    touch_instructions="Tap a tile in the row or column of the gap, or drag it there.",
    reading_captions=(
        "slide the framed tile into the gap.",
        "U, D, L and R give the direction of the tile: up, down, left, right.",
    ),
    parameters=(GOAL, WORD, LETTERING, COLOURS),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="families.sliding.graph:graph",
    repairs=tile_repairs,
    notations=NOTATIONS,
    game=FIFTEEN,
    tables="families.sliding.tables:tables",
    grids=GridReader(_score, SlidingBoard),
)

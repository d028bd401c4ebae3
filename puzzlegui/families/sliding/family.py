"""The entry of sliding puzzles in the table of families, with what only it uses."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.creation import COLOURS, BoardSpec, check_size, tile_creation_methods
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.goals import GOAL, LETTERING, WORD, goal_grid
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.notation import (
    ARROW_SIGNS,
    ARROWS,
    COMPRESSED,
    Notation,
    Term,
    numbered_lines,
    one_term_each,
    run_length,
)
from puzzlegui.core.repair import tile_repairs
from puzzlegui.families.family import Family, GameIdFormat, GridReader
from puzzlegui.families.sliding.board import GAP, SlidingBoard, ordered_goal
from puzzlegui.families.sliding.conventions import Slider
from puzzlegui.families.sliding.solvers import SOLVERS, choose, slide_solvers

# --- new boards ---


def ordered(wanted: BoardSpec) -> SlidingBoard:
    """Return a solved board with its values in order, the gap last; raises PuzzleError."""
    check_size(wanted)
    goal = goal_grid(wanted, GAP)
    return SlidingBoard(goal, goal)


STARTS = tile_creation_methods(ordered)


# --- notations of slides, besides the standard notation and words ---


_WORDS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}


def _arrows(_board: Board, moves: Sequence[str]) -> list[Term]:
    return one_term_each([ARROW_SIGNS[move] for move in moves], moves)


def _tiles(board: Board, moves: Sequence[str]) -> list[Term]:
    slider = Slider(board)
    return one_term_each([str(slider.slide(move)) for move in moves], moves)


def _has_distinct_tiles(board: Board) -> bool:
    return len(board.values) == board.rows * board.columns


NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "sliding boards", lambda _: True, run_length(str),
        one_move_per_term=False,
    ),
    Notation(
        "slidysim", "Slidysim", "sliding boards", lambda _: True, run_length(str), separator="",
        one_move_per_term=False,
    ),
    Notation(ARROWS, "Arrows", "sliding boards", lambda _: True, _arrows),
    Notation(
        "tiles", "Tile numbers", "sliding boards without equal tiles", _has_distinct_tiles, _tiles,
        position_dependent=True,
    ),
    numbered_lines(gettext_noop("sliding boards"), _WORDS.__getitem__),
)  # fmt: skip


# --- game IDs of Fifteen; 0 is the gap, last in the goal ---


def _read(start: Grid, _parameters: str) -> Board:
    rows, columns = len(start), len(start[0])
    if sorted(flatten(start)) != list(range(rows * columns)):
        raise PuzzleError(
            tr("a Fifteen game ID contains each number from 0 to {number} once").format(
                number=group_digits(rows * columns - 1)
            )
        )
    return SlidingBoard(start, ordered_goal(rows, columns))


def _write(board: Board) -> str:
    assert isinstance(board, SlidingBoard)
    if board.goal != ordered_goal(board.rows, board.columns):
        raise PuzzleError(tr("Fifteen's goal is always 1, 2, 3 and so on, with the gap last"))
    return ""


FIFTEEN = GameIdFormat(
    "Fifteen", "", accepts_bare_id=True, check=lambda _: None, read=_read, write=_write
)


# --- the entry ---


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
    metric_solvers=slide_solvers,
    choose=choose,
    graph="families.sliding.graph:graph",
    simplify="families.sliding.solving.encoded:simplified",
    repairs=tile_repairs,
    notations=NOTATIONS,
    game=FIFTEEN,
    tables="families.sliding.solving.patterns:tables",
    grids=GridReader(_score, SlidingBoard),
)

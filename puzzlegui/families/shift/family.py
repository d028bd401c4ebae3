"""The entry of shift grids in the table of families, with what only it uses."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, rows_of
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
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.shift.solvers import SOLVERS, choose

# --- new boards ---


def ordered(wanted: BoardSpec) -> ShiftBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    check_size(wanted)
    goal = goal_grid(wanted)
    return ShiftBoard(goal, goal)


STARTS = tile_creation_methods(ordered)


# --- notations of shifts, besides the standard notation and words ---


def _arrows(board: Board, moves: Sequence[object]) -> list[Term]:
    texts = [text[:-1] + ARROW_SIGNS[text[-1]] for text in board.format_moves(moves)]
    return one_term_each(texts, moves)


NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "shift boards", lambda _: True, run_length(str),
        one_move_per_term=False,
    ),
    Notation(ARROWS, "Arrows", "shift boards", lambda _: True, _arrows),
    numbered_lines(gettext_noop("shift boards")),
)  # fmt: skip


# --- game IDs of Sixteen ---


def _in_order(rows: int, columns: int) -> Grid:
    return rows_of(range(1, rows * columns + 1), columns)


def _read_game(start: Grid, _parameters: str) -> Board:
    goal = _in_order(len(start), len(start[0]))
    if sorted(flatten(start)) != list(flatten(goal)):
        raise PuzzleError(
            tr("a Sixteen game ID contains each number from 1 to {goal} once").format(
                goal=group_digits(goal[-1][-1])
            )
        )
    return ShiftBoard(start, goal)


def _write_game(board: Board) -> str:
    assert isinstance(board, ShiftBoard)
    if board.goal != _in_order(board.rows, board.columns):
        raise PuzzleError(tr("Sixteen's goal is always 1, 2, 3 and so on, in order"))
    return ""


SIXTEEN = GameIdFormat(
    "Sixteen",
    "(?:m[0-9]{1,9})?",  # K shuffling moves; the goal is implied: 1, 2, 3 in order
    accepts_bare_id=True,
    check=lambda _: None,
    read=_read_game,
    write=_write_game,
)


# --- the entry ---


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

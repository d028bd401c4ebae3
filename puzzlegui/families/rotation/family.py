"""The entry of rotation grids in the table of families, with what only it uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, rows_of
from puzzlegui.core.creation import (
    COLOURS,
    BoardSpec,
    Parameter,
    check_size,
    tile_creation_methods,
)
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.goals import GOAL, LETTERING, WORD, goal_grid
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.notation import COMPRESSED, Notation, Term, numbered_lines, one_term_each
from puzzlegui.core.repair import Repair, nearest_start_repair, tile_repairs
from puzzlegui.families.family import Family, GameIdFormat, GridReader
from puzzlegui.families.rotation.board import (
    BOTH,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    QUARTERS,
    RotationBoard,
    Turn,
)
from puzzlegui.families.rotation.solvers import SOLVERS, choose

# --- new boards ---

TURNS = Parameter(
    "turns",
    "&Turns",
    "direction in which blocks turn",
    choices=RotationBoard.options[0].choices,
    tip="Direction in which a block may turn",
)


def ordered(wanted: BoardSpec) -> RotationBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    check_size(wanted)
    goal = goal_grid(wanted)
    return RotationBoard(goal, goal, wanted.parameters.get("turns") or BOTH)


STARTS = tile_creation_methods(ordered)


# --- repairs ---


def repairs(board: Board) -> Iterator[Repair]:
    """Suggest repairs of a board."""
    yield from tile_repairs(board)
    if not board.problems() and board.verdict().solvable is False:
        nearest = nearest_start_repair(board)
        assert nearest is not None  # only tiny boards are unsolvable
        yield nearest


# --- notations of turns, besides the standard notation and words ---


def _tuples(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    texts = [f"({move.column},{move.row},{'T' if move.clockwise else 'F'})" for move in moves]
    return one_term_each(texts, moves)


def _quarters(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    names = {block: name for name, block in QUARTERS.items()}
    texts = [names[move.row, move.column] + ("" if move.clockwise else "'") for move in moves]
    return one_term_each(texts, moves)


def _compressed(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    """Replace consecutive turns of the same block by the fewest equivalent turns."""
    terms: list[Term] = []
    start = 0
    for _, run in groupby(moves, lambda move: (move.row, move.column)):
        same = list(run)
        stop = start + len(same)
        fewest = _fewest(same)
        # Each term but the last stands for a single move, the last for the rest of the run.
        for index, turn in enumerate(fewest):
            last = stop if index == len(fewest) - 1 else start + index + 1
            terms.append(Term(str(turn), start + index, last))
        start = stop
    return terms


def _fewest(turns: Sequence[Turn]) -> list[Turn]:
    """Return the fewest turns equivalent to turns of the same block."""
    quarters = sum(1 if turn.clockwise else -1 for turn in turns) % 4
    first = turns[0]
    match quarters:
        case 1 | 3:
            return [first._replace(clockwise=quarters == 1)]
        case 2:
            return [first, first]
        case _:
            return []


def _turns_both_ways(board: Board) -> bool:
    return isinstance(board, RotationBoard) and board.turns == BOTH


NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "rotation boards that turn in both directions",
        _turns_both_ways, _compressed, one_move_per_term=False,
    ),
    Notation("tuples", "Tuples (X,Y,T)", "rotation boards", lambda _: True, _tuples),
    Notation(
        "quarters", "Quarters Q1–Q4", "3×3 rotation boards",
        lambda board: board.size == "3×3", _quarters,
    ),
    numbered_lines(gettext_noop("rotation boards")),
)  # fmt: skip


# --- game IDs of Twiddle ---


_PARAMETERS = r"|n0*2r?(?P<points>o)?(?:m[0-9]{1,9})?"
"""``nN``, N the side of the block that turns (larger blocks belong to another family), followed by
``r`` where each row holds a single number only, ``o`` if the orientation of tiles matters too, and
``mK`` for K shuffling moves. The goal is implied: the numbers in order."""
_GREATEST = (1 << 29) - 1
"""Largest number that Twiddle accepts: it stores four times a number in 32 bits."""


def _check_game(parameters: str) -> None:
    match = re.fullmatch(_PARAMETERS, parameters)
    assert match is not None
    if match["points"]:
        raise PuzzleError(
            tr(
                "this game ID is for an orientable Twiddle (o), where the direction of each tile "
                "matters; that is not supported"
            )
        )


def _read_game(start: Grid, _parameters: str) -> Board:
    return RotationBoard(start, rows_of(sorted(flatten(start)), len(start[0])))


def _write_game(board: Board) -> str:
    assert isinstance(board, RotationBoard)
    goal = flatten(board.goal)
    if board.turns != BOTH:
        raise PuzzleError(tr("Twiddle blocks always turn in both directions"))
    if list(goal) != sorted(goal):
        raise PuzzleError(tr("Twiddle's goal is always its numbers in order"))
    if max(goal) > _GREATEST:
        raise PuzzleError(
            tr("Twiddle allows numbers up to {greatest}").format(greatest=group_digits(_GREATEST))
        )
    return "n2" if len(set(goal)) == len(goal) else "n2r"


TWIDDLE = GameIdFormat(
    "Twiddle",
    _PARAMETERS,
    accepts_bare_id=False,
    check=_check_game,
    read=_read_game,
    write=_write_game,
)


# --- the entry ---


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

"""The game IDs of Simon Tatham's Portable Puzzle Collection: Twiddle and Fifteen.

An ID is ``parameters:description``. Twiddle's parameters are ``WxHnN``, N the side of the block
that turns, followed by ``r`` where each row holds one number only, ``o`` where the way a tile
points matters too, and ``mK`` for K shuffling moves; Fifteen's are ``WxH``. The description is the
numbers row by row. The goal is not written: it is the numbers in order, in Fifteen the gap last.
"""

from __future__ import annotations

import re

from puzzlegui.core.board import LARGEST, SMALLEST, Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.families.rotation.board import BOTH, RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard, ordered_goal

FAMILIES_WITH_ID = (RotationBoard.family, SlidingBoard.family)

_ID = re.compile(
    r"(?:https?://\S*/(?P<page>[a-z]+)\.html#)?(?:(?P<game>twiddle|fifteen):)?"
    r"(?P<w>[0-9]{1,9})(?:x(?P<h>[0-9]{1,9}))?(?:n(?P<n>[0-9]{1,9}))?(?P<flags>[a-z][a-z0-9]*)?"
    r"(?P<mark>[:#])\s*(?P<desc>.*)",
    re.DOTALL,
)
_FLAGS = re.compile(r"(?P<rows>r)?(?P<points>o)?(?:m[0-9]{1,9})?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_GREATEST = (1 << 29) - 1
"""Twiddle keeps four times a number in 32 bits."""


def is_game_id(text: str) -> bool:
    """Whether a text looks like a game ID."""
    return _ID.fullmatch(text) is not None


def read_game_id(text: str) -> Board:
    """The board of a game ID.

    Raises:
        PuzzleError: it is not an ID, or of a game that this program does not know.
    """
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise PuzzleError("this is not a game ID, such as 3x3n2:3,7,2,6,5,1,8,4,9")
    if match["mark"] == "#":
        raise PuzzleError(
            "this is a random seed, from which only that program makes its board; "
            "copy the game ID with a colon instead"
        )
    columns, rows = int(match["w"]), int(match["h"] or match["w"])
    if not (SMALLEST <= rows <= LARGEST and SMALLEST <= columns <= LARGEST):
        raise PuzzleError(
            f"this game ID is of {rows} rows and {columns} columns; "
            f"both can be {SMALLEST} to {LARGEST}"
        )
    game = match["game"] or match["page"] or ("twiddle" if match["n"] else "fifteen")
    flags = _FLAGS.fullmatch(match["flags"] or "")
    if game == "twiddle" and flags:
        if int(match["n"] or 2) != 2:
            raise PuzzleError(
                f"this game ID is of a Twiddle that turns blocks of {match['n']}×{match['n']}; "
                "here blocks are 2×2"
            )
        if flags["points"]:
            raise PuzzleError(
                "this game ID is of an orientable Twiddle (o), where it matters which way a tile "
                "points; here it does not"
            )
        return _twiddle(_numbers(match["desc"], rows, columns))
    if game == "fifteen" and not (match["flags"] or match["n"]):
        return _fifteen(_numbers(match["desc"], rows, columns))
    raise PuzzleError("this game ID is of another game; Twiddle's and Fifteen's can be read")


def write_game_id(board: Board) -> str:
    """The game ID of a board.

    Raises:
        PuzzleError: that program has no such board.
    """
    if isinstance(board, RotationBoard):
        parameters = _twiddle_parameters(board)
    elif isinstance(board, SlidingBoard):
        if board.goal != ordered_goal(board.rows, board.columns):
            raise PuzzleError("Fifteen's goal is always 1, 2, 3 and so on, with the gap last")
        parameters = ""
    else:
        raise PuzzleError("only Twiddle (rotation) and Fifteen (sliding) have game IDs")
    if board.problems():
        raise PuzzleError("a board with problems has no game ID")
    numbers = ",".join(map(str, flatten(board.start)))
    return f"{board.columns}x{board.rows}{parameters}:{numbers}"


def _twiddle_parameters(board: RotationBoard) -> str:
    goal = flatten(board.goal)
    if board.turns != BOTH:
        raise PuzzleError("in Twiddle blocks always turn both ways")
    if list(goal) != sorted(goal):
        raise PuzzleError("Twiddle's goal is always its numbers in order")
    if max(goal) > _GREATEST:
        raise PuzzleError(f"Twiddle's numbers go up to {_GREATEST}")
    return "n2" if len(set(goal)) == len(goal) else "n2r"


def _numbers(text: str, rows: int, columns: int) -> Grid:
    words = "".join(text.split()).split(",", rows * columns)
    if len(words) != rows * columns:
        raise PuzzleError(f"this game ID should have {rows * columns} numbers, with commas between")
    for word in words:
        if not _NUMBER.fullmatch(word):
            raise PuzzleError(f"this game ID has {word[:20]!r} where a number should be")
    values = [int(word) for word in words]
    return tuple(tuple(values[r * columns : (r + 1) * columns]) for r in range(rows))


def _twiddle(start: Grid) -> Board:
    values, columns = sorted(flatten(start)), len(start[0])
    goal = tuple(tuple(values[i : i + columns]) for i in range(0, len(values), columns))
    return RotationBoard(start, goal)


def _fifteen(start: Grid) -> Board:
    rows, columns = len(start), len(start[0])
    if sorted(flatten(start)) != list(range(rows * columns)):
        raise PuzzleError(
            f"a game ID of Fifteen has each number from 0 to {rows * columns - 1} once"
        )
    return SlidingBoard(start, ordered_goal(rows, columns))

"""Books: sets of puzzles with what is known of their difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board, Extra

BOOK_FORMAT = "puzzlegui/book"
BOOK_SUFFIX = ".puzzlebook"


@dataclass(frozen=True)
class BookPuzzle:
    """A puzzle of a book.

    Attributes:
        board: the board.
        length: number of moves of its shortest known solution; None if none is known.
        optimal: True if no solution is shorter, which has been proved.
        unique: True if no other solution is as short; False if there is; None if not counted.
        moves: a solution; None if none is known.
        note: remark for the reader.
        extra: unknown keys of the file, each with its value as JSON.
    """

    board: Board
    length: int | None = None
    optimal: bool = False
    unique: bool | None = None
    moves: tuple[Any, ...] | None = None
    note: str = ""
    extra: Extra = ()


@dataclass(frozen=True)
class Book:
    """Puzzles in an order, with a title.

    Attributes:
        title: title.
        notes: text for the title page.
        puzzles: the puzzles, in order.
        extra: unknown keys of the file, each with its value as JSON.
    """

    title: str = ""
    notes: str = ""
    puzzles: tuple[BookPuzzle, ...] = ()
    extra: Extra = ()

"""Books: sets of puzzles with what is known of their difficulty."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board, Extra
from puzzlegui.core.errors import MAX_PROBLEMS, BoardFileError, Problem
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr

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


@dataclass(frozen=True)
class BrokenPuzzle:
    """A puzzle of a file that cannot be used.

    Attributes:
        number: its number in the file, from 1.
        problems: all problems with their locations.
    """

    number: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class LoadedBook:
    """Book that was read from a file.

    Attributes:
        name: name of the source, for messages.
        book: the book with its valid puzzles.
        broken: the other puzzles, in order.
    """

    name: str
    book: Book
    broken: tuple[BrokenPuzzle, ...] = ()

    def entries(self) -> list[BookPuzzle | BrokenPuzzle]:
        """Return all puzzles in the order of the file."""
        entries: list[BookPuzzle | BrokenPuzzle] = list(self.book.puzzles)
        for broken in self.broken:
            entries.insert(broken.number - 1, broken)
        return entries

    @property
    def message(self) -> str:
        """Problems of the first broken puzzles, in words; empty if there are none."""
        errors: list[BoardFileError] = []
        room = MAX_PROBLEMS
        for each in self.broken:
            if room <= 0:
                break
            room -= len(each.problems)
            errors.append(BoardFileError(puzzle_name(self.name, each.number), each.problems))
        more = len(self.broken) - len(errors)
        rest = [tr("and {more} more").format(more=group_digits(more))] if more else []
        return "\n".join([*map(str, errors), *rest])


def puzzle_name(book: str, number: int) -> str:
    """Return the name of a puzzle of a book, as it is given in place of a file."""
    return f"{book}#{number}"


def split_puzzle_name(name: str) -> tuple[str, int] | None:
    """Return the book and the number in a puzzle's name; None if it is no such name."""
    found = _PUZZLE_NAME.fullmatch(name)
    return (found[1], int(found[2])) if found else None


_PUZZLE_NAME = re.compile(r"(.+)#([1-9][0-9]{0,8})", re.DOTALL)

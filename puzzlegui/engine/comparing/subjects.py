"""What solvers are compared on: boards from files, each of which may be unreadable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.loading import load_board


@dataclass(frozen=True)
class Subject:
    """A board, or why there is none.

    Attributes:
        name: where the board comes from, as it was given.
        board: None if it cannot be read.
        error: why not.
    """

    name: str
    board: Board | None
    error: str = ""


def subjects_in(files: Iterable[str]) -> Iterator[Subject]:
    """The board in each file, of a solution's the one it solves; any name that ``load`` takes."""
    for name in files:
        try:
            yield Subject(name, load_board(name))
        except PuzzleError as error:
            yield Subject(name, None, str(error))

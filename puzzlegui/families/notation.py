"""The notations there are: two for every board, and those of the families."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.notation import STANDARD, WORDS, Notation
from puzzlegui.families.registry import FAMILIES, family_of


def _all() -> Iterator[Notation]:
    yield STANDARD
    for family in FAMILIES.values():
        yield from family.notations
    yield WORDS


TITLES: dict[str, str] = {found.name: found.title for found in _all()}
"""What people call the notations, by name; families may have one of the same name."""


def notations_for(board: Board) -> list[Notation]:
    """The notations that a board's moves can be written in, the standard one first."""
    own = [found for found in family_of(board).notations if found.suits(board)]
    return [STANDARD, *own, WORDS]


def notation_for(board: Board, name: str) -> Notation:
    """The notation of that name.

    Raises:
        PuzzleError: it is not for this board.
    """
    there = {found.name: found for found in notations_for(board)}
    if name not in there:
        serves = ", and ".join(found.serves for found in _all() if found.name == name)
        raise PuzzleError(
            tr(
                "the notation {name} is for {serves}, but this board is: {describe}; choose from "
                "{there}"
            ).format(name=name, serves=serves, describe=board.describe(), there=", ".join(there))
        )
    return there[name]


def notation_or_standard(board: Board, name: str) -> Notation:
    """The notation of that name where it is for this board, else the standard one."""
    return next((n for n in notations_for(board) if n.name == name), STANDARD)

"""All notations of moves: those for every board, and those of the families."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.line_rewriting import BRACKETS
from puzzlegui.core.notation import STANDARD, WORDS, Notation
from puzzlegui.families.registry import FAMILIES, family_of


def _all() -> Iterator[Notation]:
    yield STANDARD
    for family in FAMILIES.values():
        yield from family.notations
    yield BRACKETS
    yield WORDS


TITLES: dict[str, str] = {found.name: found.title for found in _all()}
"""Titles of the notations by name; several families may use the same name."""


def notations_for(board: Board) -> list[Notation]:
    """Return the notations available for a board, the standard notation first."""
    others = (*family_of(board).notations, BRACKETS)
    return [STANDARD, *(found for found in others if found.applies(board)), WORDS]


def notation_for(board: Board, name: str) -> Notation:
    """Return the notation with the given name.

    Raises:
        PuzzleError: it is not available for this board.
    """
    there = {found.name: found for found in notations_for(board)}
    if name not in there:
        serves = ", and ".join(found.applicability for found in _all() if found.name == name)
        raise PuzzleError(
            tr(
                "the notation {name} is for {serves}, but this board is: {describe}; choose from "
                "{there}"
            ).format(name=name, serves=serves, describe=board.describe(), there=", ".join(there))
        )
    return there[name]


def notation_or_standard(board: Board, name: str) -> Notation:
    """Return the named notation if it is available for the board, else the standard notation."""
    return next((n for n in notations_for(board) if n.name == name), STANDARD)

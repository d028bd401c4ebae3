"""Texts and colours with which a page plays the board whose ID is in its address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import DEFAULT_PALETTE
from puzzlegui.documents.board_id import DICTIONARY
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.render.style import text_on, value_colours

_SIZE = 8
"""Rows and columns of the boards from which texts and colours are taken."""


def link_tables() -> dict[str, Any]:
    """Return what the scripts of a page lack: texts of every kind of board, and colours.

    ``texts`` holds for each kind of board, named by its family and options, the rule, how to play,
    and a description of each kind of move: ``says``, by what follows the place in its name, with
    ``{of}`` for the place.
    """
    return {
        "dictionary": DICTIONARY.decode(),
        "texts": _texts(),
        "colours": _colours(),
        "errors": {
            "none": tr("This address holds no board. Open the link again as you received it."),
            "newer": tr("This link is from a newer version. Ask for a page of that version."),
            "damaged": tr(
                "This link is incomplete or has a wrong letter. Copy the whole link again."
            ),
            "invalid": tr("The board in this link breaks the rules of its kind."),
        },
    }  # fmt: skip


def _texts() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for family in FAMILIES.values():
        for board in _boards(family):
            if _kind(board) not in found:
                found[_kind(board)] = {
                    "rule": family.rule_of(board), "how": family.instructions(board),
                    "says": _descriptions(board),
                }  # fmt: skip
    return found


def _boards(family: Family) -> Iterator[Board]:
    """Yield a board of each kind of a family: with each choice of its options."""
    board = new_board(family.name, _SIZE, _SIZE, 1)
    yield board
    for option in board.options:
        for value, _ in option.choices:
            yield board.with_fields(**{option.name: value})


def _kind(board: Board) -> str:
    """Return the name of a kind of board: its family and the options that are words."""
    fields = board.to_fields()
    words = [fields.get(option.name) for option in board.options]
    return " ".join([board.family, *(word for word in words if isinstance(word, str))])


def _descriptions(board: Board) -> dict[str, str]:
    found: dict[str, str] = {}
    for _, move in board.all_moves():
        name = board.format_moves((move,))[-1]
        text = board.translate_move(board.move_template(move))
        template, place = description_template(name, text)
        found.setdefault(name[len(place) :], template)
    return found


def description_template(name: str, text: str) -> tuple[str, str]:
    """Return the description of a move with ``{of}`` for what it shares with the move's name.

    Returns:
        The template, and the start of the name for which ``{of}`` stands, empty if there is none.
    """
    for end in range(len(name), 0, -1):
        template, count = re.subn(rf"(?<!\w){re.escape(name[:end])}(?!\w)", "{of}", text)
        if count:
            return template, name[:end]
    return text, ""


def _colours() -> dict[str, Any]:
    """Return the colours of values: a gradient, and colours that can be told apart."""
    tiled = next(family for family in FAMILIES.values() if family.board.has_tiles)
    shades = value_colours(solved_board(tiled.name, _SIZE, _SIZE), (0,))
    return {
        "gradient": [shades[value] for value in sorted(shades) if value],
        "distinct": [DEFAULT_PALETTE.colour(index) for index in range(_SIZE)],
        "zero": shades[0],
        "inks": [text_on("#FFFFFF"), text_on("#000000")],
    }

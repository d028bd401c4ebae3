"""The message that a board shows when it is solved by hand: plain text, kept in its file."""

from __future__ import annotations

import json
from typing import TypeVar

from puzzlegui.core.board import Board, extra_values
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr

MESSAGE = "message"
"""Key of the message in a board file."""
MAX_LENGTH = 500
"""Maximum number of characters, so that a message fits below a board."""

_Board = TypeVar("_Board", bound=Board)


def message_of(board: Board) -> str:
    """Return the message of a board; empty if it has none."""
    message = extra_values(tuple(pair for pair in board.extra if pair[0] == MESSAGE)).get(MESSAGE)
    return message if isinstance(message, str) else ""


def with_message(board: _Board, message: str) -> _Board:
    """Return the board with another message; an empty text removes it."""
    extra = tuple(pair for pair in board.extra if pair[0] != MESSAGE)
    if message:
        extra += ((MESSAGE, json.dumps(message, ensure_ascii=False)),)
    return board.with_fields(extra=extra)


def message_problem(message: str) -> str:
    """Return the reason why a text cannot be a message; empty if it can."""
    if len(message) <= MAX_LENGTH:
        return ""
    return tr("the message has {count} characters; {most} are possible").format(
        count=group_digits(len(message)), most=group_digits(MAX_LENGTH)
    )

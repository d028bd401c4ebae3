"""Tasks that make boards."""

from __future__ import annotations

from puzzlegui.core.creation import BoardSpec
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.another import another_like
from puzzlegui.engine.runner.call import Call
from puzzlegui.families.registry import FAMILIES


def new(call: Call) -> dict[str, str] | None:
    """Make a new board; return it with a note, or None if the task was stopped."""
    order = call.order
    starts = FAMILIES[order["family"]].starts
    start = next(start for start in starts if start.name == order["start"])

    def watch(steps: int) -> bool:
        call.tell("steps", steps)
        return not call.stopped

    made = start.make(BoardSpec(**order["wanted"]), watch)
    return None if made is None else {"board": dump_board_line(made.board), "note": made.note}


def another(call: Call) -> str | None:
    """Make a board similar to another; return it, or None if the task was stopped."""
    order = call.order

    def watch(tried: int) -> bool:
        call.tell("tried", tried)
        return not call.stopped

    board = another_like(parse_board(order["board"]), order["moves"], order["seed"], watch)
    return None if board is None else dump_board_line(board)

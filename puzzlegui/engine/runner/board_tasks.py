"""Tasks that make boards."""

from __future__ import annotations

from puzzlegui.core.creation import BoardSpec
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.engine.similar_board import find_similar_board
from puzzlegui.families.creation import with_goal
from puzzlegui.families.registry import FAMILIES


def new_board(call: TaskContext) -> dict[str, str] | None:
    """Make a new board; return it with a note, or None if the task was stopped."""
    order = call.fields
    starts = FAMILIES[order["family"]].starts
    start = next(start for start in starts if start.name == order["start"])
    if order["goal"] is not None:
        start = with_goal(start, parse_board(order["goal"]))

    def watch(steps: int) -> bool:
        call.send_update("steps", steps)
        return not call.stopped

    made = start.make(BoardSpec(**order["wanted"]), watch)
    return None if made is None else {"board": dump_board_line(made.board), "note": made.note}


def similar_board(call: TaskContext) -> str | None:
    """Make a board similar to another; return it, or None if the task was stopped."""
    order = call.fields

    def watch(tried: int) -> bool:
        call.send_update("tried", tried)
        return not call.stopped

    board = find_similar_board(parse_board(order["board"]), order["moves"], order["seed"], watch)
    return None if board is None else dump_board_line(board)

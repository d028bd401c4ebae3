"""Tasks of a solver process: making boards of an exact difficulty, and measuring boards."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any

from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.making.makers import BoardRequest, make, make_another
from puzzlegui.making.measures import measure
from puzzlegui.making.rating import Cancelled, Difficulty, RatedBoard, Watch


def make_board(call: TaskContext) -> dict[str, Any]:
    """Make the board of a request."""
    order = call.fields
    goal = None if order["goal"] is None else parse_board(order["goal"])
    request = BoardRequest(
        order["family"], BoardSpec(**order["spec"]), Difficulty(**order["wish"]), goal
    )
    made = None
    with suppress(Cancelled):
        made = make(request, watch_of(call))
    if made is None or call.stopped:  # the hardest found so far is not the hardest there is
        raise PuzzleError(tr("It was cancelled."))
    return _write(made, request.spec.seed)


def make_another_board(call: TaskContext) -> dict[str, Any]:
    """Make a board like another, of an exact length."""
    order = call.fields
    board = parse_board(order["board"])
    try:
        return _write(*make_another(board, order["length"], order["seed"], watch_of(call)))
    except Cancelled:
        raise PuzzleError(tr("It was cancelled.")) from None


def measure_board(call: TaskContext) -> dict[str, Any] | None:
    """Measure the difficulty of a board; return None if it is too large."""

    def check() -> None:
        if call.stopped:
            raise PuzzleError(tr("It was cancelled."))

    measures = measure(parse_board(call.fields["board"]), check)
    return None if measures is None else asdict(measures)


def watch_of(call: TaskContext) -> Watch:
    """Return the callback by which a task that is stopped stops making boards."""
    return lambda _tried: not call.stopped


def _write(rated: RatedBoard, seed: int) -> dict[str, Any]:
    """Return a board as JSON data for ``remote.read_board``."""
    board = rated.board
    return {
        "board": dump_board_line(board), "moves": board.format_moves(rated.moves),
        "note": rated.note, "seed": seed,
    }  # fmt: skip

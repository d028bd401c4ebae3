"""Boards of an exact difficulty, made by a solver process."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.making.makers import BoardRequest
from puzzlegui.making.measures import Measures


@dataclass(frozen=True)
class MadeBoard:
    """Board that was made.

    Attributes:
        board: the board.
        note: sentences on its difficulty for the user.
        solution: a shortest solution, proved; None if it is not known.
        seed: seed that makes the board again; None if no seed does.
    """

    board: Board
    note: str = ""
    solution: Solution | None = None
    seed: int | None = None


def request_task(request: BoardRequest) -> RemoteTask:
    """Return the task that makes the board of a request."""
    fields = {
        "family": request.family, "spec": asdict(request.spec), "wish": asdict(request.wish),
        "goal": None if request.goal is None else dump_board_line(request.goal),
    }  # fmt: skip
    return RemoteTask("make", fields)


def another_task(board: Board, length: int, seed: int) -> RemoteTask:
    """Return the task that makes a board like another, of an exact length."""
    fields = {"board": dump_board_line(board), "length": length, "seed": seed}
    return RemoteTask("make-another", fields)


def measure_task(board: Board) -> RemoteTask:
    """Return the task that measures a board."""
    return RemoteTask("measure", {"board": dump_board_line(board)})


def read_board(answer: dict[str, Any]) -> MadeBoard:
    """Return the result of a task that makes a board."""
    board = parse_board(answer["board"])
    moves = tuple(board.parse_moves("\n".join(answer["moves"])))
    solution = Solution(
        board, "optimal", Status.SOLVED, moves, optimal=True, lower_bound=len(moves)
    )
    return MadeBoard(board, answer["note"], solution, answer["seed"])


def read_measures(answer: dict[str, Any] | None) -> Measures | None:
    """Return the result of a task that measures a board."""
    return None if answer is None else Measures(**answer)

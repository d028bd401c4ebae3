"""Conversion of a solver's request to and from the fields of a task."""

from __future__ import annotations

from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.solvers.control import Limits, Request


def write_request(board: Board, request: Request) -> dict[str, Any]:
    """Return a request as JSON data for ``read_request``."""
    limits = request.limits
    given = (
        None if request.initial_solution is None else board.format_moves(request.initial_solution)
    )
    return {
        "limits": [
            limits.moves, limits.states, limits.seconds, limits.memory_mib, limits.threads,
        ],
        "seed": request.seed, "all": request.all_solutions, "given": given,
        "first": request.stop_at_first, "metric": request.metric,
    }  # fmt: skip


def read_request(board: Board, fields: dict[str, Any]) -> Request:
    """Return the request stored in the fields of a task."""
    given = fields["given"]
    if given is not None:
        given = tuple(board.parse_moves("\n".join(given)))
    limits = Limits(*fields["limits"])
    return Request(limits, fields["seed"], fields["all"], given, fields["first"], fields["metric"])

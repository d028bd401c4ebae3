"""Solutions of all kinds, for tests of the export formats."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Segment, Solution, Status
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.settings import Chapter, ExportSettings, ProgressReporter, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Limits, Request

_RUNS: dict[str, Callable[[], Solution]] = {
    "table": lambda: solve(load_preset("mystery-box")),
    "several": lambda: solve(load_preset("mystery-box"), "bfs", Request(all_solutions=True)),
    "segments": lambda: solve(load_preset("stripes-6x6"), "peel"),
    "maze": lambda: solve(load_preset("schonbrunn")),
    "sliding": lambda: solve(load_preset("eight-cpp")),
    "shift": lambda: solve(
        new_board("shift", 3, 4, 5).with_fields(title="Shift 3×4"),
        "macro",
        Request(Limits(states=20_000)),
    ),
    "none": lambda: solve(load_preset("twiddle-4x4"), "bfs", Request(Limits(states=5))),
}
KINDS = tuple(_RUNS)


@cache
def solved(kind: str) -> Solution:
    """Return the solution of that kind."""
    return _RUNS[kind]()


@cache
def random_walk(family: str, rows: int, columns: int, moves: int) -> Solution:
    """Return a solution of random moves, in segments of a hundred."""
    board: Board = new_board(family, rows, columns, 3)
    rng = random.Random(7)
    position = board.initial()
    made = []
    turns = board.legal_moves(position)
    for _ in range(moves):
        move = rng.choice(turns if family == "rotation" else board.legal_moves(position))
        position = board.play(position, move)
        made.append(move)
    segments = tuple(
        Segment(f"row {at // 500 + 1}: part {at // 100}", at, min(moves, at + 100))
        for at in range(0, moves, 100)
    )
    reached = board.with_fields(goal=position, title="Walked")
    return Solution(reached, "walk", Status.SOLVED, tuple(made), segments=segments)


def export_bytes(
    solution: Solution,
    name: str,
    settings: ExportSettings | None = None,
    report: ProgressReporter = ignore_progress,
) -> bytes:
    """Return the content of a file in a format."""
    pieces = SOLUTION_FORMATS[name].write([Chapter(solution)], settings or ExportSettings(), report)
    return b"".join(pieces)

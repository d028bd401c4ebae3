"""Recording of a search in a solver process, received in blocks."""

from __future__ import annotations

from array import array
from base64 import b64decode
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.engine.runner.remote_run import read_solution
from puzzlegui.engine.watching.recording import MAX_STEPS, Recording
from puzzlegui.engine.watching.store import IdentitySequence


class RemoteRecording(Recording):
    """Recording that grows during a search in another process.

    ``execute`` blocks the thread that extends it; any other may read, or cancel.
    """

    def __init__(
        self, board: Board, solver: str, steps: int = MAX_STEPS, max_moves: int | None = None
    ) -> None:
        super().__init__(board, solver, steps, max_moves)
        self._order = RemoteTask("record", {
            "board": dump_board_line(board), "solver": solver, "steps": steps,
            "moves": max_moves, "room": self.max_bytes,
        })  # fmt: skip

    def execute(self) -> Solution:
        """Run the search; return its result, replayed here.

        Raises:
            PuzzleError: no process can be started, or it has died.
        """
        result = self._order.execute(self._on_message)
        self.remaining_open = array("i", result["rest"])
        self.solution = read_solution(self.board, self.solver.name, result["solution"])
        return self.solution

    def cancel(self) -> None:
        """End the search; what has been recorded can be watched."""
        self._order.stop(None)

    def release(self) -> None:
        """Do nothing: everything is needed to watch the recording."""

    def _on_message(self, kind: str, value: Any) -> None:
        if kind == "block" and value:
            self._extend(value)

    def _extend(self, block: dict[str, Any]) -> None:
        """Add a block; the steps last, since readers meanwhile rely on their number."""
        if not self.round_starts:
            self.start_recording()
        count = block["nodes"] - len(self.before)
        self.keys.extend(b64decode(block["keys"]), block["width"], count)
        _add(self.depths, block["depths"])
        deep = isinstance(self.expanded_at, IdentitySequence)
        if isinstance(self.expanded_at, IdentitySequence):
            self.expanded_at.extend(count)
        else:
            self.expanded_at.extend([-1] * count)
            self.superseded_at.extend([-1] * count)
        _add(self.before, block["before"])
        self.states.extend(b64decode(block["states"]))
        replaced, nodes = _numbers(block["replaced"]), _numbers(block["replaced_nodes"])
        for node, step in zip(nodes, replaced, strict=True):
            self.superseded_at[node] = step
        self._replaced.extend(replaced)
        self.limits += block["limits"]
        _add(self.round_starts, block["rounds"])
        self.goals += block["goals"]
        _add(self._ends, block["ends"])
        if isinstance(self.steps, IdentitySequence):
            assert deep
            self.steps.extend(count)
            return
        steps = _numbers(block["steps"])
        for step, node in enumerate(steps, len(self.steps)):
            self.expanded_at[node] = step
        self.steps.extend(steps)


def _numbers(text: str) -> array[int]:
    found = array("i")
    found.frombytes(b64decode(text))
    return found


def _add(numbers: array[int], text: str) -> None:
    numbers.frombytes(b64decode(text))

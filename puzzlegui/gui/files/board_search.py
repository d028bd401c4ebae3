"""Searches for new boards in a solver process, behind a progress dialog."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec, CreationMethod
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.families.creation import generated_title, solved_board
from puzzlegui.families.family import Family
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.making.makers import BoardRequest
from puzzlegui.making.remote import MadeBoard, read_board, request_task


@dataclass(frozen=True)
class PendingBoardRequest:
    """Properties of a board that has to be searched for.

    Attributes:
        family: family of the board.
        method: creation method; None for a difficulty.
        spec: wanted properties.
        goal: board whose goal is kept; None for the goal that the parameters select.
        rated: request of a difficulty.
    """

    family: Family
    method: CreationMethod | None
    spec: BoardSpec
    goal: Board | None = None
    rated: BoardRequest | None = None

    def solved(self) -> Board | None:
        """Return the solved board; None if boards have no goal."""
        if self.goal is not None:
            return self.goal.with_fields(start=self.goal.grid("goal"))
        if not self.family.board.has_tiles:
            return None
        spec = self.spec
        return solved_board(self.family.name, spec.rows, spec.columns, spec.seed, **spec.parameters)

    def search(self, window: QWidget) -> MadeBoard | None:
        """Search for the board while a window waits; return it titled, None if cancelled.

        Raises:
            PuzzleError: there is no such board, or none was found.
        """
        if self.rated is not None:
            return self._titled(search(window, request_task(self.rated), read_board))
        assert self.method is not None
        fields = {
            "family": self.family.name, "start": self.method.name, "wanted": asdict(self.spec),
            "goal": None if self.goal is None else dump_board_line(self.goal),
        }  # fmt: skip
        most = self.method.max_steps(self.spec)
        return self._titled(search(window, RemoteTask("new", fields), _read_created, most))

    def _titled(self, made: MadeBoard | None) -> MadeBoard | None:
        if made is None:
            return None
        length = None if made.solution is None else len(made.solution.moves)
        title = generated_title(made.board, self.spec.seed, length)
        return with_title(made, title)


def with_title(made: MadeBoard, title: str) -> MadeBoard:
    """Return a made board with a title."""
    return replace(made, board=made.board.with_fields(title=title))


def _read_created(answer: dict[str, str]) -> MadeBoard:
    return MadeBoard(parse_board(answer["board"]), answer["note"])


def search(
    window: QWidget, task: RemoteTask, read: Callable[[Any], MadeBoard], most: int = 0
) -> MadeBoard | None:
    """Execute a task that makes a board while a window waits.

    Args:
        window: window that is disabled meanwhile.
        task: task to execute.
        read: converts its answer.
        most: number of steps it takes at most; 0 if that is unknown.

    Returns:
        The board; None if the search was cancelled.

    Raises:
        PuzzleError: there is no such board, or none was found.
    """

    def work(job: Job) -> MadeBoard | None:
        def on_message(_kind: str, steps: int) -> None:
            job.fraction = min(1.0, steps / most) if most else None

        answer = task.execute(on_message)
        return None if answer is None else read(answer)

    result = run_modal(window, Job(work, tr("Finding a board…"), task.stop))
    if isinstance(result, BaseException):
        raise result
    if result is not None and not isinstance(result, MadeBoard):
        raise TypeError(type(result))
    return result

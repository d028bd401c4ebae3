"""Making and proving of puzzles in a solver process, each shown as soon as it is made."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.documents.bookfile import dump_entry, parse_entry
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.making.rating import Difficulty

_POLL_MS = 100
_PROOF_SECONDS = 10.0
"""Time limit for the proof of a length, which the action's tip names."""


@dataclass(frozen=True)
class SetRequest:
    """Wishes for a set of puzzles.

    Attributes:
        family: name of the family.
        spec: size, seed and parameters.
        wish: lengths of the shortest solutions.
        count: number of puzzles.
        title: title of the set.
        goal: board whose goal is kept; None for the goal that the parameters select.
    """

    family: str
    spec: BoardSpec
    wish: Difficulty
    count: int
    title: str
    goal: Board | None = None

    def task(self) -> RemoteTask:
        """Return the task that makes the set."""
        fields = {
            "family": self.family, "spec": asdict(self.spec), "wish": asdict(self.wish),
            "count": self.count, "title": self.title,
            "goal": None if self.goal is None else dump_board_line(self.goal),
        }  # fmt: skip
        return RemoteTask("make-puzzles", fields)


def similar_puzzle_task(puzzle: BookPuzzle, others: Sequence[Board]) -> RemoteTask:
    """Return the task that makes another puzzle of a length that is known.

    Args:
        puzzle: the puzzle.
        others: boards that the new board must not equal, turned or not.
    """
    assert puzzle.length is not None
    fields = {
        "board": dump_board_line(puzzle.board), "length": puzzle.length,
        "unique": puzzle.unique is True, "others": [dump_board_line(each) for each in others],
        "seed": random.randrange(1 << 32),
    }  # fmt: skip
    return RemoteTask("make-similar-puzzle", fields)


def proof_task(puzzles: Sequence[BookPuzzle]) -> RemoteTask:
    """Return the task that proves the lengths of puzzles."""
    fields = {"puzzles": [dump_entry(each) for each in puzzles], "seconds": _PROOF_SECONDS}
    return RemoteTask("prove-lengths", fields)


class PuzzleMaking(QObject):
    """Task of a worker that makes puzzles, or proves their lengths.

    Args:
        worker: worker that waits for the process.
        parent: window.

    Attributes:
        count: number of puzzles that are to be made.
        made: number of puzzles that were made.

    Signals:
        started: emitted when the making begins.
        puzzles_made: emitted with a list of the puzzles that were made since the last time.
        ended: emitted with the error, or None if all were made or the making was stopped.
    """

    started = Signal()
    puzzles_made = Signal(object)
    ended = Signal(object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._task: RemoteTask | None = None
        self._arrived: SimpleQueue[BookPuzzle] = SimpleQueue()
        self.count = self.made = self._repeated = 0
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._take)

    @property
    def running(self) -> bool:
        """True while puzzles are made."""
        return self._task is not None

    def start(self, task: RemoteTask, count: int, made: int = 0) -> None:
        """Start making puzzles; there must be no other task.

        Args:
            task: task that sends each puzzle, or returns a single puzzle.
            count: number of puzzles.
            made: number of its first puzzles that an earlier task has sent.
        """
        assert self._task is None
        self._task, self.count, self.made, self._repeated = task, count, made, made
        arrived = self._arrived = SimpleQueue()

        def work(_job: Job) -> None:
            def on_message(_kind: str, text: Any) -> None:
                arrived.put(parse_entry(text))

            single = task.execute(on_message)
            if single is not None:
                arrived.put(parse_entry(single))

        self._worker.submit(Job(work, "puzzles", task.stop), self._ended)
        self._poll.start()
        self.started.emit()

    def stop(self) -> None:
        """Stop making puzzles and keep those that were made."""
        if self._task is not None:
            self._task.stop()

    def _take(self) -> None:
        """Emit the puzzles that have arrived."""
        arrived = [self._arrived.get_nowait() for _ in range(self._arrived.qsize())]
        repeated = min(self._repeated, len(arrived))
        self._repeated -= repeated
        del arrived[:repeated]
        if arrived:
            self.made += len(arrived)
            self.puzzles_made.emit(arrived)

    def _ended(self, result: object) -> None:
        self._poll.stop()
        self._take()
        task, self._task = self._task, None
        assert task is not None
        # A stopped process may be killed before it answers.
        stopped = task.stopped and isinstance(result, PuzzleError)
        self.ended.emit(None if stopped else result)

"""Keeping unsaved work on disk, so that a crash costs three seconds of it at most.

What is kept is a line of JSON, which says where the work belongs and which moves were made by hand,
and after it a board file, or a solution file where a solution is part of the work.
"""

from __future__ import annotations

import json
import logging
import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import open_file, printable, remove_leftovers, write_file
from puzzlegui.core.formatting import date_and_time, group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.locks import Lock, remove
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import (
    MAX_BYTES,
    SOLUTION_FORMAT,
    dump_board,
    dump_solution,
    parse,
)
from puzzlegui.documents.loading import replay_solution
from puzzlegui.gui.model.document import Document

_DELAY_MS = 2500
"""From a change to its being kept, other changes in between with it."""
_MAX_MOVES = 200_000
"""A longer solution is not kept, since writing it would be felt."""
_SUFFIX, _LOCK = ".unsaved", ".lock"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class UnsavedProgress:
    """What was done with a board besides editing it, and is in no file.

    Attributes:
        solution: a solution that would be missed.
        moves: made by hand, from the start.
        others: solutions of boards worked on before that would be missed.
    """

    solution: Solution | None = None
    moves: tuple[Any, ...] = ()
    others: tuple[Solution, ...] = ()

    def __bool__(self) -> bool:
        return self.solution is not None or bool(self.moves)


class _AutosaveFile:
    """A file of unsaved work, with a lock file that says that its window is alive."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{random.getrandbits(128):032x}{_SUFFIX}"
        self.lock: Lock | None = None

    def write(self, text: str) -> None:
        """Write the work; raises OSError."""
        if self.lock is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = Lock(self.path.with_suffix(_LOCK))
            lock.acquire()  # nobody else knows the name
            self.lock = lock
        write_file(self.path, text.encode())

    def forget(self) -> None:
        """Remove the file."""
        if self.lock is not None:
            remove(self.path)
            self.lock.release()
            self.lock = None


class Autosave(QObject):
    """Keeps the unsaved work on one document; a lock file says that it is alive.

    Args:
        document: the document.
        folder: where the work is kept.
        work: tells what there is besides the board.
        parent: the window.
    """

    def __init__(
        self,
        document: Document,
        folder: Path,
        work: Callable[[], UnsavedProgress] = UnsavedProgress,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._work = work
        self._folder = folder
        self._file = _AutosaveFile(folder)
        self._others: list[tuple[Solution, _AutosaveFile]] = []
        self._failed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY_MS)
        self._timer.timeout.connect(self._write)
        self._watched = [document.board_changed, document.replaced, document.title_changed]
        for signal in self._watched:
            signal.connect(self.look)

    def look(self, *_: object) -> None:
        """Keep the work soon, or remove what is kept if nothing is unsaved any more."""
        if self._document.modified:
            if not self._timer.isActive():
                self._timer.start()
            return
        work = self._work()
        needed = self._is_needed(work)
        if not needed:
            self._file.forget()
        self._drop_others(work)
        if not needed and len(self._others) == len(work.others):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _is_needed(self, work: UnsavedProgress) -> bool:
        return self._document.modified or bool(work)

    def _drop_others(self, work: UnsavedProgress) -> None:
        """Remove what is kept of other boards that is saved, discarded, or shown again."""
        for entry in self._others[:]:
            solution, kept = entry
            if not any(other is solution for other in work.others):
                kept.forget()
                self._others.remove(entry)

    def _write(self) -> None:
        """Write the work; where it cannot be, the user's own saving will say so."""
        work = self._work()
        try:
            if self._is_needed(work):
                self._file.write(self._text(work))
            else:  # the work was that on another board
                self._file.forget()
            self._drop_others(work)
            for solution in work.others:
                if not any(other is solution for other, _ in self._others):
                    kept = _AutosaveFile(self._folder)
                    kept.write(f"{json.dumps(_head())}\n{_solution_text(solution)}")
                    self._others.append((solution, kept))
        except OSError as error:
            if not self._failed:
                reason = error.strerror or error
                _log.warning("unsaved work cannot be kept in %s: %s", self._folder, reason)
            self._failed = True
        else:
            self._failed = False

    def _text(self, work: UnsavedProgress) -> str:
        document, solution = self._document, work.solution
        head = _head(
            path=str(document.path) if document.path else "",
            digest=document.digest,
            modified=document.modified,
            with_solution=document.saved_solution is not None,
            moves=list(document.board.format_moves(work.moves)) if work.moves else [],
        )
        if solution is None:
            return f"{json.dumps(head)}\n{dump_board(document.board)}"
        return f"{json.dumps(head)}\n{_solution_text(replace(solution, board=document.board))}"

    def adopt(self, left: RecoverableWork) -> None:
        """Unsaved work was opened in this window, which keeps it from now on where it is."""
        self._file.forget()
        self._file.path, self._file.lock = left.kept, left.lock
        self.look()

    def forget(self) -> None:
        """There is nothing unsaved: remove what was kept."""
        self._timer.stop()
        self._file.forget()
        for _, kept in self._others:
            kept.forget()
        self._others = []

    def close(self) -> None:
        """The window is closed, after its unsaved work was asked about: keep nothing any more."""
        for signal in self._watched:
            signal.disconnect(self.look)
        self._watched = []
        self.forget()


def _head(**fields: Any) -> dict[str, Any]:
    """Return the first line of a file of unsaved work; by default of a solution in no file."""
    usual = {"path": "", "digest": "", "modified": False, "with_solution": False, "moves": []}
    return {**usual, **fields, "time": time.time()}


def _solution_text(solution: Solution) -> str:
    """Return a solution as text, or its board alone if it is too long."""
    if len(solution.moves) > _MAX_MOVES:
        return dump_board(solution.board)
    return dump_solution(replace(solution, solutions=None, count=None))


@dataclass(frozen=True)
class RecoverableWork:
    """Work that a program which is no longer there has left.

    Attributes:
        kept: the file it is kept in.
        board: the board.
        path: the file it belongs to, None if it was never saved.
        time: when it was kept, in seconds since 1970.
        modified: not all is in that file.
        with_solution: the solution belongs in that file, beside the board.
        digest: of that file as it was when the work began; empty if it is not known.
        work: what was done besides editing the board.
        lock: says that somebody has it open again.
    """

    kept: Path
    board: Board
    path: Path | None
    time: float
    modified: bool = True
    with_solution: bool = False
    work: UnsavedProgress = UnsavedProgress()
    digest: str = ""
    lock: Lock = field(kw_only=True, compare=False)

    def claim(self) -> bool:
        """Have it, so that nobody else opens it; whether nobody else has."""
        try:
            return self.lock.acquire() and self.kept.exists()
        except OSError as error:
            _log.warning("unsaved work in %s cannot be had: %s", self.kept, error)
            return False

    def describe(self) -> str:
        """Its title, its date, and what there is besides the board."""
        name = printable(self.path.name) if self.path else self.board.title or tr("Untitled board")
        date, made = date_and_time(self.time), len(self.work.moves)
        if self.work.solution is None:
            text = tr("{name}, {date}")
            if made:
                text = ngettext(
                    "{name}, {date}, with {count} move made by hand",
                    "{name}, {date}, with {count} moves made by hand",
                    made,
                )
            return text.format(name=name, date=date, count=group_digits(made))
        moves = len(self.work.solution.moves)
        if made:
            text = tr(
                "{name}, {date}, with a solution (moves: {moves}) and moves made by hand: {count}"
            )
        else:
            text = ngettext(
                "{name}, {date}, with a solution in {moves} move",
                "{name}, {date}, with a solution in {moves} moves",
                moves,
            )
        count = group_digits(made)
        return text.format(name=name, date=date, moves=group_digits(moves), count=count)

    def forget(self) -> None:
        """Remove it."""
        remove(self.kept)
        self.lock.release()


def unsaved(folder: Path) -> Iterator[RecoverableWork]:
    """What was left behind in a folder, the latest first."""
    remove_leftovers(folder)
    found = []
    for kept in folder.glob(f"*{_SUFFIX}"):
        lock = Lock(kept.with_suffix(_LOCK))
        try:
            if lock.is_free():
                found.append(_read(kept, lock))
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            _log.warning("unsaved work in %s cannot be read: %s", kept, error)
    for path in folder.glob(f"*{_LOCK}"):
        if not path.with_suffix(_SUFFIX).exists():  # its process was killed before or after that
            _release_if_left(Lock(path))
    yield from sorted(found, key=lambda left: -left.time)


def _release_if_left(lock: Lock) -> None:
    with suppress(OSError):
        if lock.acquire():
            lock.release()


def _read(kept: Path, lock: Lock) -> RecoverableWork:
    """What is in a file; raises many things if it is damaged."""
    with open_file(kept) as file:
        head, text = file.read(MAX_BYTES[SOLUTION_FORMAT]).decode().split("\n", 1)
    fields = json.loads(head)
    path, moment = fields["path"], float(fields["time"])
    if not isinstance(path, str) or "\0" in path:
        raise ValueError(tr("no path"))
    if not math.isfinite(moment):
        raise ValueError(tr("no date"))
    time.localtime(moment)  # which it is to have
    found = replay_solution(parse(text, "unsaved work"))  # the board may be anything but sound
    content = found.content
    if content is None:
        raise ValueError(found.message)
    board = content.board if isinstance(content, Solution) else content
    solution = content if isinstance(content, Solution) and not found.move_error else None
    work = UnsavedProgress(solution, _legal_moves(board, fields.get("moves")))
    return RecoverableWork(
        kept, board, Path(path) if path else None, moment, bool(fields.get("modified", True)),
        bool(fields.get("with_solution")), work, str(fields.get("digest", "")), lock=lock,
    )  # fmt: skip


def _legal_moves(board: Board, texts: object) -> tuple[Any, ...]:
    """Moves made by hand; those that can be made."""
    if not isinstance(texts, list) or not texts or board.problems():
        return ()
    try:
        moves = tuple(board.parse_moves(" ".join(map(str, texts))))
    except PuzzleError as error:
        _log.warning("moves made by hand cannot be read: %s", error)
        return ()
    _, played, _ = board.play_all(moves, board.initial())
    return moves[:played]

"""Autosave of unsaved work, so that a crash loses at most three seconds of it.

A file holds a line of JSON with the document's path, the moves made by hand and a checksum of the
rest, and after it a board file, or a solution file if a solution is part of the work.
"""

from __future__ import annotations

import errno
import json
import logging
import math
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, SignalInstance

from puzzlegui.core import notices
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import reason_of
from puzzlegui.core.files import content_digest, printable, remove_leftovers, write_file
from puzzlegui.core.formatting import date_and_time, group_digits, quantity
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.locks import Lock, remove
from puzzlegui.core.own_files import (
    NewerVersionError,
    has_newer_version,
    move_aside,
    read_bounded,
    report_unwritten,
)
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import (
    MAX_BYTES,
    SOLUTION_FORMAT,
    dump_board,
    dump_solution,
    parse,
)
from puzzlegui.documents.book import Book
from puzzlegui.documents.bookfile import may_be_book, parse_book
from puzzlegui.documents.loading import replay_solution
from puzzlegui.gui.model.document import Document

DELAY_MS = 2500
"""Milliseconds from a change to its being written, together with later changes."""
_RETRY_MS = 10_000
"""Milliseconds from a failure to the next attempt."""
_MAX_MOVES = 200_000
"""Longer solutions are not written, because that would take noticeable time."""
_MAX_BYTES = MAX_BYTES[SOLUTION_FORMAT] + (1 << 20)
_SUFFIX, _LOCK = ".unsaved", ".lock"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class UnsavedProgress:
    """Unsaved solutions and moves, apart from edits of the board.

    Attributes:
        solution: solution worth recovering.
        moves: moves made by hand, from the start.
        other_solutions: solutions of earlier boards worth recovering.
    """

    solution: Solution | None = None
    moves: tuple[Any, ...] = ()
    other_solutions: tuple[Solution, ...] = ()

    def __bool__(self) -> bool:
        return self.solution is not None or bool(self.moves)


class AutosaveFile:
    """File of unsaved work, with a lock that marks its window as alive."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{random.getrandbits(128):032x}{_SUFFIX}"
        self.lock: Lock | None = None

    def write(self, text: str) -> None:
        """Write the work; raises OSError."""
        if self.lock is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = Lock(self.path.with_suffix(_LOCK))
            lock.acquire()  # succeeds: the name is random
            self.lock = lock
        write_file(self.path, text.encode())

    def remove(self) -> None:
        """Remove the file and its lock."""
        if self.lock is not None:
            remove(self.path)
            self.lock.release()
            self.lock = None


class AutosaveTimer(QObject):
    """Writes unsaved work to disk some seconds after it changes; base of the kinds of work.

    Args:
        folder: folder of the files.
        watched: signals that are emitted when the work may have changed.
        parent: window.
    """

    def __init__(
        self, folder: Path, watched: Sequence[SignalInstance], parent: QObject | None
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._file = AutosaveFile(folder)
        self._fault, self._failed = ("recovery", folder), False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._write)
        self._watched = watched
        for signal in watched:
            signal.connect(self.schedule)

    def schedule(self, *_: object) -> None:
        """Schedule writing, or remove the file if nothing is unsaved."""
        if self._is_settled():
            self._timer.stop()
            self._clear_fault()
        elif not self._timer.isActive():
            self._timer.start()

    def _is_settled(self) -> bool:
        """Return True if no file has to be written; remove those that are not needed."""
        raise NotImplementedError

    def _write(self) -> None:
        """Write the work; report a failure, and try again until it succeeds."""
        self._timer.setInterval(DELAY_MS)
        try:
            self._write_files()
        except OSError as error:
            text = tr("Unsaved work cannot be kept in {path} for recovery: {reason}.")
            report_unwritten(self._fault, text, self._folder, error)
            self._failed = True
            self._timer.start(_RETRY_MS)
        else:
            self._clear_fault()

    def _clear_fault(self) -> None:
        if self._failed:
            self._failed = False
            notices.clear(self._fault)

    def _write_files(self) -> None:
        """Write the files of the work; raises OSError."""
        raise NotImplementedError

    def take_over(self, left: RecoverableWork | RecoverableBook) -> None:
        """Use the file of recovered work, which was opened in this window."""
        self._file.remove()
        self._file.path, self._file.lock = left.file, left.lock
        self.schedule()

    def remove(self) -> None:
        """Remove all files."""
        self._timer.stop()
        self._file.remove()

    def close(self) -> None:
        """Stop saving because the window is closed and its unsaved work was asked about."""
        for signal in self._watched:
            signal.disconnect(self.schedule)
        self._watched = []
        self.remove()


class Autosave(AutosaveTimer):
    """Writes the unsaved work on a document to disk; a lock marks the window as alive.

    Args:
        document: document to save.
        folder: folder of the files.
        work: returns unsaved solutions and moves.
        parent: window.
    """

    def __init__(
        self,
        document: Document,
        folder: Path,
        work: Callable[[], UnsavedProgress] = UnsavedProgress,
        parent: QObject | None = None,
    ) -> None:
        watched = [document.board_changed, document.replaced, document.title_changed]
        super().__init__(folder, watched, parent)
        self._document = document
        self._work = work
        self._others: list[tuple[Solution, AutosaveFile]] = []

    def _is_settled(self) -> bool:
        if self._document.modified:
            return False
        work = self._work()
        needed = self._is_needed(work)
        if not needed:
            self._file.remove()
        self._drop_others(work)
        return not needed and len(self._others) == len(work.other_solutions)

    def _is_needed(self, work: UnsavedProgress) -> bool:
        return self._document.modified or bool(work)

    def _drop_others(self, work: UnsavedProgress) -> None:
        """Remove files of other boards whose solutions were saved, discarded or shown again."""
        for entry in self._others[:]:
            solution, kept = entry
            if not any(other is solution for other in work.other_solutions):
                kept.remove()
                self._others.remove(entry)

    def _write_files(self) -> None:
        work = self._work()
        if self._is_needed(work):
            self._file.write(self._text(work))
        else:  # only work on another board is left
            self._file.remove()
        self._drop_others(work)
        for solution in work.other_solutions:
            if not any(other is solution for other, _ in self._others):
                kept = AutosaveFile(self._folder)
                kept.write(with_head(_solution_text(solution)))
                self._others.append((solution, kept))

    def _text(self, work: UnsavedProgress) -> str:
        document, solution = self._document, work.solution
        return with_head(
            dump_board(document.board)
            if solution is None
            else _solution_text(replace(solution, board=document.board)),
            path=str(document.path) if document.path else "",
            digest=document.digest,
            modified=document.modified,
            with_solution=document.saved_solution is not None,
            moves=list(document.board.format_moves(work.moves)) if work.moves else [],
        )

    def remove(self) -> None:
        super().remove()
        for _, kept in self._others:
            kept.remove()
        self._others = []


def with_head(text: str, **fields: Any) -> str:
    """Return the content of a file; by default for a solution of another board."""
    usual = {"path": "", "digest": "", "modified": False, "with_solution": False, "moves": []}
    checksum = content_digest(text.encode())
    head = {**usual, **fields, "time": time.time(), "checksum": checksum}
    return f"{json.dumps(head)}\n{text}"


def _solution_text(solution: Solution) -> str:
    """Return a solution as text; only its board if it is too long."""
    if len(solution.moves) > _MAX_MOVES:
        return dump_board(solution.board)
    return dump_solution(replace(solution, solutions=None, count=None))


class _Left:
    """Autosave file left by a process that has ended; base of what it may hold.

    Attributes:
        file: autosave file.
        lock: lock that marks the work as open.
    """

    file: Path
    lock: Lock

    def claim(self) -> bool:
        """Lock the work; return False if another window has it."""
        try:
            return self.lock.acquire() and self.file.exists()
        except OSError as error:
            _log.warning("unsaved work in %s cannot be had: %s", self.file, error)
            return False

    def discard(self) -> None:
        """Remove the file and its lock."""
        remove(self.file)
        self.lock.release()


@dataclass(frozen=True)
class RecoverableBook(_Left):
    """Unsaved book left by a process that has ended.

    Attributes:
        file: autosave file.
        book: the book.
        path: file of the book; None if it was never saved.
        time: time of writing in seconds since the epoch.
        digest: digest of the book's file when it was opened; empty if unknown.
        lock: lock that marks the work as open.
    """

    file: Path
    book: Book
    path: Path | None
    time: float
    digest: str
    lock: Lock = field(compare=False)

    def describe(self) -> str:
        """Return the title, the date and the number of puzzles."""
        name = printable(self.path.name) if self.path else self.book.title or tr("New book")
        puzzles = quantity(len(self.book.puzzles), "puzzle")
        text = tr("{name}, {date}, a book of {puzzles}")
        return text.format(name=name, date=date_and_time(self.time), puzzles=puzzles)


@dataclass(frozen=True)
class RecoverableWork(_Left):
    """Unsaved work left by a process that has ended.

    Attributes:
        file: autosave file.
        board: board.
        path: file of the document; None if it was never saved.
        time: time of writing in seconds since the epoch.
        modified: True if the document's file lacks changes.
        with_solution: True if the document's file holds a solution beside the board.
        progress: unsaved solution and moves.
        digest: digest of the document's file when it was opened; empty if unknown.
        lock: lock that marks the work as open.
    """

    file: Path
    board: Board
    path: Path | None
    time: float
    modified: bool = True
    with_solution: bool = False
    progress: UnsavedProgress = UnsavedProgress()
    digest: str = ""
    lock: Lock = field(kw_only=True, compare=False)

    def describe(self) -> str:
        """Return the title, the date and the kind of work."""
        name = printable(self.path.name) if self.path else self.board.title or tr("Untitled board")
        date, made = date_and_time(self.time), len(self.progress.moves)
        if self.progress.solution is None:
            text = tr("{name}, {date}")
            if made:
                text = ngettext(
                    "{name}, {date}, with {count} move made by hand",
                    "{name}, {date}, with {count} moves made by hand",
                    made,
                )
            return text.format(name=name, date=date, count=group_digits(made))
        moves = len(self.progress.solution.moves)
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


def find_recoverable(folder: Path) -> Iterator[RecoverableWork | RecoverableBook]:
    """Find the unsaved work in a folder, the latest first.

    Files that cannot be read are set aside and reported.
    """
    remove_leftovers(folder)
    found: list[RecoverableWork | RecoverableBook] = []
    for kept in folder.glob(f"*{_SUFFIX}"):
        lock = Lock(kept.with_suffix(_LOCK))
        try:
            if not lock.is_free():
                continue
        except OSError as error:
            _log.warning("%s cannot be opened: %s", kept.with_suffix(_LOCK), reason_of(error))
            continue
        try:
            found.append(_read(kept, lock))
        except NewerVersionError:
            text = tr(
                "Unsaved work is from a newer version of PuzzleGUI, which can open it. {path} "
                "stays as it is."
            )
            notices.report(("newer", kept), text.format(path=str(kept)))
        except Exception as error:  # noqa: BLE001 - damaged content raises anything
            if os.path.lexists(kept):  # another window may have removed it
                _log.info("unsaved work in %s cannot be read: %s", kept, error)
                move_aside(kept, tr("Unsaved work cannot be read."))
    for path in folder.glob(f"*{_LOCK}"):
        if not os.path.lexists(path.with_suffix(_SUFFIX)):
            # The process was killed before writing or after removing the work.
            _release_if_left(Lock(path))
    yield from sorted(found, key=lambda left: -left.time)


def _release_if_left(lock: Lock) -> None:
    with suppress(OSError):
        if lock.acquire():
            lock.release()


def _read(kept: Path, lock: Lock) -> RecoverableWork | RecoverableBook:
    """Read an autosave file; a damaged file raises various exceptions."""
    head, text = read_bounded(kept, _MAX_BYTES).decode().split("\n", 1)
    if has_newer_version(head.encode()) or has_newer_version(text.encode()):
        raise NewerVersionError(errno.EINVAL, os.strerror(errno.EINVAL), str(kept))
    fields = json.loads(head)
    path, moment = fields["path"], float(fields["time"])
    if not isinstance(path, str) or "\0" in path:
        raise ValueError(tr("no path"))
    if not math.isfinite(moment):
        raise ValueError(tr("no date"))
    time.localtime(moment)  # raises if out of range
    if may_be_book(text) and (book := parse_book(text, "unsaved work")) is not None:
        digest = str(fields.get("digest", ""))
        return RecoverableBook(kept, book.book, Path(path) if path else None, moment, digest, lock)
    loaded = parse(text, "unsaved work")
    found = replay_solution(loaded)  # the board may have problems
    content = found.content
    if fields.get("checksum") == content_digest(text.encode()):
        content = _with_proof(content, loaded.content)
    if content is None:
        raise ValueError(found.message)
    board = content.board if isinstance(content, Solution) else content
    solution = content if isinstance(content, Solution) and not found.move_error else None
    work = UnsavedProgress(solution, legal_moves(board, fields.get("moves")))
    return RecoverableWork(
        kept, board, Path(path) if path else None, moment, bool(fields.get("modified", True)),
        bool(fields.get("with_solution")), work, str(fields.get("digest", "")), lock=lock,
    )  # fmt: skip


def _with_proof(content: Board | Solution | None, kept: Board | Solution | None) -> Any:
    """Return a replayed solution with what was proved of it before it was kept.

    The checksum shows that the program itself wrote the file, and that it is undamaged.

    Args:
        content: the replayed solution, without claims.
        kept: the solution as it is in the file.
    """
    if not isinstance(content, Solution) or not isinstance(kept, Solution):
        return content
    if content.moves != kept.moves or kept.lower_bound > len(kept.moves):
        return content
    return replace(
        content,
        optimal=kept.optimal,
        longest=kept.longest,
        lower_bound=kept.lower_bound,
        note=kept.note,
        chosen=kept.chosen,
    )


def legal_moves(board: Board, texts: object) -> tuple[Any, ...]:
    """Return the moves made by hand up to the first that is not legal."""
    if not isinstance(texts, list) or not texts or board.problems():
        return ()
    try:
        moves = tuple(board.parse_moves(" ".join(map(str, texts))))
    except PuzzleError as error:
        _log.warning("moves made by hand cannot be read: %s", error)
        return ()
    _, played, _ = board.play_all(moves, board.initial())
    return moves[:played]

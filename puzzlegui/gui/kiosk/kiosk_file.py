"""Files of a running kiosk, from which it goes on after its process was killed."""

from __future__ import annotations

import dataclasses
import json
import logging
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlegui.core.board import Board
from puzzlegui.core.files import content_digest, write_file
from puzzlegui.core.locks import Lock, remove
from puzzlegui.core.own_files import read_bounded
from puzzlegui.documents.boardfile import dump_board_line, parse_board
from puzzlegui.documents.bookfile import MAX_BOOK_BYTES
from puzzlegui.engine.runner.client import own_command
from puzzlegui.folders import Folders
from puzzlegui.gui.play.options import PlayOptions

WATCHER, WINDOW = "watcher", "window"
"""Processes of a kiosk: one keeps the other, which shows the boards, running."""
_PREFIX, _FILE, _PROGRESS = "kiosk-", ".json", ".progress"
_WRITTEN, _LOCK = ".written", ".lock"
_MAX_BYTES = 2 * MAX_BOOK_BYTES
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """Progress of the visitor.

    Attributes:
        number: index of the board.
        moves: moves made on it, as text.
        seconds: playing time.
    """

    number: int = 0
    moves: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Exhibition:
    """Content of a kiosk.

    Attributes:
        boards: boards to be played one after the other, at least one.
        folders: folders of settings and log.
        options: message, time limit, background and others.
    """

    boards: tuple[Board, ...]
    folders: Folders
    options: PlayOptions

    def dump(self) -> str:
        """Format it as a file."""
        folders = {name: str(path) for name, path in vars(self.folders).items()}
        boards = ",\n".join(dump_board_line(board) for board in self.boards)
        head = json.dumps({"folders": folders, "options": self.options.fields(secret=True)})
        return f'{head[:-1]}, "boards": [\n{boards}\n]}}\n'


class KioskFile:
    """File of a running kiosk; it and the progress last until the kiosk is closed.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._progress = path.with_suffix(_PROGRESS)
        self._lock = Lock(path.with_suffix(_LOCK))

    @classmethod
    def create(cls, exhibition: Exhibition) -> KioskFile:
        """Write the file of a kiosk, or find that of one with the same content that was killed.

        Raises:
            OSError: it cannot be written.
        """
        folder, text = exhibition.folders.recovery, exhibition.dump()
        folder.mkdir(parents=True, exist_ok=True)
        same = json.dumps(exhibition.options.fields(secret=False))
        boards = "".join(map(dump_board_line, exhibition.boards))
        name = f"{_PREFIX}{content_digest(same.encode(), boards.encode())[:16]}"
        found = cls(folder / f"{name}{_FILE}")
        number = 1
        while not found.acquire():  # a kiosk on another screen
            number += 1
            found = cls(folder / f"{name}-{number}{_FILE}")
        write_file(found.path, text.encode())
        _remove_left(folder, found)
        return found

    def acquire(self) -> bool:
        """Lock the file for this process; return False if another process runs the kiosk."""
        return self._lock.acquire()

    def release(self) -> None:
        """Let another process run the kiosk."""
        self._lock.release()

    def command(self, process: str, on_solved: Sequence[str] = ()) -> list[str]:
        """Return the command that starts a process of the kiosk.

        Args:
            process: ``WATCHER`` or ``WINDOW``.
            on_solved: program to start when the last board is solved, with its arguments.
        """
        solved = ["--on-solved", shlex.join(on_solved)] if on_solved else []
        return own_command("play", str(self.path), "--kiosk", "--kiosk-process", process, *solved)

    def read(self) -> Exhibition:
        """Return the content.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        fields = json.loads(read_bounded(self.path, _MAX_BYTES))
        boards = tuple(parse_board(json.dumps(board)) for board in fields["boards"])
        folders = Folders(**{name: Path(text) for name, text in fields["folders"].items()})
        return Exhibition(boards, folders, PlayOptions.of_fields(fields["options"]))

    def read_progress(self) -> Progress:
        """Return the progress; none if there is no file or it is damaged."""
        try:
            fields = json.loads(read_bounded(self._progress, _MAX_BYTES))
            moves = tuple(map(str, fields["moves"]))
            return Progress(int(fields["number"]), moves, float(fields["seconds"]))
        except FileNotFoundError:
            return Progress()
        except (OSError, ValueError, KeyError, TypeError) as error:
            _log.warning("the progress of the kiosk cannot be read: %s", error)
            return Progress()

    def write_progress(self, progress: Progress) -> None:
        """Write the progress; log a failure.

        It outlives the process, but maybe not a power cut: waiting for the disk would delay moves.
        """
        written = self._progress.with_suffix(_WRITTEN)
        try:
            written.write_text(json.dumps(dataclasses.asdict(progress)), encoding="utf-8")
            written.replace(self._progress)
        except OSError as error:
            _log.warning("the progress of the kiosk cannot be kept: %s", error)

    def remove(self) -> None:
        """Remove the files, because the kiosk was closed."""
        for path in (self.path, self._progress, self._progress.with_suffix(_WRITTEN)):
            remove(path)
        self.release()


def _remove_left(folder: Path, own: KioskFile) -> None:
    """Remove the files of other kiosks that no process runs."""
    for path in folder.glob(f"{_PREFIX}*{_FILE}"):
        other = KioskFile(path)
        if path != own.path and other.acquire():
            other.remove()

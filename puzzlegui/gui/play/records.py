"""The best that was done by hand with each puzzle, kept for the next start of the program."""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.files import open_file, write_file
from puzzlegui.core.locks import locked
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.gui.model.puzzle import Best

_NAME = "best.json"
_MOST = 1000
"""Puzzles that are remembered; those solved longest ago are forgotten."""
_MOST_BYTES = 1 << 20
_log = logging.getLogger(__name__)


class Records:
    """Kept in a file; one that is damaged counts as far as it can be read.

    Args:
        folder: where the file is; need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / _NAME

    def best(self, board: Board) -> Best | None:
        """The best that was done with a board's puzzle; None if it never was solved."""
        return self._read().get(_key(board))

    def enter(self, board: Board, done: Best) -> Best | None:
        """Remember that a board's puzzle was solved so; gives the best before, if there was one."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Another window may write it, too. So called, it is swept after a crash.
            with locked(self.path.with_name(f".{_NAME}.puzzlegui-lock")):
                return self._enter(board, done)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.path, error.strerror or error)
            return self.best(board)

    def _enter(self, board: Board, done: Best) -> Best | None:
        known = self._read()
        key = _key(board)
        before = known.pop(key, None)
        known[key] = done if before is None else before.with_(done)
        entries = {key: [best.moves, best.seconds] for key, best in known.items()}
        write_file(self.path, json.dumps(dict(list(entries.items())[-_MOST:])).encode())
        return before

    def _read(self) -> dict[str, Best]:
        try:
            with open_file(self.path) as file:
                found = json.loads(file.read(_MOST_BYTES))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("%s cannot be read: %s", self.path, error)
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: best for key, entry in found.items() if (best := _best(entry)) is not None}


def _best(entry: Any) -> Best | None:
    """What an entry says, None if that is nonsense."""
    match entry:
        case [int(moves), int() | float() as seconds] if moves > 0 and 0 <= seconds < 10**9:
            return Best(moves, float(seconds))
        case _:
            return None


def _key(board: Board) -> str:
    """Stands for the puzzle, whatever its title and colours."""
    return hashlib.sha256(dump_board(board.puzzle).encode()).hexdigest()[:32]

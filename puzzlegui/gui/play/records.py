"""The player's best results per puzzle, stored in a file."""

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
from puzzlegui.gui.model.puzzle import PersonalBest

_NAME = "best.json"
_MAX_PUZZLES = 1000
"""Maximum number of puzzles stored; the least recently solved are dropped."""
_MAX_BYTES = 1 << 20
_log = logging.getLogger(__name__)


class Records:
    """Best results in a JSON file; unreadable entries are ignored.

    Args:
        folder: folder of the file; may not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / _NAME

    def best(self, board: Board) -> PersonalBest | None:
        """Return the best result of a board's puzzle; None if never solved."""
        return self._read().get(_key(board))

    def record(self, board: Board, result: PersonalBest) -> PersonalBest | None:
        """Store a result of a board's puzzle; return the previous best, or None."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Other windows may write the file too; the name lets a lock left by a crash be removed.
            with locked(self.path.with_name(f".{_NAME}.puzzlegui-lock")):
                return self._record(board, result)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.path, error.strerror or error)
            return self.best(board)

    def _record(self, board: Board, result: PersonalBest) -> PersonalBest | None:
        known = self._read()
        key = _key(board)
        before = known.pop(key, None)
        known[key] = result if before is None else before.combined_with(result)
        entries = {key: [best.moves, best.seconds] for key, best in known.items()}
        write_file(self.path, json.dumps(dict(list(entries.items())[-_MAX_PUZZLES:])).encode())
        return before

    def _read(self) -> dict[str, PersonalBest]:
        try:
            with open_file(self.path) as file:
                content = json.loads(file.read(_MAX_BYTES))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("%s cannot be read: %s", self.path, error)
            return {}
        if not isinstance(content, dict):
            return {}
        return {key: best for key, entry in content.items() if (best := _best(entry)) is not None}


def _best(entry: Any) -> PersonalBest | None:
    """Parse an entry of the file; None if invalid."""
    match entry:
        case [int(moves), int() | float() as seconds] if moves > 0 and 0 <= seconds < 10**9:
            return PersonalBest(moves, float(seconds))
        case _:
            return None


def _key(board: Board) -> str:
    """Return the key of a board's puzzle, independent of title and colours."""
    return hashlib.sha256(dump_board(board.puzzle).encode()).hexdigest()[:32]

"""The player's best results per puzzle, stored in a file."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.own_files import OwnFile, OwnFileTexts
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.gui.model.puzzle import PersonalBest

_NAME = "best.json"
_MAX_PUZZLES = 1000
"""Maximum number of puzzles stored; the least recently solved are dropped."""
_MAX_BYTES = 4 << 20
_TEXTS = OwnFileTexts(
    gettext_noop("Your best results cannot be read, so new ones are started."),
    gettext_noop("Your result cannot be saved in {path}: {reason}."),
)


class Records:
    """Best results in a JSON file; entries that cannot be read stay in it.

    Args:
        folder: folder of the file; may not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._file = OwnFile(folder / _NAME, _parse, _TEXTS, _MAX_BYTES)
        self.path = self._file.path
        self._unsaved: dict[str, PersonalBest] = {}
        """Results that could not be stored yet, by puzzle."""

    def best(self, board: Board) -> PersonalBest | None:
        """Return the best result of a board's puzzle; None if never solved."""
        key = puzzle_key(board)
        stored, unsaved = _best((self._file.read() or {}).get(key)), self._unsaved.get(key)
        return stored if unsaved is None else _combined(stored, unsaved)

    def record(self, board: Board, result: PersonalBest) -> PersonalBest | None:
        """Store a result of a board's puzzle, and those that could not be stored before.

        Returns:
            The previous best, or None.

        Raises:
            OSError: the file cannot be written, which was reported; the result is kept in memory.
        """
        key = puzzle_key(board)
        waiting = self._unsaved.get(key)
        self._unsaved[key] = _combined(waiting, result)
        stored = self._write().get(key)
        return stored if waiting is None else _combined(stored, waiting)

    def write(self) -> None:
        """Store the results that could not be stored before, if there are any."""
        if self._unsaved:
            with suppress(OSError):  # which was reported
                self._write()

    def _write(self) -> dict[str, PersonalBest]:
        """Store the results in memory; return the former bests in the file, by puzzle."""
        results, former = dict(self._unsaved), dict[str, PersonalBest]()

        def changed(stored: dict[str, Any] | None) -> list[bytes]:
            entries = dict(stored or {})
            for key, result in results.items():
                entry = entries.pop(key, None)
                best = _best(entry)
                if best is not None:
                    former[key] = best
                elif entry is not None:
                    self._file.keep_copy()
                new = _combined(best, result)
                more = entry[2:] if best is not None else []  # of a newer version
                entries[key] = [new.moves, new.seconds, *more]
            known = [key for key, entry in entries.items() if _best(entry) is not None]
            for key in known[:-_MAX_PUZZLES]:
                del entries[key]
            return [json.dumps(entries).encode()]

        self._file.update(changed)
        for key, result in results.items():
            if self._unsaved.get(key) is result:
                del self._unsaved[key]
        return former


def _parse(content: bytes) -> dict[str, Any]:
    found = json.loads(content.decode("utf-8-sig"))
    if not isinstance(found, dict):
        raise ValueError(tr("no results"))  # noqa: TRY004 - of damaged content
    return found


def _combined(one: PersonalBest | None, other: PersonalBest) -> PersonalBest:
    return other if one is None else one.combined_with(other)


def _best(entry: Any) -> PersonalBest | None:
    """Parse an entry of the file; None if invalid."""
    match entry:
        case [int(moves), int() | float() as seconds, *_] if moves > 0 and 0 <= seconds < 10**9:
            return PersonalBest(moves, float(seconds))
        case _:
            return None


def puzzle_key(board: Board) -> str:
    """Return the key of a board's puzzle, independent of title and colours."""
    return hashlib.sha256(dump_board(board.puzzle).encode()).hexdigest()[:32]

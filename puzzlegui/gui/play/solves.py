"""The player's solves of each kind of puzzle, stored in a file, and their averages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.own_files import OwnFile, OwnFileTexts
from puzzlegui.gui.play.records import puzzle_key

_NAME = "solves.json"
_MOST_KINDS, _MOST_SOLVES = 200, 1000
"""Most kinds of puzzles stored, the least recently solved dropped first, and solves of a kind."""
_MAX_BYTES = 16 << 20
_TEXTS = OwnFileTexts(
    gettext_noop("Your solves cannot be read, so new ones are collected."),
    gettext_noop("Your solve cannot be saved in {path}: {reason}."),
)
_MEAN = 3
"""Solves up to which the best and the worst count, too."""


class Solve(NamedTuple):
    """A board solved by hand without help.

    Attributes:
        seconds: time from the first move.
        moves: number of moves, each counted.
    """

    seconds: float
    moves: int


def average(times: Sequence[float], count: int) -> float | None:
    """Return the average of the last times; None if there are fewer.

    Of more than three, the best and the worst are left out, as in competitions of the World Cube
    Association.

    Args:
        times: all times, in order.
        count: number of the times that count.
    """
    if len(times) < count:
        return None
    last = sorted(times[-count:])
    if count > _MEAN:
        last = last[1:-1]
    return sum(last) / len(last)


class Solves:
    """Solves in a JSON file, by kind of puzzle: all starts of a goal are of the same kind.

    Args:
        folder: folder of the file; may not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._file = OwnFile(folder / _NAME, _parse, _TEXTS, _MAX_BYTES)
        self._unsaved: dict[str, list[Solve]] = {}
        self._lock = Lock()

    def of(self, board: Board) -> list[Solve]:
        """Return the solves of a board's kind, in order."""
        key = _kind(board)
        return _solves((self._file.read() or {}).get(key)) + self._unsaved.get(key, [])

    def add(self, board: Board, solve: Solve) -> None:
        """Store a solve, and those that could not be stored before.

        Raises:
            OSError: the file cannot be written, which was reported; the solve is kept in memory.
        """
        self._unsaved.setdefault(_kind(board), []).append(solve)
        self._write()

    def write(self) -> None:
        """Store the solves that could not be stored before, if there are any."""
        if any(self._unsaved.values()):
            with suppress(OSError):  # which was reported
                self._write()

    def _write(self) -> None:
        with self._lock:  # of wins in quick succession each is written once
            waiting = {key: list(solves) for key, solves in self._unsaved.items() if solves}

            def changed(stored: dict[str, Any] | None) -> list[bytes]:
                entries = dict(stored or {})
                for key, added in waiting.items():
                    kept = entries.pop(key, [])  # as it stands, which a newer version may read
                    if not isinstance(kept, list):
                        self._file.keep_copy()
                        kept = []
                    entries[key] = [*kept, *added][-_MOST_SOLVES:]
                for key in list(entries)[:-_MOST_KINDS]:
                    del entries[key]
                return [json.dumps(entries).encode()]

            self._file.update(changed)
            for key, added in waiting.items():
                del self._unsaved[key][: len(added)]


def _parse(content: bytes) -> dict[str, Any]:
    found = json.loads(content.decode("utf-8-sig"))
    if not isinstance(found, dict):
        raise ValueError(tr("no solves"))  # noqa: TRY004 - of damaged content
    return found


def _solves(entry: Any) -> list[Solve]:
    """Parse an entry of the file; what is invalid is left out."""
    found: list[Solve] = []
    for each in entry if isinstance(entry, list) else ():
        match each:
            case [int() | float() as seconds, int(moves), *_] if 0 <= seconds < 10**9 and moves > 0:
                found.append(Solve(float(seconds), moves))
    return found


def _kind(board: Board) -> str:
    """Return the key of a board's kind: its family, size, rules and goal."""
    puzzle = board.puzzle
    if len(puzzle.grid_fields) > 1:
        start, goal = puzzle.grid_fields[:2]
        puzzle = puzzle.with_fields(**{start: puzzle.grid(goal)})
    return puzzle_key(puzzle)

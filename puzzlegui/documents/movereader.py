"""Reader of move lists in solution files, in which each move is a string."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError, PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.movetext import MAX_MOVES

_ONE_EACH = gettext_noop("each text should hold one move")


class MoveReader:
    """Reads lists of strings with a single move each; a file may have a hundred thousand.

    Moves are cached by their text, so that equal moves are the same object.

    Attributes:
        lead: number of strings in a list before its first move.
    """

    def __init__(self, fields: JsonObjectReader, board: Board) -> None:
        self.lead = len(board.format_moves(()))
        self._fields = fields
        self._board = board
        self._begins: list[str] | None = None
        self._known: dict[str, Any] = {}

    def read(self, texts: list[str], name: str, *path: int) -> tuple[Any, ...]:
        """Read the moves of a list; return () if a problem was reported.

        Args:
            texts: the list.
            name: name of its field.
            path: location within the field.
        """
        lead, rest = texts[: self.lead], texts[self.lead :]
        if len(rest) > MAX_MOVES:
            message = tr("there are more than {most_moves} moves")
            text = message.format(most_moves=group_digits(MAX_MOVES))
            self._fields.report(f"{name}: {text}", name, *path)
            return ()
        try:
            if lead == self._begins:
                return tuple([self._known[text] for text in rest])
        except KeyError:
            pass  # a move is not cached yet
        new = [text for text in dict.fromkeys(rest) if text not in self._known]
        lines = [*lead, *new]
        ends = list(accumulate(len(line) + 1 for line in lines))
        try:
            moves = self._moves(lines, ends)
        except MoveTextError as error:
            wrong = lines[min(bisect_right(ends, error.offset), len(lines) - 1)]
            place = (*path, texts.index(wrong))
            self._fields.report(f"{name}: {error.reason}", name, *place)
            return ()
        except PuzzleError as error:
            self._fields.report(f"{name}: {error}", name, *path)
            return ()
        self._begins = lead
        self._known.update(zip(new, moves, strict=True))
        return tuple([self._known[text] for text in rest])

    def _moves(self, lines: list[str], ends: list[int]) -> list[Any]:
        """Parse lines with a single move each; the first may hold none."""
        text = "\n".join(lines)
        moves: list[Any] = []
        number = 0
        for stretch in self._board.read_moves(text):
            for (_, at), count in zip(stretch.tokens(), stretch.counts, strict=True):
                if count != 1 or bisect_right(ends, at) != number:
                    raise MoveTextError(
                        _ONE_EACH, text, min(at, ends[min(number, len(ends) - 1)] - 1)
                    )
                number += 1
            moves += stretch.moves
        if number != len(lines):
            raise MoveTextError(_ONE_EACH, text, ends[number] - 1)
        return moves

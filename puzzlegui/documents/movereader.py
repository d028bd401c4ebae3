"""Lists of moves in solution files, each move a text of its own."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError, PuzzleError
from puzzlegui.core.fields import Fields
from puzzlegui.core.language import mark

_ONE_EACH = mark("each text should hold one move")


class MoveReader:
    """Reads lists that hold one move a text, of which there may be a hundred thousand.

    A move that was read before is found by its text, and held once.

    Attributes:
        lead: texts of a list that come before its first move.
    """

    def __init__(self, fields: Fields, board: Board) -> None:
        self.lead = len(board.moves_text(()))
        self._fields = fields
        self._board = board
        self._begins: list[str] | None = None
        self._known: dict[str, Any] = {}

    def read(self, texts: list[str], name: str, *path: int) -> tuple[Any, ...]:
        """The moves of a list; () once a problem has been noted.

        Args:
            texts: the list.
            name: of the field in which it stands.
            path: where in the field.
        """
        lead, rest = texts[: self.lead], texts[self.lead :]
        try:
            if lead == self._begins:
                return tuple([self._known[text] for text in rest])
        except KeyError:
            pass  # one of them is new
        new = [text for text in dict.fromkeys(rest) if text not in self._known]
        lines = [*lead, *new]
        ends = list(accumulate(len(line) + 1 for line in lines))
        try:
            moves = self._moves(lines, ends)
        except MoveTextError as error:
            wrong = lines[min(bisect_right(ends, error.offset), len(lines) - 1)]
            place = (*path, texts.index(wrong))
            self._fields.note(f"{name}: {error.reason}", name, *place)
            return ()
        except PuzzleError as error:
            self._fields.note(f"{name}: {error}", name, *path)
            return ()
        self._begins = lead
        self._known.update(zip(new, moves, strict=True))
        return tuple([self._known[text] for text in rest])

    def _moves(self, lines: list[str], ends: list[int]) -> list[Any]:
        """The moves of texts that are to hold one each, the first perhaps none."""
        text = "\n".join(lines)
        moves: list[Any] = []
        number = 0
        for stretch in self._board.read_moves(text):
            for (_, at), count in zip(stretch.words(), stretch.counts, strict=True):
                if count != 1 or bisect_right(ends, at) != number:
                    raise MoveTextError(
                        _ONE_EACH, text, min(at, ends[min(number, len(ends) - 1)] - 1)
                    )
                number += 1
            moves += stretch.moves
        if number != len(lines):
            raise MoveTextError(_ONE_EACH, text, ends[number] - 1)
        return moves

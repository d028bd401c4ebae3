"""The one table of notations: ways to write moves that are all read back by ``parse_moves``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.families.rotation.board import BOTH, QUARTERS, RotationBoard, Turn
from puzzlegui.families.sliding.board import SlidingBoard


class Term(NamedTuple):
    """A text that stands for ``moves[start:stop]``; for none in front of a maze's first jump."""

    text: str
    start: int
    stop: int


@dataclass(frozen=True)
class Notation:
    """A way to write moves.

    Attributes:
        name: as given on the command line.
        title: what the user sees.
        serves: the boards it is for, in words.
        suits: whether it is for a board.
        terms: the moves of a board, written.
        separator: what stands between two terms on a line; a line break where each has its own.
        single: every move has a term of its own.
    """

    name: str
    title: str
    serves: str
    suits: Callable[[Board], bool]
    terms: Callable[[Board, Sequence[Any]], list[Term]]
    separator: str = " "
    single: bool = True

    def format(self, board: Board, moves: Sequence[Any]) -> list[str]:
        """The texts of ``moves``; joined with the separator they are read back as moves."""
        return [term.text for term in self.terms(board, moves)]


def notations_for(board: Board) -> list[Notation]:
    """The notations that a board's moves can be written in, the standard one first."""
    return [notation for notation in NOTATIONS.values() if notation.suits(board)]


def notation_for(board: Board, name: str) -> Notation:
    """The notation of that name.

    Raises:
        PuzzleError: it is not for this board.
    """
    notation = NOTATIONS[name]
    if not notation.suits(board):
        names = ", ".join(found.name for found in notations_for(board))
        raise PuzzleError(
            f"the notation {name} is for {notation.serves}, "
            f"and this is {board.describe()}; choose from {names}"
        )
    return notation


def notation_or_standard(board: Board, name: str) -> Notation:
    """The notation of that name where it is for this board, else the standard one."""
    notation = NOTATIONS[name]
    return notation if notation.suits(board) else NOTATIONS[STANDARD]


def _one_by_one(texts: Sequence[str], moves: Sequence[Any]) -> list[Term]:
    """A term for each text; those before the first move stand for none."""
    lead = len(texts) - len(moves)
    before = [Term(text, 0, 0) for text in texts[:lead]]
    return before + [Term(text, at, at + 1) for at, text in enumerate(texts[lead:])]


def _standard(board: Board, moves: Sequence[Any]) -> list[Term]:
    return _one_by_one(board.moves_text(moves), moves)


def _words(board: Board, moves: Sequence[Any]) -> list[Term]:
    lead = [f"start at {text}" for text in board.moves_text(())]
    return _one_by_one([*lead, *map(board.describe_move, moves)], moves)


def _tuples(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    texts = [f"({move.column},{move.row},{'T' if move.clockwise else 'F'})" for move in moves]
    return _one_by_one(texts, moves)


def _quarters(_board: Board, moves: Sequence[Turn]) -> list[Term]:
    names = {block: name for name, block in QUARTERS.items()}
    texts = [names[move.row, move.column] + ("" if move.clockwise else "'") for move in moves]
    return _one_by_one(texts, moves)


def _compressed(board: Board, moves: Sequence[Any]) -> list[Term]:
    """Slides with their number; turns of one block in the fewest that come to the same."""
    terms: list[Term] = []
    start = 0
    key = _block if isinstance(board, RotationBoard) else None
    for _, run in groupby(moves, key):
        same = list(run)
        stop = start + len(same)
        if isinstance(board, RotationBoard):
            fewest = _fewest_turns(same)
            # Each term but the last stands for one move, the last for the rest of the run.
            for index, turn in enumerate(fewest):
                last = stop if index == len(fewest) - 1 else start + index + 1
                terms.append(Term(str(turn), start + index, last))
        else:
            terms += [
                Term(f"{same[0]}{count if count > 1 else ''}", at, at + count)
                for at in range(start, stop, _MOST_REPEATED)
                for count in [min(_MOST_REPEATED, stop - at)]
            ]
        start = stop
    return terms


_MOST_REPEATED = 1000
"""The largest repeat count that is read back."""


def _block(move: Turn) -> tuple[int, int]:
    return move.row, move.column


def _fewest_turns(turns: Sequence[Turn]) -> list[Turn]:
    """Turns of one block that come to the same as these."""
    quarters = sum(1 if turn.clockwise else -1 for turn in turns) % 4
    first = turns[0]
    match quarters:
        case 1 | 3:
            return [first._replace(clockwise=quarters == 1)]
        case 2:
            return [first, first]
        case _:
            return []


STANDARD = "standard"

NOTATIONS: dict[str, Notation] = {
    notation.name: notation
    for notation in (
        Notation(STANDARD, "Standard", "every board", lambda _: True, _standard),
        Notation(
            "compressed", "Compressed", "sliding boards, and rotation boards that turn both ways",
            lambda board: isinstance(board, SlidingBoard)
            or (isinstance(board, RotationBoard) and board.turns == BOTH),
            _compressed, single=False,
        ),
        Notation(
            "tuples", "Tuples (X,Y,T)", "rotation boards",
            lambda board: isinstance(board, RotationBoard), _tuples,
        ),
        Notation(
            "quarters", "Quarters Q1–Q4", "rotation boards of 3×3",
            lambda board: isinstance(board, RotationBoard) and board.size == "3×3",
            _quarters,
        ),
        Notation("words", "In words", "every board", lambda _: True, _words, separator="\n"),
    )
}  # fmt: skip

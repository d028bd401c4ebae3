"""Notations of moves, besides the standard notation and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop
from puzzlegui.core.notation import COMPRESSED, Notation, Term, Terms, numbered_lines
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.definitions.definition import original_names
from puzzlegui.families.permutation.definitions.gap import is_variable
from puzzlegui.families.permutation.moves import PermutationMove

_MOST = 1000
"""Largest repeat count that is read."""
Writer = Callable[[str, bool, int], str]
"""Writes a move with its name, True for its inverse, and its repeat count."""


def _compressed(name: str, backward: bool, count: int) -> str:
    """Write the count before a name that a digit after it would make another."""
    return f"{'' if count == 1 else count}{name}{_mark(backward)}"


def _twsearch(name: str, backward: bool, count: int) -> str:
    if name[-1].isdigit():  # a count would make it another name
        return " ".join([f"{name}{_mark(backward)}"] * count)
    return f"{name}{'' if count == 1 else count}{_mark(backward)}"


def _gap(name: str, backward: bool, count: int) -> str:
    return name if count == 1 and not backward else f"{name}^{'-' if backward else ''}{count}"


def _santa(name: str, backward: bool, _count: int) -> str:
    return f"-{name}" if backward else name


def _mark(backward: bool) -> str:
    return "'" if backward else ""


def _terms(
    write: Writer,
    names: Callable[[PermutationBoard], Mapping[str, str]],
    most: int = _MOST,
) -> Terms:
    """Return a formatter that joins equal moves where that is read as the same moves.

    Args:
        write: writes a move.
        names: returns, for a board, the names that are written instead of its own.
        most: greatest repeat count.
    """

    def terms(board: Board, moves: Sequence[PermutationMove]) -> list[Term]:
        assert isinstance(board, PermutationBoard)
        other_names = names(board)
        written: dict[tuple[PermutationMove, int], str | None] = {}

        def text(move: PermutationMove, count: int) -> str | None:
            if (move, count) not in written:
                name = other_names.get(move.name, move.name)
                found = write(name, move.backward, count)
                written[move, count] = found if _is_read(board, found, move, count) else None
            return written[move, count]

        found: list[Term] = []
        at = 0
        for move, run in groupby(moves):
            left = sum(1 for _ in run)
            single = text(move, 1) or str(move)
            while left:
                count = min(left, most)
                joined = single if count == 1 else text(move, count)
                if joined is None:
                    count, joined = 1, single
                found.append(Term(joined, at, at + count))
                at, left = at + count, left - count
        return found

    return terms


def _is_read(board: PermutationBoard, text: str, move: PermutationMove, count: int) -> bool:
    """Return True if a text is read as a move and its repeat count."""
    try:
        return board.parse_moves(text) == (move,) * count
    except PuzzleError:
        return False


def _own_names(_board: PermutationBoard) -> dict[str, str]:
    return {}


def _variables(board: PermutationBoard) -> dict[str, str]:
    """Return the original names that can be variables in GAP."""
    return {new: old for new, old in original_names(board).items() if is_variable(old)}


_ALL = gettext_noop("permutation boards")
NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", _ALL, lambda _: True, _terms(_compressed, _own_names),
        one_move_per_term=False,
    ),
    Notation(
        "twsearch", "twsearch", _ALL, lambda _: True, _terms(_twsearch, original_names),
        one_move_per_term=False,
    ),
    Notation(
        "gap", "GAP", _ALL, lambda _: True, _terms(_gap, _variables), separator="*",
        one_move_per_term=False,
    ),
    Notation(
        "santa", "Santa 2023", _ALL, lambda _: True, _terms(_santa, original_names, most=1),
        separator=".",
    ),
    numbered_lines(_ALL),
)  # fmt: skip

"""Another board like one: of the same size and kind, and about as many moves from its end."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.creation import Watch
from puzzlegui.engine.run import solve
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request

TRIES = 8
"""Boards that are looked at."""
_SECONDS = 0.2
"""For how long each of them is tried to be solved."""


def another_like(board: Board, moves: int, seed: int, watch: Watch | None = None) -> Board | None:
    """Another board about as hard as one, or None if nobody wanted to go on.

    Args:
        board: a sound board.
        moves: as few moves as are known to solve it.
        seed: chooses among the boards there are.
        watch: called now and then with the boards looked at.

    Raises:
        PuzzleError: there is none.
    """
    best: tuple[tuple[bool, int], Board] | None = None
    measured = True
    for number in range(TRIES):
        if watch is not None and not watch(number):
            return None
        other = family_of(board).another(
            board, moves, seed + number, watch and _still(watch, number)
        )
        if other is None:
            return None
        length = _length(other) if measured else None
        measured = length is not None
        off = abs((other.lower_bound() - board.lower_bound()) if length is None else length - moves)
        dull = other.puzzle == board.puzzle or other.is_solved(other.initial())
        if best is None or (dull, off) < best[0]:
            best = (dull, off), other
        if measured and not dull and off <= moves // 10:
            break
    assert best is not None
    return best[1]


def _still(watch: Watch, number: int) -> Watch:
    """For a search within the look at one board."""
    return lambda _steps: watch(number)


def _length(board: Board) -> int | None:
    """The moves of a solution that is found at once."""
    found = solve(board, request=Request(Limits(seconds=_SECONDS)))
    return len(found.moves) if found.solved else None

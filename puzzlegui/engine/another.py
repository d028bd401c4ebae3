"""Another board like one: of the same size and kind, and about as many moves from its end."""

from __future__ import annotations

import time

from puzzlegui.core.board import Board
from puzzlegui.core.creation import ProgressCallback
from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.run import solve
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request

TRIES = 8
"""Boards that are looked at."""
_SECONDS = 0.2
"""For how long each of them is tried to be solved."""
_LONG = 2.0
"""Seconds from which on one that was found will do."""


def another_like(board: Board, moves: int, seed: int, watch: ProgressCallback | None = None) -> Board | None:
    """Another board about as hard as one, or None if nobody wanted to go on.

    Args:
        board: a sound board.
        moves: as few moves as are known to solve it.
        seed: chooses among the boards there are.
        watch: called now and then with the boards looked at.

    Raises:
        PuzzleError: there is none.
    """
    found: list[tuple[tuple[bool, int], Board]] = []
    failed: PuzzleError | None = None
    begun = time.monotonic()
    for number in range(TRIES):
        if watch is not None and not watch(number):
            return None
        if any(not dull for (dull, _), _ in found) and time.monotonic() - begun > _LONG:
            break
        try:
            still = None if watch is None else _still(watch, number)
            other = family_of(board).make_similar(board, moves, seed + number, still)
        except PuzzleError as error:
            failed = error
            continue
        if other is None:
            return None
        off = _difference(other, board, moves)
        dull = other.puzzle == board.puzzle or other.is_solved(other.initial())
        found.append(((dull, off), other))
        if not dull and off <= moves // 10:
            break
    if not found:
        assert failed is not None
        raise failed
    return min(found, key=lambda one: one[0])[1]


def _still(watch: ProgressCallback, number: int) -> ProgressCallback:
    """For a search within the look at one board."""
    return lambda _steps: watch(number)


def _difference(other: Board, board: Board, moves: int) -> int:
    """By how many moves two boards differ: in the fewest if these are found at once, or in bounds.

    Args:
        other: a board whose fewest moves are sought.
        board: the one it is to be like.
        moves: as few moves as are known to solve that.
    """
    found = solve(other, request=Request(Limits(seconds=_SECONDS)))
    if found.optimal:
        return abs(len(found.moves) - moves)
    return abs(other.lower_bound() - board.lower_bound())

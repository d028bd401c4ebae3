"""Generation of a board similar to another: same size and kind, about as many moves."""

from __future__ import annotations

import time
from operator import itemgetter

from puzzlegui.core.board import Board
from puzzlegui.core.creation import ProgressCallback
from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.run import solve
from puzzlegui.families.registry import family_of
from puzzlegui.solvers.control import Limits, Request

TRIES = 8
"""Number of boards that are tried."""
_SECONDS = 0.2
"""Time limit for solving each of them."""
_ENOUGH_SECONDS = 2.0
"""Seconds after which the best board so far is accepted."""


def find_similar_board(
    board: Board, moves: int, seed: int, watch: ProgressCallback | None = None
) -> Board | None:
    """Return another board of about the same difficulty, or None if the search was cancelled.

    Args:
        board: a valid board.
        moves: least known number of moves to solve it.
        seed: seed of the random number generator.
        watch: called from time to time with the number of boards tried; returns False to cancel.

    Raises:
        PuzzleError: no such board was found.
    """
    found: list[tuple[tuple[bool, int], Board]] = []
    failed: PuzzleError | None = None
    begun = time.monotonic()
    for number in range(TRIES):
        if watch is not None and not watch(number):
            return None
        if any(not dull for (dull, _), _ in found) and time.monotonic() - begun > _ENOUGH_SECONDS:
            break
        try:
            still = None if watch is None else _board_watch(watch, number)
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
    return min(found, key=itemgetter(0))[1]


def _board_watch(watch: ProgressCallback, number: int) -> ProgressCallback:
    """Return a callback for the generation of a single board."""
    return lambda _steps: watch(number)


def _difference(other: Board, board: Board, moves: int) -> int:
    """Return the difference of the fewest moves of two boards, or of their lower bounds.

    Args:
        other: board to be solved for up to ``_SECONDS``; if it is not, its bound is compared.
        board: the board it should be similar to.
        moves: least known number of moves to solve ``board``.
    """
    found = solve(other, request=Request(Limits(seconds=_SECONDS)))
    if found.optimal:
        return abs(len(found.moves) - moves)
    return abs(other.lower_bound() - board.lower_bound())

"""What a search may take on a board, as far as that can be told before it begins."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from puzzlegui import kernels
from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.counting import arrangements, roughly
from puzzlegui.core.language import mark, tr

_INFORMED = 0.6
"""The power of all positions that a search with a good estimate looks through: some thousand of
the 181 440 of the Eight Puzzle, some ten million of those of the Fifteen Puzzle."""
_GREEDY = 0.4
"""The same where the first solution will do."""
_MET_A_SECOND, _TRIED_A_SECOND = 200_000, 500_000
"""Positions a second: kept, or only tried."""
_COMPILED_A_SECOND, _PLAIN_A_SECOND = 5_000_000, 20_000
"""The same, tried by a kernel that is compiled, or that runs as plain Python.

Measured: from 24 million to 119 million compiled, from 600 to 65,000 as plain Python.
"""
_FEW = 10**6
"""Arrangements that kernels search in about ten seconds as plain Python: those of nine numbers."""
_KEPT_BYTES, _CELL_BYTES = 100, 2
"""Memory of a position that is kept, and of each of its cells."""
_DIGITS = 3000
_UNITS = (
    (3600 * 24 * 365, mark("{number} years")),
    (3600 * 24, mark("{number} days")),
    (3600, mark("{number} hours")),
    (60, mark("{number} minutes")),
)


@dataclass(frozen=True)
class Effort:
    """What a search may take.

    Attributes:
        most: it looks through no more positions; None if any number may have to be tried.
        likely: it will hardly end with fewer.
        seconds: for so many.
        mib: the memory for so many.
    """

    most: int | None
    likely: int
    seconds: int
    mib: int

    def words(self, memory_mib: float) -> str:
        """What it has to look through, and what that takes; ``memory_mib`` is what there is."""
        if self.most is None:
            text = tr("{likely} move sequences or more").format(likely=roughly(self.likely))
        else:
            text = tr("up to {most} arrangements").format(most=roughly(self.most))
        if self.mib > memory_mib:
            return tr("{what} ({number} GB of memory)").format(
                what=text, number=roughly(self.mib // 1024)
            )
        return tr("{what} ({time} or more)").format(what=text, time=_time(self.seconds))


Estimate = Callable[[Board], Effort | None]
"""Tells what a search takes on a board; None if it ends soon."""


def exhaustive(board: Board, growth: float = 0.0) -> Effort:
    """Of a search level by level that keeps every position.

    Args:
        board: the board.
        growth: how many times as many positions each level has; by default, as many as there are
            moves but that which undoes the last.
    """
    most = _positions(board)
    return _kept(board, most, min(most, _tree(board, growth)))


def informed(board: Board, growth: float = 0.0) -> Effort:
    """Of a search that keeps positions and is led by an estimate of the moves left."""
    most = _positions(board)
    return _kept(board, most, min(_power(most, _INFORMED), _tree(board, growth)))


def marking(board: Board) -> Effort:
    """Of a search that goes anywhere and marks what it meets: it meets the goal half way."""
    most = _positions(board)
    return _kept(board, most, most // 2)


def greedy(board: Board) -> Effort:
    """Of a search that tries first what looks best, and keeps what it meets."""
    most = _positions(board)
    return _kept(board, most, min(_power(most, _GREEDY), _tree(board, 2.0)))


def deepening(board: Board, growth: float = 0.0) -> Effort:
    """Of a search depth first, deeper and deeper, that keeps nothing."""
    likely = _tree(board, growth)
    return Effort(None, likely, likely // _TRIED_A_SECOND, 0)


def pruned(board: Board, growth: float = 0.0) -> Effort:
    """Of a kernel that searches so, led by an estimate of the moves left."""
    most = _positions(board)
    likely = _power(min(most, _tree(board, growth)), _INFORMED)
    rate = _PLAIN_A_SECOND if kernels.WHY_PLAIN else _COMPILED_A_SECOND
    return Effort(most, likely, likely // rate, 0)


def uncompiled(board: Board) -> str:
    """Return a sentence on the time that a solver takes without compiled kernels.

    Empty if they are compiled, or if the board has no goal: paths in a maze take no longer.
    """
    if not kernels.WHY_PLAIN or board.goal_picture() is None:
        return ""
    if _positions(board) <= _FEW:
        return tr("The solvers are not compiled: expect about ten seconds.")
    return tr("The solvers are not compiled: expect a minute or more.")


def kept_paths(board: Board, likely: int) -> Effort:
    """Of a search level by level whose positions are paths."""
    return _kept(board, None, likely)


def power_of(base: float, exponent: float) -> int:
    """A power that may have hundreds of digits, or if more, a smaller one."""
    digits = exponent * math.log10(base)
    return round(math.pow(base, exponent)) if digits < 15 else 10 ** min(int(digits), _DIGITS)


def _power(number: int, share: float) -> int:
    return power_of(10, share * math.log10(number))


def _kept(board: Board, most: int | None, likely: int) -> Effort:
    size = _KEPT_BYTES + _CELL_BYTES * board.rows * board.columns
    return Effort(most, likely, likely // _MET_A_SECOND, likely * size >> 20)


def _positions(board: Board) -> int:
    """How many positions can be reached, or at most so many."""
    reachable = board.verdict().reachable
    if reachable is not None:
        return reachable
    return arrangements(flatten(board.grid(board.grid_fields[0])))


def _tree(board: Board, growth: float) -> int:
    """How many ways there are of so many moves as the board needs at least."""
    moves = len(board.legal_moves(board.initial()))
    return power_of(growth or max(2, moves - 1), board.lower_bound())


def _time(seconds: int) -> str:
    """A time in the largest unit that fits."""
    for size, unit in _UNITS:
        if seconds >= 2 * size:
            return tr(unit).format(number=roughly(seconds // size))
    return tr("a minute")

"""Estimates of the cost of a search on a board, made before it starts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from puzzlegui import kernels
from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.formatting import round_down
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.permutations import count_arrangements

_INFORMED = 0.6
"""Exponent: a search with a good heuristic expands about this power of the number of positions,
some thousand of the 181,440 of the Eight Puzzle, some ten million of those of the Fifteen
Puzzle."""
_GREEDY = 0.4
"""The exponent of a search that stops at the first solution."""
_MET_A_SECOND, _TRIED_A_SECOND = 200_000, 500_000
"""Positions per second that are stored, or only tried."""
_COMPILED_A_SECOND, _PLAIN_A_SECOND = 5_000_000, 20_000
"""Positions per second tried by a kernel that is compiled, or that runs as plain Python.

Measured: from 24 million to 119 million compiled, from 600 to 65,000 as plain Python."""
_FEW = 10**6
"""Number of arrangements that kernels search in about ten seconds as plain Python: nine numbers."""
_KEPT_BYTES, _CELL_BYTES = 100, 2
"""Memory of a stored position, and of each of its cells."""
_DIGITS = 3000
_UNITS = (
    (3600 * 24 * 365, gettext_noop("{number} years")),
    (3600 * 24, gettext_noop("{number} days")),
    (3600, gettext_noop("{number} hours")),
    (60, gettext_noop("{number} minutes")),
)


@dataclass(frozen=True)
class CostEstimate:
    """Estimated cost of a search.

    Attributes:
        max_positions: greatest number of positions to be searched; None if it is unlimited.
        expected: number of positions that the search is likely to need.
        seconds: time for the expected positions.
        mib: memory for the expected positions.
    """

    max_positions: int | None
    expected: int
    seconds: int
    mib: int

    def describe(self, memory_mib: float) -> str:
        """Describe the search and its time or memory.

        Args:
            memory_mib: available memory.
        """
        if self.max_positions is None:
            text = tr("{likely} move sequences or more").format(likely=round_down(self.expected))
        else:
            text = tr("up to {most} arrangements").format(most=round_down(self.max_positions))
        if self.mib > memory_mib:
            return tr("{what} ({number} GB of memory)").format(
                what=text, number=round_down(self.mib // 1024)
            )
        return tr("{what} ({time} or more)").format(what=text, time=_time(self.seconds))


CostEstimator = Callable[[Board], CostEstimate | None]
"""Estimates the cost of a search on a board; None if it ends soon."""


def breadth_first_cost(board: Board, growth: float = 0.0) -> CostEstimate:
    """Estimate a breadth-first search that stores every position.

    Args:
        board: the board.
        growth: ratio of the sizes of successive levels; by default the number of moves without the
            one that undoes the last.
    """
    most = _positions(board)
    return _kept(board, most, min(most, _tree(board, growth)))


def heuristic_search_cost(board: Board, growth: float = 0.0) -> CostEstimate:
    """Estimate a search that stores positions and is guided by a heuristic."""
    most = _positions(board)
    return _kept(board, most, min(_power(most, _INFORMED), _tree(board, growth)))


def marking_search_cost(board: Board) -> CostEstimate:
    """Estimate an unguided search that marks visited positions; it finds the goal halfway."""
    most = _positions(board)
    return _kept(board, most, most // 2)


def greedy_search_cost(board: Board) -> CostEstimate:
    """Estimate a greedy search that stores the generated positions."""
    most = _positions(board)
    return _kept(board, most, min(_power(most, _GREEDY), _tree(board, 2.0)))


def iterative_deepening_cost(board: Board, growth: float = 0.0) -> CostEstimate:
    """Estimate an iterative deepening search, which stores nothing."""
    likely = _tree(board, growth)
    return CostEstimate(None, likely, likely // _TRIED_A_SECOND, 0)


def compiled_search_cost(board: Board, growth: float = 0.0) -> CostEstimate:
    """Estimate a compiled depth-first search guided by a heuristic."""
    most = _positions(board)
    likely = _power(min(most, _tree(board, growth)), _INFORMED)
    rate = _PLAIN_A_SECOND if kernels.UNCOMPILED_REASON else _COMPILED_A_SECOND
    return CostEstimate(most, likely, likely // rate, 0)


def uncompiled_warning(board: Board) -> str:
    """Return a sentence on the time that a solver takes without compiled kernels.

    Empty if they are compiled, or if the board has no goal: paths in a maze take no longer.
    """
    if not kernels.UNCOMPILED_REASON or board.goal_picture() is None:
        return ""
    if _positions(board) <= _FEW:
        return tr("The solvers are not compiled: expect about ten seconds.")
    return tr("The solvers are not compiled: expect a minute or more.")


def path_search_cost(board: Board, likely: int) -> CostEstimate:
    """Estimate a breadth-first search over paths."""
    return _kept(board, None, likely)


def capped_power(base: float, exponent: float) -> int:
    """Return a power with up to some hundred digits; beyond that, only a lower bound."""
    digits = exponent * math.log10(base)
    return round(math.pow(base, exponent)) if digits < 15 else 10 ** min(int(digits), _DIGITS)


def _power(number: int, share: float) -> int:
    return capped_power(10, share * math.log10(number))


def _kept(board: Board, most: int | None, likely: int) -> CostEstimate:
    size = _KEPT_BYTES + _CELL_BYTES * board.rows * board.columns
    return CostEstimate(most, likely, likely // _MET_A_SECOND, likely * size >> 20)


def _positions(board: Board) -> int:
    """Return the number of reachable positions, or an upper bound."""
    reachable = board.verdict().reachable
    if reachable is not None:
        return reachable
    return count_arrangements(flatten(board.grid(board.grid_fields[0])))


def _tree(board: Board, growth: float) -> int:
    """Return the number of move sequences as long as the board's lower bound."""
    moves = len(board.legal_moves(board.initial()))
    return capped_power(growth or max(2, moves - 1), board.lower_bound())


def _time(seconds: int) -> str:
    """Return a time in the largest unit that fits."""
    for size, unit in _UNITS:
        if seconds >= 2 * size:
            return tr(unit).format(number=round_down(seconds // size))
    return tr("a minute")

"""Short, not shortest, solutions of shift boards: one at once, then better and better.

A beam over the whole board brings all tiles nearer to their cells (``shift_beam``). The nearer they
are, the less it gains, since a line carries along what is in place; so it is cut off at several
points, from which a beam over 3-cycles finishes (``shift_construct``). That is done again with
wider and wider beams. Then neighbourhoods of the solution are redone, again and again. Equal values
are first assigned to the cells that want them, by the least total cost, and again at each cut.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.shift.solving import optimal
from puzzlegui.families.shift.solving.assign import Assignment
from puzzlegui.families.shift.solving.beam import WholeBeam, beam_mib
from puzzlegui.families.shift.solving.clean import cleaned
from puzzlegui.families.shift.solving.construct import CycleBeam, cycles_mib, finished
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts
from puzzlegui.families.shift.solving.neighbourhoods import NeighbourhoodSearch
from puzzlegui.families.shift.solving.segments import segments
from puzzlegui.solvers.anytime import Pace, is_small, random_state
from puzzlegui.solvers.control import Control, Outcome

_POWER = 1.5
"""How the cost of a distance grows."""
_CUTS = (0.4, 0.33, 0.27, 0.22, 0.18, 0.15, 0.12, 0.09, 0.06, 0.03, 0)
"""How far tiles are from their cells where the beam over the board is cut off, as a share of that
distance at the start."""
_LARGE = 300
"""Cells beyond which a board takes a while: there the first beam is narrow and cut off but once,"""
_LARGE_CUT, _LARGE_GROWTH = 3, 16
"""at that one of those points, and the next one has so many times as many states."""
_PATIENCE = 2
"""Cuts without a better solution after which there are no more."""
_RANGE, _SHORT_RANGE = (5, 5, 5), (2, 3, 1)
"""Which cycles are looked at (see ``CycleBeam.range``), and for that first solution."""
_RATIO = 50
"""How many times as many states the beam over the board has as that over cycles."""
_STARTS = 200
"""The most states from which the latter begins."""
_ASSIGNED = 800
"""States in which equal tiles are assigned anew at each cut, times the cells of the board."""
_BEAM_SHARE = 0.7
"""How much of the time or the states is for beams over the whole board."""
_HOPE = 300
"""Neighbourhoods tried in vain, for each move of the solution, after which it can be taken to be
good."""
_WIDEST = 200_000
"""The most states kept."""


def solve(board: Board, control: Control) -> Outcome:
    """A solution that is made shorter until time or states run out; see ``short``."""
    assert isinstance(board, ShiftBoard)
    if is_small(board.start):
        return optimal.solve(board, control)
    start, goal = flatten(board.start), flatten(board.goal)
    return short(board.rows, board.columns, start, goal, control)


def short(
    rows: int, columns: int, start: Sequence[int], goal: Sequence[int], control: Control
) -> Outcome:
    """A solution that is made shorter until time or states run out.

    Args:
        rows: of the board, 2 to 30.
        columns: of the board, likewise.
        start: the value of each cell, row by row.
        goal: the same values as they are to be; they can be reached.
        control: of the run.

    Returns:
        An outcome whose moves are of the type ``Shift``.

    Raises:
        Stopped: the run was cancelled or a limit is reached; ``control.best`` may have an answer.
    """
    return _Macro(EncodedBoard(rows, columns, start, goal), control).solve()


class _Macro:
    """The work on one board."""

    def __init__(self, board: EncodedBoard, control: Control) -> None:
        self._board = board
        self._control = control
        self._pace = Pace(control)
        self._rng = random_state(control.request.seed)
        self._assignment = Assignment(board, _POWER)
        self._start = self._assignment(board.start, control)
        self._cut = 0  # the best in the beam before
        self._best: Shorts | None = None

    def solve(self) -> Outcome:
        control = self._control
        if control.request.given is None:
            control.phase = tr("first solution")
            self._search_whole()
        else:
            self._found(self._board.numbers(control.request.given))
        if not self._proved():
            control.phase = tr("shortening parts of the solution")
            self._search_neighbourhoods()
        assert control.best is not None
        return control.best(False)

    # --- how far it is ---

    @property
    def _most(self) -> int:
        """How long a solution may be that is of use."""
        return 1 << 30 if self._best is None else len(self._best) - 1

    def _proved(self) -> bool:
        return self._best is not None and len(self._best) <= self._control.bound

    def _cleaned(self, moves: Shorts) -> Shorts:
        return cleaned(self._board, moves)

    def _found(self, moves: Shorts) -> None:
        moves = self._cleaned(moves)
        if len(moves) > self._most:
            return
        self._best = best = moves.copy()

        def outcome(_stopped: bool) -> Outcome:
            named = segments(self._board, best)
            return Outcome(Status.SOLVED, self._board.shifts(best), segments=named)

        self._control.found(len(best), outcome)

    # --- the whole board ---

    def _search_whole(self) -> None:
        """Beams over the whole board, wider and wider."""
        large = self._board.cells > _LARGE
        width = 5
        before = self._pace.spent
        while True:
            exhaustive = self._beam(width, max(1, width // _RATIO))
            self._control.phase = tr("beam searches over the whole board")
            spent = self._pace.spent
            growth = _LARGE_GROWTH if large and width == 5 else 2
            if self._proved() or exhaustive or spent + growth * (spent - before) > _BEAM_SHARE:
                return
            before = spent
            width = min(growth * width, _WIDEST)

    def _beam(self, width: int, cycles: int) -> bool:
        """A beam over the whole board, and one over cycles from where it is cut off.

        Returns:
            Whether a wider one is of no use.
        """
        board, control = self._board, self._control
        first = self._best is None and board.cells > _LARGE
        depth = 4 * board.cells + 50
        size = board.rows, board.columns
        mib = beam_mib(*size, width, depth) + cycles_mib(*size, cycles, 2 * board.cells)
        if self._best is None:
            control.reserve(mib)
        elif not control.has_room(mib):
            return True
        whole = WholeBeam(*size, _POWER, width, depth)
        finisher = CycleBeam(*size, cycles, 2 * board.cells)
        finisher.range(*(_SHORT_RANGE if first else _RANGE))
        whole.begin(self._start)
        away = whole.away
        shortest, idle = 1 << 30, 0
        for number, cut in enumerate(_CUTS):
            if number < (_LARGE_CUT if first else self._cut - 1):
                continue
            reached = whole.advance(int(cut * away), depth, self._rng, control.kernel_array())
            control.kernel_done()
            if reached == 1 and cut == 0:
                self._found(whole.path(whole.best))
                break
            total = self._finish(whole, finisher, cycles)
            idle += 1
            if total < shortest:
                shortest, idle = total, 0
                self._cut = number
            if reached == 0 or first or idle >= _PATIENCE:
                break
        return whole.exhaustive

    def _finish(self, whole: WholeBeam, finisher: CycleBeam, count: int) -> int:
        """Finish from the most promising states of the beam; the length of that solution."""
        states = whole.states
        order = np.argsort(finisher.rest(states), kind="stable")[: min(count, _STARTS)]
        if self._board.values < self._board.cells:
            order = order[: max(1, _ASSIGNED // self._board.cells)]
        starts = np.array([self._assignment.anew(states[w], self._control) for w in order])
        number, rest = finished(finisher, starts, self._rng, self._control)
        made = np.concatenate([whole.path(int(order[number])), rest])
        self._found(made)
        return len(made)

    # --- neighbourhoods ---

    def _hopeful(self, tried: int) -> bool:
        """Whether to go on where no limit is set, after so many neighbourhoods in vain."""
        assert self._best is not None
        return self._pace.spent < 1 and tried < _HOPE * max(10, len(self._best))

    def _search_neighbourhoods(self) -> None:
        search = NeighbourhoodSearch(self._board, self._control)
        assert self._best is not None
        for better in search.improve(self._best, self._cleaned):
            self._found(better)
            if self._proved() or not (self._pace.limited or self._hopeful(search.tried)):
                return

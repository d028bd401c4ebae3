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

from puzzlegui.core.solution import Status
from puzzlegui.solvers.anytime import Pace, random_state
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.families.shift.solving.assign import Assignment
from puzzlegui.families.shift.solving.beam import WholeBeam, beam_mib
from puzzlegui.families.shift.solving.clean import cleaned
from puzzlegui.families.shift.solving.construct import CycleBeam, cycles_mib, finished
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts
from puzzlegui.families.shift.solving.segments import segments

_POWER = 1.5
"""How the cost of a distance grows."""
_CUTS = (0.4, 0.33, 0.27, 0.22, 0.18, 0.15, 0.12, 0.09, 0.06, 0.03, 0)
"""How far tiles are from their cells where the beam over the board is cut off, as a share of that
distance at the start."""
_FEW_CUTS = _CUTS[2:]
"""The same on large boards at first: from farther it would take too long."""
_PATIENCE = 2
"""Cuts without a better solution after which there are no more."""
_BEAM_SHARE = 0.4
"""How much of the time or the states is for beams over the whole board."""
_WIDEST, _WIDEST_CYCLES = 100_000, 2000
"""The most states kept."""


def solve(
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
        self._best: Shorts | None = None

    def solve(self) -> Outcome:
        control = self._control
        control.phase = "first solution"
        self._search_whole()
        assert control.best is not None
        return control.best(False)

    # --- how far it is ---

    @property
    def _most(self) -> int:
        """How long a solution may be that is of use."""
        return 1 << 30 if self._best is None else len(self._best) - 1

    def _proved(self) -> bool:
        return self._best is not None and len(self._best) <= self._control.bound

    def _found(self, moves: Shorts) -> None:
        moves = cleaned(self._board, moves)
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
        large = self._board.cells > 300
        width, cycles = 5, 1
        before = self._pace.spent
        while True:
            exhaustive = self._beam(width, cycles, _FEW_CUTS if large and cycles == 1 else _CUTS)
            self._control.phase = "beams over the whole board"
            spent = self._pace.spent
            # The next one takes about twice as much.
            if self._proved() or exhaustive or spent + 2 * (spent - before) > _BEAM_SHARE:
                return
            before = spent
            width, cycles = min(2 * width, _WIDEST), min(2 * cycles, _WIDEST_CYCLES)

    def _beam(self, width: int, cycles: int, cuts: Sequence[float]) -> bool:
        """A beam over the whole board, and one over cycles from where it is cut off.

        Returns:
            Whether a wider one is of no use.
        """
        board, control = self._board, self._control
        depth = min(4 * board.cells + 50, self._most)
        size = board.rows, board.columns
        control.reserve(beam_mib(*size, width, depth) + cycles_mib(*size, cycles, board.cells))
        whole = WholeBeam(*size, _POWER, width, depth)
        finisher = CycleBeam(*size, cycles, 2 * board.cells)
        whole.begin(self._start)
        away = whole.away
        shortest, idle = 1 << 30, 0
        for cut in cuts:
            reached = whole.advance(int(cut * away), depth, self._rng, control.kernel_array())
            control.kernel_done()
            made = whole.path()
            if reached == 1 and cut == 0:
                self._found(made)
                return whole.exhaustive
            cells = self._assignment.anew(whole.best, control)
            rest = finished(finisher, cells, 1 << 30, self._rng, control)
            assert rest is not None
            total = len(made) + len(rest)
            self._found(np.concatenate([made, rest]))
            idle += 1
            if total < shortest:
                shortest, idle = total, 0
            if reached == 0 or idle >= _PATIENCE:
                break
        return whole.exhaustive

"""Anytime solver of shift boards: a solution at once, then shorter ones.

A beam search over the whole board brings all tiles nearer to their cells (``kernels.beam``). The
nearer they are, the less it gains, since a shift also moves tiles that are in place; so it is cut
off at several points, from which a beam search over 3-cycles completes the solution
(``kernels.construct``). This is repeated with wider and wider beams. Then a large neighbourhood
search (Shaw 1998) improves the solution. Equal values are assigned to their goal cells at the least
total cost, first on the whole board and again at each cut.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.shift.board import Shift, ShiftBoard
from puzzlegui.families.shift.solving import optimal
from puzzlegui.families.shift.solving.assign import TileAssignment
from puzzlegui.families.shift.solving.beam import BoardBeam, beam_mib
from puzzlegui.families.shift.solving.clean import clean_moves
from puzzlegui.families.shift.solving.construct import (
    ThreeCycleBeam,
    complete,
    three_cycle_beam_mib,
)
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts
from puzzlegui.families.shift.solving.neighbourhoods import neighbourhood_search
from puzzlegui.families.shift.solving.segments import segments
from puzzlegui.solvers.anytime import has_small_state_space, random_state
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import MAX_STATES, Control, Outcome
from puzzlegui.solvers.neighbourhoods import worker_count

_POWER = 1.5
"""Power of a distance that gives its cost."""
_CUTS = (0.4, 0.33, 0.27, 0.22, 0.18, 0.15, 0.12, 0.09, 0.06, 0.03, 0)
"""Sums of distances at which the beam over the board is cut off, as shares of that at the start."""
_LARGE = 300
"""Cells of a board from which the first beam is narrow and cut off only once."""
_LARGE_CUT, _LARGE_GROWTH = 3, 16
"""Index of that cut, and the factor by which the next beam is wider."""
_PATIENCE = 2
"""Unsuccessful cuts after which a beam ends."""
_RANGE, _SHORT_RANGE = (5, 5, 5), (2, 3, 1)
"""Limits of the cycles tried (see ``ThreeCycleBeam.set_limits``), and for that first solution."""
_RATIO = 15
"""Ratio of the widths of the beam over the board and the beam over cycles."""
_STARTS = 200
"""Most start states of the beam over cycles."""
_ASSIGNED = 800
"""States in which equal tiles are reassigned at each cut, times the cells of the board."""
_BEAM_SHARE = 0.7
"""Share of the time or states for beams over the whole board."""
_PATIENCE_NEIGHBOURHOODS = 300
"""Unsuccessful neighbourhoods, for each move of the solution, after which the search ends if no
limit is set."""
_WIDEST = 200_000
"""Largest width of a beam."""

_Cut = tuple[Shorts, list[Shorts]]
"""States at which a beam is cut off, int16[k, n], and the moves that lead to each."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out; see ``find_short``."""
    assert isinstance(board, ShiftBoard)
    if has_small_state_space(board.start):
        return optimal.solve(board, control)
    start, goal = flatten(board.start), flatten(board.goal)
    return find_short(board.rows, board.columns, start, goal, control)


def find_short(
    rows: int, columns: int, start: Sequence[int], goal: Sequence[int], control: Control
) -> Outcome:
    """Find a solution and shorten it until time or states run out.

    Args:
        rows: of the board, 2 to 30.
        columns: of the board, likewise.
        start: the value of each cell, row by row.
        goal: the same values in the goal, which must be reachable.
        control: the control of the run.

    Returns:
        An outcome whose moves are of the type ``Shift``.

    Raises:
        SearchStopped: the run was cancelled or a limit reached; the control may hold a solution.
    """
    return _Macro(EncodedBoard(rows, columns, start, goal), control).solve()


class _Macro(AnytimeSearch):
    """The anytime search on a board."""

    def __init__(self, board: EncodedBoard, control: Control) -> None:
        super().__init__(control)
        self._board = board
        self._assignment = TileAssignment(board, _POWER)
        self._start = self._assignment(board.start, control)
        self._cut = 0  # the best cut of the previous beam

    def _start_from(self, solution: Sequence[Shift]) -> None:
        self._report(self._clean(self._board.encode(solution)))

    def _search_neighbourhoods(self) -> None:
        search = neighbourhood_search(self._board, self._clean, self._control)
        self._improve(search, _PATIENCE_NEIGHBOURHOODS)

    def _outcome(self, moves: Shorts, _ending: str) -> Outcome:
        named = segments(self._board, moves)
        return Outcome(Status.SOLVED, self._board.decode(moves), segments=named)

    def _clean(self, moves: Shorts) -> Shorts:
        return clean_moves(self._board, moves)

    # --- the whole board ---

    def _search_from_scratch(self) -> None:
        large = self._board.cells > _LARGE
        width = 5
        before = self._budget.used_fraction
        while True:
            exhaustive = self._beam(width, max(1, width // _RATIO))
            self._control.phase = tr("beam searches over the whole board")
            spent = self._budget.used_fraction
            # A beam takes about as much longer as it is wider.
            growth = (_BEAM_SHARE - spent) / max(spent - before, 1e-9)
            if self._is_proved() or exhaustive or growth < 0.5:
                return
            before = spent
            growth = min(growth, _LARGE_GROWTH if large and width == 5 else 2)
            width = min(math.ceil(growth * width), _WIDEST)

    def _beam(self, width: int, cycles: int) -> bool:
        """Run a beam over the whole board, and a beam over cycles from each cut.

        Returns:
            Whether a wider beam would be useless.
        """
        board, control = self._board, self._control
        first = self._best is None and board.cells > _LARGE
        depth = 4 * board.cells + 50
        size = board.rows, board.columns
        cycles_mib = three_cycle_beam_mib(*size, cycles, 2 * board.cells)
        mib = beam_mib(*size, width, depth) + cycles_mib
        if self._best is None:
            control.reserve(mib)
        elif not control.can_allocate(mib):
            return True
        whole = BoardBeam(*size, _POWER, width, depth)
        workers = 1 if first else worker_count(control, cycles_mib)
        finishers = [ThreeCycleBeam(*size, cycles, 2 * board.cells) for _ in range(workers)]
        for finisher in finishers:
            finisher.set_limits(*(_SHORT_RANGE if first else _RANGE))
        whole.begin(self._start)
        away = whole.remaining_distance
        shortest, idle = 1 << 30, 0
        for number in range(_LARGE_CUT if first else max(0, self._cut - 1), len(_CUTS), workers):
            reached = 0
            states: list[_Cut] = []
            for cut in _CUTS[number : number + workers]:
                reached = whole.advance(int(cut * away), depth, self._rng, control.kernel_array())
                control.collect_kernel_counts()
                if reached == 1 and cut == 0:
                    self._report(self._clean(whole.path(whole.best)))
                    break
                states.append(self._most_promising(whole, finishers[0], cycles))
                if reached == 0:
                    break
            for i, total in enumerate(self._finish(finishers, states)):
                idle += 1
                if total < shortest:
                    shortest, idle = total, 0
                    self._cut = number + i
            if reached == 0 or first or idle >= _PATIENCE:
                break
        return whole.exhaustive

    def _most_promising(self, whole: BoardBeam, finisher: ThreeCycleBeam, count: int) -> _Cut:
        """Return the most promising states of a beam, and the moves that lead to them."""
        states = whole.states
        order = np.argsort(finisher.estimated_costs(states), kind="stable")[: min(count, _STARTS)]
        if self._board.values < self._board.cells:
            order = order[: max(1, _ASSIGNED // self._board.cells)]
        starts = np.array([self._assignment.reassign(states[w], self._control) for w in order])
        return starts, [whole.path(int(w)) for w in order]

    def _finish(self, finishers: Sequence[ThreeCycleBeam], cuts: Sequence[_Cut]) -> list[int]:
        """Complete states at several cuts in parallel; return the lengths of the solutions."""
        control = self._control

        def completed(number: int, ctl: Ints) -> tuple[int, Shorts] | None:
            ctl[MAX_STATES] //= len(cuts)
            rng = random_state(control.request.seed)
            return complete(finishers[number], cuts[number][0], rng, ctl)

        with ThreadPoolExecutor(control.threads, "cuts") as pool:
            jobs = [pool.submit(completed, n, control.kernel_array(n)) for n in range(len(cuts))]
        lengths = []
        for (_, paths), job in zip(cuts, jobs, strict=True):
            result = job.result()
            if result is None:
                break
            made = np.concatenate([paths[result[0]], result[1]])
            self._report(self._clean(made))
            lengths.append(len(made))
        control.collect_kernel_counts()
        return lengths

"""Anytime solver of shift boards: a solution at once, then shorter ones.

A beam search over the whole board brings all tiles nearer to their cells (``kernels.beam``). The
nearer they are, the less it gains, since a shift also moves tiles that are in place; so it is cut
off at several points, from which a beam search over 3-cycles completes the solution
(``kernels.construct``). Several beams run in parallel with different random numbers, and all is
repeated with wider and wider beams. Then a large neighbourhood search (Shaw 1998) improves the
shortest solution. Equal values are assigned to their goal cells at the least total cost, first on
the whole board and again at each cut. If there are few different values, wider beams are over a
learned evaluation (``move_search.learned``). Boards of few cells are left to the solver of all
puzzles of moves (``move_search.macro``), which finds shorter solutions there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.shift.board import Shift, ShiftBoard
from puzzlegui.families.shift.kernels.construct import WIDEST
from puzzlegui.families.shift.kernels.neighbourhoods import CycleNeighbourhood
from puzzlegui.families.shift.solving import optimal
from puzzlegui.families.shift.solving.beam import BoardBeam, board_beam_mib
from puzzlegui.families.shift.solving.construct import (
    ThreeCycleBeam,
    complete,
    three_cycle_beam_mib,
)
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Ints, Shorts, TileAssignment
from puzzlegui.solvers.anytime import has_small_state_space
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.move_search import macro
from puzzlegui.solvers.move_search.beam import BeamFactory
from puzzlegui.solvers.move_search.learned import Evaluation, LearnedBeams
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle
from puzzlegui.solvers.neighbourhoods import (
    NeighbourhoodKind,
    Puzzle,
    grown_neighbourhoods,
    most_workers,
    neighbourhood_search,
    worker_count,
)

_POWER = 1.75
"""Power of a distance that gives its cost."""
_CUTS = (0.4, 0.33, 0.27, 0.22, 0.18, 0.15, 0.12, 0.09, 0.06, 0.03, 0)
"""Sums of distances at which the beam over the board is cut off, as shares of that at the start."""
_LARGE = 300
"""Cells of a board from which the first beam is narrow and cut off only once."""
_LARGE_CUT = 3
"""Index of that cut."""
_GROWTH = 8
"""Factor by which a beam is wider than the one before, up to twice as much for the last one."""
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
_BEAM_SHARE, _SHARE_BEFORE_LEARNED = 0.7, 0.15
"""Shares of the time or states for beams over the whole board; the second if beams over a learned
evaluation follow."""
_FEW_ROWS = 350
"""Cells times values of boards up to which beams over a learned evaluation find shorter solutions.
"""
_LEAST, _LONGEST = 4, 40
"""Fewest and most moves of a part of a solution."""
_PART_WIDTH, _WIDEST_PART, _PART_STATES = 4, 256, 4000
"""Initial and greatest width of a beam over the 3-cycles of a part, and states of a round."""
_NOISE = 15
"""See ``kernels.construct``."""
_MISPLACED = 4
"""Cost of a tile, besides its distance, that equal tiles are assigned to other cells."""
_SMALL, _POSITIONS = 50, 2000
"""Cells up to which parts are also solved by single shifts, and positions in their goal table."""
_PATIENCE_NEIGHBOURHOODS = 300
"""Unsuccessful neighbourhoods, for each move of the solution, after which a run without a limit
ends."""
_WIDEST = 200_000
"""Largest width of a beam."""

_Cut = tuple[Shorts, list[Shorts]]
"""States at which a beam is cut off, int16[k, n], and the moves that lead to each."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out; see ``find_short``."""
    assert isinstance(board, ShiftBoard)
    if has_small_state_space(board.start):
        return optimal.solve(board, control)
    if len(board.cells) <= macro.FEW_CELLS:
        return macro.solve(board, control)
    start, goal = flatten(board.start), flatten(board.goal)
    encoded = EncodedBoard(board.rows, board.columns, start, goal)
    return _Macro(encoded, control, board).solve()


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


def _cycle_width(width: int) -> int:
    """Return the width of the beam over cycles for that of the beam over the board."""
    return min(max(1, width // _RATIO), WIDEST)


class _Macro(AnytimeSearch):
    """The anytime search on a board.

    Args:
        board: the board.
        control: control of the run.
        whole: the same board, if beams over a learned evaluation may be used.
    """

    def __init__(
        self, board: EncodedBoard, control: Control, whole: ShiftBoard | None = None
    ) -> None:
        super().__init__(control)
        self._board, self._whole = board, whole
        self._assignment = TileAssignment(board, _POWER)
        self._start = self._assignment(board.start, control)
        self._cut = 0  # the best cut of the previous beam
        self._depth = 4 * board.cells + 50  # most levels of a beam

    def _start_from(self, solution: Sequence[Shift]) -> None:
        self._report(self._clean(self._board.encode(solution)))

    def _search_neighbourhoods(self) -> bool:
        search = neighbourhood_search(*self._neighbourhoods(), self._clean, self._control)
        return self._improve(search, _PATIENCE_NEIGHBOURHOODS)

    def _neighbourhoods(self) -> tuple[Puzzle, list[NeighbourhoodKind]]:
        kind = NeighbourhoodKind(
            self._parts, self._parts_mib, _PART_WIDTH, _WIDEST_PART, _LEAST, _LONGEST, _PART_STATES
        )
        small = self._board.cells <= _SMALL
        return self._puzzle(), [self._short_parts(), kind] if small else [kind]

    def _puzzle(self) -> Puzzle:
        board = self._board
        away = board.distances().sum(axis=0)
        costs = np.where(away > 0, away + _MISPLACED, 0).astype(np.int32)
        return Puzzle(board.moves, board.start, costs, board.values == board.cells)

    def _short_parts(self) -> NeighbourhoodKind:
        """Return neighbourhoods that are solved by single shifts."""
        board, control = self._board, self._control
        goal = np.arange(board.cells, dtype=np.uint16)
        cells, moves = goal.astype(np.int16), range(2 * (board.rows + board.columns))
        # A move carries cells where its inverse takes them from.
        targets = [board.moves.after(cells, np.array([move ^ 1], np.int16)) for move in moves]
        away = board.distances().sum(axis=0).astype(np.int16)
        beams = BeamFactory(np.array(targets, np.uint16), away, control, distinct=False)
        if board.values < board.cells:
            return grown_neighbourhoods(beams, None, _PART_STATES)
        table = beams.table(_POSITIONS)
        table.fill(beams.moves.kernel, goal, _POSITIONS, control.kernel_array())
        control.collect_kernel_counts()
        return grown_neighbourhoods(beams, table, _PART_STATES)

    def _parts(self, width: int) -> CycleNeighbourhood:
        """Allocate a search of parts of a solution."""
        board = self._board
        beam = ThreeCycleBeam(board.rows, board.columns, width, _LONGEST)
        beam.kernel.noise = _NOISE
        return CycleNeighbourhood(
            beam.kernel, _LEAST, _LONGEST, np.zeros(board.rows + board.columns, np.int16),
            np.zeros(board.cells, np.int16),
        )  # fmt: skip

    def _parts_mib(self, width: int) -> float:
        """Return the memory of such a search in MiB."""
        return three_cycle_beam_mib(self._board.rows, self._board.columns, width, _LONGEST)

    def _outcome(self, moves: Shorts, _ending: str) -> Outcome:
        board = self._board
        named = board.moves.segments(board.start, board.goal, moves, board.columns)
        return Outcome(Status.SOLVED, board.decode(moves), segments=named)

    def _clean(self, moves: Shorts) -> Shorts:
        return self._board.moves.cleaned(self._board.start, moves)

    # --- the whole board ---

    @cached_property
    def _learned(self) -> LearnedBeams | None:
        """Beams over an evaluation learned for the board; None if others are likely better."""
        if self._whole is None or self._board.cells * self._board.values > _FEW_ROWS:
            return None
        puzzle = EncodedPuzzle(self._whole)
        if not Evaluation.possible(puzzle):
            return None
        learned = LearnedBeams(puzzle, self._control, self._budget)
        return learned if learned.has_time else None

    def _search_from_scratch(self) -> None:
        learned = self._learned
        if learned is None:
            self._search_by_distances(_BEAM_SHARE)
            return
        with learned.training_in_background():
            self._search_by_distances(_SHARE_BEFORE_LEARNED)
        for shifts in learned.solutions(len(self._solution) - 1):
            self._report(self._clean(self._board.encode(shifts)))

    def _search_by_distances(self, share: float) -> None:
        """Search with wider and wider beams until a share of the budget is used."""
        width = 5
        before = self._budget.used_fraction
        while True:
            exhaustive = self._beams(width, share)
            self._control.phase = tr("beam searches over the whole board")
            spent = self._budget.used_fraction
            # A beam takes about as much longer as it is wider.
            growth = (share - spent) / max(spent - before, 1e-9)
            if self._is_proved() or exhaustive or growth < 1:
                return
            before = spent
            if growth > 2 * _GROWTH:  # leaves the last beam as much as it can use
                growth = min(_GROWTH, growth / (1 + _GROWTH))
            width = self._affordable_width(
                min(math.ceil(growth * width), _WIDEST), self._beam_mib,
                most_workers(self._control), width,
            )  # fmt: skip

    def _beam_mib(self, width: int) -> float:
        """Return the memory of a beam over the board and of its beam over cycles, in MiB."""
        size = self._board.rows, self._board.columns
        cycles = three_cycle_beam_mib(*size, _cycle_width(width), 2 * self._board.cells)
        return board_beam_mib(*size, width, self._depth) + cycles

    def _beams(self, width: int, share: float) -> bool:
        """Search with beams over the whole board in parallel, and over cycles from each cut.

        Returns:
            Whether wider beams would be useless.
        """
        board, control = self._board, self._control
        first = self._best is None and board.cells > _LARGE
        size = board.rows, board.columns
        cycles = _cycle_width(width)
        mib = self._beam_mib(width)
        count = 1
        if first:
            control.reserve(mib)
        else:
            count = worker_count(control, mib)
        beams = [BoardBeam(*size, _POWER, width, self._depth) for _ in range(count)]
        finishers = [ThreeCycleBeam(*size, cycles, 2 * board.cells) for _ in range(count)]
        for beam, finisher in zip(beams, finishers, strict=True):
            beam.begin(self._start)
            finisher.set_limits(*(_SHORT_RANGE if first else _RANGE))
        away = beams[0].remaining_distance
        stuck: set[int] = set()
        cut = _CUTS[0]

        def search(number: int, ctl: Ints) -> Shorts | None:
            if number in stuck:
                return None
            beam, rng = beams[number], self._rngs[number]
            reached = beam.advance(int(cut * away), self._depth, rng, ctl)
            if reached < 0:
                return None
            if reached == 0:
                stuck.add(number)
            elif cut == 0:
                return beam.path
            starts, paths = self._most_promising(beam, finishers[number], cycles)
            found = complete(finishers[number], starts, rng, ctl)
            return None if found is None else np.concatenate([paths[found[0]], found[1]])

        shortest, idle = 1 << 30, 0
        for index in range(_LARGE_CUT if first else max(0, self._cut - 1), len(_CUTS)):
            cut = _CUTS[index]
            solutions = self._search_in_parallel(count, search)
            idle += 1
            for moves in solutions:
                self._report(self._clean(moves))
                if len(moves) < shortest:
                    shortest, idle = len(moves), 0
                    self._cut = index
            control.collect_kernel_counts()
            late = self._budget.used_fraction > share
            if not solutions or first or late or idle >= _PATIENCE:
                break
        return beams[0].is_complete

    def _most_promising(self, whole: BoardBeam, finisher: ThreeCycleBeam, count: int) -> _Cut:
        """Return the most promising states of a beam, and the moves that lead to them."""
        states = whole.states
        order = np.argsort(finisher.estimated_costs(states), kind="stable")[: min(count, _STARTS)]
        if self._board.values < self._board.cells:
            order = order[: max(1, _ASSIGNED // self._board.cells)]
        starts = np.array([self._assignment.reassign(states[w], self._control) for w in order])
        return starts, [whole.path_to(int(w)) for w in order]

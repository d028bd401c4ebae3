"""Anytime solver of puzzles of moves: a solution at once, then shorter ones.

Beam searches over the whole board, wider and wider, end in a table of the positions near the goal
(``kernels.beam``). Where the first one fails, the first solution is made of 3-cycles
(``threecycles``), or of short words from a chain of stabilisers (``words``). On puzzles that are
not too large, an evaluation is learned meanwhile, for further beams (``learned``). Then a large
neighbourhood search (Shaw 1998) improves the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Segment, Status
from puzzlegui.kernels import beam as kernel
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import UNLIMITED, Control, Outcome
from puzzlegui.solvers.move_search import optimal
from puzzlegui.solvers.move_search.arrangement import element_between, puzzle_group
from puzzlegui.solvers.move_search.beam import Beam, BeamFactory
from puzzlegui.solvers.move_search.giants import PuzzleGroup
from puzzlegui.solvers.move_search.group import Permutation, TooLargeError, permutation
from puzzlegui.solvers.move_search.learned import Evaluation, LearnedBeams
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Values
from puzzlegui.solvers.move_search.threecycles import NoCyclesError, ThreeCycles
from puzzlegui.solvers.move_search.words import Word, WordTable
from puzzlegui.solvers.neighbourhoods import (
    NeighbourhoodKind,
    Puzzle,
    grown_neighbourhoods,
    neighbourhood_search,
)
from puzzlegui.solvers.tile_assignment import assign_tiles

Shorts = NDArray[np.int16]

FEW_CELLS = 25
"""Most cells of boards that families leave to this solver, which finds shorter solutions there."""
_SMALL = 100_000
"""Arrangements of boards that are left to the solver of shortest solutions."""
_POSITIONS, _CELLS = 400_000, 6_000_000
"""Most positions in the table around the goal, and most cells of them all."""
_NARROWEST, _WIDTH, _WIDEST = 5, 100, 100_000
"""Least and greatest width of the first beam, and of the last."""
_WORK = 100_000
"""Cells of a position and moves from it that are tried at a level of the first beam."""
_FEW_MOVES = 30
"""Most moves of a solution by the first beam if that is the narrowest."""
_GROWTH = 4
"""Factor by which each beam is wider than the one before."""
_STALLED = 60
"""Moves without a better position after which a beam ends."""
_BEAM_SHARE, _WORDS_SHARE = 0.3, 0.5
"""Shares of the time or states for beams over the whole board; the second while the only solution
is made of words, which is long."""
_ALONE = 0.1
"""Share for beams, without a solution, until words are used that take long."""
_PATIENCE = 300
"""Unsuccessful neighbourhoods, for each move of the solution, after which a run without a limit
ends."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out."""
    verdict = board.verdict()
    if verdict.solvable is False or (verdict.reachable or _SMALL + 1) <= _SMALL:
        return optimal.solve(board, control)
    try:
        return _Macro(board, control).solve()
    except _NoSolutionError:
        return optimal.solve(board, control)


class _NoSolutionError(Exception):
    """Raised if no solution was found by beams and words."""


class _Macro(AnytimeSearch):
    """The anytime search on a board."""

    def __init__(self, board: Board, control: Control) -> None:
        super().__init__(control)
        control.raise_lower_bound(board.lower_bound())
        self._board = board
        self._encoded = EncodedPuzzle(board)
        self._depth = 8 * self._encoded.cells + 200  # of beams over the whole board

    def _start_from(self, solution: Sequence[Any]) -> None:
        self._report(self._clean(self._encoded.encode(solution)))

    def _outcome(self, moves: Shorts, _ending: str) -> Outcome:
        board, encoded = self._board, self._encoded
        named = encoded.decode(moves)
        segments: Sequence[Segment] = ()
        if encoded.cells == board.rows * board.columns:  # in rows that a person can see
            start, goal = encoded.start.astype(np.int16), encoded.goal.astype(np.int16)
            segments = encoded.move_set.segments(start, goal, moves, board.columns)
        proved = len(named) <= self._control.lower_bound
        return Outcome(Status.SOLVED, named, optimal=proved, segments=segments)

    def _clean(self, moves: Shorts) -> Shorts:
        return self._encoded.move_set.cleaned(self._encoded.start, moves)

    @cached_property
    def _table(self) -> kernel.GoalTable:
        positions = min(_POSITIONS, _CELLS // self._encoded.cells)
        self._control.reserve(self._beams.table_mib(positions))
        table = self._beams.table(positions)
        goal, ctl = self._encoded.goal, self._control.kernel_array()
        table.fill(self._beams.moves.kernel, goal, positions, ctl)
        self._control.collect_kernel_counts()
        return table

    @cached_property
    def _beams(self) -> BeamFactory:
        board = self._encoded
        return BeamFactory(board.targets, board.distances, self._control, distinct=board.distinct)

    def _search_neighbourhoods(self) -> bool:
        search = neighbourhood_search(*self._neighbourhoods(), self._clean, self._control)
        return self._improve(search, _PATIENCE)

    def _neighbourhoods(self) -> tuple[Puzzle, list[NeighbourhoodKind]]:
        board = self._encoded
        costs = board.distances.astype(np.int32) ** 2
        kind = grown_neighbourhoods(self._beams, self._table if board.distinct else None)
        return Puzzle(board.move_set, board.start, costs, board.distinct), [kind]

    # --- the whole board ---

    def _search_from_scratch(self) -> None:
        learned = self._learned
        if learned is None:
            self._search_by_distances()
        else:
            with learned.training_in_background():
                succeeded = self._search_by_distances()
            self._search_by_evaluation(learned, needed=not succeeded)
        if self._best is None:
            raise _NoSolutionError

    def _search_by_distances(self) -> bool:
        """Search with beams over the distances of tiles, and by words if these find nothing.

        Returns:
            True if a beam has found a solution.
        """
        control, encoded = self._control, self._encoded
        squares = self._beams.distances.T.astype(np.int64) ** 2
        start = assign_tiles(encoded.start, encoded.goal, squares, control).astype(np.uint16)
        width = _WORK // (encoded.cells * len(encoded.moves))
        width = min(max(width, _NARROWEST), _WIDTH)
        most = _FEW_MOVES if width == _NARROWEST else UNLIMITED
        before, succeeded = self._budget.used_fraction, False
        while width <= _WIDEST:
            mib = self._beams.beam_mib(width, self._depth)
            if self._best is None:
                control.reserve(mib)
            elif not control.can_allocate(mib):
                break
            beam = self._beam(start, width, most)
            succeeded = succeeded or len(beam.path) > 0
            spent = self._budget.used_fraction
            ahead = spent + _GROWTH * (spent - before)
            if self._best is None:
                self._use_words(start, ahead)
            if self._best is not None:
                control.phase = tr("beam searches over the whole board")
                share = _BEAM_SHARE if succeeded else _WORDS_SHARE
                if self._learned is not None and not succeeded:
                    share = _ALONE
                if self._is_proved() or beam.is_complete or ahead > share:
                    break
            before = self._budget.used_fraction
            width *= _GROWTH
            most = UNLIMITED
        return succeeded

    @cached_property
    def _learned(self) -> LearnedBeams | None:
        """Beams over an evaluation learned for the puzzle; None if it is too large."""
        if not Evaluation.possible(self._encoded):
            return None
        return LearnedBeams(self._encoded, self._control, self._budget)

    def _search_by_evaluation(self, learned: LearnedBeams, *, needed: bool) -> None:
        most = self._depth if self._best is None else min(self._depth, len(self._best) - 1)
        for moves in learned.solutions(most, needed=needed):
            self._report(self._clean(self._encoded.encode(moves)))

    def _beam(self, start: Values, width: int, most: int) -> Beam:
        """Run a beam for solutions of at most so many moves."""
        control = self._control
        depth = self._depth
        beam = self._beams.beam(self._table, width, depth)
        beam.begin(start, self._encoded.goal)
        left = self._budget.states_until(_ALONE if self._best is None else _WORDS_SHARE)
        if left is None:
            left = UNLIMITED >> 1
        most = min(most, depth if self._best is None else len(self._best) - 1)
        found = beam.kernel.advance(0, most, _STALLED, left, self._rngs[0], control.kernel_array())
        control.collect_kernel_counts()
        if found == 1:
            self._report(self._clean(beam.path))
        return beam

    def _use_words(self, start: Values, ahead: float) -> None:
        """Report a solution made of words of the group.

        Args:
            start: for each cell the cell that its tile belongs to.
            ahead: share of the budget that the next beam takes. Words of a group without large
                orbits take long, and are left until that is much.
        """
        encoded, cells = self._encoded, self._board.cells
        group = puzzle_group(cells, tuple(self._board.steps.values()))
        if group is None or not (group.large or ahead > _ALONE):
            return
        assigned = permutation(start.tolist())
        if assigned in group:
            element: Permutation | None = assigned
        else:
            element = element_between(group, encoded.start.tolist(), encoded.goal.tolist())
        if element is None:
            return
        try:
            word = self._word(group, element)
        except (TooLargeError, NoCyclesError):
            return
        self._report(self._clean(np.array(word, np.int16)))

    def _word(self, group: PuzzleGroup, element: Permutation) -> list[int]:
        """Return moves that carry the content of each cell to its image."""
        encoded = self._encoded
        # A move of each pair of inverses.
        numbers = [t for t, other in enumerate(encoded.inverse) if other < 0 or t <= other]
        generators = [permutation(encoded.targets[t].tolist()) for t in numbers]
        word = self._short_word(group, generators, element)
        found: list[int] = []
        for t in word:
            move = numbers[t if t >= 0 else ~t]
            if t >= 0:
                found.append(move)
            elif encoded.inverse[move] >= 0:
                found.append(encoded.inverse[move])
            else:
                found += [move] * (self._order(move) - 1)
        return found

    def _short_word(
        self, group: PuzzleGroup, generators: Sequence[Permutation], element: Permutation
    ) -> Word:
        if group.large:
            try:
                return ThreeCycles(group, generators, self._control).word(element)
            except NoCyclesError:
                pass
        return WordTable(group.points, generators, self._control).word(element)

    def _order(self, move: int) -> int:
        """Return how often a move is repeated until it does nothing."""
        targets = self._encoded.targets[move]
        power, count = targets, 1
        while not np.array_equal(power, np.arange(len(targets))):
            power, count = targets[power], count + 1
        return count

"""Anytime solver of rotation boards: a solution at once, then shorter ones.

A narrow beam search (Lowerre 1976) fills the board cell by cell, which never fails
(``kernels.peel``). Wider ones bring all tiles of the board nearer at the same time
(``beam``), several in parallel with different random numbers, since their results vary more
than a beam twice as wide would gain. Then a large neighbourhood search (Shaw 1998) improves the
shortest solution. Equal values are assigned to their goal cells at the least total cost (Kuhn
1955), first on the whole board and again in each neighbourhood. Boards of few cells with
equal tiles are left to the solver of all puzzles of moves (``move_search.macro``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.kernels.neighbourhoods import RectangleNeighbourhood
from puzzlegui.families.rotation.solving import optimal
from puzzlegui.families.rotation.solving.beam import (
    BoardBeam,
    Ints,
    Turns,
    all_turns,
    board_beam_mib,
    board_costs,
    rectangle,
)
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, Shorts
from puzzlegui.families.rotation.solving.peel_beam import solve_cell_by_cell
from puzzlegui.families.rotation.solving.symmetry import images_of
from puzzlegui.solvers.anytime import distance_costs, has_small_state_space
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.move_search import macro
from puzzlegui.solvers.move_search.beam import BeamParameters, beam_mib
from puzzlegui.solvers.neighbourhoods import (
    NeighbourhoodKind,
    Puzzle,
    neighbourhood_search,
    worker_count,
)
from puzzlegui.solvers.tile_assignment import assign_tiles

_POWER, _ONE_WAY_POWER, _LOCAL_POWER = 1.75, 1.5, 1.5
"""Power of a distance that gives its cost: on the whole board, where blocks turn both ways or one
way only, and in rectangles of it."""
_LARGE = 200
"""Cells from which a board is large."""
_SHARES, _LARGE_SHARES = (0.02, 0.12), (0.02, 0.2, 0.2)
"""Shares of the time or states for the successive beams over the whole board; more on large boards,
where neighbourhoods alone would take too long."""
_SIDES = 3, 7
"""Fewest and most rows and columns of a part of a solution."""
_LEAST, _LONGEST = 2, 60
"""Fewest and most turns of a part."""
_PART_WIDTH, _WIDEST_PART, _PART_STATES = 120, 3840, 80_000
"""Initial and greatest width of a beam over a part, and states of a round."""
_LOOKAHEAD = 9
"""See ``BeamParameters``, for a part."""
_PATIENCE = 2000
"""Unsuccessful neighbourhoods, for each turn of the solution, after which a run without a limit
ends."""
_WIDEST = 20_000
"""Largest width of a beam over the whole board."""
_CUTS = (3, 2.3, 1.7, 1.2, 0.8, 0)
"""Mean distances of tiles from their cells at which the beam over the board is cut off."""
_ONE_WAY_CUTS = (0.5, 0.37, 0.28, 0.19, 0.13, 0)
"""The same as shares of the distance at the start, where blocks turn one way only: there a beam is
useful only for the first half of the distance."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out."""
    assert isinstance(board, RotationBoard)
    if has_small_state_space(board.start):
        return optimal.solve(board, control)
    if len(set(flatten(board.start))) < len(board.cells) <= macro.FEW_CELLS:
        return macro.solve(board, control)
    return _Macro(board, control).solve()


def _part_parameters(width: int) -> BeamParameters:
    return BeamParameters(width, _LONGEST + 1, lookahead=_LOOKAHEAD)


class _Macro(AnytimeSearch):
    """The anytime search on a board."""

    def __init__(self, board: RotationBoard, control: Control) -> None:
        super().__init__(control)
        self._board = board
        self._rows, self._columns = board.rows, board.columns
        self._cells = board.rows * board.columns
        self._encoded = encoded = EncodedBoard(board)
        self._directions = encoded.directions
        self._local_cost = distance_costs(_LOCAL_POWER)
        self._turns = all_turns(self._rows, self._columns, encoded.directions)
        costs = distance_costs(_POWER if encoded.directions == 2 else _ONE_WAY_POWER)
        self._cost = board_costs(self._rows, self._columns, encoded.directions, costs)
        self._start = assign_tiles(encoded.start, encoded.goal, self._cost, control)

    def _start_from(self, solution: Sequence[Turn]) -> None:
        self._report(self._clean(self._encoded.encode(solution)))

    def _search_from_scratch(self) -> None:
        control = self._control
        width = 3 if self._cells > 500 else 10
        moves = solve_cell_by_cell(
            (self._rows, self._columns), self._directions, self._start, self._cost, width, control,
            control.kernel_array(),
        )  # fmt: skip
        control.collect_kernel_counts()
        assert moves is not None
        self._report(self._clean(moves))
        if self._is_proved():
            return
        control.phase = tr("beam search over the whole board")
        together = images_of(self._rows, self._columns, self._start)
        turns = self._turns
        first, *rounds = _LARGE_SHARES if self._cells > _LARGE else _SHARES
        states = self._budget.total_states(1e6 / (0.7 + 0.0015 * self._cells))
        width = self._width(first * states)
        used = self._budget.used_fraction
        self._beams(width, turns, 1)
        if control.request.limits.states is not None:
            states /= len(self._rngs)
        elif self._budget.is_limited:
            used = max(1e-6, self._budget.used_fraction - used)
            states = width * len(self._solution) / used
        at_once = 1
        if together:
            turns = Turns(self._rows, self._columns, self._directions, together)
            at_once = max(map(len, together))
        for share in rounds:
            width = self._width(share * at_once * states)
            self._beams(width, turns, len(self._rngs))

    def _width(self, states: float) -> int:
        """Return the width of a beam over the whole board that expands so many states."""
        return int(min(_WIDEST, max(10, states / len(self._solution))))

    def _search_neighbourhoods(self) -> bool:
        search = neighbourhood_search(
            *self._neighbourhoods(), self._clean, self._control, widens_if_long=False
        )
        return self._improve(search, _PATIENCE)

    def _neighbourhoods(self) -> tuple[Puzzle, list[NeighbourhoodKind]]:
        board = self._encoded
        row, column = np.divmod(np.arange(self._cells), self._columns)
        costs = self._local_cost[abs(row[:, None] - row)]
        costs += self._local_cost[abs(column[:, None] - column)]
        kind = NeighbourhoodKind(
            self._parts, self._parts_mib, _PART_WIDTH, _WIDEST_PART, _LEAST, _LONGEST, _PART_STATES
        )
        return Puzzle(board.moves, board.start, costs, board.values == self._cells), [kind]

    def _parts(self, width: int) -> RectangleNeighbourhood:
        """Allocate a search of parts of a solution."""
        search, *_ = rectangle(self._turns, self._local_cost, _SIDES[1], _part_parameters(width))
        return RectangleNeighbourhood(self._rows, self._columns, *_SIDES, _LONGEST, search)

    def _parts_mib(self, width: int) -> float:
        """Return the memory of such a search in MiB."""
        part = all_turns(_SIDES[1], _SIDES[1], self._directions)
        return beam_mib(part.linked, _part_parameters(width))

    def _outcome(self, moves: Shorts, _ending: str) -> Outcome:
        board = self._encoded
        named = board.moves.segments(board.start, board.goal, moves, self._columns)
        return Outcome(Status.SOLVED, board.decode(moves), segments=named)

    def _clean(self, moves: Shorts) -> Shorts:
        return self._encoded.moves.cleaned(self._encoded.start, moves)

    # --- the whole board at once ---

    def _beams(self, width: int, turns: Turns, most: int) -> None:
        """Search with up to ``most`` beams over the whole board in parallel."""
        control = self._control
        levels = len(self._solution)

        def mib(width: int) -> float:
            return board_beam_mib(turns, width, levels)

        width = self._affordable_width(width, mib, most)
        count = min(most, worker_count(control, mib(width)))
        beams = [
            BoardBeam(
                turns, self._cost, self._local_cost, width, levels, self._rngs[number], control,
            )
            for number in range(count)
        ]  # fmt: skip
        away = 0
        for beam in beams:
            away = beam.begin(self._start)

        for goal in self._cut_distances(away):

            def search(number: int, ctl: Ints, goal: int = goal) -> Shorts | None:
                return beams[number].solution_from(goal, ctl)

            found = self._search_in_parallel(count, search)
            for moves in found:
                self._report(self._clean(moves))
            control.collect_kernel_counts()
            if not found:
                return

    def _cut_distances(self, away: int) -> list[int]:
        """Return the sums of distances at which a beam is cut off, from that of the start."""
        if self._directions == 1:
            return [int(share * away) for share in _ONE_WAY_CUTS]
        return [int(cut * self._cells) for cut in _CUTS]

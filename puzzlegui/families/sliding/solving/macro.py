"""Anytime solver of sliding boards: a solution at once, then shorter ones.

A narrow beam search (Lowerre 1976) fills the board two cells at a time, line by line, guided by
tables of distances (``stages``). A wider one brings all tiles of the board nearer at the same time,
at few moves each; since it stalls on the last misplaced tiles, it is cut off at several points and
the narrow beam completes the solution from there. Then a large neighbourhood search (Shaw 1998)
improves it (``kernels.neighbourhoods``). Equal tiles are first assigned to their goal cells at the
least total distance (Kuhn 1955).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.core.solution import Status
from puzzlegui.families.sliding.board import GAP, SlidingBoard
from puzzlegui.families.sliding.kernels import beam as sliding_beam
from puzzlegui.families.sliding.kernels import tables as sliding_tables
from puzzlegui.families.sliding.kernels.beam import AHEAD, MOST_NODES, PLACE
from puzzlegui.families.sliding.kernels.neighbourhoods import apply_directions
from puzzlegui.families.sliding.solving import optimal, stages
from puzzlegui.families.sliding.solving.beams import (
    BoardBeam,
    Shorts,
    beam_mib,
    make_beam,
    make_instance,
)
from puzzlegui.families.sliding.solving.encoded import (
    LETTERS,
    Directions,
    cleaned,
    directions_of,
    name_segments,
)
from puzzlegui.families.sliding.solving.neighbourhoods import Geometry, neighbourhood_search
from puzzlegui.solvers.anytime import has_small_state_space
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.tile_assignment import assign_tiles, exchange_equal_tiles


class _BudgetShares(NamedTuple):
    """Shares of the budget of states.

    Attributes:
        beams: shares of all states for the successive beams over the whole board.
        finish: share of each beam for completing the solution, from all cuts.
        cuts: mean distances of tiles from their cells at which such a beam is cut off.
    """

    beams: tuple[float, ...]
    finish: float
    cuts: tuple[float, ...]


_SMALL = _BudgetShares((0.02, 0.25, 0.25), 0.5, (2.3, 1.2, 0.6))
_LARGE = _BudgetShares((0.02, 0.6), 0.3, (3, 1.7))
_SMALL_CELLS = 150
"""Boards with at most this many cells are small."""
_NODES = 60_000_000
"""Most nodes of the search tree of a beam."""


_FIRST = 31, 64, 2, 4, 20
_FINISH = 31, 32, 2, 16, 40
"""Parameters for filling a board, for the first solution and after a beam over the whole board:
``kernels.beam.BeamParameters`` without the first two."""
_COARSE, _FINE = 1.5, 1.8
"""Power of a distance that gives its cost, by default and after a beam over the whole board."""
_PATIENCE = 300
"""Unsuccessful neighbourhoods, for each move of the solution, after which a run without a limit
ends."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out."""
    assert isinstance(board, SlidingBoard)
    if has_small_state_space(board.start):
        return optimal.solve(board, control)
    return _Macro(board, control).solve()


class _Macro(AnytimeSearch):
    """The anytime search on a board; in the kernels moves are directions of the gap."""

    def __init__(self, board: SlidingBoard, control: Control) -> None:
        super().__init__(control)
        self._board = board
        self._rows, self._columns = board.rows, board.columns
        self._cells = board.rows * board.columns
        self._shares = _SMALL if self._cells <= _SMALL_CELLS else _LARGE
        self._gap = flatten(board.goal).index(GAP)
        self._instance = make_instance(board.rows, board.columns, self._gap, _COARSE)
        self._fine = make_instance(board.rows, board.columns, self._gap, _FINE)
        self._plan = stages.make_plan(board.rows, board.columns, self._gap)
        self._groups = stages.make_groups(self._plan, self._cells)
        self._start = self._assign()

    def _start_from(self, solution: Sequence[str]) -> None:
        self._report(self._clean(directions_of(solution)))
        self._start = self._tiles_before(self._solution)

    def _search_from_scratch(self) -> None:
        first = self._fill(self._start, 3, _FIRST, self._instance)
        assert first is not None
        self._report(first, "from table")
        self._report(self._clean(first), "from table")
        if not self._is_proved():
            self._control.phase = tr("beam search over the whole board")
            states = self._budget.total_states(1e9 / (130 + 0.1 * self._cells))
            for share in self._shares.beams:
                self._beam(share * states)

    def _outcome(self, moves: Directions, ending: str) -> Outcome:
        letters = [LETTERS[direction] for direction in moves.tolist()]
        name = f"{self._plan.rest_name} {ending}".strip()
        named = name_segments(self._board, moves, self._plan, name)
        return Outcome(Status.SOLVED, letters, segments=named)

    # --- the encoded board ---

    def _assign(self) -> Shorts:
        """Assign a goal cell to the tile of each cell, at the least total distance."""
        start, goal = np.array(flatten(self._board.start)), np.array(flatten(self._board.goal))
        row, column = np.divmod(np.arange(self._cells), self._columns)
        distance = abs(row[:, None] - row) + abs(column[:, None] - column)
        cost = (distance << 30) + (distance**1.5 * 32).astype(
            np.int64
        )  # at equal distance prefer even ones
        wanted = assign_tiles(start, goal, cost, self._control)
        tiles = np.flatnonzero(start != GAP)
        self._control.raise_lower_bound(int(distance[tiles, wanted[tiles]].sum()))
        if not self._is_even(wanted):
            groups = (np.flatnonzero(start == value) for value in np.unique(start))
            exchange_equal_tiles(wanted, cost, groups)
        return wanted

    def _tiles_before(self, directions: Directions) -> Shorts:
        """Return the tile of each cell, by its final cell, from which moves lead to the goal."""
        tiles = np.arange(self._cells, dtype=np.int16)
        apply_directions(tiles, self._gap, 3 - directions[::-1], self._columns)
        return tiles

    def _is_even(self, wanted: Shorts) -> bool:
        """Return whether the assigned goal is reachable, by parity (Johnson and Story 1879)."""
        targets = wanted.tolist()
        gap = targets.index(self._gap)
        (row, column), (to_row, to_column) = (
            divmod(cell, self._columns) for cell in (gap, self._gap)
        )
        distance = row + column + to_row + to_column
        return is_odd_permutation(targets) == (distance % 2 == 1)

    def _clean(self, directions: Directions) -> Directions:
        return cleaned(self._board, directions)

    # --- line by line ---

    def _fill(
        self,
        start: Shorts,
        width: int,
        parameters: tuple[int, ...],
        instance: sliding_beam.Instance,
    ) -> Directions | None:
        """Solve with a narrow beam that fills two cells at a time, and a table for the rest.

        A beam that is too narrow may get stuck; then it is widened (Zhang 1998). If there is no
        memory for that, None is returned, or the search stops if there is no solution yet.

        Args:
            start: for each cell the cell its tile belongs to.
            width: initial width of the beam.
            parameters: see ``_FIRST``.
            instance: the board.
        """
        control = self._control
        levels = 6 * self._away(start) + 40 * self._cells + 1000

        def mib(width: int) -> float:
            return beam_mib(self._cells, width, levels * width)

        width = self._affordable_width(min(width, MOST_NODES // levels), mib)
        while True:
            control.reserve(mib(width))
            beam = make_beam(
                instance,
                sliding_beam.BeamParameters(width, width, *parameters),
                (self._cells, width, levels * width),
                self._rngs[0],
                control.kernel_array(),
            )
            beam.kernel.begin(start)
            done = 1
            for group in self._groups:
                done = beam.kernel.stage(group)
                if done != 1:
                    break
            control.collect_kernel_counts()
            if done == 1:
                return self._with_rest(beam)
            del beam  # before a larger one is made
            width *= 3
            fits = levels * width <= MOST_NODES and control.can_allocate(mib(width))
            if self._best is not None and not fits:
                return None

    def _with_rest(self, beam: BoardBeam) -> Directions:
        """Return the moves to the best state of a beam and, by table, on to the goal."""
        top, left, bottom, right = self._plan.rest
        rows, columns = bottom - top, right - left
        cells = self._plan.rest_cells
        number = np.zeros(self._cells, np.int64)
        number[cells] = np.arange(len(cells))
        gap = int(number[self._gap])
        table = stages.rest_table(rows, columns, gap)
        states = beam.kernel.states()
        rests = [number[beam.tiles[beam.head[state, PLACE], cells]] for state in states]
        lengths = [int(table[sliding_tables.rank(rest)]) for rest in rests]
        whole = [
            int(beam.head[state, AHEAD]) + length
            for state, length in zip(states, lengths, strict=True)
        ]
        best = whole.index(min(whole))
        finish = np.zeros(lengths[best], np.int8)
        sliding_tables.descend_to_goal(rows, columns, gap, table, rests[best], finish)
        return np.concatenate([beam.path(states[best]), finish])

    def _away(self, cells: Shorts) -> int:
        """Return the sum of Manhattan distances of all tiles."""
        here = np.arange(self._cells)
        row, column = np.divmod(here, self._columns)
        to_row, to_column = np.divmod(cells.astype(np.int64), self._columns)
        return int((abs(row - to_row) + abs(column - to_column))[cells != self._gap].sum())

    # --- the whole board at once ---

    def _beam(self, budget: float) -> None:
        control = self._control
        levels = 2 * self._away(self._start) + 2 * self._cells
        width = max(
            30, self._cells // 3, int(min((1 - self._shares.finish) * budget, _NODES) / levels)
        )
        width = self._affordable_width(
            width, lambda width: beam_mib(self._cells, width, levels * width)
        )
        per_gap = max(1, 5 * width // (2 * self._cells))
        nodes = width * levels
        control.reserve(beam_mib(self._cells, width, nodes))
        beam = make_beam(
            self._instance,
            sliding_beam.BeamParameters(width, per_gap, 31, 0, 0, 0, 0),
            (self._cells, width, nodes),
            self._rngs[0],
            control.kernel_array(),
        )
        beam.kernel.begin(self._start)
        finish = self._shares.finish * budget / len(self._shares.cuts) / (15 * self._cells)
        for cut in self._shares.cuts:
            control.kernel_array()  # update the remaining limit of states
            reached = beam.kernel.advance(int(cut * self._cells))
            control.collect_kernel_counts()
            if reached != 1:
                break
            state = beam.kernel.best()
            cells = beam.tiles[beam.head[state, PLACE]].copy()
            rest = self._fill(cells, int(max(3, finish)), _FINISH, self._fine)
            if rest is not None:
                self._report(self._clean(np.concatenate([beam.path(state), rest])))

    # --- large neighbourhood search ---

    def _search_neighbourhoods(self) -> bool:
        board = Geometry(self._start, self._columns, self._gap)
        return self._improve(
            neighbourhood_search(board, self._clean_shorter, self._control), _PATIENCE
        )

    def _clean_shorter(self, directions: Directions) -> Directions:
        """Remove redundant moves from a solution shorter than the best."""
        return self._clean(directions) if len(directions) < len(self._solution) else directions

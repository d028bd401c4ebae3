"""Short, not shortest, solutions of sliding boards: one at once, then better and better.

A narrow beam fills the board two cells at a time, line by line, by tables that say how far it is
(``stages``). A wider one looks at the whole board and brings all tiles nearer at few moves each;
it would stall on the last misplaced ones, so it is cut off at several points, from which the first
finishes. Then stretches of the solution are redone by small beams, again and again
(``sliding_windows``). Equal tiles are first assigned to the cells that want them, by the least
total way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.sliding import GAP, SlidingBoard
from puzzlegui.core.solution import Status
from puzzlegui.solvers.anytime import Pace, assigned, is_small, random_state, steps
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.kernels import sliding_macro as kernel
from puzzlegui.solvers.kernels import sliding_tables, sliding_windows
from puzzlegui.solvers.sliding import optimal, stages
from puzzlegui.solvers.sliding.automaton import WAYS
from puzzlegui.solvers.sliding.clean import clean
from puzzlegui.solvers.sliding.stretches import LETTERS, stretches

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Ways = NDArray[np.int8]


class _Manner(NamedTuple):
    """How the work is shared out.

    Attributes:
        shares: what the beams over the whole board may take of all the work, one after the other.
        finish: what filling the board, from all cuts, may take of that.
        cuts: how far tiles are from their cells, on the average, where such a beam is cut off.
    """

    shares: tuple[float, ...]
    finish: float
    cuts: tuple[float, ...]


_SMALL = _Manner((0.02, 0.25, 0.25), 0.5, (2.3, 1.2, 0.6))
_LARGE = _Manner((0.02, 0.6), 0.3, (3, 1.7))
_SMALL_CELLS = 150
"""Boards of up to so many cells are small."""
_NODES = 60_000_000
"""The most moves that a beam notes."""
_WINDOWS = (
    sliding_windows.Style(100, 20, 31, 20, 60, 49),
    sliding_windows.Style(1000, 100, 31, 40, 150, 81),
)
"""How stretches are redone, by turns."""
_FIRST = kernel.Style(3, 3, 31, 64, 2, 4, 20)
_FINISH = kernel.Style(100, 100, 31, 32, 2, 16, 40)
"""How a board is filled for the first solution, and after a beam over the whole board."""
_PATIENCE = 30
"""Rounds in vain after which a solution can be taken to be good; large boards need more."""


def solve(board: Board, control: Control) -> Outcome:
    """A solution that is made shorter until time or states run out."""
    assert isinstance(board, SlidingBoard)
    if is_small(board.start):
        return optimal.solve(board, control)
    return _Macro(board, control).solve()


class _Macro:
    """The work on one board; the kernels know moves as ways of the gap."""

    def __init__(self, board: SlidingBoard, control: Control) -> None:
        self._board = board
        self._control = control
        self._rows, self._columns = board.rows, board.columns
        self._cells = board.rows * board.columns
        self._manner = _SMALL if self._cells <= _SMALL_CELLS else _LARGE
        self._pace = Pace(control)
        self._budget = self._pace.budget(1e9 / (130 + 0.1 * self._cells))
        self._rng = random_state(control.request.seed)
        hole = flatten(board.goal).index(GAP)
        self._task = make_task(board.rows, board.columns, hole, 1.5)
        self._fine = make_task(board.rows, board.columns, hole, 1.8)
        self._plan = stages.plan(board.rows, board.columns, hole)
        self._groups = stages.groups(self._plan, self._cells)
        self._start = self._matched()
        self._best = np.zeros(0, np.int8)

    def solve(self) -> Outcome:
        control = self._control
        control.phase = "first solution"
        first = self._fill(self._start, _FIRST, self._task)
        self._found(first, "from table")
        self._found(self._cleaned(first), "from table")
        if not self._proved():
            control.phase = "beam over the whole board"
            for share in self._manner.shares:
                self._beam(share * self._budget)
        control.phase = "windows of the solution"
        self._windows()
        assert control.best is not None
        return control.best(False)

    # --- the board as numbers ---

    def _matched(self) -> Shorts:
        """For each cell the one that its tile is to go to, equal ones by the least total way."""
        start, goal = np.array(flatten(self._board.start)), np.array(flatten(self._board.goal))
        row, column = np.divmod(np.arange(self._cells), self._columns)
        way = abs(row[:, None] - row) + abs(column[:, None] - column)
        price = (way << 30) + (way**1.5 * 32).astype(np.int64)  # of all the least, the most even
        wanted = np.empty(self._cells, np.int16)
        total = 0
        for value in np.unique(goal):
            here, there = np.flatnonzero(start == value), np.flatnonzero(goal == value)
            if len(here) > 1:
                here = here[assigned(price[np.ix_(here, there)], self._control)]
            wanted[here] = there
            if value != GAP:
                total += int(way[here, wanted[here]].sum())
        self._control.prove(total)
        if not self._even(wanted):
            self._exchange(wanted, start, price)
        return wanted

    def _even(self, wanted: Shorts) -> bool:
        """Whether the tiles can be brought there: an exchange of tiles alone cannot be done."""
        targets = wanted.tolist()
        gap = targets.index(self._task.hole)
        (row, column), (to_row, to_column) = (
            divmod(cell, self._columns) for cell in (gap, self._task.hole)
        )
        even = bool((row + column + to_row + to_column) % 2 == 0)
        for cell in range(self._cells):
            while targets[cell] != cell:
                other = targets[cell]
                targets[cell], targets[other] = targets[other], other
                even = not even
        return even

    def _exchange(self, wanted: Shorts, start: Ints, price: Ints) -> None:
        """Let two equal tiles change places in the goal, those for which it costs the least."""
        least, pair = np.iinfo(np.int64).max, (0, 0)
        for value in np.unique(start):
            here = np.flatnonzero(start == value)
            if len(here) < 2:
                continue
            crossed = price[np.ix_(here, wanted[here])]
            own = np.diag(crossed)
            change = crossed + crossed.T - own[:, None] - own
            np.fill_diagonal(change, np.iinfo(np.int64).max)
            i, j = divmod(int(change.argmin()), len(here))
            if change[i, j] < least:
                least, pair = change[i, j], (int(here[i]), int(here[j]))
        one, other = pair
        wanted[one], wanted[other] = wanted[other], wanted[one]

    # --- how far it is ---

    def _proved(self) -> bool:
        return len(self._best) <= self._control.bound

    def _found(self, ways: Ways, rest: str = "") -> None:
        """Note a solution if it is the best so far; ``rest`` says how the last part was found."""
        control, board, plan = self._control, self._board, self._plan
        if control.best_length is not None and len(ways) >= control.best_length:
            return
        self._best = ways
        name = f"{plan.rest_name} {rest}".strip()

        def outcome(_stopped: bool) -> Outcome:
            moves = [LETTERS[way] for way in ways.tolist()]
            return Outcome(Status.SOLVED, moves, segments=stretches(board, moves, plan, name))

        control.found(len(ways), outcome)

    def _cleaned(self, ways: Ways) -> Ways:
        moves = clean(self._board, [LETTERS[way] for way in ways.tolist()])
        return np.array([LETTERS.index(move) for move in moves], np.int8)

    # --- line by line ---

    def _fill(self, start: Shorts, style: kernel.Style, task: kernel.Task) -> Ways:
        """A solution by a narrow beam that fills two cells after two, and a table.

        Too narrow a beam may get stuck; then a wider one is taken.
        """
        control = self._control
        while True:
            width = style.width
            nodes = width * (6 * self._away(start) + 40 * self._cells + 1000)
            control.reserve(kernel.room_mib(self._cells, width, nodes))
            room = kernel.room(self._cells, width, nodes)
            state = np.zeros(kernel.SLOTS, np.int64)
            kernel.begin(task, start, room, state)
            done = 1
            for group in self._groups:
                done = kernel.stage(
                    task, style, group, room, state, self._rng, control.kernel_array()
                )
                if done != 1:
                    break
            control.kernel_done()
            if done == 1:
                return self._with_rest(room, state)
            style = style._replace(width=3 * width, crowd=3 * width)

    def _with_rest(self, room: kernel.Room, state: Ints) -> Ways:
        """The ways of the best state of a beam, and of its last cells."""
        top, left, bottom, right = self._plan.rest
        high, wide = bottom - top, right - left
        cells = self._plan.rest_cells
        number = np.zeros(self._cells, np.int64)
        number[cells] = np.arange(len(cells))
        hole = int(number[self._task.hole])
        table = stages.rest_table(high, wide, hole)
        side, count = state[kernel.SIDE], int(state[kernel.COUNT])
        rests = [number[room.tiles[side, index, cells]] for index in range(count)]
        ahead = [int(room.head[side, index, kernel.AHEAD]) for index in range(count)]
        lengths = [
            ahead[index] + int(table[sliding_tables.rank(rests[index])]) for index in range(count)
        ]
        best = lengths.index(min(lengths))
        ways = self._path(room, int(room.head[side, best, kernel.NODE]))
        rest = np.zeros(int(table[sliding_tables.rank(rests[best])]), np.int8)
        sliding_tables.follow(high, wide, hole, table, rests[best], rest)
        return np.concatenate([ways, rest])

    def _path(self, room: kernel.Room, node: int) -> Ways:
        length = kernel.depth(room, node)
        ways = np.zeros(length, np.int8)
        kernel.path(room, node, ways)
        return ways

    def _away(self, cells: Shorts) -> int:
        """How far all tiles are from their cells together."""
        here = np.arange(self._cells)
        row, column = np.divmod(here, self._columns)
        to_row, to_column = np.divmod(cells.astype(np.int64), self._columns)
        return int((abs(row - to_row) + abs(column - to_column))[cells != self._task.hole].sum())

    # --- the whole board at once ---

    def _beam(self, budget: float) -> None:
        control = self._control
        levels = 2 * self._away(self._start) + 2 * self._cells
        width = max(
            30, self._cells // 3, int(min((1 - self._manner.finish) * budget, _NODES) / levels)
        )
        crowd = max(1, 5 * width // (2 * self._cells))
        nodes = width * levels
        control.reserve(kernel.room_mib(self._cells, width, nodes))
        room = kernel.room(self._cells, width, nodes)
        style = kernel.Style(width, crowd, 31, 0, 0, 0, 0)
        nothing = kernel.Group(
            -1, -1, 0, 0, 1, 1, np.zeros(1, np.uint8), np.zeros(self._cells, np.int16), 0
        )
        state = np.zeros(kernel.SLOTS, np.int64)
        kernel.begin(self._task, self._start, room, state)
        for cut in self._manner.cuts:
            reached = kernel.advance(
                self._task, style, nothing, room, state, int(cut * self._cells), self._rng,
                control.kernel_array(),
            )  # fmt: skip
            control.kernel_done()
            if reached != 1:
                break
            index = kernel.best(room, state)
            side = state[kernel.SIDE]
            ways = self._path(room, int(room.head[side, index, kernel.NODE]))
            cells = room.tiles[side, index].copy()
            spread = self._manner.finish * budget / len(self._manner.cuts) / (15 * self._cells)
            thin = int(max(3, spread))
            rest = self._fill(cells, _FINISH._replace(width=thin, crowd=thin), self._fine)
            self._found(self._cleaned(np.concatenate([ways, rest])))

    # --- windows ---

    def _windows(self) -> None:
        """Make the best solution shorter, stretch by stretch."""
        control = self._control
        cells = max(style.cells for style in _WINDOWS)
        longest = max(style.most for style in _WINDOWS)
        width = max(style.width for style in _WINDOWS)
        control.reserve(sliding_windows.room_mib(cells, width, longest))
        room = sliding_windows.room(cells, width, longest)
        work = sliding_windows.work(
            self._best, self._start, self._task.hole, self._task.steps, self._rows, self._columns
        )
        tried = 0  # when it became shorter last
        turn = 0
        while not self._proved() and (self._pace.limited or self._hopeful(turn - tried)):
            style = _WINDOWS[turn % len(_WINDOWS)]
            turn += 1
            sliding_windows.improve(
                work, style, room, 2_000_000 // (style.width * style.most), self._rng,
                control.kernel_array(),
            )  # fmt: skip
            length = int(work.counts[sliding_windows.LENGTH])
            if length < len(self._best):
                tried = turn
                self._found(work.ways[:length].copy())
            control.kernel_done()

    def _hopeful(self, tried: int) -> bool:
        """Whether to go on where no limit is set, after so many rounds in vain."""
        return self._pace.spent < 1 and tried < _PATIENCE + len(self._best) // 100


def make_task(rows: int, columns: int, hole: int, power: float) -> kernel.Task:
    """A board, the gap's cell in the goal, and what distances cost: by that power."""
    cells = np.arange(rows * columns)
    row, column = np.divmod(cells, columns)
    neighbours = np.full((len(cells), len(WAYS)), -1, np.int16)
    for way, (down, right) in enumerate(WAYS):
        there = (row + down >= 0) & (row + down < rows)
        there &= (column + right >= 0) & (column + right < columns)
        neighbours[there, way] = cells[there] + down * columns + right
    return kernel.Task(
        neighbours, row.astype(np.int16), column.astype(np.int16), steps(power), hole
    )

"""Solving a rotation board by exchanging neighbours with fixed sequences of turns.

The "first algorithm" of "Graphs and Puzzles" (see SOURCES.md): every value is brought to its row,
then each row is sorted, by exchanging two neighbours inside a 3×3 and leaving all else in place.
More distant cells are exchanged by a series of such exchanges. A second version uses shorter
sequences, which preserve the rows above and the rest of the row, but not the rows below.

In the source equal values led to an endless loop unless they were numbered. Here a surplus value
of the row is always exchanged for a missing value, so every exchange brings the row closer to its
goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.solution import Status
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.solving.move_recorder import MoveRecorder
from puzzlegui.solvers.control import Outcome, SearchContext

_WINDOW = 3
"""Rows and columns of the window in which a sequence turns blocks."""

_EXCHANGES = {
    (4, 7): "(0,0,F)(1,1,F)(0,0,T)(0,1,T)(1,1,T)",
    (6, 9): "(1,0,T)(0,1,T)(1,0,F)(1,1,F)(0,1,F)",
    (7, 8): "(0,1,T)(1,1,T)(0,0,F)(1,1,F)(0,0,T)",
    (8, 9): "(1,1,F)(0,1,F)(1,0,T)(0,1,T)(1,0,F)",
    (4, 5): "(0,1,F)(0,0,F)(1,1,F)(0,0,T)(0,1,T)(1,1,T)(0,1,T)",
    (5, 6): "(1,1,T)(1,0,T)(0,1,T)(1,0,F)(1,1,F)(0,1,F)(1,1,F)",
    (5, 8): "(0,1,F)(0,1,F)(0,0,F)(1,1,F)(0,0,T)(0,1,T)(1,1,T)(0,1,F)(0,1,F)",
}
"""Sequences that exchange two cells of a 3×3 numbered 1 to 9, in the notation of the source."""
_SHORT_EXCHANGES = {
    (1, 2): "(0,0,F)(1,0,F)(0,1,T)(1,0,T)",
    (2, 3): "(1,0,T)(0,0,T)(1,1,F)(0,0,F)",
}
"""Sequences that exchange two cells and keep the third of the first row."""
_LIFTS = {
    (7, 1): "(0,0,F)(0,1,T)(0,0,T)",
    (4, 1): "(0,1,F)(0,0,F)(0,1,T)(0,0,T)",
    (8, 2): "(0,0,T)(0,1,F)(0,0,F)",
    (5, 2): "(0,1,T)(0,0,T)(0,1,F)(0,0,F)",
    (9, 3): "(1,0,T)(1,1,F)(1,0,F)",
    (6, 3): "(1,1,T)(1,0,T)(1,1,F)(1,0,F)",
}
"""Sequences that bring a value up to the first row and keep the other two of that row."""


class _Sequence(NamedTuple):
    """Turns in a 3×3 and the two cells they exchange or connect, each as (row, column)."""

    one: Cell
    other: Cell
    turns: tuple[Turn, ...]


def solve(board: Board, work: SearchContext) -> Outcome:
    """Solve any board from 3×3 on by exchanges that leave all other cells in place."""
    assert isinstance(board, RotationBoard)
    return _Exchanger(board, work).solve()


def solve_short(board: Board, work: SearchContext) -> Outcome:
    """Solve any board from 3×3 on by sequences that disturb the rows below."""
    assert isinstance(board, RotationBoard)
    return _ShortExchanger(board, work).solve()


class _Exchanger(MoveRecorder):
    """First version: sequences that only exchange two neighbours."""

    def __init__(self, board: RotationBoard, work: SearchContext) -> None:
        super().__init__(board)
        self._work = work
        self._exchanges = self._sequences(board, _EXCHANGES)

    def solve(self) -> Outcome:
        for row in range(self.rows):
            self._work.phase = f"row {row + 1}"
            self._fill(row)
            self._order(row)
        return Outcome(Status.SOLVED, self.moves, segments=self.segments)

    def _fill(self, row: int) -> None:
        """Bring all values of a row into it; the rows above are done."""
        below = range((row + 1) * self.columns, len(self.cells))
        for cell in self._cells_of(row):
            missing, surplus = self._lacks(row)
            if surplus[self.cells[cell]]:
                other = min(
                    (c for c in below if missing[self.cells[c]]),
                    key=lambda c: self.distance(c, cell),
                )
                self._exchange(cell, other, f"row {row + 1}")

    def _order(self, row: int) -> None:
        """Sort the values of a row."""
        cells = self._cells_of(row)
        for cell in cells:
            if self.cells[cell] != self.goal[cell]:
                found = (c for c in range(cell, cells.stop) if self.cells[c] == self.goal[cell])
                self._exchange(cell, next(found), f"order row {row + 1}")

    def _exchange(self, one: int, other: int, part: str) -> None:
        """Exchange two cells by exchanges of neighbours along a route and back."""
        route = [one]
        while route[-1] != other:
            (r, c), (to_r, to_c) = divmod(route[-1], self.columns), divmod(other, self.columns)
            step = self.columns * ((to_r > r) - (to_r < r)) or (to_c > c) - (to_c < c)
            route.append(route[-1] + step)
        there = list(pairwise(route))
        for a, b in (*there, *there[-2::-1]):
            self._exchange_neighbours(a, b, part)

    def _exchange_neighbours(self, one: int, other: int, part: str) -> None:
        turns = self._fitting(self._exchanges, one, other, 0)
        self._make(turns, f"{part}: exchange {self.name(one)} and {self.name(other)}")

    # --- the state of a row ---

    def _cells_of(self, row: int) -> range:
        return range(row * self.columns, (row + 1) * self.columns)

    def _lacks(self, row: int) -> tuple[Counter[int], Counter[int]]:
        """Return the missing and the surplus values of a row."""
        cells = self._cells_of(row)
        have = Counter(self.cells[cells.start : cells.stop])
        want = Counter(self.goal[cells.start : cells.stop])
        return want - have, have - want

    # --- sequences ---

    def _sequences(
        self, board: RotationBoard, texts: dict[tuple[int, int], str]
    ) -> list[_Sequence]:
        """Return sequences and their mirror images, in allowed turns, the shortest first."""
        found = []
        for pair, text in texts.items():
            one, other = (divmod(number - 1, _WINDOW) for number in pair)
            for image in _images(_Sequence(one, other, board.parse_moves(text))):
                turns = [
                    quarter
                    for turn in image.turns
                    for quarter in self.quarters(turn, 1 if turn.clockwise else 3)
                ]
                found.append(image._replace(turns=tuple(turns)))
        return sorted(found, key=lambda sequence: len(sequence.turns))

    def _fitting(
        self, sequences: list[_Sequence], one: int, other: int, top: int
    ) -> tuple[Turn, ...]:
        """Return the turns of the shortest sequence for two cells that fits on the board.

        Args:
            sequences: to choose from.
            one: a cell.
            other: another cell.
            top: the first row that may be turned.

        Returns:
            No turns if no sequence fits.
        """
        (r, c), (other_r, other_c) = divmod(one, self.columns), divmod(other, self.columns)
        for sequence in sequences:
            row, column = r - sequence.one[0], c - sequence.one[1]
            if (
                sequence.other == (other_r - row, other_c - column)
                and top <= row <= self.rows - _WINDOW
                and 0 <= column <= self.columns - _WINDOW
            ):
                return tuple(
                    Turn(row + t.row, column + t.column, t.clockwise) for t in sequence.turns
                )
        return ()

    def _make(self, turns: Sequence[Turn], name: str) -> None:
        self._work.count_expansion()
        self.record(turns, name)


class _ShortExchanger(_Exchanger):
    """Second version: sequences that preserve the rows above and the rest of the row."""

    def __init__(self, board: RotationBoard, work: SearchContext) -> None:
        super().__init__(board, work)
        self._short = self._sequences(board, _SHORT_EXCHANGES)
        self._lifts = self._sequences(board, _LIFTS)
        lengths = {
            abs(lift.one[0] - lift.other[0]) + abs(lift.one[1] - lift.other[1]): len(lift.turns)
            for lift in reversed(self._lifts)
        }
        self._one_step, self._two_steps = lengths[1], lengths[2]
        self._per_exchange = len(self._short[0].turns)

    def _fill(self, row: int) -> None:
        """Bring the missing values of a row into it, the cheapest first."""
        while self._lacks(row)[0]:
            _, cell, place = min(self._candidates(row))
            if row < self.rows - _WINDOW:
                cell = self._bring_across(cell, place, row)
            else:  # too few rows below: move the place to the value
                while (place - cell) % self.columns:
                    step = 1 if place % self.columns < cell % self.columns else -1
                    self._exchange_neighbours(place, place + step, f"row {row + 1}")
                    place += step
            self._bring_up(cell, row)

    def _candidates(self, row: int) -> Iterator[tuple[int, int, int]]:
        """Yield each cell below with a missing value, with its cost in turns and its place.

        Tuples of turns, cell and place. The place is a cell of the row with a surplus value. The
        turns are estimated, including those that later sort the value into the row.
        """
        missing, surplus = self._lacks(row)
        cells = self._cells_of(row)
        places = [cell for cell in cells if surplus[self.cells[cell]]]
        wanted = {value: [cell for cell in cells if self.goal[cell] == value] for value in missing}

        full = len(self._exchanges[0].turns)
        roomy = row < self.rows - _WINDOW
        per_exchange = self._per_exchange if row <= self.rows - _WINDOW else full

        @cache
        def nearest(column: int, value: int) -> tuple[int, int]:
            return min(
                (
                    (self._turns_for(apart) if roomy else full * apart)
                    + per_exchange * min(abs(place - cell) for cell in wanted[value]),
                    place,
                )
                for place in places
                for apart in [abs(place - cells.start - column)]
            )

        for cell in range(cells.stop, len(self.cells)):
            if missing[self.cells[cell]]:
                down, column = divmod(cell - cells.start, self.columns)
                across, place = nearest(column, self.cells[cell])
                yield self._turns_for(down) + across, cell, place

    def _turns_for(self, steps: int) -> int:
        """Return the number of turns that move a value by a number of rows or columns."""
        return self._two_steps * (steps // 2) + self._one_step * (steps % 2)

    def _bring_across(self, cell: int, place: int, row: int) -> int:
        """Bring a value to the column of ``place`` within its row, touching only rows below."""
        while apart := place % self.columns - cell % self.columns:
            step = max(-2, min(2, apart))
            turns = self._fitting(self._lifts, cell, cell + step, row + 1)
            if turns:
                self._bring(cell, cell + step, turns, row)
            else:  # at the edge
                self._exchange_neighbours(cell, cell + step, f"row {row + 1}")
            cell += step
        return cell

    def _bring_up(self, cell: int, row: int) -> None:
        while rows := cell // self.columns - row:
            after = cell - min(2, rows) * self.columns
            turns = self._fitting(self._lifts, cell, after, row)
            if turns:
                self._bring(cell, after, turns, row)
            else:  # in the last two rows
                self._exchange_neighbours(cell, after, f"row {row + 1}")
            cell = after

    def _bring(self, cell: int, after: int, turns: Sequence[Turn], row: int) -> None:
        self._make(turns, f"row {row + 1}: bring {self.name(cell)} to {self.name(after)}")

    def _order(self, row: int) -> None:
        """Sort the values of a row by insertion."""
        cells = self._cells_of(row)
        for cell in cells:
            at = next(c for c in range(cell, cells.stop) if self.cells[c] == self.goal[cell])
            for c in range(at, cell, -1):
                turns = self._fitting(self._short, c - 1, c, row)
                part = f"order row {row + 1}"
                if turns:
                    name = f"{part}: exchange {self.name(c - 1)} and {self.name(c)}"
                    self._make(turns, name)
                else:  # in the last two rows
                    self._exchange_neighbours(c - 1, c, part)


def _images(sequence: _Sequence) -> Iterator[_Sequence]:
    """Yield the images of a sequence under the symmetries of the square."""
    for _ in range(4):
        flipped = _Sequence(
            _flipped(sequence.one, _WINDOW),
            _flipped(sequence.other, _WINDOW),
            tuple(
                Turn(*_flipped(turn[:2], _WINDOW - 1), not turn.clockwise)
                for turn in sequence.turns
            ),
        )
        yield sequence
        yield flipped
        sequence = _Sequence(
            flipped.one[::-1],
            flipped.other[::-1],
            tuple(Turn(turn.column, turn.row, not turn.clockwise) for turn in flipped.turns),
        )


def _flipped(cell: Cell, rows: int) -> Cell:
    """Return a cell reflected top to bottom."""
    return rows - 1 - cell[0], cell[1]

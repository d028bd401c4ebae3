"""Rotation boards: a move turns a block of 2×2 cells by a quarter turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, Self

from puzzlegui.core.board import Board, BoardOption, Extra, Palette, Rearrangement, Verdict
from puzzlegui.core.cells import Cell, Grid, cell_name, flatten, parse_cell
from puzzlegui.core.errors import IllegalMoveError, Problem
from puzzlegui.core.formatting import all_arrangements, group_digits
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.metrics import QUARTER, Metric
from puzzlegui.core.motion import Motion, Rotation, RoundArrow
from puzzlegui.core.movetext import TokenRun, parse_tokens
from puzzlegui.core.palettes import value_names
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import negative_problems, size_problems, value_count_problems
from puzzlegui.core.rearrangement import swap_in_start
from puzzlegui.core.routes import Point
from puzzlegui.core.tilepicture import tile_picture

BOTH, CLOCKWISE, COUNTERCLOCKWISE = "both", "clockwise", "counterclockwise"


class Turn(NamedTuple):
    """A quarter turn of the block whose top-left cell is ``(row, column)``."""

    row: int
    column: int
    clockwise: bool = True

    def __str__(self) -> str:
        return cell_name((self.row, self.column)) + ("" if self.clockwise else "'")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Four cells of the block, row by row."""
        r, c = self.row, self.column
        return ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))


_WORD = re.compile(
    r"\(\s*(?P<x>\d{1,4})\s*,\s*(?P<y>\d{1,4})\s*,\s*(?P<way>[TF])\s*\)"
    r"|turn\s+(?:the\s+)?block\s+(?:at\s+)?(?P<block>[A-Za-z]{1,3}[1-9]\d{0,3})"
    r"\s+(?P<against>counter-?|anti-?)?clockwise(?![A-Za-z0-9])"
    r"|(?P<cell>[A-Za-z]{1,3}[1-9]\d{0,3})(?P<prime>['’′]?)(?![A-Za-z0-9'’′])",
    re.IGNORECASE,
)
QUARTERS = {"Q1": (0, 0), "Q2": (0, 1), "Q3": (1, 0), "Q4": (1, 1)}
"""The blocks of a 3×3 as "Mystery Box" numbers them, see SOURCES.md."""

_OPPOSITE = {BOTH: BOTH, CLOCKWISE: COUNTERCLOCKWISE, COUNTERCLOCKWISE: CLOCKWISE}
_MIRRORED = {CLOCKWISE: COUNTERCLOCKWISE, COUNTERCLOCKWISE: CLOCKWISE}


@dataclass(frozen=True)
class RotationBoard(Board):
    """A board whose start is turned into its goal; equal values are interchangeable.

    Attributes:
        start: initial arrangement, rows × columns values.
        goal: final arrangement of the same values.
        turns: ``both``, ``clockwise`` or ``counterclockwise``.
    """

    start: Grid
    goal: Grid
    turns: str = BOTH
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "rotation"
    move_templates: ClassVar[tuple[str, ...]] = (
        gettext_noop("turn block {cell} clockwise"),
        gettext_noop("turn block {cell} counter-clockwise"),
    )
    grid_fields: ClassVar[tuple[str, ...]] = ("start", "goal")
    permutes_cells: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = (
        QUARTER,
        Metric("any", "turns by any angle", itemgetter(0, 1)),
    )
    bracketed_words: ClassVar[str] = r"\(\s*\d++\s*,[^()\n]*+\)"
    options: ClassVar[tuple[BoardOption, ...]] = (
        BoardOption(
            "turns",
            "Turns",
            (
                (BOTH, "both directions"),
                (CLOCKWISE, "clockwise"),
                (COUNTERCLOCKWISE, "counter-clockwise"),
            ),
        ),
    )

    @classmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        start, goal = fields.grid("start"), fields.grid("goal")
        turns = fields.choice("turns", (BOTH, CLOCKWISE, COUNTERCLOCKWISE), BOTH)
        if start is None or goal is None or turns is None:
            return None
        return cls(start, goal, turns)

    def to_fields(self) -> dict[str, Any]:
        return {"turns": self.turns, "start": self.start, "goal": self.goal}

    def reflected(self) -> Self:
        return super().reflected().with_fields(turns=_MIRRORED.get(self.turns, self.turns))

    def problems(self) -> list[Problem]:
        return [
            *size_problems(self.start, "start"),
            *negative_problems(self.start, "start"),
            *negative_problems(self.goal, "goal"),
            *value_count_problems(self),
        ]

    def verdict(self) -> Verdict:
        """Return an exact verdict: by enumeration on 2×2 and 2×3; larger boards are all solvable.

        On 2×n with n ≥ 4 and wherever both sides are at least 3, the turns generate the whole
        symmetric group, in one direction as in both since the inverse of a turn is its third
        power. 2×2 turns form a cycle of four; those of 2×3 are PGL(2,5), 120 of the 720.
        """
        if self.rows * self.columns > 6:
            count = count_arrangements(flatten(self.start))
            return Verdict(
                True,
                tr("Solvable. {all_arrangements} can be reached.").format(
                    all_arrangements=all_arrangements(count)
                ),
                count,
            )
        reached = self.orbit()
        total = count_arrangements(flatten(self.start))
        if self.goal in reached:
            if len(reached) == total:
                reason = tr("Solvable. {all_arrangements} can be reached.").format(
                    all_arrangements=all_arrangements(total)
                )
            else:
                reason = tr(
                    "Solvable. {count} of {total} arrangements can be reached, including the goal."
                ).format(count=group_digits(len(reached)), total=group_digits(total))
            return Verdict(True, reason, len(reached))
        reason = tr(
            "Not solvable: on a {size} board, turns reach only {count} of {total} arrangements, "
            "and the goal is not one of them."
        ).format(size=self.size, count=group_digits(len(reached)), total=group_digits(total))
        return Verdict(False, reason, len(reached), self._repairing_swap())

    def lower_bound(self) -> int:
        """Return a lower bound: half the row crossings or column crossings, whichever is more.

        A turn moves two values vertically and two horizontally, by a single cell each. At least
        the excess of each value on a side of a line between rows or columns must cross it.
        """
        across_rows = _crossings(self.start, self.goal)
        across_columns = _crossings(
            tuple(zip(*self.start, strict=True)), tuple(zip(*self.goal, strict=True))
        )
        return (max(across_rows, across_columns) + 1) // 2

    def orbit(self) -> set[Grid]:
        """Return all arrangements reachable from the start; for tiny boards."""
        reached = {self.start}
        waiting = [self.start]
        while waiting:
            position = waiting.pop()
            for move in self.legal_moves(position):
                after = self.play(position, move)
                if after not in reached:
                    reached.add(after)
                    waiting.append(after)
        return reached

    def _repairing_swap(self) -> Rearrangement | None:
        """Return the first swap in the start that makes the board solvable, if any."""
        cells = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        for i, (r, c) in enumerate(cells):
            for s, d in cells[i + 1 :]:
                swapped = self.with_cell("start", (r, c), self.start[s][d])
                swapped = swapped.with_cell("start", (s, d), self.start[r][c])
                if swapped.goal in swapped.orbit():
                    return swap_in_start(self.start, value_names(self), (r, c), (s, d))
        return None

    # --- the rules ---

    def initial(self) -> Grid:
        return self.start

    def play(self, position: Grid, move: Turn) -> Grid:
        r, c, clockwise = move
        on_board = 0 <= r < self.rows - 1 and 0 <= c < self.columns - 1
        if not on_board or (self.turns != BOTH and clockwise != (self.turns == CLOCKWISE)):
            raise self._illegal_move(move)
        upper, lower = list(position[r]), list(position[r + 1])
        a, b = upper[c : c + 2]
        d, e = lower[c : c + 2]
        if clockwise:
            upper[c : c + 2], lower[c : c + 2] = (d, a), (e, b)
        else:
            upper[c : c + 2], lower[c : c + 2] = (b, e), (a, d)
        return (*position[:r], tuple(upper), tuple(lower), *position[r + 2 :])

    def play_all(
        self, moves: Iterable[Turn], position: Grid | None = None
    ) -> tuple[Grid, int, IllegalMoveError | None]:
        """Play moves in a single mutable grid: long solutions have thousands of moves."""
        cells = [list(row) for row in (self.start if position is None else position)]
        rows, columns = self.rows - 1, self.columns - 1
        only = None if self.turns == BOTH else self.turns == CLOCKWISE
        number = 0
        for move in moves:
            r, c, clockwise = move
            if not (0 <= r < rows and 0 <= c < columns) or only not in (None, clockwise):
                return tuple(map(tuple, cells)), number, self._illegal_move(move)
            upper, lower = cells[r], cells[r + 1]
            a, b, d, e = upper[c], upper[c + 1], lower[c], lower[c + 1]
            if clockwise:
                upper[c], upper[c + 1], lower[c], lower[c + 1] = d, a, e, b
            else:
                upper[c], upper[c + 1], lower[c], lower[c + 1] = b, e, a, d
            number += 1
        return tuple(map(tuple, cells)), number, None

    def _illegal_move(self, move: Turn) -> IllegalMoveError:
        if not (0 <= move.row < self.rows - 1 and 0 <= move.column < self.columns - 1):
            return IllegalMoveError(
                tr("{move} turns a block that extends beyond the {size} board").format(
                    move=str(move), size=self.size
                )
            )
        return IllegalMoveError(
            (
                tr("{move}: blocks on this board turn only clockwise")
                if self.turns == CLOCKWISE
                else tr("{move}: blocks on this board turn only counter-clockwise")
            ).format(move=str(move))
        )

    def legal_moves(self, _position: Grid) -> list[Turn]:
        ways = {BOTH: (True, False), CLOCKWISE: (True,), COUNTERCLOCKWISE: (False,)}[self.turns]
        return [
            Turn(r, c, way)
            for r in range(self.rows - 1)
            for c in range(self.columns - 1)
            for way in ways
        ]

    def is_solved(self, position: Grid) -> bool:
        return position == self.goal

    def click_moves(self, _position: Grid, down: float, right: float) -> list[tuple[Turn, ...]]:
        """Return turns of the block with the nearest centre, counter-clockwise first."""
        row = min(max(round(down), 1), self.rows - 1) - 1
        column = min(max(round(right), 1), self.columns - 1) - 1
        ways = {BOTH: (False, True), CLOCKWISE: (True,), COUNTERCLOCKWISE: (False,)}[self.turns]
        return [(Turn(row, column, way),) for way in ways]

    def inverse(self) -> Self:
        return self.with_fields(turns=_OPPOSITE[self.turns])

    # --- text ---

    def read_moves(self, text: str) -> Iterator[TokenRun]:
        """Parse turns: ``A1``, ``A1'``, ``(X,Y,T)``, words, or ``Q1`` … ``Q4`` on a 3×3."""
        quarters = QUARTERS if (self.rows, self.columns) == (3, 3) else {}
        expected = tr("a block's top-left cell, as in A1 or A1', or (X,Y,T)")

        def meaning(word: re.Match[str]) -> tuple[Turn]:
            block = word["cell"] or word["block"]
            if block is None:
                return (Turn(int(word["y"]), int(word["x"]), word["way"] in "Tt"),)
            row, column = quarters.get(block.upper()) or parse_cell(block)
            return (Turn(row, column, not (word["prime"] or word["against"])),)

        return parse_tokens(text, _WORD, expected, meaning)

    def move_template(self, move: Turn) -> str:
        way = "clockwise" if move.clockwise else "counter-clockwise"
        return f"turn block {cell_name((move.row, move.column))} {way}"

    def describe(self) -> str:
        turning = {
            BOTH: tr("turns in both directions"),
            CLOCKWISE: tr("clockwise turns only"),
            COUNTERCLOCKWISE: tr("counter-clockwise turns only"),
        }[self.turns]
        kinds = len(self.values)
        filling = (
            tr("numbers")
            if kinds == self.rows * self.columns
            else tr("{kinds} colours").format(kinds=group_digits(kinds))
        )
        return tr("rotation, {size}, {filling}, {turning}").format(
            size=self.size, filling=filling, turning=turning
        )

    # --- pictures ---

    def picture(self, position: Grid | None = None) -> Picture:
        return tile_picture(self, self.start if position is None else position)

    def goal_picture(self) -> Picture:
        return tile_picture(self, self.goal)

    def motion(self, _position: Grid, move: Turn) -> Motion:
        return _motion(move)


@lru_cache(2048)  # enough for all turns of the largest board
def _motion(move: Turn) -> Motion:
    a, b, c, d = move.cells
    targets = (b, d, a, c) if move.clockwise else (c, a, d, b)
    about = Point(move.row + 1, move.column + 1)
    return Motion(
        tuple(zip(move.cells, targets, strict=True)),
        Rotation(about, 1 if move.clockwise else -1),
        move.cells,
        RoundArrow(about, move.clockwise),
    )


def _crossings(start: Grid, goal: Grid) -> int:
    """Return the minimum number of crossings of lines between rows, over all values."""
    ahead: Counter[int] = Counter()
    total = 0
    for here, there in zip(start, goal, strict=True):
        ahead.update(here)
        ahead.subtract(there)
        total += sum(map(abs, ahead.values()))
    return total

"""Shift boards: a move shifts a row or a column by one cell, in a circle."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from puzzlegui.core.board import Board, Extra, Palette, Verdict
from puzzlegui.core.cells import Cell, Grid, cells_by_value, column_name, flatten, parse_cell
from puzzlegui.core.counting import all_arrangements, arrangements, group_digits
from puzzlegui.core.errors import IllegalMoveError, Problem
from puzzlegui.core.fields import Fields
from puzzlegui.core.language import mark, tr
from puzzlegui.core.motion import Motion, Outline, Place, Shape, Straight, StraightArrow
from puzzlegui.core.movetext import Stretch, read_words
from puzzlegui.core.palettes import named, value_names
from puzzlegui.core.permutations import is_odd
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import exchange_problems, negative_problems, size_problems
from puzzlegui.core.tilepicture import tile_picture


class Shift(NamedTuple):
    """A row or a column goes one cell on; its last tile comes in again at the other edge.

    Attributes:
        line: the row, or the column, from 0.
        vertical: it is a column.
        forward: it goes right, or down; else left, or up.
    """

    line: int
    vertical: bool
    forward: bool

    def __str__(self) -> str:
        if self.vertical:
            return column_name(self.line) + ("D" if self.forward else "U")
        return f"{self.line + 1}{'R' if self.forward else 'L'}"


_WORD = re.compile(
    r"shift\s+(?:the\s+)?row\s+(?P<row>[1-9]\d{0,3})\s+(?P<row_way>right|left)(?![A-Za-z0-9])"
    r"|shift\s+(?:the\s+)?column\s+(?P<column>[A-Z]{1,3})\s+(?P<column_way>down|up)(?![A-Za-z0-9])"
    r"|(?P<line>[1-9]\d{0,3}(?=[RL])|[A-Z]{1,3}?(?=[UD]\d*(?![A-Z0-9])))(?P<way>[RLUD])"
    r"(?P<count>\d{0,6})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_ARROW = 0.3
"""Half of an arrow's length, in cells."""


@dataclass(frozen=True)
class ShiftBoard(Board):
    """A start to be shifted into a goal; equal values are interchangeable.

    Attributes:
        start: the arrangement to begin from, rows × columns values.
        goal: the arrangement wanted, of the same values.
    """

    start: Grid
    goal: Grid
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "shift"
    words: ClassVar[tuple[str, ...]] = (
        mark("shift row {row} right"),
        mark("shift row {row} left"),
        mark("shift column {column} up"),
        mark("shift column {column} down"),
    )
    grid_fields: ClassVar[tuple[str, ...]] = ("start", "goal")

    @classmethod
    def from_fields(cls, fields: Fields) -> Self | None:
        start, goal = fields.grid("start"), fields.grid("goal")
        return None if start is None or goal is None else cls(start, goal)

    def to_fields(self) -> dict[str, Any]:
        return {"start": self.start, "goal": self.goal}

    def problems(self) -> list[Problem]:
        return [
            *size_problems(self.start, "start"),
            *negative_problems(self.start, "start"),
            *negative_problems(self.goal, "goal"),
            *exchange_problems(self),
        ]

    def verdict(self) -> Verdict:
        """Exact, by parity.

        A shift of a line of n cells is a cycle of n, which is odd if n is even. Where both sides
        are odd all shifts are even, and commutators of a row's and a column's shift, which are
        cycles of three, generate every even permutation; an even side adds an odd one.
        """
        values = flatten(self.start)
        count = arrangements(values)
        equal = max(Counter(values).values()) > 1
        if equal or self.rows % 2 == 0 or self.columns % 2 == 0:
            text = (
                tr(
                    "Solvable. {all_arrangements} can be reached, because swapping two equal "
                    "tiles makes no visible difference."
                )
                if equal
                else tr("Solvable. {all_arrangements} can be reached.")
            )
            return Verdict(True, text.format(all_arrangements=all_arrangements(count)), count)
        half = count // 2
        if not is_odd(values, flatten(self.goal)):
            return Verdict(
                True,
                tr(
                    "Solvable. Half of all arrangements ({half}) can be reached, including the "
                    "goal."
                ).format(half=group_digits(half)),
                half,
            )
        one, two = (self.rows - 1, self.columns - 2), (self.rows - 1, self.columns - 1)
        names = value_names(self)
        first, second = (named(self.start[r][c], names) for r, c in (one, two))
        return Verdict(
            False,
            tr(
                "Not solvable: start and goal are an odd number of swaps apart, but with odd "
                "numbers of rows and columns every shift makes an even number of swaps. Swap "
                "{first} and {second} in the start to make the board solvable."
            ).format(first=first, second=second),
            half,
            (one, two),
        )

    def lower_bound(self) -> int:
        """Shifts of rows and shifts of columns that all tiles need, the nearest goal each.

        A shift of a row carries as many tiles as there are columns one column on, in a circle,
        and none to another row; a shift of a column likewise.
        """
        across, down = circular_distances(self.goal)
        cells = [(v, i) for i, v in enumerate(flatten(self.start))]
        rights = sum(across[value][cell] for value, cell in cells)
        downs = sum(down[value][cell] for value, cell in cells)
        return math.ceil(rights / self.columns) + math.ceil(downs / self.rows)

    # --- the rules ---

    def initial(self) -> Grid:
        return self.start

    def play(self, position: Grid, move: Shift) -> Grid:
        after, _, error = self.play_all((move,), position)
        if error is not None:
            raise error
        return after

    def play_all(
        self, moves: Iterable[Shift], position: Grid | None = None
    ) -> tuple[Grid, int, IllegalMoveError | None]:
        """As ``Board.play_all``, in one grid: solutions of large boards have thousands of moves."""
        cells = [list(row) for row in (self.start if position is None else position)]
        number = 0
        error = None
        for move in moves:
            line, vertical, forward = move
            if not 0 <= line < (self.columns if vertical else self.rows):
                error = self._refusal(move)
                break
            if vertical:
                column = [row[line] for row in cells]
                column = [column[-1], *column[:-1]] if forward else [*column[1:], column[0]]
                for row, value in zip(cells, column, strict=True):
                    row[line] = value
            else:
                row = cells[line]
                cells[line] = [row[-1], *row[:-1]] if forward else [*row[1:], row[0]]
            number += 1
        return tuple(map(tuple, cells)), number, error

    def _refusal(self, move: Shift) -> IllegalMoveError:
        if move.vertical:
            text = tr("{move}: there is no column {line} on the {size} board")
            if move.line < 0:
                text = tr("{move}: there is no such column on the {size} board")
        else:
            text = tr("{move}: there is no row {line} on the {size} board")
            if move.line < 0:
                text = tr("{move}: there is no such row on the {size} board")
        line = column_name(max(move.line, 0)) if move.vertical else str(move.line + 1)
        return IllegalMoveError(text.format(move=str(move), line=line, size=self.size))

    def legal_moves(self, _position: Grid) -> list[Shift]:
        return list(shifts(self.rows, self.columns))

    def is_solved(self, position: Grid) -> bool:
        return position == self.goal

    # --- playing by hand ---

    def pointed(self, _position: Grid, down: float, right: float) -> list[tuple[Shift, ...]]:
        """A shift of the row or column there towards the nearest edge of the cell, or back."""
        row = min(max(math.floor(down), 0), self.rows - 1)
        column = min(max(math.floor(right), 0), self.columns - 1)
        to_bottom, to_right = row + 1 - down, column + 1 - right
        _, vertical, forward = min(
            (to_bottom, True, True), (1 - to_bottom, True, False),
            (to_right, False, True), (1 - to_right, False, False),
        )  # fmt: skip
        move = Shift(column if vertical else row, vertical, forward)
        return [(move,), (move._replace(forward=not forward),)]

    def dragged(
        self, _position: Grid, place: tuple[float, float], by: tuple[float, float]
    ) -> tuple[Shift, ...]:
        """The row or the column there, so many cells as it was dragged, begun ones included."""
        down, right = by
        vertical = abs(down) > abs(right)
        far, line, length = (
            (down, place[1], self.rows) if vertical else (right, place[0], self.columns)
        )
        lines = self.columns if vertical else self.rows
        move = Shift(min(max(math.floor(line), 0), lines - 1), vertical, far >= 0)
        return (move,) * min(max(1, math.ceil(abs(far))), length)

    def steered(self, _position: Grid, cell: Cell, down: int, right: int) -> tuple[Shift, ...]:
        """The row or the column of the cursor goes the way of the key."""
        return (Shift(cell[1], True, down > 0) if down else Shift(cell[0], False, right > 0),)

    # --- text ---

    def read_moves(self, text: str) -> Iterator[Stretch]:
        """Shifts as ``1R``, ``3L``, ``AD``, ``CU``, repeated (``2R3``, ``CU2``), or in words."""
        expected = tr("a row with R or L, as in 2R, or a column with U or D, as in CU, or 2R3")
        return read_words(text, _WORD, expected, _meaning)

    def words_of(self, move: Shift) -> str:
        if move.vertical:
            return f"shift column {column_name(move.line)} {'down' if move.forward else 'up'}"
        return f"shift row {move.line + 1} {'right' if move.forward else 'left'}"

    def describe(self) -> str:
        kinds = len(self.values)
        filling = (
            tr("numbers")
            if kinds == self.rows * self.columns
            else tr("{kinds} colours").format(kinds=group_digits(kinds))
        )
        return tr("shift, {size}, {filling}").format(size=self.size, filling=filling)

    # --- what it looks like ---

    def picture(self, position: Grid | None = None) -> Picture:
        return tile_picture(self, self.start if position is None else position)

    def goal_picture(self) -> Picture:
        return tile_picture(self, self.goal)

    def motion(self, _position: Grid, move: Shift) -> Motion:
        return _motion(self.rows, self.columns, move, 1)

    def joint_motion(self, _position: Grid, moves: Sequence[Shift]) -> Motion:
        return _motion(self.rows, self.columns, moves[0], len(moves))


def _meaning(word: re.Match[str]) -> tuple[Shift, ...]:
    """The shifts that a word stands for."""
    count = int(word["count"] or 1)
    if not 1 <= count <= 1000:
        raise ValueError(tr("a repeat count must be 1 to 1000"))
    way = (word["row_way"] or word["column_way"] or word["way"])[0].upper()
    vertical = way in "UD"
    line = word["row"] or word["column"] or word["line"]
    number = parse_cell(f"{line}1")[1] if vertical else int(line) - 1
    return (Shift(number, vertical, way in "RD"),) * count


@lru_cache(256)  # of the largest board, there and back
def _motion(rows: int, columns: int, move: Shift, count: int) -> Motion:
    """A line that goes so many cells on."""
    line, vertical, forward = move
    way = 1 if forward else -1
    cells: list[Cell]
    if vertical:
        cells = [(r, line) for r in range(rows)]
        middle, down, right = Place(rows / 2, line + 0.5), way, 0
    else:
        cells = [(line, c) for c in range(columns)]
        middle, down, right = Place(line + 0.5, columns / 2), 0, way
    targets = [cells[(i + way * count) % len(cells)] for i in range(len(cells))]
    start, tip = (
        Place(middle.down + reach * down, middle.right + reach * right)
        for reach in (-_ARROW, _ARROW)
    )
    return Motion(
        tuple(zip(cells, targets, strict=True)),
        Straight(down * count, right * count, around=True),
        Outline(Shape.TILES, tuple(cells)),
        StraightArrow(start, tip),
    )


def shifts(rows: int, columns: int) -> Iterator[Shift]:
    """Every shift of a board: rows right and left, then columns down and up."""
    for vertical, lines in ((False, rows), (True, columns)):
        for line in range(lines):
            yield Shift(line, vertical, True)
            yield Shift(line, vertical, False)


def circular_distances(goal: Grid) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """For each value, how many columns, and rows, each cell is from the nearest that wants it.

    Returns:
        The numbers of columns and of rows, going round the edges, for each cell row by row.
    """
    rows, columns = len(goal), len(goal[0])
    across: dict[int, list[int]] = {}
    down: dict[int, list[int]] = {}
    for value, cells in cells_by_value(goal).items():
        rights = _nearest({c for _, c in cells}, columns)
        downs = _nearest({r for r, _ in cells}, rows)
        across[value] = rights * rows
        down[value] = [downs[r] for r in range(rows) for _ in range(columns)]
    return across, down


def _nearest(wanted: set[int], length: int) -> list[int]:
    """How far each place of a circle is from the nearest that is wanted."""
    return [
        min(min((at - to) % length, (to - at) % length) for to in wanted) for at in range(length)
    ]

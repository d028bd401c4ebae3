"""Shift boards: a move shifts a row or a column by one cell, in a circle."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, Self

from puzzlegui.core.board import Board, Extra, MoveConvention, Palette, Verdict
from puzzlegui.core.cells import Cell, Grid, cells_by_value, column_name, flatten, parse_cell
from puzzlegui.core.errors import IllegalMoveError, Problem
from puzzlegui.core.formatting import all_arrangements, group_digits
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.metrics import SINGLE, Metric
from puzzlegui.core.motion import Motion, Translation
from puzzlegui.core.movetext import TokenRun, direction, parse_tokens
from puzzlegui.core.palettes import value_names
from puzzlegui.core.permutations import count_arrangements, is_odd
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import negative_problems, size_problems, value_count_problems
from puzzlegui.core.rearrangement import swap_in_start, tiles_or_cells
from puzzlegui.core.routes import line_routes
from puzzlegui.core.tilepicture import tile_picture
from puzzlegui.families.shift.conventions import CONVENTIONS


class Shift(NamedTuple):
    """A circular shift of a row or a column by a single cell.

    A line of two cells is shifted right or up only: the other direction is the same move.

    Attributes:
        line: index of the row or column, from 0.
        vertical: true for a column.
        forward: true for right or down, false for left or up.
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
    r"|(?P<line>[1-9]\d{0,3}(?=[RL←→])|[A-Z]{1,3}?(?=[UD↑↓]\d*(?![A-Z0-9])))(?P<way>[RLUD←→↑↓])"
    r"(?P<count>\d{0,6})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ShiftBoard(Board):
    """A board whose start is shifted into its goal; equal values are interchangeable.

    Attributes:
        start: initial arrangement, rows × columns values.
        goal: final arrangement of the same values.
    """

    start: Grid
    goal: Grid
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "shift"
    move_templates: ClassVar[tuple[str, ...]] = (
        gettext_noop("shift row {row} right"),
        gettext_noop("shift row {row} left"),
        gettext_noop("shift column {column} up"),
        gettext_noop("shift column {column} down"),
    )
    grid_fields: ClassVar[tuple[str, ...]] = ("start", "goal")
    conventions: ClassVar[tuple[MoveConvention, ...]] = CONVENTIONS
    permutes_cells: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = (
        SINGLE,
        Metric("any", "shifts by any distance", itemgetter(0, 1)),
    )

    @classmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        start, goal = fields.grid("start"), fields.grid("goal")
        return None if start is None or goal is None else cls(start, goal)

    def to_fields(self) -> dict[str, Any]:
        return {"start": self.start, "goal": self.goal}

    def problems(self) -> list[Problem]:
        return [
            *size_problems(self.start, "start"),
            *negative_problems(self.start, "start"),
            *negative_problems(self.goal, "goal"),
            *value_count_problems(self),
        ]

    def verdict(self) -> Verdict:
        """Return an exact verdict, by parity.

        A shift of a line of n cells is a cycle of n, which is odd if n is even. Where both sides
        are odd all shifts are even, and commutators of a row's and a column's shift, which are
        3-cycles, generate all even permutations; an even side adds an odd permutation.
        """
        values = flatten(self.start)
        count = count_arrangements(values)
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
        first, second = tiles_or_cells(self.start, names, one, two)
        return Verdict(
            False,
            tr(
                "Not solvable: start and goal are an odd number of swaps apart, but with odd "
                "numbers of rows and columns every shift makes an even number of swaps. Swap "
                "{first} and {second} in the start to make the board solvable."
            ).format(first=first, second=second),
            half,
            swap_in_start(self.start, names, one, two),
        )

    def lower_bound(self) -> int:
        """Return a lower bound from the circular distance of each tile to its nearest goal.

        A shift of a row moves as many tiles as there are columns by a single column, and none to
        another row; likewise a shift of a column.
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
        """Play moves in a single mutable grid: long solutions have thousands of moves."""
        cells = [list(row) for row in (self.start if position is None else position)]
        number = 0
        error = None
        for move in moves:
            line, vertical, forward = move
            if not 0 <= line < (self.columns if vertical else self.rows):
                error = self._illegal_move(move)
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

    def _illegal_move(self, move: Shift) -> IllegalMoveError:
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
        return list(all_shifts(self.rows, self.columns))

    def is_solved(self, position: Grid) -> bool:
        return position == self.goal

    # --- playing by hand ---

    def click_moves(self, _position: Grid, down: float, right: float) -> list[tuple[Shift, ...]]:
        """Return the shift of the line towards the nearest edge of a cell, and its inverse.

        There is only one if the line has two cells.
        """
        row = min(max(math.floor(down), 0), self.rows - 1)
        column = min(max(math.floor(right), 0), self.columns - 1)
        to_bottom, to_right = row + 1 - down, column + 1 - right
        _, vertical, forward = min(
            (to_bottom, True, True), (1 - to_bottom, True, False),
            (to_right, False, True), (1 - to_right, False, False),
        )  # fmt: skip
        move = Shift(column if vertical else row, vertical, forward)
        both = (self._named(move), self._named(move._replace(forward=not forward)))
        return [(each,) for each in dict.fromkeys(both)]

    def drag_moves(
        self, _position: Grid, place: tuple[float, float], by: tuple[float, float]
    ) -> tuple[Shift, ...]:
        """Return the shifts of the dragged row or column, with the distance rounded up."""
        down, right = by
        vertical = abs(down) > abs(right)
        far, line, length = (
            (down, place[1], self.rows) if vertical else (right, place[0], self.columns)
        )
        lines = self.columns if vertical else self.rows
        move = Shift(min(max(math.floor(line), 0), lines - 1), vertical, far >= 0)
        return (self._named(move),) * min(max(1, math.ceil(abs(far))), length)

    def arrow_key_moves(
        self, _position: Grid, cell: Cell, down: int, right: int
    ) -> tuple[Shift, ...]:
        """Return the shift of the cursor's row or column in the direction of the key."""
        move = Shift(cell[1], True, down > 0) if down else Shift(cell[0], False, right > 0)
        return (self._named(move),)

    # --- text ---

    def read_moves(self, text: str) -> Iterator[TokenRun]:
        """Parse shifts: ``1R``, ``3L``, ``AD``, ``CU``, repeated (``2R3``, ``CU2``), or words.

        Arrows stand for directions, too.
        """
        expected = tr("a row with R or L, as in 2R, or a column with U or D, as in CU, or 2R3")

        def meaning(word: re.Match[str]) -> tuple[Shift, ...]:
            return tuple(map(self._named, _parse_word(word)))

        return parse_tokens(text, _WORD, expected, meaning)

    def shift(self, line: int, *, vertical: bool, forward: bool) -> Shift:
        """Return the shift of a row or a column, which need not be on the board."""
        return self._named(Shift(line, vertical, forward))

    def _named(self, move: Shift) -> Shift:
        """Return a shift in the direction in which ``all_shifts`` lists it."""
        length = self.rows if move.vertical else self.columns
        return move._replace(forward=not move.vertical) if length == 2 else move

    def move_template(self, move: Shift) -> str:
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

    # --- pictures ---

    def picture(self, position: Grid | None = None) -> Picture:
        return tile_picture(self, self.start if position is None else position)

    def goal_picture(self) -> Picture:
        return tile_picture(self, self.goal)

    def motion(self, _position: Grid, move: Shift) -> Motion:
        return _motion(self.rows, self.columns, move, 1)

    def joint_motion(self, _position: Grid, moves: Sequence[Shift]) -> Motion:
        return _motion(self.rows, self.columns, moves[0], len(moves))


def _parse_word(word: re.Match[str]) -> tuple[Shift, ...]:
    """Return the shifts that a matched word stands for."""
    count = int(word["count"] or 1)
    if not 1 <= count <= 1000:
        raise ValueError(tr("a repeat count must be 1 to 1000"))
    way = direction(word["row_way"] or word["column_way"] or word["way"])
    vertical = way in "UD"
    line = word["row"] or word["column"] or word["line"]
    number = parse_cell(f"{line}1")[1] if vertical else int(line) - 1
    return (Shift(number, vertical, way in "RD"),) * count


@lru_cache(256)  # enough for all shifts of the largest board
def _motion(rows: int, columns: int, move: Shift, count: int) -> Motion:
    """Return the motion of ``count`` repeated shifts of a line."""
    line, vertical, forward = move
    way = 1 if forward else -1
    if vertical:
        cells = [(r, line) for r in range(rows)]
        down, right = way, 0
    else:
        cells = [(line, c) for c in range(columns)]
        down, right = 0, way
    targets = [cells[(i + way * count) % len(cells)] for i in range(len(cells))]
    return Motion(
        tuple(zip(cells, targets, strict=True)),
        Translation(down * count, right * count, wraps=True),
        tuple(cells),
        line_routes(cells[::way]),
    )


def all_shifts(rows: int, columns: int) -> Iterator[Shift]:
    """Yield the different shifts of a board: rows right and left, then columns down and up.

    Lines of two cells are shifted right, or up.
    """
    for vertical, lines, length in ((False, rows, columns), (True, columns, rows)):
        for line in range(lines):
            for forward in (True, False):
                if length > 2 or forward != vertical:
                    yield Shift(line, vertical, forward)


def circular_distances(goal: Grid) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return the circular distances from each cell to the nearest goal of each value.

    Returns:
        By value, for each cell row by row: the distances in columns, and those in rows.
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
    """Return the distance of each position on a circle to the nearest wanted position."""
    return [
        min(min((at - to) % length, (to - at) % length) for to in wanted) for at in range(length)
    ]

"""Sliding boards: a move slides a tile into the gap, value 0."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from puzzlegui.core.board import TILE, Board, Extra, MoveConvention, Palette, Verdict
from puzzlegui.core.cells import (
    Cell,
    Grid,
    cell_name,
    cells_by_value,
    flatten,
    where,
    with_cell,
)
from puzzlegui.core.errors import IllegalMoveError, Problem, ProblemKind
from puzzlegui.core.formatting import all_arrangements, group_digits, quantity, times
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.metrics import SINGLE, Metric
from puzzlegui.core.motion import Motion, Translation, slide_arrow
from puzzlegui.core.movetext import (
    DIRECTION_SIGNS,
    DIRECTION_WORDS,
    TokenRun,
    direction,
    parse_tokens,
)
from puzzlegui.core.palettes import value_names
from puzzlegui.core.permutations import count_arrangements, is_odd
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import negative_problems, size_problems, value_count_problems
from puzzlegui.core.rearrangement import swap_in_start, tiles_or_cells
from puzzlegui.core.tilepicture import tile_picture
from puzzlegui.families.sliding.conventions import CONVENTIONS

GAP = 0
STEPS: dict[str, tuple[int, int]] = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""Direction of the tile in rows and columns; the gap moves the opposite way."""

_LETTER_KEYS = {"W": "U", "A": "L", "S": "D", "D": "R"}
_NAMES = {"U": "up", "D": "down", "L": "left", "R": "right"}
_WORD = re.compile(
    r"(?:slide\s+(?:the\s+)?tile\s+(?:\d+\s+)?)?"
    rf"(?P<word>{DIRECTION_WORDS})(?![A-Za-z])(?:\s*(?P<times>\d{{1,6}})(?!\d))?"
    rf"|(?P<letter>[{DIRECTION_SIGNS}](?<![NSWE](?=[A-DF-MO-RT-VX-Z]))\ufe0f?)(?P<count>\d{{0,6}})(?!\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class SlidingBoard(Board):
    """A board whose start is slid into its goal; equal values are interchangeable, 0 is the gap.

    Attributes:
        start: initial arrangement, rows × columns values, one of them 0.
        goal: final arrangement of the same values.
    """

    start: Grid
    goal: Grid
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "sliding"
    move_templates: ClassVar[tuple[str, ...]] = (
        gettext_noop("slide tile {tile} up"),
        gettext_noop("slide tile {tile} down"),
        gettext_noop("slide tile {tile} left"),
        gettext_noop("slide tile {tile} right"),
    )
    conventions: ClassVar[tuple[MoveConvention, ...]] = CONVENTIONS
    gap: ClassVar[int | None] = GAP
    metrics: ClassVar[tuple[Metric, ...]] = (SINGLE, Metric("multi", "slides of any length", str))
    arrow_keys_move: ClassVar[bool] = True
    grid_fields: ClassVar[tuple[str, ...]] = ("start", "goal")

    @classmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        start, goal = fields.grid("start"), fields.grid("goal")
        return None if start is None or goal is None else cls(start, goal)

    def to_fields(self) -> dict[str, Any]:
        return {"start": self.start, "goal": self.goal}

    def problems(self) -> list[Problem]:
        found = [
            *size_problems(self.start, "start"),
            *negative_problems(self.start, "start"),
            *negative_problems(self.goal, "goal"),
        ]
        for field in self.grid_fields:
            gaps = where(self.grid(field), GAP)
            if len(gaps) != 1:
                what = tr("the gap (0) appears {times}; exactly one cell must hold it").format(
                    times=times(len(gaps))
                )
                found.append(Problem(f"{field}: {what}", field, gaps, kind=ProblemKind.GAP))
        # Problems of the gap are already reported; do not repeat them as problems of values.
        found += [
            problem
            for problem in value_count_problems(self)
            if not problem.cells
            or self.grid(problem.field)[problem.cells[0][0]][problem.cells[0][1]]
        ]
        return found

    def is_solvable(self) -> bool:
        """Return the verdict on a valid board, by parity as in ``verdict``."""
        values = flatten(self.start)
        return len(set(values)) < len(values) or (
            is_odd(values, flatten(self.goal)) == self._moves_gap_by_odd_way()
        )

    def _moves_gap_by_odd_way(self) -> bool:
        (gap_row, gap_column), (to_row, to_column) = (gap_of(g) for g in (self.start, self.goal))
        return (abs(gap_row - to_row) + abs(gap_column - to_column)) % 2 == 1

    def verdict(self) -> Verdict:
        """Return an exact verdict, by parity (Wilson 1974).

        A slide exchanges the gap with a tile and moves the gap by a single cell, so with distinct
        tiles the permutation from start to goal is even exactly if the gap moves an even distance.
        Two equal tiles can be exchanged without visible effect, so then everything is reachable.
        """
        values = flatten(self.start)
        count = count_arrangements(values)
        if max(Counter(values).values()) > 1:
            return Verdict(
                True,
                tr(
                    "Solvable. {all_arrangements} can be reached, because swapping two equal "
                    "tiles makes no visible difference."
                ).format(all_arrangements=all_arrangements(count)),
                count,
            )
        odd_way = self._moves_gap_by_odd_way()
        half = count // 2
        if is_odd(values, flatten(self.goal)) == odd_way:
            return Verdict(
                True,
                tr(
                    "Solvable. Half of all arrangements ({half}) can be reached, including the "
                    "goal."
                ).format(half=group_digits(half)),
                half,
            )
        one, two = self._repairing_swap()
        names = value_names(self)
        first, second = tiles_or_cells(self.start, names, one, two)
        text = (
            tr(
                "Not solvable: start and goal are an even number of swaps apart, but moving the "
                "gap into place takes an odd number of slides. Swap {first} and {second} in the "
                "start to make the board solvable."
            )
            if odd_way
            else tr(
                "Not solvable: start and goal are an odd number of swaps apart, but moving the "
                "gap into place takes an even number of slides. Swap {first} and {second} in the "
                "start to make the board solvable."
            )
        )
        return Verdict(
            False,
            text.format(first=first, second=second),
            half,
            swap_in_start(self.start, names, one, two),
        )

    def lower_bound(self) -> int:
        """Return the sum of Manhattan distances from each tile to its nearest goal cell."""
        wanted = cells_by_value(self.goal)
        return sum(
            min(abs(r - down) + abs(c - right) for down, right in wanted[value])
            for r, row in enumerate(self.start)
            for c, value in enumerate(row)
            if value != GAP
        )

    def _repairing_swap(self) -> tuple[Cell, Cell]:
        """Return the cells in the start of the last two tiles of the goal."""
        one, two = [value for value in flatten(self.goal) if value != GAP][-2:]
        return where(self.start, one)[0], where(self.start, two)[0]

    # --- the rules ---

    def initial(self) -> Grid:
        return self.start

    def play(self, position: Grid, move: str) -> Grid:
        tile, gap = self._tile_and_gap(position, move)
        value = position[tile[0]][tile[1]]
        return with_cell(with_cell(position, gap, value), tile, GAP)

    def play_all(
        self, moves: Iterable[str], position: Grid | None = None
    ) -> tuple[Grid, int, IllegalMoveError | None]:
        """Play moves in a single mutable grid: long solutions have thousands of moves."""
        position = self.start if position is None else position
        cells = [list(row) for row in position]
        r, c = gap_of(position)
        rows, columns = self.rows, self.columns
        number = 0
        for move in moves:
            down, right = STEPS[move]
            y, x = r - down, c - right
            if not (0 <= y < rows and 0 <= x < columns):
                return tuple(map(tuple, cells)), number, self._illegal_move(move, (r, c))
            cells[r][c] = cells[y][x]
            cells[y][x] = GAP
            r, c = y, x
            number += 1
        return tuple(map(tuple, cells)), number, None

    def _tile_and_gap(self, position: Grid, move: str) -> tuple[Cell, Cell]:
        """Return the cell of the tile that moves, and the cell of the gap."""
        r, c = gap_of(position)
        down, right = STEPS[move]
        tile = r - down, c - right
        if not (0 <= tile[0] < self.rows and 0 <= tile[1] < self.columns):
            raise self._illegal_move(move, (r, c))
        return tile, (r, c)

    def _illegal_move(self, move: str, gap: Cell) -> IllegalMoveError:
        text = {
            "U": tr("{move}: no tile can move up; the gap is at {cell}"),
            "D": tr("{move}: no tile can move down; the gap is at {cell}"),
            "L": tr("{move}: no tile can move left; the gap is at {cell}"),
            "R": tr("{move}: no tile can move right; the gap is at {cell}"),
        }[move]
        return IllegalMoveError(text.format(move=move, cell=cell_name(gap)))

    def legal_moves(self, position: Grid) -> list[str]:
        r, c = gap_of(position)
        return [
            move
            for move, (down, right) in STEPS.items()
            if 0 <= r - down < self.rows and 0 <= c - right < self.columns
        ]

    def all_moves(self) -> Iterator[tuple[Grid, str]]:
        gap = gap_of(self.start)
        for row, values in enumerate(self.start):
            for column, value in enumerate(values):
                position = with_cell(with_cell(self.start, gap, value), (row, column), GAP)
                for move in self.legal_moves(position):
                    yield position, move

    def is_solved(self, position: Grid) -> bool:
        return position == self.goal

    def click_moves(self, position: Grid, down: float, right: float) -> list[tuple[str, ...]]:
        """Return slides of the pointed tile, with the tiles between it and the gap."""
        row, column = math.floor(down), math.floor(right)
        gap_row, gap_column = gap_of(position)
        if (row == gap_row) == (column == gap_column):
            return []
        if row == gap_row:
            return [("L" if column > gap_column else "R",) * abs(column - gap_column)]
        return [("U" if row > gap_row else "D",) * abs(row - gap_row)]

    def drag_moves(
        self,
        position: Grid,
        place: tuple[float, float],
        by: tuple[float, float],
    ) -> tuple[str, ...]:
        """Return the slides of the dragged tiles, as far as the gap allows."""
        return next(iter(self.click_moves(position, *place)), ())

    def arrow_key_moves(
        self, position: Grid, _cell: Cell, down: int, right: int
    ) -> tuple[str, ...]:
        """Return the slide of a tile beside the gap in the direction of the key."""
        legal = self.legal_moves(position)
        return tuple(move for move in legal if STEPS[move] == (down, right))

    def letter_key_moves(self, position: Grid, letter: str, *, other: bool) -> tuple[str, ...]:
        """Return the slide of W, A, S or D: up, left, down or right."""
        slide = "" if other else _LETTER_KEYS.get(letter, "")
        return (slide,) if slide in self.legal_moves(position) else ()

    # --- text ---

    def read_moves(self, text: str) -> Iterator[TokenRun]:
        """Parse slides: ``U D L R``, repeated (``R3``), run together (``UR2``), or words.

        Compass points and arrows stand for directions, too.
        """
        expected = tr("U, D, L or R for the direction of the tile, or R3 for three moves")
        return parse_tokens(text, _WORD, expected, _parse_word)

    def move_template(self, move: str) -> str:
        return f"slide tile {TILE} {_NAMES[move]}"

    def describe(self) -> str:
        tiles = self.rows * self.columns - 1
        kinds = len(self.values) - 1
        filling = (
            quantity(tiles, "tile")
            if kinds == tiles
            else tr("{tiles} tiles in {kinds} colours").format(
                tiles=group_digits(tiles), kinds=group_digits(kinds)
            )
        )
        return tr("sliding, {size}, {filling}").format(size=self.size, filling=filling)

    # --- pictures ---

    def picture(self, position: Grid | None = None) -> Picture:
        return tile_picture(self, self.start if position is None else position)

    def goal_picture(self) -> Picture:
        return tile_picture(self, self.goal)

    def motion(self, position: Grid, move: str) -> Motion:
        return self.joint_motion(position, (move,))

    def joint_motion(self, position: Grid, moves: Sequence[str]) -> Motion:
        (row, column), gap = self._tile_and_gap(position, moves[0])
        down, right = STEPS[moves[0]]
        line = [(row - down * n, column - right * n) for n in reversed(range(len(moves)))]
        ends = [*line[1:], gap]
        return Motion(
            (*zip(line, ends, strict=True), (gap, line[0])),
            Translation(down, right),
            tuple(line),
            slide_arrow(gap, down, right),
        )


def _parse_word(word: re.Match[str]) -> tuple[str, ...]:
    """Return the slides that a matched word stands for."""
    count = int(word["times"] or word["count"] or 1)
    if not 1 <= count <= 1000:
        raise ValueError(tr("a repeat count must be 1 to 1000"))
    return (direction(word["word"] or word["letter"]),) * count


def gap_of(position: Grid) -> Cell:
    """Return the cell of the gap."""
    for r, row in enumerate(position):
        if GAP in row:
            return r, row.index(GAP)
    raise ValueError("there is no gap")


def ordered_goal(rows: int, columns: int) -> Grid:
    """Return the usual goal: 1, 2, 3 … row by row, the gap last."""
    values = [*range(1, rows * columns), GAP]
    return tuple(tuple(values[r * columns : (r + 1) * columns]) for r in range(rows))

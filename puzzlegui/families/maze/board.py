"""Number mazes (rook jumping mazes): jump exactly as far as the number you stand on says."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, ClassVar, Self

from puzzlegui.core.board import Board, Extra, Option, Palette, Verdict
from puzzlegui.core.cells import Cell, Grid, cell_name, cells_of, parse_cell, replaced
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import IllegalMoveError, Problem
from puzzlegui.core.fields import Fields
from puzzlegui.core.language import mark, ngettext, tr
from puzzlegui.core.motion import Motion, Outline, Place, Shape, Straight, StraightArrow
from puzzlegui.core.movetext import Stretch, read_words
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import size_problems

Trail = tuple[Cell, ...]

DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Up, down, left, right: the order in which jumps are tried."""

_WORD = re.compile(
    r"(?:(?:start\s+at|jump\s+to)\s+)?(?P<cell>[A-Za-z]{1,3}[1-9]\d{0,3})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class MazeBoard(Board):
    """Numbers on the floor, and a path wanted that steps on no cell twice.

    Attributes:
        numbers: from a cell with number k the walker goes exactly |k| cells up, down, left or
            right, staying on the board.
        start: the cell it begins on.
        target: the cell where it must end.
        sum: what the numbers of all cells stepped on, start and target included and signs
            counted, must add up to; None if that does not matter.
    """

    numbers: Grid
    start: Cell
    target: Cell
    sum: int | None = None
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "maze"
    words: ClassVar[tuple[str, ...]] = (mark("jump to {cell}"),)
    has_tiles: ClassVar[bool] = False
    arrows_move: ClassVar[bool] = True
    grid_fields: ClassVar[tuple[str, ...]] = ("numbers",)
    cell_fields: ClassVar[tuple[str, ...]] = ("start", "target")
    options: ClassVar[tuple[Option, ...]] = (Option("sum", "Target sum"),)

    @classmethod
    def from_fields(cls, fields: Fields) -> Self | None:
        numbers = fields.grid("numbers")
        start, target = fields.cell("start"), fields.cell("target")
        before = fields.count
        wanted = fields.integer("sum", required=False)
        if numbers is None or start is None or target is None or fields.count > before:
            return None
        return cls(numbers, start, target, wanted)

    def to_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "numbers": self.numbers,
            "start": cell_name(self.start),
            "target": cell_name(self.target),
        }
        return fields if self.sum is None else fields | {"sum": self.sum}

    def problems(self) -> list[Problem]:
        found = size_problems(self.numbers, "numbers")
        for field in self.cell_fields:
            row, column = cell = getattr(self, field)
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                found.append(
                    Problem(
                        tr("{field}: {cell} is not on the {size} board").format(
                            field=field, cell=cell_name(cell), size=self.size
                        ),
                        field,
                    )
                )
        return found

    def verdict(self) -> Verdict:
        """By search, exact without a wanted sum; with one, parity may decide, or nothing.

        A jump changes row plus column by the number it starts from, up to the sign. So the
        numbers on a path, but for the last, are odd in sum if start and target are an odd number
        of rows and columns apart.
        """
        reached = self._reachable()
        verdict = Verdict(False, "", len(reached), counted=mark("cells"))
        target = cell_name(self.target)
        if self.start == self.target and not self.is_solved(self.initial()):
            reason = tr(
                "Not solvable: start and target are the same cell, whose number is not {sum}."
            ).format(sum=str(self.sum))
            return replace(verdict, reason=reason)
        cells = tr("{count} of {number} cells can be reached").format(
            count=group_digits(len(reached)), number=group_digits(self.rows * self.columns)
        )
        if self.target not in reached:
            reason = tr("Not solvable: {cells}, and {target} is not one of them.").format(
                cells=cells, target=target
            )
            return replace(verdict, reason=reason)
        if self.sum is None:
            reason = tr("Solvable. {cells}, including {target}.").format(cells=cells, target=target)
            return replace(verdict, solvable=True, reason=reason)
        row, column = self.target
        steps = sum(self.start) + row + column
        if (steps + self.numbers[row][column] - self.sum) % 2:
            text = (
                tr(
                    "Not solvable: {cells}, including {target}, but the sum of every path to it "
                    "is even and {sum} is odd."
                )
                if self.sum % 2
                else tr(
                    "Not solvable: {cells}, including {target}, but the sum of every path to it "
                    "is odd and {sum} is even."
                )
            )
            reason = text.format(cells=cells, target=target, sum=str(self.sum))
            return replace(verdict, reason=reason)
        return replace(
            verdict,
            solvable=None,
            reason=tr(
                "{cells}, including {target}. Only a search can tell whether the sum {sum} is "
                "possible."
            ).format(cells=cells, target=target, sum=str(self.sum)),
            if_solved=tr("Solvable. A path with the target sum exists."),
            if_unsolvable=tr("Not solvable: all paths were searched, and none has the target sum."),
        )

    def lower_bound(self) -> int:
        return 0 if self.is_solved(self.initial()) else 1

    def _reachable(self) -> set[Cell]:
        reached = {self.start}
        waiting = [self.start]
        while waiting:
            for cell in self.jumps(waiting.pop()):
                if cell not in reached:
                    reached.add(cell)
                    waiting.append(cell)
        return reached

    def jumps(self, cell: Cell) -> list[Cell]:
        """The cells one jump away: up, down, left, right."""
        r, c = cell
        far = abs(self.numbers[r][c])
        if far == 0 or far >= max(self.rows, self.columns):
            return []
        return [
            (r + down * far, c + right * far)
            for down, right in DIRECTIONS
            if 0 <= r + down * far < self.rows and 0 <= c + right * far < self.columns
        ]

    def tallies(self, moves: Sequence[Cell]) -> Sequence[int]:
        """The running sum of the numbers stepped on."""
        return list(accumulate(self.numbers[r][c] for r, c in (self.start, *moves)))

    @property
    def wanted_tally(self) -> int | None:
        return self.sum

    def total(self, path: Sequence[Cell]) -> int:
        """The sum of the numbers stepped on."""
        return sum(self.numbers[r][c] for r, c in path)

    # --- the rules ---

    def initial(self) -> Trail:
        return (self.start,)

    def play(self, position: Trail, move: Cell) -> Trail:
        after, _, error = self.play_all((move,), position)
        if error is not None:
            raise error
        return after

    def play_all(
        self, moves: Iterable[Cell], position: Trail | None = None
    ) -> tuple[Trail, int, IllegalMoveError | None]:
        """As ``Board.play_all``, in one list of cells: thousands of paths may be listed."""
        trail = list(self.initial() if position is None else position)
        stepped = set(trail)
        numbers, rows, columns = self.numbers, self.rows, self.columns
        r, c = trail[-1]
        number = 0
        for cell in moves:
            row, column = cell
            jump = abs(row - r) if column == c else abs(column - c) if row == r else -1
            on_board = 0 <= row < rows and 0 <= column < columns
            if jump != abs(numbers[r][c]) or not on_board or cell in stepped:
                return tuple(trail), number, self._refusal((r, c), cell, jump)
            trail.append(cell)
            stepped.add(cell)
            r, c = cell
            number += 1
        return tuple(trail), number, None

    def _refusal(self, here: Cell, cell: Cell, jump: int) -> IllegalMoveError:
        """Why there is no such jump; a way that is not straight is one of -1."""
        if not (0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns):
            return IllegalMoveError(
                tr("{cell} is not on the {size} board").format(cell=cell_name(cell), size=self.size)
            )
        far = abs(self.numbers[here[0]][here[1]])
        if jump == far:
            return IllegalMoveError(
                tr("{cell} has already been visited").format(cell=cell_name(cell))
            )
        return IllegalMoveError(
            ngettext(
                "{cell}: from {here} you can jump exactly {count} cell up, down, left or right",
                "{cell}: from {here} you can jump exactly {count} cells up, down, left or right",
                far,
            ).format(cell=cell_name(cell), here=cell_name(here), count=group_digits(far))
        )

    def legal_moves(self, position: Trail) -> list[Cell]:
        return [cell for cell in self.jumps(position[-1]) if cell not in position]

    def is_solved(self, position: Trail) -> bool:
        return position[-1] == self.target and (
            self.sum is None or self.total(position) == self.sum
        )

    def from_position(self, position: Trail) -> Self:
        """The maze from the last cell on; no jump leads on from the cells stepped on before.

        Where the target is one of them, no jump leads on from here either.
        """
        *before, here = position
        numbers = self.numbers
        for cell in [*before, here] if self.target in before else before:
            numbers = replaced(numbers, cell, 0)
        wanted = None if self.sum is None else self.sum - self.total(before)
        return self.changed(numbers=numbers, start=here, sum=wanted)

    def pointed(self, position: Trail, down: float, right: float) -> list[tuple[Cell, ...]]:
        """A jump to the cell there."""
        cell = math.floor(down), math.floor(right)
        return [(cell,)] if cell in self.legal_moves(position) else []

    def steered(self, position: Trail, _cell: Cell, down: int, right: int) -> tuple[Cell, ...]:
        """A jump the way of the key."""
        row, column = position[-1]
        far = abs(self.numbers[row][column])
        cell = row + down * far, column + right * far
        return (cell,) if cell in self.legal_moves(position) else ()

    def destinations(self, position: Trail) -> frozenset[Cell]:
        return frozenset(self.legal_moves(position))

    # --- text ---

    def read_moves(self, text: str) -> Iterator[Stretch]:
        """A path as cells or in words, its first cell, which must be the start, included."""
        begun = False
        for stretch in read_words(text, _WORD, tr("a cell on the path, as in C5"), _meaning):
            if begun or not stretch.moves:  # none before a word that is wrong
                yield stretch
            elif stretch.moves[0] != self.start:
                raise IllegalMoveError(self._begins_at(cell_name(stretch.moves[0])))
            else:
                yield stretch.without_first()
                begun = True
        if not begun:
            raise IllegalMoveError(self._begins_at(tr("nothing")))

    def _begins_at(self, found: str) -> str:
        start = cell_name(self.start)
        return tr("a path begins with its first cell, here {start}, not {found}").format(
            start=start, found=found
        )

    def moves_text(self, moves: Sequence[Cell]) -> list[str]:
        return [cell_name(cell) for cell in (self.start, *moves)]

    def words_of(self, move: Cell) -> str:
        return f"jump to {cell_name(move)}"

    def describe(self) -> str:
        text = (
            tr("maze, {size}, {start} to {target}")
            if self.sum is None
            else tr("maze, {size}, {start} to {target}, target sum {sum}")
        )
        return text.format(
            size=self.size,
            start=cell_name(self.start),
            target=cell_name(self.target),
            sum=str(self.sum),
        )

    # --- what it looks like ---

    def picture(self, position: Trail | None = None) -> Picture:
        trail = self.initial() if position is None else position
        signed = self.sum is not None or any(
            self.numbers[r][c] < 0 for r, c in cells_of(self.numbers)
        )
        return Picture(self.numbers, ground=True, signed=signed, target=self.target, trail=trail)

    def motion(self, position: Trail, move: Cell) -> Motion:
        here = position[-1]
        down, right = move[0] - here[0], move[1] - here[1]
        # Beside the walker, so that no number on the way is struck out.
        far = max(abs(down), abs(right), 1)
        start, tip = (
            Place(here[0] + 0.5 + down / far * reach, here[1] + 0.5 + right / far * reach)
            for reach in (0.32, 0.62)
        )
        return Motion(
            (),
            Straight(down, right),
            Outline(Shape.RING, (move,)),
            StraightArrow(start, tip),
            walk=(here, move),
        )


def _meaning(word: re.Match[str]) -> tuple[Cell]:
    """The cell that a word names."""
    return (parse_cell(word["cell"]),)

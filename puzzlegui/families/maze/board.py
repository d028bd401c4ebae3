"""Number mazes: jump exactly as far as the number you stand on says.

Jumps are straight, as in rook jumping mazes, or in eight directions, as in "Back from the Klondike"
(Loyd 1898).
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, ClassVar, Self

from puzzlegui.core.board import Board, BoardOption, Extra, MoveConvention, Palette, Verdict
from puzzlegui.core.cells import Cell, Grid, cell_name, cells_of, parse_cell, with_cell
from puzzlegui.core.errors import IllegalMoveError, Problem, ProblemKind
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import gettext_noop, ngettext, tr
from puzzlegui.core.motion import Motion, StraightArrow, Translation
from puzzlegui.core.movetext import TokenRun, parse_tokens
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import size_problems
from puzzlegui.core.routes import Point
from puzzlegui.families.maze.conventions import CONVENTIONS, LINK
from puzzlegui.families.maze.directions import ALL, DIRECTIONS, STRAIGHT
from puzzlegui.families.maze.sums import possible_sums

Trail = tuple[Cell, ...]

_WORD = re.compile(
    LINK + r"(?:(?:start\s+at|jump\s+to)\s+)?(?P<cell>[A-Za-z]{1,3}[1-9]\d{0,3})(?![A-Za-z0-9])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class MazeBoard(Board):
    """A grid of numbers with a start and a target; a path visits no cell twice.

    Attributes:
        numbers: from a cell with number k a jump leads exactly |k| cells in one of the directions,
            staying on the board.
        start: first cell of the path.
        target: last cell of the path.
        sum: required sum of the numbers, with signs, of all visited cells including start and
            target; None for no such condition.
        directions: ``straight`` for jumps up, down, left and right, ``all`` for diagonal jumps too.
    """

    numbers: Grid
    start: Cell
    target: Cell
    sum: int | None = None
    directions: str = STRAIGHT
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "maze"
    move_templates: ClassVar[tuple[str, ...]] = (gettext_noop("jump to {cell}"),)
    conventions: ClassVar[tuple[MoveConvention, ...]] = CONVENTIONS
    has_tiles: ClassVar[bool] = False
    arrow_keys_move: ClassVar[bool] = True
    grid_fields: ClassVar[tuple[str, ...]] = ("numbers",)
    cell_fields: ClassVar[tuple[str, ...]] = ("start", "target")
    options: ClassVar[tuple[BoardOption, ...]] = (
        BoardOption(
            "directions",
            "Jumps",
            ((STRAIGHT, "in four directions"), (ALL, "in eight directions")),
        ),
        BoardOption("sum", "Target sum"),
    )

    @classmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        numbers = fields.grid("numbers")
        start, target = fields.cell("start"), fields.cell("target")
        before = fields.count
        wanted = fields.integer("sum", required=False)
        directions = fields.choice("directions", tuple(DIRECTIONS), STRAIGHT)
        if numbers is None or start is None or target is None or directions is None:
            return None
        return cls(numbers, start, target, wanted, directions) if fields.count == before else None

    def to_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "numbers": self.numbers,
            "start": cell_name(self.start),
            "target": cell_name(self.target),
        }
        if self.directions != STRAIGHT:
            fields["directions"] = self.directions
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
                        kind=ProblemKind.PLACE,
                    )
                )
        return found

    def verdict(self) -> Verdict:
        """Return a verdict by search: exact without a target sum, else possibly undecided.

        A straight jump changes row plus column by the number it starts from, up to the sign. So
        the sum of the numbers on a path of such jumps, except the last, has the parity of the
        distance between start and target.
        """
        reached = self._reachable()
        verdict = Verdict(False, "", len(reached), reachable_noun=gettext_noop("cells"))
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
        if self.sum is None or self.start == self.target:
            reason = tr("Solvable. {cells}, including {target}.").format(cells=cells, target=target)
            return replace(verdict, solvable=True, reason=reason)
        row, column = self.target
        steps = sum(self.start) + row + column
        odd = (steps + self.numbers[row][column] - self.sum) % 2
        if odd and self.directions == STRAIGHT:
            text = (
                tr("Not solvable: the sum of every path to {target} is even, and {sum} is odd.")
                if self.sum % 2
                else tr(
                    "Not solvable: the sum of every path to {target} is odd, and {sum} is even."
                )
            )
            reason = text.format(target=target, sum=str(self.sum))
            sums = possible_sums(self).sentence(self.sum)
            return replace(verdict, reason=f"{reason} {sums}".rstrip())
        return replace(
            verdict,
            solvable=None,
            reason=tr(
                "{cells}, including {target}. Only a search can tell whether the sum {sum} is "
                "possible."
            ).format(cells=cells, target=target, sum=str(self.sum)),
            if_solved=tr("Solvable. A path with the target sum exists."),
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
        """Return the cells within a single jump, in the order of ``DIRECTIONS``."""
        r, c = cell
        far = abs(self.numbers[r][c])
        if far == 0 or far >= max(self.rows, self.columns):
            return []
        return [
            (r + down * far, c + right * far)
            for down, right in DIRECTIONS[self.directions]
            if 0 <= r + down * far < self.rows and 0 <= c + right * far < self.columns
        ]

    def running_totals(self, moves: Sequence[Cell]) -> Sequence[int]:
        """Return the running sums of the visited numbers."""
        return list(accumulate(self.numbers[r][c] for r, c in (self.start, *moves)))

    @property
    def required_total(self) -> int | None:
        return self.sum

    def total(self, path: Sequence[Cell]) -> int:
        """Return the sum of the visited numbers."""
        return sum(self.numbers[r][c] for r, c in path)

    # --- the rules ---

    def rules(self) -> Hashable:
        """Return all fields; without a sum, the sign of a number does not matter."""
        if self.sum is not None:
            return super().rules()
        unsigned = tuple(tuple(map(abs, row)) for row in self.numbers)
        return unsigned, self.start, self.target, self.directions

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
        """Play moves in a single mutable list: thousands of paths may be listed."""
        trail = list(self.initial() if position is None else position)
        stepped = set(trail)
        numbers, rows, columns = self.numbers, self.rows, self.columns
        diagonal = self.directions == ALL
        r, c = trail[-1]
        number = 0
        for cell in moves:
            row, column = cell
            if column == c:
                jump = abs(row - r)
            elif row == r or (diagonal and abs(row - r) == abs(column - c)):
                jump = abs(column - c)
            else:
                jump = -1
            on_board = 0 <= row < rows and 0 <= column < columns
            if jump != abs(numbers[r][c]) or not on_board or cell in stepped:
                return tuple(trail), number, self._illegal_move((r, c), cell, jump)
            trail.append(cell)
            stepped.add(cell)
            r, c = cell
            number += 1
        return tuple(trail), number, None

    def _illegal_move(self, here: Cell, cell: Cell, jump: int) -> IllegalMoveError:
        """Return the error for an illegal jump; ``jump`` is its length, -1 in no direction."""
        if not (0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns):
            return IllegalMoveError(
                tr("{cell} is not on the {size} board").format(cell=cell_name(cell), size=self.size)
            )
        far = abs(self.numbers[here[0]][here[1]])
        if jump == far:
            return IllegalMoveError(
                tr("{cell} has already been visited").format(cell=cell_name(cell))
            )
        if self.directions == STRAIGHT:
            text = ngettext(
                "{cell}: from {here} you can jump exactly {count} cell up, down, left or right",
                "{cell}: from {here} you can jump exactly {count} cells up, down, left or right",
                far,
            )
        else:
            text = ngettext(
                "{cell}: from {here} you can jump exactly {count} cell in any of eight directions",
                "{cell}: from {here} you can jump exactly {count} cells in any of eight directions",
                far,
            )
        return IllegalMoveError(
            text.format(cell=cell_name(cell), here=cell_name(here), count=group_digits(far))
        )

    def legal_moves(self, position: Trail) -> list[Cell]:
        return [cell for cell in self.jumps(position[-1]) if cell not in position]

    def all_moves(self) -> Iterator[tuple[Trail, Cell]]:
        for cell in cells_of(self.numbers):
            for move in self.jumps(cell):
                yield (cell,), move

    def is_solved(self, position: Trail) -> bool:
        return position[-1] == self.target and (
            self.sum is None or self.total(position) == self.sum
        )

    def from_position(self, position: Trail) -> Self:
        """Return the maze from the last cell of a path on.

        No jump leads on from the visited cells; nor from the last if the target was visited.
        """
        *before, here = position
        numbers = self.numbers
        for cell in [*before, here] if self.target in before else before:
            numbers = with_cell(numbers, cell, 0)
        wanted = None if self.sum is None else self.sum - self.total(before)
        return self.with_fields(numbers=numbers, start=here, sum=wanted)

    def click_moves(self, position: Trail, down: float, right: float) -> list[tuple[Cell, ...]]:
        """Return a jump to the pointed cell."""
        cell = math.floor(down), math.floor(right)
        return [(cell,)] if cell in self.legal_moves(position) else []

    def arrow_key_moves(
        self, position: Trail, _cell: Cell, down: int, right: int
    ) -> tuple[Cell, ...]:
        """Return a jump in the direction of the key, which may be diagonal."""
        row, column = position[-1]
        far = abs(self.numbers[row][column])
        cell = row + down * far, column + right * far
        return (cell,) if cell in self.legal_moves(position) else ()

    def destinations(self, position: Trail) -> frozenset[Cell]:
        return frozenset(self.legal_moves(position))

    # --- text ---

    def read_moves(self, text: str) -> Iterator[TokenRun]:
        """Parse a path as cells, which arrows or dashes may join, or words."""
        return self.path(parse_tokens(text, _WORD, tr("a cell on the path, as in C5"), _parse_word))

    def path(self, runs: Iterator[TokenRun]) -> Iterator[TokenRun]:
        """Yield runs of cells without the start, with which they must begin."""
        begun = False
        for stretch in runs:
            if begun or not stretch.moves:  # empty before an invalid word
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

    def format_moves(self, moves: Sequence[Cell]) -> list[str]:
        return [cell_name(cell) for cell in (self.start, *moves)]

    def move_template(self, move: Cell) -> str:
        return f"jump to {cell_name(move)}"

    def describe(self) -> str:
        text = (
            tr("maze, {size}, {start} to {target}")
            if self.sum is None
            else tr("maze, {size}, {start} to {target}, target sum {sum}")
        )
        maze = text.format(
            size=self.size,
            start=cell_name(self.start),
            target=cell_name(self.target),
            sum=str(self.sum),
        )
        if self.directions == STRAIGHT:
            return maze
        return tr("{maze}, jumps in eight directions").format(maze=maze)

    # --- pictures ---

    def picture(self, position: Trail | None = None) -> Picture:
        trail = self.initial() if position is None else position
        signed = self.sum is not None or any(
            self.numbers[r][c] < 0 for r, c in cells_of(self.numbers)
        )
        return Picture(self.numbers, ground=True, signed=signed, target=self.target, trail=trail)

    def motion(self, position: Trail, move: Cell) -> Motion:
        here = position[-1]
        down, right = move[0] - here[0], move[1] - here[1]
        # Short, at the edge of the current cell, so that the arrow crosses no number.
        far = math.hypot(down, right) or 1
        start, tip = (
            Point(here[0] + 0.5 + down / far * reach, here[1] + 0.5 + right / far * reach)
            for reach in (0.32, 0.62)
        )
        return Motion(
            (),
            Translation(down, right),
            (move,),
            StraightArrow(start, tip),
            walker_step=(here, move),
        )


def _parse_word(word: re.Match[str]) -> tuple[Cell]:
    """Return the cell that a matched word names."""
    return (parse_cell(word["cell"]),)

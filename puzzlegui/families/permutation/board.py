"""Permutation boards: a move carries the contents of cells around cycles of cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, Self

from puzzlegui.core.board import Board, BoardOption, Extra, Palette, Verdict
from puzzlegui.core.cells import HOLE, Cell, Grid, cell_list, cell_name, cells_of, flatten, rows_of
from puzzlegui.core.errors import IllegalMoveError, Problem, ProblemKind
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import tr
from puzzlegui.core.metrics import QUARTER, Metric
from puzzlegui.core.motion import Motion, cycle_motion
from puzzlegui.core.movetext import TokenRun, parse_tokens
from puzzlegui.core.permutations import Step
from puzzlegui.core.picture import Picture
from puzzlegui.core.problems import negative_problems, value_count_problems
from puzzlegui.core.tilepicture import tile_picture
from puzzlegui.families.permutation.moves import (
    ALIASES,
    SETS,
    TOKEN,
    Definitions,
    MoveTable,
    PermutationMove,
    definition_problems,
    move_table,
    parse_move,
)
from puzzlegui.families.permutation.verdict import decide
from puzzlegui.solvers.move_search.arrangement import puzzle_group
from puzzlegui.solvers.move_search.distances import lower_bound
from puzzlegui.solvers.move_search.giants import PuzzleGroup

MAX_CELLS = 400
_MAX_SIDE = 100
"""Greatest number of rows or columns, as files are read."""
_WALK = 2000
"""Random moves that mix a board whose group is not known."""


@dataclass(frozen=True)
class PermutationBoard(Board):
    """A board whose moves are permutations of its cells; equal values are interchangeable.

    Attributes:
        start: initial arrangement, rows × columns values, ``HOLE`` where there is no cell.
        goal: final arrangement of the same values.
        moves: the moves with their cycles.
        inverses: True if the inverse of each move is a move too.
    """

    start: Grid
    goal: Grid
    moves: Definitions = ()
    inverses: bool = True
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "permutation"
    move_templates: ClassVar[tuple[str, ...]] = ()
    grid_fields: ClassVar[tuple[str, ...]] = ("start", "goal")
    optional_keys: ClassVar[frozenset[str]] = frozenset((ALIASES, SETS))
    permutes_cells: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = (
        QUARTER,
        Metric("any", "powers of any order", itemgetter(0)),
    )
    bracketed_words: ClassVar[str] = r"make\s+move\s+\([^)]{1,20}\)"
    allows_holes: ClassVar[bool] = True
    options: ClassVar[tuple[BoardOption, ...]] = (
        BoardOption(
            "inverses", "&Moves", ((True, "forwards and backwards"), (False, "forwards only"))
        ),
    )

    @classmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        start, goal = fields.grid("start", holes=True), fields.grid("goal", holes=True)
        cycles = fields.cycles("moves")
        inverses = fields.flag("inverses") if fields.has("inverses") else True
        if start is None or goal is None or cycles is None:
            return None
        moves = tuple((name, tuple(map(tuple, found))) for name, found in cycles.items())
        return cls(start, goal, moves, inverses)

    def to_fields(self) -> dict[str, Any]:
        grids = {
            name: tuple(
                tuple(None if value == HOLE else value for value in row) for row in self.grid(name)
            )
            for name in self.grid_fields
        }
        moves = {
            name: [list(map(cell_name, cycle)) for cycle in cycles] for name, cycles in self.moves
        }
        return {**grids, "moves": moves, **({} if self.inverses else {"inverses": False})}

    def problems(self) -> list[Problem]:
        if not isinstance(self.moves, tuple) or not all(map(_is_definition, self.moves)):
            return [
                Problem(
                    tr("moves must be a tuple of pairs of a name and its cycles"),
                    "moves",
                    kind=ProblemKind.MOVES,
                )
            ]
        return [
            *self._size_problems(),
            *negative_problems(_without_holes(self.start), "start"),
            *negative_problems(_without_holes(self.goal), "goal"),
            *(self._hole_problems() or value_count_problems(self)),
            *definition_problems(self.rows, self.columns, self.holes, self.moves),
        ]

    def _size_problems(self) -> list[Problem]:
        count = len(self.cells)
        if max(self.rows, self.columns) > _MAX_SIDE:
            text = tr("the board is {rows}×{columns}; rows and columns must be 1 to {largest}")
            return [
                Problem(
                    text.format(
                        rows=str(self.rows), columns=str(self.columns), largest=str(_MAX_SIDE)
                    ),
                    "start",
                    kind=ProblemKind.SIZE,
                )
            ]
        if not 2 <= count <= MAX_CELLS:
            text = tr("the board has {count} cells; it must have 2 to {most}")
            return [
                Problem(
                    text.format(count=group_digits(count), most=group_digits(MAX_CELLS)),
                    "start",
                    kind=ProblemKind.SIZE,
                )
            ]
        return []

    def _hole_problems(self) -> list[Problem]:
        if (len(self.start), len(self.start[0])) != (len(self.goal), len(self.goal[0])):
            return []  # which the comparison of values tells
        cells = tuple(
            (r, c)
            for r, c in cells_of(self.start)
            if (self.start[r][c] == HOLE) != (self.goal[r][c] == HOLE)
        )
        if not cells:
            return []
        text = tr("start and goal must have the same cells; see {cell_list}")
        return [
            Problem(text.format(cell_list=cell_list(cells)), "goal", cells, kind=ProblemKind.HOLES)
        ]

    def verdict(self) -> Verdict:
        """Return an exact verdict, by the group that the moves generate."""
        return decide(self.start, self.goal, self._steps, self.extra)

    def lower_bound(self) -> int:
        """Return a lower bound from the moves that each tile needs to reach its nearest goal."""
        return lower_bound(flatten(self.start), flatten(self.goal), self._steps)

    @property
    def holes(self) -> frozenset[Cell]:
        return _holes(self.start)

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(value for value in super().values if value != HOLE)

    @cached_property
    def table(self) -> MoveTable:
        """The moves by name, with their effects."""
        aliases = next((text for key, text in self.extra if key == ALIASES), "{}")
        return move_table(self.rows, self.columns, self.holes, self.moves, self.inverses, aliases)

    @property
    def steps(self) -> dict[PermutationMove, Step]:
        return self.table.steps

    @property
    def _steps(self) -> tuple[Step, ...]:
        return tuple(self.table.steps.values())

    def __str__(self) -> str:
        rows = [["." if v == HOLE else str(v) for v in row] for row in self.start]
        width = max((len(text) for row in rows for text in row), default=0)
        return "\n".join(" ".join(text.rjust(width) for text in row) for row in rows)

    def _moved(self, grid: Callable[[Grid], Grid], cell: Callable[[Cell], Cell]) -> Self:
        moves = tuple(
            (name, tuple(tuple(map(cell, cycle)) for cycle in cycles))
            for name, cycles in self.moves
        )
        return super()._moved(grid, cell).with_fields(moves=moves)

    # --- the rules ---

    def rules(self) -> tuple[Hashable, ...]:
        """Return the moves as pairs of cells, from and to, whatever their names and order."""
        return tuple(sorted({tuple(sorted(zip(*step, strict=True))) for step in self._steps}))

    def initial(self) -> Grid:
        return self.start

    def play(self, position: Grid, move: PermutationMove) -> Grid:
        after, _, error = self.play_all((move,), position)
        if error is not None:
            raise error
        return after

    def play_all(
        self, moves: Iterable[PermutationMove], position: Grid | None = None
    ) -> tuple[Grid, int, IllegalMoveError | None]:
        """Play moves in a single mutable list: long solutions have thousands of moves."""
        cells = list(flatten(self.start if position is None else position))
        steps = self.table.steps
        number, error = 0, None
        for move in moves:
            step = steps.get(move)
            if step is None:
                text = tr("{move}: there is no such move on this board")
                error = IllegalMoveError(text.format(move=str(move)))
                break
            moving = [cells[cell] for cell in step.sources]
            for cell, value in zip(step.targets, moving, strict=True):
                cells[cell] = value
            number += 1
        return rows_of(cells, self.columns), number, error

    def legal_moves(self, _position: Grid) -> list[PermutationMove]:
        return list(self.table.steps)

    def is_solved(self, position: Grid) -> bool:
        return position == self.goal

    def cut_to_size(self) -> Self:
        kept = move_table(self.rows, self.columns, self.holes, self.moves, self.inverses).names
        moves = tuple(move for move in self.moves if kept.get(move[0].lower()) == move[0])
        if not moves:
            ring = ((0, 0), (0, 1), (1, 1), (1, 0))
            moves = (("A", (tuple(cell for cell in ring if cell not in self.holes),)),)
        return self if moves == self.moves else self.with_fields(moves=moves)

    def inverse(self) -> Self:
        if self.inverses:
            return self
        moves = tuple((name, tuple(cycle[::-1] for cycle in cycles)) for name, cycles in self.moves)
        return self.with_fields(moves=moves)

    @property
    def group(self) -> PuzzleGroup | None:
        """Group that the moves generate; None if it takes too long to compute."""
        return puzzle_group(self.cells, self._steps)

    def random_start(self, rng: Random) -> Grid:
        """Return a start chosen uniformly among those that can reach the goal."""
        group = self.group
        if group is None:  # as good as uniform, but for the parity of the number of moves
            undone = self.inverse()
            moves = undone.legal_moves(self.goal)
            walk = [rng.choice(moves) for _ in range(_WALK + rng.randrange(2))]
            return undone.play_all(walk, self.goal)[0]
        values = list(flatten(self.goal))
        before = list(values)
        for i, image in enumerate(group.random_element(rng)):
            values[self.cells[image]] = before[self.cells[i]]
        return rows_of(values, self.columns)

    # --- playing by hand ---

    def _moves_from(
        self, cell: Cell, down: float, right: float, least: float = -math.inf
    ) -> list[PermutationMove]:
        """Return the moves of a cell's tile, those nearest to a direction first.

        Args:
            cell: the cell.
            down: the direction.
            right: likewise.
            least: how far a tile that moves by one must go that way, at least.
        """
        number = cell[0] * self.columns + cell[1]
        found = []
        for move, step in self.table.steps.items():
            if number in step.sources:
                row, column = divmod(step.targets[step.sources.index(number)], self.columns)
                to_down, to_right = row - cell[0], column - cell[1]
                along = (down * to_down + right * to_right) / math.hypot(to_down, to_right)
                if along > least:
                    found.append((-math.floor(along * 1e6 + 0.5), len(step.sources), move))
        return [move for _, _, move in sorted(found, key=lambda entry: entry[:2])]

    def _cell_at(self, down: float, right: float) -> Cell:
        return (
            min(max(math.floor(down), 0), self.rows - 1),
            min(max(math.floor(right), 0), self.columns - 1),
        )

    def click_moves(
        self, _position: Grid, down: float, right: float
    ) -> list[tuple[PermutationMove, ...]]:
        """Return the moves of a tile, first towards the point in its cell, last away from it."""
        cell = self._cell_at(down, right)
        moves = self._moves_from(cell, down - cell[0] - 0.5, right - cell[1] - 0.5)
        return [(move,) for move in moves]

    def drag_moves(
        self, _position: Grid, place: tuple[float, float], by: tuple[float, float]
    ) -> tuple[PermutationMove, ...]:
        """Return the move whose way for the dragged tile is nearest to the drag.

        Of equally near ways, the shortest counts, and then the move with the fewest tiles.
        """
        cell = self._cell_at(*place)
        number = cell[0] * self.columns + cell[1]
        found = []
        for move, step in self.table.steps.items():
            if number in step.sources:
                row, column = divmod(step.targets[step.sources.index(number)], self.columns)
                near = _distances(by, (row - cell[0], column - cell[1]))
                found.append((*near, len(step.sources), move))
        return (min(found, key=lambda entry: entry[:3])[3],) if found else ()

    def arrow_key_moves(
        self, _position: Grid, cell: Cell, down: int, right: int
    ) -> tuple[PermutationMove, ...]:
        """Return the move that carries the tile at the cursor in the direction of the key."""
        return tuple(self._moves_from(cell, down, right, 0)[:1])

    def letter_key_moves(
        self, _position: Grid, letter: str, *, other: bool
    ) -> tuple[PermutationMove, ...]:
        """Return the move of a letter, or its inverse."""
        name = self.table.letters.get(letter)
        move = self.table.find(name, backward=other) if name else None
        return () if move is None else (move,)

    # --- text ---

    def read_moves(self, text: str) -> Iterator[TokenRun]:
        """Parse names, inverses (``L'``), repeats (``L2``, ``2L``, ``L'2``), or words.

        Inverses and powers may be written ``-L`` and ``L^-2``, with dots or asterisks between.
        """
        example = next(iter(self.table.names.values()), "L")
        expected = tr("the name of a move, such as {name}, {name}' or {name}2").format(name=example)
        return parse_tokens(text, TOKEN, expected, partial(parse_move, self.table))

    def move_template(self, move: PermutationMove) -> str:
        return str(move)

    def describe(self) -> str:
        kinds = len(self.values)
        filling = (
            tr("numbers")
            if kinds == len(self.cells)
            else tr("{kinds} colours").format(kinds=group_digits(kinds))
        )
        return tr("permutation, {size}, {filling}, {moves}").format(
            size=self.size, filling=filling, moves=quantity(len(self.moves), "move")
        )

    # --- pictures ---

    def picture(self, position: Grid | None = None) -> Picture:
        picture = tile_picture(self, self.start if position is None else position)
        return replace(picture, gap=HOLE) if self.holes else picture

    def goal_picture(self) -> Picture:
        picture = tile_picture(self, self.goal)
        return replace(picture, gap=HOLE) if self.holes else picture

    def motion(self, _position: Grid, move: PermutationMove) -> Motion:
        return _motion(self.table.steps[move], self.columns, str(move))


def _distances(by: tuple[float, float], way: tuple[int, int]) -> tuple[float, float]:
    """Return the distances of a drag from a straight way, and from the end of the way."""
    square = way[0] ** 2 + way[1] ** 2
    along = min(max((by[0] * way[0] + by[1] * way[1]) / square, 0.0), 1.0)
    beside = math.hypot(by[0] - along * way[0], by[1] - along * way[1])
    return round(beside, 6), round(math.hypot(by[0] - way[0], by[1] - way[1]), 6)


def _is_definition(entry: object) -> bool:
    """Return whether a value made in Python is a move's name with its cycles."""
    match entry:
        case (str(), tuple() as cycles):
            return all(isinstance(cycle, tuple) and all(map(_is_cell, cycle)) for cycle in cycles)
    return False


def _is_cell(value: object) -> bool:
    return isinstance(value, tuple) and [type(part) for part in value] == [int, int]


@lru_cache(maxsize=64)
def _holes(grid: Grid) -> frozenset[Cell]:
    return frozenset((r, c) for r, c in cells_of(grid) if grid[r][c] == HOLE)


def _without_holes(grid: Grid) -> Grid:
    return tuple(tuple(0 if value == HOLE else value for value in row) for row in grid)


@lru_cache(maxsize=1024)
def _motion(step: Step, columns: int, name: str) -> Motion:
    """Return the motion of a move: every tile goes around its cycle."""
    target_of = dict(zip(step.sources, step.targets, strict=True))
    cycles = []
    while target_of:
        cell = next(iter(target_of))
        cycle = []
        while cell in target_of:
            cycle.append(divmod(cell, columns))
            cell = target_of.pop(cell)
        cycles.append(cycle)
    return cycle_motion(cycles, name=name)

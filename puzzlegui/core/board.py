"""Abstract base class of the boards of all families, and the types its interface needs."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from puzzlegui.core.cells import (
    HOLE,
    Cell,
    Grid,
    flatten,
    rows_of,
    shape_problem,
    with_cell,
)
from puzzlegui.core.errors import IllegalMoveError, Problem, PuzzleError
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import (
    Translatable,
    TranslatableChoices,
    gettext_noop,
    tr,
    translate_formatted,
    translated_fields,
)
from puzzlegui.core.lines import read_runs
from puzzlegui.core.metrics import MOVES, Metric
from puzzlegui.core.motion import Motion
from puzzlegui.core.movetext import MAX_MOVES, TokenRun, too_many_moves
from puzzlegui.core.permutations import Step
from puzzlegui.core.picture import Picture

MIN_SIZE, MAX_SIZE = 2, 30

TILE = "{tile}"
"""Placeholder in a move text for the number of the tile that the move names."""

Palette = tuple[tuple[int, str], ...]
"""Pairs of value and colour (``#RRGGBB``), ordered by value."""

Extra = tuple[tuple[str, str], ...]
"""Unknown keys of a board file, each with its value as JSON text; kept when it is saved."""


@dataclass(frozen=True)
class Rearrangement:
    """Rearrangement of a few tiles of the start.

    Attributes:
        sentence: imperative sentence that names the tiles or their cells.
        cycles: cycles of cells: the tile of each cell goes to the next, that of the last to the
            first.
    """

    sentence: str
    cycles: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Verdict:
    """Solvability of a board, with the reason.

    Attributes:
        solvable: True, False, or None if the search for an answer was given up.
        reason: a complete sentence.
        reachable: number of arrangements (maze: cells) reachable from the start, if it can be
            counted.
        repair: the smallest known rearrangement of the start that makes the board solvable.
        reachable_noun: noun for what ``reachable`` counts.
        if_solved: reason to give once a search has found a solution and ``solvable`` was None.
        if_unsolvable: reason to give once a search has proved that there is no solution; empty
            for the note of the search.
    """

    solvable: bool | None
    reason: str
    reachable: int | None = None
    repair: Rearrangement | None = None
    reachable_noun: str = gettext_noop("arrangements")
    if_solved: str = ""
    if_unsolvable: str = ""


@translated_fields
@dataclass(frozen=True)
class BoardOption:
    """Property of a board, besides its grids, that a user can set.

    Attributes:
        name: field of the board.
        label: text shown to the user.
        choices: pairs of value and label; empty if any whole number or None is valid.
    """

    name: str
    label: Translatable
    choices: TranslatableChoices = ()


class MoveConvention(NamedTuple):
    """Alternative convention in which a list of moves may have been written.

    Attributes:
        note: marked sentence that describes the convention.
        read: parses a text as ``Board.read_moves`` does, from the start of a board.
    """

    note: str
    read: Callable[[Any, str], Iterator[TokenRun]]


class Board(ABC):
    """Immutable, comparable and hashable value that describes a puzzle.

    A board can be invalid, as ``problems()`` reports: a user who edits it passes through invalid
    states. It cannot be malformed: every grid is a rectangle of whole numbers.

    Moves change a *position*: an arrangement (``Grid``), or in a maze the cells visited so far. A
    move is a value of a type that the family defines, with a text form. ``str()`` of a board is its
    first grid, ``repr()`` is code that creates it.
    """

    family: ClassVar[str]
    grid_fields: ClassVar[tuple[str, ...]]
    """Names of the fields that hold grids; the first holds the initial position."""
    cell_fields: ClassVar[tuple[str, ...]] = ()
    """Names of the fields that hold a single cell."""
    options: ClassVar[tuple[BoardOption, ...]] = ()
    move_templates: ClassVar[tuple[str, ...]]
    """Marked templates of the texts that ``move_template`` returns; none if these are names."""
    conventions: ClassVar[tuple[MoveConvention, ...]] = ()
    """Alternative conventions, tried if a list of moves does not solve the board."""
    gap: ClassVar[int | None] = None
    """Value that stands for a gap instead of a tile, or None."""
    allows_holes: ClassVar[bool] = False
    """True if places of the rectangle may have no cell."""
    has_tiles: ClassVar[bool] = True
    """True if values are tiles that moves carry; False if they are printed on the floor."""
    optional_keys: ClassVar[frozenset[str]] = frozenset()
    """Keys of board files that are kept in ``extra`` and change no rule."""
    permutes_cells: ClassVar[bool] = False
    """True if every move is legal in every position and carries contents of cells to others."""
    bracketed_words: ClassVar[str] = ""
    """Pattern of the words of its moves that have brackets, such as ``(1,0,T)``; empty for none."""
    metrics: ClassVar[tuple[Metric, ...]] = (MOVES,)
    """Ways to count its moves; in the first each counts."""
    arrow_keys_move: ClassVar[bool] = False
    """True if arrow keys make moves.

    Otherwise they move the keyboard cursor, Enter acts as a click on the cell, and an arrow key
    with Shift may make a move.
    """

    draw: ClassVar[Callable[[Board], str] | None] = None
    """Returns a board as an SVG drawing, for notebooks; set by ``puzzlegui.library``, since the
    core draws nothing."""

    title: str
    palette: Palette
    extra: Extra

    def __str__(self) -> str:
        """Return the grid that moves begin from, a line for each row, in aligned columns."""
        rows = [[str(value) for value in row] for row in self.grid(self.grid_fields[0])]
        width = max((len(text) for row in rows for text in row), default=0)
        return "\n".join(" ".join(text.rjust(width) for text in row) for row in rows)

    def _repr_svg_(self) -> str | None:
        """Return a picture of the board and its goal, as IPython asks for it; imports Qt."""
        return None if Board.draw is None else Board.draw(self)

    # --- the board as a value ---------------------------------------------------------------

    @classmethod
    @abstractmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        """Read a board from a file's fields; None if a problem was reported to ``fields``."""

    @abstractmethod
    def to_fields(self) -> dict[str, Any]:
        """Return the family's own fields as written to a file, in order."""

    @abstractmethod
    def problems(self) -> list[Problem]:
        """Return everything that makes the board invalid; empty if it is valid."""

    @abstractmethod
    def verdict(self) -> Verdict:
        """Decide exactly whether a valid board can be solved, with the reason in a sentence."""

    def is_solvable(self) -> bool | None:
        """Return the verdict on a valid board without its reason; None if it is undecided."""
        return self.verdict().solvable

    def check(self) -> None:
        """Raise a PuzzleError (a ValueError) that names every problem of the board.

        Boards read from a file have been checked; boards made in Python have not.
        """
        problems = _shape_problems({field: getattr(self, field) for field in self.grid_fields})
        for field in self.cell_fields:
            cell = getattr(self, field)
            if not (isinstance(cell, tuple) and [type(part) for part in cell] == [int, int]):
                text = tr("{field}: must be a tuple of row and column, both counted from 0")
                problems.append(Problem(text.format(field=field), field))
        for option in self.options:
            value = getattr(self, option.name)
            if not (option.choices or value is None or type(value) is int):
                text = tr("{name} must be a whole number or None")
                problems.append(Problem(text.format(name=option.name), option.name))
            if option.choices and value not in [choice for choice, _ in option.choices]:
                problems.append(
                    Problem(
                        tr("{name} must be one of {names}").format(
                            name=option.name, names=", ".join(repr(v) for v, _ in option.choices)
                        ),
                        option.name,
                    )
                )
        if problems := problems or self.problems():
            raise PuzzleError("\n".join(problem.message for problem in problems))

    def verdict_or_solved(self) -> Verdict:
        """Return the verdict; for a board that is solved already, say so as the reason."""
        verdict = self.verdict()
        if self.is_solved(self.initial()):
            return replace(verdict, reason=tr("Already solved: no moves are needed."))
        return verdict

    @abstractmethod
    def lower_bound(self) -> int:
        """Return a lower bound on the number of moves of any solution; fast, rarely exact."""

    def grid(self, field: str) -> Grid:
        """Return the grid in a field of ``grid_fields``."""
        grid: Grid = getattr(self, field)
        return grid

    @property
    def rows(self) -> int:
        return len(self.grid(self.grid_fields[0]))

    @property
    def columns(self) -> int:
        return len(self.grid(self.grid_fields[0])[0])

    @property
    def size(self) -> str:
        """Size as shown to users: rows × columns."""
        return f"{self.rows}×{self.columns}"

    @property
    def values(self) -> tuple[int, ...]:
        """Distinct values on the board, in ascending order."""
        return tuple(sorted(set().union(*(flatten(self.grid(name)) for name in self.grid_fields))))

    @property
    def holes(self) -> frozenset[Cell]:
        """Places in the rectangle where the board has no cell."""
        return frozenset()

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells, numbered row by row, without the holes."""
        return tuple(i for i, value in enumerate(flatten(self.initial())) if value != HOLE)

    @property
    def puzzle(self) -> Self:
        """The board as solvers see it, without title, colours and unknown keys."""
        return replace(self, title="", palette=(), extra=())  # type: ignore[type-var]

    def with_cell(self, field: str, cell: Cell, value: int) -> Self:
        """Return the board with another value in a cell of a grid."""
        return self.with_fields(**{field: with_cell(self.grid(field), cell, value)})

    def with_colour(self, value: int, colour: str) -> Self:
        """Return the board with ``#RRGGBB`` as the colour of a value."""
        palette = dict(self.palette) | {value: colour.upper()}
        return self.with_fields(palette=tuple(sorted(palette.items())))

    def with_fields(self, **fields: Any) -> Self:
        """Return the board with some of its fields replaced."""
        return replace(self, **fields)  # type: ignore[type-var]

    def turned(self) -> Self:
        """Return the same puzzle turned by a quarter clockwise."""
        return self._moved(lambda grid: tuple(zip(*reversed(grid), strict=True)), self._turned_cell)

    def reflected(self) -> Self:
        """Return the same puzzle as a mirror beside it shows it."""
        return self._moved(
            lambda grid: tuple(tuple(reversed(row)) for row in grid),
            lambda cell: (cell[0], self.columns - 1 - cell[1]),
        )

    def _turned_cell(self, cell: Cell) -> Cell:
        row, column = cell
        return column, self.rows - 1 - row

    def _moved(self, grid: Callable[[Grid], Grid], cell: Callable[[Cell], Cell]) -> Self:
        grids = {name: grid(self.grid(name)) for name in self.grid_fields}
        return self.with_fields(
            **grids, **{name: cell(getattr(self, name)) for name in self.cell_fields}
        )

    # --- the rules --------------------------------------------------------------------------

    @abstractmethod
    def initial(self) -> Any:
        """Return the initial position."""

    @abstractmethod
    def play(self, position: Any, move: Any) -> Any:
        """Return the position after a move.

        Raises:
            IllegalMoveError: the rules do not allow the move in this position.
        """

    def play_all(
        self, moves: Iterable[Any], position: Any = None
    ) -> tuple[Any, int, IllegalMoveError | None]:
        """Play moves until the rules forbid a move, from the initial position by default.

        Returns:
            The position reached, the number of moves played, and the error of the next move, or
            None if all were legal.
        """
        position = self.initial() if position is None else position
        number = 0
        for move in moves:
            try:
                position = self.play(position, move)
            except IllegalMoveError as error:
                return position, number, error
            number += 1
        return position, number, None

    @abstractmethod
    def legal_moves(self, position: Any) -> list[Any]:
        """Return every legal move in a position."""

    def all_moves(self) -> Iterator[tuple[Any, Any]]:
        """Yield each move that is legal in any position, with a position in which it is.

        A move whose motion depends on the position comes once for each motion.
        """
        position = self.initial()
        for move in self.legal_moves(position):
            yield position, move

    @cached_property
    def steps(self) -> dict[Any, Step]:
        """Effect of each move on the cells, in the order of the moves; the board's move set.

        For boards whose moves permute the cells; all that the search for solutions knows of a
        family (``solvers.move_search``).
        """
        position, columns = self.initial(), self.columns

        def step(move: Any) -> Step:
            carried = self.motion(position, move).carried
            numbers = [(r * columns + c, s * columns + d) for (r, c), (s, d) in carried]
            sources, targets = zip(*numbers, strict=True)
            return Step(sources, targets)

        return {move: step(move) for move in self.legal_moves(position)}

    @abstractmethod
    def is_solved(self, position: Any) -> bool:
        """Return True if the position meets the goal of the board."""

    def rules(self) -> Hashable:
        """Return what decides on moves and goal besides tiles; equal for boards that play alike."""
        tiles = self.grid_fields if self.has_tiles else ()
        return tuple((name, value) for name, value in self.to_fields().items() if name not in tiles)

    def inverse(self) -> Self:
        """Return the board whose moves are the inverses of this board's moves."""
        return self

    def cut_to_size(self) -> Self:
        """Return a resized board without whatever refers to cells that it no longer has."""
        return self

    def random_start(self, rng: Random) -> Grid:
        """Return a start chosen uniformly among those that can reach the goal, which is a grid."""
        values = list(flatten(self.grid("goal")))
        while True:
            rng.shuffle(values)
            start = rows_of(values, self.columns)
            if self.with_fields(start=start).verdict().solvable:
                return start

    def from_position(self, position: Any) -> Self:
        """Return the board that remains to be solved from a position."""
        return self.with_fields(**{self.grid_fields[0]: position})

    # --- playing by hand --------------------------------------------------------------------

    @abstractmethod
    def click_moves(self, position: Any, down: float, right: float) -> list[tuple[Any, ...]]:
        """Return the lists of moves that a click can mean, the default first; empty for none.

        Args:
            position: a position of the board.
            down: vertical distance from the upper edge of the board, in cells.
            right: horizontal distance from its left edge, in cells.
        """

    def drag_moves(
        self,
        position: Any,
        place: tuple[float, float],
        by: tuple[float, float],
    ) -> tuple[Any, ...]:
        """Return the moves that a drag means; empty for a board that acts on a press.

        They go in a straight line, and at least as far as the drag if possible.

        Args:
            position: a position of the board.
            place: point of the press, in cells from the upper and the left edge.
            by: distance dragged so far, in cells down and to the right; not zero.
        """
        return ()

    def arrow_key_moves(
        self,
        position: Any,
        cell: Cell,
        down: int,
        right: int,
    ) -> tuple[Any, ...]:
        """Return the moves that an arrow key means, if any: a step in its direction or back.

        If arrow keys move, four more keys stand for the diagonals, with both steps not zero.

        Args:
            position: a position of the board.
            cell: cell of the keyboard cursor.
            down: 1 for the Down key, -1 for Up.
            right: 1 for the Right key, -1 for Left.
        """
        return ()

    def letter_key_moves(self, position: Any, letter: str, *, other: bool) -> tuple[Any, ...]:
        """Return the moves that a letter key means, if any.

        Args:
            position: a position of the board.
            letter: A to Z.
            other: True with Shift.
        """
        return ()

    def destinations(self, position: Any) -> frozenset[Cell]:
        """Return the cells that the walker can move to; empty for a board without a walker."""
        return frozenset()

    # --- text -------------------------------------------------------------------------------

    @abstractmethod
    def read_moves(self, text: str) -> Iterator[TokenRun]:
        """Parse moves in any notation that is supported, a run of tokens at a time.

        Raises:
            MoveTextError: with line and column of text that is not a move.
            IllegalMoveError: a path in a maze does not begin at its start.
        """

    def parse_moves(self, text: str, convention: MoveConvention | None = None) -> tuple[Any, ...]:
        """Parse a line of moves in a convention; raises as ``read_moves`` does.

        Args:
            text: the moves, with brackets and comments as in ``core.lines``.
            convention: one of ``conventions``; None for the standard.
        """
        moves: list[Any] = []
        for stretch in read_runs(self, text, convention):
            room = MAX_MOVES - len(moves)
            if len(stretch.moves) > room:
                raise too_many_moves(text, stretch.offset_of(room))
            moves += stretch.moves
        return tuple(moves)

    def format_moves(self, moves: Sequence[Any]) -> list[str]:
        """Return the moves in the standard notation, a string for each."""
        texts = {move: str(move) for move in set(moves)}  # moves repeat in long solutions
        return [texts[move] for move in moves]

    @abstractmethod
    def move_template(self, move: Any) -> str:
        """Describe a move in English, with ``TILE`` for the number of its first tile."""

    def translate_move(self, words: str) -> str:
        """Translate a text of ``move_template`` or ``moves_in_words``."""
        return translate_formatted(words, self.move_templates)

    def describe_moves(self, moves: Sequence[Any], position: Any = None) -> list[str]:
        """Describe consecutive moves from a position (by default the initial), translated."""
        return [self.translate_move(words) for words in self.moves_in_words(moves, position)]

    def moves_in_words(self, moves: Sequence[Any], position: Any = None) -> list[str]:
        """Describe consecutive moves in English, as they are written to files and parsed."""
        found = [self.move_template(move) for move in moves]
        if any(TILE in words for words in found):
            position = self.initial() if position is None else position
            for number, move in enumerate(moves):
                row, column = self.motion(position, move).outlined[0]
                found[number] = found[number].replace(TILE, str(position[row][column]))
                position = self.play(position, move)
        return found

    @abstractmethod
    def describe(self) -> str:
        """Return family, size and rule in a few words."""

    # --- what it looks like -----------------------------------------------------------------

    @abstractmethod
    def picture(self, position: Any = None) -> Picture:
        """Return the picture of a position, by default the initial position."""

    def goal_picture(self) -> Picture | None:
        """Return the picture of the goal, if the goal is an arrangement; otherwise None."""
        return None

    def misplaced_cells(self, position: Any) -> frozenset[Cell]:
        """Return the cells in which a position differs from the goal, if that is an arrangement."""
        goal = self.goal_picture()
        if goal is None:
            return frozenset()
        return frozenset(
            (r, c)
            for r, (row, wanted) in enumerate(zip(position, goal.values, strict=True))
            if row != wanted
            for c, (value, want) in enumerate(zip(row, wanted, strict=True))
            if value != want
        )

    def running_totals(self, moves: Sequence[Any]) -> Sequence[int]:
        """Return the running total along a list of moves: at the start, and after each move.

        Empty for a family without a total.
        """
        return ()

    @property
    def required_total(self) -> int | None:
        """Required final value of the running total, or None if any will do."""
        return None

    @abstractmethod
    def motion(self, position: Any, move: Any) -> Motion:
        """Return the animation of a move that is legal in ``position``."""

    def joint_motion(self, position: Any, moves: Sequence[Any]) -> Motion:
        """Return the animation of the moves that a single click stands for."""
        return self.motion(position, moves[0])


def palette_fields(palette: Palette) -> Mapping[str, str]:
    """Return a palette as written to a file."""
    return {str(value): colour for value, colour in palette}


def extra_values(extra: Extra) -> dict[str, Any]:
    """Return the unknown keys of a file with their decoded values."""
    return {key: json.loads(text) for key, text in extra}


def _shape_problems(grids: Mapping[str, object]) -> list[Problem]:
    """Return problems with the shape and the types of a board's grids, given by field.

    Files are read into tuples of whole numbers; a board made in Python may hold anything.
    """
    found, sizes = [], {}
    for field, grid in grids.items():
        if message := shape_problem(grid):
            found.append(Problem(f"{field}: {message}", field))
        elif isinstance(grid, tuple):
            sizes[field] = f"{len(grid)}×{len(grid[0])}"
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{field} {size}" for field, size in sizes.items())
        text = tr("the grids must have one size: {listed}")
        found.append(Problem(text.format(listed=listed)))
    return found

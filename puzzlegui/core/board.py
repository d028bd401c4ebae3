"""What every family's board has in common."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

from puzzlegui.core.cells import (
    Cell,
    Grid,
    flatten,
    replaced,
)
from puzzlegui.core.errors import IllegalMoveError, Problem, PuzzleError
from puzzlegui.core.fields import Fields
from puzzlegui.core.language import Shown, ShownChoices, mark, retold, tr, with_texts
from puzzlegui.core.motion import Motion
from puzzlegui.core.movetext import MOST_MOVES, Stretch, too_many
from puzzlegui.core.picture import Picture

SMALLEST, LARGEST = 2, 30

TILE = "{tile}"
"""Stands in the words for a move where the tile is named that it begins with."""

Palette = tuple[tuple[int, str], ...]
"""Pairs of value and colour (``#RRGGBB``), ordered by value."""

Extra = tuple[tuple[str, str], ...]
"""Unknown keys of a board file, each with its value as JSON text; kept when it is saved."""


@dataclass(frozen=True)
class Verdict:
    """Whether a board can be solved, and why.

    Attributes:
        solvable: True, False, or None where the search for an answer was given up.
        reason: one whole sentence.
        reachable: how many arrangements (maze: cells) can be reached from the start, where that
            can be counted.
        repair: two cells of the start whose exchange would make the board solvable, if that
            is all it takes.
        counted: what ``reachable`` counts.
        if_solved: the reason once a search, where this was left open, has found a solution.
        if_unsolvable: the reason once it has proved that there is none.
    """

    solvable: bool | None
    reason: str
    reachable: int | None = None
    repair: tuple[Cell, Cell] | None = None
    counted: str = mark("arrangements")
    if_solved: str = ""
    if_unsolvable: str = ""


@with_texts
@dataclass(frozen=True)
class Option:
    """A property of a board besides its grids that a user can set.

    Attributes:
        name: the board's field.
        label: what the user sees.
        choices: pairs of value and label; empty where any whole number, or nothing, will do.
    """

    name: str
    label: Shown
    choices: ShownChoices = ()


class Reading(NamedTuple):
    """Another meaning that a list of moves may have been written with.

    Attributes:
        note: a marked sentence that says so.
        meanings: by the move read, the move meant.
    """

    note: str
    meanings: Mapping[Any, Any]

    def moves(self, moves: Iterable[Any]) -> tuple[Any, ...]:
        """Return the moves meant by a list of moves."""
        return tuple([self.meanings[move] for move in moves])


class Board(ABC):
    """A puzzle to be solved: an immutable value, comparable and hashable.

    A board can be wrong (``problems()`` says how): a user who edits one passes through states
    that are. It cannot be malformed: every grid is a rectangle of whole numbers.

    ``str()`` of a board is its first grid, ``repr()`` is code that makes it anew.

    A *position* is what moves change: an arrangement (``Grid``), or in a maze the cells stepped
    on so far. Moves are values of the family's own, with a text form.
    """

    family: ClassVar[str]
    grid_fields: ClassVar[tuple[str, ...]]
    """Names of the fields that hold grids, the one that moves begin from first."""
    cell_fields: ClassVar[tuple[str, ...]] = ()
    """Names of the fields that hold a single cell."""
    options: ClassVar[tuple[Option, ...]] = ()
    words: ClassVar[tuple[str, ...]]
    """The forms of what ``words_of`` returns, marked."""
    readings: ClassVar[tuple[Reading, ...]] = ()
    """Other meanings of lists of moves, tried where a list does not solve the board."""
    gap: ClassVar[int | None] = None
    """The value that is no tile but a gap between them, if there is one."""
    has_tiles: ClassVar[bool] = True
    """Whether the values are tiles that moves carry; else they are printed on the floor."""
    arrows_move: ClassVar[bool] = False
    """Whether arrow keys are moves. Else they choose a place, Enter is the move meant by pointing
    at it, and an arrow key with Shift may be one."""

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
    def from_fields(cls, fields: Fields) -> Self | None:
        """The board read from a file's fields, or None once ``fields`` has noted why not."""

    @abstractmethod
    def to_fields(self) -> dict[str, Any]:
        """The family's own fields as they stand in a file, in order."""

    @abstractmethod
    def problems(self) -> list[Problem]:
        """Everything that makes this no board of its family; empty when it is sound."""

    @abstractmethod
    def verdict(self) -> Verdict:
        """Whether a sound board can be solved: exact, with its reason in a sentence."""

    def check(self) -> None:
        """Raise PuzzleError, a ValueError, that names every problem of the board.

        What is read from a file has been checked; a board made in Python has not.
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
        """Return the verdict; of a board that is solved already, the reason says just that."""
        verdict = self.verdict()
        if self.is_solved(self.initial()):
            return replace(verdict, reason=tr("Already solved: no moves are needed."))
        return verdict

    @abstractmethod
    def lower_bound(self) -> int:
        """A number of moves that no solution can have fewer of; quick, seldom exact."""

    def grid(self, field: str) -> Grid:
        """The grid held by one of ``grid_fields``."""
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
        """Rows × columns, as people write it."""
        return f"{self.rows}×{self.columns}"

    @property
    def values(self) -> tuple[int, ...]:
        """The different values on the board, ascending."""
        return tuple(sorted(set().union(*(flatten(self.grid(name)) for name in self.grid_fields))))

    @property
    def puzzle(self) -> Self:
        """The board without title, colours and unknown keys: what a solver sees."""
        return replace(self, title="", palette=(), extra=())  # type: ignore[type-var]

    def with_cell(self, field: str, cell: Cell, value: int) -> Self:
        """The board with another value in one cell of one grid."""
        return self.changed(**{field: replaced(self.grid(field), cell, value)})

    def with_colour(self, value: int, colour: str) -> Self:
        """The board with ``#RRGGBB`` as the colour of a value."""
        palette = dict(self.palette) | {value: colour.upper()}
        return self.changed(palette=tuple(sorted(palette.items())))

    def changed(self, **fields: Any) -> Self:
        """The board with some of its fields replaced."""
        return replace(self, **fields)  # type: ignore[type-var]

    # --- the rules --------------------------------------------------------------------------

    @abstractmethod
    def initial(self) -> Any:
        """The position that moves begin from."""

    @abstractmethod
    def play(self, position: Any, move: Any) -> Any:
        """The position after one move.

        Raises:
            IllegalMoveError: the rules do not allow the move in this position.
        """

    def play_all(
        self, moves: Iterable[Any], position: Any = None
    ) -> tuple[Any, int, IllegalMoveError | None]:
        """Play moves as long as the rules allow, from a position, by default the first.

        Returns:
            The position reached, how many moves were played, and what is wrong with the next one,
            None where there is none.
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
        """Every move that the rules allow in this position."""

    @abstractmethod
    def is_solved(self, position: Any) -> bool:
        """Whether the position is what the board asks for."""

    def backwards(self) -> Self:
        """The board whose moves are the undoing of this board's."""
        return self

    def from_position(self, position: Any) -> Self:
        """The board that is left to be solved from a position on."""
        return self.changed(**{self.grid_fields[0]: position})

    # --- playing by hand --------------------------------------------------------------------

    @abstractmethod
    def pointed(self, position: Any, down: float, right: float) -> list[tuple[Any, ...]]:
        """What pointing at a place can mean: lists of moves, the usual first; empty for nothing.

        Args:
            position: a position of the board.
            down: cells from the upper edge of the board.
            right: cells from its left edge.
        """

    def dragged(
        self,
        position: Any,  # noqa: ARG002
        place: tuple[float, float],  # noqa: ARG002
        by: tuple[float, float],  # noqa: ARG002
    ) -> tuple[Any, ...]:
        """The moves that dragging means; empty where a board acts as soon as it is pressed.

        They go straight, and at least as far as was dragged where they can.

        Args:
            position: a position of the board.
            place: where it was pressed, in cells from the upper and from the left edge.
            by: how far it was dragged since, in cells down and to the right; more than nothing.
        """
        return ()

    def steered(
        self,
        position: Any,  # noqa: ARG002
        cell: Cell,  # noqa: ARG002
        down: int,  # noqa: ARG002
        right: int,  # noqa: ARG002
    ) -> tuple[Any, ...]:
        """The moves that an arrow key means, if it means any: one step down, right, or back.

        Args:
            position: a position of the board.
            cell: where the keyboard's cursor is.
            down: 1 for the key down, -1 for up.
            right: 1 for the key right, -1 for left.
        """
        return ()

    def destinations(self, position: Any) -> frozenset[Cell]:  # noqa: ARG002
        """The cells that a walker can go to; none where no one walks."""
        return frozenset()

    # --- text -------------------------------------------------------------------------------

    @abstractmethod
    def read_moves(self, text: str) -> Iterator[Stretch]:
        """The moves written in ``text``, in any form that the contract names, a stretch at a time.

        Raises:
            MoveTextError: with the line and column of what is no move.
            IllegalMoveError: a maze's path that does not begin at its start.
        """

    def parse_moves(self, text: str) -> tuple[Any, ...]:
        """The moves written in ``text``; raises as ``read_moves`` does."""
        moves: list[Any] = []
        for stretch in self.read_moves(text):
            room = MOST_MOVES - len(moves)
            if len(stretch.moves) > room:
                raise too_many(text, stretch.place(room))
            moves += stretch.moves
        return tuple(moves)

    def moves_text(self, moves: Sequence[Any]) -> list[str]:
        """The moves in the first form of the contract, one string each."""
        texts = {move: str(move) for move in set(moves)}  # of long solutions, most come again
        return [texts[move] for move in moves]

    @abstractmethod
    def words_of(self, move: Any) -> str:
        """A move in words, with ``TILE`` for the number of the tile where its outline begins."""

    def told(self, words: str) -> str:
        """A move in words, as ``words_of`` or ``word_moves`` has it, in the language used."""
        return retold(words, self.words)

    def describe_moves(self, moves: Sequence[Any], position: Any = None) -> list[str]:
        """Moves in words, made one after the other from a position, by default the first."""
        return [self.told(words) for words in self.word_moves(moves, position)]

    def word_moves(self, moves: Sequence[Any], position: Any = None) -> list[str]:
        """Likewise as they stand in files and are read back, always in English."""
        found = [self.words_of(move) for move in moves]
        if any(TILE in words for words in found):
            position = self.initial() if position is None else position
            for number, move in enumerate(moves):
                row, column = self.motion(position, move).outline.cells[0]
                found[number] = found[number].replace(TILE, str(position[row][column]))
                position = self.play(position, move)
        return found

    @abstractmethod
    def describe(self) -> str:
        """Family, size and rule in a few words."""

    # --- what it looks like -----------------------------------------------------------------

    @abstractmethod
    def picture(self, position: Any = None) -> Picture:
        """What there is to see of a position (by default the first)."""

    def goal_picture(self) -> Picture | None:
        """What there is to see of the goal, where it is an arrangement of its own."""
        return None

    def off_goal(self, position: Any) -> frozenset[Cell]:
        """The cells in which a position differs from the goal, where that is an arrangement."""
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

    def tallies(self, moves: Sequence[Any]) -> Sequence[int]:  # noqa: ARG002
        """What is counted up along a list of moves: at the start, and after each move.

        Empty for a family that counts nothing.
        """
        return ()

    @property
    def wanted_tally(self) -> int | None:
        """What the count must come to in the end; None if that does not matter."""
        return None

    @abstractmethod
    def motion(self, position: Any, move: Any) -> Motion:
        """How a move looks that is legal in ``position``."""

    def joint_motion(self, position: Any, moves: Sequence[Any]) -> Motion:
        """How moves look that one place pointed at stands for."""
        return self.motion(position, moves[0])


def palette_fields(palette: Palette) -> Mapping[str, str]:
    """A palette as it stands in a file."""
    return {str(value): colour for value, colour in palette}


def extra_values(extra: Extra) -> dict[str, Any]:
    """The unknown keys of a file with their values."""
    return {key: json.loads(text) for key, text in extra}


def _shape_problems(grids: Mapping[str, object]) -> list[Problem]:
    """Return what is wrong with the shape and the types of a board's grids, by their fields.

    A file has been read into tuples of whole numbers; a board made in Python may hold anything.
    """
    found, sizes = [], {}
    for field, grid in grids.items():
        if message := _shape_problem(grid):
            found.append(Problem(f"{field}: {message}", field))
        elif isinstance(grid, tuple):
            sizes[field] = f"{len(grid)}×{len(grid[0])}"
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{field} {size}" for field, size in sizes.items())
        text = tr("the grids must have one size: {listed}")
        found.append(Problem(text.format(listed=listed)))
    return found


def _shape_problem(grid: object) -> str:
    """Return what is wrong with the shape of one grid; empty if nothing is."""
    if not isinstance(grid, tuple) or not all(isinstance(row, tuple) for row in grid):
        return tr("must be a tuple of rows, each a tuple of whole numbers")
    if not grid or not grid[0] or any(len(row) != len(grid[0]) for row in grid):
        return tr("rows must have the same length, and there must be some")
    if any(type(value) is not int for row in grid for value in row):
        return tr("values must be whole numbers")
    return ""

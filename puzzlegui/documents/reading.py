"""Reading of any text as a board, with the family, the goal and the scramble that are given."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, rows_of
from puzzlegui.core.errors import (
    BoardFileError,
    GridTextError,
    MoveTextError,
    Problem,
    PuzzleError,
)
from puzzlegui.core.files import printable
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.goals import USUAL_GOALS
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import value_names
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import Loaded, problem
from puzzlegui.documents.book import (
    Book,
    BookPuzzle,
    BrokenPuzzle,
    LoadedBook,
    puzzle_name,
    split_puzzle_name,
)
from puzzlegui.documents.grid_boards import (
    GivenGoal,
    GridBoard,
    GridOptions,
    boards_of_grids,
    with_goal,
)
from puzzlegui.documents.grid_values import value_grid
from puzzlegui.documents.text_blocks import with_plain_characters
from puzzlegui.documents.text_formats import checked_text, format_of, grids_in, is_text_source
from puzzlegui.documents.word_grids import word_grid
from puzzlegui.families.registry import family_of

_MOST_NOTES = 3
_MOST_CELLS_TEXT = 1 << 20
"""Maximum length of a text whose numbers are pasted into cells, in characters."""
_SPELLED = 1000
"""Numbers from here on may be grids that are spelled without blanks."""
MAX_GRIDS = 10_000
"""Maximum number of puzzles in a text without a format."""


@dataclass(frozen=True)
class ReadingOptions:
    """Options for reading a text, each None if it is not given.

    Attributes:
        family: family of a grid.
        goal: name of a usual goal, or a board or its source whose goal is meant.
        scramble: moves from the goal, an arrangement, or the source of either.
        like: family to prefer to a likelier one, where a grid can be a board of both.
        second_is_goal: True if the second of two grids is the goal of the first.
    """

    family: str | None = None
    goal: str | Path | Board | None = None
    scramble: str | Path | None = None
    like: str | None = None
    second_is_goal: bool = False

    @property
    def given(self) -> bool:
        """True if any option is given that a board which states its family must fit."""
        return replace(self, like=None) != ReadingOptions()


TextReader = Callable[[str | Path], str]
"""Reads the text of a source; raises BoardFileError."""


class Reader:
    """Reads texts as boards.

    Args:
        options: family, goal and scramble.
        read_text: reads the text of a source that an option names.
        load: loads a source as a board, without options.

    Raises:
        PuzzleError: the source of a goal cannot be read.
    """

    def __init__(
        self,
        options: ReadingOptions,
        read_text: TextReader,
        load: Callable[[str | Path], Loaded],
    ) -> None:
        self._options, self._read_text, self._load = options, read_text, load
        self._goal = None if options.goal is None else self._given_goal(options.goal)

    def read(self, text: str, name: str) -> Loaded:
        """Parse a text that is no JSON document of this program.

        Args:
            text: content of a file, or of the clipboard.
            name: name of the source, for messages.
        """
        try:
            bare = checked_text(text)
            form = format_of(bare)
            if form is not None:
                board = form.read(bare)
                return self.apply(self._stated(board, name, form.notes))
            return self._read_grids(text, name)
        except BoardFileError as error:
            return Loaded(name, None, error.problems)
        except GridTextError as error:
            wrong = stretch_of(text, error.line, error.word)
            return Loaded(name, None, tuple(problem(str(error))), wrong=wrong)
        except PuzzleError as error:
            return Loaded(name, None, tuple(problem(str(error))))

    def apply(self, loaded: Loaded) -> Loaded:
        """Return a document with the options applied to a board that states its family."""
        board = loaded.content
        if not isinstance(board, Board) or not self._options.given:
            return loaded
        try:
            return self._changed(loaded, board)
        except PuzzleError as error:
            return replace(loaded, content=None, problems=tuple(problem(str(error))))

    def _changed(self, loaded: Loaded, board: Board) -> Loaded:
        """Return a document with the options applied to its board, which states its family.

        Raises:
            PuzzleError: an option does not fit the board.
        """
        if self._options.family not in (None, board.family):
            text = tr("this is a {family} board; --family is for grids that do not say it")
            raise PuzzleError(text.format(family=board.family))
        if self._goal is not None:
            board = with_goal(board, self._goal)
            loaded = replace(loaded, content=board, problems=tuple(board.problems()))
        return self._with_scramble(loaded)

    def _stated(
        self, found: Board | Grid, name: str, notes: Callable[[Board], tuple[str, ...]]
    ) -> Loaded:
        """Return a board of a format that states its family."""
        assert isinstance(found, Board)
        return Loaded(name, found, tuple(found.problems()), notes=notes(found))

    # --- grids ---

    def _read_grids(self, text: str, name: str) -> Loaded:
        found = grids_in(text)
        if len(found.grids) > MAX_GRIDS:
            raise PuzzleError(
                tr("there are more than {puzzles}; split the file").format(
                    puzzles=quantity(MAX_GRIDS, "puzzle")
                )
            )
        asked = self._options
        options = GridOptions(asked.family, self._goal, asked.like, asked.second_is_goal)
        read = boards_of_grids(found, options)
        if len(read) > 1:
            return replace(self._set(read, name, len(read)), grid=found.grids[0])
        (one,) = read
        if isinstance(one, PuzzleError):
            raise one
        loaded = Loaded(
            name, one.board, one.problems, notes=one.notes,
            set_aside=found.set_aside, plain=one.plain, reading=one.reading, grid=one.grid,
        )  # fmt: skip
        return self._with_scramble(loaded)

    def _set(self, read: Sequence[GridBoard | PuzzleError], name: str, count: int) -> Loaded:
        """Return several boards as a book without a title."""
        puzzles: list[BookPuzzle] = []
        broken: list[BrokenPuzzle] = []
        notes: list[tuple[str, ...]] = []
        for number, one in enumerate(read, 1):
            if isinstance(one, PuzzleError):
                broken.append(BrokenPuzzle(number, tuple(problem(str(one)))))
                notes.append(())
                continue
            loaded = self._with_scramble(Loaded(name, one.board, one.problems, notes=one.notes))
            notes.append(loaded.notes)
            if loaded.problems or not isinstance(loaded.content, Board):
                broken.append(BrokenPuzzle(number, loaded.problems))
            else:
                title = loaded.content.title or printable(f"{Path(name).stem} {number}")
                puzzles.append(BookPuzzle(loaded.content.with_fields(title=title)))
        said = tr(
            "{name} holds {puzzles}, {first} to {last}. To make the second the goal of the first: "
            "{first} --goal {second}"
        ).format(
            name=name, puzzles=quantity(count, "puzzle"), first=puzzle_name(name, 1),
            last=puzzle_name(name, count), second=puzzle_name(name, 2),
        )  # fmt: skip
        message = tr("is a book; name a puzzle of it, such as {name}")
        return Loaded(
            name, None, tuple(problem(message.format(name=puzzle_name(name, 1)))),
            book=LoadedBook(name, Book(puzzles=tuple(puzzles)), tuple(broken)),
            notes=(said, *_notes_of_set(name, notes)),
            plain=False, puzzle_notes=tuple(notes),
        )  # fmt: skip

    def _with_scramble(self, loaded: Loaded) -> Loaded:
        """Return a document with the scramble applied to its board; a set if it has several.

        Raises:
            PuzzleError: the scramble does not fit the board.
        """
        board, scramble = loaded.content, self._options.scramble
        if scramble is None or not isinstance(board, Board):
            return loaded
        boards = self._scrambled(board, scramble)
        if len(boards) > 1:
            return _set_of_starts(loaded, boards, str(scramble))
        return replace(loaded, content=boards[0], problems=tuple(boards[0].problems()))

    # --- the sources that options name ---

    def _given_goal(self, goal: str | Path | Board) -> str | GivenGoal:
        """Return a goal that an option names.

        Raises:
            PuzzleError: it cannot be read.
        """
        if isinstance(goal, Board):
            return GivenGoal(goal.title or goal.describe(), board=goal)
        if goal in USUAL_GOALS:
            return str(goal)
        name = str(goal)
        if not is_source(name):
            text = tr("there is no goal {name}, nor such a file. Usual goals: {goals}").format(
                name=repr(name), goals=", ".join(USUAL_GOALS)
            )
            raise PuzzleError(with_suggestion(text, name, USUAL_GOALS))
        if (grid := self._goal_grid(name)) is not None:
            return grid
        return GivenGoal(name, board=self._load(goal).valid_board())

    def _goal_grid(self, name: str) -> GivenGoal | None:
        """Return a goal that is a bare grid in a file; None if the source is anything else."""
        part = None if os.path.lexists(name) else split_puzzle_name(name)
        file, number = part or (name, 1)
        if not os.path.lexists(file):
            return None
        text = self._read_text(file)
        if text.lstrip("\ufeff \t\r\n").startswith("{") or format_of(checked_text(text)):
            return None
        grids = grids_in(text).grids
        if number > len(grids) or (part is None and len(grids) > 1):
            raise BoardFileError(
                file, [Problem(tr("has {puzzles}; name one of them, such as {name}").format(
                    puzzles=quantity(len(grids), "puzzle"), name=puzzle_name(file, 1)
                ))]
            )  # fmt: skip
        return GivenGoal(name, grid=grids[number - 1])

    def _scrambled(self, board: Board, scramble: str | Path) -> list[Board]:
        """Return a board with each start that a scramble gives, which is at least 1.

        Raises:
            PuzzleError: the scramble is none of this board.
        """
        if not board.has_tiles:
            raise PuzzleError(tr("{family} boards cannot be scrambled").format(family=board.family))
        text = str(scramble)
        if isinstance(scramble, Path) or os.path.lexists(text):
            text = self._read_text(scramble)
        bare = checked_text(text)
        for reader in family_of(board).scramble_readers:
            if reader.recognises(bare):
                return reader.read(board, bare)
        if (start := _arrangement(board, text)) is not None:
            return [board.with_fields(start=start)]
        solved = board.with_fields(start=board.grid("goal"))
        try:
            moves = solved.parse_moves(bare)
        except MoveTextError as error:
            raise PuzzleError(tr("the scramble: {error}").format(error=str(error))) from None
        position, played, illegal = solved.play_all(moves)
        if illegal is not None:
            raise PuzzleError(
                tr("the scramble: move {number}: {error}").format(
                    number=str(played + 1), error=str(illegal)
                )
            )
        return [board.with_fields(start=position)]


def _set_of_starts(loaded: Loaded, boards: Sequence[Board], scramble: str) -> Loaded:
    """Return a document with a set of boards that differ in their starts."""
    name, titles = loaded.name, [board.title for board in boards]
    if len(set(titles)) < len(titles):
        titles = [f"{title or Path(name).stem} {n}" for n, title in enumerate(titles, 1)]
    titled = [
        board.with_fields(title=printable(t)) for board, t in zip(boards, titles, strict=True)
    ]
    said = tr("{scramble} has {count} starts: {first} to {last}").format(
        scramble=scramble, count=group_digits(len(boards)), first=puzzle_name(name, 1),
        last=puzzle_name(name, len(boards)),
    )  # fmt: skip
    message = tr("is a book; name a puzzle of it, such as {name}")
    return Loaded(
        name, None, tuple(problem(message.format(name=puzzle_name(name, 1)))),
        book=LoadedBook(name, Book(puzzles=tuple(map(BookPuzzle, titled)))),
        notes=(*loaded.notes, said), warnings=loaded.warnings,
        plain=False, puzzle_notes=(loaded.notes,) * len(boards),
    )  # fmt: skip


def stretch_of(text: str, line: int, word: str = "") -> tuple[int, int]:
    """Return the offsets of a word from a line of a text on, or of the line without the word."""
    plain = with_plain_characters(text)
    start = 0
    for _ in range(line - 1):
        start = plain.find("\n", start) + 1
    if word and (found := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", plain[start:])):
        return start + found.start(), start + found.end()
    stop = plain.find("\n", start)
    return start, len(text) if stop < 0 else stop


def cells_for(text: str, board: Board) -> Grid | None:
    """Return a text as numbers to paste into cells of a board; None if it is a board itself.

    A single line with as many numbers as the board has cells is split into rows.
    """
    bare = checked_text(text)
    if len(bare) > _MOST_CELLS_TEXT or format_of(bare) is not None:
        return None
    try:
        found = word_grid(text)
        values = value_grid(found.grids[0])
    except PuzzleError:
        return None
    grid = values.values
    if found.set_aside or not values.is_numeric:
        return None
    if len(grid) == 1 and len(grid[0]) == board.rows * board.columns:
        return rows_of(grid[0], board.columns)
    fits = len(grid) <= board.rows and len(grid[0]) <= board.columns
    if (fits and max(grid[0]) < _SPELLED) or min(len(grid), len(grid[0])) > 1:
        return grid
    return None


def _notes_of_set(name: str, notes: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the notes on the puzzles of a set, equal ones once, and at most a few."""
    yield from list(dict.fromkeys(each[0] for each in notes if each))[:_MOST_NOTES]
    advised = [(puzzle_name(name, n), text) for n, each in enumerate(notes, 1) for text in each[1:]]
    for puzzle, text in advised[:_MOST_NOTES]:
        yield f"{puzzle}: {text}"
    if len(advised) > _MOST_NOTES:
        more = group_digits(len(advised) - _MOST_NOTES)
        yield tr("{more} more are not solvable for this goal, either.").format(more=more)


def is_source(name: str) -> bool:
    """Return True if a text names a file, a puzzle of a set, a preset or a board."""
    part = split_puzzle_name(name)
    return (
        (":" in name and (is_text_source(name) or name.startswith("preset:")))
        or os.path.lexists(name)
        or (part is not None and os.path.lexists(part[0]))
    )  # fmt: skip


def _arrangement(board: Board, text: str) -> tuple[tuple[int, ...], ...] | None:
    """Return a text as an arrangement of a board's values; None if it is none."""
    known = {name: value for value, name in value_names(board).items()} or None
    try:
        grids = grids_in(text).grids
        values = [value_grid(grid, known).values for grid in grids]
    except PuzzleError:
        return None
    goal = board.grid("goal")
    fits = (
        len(values) == 1
        and [len(row) for row in values[0]] == [len(row) for row in goal]
        and sorted(flatten(values[0])) == sorted(flatten(goal))
    )
    return values[0] if fits else None

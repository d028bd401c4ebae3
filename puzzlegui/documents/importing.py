"""Readings of a text as a board, a set or moves of the open board, for the import sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.cells import flatten
from puzzlegui.core.errors import MoveTextError, Problem, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.move_input import ParsedMoves, begins_with_moves, parse_and_play
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import Loaded, problem
from puzzlegui.documents.book import LoadedBook
from puzzlegui.documents.grid_boards import boards_by_goal, fitting_families, solvable_goals
from puzzlegui.documents.loading import NO_OPTIONS, load, read, read_again, replay_solution
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.reading import ReadingOptions, stretch_of
from puzzlegui.documents.text_formats import format_of

Wanted = Callable[[], bool]
"""Polled now and then; if it returns False, the result is meaningless."""
_HEAD = 200
_LONG = 100_000
"""Length of a text with grids from which it is not taken for moves."""
_LETTER = re.compile(r"[^\W\d_]")
_TOKEN = re.compile(r"[^\s,\[\]{}]+|.")


@dataclass(frozen=True)
class Import:
    """Document that was read, and the moves of the open board that its text may be.

    Attributes:
        loaded: the document, or its problems.
        moves: the moves; None if the text is no list of them.
        board: board from whose start they are played; None if the text is not read as moves.
        options: options with which the document was read.
    """

    loaded: Loaded
    moves: ParsedMoves | None = None
    board: Board | None = None
    options: ReadingOptions = NO_OPTIONS

    @property
    def is_plain(self) -> bool:
        """True if the document can be opened without asking."""
        loaded = self.loaded
        if self.moves is not None or not loaded.plain or loaded.move_error:
            return False
        return loaded.book is not None or (
            loaded.content is not None and (loaded.draft or not loaded.problems)
        )

    @property
    def is_moves(self) -> bool:
        """True if the text can only be moves of the open board."""
        return self.moves is not None and self.loaded.content is None and self.loaded.book is None


@dataclass(frozen=True)
class Preview:
    """Content of the import sheet for a reading of a text.

    Attributes:
        source: the reading.
        board: board to show: the first one of a set, or the open board for moves.
        position: position of the board to show; None for its start.
        verdict: verdict on this board; None for moves or where there are problems.
        families: families that the grid can be a board of, the likeliest first.
        goals: the board with each usual goal, by the names of the goals.
        goal: name of the usual goal that the board has; empty if it has another.
        solvable: usual goals for which the board would be solvable if it is not.
        wrong: start and end offsets of what is wrong in the text, in order.
        is_pair: True if the second of two grids could be the goal of the first.
    """

    source: Import
    board: Board | None = None
    position: Any = None
    verdict: Verdict | None = None
    families: tuple[str, ...] = ()
    goals: Mapping[str, Board] = field(default_factory=dict)
    goal: str = ""
    solvable: tuple[str, ...] = ()
    wrong: tuple[tuple[int, int], ...] = ()
    is_pair: bool = False

    @property
    def takes_scramble(self) -> bool:
        """True if the text states a board without a start, which moves can scramble."""
        return has_no_start(self.source.loaded) or self.source.options.scramble is not None


# --- reading ---


def import_file(path: str, board: Board | None, wanted: Wanted) -> Import:
    """Load a file, with the moves of a board that it may hold.

    Args:
        path: path of the file.
        board: open board without problems; None if it has some.
        wanted: polled now and then.
    """
    return _with_moves(replay_solution(load(path, wanted), wanted), board, wanted)


def import_text(text: str, board: Board | None, options: ReadingOptions, wanted: Wanted) -> Import:
    """Read a text from the clipboard as ``import_file`` reads a file."""
    loaded = replay_solution(read(text, tr("text"), wanted, options), wanted)
    return replace(_with_moves(loaded, board, wanted), options=options)


def import_again(
    source: Import, text: str, board: Board | None, options: ReadingOptions, wanted: Wanted
) -> Import:
    """Read a text, perhaps changed, with other options."""
    if text == source.loaded.text and options == source.options:
        return source
    try:
        loaded = replay_solution(read_again(source.loaded, text, wanted, options), wanted)
    except PuzzleError as error:
        loaded = Loaded(source.loaded.name, None, tuple(problem(str(error))), text=text)
        loaded = replace(loaded, title=source.loaded.title)
    return replace(_with_moves(loaded, board, wanted), options=options)


def import_moves(text: str, board: Board, wanted: Wanted) -> Import:
    """Read a text only as moves of a board."""
    moves = _parse_moves(board, text, wanted) if text.strip() else None
    return Import(Loaded(tr("text"), text=text), moves, board)


def begins_with_moves_of(board: Board, text: str) -> bool:
    """Return True if a text, or a table as exported, begins with a legal move of a board."""
    try:
        moves = move_lists(text)[0].in_place.strip()
    except MoveTextError:
        return False
    return begins_with_moves(board, moves[:_HEAD].rsplit(maxsplit=1)[0] if moves[_HEAD:] else moves)


def _parse_moves(board: Board, text: str, wanted: Wanted) -> ParsedMoves:
    """Parse and play the moves in a text; of several solutions in a table, the first."""
    try:
        return parse_and_play(board, move_lists(text)[0].in_place, wanted)
    except MoveTextError as error:  # a table in a format that the program does not write
        return ParsedMoves((), error.problem)


def _with_moves(loaded: Loaded, board: Board | None, wanted: Wanted) -> Import:
    """Return a document with the moves that its text may be.

    A text in a format of boards is none. Moves with an error are taken if the text is no board and
    they have letters: numbers are rather a grid with an error.
    """
    if isinstance(loaded.content, Board) and not loaded.problems:
        loaded.content.verdict()  # kept for the window: a large group takes a second
    found = Import(loaded)
    is_board = loaded.content is not None or loaded.book is not None
    is_clear = is_board and (loaded.grid is None or len(loaded.text) > _LONG)
    bare = loaded.text.strip()
    if board is None or is_clear or not bare or format_of(bare) is not None:
        return found
    moves = _parse_moves(board, loaded.text, wanted)
    right = moves.moves and moves.problem is None
    named = _LETTER.search(loaded.text, 0, len(loaded.text) if moves.readable else moves.extent)
    begun = named is not None and bool(moves.moves or moves.readable)
    if right or (begun and not is_board):
        return replace(found, moves=moves, board=board)
    return found


# --- the sheet ---


def preview_of(source: Import, *, as_moves: bool) -> Preview:
    """Return the content of the sheet for a reading.

    Args:
        source: the reading.
        as_moves: show the moves in place of the board.
    """
    loaded, moves = source.loaded, source.moves
    if moves is None and source.board is not None:
        return Preview(source, source.board)
    if as_moves and moves is not None and source.board is not None:
        position, _, _ = source.board.play_all(moves.moves)
        wrong = _wrong(loaded.text, [moves.problem] if moves.problem else [])
        return Preview(source, source.board, position, wrong=wrong)
    content = loaded.content
    if loaded.book is not None:
        board = next((puzzle.board for puzzle in loaded.book.book.puzzles), None)
    else:
        board = content.board if isinstance(content, Solution) else content
    families = () if loaded.grid is None else tuple(fitting_families(loaded.grid))
    problems = list(loaded.problems) if loaded.book is None else []
    if board is None or problems:
        wrong = _wrong(loaded.text, problems)
        if loaded.wrong is not None:
            wrong = tuple(sorted((*wrong, loaded.wrong)))
        return Preview(source, board, families=families, wrong=wrong)
    if loaded.grid is None:
        return Preview(source, board, None, board.verdict())
    goals = boards_by_goal(board)
    goal = next((name for name, other in goals.items() if other.puzzle == board.puzzle), "")
    return Preview(
        source, board, None, board.verdict(), families, goals, goal, tuple(solvable_goals(board)),
        is_pair=_is_pair(loaded.book),
    )  # fmt: skip


def has_no_start(loaded: Loaded) -> bool:
    """Return True if a text in a format of boards gives moves and a goal, but no start."""
    board = loaded.content
    return (
        isinstance(board, Board) and board.has_tiles
        and loaded.grid is None and loaded.path is None and bool(loaded.text)
        and board.grid("start") == board.grid("goal")
    )  # fmt: skip


def _is_pair(book: LoadedBook | None) -> bool:
    """Return True for a set of two boards with the same values, which may be start and goal."""
    if book is None or book.broken or len(book.book.puzzles) != 2:
        return False
    one, other = (puzzle.board for puzzle in book.book.puzzles)
    same = (one.rows, one.columns) == (other.rows, other.columns)
    return one.has_tiles and same and _values(one) == _values(other)


def _values(board: Board) -> list[int]:
    return sorted(flatten(board.grid("start")))


def _wrong(text: str, problems: Iterable[Problem]) -> tuple[tuple[int, int], ...]:
    """Return the start and end offsets of problems that have a line, in order."""
    return tuple(sorted(_stretch(text, each) for each in problems if each.line))


def _stretch(text: str, wrong: Problem) -> tuple[int, int]:
    """Return the offsets of the word at the line and the column of a problem."""
    start, stop = stretch_of(text, wrong.line)
    start = min(start + max(0, wrong.column - 1), stop)
    match = _TOKEN.match(text, start, stop)
    return (start, match.end()) if match else (start, stop)

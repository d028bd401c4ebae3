"""Loading of boards and solutions from files, standard input and presets."""

from __future__ import annotations

import codecs
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from puzzlegui.core.board import Board, MoveConvention
from puzzlegui.core.errors import BoardFileError, Problem, PuzzleError, line_and_column
from puzzlegui.core.file_errors import reason_of
from puzzlegui.core.files import content_digest, open_file, printable
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LazyReplay, Solution, first_error
from puzzlegui.documents.board_id import text_of_source
from puzzlegui.documents.boardfile import MAX_BYTES, Loaded, is_document, parse, problem
from puzzlegui.documents.book import (
    BrokenPuzzle,
    puzzle_name,
    split_puzzle_name,
)
from puzzlegui.documents.bookfile import may_be_book, parse_book
from puzzlegui.documents.presets import PREFIX, load_preset
from puzzlegui.documents.reading import Reader, ReadingOptions
from puzzlegui.documents.text_blocks import decoded
from puzzlegui.documents.text_formats import is_foreign, is_text_source

STANDARD_INPUT = "-"
NO_OPTIONS = ReadingOptions()

_MOST = max(MAX_BYTES.values())
_log = logging.getLogger(__name__)


def load(
    source: str | Path,
    should_continue: Callable[[], bool] = lambda: True,
    options: ReadingOptions = NO_OPTIONS,
) -> Loaded:
    """Load a board or a solution from a file, standard input, or a preset.

    A book is in the ``book`` of the result, which has no content but the problem that a single
    puzzle is expected.

    Args:
        source: a path, or an argument of the command line: a file name, ``-``, ``preset:NAME``,
            ``BOOK#3`` for a puzzle of a book or of a file with several grids, a board ID, a game
            ID, or ``id:`` and any text of a board.
        should_continue: polled now and then; if it returns False, the result is meaningless.
        options: family, goal and scramble, as far as they are given.

    Raises:
        PuzzleError: there is no preset of that name, or an option names no source.
    """
    reader = _reader(options)
    if isinstance(source, str) and source.startswith(PREFIX):
        return reader.apply(Loaded(source, load_preset(source.removeprefix(PREFIX))))
    if isinstance(source, str) and is_text_source(source):
        return read(text_of_source(source), tr("board ID"), options=options)
    if (puzzle := _puzzle_of_book(source)) is not None:
        return _load_puzzle(*puzzle, should_continue, options)
    begun = time.perf_counter()
    name = name_of(source)
    try:
        data = _read(source)
        text = decode(data, name)
    except BoardFileError as error:
        return Loaded(name, None, error.problems)
    title = "" if source == STANDARD_INPUT else Path(source).stem
    found = _titled(_read_with(reader, text, name, should_continue), title)
    seconds = time.perf_counter() - begun
    _log.debug("%s: %d characters, read in %.3f s", name, len(text), seconds)
    if source == STANDARD_INPUT or not _is_json(text) or found.puzzle_notes:
        return found  # without a path: not saved over the source
    return replace(found, path=Path(source), digest=content_digest(data))


def read(
    text: str,
    name: str,
    should_continue: Callable[[], bool] = lambda: True,
    options: ReadingOptions = NO_OPTIONS,
) -> Loaded:
    """Parse a board or a solution: JSON, or any text that can be pasted into the window.

    Args:
        text: content of a file.
        name: name of the source, for messages.
        should_continue: as for ``load``.
        options: as for ``load``.

    Raises:
        PuzzleError: an option names no source.
    """
    return _read_with(_reader(options), text, name, should_continue)


def read_again(
    loaded: Loaded, text: str, should_continue: Callable[[], bool], options: ReadingOptions
) -> Loaded:
    """Read the text of a document again, perhaps changed, or with other options.

    Raises:
        PuzzleError: an option names no source.
    """
    return _titled(read(text, loaded.name, should_continue, options), loaded.title)


def _titled(found: Loaded, title: str) -> Loaded:
    """Return a document whose board has the given title if it has none and is not in JSON."""
    content = found.content
    if isinstance(content, Board) and found.text and not _is_json(found.text):
        content = content.with_fields(title=printable(content.title or title))
    return replace(found, content=content, title=title)


def _reader(options: ReadingOptions) -> Reader:
    return Reader(options, read_text, load)


def _read_with(reader: Reader, text: str, name: str, should_continue: Callable[[], bool]) -> Loaded:
    text = text.removeprefix("\ufeff")
    if not _is_json(text):
        return replace(reader.read(text, name), text=text)
    book = _read_book(text, name, should_continue) if may_be_book(text) else None
    found = reader.apply(parse(text, name, should_continue)) if book is None else book
    return replace(found, text=text)


def path_of(source: str | Path) -> Path | None:
    """Return the file that ``load`` reads; None if it reads none, or standard input."""
    if isinstance(source, str):
        if source == STANDARD_INPUT or source.startswith(PREFIX) or is_text_source(source):
            return None
        if (puzzle := _puzzle_of_book(source)) is not None:
            return Path(puzzle[0])
    return Path(source)


def _read_book(text: str, name: str, should_continue: Callable[[], bool]) -> Loaded | None:
    """Parse a book; return None if the text is not strict JSON, or of another format."""
    try:
        found = parse_book(text, name, should_continue)
    except BoardFileError as error:
        return Loaded(name, None, error.problems)
    if found is None:
        return None
    message = tr("is a book; name a puzzle of it, such as {name}")
    example = puzzle_name(name, 1)
    return Loaded(name, None, tuple(problem(message.format(name=example))), book=found)


def _puzzle_of_book(source: str | Path) -> tuple[str, int] | None:
    """Return the book and the number that a source names; None if it is a file's own name."""
    if not isinstance(source, str) or os.path.lexists(source):
        return None
    named = split_puzzle_name(source)
    return named if named is not None and os.path.lexists(named[0]) else None


def _load_puzzle(
    book: str, number: int, should_continue: Callable[[], bool], options: ReadingOptions
) -> Loaded:
    """Load a puzzle of a book as a board, which has no file of its own."""
    name = name_of(puzzle_name(book, number))
    loaded = load(book, should_continue, options)
    if loaded.book is None:
        if number == 1 and loaded.content is not None and not loaded.path:
            return loaded
        message = loaded.message or tr("{name}: is not a book of puzzles").format(name=loaded.name)
        return Loaded(name, None, loaded.problems or tuple(problem(message)))
    return _puzzle(loaded, number, options)


def _puzzle(loaded: Loaded, number: int, options: ReadingOptions) -> Loaded:
    assert loaded.book is not None
    book = loaded.book
    name, entries = puzzle_name(book.name, number), book.entries()
    if number > len(entries):
        message = tr("there is no such puzzle; the book has {puzzles}")
        text = message.format(puzzles=quantity(len(entries), "puzzle"))
        return Loaded(name, None, tuple(problem(text)))
    entry = entries[number - 1]
    if isinstance(entry, BrokenPuzzle):
        return Loaded(name, None, entry.problems)
    if loaded.puzzle_notes:
        return Loaded(name, entry.board, notes=loaded.puzzle_notes[number - 1], plain=False)
    return _reader(options).apply(Loaded(name, entry.board))


@dataclass(frozen=True)
class Source:
    """A source of a board or a solution.

    Attributes:
        origin: as ``load`` takes it; the name of the puzzle if it is a puzzle of a book.
        loaded: the document, if it has been read.
        options: family, goal and scramble.
        notes: sentences on what was guessed about the set to which it belongs.
    """

    origin: str | Path
    loaded: Loaded | None = None
    options: ReadingOptions = NO_OPTIONS
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The origin as text."""
        return str(self.origin)

    def load(self) -> Loaded:
        """Return the document; raises as ``load`` does."""
        return load(self.origin, options=self.options) if self.loaded is None else self.loaded


def expand_books(
    origins: Iterable[str | Path], options: ReadingOptions = NO_OPTIONS
) -> list[Source]:
    """Return the sources that arguments name: each puzzle of a book, in order, in its place.

    Raises:
        PuzzleError: an option names no source.
    """
    sources: list[Source] = []
    for origin in origins:
        loaded = _load_if_book(origin, options)
        if loaded is None or loaded.book is None:
            sources.append(Source(origin, loaded, options))
            continue
        count = max(1, len(loaded.book.entries()))  # 1 to report that it is empty
        notes = loaded.notes
        for number in range(1, count + 1):
            puzzle = _puzzle(loaded, number, options)
            puzzle = replace(puzzle, notes=())  # the notes on the set say the same
            sources.append(Source(puzzle_name(str(origin), number), puzzle, options, notes))
            notes = ()
    return sources


def _load_if_book(origin: str | Path, options: ReadingOptions) -> Loaded | None:
    """Load standard input, which can be read only once, or what may be a set; else None."""
    if origin == STANDARD_INPUT:
        return load(origin, options=options)
    if options.scramble is not None:  # which may have several starts
        try:
            return load(origin, options=options)
        except PuzzleError:
            return None  # reported when its turn comes
    if isinstance(origin, str) and is_text_source(origin):  # too long for the name of a file
        return None
    if not Path(origin).is_file():
        return None
    try:
        text = read_text(origin)
    except BoardFileError:
        return None  # reported when its turn comes
    return load(origin, options=options) if may_be_book(text) or not _is_json(text) else None


def _is_json(text: str) -> bool:
    """Return True if a text is meant to be a document of this program in JSON."""
    bare = text.lstrip("\ufeff \t\r\n")
    return is_document(bare) and not is_foreign(bare)


def load_document(source: str | Path) -> Board | Solution:
    """Load a board or a solution as ``load`` does.

    Raises:
        PuzzleError: with every problem found.
    """
    return load(source).valid_content()


def load_board(source: str | Path, options: ReadingOptions = NO_OPTIONS) -> Board:
    """Load a board, or the board of a solution, as ``load_document`` does."""
    return load(source, options=options).valid_board()


def name_of(source: str | Path) -> str:
    """Return the name of a source for messages."""
    if source == STANDARD_INPUT:
        return tr("standard input")
    return printable(str(source)) or '""'


def read_text(source: str | Path) -> str:
    """Read any text from a file or from standard input.

    Raises:
        BoardFileError: the source cannot be read, is larger than any document, or is not UTF-8.
    """
    return decode(_read(source), name_of(source))


def _read(source: str | Path) -> bytes:
    """Read the bytes of a file or of standard input; raises as ``read_text`` does."""
    name = name_of(source)
    if not str(source):
        raise BoardFileError(name, problem(tr("the name of the file is empty")))
    try:
        with _open(source) as file:
            return file.read(_MOST + 1)
    except OSError as error:
        message = tr("cannot be read: {value}").format(value=reason_of(error))
        raise BoardFileError(name, problem(message)) from None
    except ValueError as error:  # a NUL in the name
        raise BoardFileError(
            name, problem(tr("cannot be read: {error}").format(error=str(error)))
        ) from None


def _open(source: str | Path) -> AbstractContextManager[BinaryIO]:
    if source != STANDARD_INPUT:
        return open_file(Path(source))
    if sys.stdin is None:  # it was closed before the program started
        raise OSError(tr("it is closed"))
    return nullcontext(sys.stdin.buffer)


def decode(data: bytes, name: str) -> str:
    """Decode the bytes of a file; raises as ``read_text`` does."""
    if len(data) > _MOST:
        message = tr("is larger than {number} MiB, too large for a board or a solution").format(
            number=group_digits(_MOST >> 20)
        )
        raise BoardFileError(name, problem(message))
    try:
        text = decoded(data)
    except UnicodeDecodeError as error:
        raise BoardFileError(name, [_not_utf8(data, error)]) from None
    if "\0" in text and not _is_json(text):
        raise BoardFileError(name, problem(_not_text()))
    return text


def _not_text() -> str:
    return tr("is not a text file. Supported: boards, solutions and moves as text.")


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> Problem:
    """Return the problem of a text in another encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Problem(tr("is damaged: its mark says UTF-16, but it is not. Save it as UTF-8."))
    if b"\0" in data:
        return Problem(_not_text())
    before = error.object[: error.start].decode("utf-8", "ignore")
    line, column = line_and_column(before, len(before))
    message = tr("this character is not UTF-8. Save the file as UTF-8 and try again.")
    return Problem(message, line=line, column=column)


def replay_solution(loaded: Loaded, should_continue: Callable[[], bool] = lambda: True) -> Loaded:
    """Return a loaded document with the moves of its solution replayed, each move once.

    Only the moves of a correct solution are kept: its other claims were not proved here. If the
    moves are wrong, the alternative conventions of the family are tried.

    Args:
        loaded: the document.
        should_continue: polled now and then; if it returns False, the result is meaningless.
    """
    if loaded.replayed:
        return loaded
    solution = loaded.content
    if not isinstance(solution, Solution) or not solution.solved:
        return replace(loaded, replayed=True)
    lazy_replay = LazyReplay(solution.board, solution.moves)
    move_error = first_error(solution, should_continue, lazy_replay)
    if not move_error:
        return replace(
            loaded, replayed=True, content=_without_claims(solution), lazy_replay=lazy_replay
        )
    for reading in solution.board.conventions:
        try:
            other = _with_convention(solution, reading)
        except PuzzleError:
            continue
        lazy_replay = LazyReplay(other.board, other.moves)
        if not first_error(other, should_continue, lazy_replay):
            content = _without_claims(other)
            content = replace(content, note=f"{content.note} {tr(reading.note)}")
            return replace(loaded, replayed=True, content=content, lazy_replay=lazy_replay)
    return replace(loaded, replayed=True, move_error=move_error)


def _with_convention(solution: Solution, reading: MoveConvention) -> Solution:
    """Return a solution with its moves read in another convention.

    Raises:
        PuzzleError: they are no moves in it.
    """
    board, lists = solution.board, solution.solutions

    def read_again(moves: Sequence[Any]) -> tuple[Any, ...]:
        return board.parse_moves(" ".join(board.format_moves(moves)), reading)

    return replace(
        solution,
        moves=read_again(solution.moves),
        solutions=None if lists is None else tuple(map(read_again, lists)),
    )


def _without_claims(solution: Solution) -> Solution:
    """Return a solution with its moves, claiming only what is proved here."""
    bound = solution.board.lower_bound()
    note = tr("The moves were read from a file and checked.")
    claim, least = solution.in_metric, min(1, len(solution.moves))
    said = claim is not None and claim.optimal and claim.length != least
    if said or (solution.optimal and len(solution.moves) > bound):
        note = tr(
            "The moves were read from a file and checked. The file says they are the shortest; "
            "press Solve to check."
        )
    if claim is not None:
        claim = replace(claim, optimal=claim.length == least, lower_bound=least)
    return replace(
        solution, optimal=len(solution.moves) <= bound, longest=False, lower_bound=bound, note=note,
        chosen="", in_metric=claim,
    )  # fmt: skip

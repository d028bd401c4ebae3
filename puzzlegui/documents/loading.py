"""Loading boards and solutions: the one way in for the window, the command line, a double click."""

from __future__ import annotations

import codecs
import logging
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from puzzlegui.core.board import Board, Reading
from puzzlegui.core.cells import Grid
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import BoardFileError, Problem, PuzzleError, place_of
from puzzlegui.core.files import digest_of, open_file, printable
from puzzlegui.core.language import tr
from puzzlegui.core.resizing import as_board
from puzzlegui.core.solution import Solution, Walk, first_fault
from puzzlegui.documents.boardfile import MOST_BYTES, Loaded, parse, problem
from puzzlegui.documents.presets import PREFIX, load_preset
from puzzlegui.documents.texts import read_any
from puzzlegui.families.creation import ordered_board
from puzzlegui.families.registry import FAMILIES

STANDARD_INPUT = "-"

_MOST = max(MOST_BYTES.values())
_log = logging.getLogger(__name__)


def load(source: str | Path, wanted: Callable[[], bool] = lambda: True) -> Loaded:
    """The board or the solution in a file, in standard input, or in a preset.

    Args:
        source: a path; or as on the command line: a file's name, ``-``, or ``preset:NAME``.
        wanted: is asked now and then whether to go on; if not, the answer is worthless.

    Raises:
        PuzzleError: there is no preset of that name.
    """
    if isinstance(source, str) and source.startswith(PREFIX):
        return Loaded(source, load_preset(source.removeprefix(PREFIX)))
    begun = time.perf_counter()
    name = name_of(source)
    try:
        data = _read(source)
        text = decode(data, name)
    except BoardFileError as error:
        return Loaded(name, None, error.problems)
    found = read(text, name, wanted)
    if isinstance(found.content, Board) and not _is_json(text) and source != STANDARD_INPUT:
        title = found.content.title or Path(source).stem
        found = replace(found, content=found.content.changed(title=printable(title)))
    seconds = time.perf_counter() - begun
    _log.debug("%s: %d characters, read in %.3f s", name, len(text), seconds)
    if source == STANDARD_INPUT or not _is_json(text):  # saving would replace what was read
        return found
    return replace(found, path=Path(source), digest=digest_of(data))


def read(text: str, name: str, wanted: Callable[[], bool] = lambda: True) -> Loaded:
    """Return the board or the solution in a text: JSON, or what could be pasted in the window.

    Args:
        text: what is in a file.
        name: is used in messages.
        wanted: as for ``load``.
    """
    if _is_json(text):
        return parse(text, name, wanted)
    try:
        found = read_any(text)
        board = found if isinstance(found, Board) else _board_of(found)
    except BoardFileError as error:
        return Loaded(name, None, error.problems)
    except PuzzleError as error:
        if text.lstrip().startswith("["):
            broken = parse(text, name).problems
            if broken[0].line:
                return Loaded(name, None, broken)
        return Loaded(name, None, tuple(problem(str(error))))
    return Loaded(name, board, tuple(board.problems()))


def _is_json(text: str) -> bool:
    """Return whether a text is a board or a solution file, or was to be one."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _board_of(grid: Grid) -> Board:
    """Return a board that begins with a grid, of the first family that takes such numbers.

    Families that have a gap are asked first: few other boards have a single 0.

    Raises:
        PuzzleError: a size that no board can have.
    """
    rows, columns = len(grid), len(grid[0])
    families = sorted(FAMILIES.values(), key=lambda family: family.board.gap is None)
    boards = [as_board(grid, ordered_board(each.name, rows, columns)) for each in families]
    return min(boards, key=lambda board: len(board.problems()))


def load_document(source: str | Path) -> Board | Solution:
    """The board or the solution found by ``load``.

    Raises:
        PuzzleError: with every problem found.
    """
    return load(source).sound()


def load_board(source: str | Path) -> Board:
    """As ``load_document``; of a solution, its board."""
    return load(source).sound_board()


def name_of(source: str | Path) -> str:
    """What a source is called in messages."""
    if source == STANDARD_INPUT:
        return tr("standard input")
    return printable(str(source)) or '""'


def read_text(source: str | Path) -> str:
    """The text in a file or in standard input, which may be anything.

    Raises:
        BoardFileError: it cannot be read, is larger than any document, or is not text in UTF-8.
    """
    return decode(_read(source), name_of(source))


def _read(source: str | Path) -> bytes:
    """What is in a file or in standard input; raises as ``read_text`` does."""
    name = name_of(source)
    if not str(source):
        raise BoardFileError(name, problem(tr("the name of the file is empty")))
    try:
        with _opened(source) as file:
            return file.read(_MOST + 1)
    except OSError as error:
        message = tr("cannot be read: {value}").format(value=str(error.strerror or error))
        raise BoardFileError(name, problem(message)) from None
    except ValueError as error:  # a NUL in the name
        raise BoardFileError(
            name, problem(tr("cannot be read: {error}").format(error=str(error)))
        ) from None


def _opened(source: str | Path) -> AbstractContextManager[BinaryIO]:
    if source != STANDARD_INPUT:
        return open_file(Path(source))
    if sys.stdin is None:  # it was closed before the program began
        raise OSError(tr("it is closed"))
    return nullcontext(sys.stdin.buffer)


def decode(data: bytes, name: str) -> str:
    """The text that is in the bytes of a file; raises as ``read_text`` does."""
    if len(data) > _MOST:
        message = tr("is larger than {number} MiB, too large for a board or a solution").format(
            number=group_digits(_MOST >> 20)
        )
        raise BoardFileError(name, problem(message))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardFileError(name, [_not_utf8(data, error)]) from None
    if "\0" in text and not _is_json(text):
        raise BoardFileError(name, problem(_not_text()))
    return text


def _not_text() -> str:
    return tr("is not a text file. Supported: boards, solutions and moves as text.")


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> Problem:
    """Return what to do about a text in another encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Problem(tr("is text in UTF-16. Save it as UTF-8 and try again."))
    if b"\0" in data:
        return Problem(_not_text())
    before = error.object[: error.start].decode("utf-8", "ignore")
    line, column = place_of(before, len(before))
    message = tr("this character is not UTF-8. Save the file as UTF-8 and try again.")
    return Problem(message, line=line, column=column)


def replayed(loaded: Loaded, wanted: Callable[[], bool] = lambda: True) -> Loaded:
    """What was loaded, once the moves of a solution have been replayed; each is played once.

    Of a solution that is right only its moves are taken: what else it claims was not proved here.
    Moves that are wrong may be right in another of the family's readings.

    Args:
        loaded: what was loaded.
        wanted: is asked now and then whether to go on; if not, the answer is worthless.
    """
    if loaded.replayed:
        return loaded
    solution = loaded.content
    if not isinstance(solution, Solution) or not solution.solved:
        return replace(loaded, replayed=True)
    walk = Walk(solution.board, solution.moves)
    fault = first_fault(solution, wanted, walk)
    if not fault:
        return replace(loaded, replayed=True, content=_without_claims(solution), walk=walk)
    for reading in solution.board.readings:
        other = _read_as(solution, reading)
        walk = Walk(other.board, other.moves)
        if not first_fault(other, wanted, walk):
            content = _without_claims(other)
            content = replace(content, note=f"{content.note} {tr(reading.note)}")
            return replace(loaded, replayed=True, content=content, walk=walk)
    return replace(loaded, replayed=True, fault=fault)


def _read_as(solution: Solution, reading: Reading) -> Solution:
    """Return a solution with the moves meant by another reading."""
    lists = solution.solutions
    return replace(
        solution,
        moves=reading.moves(solution.moves),
        solutions=None if lists is None else tuple(map(reading.moves, lists)),
    )


def _without_claims(solution: Solution) -> Solution:
    """The moves of a solution that was read, with only what can be said of them here."""
    bound = solution.board.lower_bound()
    note = tr("The moves were read from a file and checked.")
    if solution.optimal and len(solution.moves) > bound:
        note = tr(
            "The moves were read from a file and checked. It calls them proved shortest; this "
            "was not checked."
        )
    return replace(
        solution, optimal=len(solution.moves) <= bound, lower_bound=bound, note=note, chosen=""
    )

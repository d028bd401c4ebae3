"""Loading boards and solutions: the one way in for the window, the command line, a double click."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from puzzlegui.core.board import Board
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import BoardFileError
from puzzlegui.core.files import digest_of, open_file, printable
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, Walk, first_fault
from puzzlegui.documents.boardfile import MOST_BYTES, Loaded, parse, problem
from puzzlegui.documents.presets import PREFIX, load_preset

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
    found = parse(text, name, wanted)
    seconds = time.perf_counter() - begun
    _log.debug("%s: %d characters, read in %.3f s", name, len(text), seconds)
    if source == STANDARD_INPUT:
        return found
    return replace(found, path=Path(source), digest=digest_of(data))


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
    return printable(str(source))


def read_text(source: str | Path) -> str:
    """The text in a file or in standard input, which may be anything.

    Raises:
        BoardFileError: it cannot be read, is larger than any document, or is not UTF-8.
    """
    return decode(_read(source), name_of(source))


def _read(source: str | Path) -> bytes:
    """What is in a file or in standard input; raises as ``read_text`` does."""
    name = name_of(source)
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
        message = tr("is larger than {number} MiB, so it is neither board nor solution").format(
            number=group_digits(_MOST >> 20)
        )
        raise BoardFileError(name, problem(message))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = tr("is not UTF-8 text: byte {place} is {byte}").format(
            place=group_digits(error.start + 1), byte=f"0x{data[error.start]:02x}"
        )
        raise BoardFileError(name, problem(message)) from None


def replayed(loaded: Loaded, wanted: Callable[[], bool] = lambda: True) -> Loaded:
    """What was loaded, once the moves of a solution have been replayed; each is played once.

    Of a solution that is right only its moves are taken: what else it claims was not proved here.

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
    if fault := first_fault(solution, wanted, walk):
        return replace(loaded, replayed=True, fault=fault)
    return replace(loaded, replayed=True, content=_without_claims(solution), walk=walk)


def _without_claims(solution: Solution) -> Solution:
    """The moves of a solution that was read, with only what can be said of them here."""
    bound = solution.board.lower_bound()
    note = tr("The moves were read from a file and are right.")
    if solution.optimal and len(solution.moves) > bound:
        note = tr(
            "The moves were read from a file and are right. It calls them proved shortest; that "
            "was not checked."
        )
    return replace(
        solution, optimal=len(solution.moves) <= bound, lower_bound=bound, note=note, chosen=""
    )

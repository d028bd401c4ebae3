"""The program as a library: what ``import puzzlegui`` gives, and the types that go with it.

Each function does what the command of that name does, in the calling process. There is nothing to
release or to close. Bad input of any kind raises ``PuzzleError``, a ``ValueError`` whose text lists
every problem found. Qt is imported only to draw.
"""

from __future__ import annotations

import atexit
import math
import os
import secrets
import time
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from puzzlegui import interrupts, kernels
from puzzlegui.core.board import Board
from puzzlegui.core.creation import Wanted
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Replay, Segment, Solution, Status, first_fault
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents import loading
from puzzlegui.documents.boardfile import Loaded, dump_board
from puzzlegui.documents.movelists import MoveList
from puzzlegui.documents.presets import PREFIX, PRESETS
from puzzlegui.documents.texts import is_board_text
from puzzlegui.documents.verification import move_lists_of, replay_each
from puzzlegui.engine import run as runs
from puzzlegui.engine.graph.explored import GOAL, ORIGINS, LevelCounts
from puzzlegui.exporters import formats
from puzzlegui.exporters.settings import SETTINGS, Chapter, Settings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families import creation
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Limits, Request

__all__ = [
    "PRESETS",
    "Board",
    "LevelCounts",
    "PuzzleError",
    "Replay",
    "Segment",
    "Solution",
    "Status",
    "explore",
    "export",
    "load",
    "new",
    "replay",
    "solve",
    "verify",
]

Moves: TypeAlias = str | Solution | Sequence[Any]
"""Moves as text (``"B1 B2 A1'"``), as a list of such texts, as a solution has them, or a solution
itself, whose board does not matter."""

BOARDS: dict[str, type[Board]] = {
    family.board.__name__: family.board for family in FAMILIES.values()
}
"""The classes of the boards, by their names; ``puzzlegui`` has these names, too."""


def load(source: str | os.PathLike[str]) -> Board | Solution:
    """Load a board or a solution.

    The moves of a solution are replayed. Its ``optimal`` and ``lower_bound`` say what is known
    without a search, not what the file claims.

    Args:
        source: the path of a file; the name of a preset (one of ``PRESETS``), also as
            ``"preset:NAME"``; or text: a board file, a solution file, a game ID, or a grid of
            numbers in several lines.

    Raises:
        PuzzleError: with every problem found, each with its line and column.
    """
    loaded = loading.replayed(_loaded(source))
    content = loaded.sound()
    if loaded.fault:
        raise PuzzleError(f"{loaded.name}: {loaded.fault}")
    return content


def _loaded(source: str | os.PathLike[str]) -> Loaded:
    if not isinstance(source, str):
        return loading.load(Path(source))
    if os.path.lexists(source):
        return loading.load(source)
    if source in PRESETS:
        return loading.load(PREFIX + source)
    if is_board_text(source):
        return loading.read(source, tr("text"))
    found = loading.load(source)
    if found.content is None:
        raise PuzzleError(with_suggestion(found.message, source, PRESETS))
    return found


def solve(
    board: Board | Solution,
    solver: str = "auto",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    max_moves: int | None = None,
    max_states: int | None = None,
    all_solutions: bool = False,
    seed: int = 0,
) -> Solution:
    """Solve a board.

    The moves are replayed by the board's rules before they are returned. If a limit is reached, the
    best solution so far is returned, or one without moves whose ``status`` is ``limit``. Ctrl+C
    stops the search and raises ``KeyboardInterrupt``.

    Args:
        board: a board; of a solution, its board is solved anew.
        solver: the name of one of the family's solvers.
        time_limit: in seconds.
        memory_limit: for the whole process, in MiB; by default half of the machine's memory.
        max_moves: solutions with more moves do not count.
        max_states: the number of states that may be expanded.
        all_solutions: list all solutions, as ``solutions`` and ``count`` of the result.
        seed: for solvers that use random numbers.

    Raises:
        PuzzleError: the board is not sound, has no such solver, or the solver cannot do that.
    """
    _warn_if_slow()
    limits = _limits(max_moves, max_states, time_limit, memory_limit)
    request = Request(limits, seed, all_solutions)
    with runs.start(_board_of(board), solver, request) as run:
        solution, interrupted = interrupts.waited(run.result, lambda: None, run.cancel)
    if interrupted:
        raise KeyboardInterrupt
    return solution


def replay(board: Board | Solution, moves: Moves) -> Replay:
    """Play moves on a board by its rules, and return what came of it.

    The result is true if the moves solve the board. If they do not, its ``message`` says why and
    ``played`` is the number of moves before the first that is not allowed.

    Args:
        board: a board, or a solution, whose board is meant.
        moves: in any form of ``Moves``.

    Raises:
        PuzzleError: the board is not sound, or a text holds what is no move.
    """
    board = _board_of(board)
    moves = moves.moves if isinstance(moves, Solution) else moves
    (played,) = replay_each(board, [_written(moves)], other_readings=False)
    return played


def verify(board: Board | Solution, moves: Moves | os.PathLike[str]) -> Replay:
    """Verify a solution on a board as ``puzzlegui verify`` does, or several solutions.

    Other than ``replay``, it reads files, takes each of the solutions listed in a file or by a
    solver, and recognises sliding moves that are written for the gap.

    Args:
        board: a board, or a solution, whose board is meant.
        moves: in any form of ``Moves``; the content of a solution file or of a table written by
            ``export``; or the path of such a file as a ``Path``.

    Returns:
        The replay of the first solution that is wrong, or of the last one.

    Raises:
        PuzzleError: the board is not sound, or there are no moves to be read.
    """
    board = _board_of(board)
    lists: Iterable[MoveList | Sequence[Any]]
    if isinstance(moves, Solution):
        lists = moves.solutions or (moves.moves,)
    elif isinstance(moves, str):
        lists = move_lists_of(moves, tr("text"))
    elif isinstance(moves, os.PathLike):
        path = Path(moves)
        lists = move_lists_of(loading.read_text(path), loading.name_of(path))
    else:
        lists = [_written(moves)]
    for played in replay_each(board, lists):
        if not played:
            break
    return played


def export(
    subject: Board | Solution,
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002 - what it is called everywhere
    **settings: Any,
) -> None:
    """Write a board or a solution to a file: all of it, or nothing if that fails.

    A board is written as a board file (``.puzzle`` or ``.json``) or as a picture (``.png`` or
    ``.svg``). Every other format shows a solution, so the board is solved first, as by
    ``solve(board)``.

    Args:
        subject: a board or a solution.
        path: the file; its suffix says in which format unless ``format`` does.
        format: the name of a format, as of ``puzzlegui solve --format``.
        settings: those of the format, by the names of the options of ``puzzlegui render``:
            ``notation``, ``paper``, ``per_page``, ``theme``, ``size``, ``speed``, ``stride``.

    Raises:
        PuzzleError: the format or a setting is unknown, another program is missing, or there are
            no moves to be shown.
        OSError: the file cannot be written.
    """
    path = Path(path)
    chosen = _settings(settings)
    if isinstance(subject, Board):
        subject.check()
        if (format or path.suffix.lower()) in _BOARD_FILE:
            formats.export(subject, path, _AS_BOARD_FILE, chosen)
            return
    elif fault := first_fault(subject):
        raise PuzzleError(fault)
    if format is None:
        format_ = formats.required_format_of(path, SOLUTION_FORMATS)
    elif format in SOLUTION_FORMATS:
        format_ = SOLUTION_FORMATS[format]
    else:
        text = tr("there is no format {name}; choose from {names}")
        said = text.format(name=repr(format), names=", ".join(SOLUTION_FORMATS))
        raise PuzzleError(with_suggestion(said, format, SOLUTION_FORMATS))
    if format_.missing:
        raise PuzzleError(format_.missing)
    if isinstance(subject, Board):
        if format_.board is not None:
            draw = format_.board
            picture = formats.Format[Board](
                format_.name,
                format_.title,
                format_.suffix,
                lambda board, settings, _: iter([draw(board, settings)]),
            )
            formats.export(subject, path, picture, chosen)
            return
        subject = solve(subject)
    if format_.picture and not subject:
        raise PuzzleError(subject.outcome())
    formats.export([Chapter(subject)], path, format_, chosen)


_BOARD_FILE = ("json", ".json", ".puzzle")
"""The name and the suffixes by which a board is written as a board file."""
_AS_BOARD_FILE = formats.Format[Board](
    "json", "", ".puzzle", lambda board, _, __: iter([dump_board(board).encode()])
)


def new(
    family: str,
    *,
    rows: int = 4,
    columns: int | None = None,
    seed: int | None = None,
    title: str = "",
    time_limit: float | None = None,
    **wishes: Any,
) -> Board:
    """Make a new board; the same arguments make the same board.

    Args:
        family: the name of a family of boards.
        rows: 2 to 30.
        columns: 2 to 30, by default as many as there are rows; ``cols`` is the same.
        seed: chooses among the possible boards; by default a random one, which the title tells.
        title: by default family, size and seed.
        time_limit: in seconds.
        wishes: what ``puzzlegui new`` has options for, such as ``moves=20``, ``colours=3``,
            ``turns="clockwise"`` or ``unique=True``.

    Raises:
        PuzzleError: there is no such board.
        TypeError: there is no such wish.
        TimeoutError: the time limit came first.
    """
    begun = time.perf_counter()
    if family not in FAMILIES:
        text = tr("there is no family {name}; choose from {names}")
        said = text.format(name=repr(family), names=", ".join(FAMILIES))
        raise PuzzleError(with_suggestion(said, family, FAMILIES))
    if "cols" in wishes:
        columns = wishes.pop("cols")
    _warn_if_slow()
    _limits(None, None, time_limit, None)
    given = creation.checked(wishes)
    wanted = Wanted(
        rows,
        rows if columns is None else columns,
        secrets.randbelow(1_000_000) if seed is None else seed,
        given,
    )

    def watch(_steps: int) -> bool:
        return time_limit is None or time.perf_counter() - begun < time_limit

    made = creation.start_for(FAMILIES[family], given).make(wanted, watch)
    if made is None:
        raise TimeoutError(tr("no such board was found within the time limit"))
    made.board.check()
    return made.board.changed(title=title or creation.plain_title(made.board, wanted.seed))


def explore(
    board: Board | Solution,
    origin: str = GOAL,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    max_states: int | None = None,
) -> LevelCounts:
    """Count all arrangements of a board by their distance.

    Ctrl+C stops it and raises ``KeyboardInterrupt``.

    Args:
        board: a board, or a solution, whose board is meant.
        origin: count moves to the ``goal``, or from the ``start``.
        time_limit: in seconds.
        memory_limit: for the whole process, in MiB; by default what is available.
        max_states: the number of arrangements that may be expanded.

    Returns:
        The counts of all levels that are whole; ``complete`` says whether these are all.

    Raises:
        PuzzleError: the board is not sound or too large, or memory is short.
    """
    from puzzlegui.engine.graph.exploration import Exploration  # noqa: PLC0415 - numpy

    _warn_if_slow()
    if origin not in ORIGINS:
        text = tr("the origin must be one of {names}, not {name}")
        raise PuzzleError(text.format(names=", ".join(ORIGINS), name=repr(origin)))
    limits = _limits(None, max_states, time_limit, memory_limit)
    exploration = Exploration(_board_of(board), origin, limits)
    counts, interrupted = interrupts.waited_in_thread(
        exploration.execute, lambda: None, exploration.cancel
    )
    if interrupted:
        raise KeyboardInterrupt
    return counts


# --- arguments ---


def _board_of(subject: Board | Solution) -> Board:
    """Return a board, or that of a solution, once it has been checked."""
    board = subject.board if isinstance(subject, Solution) else subject
    board.check()
    return board


def _written(moves: str | Sequence[Any]) -> MoveList | Sequence[Any]:
    """Return moves as a list; those written as texts still have to be parsed."""
    if not isinstance(moves, str):
        if not moves or not all(isinstance(move, str) for move in moves):
            return moves
        moves = " ".join(moves)
    return MoveList(moves, [(0, len(moves))])


def _limits(
    moves: int | None, states: int | None, seconds: float | None, memory_mib: int | None
) -> Limits:
    """Return the limits of a search.

    Raises:
        PuzzleError: one of them is no number of 0 or more.
    """
    named = {
        "max_moves": moves, "max_states": states,
        "time_limit": seconds, "memory_limit": memory_mib,
    }  # fmt: skip
    wrong = [name for name, limit in named.items() if limit is not None and not limit >= 0]
    if wrong:
        text = tr("{name} must be a number of 0 or more")
        raise PuzzleError("\n".join(text.format(name=name) for name in wrong))
    if seconds == math.inf:
        seconds = None
    return Limits(moves, states, seconds, memory_mib)


def _settings(given: dict[str, Any]) -> Settings:
    """Return the settings of an export.

    Raises:
        PuzzleError: with every setting that is wrong.
        TypeError: there is no setting of that name.
    """
    for name in given:
        if name not in SETTINGS:
            text = f"export() has no setting {name!r}"
            raise TypeError(with_suggestion(text, name, SETTINGS))
    values, wrong = {}, []
    for name, value in given.items():
        try:
            values[name] = SETTINGS[name].parse(str(value))
        except ValueError as error:
            wrong.append(f"{name}: {error}")
    if wrong:
        raise PuzzleError("\n".join(wrong))
    return Settings(**values)


def _warn_if_slow() -> None:
    """Warn, once for each place, if the solvers are not compiled."""
    if kernels.WHY_PLAIN:
        warnings.warn(kernels.note(), RuntimeWarning, stacklevel=3)


def _svg(board: Board) -> str:
    draw = SOLUTION_FORMATS["storyboard-svg"].board
    assert draw is not None
    return draw(board, Settings()).decode()


Board.draw = _svg
atexit.register(stored.forget)  # no table is being built any more when the interpreter ends

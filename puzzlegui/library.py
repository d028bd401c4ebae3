"""Python interface of the program: the functions and types of ``import puzzlegui``.

Each function does the work of the command of the same name, in the calling process; nothing has to
be closed. Invalid input raises ``PuzzleError``, a ``ValueError`` whose text lists every problem
found. Qt is imported only for drawing.
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
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.outputs import ReadFiles, check_not_input
from puzzlegui.core.picture_goals import is_picture_file
from puzzlegui.core.solution import Replay, Segment, Solution, Status, first_error
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents import loading
from puzzlegui.documents.boardfile import Loaded, dump_board
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.grid_boards import GRID_FAMILIES
from puzzlegui.documents.movelists import MoveList
from puzzlegui.documents.presets import PREFIX, PRESETS
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.documents.text_formats import is_board_text
from puzzlegui.documents.verification import read_move_lists, replay_each
from puzzlegui.engine import run as runs
from puzzlegui.engine.graph.level_counts import GOAL, ORIGINS, LevelCounts
from puzzlegui.exporters import formats
from puzzlegui.exporters.definitions import DEFINITION_FORMATS
from puzzlegui.exporters.settings import SETTINGS, Chapter, ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families import creation
from puzzlegui.families.registry import FAMILIES
from puzzlegui.making.makers import BoardRequest, make
from puzzlegui.making.rating import HARDEST, Cancelled, Difficulty, check_hardest
from puzzlegui.render.goals import goal_from as read_goal
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Limits, Request

__all__ = [
    "PRESETS",
    "Board",
    "Book",
    "BookPuzzle",
    "LevelCounts",
    "Moves",
    "PuzzleError",
    "Replay",
    "Segment",
    "Solution",
    "Status",
    "explore",
    "export",
    "load",
    "load_book",
    "new",
    "replay",
    "solve",
    "verify",
]

Moves: TypeAlias = str | Solution | Sequence[Any]
"""Moves: text (``"B1 B2 A1'"``), a list of such texts, a sequence of move objects, or a solution,
whose board is ignored."""

BOARDS: dict[str, type[Board]] = {
    family.board.__name__: family.board for family in FAMILIES.values()
}
"""Board classes by name; they are also attributes of ``puzzlegui``."""


def load(
    source: str | os.PathLike[str],
    family: str | None = None,
    goal: str | os.PathLike[str] | Board | None = None,
    scramble: str | os.PathLike[str] | None = None,
) -> Board | Solution:
    """Load a board or a solution.

    The moves of a solution are replayed. The file's claims are not trusted: ``optimal`` and
    ``lower_bound`` are set to what is known without a search.

    Args:
        source: path of a file; ``"BOOK#3"``, a puzzle of a book; name of a preset (see
            ``PRESETS``), optionally as ``"preset:NAME"``; or text: a board ID, a board file, a
            solution file, a game ID, or a grid on several lines. ``"FILE#2"`` is the second of
            several grids in a file.
        family: family of a grid, which does not say it; guessed by default.
        goal: goal of a grid: ``"in-order"`` (default), ``"gap-first"``, ``"snail"``,
            ``"columns"``, or a board, or the path of a file, whose goal is meant.
        scramble: start of the puzzle: moves from its goal, an arrangement, or the path of either.

    A warning says what was guessed about a text that is more than a plain grid, and names keys of
    a board file that are not known.

    Raises:
        PuzzleError: with every problem found, each with its line and column.
    """
    if family is not None and family not in GRID_FAMILIES:
        text = tr("there is no family {family} of grids; choose from {families}").format(
            family=repr(family), families=", ".join(GRID_FAMILIES)
        )
        raise PuzzleError(with_suggestion(text, family, GRID_FAMILIES))
    options = ReadingOptions(family, _source(goal), _source(scramble))
    loaded = loading.replay_solution(_read(source, options))
    content = loaded.valid_content()
    guessed = loaded.notes if family is None or goal is None else loaded.notes[1:]
    for said in (*loaded.warnings, *(() if loaded.plain else guessed)):
        warnings.warn(f"{loaded.name}: {said}", UserWarning, stacklevel=2)
    if loaded.move_error:
        raise PuzzleError(f"{loaded.name}: {loaded.move_error}")
    return content


def load_book(source: str | os.PathLike[str]) -> Book:
    """Load a book of puzzles.

    The moves of each puzzle are replayed. What its file says to be proved counts only with the
    checksum that this program wrote. If puzzles are invalid, a warning lists their problems, and
    the book has the others.

    Args:
        source: path of a ``*.puzzlebook`` file, or its content as text.

    Raises:
        PuzzleError: the file is not a book, or cannot be read.
    """
    loaded = _read(source)
    if loaded.book is None:
        text = tr("{name}: is not a book of puzzles").format(name=loaded.name)
        raise PuzzleError(loaded.message or text)
    if loaded.book.broken:
        warnings.warn(loaded.book.message, RuntimeWarning, stacklevel=2)
    return loaded.book.book


def _source(value: str | os.PathLike[str] | Board | None) -> Any:
    """Return an argument of ``load`` with a path as ``Path``."""
    return Path(value) if isinstance(value, os.PathLike) else value


_read_files = ReadFiles()
"""Files that were loaded, with the type of the board or solution that can be saved in them."""


def _record(source: Any, kind: type | None = None) -> None:
    """Record a file that was loaded, so that no export replaces it."""
    if isinstance(source, str | Path) and (path := loading.path_of(source)) is not None:
        _read_files.add(path, kind)


def _read(source: str | os.PathLike[str], options: ReadingOptions = loading.NO_OPTIONS) -> Loaded:
    loaded = _loaded(source, options)
    kind = None
    if loaded.path is not None:
        kind = next((each for each in (Board, Solution) if isinstance(loaded.content, each)), None)
    _record(_source(source), kind)
    _record(options.goal)
    _record(options.scramble)
    return loaded


def _loaded(source: str | os.PathLike[str], options: ReadingOptions) -> Loaded:
    if not isinstance(source, str):
        return loading.load(Path(source), options=options)
    if os.path.lexists(source):
        return loading.load(source, options=options)
    if source in PRESETS:
        return loading.load(PREFIX + source, options=options)
    if is_board_text(source):
        return loading.read(source, tr("text"), options=options)
    loaded = loading.load(source, options=options)
    if loaded.content is None:
        raise PuzzleError(with_suggestion(loaded.message, source, PRESETS))
    return loaded


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
    threads: int | None = None,
    metric: str = "",
) -> Solution:
    """Solve a board.

    The moves are replayed by the board's rules before they are returned. If a limit is reached, the
    result is the best solution so far, or has no moves and the ``status`` ``limit``. Ctrl+C stops
    the search and raises ``KeyboardInterrupt``.

    Args:
        board: a board, or a solution whose board is to be solved.
        solver: name of a solver of the board's family.
        time_limit: time limit in seconds.
        memory_limit: limit for the whole process in MiB; by default half of the machine's memory.
        max_moves: greatest number of moves in a solution.
        max_states: greatest number of expanded states.
        all_solutions: list all solutions, in ``solutions`` and ``count`` of the result.
        seed: seed for solvers that use random numbers.
        threads: number of threads that search in parallel; by default one for each processor.
        metric: another way to count moves, such as ``multi``; see ``in_metric`` of the result.

    Raises:
        PuzzleError: the board is invalid, or has no such solver or metric, or none for the request.
    """
    _warn_if_slow()
    limits = _limits(max_moves, max_states, time_limit, memory_limit, threads)
    request = Request(limits, seed, all_solutions, metric=metric)
    with runs.start(_checked_board(board), solver, request) as run:
        solution, interrupted = interrupts.wait_interruptible(run.result, lambda: None, run.cancel)
    if interrupted:
        raise KeyboardInterrupt
    return solution


def replay(board: Board | Solution, moves: Moves) -> Replay:
    """Play moves on a board by its rules.

    The result is true if the moves solve the board. Otherwise its ``message`` gives the reason, and
    ``played`` is the number of moves before the first illegal move.

    Args:
        board: a board, or a solution whose board is used.
        moves: moves in any form of ``Moves``.

    Raises:
        PuzzleError: the board is invalid, or a word of the text is not a move.
    """
    board = _checked_board(board)
    moves = moves.moves if isinstance(moves, Solution) else moves
    (result,) = replay_each(board, [_move_list(moves)], all_conventions=False)
    return result


def verify(board: Board | Solution, moves: Moves | os.PathLike[str]) -> Replay:
    """Verify one or more solutions of a board, as ``puzzlegui verify`` does.

    Unlike ``replay``, this function reads files, replays every solution listed in a file or by a
    solver, and recognizes how others write moves, such as slides of the gap.

    Args:
        board: a board, or a solution whose board is used.
        moves: moves in any form of ``Moves``; the content of a solution file or of a table written
            by ``export``; or the path of such a file as a ``Path``.

    Returns:
        The replay of the first wrong solution, or of the last solution if all are correct.

    Raises:
        PuzzleError: the board is invalid, or no moves could be read.
    """
    board = _checked_board(board)
    lists: Iterable[MoveList | Sequence[Any]]
    if isinstance(moves, Solution):
        lists = moves.solutions or (moves.moves,)
    elif isinstance(moves, str):
        lists = read_move_lists(moves, tr("text"))
    elif isinstance(moves, os.PathLike):
        path = Path(moves)
        _read_files.add(path)
        lists = read_move_lists(loading.read_text(path), loading.name_of(path))
    else:
        lists = [_move_list(moves)]
    for result in replay_each(board, lists):
        if not result:
            break
    return result


def export(
    subject: Board | Solution,
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002 - the usual name in Python libraries
    **settings: Any,
) -> None:
    """Write a board or a solution to a file; no partial file remains if that fails.

    A board is written as a board file (``.puzzle`` or ``.json``), as a picture (``.png`` or
    ``.svg``), or as a definition for other programs (``.tws``, ``.g``, ``.scr``, or the format
    ``kpuzzle``). All other formats show a solution: the board is solved first, by ``solve(board)``.

    A file that was loaded in this process is replaced only by a board file or a solution file of
    the same kind: a board that was loaded can be saved, but a list of moves cannot replace it.

    Args:
        subject: a board or a solution.
        path: path of the file; its suffix selects the format unless ``format`` is given.
        format: name of a format, as for ``puzzlegui solve --format`` or ``puzzlegui export``.
        settings: settings of the format, named as the options of ``puzzlegui render``:
            ``notation``, ``paper``, ``per_page``, ``theme``, ``size``, ``speed``, ``stride``.

    Raises:
        PuzzleError: the format is unknown, a setting is invalid, a required program is missing,
            there are no moves to show, or the file was loaded and would be lost.
        TypeError: there is no such setting.
        OSError: the file cannot be written.
    """
    path = Path(path)
    parsed = _parse_settings(settings)
    if isinstance(subject, Board):
        subject.check()
        if (format or path.suffix.lower()) in _BOARD_FILE_NAMES:
            inputs = _read_files.paths_of(path, besides=Board)
            formats.export(subject, path, _BOARD_FILE_FORMAT, parsed, inputs=inputs)
            return
        definition = _definition_format(subject, path, format)
        if definition is not None:
            formats.export(subject, path, definition, parsed, inputs=_read_files.paths_of(path))
            return
    elif error := first_error(subject):
        raise PuzzleError(error)
    if format is None:
        format_ = formats.require_format(path, SOLUTION_FORMATS)
    elif format in SOLUTION_FORMATS:
        format_ = SOLUTION_FORMATS[format]
    else:
        text = tr("there is no format {name}; choose from {names}")
        message = text.format(name=repr(format), names=", ".join(SOLUTION_FORMATS))
        raise PuzzleError(with_suggestion(message, format, SOLUTION_FORMATS))
    if format_.unavailable_reason:
        raise PuzzleError(format_.unavailable_reason)
    inputs = _read_files.paths_of(path, Solution if format_.name == "json" else None)
    check_not_input(path, inputs)  # before a search, which may take long
    if isinstance(subject, Board):
        if format_.draw_boards is not None:
            draw = format_.draw_boards
            picture = formats.Format[Board](
                format_.name,
                format_.title,
                format_.suffix,
                lambda board, settings, _: iter([draw([board], settings)]),
                binary=format_.binary,
            )
            formats.export(subject, path, picture, parsed, inputs=inputs)
            return
        subject = solve(subject)
    if format_.is_picture and not subject:
        raise PuzzleError(subject.outcome())
    formats.export([Chapter(subject)], path, format_, parsed, inputs=inputs)


def _definition_format(board: Board, path: Path, name: str | None) -> formats.Format[Board] | None:
    """Return the format of a definition that is asked for; None if another format is."""
    if not board.permutes_cells:
        return None
    if name is not None:
        return DEFINITION_FORMATS.get(name)
    return formats.find_format(path, DEFINITION_FORMATS)


_BOARD_FILE_NAMES = ("json", ".json", ".puzzle")
"""Format name and suffixes of a board file."""
_BOARD_FILE_FORMAT = formats.Format[Board](
    "json", "", ".puzzle", lambda board, _, __: iter([dump_board(board).encode()])
)


def new(
    family: str,
    *,
    rows: int | None = None,
    columns: int | None = None,
    seed: int | None = None,
    title: str = "",
    goal_from: Board | Solution | str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    **parameters: Any,
) -> Board:
    """Create a new board; the same arguments give the same board.

    Args:
        family: name of a family of boards.
        rows: number of rows, 2 to 30; by default 4, what a word needs, or 8 for a picture.
        columns: number of columns, 2 to 30; by default the number of rows, or as many as the
            picture needs. ``cols`` is an alias.
        seed: selects among the possible boards; by default a random seed, included in the title.
        title: title of the board; by default its family, size and seed.
        goal_from: board whose size and goal are used, in any form that ``load`` takes; of a maze,
            start, target, sum and directions, with ``length``. Or the path of a picture, which the
            board shows when it is solved, in ``colours`` colours, 2 to 9 (by default 4).
        time_limit: time limit in seconds.
        parameters: options of ``puzzlegui new``, such as ``moves=20``, ``colours=3``,
            ``turns="clockwise"``, or ``length=8``, ``unique=True``: a board whose shortest
            solution has 8 moves, and is the only one. A range is ``length=(6, 9)``; the hardest
            board, or the hardest found within the time limit, is ``hardest=True``. Goals are
            ``goal="symmetric"``, ``"rings"``, ``"chessboard"`` or ``"letters"``; ``word="PUZZLE"``
            spells a word, a letter a tile, and ``lettering="HI"`` draws letters: the size is by
            default what they need.

    Raises:
        PuzzleError: no board meets the arguments.
        TypeError: there is no such parameter.
        TimeoutError: the time limit was reached.
    """
    start_time = time.perf_counter()
    if family not in FAMILIES:
        text = tr("there is no family {name}; choose from {names}")
        message = text.format(name=repr(family), names=", ".join(FAMILIES))
        raise PuzzleError(with_suggestion(message, family, FAMILIES))
    if "cols" in parameters:
        columns = parameters.pop("cols")
    _warn_if_slow()
    _limits(None, None, time_limit, None)
    length, hardest = parameters.pop("length", None), bool(parameters.pop("hardest", False))
    given = creation.checked_parameters(parameters)
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    goal = None
    if goal_from is not None:
        if isinstance(goal_from, Board | Solution):
            goal_from = _checked_board(goal_from)
        else:
            _record(_source(goal_from))
            if not is_picture_file(Path(goal_from)):
                goal_from = _checked_board(load(goal_from))
        goal = read_goal(goal_from, family, rows, columns, seed, given)
        rows, columns = goal.rows, goal.columns
    rows, columns = creation.size_for(family, rows, columns, given)
    wish = _wish(length, given, hardest=hardest)
    spec = BoardSpec(rows, columns, seed, given)

    def should_continue(_steps: int) -> bool:
        return time_limit is None or time.perf_counter() - start_time < time_limit

    exact = None
    if wish is None:
        start = creation.start_for(FAMILIES[family], given)
        if goal is not None:
            start = creation.with_goal(start, goal)
        created = start.make(spec, should_continue)
        board = None if created is None else created.board
    else:
        try:
            rated = make(BoardRequest(family, spec, wish, goal), should_continue)
            board, exact = rated.board, rated.length
        except Cancelled:
            board = None
    if board is None:
        raise TimeoutError(tr("no such board was found within the time limit"))
    board.check()
    return board.with_fields(title=title or creation.plain_title(board, spec.seed, exact))


def _wish(length: object, given: dict[str, Any], *, hardest: bool) -> Difficulty | None:
    """Return the wanted difficulty, without which the other parameters remain; None for none.

    Raises:
        PuzzleError: it is not valid.
    """
    if hardest:
        check_hardest({**given, "length": length})
        return HARDEST
    if length is None:
        return None
    least, most = length if isinstance(length, tuple) else (length, length)
    if not type(least) is type(most) is int:
        raise PuzzleError(tr("{name} must be a whole number").format(name="length"))
    return Difficulty(least, most, bool(given.pop("unique", False)))


def explore(
    board: Board | Solution,
    origin: str = GOAL,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    max_states: int | None = None,
) -> LevelCounts:
    """Count all arrangements of a board by their distance.

    Ctrl+C stops the exploration and raises ``KeyboardInterrupt``.

    Args:
        board: a board, or a solution whose board is used.
        origin: measure the distance to the ``goal`` or from the ``start``.
        time_limit: time limit in seconds.
        memory_limit: limit for the whole process in MiB; by default the available memory.
        max_states: greatest number of expanded arrangements.

    Returns:
        The counts of all finished levels; ``complete`` is True if there are no others.

    Raises:
        PuzzleError: the board is invalid or too large, or memory is insufficient.
    """
    from puzzlegui.engine.graph.exploration import Exploration  # numpy

    _warn_if_slow()
    if origin not in ORIGINS:
        text = tr("the origin must be one of {names}, not {name}")
        raise PuzzleError(text.format(names=", ".join(ORIGINS), name=repr(origin)))
    limits = _limits(None, max_states, time_limit, memory_limit)
    exploration = Exploration(_checked_board(board), origin, limits)
    counts, interrupted = interrupts.run_in_thread(
        exploration.execute, lambda: None, exploration.cancel
    )
    if interrupted:
        raise KeyboardInterrupt
    return counts


# --- arguments ---


def _checked_board(subject: Board | Solution) -> Board:
    """Return a board, or the board of a solution, after checking it."""
    board = subject.board if isinstance(subject, Solution) else subject
    board.check()
    return board


def _move_list(moves: str | Sequence[Any]) -> MoveList | Sequence[Any]:
    """Return moves as a list, or, if they are text, as a list that is still to be parsed."""
    if not isinstance(moves, str):
        if not moves or not all(isinstance(move, str) for move in moves):
            return moves
        moves = " ".join(moves)
    return MoveList.of(moves)


def _limits(
    moves: int | None,
    states: int | None,
    seconds: float | None,
    memory_mib: int | None,
    threads: int | None = None,
) -> Limits:
    """Return the limits of a search.

    Raises:
        PuzzleError: a limit is not a number of 0 or more.
    """
    limits = {
        "max_moves": moves, "max_states": states,
        "time_limit": seconds, "memory_limit": memory_mib, "threads": threads,
    }  # fmt: skip
    invalid = [name for name, limit in limits.items() if limit is not None and not limit >= 0]
    if invalid:
        text = tr("{name} must be a number of 0 or more")
        raise PuzzleError("\n".join(text.format(name=name) for name in invalid))
    if seconds == math.inf:
        seconds = None
    return Limits(moves, states, seconds, memory_mib, threads)


def _parse_settings(given: dict[str, Any]) -> ExportSettings:
    """Return the settings of an export.

    Raises:
        PuzzleError: with every invalid setting.
        TypeError: there is no setting of that name.
    """
    for name in given:
        if name not in SETTINGS:
            text = f"export() has no setting {name!r}"
            raise TypeError(with_suggestion(text, name, SETTINGS))
    values, errors = {}, []
    for name, value in given.items():
        try:
            values[name] = SETTINGS[name].parse(str(value))
        except ValueError as error:
            errors.append(f"{name}: {error}")
    if errors:
        raise PuzzleError("\n".join(errors))
    return ExportSettings(**values)


def _warn_if_slow() -> None:
    """Warn if the solvers are not compiled; Python shows the warning once per calling line."""
    if kernels.UNCOMPILED_REASON:
        warnings.warn(kernels.note(), RuntimeWarning, stacklevel=3)


def _draw_svg(board: Board) -> str:
    """Return the picture of a board as an SVG document."""
    draw = SOLUTION_FORMATS["storyboard-svg"].draw_boards
    assert draw is not None
    return draw([board], ExportSettings()).decode()


Board.draw = _draw_svg
atexit.register(table_store.stop_and_clear)  # no thread builds tables at shutdown

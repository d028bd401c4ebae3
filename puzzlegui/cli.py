"""The command line. Imports no Qt, except for the commands that draw."""

from __future__ import annotations

import argparse
import json
import math
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Self, TextIO

from puzzlegui import __version__, interrupts, kernels
from puzzlegui.core.board import Board, group_digits
from puzzlegui.core.errors import BoardFileError, MoveTextError, PuzzleError
from puzzlegui.core.files import write_file
from puzzlegui.core.solution import Solution, Status, first_fault, replay
from puzzlegui.documents import boardfile
from puzzlegui.documents.presets import PREFIX, PRESETS, load_preset
from puzzlegui.engine import registry
from puzzlegui.engine import run as runs
from puzzlegui.engine.sources import source_title
from puzzlegui.export.formats import FORMATS, Format, format_of
from puzzlegui.export.settings import SETTINGS, Chapter, Setting, Settings
from puzzlegui.families.generate import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.maker import LEVELS, MadeMaze, make_maze
from puzzlegui.families.notation import notation_for
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, COUNTERCLOCKWISE
from puzzlegui.solvers.control import Control, Limits, Request, Stopped

DONE, NO, BAD, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130
_GRAVITY = {DONE: 0, NO: 1, LIMIT: 2, BAD: 3}
_STATUS = {
    Status.SOLVED: DONE,
    Status.UNSOLVABLE: NO,
    Status.LIMIT: LIMIT,
    Status.CANCELLED: INTERRUPTED,
}


def fail(message: str) -> int:
    """Say what is wrong; the exit status for bad input or usage."""
    print(f"puzzlegui: {message}", file=sys.stderr)
    return BAD


def say(text: str) -> None:
    """Write a line of the answer to standard output."""
    print(text)


def load(name: str) -> Board | Solution:
    """The board or solution in a file, in standard input (``-``), or in a preset.

    Raises:
        PuzzleError: with every problem found.
    """
    if name.startswith(PREFIX):
        return load_preset(name.removeprefix(PREFIX))
    if name == "-":
        return boardfile.parse_file(_standard_input(), "standard input")
    return boardfile.load_file(Path(name))


def load_board(name: str) -> Board:
    """As ``load``; of a solution, the board."""
    found = load(name)
    return found.board if isinstance(found, Solution) else found


def _standard_input() -> str:
    data = sys.stdin.buffer.read(boardfile.MAX_SOLUTION_BYTES + 1)
    return boardfile.decode_text(data, "standard input", boardfile.MAX_SOLUTION_BYTES)


# --- the commands -------------------------------------------------------------------------------


def _solve(args: argparse.Namespace) -> int:
    format_ = FORMATS[args.format]
    if format_.name == "storyboard" and args.output is not None:
        format_ = FORMATS["storyboard-svg" if format_of(args.output) is _SVG else "storyboard"]
    _check_format(format_, args)
    if len(args.files) > 1 and not format_.several:
        raise PuzzleError(f"{format_.name} takes one FILE at a time, not {len(args.files)}")
    results = _Results(args)
    with _Progress(args.quiet) as progress:
        pieces = format_.write(results.chapters(progress), _settings(args), progress.drawing)
        if args.output is not None:
            write_file(args.output, *pieces)
        else:
            for piece in pieces:
                progress.clear()
                _write_out(piece)
    return results.gravest


_SVG = FORMATS["storyboard-svg"]


def _write_out(piece: bytes) -> None:
    """Write to standard output, which may be text only."""
    sys.stdout.flush()
    sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def _check_format(format_: Format, args: argparse.Namespace) -> None:
    """Raise PuzzleError if the format cannot be written where it should go."""
    if format_.missing:
        raise PuzzleError(format_.missing)
    if args.output is not None:
        check_writable(args.output)
    elif format_.binary and sys.stdout.isatty():
        raise PuzzleError(f"{format_.name} is nothing for a terminal; name a file with -o")


class _Results:
    """The files of a command line, solved one after the other, and the gravest exit status."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self.gravest = DONE

    def chapters(self, progress: _Progress) -> Iterator[Chapter]:
        """The result of each file.

        Raises:
            PuzzleError: the only file cannot be read, or its board not be solved as asked.
            KeyboardInterrupt: the search was interrupted.
        """
        args = self._args
        several = len(args.files) > 1
        # The time limit counts from the start of the program, for the files after the first
        # from the end of the one before.
        begun = args.begun
        for name in args.files:
            try:
                board = load_board(name)
                notation_for(board, args.notation)
                spent = time.perf_counter() - begun
                written = _Written(FORMATS[args.format], board, _settings(args))
                request = _request(args, spent)
                solution = _run(board, args.solver, request, progress, written.add)
            except PuzzleError as error:
                if not several:
                    raise
                progress.clear()
                fail(str(error))
                status = BAD
                yield Chapter(None, name, str(error))
            else:
                status = _STATUS[solution.status]
                yield Chapter(solution, name if several else "", written=written.texts)
            self.gravest = max(self.gravest, status, key=_GRAVITY.__getitem__)
            begun = time.perf_counter()


class _Written:
    """Of several solutions, those from the second on, written as they are found.

    There may be a hundred thousand, and the time that takes is to be within the limits.
    """

    def __init__(self, format_: Format, board: Board, settings: Settings) -> None:
        self._one, self._board, self._settings = format_.one, board, settings
        self.texts: list[str] = []

    def add(self, number: int, moves: Sequence[Any]) -> None:
        """Take a solution."""
        if number > 1 and self._one is not None:
            self.texts.append(self._one(self._board, number, moves, self._settings))


def _request(args: argparse.Namespace, spent: float) -> Request:
    seconds = None if args.time_limit is None else max(0.0, args.time_limit - spent)
    limits = Limits(args.max_moves, args.max_states, seconds, args.memory_limit)
    return Request(limits, args.seed, args.all)


def _run(
    board: Board,
    solver: str,
    request: Request,
    progress: _Progress,
    listed: runs.Listener | None = None,
) -> Solution:
    with runs.start(board, solver, request, listed) as run:

        def wait() -> None:
            interrupts.check()
            progress.solving(run.stats)

        try:
            solution = run.result(wait)
        finally:
            progress.clear()
    if _STATUS[solution.status] == INTERRUPTED:
        raise KeyboardInterrupt
    return solution


class _Progress:
    """One line that is written over and over, at most five times a second, to a terminal only."""

    def __init__(self, quiet: bool) -> None:
        self._stream: TextIO | None = sys.stderr if sys.stderr.isatty() and not quiet else None
        self._shown = time.monotonic()  # what is done at once shows nothing
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def solving(self, stats: runs.Stats) -> None:
        """Show how far a search has come."""
        if not self._due():
            return
        parts = [f"{stats.solver}  {stats.seconds:.1f} s", f"{group_digits(stats.states)} states"]
        if stats.seconds > 0:
            parts.append(f"{group_digits(round(stats.states / stats.seconds))}/s")
        parts += [f"depth {stats.depth}"] if stats.depth else []
        parts += [f"at least {stats.bound} moves"] if stats.bound else []
        parts += [f"found {stats.length}"] if stats.length is not None else []
        parts += [f"{stats.memory_mib:.0f} MiB", stats.phase]
        self._show("  ".join(part for part in parts if part))

    def drawing(self, done: int, total: int) -> None:
        """Show how far a file has come."""
        if self._due():
            self._show(f"writing  {group_digits(done)} of {group_digits(total)}")

    def _due(self) -> bool:
        now = time.monotonic()
        if self._stream is None or now - self._shown < 0.2:
            return False
        self._shown = now
        return True

    def _show(self, line: str) -> None:
        assert self._stream is not None
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width and self._stream is not None:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0


def _check(args: argparse.Namespace) -> int:
    board = load_board(args.file)
    say(f"{board.title or args.file}: {board.describe()}")
    say("A sound board.")
    verdict = board.verdict()
    if verdict.solvable is None:
        limits = Limits(seconds=args.time_limit)
        verdict = runs.decided(verdict, runs.deciding_run(board, limits).start().result())
    say(verdict.reason)
    if verdict.reachable is not None:
        noun = "cells" if board.family == "maze" else "arrangements"
        say(f"Reachable {noun}: {group_digits(verdict.reachable)}.")
    return {True: DONE, False: NO, None: LIMIT}[verdict.solvable]


def _verify(args: argparse.Namespace) -> int:
    board = load_board(args.board)
    text = _moves_text(args.solution)
    try:
        moves = board.parse_moves(text)
    except MoveTextError as error:
        raise PuzzleError(f"{args.solution}: {error}") from None
    except PuzzleError as error:  # well written, but no path of this maze
        say(f"Wrong: {error}.")
        return NO
    played = replay(board, moves)
    say(played.message)
    return DONE if played.right else NO


def _moves_text(name: str) -> str:
    """The moves of a solution file, or the text of any other file."""
    if name == "-":
        text = _standard_input()
    else:
        text = boardfile.read_text(Path(name), boardfile.MAX_SOLUTION_BYTES)
    if not text.lstrip().startswith("{"):
        return text
    found = boardfile.parse_file(text, name)
    if not isinstance(found, Solution):
        raise BoardFileError(name, boardfile.problem("this is a board; a solution is expected"))
    return " ".join(found.board.moves_text(found.moves)) if found.solved else ""


def _solvers(args: argparse.Namespace) -> int:
    families = [args.family] if args.family else list(FAMILIES)
    rows = [row for family in families for row in _solver_rows(family)]
    if args.format == "json":
        say(json.dumps(rows, ensure_ascii=False, indent=2))
        return DONE
    for family in families:
        say(f"{family}")
        for row in rows:
            if row["family"] == family:
                source = f" [{row['source_title']}]" if row["source"] else ""
                say(f"  {row['name']:<12} {row['sentence']}{source}")
    return DONE


def _solver_rows(family: str) -> Iterable[dict[str, Any]]:
    yield {
        "family": family, "name": registry.AUTO, "sentence": registry.AUTO_SENTENCE,
        "optimal": False, "all": "", "source": "", "source_title": "", "smallest": 2,
    }  # fmt: skip
    for solver in registry.solvers_of(family):
        yield {
            "family": family, "name": solver.name, "sentence": solver.sentence,
            "optimal": solver.optimal, "all": solver.lists, "source": solver.source,
            "source_title": source_title(solver.source), "smallest": solver.smallest,
        }  # fmt: skip


def _presets(_args: argparse.Namespace) -> int:
    for name in PRESETS:
        board = load_preset(name)
        say(f"{name:<24} {board.family:<9} {board.size:<6} {board.title}")
    return DONE


def _tables(args: argparse.Namespace) -> int:
    from puzzlegui.engine import tables  # noqa: PLC0415 - imports numpy
    from puzzlegui.solvers import stored  # noqa: PLC0415 - imports numpy

    if args.clear:
        count = stored.remove_all()
        say(f"removed {count} table{'' if count == 1 else 's'} from {stored.folder()}")
    if args.build is not None:
        offers = {offer.name: offer for offer in tables.offers()}
        if unknown := set(args.build) - set(offers):
            raise PuzzleError(f"there is no table {min(unknown)!r}; 'puzzlegui tables' lists them")
        for name, offer in offers.items():
            if name in args.build or (not args.build and offer.usual):
                _build_table(name, offer.build, args.memory_limit)
    if not args.clear and args.build is None:
        say(f"in {stored.folder()}:")
        for table, known in tables.states():
            what = known.what if known else "made for a board that was solved"
            size = f"{table.size / (1 << 20):.1f} MiB" if table.size else ""
            say(f"{table.name:<32} {table.state:<8} {size:>10}  {what}")
    return DONE


def _build_table(name: str, build: Callable[[Control], None], memory: int | None) -> None:
    """Build a table in a thread of its own, so that an interrupt stops it."""
    request = Request(Limits(memory_mib=memory))
    control = Control(request, runs.memory_left(request.limits))
    begun = time.perf_counter()
    with ThreadPoolExecutor(1, "table") as pool:
        job = pool.submit(build, control)
        try:
            while not wait([job], 0.05).done:
                pass
            job.result()
        except Stopped:
            raise PuzzleError(f"{name} takes more memory than there is") from None
        finally:
            control.stop("cancelled")
    say(f"{name}: there after {time.perf_counter() - begun:.1f} s")


def _new(args: argparse.Namespace) -> int:
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    rows, columns = args.rows, args.cols or args.rows
    board: Board
    difficulty = ""
    if args.unique:
        made = _unique_maze(args, rows, columns, seed)
        board, difficulty = made.board, made.difficulty()
    elif (args.length, args.level, args.sum) != (None, None, None):
        raise PuzzleError("--length, --level and --sum go with --unique")
    else:
        board = new_board(
            args.family, rows, columns, seed,
            colours=args.colours, turns=args.turns, scramble=args.moves,
        )  # fmt: skip
    title = args.title or f"{args.family} {board.size}, seed {seed}"
    text = boardfile.dump_board(board.changed(title=title))
    if args.output is None:
        sys.stdout.write(text)
        return DONE
    write_file(args.output, text.encode())
    if difficulty:
        say(difficulty)
    return DONE


def _unique_maze(args: argparse.Namespace, rows: int, columns: int, seed: int) -> MadeMaze:
    if args.family != MazeBoard.family:
        raise PuzzleError("--unique makes mazes only")
    if args.moves is not None:
        raise PuzzleError("a maze has no moves to be scrambled by; choose a --length instead")
    level = LEVELS[args.level] if args.level else None
    made = make_maze(rows, columns, seed, length=args.length, level=level, total=args.sum)
    assert made is not None  # nobody watches who could stop it
    return made


def _render(args: argparse.Namespace) -> int:
    format_ = format_of(args.output)
    if format_ is None or not format_.picture:
        kinds = ", ".join(kind.suffix for kind in _PICTURES)
        raise PuzzleError(f"{args.output}: a picture's name ends in one of {kinds}")
    _check_format(format_, args)
    subject = load(args.file)
    settings = _settings(args)
    notation_for(subject.board if isinstance(subject, Solution) else subject, settings.notation)
    with _Progress(args.quiet) as progress:
        if isinstance(subject, Solution):
            if fault := first_fault(subject):
                fail(f"{args.file}: {fault}")
                return NO
        elif format_.board is not None:
            write_file(args.output, format_.board(subject, settings))
            return DONE
        else:
            spent = time.perf_counter() - args.begun
            subject = _run(subject, registry.AUTO, _request(args, spent), progress)
            if not subject.solved:
                fail(f"{args.file}: {subject.outcome()}")
                return _STATUS[subject.status]
        write_file(args.output, *format_.write([Chapter(subject)], settings, progress.drawing))
    return DONE


_PICTURES = [format_ for format_ in FORMATS.values() if format_.picture]


def _selftest(args: argparse.Namespace) -> int:
    from puzzlegui.gui import selftest  # noqa: PLC0415 - only what draws imports Qt

    return selftest.run(args.out)


def check_writable(path: Path) -> None:
    """Raise PuzzleError if nothing can be written there, before work is done in vain."""
    folder = path.parent
    if path.is_dir():
        raise PuzzleError(f"{path}: is a folder; name a file in it")
    if not folder.is_dir():
        raise PuzzleError(f"{path}: there is no folder {folder}")


# --- arguments ----------------------------------------------------------------------------------


def _count(text: str) -> int:
    """A whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    """A time that is a number from 0 on."""
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError
    return number


_count.__name__, _seconds.__name__ = "number", "number of seconds"  # argparse names them so


def _add_solve(parser: argparse.ArgumentParser) -> None:
    names = dict.fromkeys([registry.AUTO, *(solver.name for solver in registry.SOLVERS)])
    parser.add_argument("files", nargs="+", metavar="FILE", help=_FILE_HELP)
    parser.add_argument(
        "--solver", default=registry.AUTO, metavar="NAME", choices=names,
        help=f"one of {', '.join(names)}; 'puzzlegui solvers' says which serve which family",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="list all solutions")
    parser.add_argument("--max-moves", type=_count, metavar="N", help="longest solution wanted")
    parser.add_argument("--max-states", type=_count, metavar="N", help="states to expand at most")
    _add_limits(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="file to write to")
    _add_settings(parser, FORMATS.values())


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time-limit", type=_seconds, metavar="S", help="seconds for each board")
    parser.add_argument(
        "--memory-limit", type=_count, metavar="MIB",
        help="MiB for the whole program (default: half of the machine's)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for solvers that choose")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _add_settings(parser: argparse.ArgumentParser, formats: Iterable[Format]) -> None:
    """An option for each setting that one of the formats heeds."""
    formats = list(formats)
    group = parser.add_argument_group("settings of some formats")
    for setting in SETTINGS.values():
        heeding = [format_.name for format_ in formats if setting.name in format_.settings]
        if setting.choices:
            wanted = ", ".join(str(value) for value, _ in setting.choices)
        else:
            wanted = f"{setting.least:g} to {setting.most:g}"
        group.add_argument(
            setting.option, dest=setting.name, type=_value_of(setting), default=setting.default,
            metavar="VALUE",
            help=f"{setting.label.lower()}: {wanted} (default: {setting.default}); "
            f"for {', '.join(heeding)}",
        )  # fmt: skip


def _value_of(setting: Setting) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            return setting.parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None

    return parse


def _settings(args: argparse.Namespace) -> Settings:
    return Settings(**{name: getattr(args, name) for name in SETTINGS})


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=_FILE_HELP)
    parser.add_argument(
        "--time-limit", type=_seconds, metavar="S", default=10.0,
        help="seconds for the search that a maze with a sum takes (default: 10)",
    )  # fmt: skip


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=_FILE_HELP)
    parser.add_argument("solution", metavar="SOLUTION", help="solution file, or text of moves")


def _add_solvers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def _add_nothing(_parser: argparse.ArgumentParser) -> None:
    pass


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--build", nargs="*", metavar="NAME",
        help="build tables now: those named, or else the usual ones",
    )  # fmt: skip
    parser.add_argument("--clear", action="store_true", help="remove all tables (first)")
    parser.add_argument(
        "--memory-limit", type=_count, metavar="MIB",
        help="MiB for the whole program (default: half of the machine's)",
    )  # fmt: skip


def _add_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--rows", type=_count, default=4, metavar="R", help="2 to 30 (default: 4)")
    parser.add_argument("--cols", type=_count, metavar="C", help="2 to 30 (default: as rows)")
    parser.add_argument("--seed", type=int, metavar="N", help="for the same board again")
    parser.add_argument(
        "--colours", type=_count, default=0, metavar="K", help="K different values only"
    )
    parser.add_argument("--turns", choices=(BOTH, CLOCKWISE, COUNTERCLOCKWISE), default=BOTH)
    parser.add_argument(
        "--moves", type=_count, metavar="N",
        help="scramble by N random moves instead of choosing among all solvable boards",
    )  # fmt: skip
    parser.add_argument(
        "--unique", action="store_true",
        help="a maze with a single shortest solution or, with --sum, a single solution",
    )  # fmt: skip
    parser.add_argument(
        "--length", type=_count, metavar="N",
        help="with --unique: its moves (default: as many as can be, or with --sum any)",
    )  # fmt: skip
    parser.add_argument("--level", choices=LEVELS, help="with --unique: how hard, without --length")
    parser.add_argument("--sum", type=int, metavar="S", help="with --unique: the wanted sum")
    parser.add_argument("--title", default="")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file to write to")


def _add_render(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"{_FILE_HELP}, or a solution file")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", required=True,
        help=f"its ending says what it is: {', '.join(kind.suffix for kind in _PICTURES)}; a board "
        "is solved first where that is needed",
    )  # fmt: skip
    _add_limits(parser)
    _add_settings(parser, _PICTURES)
    parser.set_defaults(all=False, max_moves=None, max_states=None)


def _add_selftest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the results")


_FILE_HELP = "board file, - for standard input, or preset:NAME"

COMMANDS: dict[
    str, tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]
] = {
    "solve": ("solve boards and write the moves", _add_solve, _solve),
    "check": ("say whether a board is sound and can be solved", _add_check, _check),
    "verify": ("replay a solution on a board", _add_verify, _verify),
    "solvers": ("list the solvers", _add_solvers, _solvers),
    "tables": ("list, build or remove the tables that solvers keep", _add_tables, _tables),
    "presets": ("list the boards that come with the program", _add_nothing, _presets),
    "new": ("make a new board", _add_new, _new),
    "render": ("draw a board or a solution", _add_render, _render),
    "selftest": ("try the program out, window included", _add_selftest, _selftest),
}
"""Name, help, arguments and function of each command."""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    top = argparse.ArgumentParser(
        prog="puzzlegui",
        description="Design rotation grids, sliding puzzles and number mazes and see them solved. "
        "Without a command the window opens, with FILE if one is given.",
        usage="puzzlegui [FILE]\n       puzzlegui COMMAND …",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"puzzlegui {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (help_, add, _) in COMMANDS.items():
        add(commands.add_parser(name, help=help_, description=help_.capitalize() + "."))
    return top


def run(argv: Sequence[str], begun: float | None = None) -> int:
    """Run a command and return the exit status.

    Args:
        argv: the command and its arguments.
        begun: when the program started, by ``time.perf_counter``; None for now.
    """
    try:
        args = parser().parse_args(argv)
        args.begun = time.perf_counter() if begun is None else begun
    except SystemExit as stop:  # after --help, or a message about wrong usage
        return int(stop.code or 0)
    if args.command in {"solve", "tables"} and (note := kernels.note()):
        print(f"puzzlegui: {note}", file=sys.stderr)
    try:
        return COMMANDS[args.command][2](args)
    except PuzzleError as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # whoever read has read enough
    except OSError as error:
        return fail(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "))
    except runs.SolverFaultError as error:
        return fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED

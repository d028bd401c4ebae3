"""The command line: its commands and their parser."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Protocol

from puzzlegui import interrupts, kernels
from puzzlegui.cli import (
    check,
    compare,
    explore,
    lesson,
    new,
    presets,
    render,
    selftest,
    solve,
    solvers,
    study,
    tables,
    verify,
    watch,
)
from puzzlegui.cli.common import INTERRUPTED, fail, note, say
from puzzlegui.cli.options import apply_options, common_options, is_verbose, take_common
from puzzlegui.cli.parser import Parser
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import mark, tr
from puzzlegui.engine import run as runs
from puzzlegui.version import __version__


class Command(Protocol):
    """The module of a command."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


COMMANDS: dict[str, tuple[str, Command]] = {
    "solve": (mark("solve boards and write the moves"), solve),
    "compare": (mark("compare solvers on boards"), compare),
    "explore": (mark("count all arrangements of a board by distance"), explore),
    "study": (mark("run solvers on many boards, or resume an interrupted study"), study),
    "check": (mark("check whether a board is valid and solvable"), check),
    "verify": (mark("replay a solution on a board"), verify),
    "solvers": (mark("list the solvers"), solvers),
    "tables": (mark("list, build or remove stored tables"), tables),
    "presets": (mark("list the boards that come with the program"), presets),
    "new": (mark("create a new board"), new),
    "render": (mark("draw a board or a solution"), render),
    "watch": (mark("show how a search works, step by step"), watch),
    "lesson": (mark("open a lesson in the window"), lesson),
    "selftest": (mark("test the program, including the window"), selftest),
}
"""Name, help and module of each command."""
_SOLVING = {
    "solve",
    "compare",
    "explore",
    "study",
    "tables",
    "new",
    "render",
    "solvers",
    "selftest",
}
"""The commands that may run kernels, or say how long they take."""
_COMMAND = "COMMAND"


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    common = common_options()
    top = Parser(
        prog="puzzlegui",
        description=tr(
            "Design, play and solve grid puzzles. Without a command, the window opens, with FILE "
            "if given."
        ),
        usage=tr("puzzlegui [FILE]\n       puzzlegui COMMAND [ARGUMENT...]"),
        allow_abbrev=False,
        parents=[common],
    )
    top.add_argument(
        "--version", action=_Version, nargs=0,
        help=tr("show the version and exit; "
        "with --verbose, also the versions of everything it uses"),
    )  # fmt: skip
    # It is required, but a mistaken option would be worth saying first.
    commands = top.add_subparsers(dest="command", metavar=_COMMAND, prog="puzzlegui")
    for name, (help_, command) in COMMANDS.items():
        text = tr(help_)
        about = f"{text[:1].upper()}{text[1:]}."
        command.add_arguments(
            commands.add_parser(name, help=text, description=about, parents=[common])
        )
    return top


class _Version(argparse.Action):
    """Says which version this is, and ends."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: object,
        _option: str | None = None,
    ) -> None:
        say(f"puzzlegui {__version__}")
        if is_verbose(namespace):
            from puzzlegui import system  # noqa: PLC0415 - takes a while to load

            say(system.summary())
        parser.exit()


def run(argv: Sequence[str], begun: float | None = None) -> int:
    """Run a command and return the exit status.

    Args:
        argv: the command and its arguments.
        begun: when the program started, by ``time.perf_counter``; None for now.
    """
    try:
        top = parser()
        args = top.parse_args(argv, take_common(argv)[0])  # wherever they stand
        if args.command is None:
            top.error(tr("the following arguments are required: %s") % _COMMAND)
        args.begun = time.perf_counter() if begun is None else begun
    except SystemExit as stop:  # after --help, or a message about wrong usage
        return int(stop.code or 0)
    apply_options(args)
    if args.command in _SOLVING and (why_slow := kernels.note()):
        note(why_slow)
    try:
        status = COMMANDS[args.command][1].run(args)
    except PuzzleError as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # whoever read has read enough
    except OSError as error:
        return fail(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "))
    except runs.SolverFaultError as error:
        return fail(str(error))
    except KeyboardInterrupt:
        status = INTERRUPTED
    return interrupts.exit_status() if status == INTERRUPTED else status

"""Commands of the command line, and their parser."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Protocol

from puzzlegui import interrupts, kernels
from puzzlegui.cli import (
    book,
    card,
    check,
    compare,
    explore,
    export,
    lesson,
    link,
    lock,
    new,
    page,
    play,
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
from puzzlegui.cli import id as id_command
from puzzlegui.cli.common import INTERRUPTED, fail, print_line, print_note
from puzzlegui.cli.options import apply_options, common_options, is_verbose, parse_common
from puzzlegui.cli.output import check_outputs
from puzzlegui.cli.parser import Parser
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.engine import run as runs
from puzzlegui.version import __version__


class Command(Protocol):
    """Interface of a command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


COMMANDS: dict[str, tuple[str, Command]] = {
    "solve": (gettext_noop("solve boards and write the moves"), solve),
    "compare": (gettext_noop("compare solvers on boards"), compare),
    "explore": (gettext_noop("count all arrangements of a board by distance"), explore),
    "study": (gettext_noop("run solvers on many boards, or resume an interrupted study"), study),
    "check": (gettext_noop("check whether a board is valid and solvable"), check),
    "verify": (gettext_noop("replay a solution on a board"), verify),
    "solvers": (gettext_noop("list the solvers"), solvers),
    "tables": (gettext_noop("list, build or remove stored tables"), tables),
    "presets": (gettext_noop("list the boards that come with the program"), presets),
    "new": (gettext_noop("create a new board"), new),
    "play": (gettext_noop("open a board to play it by hand, also as a kiosk"), play),
    "render": (gettext_noop("draw a board or a solution"), render),
    "book": (gettext_noop("write boards as a book to print, with an answer key"), book),
    "card": (gettext_noop("draw a board with its goal, its rule and its ID on a card"), card),
    "page": (gettext_noop("write a web page that plays boards, without their answers"), page),
    "link": (gettext_noop("print an address at which a board can be played"), link),
    "lock": (gettext_noop("lock the hints and solutions of a board in the window"), lock),
    "id": (gettext_noop("print a board as a line of text"), id_command),
    "export": (gettext_noop("write a puzzle as other programs define it"), export),
    "watch": (gettext_noop("show how a search works, step by step"), watch),
    "lesson": (gettext_noop("open a lesson in the window"), lesson),
    "selftest": (gettext_noop("test the program, including the window"), selftest),
}
"""Help and module of each command, by name."""
_SOLVING = {
    "solve",
    "compare",
    "explore",
    "study",
    "tables",
    "new",
    "render",
    "book",
    "card",
    "solvers",
    "selftest",
}
"""Commands that may run kernels, or estimate their speed."""
_COMMAND = "COMMAND"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
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
    # Not required here, so that a wrong option is reported before a missing command.
    commands = top.add_subparsers(dest="command", metavar=_COMMAND, prog="puzzlegui")
    for name, (help_, command) in COMMANDS.items():
        text = tr(help_)
        about = f"{text[:1].upper()}{text[1:]}."
        command.add_arguments(
            commands.add_parser(name, help=text, description=about, parents=[common])
        )
    return top


class _Version(argparse.Action):
    """Action that prints the version and exits."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: object,
        _option: str | None = None,
    ) -> None:
        print_line(f"puzzlegui {__version__}")
        if is_verbose(namespace):
            from puzzlegui import system  # takes a while to load

            print_line(system.summary())
        parser.exit()


def run(argv: Sequence[str], begun: float | None = None) -> int:
    """Run a command and return the exit status.

    Args:
        argv: the command and its arguments.
        begun: start time of the program, by ``time.perf_counter``; None for now.
    """
    try:
        top = parser()
        args = top.parse_args(argv, parse_common(argv)[0])  # common options may be anywhere
        if args.command is None:
            top.error(tr("the following arguments are required: %s") % _COMMAND)
        args.begun = time.perf_counter() if begun is None else begun
    except SystemExit as stop:  # after --help, or a message about wrong usage
        return int(stop.code or 0)
    apply_options(args)
    if args.command in _SOLVING and (why_slow := kernels.note()):
        print_note(why_slow)
    try:
        check_outputs(args)
        status = COMMANDS[args.command][1].run(args)
    except PuzzleError as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # the reader has closed the pipe
    except OSError as error:
        return fail(write_problem(error))
    except runs.SolverFaultError as error:
        return fail(str(error))
    except KeyboardInterrupt:
        status = INTERRUPTED
    return interrupts.exit_status() if status == INTERRUPTED else status

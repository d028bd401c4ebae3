"""Commands of the command line, and their parser."""

from __future__ import annotations

import argparse
import time
from collections.abc import Container, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from puzzlegui import interrupts
from puzzlegui.cli.common import INTERRUPTED, fail, print_line, print_note
from puzzlegui.cli.options import (
    apply_options,
    apply_settings,
    common_options,
    is_verbose,
    parse_common,
)
from puzzlegui.cli.parser import Parser
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.settingsfile import Value
from puzzlegui.version import __version__


class Command(Protocol):
    """Interface of a command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


COMMANDS = {
    "solve": gettext_noop("solve boards and write the moves"),
    "compare": gettext_noop("compare solvers on boards"),
    "explore": gettext_noop("count all arrangements of a board by distance"),
    "study": gettext_noop("run solvers on many boards, or resume an interrupted study"),
    "check": gettext_noop("check whether a board is valid and solvable"),
    "verify": gettext_noop("replay a solution on a board"),
    "line": gettext_noop("rewrite a list of moves: simplify, invert, mirror, expand or fold it"),
    "solvers": gettext_noop("list the solvers"),
    "tables": gettext_noop("list, build or remove stored tables"),
    "presets": gettext_noop("list the boards that come with the program"),
    "new": gettext_noop("create a new board"),
    "play": gettext_noop("open a board to play it by hand, also as a kiosk"),
    "render": gettext_noop("draw a board or a solution"),
    "book": gettext_noop("write boards as a book to print, with an answer key"),
    "card": gettext_noop("draw a board with its goal, its rule and its ID on a card"),
    "page": gettext_noop("write a web page that plays boards, without their answers"),
    "link": gettext_noop("print an address at which a board can be played"),
    "lock": gettext_noop("lock the hints and solutions of a board in the window"),
    "id": gettext_noop("print a board as a line of text"),
    "export": gettext_noop("write a puzzle as other programs define it"),
    "watch": gettext_noop("show how a search works, step by step"),
    "lesson": gettext_noop("open a lesson in the window"),
    "selftest": gettext_noop("test the program, including the window"),
}
"""Help of each command, whose module has its name."""
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
_NO_SETTINGS: Mapping[str, Value] = {}


def load_command(name: str) -> Command:
    """Import the module of a command."""
    command: Command = import_module(f"puzzlegui.cli.{name}")
    return command


def parser(commands: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Args:
        commands: those that have their arguments, for which their modules are imported.
    """
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
    parsers = top.add_subparsers(dest="command", metavar=_COMMAND, prog="puzzlegui")
    for name, help_ in COMMANDS.items():
        text = tr(help_)
        about = f"{text[:1].upper()}{text[1:]}."
        command = parsers.add_parser(name, help=text, description=about, parents=[common])
        if name in commands:
            load_command(name).add_arguments(command)
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


def run(
    argv: Sequence[str], begun: float | None = None, settings: Mapping[str, Value] = _NO_SETTINGS
) -> int:
    """Run a command and return the exit status.

    Args:
        argv: the command and its arguments.
        begun: start time of the program, by ``time.perf_counter``; None for now.
        settings: of the window, those that concern the command line, too, are applied.
    """
    try:
        common, rest = parse_common(argv)  # they may be anywhere
        top = parser(rest)
        args = top.parse_args(argv, common)
        if args.command is None:
            top.error(tr("the following arguments are required: %s") % _COMMAND)
        args.begun = time.perf_counter() if begun is None else begun
    except SystemExit as stop:  # after --help, or a message about wrong usage
        return int(stop.code or 0)
    from puzzlegui import kernels  # not needed to say the version, as the next
    from puzzlegui.cli.output import check_outputs
    from puzzlegui.engine.run import SolverFaultError

    apply_settings(settings)
    apply_options(args)
    if args.command in _SOLVING and (why_slow := kernels.note()):
        print_note(why_slow)
    try:
        check_outputs(args)
        status = load_command(args.command).run(args)
    except PuzzleError as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # the reader has closed the pipe
    except OSError as error:
        return fail(write_problem(error))
    except SolverFaultError as error:
        return fail(str(error))
    except KeyboardInterrupt:
        status = INTERRUPTED
    return interrupts.exit_status() if status == INTERRUPTED else status

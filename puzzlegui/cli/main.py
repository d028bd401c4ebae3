"""The command line: its commands and their parser."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

from puzzlegui import __version__, kernels
from puzzlegui.cli import check, new, presets, render, selftest, solve, solvers, tables, verify
from puzzlegui.cli.common import INTERRUPTED, fail, note
from puzzlegui.cli.options import apply_options, common_options
from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine import run as runs

COMMANDS: dict[
    str, tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]
] = {
    "solve": ("solve boards and write the moves", solve.add_arguments, solve.run),
    "check": ("say whether a board is sound and can be solved", check.add_arguments, check.run),
    "verify": ("replay a solution on a board", verify.add_arguments, verify.run),
    "solvers": ("list the solvers", solvers.add_arguments, solvers.run),
    "tables": ("list, build or remove stored tables", tables.add_arguments, tables.run),
    "presets": ("list the boards that come with the program", presets.add_arguments, presets.run),
    "new": ("make a new board", new.add_arguments, new.run),
    "render": ("draw a board or a solution", render.add_arguments, render.run),
    "selftest": ("try the program out, window included", selftest.add_arguments, selftest.run),
}
"""Name, help, arguments and function of each command."""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    common = common_options()
    top = argparse.ArgumentParser(
        prog="puzzlegui",
        description="Design grid puzzles, play them, and see them solved. "
        "Without a command the window opens, with FILE if one is given.",
        usage="puzzlegui [FILE]\n       puzzlegui COMMAND …",
        allow_abbrev=False,
        parents=[common],
    )
    top.add_argument("--version", action="version", version=f"puzzlegui {__version__}")
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=True, prog="puzzlegui"
    )
    for name, (help_, add, _) in COMMANDS.items():
        about = help_.capitalize() + "."
        add(commands.add_parser(name, help=help_, description=about, parents=[common]))
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
    apply_options(args)
    if args.command in {"solve", "tables"} and (why_slow := kernels.note()):
        note(why_slow)
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

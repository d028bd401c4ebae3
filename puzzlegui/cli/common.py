"""Exit statuses, arguments and output that several commands share."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from puzzlegui import interrupts
from puzzlegui.cli.argparse_i18n import argument_type
from puzzlegui.core.files import escape_controls
from puzzlegui.core.language import gettext_noop, tr

SUCCESS, NEGATIVE, BAD_INPUT, LIMIT_REACHED, INTERRUPTED = 0, 1, 2, 3, interrupts.INTERRUPTED
"""Exit statuses; a command interrupted by SIGTERM ends with 143 instead of ``INTERRUPTED``."""
FILE_HELP = gettext_noop("board file, - for standard input, BOOK#3, preset:NAME, or board ID")


def fail(message: str) -> int:
    """Report an error, and return the exit status for bad input or usage."""
    print_note(message)
    return BAD_INPUT


def print_note(message: str) -> None:
    """Write a message to standard error, apart from the result."""
    print(escape_controls(f"puzzlegui: {message}"), file=sys.stderr)


def print_line(text: str) -> None:
    """Write a line of the result to standard output."""
    print(escape_controls(text))


# --- arguments ---

INPUTS, OUTPUTS = "input_names", "output_names"
"""Attributes of parsed arguments: the names of those that name files."""


def add_input(parser: argparse._ActionsContainer, *names: str, **options: Any) -> None:
    """Add an argument that names inputs, as ``load`` takes them, which no output may replace."""
    add_named_files(parser, INPUTS, *names, **options)


def add_named_files(
    parser: argparse._ActionsContainer, kind: str, *names: str, **options: Any
) -> None:
    """Add an argument that names files, to be found later.

    Args:
        parser: parser of the command, or a group of its arguments.
        kind: ``INPUTS`` or ``OUTPUTS``.
        names: names of the argument.
        options: other arguments of ``add_argument``.
    """
    action = parser.add_argument(*names, **options)
    parser.set_defaults(**{kind: (*(parser.get_default(kind) or ()), action.dest)})


@argument_type(gettext_noop("must be a whole number of 0 or more, not {value}"))
def natural_count(text: str) -> int:
    """Parse a non-negative whole number, capped far above any possible search."""
    number = int(text)
    if number < 0:
        raise ValueError
    return min(number, _MOST)


_MOST = 10**18


@argument_type(gettext_noop("must be a whole number of 1 or more, not {value}"))
def positive_count(text: str) -> int:
    """Parse a positive whole number."""
    number = int(text)
    if number < 1:
        raise ValueError
    return min(number, _MOST)


@argument_type(gettext_noop("must be a number of seconds, 0 or more, not {value}"))
def seconds(text: str) -> float:
    """Parse a non-negative number of seconds."""
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError
    return number


def add_limits(parser: argparse.ArgumentParser, time_help: str = "", memory_help: str = "") -> None:
    """Add the options for limits of a search, with their help if it is not the usual."""
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S",
        help=time_help or tr("time limit for each board, in seconds"),
    )  # fmt: skip
    parser.add_argument(
        "--memory-limit", type=natural_count, metavar="MIB",
        help=memory_help or tr("memory limit for the whole program, in MiB "
        "(default: half of the machine's memory)"),
    )  # fmt: skip
    add_threads(parser)
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help=tr("seed for solvers that use random numbers"),
    )
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of threads."""
    parser.add_argument(
        "--threads", type=positive_count, metavar="N",
        help=tr("number of threads that search in parallel (default: one for each processor)"),
    )  # fmt: skip

"""What several commands share: exit statuses, arguments, what is said and written."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from typing import Any

from puzzlegui import interrupts
from puzzlegui.cli.wording import reading
from puzzlegui.core.files import visible
from puzzlegui.core.language import mark, tr
from puzzlegui.core.solution import Status
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import SETTINGS, Setting, Settings

DONE, NO, BAD, LIMIT, INTERRUPTED = 0, 1, 2, 3, interrupts.INTERRUPTED
"""Exit statuses; a command interrupted by SIGTERM ends with 143 instead of ``INTERRUPTED``."""
STATUS = {
    Status.SOLVED: DONE,
    Status.UNSOLVABLE: NO,
    Status.LIMIT: LIMIT,
    Status.CANCELLED: INTERRUPTED,
}
"""The exit status of a search."""
FILE_HELP = mark("board file, - for standard input, or preset:NAME")


def fail(message: str) -> int:
    """Say what is wrong; the exit status for bad input or usage."""
    note(message)
    return BAD


def note(message: str) -> None:
    """Say something on standard error that is no part of the answer."""
    print(visible(f"puzzlegui: {message}"), file=sys.stderr)


def say(text: str) -> None:
    """Write a line of the answer to standard output."""
    print(visible(text))


# --- arguments ---


@reading(mark("must be a whole number of 0 or more, not {value}"))
def count(text: str) -> int:
    """A whole number from 0 on; what is larger than any search can reach is cut."""
    number = int(text)
    if number < 0:
        raise ValueError
    return min(number, _MOST)


_MOST = 10**18


@reading(mark("must be a whole number of 1 or more, not {value}"))
def processes(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError
    return min(number, _MOST)


@reading(mark("must be a number of seconds, 0 or more, not {value}"))
def seconds(text: str) -> float:
    """A time that is a number from 0 on."""
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError
    return number


def add_limits(parser: argparse.ArgumentParser) -> None:
    """The limits of a search."""
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", help=tr("time limit for each board, in seconds")
    )
    parser.add_argument(
        "--memory-limit", type=count, metavar="MIB",
        help=tr("memory limit for the whole program, in MiB "
        "(default: half of the machine's memory)"),
    )  # fmt: skip
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help=tr("seed for solvers that use random numbers"),
    )
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))


def add_settings(parser: argparse.ArgumentParser, formats: Iterable[Format[Any]]) -> None:
    """An option for each setting that one of the formats uses."""
    formats = list(formats)
    group = parser.add_argument_group(tr("format settings"))
    for setting in SETTINGS.values():
        using = [format_.name for format_ in formats if setting.name in format_.settings]
        if not using:
            continue
        if setting.choices:
            wanted = ", ".join(str(value) for value, _ in setting.choices)
        else:
            wanted = tr("{least} to {most}").format(
                least=f"{setting.least:g}", most=f"{setting.most:g}"
            )
        group.add_argument(
            setting.option, dest=setting.name, type=_value_of(setting), default=setting.default,
            metavar="VALUE",
            help=tr("{what}: {wanted} (default: {usual}); for {formats}").format(
                what=setting.label,
                wanted=wanted,
                usual=str(setting.default),
                formats=", ".join(using),
            ),
        )  # fmt: skip


def _value_of(setting: Setting) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            return setting.parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None

    return parse


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings chosen by the options of ``add_settings``."""
    return Settings(**{name: getattr(args, name) for name in SETTINGS if hasattr(args, name)})

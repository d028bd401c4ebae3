"""What several commands share: exit statuses, arguments, what is said and written."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Status
from puzzlegui.export.formats import Format
from puzzlegui.export.settings import SETTINGS, Setting, Settings

DONE, NO, BAD, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses."""
STATUS = {
    Status.SOLVED: DONE,
    Status.UNSOLVABLE: NO,
    Status.LIMIT: LIMIT,
    Status.CANCELLED: INTERRUPTED,
}
"""The exit status of a search."""
FILE_HELP = "board file, - for standard input, or preset:NAME"


def fail(message: str) -> int:
    """Say what is wrong; the exit status for bad input or usage."""
    note(message)
    return BAD


def note(message: str) -> None:
    """Say something on standard error that is no part of the answer."""
    print(f"puzzlegui: {message}", file=sys.stderr)


def say(text: str) -> None:
    """Write a line of the answer to standard output."""
    print(text)


def check_writable(path: Path) -> None:
    """Raise PuzzleError if nothing can be written there, before work is done for nothing."""
    folder = path.parent
    if path.is_dir():
        raise PuzzleError(f"{path}: is a folder; name a file in it")
    if not folder.is_dir():
        raise PuzzleError(f"{path}: there is no folder {folder}")


def check_format(format_: Format, args: argparse.Namespace) -> None:
    """Raise PuzzleError if the format cannot be written where it should go."""
    if format_.missing:
        raise PuzzleError(format_.missing)
    if args.output is not None:
        check_writable(args.output)
    elif format_.binary and sys.stdout.isatty():
        raise PuzzleError(f"{format_.name} is nothing for a terminal; name a file with -o")


# --- arguments ---


def count(text: str) -> int:
    """A whole number from 0 on; what is larger than any search can reach is cut."""
    number = int(text)
    if number < 0:
        raise ValueError
    return min(number, _MOST)


_MOST = 10**18


def seconds(text: str) -> float:
    """A time that is a number from 0 on."""
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError
    return number


count.__name__, seconds.__name__ = "number", "number of seconds"  # argparse names them so


def add_limits(parser: argparse.ArgumentParser) -> None:
    """The limits of a search."""
    parser.add_argument("--time-limit", type=seconds, metavar="S", help="seconds for each board")
    parser.add_argument(
        "--memory-limit", type=count, metavar="MIB",
        help="MiB for the whole program (default: half of the machine's)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for solvers that choose")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def add_settings(parser: argparse.ArgumentParser, formats: Iterable[Format]) -> None:
    """An option for each setting that one of the formats uses."""
    formats = list(formats)
    group = parser.add_argument_group("settings of some formats")
    for setting in SETTINGS.values():
        using = [format_.name for format_ in formats if setting.name in format_.settings]
        if setting.choices:
            wanted = ", ".join(str(value) for value, _ in setting.choices)
        else:
            wanted = f"{setting.least:g} to {setting.most:g}"
        group.add_argument(
            setting.option, dest=setting.name, type=_value_of(setting), default=setting.default,
            metavar="VALUE",
            help=f"{setting.label.lower()}: {wanted} (default: {setting.default}); "
            f"for {', '.join(using)}",
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
    return Settings(**{name: getattr(args, name) for name in SETTINGS})

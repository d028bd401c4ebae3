"""``puzzlegui selftest``."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzlegui import interrupts
from puzzlegui.core.language import tr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the results go."""
    parser.add_argument("--out", type=Path, metavar="DIR", help=tr("folder for the results"))


def run(args: argparse.Namespace) -> int:
    """Try the program out, window included."""
    with interrupts.ending_the_program():
        from puzzlegui.gui import selftest  # noqa: PLC0415 - only what draws imports Qt
    return selftest.run(args.out)

"""``puzzlegui selftest``."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzlegui import interrupts
from puzzlegui.core.language import tr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--out", type=Path, metavar="DIR", help=tr("folder for the results"))


def run(args: argparse.Namespace) -> int:
    """Test the program, including the window."""
    with interrupts.default_handlers():
        from puzzlegui.gui import selftest  # only what draws imports Qt
    return selftest.run(args.out)

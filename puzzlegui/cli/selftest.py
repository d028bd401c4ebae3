"""``puzzlegui selftest``."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the results go."""
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the results")


def run(args: argparse.Namespace) -> int:
    """Try the program out, window included."""
    from puzzlegui.gui import selftest  # noqa: PLC0415 - only what draws imports Qt

    return selftest.run(args.out)

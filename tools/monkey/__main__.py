"""Letting the monkey loose: ``python -m tools.monkey --minutes 20 --seed 7``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests import display
from tools.monkey.loose import let_loose


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Let the monkey loose as asked on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pause", type=int, default=5, help="milliseconds between two steps")
    parser.add_argument("--largest", type=int, default=30, help="rows and columns at most")
    parser.add_argument("--trail", type=argparse.FileType("w"), help="a file for every step")
    chosen = parser.parse_args()
    display.select_platform()
    with tempfile.TemporaryDirectory() as scratch:
        found = let_loose(
            Path(scratch),
            chosen.seed,
            seconds=60 * chosen.minutes,
            pause=chosen.pause,
            largest=chosen.largest,
            trail=chosen.trail,
            say=_say,
        )
    _say(found.report())
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())

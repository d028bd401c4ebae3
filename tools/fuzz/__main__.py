"""Damaged bytes for every reader: ``python -m tools.fuzz --seconds 60``.

``--large`` reads files that are enlarged in many ways, and prints what they take; see ``large``.

With atheris installed, the coverage of the code leads the damage; else it is at random. What a
reader fails on is left in the folder ``found``, to be mended and kept there as a test.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import tempfile

from tools.fuzz.damage import fuzz


def main() -> int:
    """Fuzz the readers as asked on the command line."""
    from tools.fuzz.readers import READERS

    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="in all")
    parser.add_argument("--readers", nargs="*", default=[], help="by default, all")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--large", action="store_true", help="read enlarged input instead")
    parser.add_argument("--only", default="", help="with --large, the rows with these words")
    args = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "*=false")
    if args.large:
        from tools.fuzz.large import measure_all

        return 1 if measure_all(args.only) else 0
    names = args.readers or list(READERS)
    context = multiprocessing.get_context("spawn")
    total, wrong = 0, []
    # A process led by atheris leaves its folder behind.
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        for name in names:
            count = context.Value("q", 0)
            share = args.seconds / len(names)
            work = context.Process(target=fuzz, args=(name, share, args.seed, args.plain, count))
            work.start()
            work.join()
            total += count.value
            sys.stdout.write(f"{name}: {count.value} inputs, seed {args.seed}\n")
            sys.stdout.flush()
            if work.exitcode:
                wrong.append(name)
    said = f"wrong: {', '.join(wrong)}" if wrong else "none was wrong"
    sys.stdout.write(f"{total} inputs; {said}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

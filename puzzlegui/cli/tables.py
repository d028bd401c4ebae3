"""``puzzlegui tables``."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from puzzlegui.cli.common import DONE, count, say
from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.memory import memory_left
from puzzlegui.solvers.control import Control, Limits, Request, Stopped


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be done to the tables."""
    parser.add_argument(
        "--build", nargs="*", metavar="NAME",
        help="build tables now: those named, or else the usual ones",
    )  # fmt: skip
    parser.add_argument("--clear", action="store_true", help="remove all tables (first)")
    parser.add_argument(
        "--memory-limit", type=count, metavar="MIB",
        help="MiB for the whole program (default: half of the machine's)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """List, build or remove the tables that solvers keep."""
    from puzzlegui.engine import tables  # noqa: PLC0415 - imports numpy
    from puzzlegui.solvers import stored  # noqa: PLC0415 - imports numpy

    if args.clear:
        removed = stored.remove_all()
        say(f"removed {removed} table{'' if removed == 1 else 's'} from {stored.folder()}")
    if args.build is not None:
        offers = {offer.name: offer for offer in tables.offers()}
        if unknown := set(args.build) - set(offers):
            raise PuzzleError(f"there is no table {min(unknown)!r}; 'puzzlegui tables' lists them")
        for name, offer in offers.items():
            if name in args.build or (not args.build and offer.usual):
                _build_table(name, offer.build, args.memory_limit)
    if not args.clear and args.build is None:
        say(f"in {stored.folder()}:")
        for table, known in tables.states():
            what = known.what if known else "made for a board that was solved"
            size = f"{table.size / (1 << 20):.1f} MiB" if table.size else ""
            say(f"{table.name:<32} {table.state:<8} {size:>10}  {what}")
    return DONE


def _build_table(name: str, build: Callable[[Control], None], memory: int | None) -> None:
    """Build a table in a thread of its own, so that an interrupt stops it."""
    from puzzlegui.solvers import stored  # noqa: PLC0415 - imports numpy

    request = Request(Limits(memory_mib=memory))
    control = Control(request, memory_left(request.limits))
    begun = time.perf_counter()
    with ThreadPoolExecutor(1, "table") as pool:
        job = pool.submit(build, control)
        try:
            while not wait([job], 0.05).done:
                pass
            job.result()
        except Stopped:
            raise PuzzleError(f"{name} takes more memory than there is") from None
        finally:
            control.stop("cancelled")
    if stored.load(name) is None:
        raise PuzzleError(f"{name} was built but could not be kept in {stored.folder()}")
    say(f"{name}: there after {time.perf_counter() - begun:.1f} s")

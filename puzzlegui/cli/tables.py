"""``puzzlegui tables``."""

from __future__ import annotations

import argparse
import time

from puzzlegui.cli.common import SUCCESS, natural_count, print_line
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import decimal, group_digits, mebibytes
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.engine.graph.level_counts import TABLE_PREFIX
from puzzlegui.engine.runner.pool import RemoteTask

_MIB = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--build", nargs="*", metavar="NAME",
        help=tr("build tables now: those named, or the default ones"),
    )  # fmt: skip
    parser.add_argument(
        "--clear", action="store_true", help=tr("remove all tables (before building any)")
    )
    parser.add_argument(
        "--memory-limit", type=natural_count, metavar="MIB",
        help=tr("memory limit for the process that builds, in MiB "
        "(default: half of the machine's memory)"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """List, build or remove the stored tables of solvers."""
    from puzzlegui.engine import tables  # imports numpy
    from puzzlegui.solvers import table_store  # imports numpy

    if args.clear:
        removed = table_store.remove_all()
        print_line(
            ngettext(
                "removed {count} table from {folder}",
                "removed {count} tables from {folder}",
                removed,
            ).format(count=group_digits(removed), folder=str(table_store.folder()))
        )
    if args.build is not None:
        offers = {offer.name: offer for offer in tables.available_tables()}
        for name in args.build:
            if name not in offers:
                message = tr("there is no table {name}; 'puzzlegui tables' lists them")
                raise PuzzleError(with_suggestion(message.format(name=repr(name)), name, offers))
        for name, offer in offers.items():
            if name in args.build or (not args.build and offer.automatic):
                _build_table(name, args.memory_limit)
    if not args.clear and args.build is None:
        found = tables.table_states()
        used, limit = (
            mebibytes(sum(table.size for table, _ in found) / _MIB, 1),
            table_store.disk_limit(),
        )
        if limit:
            text = tr("in {folder}, {used} of {limit} used:")
        else:
            text = tr("in {folder}, {used} used, no limit:")
        print_line(text.format(folder=str(table_store.folder()), used=used, limit=mebibytes(limit)))
        for table, known in found:
            what = known.description if known else _origin(table.name)
            size = mebibytes(table.size / _MIB, 1) if table.size else ""
            print_line(f"{table.name:<32} {table.state:<8} {size:>10}  {what}")
    return SUCCESS


def _origin(name: str) -> str:
    """Return the origin of a table that cannot be built by name."""
    if name.startswith(TABLE_PREFIX):
        return tr("saved by an exploration, to continue from")
    return tr("built while solving a board")


def _build_table(name: str, memory: int | None) -> None:
    """Build a table in a separate process, which an interrupt ends."""
    from puzzlegui.solvers import table_store  # imports numpy

    begun = time.perf_counter()
    RemoteTask("build-table", {"name": name, "memory": memory}).execute()
    if table_store.load(name) is None:
        raise PuzzleError(
            tr("{name} was built but could not be saved in {folder}").format(
                name=name, folder=str(table_store.folder())
            )
        )
    print_line(
        tr("{name}: ready after {number} s").format(
            name=name, number=decimal(time.perf_counter() - begun, 1)
        )
    )

"""``puzzlegui compare``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby

from puzzlegui import interrupts
from puzzlegui.cli.common import (
    BAD,
    DONE,
    INTERRUPTED,
    LIMIT,
    NO,
    STATUS,
    add_limits,
    count,
    note,
    processes,
)  # fmt: skip
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.progress import Progress
from puzzlegui.cli.solve import GRAVITY
from puzzlegui.cli.wording import reading
from puzzlegui.core.counting import seconds
from puzzlegui.core.language import mark, tr
from puzzlegui.core.solution import Status
from puzzlegui.engine import registry
from puzzlegui.engine.benchmark.benchmark import Benchmark
from puzzlegui.engine.benchmark.comparison import comparison, subjects_in
from puzzlegui.engine.benchmark.local import LocalWorkers
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import COLUMNS, Row, in_order
from puzzlegui.engine.benchmark.spec import Spec
from puzzlegui.exporters.benchmarks import RESULT_FORMATS, Findings
from puzzlegui.exporters.settings import Settings, unheard
from puzzlegui.solvers.control import Limits

_SECONDS = 60.0
"""The time limit of each run, unless one is given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is compared, on which boards, and what is to be written."""
    names = ", ".join(dict.fromkeys([registry.AUTO, *(s.name for s in registry.SOLVERS)]))
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=tr("board file, - for standard input, preset:NAME, or a solution file"),
    )
    parser.add_argument(
        "--solvers", type=_names, default=(), metavar="A,B,C",
        help=tr("separated by commas, from {names} "
        "(default: all solvers of the board's family)").format(names=names),
    )  # fmt: skip
    parser.add_argument(
        "--max-moves", type=count, metavar="N", help=tr("maximum length of a solution")
    )
    parser.add_argument(
        "--max-states", type=count, metavar="N", help=tr("maximum number of states to expand")
    )
    add_limits(parser)
    parser.set_defaults(time_limit=_SECONDS)
    parser.add_argument(
        "--jobs", type=processes, default=1, metavar="N",
        help=tr(
            "number of runs at the same time, each in its own process (default: 1, for "
            "comparable times)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--sort", choices=[column.name for column in COLUMNS], metavar="COLUMN",
        help=tr("sort the results of each board by one of {columns}").format(
            columns=", ".join(column.name for column in COLUMNS)
        ),
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=RESULT_FORMATS, metavar="NAME",
        help=tr("one of {formats} (default: from the extension of OUT, or text)").format(
            formats=", ".join(RESULT_FORMATS)
        ),
    )  # fmt: skip
    add_output(parser, tr("output file, - for standard output"))
    parser.epilog = tr("Time limit for each run: {time}. Use --time-limit to change it.").format(
        time=seconds(_SECONDS, 0)
    )


@reading(mark("must be names of solvers separated by commas, not {value}"))
def _names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    names = tuple(filter(None, (name.strip() for name in text.split(","))))
    if not names:
        raise ValueError
    return names


def run(args: argparse.Namespace) -> int:
    """Compare solvers on boards, and write the table."""
    format_ = format_for(args, RESULT_FORMATS, "text")
    check_output(args.output)
    limits = Limits(args.max_moves, args.max_states, args.time_limit, args.memory_limit)
    spec = comparison(subjects_in(args.files), args.solvers, limits, args.seed)
    rows, status = _compared(spec, args)
    if args.sort is not None:
        rows = _sorted(rows, args.sort)
    write_result(
        args.output, format_.write(Findings(rows), Settings(), unheard),
        rescue=lambda: RESULT_FORMATS["text"].write(Findings(rows), Settings(), unheard),
    )  # fmt: skip
    return status


def _compared(spec: Spec, args: argparse.Namespace) -> tuple[list[Row], int]:
    """The rows at the end, and the exit status that they call for.

    Raises:
        KeyboardInterrupt: it came before anything had ended, or twice.
    """
    workers = LocalWorkers(args.jobs, spec.limits, isolated=True)
    with (
        Progress(args.quiet) as progress,
        Results(None, spec) as results,
        Benchmark(spec, results, workers, spec.runs) as benchmark,
    ):
        _, interrupted = interrupts.waited(
            lambda look: benchmark.run(lambda _: look()),
            lambda: progress.comparing(benchmark.rows) if progress.shown else None,
            benchmark.stop,
        )
        found = benchmark.rows
    if not interrupted:
        return found, _status(found)
    if all(row.error or row.status is Status.CANCELLED for row in found):
        raise KeyboardInterrupt
    if not args.quiet:
        note(tr("interrupted; writing the results so far"))
    return found, INTERRUPTED


def _status(rows: Sequence[Row]) -> int:
    """The gravest of what came of each board: what its best solver did."""
    found = DONE
    for _, group in groupby(rows, key=lambda row: row.group):
        listed = list(group)
        broken = any(row.error for row in listed)
        best = min((STATUS[row.status] for row in listed if row.status), default=BAD, key=_rank)
        found = max(found, BAD if broken else best, key=GRAVITY.__getitem__)
    return found


def _rank(status: int) -> int:
    """A board is solved if one has solved it; if none, it is unsolvable if one has proved that."""
    return (DONE, NO, LIMIT, INTERRUPTED).index(status)


def _sorted(rows: Sequence[Row], name: str) -> list[Row]:
    column = next(column for column in COLUMNS if column.name == name)
    groups = groupby(rows, key=lambda row: row.group)
    return [row for _, group in groups for row in in_order(group, column)]

"""``puzzlegui compare``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby

from puzzlegui import interrupts
from puzzlegui.cli.argparse_i18n import argument_type
from puzzlegui.cli.common import (
    BAD_INPUT,
    INTERRUPTED,
    LIMIT_REACHED,
    NEGATIVE,
    SUCCESS,
    add_input,
    add_limits,
    natural_count,
    positive_count,
    print_note,
)
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.search import STATUS
from puzzlegui.cli.solve import SEVERITY
from puzzlegui.cli.sources import add_metric, add_reading, load_source, sources_of
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.solution import Status
from puzzlegui.engine import registry
from puzzlegui.engine.benchmark.benchmark import Benchmark
from puzzlegui.engine.benchmark.comparison import BoardInput, comparison_spec, read_sources
from puzzlegui.engine.benchmark.local_workers import LocalWorkers
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import COLUMNS, Row, sorted_rows
from puzzlegui.engine.benchmark.spec import BenchmarkSpec
from puzzlegui.exporters.benchmarks import RESULT_FORMATS, BenchmarkReport
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.solvers.control import Limits

_SECONDS = 60.0
"""Default time limit of each run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    names = ", ".join(dict.fromkeys([registry.AUTO, *(s.name for s in registry.SOLVERS)]))
    add_input(
        parser,
        "files",
        nargs="+",
        metavar="FILE",
        help=tr(
            "board file, book, - for standard input, preset:NAME, board ID, or a solution file"
        ),
    )
    parser.add_argument(
        "--solvers", action="extend", type=_names, metavar="A,B,C",
        help=tr("separated by commas, from {names} "
        "(default: all solvers of the board's family)").format(names=names),
    )  # fmt: skip
    parser.add_argument(
        "--max-moves", type=natural_count, metavar="N", help=tr("maximum length of a solution")
    )
    parser.add_argument(
        "--max-states",
        type=natural_count,
        metavar="N",
        help=tr("maximum number of states to expand"),
    )
    add_limits(
        parser,
        tr("time limit for each run, in seconds (default: {time})").format(
            time=group_digits(round(_SECONDS))
        ),
        tr("memory limit for each run, in MiB "
           "(default: half of the machine's memory, divided by --jobs)"),
    )  # fmt: skip
    add_metric(parser)
    add_reading(parser, quiet=False)
    parser.set_defaults(time_limit=_SECONDS)
    parser.add_argument(
        "--jobs", type=positive_count, default=1, metavar="N",
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


@argument_type(gettext_noop("must be names of solvers separated by commas, not {value}"))
def _names(text: str) -> tuple[str, ...]:
    """Parse names separated by commas."""
    names = tuple(filter(None, (name.strip() for name in text.split(","))))
    if not names:
        raise ValueError
    return names


def run(args: argparse.Namespace) -> int:
    """Compare solvers on boards, and write the table."""
    format_ = format_for(args, RESULT_FORMATS, "text")
    check_output(args.output)
    limits = Limits(
        args.max_moves, args.max_states, args.time_limit, args.memory_limit, args.threads
    )
    solvers = args.solvers or ()
    spec = comparison_spec(_boards(args), solvers, limits, args.seed, args.metric)
    rows, status = _run_comparison(spec, args)
    if args.sort is not None:
        rows = _sorted(rows, args.sort)
    write_result(
        args.output, format_.write(BenchmarkReport(rows), ExportSettings(), ignore_progress),
        rescue=lambda: RESULT_FORMATS["text"].write(
            BenchmarkReport(rows), ExportSettings(), ignore_progress
        ),
    )  # fmt: skip
    return status


def _boards(args: argparse.Namespace) -> Iterator[BoardInput]:
    """Yield the boards to compare, and say what was guessed about each."""
    return read_sources(sources_of(args.files, args), lambda source: load_source(source, args))


def _run_comparison(spec: BenchmarkSpec, args: argparse.Namespace) -> tuple[list[Row], int]:
    """Run the comparison, and return its rows and the exit status.

    Raises:
        KeyboardInterrupt: before any run had ended, or for the second time.
    """
    workers = LocalWorkers(args.jobs, spec.limits, isolated=True)
    with (
        ProgressLine(args.quiet) as progress,
        Results(None, spec) as results,
        Benchmark(spec, results, workers, spec.runs) as benchmark,
    ):
        _, interrupted = interrupts.wait_interruptible(
            lambda look: benchmark.run(lambda _: look()),
            lambda: progress.show_comparison(benchmark.rows) if progress.visible else None,
            benchmark.stop,
        )
        found = benchmark.rows
    if not interrupted:
        return found, _status(found)
    if all(row.error or row.status is Status.CANCELLED for row in found):
        raise KeyboardInterrupt
    if not args.quiet:
        print_note(tr("interrupted; writing the results so far"))
    return found, INTERRUPTED


def _status(rows: Sequence[Row]) -> int:
    """Return the most severe exit status over all boards, each with that of its best solver."""
    found = SUCCESS
    for _, group in groupby(rows, key=lambda row: row.group):
        listed = list(group)
        broken = any(row.error for row in listed)
        best = min(
            (STATUS[row.status] for row in listed if row.status), default=BAD_INPUT, key=_rank
        )
        found = max(found, BAD_INPUT if broken else best, key=SEVERITY.__getitem__)
    return found


def _rank(status: int) -> int:
    """Rank statuses of solvers on a board: solved is best, then proved unsolvable."""
    return (SUCCESS, NEGATIVE, LIMIT_REACHED, INTERRUPTED).index(status)


def _sorted(rows: Sequence[Row], name: str) -> list[Row]:
    column = next(column for column in COLUMNS if column.name == name)
    groups = groupby(rows, key=lambda row: row.group)
    return [row for _, group in groups for row in sorted_rows(group, column)]

"""``puzzlegui study``."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from puzzlegui import interrupts
from puzzlegui.cli.common import (
    INTERRUPTED,
    OUTPUTS,
    SUCCESS,
    add_input,
    add_named_files,
    positive_count,
    print_line,
    print_note,
)
from puzzlegui.cli.output import STANDARD_OUTPUT, add_output, check_outputs
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.sources import add_reading, reading_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import check_writable
from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.benchmark import Benchmark, Workers
from puzzlegui.engine.benchmark.cluster import ClusterWorkers
from puzzlegui.engine.benchmark.local_workers import LocalWorkers
from puzzlegui.engine.benchmark.parser import BUILTIN, BUILTIN_PREFIX, load_spec
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.spec import BenchmarkSpec
from puzzlegui.exporters.benchmarks import REPORT_FORMATS, BenchmarkReport
from puzzlegui.exporters.formats import export, find_format

_ENDINGS = [format_.suffix for format_ in REPORT_FORMATS.values()]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser, "spec", metavar="SPEC.toml",
        help=tr("study file, or one of {names}").format(
            names=", ".join(f"{BUILTIN_PREFIX}{name}" for name in BUILTIN)
        ),
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=positive_count, metavar="N",
        help=tr("number of processes on this machine (default: one per processor)"),
    )  # fmt: skip
    parser.add_argument(
        "--scheduler", metavar="ADDRESS",
        help=tr("run on the cluster of this Dask scheduler instead, such as tcp://host:8786"),
    )  # fmt: skip
    add_output(
        parser, tr("results file, in SQLite (default: SPEC with the extension .sqlite)"),
        metavar="RESULT",
    )  # fmt: skip
    add_named_files(
        parser, OUTPUTS, "--report", type=Path, metavar="FILE", action="append", default=[],
        help=tr("write a report at the end, as {endings}").format(endings=", ".join(_ENDINGS)),
    )  # fmt: skip
    parser.add_argument(
        "--allow-outside", action="store_true",
        help=tr("also read boards from files outside the folder of SPEC"),
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))
    add_reading(parser, quiet=False)


def run(args: argparse.Namespace) -> int:
    """Run or resume a study, and write its reports."""
    for path in args.report:
        check_writable(path)
        if find_format(path, REPORT_FORMATS) is None:
            message = tr("{path}: the name of a report must end in {endings}")
            raise PuzzleError(message.format(path=str(path), endings=tr(" or ").join(_ENDINGS)))
    spec = load_spec(args.spec, outside=args.allow_outside, options=reading_of(args))
    for note in spec.notes if not args.quiet else ():
        print_note(note)
    output = args.output or Path(f"{Path(args.spec.removeprefix(BUILTIN_PREFIX)).stem}.sqlite")
    args.output = output
    check_outputs(args, inputs=spec.inputs)
    _check_database(output)
    with Results(output, spec) as results:
        with ProgressLine(args.quiet) as shown, _start_benchmark(args, spec, results) as benchmark:
            progress, interrupted = interrupts.wait_interruptible(
                lambda look: benchmark.run(lambda _: look()),
                lambda: shown.show_study(benchmark.progress),
                benchmark.stop,
            )
        for path in args.report:
            format_ = find_format(path, REPORT_FORMATS)
            assert format_ is not None
            export(BenchmarkReport(None, output), path, format_)
        if interrupted:
            print_note(tr("interrupted; run the same command again to continue"))
            return INTERRUPTED
        message = tr("{rows} results, {added} of them new, in {seconds} s: {path}")
        print_line(
            message.format(
                rows=group_digits(results.count()), added=group_digits(progress.added),
                seconds=decimal(progress.seconds, 1), path=str(output),
            )
        )  # fmt: skip
    return SUCCESS


def _check_database(path: Path) -> None:
    """Raise PuzzleError if a path cannot be an SQLite file, such as a stream."""
    if path == STANDARD_OUTPUT or (path.exists() and not (path.is_file() or path.is_dir())):
        message = tr("{path}: the results are a database and need a file of their own")
        raise PuzzleError(message.format(path=str(path)))
    check_writable(path)


def _start_benchmark(args: argparse.Namespace, spec: BenchmarkSpec, results: Results) -> Benchmark:
    return Benchmark(spec, results, _workers(args, spec))


def _workers(args: argparse.Namespace, spec: BenchmarkSpec) -> Workers:
    if args.scheduler is not None:
        if args.jobs is not None:
            raise PuzzleError(
                tr("--jobs applies to this machine and cannot be used with --scheduler")
            )
        return ClusterWorkers(args.scheduler, spec.limits)
    return LocalWorkers(args.jobs or os.cpu_count() or 1, spec.limits)

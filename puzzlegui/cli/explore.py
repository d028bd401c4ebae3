"""``puzzlegui explore``."""

from __future__ import annotations

import argparse
from contextlib import closing

from puzzlegui import interrupts
from puzzlegui.cli.common import (
    FILE_HELP,
    INTERRUPTED,
    LIMIT_REACHED,
    SUCCESS,
    add_input,
    add_threads,
    natural_count,
    print_note,
    seconds,
)
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.formatting import group_digits, mebibytes
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.level_counts import ORIGINS, START
from puzzlegui.engine.graph.remote_exploration import RemoteExploration
from puzzlegui.exporters.explorations import EXPLORATION_FORMATS, FinishedExploration
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.solvers.control import Limits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "file", metavar="FILE", help=tr(FILE_HELP))
    add_reading(parser, quiet=False)
    parser.add_argument(
        "--from", dest="origin", choices=ORIGINS, default=START,
        help=tr("count moves from the start or to the goal (default: start)"),
    )  # fmt: skip
    parser.add_argument("--time-limit", type=seconds, metavar="S", help=tr("time limit in seconds"))
    parser.add_argument(
        "--max-states",
        type=natural_count,
        metavar="N",
        help=tr("maximum number of arrangements to expand"),
    )
    parser.add_argument(
        "--memory-limit",
        type=natural_count,
        metavar="MIB",
        help=tr("memory limit for the process that explores, in MiB"),
    )
    add_threads(parser)
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))
    parser.add_argument(
        "--format", choices=EXPLORATION_FORMATS, metavar="NAME",
        help=tr("one of {formats} (default: from the extension of OUT, or text)").format(
            formats=", ".join(EXPLORATION_FORMATS)
        ),
    )  # fmt: skip
    add_output(parser, tr("output file, - for standard output"))


def run(args: argparse.Namespace) -> int:
    """Count all arrangements of a board by their distance."""
    board = load_board_of(args.file, args)
    check_output(args.output)
    limits = Limits(None, args.max_states, args.time_limit, args.memory_limit, args.threads)
    board.check()
    exploration = RemoteExploration(board, args.origin, limits)
    with closing(exploration):
        return _run_exploration(args, exploration)


def _run_exploration(args: argparse.Namespace, exploration: RemoteExploration) -> int:
    """Explore, write the result, and return the exit status."""
    exploration.prepare()
    with ProgressLine(args.quiet) as progress:
        if progress.visible:
            facts = exploration.facts
            message = tr("{count} arrangements to explore; this needs {size}.")
            print_note(
                message.format(count=group_digits(facts.size), size=mebibytes(facts.memory_mib))
            )
        explored, interrupted = interrupts.run_in_thread(
            exploration.execute,
            lambda: progress.show_exploration(
                exploration.state, exploration.states, exploration.seconds
            ),
            exploration.cancel,
        )
    if exploration.load_problem:
        print_note(exploration.load_problem)
    if interrupted and not explored.counts:
        return INTERRUPTED
    format_ = format_for(args, EXPLORATION_FORMATS, "text")
    found = FinishedExploration(exploration.board.title or args.file, exploration, explored)
    write_result(
        args.output, format_.write(found, ExportSettings(), ignore_progress),
        rescue=lambda: EXPLORATION_FORMATS["text"].write(found, ExportSettings(), ignore_progress),
    )  # fmt: skip
    if interrupted:
        return INTERRUPTED
    return SUCCESS if explored.complete else LIMIT_REACHED

"""``puzzlegui watch``."""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor, wait

from puzzlegui import interrupts, logs
from puzzlegui.cli.common import (
    FILE_HELP,
    LIMIT_REACHED,
    SUCCESS,
    add_input,
    fail,
    natural_count,
)
from puzzlegui.cli.options import folders_of, is_verbose
from puzzlegui.cli.output import (
    add_output,
    add_settings,
    check_output,
    format_for,
    settings_of,
    write_result,
)
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.search import STATUS
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.cli.window import open_window
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.loading import load
from puzzlegui.engine.watching.methods import find_watchable, watchable_searches
from puzzlegui.engine.watching.recording import MAX_STEPS, Recording
from puzzlegui.engine.watching.remote_recording import RemoteRecording
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.folders import Folders


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    suffixes = ", ".join(format_.suffix for format_ in SEARCH_FORMATS.values())
    add_input(parser, "file", metavar="FILE", help=tr(FILE_HELP))
    add_reading(parser, quiet=False)
    parser.add_argument(
        "--solver", default="", metavar="NAME",
        help=tr("search to watch (default: the first one for the board)"),
    )  # fmt: skip
    parser.add_argument(
        "--beside",
        default="",
        metavar="NAME",
        help=tr("second search, shown in step beside the first"),
    )
    parser.add_argument(
        "--from", dest="first", type=natural_count, default=1, metavar="N",
        help=tr("first step (default: 1)"),
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=natural_count, metavar="N", help=tr("maximum number of steps")
    )
    add_output(
        parser,
        tr("the extension sets the format: {suffixes}; if omitted, the window opens").format(
            suffixes=suffixes
        ),
    )
    parser.add_argument(
        "--format", choices=SEARCH_FORMATS, metavar="NAME",
        help=tr("one of {formats} (default: by the extension of OUT)").format(
            formats=", ".join(SEARCH_FORMATS)
        ),
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))
    add_settings(parser, SEARCH_FORMATS.values())


def run(args: argparse.Namespace) -> int:
    """Show searches on a board step by step, in the window or in a file."""
    board = load_board_of(args.file, args)
    names = [args.solver or watchable_searches(board)[0].name, *filter(None, [args.beside])]
    solvers = [find_watchable(board, name).name for name in names]
    if args.output is None:
        return _open(args, solvers)
    format_ = format_for(args, SEARCH_FORMATS)
    if format_.unavailable_reason:
        raise PuzzleError(format_.unavailable_reason)
    check_output(args.output, binary=format_.name if format_.binary else "")
    first, steps = _step_range(args)
    with ProgressLine(args.quiet) as progress:
        recordings = [_record(RemoteRecording(board, name, steps), progress) for name in solvers]
        for recording in recordings:
            if not recording.count:
                return _report_no_steps(args.file, recording)
        count = max(recording.count for recording in recordings)
        if first >= count:
            text = tr("there is no step {step}; the last one is {count}")
            raise PuzzleError(text.format(step=group_digits(args.first), count=group_digits(count)))
        watches = [RecordingViewer(recording) for recording in recordings]
        shown, settings = Searches(watches, first, count - 1), settings_of(args)
        progress.print_estimate(shown, format_, settings)
        pieces = format_.write(shown, settings, progress.show_writing)
        write_result(args.output, pieces, binary=format_.binary, before=progress.clear)
    return SUCCESS


def _step_range(args: argparse.Namespace) -> tuple[int, int]:
    """Return the first step, from 0, and the number of steps to record."""
    first = max(0, args.first - 1)
    return first, MAX_STEPS if args.steps is None else min(MAX_STEPS, first + args.steps)


def _report_no_steps(file: str, recording: Recording) -> int:
    """Report a search without steps, and return the exit status."""
    assert recording.solution is not None
    fail(f"{file}: {recording.solution.outcome()}")
    return STATUS.get(recording.solution.status, LIMIT_REACHED)


def _record(recording: RemoteRecording, progress: ProgressLine) -> RemoteRecording:
    """Record a search with a progress display."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(recording.execute)
        try:
            while not wait([running], timeout=_POLL).done:
                interrupts.check()
                progress.show_recording(recording.count)
        except KeyboardInterrupt:
            recording.cancel()
            raise
        running.result()
    recording.release()
    progress.clear()
    return recording


_POLL = 0.05
"""Seconds between two polls of a search that is being recorded."""


def _open(args: argparse.Namespace, solvers: list[str]) -> int:
    """Show the searches in the window."""
    folders = folders_of(args) or Folders.of_user()
    logs.to_file(folders.log, verbose=is_verbose(args))
    solver, beside = solvers[0], "".join(solvers[1:])
    first, most = _step_range(args)
    return open_window(
        load(args.file), folders, lambda window: window.commands.watch(solver, beside, first, most)
    )

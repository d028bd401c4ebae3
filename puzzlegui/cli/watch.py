"""``puzzlegui watch``."""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor, wait

from puzzlegui import interrupts, logs
from puzzlegui.cli.common import (
    DONE,
    FILE_HELP,
    LIMIT,
    STATUS,
    add_settings,
    count,
    fail,
    settings_of,
)  # fmt: skip
from puzzlegui.cli.options import folders_of, is_verbose
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.progress import Progress
from puzzlegui.cli.window import open_window
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.documents.loading import load, load_board
from puzzlegui.engine.watching.methods import searches, watchable
from puzzlegui.engine.watching.recording import MOST_STEPS, Recording
from puzzlegui.engine.watching.remote import RemoteRecording
from puzzlegui.engine.watching.sight import Watch
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.folders import Folders


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The board, the searches, and what is to be written."""
    suffixes = ", ".join(format_.suffix for format_ in SEARCH_FORMATS.values())
    parser.add_argument("file", metavar="FILE", help=tr(FILE_HELP))
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
        "--from", dest="first", type=count, default=1, metavar="N",
        help=tr("first step (default: 1)"),
    )  # fmt: skip
    parser.add_argument("--steps", type=count, metavar="N", help=tr("maximum number of steps"))
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
    """Show how searches work on a board, in the window or in a file."""
    board = load_board(args.file)
    names = [args.solver or searches(board)[0].name, *filter(None, [args.beside])]
    solvers = [watchable(board, name).name for name in names]
    if args.output is None:
        return _open(args, solvers)
    format_ = format_for(args, SEARCH_FORMATS)
    if format_.missing:
        raise PuzzleError(format_.missing)
    check_output(args.output, binary=format_.name if format_.binary else "")
    first, steps = _range(args)
    with Progress(args.quiet) as progress:
        recordings = [_recorded(RemoteRecording(board, name, steps), progress) for name in solvers]
        for recording in recordings:
            if not recording.count:
                return _nothing(args.file, recording)
        count = max(recording.count for recording in recordings)
        if first >= count:
            text = tr("there is no step {step}; the last one is {count}")
            raise PuzzleError(text.format(step=group_digits(args.first), count=group_digits(count)))
        watches = [Watch(recording) for recording in recordings]
        shown, settings = Searches(watches, first, count - 1), settings_of(args)
        progress.foretell(shown, format_, settings)
        pieces = format_.write(shown, settings, progress.drawing)
        write_result(args.output, pieces, binary=format_.binary, before=progress.clear)
    return DONE


def _range(args: argparse.Namespace) -> tuple[int, int]:
    """The step to begin with, from 0, and how many are recorded."""
    first = max(0, args.first - 1)
    return first, MOST_STEPS if args.steps is None else min(MOST_STEPS, first + args.steps)


def _nothing(file: str, recording: Recording) -> int:
    """There is no step to be shown; the exit status."""
    assert recording.solution is not None
    fail(f"{file}: {recording.solution.outcome()}")
    return STATUS.get(recording.solution.status, LIMIT)


def _recorded(recording: RemoteRecording, progress: Progress) -> RemoteRecording:
    """Run a search while progress is shown."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(recording.execute)
        try:
            while not wait([running], timeout=_POLL).done:
                interrupts.check()
                progress.recording(recording.count)
        except KeyboardInterrupt:
            recording.cancel()
            raise
        running.result()
    recording.release()
    progress.clear()
    return recording


_POLL = 0.05
"""Seconds between two looks at a search that is recorded."""


def _open(args: argparse.Namespace, solvers: list[str]) -> int:
    """Show the searches in the window."""
    folders = folders_of(args) or Folders.of_user()
    logs.to_file(folders.log, verbose=is_verbose(args))
    solver, beside = solvers[0], "".join(solvers[1:])
    first, most = _range(args)
    return open_window(
        load(args.file), folders, lambda window: window.commands.watch(solver, beside, first, most)
    )

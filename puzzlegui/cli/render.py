"""``puzzlegui render``."""

from __future__ import annotations

import argparse
import time

from puzzlegui.cli.common import (
    FILE_HELP,
    NEGATIVE,
    SUCCESS,
    add_limits,
    add_settings,
    fail,
    settings_of,
)  # fmt: skip
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.search import request_of, solve_with_progress
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, first_error
from puzzlegui.documents.loading import load_document
from puzzlegui.engine import registry
from puzzlegui.exporters.settings import Chapter, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notation_for

_PICTURES = {name: format_ for name, format_ in SOLUTION_FORMATS.items() if format_.is_picture}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help=tr("{file_help}, or a solution file").format(file_help=tr(FILE_HELP)),
    )
    add_output(
        parser, required=True,
        help_=tr(
            "the extension sets the format: {names}; a board is solved first if needed"
        ).format(names=", ".join(kind.suffix for kind in _PICTURES.values())),
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=_PICTURES, metavar="NAME",
        help=tr("one of {formats} (default: by the extension of OUT)").format(
            formats=", ".join(_PICTURES)
        ),
    )  # fmt: skip
    add_limits(parser)
    add_settings(parser, _PICTURES.values())
    parser.set_defaults(all=False, max_moves=None, max_states=None)


def run(args: argparse.Namespace) -> int:
    """Draw a board or a solution."""
    format_ = format_for(args, _PICTURES)
    if format_.unavailable_reason:
        raise PuzzleError(format_.unavailable_reason)
    check_output(args.output, binary=format_.name if format_.binary else "")
    subject = load_document(args.file)
    settings = settings_of(args)
    notation_for(subject.board if isinstance(subject, Solution) else subject, settings.notation)
    status, searched = SUCCESS, not isinstance(subject, Solution)
    with ProgressLine(args.quiet) as progress:
        if isinstance(subject, Solution):
            if fault := first_error(subject):
                fail(f"{args.file}: {fault}")
                return NEGATIVE
        elif format_.draw_board is not None:
            content = [format_.draw_board(subject, settings)]
            write_result(args.output, content, binary=format_.binary)
            return SUCCESS
        else:
            spent = time.perf_counter() - args.begun
            found = solve_with_progress(subject, registry.AUTO, request_of(args, spent), progress)
            if found.is_empty:
                raise KeyboardInterrupt
            subject, status = found
            if not subject.solved:
                fail(f"{args.file}: {subject.outcome()}")
                return status
        chapters = [Chapter(subject)]
        progress.print_estimate(chapters, format_, settings)
        write_result(
            args.output, format_.write(chapters, settings, progress.show_writing),
            binary=format_.binary, before=progress.clear,
            rescue=lambda: SOLUTION_FORMATS["text"].write(
                chapters if searched else (), settings, ignore_progress
            ),
        )  # fmt: skip
    return status

"""``puzzlegui render``."""

from __future__ import annotations

import argparse
import time

from puzzlegui.cli.common import (
    DONE,
    FILE_HELP,
    NO,
    add_limits,
    add_settings,
    fail,
    settings_of,
)  # fmt: skip
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.progress import Progress
from puzzlegui.cli.searching import request_of, solved_by
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, first_fault
from puzzlegui.documents.loading import load_document
from puzzlegui.engine import registry
from puzzlegui.exporters.settings import Chapter, unheard
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notation_for

_PICTURES = {name: format_ for name, format_ in SOLUTION_FORMATS.items() if format_.picture}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be drawn, and how."""
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
    if format_.missing:
        raise PuzzleError(format_.missing)
    check_output(args.output, binary=format_.name if format_.binary else "")
    subject = load_document(args.file)
    settings = settings_of(args)
    notation_for(subject.board if isinstance(subject, Solution) else subject, settings.notation)
    status, searched = DONE, not isinstance(subject, Solution)
    with Progress(args.quiet) as progress:
        if isinstance(subject, Solution):
            if fault := first_fault(subject):
                fail(f"{args.file}: {fault}")
                return NO
        elif format_.board is not None:
            content = [format_.board(subject, settings)]
            write_result(args.output, content, binary=format_.binary)
            return DONE
        else:
            spent = time.perf_counter() - args.begun
            found = solved_by(subject, registry.AUTO, request_of(args, spent), progress)
            if found.nothing:
                raise KeyboardInterrupt
            subject, status = found
            if not subject.solved:
                fail(f"{args.file}: {subject.outcome()}")
                return status
        chapters = [Chapter(subject)]
        progress.foretell(chapters, format_, settings)
        write_result(
            args.output, format_.write(chapters, settings, progress.drawing),
            binary=format_.binary, before=progress.clear,
            rescue=lambda: SOLUTION_FORMATS["text"].write(
                chapters if searched else (), settings, unheard
            ),
        )  # fmt: skip
    return status

"""``puzzlegui render``."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from puzzlegui.cli.common import (
    DONE,
    FILE_HELP,
    NO,
    add_limits,
    add_settings,
    check_format,
    fail,
    settings_of,
)  # fmt: skip
from puzzlegui.cli.progress import Progress
from puzzlegui.cli.searching import request_of, solved_by
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import write_file
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, first_fault
from puzzlegui.documents.loading import load_document
from puzzlegui.engine import registry
from puzzlegui.export.formats import FORMATS, format_of
from puzzlegui.export.settings import Chapter
from puzzlegui.families.notation import notation_for

_PICTURES = [format_ for format_ in FORMATS.values() if format_.picture]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be drawn, and how."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help=tr("{file_help}, or a solution file").format(file_help=tr(FILE_HELP)),
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", required=True,
        help=tr(
            "its ending says what it is: {names}; a board is solved first where that is needed"
        ).format(names=", ".join(kind.suffix for kind in _PICTURES)),
    )  # fmt: skip
    add_limits(parser)
    add_settings(parser, _PICTURES)
    parser.set_defaults(all=False, max_moves=None, max_states=None)


def run(args: argparse.Namespace) -> int:
    """Draw a board or a solution."""
    format_ = format_of(args.output)
    if format_ is None or not format_.picture:
        kinds = ", ".join(kind.suffix for kind in _PICTURES)
        raise PuzzleError(
            tr("{output}: a picture's name ends in one of {kinds}").format(
                output=args.output, kinds=kinds
            )
        )
    check_format(format_, args)
    subject = load_document(args.file)
    settings = settings_of(args)
    notation_for(subject.board if isinstance(subject, Solution) else subject, settings.notation)
    status = DONE
    with Progress(args.quiet) as progress:
        if isinstance(subject, Solution):
            if fault := first_fault(subject):
                fail(f"{args.file}: {fault}")
                return NO
        elif format_.board is not None:
            write_file(args.output, format_.board(subject, settings))
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
        progress.foretell(subject, format_, settings)
        write_file(args.output, *format_.write([Chapter(subject)], settings, progress.drawing))
    return status

"""``puzzlegui export``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import FILE_HELP, SUCCESS, add_input, print_note
from puzzlegui.cli.output import add_output, check_output, format_for, write_result
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.language import tr
from puzzlegui.exporters.definitions import DEFINITION_FORMATS, START_FORMATS
from puzzlegui.exporters.settings import ExportSettings, ignore_progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "file", metavar="FILE", help=tr(FILE_HELP))
    add_reading(parser)
    suffixes = ", ".join(format_.suffix for format_ in DEFINITION_FORMATS.values())
    add_output(
        parser, help_=tr("output file; the extension sets the format: {names}").format(
            names=suffixes
        ),
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=DEFINITION_FORMATS, metavar="NAME",
        help=tr("one of {formats} (default: by the extension of OUT)").format(
            formats=", ".join(DEFINITION_FORMATS)
        ),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write a board as a definition for other programs."""
    format_ = format_for(args, DEFINITION_FORMATS)
    check_output(args.output)
    board = load_board_of(args.file, args)
    write_result(args.output, format_.write(board, ExportSettings(), ignore_progress))
    if format_.name not in START_FORMATS and not board.is_solved(board.initial()):
        names = ", ".join(sorted(START_FORMATS))
        text = tr("other programs read the start from a file of its own; export it as {formats}")
        print_note(text.format(formats=names))
    return SUCCESS

"""``puzzlegui id``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import FILE_HELP, SUCCESS, add_input, print_line
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.language import tr
from puzzlegui.documents.board_id import write_id


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "file", metavar="FILE", help=tr(FILE_HELP))
    add_reading(parser)


def run(args: argparse.Namespace) -> int:
    """Print a board as its ID."""
    print_line(write_id(load_board_of(args.file, args)))
    return SUCCESS

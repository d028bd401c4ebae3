"""``puzzlegui link``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import FILE_HELP, SUCCESS, add_input, print_line
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.language import tr
from puzzlegui.documents.board_id import write_link


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "file", metavar="FILE", help=tr(FILE_HELP))
    add_base(parser)
    add_reading(parser)


def add_base(parser: argparse.ArgumentParser) -> None:
    """Add the option for the page that plays the board of its address."""
    parser.add_argument(
        "--base", metavar="URL",
        help=tr("address of a page as {command} writes it (default: the setting of the window)")
        .format(command="puzzlegui page -o play.html"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print an address at which a board can be played."""
    print_line(write_link(load_board_of(args.file, args), args.base))
    return SUCCESS

"""``puzzlegui page``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.book import read_book
from puzzlegui.cli.common import FILE_HELP, add_input
from puzzlegui.cli.output import add_output, check_output, write_result
from puzzlegui.cli.sources import add_reading
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.exporters.book_page import write_html


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser, "files", nargs="*", metavar="FILE",
        help=tr("{file_help}, or a book; without FILE, the page plays the board of its address, "
        "such as {address}").format(file_help=tr(FILE_HELP), address="OUT.html#pg1:…"),
    )  # fmt: skip
    add_output(parser, required=True, help_=tr("output file, a web page"))
    parser.add_argument("--title", default="", help=tr("title of the page"))
    add_reading(parser)


def run(args: argparse.Namespace) -> int:
    """Write a web page that plays boards, without their answers."""
    check_output(args.output)
    book, status = read_book(args)
    if args.files and not book.puzzles:
        raise PuzzleError(tr("there is no puzzle for the page"))
    write_result(args.output, write_html(book, answers=False, plays_links=True))
    return status

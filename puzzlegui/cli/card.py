"""``puzzlegui card``."""

from __future__ import annotations

import argparse
import time

from puzzlegui.cli.book import load_puzzle, with_answer
from puzzlegui.cli.common import FILE_HELP, SUCCESS, add_input, add_limits, fail, print_note
from puzzlegui.cli.link import add_base
from puzzlegui.cli.output import (
    add_output,
    add_settings,
    check_output,
    format_for,
    settings_of,
    write_result,
)
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.search import request_of, solve_with_progress
from puzzlegui.cli.sources import add_reading
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import lock_of
from puzzlegui.documents.board_id import write_id, write_link
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.engine import registry
from puzzlegui.exporters.cards import CARD_FORMATS, MOST_MOVES, Card, qr_squares


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser,
        "file",
        metavar="FILE",
        help=tr("{file_help}, or a solution file").format(file_help=tr(FILE_HELP)),
    )
    suffixes = ", ".join(format_.suffix for format_ in CARD_FORMATS.values())
    add_output(
        parser, required=True,
        help_=tr("output file; the extension sets the format: {names}").format(names=suffixes),
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=CARD_FORMATS, metavar="NAME",
        help=tr("one of {formats} (default: by the extension of OUT)").format(
            formats=", ".join(CARD_FORMATS)
        ),
    )  # fmt: skip
    parser.add_argument(
        "--answer", action="store_true",
        help=tr("show the answer, too; a board is solved first if needed"),
    )  # fmt: skip
    parser.add_argument(
        "--link", action="store_true",
        help=tr("put an address at which the board can be played in the QR code, not its ID"),
    )  # fmt: skip
    add_base(parser)
    add_limits(parser)
    add_reading(parser, quiet=False)
    add_settings(parser, CARD_FORMATS.values())
    parser.set_defaults(all=False, max_moves=None, max_states=None)


def run(args: argparse.Namespace) -> int:
    """Draw a card with a board, its goal, its rule, its ID and a QR code of the ID."""
    format_ = format_for(args, CARD_FORMATS)
    check_output(args.output, binary=format_.name if format_.binary else "")
    puzzle, status = load_puzzle(args.file, args), SUCCESS
    with ProgressLine(args.quiet) as progress:
        locked = bool(lock_of(puzzle.board))
        if args.answer and locked:
            print_note(tr("{file}: the answer is locked, and left out").format(file=args.file))
        if args.answer and not locked and puzzle.moves is None:
            request = request_of(args, time.perf_counter() - args.begun)
            found, status = solve_with_progress(puzzle.board, registry.AUTO, request, progress)
            if not found.solved:
                fail(f"{args.file}: {found.outcome()}")
                return status
            puzzle = with_answer(puzzle, found)
        elif locked or not args.answer:
            puzzle = BookPuzzle(puzzle.board)
        if len(puzzle.moves or ()) > MOST_MOVES:
            text = tr("an answer of {moves} is too long for a card; make a book instead")
            raise PuzzleError(text.format(moves=quantity(len(puzzle.moves or ()), "move")))
        link = write_link(puzzle.board, args.base) if args.link else ""
        card = Card(puzzle, write_id(puzzle.board), link)
        pieces = format_.write(card, settings_of(args), progress.show_writing)
        write_result(args.output, pieces, binary=format_.binary, before=progress.clear)
    if qr_squares(card.code) is None:
        text = tr("the card has no QR code, because the ID of this board is too long for it")
        if card.link:
            text = tr("the card has no QR code, because the link to this board is too long for it")
        print_note(text)
    return status

"""``puzzlegui lock``."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzlegui.cli.common import FILE_HELP, SUCCESS, add_input
from puzzlegui.cli.output import add_output, check_output, write_result
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import LEAST_PIN, lock_for, lock_for_pin, with_lock
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.keyfile import read_key
from puzzlegui.documents.loading import read_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "file", metavar="FILE", help=tr(FILE_HELP))
    lock = parser.add_mutually_exclusive_group(required=True)
    add_input(
        lock, "--pin-file", metavar="F", default=None,
        help=tr("file with a PIN of {count} characters or more; - for standard input").format(
            count=str(LEAST_PIN)
        ),
    )  # fmt: skip
    add_input(lock, "--key", metavar="KEYFILE", default=None, help=tr("key file of the window"))
    add_output(parser, tr("output file (default: standard output)"))
    add_reading(parser)


def run(args: argparse.Namespace) -> int:
    """Write a board whose hints and solutions the window keeps closed; commands still solve it."""
    check_output(args.output)
    board = load_board_of(args.file, args)
    lock = lock_for(read_key(Path(args.key))) if args.key else lock_for_pin(read_pin(args.pin_file))
    write_result(args.output, [dump_board(with_lock(board, lock)).encode()])
    return SUCCESS


def read_pin(source: str) -> str:
    """Return the PIN in a file.

    Raises:
        PuzzleError: the file cannot be read, or its PIN is too short.
    """
    pin = read_text(source).strip()
    if len(pin) < LEAST_PIN:
        raise PuzzleError(
            tr("{file}: a PIN needs {count} characters or more").format(
                file=source, count=str(LEAST_PIN)
            )
        )
    return pin

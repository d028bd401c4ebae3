"""``puzzlegui verify``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import FILE_HELP, NEGATIVE, SUCCESS, add_input, print_line
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.errors import MoveTextError, PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.loading import name_of, read_text
from puzzlegui.documents.verification import read_move_lists, replay_each


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "board", metavar="BOARD", help=tr(FILE_HELP))
    add_reading(parser)
    add_input(
        parser, "solution", metavar="SOLUTION",
        help=tr("solution file, exported CSV or Markdown, or moves as text"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Replay the solutions of a file on a board."""
    board = load_board_of(args.board, args)
    name = name_of(args.solution)
    try:
        lists = read_move_lists(read_text(args.solution), name)
        for number, played in enumerate(replay_each(board, lists), 1):
            if len(lists) > 1:
                which = tr("Solution {number} of {count}.").format(
                    number=group_digits(number), count=group_digits(len(lists))
                )
                print_line(f"{which} {played.message}")
            elif not played.correct:
                print_line(played.message)
            if not played.correct:
                return NEGATIVE
    except MoveTextError as error:
        raise PuzzleError(f"{name}: {error}") from None
    print_line(
        tr("Correct: all {count} solutions reach the goal.").format(count=group_digits(len(lists)))
        if len(lists) > 1
        else played.message
    )
    return SUCCESS

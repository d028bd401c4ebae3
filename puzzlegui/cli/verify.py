"""``puzzlegui verify``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import DONE, FILE_HELP, NO, say
from puzzlegui.core.errors import BoardFileError, MoveTextError, PuzzleError
from puzzlegui.core.solution import Solution, replay
from puzzlegui.documents.boardfile import parse, problem
from puzzlegui.documents.loading import load_board, name_of, read_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The board and the moves."""
    parser.add_argument("board", metavar="BOARD", help=FILE_HELP)
    parser.add_argument("solution", metavar="SOLUTION", help="solution file, or text of moves")


def run(args: argparse.Namespace) -> int:
    """Replay a solution on a board."""
    board = load_board(args.board)
    text = _moves_text(args.solution)
    try:
        moves = board.parse_moves(text)
    except MoveTextError as error:
        raise PuzzleError(f"{args.solution}: {error}") from None
    except PuzzleError as error:  # well written, but no path of this maze
        say(f"Wrong: {error}.")
        return NO
    played = replay(board, moves)
    say(played.message)
    return DONE if played.right else NO


def _moves_text(name: str) -> str:
    """The moves of a solution file, or the text of any other file."""
    text = read_text(name)
    if not text.lstrip().startswith("{"):
        return text
    found = parse(text, name_of(name)).sound()
    if not isinstance(found, Solution):
        raise BoardFileError(name, problem("this is a board; a solution is expected"))
    return " ".join(found.board.moves_text(found.moves)) if found.solved else ""

"""``puzzlegui verify``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import FILE_HELP, NEGATIVE, SUCCESS, print_line
from puzzlegui.core.errors import BoardFileError, MoveTextError, PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Replayer, Solution
from puzzlegui.documents.boardfile import parse, problem
from puzzlegui.documents.loading import load_board, name_of, read_text
from puzzlegui.documents.movelists import MoveList, move_lists


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("board", metavar="BOARD", help=tr(FILE_HELP))
    parser.add_argument(
        "solution", metavar="SOLUTION",
        help=tr("solution file, exported CSV or Markdown, or moves as text"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Replay the solutions of a file on a board."""
    board = load_board(args.board)
    replayer = Replayer(board)
    try:
        lists = _move_lists(args.solution)
        for number, listed in enumerate(lists, 1):
            which = (
                tr("Solution {number}: ").format(number=group_digits(number))
                if len(lists) > 1
                else ""
            )
            try:
                moves = listed.parse(board)
            except MoveTextError:
                raise
            except PuzzleError as error:  # well-formed, but not a path in this maze
                print_line(tr("{which}Wrong: {error}.").format(which=which, error=str(error)))
                return NEGATIVE
            played = replayer.replay(moves)
            note = ""
            for reading in () if played.correct else board.conventions:
                other = replayer.replay(reading.moves(moves))
                if other.correct:
                    played, note = other, f" {tr(reading.note)}"
                    break
            if which or not played.correct:
                print_line(f"{which}{played.message}{note}")
            if not played.correct:
                return NEGATIVE
    except MoveTextError as error:
        raise PuzzleError(f"{name_of(args.solution)}: {error}") from None
    print_line(
        tr("Right: all {count} solutions reach the goal.").format(count=group_digits(len(lists)))
        if len(lists) > 1
        else f"{played.message}{note}"
    )
    return SUCCESS


def _move_lists(name: str) -> list[MoveList]:
    """Return the moves of each solution in a file; never empty."""
    text = read_text(name)
    if not text.lstrip().startswith("{"):
        return move_lists(text)
    found = parse(text, name_of(name)).valid_content()
    if not isinstance(found, Solution):
        raise BoardFileError(name, problem(tr("this is a board; a solution is expected")))
    lists = found.solutions or ((found.moves,) if found.solved else ((),))
    texts = [" ".join(found.board.format_moves(moves) if found.solved else ()) for moves in lists]
    return [MoveList(text, [(0, len(text))]) for text in texts]

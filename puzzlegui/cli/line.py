"""``puzzlegui line``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from puzzlegui.cli.common import FILE_HELP, SUCCESS, add_input
from puzzlegui.cli.output import add_output, check_outputs, write_result
from puzzlegui.cli.sources import add_reading, load_board_of
from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError, PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.line_rewriting import flat, folded, inverted, mirrored, turned, written
from puzzlegui.core.lines import Line
from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.documents.lines import line_in_text, solution_of_line
from puzzlegui.documents.loading import name_of, read_text
from puzzlegui.families.registry import simplified


def _simplified(board: Board, line: Line) -> Line:
    return flat(board, line, partial(simplified, board))


def _expanded(board: Board, line: Line) -> Line:
    return flat(board, line, lambda moves: moves)


_REWRITINGS: dict[str, tuple[Callable[[Board, Line], Line], str]] = {
    "simplify": (_simplified, gettext_noop("remove moves that cancel, join or lead in a circle")),
    "invert": (inverted, gettext_noop("write the line that leads back")),
    "mirror": (mirrored, gettext_noop("write the line as a mirror beside the board shows it")),
    "turn": (turned, gettext_noop("write the line for the board turned by a quarter clockwise")),
    "expand": (_expanded, gettext_noop("write out all brackets, without comments")),
    "fold": (folded, gettext_noop("find repeated moves, commutators and conjugates")),
}
"""Rewritings by option, in the order in which they are made, each with its help."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser, "file", metavar="FILE",
        help=tr("line, moves in any form that is read, or a solution file"),
    )  # fmt: skip
    add_input(
        parser, "--board", metavar="BOARD",
        help=f"{tr(FILE_HELP)} ({tr('default: the board of a solution file')})",
    )  # fmt: skip
    for name, (_, help_) in _REWRITINGS.items():
        parser.add_argument(f"--{name}", action="store_true", help=tr(help_))
    add_output(parser, tr("file for the line, a solution file if it is *.json"))
    add_reading(parser)


def run(args: argparse.Namespace) -> int:
    """Read a line, rewrite it, and write it."""
    check_outputs(args)
    board = None if args.board is None else load_board_of(args.board, args)
    name = name_of(args.file)
    try:
        board, line = line_in_text(read_text(args.file), name, board)
    except MoveTextError as error:
        raise PuzzleError(f"{name}: {error}") from None
    for option, (rewrite, _) in _REWRITINGS.items():
        if getattr(args, option):
            line = rewrite(board, line)
    text = f"{written(board, line)}\n"
    if args.output is not None and args.output.suffix == ".json":
        text = dump_solution(solution_of_line(board, line))
    write_result(args.output, [text.encode()])
    return SUCCESS

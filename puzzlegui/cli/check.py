"""``puzzlegui check``."""

from __future__ import annotations

import argparse

from puzzlegui import interrupts
from puzzlegui.cli.common import (
    FILE_HELP,
    LIMIT_REACHED,
    NEGATIVE,
    SUCCESS,
    add_input,
    fail,
    print_line,
    seconds,
)
from puzzlegui.cli.solve import SEVERITY
from puzzlegui.cli.sources import add_reading, load_source, sources_of
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import exact_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.loading import Source
from puzzlegui.engine import solvability
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.run import solve
from puzzlegui.making.measures import measure
from puzzlegui.solvers.control import Limits, Request


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser,
        "file",
        metavar="FILE",
        help=tr("{file_help}, or a book").format(file_help=tr(FILE_HELP)),
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", default=10.0,
        help=tr(
            "seconds to spend on deciding a maze with a target sum, or on --difficulty "
            "(default: 10)"
        ),
    )  # fmt: skip
    add_reading(parser)
    parser.add_argument(
        "--difficulty", action="store_true",
        help=tr(
            "also find the length of a shortest solution, and of a small board how many there are, "
            "how many first moves are right, and how far the best-looking moves lead"
        ),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Report whether a board, or each board of a book, is valid and solvable."""
    sources = sources_of([args.file], args)
    if len(sources) == 1:
        return _check(sources[0], args)
    status = SUCCESS
    for number, source in enumerate(sources):
        print_line(("\n" if number else "") + f"{source.name}:")
        try:
            found = _check(source, args)
        except PuzzleError as error:
            found = fail(str(error))
        status = max(status, found, key=SEVERITY.__getitem__)
    return status


def _check(source: Source, args: argparse.Namespace) -> int:
    """Report on a board, and return the exit status."""
    board = load_source(source, args).valid_board()
    print_line(f"{board.title or source.name}: {board.describe()}")
    print_line(tr("The board is valid."))
    verdict = board.verdict_or_solved()
    if verdict.solvable is None:
        request = solvability.decision_request(args.time_limit)
        found = solve(board, solvability.SOLVER, request)
        verdict = solvability.complete_verdict(verdict, found)
    print_line(verdict.reason)
    if verdict.reachable is not None:
        print_line(
            tr("Reachable {counted}: {reachable}.").format(
                counted=tr(verdict.reachable_noun), reachable=exact_digits(verdict.reachable)
            )
        )
    if args.difficulty and verdict.solvable:
        _print_difficulty(board, args.time_limit)
    return {True: SUCCESS, False: NEGATIVE, None: LIMIT_REACHED}[verdict.solvable]


def _print_difficulty(board: Board, time_limit: float) -> None:
    """Print the length of a shortest solution, or its bounds, and the measures of a small board."""
    request = Request(Limits(seconds=time_limit))
    print_line(solve(board, AUTO, request).difficulty())
    measures = measure(board, interrupts.check)
    if measures is not None:
        print_line(measures.sentence())

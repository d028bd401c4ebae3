"""``puzzlegui check``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import (
    FILE_HELP,
    LIMIT_REACHED,
    NEGATIVE,
    SUCCESS,
    fail,
    print_line,
    seconds,
)
from puzzlegui.cli.solve import SEVERITY
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.loading import Source, expand_books
from puzzlegui.engine import solvability
from puzzlegui.engine.run import solve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help=tr("{file_help}, or a book").format(file_help=tr(FILE_HELP))
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", default=10.0,
        help=tr("seconds to spend on deciding a maze with a target sum (default: 10)"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Report whether a board, or each board of a book, is valid and solvable."""
    sources = expand_books([args.file])
    if len(sources) == 1:
        return _check(sources[0], args.time_limit)
    status = SUCCESS
    for number, source in enumerate(sources):
        print_line(("\n" if number else "") + f"{source.name}:")
        try:
            found = _check(source, args.time_limit)
        except PuzzleError as error:
            found = fail(str(error))
        status = max(status, found, key=SEVERITY.__getitem__)
    return status


def _check(source: Source, time_limit: float) -> int:
    """Report on a board, and return the exit status."""
    board = source.load().valid_board()
    print_line(f"{board.title or source.name}: {board.describe()}")
    print_line(tr("The board is valid."))
    verdict = board.verdict_or_solved()
    if verdict.solvable is None:
        found = solve(board, solvability.SOLVER, solvability.decision_request(time_limit))
        verdict = solvability.complete_verdict(verdict, found)
    print_line(verdict.reason)
    if verdict.reachable is not None:
        print_line(
            tr("Reachable {counted}: {reachable}.").format(
                counted=tr(verdict.reachable_noun), reachable=group_digits(verdict.reachable)
            )
        )
    return {True: SUCCESS, False: NEGATIVE, None: LIMIT_REACHED}[verdict.solvable]

"""Tasks of a solver process: making the puzzles of a book, and proving their lengths."""

from __future__ import annotations

import random
from dataclasses import replace

from puzzlegui.core.creation import BoardSpec
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.documents.bookfile import dump_entry, parse_entry
from puzzlegui.engine.run import Run
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.making.difficulty import OPTIMAL
from puzzlegui.making.makers import maker_like, makers_for_set
from puzzlegui.making.rating import Cancelled, Difficulty, RatedBoard
from puzzlegui.making.sets import make_other, make_set, rated_puzzle
from puzzlegui.making.tasks import watch_of
from puzzlegui.solvers.control import Limits, Request


def make_puzzles(call: TaskContext) -> None:
    """Make a set of puzzles; send each as a book of its own as soon as it is made."""
    order = call.fields
    spec, wish = BoardSpec(**order["spec"]), Difficulty(**order["wish"])
    goal = None if order["goal"] is None else parse_board(order["goal"])
    try:
        makers = makers_for_set(order["family"], spec, order["count"], watch_of(call), goal)
        boards = make_set(makers, wish, spec.seed)
        for number, rated in enumerate(boards, 1):
            call.send_update("puzzle", _write(rated, f"{order['title']}, {number}"))
    except Cancelled:
        pass  # what was made has been sent


def make_similar_puzzle(call: TaskContext) -> str | None:
    """Make another puzzle like a board, of a length; return None if the task was stopped."""
    order = call.fields
    board = parse_board(order["board"])
    wish = Difficulty(order["length"], order["length"], order["unique"])
    others = [board, *map(parse_board, order["others"])]
    try:
        maker = maker_like(board, watch_of(call))
        rated = make_other(maker, wish, random.Random(order["seed"]), others)
    except Cancelled:
        return None
    return _write(rated, board.title)


def prove_lengths(call: TaskContext) -> None:
    """Prove the lengths of puzzles; send each, proved or as it was, as a book of its own."""

    def check() -> None:
        if call.stopped:
            raise Cancelled

    request = Request(Limits(seconds=call.fields["seconds"]))
    for text in call.fields["puzzles"]:
        puzzle = parse_entry(text)
        try:
            with Run(puzzle.board, OPTIMAL, request) as run:
                solution = run.start().result(check)
        except Cancelled:
            return
        if solution.solved and solution.optimal:
            moves = tuple(solution.moves)
            puzzle = replace(puzzle, length=len(moves), optimal=True, unique=None, moves=moves)
        call.send_update("puzzle", dump_entry(puzzle))


def _write(rated: RatedBoard, title: str) -> str:
    """Return a puzzle with a title as text."""
    titled = replace(rated, board=rated.board.with_fields(title=title))
    return dump_entry(rated_puzzle(titled))

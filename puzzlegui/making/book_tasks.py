"""Tasks of a solver process: making the puzzles of a book."""

from __future__ import annotations

import random
from dataclasses import replace

from puzzlegui.core.creation import BoardSpec
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.documents.book import Book
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.making.makers import maker_like, makers_for_set
from puzzlegui.making.rating import Cancelled, Difficulty, RatedBoard
from puzzlegui.making.sets import make_other, make_set, rated_puzzle
from puzzlegui.making.tasks import watch_of


def make_puzzles(call: TaskContext) -> None:
    """Make a set of puzzles; send each as a book of its own as soon as it is made."""
    order = call.fields
    spec, wish = BoardSpec(**order["spec"]), Difficulty(**order["wish"])
    try:
        makers = makers_for_set(order["family"], spec, order["count"], watch_of(call))
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


def _write(rated: RatedBoard, title: str) -> str:
    """Return a puzzle with a title as a book."""
    titled = replace(rated, board=rated.board.with_fields(title=title))
    return dump_book(Book(puzzles=(rated_puzzle(titled),)))

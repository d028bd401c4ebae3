"""Makers of boards of an exact difficulty, for every family."""

from __future__ import annotations

import random
from functools import partial

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec, check_size
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.families.creation import solved_board, start_for
from puzzlegui.families.registry import FAMILIES
from puzzlegui.making.difficulty import BoardMaker
from puzzlegui.making.rating import (
    Cancelled,
    Difficulty,
    ImpossibleError,
    NotFoundError,
    RatedBoard,
    Watch,
)
from puzzlegui.making.sets import Maker


def maker_for(family: str, spec: BoardSpec, watch: Watch | None = None) -> Maker:
    """Return the maker of a family's boards of an exact difficulty.

    Args:
        family: name of the family.
        spec: size and parameters; the seed does not matter.
        watch: called now and then; making raises Cancelled once it returns False.

    Raises:
        PuzzleError: a parameter does not fit the family or an exact length.
    """
    check_size(spec)
    own = FAMILIES[family]
    possible = {parameter.name for parameter in own.parameters} | own.exact_parameters
    for name in spec.parameters:
        if name not in possible:
            if not any(name == other.name for way in own.starts for other in way.parameters):
                start_for(own, spec.parameters)  # raises: it is another family's
            raise PuzzleError(tr("--{name} cannot be used with --length").format(name=name))
    if own.make_exact is not None:
        return partial(_by_family, family, spec, watch)
    board = solved_board(family, spec.rows, spec.columns, **spec.parameters)
    return BoardMaker(board, watch).make


def maker_like(board: Board, watch: Watch | None = None) -> Maker:
    """Return the maker of boards like another: of its family and size, with its goal or sum."""
    family = FAMILIES[board.family]
    if family.make_exact is None:
        return BoardMaker(board, watch).make
    wanted = {name: board.to_fields().get(name) for name in family.exact_parameters}
    given = {name: value for name, value in wanted.items() if value is not None}
    return maker_for(family.name, BoardSpec(board.rows, board.columns, 0, given), watch)


def _by_family(
    family: str, spec: BoardSpec, watch: Watch | None, wish: Difficulty, rng: random.Random
) -> RatedBoard:
    """Make a board by the family's own search, which counts its solutions."""
    make = FAMILIES[family].make_exact
    assert make is not None
    most = spec.rows * spec.columns - 1
    if wish.shortest > most:
        text = tr("no such board: a solution of this size has {moves} at most")
        raise ImpossibleError(text.format(moves=quantity(most, "move")))
    length = rng.randint(wish.shortest, min(wish.longest, most))
    try:
        made = make(spec, length, rng.randrange(1 << 32), watch)
    except PuzzleError as error:
        raise NotFoundError(str(error)) from None
    if made is None:
        raise Cancelled
    created, moves = made
    return RatedBoard(created.board, moves, True, created.note)

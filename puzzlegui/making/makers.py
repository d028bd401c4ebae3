"""What makes rated boards for a wish, whatever the family."""

from __future__ import annotations

import random
from functools import partial

from puzzlegui.core.creation import Wanted
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.families.creation import ordered_board, start_for
from puzzlegui.families.registry import FAMILIES
from puzzlegui.making.difficulty import BoardMaker
from puzzlegui.making.rating import Cancelled, Difficulty, RatedBoard, Watch
from puzzlegui.making.sets import Maker


def maker_for(family: str, wanted: Wanted, watch: Watch | None = None) -> Maker:
    """Return what makes boards of a family with an exact difficulty.

    Args:
        family: name of the family.
        wanted: size and parameters; the seed does not matter.
        watch: called now and then; making raises Cancelled once it returns False.

    Raises:
        PuzzleError: a parameter does not fit the family or an exact length.
    """
    own = FAMILIES[family].of_length
    if own is not None:
        return partial(_by_family, family, wanted, watch)
    for name in wanted.given:
        if name not in {parameter.name for parameter in FAMILIES[family].parameters}:
            start_for(FAMILIES[family], wanted.given)  # raises if it is another family's
            raise PuzzleError(tr("--{name} cannot be used with --length").format(name=name))
    board = ordered_board(family, wanted.rows, wanted.columns, **wanted.given)
    return BoardMaker(board, watch).make


def _by_family(
    family: str, wanted: Wanted, watch: Watch | None, wish: Difficulty, rng: random.Random
) -> RatedBoard:
    """Make a board by the family's own search, which counts its solutions."""
    make = FAMILIES[family].of_length
    assert make is not None
    length = rng.randint(wish.shortest, wish.longest)
    made = make(wanted, length, rng.randrange(1 << 32), watch)
    if made is None:
        raise Cancelled
    board, moves = made
    return RatedBoard(board, moves, True)

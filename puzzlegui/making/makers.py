"""What makes rated boards for a wish, whatever the family."""

from __future__ import annotations

import random
from functools import partial

from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.families.creation import solved_board, start_for
from puzzlegui.families.registry import FAMILIES
from puzzlegui.making.difficulty import BoardMaker
from puzzlegui.making.rating import Cancelled, Difficulty, RatedBoard, Watch
from puzzlegui.making.sets import Maker


def maker_for(family: str, spec: BoardSpec, watch: Watch | None = None) -> Maker:
    """Return what makes boards of a family with an exact difficulty.

    Args:
        family: name of the family.
        spec: size and parameters; the seed does not matter.
        watch: called now and then; making raises Cancelled once it returns False.

    Raises:
        PuzzleError: a parameter does not fit the family or an exact length.
    """
    own = FAMILIES[family].make_exact
    if own is not None:
        return partial(_by_family, family, spec, watch)
    for name in spec.parameters:
        if name not in {parameter.name for parameter in FAMILIES[family].parameters}:
            start_for(FAMILIES[family], spec.parameters)  # raises if it is another family's
            raise PuzzleError(tr("--{name} cannot be used with --length").format(name=name))
    board = solved_board(family, spec.rows, spec.columns, **spec.parameters)
    return BoardMaker(board, watch).make


def _by_family(
    family: str, spec: BoardSpec, watch: Watch | None, wish: Difficulty, rng: random.Random
) -> RatedBoard:
    """Make a board by the family's own search, which counts its solutions."""
    make = FAMILIES[family].make_exact
    assert make is not None
    length = rng.randint(wish.shortest, wish.longest)
    made = make(spec, length, rng.randrange(1 << 32), watch)
    if made is None:
        raise Cancelled
    board, moves = made
    return RatedBoard(board, moves, True)

"""Makers of boards of an exact difficulty, for every family."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec, ExactBoardMaker, check_size, incompatible
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import quantity
from puzzlegui.core.goals import LETTERING, checked_lettering
from puzzlegui.core.language import tr
from puzzlegui.families.creation import solved_board, start_for
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.making.difficulty import LARGEST_GRAPH, BoardMaker
from puzzlegui.making.rating import (
    Cancelled,
    Difficulty,
    ImpossibleError,
    NotFoundError,
    RatedBoard,
    Watch,
    choose_length,
    hardest_found,
)
from puzzlegui.making.sets import Maker, check_count


@dataclass(frozen=True)
class BoardRequest:
    """Everything that selects a board of an exact difficulty.

    Attributes:
        family: name of the family.
        spec: size, seed and parameters; with a goal, only the seed matters.
        wish: the difficulty.
        goal: board whose goal is kept, or whose start, target and sum where boards have no goal;
            None for the goal that the parameters select.
    """

    family: str
    spec: BoardSpec
    wish: Difficulty
    goal: Board | None = None


def make(request: BoardRequest, watch: Watch | None = None) -> RatedBoard:
    """Make a board of an exact difficulty; the same request gives the same board.

    Args:
        request: the wanted properties.
        watch: called now and then; making raises Cancelled once it returns False.

    Raises:
        ImpossibleError: there is no such board.
        NotFoundError: none was found.
        PuzzleError: a parameter does not fit the family or an exact length.
    """
    wish = request.wish
    maker = maker_for(request.family, request.spec, watch, request.goal, hardest=wish.hardest)
    return maker(wish, request.spec.seed)


_SEEDS = 100
"""Seeds that are tried for a board other than a given one."""


def make_another(
    board: Board, length: int, seed: int, watch: Watch | None = None
) -> tuple[RatedBoard, int]:
    """Return a board like another but not the same, with an exact length, and its seed.

    Args:
        board: a valid board.
        length: number of moves of a shortest solution of the new board.
        seed: first seed that is tried.
        watch: called now and then; making raises Cancelled once it returns False.

    Raises:
        PuzzleError: no other board was found.
    """
    maker, wish = maker_like(board, watch), Difficulty(length, length)
    for number in range(seed, seed + _SEEDS):
        try:
            rated = maker(wish, number)
        except NotFoundError:
            if number - seed >= _FAILURES:
                raise
            continue
        if rated.board.puzzle != board.puzzle:
            return rated, number
    text = tr("no other board with this goal has a shortest solution of {moves}")
    raise ImpossibleError(text.format(moves=quantity(length, "move")))


_FAILURES = 3
"""Seeds with which a family's own search may find nothing."""


def maker_for(
    family: str,
    spec: BoardSpec,
    watch: Watch | None = None,
    goal: Board | None = None,
    *,
    hardest: bool = False,
) -> Maker:
    """Return the maker of a family's boards of an exact difficulty.

    Args:
        family: name of the family.
        spec: size and parameters; the seed matters only for a goal that is chosen by it.
        watch: called now and then; making raises Cancelled once it returns False.
        goal: board whose goal is kept; see ``BoardRequest``.
        hardest: the hardest board is wanted, which may take a search of a large graph.

    Raises:
        PuzzleError: a parameter does not fit the family or an exact length.
    """
    own = FAMILIES[family]
    if goal is None:
        check_size(spec)
        _check_parameters(own, spec, hardest=hardest)
    if own.make_exact is not None:
        return partial(_by_family, own.make_exact, spec, goal, watch)
    if goal is None:
        goal = solved_board(family, spec.rows, spec.columns, spec.seed, **spec.parameters)
    return BoardMaker(goal, watch, sys.maxsize if hardest else LARGEST_GRAPH).make


def makers_for_set(
    family: str,
    spec: BoardSpec,
    count: int,
    watch: Watch | None = None,
    goal: Board | None = None,
) -> list[Maker]:
    """Return the maker of each board of a set; a lettering has a letter a board, over and over.

    Args:
        family: name of the family.
        spec: size and parameters.
        count: number of boards, 1 to ``MOST_BOARDS``.
        watch: called now and then; making raises Cancelled once it returns False.
        goal: board whose goal is kept; see ``BoardRequest``.

    Raises:
        PuzzleError: ``count`` is out of range, or a parameter does not fit.
    """
    check_count(count)
    makers = [maker_for(family, part, watch, goal) for part in parts_of_set(spec)]
    return [makers[number % len(makers)] for number in range(count)]


def parts_of_set(spec: BoardSpec) -> list[BoardSpec]:
    """Return the specifications of the boards of a set: one, or one for each drawn letter."""
    name = LETTERING.name
    if name not in spec.parameters:
        return [spec]
    letters = checked_lettering(spec.parameters[name]).replace(" ", "")
    return [replace(spec, parameters={**spec.parameters, name: letter}) for letter in letters]


def _check_parameters(family: Family, spec: BoardSpec, *, hardest: bool) -> None:
    """Raise PuzzleError if a parameter cannot be combined with a difficulty."""
    possible = {parameter.name for parameter in family.parameters}
    for name in spec.parameters:
        if name not in possible:
            if not any(name == other.name for way in family.starts for other in way.parameters):
                start_for(family, spec.parameters)  # raises: it is another family's
            raise incompatible(name, "hardest" if hardest else "length")


def maker_like(board: Board, watch: Watch | None = None) -> Maker:
    """Return the maker of boards like another: of its family and size, with its goal or sum."""
    return maker_for(board.family, BoardSpec(board.rows, board.columns), watch, board)


def _by_family(
    make_exact: ExactBoardMaker,
    spec: BoardSpec,
    goal: Board | None,
    watch: Watch | None,
    wish: Difficulty,
    seed: int,
) -> RatedBoard:
    """Make a board by the family's own search, which counts its solutions."""
    most = spec.rows * spec.columns - 1
    if wish.hardest:
        return _longest_by_family(make_exact, spec, goal, watch, seed)
    if wish.shortest > most:
        text = tr("no such board: a solution of this size has {moves} at most")
        raise ImpossibleError(text.format(moves=quantity(most, "move")))
    length = choose_length(range(wish.shortest, min(wish.longest, most) + 1), seed)
    try:
        made = make_exact(spec, length, seed, watch, goal)
    except PuzzleError as error:
        raise NotFoundError(str(error)) from None
    if made is None:
        raise Cancelled
    created, moves = made
    return RatedBoard(created.board, moves, True, created.note)


def _longest_by_family(
    make_exact: ExactBoardMaker,
    spec: BoardSpec,
    goal: Board | None,
    watch: Watch | None,
    seed: int,
) -> RatedBoard:
    """Make the board of the greatest length for which the family's own search finds one."""
    best: RatedBoard | None = None
    failures = 0
    for length in range(1, spec.rows * spec.columns):
        try:
            best = _by_family(make_exact, spec, goal, watch, Difficulty(length, length), seed)
            failures = 0
        except NotFoundError:
            failures += best is not None
            if failures == _FAILURES:
                break
        except Cancelled:
            if best is None:
                raise
            break
    return hardest_found(best)

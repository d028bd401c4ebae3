"""Solving what is left of a board after some moves, and telling it as a solution of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.solution import LONGEST, Segment, Solution, replay
from puzzlegui.engine.run import SolverFaultError


def whole(board: Board, made: Sequence[Any], rest: Solution, bound: int = 0) -> Solution:
    """The moves made and then those of the rest, as a solution of the board.

    What was proved of the rest is said in words; of the board it proves nothing.

    Args:
        board: what is solved.
        made: moves from its start, after which the rest begins.
        rest: what came of solving the rest; without a solution it is returned as it is.
        bound: no solution of the board has fewer moves.

    Raises:
        SolverFaultError: the moves together do not solve the board.
    """
    if not rest.solved:
        return rest
    before = tuple(made)
    moves = before + rest.moves
    played = replay(board, moves)
    if not played.correct:
        raise SolverFaultError(
            tr("The remaining moves do not solve the board. {message}").format(
                message=played.message
            )
        )
    bound = max(bound, board.lower_bound())
    begun = len(before)
    segments = [Segment(part.name, part.start + begun, part.stop + begun) for part in rest.segments]
    if begun:
        segments.insert(0, Segment("moves made before", 0, begun))
    listed = rest.solutions
    return replace(
        rest,
        board=board,
        moves=moves,
        optimal=rest.solver != LONGEST and len(moves) <= bound,
        lower_bound=bound,
        segments=tuple(segments),
        solutions=None if listed is None else tuple(before + other for other in listed),
        note=f"{_from_there(rest, begun)} {rest.note}".strip(),
        chosen="",
    )


def _from_there(rest: Solution, begun: int) -> str:
    """How many more moves it takes, and what is proved of that."""
    count = len(rest.moves)
    text = ngettext(
        "{count} more move after move {begun}", "{count} more moves after move {begun}", count
    ).format(count=group_digits(count), begun=group_digits(begun))
    if rest.optimal:
        if rest.solver == LONGEST:
            return tr("{text}, proved longest from there.").format(text=text)
        return tr("{text}, proved shortest from there.").format(text=text)
    if rest.lower_bound:
        return tr("{text}; at least {lower_bound} needed from there.").format(
            text=text, lower_bound=group_digits(rest.lower_bound)
        )
    return f"{text}."

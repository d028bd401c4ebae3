"""Solutions of what remains of a board after some moves, extended to the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.solution import LONGEST, MADE_BEFORE, Segment, Solution, replay
from puzzlegui.engine.run import SolverFaultError


def prepend_moves(board: Board, prefix: Sequence[Any], rest: Solution, bound: int = 0) -> Solution:
    """Return the solution of a board made of some moves and the solution of the rest.

    Results proved for the rest are kept as a note, since they prove nothing for the board.

    Args:
        board: the board.
        prefix: moves from its start after which the rest begins.
        rest: result for the rest; returned unchanged if it is not a solution.
        bound: known lower bound on the number of moves of the board.

    Raises:
        SolverFaultError: the moves together do not solve the board.
    """
    if not rest.solved:
        return rest
    before = tuple(prefix)
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
        segments.insert(0, Segment(MADE_BEFORE, 0, begun))
    listed = rest.solutions
    return replace(
        rest,
        board=board,
        moves=moves,
        optimal=rest.solver != LONGEST and len(moves) <= bound,
        longest=rest.longest and not begun,
        lower_bound=bound,
        segments=tuple(segments),
        solutions=None if listed is None else tuple(before + other for other in listed),
        note=f"{_from_there(rest, begun)} {rest.note}".strip(),
        chosen="",
    )


def _from_there(rest: Solution, begun: int) -> str:
    """Return a note on the number of remaining moves and on what is proved about them."""
    count = len(rest.moves)
    text = ngettext(
        "{count} more move after move {begun}", "{count} more moves after move {begun}", count
    ).format(count=group_digits(count), begun=group_digits(begun))
    if rest.longest:
        return tr("{text}, proved longest from there.").format(text=text)
    if rest.optimal:
        return tr("{text}, proved shortest from there.").format(text=text)
    if rest.lower_bound:
        return tr("{text}; at least {lower_bound} needed from there.").format(
            text=text, lower_bound=group_digits(rest.lower_bound)
        )
    return f"{text}."

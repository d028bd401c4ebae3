"""Moves that a person has typed or pasted: read, and played on the board to see what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.counting import counted
from puzzlegui.core.errors import IllegalMoveError, MoveTextError, Problem, sentence
from puzzlegui.core.movetext import MOST_MOVES, first_word, too_many
from puzzlegui.core.solution import Solution, Status

_LOOK = 4096
"""Moves between two looks whether the answer is still wanted."""


@dataclass(frozen=True)
class Entered:
    """What came of a text.

    Attributes:
        moves: the moves that could be read and played, up to the first fault.
        problem: the first fault, with its line and column; None if there is none.
        solved: all moves could be played, and the goal is reached.
    """

    moves: tuple[Any, ...] = ()
    problem: Problem | None = None
    solved: bool = False

    @property
    def message(self) -> str:
        """What there is to say, in a sentence."""
        if self.problem is not None:
            return sentence(self.problem)
        count = counted(len(self.moves), "move")
        if self.solved:
            return f"{count}; they solve the board."
        return f"{count}; the goal is not reached."

    def as_solution(self, board: Board) -> Solution:
        """The moves as a solution of the board, with only what can be said of them here."""
        bound = board.lower_bound()
        return Solution(
            board, "typed in", Status.SOLVED, self.moves,
            lower_bound=bound, optimal=len(self.moves) <= bound, note="The moves were typed in.",
        )  # fmt: skip


def enter(board: Board, text: str, wanted: Callable[[], bool] = lambda: True) -> Entered:
    """Read moves, and play each from the board's start as it is read.

    Args:
        board: a sound board.
        text: moves in any form that is read.
        wanted: is asked now and then whether to go on; if not, the answer is worthless.
    """
    position = board.initial()
    moves: list[Any] = []
    at = first_word(text)
    try:
        for move, at in board.read_moves(text):
            if len(moves) == MOST_MOVES:
                raise too_many(text, at)
            position = board.play(position, move)
            moves.append(move)
            if len(moves) % _LOOK == 0 and not wanted():
                break
    except MoveTextError as error:
        return Entered(tuple(moves), error.problem)
    except IllegalMoveError as error:
        return Entered(tuple(moves), MoveTextError(str(error), text, at).problem)
    return Entered(tuple(moves), None, board.is_solved(position))

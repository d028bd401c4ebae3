"""Moves that a person has typed or pasted: read, and played on the board to see what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.counting import counted
from puzzlegui.core.errors import IllegalMoveError, MoveTextError, Problem, sentence
from puzzlegui.core.language import tr
from puzzlegui.core.movetext import MOST_MOVES, first_word, too_many
from puzzlegui.core.solution import Solution, Status


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
        moves = counted(len(self.moves), "move")
        if self.solved:
            return tr("{moves}; the board is solved.").format(moves=moves)
        return tr("{moves}; the goal is not reached.").format(moves=moves)

    def as_solution(self, board: Board) -> Solution:
        """The moves as a solution of the board, with only what can be said of them here."""
        bound = board.lower_bound()
        return Solution(
            board, "typed in", Status.SOLVED, self.moves,
            lower_bound=bound, optimal=len(self.moves) <= bound,
            note=tr("The moves were entered by hand."),
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
        for stretch in board.read_moves(text):
            some = stretch.moves[: MOST_MOVES - len(moves)]
            position, played, error = board.play_all(some, position)
            moves += some[:played]
            if error is not None:
                at = stretch.place(played)
                raise error
            if played < len(stretch.moves):
                raise too_many(text, stretch.place(played))
            if not wanted():
                break
    except MoveTextError as wrong:
        return Entered(tuple(moves), wrong.problem)
    except IllegalMoveError as illegal:
        return Entered(tuple(moves), MoveTextError(str(illegal), text, at).problem)
    return Entered(tuple(moves), None, board.is_solved(position))

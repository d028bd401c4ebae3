"""Moves that a person has typed or pasted: read, and played on the board to see what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board, Reading
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
        reading: the meaning that the moves were read with, if it is not the standard one.
    """

    moves: tuple[Any, ...] = ()
    problem: Problem | None = None
    solved: bool = False
    reading: Reading | None = None

    @property
    def message(self) -> str:
        """What there is to say, in a sentence."""
        if self.problem is not None:
            return sentence(self.problem)
        moves = counted(len(self.moves), "move")
        if self.solved:
            text = tr("{moves}; the board is solved.").format(moves=moves)
            return f"{text} {self._note}".strip()
        return tr("{moves}; the goal is not reached.").format(moves=moves)

    @property
    def _note(self) -> str:
        return "" if self.reading is None else tr(self.reading.note)

    def as_solution(self, board: Board) -> Solution:
        """The moves as a solution of the board, with only what can be said of them here."""
        bound = board.lower_bound()
        return Solution(
            board, "typed in", Status.SOLVED, self.moves,
            lower_bound=bound, optimal=len(self.moves) <= bound,
            note=f"{tr('The moves were entered by hand.')} {self._note}".strip(),
        )  # fmt: skip


def enter(board: Board, text: str, wanted: Callable[[], bool] = lambda: True) -> Entered:
    """Read moves, and play each from the board's start as it is read.

    Another of the family's readings counts only if it solves the board and the standard one does
    not.

    Args:
        board: a sound board.
        text: moves in any form that is read.
        wanted: is asked now and then whether to go on; if not, the answer is worthless.
    """
    standard = _enter(board, text, None, wanted)
    if standard.solved:
        return standard
    others = (_enter(board, text, reading, wanted) for reading in board.readings)
    return next((other for other in others if other.solved), standard)


def begins_with_moves(board: Board, text: str) -> bool:
    """Return whether the first move in a text can be played, in any of the family's readings."""
    return any(
        _enter(board, text, reading, lambda: True).moves for reading in (None, *board.readings)
    )


def _enter(board: Board, text: str, reading: Reading | None, wanted: Callable[[], bool]) -> Entered:
    """Play the moves of a text in one reading; None is the standard one."""
    position = board.initial()
    moves: list[Any] = []
    at = first_word(text)
    try:
        for stretch in board.read_moves(text):
            some: Sequence[Any] = stretch.moves[: MOST_MOVES - len(moves)]
            if reading is not None:
                some = reading.moves(some)
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
    return Entered(tuple(moves), None, board.is_solved(position), reading)

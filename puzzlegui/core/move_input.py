"""Moves typed or pasted by the user, parsed and played on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlegui.core.board import Board, MoveConvention
from puzzlegui.core.errors import IllegalMoveError, MoveTextError, Problem, as_sentence
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.lines import read_runs
from puzzlegui.core.movetext import MAX_MOVES, first_token, too_many_moves
from puzzlegui.core.solution import TYPED_IN, Solution, Status


@dataclass(frozen=True)
class ParsedMoves:
    """Result of parsing and playing a text.

    Attributes:
        moves: moves parsed and played, up to the first error.
        problem: first error, with line and column; None if there is none.
        solved: True if all moves are legal and reach the goal.
        convention: convention in which the moves were read, None for the standard.
        readable: True if every word is a move, legal or not.
        extent: location of the problem in the text, in characters; 0 if there is none.
    """

    moves: tuple[Any, ...] = ()
    problem: Problem | None = None
    solved: bool = False
    convention: MoveConvention | None = None
    readable: bool = True
    extent: int = 0

    @property
    def message(self) -> str:
        """Summary of the result, in a sentence."""
        if self.problem is not None:
            return as_sentence(self.problem)
        moves = quantity(len(self.moves), "move")
        text = (
            tr("{moves}; the board is solved.")
            if self.solved
            else tr("{moves}; the goal is not reached.")
        )
        return f"{text.format(moves=moves)} {self._note}".strip()

    @property
    def _note(self) -> str:
        return "" if self.convention is None else tr(self.convention.note)

    def as_solution(self, board: Board) -> Solution:
        """Return the moves as a solution, claiming only what is proved here."""
        bound = board.lower_bound()
        return Solution(
            board, TYPED_IN, Status.SOLVED, self.moves,
            lower_bound=bound, optimal=len(self.moves) <= bound,
            note=f"{tr('The moves were entered by hand.')} {self._note}".strip(),
        )  # fmt: skip


def parse_and_play(
    board: Board, text: str, should_continue: Callable[[], bool] = lambda: True
) -> ParsedMoves:
    """Parse moves, and play each from the initial position of the board.

    An alternative convention is used if it solves the board and the standard does not, or if
    more of the text can be read in it, which is not moves in the standard.

    Args:
        board: a valid board.
        text: moves in any notation that is supported.
        should_continue: polled now and then; if it returns False, the result is meaningless.
    """
    standard = _play_in_convention(board, text, None, should_continue)
    if standard.solved:
        return standard
    likeliest = standard
    for convention in board.conventions:
        other = _play_in_convention(board, text, convention, should_continue)
        if other.solved:
            return other
        if likeliest.readable:
            continue
        read, most = (other.extent, other.readable), (likeliest.extent, likeliest.readable)
        if other.problem is None or read > most:
            likeliest = other
    return likeliest


def begins_with_moves(board: Board, text: str) -> bool:
    """Return True if the first move in a text is legal, in any convention of the family."""
    return any(
        _play_in_convention(board, text, convention, lambda: True).moves
        for convention in (None, *board.conventions)
    )


def _play_in_convention(
    board: Board, text: str, convention: MoveConvention | None, should_continue: Callable[[], bool]
) -> ParsedMoves:
    """Parse and play a text in a convention; None is the standard."""
    position = board.initial()
    moves: list[Any] = []
    at = first_token(text)
    try:
        for stretch in read_runs(board, text, convention):
            some: Sequence[Any] = stretch.moves[: MAX_MOVES - len(moves)]
            position, played, error = board.play_all(some, position)
            moves += some[:played]
            if error is not None:
                at = stretch.offset_of(played)
                raise error
            if played < len(stretch.moves):
                raise too_many_moves(text, stretch.offset_of(played))
            if not should_continue():
                break
    except MoveTextError as wrong:
        return ParsedMoves(
            tuple(moves), wrong.problem, False, convention, readable=False, extent=wrong.offset
        )
    except IllegalMoveError as illegal:
        at = at if illegal.offset is None else illegal.offset
        problem = MoveTextError(str(illegal), text, at).problem
        return ParsedMoves(tuple(moves), problem, False, convention, extent=at)
    return ParsedMoves(tuple(moves), None, board.is_solved(position), convention)

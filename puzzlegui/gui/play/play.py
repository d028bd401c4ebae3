"""Playing a board by hand: the moves made so far, the clock, and what a solver advises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from puzzlegui.core.board import Board, group_digits
from puzzlegui.core.motion import Motion
from puzzlegui.core.solution import Solution, Walk
from puzzlegui.engine.run import Run
from puzzlegui.gui.common.worker import Worker
from puzzlegui.solvers.control import Limits, Request

_ADVICE_SECONDS = 10.0


class Play(QObject):
    """A line of moves that a person adds to; earlier positions can be gone back to and left anew.

    Advice is a line of moves that solves the board. It serves as long as the person is on it, and
    is sought anew, in the worker, when it is asked for elsewhere.

    Signals:
        advised: what there is to say of the position, in a sentence; ``hint`` may be another.
    """

    advised = Signal(str)

    def __init__(self, worker: Worker, board: Board, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._worker.solved.connect(self._advice_came)
        self._clock = QElapsedTimer()
        self._seconds = 0.0
        self._advice: Sequence[Any] = ()
        self._proved = False
        self._run: Run | None = None
        self._asked = 0, False
        self.hint: Motion | None = None
        self.walk = Walk(board, [])

    def begin(
        self, board: Board, moves: Sequence[Any] = (), advice: Solution | None = None
    ) -> None:
        """Play a board.

        Args:
            board: the board.
            moves: made already.
            advice: a solution of it, if one is known.
        """
        self.forget_hint()
        self.walk = Walk(board, list(moves))
        self._seconds = 0.0
        self._clock.invalidate()
        self._advice, self._proved = (), False
        if advice is not None:
            self._advice, self._proved = advice.moves, advice.optimal

    @property
    def board(self) -> Board:
        return self.walk.board

    @property
    def seconds(self) -> float:
        """Since the first move, until the board was solved."""
        return self._seconds + (self._clock.elapsed() / 1000 if self._clock.isValid() else 0.0)

    def solved_after(self, index: int) -> bool:
        """Whether the board is solved after so many moves."""
        return self.board.is_solved(self.walk[index])

    def make(self, index: int, moves: Sequence[Any]) -> None:
        """Make moves after ``index`` of those made; the ones after that are dropped.

        Raises:
            IllegalMoveError: the rules do not allow one of them.
        """
        if not self._clock.isValid() and not self._seconds:
            self._clock.start()
        self.forget_hint()
        for number, move in enumerate(moves):
            self.walk.branch(index + number, move)
        if self.solved_after(len(self.walk)) and self._clock.isValid():
            self._seconds = self.seconds
            self._clock.invalidate()

    # --- advice ---

    def ask(self, index: int, *, hint: bool) -> None:
        """Advise the next move after ``index`` of those made, or say how far it still is."""
        self.forget_hint()
        self._asked = index, hint
        if self.solved_after(index):
            self.advised.emit("The board is solved.")
        elif self._is_on_advice(index):
            self._advise()
        else:
            left = self.board.from_position(self.walk[index])
            self._run = Run(left, request=Request(Limits(seconds=_ADVICE_SECONDS)))
            self._worker.solve(self._run)
            self.advised.emit("Looking for the way …")

    def forget_hint(self) -> None:
        """The position is another: what was asked of the one before is of no use."""
        self.hint = None
        run, self._run = self._run, None
        if run is not None:
            run.cancel()

    def _is_on_advice(self, index: int) -> bool:
        made = self.walk.moves[:index]
        return index < len(self._advice) and list(self._advice[:index]) == list(made)

    def _advise(self) -> None:
        index, hint = self._asked
        left = len(self._advice) - index
        if hint:
            move = self._advice[index]
            self.hint = self.board.motion(self.walk[index], move)
            words = self.board.describe_move(move)
            self.advised.emit(f"{words[:1].upper()}{words[1:]}.")
            return
        moves = f"{group_digits(left)} more move{'' if left == 1 else 's'}"
        known = "at best" if self._proved else "perhaps in fewer"
        self.advised.emit(f"It can be solved in {moves}, {known}.")

    def _advice_came(self, run: Run, result: object) -> None:
        if run is not self._run:
            return
        self._run = None
        if not isinstance(result, Solution):
            self.advised.emit(f"The solver failed: {result}")
        elif not result.solved:
            self.advised.emit(f"From here: {result.outcome()}")
        else:
            index, _ = self._asked
            self._advice = [*self.walk.moves[:index], *result.moves]
            self._proved = result.optimal
            self._advise()

"""Advice for somebody who plays: the next move, or how far it still is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from puzzlegui.core.errors import as_sentence
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import LONGEST, Solution
from puzzlegui.engine.runner.remote import RemoteRun
from puzzlegui.gui.model.puzzle import Hint
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import Pending
from puzzlegui.solvers.control import Limits, Request

_SECONDS = 10.0


class Adviser(QObject):
    """Advises by a line of moves that solves the board: one that is known, as long as the player
    is on it; else it is sought.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._pending: Pending | None = None

    def ask(self, *, hint: bool) -> None:
        """Advise the next move of the position, or say how far it still is."""
        self._end()
        session, index = self._session, self._session.timeline.position
        line = session.played_line
        if line.solved_after(index):
            self._say(Hint(tr("The board is solved.")))
        elif (way := self._way(index)) is not None:
            self._advise(*way, index, hint=hint)
        else:
            board = session.board
            run = RemoteRun(
                board.from_position(line[index]), request=Request(Limits(seconds=_SECONDS))
            )
            made = tuple(line.moves[:index])
            self._pending = session.hint_worker.do(
                run, lambda result: self._found(result, made, hint=hint)
            )
            session.position_changed.connect(self._end_if_left)
            self._say(Hint(tr("Finding a hint…")))

    def _way(self, index: int) -> tuple[Sequence[Any], bool] | None:
        """The shortest line that is known and that the player is on, and whether it is proved."""
        made = tuple(self._session.played_line.moves[:index])
        known = [way for way in self._known() if len(way[0]) > index and way[0][:index] == made]
        return min(known, key=lambda way: len(way[0]), default=None)

    def _known(self) -> Iterator[tuple[tuple[Any, ...], bool]]:
        state = self._session.state
        yield state.way, state.way_proved
        for found in state.found:
            followed = found.followed
            yield followed.moves, followed.optimal and followed.solver != LONGEST

    def _found(self, result: object, made: tuple[Any, ...], *, hint: bool) -> None:
        self._pending = None
        self._session.position_changed.disconnect(self._end_if_left)
        if not isinstance(result, Solution):
            self._say(Hint(tr("The solver failed: {result}").format(result=str(result))))
        elif not result.solved:
            self._say(Hint(tr("From here: {outcome}").format(outcome=result.outcome())))
        else:
            way = (*made, *result.moves)
            self._session.alter(way=way, way_proved=result.optimal)
            self._advise(way, result.optimal, len(made), hint=hint)

    def _advise(self, way: Sequence[Any], proved: bool, index: int, *, hint: bool) -> None:
        session, left = self._session, len(way) - index
        if hint:
            board, move = session.board, way[index]
            session.alter(played=replace(session.state.played, helped=True))
            (words,) = board.describe_moves((move,), session.played_line[index])
            motion = board.motion(session.played_line[index], move)
            self._say(Hint(as_sentence(words), motion))
            return
        moves = quantity(left, "more move")
        known = tr("at best") if proved else tr("possibly fewer")
        self._say(Hint(tr("Solvable in {moves}, {known}.").format(moves=moves, known=known)))

    def _say(self, advice: Hint) -> None:
        self._session.advise(advice)
        self._session.announced.emit(advice.text)

    def _end_if_left(self) -> None:
        """Stop the search once the position is another: the hint would be of no use."""
        if self._session.advice is None:
            self._end()

    def _end(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            self._session.position_changed.disconnect(self._end_if_left)
            pending.withdraw()

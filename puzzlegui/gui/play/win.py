"""What there is to say when a board was solved by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.formatting import group_digits, minutes_and_seconds, quantity
from puzzlegui.core.language import tr
from puzzlegui.gui.model.puzzle import Best, Played, PuzzleState
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.records import Records


@dataclass(frozen=True)
class Win:
    """A board that was solved by hand.

    Attributes:
        moves: against the fewest that are known.
        time: how long it took, against the best so far.
        badge: what stands on the board.
        way: what to call the way to see a solution.
    """

    moves: str
    time: str
    badge: str
    way: str

    @property
    def words(self) -> str:
        """All of it in one sentence after another."""
        return f"{self.badge}. {self.moves} {self.time}"


def win_of(session: Session) -> Win | None:
    """What there is to say of the position; None unless the player has just come to the end."""
    timeline, played = session.timeline, session.state.played
    made = len(played.moves)
    arrived = timeline.at == timeline.position == made  # and no move is on its way
    if not session.mode.by_hand or not arrived or made <= played.given:
        return None
    return win(session.state) if session.played_line.solves else None


def win(state: PuzzleState) -> Win:
    """What there is to say of moves made by hand that solve the board."""
    made, fewest, proved = len(state.played.moves), *fewest_known(state)
    way = (
        tr("Solve it")
        if fewest is None
        else tr("See the shortest")
        if proved
        else tr("See the best known")
    )
    return Win(_against(made, fewest, proved=proved), _time(state.played), tr("Solved"), way)


def fewest_known(state: PuzzleState) -> tuple[int | None, bool]:
    """The fewest moves that are known, and whether no others are fewer."""
    best, bound = state.best, state.bound
    known = [len(best.moves)] if best is not None else []
    known += [len(state.way)] if state.way else []
    if not known:
        return None, False
    fewest = min(known)
    return fewest, fewest <= bound or (best is not None and best.optimal)


def _against(made: int, fewest: int | None, *, proved: bool) -> str:
    moves = quantity(made, "move")
    if fewest is None:
        return f"{moves}."
    if proved:
        if made <= fewest:
            return tr("{moves}, the shortest possible.").format(moves=moves)
        return tr("{moves}; the shortest possible is {fewest}.").format(
            moves=moves, fewest=group_digits(fewest)
        )
    if made < fewest:
        return tr("{moves}, fewer than the best known so far, {fewest}.").format(
            moves=moves, fewest=group_digits(fewest)
        )
    if made == fewest:
        return tr("{moves}, as few as the best known.").format(moves=moves)
    return tr("{moves}; the best known is {fewest}.").format(
        moves=moves, fewest=group_digits(fewest)
    )


def _time(played: Played) -> str:
    took = tr("Time {seconds}").format(seconds=minutes_and_seconds(played.seconds))
    if not played.alone:
        return tr("{took}, with help; not among your best.").format(took=took)
    before, now = played.before, Best.of(played)
    if before is None:
        return tr("{took}, your first win here.").format(took=took)
    fewest, quickest = now.moves < before.moves, now.seconds < before.seconds
    if fewest and quickest:
        return tr("{took}. Your best so far, in moves and in time.").format(took=took)
    if fewest:
        return tr("{took}. Your fewest moves; quickest {seconds}.").format(
            took=took, seconds=minutes_and_seconds(before.seconds)
        )
    moves = quantity(before.moves, "move")
    if quickest:
        return tr("{took}, your quickest; fewest {moves}.").format(took=took, moves=moves)
    return tr("{took}. Your best: {moves}, {seconds}.").format(
        took=took, moves=moves, seconds=minutes_and_seconds(before.seconds)
    )


class Winning(QObject):
    """Remembers the best that was done.

    Args:
        session: whose board was solved.
        records: remember it.

    Signals:
        unmeasured: it is worth knowing now how few moves it takes.
    """

    unmeasured = Signal()

    def __init__(self, session: Session, records: Records) -> None:
        super().__init__(session)
        self._session, self._records = session, records

    def enter(self) -> None:
        """The board has just been solved by hand."""
        session, played = self._session, self._session.state.played
        if played.alone:
            before = self._records.enter(session.board, Best.of(played))
        else:
            before = self._records.best(session.board)
        session.alter(played=replace(played, before=before))
        if not fewest_known(session.state)[1] and session.state.rated is None:
            self.unmeasured.emit()

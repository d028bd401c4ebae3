"""The result shown when the player solves a board, and its record."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits, minutes_and_hundredths, quantity
from puzzlegui.core.language import tr
from puzzlegui.gui.model.puzzle import HintPath, ManualGame, PersonalBest, PuzzleState
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.records import Records
from puzzlegui.gui.play.solves import Solve, Solves
from puzzlegui.gui.threads.abandonable_threads import run_with_timeout

_PATIENCE = 1.0
"""Seconds to wait for a result to be stored, which then continues in the background."""


@dataclass(frozen=True)
class WinSummary:
    """Texts about a board solved by hand.

    Attributes:
        moves: number of moves, compared with the best known solution.
        time: time taken, compared with the player's best.
        badge: text over the board.
        button_text: text of the button that shows a solution; empty for no button.
        message: message of the board; empty if it has none.
    """

    moves: str
    time: str
    badge: str
    button_text: str
    message: str = ""

    @property
    def text(self) -> str:
        """All texts as consecutive sentences."""
        return f"{self.badge}. {self.moves} {self.time} {self.message}".rstrip()


def current_win(session: Session) -> WinSummary | None:
    """Return the summary of the game, or None unless the player is at the solved position."""
    timeline, played = session.timeline, session.state.game
    made = len(played.moves)
    arrived = timeline.playhead == timeline.position == made  # no move is being animated
    if not session.mode.by_hand or not arrived or made <= played.imported_moves:
        return None
    if not session.game_sequence.wins:
        return None
    win = summarise_win(session.state, session.win_message)
    return replace(win, button_text="") if session.lock_reason else win


def summarise_win(state: PuzzleState, message: str = "") -> WinSummary:
    """Summarise a game whose moves solve the board.

    Args:
        state: state with the game.
        message: message of the board.
    """
    made, fewest, proved = len(state.game.moves), *fewest_known_moves(state)
    button_text = (
        tr("Solve it")
        if fewest is None
        else tr("See the shortest")
        if proved
        else tr("See the best known")
    )
    return WinSummary(
        _moves_text(made, fewest, proved=proved),
        _time_text(state.game),
        tr("Solved"),
        button_text,
        message,
    )


def fewest_known_moves(state: PuzzleState) -> tuple[int | None, bool]:
    """Return the length of the shortest known solution, and True if it is proved optimal."""
    known = [] if state.hint_path is None else [state.hint_path]
    if state.best_solution is not None:
        known.append(HintPath.of_solution(state.best_solution))
    if not known:
        return None, False
    fewest = min(len(path.moves) for path in known)
    proved = any(path.optimal and path.made == 0 for path in known)
    return fewest, proved or fewest <= state.lower_bound


def _moves_text(made: int, fewest: int | None, *, proved: bool) -> str:
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


def _time_text(played: ManualGame) -> str:
    took = tr("Time {seconds}").format(seconds=minutes_and_hundredths(played.seconds))
    if not played.unaided:
        return tr("{took}, with help; not among your best.").format(took=took)
    if played.unsaved:
        return tr("{took}. This result could not be saved.").format(took=took)
    before, now = played.previous_best, PersonalBest.of_game(played)
    if before is None:
        return tr("{took}, your first win here.").format(took=took)
    fewest, quickest = now.moves < before.moves, now.seconds < before.seconds
    if fewest and quickest:
        return tr("{took}. Your best so far, in moves and in time.").format(took=took)
    if fewest:
        return tr("{took}. Your fewest moves; quickest {seconds}.").format(
            took=took, seconds=minutes_and_hundredths(before.seconds)
        )
    moves = quantity(before.moves, "move")
    if quickest:
        return tr("{took}, your quickest; fewest {moves}.").format(took=took, moves=moves)
    return tr("{took}. Your best: {moves}, {seconds}.").format(
        took=took, moves=moves, seconds=minutes_and_hundredths(before.seconds)
    )


class RecordKeeper(QObject):
    """Stores the player's results and announces them.

    Args:
        session: session with the game.
        records: stored best results.
        solves: stored solves of each kind of puzzle.

    Signals:
        rating_requested: the minimum number of moves should be determined.
    """

    rating_requested = Signal()

    def __init__(self, session: Session, records: Records, solves: Solves) -> None:
        super().__init__(session)
        self._session, self._records, self._solves = session, records, solves
        self._known: tuple[Board, PersonalBest | None] | None = None
        self._known_solves: tuple[Board, list[Solve]] | None = None
        session.solved.connect(self._record_win)

    def best(self) -> PersonalBest | None:
        """Return the best result of the board's puzzle; None if never solved."""
        puzzle = self._session.board.puzzle
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self._records.best(puzzle)
        return self._known[1]

    def solves(self) -> list[Solve]:
        """Return the solves of the board's kind, in order."""
        puzzle = self._session.board.puzzle
        if self._known_solves is None or self._known_solves[0] != puzzle:
            self._known_solves = puzzle, self._solves.of(puzzle)
        return self._known_solves[1]

    def _record_win(self) -> None:
        """Record the result of the game that has just solved the board."""
        session, played = self._session, self._session.state.game
        before, unsaved = self._records.best(session.board), False
        if played.unaided:
            result = PersonalBest.of_game(played)
            solve = Solve(result.seconds, result.moves)

            def record() -> tuple[PersonalBest | None]:
                try:
                    return (self._records.record(session.board, result),)
                finally:
                    self._solves.add(session.board, solve)

            try:  # in a thread, because another process may hold the files
                answer = run_with_timeout(_PATIENCE, record, lambda: True)
            except OSError:
                unsaved = True
            else:
                before = before if answer is None else answer[0]
        self._known = self._known_solves = None
        session.update_state(game=replace(played, previous_best=before, unsaved=unsaved))
        if not fewest_known_moves(session.state)[1] and session.state.rating_result is None:
            self.rating_requested.emit()
        session.announced.emit(summarise_win(session.state, session.win_message).text)

"""The tour that introduces new users to the main window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.families.registry import family_of
from puzzlegui.gui.board.rule_picture import rule_picture
from puzzlegui.gui.help.callout import WIDTH, Callout
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.style.theme import theme


@dataclass(frozen=True)
class UserProgress:
    """Actions of the user so far.

    Attributes:
        boards_opened: number of opened boards.
        moves_made: number of moves made by hand.
        solved: True if there is a solution.
        position: position in the solution.
        mode: mode of the window.
    """

    boards_opened: int
    moves_made: int
    solved: bool
    position: int
    mode: str


@translated_fields
@dataclass(frozen=True)
class TourStep:
    """A step of the tour.

    Attributes:
        target: object name of the widget to point at, or ``HELP``.
        text: text with ``{rule}`` for the rule of the board's family.
        is_done: returns True if the step is done, given the progress at its start and now.
        shows_rule: show a picture of the rule.
        is_possible: returns False if the previous step has to be done first.
    """

    target: str
    text: Translatable
    is_done: Callable[[UserProgress, UserProgress], bool]
    shows_rule: bool = False
    is_possible: Callable[[UserProgress], bool] = lambda _now: True


HELP = "the menu Help"

STEPS = (
    TourStep(
        "gallery",
        "Welcome. Click a board in the gallery. The line below the board says "
        "whether it can be solved.",
        lambda before, now: now.boards_opened > before.boards_opened,
    ),
    TourStep(
        "boardArea",
        "{rule} Press Play (F4) and make a move.",
        lambda before, now: now.moves_made > before.moves_made,
        shows_rule=True,
    ),
    TourStep(
        "actionSolutionButton",
        "Open Solve (F3) and press the blue button, or press F5 anywhere. Stop keeps the best "
        "solution so far.",
        lambda before, now: now.solved and not before.solved,
    ),
    TourStep(
        "timelineBar",
        "Follow the solution with the buttons, slider, arrow keys or wheel, or "
        "click a move in the list.",
        lambda before, now: now.position != before.position,
        is_possible=lambda now: now.solved,
    ),
    TourStep(
        "actionDesignButton",
        "Make it your own: Design (F2) edits start and goal. Everything can be undone.",
        lambda before, now: now.mode == DESIGN != before.mode,
    ),
    TourStep(
        HELP,
        "That's it. Find this tour, the puzzle guides and all shortcuts in the Help menu.",
        lambda _before, _now: False,
    ),
)
"""Steps of the tour."""


class Tour(QObject):
    """Leads through the steps without restricting the user.

    Args:
        window: main window.
        session: session of the window.

    Attributes:
        step: index of the current step; None if the tour is not running.

    Signals:
        ended: the tour was completed or ended by the user.
    """

    ended = Signal()

    def __init__(self, window: QMainWindow, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._opened = 0
        self._before = self._progress()
        self.step: int | None = None
        self.card = Callout(window)
        self.card.next_requested.connect(lambda: self._go(1))
        self.card.back_requested.connect(lambda: self._go(-1))
        self.card.end_requested.connect(self.end)
        session.replaced.connect(self.count_opened_board)
        theme().changed.connect(self._show)

    def start(self) -> None:
        """Start the tour at its first step."""
        if self.step is None:
            self._session.position_changed.connect(self._check_progress)
        self._show_step(0)
        self.card.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """End the tour."""
        if self.step is not None:
            self.step = None
            self._session.position_changed.disconnect(self._check_progress)
            self.card.dismiss()
            self.ended.emit()

    def _progress(self) -> UserProgress:
        session = self._session
        mode = session.mode.name if session.modes else DESIGN
        at = session.timeline.position if mode == SOLUTION else 0
        made = len(session.state.game.moves)
        return UserProgress(self._opened, made, session.solution is not None, at, mode)

    def count_opened_board(self) -> None:
        """Count an opened board, even if it was open already."""
        self._opened += 1
        self._check_progress()

    def _go(self, by: int) -> None:
        if self.step is None:  # a key released on the button after the end
            return
        if self.step + by == len(STEPS):
            self.end()
        else:
            self._show_step(max(0, self.step + by))

    def _show_step(self, number: int) -> None:
        self.step = number
        self._before = self._progress()
        self._show()
        self._session.announced.emit(self.card.text.text())

    def _check_progress(self) -> None:
        """Advance when the step is done; go back when it has become impossible."""
        if self.step is None:
            return
        now, step = self._progress(), STEPS[self.step]
        if step.is_done(self._before, now):
            self._go(1)
        elif not step.is_possible(now) and step.is_possible(self._before):
            self._go(-1)
        elif now.boards_opened != self._before.boards_opened or now.mode != self._before.mode:
            self._before = now
            self._show()  # the rule and the visible parts may have changed

    def _show(self) -> None:
        if self.step is None:
            return
        step, board = STEPS[self.step], self._session.board
        picture = None
        if step.shows_rule:
            ratio = self._window.devicePixelRatioF()
            picture = rule_picture(board, WIDTH, ratio)
        self.card.set_content(
            tr("{step} of {all}").format(
                step=group_digits(self.step + 1), all=group_digits(len(STEPS))
            ),
            step.text.format(rule=family_of(board).rule_of(board)),
            picture,
            last=self.step + 1 == len(STEPS),
        )
        self._point_at(step.target)

    def _point_at(self, name: str) -> None:
        window = self._window
        if name == HELP:
            bar = window.menuBar()
            self.card.point_at(bar, bar.actionGeometry(bar.actions()[-1]))
            return
        self.card.point_at(window.findChild(QWidget, name))

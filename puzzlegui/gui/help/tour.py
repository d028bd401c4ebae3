"""The tour: what there is to see and do, step by step, for those who are here the first time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.families.registry import family_of
from puzzlegui.gui.board.rule_picture import rule_picture
from puzzlegui.gui.help.callout import WIDTH, Callout
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.style.theme import theme


@dataclass(frozen=True)
class Done:
    """What a user has done so far.

    Attributes:
        opened: so many boards were opened.
        made: so many moves were made by hand.
        solved: there is a solution.
        at: the place in it.
        mode: of the window.
    """

    opened: int
    made: int
    solved: bool
    at: int
    mode: str


@translated_fields
@dataclass(frozen=True)
class Step:
    """One of the steps.

    Attributes:
        target: the object name of the widget, or the action in the toolbar, that it points at; or
            ``HELP``.
        text: what it says; ``{rule}`` stands for the rule of the board's family.
        done: whether the user has done it since then: from what was done before, and now.
        picture: it shows the rule in a picture.
        possible: whether it can be done at all; else the step before it is to be done first.
    """

    target: str
    text: Translatable
    done: Callable[[Done, Done], bool]
    picture: bool = False
    possible: Callable[[Done], bool] = lambda _now: True


HELP = "the menu Help"

STEPS = (
    Step(
        "gallery",
        "Welcome. Click a board in the gallery. The line below the board says "
        "whether it can be solved.",
        lambda before, now: now.opened > before.opened,
    ),
    Step(
        "boardArea",
        "{rule} Press Play (F4) and make a move.",
        lambda before, now: now.made > before.made,
        picture=True,
    ),
    Step(
        "actionSolution",
        "Open Solve (F3) and press the blue button, or press F5 anywhere. Stop keeps the best "
        "solution so far.",
        lambda before, now: now.solved and not before.solved,
    ),
    Step(
        "timelineBar",
        "Follow the solution with the buttons, slider, arrow keys or wheel, or "
        "click a move in the list.",
        lambda before, now: now.at != before.at,
        possible=lambda now: now.solved,
    ),
    Step(
        "actionDesign",
        "Make it your own: Design (F2) edits start and goal. Everything can be undone.",
        lambda before, now: now.mode == DESIGN != before.mode,
    ),
    Step(
        HELP,
        "That's it. Find this tour, the puzzle guides and all shortcuts in the Help menu.",
        lambda _before, _now: False,
    ),
)
"""The one table of steps."""


class Tour(QObject):
    """Leads through the steps; whatever the user does instead can be done.

    Args:
        window: what it shows.
        session: tells what the user has done.

    Attributes:
        step: the number of the step that is shown; None while it is not shown.

    Signals:
        ended: it was gone through, or is not wanted any more.
    """

    ended = Signal()

    def __init__(self, window: QMainWindow, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._opened = 0
        self._before = self._done()
        self.step: int | None = None
        self.card = Callout(window)
        self.card.next_wanted.connect(lambda: self._go(1))
        self.card.back_wanted.connect(lambda: self._go(-1))
        self.card.end_wanted.connect(self.end)
        session.replaced.connect(self.count_opened)
        theme().changed.connect(self._show)

    def begin(self) -> None:
        """Show the first step."""
        if self.step is None:
            self._session.position_changed.connect(self._look)
        self._enter(0)
        self.card.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """Show no more of it."""
        if self.step is not None:
            self.step = None
            self._session.position_changed.disconnect(self._look)
            self.card.put_away()
            self.ended.emit()

    def _done(self) -> Done:
        session = self._session
        mode = session.mode.name if session.modes else DESIGN
        at = session.timeline.position if mode == SOLUTION else 0
        made = len(session.state.played.moves)
        return Done(self._opened, made, session.solution is not None, at, mode)

    def count_opened(self) -> None:
        """A board was chosen, be it the one that is open."""
        self._opened += 1
        self._look()

    def _go(self, by: int) -> None:
        assert self.step is not None
        if self.step + by == len(STEPS):
            self.end()
        else:
            self._enter(max(0, self.step + by))

    def _enter(self, number: int) -> None:
        self.step = number
        self._before = self._done()
        self._show()
        self._session.announced.emit(self.card.text.text())

    def _look(self) -> None:
        """Go on when the step is done, and back when it cannot be done any more."""
        if self.step is None:
            return
        now, step = self._done(), STEPS[self.step]
        if step.done(self._before, now):
            self._go(1)
        elif not step.possible(now) and step.possible(self._before):
            self._go(-1)
        elif now.opened != self._before.opened or now.mode != self._before.mode:
            self._before = now
            self._show()  # the rule may be another, and other parts may be seen

    def _show(self) -> None:
        if self.step is None:
            return
        step, family = STEPS[self.step], family_of(self._session.board)
        picture = None
        if step.picture:
            ratio = self._window.devicePixelRatioF()
            picture = rule_picture(self._session.board, WIDTH, ratio)
        self.card.say(
            tr("{step} of {all}").format(
                step=group_digits(self.step + 1), all=group_digits(len(STEPS))
            ),
            step.text.format(rule=family.rule),
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
        action, toolbar = window.findChild(QAction, name), window.findChild(QToolBar)
        if action is not None and toolbar is not None:
            self.card.point_at(toolbar.widgetForAction(action))
        else:
            self.card.point_at(window.findChild(QWidget, name))

"""The card of the game: its time and moves, and what the player can do."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton

from puzzlegui.core.formatting import (
    group_digits,
    minutes_and_hundredths,
    minutes_and_seconds,
)
from puzzlegui.core.language import tr
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.model.puzzle import PersonalBest
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import text_label
from puzzlegui.gui.widgets.card import Card

_CLOCK_MS = 200
_LARGE = "<span style='font-size: xx-large; font-weight: 600'>{text}</span>"
"""Rich text in a size relative to that of the font, which the user may change."""


class GameCard(Card):
    """Card with time and moves, the buttons of the game, and the last hint.

    Args:
        session: session with the game.
        best: returns the player's best result on the board, or None.

    Signals:
        scramble_requested: the user asked for another arrangement to play.
        restart_requested: the user asked to start again.
        hint_requested: the user asked for the next move.
        check_requested: the user asked for the distance to the goal.
        solve_requested: the user asked for a solution from the position shown.
    """

    scramble_requested = Signal()
    restart_requested = Signal()
    hint_requested = Signal()
    check_requested = Signal()
    solve_requested = Signal()

    def __init__(self, session: Session, best: Callable[[], PersonalBest | None]) -> None:
        super().__init__("gameCard", tr("Game"), headed=False)
        self._session, self._best = session, best
        self._icons: dict[QPushButton, str] = {}
        self._time, self._moves = QLabel(), QLabel()
        self._clock = QLabel()
        self._clock.setObjectName("clockLabel")
        self._clock.setAccessibleDescription(tr("Time played"))
        self._count = QLabel()
        self._count.setObjectName("moveCountLabel")
        self._count.setAccessibleDescription(tr("Moves made"))
        self.scramble = self._button(
            "scrambleButton", tr("Scramble"), "scramble", self.scramble_requested,
            "actionEdit-shuffle",
        )  # fmt: skip
        self.scramble.setProperty("primary", True)
        self.restart = self._button(
            "restartButton", tr("Restart"), "restart", self.restart_requested, "actionRestart"
        )
        self.hint = self._button(
            "hintButton", tr("Hint"), "hint", self.hint_requested, "actionHint"
        )
        self.check = self._button(
            "checkButton", tr("Check"), "target", self.check_requested, "actionCheck"
        )
        self.solve_from_here = self._button(
            "fromHereButton", tr("Solve from here"), "solve", self.solve_requested,
            "actionSolveFromHere",
        )  # fmt: skip
        self._advice = text_label("adviceLabel", 1)
        self._advice.setMinimumWidth(1)  # long texts must not widen the panel
        self._lay_out()
        self._clock_timer = QTimer(self)
        self._clock_timer.setInterval(_CLOCK_MS)
        self._clock_timer.timeout.connect(self._show_clock)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _button(
        self, name: str, text: str, picture: str, signal: SignalInstance, action: str
    ) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.clicked.connect(signal)
        button.setToolTip(tooltip_of(action))
        self._icons[button] = picture
        return button

    def _lay_out(self) -> None:
        for label in (self._time, self._moves):
            label.setProperty("role", "faint")
        figures = QGridLayout()
        figures.setHorizontalSpacing(spacing.APART)
        figures.setVerticalSpacing(0)
        for column, labels in enumerate(((self._time, self._clock), (self._moves, self._count))):
            for row, label in enumerate(labels):
                figures.addWidget(label, row, column)
            figures.setColumnStretch(column, 1)
        buttons = QGridLayout()
        buttons.setSpacing(spacing.NEAR)
        for number, button in enumerate((self.scramble, self.restart, self.hint, self.check)):
            buttons.addWidget(button, *divmod(number, 2))
        buttons.addWidget(self.solve_from_here, 2, 0, 1, 2)
        for column in range(2):
            buttons.setColumnStretch(column, 1)
        self.body.addLayout(figures)
        self.body.addLayout(buttons)
        self.body.addWidget(self._advice)

    def refresh(self) -> None:
        """Show the game and, in Play, the player's best result."""
        session = self._session
        best = self._best() if session.mode.by_hand else None
        time: str = tr("Time")
        titles = [metric.title for metric in session.board.metrics]
        moves: str = tr("Moves")
        self._count.setToolTip(f"{moves}: {' / '.join(titles)}" if len(titles) > 1 else "")
        if best is not None:
            time = tr("Time · best {time}").format(time=minutes_and_hundredths(best.seconds))
            moves = tr("Moves · fewest {count}").format(count=group_digits(best.moves))
        self._time.setText(time)
        self._moves.setText(moves)
        for button in (self.hint, self.check):
            button.setEnabled(not session.lock_reason)
        self._show_clock()
        if session.mode.by_hand and session.state.game.started_at is not None:
            self._clock_timer.start()
        else:
            self._clock_timer.stop()
        self.refresh_position()

    def refresh_position(self) -> None:
        """Show the number of moves made, and the hint for the position."""
        session = self._session
        made = session.game_sequence.moves[: session.timeline.position]
        counts = [group_digits(metric.count(made)) for metric in session.board.metrics]
        _show_large(self._count, " / ".join(counts))
        self._advice.setText(self._session.mode.hint_text())

    def _show_clock(self) -> None:
        game = self._session.state.game
        stopped = game.started_at is None and game.seconds > 0
        shown = minutes_and_hundredths if stopped else minutes_and_seconds
        _show_large(self._clock, shown(game.elapsed))

    def _restyle(self) -> None:
        for button, name in self._icons.items():
            primary = bool(button.property("primary"))
            button.setIcon(icon(name, theme().colours.on_accent if primary else ""))


def _show_large(label: QLabel, text: str) -> None:
    """Show a text in large letters, if it is not shown."""
    shown = _LARGE.format(text=escape(text))
    if label.text() != shown:
        label.setText(shown)

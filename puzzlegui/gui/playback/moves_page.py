"""The side page that lists the moves of a solution, or those played by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.formatting import group_digits, minutes_and_seconds
from puzzlegui.core.language import tr
from puzzlegui.core.notation import STANDARD, Notation
from puzzlegui.families.notation import notation_or_standard, notations_for
from puzzlegui.families.registry import family_of
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.board.rule_picture import rule_picture
from puzzlegui.gui.model.move_sequence import MoveSequence
from puzzlegui.gui.model.puzzle import SolutionEntry
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.playback.move_table import MoveTable
from puzzlegui.gui.playback.solution_combo import SolutionCombo
from puzzlegui.gui.playback.solutions import SolutionListPanel
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import heading_label, ignore_wheel, text_label

_CLOCK_MS = 200
_RULE_WIDTH = 250
"""Width of the rule picture, in pixels."""


class MovesPage(QWidget):
    """Page with a heading and the move table; in the play mode also clock, hint and buttons.

    Signals:
        hint_requested: the user asked for the next move.
        check_requested: the user asked for the distance to the goal.
        restart_requested: the user asked to start again.
        notation_chosen: the user chose the notation with this name.
    """

    hint_requested = Signal()
    check_requested = Signal()
    restart_requested = Signal()
    notation_chosen = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: tuple[Any, ...] = ()
        self._shown_entry: SolutionEntry | None = None
        self.table = MoveTable()
        self._heading = heading_label(tr("Moves"))
        self.solution_combo = SolutionCombo()
        self.solutions = SolutionListPanel()
        self.notations = QComboBox()
        self.notations.setObjectName("notationCombo")
        self.notations.setAccessibleName(tr("Notation of moves"))
        self.notations.setToolTip(tr("How moves are written: here, when copied, and in exports"))
        self.notations.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.notations.setMinimumContentsLength(9)
        ignore_wheel(self.notations)
        self.notations.activated.connect(self._choose_notation)
        self._empty_label = QLabel()
        self._empty_label.setWordWrap(True)
        self._empty_label.setProperty("role", "faint")
        self._rule = QLabel()
        self._rule.setObjectName("rulePicture")
        self._play_panel = QWidget()
        self._clock = QLabel()
        self._clock.setObjectName("clockLabel")
        self._clock.setAccessibleName(tr("Time played"))
        self.solve_from_here = QPushButton(tr("Solve from here"))
        self.solve_from_here.setObjectName("fromHereButton")
        self.solve_from_here.setToolTip(tooltip_of("actionSolveFromHere"))
        self.advice = text_label("adviceLabel", 2)
        self._help_buttons: list[QPushButton] = []
        self._create_layout()
        self._clock_timer = QTimer(self)
        self._clock_timer.setInterval(_CLOCK_MS)
        self._clock_timer.timeout.connect(self._show_clock)

    def _create_layout(self) -> None:
        buttons = QGridLayout()  # a single row is too narrow for some languages
        buttons.setContentsMargins(0, 0, 0, 0)
        for name, text, action, signal in (
            ("hintButton", tr("Hint"), "actionHint", self.hint_requested),
            ("checkButton", tr("Check"), "actionCheck", self.check_requested),
            ("restartButton", tr("Restart"), "actionRestart", self.restart_requested),
        ):
            button = QPushButton(text)
            button.setObjectName(name)
            button.setToolTip(tooltip_of(action))
            button.clicked.connect(signal)
            if action != "actionRestart":
                self._help_buttons.append(button)
            buttons.addWidget(button, *divmod(buttons.count(), 2))
        buttons.addWidget(self.solve_from_here, 1, 1)
        strip = QVBoxLayout(self._play_panel)
        strip.setContentsMargins(0, 0, 0, 0)
        strip.setSpacing(6)
        strip.addLayout(buttons)
        strip.addWidget(self.advice)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(4)
        head.addWidget(self._heading)
        head.addWidget(self.solutions.count, 1)
        head.addStretch()
        head.addWidget(self._clock)
        head.addWidget(self.notations)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.solution_combo)
        column.addWidget(self.solutions)
        column.addWidget(self._play_panel)
        column.addWidget(self._empty_label)
        column.addWidget(self._rule)
        column.addWidget(self.table, 1)
        column.addStretch()

    def refresh(self) -> None:
        """Show the moves of the mode and the solutions to choose from."""
        session = self._session
        state, by_hand = session.state, session.mode.by_hand
        following = None if by_hand else state.followed_entry
        found = () if by_hand else state.entries
        self.solution_combo.show_solutions(
            [other.solution for other in found], state.followed_index
        )
        listed = None if following is None else replace(following, position=0)
        if listed != self._shown_entry:
            self._shown_entry = listed
            self.solutions.show_solutions(listed)
        line = session.sequence
        moves = () if line is None else line.moves
        notation = session.settings["notation"]
        now = session.board.puzzle, moves, notation, theme().name, by_hand
        if not _is_same(now, self._shown):
            self._shown = now
            self._show_moves(line, notation, by_hand=by_hand)
        for button in self._help_buttons:
            button.setEnabled(not session.lock_reason)
        self._empty_label.setText(self._empty_text())
        self._show_clock()
        if by_hand and state.game.started_at is not None:
            self._clock_timer.start()
        else:
            self._clock_timer.stop()
        self.refresh_position()

    def refresh_position(self) -> None:
        """Show the current position in the moves."""
        timeline, line = self._session.timeline, self._session.sequence
        text: str = tr("Moves")
        if line is not None and len(line):
            text = tr("Moves: {done} of {all}").format(
                done=group_digits(timeline.completed_moves), all=group_digits(len(line))
            )
        self._heading.setText(text)
        if line is not None:
            self.table.moves.mark_loop_range(timeline.play_range)
            self.table.select_position(timeline.completed_moves)
        self.advice.setText(self._session.mode.hint_text())

    def _empty_text(self) -> str:
        """Return the text shown instead of an empty list of moves."""
        session = self._session
        if session.mode.by_hand:
            return family_of(session.board).instructions(session.board)
        if session.run is not None:
            return tr("No solution yet.")
        return tr("The moves of the solution will be listed here.")

    def _show_moves(self, line: MoveSequence | None, notation: str, *, by_hand: bool) -> None:
        """List moves, with clock and hint if made by hand."""
        moves = () if line is None else line.moves
        if line is None:
            self.table.show_moves(line, STANDARD, select_last_made=by_hand)
        else:
            written = notation_or_standard(line.board, notation)
            self._list_notations(notations_for(line.board), written)
            self.table.show_moves(line, written, select_last_made=by_hand)
        self.notations.setVisible(bool(moves))
        self.table.setVisible(bool(moves))
        self._rule.setVisible(by_hand and not moves)
        if by_hand and not moves:
            board = self._session.board
            rule = family_of(board).rule_of(board)
            self._rule.setPixmap(rule_picture(board, _RULE_WIDTH, self.devicePixelRatioF()))
            self._rule.setToolTip(rule)
            self._rule.setAccessibleName(rule)
        self._empty_label.setVisible(not moves)
        self._play_panel.setVisible(by_hand)
        self._clock.setVisible(by_hand)

    def _list_notations(self, notations: Sequence[Notation], chosen: Notation) -> None:
        """List the notations of a board and select the chosen notation."""
        names = [notation.name for notation in notations]
        if names != [self.notations.itemData(row) for row in range(self.notations.count())]:
            self.notations.clear()
            for notation in notations:
                self.notations.addItem(notation.title, notation.name)
        self.notations.setCurrentIndex(names.index(chosen.name))

    def _choose_notation(self, row: int) -> None:
        self.notation_chosen.emit(self.notations.itemData(row))

    def _show_clock(self) -> None:
        self._clock.setText(minutes_and_seconds(self._session.state.game.elapsed))


def _is_same(now: tuple[Any, ...], before: tuple[Any, ...]) -> bool:
    """Compare the list's inputs; long move sequences are compared by identity."""
    return len(now) == len(before) and all(
        new is old
        or (not isinstance(new, Sequence) and new == old)
        or (isinstance(new, str) and new == old)
        for new, old in zip(now, before, strict=True)
    )

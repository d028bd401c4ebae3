"""The card that lists the moves of a solution, or those played by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from puzzlegui.core.language import tr
from puzzlegui.core.notation import STANDARD, Notation
from puzzlegui.core.solution import Segment
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
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import ignore_wheel
from puzzlegui.gui.widgets.card import Card

_RULE_WIDTH = 250
"""Width of the rule picture, in pixels."""


class MovesPage(Card):
    """Card with the moves of the solution or the game; before the first move, the board's rule.

    Signals:
        notation_chosen: the user chose the notation with this name.
        copy_requested: the user asked to copy the moves.
    """

    notation_chosen = Signal(str)
    copy_requested = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__("movesCard", tr("Moves"))
        self._session = session
        self._shown: tuple[Any, ...] = ()
        self._shown_entry: SolutionEntry | None = None
        self.table = MoveTable()
        self.solution_combo = SolutionCombo()
        self.solutions = SolutionListPanel()
        self.notations = QComboBox()
        self.notations.setObjectName("notationCombo")
        self.notations.setAccessibleName(tr("Notation of moves"))
        self.notations.setToolTip(tr("How moves are written: here, when copied, and in exports"))
        self.notations.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.notations.setMinimumContentsLength(7)
        ignore_wheel(self.notations)
        self.notations.activated.connect(self._choose_notation)
        self._empty_label = QLabel()
        self._empty_label.setWordWrap(True)
        self._empty_label.setProperty("role", "faint")
        self._rule = QLabel()
        self._rule.setObjectName("rulePicture")
        self._copy = QPushButton(tr("Copy"))
        self._copy.setObjectName("copyMovesButton")
        self._copy.setToolTip(tooltip_of("actionCopyMoves"))
        self._copy.clicked.connect(self.copy_requested)
        self.add_to_heading(self.notations)
        self.add_to_heading(self._copy)
        for widget in (
            self.solution_combo, self.solutions.count, self.solutions, self._empty_label,
            self._rule,
        ):  # fmt: skip
            self.body.addWidget(widget, widget is self.solutions)
        self.body.addWidget(self.table, 1)
        self.body.addStretch()

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
        solution = None if by_hand else session.solution
        segments = () if solution is None else solution.segments
        now = session.board.puzzle, moves, notation, segments, theme().name, by_hand
        if not _is_same(now, self._shown):
            self._shown = now
            self._show_moves(line, notation, segments, by_hand=by_hand)
        self._empty_label.setText(self._empty_text())
        self.refresh_position()

    def refresh_position(self) -> None:
        """Show the current position in the moves."""
        timeline, line = self._session.timeline, self._session.sequence
        if line is not None:
            self.table.mark_loop_range(timeline.play_range)
            self.table.select_position(timeline.completed_moves)

    def _empty_text(self) -> str:
        """Return the text shown instead of an empty list of moves."""
        session = self._session
        if session.mode.by_hand:
            return family_of(session.board).rule_of(session.board)
        if session.run is not None:
            return tr("No solution yet.")
        return tr("The moves of the solution will be listed here.")

    def _show_moves(
        self,
        line: MoveSequence | None,
        notation: str,
        segments: Sequence[Segment],
        *,
        by_hand: bool,
    ) -> None:
        """List moves, or show the rule if none is made by hand."""
        moves = () if line is None else line.moves
        self.set_title(tr("Your moves") if by_hand else tr("Moves"))
        self._copy.setIcon(icon("copy"))
        if line is None:
            self.table.show_moves(line, STANDARD, select_last_made=by_hand)
        else:
            written = notation_or_standard(line.board, notation)
            self._list_notations(notations_for(line.board), written)
            self.table.show_moves(line, written, segments, select_last_made=by_hand)
        for widget in (self.notations, self._copy):
            widget.setVisible(bool(moves))
        self.table.setVisible(bool(moves))
        self._rule.setVisible(by_hand and not moves)
        if by_hand and not moves:
            board = self._session.board
            rule = family_of(board).rule_of(board)
            self._rule.setPixmap(rule_picture(board, _RULE_WIDTH, self.devicePixelRatioF()))
            self._rule.setToolTip(rule)
            self._rule.setAccessibleName(rule)
        self._empty_label.setVisible(not moves)

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


def _is_same(now: tuple[Any, ...], before: tuple[Any, ...]) -> bool:
    """Compare the list's inputs; long move sequences are compared by identity."""
    return len(now) == len(before) and all(
        new is old
        or (not isinstance(new, Sequence) and new == old)
        or (isinstance(new, str) and new == old)
        for new, old in zip(now, before, strict=True)
    )

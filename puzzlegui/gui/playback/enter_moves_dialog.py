"""The dialog in which moves are typed or pasted, and checked while typing."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.language import tr
from puzzlegui.core.move_input import ParsedMoves, begins_with_moves
from puzzlegui.documents.importing import parse_moves
from puzzlegui.documents.movelists import move_lists
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.gui.widgets.basic import text_label

_PAUSE_MS = 150
"""Delay from the last key to parsing, so that fast typing starts few jobs."""
_MAX_CLIPBOARD = 100_000
"""Maximum length of clipboard text that is checked for moves, which is done at once."""


class EnterMovesDialog(QDialog):
    """Dialog with a text field for moves in any notation, and the result of playing them.

    Args:
        parent: parent window.
        board: board without problems that the moves start from.
        worker: parses and plays the moves.
    """

    def __init__(self, parent: QWidget | None, board: Board, worker: Worker) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Type or paste moves"))
        self._board, self._worker = board, worker
        self._pending: TaskHandle | None = None
        self.parsed: ParsedMoves | None = None
        forms = ", ".join(notation.title for notation in notations_for(board))
        text = tr("&Moves from the start, in any notation ({forms}), or a table as exported")
        intro = QLabel(text.format(forms=forms))
        intro.setWordWrap(True)
        self.text = QPlainTextEdit()
        self.text.setObjectName("movesEdit")
        self.text.setAccessibleName(tr("Moves"))
        self.text.setTabChangesFocus(True)
        intro.setBuddy(self.text)
        self.message = text_label("entryLabel", 2)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.follow = self.buttons.addButton(tr("Follow"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.follow.setObjectName("followButton")
        self.follow.setDefault(True)
        column = QVBoxLayout(self)
        column.addWidget(intro)
        column.addWidget(self.text, 1)
        column.addWidget(self.message)
        column.addWidget(self.buttons)
        self.resize(520, 360)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._start_parsing)
        self.text.textChanged.connect(self._changed)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self._pause.stop)
        self.finished.connect(self._cancel)
        theme().changed.connect(self._restyle)
        self._changed()
        self._insert_clipboard()
        self.text.setFocus()

    def _insert_clipboard(self) -> None:
        """Insert the clipboard text if it begins with moves of this board."""
        copied = QGuiApplication.clipboard().text()
        if len(copied) > _MAX_CLIPBOARD:
            return
        try:
            moves = move_lists(copied)[0].in_place.strip()
        except MoveTextError:
            return
        beginning = moves[:200].rsplit(maxsplit=1)[0] if len(moves) > 200 else moves
        if begins_with_moves(self._board, beginning):
            self.text.setPlainText(copied)
            self.text.selectAll()

    def _changed(self) -> None:
        self._cancel()
        self.parsed = None
        self.follow.setEnabled(False)
        self._pause.start()

    def _start_parsing(self) -> None:
        board, text = self._board, self.text.toPlainText()
        if not text.strip():
            self.message.setText("")
            self._underline_problem(None)
            return

        def work(job: Job) -> ParsedMoves:
            return parse_moves(board, text, job.is_wanted)

        self._pending = self._worker.submit(Job(work, "moves"), self._show_result)

    def _show_result(self, result: object) -> None:
        self._pending = None
        if not isinstance(result, ParsedMoves):
            self.message.setText(str(result))
            return
        self.parsed = result
        self.message.setText(result.message)
        self._restyle()
        self.follow.setText(tr("Follow") if result.solved else tr("Play them by hand"))
        self.follow.setEnabled(result.problem is None and bool(result.moves))

    def _restyle(self) -> None:
        """Colour the result in the colours of the theme."""
        if (result := self.parsed) is not None:
            colours = theme().colours
            plain = colours.good if result.solved else colours.text
            tint = colours.bad if result.problem else plain
            self.message.setStyleSheet(f"color: {tint};")
            self._underline_problem(result)

    def _underline_problem(self, result: ParsedMoves | None) -> None:
        """Underline the word with the problem."""
        marks = []
        if result is not None and result.problem is not None:
            block = self.text.document().findBlockByNumber(result.problem.line - 1)
            cursor = QTextCursor(block)
            cursor.movePosition(
                QTextCursor.MoveOperation.Right,
                QTextCursor.MoveMode.MoveAnchor,
                min(result.problem.column - 1, max(0, block.length() - 1)),
            )
            kept = QTextCursor.MoveMode.KeepAnchor
            cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, kept)
            if not cursor.hasSelection():
                cursor.movePosition(QTextCursor.MoveOperation.Right, kept)
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            style = QTextCharFormat()
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            style.setUnderlineColor(QColor(theme().colours.bad))
            mark.format = style
            marks.append(mark)
        self.text.setExtraSelections(marks)

    def _cancel(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.cancel()


def open_enter_moves(parent: QWidget, board: Board, worker: Worker) -> EnterMovesDialog:
    """Open the dialog, which deletes itself when closed."""
    dialog = EnterMovesDialog(parent, board, worker)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog

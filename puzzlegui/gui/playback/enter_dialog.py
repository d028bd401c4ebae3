"""The dialog in which moves are typed or pasted: read and played while one types."""

from __future__ import annotations

from collections.abc import Callable

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
from puzzlegui.core.entered import Entered, begins_with_moves, enter
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.language import tr
from puzzlegui.documents.movelists import move_lists
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, Pending, Worker
from puzzlegui.gui.widgets.basic import text_label

_PAUSE_MS = 150
"""From a key to the reading that includes it, so that typing does not start many."""
_MOST_LOOKED_AT = 1_000_000
"""Characters on the clipboard beyond which they are surely no moves."""


class EnterDialog(QDialog):
    """A field for moves in any notation, and what comes of them.

    Args:
        parent: the window.
        board: the board that they are for; sound.
        worker: reads and plays them.
    """

    def __init__(self, parent: QWidget | None, board: Board, worker: Worker) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Type or paste moves"))
        self._board, self._worker = board, worker
        self._pending: Pending | None = None
        self.entered: Entered | None = None
        forms = ", ".join(notation.title for notation in notations_for(board))
        said = tr("&Moves from the start, in any notation ({forms}), or a table as exported")
        intro = QLabel(said.format(forms=forms))
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
        self._pause.timeout.connect(self._read)
        self.text.textChanged.connect(self._changed)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self._pause.stop)
        self.finished.connect(self._end)
        self._changed()
        self._take_clipboard()
        self.text.setFocus()

    def _take_clipboard(self) -> None:
        """Begin with what was copied, if it begins like moves of this board."""
        copied = QGuiApplication.clipboard().text()
        if len(copied) > _MOST_LOOKED_AT:
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
        self._end()
        self.entered = None
        self.follow.setEnabled(False)
        self._pause.start()

    def _read(self) -> None:
        board, text = self._board, self.text.toPlainText()
        if not text.strip():
            self.message.setText("")
            self._mark(None)
            return

        def work(job: Job) -> Entered:
            return _entered(board, text, lambda: not job.cancelled)

        self._pending = self._worker.do(Job(work, "moves"), self._read_through)

    def _read_through(self, result: object) -> None:
        self._pending = None
        if not isinstance(result, Entered):
            self.message.setText(str(result))
            return
        self.entered = result
        self.message.setText(result.message)
        colours = theme().colours
        tint = colours.bad if result.problem else colours.good if result.solved else colours.text
        self.message.setStyleSheet(f"color: {tint};")
        self._mark(result)
        self.follow.setText(tr("Follow") if result.solved else tr("Play them by hand"))
        self.follow.setEnabled(result.problem is None and bool(result.moves))

    def _mark(self, result: Entered | None) -> None:
        """Underline the word that is wrong."""
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
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            look.setUnderlineColor(QColor(theme().colours.bad))
            mark.format = look
            marks.append(mark)
        self.text.setExtraSelections(marks)

    def _end(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.withdraw()


def _entered(board: Board, text: str, wanted: Callable[[], bool]) -> Entered:
    """What comes of a text; of a table with several solutions, of the first."""
    try:
        return enter(board, move_lists(text)[0].in_place, wanted)
    except MoveTextError as error:  # it is a table, and not as the program writes it
        return Entered((), error.problem)


def open_entry(parent: QWidget, board: Board, worker: Worker) -> EnterDialog:
    """Open the dialog; it is deleted when it is closed."""
    dialog = EnterDialog(parent, board, worker)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog

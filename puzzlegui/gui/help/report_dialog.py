"""The crash report dialog; the report can be copied and saved, and is never sent."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, QStandardPaths, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
)

from puzzlegui import system
from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.files import write_file
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import heading_label
from puzzlegui.gui.widgets.progress_dialog import ProgressDialogTask

PREVIOUS_CRASH = gettext_noop("PuzzleGUI quit unexpectedly last time")
CURRENT_ERROR = gettext_noop("Something went wrong")
_ADVICE = {
    PREVIOUS_CRASH: gettext_noop(
        "Unsaved work is offered separately. This report is not sent; copy or "
        "save it to report the bug."
    ),
    CURRENT_ERROR: gettext_noop(
        "Save your board before you continue. This report is not sent; copy or "
        "save it to report the bug."
    ),
}
_SIZE = QSize(720, 460)


class ReportDialog(QDialog):
    """Modeless dialog with a crash report.

    Args:
        heading: ``PREVIOUS_CRASH`` or ``CURRENT_ERROR``.
        text: report; a summary of the system is appended.
    """

    def __init__(self, heading: str, text: str) -> None:
        super().__init__()
        theme().apply_to(self)
        self.setObjectName("reportDialog")
        self.setWindowTitle(tr("Crash report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self._worker = Worker(self)
        what = QLabel(tr(_ADVICE[heading]))
        what.setWordWrap(True)
        self.text = QPlainTextEdit()
        self.text.setObjectName("reportText")
        self.text.setAccessibleName(tr("Report"))
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlainText(f"{text.strip()}\n\n{system.summary()}")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.copy = buttons.addButton(tr("C&opy"), role)
        self.save = buttons.addButton(tr("&Save as…"), role)
        for button in (self.copy, self.save):
            button.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_path)
        buttons.rejected.connect(self.reject)
        self.finished.connect(self._worker.close)
        column = QVBoxLayout(self)
        column.addWidget(heading_label(tr(heading)))
        column.addWidget(what)
        column.addWidget(self.text, 1)
        column.addWidget(buttons)
        self.resize(_SIZE)

    def add(self, text: str) -> None:
        """Prepend another report, unless it is already shown."""
        if text.strip() in self.text.toPlainText():
            return
        cursor = QTextCursor(self.text.document())
        cursor.insertText(f"{text.strip()}\n\n")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _ask_path(self) -> None:
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        suggested = Path(QStandardPaths.writableLocation(documents), "puzzlegui-report.txt")
        kinds = {".txt": tr("Text")}
        path = dialogs.ask_save_path(self, tr("Save the report"), suggested, kinds)
        if path is None:
            return
        content = self.text.toPlainText().encode()

        def work(_job: Job) -> object:
            write_file(path, content)
            return None

        def written(result: object) -> None:
            if isinstance(result, OSError):
                problem = write_problem(result, path)
                dialogs.show_problem(self, tr("Could not save the report"), problem)
            elif isinstance(result, Exception):
                raise result

        ProgressDialogTask(
            self, self._worker, Job(work, tr("Writing {file}…").format(file=path.name)), written
        )

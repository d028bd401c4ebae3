"""The About dialog and the licences dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from puzzlegui import licences, system
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.gui.style.theme import program_icon
from puzzlegui.gui.widgets.basic import heading_label
from puzzlegui.version import __version__

_SHOWN = ("Python", "Qt", "PySide6-Essentials", "numpy", "Pillow", "System", "Solvers")
"""Entries of the system summary that are shown; Copy copies the whole summary."""
_NAMES = {"System": gettext_noop("System"), "Solvers": gettext_noop("Solvers")}
"""Translatable names among these entries; the others are names of programs."""
_ICON = 72
_LICENCES = QSize(820, 560)


class AboutDialog(QDialog):
    """Dialog with the program's version, system details and a button for the licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("aboutDialog")
        self.setWindowTitle(tr("About PuzzleGUI"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picture = QLabel()
        picture.setPixmap(program_icon().pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
        words = QLabel(
            tr(
                "Design grid puzzles, play them, and see them solved.\n"
                "Licence: MIT. The font Inter is under the SIL Open Font License."
            )
        )
        words.setWordWrap(True)
        title = heading_label(tr("PuzzleGUI {version}").format(version=__version__))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.copy = buttons.addButton(tr("C&opy"), role)
        self.copy.setToolTip(tr("Copy version and system details for a bug report"))
        self.licences = buttons.addButton(tr("&Licences…"), role)
        for button in (self.copy, self.licences):
            button.setAutoDefault(False)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(system.summary()))
        self.licences.clicked.connect(self._show_licences)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        beside = QVBoxLayout()
        beside.addWidget(title)
        beside.addWidget(words)
        beside.addLayout(_table())
        row = QHBoxLayout()
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(beside, 1)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(buttons)

    def _show_licences(self) -> None:
        LicencesDialog(self).show()


def _table() -> QGridLayout:
    """Return a layout with a line of selectable text per entry."""
    table = QGridLayout()
    table.setColumnStretch(1, 1)
    facts = dict(system.facts())
    for row, name in enumerate(_SHOWN):
        labels = (QLabel(tr(_NAMES[name]) if name in _NAMES else name), QLabel(facts[name]))
        labels[1].setObjectName(f"about{name}")
        labels[1].setWordWrap(True)
        for column, label in enumerate(labels):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            table.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)
    return table


class LicencesDialog(QDialog):
    """Dialog with a list of packages and the text of the selected licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("licencesDialog")
        self.setWindowTitle(tr("Licences"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.names = QListWidget()
        self.names.setAccessibleName(tr("Packages"))
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("Text of the licence"))
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._readers: list[Callable[[], str]] = []
        for name, read in licences.texts():
            self.names.addItem(tr("What is inside") if name == licences.NOTICE else name)
            self._readers.append(read)
        self.names.ensurePolished()
        self.names.setFixedWidth(self.names.sizeHintForColumn(0) + 40)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.names)
        row.addWidget(self.text, 1)
        column = QVBoxLayout(self)
        column.addLayout(row, 1)
        column.addWidget(buttons)
        self.names.currentRowChanged.connect(self._show)
        self.names.setCurrentRow(0)
        self.resize(_LICENCES)

    def _show(self, row: int) -> None:
        if row < 0:
            return
        try:
            text = self._readers[row]()
        except OSError as error:
            text = str(error)
        self.text.setPlainText(text or tr("This package includes no licence text."))

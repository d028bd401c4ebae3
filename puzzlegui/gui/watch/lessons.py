"""The text of a lesson beside what it speaks of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTextBrowser

from puzzlegui.core.language import tr

_WIDTH = 300
"""Of the text at first."""
_WINDOW = 1366, 698


def add_lesson(window: QMainWindow, text: str) -> None:
    """Put a text, in Markdown, beside what a window shows."""
    browser = QTextBrowser()
    browser.setObjectName("lessonText")
    browser.setAccessibleName(tr("Text of the lesson"))
    browser.setMarkdown(text.replace("# ", "### ", 1))  # a heading for the room that there is
    browser.document().setDocumentMargin(10)
    dock = QDockWidget(tr("Lesson"), window)
    dock.setObjectName("lessonDock")
    dock.setWidget(browser)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resizeDocks([dock], [_WIDTH], Qt.Orientation.Horizontal)
    window.resize(*_WINDOW)

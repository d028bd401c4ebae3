"""The lesson panel: the steps of a lesson with their questions, docked in a window."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.lessons import LESSONS, Lesson, LessonStep
from puzzlegui.gui.widgets.basic import ElidedLabel

_WIDTH = 320
"""Initial width of the panel, in pixels."""
_WINDOW_SIZE = 1366, 698
_MIN_BUTTON = 60
"""Minimum width of a button, in pixels."""
_CHOICE = "choice"
"""Scheme of the links to answers."""


class LessonPanel(QWidget):
    """Panel that shows a lesson step by step: text, question and answers.

    Args:
        lesson: lesson to show.

    Signals:
        step_shown: the ``LessonStep`` shown; the window shows the step's state.
        lesson_requested: name of the lesson to open next.
    """

    step_shown = Signal(object)
    lesson_requested = Signal(str)

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self._lesson, self._steps, self._at = lesson, lesson.steps(), 0
        names = list(LESSONS)
        self._next_lesson = dict(pairwise(names)).get(lesson.name, "")
        self.count = ElidedLabel("lessonCount")
        self.text = QTextBrowser()
        self.text.setObjectName("lessonText")
        self.text.setAccessibleName(tr("Text of the lesson"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(10)
        self.back = QPushButton(tr("Back"))
        self.next = QPushButton()
        self.back.setObjectName("lessonBack")
        self.next.setObjectName("lessonNext")
        self.next.setProperty("primary", True)
        row = QHBoxLayout()
        for button in (self.back, self.next):
            row.addWidget(button, 1)
            button.setMinimumWidth(_MIN_BUTTON)
        column = QVBoxLayout(self)
        column.addWidget(self.count)
        column.addWidget(self.text, 1)
        column.addLayout(row)
        self.text.anchorClicked.connect(self._choose)
        self.back.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))

    @property
    def step(self) -> LessonStep:
        """Current step."""
        return self._steps[self._at]

    def show_step(self) -> None:
        """Show the current step and emit ``step_shown``."""
        count = len(self._steps)
        text = tr("Step {step} of {count}")
        self.count.setText(text.format(step=group_digits(self._at + 1), count=group_digits(count)))
        self._show_text()
        last = self._at + 1 == count
        self.back.setEnabled(self._at > 0)
        self.next.setText(tr("Next lesson") if last else tr("Next"))
        self.next.setEnabled(not last or bool(self._next_lesson))
        self.step_shown.emit(self.step)

    def _show_text(self, answer: str = "") -> None:
        step = self.step
        parts = [f"### {tr(self._lesson.title)}", step.text]
        if step.question:
            links = (f"- [{each.text}]({_CHOICE}:{n})" for n, each in enumerate(step.choices))
            question = step.question.replace("*", r"\*")  # as in A*
            parts += [f"**{question}**", "\n".join(links)]
        self.text.setMarkdown("\n\n".join([*parts, answer]))

    def _choose(self, address: QUrl) -> None:
        """Show whether an answer is right, and why."""
        choice = self.step.choices[int(address.path())]
        self._show_text(f"*{choice.text}*\n\n{choice.why}")
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _go(self, by: int) -> None:
        if self._at + by == len(self._steps):
            self.lesson_requested.emit(self._next_lesson)
            return
        self._at += by
        self.show_step()


def add_lesson(window: QMainWindow, lesson: Lesson) -> LessonPanel:
    """Dock a lesson panel in a window, without showing its first step."""
    panel = LessonPanel(lesson)
    dock = QDockWidget(tr("Lesson"), window)
    dock.setObjectName("lessonDock")
    dock.setWidget(panel)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resizeDocks([dock], [_WIDTH], Qt.Orientation.Horizontal)
    window.resize(*_WINDOW_SIZE)
    return panel

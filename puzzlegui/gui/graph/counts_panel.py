"""The side panel of the counts page: origin, progress and figures."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.engine.graph.level_counts import GOAL, ORIGINS, START, LevelCounts
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import heading_label, ignore_wheel, text_label

_STEPS = 1000
_NAMES = {START: gettext_noop("from the start"), GOAL: gettext_noop("to the goal")}
_NONE = "–"


class CountsPanel(QWidget):
    """Side panel of the counts page.

    Signals:
        origin_chosen: the origin that the user chose, of ``ORIGINS``.
    """

    origin_chosen = Signal(str)

    def __init__(self, origin: str) -> None:
        super().__init__()
        self.origin = QComboBox()
        self.origin.setObjectName("countsOrigin")
        self.origin.setAccessibleName(tr("Count moves"))
        self.origin.setToolTip(tr("Count moves from the start of the board, or to its goal"))
        for name in ORIGINS:
            self.origin.addItem(tr(_NAMES[name]), name)
        self.origin.setCurrentIndex(ORIGINS.index(origin))
        self.origin.currentIndexChanged.connect(
            lambda: self.origin_chosen.emit(self.origin.currentData())
        )
        ignore_wheel(self.origin)
        self.expected = text_label("countsBefore", 4)
        self.explore = QPushButton(tr("Explore"))
        self.explore.setObjectName("exploreButton")
        self.explore.setProperty("primary", True)
        self.explore.setToolTip(tr("Count all arrangements, or continue after a stop"))
        self.bar = QProgressBar()
        self.bar.setObjectName("countsBar")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(tr("Arrangements found so far"))
        self.progress_text = text_label("countsLive", 2)
        self._values = {
            "depth": self._value("countsDepth", tr("Max moves")),
            "mean": self._value("countsMean", tr("Average")),
            "total": self._value("countsTotal", tr("Arrangements")),
            "even": self._value("countsEven", tr("Even")),
            "odd": self._value("countsOdd", tr("Odd")),
        }
        self._values["depth"].setToolTip(
            tr("God's number: the distance of the farthest arrangement")
        )
        self.this_board = text_label("countsAtHand", 2)
        self.chosen = text_label("countsChosen", 2)
        self._lay_out()

    def _value(self, name: str, title: str) -> QLabel:
        label = QLabel(_NONE)
        label.setObjectName(name)
        label.setAccessibleName(title)
        label.setProperty("role", "figure")
        return label

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(spacing.APART, spacing.TIGHT, spacing.TIGHT, spacing.TIGHT)
        column.addWidget(heading_label(tr("Count moves")))
        column.addWidget(self.origin)
        column.addWidget(self.expected)
        column.addWidget(self.explore)
        column.addWidget(self.bar)
        column.addWidget(self.progress_text)
        column.addWidget(heading_label(tr("Results")))
        figures = QFormLayout()
        for label in self._values.values():
            figures.addRow(label.accessibleName(), label)
        column.addLayout(figures)
        column.addWidget(heading_label(tr("This board")))
        column.addWidget(self.this_board)
        column.addWidget(heading_label(tr("Selected arrangement")))
        column.addWidget(self.chosen)
        column.addStretch(1)

    def show_counts(self, explored: LevelCounts) -> None:
        """Show the figures known so far."""
        counts, odd = explored.counts, explored.odd_counts
        most = group_digits(explored.depth)
        if not explored.complete:
            most = tr("at least {number}").format(number=most)
        texts = {
            "depth": most if counts else _NONE,
            "mean": decimal(explored.mean_distance, 3) if explored.complete else _NONE,
            "total": group_digits(explored.total) if counts else _NONE,
            "even": group_digits(explored.total - sum(odd)) if odd else _NONE,
            "odd": group_digits(sum(odd)) if odd else _NONE,
        }
        for name, text in texts.items():
            self._values[name].setText(text)

    def show_progress(self, share: float, text: str) -> None:
        """Show the progress, 0 to 1, with a text."""
        self.bar.setValue(min(_STEPS, round(_STEPS * share)))
        self.bar.setAccessibleDescription(text)
        self.progress_text.setText(text)

"""The row about the best solution of a running solver: follow it, or show an offered one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.widgets.basic import ElidedLabel


class LiveSolutionRow(QWidget):
    """Row with a check box to show the best solution, and an offered shorter solution.

    Signals:
        show_requested: the user asked to show the offered solution.
        follow_toggled: the user turned following the best solution on or off.
    """

    show_requested = Signal()
    follow_toggled = Signal(bool)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.follow = QCheckBox(tr("Sh&ow the best solution so far"))
        self.follow.setObjectName("followBox")
        self.follow.setToolTip(tooltip_of("actionFollowBest"))
        self.news = ElidedLabel("newsLabel", role="")
        self.show_it = QPushButton(tr("Show it"))
        self.show_it.setObjectName("showItButton")
        self.show_it.setToolTip(tr("Switch to the shorter solution"))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.follow)
        row = QHBoxLayout()
        row.addWidget(self.news, 1)
        row.addWidget(self.show_it)
        rows.addLayout(row)
        self.follow.clicked.connect(self.follow_toggled)
        self.show_it.clicked.connect(self.show_requested)
        self.hide()

    def refresh(self) -> None:
        """Show the offered solution, if any."""
        session = self._session
        state, offered = session.state, session.state.offered_solution
        live = any(found.live for found in state.entries)
        self.setVisible(live or offered is not None)
        self.follow.setChecked(session.settings["follow best"])
        self.follow.setVisible(session.run is not None)
        text = ""
        if offered is not None:
            moves = len(offered.moves)
            text = ngettext("{count} move now", "{count} moves now", moves)
            text = text.format(count=group_digits(moves))
        self.news.setText(text)
        self.show_it.setVisible(offered is not None)

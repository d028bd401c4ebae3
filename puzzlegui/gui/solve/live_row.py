"""What is said of the best line while a solver works: whether it is shown, and what is offered."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.gui.actions.main_window import tip_of
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.widgets.basic import OneLine


class LiveRow(QWidget):
    """A box for following the best line, and the shorter one that is offered.

    Signals:
        show_wanted: the line that is offered is to be shown.
        follow_wanted: better lines are to be shown at once, or are not.
    """

    show_wanted = Signal()
    follow_wanted = Signal(bool)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.follow = QCheckBox(tr("F&ollow the best"))
        self.follow.setObjectName("followBox")
        self.follow.setToolTip(tip_of("actionFollowBest"))
        self.news = OneLine("newsLabel", role="")
        self.show_it = QPushButton(tr("Show it"))
        self.show_it.setObjectName("showItButton")
        self.show_it.setToolTip(tr("Switch to the shorter solution"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.follow)
        row.addWidget(self.news, 1)
        row.addWidget(self.show_it)
        self.follow.clicked.connect(self.follow_wanted)
        self.show_it.clicked.connect(self.show_wanted)
        self.hide()

    def refresh(self) -> None:
        """Show what is offered."""
        session = self._session
        state, offered = session.state, session.state.offered
        live = any(found.live for found in state.found)
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

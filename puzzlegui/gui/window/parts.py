"""The parts of the window, and where they stand."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.gui.actions.main_window import LOOP_ACTIONS
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.board.board_area import BoardArea, VerdictLine
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design.designer import DesignPanel
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.gallery.controller import RecentMenu
from puzzlegui.gui.help.tour import Tour
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline_bar import TimelineBar
from puzzlegui.gui.solve.run_bar import RunNote
from puzzlegui.gui.solve.solver_panel import SolverPanel
from puzzlegui.gui.widgets.basic import SideScroll, heading
from puzzlegui.gui.widgets.export_notification import ExportNotification

_LEAST_PANEL, _LEAST_PAGE, _LEAST_GALLERY = 60, 110, 60
"""Pixels below which parts of the window are not pressed: in height, in height, in width."""
_GALLERY_LETTERS, _SIDE_LETTERS = 30, 46
"""Widths of the two sides at first, in letters of the font, where the window is wide enough."""
_AROUND = 25
"""Pixels beside the table of moves, within its side."""


class Parts:
    """The widgets that a window is made of.

    Args:
        window: they belong to it.
        session: what they show.
        editor: what the design panel's tools belong to.

    Attributes:
        bare: the board fills the screen, and what is around it is hidden.
        side: heading of the panel of the mode.
    """

    def __init__(self, window: QMainWindow, session: Session, editor: Editor) -> None:
        self.bare = False
        self.board_view = BoardView("boardView")
        self.goal_view = BoardView("goalView")
        self.area = BoardArea(self.board_view, self.goal_view)
        self.verdict_line = VerdictLine()
        self.win = WinStrip()
        self.tour = Tour(window, session)
        self.gallery = Gallery(session.worker)
        self.gallery.clicked.connect(self.tour.count_opened)
        self.panel = SolverPanel(session)
        self._solving = SideScroll(self.panel, _LEAST_PANEL)
        self.side = heading("")
        self.run_note = RunNote()
        self.moves = MovesPage(session)
        self.bar = TimelineBar(session.timeline)
        self.design = DesignPanel(session.document, editor)
        self.recent = RecentMenu(window)
        self.written = ExportNotification()
        self.pages = QStackedWidget()
        self.pages.addWidget(SideScroll(self.design, _LEAST_PAGE))
        self.pages.addWidget(SideScroll(self.moves, _LEAST_PAGE))

    def lay_out(self, window: QMainWindow, actions: Actions) -> None:
        """Put them in their places."""
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(6, 2, 6, 2)
        column.setSpacing(6)
        column.addWidget(self.area, 1)
        column.addWidget(self.verdict_line)
        column.addWidget(self.win)
        column.addWidget(self.bar)
        window.setCentralWidget(centre)
        docks = self._lay_out_sides(window)
        menus = actions.fill_menus(window)
        self.bar.set_loop_actions(actions, LOOP_ACTIONS)
        menus["view"].addSeparator()
        for dock in docks:
            menus["view"].addAction(dock.toggleViewAction())
        menus["file"].insertMenu(actions["actionSave"], self.recent)
        toolbar = QToolBar("Toolbar")
        toolbar.setObjectName("toolbar")
        toolbar.setIconSize(QSize(20, 20))
        toolbar.setMovable(False)
        actions.fill_toolbar(toolbar)
        window.addToolBar(toolbar)
        # The status bar is there from the start, so that a message moves nothing.
        window.statusBar().addWidget(self.written)
        window.statusBar().addPermanentWidget(self.run_note)
        self.written.hide()  # which the bar has shown

    def _lay_out_sides(self, window: QMainWindow) -> list[QDockWidget]:
        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(4, 4, 10, 4)
        side.setSpacing(10)
        side.addWidget(self._solving)
        side.addWidget(self.pages, 1)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(10, 4, 4, 4)
        side.addWidget(self.gallery)
        left.setMinimumWidth(_LEAST_GALLERY)
        gallery_dock = _dock(window, "galleryDock", tr("Gallery"), left, heading(tr("Gallery")), 12)
        solver_dock = _dock(window, "solverDock", tr("Panel"), right, self.side, 6)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, gallery_dock)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, solver_dock)
        docks = [gallery_dock, solver_dock]
        letter = window.fontMetrics().averageCharWidth()
        words = self.moves.table.preferred_width() + _AROUND
        wanted = (_GALLERY_LETTERS * letter, 0.2), (max(_SIDE_LETTERS * letter, words), 0.33)
        widths = [min(width, round(window.width() * share)) for width, share in wanted]
        window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        return docks

    def show_mode(self, mode: str, title: str) -> None:
        """Show the panel of a mode, under its title."""
        self.side.setText(title)
        self.pages.setCurrentIndex(0 if mode == DESIGN else 1)
        self._solving.setVisible(mode == SOLUTION)

    def next_pane(self) -> None:
        """Put the focus on the next part of the window."""
        page = self.design.palette_view if self.pages.currentIndex() == 0 else self.moves.table
        order = (
            self.tour.card.next,
            self.gallery,
            self.board_view,
            self.goal_view,
            self.panel.combo,
            page,
            self.written.open,
        )
        panes = [
            pane
            for pane in order
            if pane.isVisible()
            and pane.isEnabled()
            and pane.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        now = next((i for i, pane in enumerate(panes) if pane.hasFocus()), -1)
        if panes:  # none is enabled while the window waits for a job
            panes[(now + 1) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)


def _dock(
    window: QMainWindow, name: str, title: str, content: QWidget, bar: QLabel, left: int
) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    dock.setFeatures(
        QDockWidget.DockWidgetFeature.DockWidgetClosable
        | QDockWidget.DockWidgetFeature.DockWidgetMovable
    )
    bar.setContentsMargins(left, 6, 0, 0)
    dock.setTitleBarWidget(bar)
    dock.setWidget(content)
    return dock

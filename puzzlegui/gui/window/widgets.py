"""The widgets of the main window and their layout."""

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
from puzzlegui.gui.design.design_panel import DesignPanel
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.files.reading_line import ReadingLine
from puzzlegui.gui.gallery.controller import RecentMenu
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.help.tour import Tour
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline_bar import TimelineBar
from puzzlegui.gui.solve.run_bar import RunStatusButton
from puzzlegui.gui.solve.solver_panel import SolverPanel
from puzzlegui.gui.widgets.basic import SideScrollArea, heading_label
from puzzlegui.gui.widgets.export_notification import ExportNotification

_MIN_PANEL, _MIN_PAGE, _MIN_GALLERY = 60, 110, 60
"""Minimum height of the solver panel and of a page, and width of the gallery, in pixels."""
_GALLERY_CHARS, _SIDE_CHARS = 30, 46
"""Initial widths of the docks, in average characters, if the window is wide enough."""
_TABLE_MARGINS = 25
"""Width of the margins beside the table of moves, in pixels."""


class WindowWidgets:
    """Widgets of the main window.

    Args:
        window: main window.
        session: session that the widgets show.
        editor: editor of the design panel.

    Attributes:
        full_screen: True while the board fills the screen and its surroundings are hidden.
        side: heading of the mode's panel.
    """

    def __init__(self, window: QMainWindow, session: Session, editor: Editor) -> None:
        self.full_screen = False
        self.board_view = BoardView("boardView")
        self.goal_view = BoardView("goalView")
        self.area = BoardArea(self.board_view, self.goal_view)
        self.verdict_line = VerdictLine()
        self.win = WinStrip()
        self.tour = Tour(window, session)
        self.gallery = Gallery(session.worker)
        self.gallery.clicked.connect(self.tour.count_opened_board)
        self.panel = SolverPanel(session)
        self._solving = SideScrollArea(self.panel, _MIN_PANEL)
        self.side = heading_label("")
        self.run_status = RunStatusButton()
        self.moves = MovesPage(session)
        self.bar = TimelineBar(session.timeline)
        self.design = DesignPanel(session.document, editor)
        self.recent = RecentMenu(window)
        self.export_notification = ExportNotification()
        self.reading_line = ReadingLine()
        self.pages = QStackedWidget()
        self.pages.addWidget(SideScrollArea(self.design, _MIN_PAGE))
        self.pages.addWidget(SideScrollArea(self.moves, _MIN_PAGE))

    def lay_out(self, window: QMainWindow, actions: Actions) -> None:
        """Lay out the widgets, menus and toolbar."""
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(6, 2, 6, 2)
        column.setSpacing(6)
        column.addWidget(self.area, 1)
        column.addWidget(self.verdict_line)
        column.addWidget(self.win)
        column.addWidget(self.bar)
        window.setCentralWidget(centre)
        docks = self._create_docks(window)
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
        # Show the status bar from the start, so that a message does not move the layout.
        window.statusBar().addWidget(self.reading_line, 1)
        window.statusBar().addWidget(self.export_notification)
        window.statusBar().addPermanentWidget(self.run_status)
        for line in (self.reading_line, self.export_notification):
            line.hide()  # addWidget() shows it

    def _create_docks(self, window: QMainWindow) -> list[QDockWidget]:
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
        left.setMinimumWidth(_MIN_GALLERY)
        gallery_dock = _dock(
            window, "galleryDock", tr("Gallery"), left, heading_label(tr("Gallery")), 12
        )
        solver_dock = _dock(window, "solverDock", tr("Panel"), right, self.side, 6)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, gallery_dock)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, solver_dock)
        docks = [gallery_dock, solver_dock]
        letter = window.fontMetrics().averageCharWidth()
        words = self.moves.table.preferred_width() + _TABLE_MARGINS
        wanted = (_GALLERY_CHARS * letter, 0.2), (max(_SIDE_CHARS * letter, words), 0.33)
        widths = [min(width, round(window.width() * share)) for width, share in wanted]
        window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        return docks

    def show_mode(self, mode: str, title: str) -> None:
        """Show the panel and title of a mode."""
        self.side.setText(title)
        self.pages.setCurrentIndex(0 if mode == DESIGN else 1)
        self._solving.setVisible(mode == SOLUTION)

    def next_pane(self) -> None:
        """Move the focus to the next pane of the window."""
        page = self.design.palette_view if self.pages.currentIndex() == 0 else self.moves.table
        order = (
            self.tour.card.next,
            self.gallery,
            self.board_view,
            self.goal_view,
            self.panel.combo,
            page,
            self.reading_line.change,
            self.export_notification.open,
        )
        panes = [
            pane
            for pane in order
            if pane.isVisible()
            and pane.isEnabled()
            and pane.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        now = next((i for i, pane in enumerate(panes) if pane.hasFocus()), -1)
        if panes:  # no pane is enabled while the window waits for a job
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

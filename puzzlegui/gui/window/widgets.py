"""The widgets of the main window and their layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QVBoxLayout, QWidget

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
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.play.game_card import GameCard
from puzzlegui.gui.play.statistics_card import StatisticsCard
from puzzlegui.gui.play.win import RecordKeeper
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline_bar import TimelineBar
from puzzlegui.gui.solve.run_bar import RunStatusButton
from puzzlegui.gui.solve.solver_panel import SolverPanel
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import SideScrollArea, heading_label
from puzzlegui.gui.widgets.card import CardColumn
from puzzlegui.gui.widgets.export_notification import ExportNotification
from puzzlegui.gui.window.drawers import Drawer, Drawers
from puzzlegui.gui.window.main_bar import MainBar
from puzzlegui.gui.window.status_place import StatusPlace

_MIN_PANEL = 110
"""Minimum height of the panel, in pixels."""
_GALLERY_CHARS, _PANEL_CHARS = (26, 26), (46, 52)
"""Widths of the drawers in average characters, at least and at most."""


class WindowWidgets:
    """Widgets of the main window.

    Args:
        window: main window.
        session: session that the widgets show.
        editor: editor of the design panel.
        keeper: knows the player's results.

    Attributes:
        full_screen: True while the board fills the screen and its surroundings are hidden.
        gallery_dock: drawer of the gallery.
        panel_dock: drawer with the panel of the mode.
        drawers: opens and closes the drawers.
    """

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        editor: Editor,
        keeper: RecordKeeper,
    ) -> None:
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
        self.run_status = RunStatusButton()
        self.game = GameCard(session, keeper.best)
        self.statistics = StatisticsCard(session, keeper.solves)
        self.moves = MovesPage(session)
        self.bar = TimelineBar(session.timeline)
        self.design = DesignPanel(session.document, editor)
        self.recent = RecentMenu(window)
        self.export_notification = ExportNotification()
        self.reading_line = ReadingLine()
        self.status = StatusPlace(
            (self.verdict_line, self.win),
            self.bar.details,
            (self.reading_line, self.export_notification),
        )
        self.status.add(self.run_status)
        self._panels: Mapping[str, Sequence[QWidget]] = {
            DESIGN: (self.design,),
            PLAY: (self.game, self.moves),
            SOLUTION: (self.panel, self.moves),
        }

    def lay_out(self, window: QMainWindow, actions: Actions) -> None:
        """Lay out the widgets, menus and toolbar."""
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(spacing.TIGHT, 0, spacing.TIGHT, spacing.TIGHT)
        column.setSpacing(spacing.TIGHT)
        column.addWidget(self.area, 1)
        column.addWidget(self.status)
        column.addWidget(self.bar)
        window.setCentralWidget(centre)
        self._create_drawers(window, actions)
        menus = actions.fill_menus(window)
        self.design.board_card.set_lock_action(actions["actionLock"])
        self.design.check.set_measure_action(actions["actionRate"])
        self.bar.set_loop_actions(actions, LOOP_ACTIONS)
        menus["file"].insertMenu(actions["actionSave"], self.recent)
        window.addToolBar(MainBar(actions))
        window.statusBar().hide()  # its messages appear in the place for the status
        window.statusBar().messageChanged.connect(self.status.show_message)

    def _create_drawers(self, window: QMainWindow, actions: Actions) -> None:
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(spacing.NEAR, 0, spacing.TIGHT, spacing.NEAR)
        side.addWidget(self.gallery)
        heading = heading_label(tr("Gallery"))
        heading.setContentsMargins(spacing.WIDE, spacing.NEAR, 0, spacing.TIGHT)
        panel = CardColumn()
        for part, stretch in (
            (self.design, 1), (self.panel, 0), (self.game, 0), (self.moves, 1),
            (self.statistics, 0),
        ):  # fmt: skip
            panel.column.addWidget(part, stretch)
        scrolled = SideScrollArea(panel, _MIN_PANEL)
        inside = QWidget()
        side = QVBoxLayout(inside)
        side.setContentsMargins(spacing.TIGHT, spacing.NEAR, spacing.TIGHT, spacing.NEAR)
        side.addWidget(scrolled)
        self.gallery_dock = _dock(window, "galleryDock", tr("Gallery"), left, heading)
        self.panel_dock = _dock(window, "solverDock", tr("Panel"), inside, QWidget())
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.gallery_dock)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.panel_dock)
        self.drawers = Drawers(
            window,
            (
                Drawer(self.panel_dock, actions["actionPanel"], *_PANEL_CHARS),
                Drawer(self.gallery_dock, actions["actionGallery"], *_GALLERY_CHARS),
            ),
        )

    def show_mode(self, mode: str) -> None:
        """Show the panel of a mode."""
        shown = self._panels[mode]
        for part in (self.design, self.panel, self.game, self.moves):
            part.setVisible(part in shown)

    def edit_size(self) -> None:
        """Let the user type another size of the board in the panel."""
        if not self.panel_dock.isVisible():
            self.drawers.toggle(self.panel_dock)
        self.design.board_card.edit_size()

    def next_pane(self) -> None:
        """Move the focus to the next pane of the window."""
        page = self.moves.table if self.design.isHidden() else self.design.tiles.palette_view
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
    window: QMainWindow, name: str, title: str, content: QWidget, bar: QWidget
) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    dock.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
    dock.setTitleBarWidget(bar)
    dock.setWidget(content)
    return dock

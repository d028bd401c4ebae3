"""The state graph window, with pages for counts, neighbours and paths."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.level_counts import GOAL
from puzzlegui.gui.graph.actions import (
    COUNTS,
    COUNTS_MENUS,
    NEIGHBOURS,
    NEIGHBOURS_MENUS,
    PATHS,
    TABLE,
)
from puzzlegui.gui.graph.counts_page import CountsPage
from puzzlegui.gui.graph.neighbours_page import NeighboursPage
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import text_label
from puzzlegui.gui.widgets.side_window import SideWindow

_SIZE = QSize(1240, 720)


class StateGraphWindow(SideWindow):
    """Window that shows the state graph of a board: vertices are arrangements, edges are moves.

    A page starts its work when first shown.

    Args:
        board: board without problems.
        settings: settings of the program.
        parent: parent window.
        origin: origin of the distances, of ``ORIGINS``.

    Attributes:
        board: board whose graph is shown.

    Signals:
        board_requested: board to open in the main window.
    """

    board_requested = Signal(object)

    def __init__(
        self,
        board: Board,
        settings: Settings,
        parent: QWidget | None = None,
        origin: str = GOAL,
    ) -> None:
        super().__init__("graph", settings, parent)
        self.board = board
        self._session: Session | None = None
        self._opened: Board | None = None
        self._begun: set[CountsPage | NeighboursPage] = set()
        self.counts = CountsPage(self, origin)
        self.neighbours = NeighboursPage(self)
        self.set_actions(TABLE)
        self.neighbours.lay_out(self.actions_)
        self.pages = QStackedWidget()
        self.other = text_label("graphOtherBoard", 1)
        self._lay_out()
        for page in (self.counts, self.neighbours):
            self.pages.addWidget(page)
            page.board_requested.connect(self._open)
            page.changed.connect(self._enable)
        self.resize(_SIZE)
        self._show_title()

    def _lay_out(self) -> None:
        show = QPushButton(tr("Show that board"))
        show.setObjectName("graphFollowButton")
        show.clicked.connect(self.show_board_of_session)
        self._bar = QWidget()
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(spacing.APART, spacing.NEAR, spacing.APART, 0)
        row.addWidget(self.other, 1)
        row.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        self._bar.hide()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._bar)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)

    # --- the board ---

    @property
    def name(self) -> str:
        """Title of the board, or its family and size."""
        return self.board.title or self.board.describe()

    def _show_title(self) -> None:
        self.setWindowTitle(tr("State graph: {board}").format(board=self.name))

    def follow_session(self, session: Session) -> None:
        """Follow the board of a main window's session."""
        self._session = session
        session.board_changed.connect(self._session_changed)

    def _session_changed(self) -> None:
        """Show the session's board, or only a notice if results would be lost."""
        assert self._session is not None
        board, problems = self._session.board, self._session.document.problems
        same = board.puzzle in (self.board.puzzle, self._opened)
        self._bar.setVisible(not same and (bool(problems) or self.counts.has_results))
        if same or problems:
            self.other.setText(
                tr(
                    "This is the graph of “{board}”. The board in the main window has problems."
                ).format(board=self.name)
            )
        elif not self.counts.has_results:
            self.show_board_of_session()
        else:
            self.other.setText(
                tr("This is the graph of “{board}”, not of the board in the main window.").format(
                    board=self.name
                )
            )

    def _open(self, board: Board) -> None:
        """Open an arrangement in the main window and keep showing its graph."""
        self._opened = board.puzzle
        self.board_requested.emit(board)

    def show_board_of_session(self) -> None:
        """Show the graph of the board in the main window."""
        session = self._session
        if session is None or session.document.problems:
            return
        begun = self._page in self._begun
        self._close_pages()
        self.board = session.board
        self._bar.hide()
        self._show_title()
        if begun:
            self._begin(self._page)

    # --- size ---

    def zoom_by(self, steps: int) -> None:
        if self._page is self.counts:
            super().zoom_by(steps)
        else:
            self.neighbours.zoom_steps(steps)

    def zoom_fit(self) -> None:
        if self._page is self.counts:
            super().zoom_fit()
        else:
            self.neighbours.zoom_fit()

    # --- pages ---

    def _show_page(self, page: CountsPage | NeighboursPage, action: str) -> None:
        self.pages.setCurrentWidget(page)
        self.actions_[action].setChecked(True)
        of_counts = page is self.counts
        self.actions_.show_menus(COUNTS_MENUS, shown=of_counts)
        self.actions_.show_menus(NEIGHBOURS_MENUS, shown=not of_counts)
        if page not in self._begun:
            self._begin(page)
        self._enable()

    def _begin(self, page: CountsPage | NeighboursPage, position: Any = None) -> None:
        """Show the board in a page that shows none."""
        self._begun.add(page)
        if page is self.counts:
            self.counts.show_board(self.board)
        else:
            self.neighbours.show_board(self.board, position)

    def _close_pages(self) -> None:
        """Clear all pages, so that nothing of this board can be chosen any more."""
        for page in self._begun:
            page.close_down()
        self._begun.clear()

    def show_counts(self) -> None:
        """Show the counts page."""
        self._show_page(self.counts, COUNTS)

    def show_neighbours(self) -> None:
        """Show the neighbours of the current arrangement."""
        self._show_page(self.neighbours, NEIGHBOURS)
        self.neighbours.show_view(paths=False)

    def show_paths(self) -> None:
        """Show the shortest paths between two arrangements."""
        self._show_page(self.neighbours, PATHS)
        self.neighbours.show_view(paths=True)

    def show_neighbours_of(self, position: Any) -> None:
        """Show the neighbours of a position of the board."""
        if self.neighbours not in self._begun:
            self._begin(self.neighbours, position)
        else:
            self.neighbours.go_to_position(position)
        self.show_neighbours()

    def show_neighbours_of_selected(self) -> None:
        """Show the neighbours of the arrangement selected in the list."""
        chosen = self.counts.chosen
        if chosen is not None:
            self.show_neighbours_of(chosen.initial())

    # --- actions of both pages ---

    @property
    def _page(self) -> CountsPage | NeighboursPage:
        return self.counts if self.pages.currentWidget() is self.counts else self.neighbours

    def open_board(self) -> None:
        """Open the selected or current arrangement as a board in the main window."""
        self._page.open_board()

    def stop(self) -> None:
        """Stop searching and keep the results."""
        self._page.stop()

    def export(self) -> None:
        """Export the counts or the picture."""
        self._page.export()

    def _enable(self) -> None:
        if self._page in self._begun:
            nothing = dict.fromkeys((spec.when for spec in TABLE.actions), False)
            self.actions_.enable(nothing | self._page.conditions())

    def running_work(self) -> str:
        return self.counts.running_work()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._close_pages()
        self.worker.close()
        super().closeEvent(event)

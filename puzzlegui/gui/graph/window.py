"""The state graph of a board in a window: arrangements counted by distance, and neighbours."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.explored import GOAL
from puzzlegui.gui.graph.actions import COUNTS, NEIGHBOURS, OF_COUNTS, OF_NEIGHBOURS, PATHS, TABLE
from puzzlegui.gui.graph.counts import CountsPage
from puzzlegui.gui.graph.neighbours import NeighboursPage
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets.basic import text_label
from puzzlegui.gui.widgets.side_window import SideWindow

_SIZE = QSize(1240, 720)


class StateGraphWindow(SideWindow):
    """Shows the state graph of a board: its arrangements are the vertices, moves the edges.

    A page begins to look for anything when it is shown first.

    Args:
        board: a sound board.
        settings: of the program.
        parent: the window that it belongs to.
        origin: where counts begin, one of ``ORIGINS``.

    Attributes:
        board: whose graph is shown.

    Signals:
        board_wanted: a board is to be opened in the main window.
    """

    board_wanted = Signal(object)

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
        self._begun: dict[QWidget, Board] = {}
        self.counts = CountsPage(self, origin)
        self.neighbours = NeighboursPage(self)
        self.offer(TABLE)
        self.neighbours.lay_out(self.actions_)
        self.pages = QStackedWidget()
        self.other = text_label("graphOtherBoard", 1)
        self._lay_out()
        for page in (self.counts, self.neighbours):
            self.pages.addWidget(page)
            page.board_wanted.connect(self._open)
            page.changed.connect(self._enable)
        self.resize(_SIZE)
        self._show_title()

    def _lay_out(self) -> None:
        show = QPushButton(tr("Show that board"))
        show.setObjectName("graphFollowButton")
        show.clicked.connect(self.show_board_of_session)
        self._bar = QWidget()
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(10, 6, 10, 0)
        row.addWidget(self.other, 1)
        row.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        self._bar.hide()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._bar)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)

    # --- which board ---

    @property
    def name(self) -> str:
        """The title of the board, or its family and size."""
        return self.board.title or self.board.describe()

    def _show_title(self) -> None:
        self.setWindowTitle(tr("State graph: {board}").format(board=self.name))

    def follow(self, session: Session) -> None:
        """Show the board of a main window from now on, whichever it is."""
        self._session = session
        session.board_changed.connect(self._session_changed)

    def _session_changed(self) -> None:
        """Show the board, or if results would be lost by that, say that they are of another."""
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
        """Open an arrangement in the main window, and go on showing the graph it is of."""
        self._opened = board.puzzle
        self.board_wanted.emit(board)

    def show_board_of_session(self) -> None:
        """Show the graph of the board in the main window."""
        session = self._session
        if session is None or session.document.problems:
            return
        self.board = session.board
        self._bar.hide()
        self._show_title()
        if self._page in self._begun:
            self._begin(self._page)

    # --- which page ---

    def _show_page(self, page: CountsPage | NeighboursPage, action: str) -> None:
        self.pages.setCurrentWidget(page)
        self.actions_[action].setChecked(True)
        of_counts = page is self.counts
        self.actions_.show_menus(OF_COUNTS, shown=of_counts)
        self.actions_.show_menus(OF_NEIGHBOURS, shown=not of_counts)
        if self._begun.get(page) is not self.board:
            self._begin(page)
        self._enable()

    def _begin(self, page: QWidget, position: Any = None) -> None:
        """Let a page begin with the board."""
        begun = page in self._begun
        self._begun[page] = self.board
        if page is self.counts:
            self.counts.show_board(self.board)
        else:
            if begun:
                self.neighbours.close_down()
            self.neighbours.show_board(self.board, position)

    def show_counts(self) -> None:
        """Show how many arrangements there are at each distance."""
        self._show_page(self.counts, COUNTS)

    def show_neighbours(self) -> None:
        """Show the arrangements around the current one."""
        self._show_page(self.neighbours, NEIGHBOURS)
        self.neighbours.show_view(paths=False)

    def show_paths(self) -> None:
        """Show the shortest paths between two arrangements."""
        self._show_page(self.neighbours, PATHS)
        self.neighbours.show_view(paths=True)

    def show_neighbours_of(self, position: Any) -> None:
        """Show what is around a position of the board."""
        if self._begun.get(self.neighbours) is not self.board:
            self._begin(self.neighbours, position)
        else:
            self.neighbours.go_to_position(position)
        self.show_neighbours()

    def show_neighbours_of_chosen(self) -> None:
        """Show what is around the arrangement selected in the list."""
        chosen = self.counts.chosen
        if chosen is not None:
            self.show_neighbours_of(chosen.initial())

    # --- what both pages do ---

    @property
    def _page(self) -> CountsPage | NeighboursPage:
        return self.counts if self.pages.currentWidget() is self.counts else self.neighbours

    def open_board(self) -> None:
        """Open the selected or current arrangement as a board in the main window."""
        self._page.open_board()

    def stop(self) -> None:
        """Stop searching; what was found is kept."""
        self._page.stop()

    def export(self) -> None:
        """Write the counts or the picture to a file."""
        self._page.export()

    def _enable(self) -> None:
        if self._page in self._begun:
            nothing = dict.fromkeys((spec.when for spec in TABLE.actions), False)
            self.actions_.enable(nothing | self._page.conditions())

    def at_work(self) -> str:
        return self.counts.at_work()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        for page in (self.counts, self.neighbours):
            if page in self._begun:
                page.close_down()
        self.worker.close()
        super().closeEvent(event)

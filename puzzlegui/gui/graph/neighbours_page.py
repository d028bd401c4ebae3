"""The page of neighbours and shortest paths of the state graph window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.notation import STANDARD
from puzzlegui.engine.graph.neighbourhood import (
    NEARER,
    DistanceBounds,
    NearbyVertex,
    Neighbourhood,
    compare_distances,
)
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.engine.runner.client import failure_text
from puzzlegui.exporters.drawings import DIAGRAM_FORMATS
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.graph import text
from puzzlegui.gui.graph.diagram_view import DiagramView
from puzzlegui.gui.graph.loader import Ends, GraphLoader
from puzzlegui.gui.graph.neighbours_panel import NeighboursPanel
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ElidedLabel
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.side_window import SideWindow
from puzzlegui.render.diagram import Diagram, Node
from puzzlegui.render.path_layout import path_diagram
from puzzlegui.render.ring_layout import ring_diagram

_MIN_SIZE = 34.0
"""Minimum size of a board in a long path, which is scrolled, in pixels."""
_MAX_VISITED = 1000


class NavigationHistory:
    """History of visited arrangements with back and forward, as in a web browser.

    Args:
        first: first arrangement.
    """

    def __init__(self, first: Any) -> None:
        self._visited = [first]
        self._at = 0

    @property
    def current(self) -> Any:
        """Current arrangement."""
        return self._visited[self._at]

    @property
    def has_before(self) -> bool:
        return self._at > 0

    @property
    def has_after(self) -> bool:
        return self._at < len(self._visited) - 1

    def go_to(self, place: Any) -> None:
        """Go to another arrangement and discard the forward history."""
        if place != self.current:
            self._visited[self._at + 1 :] = [place]
            del self._visited[:-_MAX_VISITED]
            self._at = len(self._visited) - 1

    def back(self) -> None:
        """Go back, if that is possible."""
        self._at = max(0, self._at - 1)

    def forward(self) -> None:
        """Go forward, if that is possible."""
        self._at = min(len(self._visited) - 1, self._at + 1)


class NeighboursPage(QWidget):
    """Page with the neighbours of the current arrangement, or the shortest paths from A to B.

    Args:
        window: window with actions, status bar and exporter.

    Attributes:
        history: visited arrangements.
        neighbours_view: view of the arrangements around the current neighbour.
        paths_view: view of the shortest paths.

    Signals:
        board_requested: board to open in the main window.
        changed: the conditions of the actions may have changed.
    """

    board_requested = Signal(object)
    changed = Signal()

    def __init__(self, window: SideWindow) -> None:
        super().__init__()
        self._window = window
        self.board: Board
        self.loader: GraphLoader
        self.history: NavigationHistory
        self.neighbours_view = DiagramView(
            "neighboursView",
            tr("Arrangements around the current one"),
            window.worker,
        )
        self.paths_view = DiagramView("pathsView", tr("Shortest paths"), window.worker, _MIN_SIZE)
        for view in (self.neighbours_view, self.paths_view):
            view.chosen.connect(self._choose)
            view.hovered.connect(self._show_hovered)

    def lay_out(self, actions: Actions) -> None:
        """Create the layout, after the window has its actions."""
        self.panel = NeighboursPanel(actions.__getitem__)
        self.heading = ElidedLabel("neighboursHeading", "heading")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.neighbours_view)
        self.pages.addWidget(self.paths_view)
        left = QVBoxLayout()
        left.addWidget(self.heading)
        left.addWidget(self.pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(spacing.NEAR, spacing.TIGHT, spacing.TIGHT, spacing.TIGHT)
        row.addLayout(left, 1)
        row.addWidget(self.panel)

    def show_board(self, board: Board, position: Any = None) -> None:
        """Show a board at its start, or at another position."""
        self.board = board
        self.loader = GraphLoader(board, self._window.worker)
        self.loader.changed.connect(self._show)
        self.loader.failed.connect(self._show_failure)
        arcs = self.loader.transitions
        self._start = arcs.vertex(board.initial())
        self._a: Any = None
        self._b: Any = None
        self.history = NavigationHistory(self._start if position is None else arcs.vertex(position))
        self._shown: Ends | None = None
        self._go()

    def go_to_position(self, position: Any) -> None:
        """Go to a position of the board."""
        self.go_to(self.loader.transitions.vertex(position))

    # --- navigation ---

    @property
    def current(self) -> Any:
        """Current arrangement."""
        return self.history.current

    @property
    def ends(self) -> Ends:
        """Arrangements A and B between which the paths lead."""
        return (
            self.current if self._a is None else self._a,
            self.loader.transitions.goal if self._b is None else self._b,
        )

    def go_to(self, vertex: Any) -> None:
        """Go to an arrangement."""
        if vertex != self.current:
            self.history.go_to(vertex)
            self._go()

    def _go(self) -> None:
        self.loader.load_neighbourhood(self.current)
        self._show()

    def _choose(self, board: Board, vertex: Any) -> None:
        """Go to an arrangement that was chosen, unless it belongs to another board."""
        if board is self.board:
            self.go_to(vertex)

    # --- showing ---

    @property
    def is_drawn(self) -> bool:
        """True if everything is loaded and drawn."""
        return not self.loader.busy and self._view.is_drawn

    @property
    def _view(self) -> DiagramView:
        return self.paths_view if self._shows_paths else self.neighbours_view

    @property
    def _shows_paths(self) -> bool:
        return self.pages.currentIndex() == 1

    def _show(self) -> None:
        """Show the results loaded so far and load more."""
        loader = self.loader
        around = loader.neighbourhood
        if around is not None and around.centre == self.current:
            loader.load_distances()
            known = loader.distances
            self.neighbours_view.show_diagram(
                ring_diagram(self.board, around, known, loader.transitions.goal),
                partial(self._neighbour_text, around, known),
            )
            if not loader.busy:
                loader.load_paths(self.ends)
            if not self._shows_paths:
                self.heading.setText(text.rings_text(around))
            self.panel.neighbours.setText(text.neighbours_text(around, loader.distances))
        self._show_paths()
        self._show_panel()
        self.changed.emit()

    def _show_paths(self) -> None:
        found = self.loader.paths(self.ends)
        looked_for = self.loader.busy
        description = text.paths_text(found, looking=looked_for)
        self.panel.paths.setText(description)
        if not self._shows_paths:
            return
        self.heading.setText(description)
        if found is None or not found.levels:
            self.paths_view.show_diagram(None)
        elif self._shown != self.ends or self.paths_view.diagram is None:
            known = self.loader.distances_along(found)
            goal = self.loader.transitions.goal
            diagram = path_diagram(self.board, found, known, goal, self._format_move)
            self.paths_view.show_diagram(
                diagram, partial(self._path_text, found, known, diagram.nodes)
            )
        self._shown = self.ends

    def _show_panel(self) -> None:
        loader, panel = self.loader, self.panel
        known = loader.distances.get(self.current, DistanceBounds())
        panel.distance.setText(text.distance_text(known, looking=loader.busy))
        start, goal = self.ends
        panel.from_board.show_board(self._single_board(start))
        panel.to_board.show_board(self._single_board(goal))
        usual = tr("A: current"), tr("B: the goal")
        chosen = tr("A: chosen"), tr("B: chosen")
        panel.from_text.setText(usual[0] if self._a is None else chosen[0])
        panel.to_text.setText(usual[1] if self._b is None else chosen[1])
        task = tr("Finding distances and paths…") if loader.busy else loader.transitions.note
        if self.isVisible():
            self._window.status.setText(tr(task))

    def _single_board(self, vertex: Any) -> Diagram:
        return Diagram(self.board, (Node(vertex, 0.5, 0.5),), (), (), (), 1.0, 1.0)

    def conditions(self) -> dict[str, bool]:
        """Return which of the page's actions are possible."""
        return {
            "back": self.history.has_before,
            "forward": self.history.has_after,
            "nearer": self._nearest() is not None,
            "running": self.loader.busy,
            "openable": True,
            "ends": self._a is not None or self._b is not None,
            "exportable": self._view.diagram is not None,
        }

    def _show_failure(self, error: object) -> None:
        title = tr("The neighbours could not be found")
        self.heading.setText(failure_text(error))
        dialogs.show_failure(self._window, title, error, partial(self._retry, self.board))

    def _retry(self, board: Board) -> None:
        """Load again what has failed, unless another board is shown by now."""
        if board is self.board:
            self.loader.allow_all()
            self._go()

    # --- descriptions ---

    def _format_move(self, move: Any) -> str:
        notation = notation_or_standard(self.board, self._window.settings["notation"])
        if notation.position_dependent:
            notation = STANDARD
        return str(notation.format(self.board, (move,))[-1])

    def _neighbour_text(
        self, around: Neighbourhood, known: Mapping[Any, DistanceBounds], number: int
    ) -> str:
        neighbour = around.members[number]
        there = known.get(neighbour.vertex, DistanceBounds())
        lie = (
            compare_distances(there, known.get(around.centre, DistanceBounds()))
            if neighbour.distance
            else ""
        )
        moves = self._moves_to(around, neighbour)
        return text.vertex_text(moves, neighbour.distance, there, lie)

    def _moves_to(self, around: Neighbourhood, neighbour: NearbyVertex) -> list[str]:
        found: list[str] = []
        while neighbour.distance:
            found.insert(0, self._format_move(neighbour.move))
            neighbour = around.rings[neighbour.distance - 1][neighbour.parent]
        return found

    @staticmethod
    def _path_text(
        found: ShortestPaths,
        known: Mapping[Any, DistanceBounds],
        nodes: Sequence[Node],
        number: int,
    ) -> str:
        vertex = nodes[number].vertex
        depth = next(at for at, level in enumerate(found.levels) if vertex in level)
        return text.path_vertex_text(found, vertex, depth, known.get(vertex, DistanceBounds()))

    def _show_hovered(self, description: str) -> None:
        self.panel.show_hovered(description)

    # --- actions ---

    def back(self) -> None:
        """Go back in the history."""
        self.history.back()
        self._go()

    def forward(self) -> None:
        """Go forward in the history."""
        self.history.forward()
        self._go()

    def _nearest(self) -> Any:
        """Return a neighbour known to be nearer to the goal, or None."""
        around, known = self.loader.neighbourhood, self.loader.distances
        if around is None or around.centre != self.current or len(around.rings) == 1:
            return None
        here = known.get(self.current, DistanceBounds())
        return next(
            (
                neighbour.vertex
                for neighbour in around.rings[1]
                if compare_distances(known.get(neighbour.vertex, DistanceBounds()), here) == NEARER
            ),
            None,
        )

    def step_nearer(self) -> None:
        """Go to a neighbour that is nearer to the goal."""
        nearest = self._nearest()
        if nearest is not None:
            self.go_to(nearest)

    def go_to_start(self) -> None:
        """Go to the start of the board."""
        self.go_to(self._start)

    def go_to_goal(self) -> None:
        """Go to the goal."""
        self.go_to(self.loader.transitions.goal)

    def open_board(self) -> None:
        """Open the current arrangement as a board in the main window."""
        self.board_requested.emit(self.board.from_position(self.current))

    def set_a(self) -> None:
        """Set A, the start of the paths, to the current arrangement."""
        self._a = self.current
        self._show()

    def set_b(self) -> None:
        """Set B, the end of the paths, to the current arrangement."""
        self._b = self.current
        self._show()

    def clear_ends(self) -> None:
        """Show paths from the current arrangement to the goal again."""
        self._a = self._b = None
        self._show()

    def show_view(self, *, paths: bool) -> None:
        """Show the shortest paths, or the neighbours."""
        self.pages.setCurrentIndex(int(paths))
        if self.loader.neighbourhood is None and not self.loader.busy:
            self._retry(self.board)  # it has failed
        self._show()
        self._view.setFocus()

    def stop(self) -> None:
        """Stop loading."""
        self.loader.stop()

    def zoom_steps(self, steps: int) -> None:
        """Enlarge the diagram by a number of steps; negative steps make it smaller."""
        self._view.zoom_steps(steps)

    def zoom_fit(self) -> None:
        """Fit the diagram in the view."""
        self._view.zoom_to_fit()

    def export(self) -> None:
        """Export the diagram."""
        diagram = self._view.diagram
        if diagram is None:
            return
        name = safe_filename(f"{self.board.title or self.board.family}-{self._view.objectName()}")
        settings = ExportSettings(theme=theme().name)
        request = ExportRequest(tr("Export picture"), name, DIAGRAM_FORMATS, diagram, settings)
        self._window.exporter.export(request)

    def close_down(self) -> None:
        """Stop loading and free all results."""
        self.neighbours_view.show_diagram(None)
        self.paths_view.show_diagram(None)
        self.loader.close()

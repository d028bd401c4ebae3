"""The page that shows the arrangements around one, and the shortest paths between two."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.neighbourhood import NEARER, DistanceBounds, Neighbour, compared
from puzzlegui.exporters.pictures import DIAGRAM_FORMATS
from puzzlegui.exporters.settings import Settings as ExportSettings
from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.graph import text
from puzzlegui.gui.graph.diagram_view import DiagramView
from puzzlegui.gui.graph.loader import Ends, GraphLoader
from puzzlegui.gui.graph.panel import Panel
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ElidedLabel
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.side_window import SideWindow
from puzzlegui.render.diagram import Diagram, Spot
from puzzlegui.render.ringlayout import rings_diagram
from puzzlegui.render.waylayout import ways_diagram

_LEAST = 34.0
"""Pixels of a board of a long path, which is scrolled along."""
_MOST_VISITED = 1000


class NavigationHistory:
    """The arrangements visited, with one of them shown, as a browser keeps them.

    Args:
        first: is shown first.
    """

    def __init__(self, first: Any) -> None:
        self._visited = [first]
        self._at = 0

    @property
    def here(self) -> Any:
        """The arrangement shown."""
        return self._visited[self._at]

    @property
    def has_before(self) -> bool:
        return self._at > 0

    @property
    def has_after(self) -> bool:
        return self._at < len(self._visited) - 1

    def go_to(self, place: Any) -> None:
        """Go to another arrangement; those gone back from are forgotten."""
        if place != self.here:
            self._visited[self._at + 1 :] = [place]
            del self._visited[:-_MOST_VISITED]
            self._at = len(self._visited) - 1

    def back(self) -> None:
        """Go back, if that is possible."""
        self._at = max(0, self._at - 1)

    def forward(self) -> None:
        """Go forward, if that is possible."""
        self._at = min(len(self._visited) - 1, self._at + 1)


class NeighboursPage(QWidget):
    """The arrangements around the current one, or the shortest paths from A to B.

    Args:
        window: has the actions, says what goes on, and writes files.

    Attributes:
        history: the arrangements visited.
        rings: what is around.
        ways: the paths from A to B.

    Signals:
        board_wanted: a board is to be opened in the main window.
        changed: other actions may be possible.
    """

    board_wanted = Signal(object)
    changed = Signal()

    def __init__(self, window: SideWindow) -> None:
        super().__init__()
        self._window = window
        self.board: Board
        self.looking: GraphLoader
        self.history: NavigationHistory
        self.rings = DiagramView(
            "neighboursView",
            tr("Arrangements around the current one"),
            window.worker,
            self._ring_words,
        )
        self.ways = DiagramView(
            "pathsView", tr("Shortest paths"), window.worker, self._way_words, _LEAST
        )
        self.rings.chosen.connect(self._choose_ring)
        self.ways.chosen.connect(self._choose_way)
        for view in (self.rings, self.ways):
            view.pointed.connect(self._point)

    def lay_out(self, actions: Actions) -> None:
        """Put the views and the panel in their places, once the window has its actions."""
        self.panel = Panel(actions.__getitem__)
        self.heading = ElidedLabel("neighboursHeading", "heading")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.rings)
        self.pages.addWidget(self.ways)
        left = QVBoxLayout()
        left.addWidget(self.heading)
        left.addWidget(self.pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 4, 2)
        row.addLayout(left, 1)
        row.addWidget(self.panel)

    def show_board(self, board: Board, position: Any = None) -> None:
        """Begin with a board, at its start or another position of it."""
        self.board = board
        self.looking = GraphLoader(board, self._window.worker)
        self.looking.changed.connect(self._show)
        self.looking.failed.connect(self._fail)
        arcs = self.looking.arcs
        self._start = arcs.vertex(board.initial())
        self._a: Any = None
        self._b: Any = None
        self.history = NavigationHistory(self._start if position is None else arcs.vertex(position))
        self._shown: Ends | None = None
        self._go()

    def go_to_position(self, position: Any) -> None:
        """Go to a position of the board."""
        self.go_to(self.looking.arcs.vertex(position))

    # --- where one is ---

    @property
    def here(self) -> Any:
        """The arrangement shown."""
        return self.history.here

    @property
    def ends(self) -> Ends:
        """The two arrangements that ways are looked for between."""
        return (
            self.here if self._a is None else self._a,
            self.looking.arcs.goal if self._b is None else self._b,
        )

    def go_to(self, vertex: Any) -> None:
        """Go to an arrangement."""
        if vertex != self.here:
            self.history.go_to(vertex)
            self._go()

    def _go(self) -> None:
        self.looking.look_at(self.here)
        self._show()

    def _choose_ring(self, number: int) -> None:
        diagram = self.rings.diagram
        if diagram is not None:
            self.go_to(diagram.spots[number].vertex)

    def _choose_way(self, number: int) -> None:
        diagram = self.ways.diagram
        if diagram is not None:
            self.go_to(diagram.spots[number].vertex)

    # --- showing ---

    @property
    def drawn(self) -> bool:
        """Whether all is found and drawn."""
        return not self.looking.busy and self._view.drawn

    @property
    def _view(self) -> DiagramView:
        return self.ways if self._is_at_ways else self.rings

    @property
    def _is_at_ways(self) -> bool:
        return self.pages.currentIndex() == 1

    def _show(self) -> None:
        """Show what is known by now, and look for what is not."""
        looking = self.looking
        around = looking.around
        if around is not None and around.centre == self.here:
            looking.look_on()
            self.rings.show_diagram(
                rings_diagram(self.board, around, looking.known, looking.arcs.goal)
            )
            if not looking.busy:
                looking.look_for(self.ends)
            if not self._is_at_ways:
                self.heading.setText(text.rings_text(around))
            self.panel.neighbours.setText(text.neighbours_text(around, looking.known))
        self._show_ways()
        self._show_panel()
        self.changed.emit()

    def _show_ways(self) -> None:
        found = self.looking.ways(self.ends)
        looked_for = self.looking.busy
        said = text.ways_text(found, looking=looked_for)
        self.panel.ways.setText(said)
        if not self._is_at_ways:
            return
        self.heading.setText(said)
        if found is None or not found.levels:
            self.ways.show_diagram(None)
        elif self._shown != self.ends or self.ways.diagram is None:
            known = self.looking.known_along(found)
            goal = self.looking.arcs.goal
            self.ways.show_diagram(ways_diagram(self.board, found, known, goal, self._written))
        self._shown = self.ends

    def _show_panel(self) -> None:
        looking, panel = self.looking, self.panel
        known = looking.known.get(self.here, DistanceBounds())
        panel.distance.setText(text.distance_text(known, looking=looking.busy))
        start, goal = self.ends
        panel.from_board.show_board(self._alone(start))
        panel.to_board.show_board(self._alone(goal))
        usual = tr("A: current"), tr("B: the goal")
        chosen = tr("A: chosen"), tr("B: chosen")
        panel.from_text.setText(usual[0] if self._a is None else chosen[0])
        panel.to_text.setText(usual[1] if self._b is None else chosen[1])
        task = tr("Finding distances and paths…") if looking.busy else looking.arcs.note
        if self.isVisible():
            self._window.status.setText(tr(task))

    def _alone(self, vertex: Any) -> Diagram:
        return Diagram(self.board, (Spot(vertex, 0.5, 0.5),), (), (), (), 1.0, 1.0)

    def conditions(self) -> dict[str, bool]:
        """Return which of the page's actions are possible."""
        return {
            "back": self.history.has_before,
            "forward": self.history.has_after,
            "nearer": self._nearest() is not None,
            "running": self.looking.busy,
            "openable": True,
            "ends": self._a is not None or self._b is not None,
            "exportable": self._view.diagram is not None,
        }

    def _fail(self, error: object) -> None:
        dialogs.show_problem(self._window, tr("The neighbours could not be found"), str(error))

    # --- words ---

    def _written(self, move: Any) -> str:
        notation = notation_or_standard(self.board, self._window.settings["notation"])
        return str(notation.format(self.board, (move,))[-1])

    def _ring_words(self, number: int) -> str:
        around = self.looking.around
        if around is None or not 0 <= number < len(around.shown):
            return ""
        one = around.shown[number]
        known = self.looking.known
        there = known.get(one.vertex, DistanceBounds())
        lie = compared(there, known.get(around.centre, DistanceBounds())) if one.distance else ""
        return text.spot_text(self._moves_to(one), one.distance, there, lie)

    def _moves_to(self, one: Neighbour) -> list[str]:
        around = self.looking.around
        assert around is not None
        found: list[str] = []
        while one.distance:
            found.insert(0, self._written(one.move))
            one = around.rings[one.distance - 1][one.before]
        return found

    def _way_words(self, number: int) -> str:
        found, diagram = self.looking.ways(self.ends), self.ways.diagram
        if found is None or diagram is None or not 0 <= number < len(diagram.spots):
            return ""
        vertex = diagram.spots[number].vertex
        depth = next(at for at, level in enumerate(found.levels) if vertex in level)
        known = self.looking.known_along(found).get(vertex, DistanceBounds())
        return text.level_text(found, vertex, depth, known)

    def _point(self, number: int) -> None:
        said = self._way_words(number) if self._is_at_ways else self._ring_words(number)
        self.panel.point(said)

    # --- what the actions do ---

    def back(self) -> None:
        """To where one was before."""
        self.history.back()
        self._go()

    def forward(self) -> None:
        """To where one went back from."""
        self.history.forward()
        self._go()

    def _nearest(self) -> Any:
        """A neighbour that is nearer to the goal; None where none is known to be."""
        around, known = self.looking.around, self.looking.known
        if around is None or around.centre != self.here or len(around.rings) == 1:
            return None
        here = known.get(self.here, DistanceBounds())
        return next(
            (
                one.vertex
                for one in around.rings[1]
                if compared(known.get(one.vertex, DistanceBounds()), here) == NEARER
            ),
            None,
        )

    def nearer(self) -> None:
        """To a neighbour that is nearer to the goal."""
        nearest = self._nearest()
        if nearest is not None:
            self.go_to(nearest)

    def to_start(self) -> None:
        """To the arrangement that the board begins from."""
        self.go_to(self._start)

    def to_goal(self) -> None:
        """To the goal."""
        self.go_to(self.looking.arcs.goal)

    def open_board(self) -> None:
        """Open the arrangement shown as a board in the main window."""
        self.board_wanted.emit(self.board.from_position(self.here))

    def choose_a(self) -> None:
        """ShortestPaths begin here from now on."""
        self._a = self.here
        self._show()

    def choose_b(self) -> None:
        """ShortestPaths end here from now on."""
        self._b = self.here
        self._show()

    def choose_usual(self) -> None:
        """ShortestPaths go from the arrangement shown to the goal."""
        self._a = self._b = None
        self._show()

    def show_view(self, *, paths: bool) -> None:
        """Show the shortest paths, or what is around the current arrangement."""
        self.pages.setCurrentIndex(int(paths))
        self._show()
        self._view.setFocus()

    def stop(self) -> None:
        """Look no further."""
        self.looking.stop()

    def zoom_in(self) -> None:
        """Enlarge the diagram."""
        self._view.enlarge(1)

    def zoom_out(self) -> None:
        """Make it smaller."""
        self._view.enlarge(-1)

    def zoom_fit(self) -> None:
        """Show all of it."""
        self._view.zoom_to_fit()

    def export(self) -> None:
        """Write the diagram to a file."""
        diagram = self._view.diagram
        if diagram is None:
            return
        name = safe_filename(f"{self.board.title or self.board.family}-{self._view.objectName()}")
        settings = ExportSettings(theme=theme().name)
        request = ExportRequest(tr("Export picture"), name, DIAGRAM_FORMATS, diagram, settings)
        self._window.exporter.export(request)

    def close_down(self) -> None:
        """Stop what is looked for, and free it."""
        self.rings.forget()
        self.ways.forget()
        self.looking.close()

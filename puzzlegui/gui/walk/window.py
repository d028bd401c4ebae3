"""A window in which one walks in the graph of a board: around an arrangement, and along ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.files import write_file
from puzzlegui.core.language import tr
from puzzlegui.engine.exploring.neighbourhood import NEARER, Known, Neighbour, compared
from puzzlegui.export.diagrams import DIAGRAMS
from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.desktop.places import file_name
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.walk import words
from puzzlegui.gui.walk.actions import TABLE
from puzzlegui.gui.walk.diagram_view import DiagramView
from puzzlegui.gui.walk.looking import Ends, Looking
from puzzlegui.gui.walk.panel import Panel
from puzzlegui.gui.walk.trail import Trail
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import OneLine
from puzzlegui.gui.widgets.side_window import SideWindow, Writing
from puzzlegui.render.diagram import Diagram, Spot
from puzzlegui.render.ringlayout import rings_diagram
from puzzlegui.render.waylayout import ways_diagram

_LEAST = 34.0
"""Pixels of a board of a long way, which is scrolled along."""

_PAGES = "walkRings", "walkWays"
"""The actions that show each page."""


class WalkWindow(SideWindow):
    """Shows the arrangements around one, and the shortest ways between two.

    Args:
        board: a sound board.
        settings: of the program.
        position: the position of the board to begin at; its first one if None.
        parent: the window that it belongs to.

    Attributes:
        trail: where one has been.
        rings: what is around.
        ways: the ways from A to B.

    Signals:
        board_wanted: a board is to be opened in the main window.
    """

    board_wanted = Signal(object)

    def __init__(
        self,
        board: Board,
        settings: Settings,
        position: Any = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("walk", settings, parent)
        title = board.title or board.describe()
        self.setWindowTitle(tr("Neighbours: {board}").format(board=title))
        self.board = board
        self.looking = Looking(board, self.worker)
        arcs = self.looking.arcs
        self._start = arcs.vertex(board.initial())
        self._a: Any = None
        self._b: Any = None
        begin = self._start if position is None else arcs.vertex(position)
        self.trail = Trail(begin)
        self._shown: Ends | None = None
        self.rings = DiagramView(
            "walkRingsView",
            tr("Arrangements around the current one"),
            self.worker,
            self._ring_words,
        )
        self.ways = DiagramView(
            "walkWaysView", tr("Shortest paths"), self.worker, self._way_words, _LEAST
        )
        self._lay_out()
        self.looking.changed.connect(self._show)
        self.looking.failed.connect(self._fail)
        self.rings.chosen.connect(self._choose_ring)
        self.ways.chosen.connect(self._choose_way)
        for view in (self.rings, self.ways):
            view.pointed.connect(self._point)
        self.resize(1240, 700)
        self.rings.setFocus()
        self._go()

    def _lay_out(self) -> None:
        self.offer(TABLE)
        self.panel = Panel(self.actions_.__getitem__)
        self.heading = OneLine("walkHeading", "heading")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.rings)
        self.pages.addWidget(self.ways)
        left = QVBoxLayout()
        left.addWidget(self.heading)
        left.addWidget(self.pages, 1)
        centre = QWidget()
        row = QHBoxLayout(centre)
        row.setContentsMargins(8, 2, 4, 2)
        row.addLayout(left, 1)
        row.addWidget(self.panel)
        self.setCentralWidget(centre)
        self.actions_["walkRings"].setChecked(True)

    # --- where one is ---

    @property
    def here(self) -> Any:
        """The arrangement shown."""
        return self.trail.here

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
            self.trail.go_to(vertex)
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
                self.heading.setText(words.rings_text(around))
            self.panel.neighbours.setText(words.neighbours_text(around, looking.known))
        self._show_ways()
        self._show_panel()
        self._enable()

    def _show_ways(self) -> None:
        found = self.looking.ways(self.ends)
        looked_for = self.looking.busy
        text = words.ways_text(found, looking=looked_for)
        self.panel.ways.setText(text)
        if not self._is_at_ways:
            return
        self.heading.setText(text)
        if found is None or not found.levels:
            self.ways.show_diagram(None)
        elif self._shown != self.ends or self.ways.diagram is None:
            known = self.looking.known_along(found)
            goal = self.looking.arcs.goal
            self.ways.show_diagram(ways_diagram(self.board, found, known, goal, self._written))
        self._shown = self.ends

    def _show_panel(self) -> None:
        looking, panel = self.looking, self.panel
        known = looking.known.get(self.here, Known())
        panel.distance.setText(words.distance_text(known, looking=looking.busy))
        start, goal = self.ends
        panel.from_board.show_board(self._alone(start))
        panel.to_board.show_board(self._alone(goal))
        usual = tr("A: current"), tr("B: the goal")
        chosen = tr("A: chosen"), tr("B: chosen")
        panel.from_text.setText(usual[0] if self._a is None else chosen[0])
        panel.to_text.setText(usual[1] if self._b is None else chosen[1])
        task = tr("Finding distances and paths…") if looking.busy else looking.arcs.note
        self.status.setText(tr(task))

    def _alone(self, vertex: Any) -> Diagram:
        return Diagram(self.board, (Spot(vertex, 0.5, 0.5),), (), (), (), 1.0, 1.0)

    def _enable(self) -> None:
        looking = self.looking
        self.actions_.enable({
            "back": self.trail.has_before,
            "forward": self.trail.has_after,
            "nearer": self._nearest() is not None,
            "looking": looking.busy,
            "chosen": self._a is not None or self._b is not None,
            "drawn": self._view.diagram is not None,
        })  # fmt: skip

    def _fail(self, error: object) -> None:
        dialogs.show_problem(self, tr("The neighbours could not be found"), str(error))

    # --- words ---

    def _written(self, move: Any) -> str:
        notation = notation_or_standard(self.board, self.settings["notation"])
        return str(notation.format(self.board, (move,))[-1])

    def _ring_words(self, number: int) -> str:
        around = self.looking.around
        if around is None or not 0 <= number < len(around.shown):
            return ""
        one = around.shown[number]
        known = self.looking.known
        there = known.get(one.vertex, Known())
        lie = compared(there, known.get(around.centre, Known())) if one.distance else ""
        return words.spot_text(self._moves_to(one), one.distance, there, lie)

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
        known = self.looking.known_along(found).get(vertex, Known())
        return words.level_text(found, vertex, depth, known)

    def _point(self, number: int) -> None:
        said = self._way_words(number) if self._is_at_ways else self._ring_words(number)
        self.panel.point(said)

    # --- what the actions do ---

    def back(self) -> None:
        """To where one was before."""
        self.trail.back()
        self._go()

    def forward(self) -> None:
        """To where one went back from."""
        self.trail.forward()
        self._go()

    def _nearest(self) -> Any:
        """A neighbour that is nearer to the goal; None where none is known to be."""
        around, known = self.looking.around, self.looking.known
        if around is None or around.centre != self.here or len(around.rings) == 1:
            return None
        here = known.get(self.here, Known())
        return next(
            (
                one.vertex
                for one in around.rings[1]
                if compared(known.get(one.vertex, Known()), here) == NEARER
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
        """Ways begin here from now on."""
        self._a = self.here
        self._show()

    def choose_b(self) -> None:
        """Ways end here from now on."""
        self._b = self.here
        self._show()

    def choose_usual(self) -> None:
        """Ways go from the arrangement shown to the goal."""
        self._a = self._b = None
        self._show()

    def show_rings(self) -> None:
        """Show what is around."""
        self._show_page(0)

    def show_ways(self) -> None:
        """Show the ways."""
        self._show_page(1)

    def _show_page(self, page: int) -> None:
        self.pages.setCurrentIndex(page)
        self.actions_[_PAGES[page]].setChecked(True)
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
        style = theme().board_style
        kinds = {suffix: tr(kind.title) for suffix, kind in DIAGRAMS.items()}
        name = file_name(f"{self.board.title or self.board.family}-{self._view.objectName()}")

        def prepared(path: Path) -> Writing | None:
            kind = DIAGRAMS.get(path.suffix.lower())
            if kind is None:
                return None
            return lambda job: write_file(path, kind.write(diagram, style, job.report))

        self.write(tr("Export picture"), f"{name}.png", kinds, prepared)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self.rings.forget()
        self.ways.forget()
        self.looking.close()
        self.worker.close()
        super().closeEvent(event)

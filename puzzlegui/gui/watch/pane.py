"""One search of the window in which searches are watched: its board, what is next, its tree."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QListView,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.watching import telling
from puzzlegui.engine.watching.methods import method_of, searches
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.engine.watching.sight import Sight, Watch
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.watch.tree_view import TreeView
from puzzlegui.gui.widgets.basic import ElidedLabel, heading, ignore_wheel, text_label
from puzzlegui.render.frame import Frame
from puzzlegui.render.overlay import Overlay, overlay_of, paint_overlay
from puzzlegui.render.style import frame_colours

_ALONE, _BESIDE = (4, 7), (13, 7)
"""Shares of the room for the board with what is said of it, and for the tree."""


class WatchedBoard(BoardView):
    """A board with something drawn over it; nothing can be moved."""

    def __init__(self) -> None:
        super().__init__("watchedBoard")
        self._overlay = Overlay()

    def show_with(self, frame: Frame, overlay: Overlay) -> None:
        """Show a frame and what lies over it."""
        changed = overlay != self._overlay
        self._overlay = overlay
        self.show_frame(frame)
        if changed:
            self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802 - Qt's name
        super().drawForeground(painter, rect)
        paint_overlay(painter, self._overlay, self.board_layout, theme().board_style)


class SearchPane(QWidget):
    """Shows a search at a step.

    Args:
        board: that is searched.
        solver: the search to begin with.

    Attributes:
        watch: the search that is looked at; None as long as it has no step.
        sight: what is shown of it; None likewise.
        chosen: a node that is looked at instead of the one taken up; None for that one.

    Signals:
        solver_chosen: another search is wanted.
        looked: a node is looked at, which is not the one taken up.
    """

    solver_chosen = Signal(str)
    looked = Signal()

    def __init__(self, board: Board, solver: str) -> None:
        super().__init__()
        self._board = board
        self.watch: Watch | None = None
        self.sight: Sight | None = None
        self.chosen: int | None = None
        self._ended = False
        self.combo = QComboBox()
        self.combo.setObjectName("searchCombo")
        self.combo.setAccessibleName(tr("Search"))
        ignore_wheel(self.combo)
        for one in searches(board):
            self.combo.addItem(f"{one.name}: {tr(method_of(one).title)}", one.name)
        self.combo.setCurrentIndex(self.combo.findData(solver))
        self.combo.currentIndexChanged.connect(
            lambda: self.solver_chosen.emit(self.combo.currentData())
        )
        self.figures = ElidedLabel("figuresLabel", "figure")
        self.board_view = WatchedBoard()
        self.tree = TreeView()
        self.tree.chosen.connect(self._choose)
        self.legend = ElidedLabel("treeLegend")
        self.sentence = text_label("sentenceLabel", 3)
        self.answer = text_label("answerLabel", 2)
        self.parts = text_label("partsLabel", 2)
        self.parts.setProperty("role", "faint")
        self._next = QStringListModel(self)
        self.next = QListView()
        self.next.setObjectName("frontierList")
        self.next.setAccessibleName(tr("Next to be expanded"))
        self.next.setModel(self._next)
        self.next.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.next.setUniformItemSizes(True)
        self.next.setMinimumHeight(30)
        self.next.clicked.connect(self._choose_row)
        self.next.activated.connect(self._choose_row)
        self._lay_out()
        self.show_nothing("")

    def _lay_out(self) -> None:
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.addWidget(self.combo)
        self._head.addWidget(self.figures, 1)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.sentence)
        column.addWidget(self.answer)
        column.addWidget(self.parts)
        column.addWidget(heading(tr("Next")))
        column.addWidget(self.next, 1)
        facts = QWidget()
        self._facts = QBoxLayout(QBoxLayout.Direction.TopToBottom, facts)
        self._facts.setContentsMargins(0, 0, 0, 0)
        self.board_view.setMinimumSize(150, 120)
        words.setMinimumWidth(230)
        self._facts.addWidget(self.board_view, 5)
        self._facts.addWidget(words, 4)
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        grown = QWidget()
        below = QVBoxLayout(grown)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(2)
        below.addWidget(self.legend)
        below.addWidget(self.tree, 1)
        self._split.addWidget(facts)
        self._split.addWidget(grown)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(4, 0, 4, 0)
        outer.addLayout(self._head)
        outer.addWidget(self._split, 1)
        self.lie_beside(beside=False)

    def lie_beside(self, *, beside: bool) -> None:
        """Use the room as suits a search that is alone, or one of two."""
        way = Qt.Orientation.Vertical if beside else Qt.Orientation.Horizontal
        direction = QBoxLayout.Direction
        self._facts.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._head.setDirection(direction.TopToBottom if beside else direction.LeftToRight)
        self._facts.setStretch(0, 4 if beside else 1)
        self._facts.setStretch(1, 5 if beside else 1)
        self._split.setOrientation(way)
        for at, share in enumerate(_BESIDE if beside else _ALONE):
            self._split.setStretchFactor(at, share)
        self._split.setSizes([1000 * share for share in (_BESIDE if beside else _ALONE)])

    # --- showing ---

    def show_nothing(self, why: str) -> None:
        """There is no step to be shown; and why."""
        self.watch = self.sight = self.chosen = None
        self.figures.setText("")
        self.sentence.setText(why)
        for label in (self.answer, self.parts):
            label.setText("")
        self._next.setStringList([])
        self.legend.setText("")
        self.tree.clear()
        frame = Frame(self._board.picture(), frame_colours(self._board))
        self.board_view.show_frame(frame)

    def begin(self, recording: Recording) -> None:
        """Look at another search from now on."""
        self.watch, self.sight, self.chosen = Watch(recording), None, None
        with QSignalBlocker(self.combo):
            self.combo.setCurrentIndex(self.combo.findData(recording.solver.name))

    def show_step(self, step: int) -> None:
        """Show a step, or the last one if there are fewer."""
        assert self.watch is not None
        recording = self.watch.recording
        step = min(step, recording.count - 1)
        ended = recording.solution is not None
        shown = self.sight is not None and self.sight.step == step and self._ended == ended
        if shown and self.chosen is None:
            return
        self.chosen, self._ended = None, ended  # once it has, all that waits is known
        self.sight = sight = self.watch.at(step)
        self.figures.setText(sight.figures)
        self.sentence.setText(sight.sentence)
        self.answer.setText(sight.answer)
        self._next.setStringList(telling.waiting_texts(recording, sight.frontier))
        self._show_board()

    def _show_board(self) -> None:
        """The position that is taken up, or the node that is looked at."""
        watch, sight = self.watch, self.sight
        assert watch is not None
        assert sight is not None
        recording, board = watch.recording, watch.board
        node = sight.node if self.chosen is None else self.chosen
        position = sight.position if self.chosen is None else recording.position(node)
        parts = watch.parts(node)
        lines = [telling.neighbours_text(recording, sight.neighbours)]
        if self.chosen is not None:
            lines = [telling.way_text(recording, node)]
        if parts is not None:
            lines.append(telling.parts_text(recording, parts, recording.depths[node]))
        self.parts.setText("\n".join(filter(None, lines)))
        frame = Frame(board.picture(position), frame_colours(board))
        numbers = None if parts is None else parts.cells
        self.board_view.show_with(frame, overlay_of(recording, sight.tree, numbers))
        self.board_view.describe(tr("Search board"), frame.picture)
        self.tree.show_tree(recording, sight.tree, self.chosen)
        self._show_legend()

    def _show_legend(self) -> None:
        """Explain the shapes of the tree, or the bars that a large one is drawn as."""
        layout = self.tree.shown
        if layout is not None:
            self.legend.setText(
                tr("By depth · large dot: current · filled: expanded · hollow: generated")
                if layout.single
                else tr("Positions by depth, their number on the right · arrow: current depth")
            )

    # --- looking at nodes ---

    def look_at(self, node: int | None) -> None:
        """Look at a node instead of the one that is taken up; None for that one."""
        if self.sight is not None and node != self.chosen:
            self.chosen = node
            self._show_board()
            self.looked.emit()

    def _choose(self, node: int) -> None:
        self.look_at(None if node == -1 else node)

    def _choose_row(self, index: QModelIndex) -> None:
        if self.sight is not None and index.row() < len(self.sight.frontier):
            waiting = self.sight.frontier[index.row()]
            self.look_at(waiting.before if waiting.node == -1 else waiting.node)

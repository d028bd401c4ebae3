"""A pane of the search window: board, frontier and tree of a search."""

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
from puzzlegui.engine.watching import explanations
from puzzlegui.engine.watching.methods import method_of, watchable_searches
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.engine.watching.step_view import RecordingViewer, StepView
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.watch.tree_view import TreeView
from puzzlegui.gui.widgets.basic import ElidedLabel, heading_label, ignore_wheel, text_label
from puzzlegui.render.frame import Frame
from puzzlegui.render.overlay import Overlay, create_overlay, paint_overlay
from puzzlegui.render.style import frame_colours

_SINGLE, _DOUBLE = (4, 7), (13, 7)
"""Stretch factors of the board and of the tree, for a single pane and for two."""


class WatchedBoard(BoardView):
    """Read-only board view with an overlay."""

    def __init__(self) -> None:
        super().__init__("watchedBoard")
        self._overlay = Overlay()

    def show_frame_with_overlay(self, frame: Frame, overlay: Overlay) -> None:
        """Show a frame with an overlay."""
        changed = overlay != self._overlay
        self._overlay = overlay
        self.show_frame(frame)
        if changed:
            self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        super().drawForeground(painter, rect)
        paint_overlay(painter, self._overlay, self.board_layout, theme().board_style)


class SearchPane(QWidget):
    """Pane that shows a step of a search.

    Args:
        board: board that is searched.
        solver: name of the search selected at first.

    Attributes:
        viewer: viewer of the recording; None before its first step.
        step_view: view of the current step; None before the first step.
        chosen_node: node shown instead of the expanded node; None for the expanded node.

    Signals:
        solver_chosen: name of the search that the user chose.
        node_chosen: the shown node changed.
    """

    solver_chosen = Signal(str)
    node_chosen = Signal()

    def __init__(self, board: Board, solver: str) -> None:
        super().__init__()
        self._board = board
        self.viewer: RecordingViewer | None = None
        self.step_view: StepView | None = None
        self.chosen_node: int | None = None
        self._ended = False
        self.combo = QComboBox()
        self.combo.setObjectName("searchCombo")
        self.combo.setAccessibleName(tr("Search"))
        ignore_wheel(self.combo)
        for solver_info in watchable_searches(board):
            self.combo.addItem(
                f"{solver_info.name}: {tr(method_of(solver_info).title)}", solver_info.name
            )
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
        self.show_message("")

    def _lay_out(self) -> None:
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.addWidget(self.combo)
        self._head.addWidget(self.figures, 1)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(spacing.TIGHT)
        column.addWidget(self.sentence)
        column.addWidget(self.answer)
        column.addWidget(self.parts)
        column.addWidget(heading_label(tr("Next")))
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
        below.setSpacing(spacing.TIGHT)
        below.addWidget(self.legend)
        below.addWidget(self.tree, 1)
        self._split.addWidget(facts)
        self._split.addWidget(grown)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(spacing.TIGHT, 0, spacing.TIGHT, 0)
        outer.addLayout(self._head)
        outer.addWidget(self._split, 1)
        self.set_side_by_side(side_by_side=False)

    def set_side_by_side(self, *, side_by_side: bool) -> None:
        """Lay out the pane for a single search, or for two searches side by side."""
        way = Qt.Orientation.Vertical if side_by_side else Qt.Orientation.Horizontal
        direction = QBoxLayout.Direction
        self._facts.setDirection(direction.LeftToRight if side_by_side else direction.TopToBottom)
        self._head.setDirection(direction.TopToBottom if side_by_side else direction.LeftToRight)
        self._facts.setStretch(0, 4 if side_by_side else 1)
        self._facts.setStretch(1, 5 if side_by_side else 1)
        self._split.setOrientation(way)
        for at, share in enumerate(_DOUBLE if side_by_side else _SINGLE):
            self._split.setStretchFactor(at, share)
        self._split.setSizes([1000 * share for share in (_DOUBLE if side_by_side else _SINGLE)])

    # --- showing ---

    def show_message(self, why: str) -> None:
        """Clear the pane and show a message instead of a step."""
        self.viewer = self.step_view = self.chosen_node = None
        self.figures.setText("")
        self.sentence.setText(why)
        for label in (self.answer, self.parts):
            label.setText("")
        self._next.setStringList([])
        self.legend.setText("")
        self.tree.clear()
        frame = Frame(self._board.picture(), frame_colours(self._board))
        self.board_view.show_frame(frame)

    def show_recording(self, recording: Recording) -> None:
        """Show a recording from its first step."""
        self.viewer, self.step_view, self.chosen_node = RecordingViewer(recording), None, None
        with QSignalBlocker(self.combo):
            self.combo.setCurrentIndex(self.combo.findData(recording.solver.name))

    def show_step(self, step: int) -> None:
        """Show a step, or the last step of a shorter recording."""
        assert self.viewer is not None
        recording = self.viewer.recording
        step = min(step, recording.count - 1)
        ended = recording.solution is not None
        shown = self.step_view is not None and self.step_view.step == step and self._ended == ended
        if shown and self.chosen_node is None:
            return
        self.chosen_node, self._ended = None, ended  # after the end, the whole frontier is known
        self.step_view = step_view = self.viewer.at(step)
        self.figures.setText(step_view.figures)
        self.sentence.setText(step_view.sentence)
        self.answer.setText(step_view.answer)
        self._next.setStringList(explanations.frontier_texts(recording, step_view.frontier))
        self._show_board()

    def _show_board(self) -> None:
        """Show the position of the expanded node, or of the chosen node."""
        viewer, step_view = self.viewer, self.step_view
        assert viewer is not None
        assert step_view is not None
        recording, board = viewer.recording, viewer.board
        node = step_view.node if self.chosen_node is None else self.chosen_node
        position = step_view.position if self.chosen_node is None else recording.position(node)
        parts = viewer.breakdown(node)
        lines = [explanations.neighbours_text(recording, step_view.neighbours)]
        if self.chosen_node is not None:
            lines = [explanations.path_text(recording, node)]
        if parts is not None:
            lines.append(explanations.breakdown_text(recording, parts, recording.depths[node]))
        self.parts.setText("\n".join(filter(None, lines)))
        frame = Frame(board.picture(position), frame_colours(board))
        numbers = None if parts is None else parts.cells
        self.board_view.show_frame_with_overlay(
            frame, create_overlay(recording, step_view.tree, numbers)
        )
        self.board_view.describe(tr("Search board"), frame.picture)
        self.tree.show_tree(recording, step_view.tree, self.chosen_node)
        self._show_legend()

    def _show_legend(self) -> None:
        """Show the legend of the tree: of nodes or, for a large tree, of bars."""
        layout = self.tree.tree_layout
        if layout is not None:
            self.legend.setText(
                tr("By depth · large dot: current · filled: expanded · hollow: generated")
                if layout.shows_nodes
                else tr("Positions by depth, their number on the right · arrow: current depth")
            )

    # --- choosing nodes ---

    def choose_node(self, node: int | None) -> None:
        """Show a node instead of the expanded node; None for the expanded node."""
        if self.step_view is not None and node != self.chosen_node:
            self.chosen_node = node
            self._show_board()
            self.node_chosen.emit()

    def _choose(self, node: int) -> None:
        self.choose_node(None if node == -1 else node)

    def _choose_row(self, index: QModelIndex) -> None:
        if self.step_view is not None and index.row() < len(self.step_view.frontier):
            waiting = self.step_view.frontier[index.row()]
            self.choose_node(waiting.parent if waiting.node == -1 else waiting.node)

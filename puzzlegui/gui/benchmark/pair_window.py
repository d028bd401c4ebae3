"""The window that plays two solutions of a board side by side, to compare them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.solution import LazyReplay, Solution, common_prefix_length
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.board.zooming import STEP
from puzzlegui.gui.model.timeline import Timeline
from puzzlegui.gui.playback.timeline_bar import Scrubber
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import ElidedLabel, text_label
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours

_SIZE = QSize(860, 560)
_BOARD, _SLIDER = 180, 30
"""Minimum size of a board and height of the slider, in pixels."""


class _Side:
    """Board view and caption of a solution."""

    def __init__(self, name: str, solution: Solution) -> None:
        self.solution = solution
        self._board = solution.board
        self._replay = LazyReplay(solution.board, solution.moves)
        self._colours = frame_colours(solution.board)
        self.view = BoardView(name)
        self.view.setMinimumSize(_BOARD, _BOARD)
        self.view.allow(editing=False, playing=False, cursor=False)
        self.view.setAccessibleName(solution.solver)
        self.line = ElidedLabel(f"{name}Line")

    def show(self, at: int, part: float) -> None:
        """Show the position after a number of moves, or the last position."""
        board, moves = self._board, self.solution.moves
        at = min(at, len(moves))
        position = self._replay[at]
        motion, marks = None, Marks()
        if at < len(moves):
            coming = board.motion(position, moves[at])
            if part > 0:
                motion = coming
            else:
                marks = Marks(next_move=coming)
        shown = part if motion is not None else 0.0
        self.view.show_frame(Frame(board.picture(position), self._colours, motion, shown, marks))
        self.line.setText(self._caption(at))

    def _caption(self, at: int) -> str:
        """Return the caption: solver, moves made and state."""
        moves = self.solution.moves
        text = tr("{solver}: {at} of {count} moves")
        if at == len(moves):
            text = tr("{solver}: {at} of {count} moves, solved")
        return text.format(
            solver=self.solution.solver, at=group_digits(at), count=group_digits(len(moves))
        )


class PairWindow(QDialog):
    """Window that plays two solutions of the same board.

    Args:
        left: solution on the left.
        right: solution on the right.
        animated: animate the moves.
        parent: parent window.

    Attributes:
        timeline: position in both solutions.
        common_length: number of common moves at the start.
    """

    def __init__(
        self, left: Solution, right: Solution, *, animated: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pairWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = left.board.title or left.board.describe()
        self.setWindowTitle(
            tr("{board}: {one} and {other}").format(
                board=title, one=left.solver, other=right.solver
            )
        )
        self.common_length = common_prefix_length(left.moves, right.moves)
        self._sides = [_Side("leftView", left), _Side("rightView", right)]
        self.timeline = Timeline(self)
        self.timeline.animated = animated
        self.timeline.changed.connect(self._show)
        self.difference_label = text_label("partingLabel", 1)
        self.difference_label.setText(self._difference_text(left, right))
        self.slider = Scrubber()
        self.slider.setAccessibleName(tr("Position"))
        self.slider.setMinimumHeight(_SLIDER)
        self._lay_out()
        theme().changed.connect(self._restyle)
        length = max(len(left.moves), len(right.moves))
        self.slider.setMaximum(length)
        self.slider.marks = [self.common_length]
        self.timeline.set_length(length)
        self._restyle()
        self.resize(_SIZE)

    def _lay_out(self) -> None:
        self.first, self.back, self.play, self.forward, self.last = (
            _button(name, text)
            for name, text in (
                ("pairFirst", tr("Go to start")),
                ("pairBack", tr("Previous move")),
                ("pairPlay", tr("Play or pause")),
                ("pairOn", tr("Next move")),
                ("pairLast", tr("Go to end")),
            )
        )
        self.difference_button = QPushButton(tr("First &difference"))
        self.difference_button.setObjectName("pairPart")
        self.difference_button.setAutoDefault(False)
        boards = QGridLayout()
        for column, side in enumerate(self._sides):
            boards.addWidget(side.line, 0, column)
            boards.addWidget(side.view, 1, column)
            boards.setColumnStretch(column, 1)
        boards.setRowStretch(1, 1)
        bar = QHBoxLayout()
        for button in (self.first, self.back, self.play, self.forward, self.last):
            bar.addWidget(button)
        bar.addWidget(self.slider, 1)
        bar.addWidget(self.difference_button)
        whole = QVBoxLayout(self)
        whole.addWidget(self.difference_label)
        whole.addLayout(boards, 1)
        whole.addLayout(bar)
        timeline = self.timeline
        self.first.clicked.connect(lambda: timeline.go_to(0))
        self.back.clicked.connect(lambda: timeline.step(-1))
        self.play.clicked.connect(timeline.toggle)
        self.forward.clicked.connect(lambda: timeline.step(1))
        self.last.clicked.connect(lambda: timeline.go_to(timeline.length))
        self.difference_button.clicked.connect(lambda: timeline.go_to(self.common_length))
        self.slider.valueChanged.connect(timeline.go_to)
        self.slider.step_requested.connect(timeline.step)
        self.slider.toggle_requested.connect(timeline.toggle)
        for keys, slot in (
            ("Left", self.back.click), ("Right", self.forward.click), ("Space", self.play.click),
            ("Home", self.first.click), ("End", self.last.click),
            ("Ctrl++", lambda: self._zoom(STEP)), ("Ctrl+=", lambda: self._zoom(STEP)),
            ("Ctrl+-", lambda: self._zoom(1 / STEP)), ("Ctrl+0", self._zoom_to_fit),
        ):  # fmt: skip
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    def _zoom(self, factor: float) -> None:
        for side in self._sides:
            side.view.zoom_by(factor)

    def _zoom_to_fit(self) -> None:
        for side in self._sides:
            side.view.zoom_to_fit()

    def _difference_text(self, left: Solution, right: Solution) -> str:
        same, board = self.common_length, left.board
        if same == len(left.moves) == len(right.moves):
            return tr("Both solutions are identical.")
        ends = [solution for solution in (left, right) if len(solution.moves) == same]
        if ends:
            text = tr("They are identical up to the last move of {solver}.")
            return text.format(solver=ends[0].solver)
        there = LazyReplay(board, left.moves)[same]
        [first] = board.describe_moves(left.moves[same : same + 1], there)
        [second] = board.describe_moves(right.moves[same : same + 1], there)
        if not same:
            text = tr("They differ from the first move. {one}: {first}; {other}: {second}.")
            return text.format(one=left.solver, other=right.solver, first=first, second=second)
        return ngettext(
            "They differ after {count} common move. {one}: {first}; {other}: {second}.",
            "They differ after {count} common moves. {one}: {first}; {other}: {second}.",
            same,
        ).format(
            count=group_digits(same), one=left.solver, other=right.solver,
            first=first, second=second,
        )  # fmt: skip

    def _show(self) -> None:
        done, part = self.timeline.eased_position
        for side in self._sides:
            side.show(done, part)
        with QSignalBlocker(self.slider):
            self.slider.setValue(self.timeline.position)
        self.play.setIcon(icon("pause" if self.timeline.playing else "play"))

    def _restyle(self) -> None:
        for button, name in (
            (self.first, "first"), (self.back, "back"),
            (self.forward, "forward"), (self.last, "last"),
        ):  # fmt: skip
            button.setIcon(icon(name))
        self._show()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.timeline.go_to(self.timeline.position)  # stops the animation
        super().closeEvent(event)


def _button(name: str, text: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setToolTip(text)
    button.setAccessibleName(text)
    return button

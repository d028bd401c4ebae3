"""The playback bar: buttons, a slider with marks, and texts about the position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Segment
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.model.settings import SETTINGS
from puzzlegui.gui.model.timeline import Timeline
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import ElidedLabel, WheelStepAccumulator, ignore_wheel
from puzzlegui.render.primitives import colour


class Scrubber(QSlider):
    """Slider with marks at the starts of the solution's parts and a bracket over the loop range.

    Signals:
        step_requested: number of moves to step.
        part_requested: 1 for the next part, -1 for the previous.
        toggle_requested: play or pause.
    """

    step_requested = Signal(int)
    part_requested = Signal(int)
    toggle_requested = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._wheel = WheelStepAccumulator()
        self.marks: Sequence[int] = ()
        self.loop_range: tuple[int, int] | None = None
        self.segments: Sequence[Segment] = ()

    def _handle_width(self) -> int:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        return self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)

    def _x_of(self, position: int) -> int:
        handle = self._handle_width()
        return handle // 2 + round((self.width() - handle) * position / max(1, self.maximum()))

    def position_at(self, x: float) -> int:
        """Return the position at an x coordinate."""
        handle = self._handle_width()
        share = (x - handle / 2) / max(1, self.width() - handle)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.maximum():
            return
        with QPainter(self) as painter:
            painter.setPen(colour(theme().colours.faint))
            middle = self.height() // 2
            last = -10
            for mark in self.marks:
                x = self._x_of(mark)
                if x - last >= 5:
                    painter.drawLine(x, middle + 7, x, middle + 11)
                    last = x
            if self.loop_range is not None:
                left, right = map(self._x_of, self.loop_range)
                painter.setPen(QPen(colour(theme().colours.text), 2))
                high, low = middle - 13, middle - 9
                painter.drawPolyline(
                    [QPoint(left, low), QPoint(left, high), QPoint(right, high), QPoint(right, low)]
                )

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.text_at(event.pos().x()), self)
            return True
        return super().event(event)

    def text_at(self, x: float) -> str:
        """Return the tooltip at an x coordinate."""
        position = self.position_at(x)
        text = tr("After {count} of {all} moves").format(
            count=group_digits(position), all=group_digits(self.maximum())
        )
        name = segment_title(self.segments, position)
        return f"{text}\n{name}" if name else text

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Jump to the click, where QSlider would move by a page.
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self.position_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Down:
                self.step_requested.emit(-1)
            case Qt.Key.Key_Right | Qt.Key.Key_Up:
                self.step_requested.emit(1)
            case Qt.Key.Key_Space:
                self.toggle_requested.emit()
            case Qt.Key.Key_PageUp if self.marks:
                self.part_requested.emit(-1)
            case Qt.Key.Key_PageDown if self.marks:
                self.part_requested.emit(1)
            case _:
                super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if notches := self._wheel.steps(event):
            self.step_requested.emit(notches)


def segment_title(segments: Sequence[Segment], position: int) -> str:
    """Return the title of the segment with the next move; at the end, of the last segment."""
    if len(segments) < 2:
        return ""
    index = bisect_right(segments, position, key=lambda segment: segment.stop)
    return segments[min(index, len(segments) - 1)].title


def part_starts(segments: Sequence[Segment]) -> Sequence[int]:
    """Return the start positions of groups of segments; empty unless there are several."""
    groups: list[int] = []
    before = None
    for segment in segments:
        group = segment.name.split(":")[0]
        if group != before:
            groups.append(segment.start)
        before = group
    return groups if len(groups) > 1 else ()


class TimelineBar(QWidget):
    """Bar with buttons, slider and speed for a timeline.

    Attributes:
        details: progress and part of the solution, to be shown elsewhere.

    Signals:
        speed_chosen: the user chose a speed.
        navigated: the user moved through the solution.
        part_requested: 1 for the next part of the solution, -1 for the previous.
    """

    speed_chosen = Signal(float)
    navigated = Signal()
    part_requested = Signal(int)

    def __init__(self, timeline: Timeline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timelineBar")
        self._timeline = timeline
        self._wheel = WheelStepAccumulator()
        self._shown: tuple[object, ...] = ()
        self.first = self._button("firstButton", "first", "actionFirst")
        self.back = self._button("stepBackButton", "back", "actionBack")
        self.play = self._button("playButton", "play", "actionPlayback")
        self.forward = self._button("stepForwardButton", "forward", "actionForward")
        self.last = self._button("lastButton", "last", "actionLast")
        self.loop = self._button("loopButton", "loop", "actionLoop")
        self.loop.setCheckable(True)
        self.slider = Scrubber()
        self.slider.setObjectName("positionSlider")
        self.slider.setAccessibleName(tr("Position in the solution"))
        self.slider.setMinimumWidth(30)
        self.slider.setFixedHeight(30)
        self.position_label = QLabel()
        self.position_label.setObjectName("positionLabel")
        self.segment = ElidedLabel("segmentLabel")
        self.facts = ElidedLabel("factsLabel")
        self.details = QWidget()
        self.speeds = QComboBox()
        self.speeds.setObjectName("speedCombo")
        self.speeds.setAccessibleName(tr("Speed of playback"))
        self.speeds.setToolTip(tr("Speed of playback"))
        ignore_wheel(self.speeds)
        for speed, label in SETTINGS["speed"].choices:
            self.speeds.addItem(label, speed)
        self._create_layout()
        self.first.clicked.connect(self._go_first)
        self.back.clicked.connect(self._step_back)
        self.play.clicked.connect(self._toggle)
        self.forward.clicked.connect(self._step_on)
        self.last.clicked.connect(self._go_last)
        self.loop.toggled.connect(timeline.set_looping)
        timeline.looping_changed.connect(self.loop.setChecked)
        self.slider.valueChanged.connect(self._go_to)
        self.slider.step_requested.connect(self.step)
        self.slider.part_requested.connect(self.part_requested)
        self.slider.toggle_requested.connect(self._toggle)
        self.speeds.activated.connect(self._choose_speed)
        timeline.changed.connect(self.refresh)
        theme().changed.connect(self._restyle)
        self.refresh()

    def _button(self, name: str, icon_name: str, action: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setIcon(icon(icon_name))
        button.setProperty("iconName", icon_name)
        tip = tooltip_of(action)
        button.setAccessibleName(tip.rpartition(" (")[0])
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _create_layout(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(spacing.TIGHT)
        for button in (self.first, self.back, self.play, self.forward, self.last):
            row.addWidget(button)
        row.addSpacing(spacing.TIGHT)
        row.addWidget(self.slider, 1)
        row.addSpacing(spacing.TIGHT)
        row.addWidget(self.position_label)
        row.addWidget(self.loop)
        row.addWidget(self.speeds)
        column = QVBoxLayout(self.details)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for label in (self.facts, self.segment):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            column.addWidget(label)

    def set_loop_actions(self, actions: Actions, names: Sequence[str]) -> None:
        """Set the actions in the menu of the loop button."""
        menu = QMenu(self.loop)
        for name in names:
            menu.addAction(actions[name])
        self.loop.setMenu(menu)
        self.loop.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)

    def set_segments(self, segments: Sequence[Segment]) -> None:
        """Show the starts of segment groups and the current segment's title."""
        self.slider.marks = part_starts(segments)
        self.slider.segments = segments
        self.slider.update()
        self.refresh()

    def show_moves(self, segments: Sequence[Segment], facts: str, *, enabled: bool) -> None:
        """Show the segments and facts of the moves; disable the bar if there are none."""
        self.setEnabled(enabled)
        self.facts.setText(facts)
        self.facts.setVisible(bool(facts))
        if self.slider.segments != segments:
            self.set_segments(segments)

    def set_speed(self, speed: float) -> None:
        """Set the playback speed."""
        self._timeline.speed = speed
        self.speeds.setCurrentIndex(self.speeds.findData(speed))

    def step(self, by: int) -> None:
        """Step by a number of moves; negative steps go back."""
        self.navigated.emit()
        self._timeline.step(by)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if notches := self._wheel.steps(event):
            self.step(notches)

    def _choose_speed(self, index: int) -> None:
        speed = float(self.speeds.itemData(index))
        self._timeline.speed = speed
        self.speed_chosen.emit(speed)

    def _go_to(self, position: int) -> None:
        self.navigated.emit()
        self._timeline.go_to(position)

    def _go_first(self) -> None:
        self._go_to(0)

    def _go_last(self) -> None:
        self._go_to(self._timeline.length)

    def _step_back(self) -> None:
        self.step(-1)

    def _step_on(self) -> None:
        self.step(1)

    def _toggle(self) -> None:
        self.navigated.emit()
        self._timeline.toggle()

    def refresh(self) -> None:
        """Show the current position."""
        timeline = self._timeline
        length, position, done = timeline.length, timeline.position, timeline.completed_moves
        shown = length, position, done, timeline.playing, timeline.play_range, self.slider.segments
        if shown == self._shown:  # most animation frames lie between two positions
            return
        self._shown = shown
        for widget in (self.slider, self.play, self.loop):
            widget.setEnabled(length > 0)
        for widget in (self.first, self.back):
            widget.setEnabled(position > 0)
        for widget in (self.forward, self.last):
            widget.setEnabled(position < length)
        if self.slider.loop_range != timeline.play_range:
            self.slider.loop_range = timeline.play_range
            self.slider.update()
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(length)
            self.slider.setPageStep(max(1, length // 10))
            self.slider.setValue(done)
        whole = group_digits(length)
        widest = tr("{done} of {all}").format(done=whole, all=f"{whole} ")
        self.position_label.setMinimumWidth(
            self.fontMetrics().horizontalAdvance(widest) if length else 0
        )
        shown_now = tr("{done} of {all}").format(done=group_digits(done), all=whole)
        self.position_label.setText(shown_now if length else "")
        name = "pause" if timeline.playing else "play"
        if self.play.property("iconName") != name:
            self.play.setProperty("iconName", name)
            self.play.setIcon(icon(name))
            self.play.setAccessibleName(tr("Pause") if timeline.playing else tr("Play"))
        title = segment_title(self.slider.segments, done)
        self.segment.setText(tr("part: {title}").format(title=title))
        self.segment.setVisible(bool(title))

    def _restyle(self) -> None:
        for button in (self.first, self.back, self.play, self.forward, self.last, self.loop):
            button.setIcon(icon(str(button.property("iconName"))))

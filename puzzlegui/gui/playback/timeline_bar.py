"""The bar that controls playback: buttons, a slider with marks, and what is to be said of it."""

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
from puzzlegui.gui.actions.main_window import tip_of
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.model.settings import SETTINGS
from puzzlegui.gui.model.timeline import Timeline
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import Notches, OneLine, ignore_wheel
from puzzlegui.render.pen import colour


class Scrubber(QSlider):
    """A slider with marks where a part of the solution begins, and a bracket over a stretch.

    Signals:
        step_wanted: by one move on, or back.
        part_wanted: to the next part, or the one before.
        toggle_wanted: play or pause.
    """

    step_wanted = Signal(int)
    part_wanted = Signal(int)
    toggle_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._wheel = Notches()
        self.marks: Sequence[int] = ()
        self.stretch: tuple[int, int] | None = None
        self.segments: Sequence[Segment] = ()

    def _handle(self) -> int:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        return self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)

    def _x(self, position: int) -> int:
        handle = self._handle()
        return handle // 2 + round((self.width() - handle) * position / max(1, self.maximum()))

    def position_at(self, x: float) -> int:
        """The position that a point stands for."""
        handle = self._handle()
        share = (x - handle / 2) / max(1, self.width() - handle)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if not self.maximum():
            return
        painter = QPainter(self)
        painter.setPen(colour(theme().colours.faint))
        middle = self.height() // 2
        last = -10
        for mark in self.marks:
            x = self._x(mark)
            if x - last >= 5:
                painter.drawLine(x, middle + 7, x, middle + 11)
                last = x
        if self.stretch is not None:
            left, right = map(self._x, self.stretch)
            painter.setPen(QPen(colour(theme().colours.text), 2))
            high, low = middle - 13, middle - 9
            painter.drawPolyline(
                [QPoint(left, low), QPoint(left, high), QPoint(right, high), QPoint(right, low)]
            )
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words_at(event.pos().x()), self)
            return True
        return super().event(event)

    def words_at(self, x: float) -> str:
        """What is found at a point of the slider."""
        position = self.position_at(x)
        text = tr("After {count} of {all} moves").format(
            count=group_digits(position), all=group_digits(self.maximum())
        )
        name = segment_name(self.segments, position)
        return f"{text}\n{name}" if name else text

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton:  # to where it is, not a page further
            self.setSliderDown(True)
            self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if self.isSliderDown():
            self.setValue(self.position_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self.setSliderDown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Down:
                self.step_wanted.emit(-1)
            case Qt.Key.Key_Right | Qt.Key.Key_Up:
                self.step_wanted.emit(1)
            case Qt.Key.Key_Space:
                self.toggle_wanted.emit()
            case Qt.Key.Key_PageUp if self.marks:
                self.part_wanted.emit(-1)
            case Qt.Key.Key_PageDown if self.marks:
                self.part_wanted.emit(1)
            case _:
                super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        if notches := self._wheel.turned(event):
            self.step_wanted.emit(notches)


def segment_name(segments: Sequence[Segment], position: int) -> str:
    """The stretch that the next move belongs to, or at the end the last one."""
    if len(segments) < 2:
        return ""
    index = bisect_right(segments, position, key=lambda segment: segment.stop)
    return segments[min(index, len(segments) - 1)].title


def parts_of(segments: Sequence[Segment]) -> Sequence[int]:
    """Where groups of segments begin, if there are several."""
    groups: list[int] = []
    before = None
    for segment in segments:
        group = segment.name.split(":")[0]
        if group != before:
            groups.append(segment.start)
        before = group
    return groups if len(groups) > 1 else ()


class TimelineBar(QWidget):
    """Buttons, slider and speed for a timeline.

    Signals:
        speed_chosen: the user chose a speed.
        used: the user moved through the solution.
        part_wanted: to the next part of the solution, or the one before.
    """

    speed_chosen = Signal(float)
    used = Signal()
    part_wanted = Signal(int)

    def __init__(self, timeline: Timeline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timelineBar")
        self._timeline = timeline
        self._wheel = Notches()
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
        self.where = QLabel()
        self.where.setObjectName("positionLabel")
        self.segment = OneLine("segmentLabel")
        self.segment.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.facts = OneLine("factsLabel")
        self.speeds = QComboBox()
        self.speeds.setObjectName("speedCombo")
        self.speeds.setAccessibleName(tr("Speed of playback"))
        self.speeds.setToolTip(tr("Speed of playback"))
        ignore_wheel(self.speeds)
        for speed, label in SETTINGS["speed"].choices:
            self.speeds.addItem(label, speed)
        self._lay_out()
        self.first.clicked.connect(self._go_first)
        self.back.clicked.connect(self._step_back)
        self.play.clicked.connect(self._toggle)
        self.forward.clicked.connect(self._step_on)
        self.last.clicked.connect(self._go_last)
        self.loop.toggled.connect(timeline.set_looping)
        timeline.looping_changed.connect(self.loop.setChecked)
        self.slider.valueChanged.connect(self._go_to)
        self.slider.step_wanted.connect(self.step)
        self.slider.part_wanted.connect(self.part_wanted)
        self.slider.toggle_wanted.connect(self._toggle)
        self.speeds.activated.connect(self._choose_speed)
        timeline.changed.connect(self.refresh)
        theme().changed.connect(self._restyle)
        self.refresh()

    def _button(self, name: str, icon_name: str, action: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setIcon(icon(icon_name))
        button.setProperty("iconName", icon_name)
        tip = tip_of(action)
        button.setAccessibleName(tip.rpartition(" (")[0])
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        for button in (self.first, self.back, self.play, self.forward, self.last):
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.slider, 1)
        row.addSpacing(4)
        row.addWidget(self.loop)
        row.addWidget(self.speeds)
        below = QHBoxLayout()
        below.setContentsMargins(4, 0, 4, 0)
        below.setSpacing(10)
        below.addWidget(self.where)
        below.addWidget(self.facts, 5)
        below.addWidget(self.segment, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addLayout(below)

    def offer(self, actions: Actions, names: Sequence[str]) -> None:
        """Put actions into the menu of the button for loops."""
        menu = QMenu(self.loop)
        for name in names:
            menu.addAction(actions[name])
        self.loop.setMenu(menu)
        self.loop.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)

    def set_segments(self, segments: Sequence[Segment]) -> None:
        """Mark where groups of segments begin, and name the one playback is in."""
        self.slider.marks = parts_of(segments)
        self.slider.segments = segments
        self.slider.update()
        self.refresh()

    def show_line(self, segments: Sequence[Segment], facts: str, *, enabled: bool) -> None:
        """Show a line: its segments, what there is to say of the place, whether there is one."""
        self.setEnabled(enabled)
        self.facts.setText(facts)
        if self.slider.segments != segments:
            self.set_segments(segments)

    def set_speed(self, speed: float) -> None:
        """Show and use a speed."""
        self._timeline.speed = speed
        self.speeds.setCurrentIndex(self.speeds.findData(speed))

    def step(self, by: int) -> None:
        """Go on, or back, by so many moves."""
        self.used.emit()
        self._timeline.step(by)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        if notches := self._wheel.turned(event):
            self.step(notches)

    def _choose_speed(self, index: int) -> None:
        speed = float(self.speeds.itemData(index))
        self._timeline.speed = speed
        self.speed_chosen.emit(speed)

    def _go_to(self, position: int) -> None:
        self.used.emit()
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
        self.used.emit()
        self._timeline.toggle()

    def refresh(self) -> None:
        """Show where playback is."""
        timeline = self._timeline
        length, position, done = timeline.length, timeline.position, timeline.done
        shown = length, position, done, timeline.playing, timeline.stretch, self.slider.segments
        if shown == self._shown:  # most frames lie between two positions
            return
        self._shown = shown
        for widget in (self.slider, self.play, self.loop):
            widget.setEnabled(length > 0)
        for widget in (self.first, self.back):
            widget.setEnabled(position > 0)
        for widget in (self.forward, self.last):
            widget.setEnabled(position < length)
        if self.slider.stretch != timeline.stretch:
            self.slider.stretch = timeline.stretch
            self.slider.update()
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(length)
            self.slider.setPageStep(max(1, length // 10))
            self.slider.setValue(done)
        whole = group_digits(length)
        widest = tr("{done} of {all}").format(done=whole, all=f"{whole} ")
        self.where.setMinimumWidth(self.fontMetrics().horizontalAdvance(widest) if length else 0)
        shown_now = tr("{done} of {all}").format(done=group_digits(done), all=whole)
        self.where.setText(shown_now if length else "")
        name = "pause" if timeline.playing else "play"
        if self.play.property("iconName") != name:
            self.play.setProperty("iconName", name)
            self.play.setIcon(icon(name))
            self.play.setAccessibleName(tr("Pause") if timeline.playing else tr("Play"))
        self.segment.setText(segment_name(self.slider.segments, done))

    def _restyle(self) -> None:
        for button in (self.first, self.back, self.play, self.forward, self.last, self.loop):
            button.setIcon(icon(str(button.property("iconName"))))

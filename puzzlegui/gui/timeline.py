"""Playback: a position in time between the moves of a solution, and the bar that controls it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import group_digits
from puzzlegui.core.solution import Segment
from puzzlegui.gui.actions import tip_of
from puzzlegui.gui.settings import SETTINGS
from puzzlegui.gui.theme import icon, theme
from puzzlegui.gui.widgets import ignore_wheel
from puzzlegui.render.painter import colour

PACE = 2.5
"""Moves a second at speed 1."""
_FRAME_MS = 15
_LONGEST_INSTANT = 8.0
"""Seconds that playback takes at most when it is instant."""


class Timeline(QObject):
    """Where playback is: ``at`` moves done, the last of them perhaps only in part.

    A step or a jump finishes what is still moving first.

    Signals:
        changed: the position, or whether it plays, is another.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.length = 0
        self.at = 0.0
        self.playing = False
        self.speed = 1.0
        self.pace = PACE
        self.animated = True
        self._target = 0.0
        self._due = 0.0
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def position(self) -> int:
        """The number of moves done, one being made counted as done."""
        if not self._timer.isActive():
            return round(self.at)
        if self._target > self.at:
            return math.floor(self.at) + 1
        return math.ceil(self.at) - 1

    @property
    def frame(self) -> tuple[int, float]:
        """The whole moves done, and how far the next has come (0 to 1, eased)."""
        done = min(math.floor(self.at), self.length)
        part = self.at - done
        return done, part * part * (3 - 2 * part)

    def set_length(self, length: int, position: int = 0) -> None:
        """Begin with another list of moves."""
        self._rest()
        self.length = length
        self.at = self._target = float(min(position, length))
        self.changed.emit()

    def go_to(self, position: int) -> None:
        """Jump to a position at once."""
        self._rest()
        self.at = self._target = float(max(0, min(position, self.length)))
        self.changed.emit()

    def step(self, by: int) -> None:
        """Make, or take back, one move and stop there."""
        self.move_to(self.position + by)

    def move_to(self, position: int) -> None:
        """Make, or take back, moves up to a position, as movements where those are wanted."""
        target = max(0, min(position, self.length))
        self.playing = False
        self.at = float(self.position)
        if not self.animated or self.speed == 0:
            self.go_to(target)
            return
        self._run_to(target)

    def play(self) -> None:
        """Go on to the end; from the end, begin again."""
        if not self.length:
            return
        if self.at >= self.length:
            self.at = 0.0
        self.playing = True
        self._run_to(self.length)

    def pause(self) -> None:
        """Stop after the move that is being made."""
        if self.playing:
            self.playing = False
            self._run_to(self.position)

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def _run_to(self, target: float) -> None:
        self._target = float(target)
        if self.at == self._target:
            self._rest()
        elif not self._timer.isActive():
            self._clock.start()
            self._timer.start()
        self.changed.emit()

    def _rest(self) -> None:
        self._timer.stop()
        self.playing = False

    def _rate(self) -> float:
        """Moves a second."""
        if self.speed == 0:
            return max(60.0, self.length / _LONGEST_INSTANT)
        return self.pace * self.speed

    def _tick(self) -> None:
        passed = min(self._clock.restart(), 100) / 1000 * self._rate()
        smooth = self.animated and self.speed != 0
        if not smooth:
            # Without movements, positions are held until the next is due.
            self._due += passed
            passed = math.floor(self._due)
            self._due -= passed
            if not passed:
                return
        if self._target > self.at:
            self.at = min(self.at + passed, self._target)
        else:
            self.at = max(self.at - passed, self._target)
        if self.at == self._target:
            self._rest()
        self.changed.emit()


class _Scrubber(QSlider):
    """A slider with marks where a stretch of the solution begins."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.marks: Sequence[int] = ()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if not self.marks or not self.maximum():
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)
        room = self.width() - handle
        painter = QPainter(self)
        painter.setPen(colour(theme().colours.faint))
        middle = self.height() // 2
        last = -10
        for mark in self.marks:
            x = handle // 2 + round(room * mark / self.maximum())
            if x - last >= 5:
                painter.drawLine(x, middle + 7, x, middle + 11)
                last = x
        painter.end()


class TimelineBar(QWidget):
    """Buttons, slider and speed for a timeline.

    Signals:
        speed_chosen: the user chose a speed.
        used: the user moved through the solution.
    """

    speed_chosen = Signal(float)
    used = Signal()

    def __init__(self, timeline: Timeline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline = timeline
        self._segments: Sequence[Segment] = ()
        self.first = self._button("firstButton", "first", "actionFirst")
        self.back = self._button("stepBackButton", "back", "actionBack")
        self.play = self._button("playButton", "play", "actionPlayback")
        self.forward = self._button("stepForwardButton", "forward", "actionForward")
        self.last = self._button("lastButton", "last", "actionLast")
        self.slider = _Scrubber()
        self.slider.setObjectName("positionSlider")
        self.slider.setAccessibleName("Position in the solution")
        self.slider.setMinimumWidth(50)
        self.slider.setFixedHeight(30)
        self.where = QLabel()
        self.where.setObjectName("positionLabel")
        self.segment = QLabel()
        self.segment.setObjectName("segmentLabel")
        self.segment.setProperty("role", "faint")
        self.segment.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.speeds = QComboBox()
        self.speeds.setObjectName("speedCombo")
        self.speeds.setAccessibleName("Speed of playback")
        self.speeds.setToolTip("Speed of playback")
        ignore_wheel(self.speeds)
        self.speeds.setMinimumWidth(86)
        for speed, label in SETTINGS["speed"].choices:
            self.speeds.addItem(label, speed)
        self._lay_out()
        self.first.clicked.connect(self._go_first)
        self.back.clicked.connect(self._step_back)
        self.play.clicked.connect(self._toggle)
        self.forward.clicked.connect(self._step_on)
        self.last.clicked.connect(self._go_last)
        self.slider.valueChanged.connect(self._go_to)
        self.speeds.activated.connect(self._choose_speed)
        timeline.changed.connect(self._show)
        theme().changed.connect(self._restyle)
        self._show()

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
        row.addSpacing(8)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        row.addWidget(self.where)
        row.addWidget(self.speeds)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.segment)

    def set_segments(self, segments: Sequence[Segment]) -> None:
        """Mark where groups of segments begin, and name the one playback is in."""
        self._segments = segments
        groups: list[int] = []
        before = None
        for segment in segments:
            group = segment.name.split(":")[0]
            if group != before:
                groups.append(segment.start)
            before = group
        self.slider.marks = groups if len(groups) > 1 else ()
        self._show()

    def set_speed(self, speed: float) -> None:
        """Show and use a speed."""
        self._timeline.speed = speed
        self.speeds.setCurrentIndex(self.speeds.findData(speed))

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
        self.used.emit()
        self._timeline.step(-1)

    def _step_on(self) -> None:
        self.used.emit()
        self._timeline.step(1)

    def _toggle(self) -> None:
        self.used.emit()
        self._timeline.toggle()

    def _show(self) -> None:
        timeline = self._timeline
        length, position = timeline.length, timeline.position
        for widget in (self.slider, self.play):
            widget.setEnabled(length > 0)
        for widget in (self.first, self.back):
            widget.setEnabled(position > 0)
        for widget in (self.forward, self.last):
            widget.setEnabled(position < length)
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(length)
            self.slider.setPageStep(max(1, length // 10))
            self.slider.setValue(position)
        whole = group_digits(length)
        self.where.setMinimumWidth(
            self.fontMetrics().horizontalAdvance(f"{whole} of {whole} ") if length else 0
        )
        self.where.setText(f"{group_digits(position)} of {whole}" if length else "")
        name = "pause" if timeline.playing else "play"
        if self.play.property("iconName") != name:
            self.play.setProperty("iconName", name)
            self.play.setIcon(icon(name))
            self.play.setAccessibleName(name.capitalize())
        self.segment.setText(self._segment_name(position) if len(self._segments) > 1 else "")

    def _segment_name(self, position: int) -> str:
        """The stretch that the last move made belongs to, or at the start the first one."""
        low, high = 0, len(self._segments) - 1
        while low < high:
            middle = (low + high) // 2
            if self._segments[middle].stop < max(position, 1):
                low = middle + 1
            else:
                high = middle
        return self._segments[low].name

    def _restyle(self) -> None:
        for button in (self.first, self.back, self.play, self.forward, self.last):
            button.setIcon(icon(str(button.property("iconName"))))

"""Which step of the searches is shown, and playing them."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

SPEEDS = (0.5, 1, 2, 5, 10, 30, 100, 1000, 10_000)
"""Steps in a second."""
_TICK_MS = 33


class Walk(QObject):
    """A step, and how it moves on.

    Attributes:
        step: the one shown, from 0.
        last: the last one that there is.
        growing: more will come; it waits for them when it is played.
        speed: steps in a second.

    Signals:
        moved: another step is shown, or there are more.
        playing_changed: it plays now, or does not.
    """

    moved = Signal()
    playing_changed = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.step, self.last = 0, 0
        self.growing = False
        self.speed = 2.0
        self._due = 0.0
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def playing(self) -> bool:
        """Whether steps follow each other by themselves."""
        return self._timer.isActive()

    def go_to(self, step: int) -> None:
        """Show a step."""
        step = max(0, min(step, self.last))
        if step != self.step:
            self.step = step
            self.moved.emit()

    def extend(self, last: int) -> None:
        """There are more steps now, or fewer."""
        if last != self.last:
            self.last = max(0, last)
            self.step = min(self.step, self.last)
            self.moved.emit()

    def play(self) -> None:
        """Play on, from the start if it is at its end."""
        if self.step >= self.last and not self.growing:
            self.go_to(0)
        self._due = 0.0
        self._clock.start()
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stay at the step that is shown."""
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def change_speed(self, by: int) -> None:
        """Go so many places along SPEEDS."""
        at = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[max(0, min(at + by, len(SPEEDS) - 1))]
        self.moved.emit()

    def _tick(self) -> None:
        self._due += self._clock.restart() * self.speed / 1000
        steps = int(self._due)
        if steps:
            self._due -= steps
            self.go_to(self.step + steps)
        if self.step >= self.last and not self.growing:
            self.pause()

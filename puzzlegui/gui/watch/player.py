"""The player that steps through recorded searches."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

SPEEDS = (0.5, 1, 2, 5, 10, 30, 100, 1000, 10_000)
"""Steps per second."""
_TICK_MS = 33


class StepPlayer(QObject):
    """Plays the steps of recordings at a chosen speed.

    Attributes:
        step: current step, from 0.
        last: last available step.
        growing: True while recording continues; playback then waits at the end.
        speed: steps per second.

    Signals:
        moved: the current step, the last step or the speed changed.
        playing_changed: playback started (True) or stopped (False).
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
        """True while playing."""
        return self._timer.isActive()

    def go_to(self, step: int) -> None:
        """Go to a step."""
        step = max(0, min(step, self.last))
        if step != self.step:
            self.step = step
            self.moved.emit()

    def set_last(self, last: int) -> None:
        """Set the last available step."""
        if last != self.last:
            self.last = max(0, last)
            self.step = min(self.step, self.last)
            self.moved.emit()

    def play(self) -> None:
        """Start playing; at the end, restart from the first step."""
        if self.step >= self.last and not self.growing:
            self.go_to(0)
        self._due = 0.0
        self._clock.start()
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stop playing."""
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def change_speed(self, by: int) -> None:
        """Change the speed by a number of places in SPEEDS."""
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

"""Playback position along a move sequence."""

from __future__ import annotations

import math

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

MOVES_PER_SECOND = 2.5
"""Moves per second at speed 1."""
_FRAME_MS = 15
_LONGEST_INSTANT = 8.0
"""Maximum duration of instant playback, in seconds."""
_PAUSES = ((1.0, 0.35), (2.0, 0.25))
"""Pause before each move, as a share of its duration, by maximum speed.

The pause shows the next move. There is none at higher speeds.
"""
_HOLD = 0.7
"""Seconds that the last position of a loop is shown."""


class Timeline(QObject):
    """Playback position, a number of moves that may include a fraction.

    A step or a jump first completes the move being animated.

    Attributes:
        length: number of moves.
        playhead: completed moves, plus the fraction of the move being animated.
        playing: True during playback, but not during a single step.
        speed: playback speed; 1 for ``moves_per_second``, 0 for instant.
        moves_per_second: pace at speed 1.
        animated: if false, positions change without animation.
        looping: if true, playback restarts at the end.
        play_range: positions from and to which playback goes; None for all moves.

    Signals:
        changed: emitted when the position or ``playing`` changes.
        looping_changed: emitted with the value of ``looping``.
    """

    changed = Signal()
    looping_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.length = 0
        self.playhead = 0.0
        self.playing = False
        self.speed = 1.0
        self.moves_per_second = MOVES_PER_SECOND
        self.animated = True
        self.looping = False
        self.play_range: tuple[int, int] | None = None
        self._target = 0.0
        self._due = 0.0
        self._held = 0.0
        self._share = 0.0  # of a move's duration that is a pause before it
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def position(self) -> int:
        """Number of completed moves, including a move being animated."""
        if not self._timer.isActive() or self._target == self.playhead:
            return round(self.playhead)
        if self._target > self.playhead:
            return math.floor(self.playhead) + (not self._share or self.eased_position[1] > 0)
        return math.ceil(self.playhead) - 1

    @property
    def completed_moves(self) -> int:
        """Number of completed moves without a move being animated; the index of the next move."""
        return min(math.floor(self.playhead), self.length)

    @property
    def eased_position(self) -> tuple[int, float]:
        """Completed moves, and the eased fraction (0 to 1) of the move being animated."""
        done = self.completed_moves
        part = max(0.0, self.playhead - done - self._share) / (1 - self._share)
        return done, part * part * (3 - 2 * part)

    @property
    def shows_next_move(self) -> bool:
        """True if the next move can be marked: playback is stopped or pauses before it."""
        return not self.playing or (self._pause_share() > 0 and self.eased_position[1] == 0)

    def _pause_share(self) -> float:
        """Return the share of a move's duration that is a pause before it."""
        found = (share for speed, share in _PAUSES if 0 < self.speed <= speed)
        return next(found, 0.0)

    def set_length(self, length: int, position: int = 0) -> None:
        """Attach another move sequence of a given length."""
        before = self.length, self.play_range, self.playhead, self.playing
        self._halt()
        self.length = length
        self.play_range = None
        self.playhead = self._target = float(min(position, length))
        if (self.length, self.play_range, self.playhead, self.playing) != before:
            self.changed.emit()

    def go_to(self, position: int) -> None:
        """Jump to a position without animation."""
        self._halt()
        self.playhead = self._target = float(max(0, min(position, self.length)))
        self.changed.emit()

    def step(self, by: int) -> None:
        """Move by a number of moves and stop there."""
        self.move_to(self.position + by)

    def move_to(self, position: int) -> None:
        """Move to a position, with animation if enabled."""
        target = max(0, min(position, self.length))
        self.playing = False
        self.playhead = float(self.position)
        self._share = 0.0
        if not self.animated or self.speed == 0:
            self.go_to(target)
            return
        self._run_to(target)

    @property
    def play_limits(self) -> tuple[int, int]:
        """First and last position of playback."""
        return self.play_range or (0, self.length)

    def play(self) -> None:
        """Play to the end; restart if the position is at the end or outside the range."""
        if not self.length:
            return
        first, last = self.play_limits
        if not first <= self.playhead < last:
            self.playhead = float(first)
        if self.playhead == self.completed_moves:
            self._share = self._pause_share()
        self.playing = True
        self._run_to(last)

    def set_play_range(self, stretch: tuple[int, int] | None) -> None:
        """Restrict playback to the moves between two positions; None for all moves."""
        self.play_range = stretch
        if self.playing:
            self.play()
        else:
            self.changed.emit()

    def set_looping(self, looping: bool) -> None:
        """Enable or disable looping."""
        if looping != self.looping:
            self.looping = looping
            self.looping_changed.emit(looping)

    def pause(self) -> None:
        """Stop after the move being animated."""
        if self.playing:
            self.playing = False
            position = self.position
            if position <= self.playhead:  # during the pause before a move
                self.go_to(position)
            else:
                self._run_to(position)

    def toggle(self) -> None:
        """Start or pause playback."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def _run_to(self, target: float) -> None:
        self._target = float(target)
        if self.playhead == self._target:
            self._halt()
        elif not self._timer.isActive():
            self._clock.start()
            self._timer.start()
        self.changed.emit()

    def _halt(self) -> None:
        self._held = self._share = 0.0
        self._timer.stop()
        self.playing = False

    def _rate(self) -> float:
        """Return the moves per second."""
        if self.speed == 0:
            return max(60.0, self.length / _LONGEST_INSTANT)
        return self.moves_per_second * self.speed

    def _tick(self) -> None:
        seconds = min(self._clock.restart(), 100) / 1000
        if self.playhead == self._target:
            self._hold(seconds)
            return
        passed = seconds * self._rate()
        smooth = self.animated and self.speed != 0
        if not smooth:
            # Without animation, a position is shown until the next is due.
            self._due += passed
            passed = math.floor(self._due)
            self._due -= passed
            if not passed:
                return
        before = self.eased_position
        if self._target > self.playhead:
            self.playhead = min(self.playhead + passed, self._target)
        else:
            self.playhead = max(self.playhead - passed, self._target)
        if self.completed_moves != before[0] and self.playing:
            self._share = self._pause_share()
        if self.playhead == self._target and not (self.playing and self.looping):
            self._halt()
        if self.eased_position != before or not self.playing:
            self.changed.emit()

    def _hold(self, seconds: float) -> None:
        """Show the end of a loop for a moment, then restart."""
        self._held += seconds
        if not self.looping:
            self._halt()
            self.changed.emit()
        elif self._held >= _HOLD:
            self._held = 0.0
            self.playhead = float(self.play_limits[0])
            self.changed.emit()

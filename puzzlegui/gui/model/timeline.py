"""Playback: a position in time between the moves of a line."""

from __future__ import annotations

import math

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

MOVES_PER_SECOND = 2.5
"""Moves a second at speed 1."""
_FRAME_MS = 15
_LONGEST_INSTANT = 8.0
"""Seconds that playback takes at most when it is instant."""
_PAUSES = ((1.0, 0.35), (2.0, 0.25))
"""Up to which speed what share of a move's time playback rests before it, so that one sees what is
next; faster than that it does not."""
_HOLD = 0.7
"""Seconds that the end of a loop stays, so that it can be seen."""


class Timeline(QObject):
    """Where playback is: ``at`` moves done, the last of them perhaps only in part.

    A step or a jump finishes what is still moving first.

    Attributes:
        length: the number of moves.
        playing: it goes on by itself, other than by a single step.
        speed: 1 for ``pace`` moves a second, 0 for instant.
        animated: moves are movements; else positions follow one another.
        looping: after its end, playback begins again.
        stretch: playback goes from the one position to the other; None for all moves.

    Signals:
        changed: the position, or whether it plays, is another.
        looping_changed: it is played again and again, or only once.
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
        self.stretch: tuple[int, int] | None = None
        self._target = 0.0
        self._due = 0.0
        self._held = 0.0
        self._share = 0.0  # of a move's time that is rest before it
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def position(self) -> int:
        """The number of moves done, one being made counted as done."""
        if not self._timer.isActive() or self._target == self.playhead:
            return round(self.playhead)
        if self._target > self.playhead:
            return math.floor(self.playhead) + (not self._share or self.frame[1] > 0)
        return math.ceil(self.playhead) - 1

    @property
    def done(self) -> int:
        """The number of moves done, one being made not counted; it is the next one."""
        return min(math.floor(self.playhead), self.length)

    @property
    def frame(self) -> tuple[int, float]:
        """The whole moves done, and how far the next has come (0 to 1, eased)."""
        done = self.done
        part = max(0.0, self.playhead - done - self._share) / (1 - self._share)
        return done, part * part * (3 - 2 * part)

    @property
    def shows_next_move(self) -> bool:
        """Whether there is time to see which move is next: it does not play, or it rests."""
        return not self.playing or (self._pause_share() > 0 and self.frame[1] == 0)

    def _pause_share(self) -> float:
        """The share of a move's time that playback rests before it."""
        found = (share for speed, share in _PAUSES if 0 < self.speed <= speed)
        return next(found, 0.0)

    def set_length(self, length: int, position: int = 0) -> None:
        """Begin with another list of moves."""
        before = self.length, self.stretch, self.playhead, self.playing
        self._halt()
        self.length = length
        self.stretch = None
        self.playhead = self._target = float(min(position, length))
        if (self.length, self.stretch, self.playhead, self.playing) != before:
            self.changed.emit()

    def go_to(self, position: int) -> None:
        """Jump to a position at once."""
        self._halt()
        self.playhead = self._target = float(max(0, min(position, self.length)))
        self.changed.emit()

    def step(self, by: int) -> None:
        """Make, or take back, one move and stop there."""
        self.move_to(self.position + by)

    def move_to(self, position: int) -> None:
        """Make, or take back, moves up to a position, as movements where those are wanted."""
        target = max(0, min(position, self.length))
        self.playing = False
        self.playhead = float(self.position)
        self._share = 0.0
        if not self.animated or self.speed == 0:
            self.go_to(target)
            return
        self._run_to(target)

    @property
    def ends(self) -> tuple[int, int]:
        """The positions that playback goes from and to."""
        return self.stretch or (0, self.length)

    def play(self) -> None:
        """Go on to the end; from there, or from outside the stretch, begin again."""
        if not self.length:
            return
        first, last = self.ends
        if not first <= self.playhead < last:
            self.playhead = float(first)
        if self.playhead == self.done:
            self._share = self._pause_share()
        self.playing = True
        self._run_to(last)

    def set_play_range(self, stretch: tuple[int, int] | None) -> None:
        """Play only from one position to another, which is further on; None for all moves."""
        self.stretch = stretch
        if self.playing:
            self.play()
        else:
            self.changed.emit()

    def set_looping(self, looping: bool) -> None:
        """Play again and again, or only once."""
        if looping != self.looping:
            self.looping = looping
            self.looping_changed.emit(looping)

    def pause(self) -> None:
        """Stop after the move that is being made."""
        if self.playing:
            self.playing = False
            position = self.position
            if position <= self.playhead:  # while it rests
                self.go_to(position)
            else:
                self._run_to(position)

    def toggle(self) -> None:
        """Play or pause."""
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
        """Moves a second."""
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
            # Without movements, positions are held until the next is due.
            self._due += passed
            passed = math.floor(self._due)
            self._due -= passed
            if not passed:
                return
        before = self.frame
        if self._target > self.playhead:
            self.playhead = min(self.playhead + passed, self._target)
        else:
            self.playhead = max(self.playhead - passed, self._target)
        if self.done != before[0] and self.playing:
            self._share = self._pause_share()
        if self.playhead == self._target and not (self.playing and self.looping):
            self._halt()
        if self.frame != before or not self.playing:
            self.changed.emit()

    def _hold(self, seconds: float) -> None:
        """Stay at the end of a loop for a moment, then begin again."""
        self._held += seconds
        if not self.looping:
            self._halt()
            self.changed.emit()
        elif self._held >= _HOLD:
            self._held = 0.0
            self.playhead = float(self.ends[0])
            self.changed.emit()

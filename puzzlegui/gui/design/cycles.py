"""The cycle being drawn on the board, and the trial of a move."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QVariantAnimation, Signal

from puzzlegui.core.cells import Cell
from puzzlegui.core.motion import Motion
from puzzlegui.families.move_editing import Cycle

_TRIAL_MS = 2000
_STAGES = ((0.0, 0.0), (0.35, 1.0), (0.65, 1.0), (1.0, 0.0))
"""Progress of the move at shares of the duration of a trial: there, and back after a while."""


class CycleDrawing:
    """Path of cells that becomes a cycle when it is closed.

    Attributes:
        path: its cells.
    """

    def __init__(self) -> None:
        self.path: list[Cell] = []

    def add(self, cell: Cell) -> Cycle:
        """Add a cell; the first cell closes the path, any other cell of it shortens it.

        Returns:
            The closed cycle; empty if the path is still open.
        """
        if cell not in self.path:
            self.path.append(cell)
        elif cell == self.path[0] and len(self.path) > 1:
            return self.close()
        else:
            del self.path[self.path.index(cell) + 1 :]
        return ()

    def close(self) -> Cycle:
        """Close the path; return its cycle, empty if it has fewer than two cells."""
        path, self.path = self.path, []
        return tuple(path) if len(path) > 1 else ()


def with_cycle(cycles: Sequence[Cycle], cycle: Cycle) -> tuple[Cycle, ...]:
    """Return cycles with another, which replaces those that have a cell in common with it."""
    return (*(other for other in cycles if not set(other) & set(cycle)), cycle)


class MoveTrial(QObject):
    """Animation that makes a move on the board in Design and takes it back.

    Signals:
        changed: ``motion`` or ``progress`` has changed.

    Attributes:
        motion: motion of the move; None while nothing is tried.
        progress: progress of the move, 0 to 1.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.motion: Motion | None = None
        self.progress = 0.0
        self._animated = True
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(_TRIAL_MS)
        for share, progress in _STAGES:
            self._animation.setKeyValueAt(share, progress)
        self._animation.valueChanged.connect(self._advance)
        self._animation.finished.connect(self.stop)

    def start(self, motion: Motion, *, animated: bool) -> None:
        """Try a move; without animation, show its result for a while."""
        self._animation.stop()
        self.motion, self._animated = motion, animated
        self.progress = 0.0
        self._animation.start()

    def stop(self) -> None:
        """Show the board as it is."""
        if self.motion is not None:
            self.motion = None
            self._animation.stop()
            self.changed.emit()

    def _advance(self, progress: float) -> None:
        if self.motion is not None:
            self.progress = progress if self._animated else float(progress > 0)
            self.changed.emit()

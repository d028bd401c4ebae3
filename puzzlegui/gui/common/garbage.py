"""Collecting cyclic garbage in the GUI thread only.

Python collects in whichever thread happens to allocate. A closed window found by the worker would
be destroyed there, timers and all, which Qt does not survive. So collection is switched off, and
done from the event loop while no solver is at work; solvers leave no cycles behind.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

_INTERVAL_MS = 1000
_WORTH_IT = 1000
"""Containers made since the last collection that make another one worth while."""
_YOUNG_ONLY = 60
"""Collections of young objects, which take no time, for each one of all."""


class _Collector(QObject):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.busy = 0
        self._count = 0
        gc.disable()
        self.startTimer(_INTERVAL_MS)

    def timerEvent(self, _event: QTimerEvent) -> None:  # noqa: N802 - Qt's name
        if not self.busy and gc.get_count()[0] > _WORTH_IT:
            self._count += 1
            gc.collect(2 if self._count % _YOUNG_ONLY == 0 else 1)


def collect_here_only() -> None:
    """From now on, collect in the event loop of the application."""
    _collector()


def _collector() -> _Collector:
    """The collector of this application, made when it is first needed."""
    application = QCoreApplication.instance()
    assert application is not None
    found = application.findChild(_Collector)
    return found or _Collector(application)


def solver_begins() -> None:
    """Collect nothing until the solver ends."""
    _collector().busy += 1


def solver_ends() -> None:
    """A solver that had begun has ended."""
    _collector().busy -= 1

"""Collecting cyclic garbage in the GUI thread only.

Python collects in whichever thread happens to allocate. A closed window found by the worker would
be destroyed there, timers and all, which Qt does not survive. So collection is switched off, and
done from the event loop while no solver is at work; solvers leave no cycles behind.
"""

from __future__ import annotations

import gc
import linecache

from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

from puzzlegui.core.caches import empty_small_caches
from puzzlegui.engine import memory

_INTERVAL_MS = 1000
_WORTH_IT = 1000
"""Containers made since the last collection that make another one worth while."""
_SOURCES = 20
"""Modules whose text is not worth the trouble."""
_YOUNG_ONLY = 60
"""Collections of young objects, which take no time, for each one of all."""


class _Collector(QObject):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.busy = 0
        self.all_soon = self.spare_soon = False
        self._count = 0
        gc.disable()
        memory.keep_together()  # before there is another thread
        self.startTimer(_INTERVAL_MS)

    def timerEvent(self, _event: QTimerEvent) -> None:  # noqa: N802 - Qt's name
        if self.busy:
            if self.spare_soon:
                self._free_spare()
            return
        if self.all_soon:
            self.all_soon = self.spare_soon = False
            empty_small_caches()
            gc.collect()
            memory.give_back()
        elif gc.get_count()[0] > _WORTH_IT:
            self._count += 1
            gc.collect(2 if self._count % _YOUNG_ONLY == 0 else 1)
            _forget_sources()
        if self.spare_soon:
            self._free_spare()

    def _free_spare(self) -> None:
        """Free small caches, and the tuples and lists that Python has ready for further use.

        They lie where a solver had its own: some thousands keep all that was around them from being
        given back. The latter is done with every collection of all, which takes no time while
        nothing counts as collectable.
        """
        self.spare_soon = False
        empty_small_caches()
        gc.freeze()
        gc.collect()
        gc.unfreeze()


def _forget_sources() -> None:
    """Free the text of all modules: PySide reads it when one is imported, and lets it lie."""
    if len(linecache.cache) > _SOURCES:
        linecache.clearcache()


def collect_here_only() -> None:
    """From now on, collect in the event loop of the application."""
    _collector()


def _collector() -> _Collector:
    """The collector of this application, made when it is first needed."""
    application = QCoreApplication.instance()
    assert application is not None
    found = application.findChild(_Collector)
    return found or _Collector(application)


def window_closed() -> None:
    """Collect all soon: what a window has held is old, and may be large."""
    if QCoreApplication.instance() is not None:  # else the program ends
        _collector().all_soon = True


def solver_begins() -> None:
    """Collect nothing until the solver ends."""
    _collector().busy += 1


def solver_ends() -> None:
    """A solver that had begun has ended."""
    if QCoreApplication.instance() is not None:  # as above
        collector = _collector()
        collector.busy -= 1
        collector.spare_soon = True

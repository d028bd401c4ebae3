"""Collecting cyclic garbage in the GUI thread only.

Python collects in whichever thread happens to allocate. A closed window found by the worker would
be destroyed there, timers and all, which Qt does not survive.
"""

from __future__ import annotations

import gc
import linecache

from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

_INTERVAL_MS = 1000


class _Collector(QObject):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self.startTimer(_INTERVAL_MS)

    def timerEvent(self, _event: QTimerEvent) -> None:  # noqa: N802 - Qt's name
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                linecache.clearcache()  # PySide reads the text of every module into it
                return


def collect_in_gui_thread() -> None:
    """From now on, collect in the event loop of the application."""
    application = QCoreApplication.instance()
    assert application is not None
    if application.findChild(_Collector) is None:
        _Collector(application)

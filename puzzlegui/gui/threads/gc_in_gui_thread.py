"""Garbage collection in the GUI thread only.

Python collects in whichever thread happens to allocate. A closed window collected by the worker
would be destroyed there together with its timers, which crashes Qt.
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

    def timerEvent(self, _event: QTimerEvent) -> None:
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                linecache.clearcache()  # PySide reads the text of every module into it
                return


def collect_in_gui_thread() -> None:
    """Disable automatic collection and collect in the application's event loop instead."""
    application = QCoreApplication.instance()
    assert application is not None
    if application.findChild(_Collector) is None:
        _Collector(application)

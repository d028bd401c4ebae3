"""What a closed window has held is freed, and in its own thread."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.threads.worker import Job, Worker, wait_for_threads
from puzzlegui.gui.watch.window import WatchWindow
from tests.gui.conftest import WAIT


def test_what_a_closed_window_waited_for_is_freed_in_its_own_thread(qapp: QApplication) -> None:
    """A widget that the worker frees is destroyed there, which Qt does not survive."""

    class Answer:
        def __call__(self, _result: object) -> None: ...

        def __del__(self) -> None:
            freed.append(threading.current_thread())

    worker, go_on, freed = Worker(), threading.Event(), list[threading.Thread]()
    worker.submit(Job(lambda _job: go_on.wait(WAIT / 1000), "test"), Answer())
    worker.close()
    delete(worker)
    go_on.set()
    wait_for_threads()
    assert freed == [threading.main_thread()]


def test_what_a_search_recorded_is_freed_with_the_main_window(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    main = make_window(load_preset("eight-cpp"))
    main.commands.watch("astar")
    opened = main.findChild(WatchWindow)
    assert opened is not None
    qtbot.waitUntil(lambda: not opened.is_recording, timeout=WAIT)
    assert opened.panes[0].viewer is not None
    held = weakref.ref(opened.panes[0].viewer.recording)
    main.close()
    assert held() is None  # though nothing was collected

"""Letting the monkey loose, and what came of it."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO
from unittest.mock import patch
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QThread, QTimer
from shiboken6 import isValid

from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.kiosk import starting
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.threads.worker import wait_for_threads
from puzzlegui.solvers import table_store
from tools.monkey.actions import Monkey
from tools.monkey.anatomy import Anatomy, anatomy
from tools.monkey.files import make_files
from tools.monkey.watch import Gap, Watch

_SETTLE_MS = 3000


@dataclass(frozen=True)
class Found:
    """What came of it.

    Attributes:
        steps: so many things were done.
        faults: each is one too many.
        gaps: the longest times in which the event loop did not turn.
        most: the most memory there was, in MiB.
        minutes: the least memory of each minute, in MiB.
        at_rest: the memory with one new window, again and again.
        settled: the memory when all windows had been closed.
    """

    steps: int
    faults: list[str]
    gaps: list[Gap]
    most: float
    minutes: list[float]
    at_rest: list[Anatomy]
    settled: Anatomy

    def report(self) -> str:
        """All of it in words."""
        lines = [f"{self.steps} steps, {len(self.faults)} faults", *self.faults]
        for title, key in (("computing", "own"), ("standing still", "waited")):
            lines.append(f"longest {title}, in seconds:")
            longest = sorted(self.gaps, key=lambda gap: -getattr(gap, key))[:12]
            lines += [
                f"  {gap.own:.3f} of {gap.waited:.3f} at {gap.at:.0f} s, {gap.doing}"
                + (f"\n{gap.stack}" if key == "own" and gap.own > 0.15 else "")
                for gap in longest
            ]
        lines.append(f"memory: {self.most:.0f} MiB at most")
        lines.append(f"at the end, MiB: {self.settled}")
        resident = " ".join(f"{found.resident:.0f}" for found in self.at_rest)
        lines.append(f"at rest with one new window: {resident}")
        lines += [f"  {found}" for found in self.at_rest]
        lines.append("least of each minute: " + " ".join(f"{mib:.0f}" for mib in self.minutes))
        return "\n".join(lines)


def _no_kiosks() -> AbstractContextManager[object]:
    """Start no kiosks, which would outlive the program as they should."""
    return patch.object(starting, "start_detached", lambda _command: True)


def let_loose(
    scratch: Path,
    seed: int,
    *,
    seconds: float = float("inf"),
    steps: float = float("inf"),
    pause: int = 0,
    largest: int = 30,
    trail: TextIO | None = None,
    say: Callable[[str], object] = lambda _: None,
) -> Found:
    """Let the monkey use the program, and close all it has opened.

    Args:
        scratch: a folder for all that is written.
        seed: of what it does.
        seconds: for so long.
        steps: or so often.
        pause: milliseconds between two steps.
        largest: rows and columns of boards at most.
        trail: every step is written there at once, in case the last one is that.
        say: is told every minute how it is going.
    """
    folders = Folders.below(scratch / "folders")
    table_store.set_cache_folder(folders.cache)
    application = app.make_application()
    quits = application.quitOnLastWindowClosed()
    application.setQuitOnLastWindowClosed(False)
    before = {thread for thread in threading.enumerate() if thread.name != "watch"}
    earlier = WeakSet(_windows())  # of tests that ran before in this process
    here = Path.cwd()
    exports = scratch / "written"
    exports.mkdir()
    os.chdir(exports)  # what is printed goes there
    remembered = Settings(folders.settings)
    remembered["folder"] = str(exports)
    remembered["seconds"] = 2
    files = make_files(scratch / "files", seed, most=largest)
    loop, program = QEventLoop(), Program(folders)
    try:
        with _no_kiosks(), Watch(trail) as watch:
            monkey = Monkey(program, watch, files, exports, seed, pause=pause, largest=largest)
            tell = QTimer()
            tell.setInterval(60_000)
            tell.timeout.connect(
                lambda: say(
                    f"{watch.elapsed / 60:.0f} min, {monkey.steps} steps, "
                    f"{len(watch.faults)} faults, {anatomy()}, "
                    f"longest {max((gap.own for gap in watch.gaps), default=0):.3f} s"
                )
            )
            tell.start()
            monkey.run(lambda: watch.elapsed > seconds or monkey.steps > steps, loop.quit)
            loop.exec()
            watch.doing = "after the end"
            table_store.stop_and_clear()
            wait_for_threads()
            QTimer.singleShot(0 if seconds == float("inf") else _SETTLE_MS, loop.quit)
            loop.exec()
            tell.stop()
            program.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            settled = anatomy()
            _look_for_leaks(watch, before, earlier)
            return Found(
                monkey.steps, watch.faults, watch.gaps, watch.most, watch.minutes(),
                watch.at_rest, settled,
            )  # fmt: skip
    finally:
        os.chdir(here)
        application.setQuitOnLastWindowClosed(quits)


def _windows() -> list[MainWindow]:
    gc.collect()
    return [found for found in gc.get_objects() if isinstance(found, MainWindow)]


def _look_for_leaks(
    watch: Watch, before: set[threading.Thread], earlier: WeakSet[MainWindow]
) -> None:
    """Take it for a fault if anything is left of the windows, or a thread."""
    for window in _windows():
        if window not in earlier:
            watch.fault("a window is left, and with it all that it has held")
    for thread in set(threading.enumerate()) - before:
        # One reads what a solver process says that waits for the next order.
        known = thread.name in {"watch", "answers"}
        if not known and not isinstance(thread, threading._DummyThread):
            watch.fault(f"the thread {thread.name} is left")
    for found in gc.get_objects():
        if isinstance(found, QThread) and isValid(found) and found.isRunning():
            watch.fault(f"the thread {found.objectName()} is left running")

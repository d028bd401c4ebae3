"""Self-test of the program: a real window loads, solves, plays and exports."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from puzzlegui import kernels
from puzzlegui.core.files import scratch_folder
from puzzlegui.core.solution import Solution, replay
from puzzlegui.documents.loading import load_document
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.folders import Folders
from puzzlegui.gui import app, selftest_parts
from puzzlegui.gui.selftest_parts import SelfTestError
from puzzlegui.solvers import table_store
from puzzlegui.version import __version__

_PRESET = "mystery-box"
_STEP_SECONDS = 20.0 if not kernels.UNCOMPILED_REASON else 120.0


def run(folder: Path | None) -> int:
    """Try everything out, a line for each step; 0 only if all went well.

    Args:
        folder: where ``screenshot.png`` and ``solution.json`` are left; None for nowhere.
    """
    if problem := app.display_problem():
        print(f"selftest: {problem}", file=sys.stderr)  # this is its output
        return 1
    faults: list[str] = []
    sys.excepthook = lambda kind, error, _: faults.append(f"{kind.__name__}: {error}")
    with scratch_folder() as scratch:
        try:
            # Neither read nor change what is the user's.
            results = folder or scratch / "results"
            _run(results, Folders.below(scratch))
            faults += selftest_parts.run(results, _say)
        except (SelfTestError, OSError) as error:
            faults.append(str(error))
    for fault in faults:
        _say(f"FAILED: {fault}")
    if not faults:
        _say("all went well")
    return 1 if faults else 0


def _say(text: str) -> None:
    print(f"selftest: {text}", flush=True)  # this is its output


def _run(folder: Path, folders: Folders) -> None:
    table_store.set_cache_folder(folders.cache)
    folder.mkdir(parents=True, exist_ok=True)
    application = app.make_application()
    from puzzlegui.gui.main_window import MainWindow  # after the application

    begun = time.perf_counter()
    window = MainWindow(folders=folders)
    window.resize(1180, 760)
    window.show()
    try:
        _walk_through(application, window, folder, begun)
    finally:
        window.close()


def _walk_through(application: QApplication, window: object, folder: Path, begun: float) -> None:
    from puzzlegui.gui.main_window import MainWindow  # after the application

    assert isinstance(window, MainWindow)
    _wait(window.isVisible, "the window to be shown")
    application.processEvents()
    platform = application.platformName()
    seconds = time.perf_counter() - begun
    _say(f"PuzzleGUI {__version__}: window shown on {platform} in {seconds:.2f} s")

    window.open_preset(_PRESET)
    _say(f"loaded {window.board().title}: {window.board().describe()}")

    window.solve()
    _wait(lambda: window.solution() is not None, "a solution")
    solution = window.solution()
    assert solution is not None
    _say(f"solved in the worker by {solution.solver}: {solution.outcome()}")

    timeline = window.timeline()
    timeline.speed = 16.0
    timeline.play()
    _wait(lambda: timeline.playhead == len(solution.moves), "playback to come to its end")
    _say(f"played {timeline.position} moves")

    picture = folder / "screenshot.png"
    if not window.grab().save(str(picture)):
        raise SelfTestError(f"{picture} could not be written")
    _say(f"screenshot: {picture.name}")

    for format_ in SOLUTION_FORMATS.values():
        if format_.unavailable_reason:
            _say(format_.unavailable_reason)
            continue
        path = folder / f"solution{format_.suffix}"
        window.files.exports.export_to(path, solution, format_, ExportSettings())
        _wait(path.is_file, f"{path.name}")
        if not path.stat().st_size:
            raise SelfTestError(f"{path} is empty")
        _say(f"exported {path.name}")
    found = load_document(folder / "solution.json")
    if not isinstance(found, Solution) or not replay(found.board, found.moves).correct:
        raise SelfTestError("the exported solution does not solve the board")
    _say("the exported solution was read again and replayed")


def _wait(condition: Callable[[], bool], what: str) -> None:
    """Run the event loop until the condition holds."""
    loop = QEventLoop()
    timer = QTimer()
    timer.setInterval(10)
    deadline = time.perf_counter() + _STEP_SECONDS

    def look() -> None:
        if condition() or time.perf_counter() > deadline:
            loop.quit()

    timer.timeout.connect(look)
    timer.start()
    loop.exec()
    timer.stop()
    if not condition():
        raise SelfTestError(f"waited {_STEP_SECONDS:.0f} s for {what}")

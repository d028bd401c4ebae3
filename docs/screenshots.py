"""Draw the pictures of the documentation from the running program into a folder."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={ROOT / 'tests' / 'screen.json'}"
os.environ["QT_SCALE_FACTOR"] = "1"
os.environ["LC_ALL"] = "C.UTF-8"
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QSize  # the platform is chosen above
from PySide6.QtWidgets import QWidget

from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.style.theme import theme
from puzzlegui.solvers import table_store
from tools.screens import STATES, dialogs_of, settle, wait

SIZE = QSize(1200, 740)
"""Size of the main window and other large windows."""
_THUMBNAIL = 180
_PAUSE_SECONDS = 0.5
STATES_SHOWN = {
    "design": "design",
    "unsolvable": "unsolvable",
    "solving": "solving",
    "short": "solve",
    "played": "play",
    "won": "won",
}
"""States of the main window to draw, with the names of their pictures."""
WINDOWS_SHOWN = {
    "new": "new",
    "enter": "enter",
    "export-sheet-film": "export",
    "benchmark-runs": "benchmark",
    "benchmark-summary": "benchmark-summary",
    "pair": "pair",
    "watch": "watch",
    "watch-lesson": "lesson",
    "explore": "counts",
    "neighbours": "neighbours",
    "paths": "paths",
}
"""Dialogs and other windows to draw, with the names of their pictures."""
_LARGE = ("benchmark", "watch", "explore", "neighbours", "paths")
"""Name prefixes of large windows, drawn at ``SIZE``; dialogs keep their own size."""


def draw(folder: Path) -> None:
    """Draw boards and windows."""
    boards, windows = folder / "boards", folder / "windows"
    boards.mkdir(parents=True)
    windows.mkdir()
    application = app.make_application()
    assert application is not None
    for name in PRESETS:
        thumbnail(load_preset(name), _THUMBNAIL, 2).save(str(boards / f"{name}.png"))
    with tempfile.TemporaryDirectory() as scratch:
        folders = Folders.below(Path(scratch))
        table_store.set_cache_folder(folders.cache)
        window = MainWindow(folders=folders)
        window.settings["tour"] = False
        window.resize(SIZE)
        window.show()
        for name, widget in _shown(window):
            for mode in (LIGHT_MODE, DARK_MODE):
                theme().apply(mode)
                settle()
                widget.grab().save(str(windows / f"{name}-{mode}.png"))
        window.stop()
        wait(lambda: not window.solving())
        window._leaving = True  # without a question
        window.close()
    shutil.copy(ROOT / "packaging" / "pictures" / "puzzlegui.gif", folder)
    shutil.copy(ROOT / "resources" / "icons" / "puzzlegui.svg", folder)


def _shown(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Yield the name of each picture and its widget, in the state to draw."""
    for state in STATES:
        if state.name in STATES_SHOWN:
            theme().apply(LIGHT_MODE)
            state.bring(window)
            settle()
            yield STATES_SHOWN[state.name], window
    solution = window.solution()
    assert solution is not None
    for name, widget in dialogs_of(window, solution):
        if name in WINDOWS_SHOWN:
            if name.startswith(_LARGE):
                widget.resize(SIZE)
            widget.show()
            if isinstance(widget, ImportSheet):
                moves = solution.board.format_moves(solution.moves)
                widget.editor.setPlainText(" ".join(moves))
            _pass_time(window)
            yield WINDOWS_SHOWN[name], widget
        widget.close()


def _pass_time(window: MainWindow) -> None:
    """Wait until previews, which start after a pause, have been drawn."""
    until = time.monotonic() + _PAUSE_SECONDS
    wait(lambda: time.monotonic() > until)
    wait(lambda: not window.worker().busy)
    settle()


if __name__ == "__main__":
    draw(Path(sys.argv[1]))

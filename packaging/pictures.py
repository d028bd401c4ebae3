"""Draw the pictures of the README from the running program: ``python packaging/pictures.py``."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = (
    f"offscreen:configfile={Path(__file__).parents[1] / 'tests' / 'screen.json'}"
)
os.environ["QT_SCALE_FACTOR"] = "1"

from PySide6.QtCore import QSize

from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.common.theme import DARK_MODE, LIGHT_MODE, theme

PICTURES = Path(__file__).parent / "pictures"
SIZE = QSize(1280, 800)


def main() -> int:
    """Draw them all."""
    application = app.make_application()
    folders = Folders.below(Path(tempfile.mkdtemp()))
    from puzzlegui.gui.main_window import MainWindow

    def wait(condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 30
        while not condition() and time.monotonic() < deadline:
            application.processEvents()
            time.sleep(0.005)

    def draw(name: str, preset: str, mode: str, at: float | None) -> None:
        window = MainWindow(folders=folders)
        window.settings["tour"] = False
        window.resize(SIZE)
        window.show()
        theme().apply(mode)
        window.open_preset(preset)
        if at is not None:
            window.solve()
            wait(lambda: not window.solving())
            window.timeline().at = at
            window.timeline().changed.emit()
        end = time.monotonic() + 0.5
        wait(lambda: time.monotonic() > end)
        PICTURES.mkdir(exist_ok=True)
        window.grab().save(str(PICTURES / f"{name}.png"))
        window.close()

    draw("window-light", "mystery-box", LIGHT_MODE, 3.5)
    draw("window-dark", "graphs-20x20-reversed", DARK_MODE, 1700.4)
    draw("design", "graphs-4x4-two-colours", LIGHT_MODE, None)
    draw("maze", "schonbrunn-hard", LIGHT_MODE, 9.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Draw the pictures of the README from the running program: ``python -m tools.pictures``."""

from __future__ import annotations

import io
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
os.environ["LC_ALL"] = "C.UTF-8"

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtWidgets import QApplication

from puzzlegui.documents.presets import load_preset
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import LIGHT_MODE
from puzzlegui.gui.style.theme import theme

PICTURES = Path(__file__).parents[1] / "packaging" / "pictures"
SIZE = QSize(1120, 700)
"""Of the window in the film."""
BOARDS = {
    "rotation": "twiddle-4x4",
    "sliding": "fifteen-book",
    "maze": "schonbrunn-hard",
    "shift": "shift-5x5",
}
"""The preset that stands for each family."""
_THUMBNAIL = 170
_FRAME = 80
"""Milliseconds."""
_FRAMES_PER_MOVE = 8


class Film:
    """Frames of a window, each with the time for which it is shown."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._frames: list[Image.Image] = []
        self._milliseconds: list[int] = []

    def shoot(self, milliseconds: int = _FRAME) -> None:
        """Add what the window shows now."""
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._window.grab().save(buffer, "PNG")
        self._frames.append(Image.open(io.BytesIO(content.data())).convert("RGB"))
        self._milliseconds.append(milliseconds)

    def save(self, path: Path) -> None:
        """Write an endless GIF; all frames share the colours of the middle one."""
        palette = self._frames[len(self._frames) // 2].quantize(256, Image.Quantize.MEDIANCUT)
        first, *others = (
            frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self._frames
        )
        first.save(
            path, save_all=True, append_images=others, duration=self._milliseconds, loop=0,
            optimize=True,
        )  # fmt: skip


def wait(condition: Callable[[], bool], seconds: float = 30) -> None:
    """Let the program work until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        QApplication.processEvents()
        time.sleep(0.005)


def film(folders: Folders) -> None:
    """Choose a board, solve it, and play the solution."""
    window = MainWindow(folders=folders)
    window.settings["tour"] = False
    window.resize(SIZE)
    window.show()
    theme().apply(LIGHT_MODE)
    window.open_preset("mystery-box")
    wait(lambda: False, 0.5)
    taken = Film(window)
    taken.shoot(1500)
    window.solve()
    wait(lambda: not window.solving())
    wait(lambda: False, 0.5)
    taken.shoot(1000)
    solution = window.solution()
    assert solution is not None
    for frame in range(1, len(solution.moves) * _FRAMES_PER_MOVE + 1):
        window.timeline().playhead = frame / _FRAMES_PER_MOVE
        window.timeline().changed.emit()
        wait(lambda: False, 0.02)
        taken.shoot()
    wait(lambda: False, 2)
    taken.shoot(2500)
    taken.save(PICTURES / "puzzlegui.gif")
    window.close()


def main() -> int:
    """Draw them all."""
    app.make_application()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        film(Folders.below(Path(folder)))
    for family, preset in BOARDS.items():
        thumbnail(load_preset(preset), _THUMBNAIL, 2).save(str(PICTURES / f"{family}.png"))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Small pictures of boards, those in files being read and drawn in the worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES
from puzzlegui.documents.loading import load
from puzzlegui.families.registry import family_of
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.abandonable_threads import within
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.style import Style, frame_colours

DESCRIPTION = "Description"
"""The key of what a picture of a file says in words: kind and size of the board."""
_TIMEOUT = 1.0
"""Seconds that a file is waited for; solvers want the thread, too."""
Drawn = Callable[[Path, QImage | None], object]
"""Takes the picture of what is in a file; None where there is no board in it."""


def thumbnail(board: Board, size: int, ratio: float, style: Style | None = None) -> QImage:
    """A small picture of a board's start, ``size`` pixels square.

    Args:
        board: the board.
        size: in pixels.
        ratio: device pixels to a pixel.
        style: by default, that of the theme.
    """
    pixels = round(size * ratio)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    layout = Layout.fit(board.rows, board.columns, size, size, axes=False, ratio=ratio)
    frame = Frame(board.picture(), frame_colours(board))
    paint_board(painter, frame, layout, style or theme().board_style)
    painter.end()
    return image


class FileThumbnails:
    """Has the pictures of files drawn, and keeps those of files that have not changed.

    Args:
        worker: reads and draws.
        drawn: takes each picture.
    """

    def __init__(self, worker: Worker, drawn: Drawn) -> None:
        self._worker, self._drawn = worker, drawn
        self._known: dict[tuple[object, ...], QImage] = {}
        self._pending: TaskHandle | None = None

    def draw(self, paths: Sequence[Path], size: int, ratio: float) -> None:
        """Have the pictures of some files drawn, in place of those asked for before."""
        if self._pending is not None:
            self._pending.withdraw()
            self._pending = None
        if not paths:
            return
        style, known = theme().board_style, dict(self._known)

        def work(job: Job) -> object:
            found: list[tuple[Path, QImage | None]] = []
            for path in paths:
                if job.cancelled:
                    break
                stamp = within(_TIMEOUT, partial(_stamp, path), job.is_wanted)
                key = path, stamp, size, ratio, style
                if stamp is not None and key not in known:
                    board = within(_TIMEOUT, partial(_board_in, path), job.is_wanted)
                    if board is not None:
                        known[key] = thumbnail(board, size, ratio, style)
                        known[key].setText(DESCRIPTION, f"{family_of(board).title} {board.size}")
                found.append((path, known.get(key)))
            return found, known

        self._pending = self._worker.do(Job(work, "pictures"), self._done)

    def _done(self, result: object) -> None:
        self._pending = None
        if not isinstance(result, tuple):
            return
        found, self._known = result
        for path, image in found:
            self._drawn(path, image)


def _stamp(path: Path) -> tuple[int, int] | None:
    """Changes with a file; None for one that is not there, or too large to be a board."""
    try:
        stat = path.stat()
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return None
    return (stat.st_mtime_ns, stat.st_size) if stat.st_size <= MAX_BYTES[BOARD_FORMAT] else None


def _board_in(path: Path) -> Board | None:
    content = load(path).content
    return content.board if isinstance(content, Solution) else content

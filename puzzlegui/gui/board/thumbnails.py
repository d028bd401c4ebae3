"""Thumbnails of boards; those of files are loaded and drawn in the worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES
from puzzlegui.documents.loading import load
from puzzlegui.families.registry import family_of
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.abandonable_threads import run_with_timeout
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.style import Style, frame_colours

DESCRIPTION = "Description"
"""Text key of a thumbnail for the kind and size of the board."""
_TIMEOUT = 1.0
"""Seconds to wait for a file, since solvers need the worker, too."""
ThumbnailCallback = Callable[[Path, QImage | None], object]
"""Called with a file and its thumbnail; None if it contains no board."""


def thumbnail(
    board: Board, size: int, ratio: float, style: Style | None = None, position: Any = None
) -> QImage:
    """Return a square thumbnail of a board.

    Args:
        board: board to draw.
        size: side in pixels.
        ratio: device pixel ratio.
        style: style of the board; by default, that of the theme.
        position: position to draw; by default, the start.
    """
    pixels = round(size * ratio)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        layout = Layout.fit(board.rows, board.columns, size, size, axes=False, ratio=ratio)
        frame = Frame(board.picture(position), frame_colours(board))
        paint_board(painter, frame, layout, style or theme().board_style)
    return image


class FileThumbnails:
    """Loads thumbnails of files in the worker and caches those of unchanged files.

    Args:
        worker: worker that reads and draws.
        drawn: called with each thumbnail.
    """

    def __init__(self, worker: Worker, drawn: ThumbnailCallback) -> None:
        self._worker, self._drawn = worker, drawn
        self._known: dict[tuple[object, ...], QImage] = {}
        self._pending: TaskHandle | None = None

    def request(self, paths: Sequence[Path], size: int, ratio: float) -> None:
        """Request the thumbnails of files, cancelling the previous request."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        if not paths:
            return
        style, known = theme().board_style, dict(self._known)

        def work(job: Job) -> object:
            found: list[tuple[Path, QImage | None]] = []
            for path in paths:
                if job.cancelled:
                    break
                stamp = run_with_timeout(_TIMEOUT, partial(_stamp, path), job.is_wanted)
                key = path, stamp, size, ratio, style
                if stamp is not None and key not in known:
                    board = run_with_timeout(_TIMEOUT, partial(_board_in, path), job.is_wanted)
                    if board is not None:
                        known[key] = thumbnail(board, size, ratio, style)
                        known[key].setText(DESCRIPTION, f"{family_of(board).title} {board.size}")
                found.append((path, known.get(key)))
            return found, known

        self._pending = self._worker.submit(Job(work, "pictures"), self._done)

    def _done(self, result: object) -> None:
        self._pending = None
        if not isinstance(result, tuple):
            return
        found, self._known = result
        for path, image in found:
            self._drawn(path, image)


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return the time and size of a file; None if it is missing or too large for a board."""
    try:
        stat = path.stat()
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return None
    return (stat.st_mtime_ns, stat.st_size) if stat.st_size <= MAX_BYTES[BOARD_FORMAT] else None


def _board_in(path: Path) -> Board | None:
    loaded = load(path)
    if loaded.book is not None and loaded.book.book.puzzles:
        return loaded.book.book.puzzles[0].board
    content = loaded.content
    return content.board if isinstance(content, Solution) else content

"""Pictures in files as goals of new boards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.picture_goals import (
    DEFAULT_COLOURS,
    DEFAULT_ROWS,
    Pixels,
    with_picture_goal,
)
from puzzlegui.core.quantization import Colour
from puzzlegui.families.creation import solved_board
from puzzlegui.render.image_decoding import read_picture

_SIDE = 512
"""Longer side in pixels of the picture that is kept."""
_FINE = 64
"""Pixels in a row or column of the board, at most, that are counted for its cells."""
_OPAQUE = 128
"""Alpha from which a pixel is not transparent."""


_MANY = 500
"""Colours above which those of a photograph are rounded, since fewer are reduced faster."""
_COARSE = bytes(value & 0xF8 | value >> 5 for value in range(256))


class GoalPicture:
    """Picture that can be the goal of boards of any size.

    Args:
        image: the picture.
    """

    def __init__(self, image: QImage) -> None:
        self._shape = image.size()
        image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        if max(image.width(), image.height()) > _SIDE:
            side = QSize(_SIDE, _SIDE)
            size = image.size().scaled(side, Qt.AspectRatioMode.KeepAspectRatio)
            image = _scaled(image, max(1, size.width()), max(1, size.height()))
        self._image = image

    @classmethod
    def read(cls, path: Path) -> GoalPicture:
        """Read a file; raises PuzzleError."""
        return cls(read_picture(path))

    def size(self, rows: int | None = None, columns: int | None = None) -> tuple[int, int]:
        """Return rows and columns of a board in the shape of the picture.

        Args:
            rows: wanted number of rows; None if any will do.
            columns: wanted number of columns; None if any will do.
        """
        ratio = self._shape.width() / self._shape.height()
        if rows is None:
            rows = DEFAULT_ROWS if columns is None else _side(columns / ratio)
            if columns is None and rows * ratio > MAX_SIZE:
                rows = _side(MAX_SIZE / ratio)
        return rows, _side(rows * ratio) if columns is None else columns

    def goal(self, family: str, spec: BoardSpec) -> Board:
        """Return a solved board that shows the picture.

        Raises:
            PuzzleError: the parameters do not fit the family, or the picture the board.
        """
        given = dict(spec.parameters)
        colours = given.pop("colours", None) or DEFAULT_COLOURS
        board = solved_board(family, spec.rows, spec.columns, spec.seed, **given)
        return with_picture_goal(board, self._pixels(spec.rows, spec.columns), colours)

    def _pixels(self, rows: int, columns: int) -> Pixels:
        """Return the middle of the picture in the board's shape, in some pixels for each cell."""
        side = _FINE // max(rows, columns)
        size = QSize(columns, rows).scaled(self._image.size(), Qt.AspectRatioMode.KeepAspectRatio)
        shown = QRect(QPoint(0, 0), size.expandedTo(QSize(1, 1)))
        shown.moveCenter(self._image.rect().center())
        image = _scaled(self._image.copy(shown), side * columns, side * rows)
        image = image.convertToFormat(QImage.Format.Format_RGBA8888)
        data = bytes(image.constBits())  # the image must live until it is copied
        if len(set(_rgba(data))) > _MANY:
            data = data.translate(_COARSE)
        pixels: dict[Cell, list[Colour | None]] = {}
        for number, (red, green, blue, alpha) in enumerate(_rgba(data)):
            row, column = divmod(number, side * columns)
            colour = (red, green, blue) if alpha >= _OPAQUE else None
            pixels.setdefault((row // side, column // side), []).append(colour)
        return pixels


def _rgba(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    return zip(data[::4], data[1::4], data[2::4], data[3::4], strict=True)


def _side(cells: float) -> int:
    return min(max(round(cells), MIN_SIZE), MAX_SIZE)


def _scaled(image: QImage, width: int, height: int) -> QImage:
    """Return a picture in another size: averaged where it shrinks, with the same colours else."""
    shrinks = width <= image.width() and height <= image.height()
    mode = Qt.TransformationMode
    how = mode.SmoothTransformation if shrinks else mode.FastTransformation
    return image.scaled(width, height, Qt.AspectRatioMode.IgnoreAspectRatio, how)

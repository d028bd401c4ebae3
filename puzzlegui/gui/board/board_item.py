"""Graphics item that draws a board and repaints only cells that have changed."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from puzzlegui.core.cells import Cell
from puzzlegui.core.motion import Arcs, Motion, Rotation
from puzzlegui.core.routes import Point
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.tile_cache import TileCache

_MANY = 100
"""Number of changed cells above which repainting the whole board is faster."""


class BoardItem(QGraphicsItem):
    """The only item of the scene; repaints only what has changed."""

    def __init__(self) -> None:
        super().__init__()
        self.frame: Frame | None = None
        self.exposed = QRegion()
        self.layout = Layout.fit(1, 1, 10, 10)
        self.area = QRectF()
        self._cache = TileCache()

    def boundingRect(self) -> QRectF:
        return self.area

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if self.frame is None:
            return
        board, exposed = self._board_rect(), self.exposed.boundingRect()
        cells = None if QRectF(exposed).contains(board) else self._exposed_cells()
        beside = exposed.left() < board.left() or exposed.top() < board.top()
        paint_board(
            painter,
            self.frame,
            self.layout,
            theme().board_style,
            cells,
            axes=beside,
            cache=self._cache,
        )

    def _board_rect(self) -> QRectF:
        layout = self.layout
        return QRectF(layout.left, layout.top, layout.width, layout.height)

    def _exposed_cells(self) -> set[Cell]:
        """Return the cells in all exposed rectangles, which are often far apart."""
        rects: Iterable[QRect] = self.exposed  # type: ignore[assignment]  # its stub is incomplete
        return {cell for rect in rects for cell in self._cells_in(QRectF(rect))}

    def _cells_in(self, rect: QRectF) -> list[Cell]:
        layout = self.layout
        first = int((rect.top() - layout.top) // layout.pitch)
        last = int((rect.bottom() - layout.top) // layout.pitch)
        left = int((rect.left() - layout.left) // layout.pitch)
        right = int((rect.right() - layout.left) // layout.pitch)
        return [
            (r, c)
            for r in range(max(0, first), min(layout.rows - 1, last) + 1)
            for c in range(max(0, left), min(layout.columns - 1, right) + 1)
        ]

    def set_frame(self, frame: Frame) -> None:
        """Show a frame, repainting the cells in which it differs from the previous frame."""
        before, self.frame = self.frame, frame
        cells = _changed_cells(before, frame)
        if cells is None or len(cells) > _MANY:
            self.update()
            return
        for cell in cells:
            x, y = self.layout.corner(cell)
            pitch = self.layout.pitch
            reach = 0.08 * pitch + 4  # marks are drawn a little beyond their cells
            self.update(QRectF(x, y, pitch, pitch).adjusted(-reach, -reach, reach, reach))
        for motion in {m for f in (before, frame) if f and (m := f.motion)}:
            self.update(self._swept(motion))

    def _swept(self, motion: Motion) -> QRectF:
        """Return the area that a motion can cover."""
        if isinstance(motion.transform, Arcs):
            top, left, bottom, right = motion.reach
            corners = Point(top, left), Point(bottom, right)
            swept = QRectF(*(QPointF(*self.layout.point(corner)) for corner in corners))
            return swept.adjusted(-2, -2, 2, 2)
        swept = QRectF()
        for cell in motion.cells:
            x, y = self.layout.corner(cell)
            swept = swept.united(QRectF(x, y, self.layout.pitch, self.layout.pitch))
        # The corners of a rotating square extend by nearly a quarter of its side.
        share = 0.225 * len(motion.cells) ** 0.5 if isinstance(motion.transform, Rotation) else 0.1
        reach = self.layout.pitch * share + 2
        return swept.adjusted(-reach, -reach, reach, reach)


def _changed_cells(before: Frame | None, after: Frame) -> set[Cell] | None:
    """Return the cells to repaint besides those in motion; None for all."""
    if before is None:
        return None
    one, other = before.picture, after.picture
    if one.ground and one.trail != other.trail:
        return None
    if one.mosaic is not other.mosaic and one.mosaic != other.mosaic:
        return None
    if (one.target, one.signed, len(one.values)) != (other.target, other.signed, len(other.values)):
        return None
    if one.names != other.names or before.marks.highlighted != after.marks.highlighted:
        return None
    same = before.colours == after.colours
    changed = {
        (r, c)
        for r, (row, row_after) in enumerate(zip(one.values, other.values, strict=True))
        if not same or (row is not row_after and row != row_after)
        for c, (value, value_after) in enumerate(zip(row, row_after, strict=True))
        if value != value_after
        or (not same and before.colours.get(value) != after.colours.get(value))
    }
    changed |= before.marks.problems ^ after.marks.problems
    if before.marks.selected != after.marks.selected:  # including the outline of the selection
        changed |= before.marks.selected | after.marks.selected
    for frame in (before, after):
        marks = frame.marks
        if marks.cursor is not None:
            changed.add(marks.cursor)
        changed |= marks.destinations
        for motion in (marks.next_move, marks.preview):
            if motion is not None:
                changed.update(_shown_by(motion))
    changed |= before.marks.misplaced ^ after.marks.misplaced
    return changed


def _shown_by(motion: Motion) -> list[Cell]:
    """Return the cells that the mark of a coming move covers: for a jump, its whole path."""
    rows = [r for r, _ in motion.cells]
    columns = [c for _, c in motion.cells]
    return [
        (r, c)
        for r in range(min(rows), max(rows) + 1)
        for c in range(min(columns), max(columns) + 1)
    ]

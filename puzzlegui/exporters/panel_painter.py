"""Drawing of a panel on paper: a board under its caption, in a box."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from puzzlegui.exporters.panels import Panel
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, draw_fitting
from puzzlegui.render.style import PAPER

_CENTRE = Qt.AlignmentFlag.AlignCenter


def paint_panel(
    painter: QPainter,
    box: QRectF,
    panel: Panel,
    colours: Mapping[int, str],
    *,
    lines: int = 1,
    size: float = 0.0,
) -> None:
    """Draw a board under its caption, as large as the box allows.

    Args:
        painter: painter of the page.
        box: area to fill.
        panel: panel to draw.
        colours: colour of each value.
        lines: number of lines reserved for the caption, so that boards in boxes of the same size
            have the same size whatever their captions are.
        size: size of the caption; 0 for a size that suits the width of the box.
    """
    size = size or (28.0 if box.width() > 700 else 20.0 if box.width() > 260 else 16.0)
    words = " · ".join(filter(None, (panel.move_in_words, panel.total_text)))
    head = size * 1.5 + size * 1.2 * (lines - 1)
    values = panel.picture.values
    layout = Layout.fit(len(values), len(values[0]), box.width(), box.height() - head)
    painter.save()
    painter.translate(box.topLeft())
    painter.setPen(colour(PAPER.ink))
    row = QRectF(layout.axis / 2, 0, box.width(), size * 1.5)  # centred above the tiles
    draw_fitting(painter, row, _CENTRE, panel.caption, size)
    if words:
        row = QRectF(layout.axis / 2, size * 1.4, box.width(), size * 1.2)
        draw_fitting(painter, row, _CENTRE, words, size * 0.8, bold=False)
    painter.translate(0, head - max(0.0, layout.top - layout.axis - 8))  # under the caption
    marks = Marks(next_move=panel.next_move, highlighted=panel.highlighted)
    paint_board(painter, Frame(panel.picture, colours, marks=marks), layout, PAPER)
    painter.restore()

"""Moves that a board defines, on paper: pictures with arrows, or else text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from puzzlegui.core.board import Board
from puzzlegui.core.cells import cell_name
from puzzlegui.core.language import tr
from puzzlegui.exporters.page_flow import Block, line_blocks, text_block
from puzzlegui.exporters.paper_pages import draw_wrapped, line_height, wrap_text
from puzzlegui.families.move_editing import Cycle
from puzzlegui.render.move_pictures import MovePictures, MoveShape, fit_pictures, move_shapes
from puzzlegui.render.primitives import colour
from puzzlegui.render.style import PAPER

_MOST_LINES = 8
"""Lines of text on the page of a puzzle; more have pages of their own."""
_CELLS = 34.0, 28.0, 23.0, 19.0, 16.0
"""Sides of the cells of pictures."""
_SHARE = 0.25
"""Greatest height of all pictures, as a share of the width of the page."""
_LEAST_HEIGHT = 75.0
"""Height that pictures may have on any page."""
_FEW = 8
"""Number of alike moves that are listed even if a rectangle of cells says the same."""


def describe_move(shape: MoveShape) -> str:
    """Return the cycles of the first move of a shape, such as ``L: A1 → B1 → A2 → A1``."""
    return f"{shape.name}: {', '.join(map(_cycle_text, shape.cycles))}"


def describe_others(shape: MoveShape) -> str:
    """Return where the other moves of a shape are; empty if there are none."""
    others = shape.places[1:]
    if not others:
        return ""
    cells = [cell for _, cell in shape.places]
    first, last = cells[0], cells[-1]
    block = [(r, c) for r in range(first[0], last[0] + 1) for c in range(first[1], last[1] + 1)]
    named = all(name == cell_name(cell) for name, cell in shape.places)
    if len(others) > _FEW and cells == block and named:
        text = tr("Moves like {name} begin at every cell from {first} to {last}.")
        return text.format(name=shape.name, first=cell_name(first), last=cell_name(last))
    listed = ", ".join(
        name if name == cell_name(cell) else f"{name} ({cell_name(cell)})" for name, cell in others
    )
    return tr("Like {name}, from other cells: {moves}").format(name=shape.name, moves=listed)


def _cycle_text(cycle: Cycle) -> str:
    names = [cell_name(cell) for cell in cycle]
    return " ↔ ".join(names) if len(names) == 2 else " → ".join([*names, names[0]])


@lru_cache(64)
def _fit(board: Board, width: float, line: float) -> MovePictures | None:
    return fit_pictures(board, width, max(_SHARE * width, _LEAST_HEIGHT), _CELLS, line)


@dataclass(frozen=True)
class MoveList:
    """List of the moves that a board defines.

    Attributes:
        board: the board; nothing is drawn if its family has the same moves on every board.
        size: size of the text.
    """

    board: Board
    size: float

    def _pictures(self, width: float) -> MovePictures | None:
        return _fit(self.board, width, line_height(self.size))

    @property
    def _heading(self) -> str:
        if self.board.inverse() == self.board:
            return tr("Moves, each also backwards:")
        return tr("Moves, forwards only:")

    def _texts(self, width: float) -> list[str]:
        """Return the moves that are alike, after those that differ unless pictures show them."""
        shapes = move_shapes(self.board)
        alike = [text for shape in shapes if (text := describe_others(shape))]
        if not shapes or self._pictures(width):
            return alike
        return ["; ".join(map(describe_move, shapes)), *alike]

    def _line_count(self, width: float) -> int:
        return sum(len(wrap_text(text, width, self.size)) for text in self._texts(width))

    # --- on the page of the puzzle ---

    def fits(self, width: float) -> bool:
        """Return True if the list is short enough for the page of the puzzle."""
        return self._line_count(width) <= _MOST_LINES

    def height(self, width: float) -> float:
        """Return the height of the list; 0 if it is empty or needs pages of its own."""
        pictures = self._pictures(width)
        if not (pictures or self._texts(width)) or not self.fits(width):
            return 0.0
        lines = 1 + self._line_count(width)
        return lines * line_height(self.size) + (pictures.height + self.size if pictures else 0.0)

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Draw the list from the top of an area."""
        if not self.height(area.width()):
            return
        painter.setPen(colour(PAPER.ink))
        row = QRectF(area)
        row.translate(0, draw_wrapped(painter, row, self._heading, self.size, bold=True, most=1))
        if pictures := self._pictures(area.width()):
            painter.save()
            painter.translate(row.topLeft())
            pictures.paint(painter, PAPER)
            painter.restore()
            row.translate(0, pictures.height + self.size / 2)
        painter.setPen(colour(PAPER.ink))
        for text in self._texts(area.width()):
            row.translate(0, draw_wrapped(painter, row, text, self.size))

    # --- on pages of its own ---

    def blocks(self, title: str, width: float) -> Iterator[Block]:
        """Yield the blocks of the pages of a list that does not fit on the page of the puzzle."""
        yield text_block(title, width, self.size * 1.3, bold=True, keep=True, most=2)
        yield text_block(self._heading, width, self.size, keep=True)
        for shape in move_shapes(self.board):
            for text in filter(None, (describe_move(shape), describe_others(shape))):
                yield from line_blocks(text, width, self.size)

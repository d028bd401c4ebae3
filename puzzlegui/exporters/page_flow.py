"""Blocks that flow over pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from puzzlegui.exporters.paper_pages import draw_wrapped, line_height, wrap_text
from puzzlegui.render.primitives import colour
from puzzlegui.render.style import PAPER


@dataclass(frozen=True)
class Block:
    """Part of the content that stays on one page.

    Attributes:
        height: its height.
        paint: draws it into an area of this height.
        keep: True if the next block must be on the same page.
    """

    height: float
    paint: Callable[[QPainter, QRectF], None]
    keep: bool = False


@dataclass(frozen=True)
class FlowPage:
    """Page of blocks, each with its distance from the top."""

    blocks: tuple[tuple[float, Block], ...]

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Draw the page."""
        for top, block in self.blocks:
            block.paint(painter, QRectF(area.left(), area.top() + top, area.width(), block.height))


def flow(blocks: Iterable[Block], height: float) -> list[FlowPage]:
    """Return the pages of this height that the blocks fill."""
    pages: list[list[tuple[float, Block]]] = [[]]
    top = 0.0
    for group in _groups(blocks):
        needed = sum(block.height for block in group)
        if pages[-1] and top + min(needed, height) > height:
            pages.append([])
            top = 0.0
        for block in group:
            if pages[-1] and top + block.height > height:
                pages.append([])
                top = 0.0
            pages[-1].append((top, block))
            top += block.height
    return [FlowPage(tuple(page)) for page in pages if page]


def _groups(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield the blocks that must be on the same page."""
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        if not block.keep:
            yield group
            group = []
    if group:
        yield group


def space(height: float) -> Block:
    """Return an empty block."""
    return Block(height, lambda _painter, _area: None)


def text_block(
    text: str, width: float, size: float, *, bold: bool = False, keep: bool = False, most: int = 0
) -> Block:
    """Return a block with a text, wrapped to a width."""
    height = len(wrap_text(text, width, size, bold=bold, most=most)) * line_height(size)

    def paint(painter: QPainter, area: QRectF) -> None:
        painter.setPen(colour(PAPER.ink))
        area = QRectF(area.left(), area.top(), width, area.height())
        draw_wrapped(painter, area, text, size, bold=bold, most=most)

    return Block(height, paint, keep)


def line_blocks(text: str, width: float, size: float) -> Iterator[Block]:
    """Yield a block for each line of a text, wrapped to a width."""
    for line in wrap_text(text, width, size):
        yield text_block(line, width + 1, size)

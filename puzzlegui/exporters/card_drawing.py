"""Drawing of a card: board, goal, rule, ID, QR code, and the answer on request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core.language import tr
from puzzlegui.exporters.answer_key import moves_text, outcome_text
from puzzlegui.exporters.cards import Card, qr_squares
from puzzlegui.exporters.drawings import Drawing, drawing_png, drawing_svg
from puzzlegui.exporters.paper_pages import GAP, draw_wrapped, line_height, wrap_text
from puzzlegui.exporters.puzzle_sheet import PuzzleSheet, SheetSizes, puzzle_title
from puzzlegui.exporters.settings import ExportSettings, Preview, ProgressReporter, ignore_progress
from puzzlegui.exporters.storyboard import render_scaled
from puzzlegui.families.registry import family_of
from puzzlegui.render.primitives import colour
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.style import PAPER

_WIDTH, _MARGIN = 1000.0, 44.0
_MOST_HEIGHT = 1100.0
"""Greatest height of title, rule and boards."""
_SIZES = SheetSizes(heading=40.0, text=22.0, caption=22.0, cell=110.0)
_QR_SIDE, _LEAST_SQUARE = 260.0, 4.0
_ID_SIZE, _SMALL_ID_SIZE, _LONG_ID = 24.0, 15.0, 400
_GROUP = 8
"""Number of letters between blanks in an ID, which are easier to type so."""
_PIXEL_RATIO = 2


class _Layout:
    """Parts of a card from top to bottom."""

    def __init__(self, card: Card, settings: ExportSettings) -> None:
        self._card = card
        board = card.puzzle.board
        self._width = _WIDTH - 2 * _MARGIN
        puzzle = replace(card.puzzle, note=settings.note or card.puzzle.note)
        self._sheet = PuzzleSheet(puzzle, 0, _SIZES, family_of(board).rule_of(board))
        self._squares = qr_squares(card.code)
        side = len(self._squares or ())
        self._square = max(_LEAST_SQUARE, _QR_SIDE // side) if side else 0.0
        self._qr_side = self._square * side
        self._sheet_height = self._sheet.height(self._width, _MOST_HEIGHT)
        self._answer = []
        if card.puzzle.moves is not None:
            self._answer = [tr("Answer"), outcome_text(card.puzzle)]
            self._answer.append(moves_text(card.puzzle, settings.notation))
        self.height = (
            2 * _MARGIN + self._sheet_height + GAP
            + max(self._qr_side, self._id_height())
            + (GAP + self._answer_height() if self._answer else 0)
        )  # fmt: skip

    def _id_parts(self) -> list[tuple[str, float, bool]]:
        """Return the texts about the ID, each with its size, and True if it is bold."""
        text = self._card.board_id
        head, letters = text[: text.index(":") + 1], text[text.index(":") + 1 :]
        groups = [letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP)]
        size = _ID_SIZE if len(text) <= _LONG_ID else _SMALL_ID_SIZE
        parts = [
            (tr("Scan the code to play, or paste the board ID into PuzzleGUI."), _SIZES.text, False)
            if self._card.link and self._squares is not None
            else (tr("Board ID: paste it into PuzzleGUI to play."), _SIZES.text, False),
            (f"{head} {' '.join(groups)}", size, True),
        ]
        if self._squares is None:
            text = tr("This ID is too long for a QR code.")
            if self._card.link:
                text = tr("The link to this board is too long for a QR code.")
            parts.append((text, _SIZES.text, False))
        return parts

    @property
    def _id_width(self) -> float:
        return self._width - (self._qr_side + GAP if self._qr_side else 0)

    def _id_height(self) -> float:
        return sum(
            len(wrap_text(text, self._id_width, size, bold=bold)) * line_height(size)
            for text, size, bold in self._id_parts()
        )

    def _answer_height(self) -> float:
        return sum(
            len(wrap_text(text, self._width, _SIZES.text, bold=not index))
            for index, text in enumerate(self._answer)
        ) * line_height(_SIZES.text)

    def paint(self, painter: QPainter, report: ProgressReporter) -> None:
        """Draw the card from the origin."""
        report(0, 1)
        area = QRectF(_MARGIN, _MARGIN, self._width, self._sheet_height)
        self._sheet.paint_puzzle(painter, area)
        top = area.bottom() + GAP
        self._paint_qr(painter, area.right() - self._qr_side, top)
        row = QRectF(area.left(), top, self._id_width, self.height)
        painter.setPen(colour(PAPER.ink))
        for text, size, bold in self._id_parts():
            row.translate(0, draw_wrapped(painter, row, text, size, bold=bold))
        row = QRectF(area.left(), max(row.top(), top + self._qr_side) + GAP, self._width, 0)
        for index, text in enumerate(self._answer):
            row.translate(0, draw_wrapped(painter, row, text, _SIZES.text, bold=not index))

    def _paint_qr(self, painter: QPainter, left: float, top: float) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(PAPER.ink))
        side = self._square
        for row, squares in enumerate(self._squares or ()):
            start = 0
            while start < len(squares):  # a rectangle for each run of dark squares
                end = start
                while end < len(squares) and squares[end]:
                    end += 1
                if end > start:
                    run = QRectF(left + start * side, top + row * side, (end - start) * side, side)
                    painter.drawRect(run)
                start = end + 1
        painter.restore()


def _drawing(card: Card, settings: ExportSettings) -> Drawing:
    ensure_application()
    layout = _Layout(card, settings)
    size = QSize(round(_WIDTH), round(layout.height))
    title = puzzle_title(card.puzzle.board)
    return Drawing(title, size, colour(PAPER.page), layout.paint, _PIXEL_RATIO)


def write_png(card: Card, settings: ExportSettings, report: ProgressReporter) -> Iterator[bytes]:
    """Yield a PNG picture of a card."""
    yield drawing_png(_drawing(card, settings), report)


def write_svg(card: Card, settings: ExportSettings, report: ProgressReporter) -> Iterator[bytes]:
    """Yield an SVG drawing of a card."""
    yield drawing_svg(_drawing(card, settings), report)


def create_preview(card: Card, settings: ExportSettings) -> Preview:
    """Return a preview of a card."""
    drawing = _drawing(card, settings)

    def image(_page: int, width: int, height: int) -> QImage:
        return render_scaled(
            drawing.size, width, height, lambda painter: drawing.paint(painter, ignore_progress)
        )

    return Preview(1, image)

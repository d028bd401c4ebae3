"""Drawing of an unsolved puzzle on paper: title, rule, start, goal, and lines to write on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.documents.difficulty import MOST_STARS, STAR_LENGTHS, stars
from puzzlegui.exporters.move_list import MoveList
from puzzlegui.exporters.panel_painter import paint_panel
from puzzlegui.exporters.panels import Panel
from puzzlegui.exporters.paper_pages import (
    GAP,
    LEFT,
    draw_rule,
    draw_wrapped,
    line_height,
    wrap_text,
)
from puzzlegui.exporters.solution_texts import single_line
from puzzlegui.families.registry import family_of
from puzzlegui.render.layout import Layout
from puzzlegui.render.primitives import colour, label_font, label_size
from puzzlegui.render.style import PAPER, paper_colours


@dataclass(frozen=True)
class SheetSizes:
    """Sizes on a sheet, in units of 1/144 inch.

    Attributes:
        title: size of the title of a part of the book.
        heading: size of the title of a puzzle.
        text: size of the text.
        caption: size of the captions of boards.
        cell: greatest side of a cell.
        label: smallest size of the labels of tiles; a board with smaller ones takes its own page.
        line: distance of the lines to write on.
    """

    title: float = 34.0
    heading: float = 26.0
    text: float = 20.0
    caption: float = 20.0
    cell: float = 120.0
    label: float = 12.0
    line: float = 46.0


NORMAL = SheetSizes()
LARGE = SheetSizes(
    title=56.0, heading=48.0, text=36.0, caption=36.0, cell=200.0, label=30.0, line=70.0
)
"""Sizes for readers with low vision: 18 points for text."""

_LEAST_LINES = 2
"""Number of lines to write on that every sheet has."""


@dataclass(frozen=True)
class _Arrangement:
    """Boxes of the boards of a sheet.

    Attributes:
        pitch: side of a cell.
        across: number of boards side by side.
        width: width of a box.
        height: height of a box.
    """

    pitch: float
    across: int
    width: float
    height: float


@dataclass(frozen=True)
class PuzzleSheet:
    """A puzzle without its answer, as it is drawn into an area of a page.

    Attributes:
        puzzle: the puzzle.
        number: its number; 0 for none.
        sizes: sizes of text and boards.
        rule: rule of the puzzle, a sentence; empty if it stands elsewhere.
        panels: boards with their captions.
        lists_moves: True to list the moves that the board defines.
        book_title: title of its book, which the puzzle does not repeat.
        star_lengths: greatest numbers of moves for each star but the last.
        shows_length: True to state the number of moves of the shortest known solution.
    """

    puzzle: BookPuzzle
    number: int = 0
    sizes: SheetSizes = NORMAL
    rule: str = ""
    panels: Sequence[Panel] = field(default=())
    lists_moves: bool = True
    book_title: str = ""
    star_lengths: Sequence[int] = STAR_LENGTHS
    shows_length: bool = False

    @cached_property
    def boards(self) -> Sequence[Panel]:
        """Boards to draw: by default the start and the goal."""
        return self.panels or start_and_goal(self.puzzle.board)

    def split(self) -> list[PuzzleSheet]:
        """Return a sheet for each board."""
        return [
            replace(self, panels=(panel,), lists_moves=not index)
            for index, panel in enumerate(self.boards)
        ]

    @cached_property
    def move_list(self) -> MoveList:
        """The moves that the board defines."""
        return MoveList(self.puzzle.board, self.sizes.text)

    def _moves_height(self, width: float) -> float:
        height = self.move_list.height(width) if self.lists_moves else 0.0
        return height and height + GAP / 2

    def is_legible(self, width: float, height: float) -> bool:
        """Return True if the labels of the tiles are large enough in an area."""
        room = height - self._head_height(width) - _LEAST_LINES * self.sizes.line
        room -= self._moves_height(width)
        label = max((str(value) for value in self.puzzle.board.values), key=len)
        pitch = self._arrangement(width, max(1.0, room)).pitch
        return label_size(pitch, label) >= self.sizes.label

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Draw the puzzle, and lines to write on in the rest of the area."""
        top = self.paint_puzzle(painter, area, _LEAST_LINES * self.sizes.line)
        self._paint_lines(painter, QRectF(area.left(), top, area.width(), area.bottom() - top))

    def height(self, width: float, most: float) -> float:
        """Return the height of the puzzle without lines to write on, which is ``most`` or less."""
        rest = self._head_height(width) + self._moves_height(width)
        return rest + self._boards_height(self._arrangement(width, most - rest))

    def paint_puzzle(self, painter: QPainter, area: QRectF, reserved: float = 0.0) -> float:
        """Draw the title, the facts, the boards and the moves, and return where they end.

        Args:
            painter: painter of the page.
            area: area to fill from the top.
            reserved: height at the bottom to leave free.
        """
        top = area.top() + self._paint_head(painter, area)
        moves = self._moves_height(area.width())
        boxes = self._arrangement(area.width(), area.bottom() - top - reserved - moves)
        colours = paper_colours(self.puzzle.board)
        for index, panel in enumerate(self.boards):
            down, right = divmod(index, boxes.across)
            left = area.left() + right * (boxes.width + GAP)
            box = QRectF(left, top + down * (boxes.height + GAP), boxes.width, boxes.height)
            paint_panel(painter, box, panel, colours, size=self._caption)
        top += self._boards_height(boxes)
        if moves:
            self.move_list.paint(painter, area.adjusted(0, top + GAP / 2 - area.top(), 0, 0))
        return top + moves

    def _boards_height(self, boxes: _Arrangement) -> float:
        return math.ceil(len(self.boards) / boxes.across) * (boxes.height + GAP) - GAP

    @property
    def _caption(self) -> float:
        """Size of the captions; negligible if there are none."""
        return self.sizes.caption if any(panel.caption for panel in self.boards) else 1.0

    @property
    def title(self) -> str:
        """Title of the puzzle, after its number if there is a number."""
        return puzzle_title(self.puzzle.board, self.number, self.book_title)

    @property
    def _facts(self) -> list[str]:
        description = capitalized(self.puzzle.board.describe())
        facts = self.rule, self._length_text, single_line(self.puzzle.note)
        return [description, *filter(None, facts)]

    @property
    def _length_text(self) -> str:
        """Number of moves of the shortest known solution; empty if it is not to be shown."""
        puzzle = self.puzzle
        if puzzle.length is None or not self.shows_length:
            return ""
        text = tr("Shortest: {count}") if puzzle.optimal else tr("Shortest known: {count}")
        return text.format(count=quantity(puzzle.length, "move"))

    def _title_width(self, width: float) -> float:
        return width - (0 if self.puzzle.length is None else stars_width(self.sizes.heading) + GAP)

    def _head_height(self, width: float) -> float:
        sizes = self.sizes
        title = wrap_text(self.title, self._title_width(width), sizes.heading, bold=True, most=2)
        facts = sum(len(wrap_text(fact, width, sizes.text, most=3)) for fact in self._facts)
        return (
            len(title) * line_height(sizes.heading)
            + facts * line_height(sizes.text)
            + sizes.text * 0.6
        )

    def _paint_head(self, painter: QPainter, area: QRectF) -> float:
        """Draw title, stars and facts, and return their height."""
        sizes = self.sizes
        painter.setPen(colour(PAPER.ink))
        row = QRectF(area)
        row.setWidth(self._title_width(area.width()))
        row.translate(0, draw_wrapped(painter, row, self.title, sizes.heading, bold=True, most=2))
        if self.puzzle.length is not None:
            middle = area.top() + line_height(sizes.heading) / 2
            count = stars(self.puzzle.length, self.star_lengths)
            paint_stars(painter, area.right(), middle, sizes.heading, count)
        row.setWidth(area.width())
        painter.setPen(colour(PAPER.faint))
        for fact in self._facts:
            row.translate(0, draw_wrapped(painter, row, fact, sizes.text, most=3))
        return self._head_height(area.width())

    def _arrangement(self, width: float, height: float) -> _Arrangement:
        """Return the boxes side by side, or below each other if the boards are larger then."""
        count = len(self.boards)
        found = [self._boxes(width, height, across) for across in sorted({count, 1}, reverse=True)]
        beside = found[0]
        return max(found, key=lambda boxes: boxes.pitch * (1.1 if boxes is beside else 1.0))

    def _boxes(self, width: float, height: float, across: int) -> _Arrangement:
        down = math.ceil(len(self.boards) / across)
        width = (width - (across - 1) * GAP) / across
        height = max(1.0, (height - (down - 1) * GAP) / down)
        values = self.boards[0].picture.values
        rows, columns = len(values), len(values[0])
        head = self._caption * 1.5
        margin = 80.0
        layout = Layout.fit(
            rows, columns, min(width, columns * self.sizes.cell + margin),
            max(1.0, min(height - head, rows * self.sizes.cell + margin)),
        )  # fmt: skip
        return _Arrangement(layout.pitch, across, width, layout.outer_height + head)

    def _paint_lines(self, painter: QPainter, area: QRectF) -> None:
        """Draw the lines to write on."""
        size, step = self.sizes.text, self.sizes.line
        count = int(area.height() // step)
        text = tr("Moves:")
        painter.setFont(label_font(size, bold=False))
        indent = painter.fontMetrics().horizontalAdvance(text) + 10
        for number in range(count):
            y = area.bottom() - (count - 1 - number) * step - 2
            left = area.left()
            if not number:
                painter.setPen(colour(PAPER.faint))
                row = QRectF(left, y - line_height(size) + 4, area.width(), line_height(size))
                painter.drawText(row, LEFT, text)
                left += indent
            draw_rule(painter, left, area.right(), y)


def puzzle_title(board: Board, number: int = 0, book_title: str = "") -> str:
    """Return the title of a board, or else its family and size, after its number if it has one.

    The titles of a set are that of its book and the number, neither of which is repeated.
    """
    title = single_line(board.title) or f"{family_of(board).title} {board.size}"
    if not number:
        return title
    title = title.removesuffix(f", {number}")
    if title == single_line(book_title):
        return tr("Puzzle {number}").format(number=group_digits(number))
    return f"{number}. {title}"


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def start_and_goal(board: Board) -> list[Panel]:
    """Return the pictures of a board and of its goal, if there is a goal."""
    goal = board.goal_picture()
    if goal is None:
        return [Panel("", "", board.picture())]
    return [Panel(tr("Start"), "", board.picture()), Panel(tr("Goal"), "", goal)]


def stars_width(size: float) -> float:
    """Return the width of a row of stars."""
    return MOST_STARS * size


def paint_stars(painter: QPainter, right: float, middle: float, size: float, count: int) -> None:
    """Draw a row of stars that ends at ``right``, the first ``count`` of them filled."""
    painter.save()
    pen = QPen(colour(PAPER.ink), max(1.0, size * 0.06))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for number in range(MOST_STARS):
        centre = QPointF(right - (MOST_STARS - number - 0.5) * size, middle)
        painter.setBrush(colour(PAPER.ink) if number < count else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(_star(size * 0.4).translated(centre))
    painter.restore()


def _star(radius: float) -> QPolygonF:
    corners = []
    for corner in range(10):
        reach = radius * (1.0 if corner % 2 == 0 else 0.42)
        angle = math.pi * corner / 5
        corners.append(QPointF(reach * math.sin(angle), -reach * math.cos(angle)))
    return QPolygonF(corners)


def paint_name_line(painter: QPainter, area: QRectF, size: float) -> float:
    """Draw lines for a name and a date, and return their height."""
    painter.setFont(label_font(size, bold=False))
    height = line_height(size) * 1.6
    base = area.top() + line_height(size)
    middle = area.left() + area.width() * 0.66
    for text, left, right in (
        (tr("Name:"), area.left(), middle - GAP), (tr("Date:"), middle, area.right()),
    ):  # fmt: skip
        painter.setPen(colour(PAPER.faint))
        row = QRectF(left, area.top() + 4, right - left, line_height(size))
        painter.drawText(row, LEFT, text)
        indent = painter.fontMetrics().horizontalAdvance(text) + 10
        draw_rule(painter, left + indent, right, base)
    return height

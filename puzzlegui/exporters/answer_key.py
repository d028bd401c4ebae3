"""Answer key of a book: the moves of every puzzle in notation, and small pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from puzzlegui.core import result_text
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.documents.difficulty import stars
from puzzlegui.exporters.books import BookEdition
from puzzlegui.exporters.page_flow import Block, line_blocks, space, text_block
from puzzlegui.exporters.panel_painter import paint_panel
from puzzlegui.exporters.panels import Panel, Panels
from puzzlegui.exporters.paper_pages import GAP
from puzzlegui.exporters.puzzle_sheet import SheetSizes, paint_stars, puzzle_title, stars_width
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.families.notation import notation_or_standard
from puzzlegui.render.style import paper_colours

_ACROSS, _MOST_PICTURES = 5, 10
_LARGEST = 8
"""Number of rows and columns of the largest boards that are shown in small pictures."""
_GAP = 16.0


def answer_blocks(
    edition: BookEdition, settings: ExportSettings, title: str, width: float, sizes: SheetSizes
) -> Iterator[Block]:
    """Yield the blocks of an answer key."""
    star_lengths = edition.star_lengths(settings)
    yield text_block(title, width, sizes.title, bold=True, keep=True, most=3)
    yield space(sizes.text)
    for index, puzzle in enumerate(edition.book.puzzles):
        remark = edition.remarks.get(index, "")
        heading = puzzle_title(
            puzzle.board, index + 1 if edition.numbered else 0, edition.book.title
        )
        count = 0 if puzzle.length is None else stars(puzzle.length, star_lengths)
        yield _heading(heading, count, width, sizes.heading * 0.9)
        yield from _puzzle_blocks(puzzle, remark, width, sizes, settings.notation)
        yield space(sizes.text * 1.5)


def _puzzle_blocks(
    puzzle: BookPuzzle, remark: str, width: float, sizes: SheetSizes, notation: str
) -> Iterator[Block]:
    outcome = outcome_text(puzzle) or remark or tr("No answer is known.")
    yield text_block(outcome, width, sizes.text, keep=puzzle.moves is not None)
    if not puzzle.moves:
        return
    lines = line_blocks(moves_text(puzzle, notation), width, sizes.text)
    pictures = list(_picture_rows(puzzle, notation, width))
    if not pictures:
        yield from lines
        return
    *rest, last = [*lines, *pictures]
    for block in rest:
        yield replace(block, keep=True)
    yield last


def moves_text(puzzle: BookPuzzle, notation: str) -> str:
    """Return the moves of a puzzle in a notation, in the standard notation if it has no such."""
    form = notation_or_standard(puzzle.board, notation)
    return form.write(puzzle.board, puzzle.moves or ())


def outcome_text(puzzle: BookPuzzle) -> str:
    """Return the number of moves of a puzzle and what is known of it; empty if nothing is."""
    if puzzle.length is None:
        return ""
    shortest = tr("The shortest known solution has {moves}.").format(
        moves=quantity(puzzle.length, "move")
    )
    if puzzle.moves is None:
        sentences = [shortest]
    else:
        count = len(puzzle.moves)
        proved = puzzle.optimal and count == puzzle.length
        sentences = [result_text.solved_in(count, 0, proved=proved, longest=False)]
        if count > puzzle.length:
            sentences.append(shortest)
    if puzzle.length and not puzzle.optimal:
        sentences.append(tr("There may be a shorter solution."))
    elif puzzle.length and puzzle.unique is not None:
        sentences.append(
            tr("No other solution is as short.")
            if puzzle.unique
            else tr("Other solutions are as short.")
        )
    return " ".join(sentences)


def _heading(text: str, count: int, width: float, size: float) -> Block:
    """Return the title of a puzzle with its stars; 0 for none."""
    if not count:
        return text_block(text, width, size, bold=True, keep=True, most=2)
    words = text_block(text, width - stars_width(size) - GAP, size, bold=True, most=2)

    def paint(painter: QPainter, area: QRectF) -> None:
        words.paint(painter, area)
        paint_stars(painter, area.right(), area.top() + size * 0.7, size, count)

    return Block(words.height, paint, keep=True)


def _picture_rows(puzzle: BookPuzzle, notation: str, width: float) -> Iterator[Block]:
    """Yield rows of small pictures of a solution; of a maze, one picture of the whole path."""
    board, moves = puzzle.board, puzzle.moves
    if moves is None or max(board.rows, board.columns) > _LARGEST:
        return
    notation = notation_or_standard(board, notation).name
    solution = Solution(board, "", Status.SOLVED, tuple(moves))
    if board.picture().ground:
        last = Panels(solution, notation, 1)[-1]
        yield _row([replace(last, caption="", total_text="")], 2.5 * _box_width(width))
        return
    panels = [replace(panel, move_in_words="") for panel in _sample(solution, notation)]
    for at in range(0, len(panels), _ACROSS):
        yield _row(panels[at : at + _ACROSS], _box_width(width), paper_colours(board))


def _sample(solution: Solution, notation: str) -> Panels:
    return Panels(solution, notation, _MOST_PICTURES)


def _box_width(width: float) -> float:
    return (width - (_ACROSS - 1) * _GAP) / _ACROSS


def _row(panels: list[Panel], side: float, colours: Mapping[int, str] | None = None) -> Block:
    values = panels[0].picture.values
    height = 26.0 + min(side, side * (len(values) + 0.8) / (len(values[0]) + 0.8))

    def paint(painter: QPainter, area: QRectF) -> None:
        for index, panel in enumerate(panels):
            box = QRectF(area.left() + index * (side + _GAP), area.top(), side, height)
            paint_panel(painter, box, panel, colours or {}, size=14.0)

    return Block(height + 8, paint)

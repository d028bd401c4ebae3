"""Export formats of a puzzle: of its board without the answer, and of its solution.

Independent of Qt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.language import gettext_noop
from puzzlegui.core.solution import Solution
from puzzlegui.documents.board_id import write_id
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.exporters.book_page import write_html
from puzzlegui.exporters.books import BOOK_FORMATS, NO_ANSWERS, SHOWN, BookEdition
from puzzlegui.exporters.cards import CARD_FORMATS, Card
from puzzlegui.exporters.definitions import DEFINITION_FORMATS
from puzzlegui.exporters.formats import Format, lazy_function
from puzzlegui.exporters.settings import Chapter, ExportSettings, Preview, ProgressReporter
from puzzlegui.exporters.solutions import SOLUTION_FORMATS

PAGE, ANSWER_PAGE, BOOKLET = "page", "answer-page", "pdf"
"""Names of the formats that can be printed."""


@dataclass(frozen=True)
class Puzzle:
    """Content of an export.

    Attributes:
        board: board.
        solution: its solution, if there is one.
        link: address at which the board can be played, for cards; empty for none.
    """

    board: Board
    solution: Solution | None = None
    link: str = ""

    def chapters(self) -> list[Chapter]:
        """Return the solution as the content of formats of solutions."""
        return [Chapter(self.solution)]

    def edition(self, settings: ExportSettings, *, answers: bool) -> BookEdition:
        """Return a page with the puzzle, and on request a page with its answer."""
        puzzle, solution = BookPuzzle(self.board), self.solution
        if solution is not None and (answers or settings.lengths == SHOWN):
            moves = tuple(solution.moves)
            puzzle = replace(
                puzzle, length=len(moves), optimal=solution.optimal,
                moves=moves if answers else None,
            )  # fmt: skip
        book = Book(puzzles=(puzzle,))
        return BookEdition(book, front=False)

    def card(self) -> Card:
        """Return a card without the answer; raises PuzzleError if the board has problems."""
        return Card(BookPuzzle(self.board), write_id(self.board), self.link)


def page_settings(settings: ExportSettings, *, answers: bool) -> ExportSettings:
    """Return the settings for a page with a single puzzle."""
    return replace(settings, puzzles_per_page=1, answers="end" if answers else NO_ANSWERS)


def _page(name: str, title: str, used: tuple[str, ...], *, answers: bool = False) -> Format[Puzzle]:
    pdf = BOOK_FORMATS["pdf"]

    def write(
        puzzle: Puzzle, settings: ExportSettings, report: ProgressReporter
    ) -> Iterator[bytes]:
        chosen = page_settings(settings, answers=answers)
        return pdf.write(puzzle.edition(settings, answers=answers), chosen, report)

    def preview(puzzle: Puzzle, settings: ExportSettings) -> Preview:
        assert pdf.preview is not None
        chosen = page_settings(settings, answers=answers)
        return pdf.preview(puzzle.edition(settings, answers=answers), chosen)

    return Format(name, title, pdf.suffix, write, used, binary=True, preview=preview)


def _card(name: str, form: str) -> Format[Puzzle]:
    card = CARD_FORMATS[form]

    def write(
        puzzle: Puzzle, settings: ExportSettings, report: ProgressReporter
    ) -> Iterator[bytes]:
        return card.write(puzzle.card(), settings, report)

    def preview(puzzle: Puzzle, settings: ExportSettings) -> Preview:
        assert card.preview is not None
        return card.preview(puzzle.card(), settings)

    return Format(name, card.title, card.suffix, write, ("note",), card.binary, preview=preview)


def _picture(name: str, title: str, form: str) -> Format[Puzzle]:
    picture = SOLUTION_FORMATS[form]
    draw, show = picture.draw_boards, lazy_function("storyboard.create_boards_preview")
    assert draw is not None

    def write(
        puzzle: Puzzle, settings: ExportSettings, _report: ProgressReporter
    ) -> Iterator[bytes]:
        yield draw([puzzle.board], settings)

    def preview(puzzle: Puzzle, settings: ExportSettings) -> Preview:
        found: Preview = show([puzzle.board], settings)
        return found

    return Format(name, title, picture.suffix, write, ("theme",), picture.binary, preview=preview)


def _write_play_page(
    puzzle: Puzzle, _settings: ExportSettings, _report: ProgressReporter
) -> Iterator[bytes]:
    return write_html(Book(puzzles=(BookPuzzle(puzzle.board),)), answers=False, plays_links=True)


def _preview_play_page(puzzle: Puzzle, settings: ExportSettings) -> Preview:
    found: Preview = lazy_function("play_preview.create_preview")([puzzle.board], settings)
    return found


_PAGE_TITLE = gettext_noop("Page with the puzzle, PDF")
_BOARD_FORMATS = (
    _page(PAGE, _PAGE_TITLE, ("paper", "pieces")),
    Format(
        "play-page",
        gettext_noop("Web page to play"),
        ".html",
        _write_play_page,
        preview=_preview_play_page,
    ),
    _card("card", "png"),
    _card("card-svg", "svg"),
    _picture("picture", gettext_noop("Picture of the board, PNG"), "storyboard"),
    _picture("picture-svg", gettext_noop("Picture of the board, SVG"), "storyboard-svg"),
)
_SOLVED_PAGES = (
    _page(
        ANSWER_PAGE, gettext_noop("Page with the puzzle and its answer, PDF"),
        ("notation", "paper", "pieces", "lengths"), answers=True,
    ),
    _page(PAGE, _PAGE_TITLE, ("paper", "pieces", "lengths")),
)  # fmt: skip


def _of_solution(format_: Format[Any]) -> Format[Puzzle]:
    """Return a format of solutions as a format of puzzles that have a solution."""
    preview, estimate = format_.preview, format_.estimate
    return Format(
        format_.name, format_.title, format_.suffix,
        lambda puzzle, settings, report: format_.write(puzzle.chapters(), settings, report),
        format_.settings, format_.binary, format_.program,
        preview and (lambda puzzle, settings: preview(puzzle.chapters(), settings)),
        estimate and (lambda puzzle, settings: estimate(puzzle.chapters(), settings)),
    )  # fmt: skip


def _of_board(format_: Format[Board]) -> Format[Puzzle]:
    """Return a format of boards as a format of puzzles."""
    return Format(
        format_.name, format_.title, format_.suffix,
        lambda puzzle, settings, report: format_.write(puzzle.board, settings, report),
    )  # fmt: skip


def formats_of(puzzle: Puzzle) -> dict[str, Format[Puzzle]]:
    """Return the formats in which a puzzle can be exported, by name."""
    formats: list[Format[Puzzle]] = []
    definitions = DEFINITION_FORMATS.values() if puzzle.board.permutes_cells else ()
    if puzzle.solution is not None:
        formats = [*map(_of_solution, SOLUTION_FORMATS.values()), *_SOLVED_PAGES]
    found: dict[str, Format[Puzzle]] = {}
    for format_ in (*formats, *_BOARD_FORMATS, *map(_of_board, definitions)):
        found.setdefault(format_.name, format_)  # the page of a solved puzzle has more settings
    return found


def printable_formats(puzzle: Puzzle) -> dict[str, Format[Puzzle]]:
    """Return the formats in which a puzzle can be printed, by name; first without its answer."""
    formats = formats_of(puzzle)
    names = (PAGE, ANSWER_PAGE, BOOKLET)
    return {name: formats[name] for name in names if name in formats}

"""Books of puzzles as PDF, read by pypdf."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pypdf
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from puzzlegui.core.board import Board
from puzzlegui.core.language import set_language
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.difficulty import STAR_LENGTHS, relative_star_lengths, stars
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.answer_key import outcome_text
from puzzlegui.exporters.book_pdf import BookPages
from puzzlegui.exporters.books import BOOK_FORMATS, BookEdition
from puzzlegui.exporters.cut_outs import piece_pages
from puzzlegui.exporters.page_flow import Block, flow
from puzzlegui.exporters.paper_pages import content_area, wrap_text
from puzzlegui.exporters.puzzle_sheet import LARGE, NORMAL, PuzzleSheet
from puzzlegui.exporters.puzzles import PAGE, Puzzle, formats_of
from puzzlegui.exporters.settings import PUZZLES_PER_PAGE, ExportSettings, ignore_progress
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.render.qt_setup import ensure_application
from tests.boards import SMALL

PDF = BOOK_FORMATS["pdf"]
LONG_TITLE = "Twelve puzzles for the long evenings of a winter that began early " * 3


def puzzle(name: str) -> BookPuzzle:
    board = load_preset(name)
    found = solve(board)
    return BookPuzzle(board, len(found.moves), found.optimal, True, found.moves)


BOOK = Book(
    "Two by two", "For patient people.",
    (puzzle("mystery-box"), puzzle("eight-cpp"), puzzle("schonbrunn-hard"),
     BookPuzzle(load_preset("fifteen-loyd"), note="The prize is $1,000.")),
)  # fmt: skip


@pytest.fixture(autouse=True)
def application() -> None:
    ensure_application()


def written(edition: BookEdition, **settings: Any) -> bytes:
    return b"".join(PDF.write(edition, ExportSettings(**settings), ignore_progress))


class PageText(str):
    """Text of a page, whose blanks are unreliable."""

    __slots__ = ()

    def __contains__(self, part: str) -> bool:  # type: ignore[override]
        return "".join(part.split()) in "".join(self.split())


def pages_of(content: bytes) -> list[PageText]:
    """Return the text of each page."""
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return [PageText(page.extract_text()) for page in pages]


def joined(pages: list[PageText]) -> PageText:
    return PageText(" ".join(pages))


def test_a_book_has_a_title_page_rules_puzzles_and_answers() -> None:
    first, rules, *rest = pages_of(written(BookEdition(BOOK)))
    assert "Two by two" in first
    assert "4 puzzles" in first
    assert "For patient people." in first
    assert "9 to 14 moves" in first
    for family in ("rotation", "sliding", "maze"):
        assert FAMILIES[family].title in rules
    assert FAMILIES["shift"].title not in rules
    assert "1. Mystery Box" in rest[0]
    assert "2. Eight puzzle" in rest[0]
    assert "Name:" in rest[0]
    assert "The prize is $1,000." in rest[1]
    assert "Answers 1. Mystery Box Solved in 10 moves, proved shortest." in rest[2]
    assert "No other solution is as short." in rest[2]
    assert "B1 B2 A2" in rest[2]
    assert "No answer is known." in joined(rest[2:])
    assert f"Page {len(rest) + 2} of {len(rest) + 2}" in rest[-1]


def test_book_of_both_kinds_of_mazes_has_both_rules() -> None:
    straight = load_preset("schonbrunn")
    mazes = (straight, straight.with_fields(directions="all"), straight)
    _, rules, *_ = pages_of(written(BookEdition(Book("", puzzles=tuple(map(BookPuzzle, mazes))))))
    family = FAMILIES["maze"]
    assert "eight directions" not in family.rule_of(mazes[0])
    for board in mazes:
        assert family.rule_of(board) in rules
    assert "".join(rules.split()).count("Eachmovejumps") == 2


def test_nothing_gives_the_answers_away() -> None:
    content = written(BookEdition(BOOK), answers="none")
    text = joined(pages_of(content))
    for each in BOOK.puzzles:
        moves = each.board.format_moves(each.moves or ())
        assert not moves or " ".join(moves[:4]) not in text
    assert "nswer" not in text
    assert "Solved" not in text
    found = pypdf.PdfReader(io.BytesIO(content)).metadata
    assert found is not None
    assert found.title == "Two by two"
    without = Book(BOOK.title, BOOK.notes, tuple(replace(p, moves=None) for p in BOOK.puzzles))
    assert content == written(BookEdition(without), answers="none")


def test_answers_alone() -> None:
    pages = pages_of(written(BookEdition(BOOK, puzzles=False)))
    assert "Answers: Two by two 1. Mystery Box Solved in 10 moves" in pages[0]
    assert "Name:" not in joined(pages)


def test_an_answer_and_its_pictures_stay_on_a_page() -> None:
    answered = BookEdition(Book(puzzles=(puzzle("mystery-box"),) * 9), puzzles=False)
    pages = pages_of(written(answered))
    assert len(pages) > 2
    for page in pages:
        compact = "".join(page.split())
        assert compact.count("Solvedin10moves") == compact.count("After10moves") > 0


def test_the_same_book_has_the_same_bytes() -> None:
    edition = BookEdition(BOOK)
    assert written(edition, pieces=20.0) == written(edition, pieces=20.0)


@pytest.mark.parametrize("per_page", PUZZLES_PER_PAGE)
@pytest.mark.parametrize("large_print", [False, True])
def test_puzzles_per_page(per_page: int, large_print: bool) -> None:
    book = Book("", puzzles=(BookPuzzle(load_preset("two-by-three")),) * 7)
    content = written(
        BookEdition(book),
        answers="none",
        puzzles_per_page=per_page,
        text_size="large" if large_print else "normal",
    )
    pages = pages_of(content)
    puzzles = [page for page in pages if "Name:" in page and "Start" in page]
    if not large_print:
        assert len(puzzles) == -(-7 // per_page)
    assert all(f"{number}. Six numbers" in joined(puzzles) for number in range(1, 8))


@pytest.mark.thorough
def test_a_large_board_takes_a_page_of_its_own() -> None:
    puzzles = (BookPuzzle(load_preset("mystery-box")), BookPuzzle(load_preset("grid-30x30")),
               BookPuzzle(load_preset("mystery-box")))  # fmt: skip
    edition = BookEdition(Book("", puzzles=puzzles))
    pages = pages_of(written(edition, answers="none", puzzles_per_page=6))[2:]
    assert ["1. Mystery" in page for page in pages] == [True, False, False, False]
    assert ["2. 900 numbers" in page for page in pages] == [False, True, True, False]
    assert ["3. Mystery" in page for page in pages] == [False, False, False, True]
    assert "Start" in pages[1]
    assert "Goal" in pages[2]
    assert all(str(value) in pages[1].split() for value in range(1, 901))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_paper(paper: str) -> None:
    content = written(BookEdition(BOOK), paper=paper)
    box = pypdf.PdfReader(io.BytesIO(content)).pages[0].mediabox
    assert [round(box.width), round(box.height)] in {"a4": [[595, 842]], "letter": [[612, 792]]}[
        paper
    ]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("sizes", [NORMAL, LARGE])
def test_every_board_stays_in_its_area(name: str, sizes: Any) -> None:
    board: Board = SMALL[name].with_fields(title=LONG_TITLE)
    image = QImage(900, 900, QImage.Format.Format_RGB32)
    image.fill("#FFFFFF")
    painter = QPainter(image)
    sheet = PuzzleSheet(BookPuzzle(board, 9, note=LONG_TITLE), 3, sizes, LONG_TITLE)
    area = QRectF(200, 200, 500, 500) if sizes is NORMAL else QRectF(20, 20, 860, 860)
    sheet.paint(painter, area)
    painter.fillRect(area.adjusted(-3, -3, 3, 3), QColor("#FFFFFF"))
    painter.end()
    blank = QImage(image.size(), image.format())
    blank.fill("#FFFFFF")
    assert image == blank


@pytest.mark.parametrize("family", FAMILIES)
def test_pieces(family: str) -> None:
    board = new_board(family, 3, 3, 1)
    book = Book("", puzzles=(BookPuzzle(board), BookPuzzle(board.with_fields(title="Again"))))
    pages = pages_of(written(BookEdition(book), answers="none", pieces=25.0))
    text = joined(pages)
    assert "This line is 50 mm long" in text
    assert "Board for puzzle 1 and 2" in text
    assert ("Tiles for puzzle 1 and 2" in text) == board.has_tiles


def test_pieces_of_a_single_puzzle_have_no_number() -> None:
    puzzle = Puzzle(load_preset("mystery-box"))
    page = formats_of(puzzle)[PAGE]
    assert "pieces" in page.settings
    settings = ExportSettings(pieces=25.0)
    pages = pages_of(b"".join(page.write(puzzle, settings, ignore_progress)))
    assert "Tiles Cut along" in pages[1]
    assert "Board Lay the tiles" in pages[1]
    assert "puzzle 1" not in joined(pages)


def test_pieces_fill_pages() -> None:
    area = content_area(BookPages(BookEdition(BOOK), ExportSettings()).page_size)
    puzzles = [BookPuzzle(load_preset("grid-30x30"))]
    counts = [
        len(list(piece_pages(puzzles, side, area, NORMAL, numbered=True)))
        for side in (8.0, 20.0, 80.0)
    ]
    assert counts == sorted(counts)
    assert counts[0] < 4 < counts[1] < counts[2]


def test_stars() -> None:
    assert [stars(length) for length in (0, 4, 5, 8, 9, 14, 15, 24, 25, 900)] == [
        1, 1, 2, 2, 3, 3, 4, 4, 5, 5
    ]  # fmt: skip
    assert list(STAR_LENGTHS) == sorted(STAR_LENGTHS)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"unique": False}, "proved shortest. Other solutions are as short."),
        ({"optimal": False}, "Solved in 10 moves. There may be a shorter solution."),
        ({"length": 8}, "Solved in 10 moves. The shortest known solution has 8 moves."),
        ({"moves": None, "unique": None}, "The shortest known solution has 10 moves."),
        ({"length": None}, ""),
    ],
)
def test_what_is_said_of_an_answer(changes: dict[str, Any], text: str) -> None:
    found = outcome_text(replace(BOOK.puzzles[0], **changes))
    assert found.startswith(text) or found.endswith(text)
    assert bool(found) == bool(text)


def test_stars_are_relative_to_a_book_on_request() -> None:
    lengths = list(range(2, 9))
    star_lengths = relative_star_lengths(lengths)
    assert [stars(length, star_lengths) for length in lengths] == [1, 1, 2, 3, 4, 5, 5]
    assert relative_star_lengths([]) == relative_star_lengths([9, 9]) == STAR_LENGTHS
    puzzles = tuple(replace(BOOK.puzzles[0], length=length) for length in (2, 4))
    edition = BookEdition(Book("Few moves", puzzles=puzzles))
    assert "5 to 8 moves" in pages_of(written(edition))[0]
    cover = pages_of(written(edition, stars="relative"))[0]
    assert "up to 2 moves" in cover
    assert "4 moves or more" in cover
    assert "3 moves" in cover
    assert "3 to" not in cover


@pytest.mark.parametrize(
    ("front", "count", "rules_apart"),
    [("both", 2, True), ("cover", 1, False), ("rules", 1, True), ("none", 0, False)],
)
def test_cover_and_rules_are_left_out_on_request(front: str, count: int, rules_apart: bool) -> None:
    pages = pages_of(written(BookEdition(BOOK), front=front, answers="none"))
    first = next(index for index, page in enumerate(pages) if "1. Mystery Box" in page)
    assert first == count
    assert ("For patient people." in joined(pages)) == (front in {"both", "cover"})
    rule = FAMILIES["sliding"].rule_of(BOOK.puzzles[1].board)
    assert (rule in joined(pages[count:])) != rules_apart


def test_number_of_moves_is_shown_on_request() -> None:
    proved, known = BOOK.puzzles[0], replace(BOOK.puzzles[1], optimal=False)
    edition = BookEdition(Book(puzzles=(proved, known)))
    assert "Shortest:" not in joined(pages_of(written(edition, answers="none")))
    text = joined(pages_of(written(edition, answers="none", lengths="shown")))
    assert "Shortest: 10 moves" in text
    assert f"Shortest known: {known.length} moves" in text


def test_page_of_a_puzzle_shows_its_number_of_moves_on_request() -> None:
    board = BOOK.puzzles[0].board
    solved = Puzzle(board, solve(board))
    page = formats_of(solved)[PAGE]
    for lengths in ("hidden", "shown"):
        content = b"".join(page.write(solved, ExportSettings(lengths=lengths), ignore_progress))
        text = joined(pages_of(content))
        assert ("Shortest: 10 moves" in text) == (lengths == "shown")
        assert "B1 B2 A2" not in text
    assert "lengths" not in formats_of(Puzzle(board))[PAGE].settings


def test_puzzle_does_not_repeat_the_title_of_its_book() -> None:
    board = BOOK.puzzles[0].board
    puzzles = tuple(BookPuzzle(board.with_fields(title=f"Class 6b, {number}")) for number in (1, 2))
    text = joined(pages_of(written(BookEdition(Book("Class 6b", puzzles=puzzles)))[2:]))
    assert "Puzzle 1" in text
    assert "Puzzle 2" in text
    assert "1. Class 6b" not in text


def test_what_is_not_proved_is_said_on_the_title_page() -> None:
    puzzles = (replace(BOOK.puzzles[0], optimal=False), BOOK.puzzles[1])
    first = pages_of(written(BookEdition(Book("", puzzles=puzzles))))[0]
    assert "Not proved to be the shortest: puzzles 1." in first


def test_a_german_book() -> None:
    set_language("de")
    try:
        text = joined(pages_of(written(BookEdition(BOOK), pieces=20.0)))
    finally:
        set_language("en")
    for word in ("Lösungen", "Regeln", "Start", "Ziel", "Name:", "Datum:", "Steine für Rätsel"):
        assert word in text
    for word in ("Answers", "Rules", "Goal", "Moves", "Page", "Tiles"):
        assert word not in text


# --- blocks and text ---


def test_blocks_flow_over_pages() -> None:
    def block(height: float, *, keep: bool = False) -> Block:
        return Block(height, lambda _painter, _area: None, keep)

    pages = flow([block(60), block(30), block(30), block(200), block(10)], 100)
    assert [[(top, each.height) for top, each in page.blocks] for page in pages] == [
        [(0, 60), (60, 30)], [(0, 30)], [(0, 200)], [(0, 10)]
    ]  # fmt: skip
    pages = flow([block(60), block(30, keep=True), block(30)], 100)
    assert [len(page.blocks) for page in pages] == [1, 2]
    assert flow([], 100) == []


def test_text_is_wrapped_and_elided() -> None:
    lines = wrap_text("one two three four five six", 60, 16)
    assert " ".join(lines) == "one two three four five six"
    assert len(lines) > 2
    first, last = wrap_text("one two three four five six", 60, 16, most=2)
    assert first == lines[0]
    assert last.endswith("…")

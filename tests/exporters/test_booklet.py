"""The PDF booklet, read again."""

import io
from typing import Any

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QHashSeed
from PySide6.QtGui import QImage, QPainter

from puzzlegui.core import language
from puzzlegui.core.formatting import signed
from puzzlegui.core.solution import Solution
from puzzlegui.exporters import panel_painter
from puzzlegui.exporters.booklet import Booklet
from puzzlegui.exporters.settings import PER_PAGE, Chapter, Settings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.style import Style
from tests.exporters.solved import content, solved, walked

pytestmark = pytest.mark.usefixtures("qapp")


def pages_of(data: bytes, *wanted: int) -> list[str]:
    """The text of all pages, or of those wanted; blanks in it are not to be trusted."""
    pages = PdfReader(io.BytesIO(data)).pages
    return [pages[number].extract_text() for number in wanted or range(len(pages))]


def close(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", ["table", "sliding", "maze"])
def test_every_step_is_there(name: str) -> None:
    solution = solved(name)
    board, length = solution.board, len(solution.moves)
    pages = pages_of(content(solution, "pdf"))
    assert len(pages) == 1 + -(-(length + 1) // 6)
    front = close(pages[0])
    for text in (board.title, board.describe(), solution.outcome()):
        assert close(text) in front
    assert close(" ".join(board.format_moves(solution.moves)[:10])) in front
    if board.goal_picture() is not None:
        assert "Start" in front
        assert "Goal" in front
    rest = close("".join(pages[1:]))
    moves = board.format_moves(solution.moves)[-length:]
    said = board.describe_moves(solution.moves)
    for number, (words, text) in enumerate(zip(said, moves, strict=True), 1):
        assert close(f"{number}. {text}{words}") in rest
    for so_far in map(signed, board.running_totals(solution.moves)):
        assert close(f"· sum {so_far}") in rest or close(f"moves sum {so_far}") in rest
    assert close(f"After {length} moves") in rest
    for number, page in enumerate(pages, 1):
        assert close(f"Page {number} of {len(pages)}") in close(page)


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_and_pictures_on_a_page(per_page: int, paper: str, size: tuple[int, int]) -> None:
    data = content(solved("table"), "pdf", Settings(per_page=per_page, paper=paper))
    reader = PdfReader(io.BytesIO(data))
    assert len(reader.pages) == 1 + -(-11 // per_page)
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
    assert reader.metadata is not None
    assert reader.metadata.title == "Mystery Box"


@pytest.mark.parametrize("per_page", [1, 2, 6, 12])
def test_all_steps_have_one_size(monkeypatch: pytest.MonkeyPatch, per_page: int) -> None:
    """Also the last, of which less is said."""
    pitches = []

    def spy(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
        pitches.append(layout.pitch)
        paint_board(painter, frame, layout, style)

    monkeypatch.setattr(panel_painter, "paint_board", spy)
    content(solved("table"), "pdf", Settings(per_page=per_page))
    start_and_goal, steps = pitches[:2], pitches[2:]
    assert len(steps) == 11
    assert len(set(steps)) == len(set(start_and_goal)) == 1


def test_its_fonts_are_in_it() -> None:
    reader = PdfReader(io.BytesIO(content(solved("table"), "pdf")))
    resources: list[Any] = [page["/Resources"] for page in reader.pages]
    fonts = [font for found in resources for font in found["/Font"].values()]
    assert fonts
    for font in fonts:
        for inner in font.get_object().get("/DescendantFonts", [font]):
            descriptor = inner.get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)


@pytest.mark.examples(1)
@pytest.mark.parametrize("notation", ["standard", "words"])
def test_a_long_list_of_moves_follows_the_pictures(notation: str) -> None:
    solution = walked("sliding", 5, 5, 1200)
    data = content(solution, "pdf", Settings(notation=notation, per_page=20))
    pictures = 1 + 1000 // 20
    pages = pages_of(data, 0, pictures, -1)
    assert close("row 1: part 0") in close(pages[1])
    if notation == "standard":
        last = " ".join(solution.board.format_moves(solution.moves[-10:]))
    else:
        last = solution.board.describe_moves(solution.moves)[-1]
    assert close(last) in close(pages[-1])
    assert "The moves are listed at the end" in " ".join(pages[0].split())
    assert close("Page 1 of") in close(pages[0])


def test_its_boards_have_their_names_in_the_language_that_is_used() -> None:
    language.set_language("de")
    (front,) = pages_of(content(solved("sliding"), "pdf"), 0)
    assert "Ziel" in front
    assert "Goal" not in front


def test_no_column_ends_with_a_heading() -> None:
    from puzzlegui.exporters.booklet import _split_columns

    lines = [("" if at % 4 == 0 else str(at), "text") for at in range(100)]
    columns = _split_columns(lines, 7)
    assert [line for column in columns for line in column] == lines
    assert all(column[-1][0] for column in columns[:-1])
    assert max(map(len, columns)) == 7


def test_without_a_solution_and_with_several() -> None:
    (front,) = pages_of(content(solved("none"), "pdf"))
    assert close("Stopped at the limit") in close(front)
    chapters = [Chapter(solved("table"), "one"), Chapter(None, "two", "two: cannot be read")]
    pages = pages_of(b"".join(SOLUTION_FORMATS["pdf"].write(chapters, Settings(), ignore_progress)))
    assert close("one: Mystery Box") in close(pages[0])
    assert close("cannot be read") in close(pages[-1])


def test_vector_only() -> None:
    assert b"/Subtype /Image" not in content(solved("segments"), "pdf")


def page_image(solution: Solution, number: int) -> QImage:
    booklet = Booklet([Chapter(solution)], Settings())
    image = QImage(booklet.size.toSize(), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    booklet.paint(painter, number)
    painter.end()
    return image


@pytest.mark.parametrize("name", ["table", "sliding", "segments", "maze"])
def test_nothing_reaches_into_the_margins(name: str) -> None:
    for number in (0, 1):
        image = page_image(solved(name), number)
        white = 0xFFFFFFFF
        for step in range(0, image.height(), 3):
            for x in (20, 60, image.width() - 60, image.width() - 20):
                assert image.pixel(x, step) == white
        for step in range(0, image.width(), 3):
            for y in (20, 60, image.height() - 60, image.height() - 20):
                assert image.pixel(step, y) == white


def test_the_moved_part_stands_out_in_grey() -> None:
    """Without colours a framed block is darker than the rest around it, and its frame is black."""
    image = page_image(solved("segments"), 1).convertToFormat(QImage.Format.Format_Grayscale8)
    greys = {image.pixelColor(x, y).red() for x in range(0, image.width(), 5) for y in (300, 310)}
    assert min(greys) < 30
    assert max(greys) == 255


@pytest.mark.thorough
def test_the_bytes_are_the_same_whatever_hashes_qt_uses() -> None:
    written = set()
    for _ in range(8):
        QHashSeed.resetRandomGlobalSeed()
        written.add(content(solved("several"), "pdf"))
    assert len(written) == 1

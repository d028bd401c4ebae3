"""PDF booklets, read by pypdf."""

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
from puzzlegui.exporters.settings import PER_PAGE, Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.style import Style
from tests.exporters.solved import export_bytes, random_walk, solved

pytestmark = pytest.mark.usefixtures("qapp")


def page_texts(data: bytes, *numbers: int) -> list[str]:
    """Return the text of all pages, or of the given pages; its blanks are unreliable."""
    pages = PdfReader(io.BytesIO(data)).pages
    return [pages[number].extract_text() for number in numbers or range(len(pages))]


def without_blanks(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", ["table", "sliding", "maze"])
@pytest.mark.examples(1)
def test_every_step_is_printed(name: str) -> None:
    solution = solved(name)
    board, length = solution.board, len(solution.moves)
    pages = page_texts(export_bytes(solution, "pdf"))
    assert len(pages) == 1 + -(-(length + 1) // 6)
    front = without_blanks(pages[0])
    for text in (board.title, board.describe(), solution.outcome()):
        assert without_blanks(text) in front
    assert without_blanks(" ".join(board.format_moves(solution.moves)[:10])) in front
    if board.goal_picture() is not None:
        assert "Start" in front
        assert "Goal" in front
    rest = without_blanks("".join(pages[1:]))
    moves = board.format_moves(solution.moves)[-length:]
    descriptions = board.describe_moves(solution.moves)
    for number, (words, text) in enumerate(zip(descriptions, moves, strict=True), 1):
        assert without_blanks(f"{number}. {text}{words}") in rest
    for so_far in map(signed, board.running_totals(solution.moves)):
        assert (
            without_blanks(f"· sum {so_far}") in rest
            or without_blanks(f"moves sum {so_far}") in rest
        )
    assert without_blanks(f"After {length} moves") in rest
    for number, page in enumerate(pages, 1):
        assert without_blanks(f"Page {number} of {len(pages)}") in without_blanks(page)


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_size_and_pictures_per_page(per_page: int, paper: str, size: tuple[int, int]) -> None:
    data = export_bytes(solved("table"), "pdf", ExportSettings(per_page=per_page, paper=paper))
    reader = PdfReader(io.BytesIO(data))
    assert len(reader.pages) == 1 + -(-11 // per_page)
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
    assert reader.metadata is not None
    assert reader.metadata.title == "Mystery Box"


@pytest.mark.parametrize("per_page", [1, 2, 6, 12])
def test_all_steps_have_one_size(monkeypatch: pytest.MonkeyPatch, per_page: int) -> None:
    """Check that the last step, with a shorter caption, has the same size as the others."""
    pitches = []

    def spy(painter: QPainter, frame: Frame, layout: Layout, style: Style) -> None:
        pitches.append(layout.pitch)
        paint_board(painter, frame, layout, style)

    monkeypatch.setattr(panel_painter, "paint_board", spy)
    export_bytes(solved("table"), "pdf", ExportSettings(per_page=per_page))
    start_and_goal, steps = pitches[:2], pitches[2:]
    assert len(steps) == 11
    assert len(set(steps)) == len(set(start_and_goal)) == 1


def test_fonts_are_embedded() -> None:
    reader = PdfReader(io.BytesIO(export_bytes(solved("table"), "pdf")))
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
    solution = random_walk("sliding", 5, 5, 1200)
    data = export_bytes(solution, "pdf", ExportSettings(notation=notation, per_page=20))
    pictures = 1 + 1000 // 20
    pages = page_texts(data, 0, pictures, -1)
    assert without_blanks("row 1: part 0") in without_blanks(pages[1])
    if notation == "standard":
        last = " ".join(solution.board.format_moves(solution.moves[-10:]))
    else:
        last = solution.board.describe_moves(solution.moves)[-1]
    assert without_blanks(last) in without_blanks(pages[-1])
    assert "The moves are listed at the end" in " ".join(pages[0].split())
    assert without_blanks("Page 1 of") in without_blanks(pages[0])


def test_captions_are_translated() -> None:
    language.set_language("de")
    (front,) = page_texts(export_bytes(solved("sliding"), "pdf"), 0)
    assert "Ziel" in front
    assert "Goal" not in front


def test_no_column_ends_with_a_heading() -> None:
    from puzzlegui.exporters.booklet import _split_columns

    lines = [("" if at % 4 == 0 else str(at), "text") for at in range(100)]
    columns = _split_columns(lines, 7)
    assert [line for column in columns for line in column] == lines
    assert all(column[-1][0] for column in columns[:-1])
    assert max(map(len, columns)) == 7


def test_no_solution_and_several_chapters() -> None:
    (front,) = page_texts(export_bytes(solved("none"), "pdf"))
    assert without_blanks("Stopped at the limit") in without_blanks(front)
    chapters = [Chapter(solved("table"), "one"), Chapter(None, "two", "two: cannot be read")]
    pages = page_texts(
        b"".join(SOLUTION_FORMATS["pdf"].write(chapters, ExportSettings(), ignore_progress))
    )
    assert without_blanks("one: Mystery Box") in without_blanks(pages[0])
    assert without_blanks("cannot be read") in without_blanks(pages[-1])


def test_vector_only() -> None:
    assert b"/Subtype /Image" not in export_bytes(solved("segments"), "pdf")


def page_image(solution: Solution, number: int) -> QImage:
    booklet = Booklet([Chapter(solution)], ExportSettings())
    image = QImage(booklet.size.toSize(), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    booklet.paint(painter, number)
    painter.end()
    return image


@pytest.mark.parametrize("name", ["table", "sliding", "segments", "maze"])
def test_margins_are_empty(name: str) -> None:
    for number in (0, 1):
        image = page_image(solved(name), number)
        white = 0xFFFFFFFF
        for step in range(0, image.height(), 3):
            for x in (20, 60, image.width() - 60, image.width() - 20):
                assert image.pixel(x, step) == white
        for step in range(0, image.width(), 3):
            for y in (20, 60, image.height() - 60, image.height() - 20):
                assert image.pixel(step, y) == white


def test_the_moved_block_is_visible_in_greyscale() -> None:
    """Check that in greyscale the frame of the moved block is dark on a light background."""
    image = page_image(solved("segments"), 1).convertToFormat(QImage.Format.Format_Grayscale8)
    greys = {image.pixelColor(x, y).red() for x in range(0, image.width(), 5) for y in (300, 310)}
    assert min(greys) < 80
    assert max(greys) == 255


@pytest.mark.thorough
def test_the_bytes_do_not_depend_on_hash_seeds() -> None:
    written = set()
    for _ in range(8):
        QHashSeed.resetRandomGlobalSeed()
        written.add(export_bytes(solved("several"), "pdf"))
    assert len(written) == 1

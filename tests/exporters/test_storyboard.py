"""Storyboards in PNG and SVG."""

import io
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from PySide6.QtGui import QImage

from puzzlegui.core.formatting import signed
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.render.style import value_colours
from tests.exporters.solved import export_bytes, random_walk, solved
from tests.render.test_painter import difference

pytestmark = pytest.mark.usefixtures("qapp")


def board_file(preset: str, name: str) -> bytes:
    draw = SOLUTION_FORMATS[name].draw_boards
    assert draw is not None
    return draw([load_preset(preset)], ExportSettings())


def image_of(data: bytes) -> QImage:
    image = QImage()
    assert image.loadFromData(data)
    return image


def texts_of(data: bytes) -> list[str]:
    root = ET.fromstring(data)
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_area_beside_a_narrow_sheet_is_filled() -> None:
    """Check that the area beside a narrow sheet is filled, and not uninitialised memory."""
    chapters = [Chapter(solved("none")), Chapter(solved("segments"))]
    image = image_of(
        b"".join(SOLUTION_FORMATS["storyboard"].write(chapters, ExportSettings(), ignore_progress))
    )
    edge = {image.pixelColor(image.width() - 1, y).name() for y in range(image.height())}
    assert edge == {image.pixelColor(0, 0).name()}


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", PRESETS)
def test_boards(name: str) -> None:
    png = board_file(name, "storyboard")
    image = image_of(png)
    assert 100 < image.width() < 5000
    assert 100 < image.height() < 5000
    assert png == board_file(name, "storyboard")


def test_svg_has_real_text_and_no_bitmap() -> None:
    data = board_file("mystery-box", "storyboard-svg")
    texts = texts_of(data)
    assert {"start", "goal", "Mystery Box", "A", "B", "C"} <= set(texts)
    assert sorted(t for t in texts if t.isdigit()) == sorted("123" * 2 + "123456789" * 2)
    assert b"<image" not in data
    maze = texts_of(board_file("schonbrunn", "storyboard-svg"))
    assert {"+3", "\N{MINUS SIGN}4"} <= set(maze)


_WITHOUT_FONTS = """
import sys
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
application = QGuiApplication([])
drawing = QSvgRenderer(sys.argv[1])
image = QImage(drawing.viewBox().size() * 2, QImage.Format.Format_RGB32)
painter = QPainter(image)
drawing.render(painter)
painter.end()
image.save(sys.argv[2])
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_drawing_needs_no_fonts(tmp_path: Path, theme: str) -> None:
    drawing, seen, fonts = (tmp_path / name for name in ("x.svg", "x.png", "fonts.conf"))
    settings = ExportSettings(theme=theme)
    drawing.write_bytes(export_bytes(solved("table"), "storyboard-svg", settings))
    fonts.write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    environment = os.environ | {"FONTCONFIG_FILE": str(fonts), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _WITHOUT_FONTS, str(drawing), str(seen)]
    subprocess.run(command, check=True, env=environment)
    picture = Image.open(io.BytesIO(export_bytes(solved("table"), "storyboard", settings)))
    found = Image.open(seen).convert("RGB").resize(picture.size)
    mean, other = difference(found, picture.convert("RGB"))
    assert mean < 1
    assert other < 0.01


@pytest.mark.parametrize("name", ["table", "sliding", "maze"])
def test_every_step_is_shown(name: str) -> None:
    solution = solved(name)
    texts = texts_of(export_bytes(solution, "storyboard-svg"))
    assert any("Solved in" in text for text in texts)
    moves = solution.board.format_moves(solution.moves)[-len(solution.moves) :]
    sums = [f" · sum {signed(so_far)}" for so_far in solution.board.running_totals(solution.moves)]
    sums = sums or [""] * (len(moves) + 1)
    captions = [f"{at + 1}. {move}{sums[at]}" for at, move in enumerate(moves)]
    assert [text for text in texts if text in captions] == captions
    assert f"After {len(moves)} moves{sums[-1]}" in texts
    image_of(export_bytes(solution, "storyboard"))


def test_captions_are_in_the_notation() -> None:
    texts = texts_of(
        export_bytes(solved("table"), "storyboard-svg", ExportSettings(notation="tuples"))
    )
    assert "1. (1,0,T)" in texts


@pytest.mark.thorough
def test_a_long_solution_is_sampled() -> None:
    texts = texts_of(export_bytes(random_walk("rotation", 10, 10, 600), "storyboard-svg"))
    captions = [text for text in texts if "–" in text]
    assert len(captions) == 60
    assert (captions[0], captions[-1]) == ("1–10", "591–600")
    assert "After 600 moves" in texts


def test_no_solution_shows_the_board() -> None:
    texts = texts_of(export_bytes(solved("none"), "storyboard-svg"))
    assert {"start", "goal"} <= set(texts)
    assert any("Stopped at the limit" in text for text in texts)


def test_tiles_have_their_colours() -> None:
    image = image_of(board_file("graphs-3x3-colours", "storyboard"))
    found = {
        image.pixelColor(x, y).name().upper()
        for x in range(0, image.width(), 7)
        for y in range(0, image.height(), 7)
    }
    assert set(value_colours(load_preset("graphs-3x3-colours")).values()) <= found

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from puzzlegui.core.presets import PRESETS, load_preset
from puzzlegui.render.sheet import PICTURES, picture_file
from puzzlegui.render.style import value_colours
from puzzlegui.solvers.run import solve

pytestmark = pytest.mark.usefixtures("qapp")


def image_of(content: bytes) -> QImage:
    image = QImage()
    assert image.loadFromData(content)
    return image


def texts_of(content: bytes) -> list[str]:
    root = ET.fromstring(content)  # noqa: S314 - our own
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", PRESETS)
def test_boards(name: str) -> None:
    board = load_preset(name)
    png = picture_file(board, Path("x.png"))
    image = image_of(png)
    assert 100 < image.width() < 5000
    assert 100 < image.height() < 5000
    assert png == picture_file(board, Path("x.png"))


def test_svg_has_real_text() -> None:
    texts = texts_of(picture_file(load_preset("mystery-box"), Path("x.svg")))
    assert {"start", "goal", "Mystery Box", "A", "B", "C"} <= set(texts)
    assert sorted(t for t in texts if t.isdigit()) == sorted("123" * 2 + "123456789" * 2)
    maze = texts_of(picture_file(load_preset("schonbrunn"), Path("x.svg")))
    assert {"+3", "\N{MINUS SIGN}4"} <= set(maze)


@pytest.mark.parametrize("name", ["mystery-box", "eight-cpp", "schonbrunn", "stripes-6x6"])
def test_solutions(name: str) -> None:
    solution = solve(load_preset(name))
    texts = texts_of(picture_file(solution, Path("x.svg")))
    assert any("Solved in" in text for text in texts)
    length = len(solution.moves)
    move = solution.board.moves_text(solution.moves)[-1]
    assert f"{length}. {move}" in texts
    image_of(picture_file(solution, Path("x.png")))


def test_tiles_have_their_colours() -> None:
    board = load_preset("graphs-3x3-colours")
    image = image_of(picture_file(board, Path("x.png")))
    found = {
        image.pixelColor(x, y).name().upper()
        for x in range(0, image.width(), 7)
        for y in range(0, image.height(), 7)
    }
    assert set(value_colours(board).values()) <= found


def test_kinds() -> None:
    assert set(PICTURES) == {".png", ".svg"}
    with pytest.raises(KeyError):
        picture_file(load_preset("mystery-box"), Path("x.bmp"))

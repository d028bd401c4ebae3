"""Images draw_case by the painter, compared with the reference images in ``golden``.

``python -m tests.render.test_painter`` draws the reference images; review each before a commit.
"""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from PySide6.QtGui import QImage, QPainter, qGray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.palettes import with_names
from puzzlegui.core.picture import Picture
from puzzlegui.core.tilepicture import with_picture
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters.storyboard import png_bytes
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, fit_text
from puzzlegui.render.qt_setup import ensure_application, load_fonts
from puzzlegui.render.style import DARK, LIGHT, PAPER, Style, contrast_ratio, frame_colours
from puzzlegui.render.tile_cache import TileCache
from tests.boards import grid

GOLDEN = Path(__file__).with_name("golden")
SIZE = 240

MYSTERY, EIGHT, MAZE = map(load_preset, ("mystery-box", "eight-cpp", "schonbrunn-hard"))
COLOURS, LARGE = map(load_preset, ("graphs-3x3-colours", "grid-30x30"))
KLONDIKE = MazeBoard(
    grid("2 1 3 1 2/1 3 2 2 1/1 2 2 2 1/1 2 1 1 1/3 1 2 1 0"), (0, 0), (4, 4), directions="all"
)
SIXTEEN = load_preset("shift-4x4")
DISC, TWIDDLE = map(load_preset, ("disc", "twiddle-4x4-3"))
WORDS = {1: "red", 2: "a long name of a colour", 3: "Ж", 4: "W", 5: "a", 6: "tomorrow"}
NAMED = with_names(MYSTERY, WORDS)


def with_next_move(board: Board, text: str) -> Frame:
    """Return a frame with the next move marked and the other tiles faded."""
    move = board.parse_moves(text)[0]
    motion = board.motion(board.initial(), move)
    marks = Marks(next_move=motion, highlighted=frozenset(motion.cells))
    return Frame(board.picture(), frame_colours(board), marks=marks)


def during_move(board: Board, text: str, progress: float) -> Frame:
    """Return a frame during the last move."""
    *before, last = board.parse_moves(text)
    position = board.initial()
    for move in before:
        position = board.play(position, move)
    motion = board.motion(position, last)
    return Frame(board.picture(position), frame_colours(board), motion, progress)


def plain(board: Board, marks: Marks | None = None) -> Frame:
    return Frame(board.picture(), frame_colours(board), marks=marks or Marks())


PROBLEMS = Marks(cursor=(0, 1), problems=frozenset({(1, 2), (2, 0)}))

CASES: dict[str, tuple[Frame, Style]] = {
    "turn-coming": (with_next_move(MYSTERY, "B1"), LIGHT),
    "turn-moving": (during_move(COLOURS, "A1' B2'", 0.4), DARK),
    "slide-coming": (
        with_next_move(EIGHT, str(EIGHT.legal_moves(EIGHT.initial())[0])),
        DARK,
    ),
    "slide-moving": (
        during_move(EIGHT, str(EIGHT.legal_moves(EIGHT.initial())[-1]), 0.6),
        PAPER,
    ),
    "shift-coming": (with_next_move(SIXTEEN, "CU"), DARK),
    "shift-moving": (during_move(SIXTEEN, "2L 3R", 0.4), LIGHT),
    "cycle-coming": (with_next_move(DISC, "F"), DARK),
    "net-coming": (with_next_move(load_preset("pocket-cube"), "R"), LIGHT),
    "cycle-moving": (during_move(TWIDDLE, "B2'", 0.4), LIGHT),
    "maze-walking": (during_move(MAZE, "C5 D5 A5 A1 A3", 0.5), LIGHT),
    "maze-paper": (plain(MAZE), PAPER),
    "diagonal-walking": (during_move(KLONDIKE, "A1 C3 A5 D2 B4 D4 E5", 0.7), LIGHT),
    "diagonal-coming": (with_next_move(KLONDIKE, "A1 C3"), DARK),
    "marks": (plain(MYSTERY, PROBLEMS), LIGHT),
    "large": (plain(LARGE), LIGHT),
    "jump-coming": (with_next_move(MAZE, "C5 D5"), PAPER),
    "names": (plain(NAMED), LIGHT),
    "preview-and-goal": (
        plain(
            MYSTERY,
            Marks(
                preview=MYSTERY.motion(None, MYSTERY.parse_moves("B2")[0]),
                misplaced=MYSTERY.misplaced_cells(MYSTERY.initial()),
            ),
        ),
        LIGHT,
    ),
}


def draw_case(name: str) -> QImage:
    frame, style = CASES[name]
    load_fonts()
    size = SIZE * 2 if name == "large" else SIZE
    image = QImage(size, size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.fillRect(image.rect(), colour(style.page))
    values = frame.picture.values
    paint_board(painter, frame, Layout.fit(len(values), len(values[0]), size, size), style)
    painter.end()
    return image


def difference(image: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return the mean difference of two images (0 to 255) and the share of unlike pixels."""
    assert image.size == other.size
    grey = ImageChops.difference(image.convert("RGB"), other.convert("RGB")).convert("L")
    counts = grey.histogram()
    pixels = image.width * image.height
    mean = sum(value * count for value, count in enumerate(counts)) / pixels
    return mean, sum(counts[48:]) / pixels


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", CASES)
def test_reference_images(name: str) -> None:
    found = Image.open(io.BytesIO(png_bytes(draw_case(name))))
    mean, other = difference(found, Image.open(GOLDEN / f"{name}.png"))
    assert mean < 1.5
    assert other < 0.01


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("labels", ["numbers", "symbols"])
def test_labels_are_upright_when_a_turn_ends(labels: str) -> None:
    """Compare the end of a turn with the position after it, including edges and digits."""
    board, style = MYSTERY, replace(LIGHT, labels=labels)
    after = board.play(board.initial(), board.parse_moves("B1")[0])
    rest = Frame(board.picture(after), frame_colours(board))
    images = []
    for frame in (during_move(board, "B1", 0.999), rest):
        CASES["turn"] = frame, style
        images.append(Image.open(io.BytesIO(png_bytes(draw_case("turn")))))
        del CASES["turn"]
    mean, other = difference(images[0], images[1])
    assert mean < 0.6
    assert other < 0.004


def draw_board(board: Board, style: Style = LIGHT) -> QImage:
    CASES["board"] = plain(board), style
    try:
        return draw_case("board")
    finally:
        del CASES["board"]


@pytest.mark.usefixtures("qapp")
def test_a_name_without_glyphs_is_replaced_by_the_number() -> None:
    assert draw_board(with_names(MYSTERY, {5: "\U0010fffd"})) == draw_board(MYSTERY)
    assert draw_board(NAMED) != draw_board(MYSTERY)
    assert draw_board(NAMED, replace(LIGHT, labels="numbers")) == draw_board(MYSTERY)


@pytest.mark.usefixtures("qapp")
def test_names_fit_on_tiles() -> None:
    load_fonts()
    for name in [*WORDS.values(), "M" * 40, "i"]:
        for pitch in (8, 20, 70, 200):
            pixels, text, width = fit_text(name, pitch * 0.84, pitch * 0.42)
            assert width <= pitch * 0.84
            assert pixels <= pitch * 0.42
            assert (text == "") == (pixels == 0)
            assert text in ("", name) or text.endswith("…")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("style", [LIGHT, DARK, PAPER])
@pytest.mark.parametrize(("rows", "pitch"), [(3, 70), (20, 36), (30, 26)])
@pytest.mark.parametrize("family", ["rotation", "sliding", "shift"])
def test_next_move_frame_contrasts_with_its_halo(
    family: str, rows: int, pitch: int, style: Style
) -> None:
    """Check a section across the frame: a line of 3 pixels between contrasting colours."""
    board = new_board(family, rows, rows, 5)
    motion = board.motion(board.initial(), board.legal_moves(board.initial())[0])
    frame = Frame(board.picture(), frame_colours(board), marks=Marks(next_move=motion))
    side = pitch * rows + 60
    layout = Layout.fit(rows, rows, side, side)
    image = QImage(side, side, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.fillRect(image.rect(), colour(style.page))
    paint_board(painter, frame, layout, style)
    painter.end()
    x, y = map(round, layout.corner(motion.cells[0]))
    across = [image.pixelColor(x + round(layout.pitch * 0.5), y + n) for n in range(-9, 10)]
    accent, page = colour(style.accent).red(), colour(style.page).red()
    shares = [(tone.red() - page) / (accent - page) for tone in across]  # share of the accent
    line = next(n for n in range(8, 11) if shares[n] > 0.95)
    first, last = line, line
    while shares[first - 1] > 0.03:
        first -= 1
    while shares[last + 1] > 0.03:
        last += 1
    assert sum(shares[first : last + 1]) >= 2.9
    for edge in (across[first - 1], across[last + 1]):
        assert contrast_ratio(edge.name(), style.accent) >= 4.5


def grey_difference(image: QImage, other: QImage, x: int, y: int) -> int:
    return abs(qGray(image.pixel(x, y)) - qGray(other.pixel(x, y)))


def draw_frame(frame: Frame, style: Style, pitch: int) -> QImage:
    """Return an image of a frame, with cells of a size."""
    values = frame.picture.values
    width, height = (round(n * pitch) + 60 for n in (len(values[0]), len(values)))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.fillRect(image.rect(), colour(style.page))
    paint_board(painter, frame, Layout.fit(len(values), len(values[0]), width, height), style)
    painter.end()
    return image


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("style", [LIGHT, DARK])
@pytest.mark.parametrize(
    "name",
    ["mystery-box", "shift-20x20", "fifteen-book", "disc", "pocket-cube", "two-rings", "maze-8x8"],
)
def test_moves_cover_no_number(name: str, style: Style) -> None:
    board = load_preset(name)
    position, colours = board.initial(), frame_colours(board)
    pitch = 30 if board.columns > 10 else 56
    bare = replace(style, labels="nothing")
    plain_, unlabelled = (
        draw_frame(Frame(board.picture(), colours), each, pitch) for each in (style, bare)
    )
    strokes = [
        (x, y)
        for x in range(plain_.width())
        for y in range(plain_.height())
        if grey_difference(plain_, unlabelled, x, y) > 120  # not their edges
    ]
    moves = board.legal_moves(position)
    for move in moves[:: max(1, len(moves) // 6)]:
        marks = Marks(next_move=board.motion(position, move))
        marked = draw_frame(Frame(board.picture(), colours, marks=marks), style, pitch)
        assert not [at for at in strokes if grey_difference(marked, plain_, *at) > 60], str(move)


@pytest.mark.usefixtures("qapp")
def test_moves_cover_no_number_on_a_photo() -> None:
    grey = QImage(90, 90, QImage.Format.Format_RGB32)
    grey.fill("grey")
    board = with_picture(MYSTERY, png_bytes(grey))
    marks = Marks(next_move=board.motion(None, board.parse_moves("A1")[0]))
    plain_, marked = (
        draw_frame(Frame(board.picture(), frame_colours(board), marks=each), LIGHT, 56)
        for each in (Marks(), marks)
    )
    layout = Layout.fit(3, 3, marked.width(), marked.height())
    left, top = map(round, layout.corner((1, 1)))  # its plate is where the arrow turns
    side = range(4, round(layout.pitch * 0.25))
    places = [(left + x, top + y) for x in side for y in side]
    assert all(grey_difference(marked, plain_, *place) < 30 for place in places)


@pytest.mark.usefixtures("qapp")
def test_visited_cells_are_numbered_and_the_start_is_marked() -> None:
    """Check that visited cells have different numbers, and that the start is marked."""
    trail = MAZE.initial()
    for move in MAZE.parse_moves("C5 D5 A5 A1 A3"):
        trail = MAZE.play(trail, move)
    picture, side = MAZE.picture(trail), 480
    layout = Layout.fit(MAZE.rows, MAZE.columns, side, side)

    def corner(draw_board: Picture, cell: Cell) -> QImage:
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.fill(colour(LIGHT.page))
        painter = QPainter(image)
        paint_board(painter, Frame(draw_board, frame_colours(MAZE)), layout, LIGHT)
        painter.end()
        x, y = map(round, layout.corner(cell))
        return image.copy(x, y, round(layout.pitch * 0.3), round(layout.pitch * 0.3))

    numbers = [png_bytes(corner(picture, cell)) for cell in trail[1:-1]]
    assert len(set(numbers)) == len(numbers)
    start, other = corner(picture, trail[0]), corner(replace(picture, trail=trail[1:]), trail[0])
    assert start != other


@pytest.mark.usefixtures("qapp")
def test_the_comparison_detects_a_small_change() -> None:
    frame, _ = CASES["turn-coming"]
    board = MYSTERY.with_cell("start", (2, 2), 8)
    changed = Frame(board.picture(), frame.colours, marks=frame.marks)
    CASES["changed"] = changed, LIGHT
    try:
        found = Image.open(io.BytesIO(png_bytes(draw_case("changed"))))
    finally:
        del CASES["changed"]
    mean, other = difference(found, Image.open(GOLDEN / "turn-coming.png"))
    assert mean >= 1.5 or other >= 0.01


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_cached_tiles_look_the_same(name: str, ratio: float) -> None:
    frame, style = CASES[name]
    values = frame.picture.values
    layout = Layout.fit(len(values), len(values[0]), SIZE, SIZE, ratio=ratio)
    cache = TileCache()
    images = []
    several = 3 + layout.rows * layout.columns // 150
    for kept in (
        None,
        *[cache] * several,
    ):  # without a cache, then with some and finally all tiles cached
        side = round(SIZE * ratio)
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter = QPainter(image)
        painter.fillRect(0, 0, SIZE, SIZE, colour(style.page))
        paint_board(painter, frame, layout, style, cache=kept)
        painter.end()
        images.append(Image.open(io.BytesIO(png_bytes(image))))
    for again in images[1:]:
        mean, other = difference(images[0], again)
        assert mean < 0.2
        assert other < 0.002


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", CASES)
def test_redrawing_a_part_gives_the_same_image(name: str) -> None:
    """Redraw a part, as animations and films do, and compare with a complete drawing."""
    frame, style = CASES[name]
    image = draw_case(name)
    before = image.copy()
    values = frame.picture.values
    layout = Layout.fit(len(values), len(values[0]), image.width(), image.height())
    area = image.rect().adjusted(60, 60, -60, -60)
    painter = QPainter(image)
    painter.setClipRect(area)
    painter.fillRect(area, colour(style.page))
    paint_board(painter, frame, layout, style)
    painter.end()
    assert image == before


@pytest.mark.usefixtures("qapp")
def test_a_photo_is_not_hidden_by_plates_too_small_for_numbers() -> None:
    black = QImage(60, 60, QImage.Format.Format_RGB32)
    black.fill("black")
    board = with_picture(LARGE, png_bytes(black))
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    layout = Layout.fit(board.rows, board.columns, SIZE, SIZE)
    paint_board(painter, Frame(board.picture(), frame_colours(board)), layout, LIGHT)
    painter.end()
    for cell in ((0, 0), (13, 21)):
        x, y = layout.corner(cell)
        assert image.pixelColor(round(x) + 2, round(y) + 2).lightness() < 40


if __name__ == "__main__":
    ensure_application()
    GOLDEN.mkdir(exist_ok=True)
    for case in CASES:
        (GOLDEN / f"{case}.png").write_bytes(png_bytes(draw_case(case)))

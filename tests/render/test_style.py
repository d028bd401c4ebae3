import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.palettes import DEFAULT_PALETTE
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.render.style import (
    DARK,
    LIGHT,
    Style,
    contrast,
    frame_colours,
    text_on,
    value_colours,
)

hex_colour = st.from_regex(r"\A#[0-9A-F]{6}\Z")


def test_contrast_by_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@given(hex_colour)
def test_labels_can_be_read_on_any_colour(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= 4.5


@pytest.mark.parametrize("style", [LIGHT, DARK])
def test_texts_can_be_read(style: Style) -> None:
    for ink in (style.ink, style.faint, style.warning):
        assert contrast(ink, style.page) >= 4.5
    assert contrast(text_on(style.accent), style.accent) >= 4.5
    for floor in (style.floor, style.floor_stepped):
        assert contrast(text_on(floor), floor) >= 4.5


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_has_a_colour(name: str) -> None:
    board = load_preset(name)
    colours = value_colours(board)
    assert set(board.values) <= set(colours)
    if len(board.values) <= 8 and board.family != "maze":
        assert len({colours[value] for value in board.values}) == len(board.values)


def test_a_palette_is_kept() -> None:
    board = load_preset("mystery-box").with_colour(5, "#abcdef")
    assert value_colours(board)[5] == "#ABCDEF"
    maze = load_preset("schonbrunn").with_colour(3, "#FF0000")
    assert frame_colours(maze) == {3: "#FF0000"}


def test_repeated_values_begin_with_the_safe_palette() -> None:
    colours = value_colours(load_preset("graphs-3x3-colours")).values()
    assert set(colours) == set(DEFAULT_PALETTE.stops[:3])

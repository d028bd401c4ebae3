"""Colours of values, and contrast of the styles."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, cells_of, flatten
from puzzlegui.core.edits import EDITS
from puzzlegui.core.palettes import (
    DEFAULT_PALETTE,
    DISTINCT,
    GRADIENT,
    colouring,
    keep_colouring,
)
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.render.style import (
    DARK,
    LIGHT,
    Style,
    contrast_ratio,
    frame_colours,
    paper_colours,
    text_on,
    value_colours,
)
from tests.boards import any_board

hex_colour = st.from_regex(r"\A#[0-9A-F]{6}\Z")


def test_contrast_by_wcag() -> None:
    assert contrast_ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast_ratio("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast_ratio("#123456", "#123456") == 1


@given(hex_colour)
def test_labels_are_legible_on_any_colour(colour: str) -> None:
    assert contrast_ratio(text_on(colour), colour) >= 4.5


@pytest.mark.parametrize("style", [LIGHT, DARK])
def test_texts_are_legible(style: Style) -> None:
    for ink in (style.ink, style.faint, style.warning):
        assert contrast_ratio(ink, style.page) >= 4.5
    assert contrast_ratio(text_on(style.accent), style.accent) >= 4.5
    for floor in (style.floor, style.floor_stepped):
        assert contrast_ratio(text_on(floor), floor) >= 4.5


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


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_a_few_printed_colours_differ_in_grey(colours: int) -> None:
    board = new_board("rotation", 4, 4, 1, colours=colours)
    printed = paper_colours(board)
    assert set(printed) == set(frame_colours(board))
    for one, other in combinations(range(1, colours + 1), 2):
        assert contrast_ratio(printed[one], printed[other]) >= 1.4
    own = board.with_colour(1, "#123456")
    assert paper_colours(own)[1] == "#123456"


def test_many_printed_colours_are_those_of_the_screen() -> None:
    for board in (load_preset("mystery-box"), load_preset("schonbrunn-hard")):
        assert paper_colours(board) == frame_colours(board)


def keeps_colours(before: Board, after: Board) -> bool:
    now = frame_colours(after)
    return all(
        now[value] == colour for value, colour in frame_colours(before).items() if value in now
    )


def becomes_coloured(before: Board, after: Board) -> bool:
    """True if no value is left that numbers a single tile, in start and goal alike."""
    counts = [Counter(flatten(after.grid(field))) for field in after.grid_fields]
    tiles = [count for value, count in counts[0].items() if value not in (after.gap, HOLE)]
    return (
        all(count > 1 for count in tiles)
        and all(each == counts[0] for each in counts)
        and (colouring(before), colouring(after)) == (GRADIENT, DISTINCT)
    )


@given(any_board(), st.data())
def test_values_keep_their_colours_when_others_come_and_go(
    board: Board, data: st.DataObject
) -> None:
    for _ in range(3):
        field = data.draw(st.sampled_from(board.grid_fields))
        cell = data.draw(st.sampled_from(list(cells_of(board.grid(field)))))
        value = data.draw(st.integers(0, 40))
        after = keep_colouring(board.with_cell(field, cell, value), board)
        assert keeps_colours(board, after) or becomes_coloured(board, after)
        board = after
    cleared = keep_colouring(EDITS["clear"].apply(board, board.grid_fields[-1]), board)
    assert keeps_colours(board, cleared)


def test_colours_kept_while_editing_are_saved() -> None:
    board = load_preset("graphs-3x3-colours")
    before = frame_colours(board)
    goal = board.grid("goal")
    for value, cell in enumerate([(0, 1), (0, 2), (1, 1), (1, 2)], 4):  # most values differ then
        edited = board.with_cell("goal", cell, value).with_cell("start", cell, value)
        board = keep_colouring(edited, board)
    board = keep_colouring(board.with_fields(start=board.grid("goal")), board)
    assert {value: frame_colours(board)[value] for value in (1, 2, 3)} == before
    assert frame_colours(parse_board(dump_board(board))) == frame_colours(board)
    assert keep_colouring(board.with_fields(start=goal, goal=goal), board).extra == ()


def test_a_filled_board_gets_default_colours() -> None:
    colours, numbers = load_preset("graphs-3x3-colours"), load_preset("mystery-box")
    filled = keep_colouring(EDITS["number"].apply(colours, "goal"), colours)
    assert frame_colours(filled) == frame_colours(numbers)


def test_values_on_small_boards_differ_in_colour() -> None:
    board = load_preset("mystery-box")
    numbers = iter((0, 1, 10, 25, 40, 60, 100, 1000, 2026))
    goal = tuple(tuple(next(numbers) for _ in row) for row in board.grid("goal"))
    other = board.with_fields(start=goal, goal=goal)
    assert len(set(value_colours(other).values())) == 9

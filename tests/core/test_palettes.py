import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, where
from puzzlegui.core.palettes import (
    DEFAULT_PALETTE,
    DISTINCT,
    GRADIENT,
    PALETTES,
    apply_palette,
    colouring,
    keep_colouring,
    merged,
    mix,
    reordered,
    value_names,
    with_colours,
    with_names,
    without_colour,
)
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.render.style import contrast_ratio, text_on
from tests.boards import any_board


def test_one_table() -> None:
    assert next(iter(PALETTES)) == "okabe-ito" == DEFAULT_PALETTE.name
    assert {"greyscale", "high-contrast", "dark"} <= set(PALETTES)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("count", [0, 1, 2, 5, 15])
def test_colours_differ_and_carry_labels(name: str, count: int) -> None:
    colours = PALETTES[name].colours(count)
    assert len(set(colours)) == len(colours) == count
    assert all(contrast_ratio(text_on(colour), colour) >= 4.5 for colour in colours)


def test_the_safe_palette_goes_on() -> None:
    assert len(set(DEFAULT_PALETTE.colours(24))) == 24
    assert PALETTES["greyscale"].colours(3) == ["#F2F2F2", "#8C8C8C", "#262626"]
    assert mix("#000000", "#FF8000", 0.5) == "#804000"


@given(any_board(), st.sampled_from(list(PALETTES)))
def test_a_palette_colours_every_value(board: Board, name: str) -> None:
    after = apply_palette(board, PALETTES[name])
    gap = board.picture().gap
    colours = dict(after.palette)
    assert {value for value in board.values if value != gap} <= set(colours)
    assert set(colours) - set(board.values) == set(dict(board.palette)) - set(board.values)
    assert after.puzzle == board.puzzle
    assert parse_board(dump_board(after)) == after
    assert apply_palette(after, PALETTES[name]) == after


def test_colours_are_changed_one_by_one() -> None:
    board = with_colours(load_preset("mystery-box"), {2: "#00ff00", 1: "#FF0000", 3: "#0000FF"})
    assert board.palette == ((1, "#FF0000"), (2, "#00FF00"), (3, "#0000FF"))
    assert without_colour(board, 2).palette == ((1, "#FF0000"), (3, "#0000FF"))
    assert reordered(dict(board.palette), 3, 0) == {1: "#0000FF", 2: "#FF0000", 3: "#00FF00"}
    assert reordered(dict(board.palette), 1, 1) == {1: "#00FF00", 2: "#FF0000", 3: "#0000FF"}


@given(any_board(), st.integers(0, 4), st.integers(0, 4))
def test_merging_values(board: Board, value: int, into: int) -> None:
    after = merged(with_names(board, {value: "door"}), value, into)
    if value == into:
        assert value_names(after) == {value: "door"}
        return
    assert value not in after.values
    assert value not in dict(after.palette)
    assert value_names(after) == {}
    for field in board.grid_fields:
        before = flatten(board.grid(field))
        now = flatten(after.grid(field))
        assert now == tuple(into if v == value else v for v in before)


NAMES = st.dictionaries(st.integers(-50, 50), st.text(st.characters(codec="utf-8"), max_size=9))


@given(any_board(), NAMES)
def test_names_are_saved_with_the_board(board: Board, names: dict[int, str]) -> None:
    board = board.with_fields(extra=(("notes", "[1]"),))
    after = with_names(board, names)
    wanted = {value: " ".join(name.split()) for value, name in names.items() if name.strip()}
    assert value_names(after) == wanted
    assert parse_board(dump_board(after)) == after
    assert after.puzzle == board.puzzle
    assert with_names(after, dict.fromkeys(names, " ")) == board


def test_problems_and_verdicts_call_values_by_their_names() -> None:
    board = with_names(load_preset("eight-cpp"), {1: "sun", 7: "a moon", 8: "star"})
    start = board.grid("start")
    (one,), (other,) = where(start, 7), where(start, 8)
    unsolvable = board.with_cell("start", one, 8).with_cell("start", other, 7)
    assert "Swap 7 (a moon) and 8 (star)" in unsolvable.verdict().reason
    (sun,) = where(start, 1)
    messages = [problem.message for problem in board.with_cell("start", sun, 2).problems()]
    assert "value 1 (sun) appears once in the goal but not in the start" in messages[0]


@pytest.mark.parametrize("text", ["5", '["red"]', '{"x": "red", "1": 2, "3": ""}', '{"١": "red"}'])
def test_names_not_well_written_are_none(text: str) -> None:
    board = load_preset("mystery-box").with_fields(extra=(("names", text),))
    assert value_names(board) == {}
    assert value_names(with_names(board, {1: "red"})) == {1: "red"}


def test_colouring_becomes_distinct_when_all_values_repeat() -> None:
    board: Board = new_board("rotation", 3, 4, 1)
    assert colouring(board) == GRADIENT
    rows = ((1, 1, 2, 2), (3, 3, 4, 4), (5, 5, 6, 6))
    before = board.with_fields(start=rows, goal=((1, 1, 2, 2), (3, 3, 4, 4), (5, 5, 6, 12)))
    before = before.with_fields(extra=(("colouring", '"gradient"'),))
    after = keep_colouring(before.with_fields(goal=rows), before)
    assert colouring(after) == DISTINCT

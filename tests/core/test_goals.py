"""Goals of new boards: patterns, and letters in two colours."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.goals import columns_for, goal_grid
from puzzlegui.core.pixel_font import CHARACTERS
from tests.boards import grid


def goal(rows: int, columns: int, gap: int | None = None, **parameters: object) -> object:
    return goal_grid(BoardSpec(rows, columns, 3, parameters), gap)


def test_letters_are_drawn_in_two_colours() -> None:
    assert goal(4, 4, word="A") == grid("1 2 2 1/2 1 1 2/2 2 2 2/2 1 1 2")
    assert goal(4, 8, word="hi") == grid(
        "2 1 1 2 1 2 2 2/2 2 2 2 1 1 2 1/2 1 1 2 1 1 2 1/2 1 1 2 1 2 2 2"
    )
    assert goal(6, 5, word="T") == grid(
        "2 2 2 2 2/1 1 2 1 1/1 1 2 1 1/1 1 2 1 1/1 1 2 1 1/1 1 1 1 1"
    )


def test_letters_are_as_large_as_the_board_allows() -> None:
    small, large = goal(4, 4, word="N"), goal(9, 8, word="N")
    assert isinstance(small, tuple)
    assert isinstance(large, tuple)
    assert [row[::2] for row in large[:8:2]] == list(small)
    assert set(large[8]) == {1}


def test_the_gap_is_beside_the_letters() -> None:
    assert goal(4, 4, 0, word="A") == grid("1 2 2 1/2 1 1 2/2 2 2 2/2 1 0 2")


@pytest.mark.parametrize("rows", [4, 5])
def test_no_two_characters_look_alike(rows: int) -> None:
    drawn = {goal(rows, 6, word=character) for character in CHARACTERS}
    assert len(drawn) == len(CHARACTERS) == 36


@pytest.mark.parametrize(("word", "rows", "columns"), [("A", 4, 4), ("HI", 4, 8), ("I", 7, 7)])
def test_a_word_has_room_on_the_columns_it_needs(word: str, rows: int, columns: int) -> None:
    assert columns_for(word, rows) == columns
    goal(rows, columns, word=word)
    if columns > rows:
        with pytest.raises(PuzzleError, match=f"needs at least {rows} rows and {columns} columns"):
            goal(rows, columns - 1, word=word)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"word": ""}, "letters from A to Z"),
        ({"word": "Ä"}, "letters from A to Z"),
        ({"word": "A", "colours": 3}, "a word has two colours"),
        ({"word": "A", "goal": "rings"}, "cannot be combined"),
        ({"goal": "rings", "colours": 1}, "more colours"),
        ({"goal": "symmetric", "colours": 9}, "must be 1 to 4, not 9"),
    ],
)
def test_goals_that_cannot_be(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        goal(4, 4, **parameters)


def test_a_goal_of_a_single_colour_is_refused() -> None:
    with pytest.raises(PuzzleError, match="needs a larger board"):
        goal(2, 5, goal="rings")


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 3), (2, 6)])
@pytest.mark.parametrize("colours", [0, 2, 3])
def test_symmetric_goals_are_their_reflections(rows: int, columns: int, colours: int) -> None:
    found = goal(rows, columns, goal="symmetric", colours=colours)
    assert isinstance(found, tuple)
    assert found == found[::-1] == tuple(row[::-1] for row in found)
    assert len({value for row in found for value in row}) == (colours or 2)


def test_patterns() -> None:
    assert goal(3, 4, goal="rings") == grid("1 1 1 1/1 2 2 1/1 1 1 1")
    assert goal(3, 3, goal="chessboard") == grid("1 2 1/2 1 2/1 2 1")
    assert goal(2, 3, 0, goal="chessboard", colours=3) == grid("1 2 3/2 3 0")

"""Goals of new boards: patterns, letters and words, and lettering in two colours."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.goals import columns_for, goal_grid
from puzzlegui.core.letters import letters_of
from puzzlegui.core.palettes import value_names
from puzzlegui.core.pixel_font import CHARACTERS
from puzzlegui.families.creation import new_board, size_for
from tests.boards import grid


def goal(rows: int, columns: int, gap: int | None = None, **parameters: object) -> object:
    return goal_grid(BoardSpec(rows, columns, 3, parameters), gap)


def test_letters_are_drawn_in_two_colours() -> None:
    assert goal(4, 4, lettering="A") == grid("1 2 2 1/2 1 1 2/2 2 2 2/2 1 1 2")
    assert goal(4, 8, lettering="hi") == grid(
        "2 1 1 2 1 2 2 2/2 2 2 2 1 1 2 1/2 1 1 2 1 1 2 1/2 1 1 2 1 2 2 2"
    )
    assert goal(6, 5, lettering="T") == grid(
        "2 2 2 2 2/1 1 2 1 1/1 1 2 1 1/1 1 2 1 1/1 1 2 1 1/1 1 1 1 1"
    )


def test_letters_are_as_large_as_the_board_allows() -> None:
    small, large = goal(4, 4, lettering="N"), goal(9, 8, lettering="N")
    assert isinstance(small, tuple)
    assert isinstance(large, tuple)
    assert [row[::2] for row in large[:8:2]] == list(small)
    assert set(large[8]) == {1}


def test_the_gap_is_beside_the_letters() -> None:
    assert goal(4, 4, 0, lettering="A") == grid("1 2 2 1/2 1 1 2/2 2 2 2/2 1 0 2")


@pytest.mark.parametrize("rows", [4, 5])
def test_no_two_characters_look_alike(rows: int) -> None:
    drawn = {goal(rows, 6, lettering=character) for character in CHARACTERS}
    assert len(drawn) == len(CHARACTERS) == 36


@pytest.mark.parametrize(("word", "rows", "columns"), [("A", 4, 4), ("HI", 4, 8), ("I", 7, 7)])
def test_a_word_has_room_on_the_columns_it_needs(word: str, rows: int, columns: int) -> None:
    assert columns_for(word, rows) == columns
    goal(rows, columns, lettering=word)
    if columns > rows:
        with pytest.raises(PuzzleError, match=f"needs at least {rows} rows and {columns} columns"):
            goal(rows, columns - 1, lettering=word)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"lettering": ""}, "letters from A to Z"),
        ({"lettering": "Ä"}, "letters from A to Z"),
        ({"lettering": "A", "colours": 3}, "lettering has two colours"),
        ({"lettering": "A", "goal": "rings"}, "cannot be combined"),
        ({"lettering": "A", "word": "PUZZLE"}, "cannot be combined"),
        ({"word": "PUZZLE", "goal": "letters"}, "cannot be combined"),
        ({"word": "PUZZLE", "colours": 2}, "cannot be combined"),
        ({"word": " "}, "no letters"),
        ({"word": "ABCDEFGHIJKLMNOPQ"}, "has 17 letters, but a 4×4 board has 16 tiles"),
        ({"word": "AAAAAAAAAAAAAAAA"}, "two different letters"),
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


def test_word_has_a_tile_for_each_letter() -> None:
    assert goal(3, 3, word="Nocturnes") == grid("1 2 3/4 5 6/1 7 8")
    assert goal(3, 3, 0, word="PUZZLE") == grid("1 2 3/3 4 5/6 6 0")
    assert goal(2, 4, word="A CAR") == grid("1 2 3 1/4 2 2 2")
    assert goal(3, 3, word="Nocturnes", goal="snail") == grid("1 2 3/7 8 4/1 6 5")


def test_goals_leave_holes_out() -> None:
    holes = frozenset({(0, 0), (1, 2)})
    spec = BoardSpec(2, 3, 0, {"goal": "columns"})
    assert goal_grid(spec, holes=holes) == grid("-1 2 4/1 3 -1")
    assert goal_grid(BoardSpec(2, 3, 0, {"goal": "chessboard"}), holes=holes) == grid(
        "-1 2 1/2 1 -1"
    )


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift", "permutation"])
def test_letters_name_the_values_of_new_boards(family: str) -> None:
    board = new_board(family, 3, 3, 1, goal="letters")
    names = value_names(board)
    shown = "".join(names.get(value, "") for row in board.grid("goal") for value in row)
    assert shown == "ABCDEFGHI"[: 9 - (board.gap is not None)]
    word = new_board(family, *size_for(family, None, None, {"word": "straße"}), 1, word="straße")
    names = value_names(word)
    shown = "".join(names.get(value, "") for row in word.grid("goal") for value in row)
    assert shown.rstrip("·") == "STRASSE"
    assert word.verdict().solvable


@pytest.mark.parametrize(
    ("word", "size"),
    [("NOCTURNES", (3, 3)), ("ABRACADABRA", (3, 4)), ("TOPOLOGY", (2, 4)), ("NO", (2, 2))],
)
def test_size_fits_the_word(word: str, size: tuple[int, int]) -> None:
    assert size_for("rotation", None, None, {"word": word}) == size
    assert size_for("rotation", 5, None, {"word": word}) == (5, max(2, -(-len(word) // 5)))


def test_size_fits_the_word_in_a_layout_and_beside_the_gap() -> None:
    given: dict[str, Any] = {"word": "ABCDEFGHIJ", "layout": "rings"}
    rows, columns = size_for("permutation", None, None, given)
    assert new_board("permutation", rows, columns, **given).verdict().solvable
    assert size_for("sliding", None, None, {"word": "TOPOLOGY"}) == (3, 3)


def test_letters_keep_their_marks() -> None:
    assert letters_of("e\u0301 n\u0303") == ["É", "·", "Ñ"]
    assert letters_of("q\u0323a") == ["Q\u0323", "A"]

"""Values of grids: numbers of spreadsheets, hexadecimal digits, letters and words."""

from __future__ import annotations

import pytest

from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.grid_values import ValueGrid, value_grid, word_values
from puzzlegui.documents.word_grids import grids_of
from tests.boards import grid


def values(text: str) -> ValueGrid:
    (found,) = grids_of(text).grids
    return value_grid(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"3","1"\n"2","0"', "3 1/2 0"),
        ("3.0;1.0\n2.0;0.0", "3 1/2 0"),
        ("3,0;1,0\n2,0;0,0", "3 1/2 0"),
        ('"1,000","2,000"\n"12,500","1,000,000"', "1000 2000/12500 1000000"),
        ("+2 −2\n-3 +3", "2 -2/-3 3"),
        ("1 2 3 4\n5 6 7 8\n9 A B C\nD E F 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
        ("1234/5678/9abc/def0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
        ("1 2 3\n4 B 5\n6 7 8", "1 2 3/4 0 5/6 7 8"),
    ],
)
def test_numbers_as_people_write_them(text: str, expected: str) -> None:
    found = values(text)
    assert found.values == grid(expected)
    assert not found.names


@pytest.mark.parametrize(
    ("text", "expected", "names"),
    [
        ("D E A\nB C F", "4 5 1/2 3 6", "A B C D E F"),
        ("ABCDEFGHI", "1 2 3/4 5 6/7 8 9", "A B C D E F G H I"),
        ("a b\nc _", "1 2/3 0", "a b c"),
        ("A B C\nD 0 E\nF G H", "1 2 3/4 0 5/6 7 8", "A B C D E F G H"),
        ("red blue\nblue red", "2 1/1 2", "blue red"),
        ("S T U\nV W X\nP Q R", "4 5 6/7 8 9/1 2 3", "P Q R S T U V W X"),
    ],
)
def test_words_become_named_values_in_the_order_of_the_alphabet(
    text: str, expected: str, names: str
) -> None:
    found = values(text)
    assert found.values == grid(expected)
    assert list(found.names.items()) == list(enumerate(names.split(), 1))


def test_words_take_the_order_of_the_goal() -> None:
    goal = values("red blue\ngreen pink")
    (start,) = grids_of("pink green\nblue red").grids
    assert value_grid(start, word_values(goal)).values == grid("4 3/2 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n5 4.5", "row 2, number 2: '4.5' is not a whole number"),
        ("1 2\n5 nan", "row 2, number 2: 'nan' is not a whole number"),
        ("1 2\n3 ٤", "is not a whole number"),
        ("1 2 3\n4 Q 9\n5 6 7", "row 2, number 2: 'Q' is not a whole number"),
        ("A1 B2\nC3 D4", "'A1' is neither a number nor a name"),
    ],
)
def test_words_without_a_value_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        values(text)
    assert message in str(caught.value)

"""Letters and words that are pasted into the cells of a board."""

from __future__ import annotations

import pytest

from puzzlegui.core.edits import Contents, paste
from puzzlegui.core.palettes import value_names, with_names
from puzzlegui.documents.pasting import contents_for
from puzzlegui.families.creation import solved_board
from tests.boards import grid

WORD = (("N", "O", "C"), ("T", "U", "R"), ("N", "E", "S"))


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("N\tO\tC\nT\tU\tR\nN\tE\tS\n", WORD),
        ("NOC\nTUR\nNES", WORD),
        ("nocturnes", WORD),
        ("N O C T U R N E S", WORD),
        ("New York\tParis\nRome\t4", (("New York", "Paris"), ("Rome", 4))),
        ("A\t\tC", (("A", 0, "C"),)),
        ("red\ngreen\nblue", (("red",), ("green",), ("blue",))),
        ("R", (("R",),)),
        ("1 2\n3 4", ((1, 2), (3, 4))),
        ("+1\t--5", ((1, "--5"),)),
    ],
)
@pytest.mark.parametrize("family", ["rotation", "sliding"])
def test_pasted_text_is_read_as_contents_of_cells(
    text: str, contents: Contents, family: str
) -> None:
    assert contents_for(text, solved_board(family, 3, 3)) == contents


@pytest.mark.parametrize("text", ["R U L D", "please solve this", "A\tB\nC", "preset:disc"])
def test_moves_and_sentences_are_no_contents_of_cells(text: str) -> None:
    assert contents_for(text, solved_board("sliding", 3, 3)) is None


def test_letters_are_no_contents_of_a_maze() -> None:
    assert contents_for("A\tB", solved_board("maze", 3, 3)) is None


def test_new_names_go_to_the_values_of_their_cells() -> None:
    board = paste(solved_board("rotation", 3, 3), "goal", WORD, (0, 0))
    assert board.grid("goal") == grid("1 2 3/4 5 6/1 8 9")
    assert "".join(value_names(board)[v] for row in board.grid("goal") for v in row) == "NOCTURNES"


def test_known_names_are_pasted_as_their_values() -> None:
    board = with_names(solved_board("sliding", 2, 2), {1: "A", 3: "b"})
    pasted = paste(board, "start", (("B", "a"), ("C", 0)), (0, 0))
    assert pasted.grid("start") == grid("3 1/4 0")
    assert value_names(pasted) == {1: "A", 3: "b", 4: "C"}


def test_new_name_takes_no_value_that_was_added_without_a_name() -> None:
    board = solved_board("sliding", 2, 2).with_colour(4, "#0072B2")
    assert value_names(paste(board, "start", (("A", "B"), (0, 1)), (0, 0)))[5] == "A"


def test_names_beyond_the_edge_are_not_kept() -> None:
    board = paste(solved_board("shift", 2, 2), "goal", (("A", "B"), ("C", "D")), (1, 1))
    assert value_names(board) == {4: "A"}

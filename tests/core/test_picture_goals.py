"""Goals that show a picture."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.picture_goals import Pixels, is_picture_file, with_picture_goal
from puzzlegui.core.quantization import Colour
from puzzlegui.families.creation import solved_board
from tests.boards import grid

COLOURS: dict[str, Colour | None] = {
    "w": (255, 255, 255), "r": (200, 0, 0), "b": (0, 0, 255), ".": None, "y": (255, 255, 0),
}  # fmt: skip


def pixels(*rows: str) -> Pixels:
    """The pixels of a board's cells, each a word."""
    return {
        (r, c): [COLOURS[letter] for letter in word]
        for r, row in enumerate(rows)
        for c, word in enumerate(row.split())
    }


def shown(board: Board) -> list[str]:
    """The colours of the goal's cells."""
    palette = dict(board.palette)
    return [" ".join(palette.get(value, str(value)) for value in row) for row in board.grid("goal")]


WHITE, RED, BLUE, YELLOW, BLACK = "#FFFFFF", "#C80000", "#0000FF", "#FFFF00", "#000000"


def test_cells_have_the_colour_of_most_of_their_pixels() -> None:
    plain = solved_board("rotation", 2, 3, turns="clockwise")
    board = with_picture_goal(plain, pixels("www rrw ww.", "bbb wrr w.w"), 3)
    assert shown(board) == [f"{WHITE} {RED} {WHITE}", f"{BLUE} {RED} {WHITE}"]
    assert board.grid("goal") == board.grid("start") == grid("1 2 1/3 2 1")
    assert board.with_fields(start=plain.grid("start")).to_fields()["turns"] == "clockwise"
    few = with_picture_goal(plain, pixels("www rrw www", "bbb wrr www"), 2)
    assert len(set(flatten(few.grid("goal")))) == 2


def test_the_gap_takes_a_cell_of_the_most_frequent_colour() -> None:
    board = with_picture_goal(solved_board("sliding", 2, 3), pixels("b r r", "r r b"), 2)
    assert board.grid("goal") == grid("2 1 1/1 0 2")
    assert shown(board) == [f"{BLUE} {RED} {RED}", f"{RED} 0 {BLUE}"]
    assert not board.problems()


def test_holes_stay() -> None:
    plain = solved_board("permutation", 5, 5, layout="rings")
    holes = [value == HOLE for value in flatten(plain.grid("goal"))]
    assert any(holes)
    board = with_picture_goal(plain, pixels(*["w w w r r"] * 5), 2)
    assert [value == HOLE for value in flatten(board.grid("goal"))] == holes
    assert not board.problems()


@pytest.mark.parametrize(("ink", "ground"), [("b", WHITE), ("y", BLACK), ("w", BLACK)])
def test_transparent_cells_are_told_from_the_others(ink: str, ground: str) -> None:
    row = f"{ink}{ink}. {ink}.. ..."
    board = with_picture_goal(solved_board("shift", 2, 3), pixels(row, row), 2)
    assert board.grid("goal") == grid("2 1 1/2 1 1")
    assert dict(board.palette)[1] == ground


def test_a_transparent_ground_is_one_of_the_colours() -> None:
    board = with_picture_goal(solved_board("shift", 2, 3), pixels("w r .", "b r ."), 3)
    assert len(set(flatten(board.grid("goal")))) == 3
    assert [line.split()[2] for line in shown(board)] == [BLACK] * 2 or len(board.palette) == 3


@pytest.mark.parametrize(
    ("family", "picture", "colours", "message"),
    [
        ("maze", "w r", 2, "a maze board has no tiles"),
        ("shift", "w r", 1, "2 to 9 colours on a board, not 1"),
        ("shift", "w r", 10, "2 to 9 colours on a board, not 10"),
        ("sliding", "w w", 4, "has a single colour"),
        ("shift", ". .", 4, "has a single colour"),
        ("shift", "wwr wrw", 2, "has a single colour"),
    ],
)
def test_what_cannot_be_a_goal(family: str, picture: str, colours: int, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        with_picture_goal(solved_board(family, 2, 2), pixels(picture, picture), colours)


@pytest.mark.parametrize(
    ("name", "content", "is_picture"),
    [
        ("board.puzzle", b"\x89PNG\r\n\x1a\n", True), ("x", b"\xff\xd8\xff\xe0", True),
        ("x", b"GIF89a", True), ("x", b"BM", True), ("x", b"RIFF", True),
        ("x.PNG", b"{}", True), ("x.svg", b"<svg/>", True),
        ("x.puzzle", b'{"format"', False), ("x", b"", False), ("x.txt", b"1 2\n3 4", False),
    ],
)  # fmt: skip
def test_pictures_are_recognized(
    name: str, content: bytes, is_picture: bool, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert is_picture_file(path) == is_picture


def test_what_cannot_be_read_is_judged_by_its_name(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    for name in ("pipe.png", "absent.jpg", "a\0b.gif"):
        assert is_picture_file(tmp_path / name)
    assert not is_picture_file(Path("preset:mystery-box"))
    assert not is_picture_file(tmp_path)

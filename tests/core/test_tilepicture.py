"""Images in board files; invalid values of the key are preserved and ignored."""

from __future__ import annotations

import json

import pytest

from puzzlegui.core.tilepicture import MAX_BYTES, PICTURE, with_picture
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import load_preset

PNG = b"\x89PNG\r\n\x1a\n and so on"


@pytest.mark.parametrize("preset", ["mystery-box", "eight-cpp", "graphs-3x3-colours"])
def test_it_is_cut_for_the_goal_and_kept_in_the_file(preset: str) -> None:
    board = load_preset(preset)
    assert board.picture().mosaic is None
    pictured = with_picture(board, PNG)
    assert pictured.puzzle == board.puzzle
    assert PICTURE in dict(pictured.extra)
    mosaic = pictured.picture().mosaic
    assert mosaic is not None
    assert mosaic.data == PNG
    homes = dict(mosaic.homes)
    goal = board.grid("goal")
    assert all(goal[r][c] == value for value, (r, c) in homes.items())
    assert set(homes) == set(board.values)
    assert parse_board(dump_board(pictured)) == pictured
    assert with_picture(pictured, b"") == board


@pytest.mark.parametrize("value", [7, "x", "data:image/png;base64,????", "data:image/png;base64,"])
def test_what_is_no_picture_is_passed_over(value: object) -> None:
    board = load_preset("mystery-box").with_fields(extra=((PICTURE, json.dumps(value)),))
    assert board.picture().mosaic is None
    assert parse_board(dump_board(board)) == board


def test_what_cannot_be_put_on_tiles() -> None:
    board = load_preset("mystery-box")
    for data in (b"GIF89a", PNG + bytes(MAX_BYTES)):
        with pytest.raises(ValueError, match="a picture must be a PNG or JPEG"):
            with_picture(board, data)

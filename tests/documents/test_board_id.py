import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents import board_id
from puzzlegui.documents.board_id import PREFIX, is_board_id, read_id, write_id
from puzzlegui.documents.loading import load, load_board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import RotationBoard
from tests.boards import any_board, largest_board, pasted
from tests.effort import examples

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LOOKALIKES = {"O": "0", "I": "1", "B": "8"}
MYSTERY_BOX = "pg1:WNK64SGDV4NDSH6CWWMAHQ6GCSOOMTEAXYCXSEYYZYMO5QAMSZNAA"
"""An ID that was once given out, and must always be read."""


@given(any_board())
def test_round_trip(board: Board) -> None:
    text = write_id(board)
    assert text.startswith(PREFIX)
    assert set(text.removeprefix(PREFIX)) <= set(ALPHABET)
    assert read_id(text) == board.puzzle
    assert pasted(text) == board.puzzle
    assert write_id(read_id(text)) == text


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    board = load_preset(name)
    assert read_id(write_id(board)) == board.puzzle


def test_an_id_stays_readable() -> None:
    assert read_id(MYSTERY_BOX) == load_preset("mystery-box").puzzle


def test_nothing_but_the_puzzle_is_encoded() -> None:
    board = load_preset("mystery-box")
    assert write_id(board.with_fields(title="Another title")) == write_id(board.puzzle)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_largest_boards_have_ids(family: str) -> None:
    board = largest_board(family)
    text = write_id(board)
    assert len(text) < 7000
    assert read_id(text) == board.puzzle


@given(any_board(), st.data())
@examples(200)
def test_chat_and_print_do_no_harm(board: Board, data: st.DataObject) -> None:
    text = write_id(board)
    letters = []
    for letter in text.removeprefix(PREFIX):
        letters.append(LOOKALIKES.get(letter, letter) if data.draw(st.booleans()) else letter)
        letters.append(data.draw(st.sampled_from(["", "", "", " ", "\n", "-", "\u00ad", "\t"])))
    damaged = data.draw(st.sampled_from(["pg1:", "PG1:", "Pg1: "])) + "".join(letters)
    if data.draw(st.booleans()):
        damaged = damaged.lower()
    assert read_id(damaged) == board.puzzle


@given(any_board(), st.data())
@examples(200)
def test_a_wrong_letter_is_refused(board: Board, data: st.DataObject) -> None:
    text = write_id(board)
    place = data.draw(st.integers(len(PREFIX), len(text) - 1))
    wrong = data.draw(st.sampled_from(ALPHABET.replace(text[place], "")))
    with pytest.raises(PuzzleError, match="wrong letter"):
        read_id(text[:place] + wrong + text[place + 1 :])


@pytest.mark.parametrize("place", range(len(PREFIX), len(MYSTERY_BOX)))
def test_every_wrong_letter_is_refused(place: int) -> None:
    before, after = MYSTERY_BOX[:place], MYSTERY_BOX[place + 1 :]
    for damage in ["", *ALPHABET.replace(MYSTERY_BOX[place], ""), MYSTERY_BOX[place] * 2, "9", "ß"]:
        with pytest.raises(PuzzleError, match="wrong letter"):
            read_id(before + damage + after)
    if place > len(PREFIX):
        with pytest.raises(PuzzleError, match="incomplete"):
            read_id(before)


def _encoded(content: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=board_id.DICTIONARY)
    packed = packer.compress(content) + packer.flush()
    data = zlib.crc32(packed).to_bytes(4, "big") + packed
    return PREFIX + base64.b32encode(data).decode().rstrip("=")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pg2:ABCD", "newer program"),
        ("pg1:", "incomplete"),
        ("pg1:" + "A" * (1 << 16), "too long"),
        ("abc", "begin with pg1:"),
        (_encoded(b"{"), "invalid"),
        (_encoded(b"[]"), "incomplete"),
        (_encoded(b"\xff"), "incomplete"),
        (_encoded(b'{"family":"chess"}'), "invalid"),
        (_encoded(b" " * (16 << 20)), "incomplete"),
        (_encoded(json.dumps({"family": "rotation", "start": [[1]]})[:-1].encode()), "invalid"),
    ],
)
def test_what_is_no_id(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        read_id(text)


def test_a_board_with_problems_has_no_id() -> None:
    board = RotationBoard(rows_of((1, 2, 3, 4), 2), rows_of((1, 2, 3, 5), 2))
    with pytest.raises(PuzzleError, match="problems"):
        write_id(board)


@pytest.mark.parametrize("text", [MYSTERY_BOX, MYSTERY_BOX.upper(), " pg1 : abc", "pg99:x"])
def test_ids_are_recognised(text: str) -> None:
    assert is_board_id(text)


@pytest.mark.parametrize("text", ["", "pg1", "page:1", "pg:1", "puzzlegui1:abc", "apg1:"])
def test_other_texts_are_not_ids(text: str) -> None:
    assert not is_board_id(text)


def test_an_id_serves_as_a_file() -> None:
    board = load_preset("mystery-box").puzzle
    bare = MYSTERY_BOX.removeprefix(PREFIX)
    for source in (MYSTERY_BOX, f"id:{MYSTERY_BOX}", f"id:{bare}"):
        assert load_board(source) == board
        assert load(source).path is None
    with pytest.raises(PuzzleError, match="wrong letter"):
        load_board(MYSTERY_BOX + "A")

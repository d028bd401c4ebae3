import base64
import dataclasses
import json
import zlib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.loading import read
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.documents.reading import cells_for
from puzzlegui.documents.text_formats import (
    MAX_SHARE,
    MAX_TEXT,
    TEXT_FORMATS,
    WRITTEN_FORMATS,
    formats_of_family,
)
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.family import BoardReader
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import CLOCKWISE, RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import SMALL, any_board, grid, pasted
from tests.effort import examples

BOARD_FORMS = [form for form in TEXT_FORMATS.values() if form.write_board]
GRID_FORMS = [form for form in TEXT_FORMATS.values() if form.write_grid]

grids = st.integers(1, 6).flatmap(
    lambda columns: st.lists(
        st.tuples(*[st.integers(-(10**15), 10**15)] * columns), min_size=1, max_size=6
    ).map(tuple)
)


def test_one_table() -> None:
    for name, form in TEXT_FORMATS.items():
        assert form.name == name
        assert not (form.write_board and (form.is_grid or form.write_grid))
        assert set(form.families) <= set(FAMILIES)


def test_family_reader_becomes_a_text_format() -> None:
    board = next(iter(SMALL.values()))
    reader = BoardReader("crates", "List of crates", lambda text: text[0] == "@", lambda _: board)
    family = dataclasses.replace(FAMILIES["sliding"], readers=(reader,))
    (form,) = formats_of_family(family)
    assert (form.name, form.title, form.families) == ("crates", "List of crates", ("sliding",))
    assert form.recognises("@ 1 2")
    assert not form.recognises("1 2")
    assert form.read("@ 1 2") == board
    assert not form.is_grid
    assert form.write_board is None


@given(any_board(), st.sampled_from(["share", "json"]))
def test_boards_round_trip(board: Board, name: str) -> None:
    form = TEXT_FORMATS[name]
    assert form.write_board is not None
    text = form.write_board(board)
    assert form.read(text) == board
    assert read(f"\ufeff \t{text}\r\n\n", "x").content == board


@given(grids)
def test_grids_round_trip(values: Grid) -> None:
    for form in GRID_FORMS:
        assert form.write_grid is not None
        assert form.read(form.write_grid(values)) == values
        if min(len(values), len(values[0])) > 1:
            assert pasted(form.write_grid(values)) == values


@given(any_board(), st.sampled_from(sorted(WRITTEN_FORMATS)))
def test_copied_text_is_pasted_as_the_same_board_or_cells(board: Board, name: str) -> None:
    form = WRITTEN_FORMATS[name]
    assume(board.family in form.families)
    cells = board.grid(board.grid_fields[0])
    try:
        text = form.write_grid(cells) if form.write_grid else form.write_board(board)  # type: ignore[misc]
    except PuzzleError:
        return
    if form.write_grid:
        assert cells_for(text, board) == cells
    else:
        assert cells_for(text, board) is None
        pasted = read(text, "x").valid_board()
        assert pasted.grid(pasted.grid_fields[0]) == cells


@given(any_board())
def test_a_game_id_is_of_the_same_start(board: Board) -> None:
    form = TEXT_FORMATS["game-id"]
    assert form.write_board is not None
    try:
        text = form.write_board(board)
    except PuzzleError:
        return
    assert pasted(text) == board.puzzle


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_shared_in_one_short_line(name: str) -> None:
    form = TEXT_FORMATS["share"]
    assert form.write_board is not None
    text = form.write_board(load_preset(name))
    assert text.startswith("puzzlegui1:")
    assert text.isascii()
    assert len(text.split()) == 1
    assert len(text) < 6000
    wrapped = "\n".join(text[i : i + 70] for i in range(0, len(text), 70))
    assert pasted(wrapped) == load_preset(name)


# --- grids as people write them ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 2 3\n4 5 6", "1 2 3/4 5 6"),
        ("  1  2\r\n\r\n 3  4 \r\n", "1 2/3 4"),
        ("\t2\n3\t4\n", "0 2/3 4"),
        ("1\t\n3\t4\n", "1 0/3 4"),
        ("1,2\n3,4", "1 2/3 4"),
        ("1;2\n3;", "1 2/3 0"),
        ('"1", "2"\n"3", "4"\n', "1 2/3 4"),
        ("+2 −2\n-3 +3", "2 -2/-3 3"),
        ("[[1, 2], [3, 4]]", "1 2/3 4"),
        ("7", "7"),
    ],
)
def test_bare_grids(text: str, expected: str) -> None:
    assert pasted(text) == grid(expected)


def test_one_line_is_all_rows_of_the_board() -> None:
    board = new_board("rotation", 2, 3, 1)
    assert pasted("1,2,3,4,5,6", board) == grid("1 2 3/4 5 6")
    assert pasted("1 2 3 4 5 6", board) == grid("1 2 3/4 5 6")
    assert pasted("1 2 3 4 5 6") == grid("1 2 3 4 5 6")


# --- game IDs ---


@pytest.mark.parametrize(
    "text",
    [
        "3x3n2:3,7,2,6,5,1,8,4,9",
        "3n2:3,7,2,6,5,1,8,4,9",
        "3x3n2m40: 3,7,2,6,5,1,\n8,4,9",
        "twiddle:3x3n2:3,7,2,6,5,1,8,4,9",
        "https://www.chiark.greenend.org.uk/puzzles/js/twiddle.html#3x3n2:3,7,2,6,5,1,8,4,9",
    ],
)
def test_twiddle(text: str) -> None:
    assert pasted(text) == RotationBoard(grid("3 7 2/6 5 1/8 4 9"), grid("1 2 3/4 5 6/7 8 9"))


def test_game_ids_of_boards() -> None:
    write = TEXT_FORMATS["game-id"].write_board
    assert write is not None
    rows_only = "3x2n2r:2,1,1,2,2,1"
    board = pasted(rows_only)
    assert board == RotationBoard(grid("2 1 1/2 2 1"), grid("1 1 1/2 2 2"))
    assert write(RotationBoard(grid("2 1 1/2 2 1"), grid("1 1 1/2 2 2"))) == rows_only
    fifteen = "4x4:8,11,3,6,14,13,4,2,0,9,12,10,5,1,7,15"
    board = pasted(fifteen)
    assert isinstance(board, SlidingBoard)
    assert write(board) == fifteen
    assert write(solved_board("sliding", 2, 3)) == "3x2:1,2,3,4,5,0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3n2o:9u8u7u6u5u4u3u2u1u", "an orientable Twiddle"),
        ("3x3n2ro:9u8u7u6u5u4u3u2u1u", "an orientable Twiddle"),
        ("2x2n3:1,2,3,4", "blocks of 3×3 cells do not fit on a board of 2×2"),
        ("3x3n1:1,2,3,4,5,6,7,8,9", "blocks of 1×1 cells do not fit"),
        ("3x3n2#1234567", "a random seed"),
        ("3x3n2:1,2,3", "needs 9 numbers"),
        ("2x2n2:1,2,3,x", "has 'x' in place of a number"),
        ("2x2n2:1,2,3,4,5", "needs 4 numbers"),
        ("fifteen:4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", "each number from 0 to 15 once"),
        ("2x2q5:1,2,3,4", "belongs to another game"),
        ("31x2n2:1", "2 rows and 31 columns"),
        ("999999999x999999999n2:1,2", "both must be 2 to 30"),
        ("2x2n2:1,2,3,٤", "in place of a number"),
    ],
)
def test_game_ids_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        pasted(text)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (RotationBoard(grid("1 2/3 4"), grid("1 2/3 4"), CLOCKWISE), "both directions"),
        (RotationBoard(grid("1 2/3 4"), grid("4 2/3 1")), "numbers in order"),
        (RotationBoard(grid("1 2/3 5"), grid("1 2/3 4")), "with problems"),
        (RotationBoard(grid("1 2/3 1000000000"), grid("1 2/3 1000000000")), "numbers up to"),
        (SlidingBoard(grid("1 2/3 0"), grid("0 2/3 1")), "the gap last"),
        (SMALL["maze 5x5"], "only Twiddle"),
    ],
)
def test_boards_without_a_game_id(board: Board, message: str) -> None:
    write = TEXT_FORMATS["game-id"].write_board
    assert write is not None
    with pytest.raises(PuzzleError, match=message):
        write(board)


# --- texts that are no board ---


def share(data: bytes) -> str:
    return "puzzlegui1:" + base64.urlsafe_b64encode(zlib.compress(data)).decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no text to read"),
        (" \n\t ", "no text to read"),
        ("hello", "this text is not a board. Use rows of numbers"),
        ("1 2\n4 y", "row 2, number 2: 'y' is not a whole number"),
        ("1 2\n3 nan", "'nan' is not a whole number"),
        ("1 2\n3 ٤", "is not a whole number"),
        ("1 2\n3 4.5", "'4.5' is not a whole number"),
        ("1 2\n3 1e400", "'1e400' is not"),
        ("1 2\n3 " + "9" * 2000, "9999…' is not a whole number"),
        ("1 2\n3", "a row of 2 numbers, then a row of 1 (line 2)"),
        ("1 " * 31, "no board has so many cells"),
        ("1 2\n" * 31, "this is too large"),
        ("1," * 31, "no board has so many cells"),
        ('1,"2', "this is not CSV"),
        ('1,"' + "2" * 200_000 + '"', "this is not CSV"),
        ("1," * MAX_TEXT, "longer than 16 MiB"),
        ("[[1, 2, 3], [4]]", "a row of 3 numbers, then a row of 1 (line 1)"),
        ("[[1, 2], [3, NaN]]", "'NaN' is not a whole number"),
        ("[[1, 2], [3, true]]", "'true' is not a whole number"),
        ("[[1, 2], [3, 4]", "[ in line 1 is never closed"),
        ("[]", "not a board"),
        ("[" * 100_000, "not a board"),
        ("{", "is damaged or incomplete"),
        ('{"format": "other"}', "format should be"),
        ("puzzlegui2:abc", "from a newer program"),
        ("puzzlegui1:", "incomplete"),
        ("puzzlegui1:a", "damaged"),
        ("puzzlegui1:äöü", "invalid characters"),
        ("puzzlegui1:AAAA", "damaged"),
        ("puzzlegui1:" + "A" * MAX_SHARE, "too long for a board"),
        (share(b"\xff\xfe"), "damaged"),
        (share(b" " * 50_000_000), "holds too much"),
        (share(b"{}"), "line 1, column 1: the key 'format' is missing"),
        (share(b"[]"), "should hold an object"),
    ],
)
def test_texts_that_are_refused_at_once(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        pasted(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


@given(any_board(3), st.data())
def test_a_damaged_share_text_never_gives_another_board(board: Board, data: st.DataObject) -> None:
    write = TEXT_FORMATS["share"].write_board
    assert write is not None
    text = write(board)
    at = data.draw(st.integers(len("puzzlegui1:"), len(text) - 1))
    other = data.draw(st.sampled_from(["", "A", "_", "zz"]))
    try:
        found = pasted(text[:at] + other + text[at + 1 :])
    except PuzzleError:
        return
    assert found == board


@given(st.text(max_size=60) | st.text("0123456789 ,;\t\n\"-x:n[]{}.'", max_size=60))
@examples(300)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = pasted(text, SMALL["maze 5x5"])
    except PuzzleError as error:
        assert str(error)
        return
    assert isinstance(found, Board) or len({len(row) for row in found}) == 1


def test_a_board_with_problems_is_refused_with_all_of_them() -> None:
    board = SlidingBoard(grid("1 2/3 3"), grid("1 2/3 0"), title="x")
    for name in ("share", "json"):
        write = TEXT_FORMATS[name].write_board
        assert write is not None
        with pytest.raises(BoardFileError) as caught:
            pasted(write(board))
        assert len(caught.value.problems) == len(board.problems()) > 0


def test_a_solution_is_read_as_its_board() -> None:
    board = load_preset("mystery-box")
    assert pasted(dump_solution(Solution(board, "bfs", Status.LIMIT))) == board


def test_what_is_too_much_to_be_shared() -> None:
    write = TEXT_FORMATS["share"].write_board
    assert write is not None
    notes = json.dumps("".join(map(chr, range(32, 50_000))), ensure_ascii=False)
    with pytest.raises(PuzzleError, match="save it as a file"):
        write(load_preset("mystery-box").with_fields(extra=(("notes", notes),)))
    assert dump_board(load_preset("grid-30x30"))

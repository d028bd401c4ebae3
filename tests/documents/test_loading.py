"""Loading from files, standard input and presets, with the same limits."""

import io
import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.boardfile import (
    BOARD_FORMAT,
    MAX_BYTES,
    SOLUTION_FORMAT,
    Loaded,
    dump_board,
    dump_solution,
)
from puzzlegui.documents.loading import load, load_board, load_document, replay_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.verification import read_move_lists
from puzzlegui.engine.run import solve
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import RotationBoard
from tests.boards import pasted

BOARD = load_preset("mystery-box")


def test_every_source_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    stream = io.TextIOWrapper(io.BytesIO(path.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    found = [load("preset:mystery-box"), load("-"), load(path), load(str(path))]
    assert [loaded.valid_content() for loaded in found] == [BOARD] * 4
    assert [loaded.path for loaded in found] == [None, None, path, path]
    assert load_board(path) == load_document(path) == BOARD


def test_a_path_is_a_file_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("-x", "preset:mystery-box"):
        Path(name).write_text(dump_board(BOARD.with_fields(title=name)), encoding="utf-8")
        assert load(Path(name)).valid_board().title == name


def test_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for source, message in (
        (tmp_path / "none", "cannot be read: No such file"),
        (tmp_path, "cannot be read"),
        ("a\0b", "cannot be read"),
        ("-", "standard input: cannot be read: it is closed"),
    ):
        with pytest.raises(BoardFileError, match=message):
            load(source).valid_content()
        assert not load(source).fixable
    with pytest.raises(PuzzleError, match="there is no preset 'x'"):
        load("preset:x")


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("7 6 5\n8 4 9\n3 2 1\n", "rotation"),
        ("\ufeff4,1,2\r\n5,8,7\r\n0,6,3\r\n", "sliding"),
        ("[[2, -2], [1, 0]]", "maze"),
        ("3x3n2:3,7,2,6,5,1,8,4,9", "rotation"),
    ],
)
def test_a_text_is_read_as_when_pasted(tmp_path: Path, text: str, family: str) -> None:
    path = tmp_path / "grid.txt"
    path.write_text(text, encoding="utf-8", newline="")
    loaded = load(path)
    board = loaded.valid_board()
    assert (board.family, board.title) == (family, "grid")
    assert loaded.path is None  # saving would replace the text
    found = pasted(text)
    assert found in (board.with_fields(title=""), board.grid(board.grid_fields[0]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"# Shopping\nmilk\n", "this text is not a board. "),
        (b"", "there is no text to read"),
        (b"1 2\n3 4.5\n", "row 2, number 2: '4.5' is not a whole number"),
        (b"1 2 3\n", "3 values in line 1: no board has so many cells"),
        (b"[[1, 2],\n [3, 4}]", "} in line 2 closes no bracket"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is not a text file. Supported: "),
        (b"\xff\xfe1", "its mark says UTF-16, but it is not"),
        (b"1 2\n3 \xe9", "line 2, column 3: this character is not UTF-8. Save the file as UTF-8"),
    ],
)
def test_what_is_no_board_is_refused_in_plain_words(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(content)
    assert message in load(path).message


def test_numbers_that_are_no_sound_board_can_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "gaps.txt"
    path.write_text("0 -1\n0 99", encoding="utf-8")
    loaded = load(path)
    assert loaded.fixable == bool(loaded.problems)
    assert loaded.content is not None


def long_solution() -> Solution:
    moves = BOARD.parse_moves(" ".join(["A1"] * 4 * 60_000))
    return Solution(BOARD, "x", Status.SOLVED, moves + solve(BOARD).moves)


def test_the_limit_is_that_of_the_format(tmp_path: Path) -> None:
    """A solution may be larger than a board, from wherever it comes."""
    path = tmp_path / "long.json"
    path.write_text(dump_solution(long_solution()), encoding="utf-8")
    assert path.stat().st_size > MAX_BYTES[BOARD_FORMAT]
    assert load(path).valid_content() == long_solution()

    for title in ("x", SOLUTION_FORMAT):  # which does not make it a solution
        notes = json.dumps({"notes": "x" * MAX_BYTES[BOARD_FORMAT]})
        board = BOARD.with_fields(title=title, extra=(("notes", notes),))
        path.write_text(dump_board(board), encoding="utf-8")
        loaded = load(path)
        assert loaded.content is None
        assert loaded.message.endswith("is larger than 1 MiB, too large for a board")

    with path.open("wb") as file:
        file.truncate(MAX_BYTES[SOLUTION_FORMAT] + 1)
    assert "is larger than 64 MiB, too large for a board or a solution" in load(path).message


@pytest.mark.parametrize("inner", [False, True])
def test_an_unknown_family_is_refused_with_its_place(tmp_path: Path, inner: bool) -> None:
    board = '{"format": "puzzlegui/board", "version": 1,\n "family": "cube"}'
    solution = f'{{"format": "puzzlegui/solution", "version": 1, "board":\n{board}, '
    solution += '"status": "limit", "moves": []}'
    path = tmp_path / "x.puzzle"
    path.write_text(solution if inner else board, encoding="utf-8")
    (problem,) = load(path).problems
    assert (problem.line, problem.column) == (3 if inner else 2, 12)
    assert all(json.dumps(family) in problem.message for family in FAMILIES)
    assert '"cube"' in problem.message


def test_a_board_that_can_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "x.puzzle"
    unsound = BOARD.with_cell("start", (0, 0), 77)
    path.write_text(dump_board(unsound), encoding="utf-8")
    loaded = load(path)
    assert (loaded.content, loaded.fixable, loaded.path) == (unsound, True, path)
    assert [problem.line for problem in loaded.problems] == [15, 8]
    with pytest.raises(BoardFileError) as caught:
        loaded.valid_content()
    assert str(caught.value) == loaded.message
    # What is wrong with the file cannot be mended in the window.
    path.write_text(dump_board(unsound).replace('"Mystery Box"', "5"), encoding="utf-8")
    assert (load(path).content, load(path).fixable) == (None, False)


def test_moves_are_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[object] = []
    play = RotationBoard.play_all

    def noted(board: Any, moves: Sequence[Any], position: Any = None) -> Any:
        played.extend(moves)
        return play(board, moves, position)

    solution = solve(BOARD)
    solution = replace(solution, solutions=(solution.moves,), count=1)
    monkeypatch.setattr(RotationBoard, "play_all", noted)
    once = replay_solution(Loaded("x", solution))
    assert replay_solution(once) is once
    assert played == list(solution.moves)
    assert once.lazy_replay is not None
    assert BOARD.is_solved(once.lazy_replay[10])
    assert isinstance(once.content, Solution)
    assert not once.content.optimal  # which the file said, and nobody proved here
    wrong = replay_solution(Loaded("x", replace(solution, moves=solution.moves[:-1])))
    assert "the goal is not reached" in wrong.move_error == wrong.message


def test_a_solution_written_for_the_gap_is_recognised() -> None:
    board = load_preset("eight-cpp")
    solution = solve(board)
    other = tuple("".join(solution.moves).translate(str.maketrans("UDLR", "DURL")))
    found = replay_solution(
        Loaded("x", replace(solution, moves=other, solutions=(other,), count=1))
    )
    assert isinstance(found.content, Solution)
    assert (found.move_error, found.content.moves) == ("", solution.moves)
    assert found.content.solutions == (solution.moves,)
    assert found.content.note.endswith("Read as moves of the gap.")
    assert found.lazy_replay is not None
    assert board.is_solved(found.lazy_replay[16])


def test_what_is_read_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "x.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    with caplog.at_level(logging.DEBUG, "puzzlegui"):
        load(path)
    assert f"{path}: " in caplog.text


PRIVATE = "hunter2-Ab9xQ7zL0pRtW3vK"
OTHER_FILES = {
    "key": f"-----BEGIN PRIVATE KEY-----\n{PRIVATE}\n-----END PRIVATE KEY-----\n",
    "token": f"{PRIVATE}\n",
    "digits": f"1{PRIVATE}\n",
    "rows": f"1 {PRIVATE}\n",
    "table": f'1,"{PRIVATE}"\n',
    "passwords": f"root:{PRIVATE}:19000:0:99999:7:::\n",
    "game": f"3x3:{PRIVATE},2\n",
    "settings": f'{{"password": "{PRIVATE}"}}',
    "list": f'["{PRIVATE}"]',
    "format": f'{{"format": "{PRIVATE}"}}',
    "moves": f"step,move,segment\n{PRIVATE},A1,x\n",
}


def parsed_moves(text: str) -> list[Any]:
    return [moves.parse(BOARD) for moves in read_move_lists(text, "x")]


@pytest.mark.parametrize("name", OTHER_FILES)
def test_messages_of_other_files_keep_secrets(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(OTHER_FILES[name], encoding="utf-8")
    with pytest.raises(PuzzleError) as error:
        parsed_moves(OTHER_FILES[name])
    for message in (load(path).message, str(error.value)):
        assert message
        parts = (PRIVATE[at : at + 8] for at in range(len(PRIVATE) - 7))
        assert not any(part in message for part in parts), message

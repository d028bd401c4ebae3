"""The one way in: files, standard input and presets, with one set of limits."""

import io
import json
import logging
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.solution import Replay, Replayer, Solution, Status
from puzzlegui.documents.boardfile import (
    BOARD_FORMAT,
    MOST_BYTES,
    SOLUTION_FORMAT,
    Loaded,
    dump_board,
    dump_solution,
)
from puzzlegui.documents.loading import load, load_board, load_document, replayed
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.registry import FAMILIES

BOARD = load_preset("mystery-box")


def test_every_source_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    stream = io.TextIOWrapper(io.BytesIO(path.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    found = [load("preset:mystery-box"), load("-"), load(path), load(str(path))]
    assert [loaded.sound() for loaded in found] == [BOARD] * 4
    assert [loaded.path for loaded in found] == [None, None, path, path]
    assert load_board(path) == load_document(path) == BOARD


def test_a_path_is_a_file_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("-x", "preset:mystery-box"):
        Path(name).write_text(dump_board(BOARD.changed(title=name)), encoding="utf-8")
        assert load(Path(name)).sound_board().title == name


def test_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for source, message in (
        (tmp_path / "none", "cannot be read: No such file"),
        (tmp_path, "cannot be read"),
        ("a\0b", "cannot be read"),
        ("-", "standard input: cannot be read: it is closed"),
    ):
        with pytest.raises(BoardFileError, match=message):
            load(source).sound()
        assert not load(source).mendable
    with pytest.raises(PuzzleError, match="there is no preset 'x'"):
        load("preset:x")


def long_solution() -> Solution:
    moves = BOARD.parse_moves(" ".join(["A1"] * 4 * 60_000))
    return Solution(BOARD, "x", Status.SOLVED, moves + solve(BOARD).moves)


def test_the_limit_is_that_of_the_format(tmp_path: Path) -> None:
    """A solution may be larger than a board, from wherever it comes."""
    path = tmp_path / "long.json"
    path.write_text(dump_solution(long_solution()), encoding="utf-8")
    assert path.stat().st_size > MOST_BYTES[BOARD_FORMAT]
    assert load(path).sound() == long_solution()

    for title in ("x", SOLUTION_FORMAT):  # which does not make it a solution
        notes = json.dumps({"notes": "x" * MOST_BYTES[BOARD_FORMAT]})
        board = BOARD.changed(title=title, extra=(("notes", notes),))
        path.write_text(dump_board(board), encoding="utf-8")
        loaded = load(path)
        assert loaded.content is None
        assert loaded.message.endswith("is larger than 1 MiB, so it is no board")

    with path.open("wb") as file:
        file.truncate(MOST_BYTES[SOLUTION_FORMAT] + 1)
    assert "is larger than 64 MiB, so it is neither board nor solution" in load(path).message


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
    assert (loaded.content, loaded.mendable, loaded.path) == (unsound, True, path)
    assert [problem.line for problem in loaded.problems] == [15, 8]
    with pytest.raises(BoardFileError) as caught:
        loaded.sound()
    assert str(caught.value) == loaded.message
    # What is wrong with the file cannot be mended in the window.
    path.write_text(dump_board(unsound).replace('"Mystery Box"', "5"), encoding="utf-8")
    assert (load(path).content, load(path).mendable) == (None, False)


def test_moves_are_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lists: list[object] = []
    play = Replayer.replay

    def noted(self: Replayer, moves: tuple[object, ...]) -> Replay:
        lists.append(moves)
        return play(self, moves)

    solution = solve(BOARD)
    monkeypatch.setattr(Replayer, "replay", noted)
    once = replayed(Loaded("x", solution))
    assert replayed(once) is once
    assert lists == [solution.moves]
    assert isinstance(once.content, Solution)
    assert not once.content.optimal  # which the file said, and nobody proved here
    wrong = replayed(Loaded("x", replace(solution, moves=solution.moves[:-1])))
    assert "the goal is not reached" in wrong.fault == wrong.message


def test_what_is_read_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "x.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    with caplog.at_level(logging.DEBUG, "puzzlegui"):
        load(path)
    assert f"{path}: " in caplog.text

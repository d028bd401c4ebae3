"""``puzzlegui play``: its arguments, and what it opens."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzlegui import cli
from puzzlegui.cli import kiosk, play
from puzzlegui.core.board import Board
from puzzlegui.core.solution_lock import opens
from puzzlegui.documents.boardfile import Loaded, dump_board, dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.kiosk.kiosk_file import KioskFile
from puzzlegui.gui.play.options import PlayOptions
from tests.cli.conftest import Run

BOARD = load_preset("mystery-box")


class Opened:
    """Record of the windows that would have opened."""

    boards: list[Board]
    loaded: Loaded
    options: PlayOptions

    def kiosk(self, file: KioskFile, on_solved: tuple[str, ...]) -> int:
        shown = file.read()
        self.boards, self.options = list(shown.boards), replace(shown.options, command=on_solved)
        file.remove()
        return 0

    def window(self, loaded: Loaded, _folders: object, begin: Any) -> int:
        self.loaded = loaded
        begin(self)
        return 0

    def play(self, options: PlayOptions) -> None:
        self.options = options


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    opened = Opened()
    monkeypatch.setattr(kiosk, "watch_kiosk", opened.kiosk)
    monkeypatch.setattr(play, "open_window", opened.window)
    return opened


def test_the_window(run: Run, opened: Opened, tmp_path: Path) -> None:
    answer = run("play", "preset:mystery-box", "--folders", tmp_path)
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert opened.loaded.content == BOARD
    assert opened.options == PlayOptions()
    command = f"'{sys.executable}' -c 'a b' \"$HOME\" x\\ y ; # z"
    arguments = ("--time", "02:30", "--message", "Open it", "--on-solved", command)
    assert run("play", "preset:mystery-box", *arguments, "--folders", tmp_path).status == 0
    split = (sys.executable, "-c", "a b", "$HOME", "x y", ";", "#", "z")
    assert opened.options == PlayOptions("Open it", 150, split)


def test_the_kiosk(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "board.puzzle"
    path.write_text(dump_board(BOARD), encoding="utf-8")
    arguments = ("--kiosk", "--idle", "5", "--exit-key", "alt+CTRL+x", "--folders", tmp_path)
    assert run("play", path, *arguments).status == 0
    assert opened.boards == [BOARD]
    assert opened.options == PlayOptions(idle=5, exit_key="Alt+Ctrl+X")
    assert run("play", path, "--kiosk", "--folders", tmp_path).status == 0
    assert opened.options == PlayOptions()


def test_a_solution_is_played_without_its_moves(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    path.write_text(dump_solution(solve(BOARD)), encoding="utf-8")
    assert run("play", path, "--folders", tmp_path).status == 0
    assert opened.loaded.content == BOARD
    assert opened.loaded.path is None  # saving must not replace the solution
    assert run("play", path, "--kiosk", "--folders", tmp_path).status == 0
    assert opened.boards == [BOARD]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--time", "5"], "must be minutes and seconds, as in 05:00, not '5'"),
        (["--time", "0:60"], "must be minutes and seconds, as in 05:00, not '0:60'"),
        (["--time", "00:00"], "must be minutes and seconds, as in 05:00, not '00:00'"),
        (["--time", "-1:00"], "argument --time"),
        (["--time", "١:٠٠"], "must be minutes and seconds"),
        (["--kiosk", "--idle", "-1"], "must be a number of seconds from 0 to 86400, not '-1'"),
        (["--kiosk", "--idle", "86401"], "must be a number of seconds from 0 to 86400"),
        (["--kiosk", "--idle", "soon"], "must be a number of seconds from 0 to 86400"),
        (["--idle", "9"], "--idle needs --kiosk"),
        (["--exit-key", "F9"], "--exit-key needs --kiosk"),
        (["--sound"], "--sound needs --kiosk"),
        (["--background", "#123456"], "--background needs --kiosk"),
        (["--pin-file", "pin"], "--pin-file needs --kiosk"),
        (["--kiosk", "--background", "#12345"], "must be a colour, as #1F3A5F, or the file of a"),
        (["--kiosk", "--background", "none.png"], "must be a colour, as #1F3A5F, or the file of a"),
        (["--kiosk", "--exit-key", "Q"], "must be a letter or digit with Ctrl, Alt or Meta"),
        (["--kiosk", "--exit-key", "Shift+Q"], "must be a letter or digit with Ctrl"),
        (["--kiosk", "--exit-key", "Left"], "must be a letter or digit with Ctrl"),
        (["--kiosk", "--exit-key", "Ctrl+A, Ctrl+B"], "must be a letter or digit with Ctrl"),
        (["--kiosk", "--exit-key", ""], "must be a letter or digit with Ctrl"),
        (["--kiosk", "--exit-key", "F25"], "must be a letter or digit with Ctrl"),
        (["--message", "x" * 501], "the message has 501 characters; 500 are possible"),
        (["--on-solved", ""], "must be a program and its arguments, with closed quotes, not ''"),
        (["--on-solved", "echo 'x"], "must be a program and its arguments, with closed quotes"),
        (["--on-solved", "no-such-program-1 x"], "there is no program 'no-such-program-1'"),
    ],
)
def test_what_is_wrong_is_said(
    run: Run, opened: Opened, tmp_path: Path, arguments: list[str], message: str
) -> None:
    answer = run("play", "preset:mystery-box", *arguments, "--folders", tmp_path)
    assert answer.status == 2
    assert message in " ".join(answer.err.split())
    assert not hasattr(opened, "options")


def test_a_file_that_is_wrong_is_refused(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "board.puzzle"
    fields = json.loads(dump_board(BOARD))
    for wrong in (fields | {"message": 5}, fields | {"message": "x" * 501}):
        path.write_text(json.dumps(wrong), encoding="utf-8")
        answer = run("play", path, "--folders", tmp_path)
        assert answer.status == 2
        assert "message" in answer.err
    assert run("play", tmp_path / "none", "--folders", tmp_path).status == 2
    assert run("play").status == 2
    assert not hasattr(opened, "options")


def test_a_book_is_played_puzzle_by_puzzle(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "set.puzzlebook"
    board = json.loads(dump_board(BOARD))
    broken = board | {"start": [[1, 2], [3]]}
    book = {"format": "puzzlegui/book", "version": 1, "title": "Set"}
    puzzles = [{"board": board}, {"board": broken}, {"board": board | {"title": "Last"}}]
    path.write_text(json.dumps(book | {"puzzles": puzzles}), encoding="utf-8")
    answer = run("play", path, "--kiosk", "--folders", tmp_path)
    assert answer.status == 0
    assert "set.puzzlebook#2" in answer.err  # the broken puzzle is named
    assert [each.title for each in opened.boards] == ["Mystery Box", "Last"]
    assert run("play", f"{path}#3", "--kiosk", "--folders", tmp_path).status == 0
    assert [each.title for each in opened.boards] == ["Last"]
    del opened.options
    for puzzles in ([{"board": broken}], []):
        path.write_text(json.dumps(book | {"puzzles": puzzles}), encoding="utf-8")
        assert run("play", path, "--kiosk", "--folders", tmp_path).status == 2
    assert run("play", path, "--folders", tmp_path).status == 2
    assert not hasattr(opened, "options")


def test_no_command_comes_from_a_file(run: Run, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "board.puzzle"
    more = {"command": "touch x", "on_solved": "touch x", "exit_key": "F9", "time": "00:01"}
    path.write_text(json.dumps(json.loads(dump_board(BOARD)) | more), encoding="utf-8")
    assert run("play", path, "--kiosk", "--folders", tmp_path).status == 0
    assert opened.options == PlayOptions()


def test_a_display_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    arguments = ["play", "preset:mystery-box", "--kiosk", "--folders", str(tmp_path)]
    assert cli.run(arguments) == 2


def test_kiosk_options_reach_the_kiosk(run: Run, opened: Opened, tmp_path: Path) -> None:
    pin, picture = tmp_path / "pin.txt", tmp_path / "photo.png"
    pin.write_text("4711\n")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    arguments = ("play", "preset:mystery-box", "--kiosk", "--folders", tmp_path)
    assert run(*arguments, "--pin-file", pin, "--background", "#1f3a5f", "--sound").status == 0
    assert opens(opened.options.pin_lock, "4711")
    expected = PlayOptions(background="#1F3A5F", sound=True)
    assert replace(opened.options, pin_lock="") == expected
    assert run(*arguments, "--background", picture).status == 0
    assert opened.options == PlayOptions(background=str(picture))


@pytest.mark.parametrize("pin", ["471", "47x11", "٤٧١١", ""])
def test_pin_of_a_kiosk_has_four_digits(run: Run, opened: Opened, tmp_path: Path, pin: str) -> None:
    path = tmp_path / "pin.txt"
    path.write_text(pin, encoding="utf-8")
    arguments = ("play", "preset:mystery-box", "--kiosk", "--folders", tmp_path)
    answer = run(*arguments, "--pin-file", path)
    assert answer.status == 2
    assert "PIN" in answer.err
    assert not hasattr(opened, "options")


def test_processes_of_a_kiosk_are_not_listed(run: Run) -> None:
    assert "--kiosk-process" not in run("play", "--help").out

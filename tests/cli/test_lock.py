"""Locks of hints and solutions on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.solution_lock import has_pin, lock_for, lock_of, new_key, opens
from puzzlegui.documents.keyfile import write_key
from puzzlegui.documents.presets import load_preset
from puzzlegui.library import load
from tests.cli.conftest import Run


def test_pin_locks_a_board_that_commands_still_solve(run: Run, tmp_path: Path) -> None:
    pin, out = tmp_path / "pin.txt", tmp_path / "locked.puzzle"
    pin.write_text("2580\n")
    answer = run("lock", "preset:mystery-box", "--pin-file", pin, "-o", out)
    assert (answer.status, answer.err) == (0, "")
    board = load(out)
    assert isinstance(board, Board)
    lock = lock_of(board)
    assert has_pin(lock)
    assert opens(lock, "2580")
    assert not opens(lock, "2581")
    assert board.puzzle == load_preset("mystery-box").puzzle
    assert run("solve", out, "--quiet").status == 0


def test_key_file_locks_a_board(run: Run, tmp_path: Path) -> None:
    key, path = new_key(), tmp_path / "a.puzzlekey"
    write_key(path, key)
    out = tmp_path / "locked.puzzle"
    assert run("lock", "preset:mystery-box", "--key", path, "-o", out).status == 0
    board = load(out)
    assert isinstance(board, Board)
    assert lock_of(board) == lock_for(key)


def test_short_pin_is_refused(run: Run, tmp_path: Path) -> None:
    pin = tmp_path / "pin.txt"
    pin.write_text("12")
    answer = run("lock", "preset:mystery-box", "--pin-file", pin)
    assert answer.status == 2
    assert "needs 4 characters" in answer.err


@pytest.mark.parametrize("command", ["book IN -o OUT.html", "card IN --answer -o OUT.svg"])
def test_answer_of_a_locked_board_is_left_out(run: Run, tmp_path: Path, command: str) -> None:
    pin, locked = tmp_path / "pin.txt", tmp_path / "locked.puzzle"
    pin.write_text("2580")
    run("lock", "preset:mystery-box", "--pin-file", pin, "-o", locked)
    words = {
        "IN": str(locked),
        "OUT.html": str(tmp_path / "o.html"),
        "OUT.svg": str(tmp_path / "o.svg"),
    }
    assert run(*(words.get(word, word) for word in command.split())).status == 0
    text = "".join(path.read_text() for path in (*tmp_path.glob("o.*"),))
    assert "Answer" not in text if "card" in command else '"answer":null' in text

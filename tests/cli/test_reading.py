"""Options for reading files on the command line, and what is said of a guess."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

EIGHT = "3 7 6\n5 1 2\n4 0 8\n"
TAKES_FILE = ["solve", "check", "compare", "explore", "verify", "play", "render", "book", "card",
              "id", "watch"]  # fmt: skip


@pytest.mark.parametrize("command", TAKES_FILE)
def test_every_command_with_a_file_has_the_options(run: Any, command: str) -> None:
    said = run(command, "--help").out
    for option in ("--family", "--goal", "--scramble", "--quiet"):
        assert option in said


def test_guess_is_said_unless_quiet(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "eight.txt"
    path.write_text(EIGHT)
    said = run("check", path)
    note = "Read as sliding 3×3, goal in order with the gap last (change with --family, --goal)"
    assert note in said.err
    assert note not in said.out
    assert run("check", path, "--quiet").err == ""
    given = run("id", path, "--family", "rotation", "--goal", "snail")
    assert "Read as rotation 3×3, goal in a clockwise spiral\n" in given.err


def test_set_says_how_a_puzzle_becomes_the_goal(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(EIGHT + "\n5 3 6\n7 0 2\n4 1 8\n")
    said = run("check", path)
    assert f"{path} holds 2 puzzles, {path}#1 to {path}#2." in said.err
    assert f"{path}#1 --goal {path}#2" in said.err
    assert f"{path}#2:" in said.out


def test_warning_names_an_unknown_key_even_if_quiet(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.puzzle"
    run("new", "rotation", "--rows", 2, "--seed", 1, "-o", path)
    path.write_text(path.read_text().replace('"version": 1,', '"version": 1, "diagonal": true,'))
    assert "warning: diagonal: unknown, ignored" in run("check", path, "--quiet").err


def test_goal_of_a_new_board_may_be_a_file(run: Any, tmp_path: Path) -> None:
    goal, path = tmp_path / "goal.txt", tmp_path / "new.puzzle"
    goal.write_text("1 2 3\n8 0 4\n7 6 5\n")
    run("new", "sliding", "--goal", goal, "--seed", 1, "-o", path)
    said = run("check", path)
    assert said.status == 0
    run("new", "sliding", "--rows", 3, "--goal", "snail", "--seed", 1, "-o", tmp_path / "2.puzzle")
    named = (tmp_path / "2.puzzle").read_text().split('"goal"')[1]
    assert (
        named.split("]]")[0].split() == path.read_text().split('"goal"')[1].split("]]")[0].split()
    )
    assert "Did you mean snail?" in run("new", "sliding", "--goal", "snial").err


def test_game_id_is_read_as_an_argument(run: Any) -> None:
    assert "sliding, 3×3" in run("check", "3x3:3,7,6,5,1,2,4,0,8").out

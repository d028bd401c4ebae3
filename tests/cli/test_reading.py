"""Options for reading files on the command line, and what is said of a guess."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.documents.text_formats import TEXT_FORMATS
from puzzlegui.families.registry import FAMILIES

EIGHT = "3 7 6\n5 1 2\n4 0 8\n"
TAKES_FILE = ["solve", "check", "compare", "explore", "verify", "play", "render", "book", "card",
              "id", "page", "link", "lock", "watch", "study", "export"]  # fmt: skip


@pytest.mark.parametrize("command", TAKES_FILE)
def test_every_command_with_a_file_has_the_options(run: Any, command: str) -> None:
    said = run(command, "--help").out
    for option in ("--family", "--goal", "--scramble", "--quiet"):
        assert option in said


@pytest.mark.parametrize("command", TAKES_FILE)
def test_help_of_a_command_with_a_file_lists_the_readers(run: Any, command: str) -> None:
    said = " ".join(run(command, "--help").out.split())
    titles = [form.title for form in TEXT_FORMATS.values()]
    titles += [each.title for family in FAMILIES.values() for each in family.scramble_readers]
    assert all(title in said for title in titles)


def test_study_reads_grids_with_the_options(run: Any, tmp_path: Path) -> None:
    (tmp_path / "eight.txt").write_text("1 2 3\n8 4 0\n7 6 5\n")
    spec = tmp_path / "study.toml"
    spec.write_text(
        'format = "puzzlegui/study"\nversion = 1\nsolvers = ["auto"]\n'
        '[[boards]]\nfiles = ["eight.txt"]\n'
    )
    out = tmp_path / "out.sqlite"
    said = run("study", spec, "--goal", "snail", "--jobs", 1, "-o", out)
    assert said.status == 0
    assert "goal in a clockwise spiral with the gap last (change with --family)" in said.err
    with closing(sqlite3.connect(out)) as results:
        assert results.execute("SELECT length FROM runs").fetchall() == [(1,)]
    assert run("study", spec, "--goal", "columns", "--jobs", 1, "-o", out).status == 2


def test_scramble_with_several_starts_makes_a_set(run: Any, tmp_path: Path) -> None:
    definition, starts = tmp_path / "two.tws", tmp_path / "two.scr"
    definition.write_text("Name Two\nSet P 3 1\nSolved\nP\n1 2 3\nEnd\nMove R\nP\n2 3 1\nEnd\n")
    starts.write_text("Scramble first\nP\n2 3 1\nEnd\nScrambleAlg second\nR R\nEnd\n")
    said = run("solve", definition, "--scramble", starts, "--format", "json")
    assert f"{starts} has 2 starts: {definition}#1 to {definition}#2" in said.err
    boards = [json.loads(line)["board"] for line in said.out.splitlines()]
    assert [board["title"] for board in boards] == ["first", "second"]
    one = run("check", f"{definition}#2", "--scramble", starts)
    assert one.out.startswith("second: ")
    board = tmp_path / "two.puzzle"
    board.write_text(json.dumps(boards[0]))
    assert run("solve", board, "--scramble", starts).out.count("Solved in") == 2


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

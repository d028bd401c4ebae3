"""``puzzlegui line``: lines rewritten on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.library import load
from tests.cli.conftest import Run

GRID = ("--board", "preset:graphs-3x3-colours")


@pytest.fixture
def line(tmp_path: Path) -> Path:
    path = tmp_path / "cycle.line"
    path.write_text("[A1, B2']2 {three-cycle} A1 A1' // nothing\n~short @9: B1\n")
    return path


@pytest.mark.parametrize(("option", "text"), [
    ((), "[A1, B2']2 {three-cycle} A1 A1' {nothing}\n~short @9: B1\n"),
    (("--expand",), "A1 B2' A1' B2 A1 B2' A1' B2 A1 A1'\n~short @9: B1\n"),
    (("--simplify",), "A1 B2' A1' B2 A1 B2' A1' B2\n~short @9: B1\n"),
    (("--simplify", "--fold"), "[A1, B2']2\n~short @9: B1\n"),
    (("--mirror",), "[B1', A2]2 {three-cycle} B1' B1 {nothing}\n~short @9: A1'\n"),
    (("--turn", "--expand"), "B1 A2' B1' A2 B1 A2' B1' A2 B1 B1'\n~short @9: B2\n"),
])  # fmt: skip
def test_line_is_rewritten(run: Run, line: Path, option: tuple[str, ...], text: str) -> None:
    answer = run("line", line, *GRID, *option)
    assert (answer.status, answer.out, answer.err) == (0, text, "")


def test_inverse_leads_back(run: Run, line: Path, tmp_path: Path) -> None:
    back = tmp_path / "back.line"
    assert run("line", line, *GRID, "--invert", "-o", back).status == 0
    assert back.read_text() == (
        "A1 A1' {nothing} [B2', A1]2 {three-cycle}\n~short @1: B1' B2' A1 B2 A1' B2' A1 B2 A1'\n"
    )


def test_solution_file_needs_no_board(run: Run, tmp_path: Path) -> None:
    solution = tmp_path / "solution.json"
    run("solve", "preset:mystery-box", "--format", "json", "-o", solution)
    answer = run("line", solution)
    assert answer.out == "B1 B2 A2 B2 A1 A2 A1 A2 B1 A2\n"
    line = tmp_path / "solution.line"
    line.write_text(run("line", solution, "--fold").out)
    assert run("verify", "preset:mystery-box", line).status == 0


def test_line_is_kept_in_a_solution_file(run: Run, tmp_path: Path) -> None:
    board = ("--board", "preset:mystery-box")
    path, solution = tmp_path / "own.line", tmp_path / "own.json"
    path.write_text("B1 B2 A2 B2 (A1 A2)2 {twice} B1 A2\n~other @3: A1\n")
    assert run("line", path, *board, "-o", solution).status == 0
    assert run("line", solution).out == path.read_text()
    assert run("verify", "preset:mystery-box", solution).status == 0
    read = load(solution)
    assert isinstance(read, Solution)
    again = tmp_path / "again.json"
    again.write_text(dump_solution(read))
    assert run("line", again).out == path.read_text()
    path.write_text("B1 B2")
    refused = run("line", path, *board, "-o", solution, "--expand")
    assert refused.status == 2
    assert "a solution file needs a line that solves the board" in refused.err


@pytest.mark.parametrize(("text", "message"), [
    ("A1 (B1", "line 1, column 4: this bracket is not closed"),
    ("A1 Z9'\n)", "line 2, column 1: no bracket is open here"),
])  # fmt: skip
def test_wrong_line_is_refused(run: Run, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.line"
    path.write_text(text)
    answer = run("line", path, *GRID)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err


@pytest.mark.parametrize(("text", "board", "options", "message"), [
    ("U U U U", "eight-cpp", ["--simplify"], "no tile can move up"),
    ("A1 C9", "graphs-3x3-colours", ["--simplify"], "beyond the 3×3 board"),
    ("(5 6)2", "eight-cpp", [], "line 1, column 4: tile 6 is not beside the gap"),
    ("((A1)1000)1000", "graphs-3x3-colours", ["--fold"], "only lines of up to 100,000 moves"),
    ("C5 B5", "schonbrunn", ["--invert"], "no move undoes B5"),
])  # fmt: skip
def test_line_that_cannot_be_rewritten_is_refused(
    run: Run, tmp_path: Path, text: str, board: str, options: list[str], message: str
) -> None:
    path = tmp_path / "wrong.line"
    path.write_text(text)
    answer = run("line", path, "--board", f"preset:{board}", *options)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err


@pytest.mark.parametrize("board", ["schonbrunn", "mystery-box", "eight-cpp", "pocket-cube"])
def test_solution_of_another_board_is_read_as_moves(run: Run, tmp_path: Path, board: str) -> None:
    solution = tmp_path / "solution.json"
    run("solve", "preset:graphs-3x3-colours", "--format", "json", "-o", solution)
    answer = run("line", solution, "--board", f"preset:{board}", "--simplify")
    assert (answer.status, answer.out) == (2, "")


@pytest.mark.parametrize(("text", "written"), [
    ('{"swap"} A1 B1', '{"swap"} A1 B1'),
    ("{} A1", "{} A1"),
    ("// A1, B1", "//A1, B1"),
    ("A1 {part 1: corners} B1 {1 -> 2 -> 3}", "A1 {part 1: corners} B1 {1 -> 2 -> 3}"),
    ("A1 B1\n~x @ 1: A2", "A1 B1\n~x @1: A2"),
    ("[A1 // a, b\n, B1]", "[A1 {a, b}, B1]"),
    ("{a\n~b} A1", "{a\n~b} A1"),
])  # fmt: skip
def test_comments_stay_as_they_are(run: Run, tmp_path: Path, text: str, written: str) -> None:
    path = tmp_path / "commented.line"
    for each in (text, written):
        path.write_text(each)
        assert run("line", path, *GRID).out == f"{written}\n"


def test_powers_that_are_folded_can_be_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "long.line"
    path.write_text("((A1 B1)1000)2 A1 A1 A1 A1")
    folded = run("line", path, *GRID, "--fold").out
    assert folded == "((A1 B1)2)1000 (A1)4\n"
    path.write_text(folded)
    assert len(run("line", path, *GRID, "--expand").out.split()) == 4004


@pytest.mark.parametrize("lines", [["D", "L"], ["("], ["B1"], "B1"])
def test_lines_of_a_solution_file_must_be_its_moves(
    run: Run, tmp_path: Path, lines: object
) -> None:
    solution = tmp_path / "solution.json"
    run("solve", "preset:mystery-box", "--format", "json", "-o", solution)
    fields = json.loads(solution.read_text()) | {"lines": lines}
    solution.write_text(json.dumps(fields))
    answer = run("verify", "preset:mystery-box", solution)
    assert answer.status == 2
    assert "lines" in answer.err


def test_moves_without_a_board_are_refused(run: Run, line: Path) -> None:
    assert "name the board of these moves with --board" in run("line", line).err


def test_lists_of_programs_are_no_commutators(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    for text in ('["A1", "B1"]', "[A1, B1, A1]", "[(0,0,T), (1,0,T)]", "{A1, B1}"):
        path.write_text(text)
        assert run("line", path, *GRID).out.startswith("A1 B1")
    path.write_text("[A1, B1]")
    assert run("line", path, *GRID, "--expand").out == "A1 B1 A1' B1'\n"

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Protocol

import psutil
import pytest

from puzzlegui import __main__, __version__, cli
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.core import language
from puzzlegui.core.palettes import value_names
from puzzlegui.core.settingsfile import FILE
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.loading import load_board, load_document
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine import tables
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.engine.run import solve
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation import tables as rotation_tables
from puzzlegui.families.rotation.board import BOTH
from puzzlegui.folders import Folders
from puzzlegui.solvers import table_store

FIRST = "B1 B2 A2 B2 A1 A2 A1 A2 B1 A2"


class Answer:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*argv: object) -> Answer:
        status = cli.run([str(argument) for argument in argv])
        out, err = capsys.readouterr()
        return Answer(status, out, err)

    return call


def test_solve_lists_the_five(run: Any) -> None:
    answer = run("solve", "preset:mystery-box", "--solver", "iddfs", "--all",
                 "--max-moves", 10, "--format", "json")  # fmt: skip
    assert answer.status == 0
    assert answer.err == ""
    assert answer.json["count"] == 5
    assert " ".join(answer.json["solutions"][0]) == FIRST
    assert (answer.json["solver"], answer.json["status"]) == ("iddfs", "solved")
    assert (answer.json["optimal"], answer.json["length"]) == (True, 10)


def test_solve_text_and_csv(run: Any) -> None:
    answer = run("solve", "preset:schonbrunn", "--solver", "dfs")
    assert "# dfs: Solved in 16 moves; at least 1 needed." in answer.out
    assert answer.out.rstrip().endswith("C2 C3")
    answer = run("solve", "preset:mystery-box", "--format", "csv", "--all")
    lines = answer.out.splitlines()
    assert lines[0] == "solution,step,move,segment"
    assert len(lines) == 51


@pytest.mark.parametrize(
    ("arguments", "status", "field"),
    [
        (["preset:fifteen-loyd"], 1, "unsolvable"),
        (["preset:twiddle-4x4", "--solver", "bfs", "--max-states", "50"], 3, "limit"),
        (["preset:mystery-box", "--max-moves", "9"], 3, "limit"),
        (["preset:mystery-box", "--max-moves", "10"], 0, "solved"),
        (["preset:graphs-20x20-reversed", "--solver", "peel", "--max-moves", "5"], 3, "limit"),
        (["preset:grid-30x30", "--solver", "iddfs", "--time-limit", "0.05"], 3, "limit"),
        (["preset:grid-30x30", "--solver", "bfs", "--memory-limit", "1"], 3, "limit"),
    ],
)
def test_exit_status(run: Any, arguments: list[str], status: int, field: str) -> None:
    answer = run("solve", *arguments, "--format", "json")
    assert answer.status == status
    assert answer.json["status"] == field
    if field != "solved":
        assert (answer.json["moves"], answer.json["length"]) == ([], None)


def test_lower_bound_at_a_limit(run: Any) -> None:
    answer = run("solve", "preset:mystery-box", "--max-moves", 9, "--format", "json")
    assert answer.json["lower_bound"] == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "required: FILE"),
        (["solve", "none.puzzle"], "none.puzzle: cannot be read"),
        (["solve", ""], '"": the name of the file is empty'),
        (["check", ""], '"": the name of the file is empty'),
        (["study", ""], '"": the name of the file is empty'),
        (["solve", "preset:nothing"], "there is no preset 'nothing'"),
        (["solve", "preset:mystery-box", "--solver", "magic"], "invalid choice: 'magic'"),
        (["solve", "preset:mystery-box", "--solver", "stack"], "no solver 'stack' for rotation"),
        (["solve", "preset:mystery-box", "--solver", "peel", "--all"], "finds only one solution"),
        (
            ["solve", "preset:mystery-box", "--max-moves", "-1"],
            "must be a whole number of 0 or more",
        ),
        (["solve", "preset:mystery-box", "--time-limit", "nan"], "must be a number of seconds"),
        (["solve", "preset:mystery-box", "--format", "xml"], "invalid choice: 'xml'"),
        (["solve", "preset:mystery-box", "-o", "no/such/folder/x"], "there is no folder"),
        (["solve", "preset:mystery-box", "-o", "."], "is a folder"),
        (["solve", "preset:mystery-box", "-o", "x.xyz"], "must end in one of .txt, .csv, .json"),
        (["compare", "preset:mystery-box", "-o", "x.xyz"], "must end in one of .txt, .csv, .json"),
        (["explore", "preset:mystery-box", "-o", "x.xyz"], "must end in one of .txt, .json, .csv"),
        (["nonsense"], "invalid choice"),
        ([], "required: COMMAND"),
        (["--nope"], "unrecognized arguments: --nope"),
        (["check"], "required: FILE"),
        (["verify", "preset:mystery-box"], "required: SOLUTION"),
        (["new", "cube"], "invalid choice: 'cube'"),
        (["new", "maze", "--rows", "31"], "the number of rows must be 2 to 30, not 31"),
        (["new", "maze", "--moves", "3"], "--moves applies to rotation, sliding"),
        (["new", "maze", "--unique", "--moves", "3"], "--moves applies to rotation, sliding"),
        (["new", "maze", "--length", "9..3"], "must be a number of moves N or a range A..B"),
        (["new", "maze", "--count", "9"], "--count requires --length"),
        (["new", "maze", "--length", "9", "--count", "9"], "--count requires a folder"),
        (["new", "maze", "--length", "9", "--level", "easy"], "--level cannot be used with"),
        (["new", "shift", "--length", "9", "--sum", "0"], "--sum applies to maze boards"),
        (["new", "maze", "--level", "easy"], "--level requires --unique"),
        (["new", "sliding", "--unique"], "--unique applies to maze boards, not"),
        (
            ["render", "preset:mystery-box", "-o", "x.bmp"],
            "must end in one of .html, .pdf, .png, .svg",
        ),
        (["render", "preset:mystery-box"], "required: -o"),
        (["render", "preset:eight-cpp", "-o", "x.gif", "--notation", "tuples"], "tuples is for"),
        (["solve", "preset:mystery-box", "--notation", "greek"], "'greek': choose from standard"),
        (["solve", "preset:mystery-box", "--paper", "b5"], "'b5': choose from a4, letter"),
        (
            ["solve", "preset:mystery-box", "--speed", "nan"],
            "'nan': must be a number from 0.1 to 1",
        ),
        (["solve", "preset:mystery-box", "preset:schonbrunn", "--format", "gif"], "one FILE"),
    ],
)
def test_bad_usage(run: Any, arguments: list[str], message: str) -> None:
    answer = run(*arguments)
    assert answer.status == 2
    assert answer.out == ""
    assert message in answer.err
    assert "Traceback" not in answer.err


def test_bad_files_name_line_and_column(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.puzzle"
    path.write_text('{"format": "puzzlegui/board", "version": 1,\n "family": "cube"}')
    for command in (["solve"], ["check"]):
        answer = run(command[0], path, *command[1:])
        assert answer.status == 2
        assert f"{path}: line 2, column 12: family should be" in answer.err


def test_several_files(run: Any, tmp_path: Path) -> None:
    files = ["preset:mystery-box", tmp_path / "none", "preset:fifteen-loyd", "preset:schonbrunn"]
    answer = run("solve", *files, "--format", "json")
    assert answer.status == 2
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line.get("status") for line in lines] == ["solved", None, "unsolvable", "solved"]
    assert lines[1]["file"] == str(files[1])
    assert "cannot be read" in lines[1]["error"]
    answer = run("solve", "preset:mystery-box", "preset:fifteen-loyd")
    assert answer.status == 1
    assert answer.out.startswith("== preset:mystery-box ==\n")
    assert "\n== preset:fifteen-loyd ==\n" in answer.out
    limits = ["--max-states", 3]
    answer = run("solve", "preset:fifteen-loyd", "preset:mystery-box", *limits)
    assert answer.status == 3


def test_a_solution_is_made_shorter(run: Any, tmp_path: Path) -> None:
    board, first, shorter = (str(tmp_path / name) for name in ("b.puzzle", "first", "shorter"))
    assert (
        run("new", "sliding", "--rows", "6", "--cols", "6", "--seed", "1", "-o", board).status == 0
    )
    solve = ("solve", "--format", "json", "--quiet")
    assert run(*solve, board, "--solver", "macro", "--max-states", "20000", "-o", first).status == 0
    assert run(*solve, first, "--improve", "-o", shorter).status == 0
    lengths = [json.loads(Path(name).read_text())["length"] for name in (first, shorter)]
    assert lengths[1] < lengths[0]
    assert run("verify", board, shorter).status == 0
    answer = run(*solve, board, "--improve")
    assert answer.status == 2
    assert "no solution to shorten" in answer.err


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "name", [name for name, kind in SOLUTION_FORMATS.items() if not kind.unavailable_reason]
)
@pytest.mark.examples(4)
def test_output_file(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, name: str) -> None:
    path = tmp_path / "out"
    arguments = ["solve", "preset:eight-cpp", "--format", name, "--size", "80", "--speed", "25"]
    assert cli.run([*arguments, "-o", str(path)]) == 0
    assert capfdbinary.readouterr() == (b"", b"")
    assert cli.run(arguments) == 0
    printed, _ = capfdbinary.readouterr()
    if name == "json":
        one, other = json.loads(path.read_bytes()), json.loads(printed)
        assert one["moves"] == other["moves"]
    else:
        assert path.read_bytes() == printed


def test_the_name_of_the_file_sets_the_format(run: Any, tmp_path: Path) -> None:
    solve = ("solve", "preset:mystery-box", "-o")
    assert run(*solve, tmp_path / "x.JSON").status == 0
    assert json.loads((tmp_path / "x.JSON").read_text())["format"] == "puzzlegui/solution"
    assert run(*solve, tmp_path / "x.csv").status == 0
    assert (tmp_path / "x.csv").read_text().startswith("step,")
    for name in ("x", "y.txt"):
        assert run(*solve, tmp_path / name).status == 0
        assert (tmp_path / name).read_text().startswith("# Mystery Box\n")
    assert run(*solve, tmp_path / "x.xyz", "--format", "csv").status == 0
    assert (tmp_path / "x.xyz").read_text() == (tmp_path / "x.csv").read_text()


def test_repeated_solvers_are_all_compared(run: Any) -> None:
    arguments = ("compare", "preset:eight-cpp", "--max-states", 50, "--format", "csv")
    answer = run(*arguments, "--solver", "bfs", "--solvers", "astar,bfs")
    solvers = [row["solver"] for row in csv.DictReader(answer.out.splitlines())]
    assert solvers == ["bfs", "astar"]


def test_the_limits_of_a_comparison_are_those_of_each_run(run: Any) -> None:
    text = " ".join(run("compare", "--help").out.split())
    assert "time limit for each run, in seconds (default: 60)" in text
    assert "memory limit for each run" in text
    assert "limit for each board" not in text


@pytest.mark.usefixtures("qapp")
def test_a_storyboard_is_what_its_name_says(run: Any, tmp_path: Path) -> None:
    for name, start in (("x.svg", b"<?xml"), ("x.png", b"\x89PNG\r"), ("x", b"\x89PNG\r")):
        path = tmp_path / name
        arguments = ["solve", "preset:mystery-box", "--format", "storyboard", "-o", path]
        assert run(*arguments).status == 0
        assert path.read_bytes()[:5] == start


def test_notations(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "moves"
    for preset, name, text in (
        ("mystery-box", "tuples", "(1,0,T) (1,1,T)"),
        ("mystery-box", "quarters", "Q2 Q4 Q3"),
        ("mystery-box", "words", "turn block B1 clockwise\nturn block B2 clockwise"),
        ("eight-cpp", "compressed", "2"),
        ("eight-cpp", "words", "slide tile "),
        ("schonbrunn", "words", "start at C5\njump to D5"),
        ("twiddle-4x4", "compressed", "' "),
        ("eight-cpp", "tiles", "\n5 8 7 "),
        ("eight-cpp", "numbered", "\n1. Down\n2. Left\n"),
        ("schonbrunn", "arrows", "\n→ "),
        ("pocket-cube", "gap", "^-1"),
        ("pocket-cube", "santa", "."),
        ("pocket-cube", "twsearch", "\nF' U F U "),
    ):
        arguments = ["solve", f"preset:{preset}", "--notation", name]
        assert text in run(*arguments).out
        assert run(*arguments, "-o", path).status == 0
        assert run("verify", f"preset:{preset}", path).out.startswith("Correct: ")
        plain = run("solve", f"preset:{preset}", "--format", "json").json
        assert run(*arguments, "--format", "json").json["moves"] == plain["moves"]


def test_a_notation_that_is_not_for_the_board(run: Any) -> None:
    answer = run("solve", "preset:eight-cpp", "--notation", "quarters")
    assert (answer.status, answer.out) == (2, "")
    assert (
        "choose from standard, compressed, slidysim, arrows, tiles, numbered, brackets"
        in answer.err
    )
    answer = run("solve", "preset:eight-cpp", "preset:mystery-box", "--notation", "quarters")
    assert answer.status == 2
    assert "error: the notation quarters" in answer.out
    assert "Q2 Q4" in answer.out


def test_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    data = dump_board(load_preset("eight-cpp")).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("solve", "-", "--format", "json").json["length"] == 16


def test_check(run: Any) -> None:
    answer = run("check", "preset:mystery-box")
    assert answer.status == 0
    assert answer.out.splitlines()[0] == (
        "Mystery Box: rotation, 3×3, numbers, clockwise turns only"
    )
    assert "Reachable arrangements: 362,880." in answer.out
    answer = run("check", "preset:two-by-three")
    assert answer.status == 1
    assert "only 120 of 720 arrangements" in answer.out
    assert run("check", "preset:schonbrunn-hard").status == 0


def test_check_gives_up_on_a_hard_maze(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "hard.puzzle"
    board = new_board("maze", 16, 16, 2).with_fields(sum=841)  # no path in ten million states
    path.write_text(dump_board(board), encoding="utf-8")
    answer = run("check", path, "--time-limit", 0.1)
    assert answer.status == 3
    assert "Only a search can tell" in answer.out


def test_check_ends_with_the_first_path(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "maze.puzzle"
    board = new_board("maze", 16, 16, 3).with_fields(
        sum=841
    )  # a shortest one is not found in minutes
    path.write_text(dump_board(board), encoding="utf-8")
    answer = run("check", path, "--time-limit", 1000)
    assert answer.status == 0
    assert "Only a search can tell" not in answer.out


@pytest.mark.parametrize("name", ["mystery-box", "eight-cpp", "schonbrunn-hard", "stripes-6x6"])
def test_verify(run: Any, tmp_path: Path, name: str) -> None:
    preset = f"preset:{name}"
    quick = ("--solver", "peel") if name == "stripes-6x6" else ()  # the best one takes ten seconds
    for format_ in ("json", "csv", "markdown", "text"):
        path = tmp_path / format_
        run("solve", preset, *quick, "--format", format_, "-o", path)
        answer = run("verify", preset, path)
        assert answer.status == 0
        assert answer.out.startswith("Correct: ")
    other = "eight-cpp" if name != "eight-cpp" else "mystery-box"
    assert run("verify", f"preset:{other}", path).status in (1, 2)


def test_verify_a_list_for_the_gap(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    moves = " ".join(run("solve", "preset:eight-cpp", "--format", "json").json["moves"])
    path.write_text(moves.translate(str.maketrans("UDLR", "DURL")))
    answer = run("verify", "preset:eight-cpp", path)
    assert answer.status == 0
    assert answer.out.startswith("Correct: 16 moves played, and the goal is reached. Read as moves")


def test_verify_wrong(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    for text, status, message in (
        ("B1 B2", 1, "the goal is not reached"),
        ("B1'", 1, "Move 1 is not allowed"),
        ("Z9", 1, "Move 1 is not allowed"),
        ("hello", 2, "line 1, column 1: 'hello' is not a move"),
    ):
        path.write_text(text)
        answer = run("verify", "preset:mystery-box", path)
        assert answer.status == status
        assert message in answer.out + answer.err
    path.write_text("A1 B1")
    assert run("verify", "preset:schonbrunn", path).status == 1
    path.write_text(dump_board(load_preset("mystery-box")))
    answer = run("verify", "preset:mystery-box", path)
    assert answer.status == 2
    assert "a solution is expected" in answer.err


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("step,move,segment\n1,B1,x\n2,B9 9,x\n", 2, "line 3, column 6: '9' is not a move"),
        ("step,move,segment\n1,B1,x\none,B2,x\n", 2, "line 3, column 1: 'one' is not the number"),
        ("step,move,segment\n2,B1,x\n1,B2,x\n", 2, "line 3, column 1: step 1 cannot follow 2"),
        ("step,move,segment\n1,B1\n", 2, "line 2, column 1: this line has 2 columns and not 3"),
        ('step,move,segment\n1,"B1"2,\n', 2, "line 2, column 7: unexpected quotation mark"),
        ("step,move,part\n", 2, "line 1, column 1: the first line should be step,move,segment"),
        ("solution,step,move,segment\n1,1,B1,\n3,1,B1,\n", 2, "solution 3 cannot follow 1"),
        ("step;move;segment\r\n1;B1;x\r\n", 1, "Wrong: 1 move played"),
        ("| step | moves |\n| ---: | --- |\n| 1 | `B1 B0` |\n", 2, "line 3, column 11: 'B0'"),
        ("# A\n\n| step | moves |\n| ---: | --- |\n| B1 |\n", 2, "line 5, column 1: this is no"),
        ("| step | moves |\n| ---: | --- |\n| 1 | `B1` |\n\n| a |\n", 1, "Wrong: 1 move played"),
    ],
)
def test_verify_names_the_place_in_a_table(
    run: Any, tmp_path: Path, text: str, status: int, message: str
) -> None:
    path = tmp_path / "moves"
    path.write_bytes(text.encode())
    answer = run("verify", "preset:mystery-box", path)
    assert answer.status == status
    assert message in answer.out + answer.err


@pytest.mark.parametrize("format_", ["text", "json", "csv", "markdown"])
def test_verify_replays_all_solutions_of_a_file(run: Any, tmp_path: Path, format_: str) -> None:
    path = tmp_path / "moves"
    run("solve", "preset:mystery-box", "--all", "--format", format_, "-o", path)
    answer = run("verify", "preset:mystery-box", path)
    assert (answer.status, answer.out.splitlines()[-1]) == (
        0, "Correct: all 5 solutions reach the goal.",
    )  # fmt: skip
    text = path.read_text(encoding="utf-8")
    assert text.count("A2") > 5
    at = text.rindex("A2")  # in the last solution
    path.write_text(f"{text[:at]}A1{text[at + 2 :]}", encoding="utf-8")
    answer = run("verify", "preset:mystery-box", path)
    assert answer.status == 1
    assert "Solution 5 of 5. Wrong: " in answer.out


def test_verify_replays_on_the_board_given(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    run("solve", "preset:mystery-box", "--format", "json", "-o", path)
    other = tmp_path / "other.puzzle"
    board = load_preset("mystery-box")
    other.write_text(dump_board(board.with_cell("start", (0, 0), 6).with_cell("start", (0, 1), 7)))
    assert run("verify", other, path).status == 1
    run("solve", "preset:fifteen-loyd", "--format", "json", "-o", path)
    assert run("verify", "preset:fifteen-loyd", path).status == 1


def test_solvers(run: Any) -> None:
    rows = run("solvers", "--format", "json").json
    assert {(r["family"], r["name"]) for r in rows} == {(s.family, s.name) for s in SOLVERS} | {
        (family, "auto") for family in FAMILIES
    }
    assert all(row["sentence"] for row in rows)
    sources = {(row["name"], row["source"], row["source_title"]) for row in rows}
    assert ("peel", "S4.5", "Graphs and Puzzles, method 5") in sources
    text = run("solvers", "--family", "maze").out
    assert "[Schönbrunn maze]" in text
    assert "S2" not in text
    assert "dfs" in text
    assert "peel" not in text


def test_presets(run: Any) -> None:
    lines = run("presets").out.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)


def test_new(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "new.puzzle"
    arguments = ["--rows", 3, "--cols", 5, "--seed", 7]
    for family in ("rotation", "sliding", "maze"):
        assert run("new", family, *arguments, "-o", path).status == 0
        board = load_board(path)
        assert (board.family, board.rows, board.columns) == (family, 3, 5)
        assert board.verdict().solvable
        assert run("new", family, *arguments).out == path.read_text(encoding="utf-8")
    run("new", "rotation", "--turns", "clockwise", "--colours", 2, "--moves", 3, "-o", path)
    board = load_board(path)
    assert (board.values, board.turns) == ((1, 2), "clockwise")  # type: ignore[attr-defined]
    assert run("new", "sliding").out != run("new", "sliding").out


@pytest.mark.thorough
def test_new_within_a_time(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new.puzzle"
    arguments = ["maze", "--rows", 30, "--unique", "--seed", 1, "--time-limit", 0.6, "-o", path]
    answer = run("new", *arguments)
    assert (answer.status, answer.out) == (3, "")
    assert answer.err == "puzzlegui: no such board was found within the time limit\n"
    assert not path.exists()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "of 30,000 steps" in run("new", *arguments).err
    assert "steps" not in run("new", *arguments, "--quiet").err
    assert run("new", "maze", "--rows", 4, "--time-limit", 60, "-o", path).status == 0
    assert run("new", "maze", "-o", tmp_path / "none" / "x").status == 2


def test_an_interrupt_ends_the_making_of_a_board(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_self: ProgressLine, steps: int, *_: object) -> None:
        if steps > 100:
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "show_creation", interrupt)
    path = tmp_path / "new.puzzle"
    answer = run("new", "maze", "--rows", 30, "--unique", "-o", path)
    assert (answer.status, answer.out, answer.err, path.exists()) == (130, "", "", False)


def test_new_maze_with_one_solution(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "new.puzzle"
    arguments = ["--unique", "--rows", 5, "--length", 11, "--seed", 3]
    answer = run("new", "maze", *arguments, "-o", path)
    assert answer.status == 0
    assert answer.out.startswith(
        "A single shortest path of 11 moves; 10 of them offer another jump."
    )
    assert run("new", "maze", *arguments).out == path.read_text(encoding="utf-8")
    assert run("solve", path, "--all", "--format", "json").json["count"] == 1
    answer = run("new", "maze", "--unique", "--level", "easy", "--seed", 1, "-o", path)
    assert answer.out.startswith("A single shortest path of 4 moves; ")
    answer = run("new", "maze", *arguments, "--sum", -3, "-o", path)
    assert "paths has the sum -3:" in answer.out
    found = run("solve", path, "--solver", "dfs", "--all", "--format", "json").json
    assert (found["count"], found["length"]) == (1, 11)


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["--unique", "--length", 7], ["--unique", "--length", 7, "--sum", 2],
        ["--unique", "--level", "easy"], ["--length", "4..6"],
    ],
)  # fmt: skip
def test_new_maze_with_eight_directions(
    run: Any, tmp_path: Path, arguments: list[str | int]
) -> None:
    path, straight = tmp_path / "eight.puzzle", tmp_path / "straight.puzzle"
    wanted = ["new", "maze", "--rows", 5, "--seed", 4, *arguments]
    assert run(*wanted, "--directions", "all", "-o", path).status == 0
    board = load_board(path)
    assert isinstance(board, MazeBoard)
    assert board.directions == "all"
    if "--unique" in arguments:
        assert run("solve", path, "--all", "--format", "json").json["count"] == 1
    assert run(*wanted, "--directions", "straight", "-o", straight).status == 0
    assert "directions" not in straight.read_text(encoding="utf-8")
    assert "eight directions" in run("check", path).out + run("solve", path).out


def test_similar_mazes_keep_their_directions(run: Any, tmp_path: Path) -> None:
    path, other = tmp_path / "eight.puzzle", tmp_path / "other.puzzle"
    run("new", "maze", "--rows", 4, "--directions", "all", "--seed", 1, "-o", path)
    like = ["new", "maze", "--goal-from", path, "--length", 5, "--seed", 2]
    assert run(*like, "-o", other).status == 0
    assert '"directions": "all"' in other.read_text(encoding="utf-8")
    assert "--directions cannot be used with" in run(*like, "--directions", "all").err
    assert "--directions applies to maze boards" in run("new", "shift", "--directions", "all").err


def test_new_boards_spell_a_word(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "word.puzzle"
    assert run("new", "rotation", "--word", "nocturnes", "--length", 4, "-o", path).status == 0
    board = load_board(path)
    names = value_names(board)
    assert board.size == "3×3"
    assert "".join(names[value] for row in board.grid("goal") for value in row) == "NOCTURNES"
    assert len(solve(board, "optimal").moves) == 4
    answer = run("new", "shift", "--word", "nocturnes", "--rows", 2, "--cols", 2)
    assert answer.status == 2
    assert "“nocturnes” has 9 letters, but a 2×2 board has 4 tiles" in answer.err
    assert "--word applies to" in run("new", "maze", "--word", "hi").err


def test_sets_have_a_letter_of_a_lettering_each(run: Any, tmp_path: Path) -> None:
    path, folder = tmp_path / "a.puzzle", tmp_path / "set"
    arguments = ["--rows", 4, "--length", 6, "--seed", 2]
    assert run("new", "rotation", "--lettering", "A", *arguments, "-o", path).status == 0
    goal = load_board(path).grid("goal")
    answer = run(
        "new", "rotation", "--lettering", "abracadabra", *arguments, "--count", 11, "-o", folder
    )
    assert answer.status == 0
    boards = [load_board(each) for each in sorted(folder.iterdir())]
    assert [board.grid("goal") == goal for board in boards] == [c == "a" for c in "abracadabra"]
    assert len({board.grid("start") for board in boards}) == 11
    assert {len(solve(board, "optimal").moves) for board in boards} == {6}
    run("new", "shift", "--lettering", "hi", "-o", path)
    assert load_board(path).size == "4×8"


def test_new_boards_have_the_goal_of_another(run: Any, tmp_path: Path) -> None:
    path, other = tmp_path / "goal.puzzle", tmp_path / "other.puzzle"
    run("new", "sliding", "--rows", 3, "--goal", "rings", "--colours", 2, "--cols", 4, "-o", path)
    goal = load_board(path).grid("goal")
    for wish in (["--length", 5], ["--moves", 9], []):
        run("new", "sliding", "--goal-from", path, *wish, "-o", other)
        assert load_board(other).grid("goal") == goal
    assert len(solve(load_board(other), "optimal").moves) > 0
    maze = ["new", "maze", "--goal-from", "preset:schonbrunn"]
    run(*maze, "--length", 9, "--seed", 1, "-o", other)
    found, preset = load_board(other), load_board("preset:schonbrunn")
    assert isinstance(found, MazeBoard)
    assert isinstance(preset, MazeBoard)
    assert (found.start, found.target) == (preset.start, preset.target)
    assert len(solve(found, "optimal").moves) == 9
    assert "--goal-from requires --length" in run(*maze).err
    assert "is a maze board, not shift" in run("new", "shift", *maze[2:]).err
    assert "--rows cannot be used with --goal-from" in run(*maze, "--rows", 5).err


def test_the_difficulty_of_a_board(run: Any) -> None:
    lines = run("check", "preset:mystery-box", "--difficulty").out.splitlines()
    assert lines[-2:] == [
        "Difficulty: a shortest solution has 10 moves.",
        (
            "5 shortest solutions. 3 of the 4 first moves are right. Always taking the "
            "best-looking move goes wrong at move 3."
        ),
    ]
    assert "at least" in run("check", "preset:grid-30x30", "--difficulty", "--time-limit", 0).out
    assert "Difficulty" not in run("check", "preset:fifteen-loyd", "--difficulty").out


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("suffix", "start"),
    [
        ("png", b"\x89PNG\r\n"), ("svg", b"<?xml"), ("PNG", b"\x89PNG\r\n"), ("pdf", b"%PDF-1."),
        ("gif", b"GIF89a"), ("webp", b"RIFF"), ("html", b"<!DOCTYPE html>"),
    ],
)  # fmt: skip
def test_render(run: Any, tmp_path: Path, suffix: str, start: bytes) -> None:
    path = tmp_path / f"picture.{suffix}"
    solution = tmp_path / "solution.json"
    run("solve", "preset:schonbrunn", "--format", "json", "-o", solution)
    for subject in ("preset:schonbrunn", solution):
        answer = run("render", subject, "-o", path, "--size", "100")
        assert (answer.status, answer.out, answer.err) == (0, "", "")
        assert path.read_bytes().startswith(start)
        path.unlink()


@pytest.mark.usefixtures("qapp")
def test_render_what_has_no_solution(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    answer = run("render", "preset:fifteen-loyd", "-o", path)
    assert answer.status == 1
    assert "Not solvable" in answer.err
    answer = run("render", "preset:grid-30x30", "-o", path, "--time-limit", "0")
    assert answer.status == 3
    assert not path.exists()
    wrong = tmp_path / "wrong.json"
    solved = run("solve", "preset:mystery-box", "--format", "json").json
    for moves, message in ((["A1"], "the goal is not reached"), (["Z9"], "Move 1 is not allowed")):
        wrong.write_text(json.dumps(solved | {"moves": moves, "length": 1, "segments": []}))
        answer = run("render", wrong, "-o", path)
        assert answer.status == 1
        assert message in answer.err
        assert not path.exists()


@pytest.mark.usefixtures("qapp")
def test_a_film_is_foretold(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "film.gif"
    arguments = ["render", "preset:mystery-box", "-o", path, "--size", "100"]
    assert run(*arguments).err == ""
    said = run(*arguments, "--speed", 200).err
    assert said.startswith("puzzlegui: 10 moves at 200 per second: 3.4 s, 3 frames. Shows 3 of 11 ")
    solving = ["solve", "preset:mystery-box", "--format", "gif", "-o", path, "--stride", 5]
    assert "Shows 3 of 11 positions" in run(*solving).err
    assert run(*solving, "--quiet").err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = run(*arguments).err
    told = re.search(r"10 moves at 2 per second: 8.3 s, 51 frames, about ([0-9]+) kB", said)
    assert told is not None
    assert int(told[1]) == pytest.approx(path.stat().st_size / 1000, rel=0.2)


def test_pictures_are_nothing_for_a_terminal(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    answer = run("solve", "preset:mystery-box", "--format", "pdf")
    assert (answer.status, answer.out) == (2, "")
    assert "name a file with -o" in answer.err


def test_video_needs_ffmpeg(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = run("render", "preset:mystery-box", "-o", tmp_path / "x.mp4")
    assert answer.status == 2
    assert "needs ffmpeg" in answer.err
    assert list(tmp_path.glob("*.mp4")) == []


def test_help_and_version(run: Any) -> None:
    assert run("--version").out == f"puzzlegui {__version__}\n"
    for arguments in ([], *([command] for command in cli.COMMANDS)):
        answer = run(*arguments, "--help")
        assert answer.status == 0
        assert "usage: puzzlegui" in answer.out


@pytest.mark.parametrize("command", [[], *([name] for name in cli.COMMANDS)])
def test_help_fits_eighty_columns(
    run: Any, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run(*command, "--help").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"usage: puzzlegui {command[0] if command else '[FILE]'}")
    indented = [len(line) - len(line.lstrip()) for line in lines]
    assert max(indented) <= 26


def test_the_list_of_solvers_says_what_stands_in_brackets(run: Any) -> None:
    lines = run("solvers").out.splitlines()
    assert lines[-1].startswith("In brackets: the source of the method; see SOURCES.md")
    assert "[" not in run("solvers", "--family", "shift").out


def test_what_is_neither_command_nor_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Folders, "of_user", lambda: Folders.below(tmp_path))  # name the language
    for argv, said in (
        (["nonsense"], "not a command"),
        (["a.puzzle", "b.puzzle"], "not a command"),
        ([str(Path(__file__))], "this text is not a board. "),
    ):
        assert __main__.run(argv) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert said in err


class Puzzlegui(Protocol):
    """Runs the program in a separate process, isolated from the user's folders."""

    def __call__(self, *argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]: ...


@pytest.fixture
def puzzlegui(tmp_path: Path) -> Puzzlegui:
    def run(*argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "puzzlegui", "--folders", str(tmp_path / "f"), *argv]
        return subprocess.run(command, capture_output=True, check=False, **options)

    return run


def test_the_program_as_a_process(tmp_path: Path, puzzlegui: Puzzlegui) -> None:
    environment = os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    done = puzzlegui("solve", "preset:schonbrunn", "--format", "json", env=environment)
    assert done.returncode == 0
    assert json.loads(done.stdout.decode())["board"]["title"] == "Schönbrunn maze"
    assert done.stderr == b""
    done = puzzlegui("solve", str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    program = f"{sys.executable} -m puzzlegui --folders {tmp_path}"
    command = f"{program} solve preset:eight-cpp --solver dfs | head -c 10"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.stderr == b""


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("within", "status"), [(True, -signal.SIGINT), (False, 130)])
def test_an_interrupt_while_qt_is_loaded_ends_the_program(within: bool, status: int) -> None:
    """What loads it drops an exception, or aborts."""
    code = (
        "import signal, sys\n"
        "from puzzlegui import interrupts\n"
        "interrupts.restore_default_sigint()\n"
        "interrupts.install_handlers()\n"
        "with interrupts.default_handlers():\n"
        f"    if {within}: signal.raise_signal(signal.SIGINT)\n"
        "try: signal.raise_signal(signal.SIGINT)\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    process = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert (process.returncode, process.stdout, process.stderr) == (status, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.examples(1)
def test_a_signal_ends_the_open_window(tmp_path: Path, number: signal.Signals) -> None:
    """Qt drops what Python raises while it waits for events."""
    code = (
        "from puzzlegui import __main__\n"
        "from puzzlegui.gui.program import Program\n"
        "Program.offer_recovery = lambda _: print(flush=True)\n"  # the first event
        "__main__.main()\n"
    )
    command = [sys.executable, "-c", code, "--folders", str(tmp_path)]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(number)
        try:
            assert process.wait(60) == -number
        finally:
            process.kill()


@pytest.mark.usefixtures("interruptible")
def test_interrupt(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "puzzlegui", "solve", "preset:grid-30x30", "--solver", "bfs"]
    command += ["--folders", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        watched = psutil.Process(process.pid)
        deadline = time.monotonic() + 60
        while watched.num_threads() < 3 and time.monotonic() < deadline:
            time.sleep(0.01)  # until the search is at work
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.thorough
@pytest.mark.examples(1)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("columns", [80, 40, 12])
def test_the_progress_line_fits_the_terminal(tmp_path: Path, columns: int) -> None:
    import fcntl
    import pty
    import struct
    import termios

    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "puzzlegui", "solve", "preset:grid-30x30", "--time-limit", "3"]
    command += ["--folders", str(tmp_path), "-o", str(tmp_path / "out")]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(command, stderr=end, env=environment) as process:
        os.close(end)
        written = b""
        try:
            while piece := os.read(terminal, 4096):
                written += piece
        except OSError:
            pass  # the other end is closed
    os.close(terminal)
    assert process.returncode in (0, 3)  # a busy machine finds nothing in a second
    lines = written.decode().split("\r")
    assert "\n" not in written.decode()
    assert max(map(len, lines)) < columns  # a terminal may wrap after the last one
    shown = [line.strip() for line in lines if line.strip()]
    if columns >= 40:
        searched = [line for line in shown if line.startswith("macro  ")]
        writing = [line for line in shown if line.startswith("writing  ")]  # where that is slow
        assert shown == searched + writing
        assert process.returncode or "  found " in searched[-1]
    assert shown or columns < 40


def interrupted(arguments: list[str], folder: Path) -> tuple[int, bytes, bytes]:
    """Interrupt a search after its first solution; return exit status, output and errors."""
    script = (
        "import signal, threading\n"
        "from puzzlegui import __main__\n"
        "from puzzlegui.solvers.control import Control\n"
        "report = Control.report_solution\n"
        "def report_and_interrupt(*given):\n"
        "    report(*given)\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    Control.report_solution = report\n"
        "Control.report_solution = report_and_interrupt\n"
        "__main__.main()\n"
    )
    command = [sys.executable, "-c", script, "solve", *arguments, "--folders", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.examples(2)
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("name", ["text", "json", "csv", "markdown", "html", "pdf"])
def test_an_interrupt_writes_the_best_solution_found(run: Any, tmp_path: Path, name: str) -> None:
    path = tmp_path / "out"
    board = tmp_path / "large.puzzle"
    board.write_text(dump_board(new_board("sliding", 6, 6, 3)), encoding="utf-8")
    other = ["preset:fifteen-loyd", str(board)] if name == "html" else [str(board)]
    arguments = [*other, "--solver", "macro", "--time-limit", "100", "--format", name]
    status, out, err = interrupted([*arguments, "-o", str(path)], tmp_path)
    assert (status, out) == (130, b"")
    assert b"interrupted; writing the best solution found, " in err
    assert path.stat().st_size > 0
    if name in {"text", "json", "csv", "markdown"}:
        assert run("verify", board, path).out.startswith("Correct: ")


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("preset", ["mystery-box", ""])
def test_an_interrupt_ends_with_what_there_is_of_several_boards(
    run: Any, tmp_path: Path, preset: str
) -> None:
    path = tmp_path / "out"
    board = tmp_path / "large.puzzle"
    board.write_text(dump_board(new_board("sliding", 6, 6, 3)), encoding="utf-8")
    before = [f"preset:{preset}"] if preset else []
    arguments = [*before, str(board), "preset:schonbrunn", "--format", "json", "-o", str(path)]
    status, out, _ = interrupted(arguments, tmp_path)
    assert (status, out) == (130, b"")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["status"] for line in lines] == ["solved"] * len(lines)
    assert len(lines) == len(before) + 1  # the next one was not begun


@pytest.mark.usefixtures("interruptible")
def test_a_second_interrupt_ends_at_once(tmp_path: Path) -> None:
    script = (
        "import signal\n"
        "from puzzlegui import __main__\n"
        "from puzzlegui.engine.run import Run\n"
        "def result(run, wait=None):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "Run.result = result\n"
        "__main__.main()\n"
    )
    command = [sys.executable, "-c", script, "solve", "preset:grid-30x30", "-o", "out"]
    command += ["--folders", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    assert not list(tmp_path.glob("*out*"))


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("delay", [0, 0.02, 0.04, 0.06, 0.09, 0.12, 0.2])
def test_interrupt_while_it_starts(delay: float, tmp_path: Path) -> None:
    # Before it sees to interrupts, it is Python alone, which can lose one.
    script = (
        "from puzzlegui import __main__, interrupts\n"
        "begin = interrupts.restore_default_sigint\n"
        "interrupts.restore_default_sigint = lambda: (begin(), print(flush=True))\n"
        "__main__.main()\n"
    )
    arguments = ["solve", "preset:grid-30x30", "--solver", "bfs", "--folders", str(tmp_path)]
    command = [sys.executable, "-c", script, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, err) in {(130, b""), (-signal.SIGINT, b"")}


def test_no_window_without_a_display(puzzlegui: Puzzlegui) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM")}
    for command in ([], ["selftest"]):
        done = puzzlegui(*command, env=environment, timeout=60)
        assert done.returncode not in (0, -6)
        assert b"there is no display" in done.stderr
    done = puzzlegui("selftest", env=environment | {"DISPLAY": ":987"}, timeout=60)
    assert done.returncode == 1
    assert b"cannot be reached" in done.stderr


@pytest.mark.thorough
def test_selftest(tmp_path: Path, puzzlegui: Puzzlegui) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = puzzlegui("selftest", "--out", str(tmp_path), env=environment, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    for line in (b"all went well", b"by macro", b"in a child process", b"drew 3 charts"):
        assert line in done.stdout
    assert isinstance(load_document(tmp_path / "solution.json"), Solution)
    assert (tmp_path / "chart.png").read_bytes()[:4] == b"\x89PNG"
    assert (tmp_path / "screenshot.png").read_bytes()[:4] == b"\x89PNG"


_WITHOUT_MODULES = """
import sys
from pathlib import Path
from puzzlegui.gui import app, selftest_parts

app.make_application()
sys.modules["numpy.random"] = None  # as in a bundle without it
sys.executable = "/nowhere"
for fault in selftest_parts.run(Path(sys.argv[1]), print):
    print("FAILED:", fault)
"""


@pytest.mark.thorough
def test_the_selftest_notices_what_a_bundle_lacks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_MODULES, tmp_path], check=True, capture_output=True,
        text=True, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    faults = [line for line in done.stdout.splitlines() if line.startswith("FAILED: ")]
    for fault, wanted in zip(faults, ("macro", "a child"), strict=True):
        assert wanted in fault


@pytest.mark.thorough
@pytest.mark.usefixtures("in_process")
def test_tables_are_built_listed_and_removed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rotation_tables, "_BOARDS", ((2, 6, BOTH), (2, 7, BOTH)))
    names = [offer.name for offer in tables.available_tables()]
    assert len(set(names)) == len(names)

    def said(*argv: str) -> list[str]:
        assert cli.run(["tables", *argv]) == 0
        return capsys.readouterr().out.splitlines()

    assert [line.split()[:2] for line in said()[1:]] == [[name, "missing"] for name in names]
    assert said("--build", "rotation-2x6-both")[0].startswith("rotation-2x6-both: ready after")
    assert said()[1].split()[1] == "ready"
    assert said()[0].endswith("tables, 5.7 MiB of 2,048 MiB used:")
    path = table_store.folder() / "rotation-2x6-both.table"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert said()[1].split()[1] == "damaged"
    table_store.stop_and_clear()
    said("--build", "rotation-2x6-both")
    assert said()[1].split()[1] == "ready"
    assert said("--clear")[0].startswith("removed 1 table from ")
    assert said()[1].split()[1] == "missing"
    table_store.save("graph-sliding-3x3-0", {})
    assert said()[-1].endswith("saved by an exploration, to continue from")
    assert cli.run(["tables", "--build", "nothing"]) == 2
    assert "there is no table 'nothing'" in capsys.readouterr().err
    table_store.stop_and_clear()
    assert cli.run(["tables", "--build", "rotation-2x7-both", "--memory-limit", "1"]) == 2
    assert "needs more memory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "limit"), [(7, "7"), (0, "no limit"), (10**9, "2048"), ("x", "2048")]
)
@pytest.mark.examples(1)
def test_the_limit_of_tables_is_that_of_the_settings(
    value: object, limit: str, tmp_path: Path, puzzlegui: Puzzlegui
) -> None:
    folder = Folders.below(tmp_path).settings
    folder.mkdir(parents=True)
    (folder / FILE).write_text(json.dumps({"stored tables": value}))
    done = puzzlegui("tables", "--folders", str(tmp_path))
    said = done.stdout.decode().replace(",", "").splitlines()[0]
    assert f" 0.0 MiB of {limit} MiB used:" in said or (value == 0 and limit in said)


@pytest.mark.usefixtures("in_process")
def test_a_table_that_cannot_be_kept_is_said_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rotation_tables, "_BOARDS", ((2, 6, BOTH),))
    (tmp_path / "tables").touch()  # no folder can be made there
    table_store.set_cache_folder(tmp_path)
    assert cli.run(["tables", "--build"]) == 2
    said = capsys.readouterr()
    assert "rotation-2x6-both was built but could not be saved in" in said.err
    assert "ready after" not in said.out


def shell(script: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script in which ``$P`` is the program."""
    program = f"{sys.executable} -m puzzlegui --folders {folder}"
    command = ["bash", "-c", f'P="{program}"; {script}']
    return subprocess.run(command, capture_output=True, check=False, timeout=60, cwd=folder)


@pytest.mark.examples(1)
@pytest.mark.skipif(os.name != "posix", reason="it takes a shell")
@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("$P presets | head -1 >&2; exit ${PIPESTATUS[0]}", 0),
        ("$P presets >&-", 0),
        ("$P solve preset:mystery-box --solver bfs >&-", 0),
        ("$P solve preset:mystery-box --solver bfs --format pdf >&-", 0),
        ("$P check - <&-", 2),
        ("$P check nothing 2>&-", 2),
        ("$P presets >/dev/full", 2),
    ],
)
def test_streams_that_are_closed_or_full(script: str, status: int, tmp_path: Path) -> None:
    done = shell(script, tmp_path)
    assert done.returncode == status, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Error" not in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names need not be UTF-8 there")
def test_names_of_files_may_be_odd(tmp_path: Path) -> None:
    board = dump_board(load_preset("eight-cpp")).encode()
    for file in (b"bad\xff.puzzle", b"line\nbreak.puzzle"):
        (tmp_path / os.fsdecode(file)).write_bytes(board)
    files = "$'bad\\xff.puzzle' $'line\\nbreak.puzzle' $'none\\xff\\n'"
    for name in ("text", "csv", "markdown", "html", "json"):
        done = shell(f"$P solve {files} --solver bfs --quiet --format {name}", tmp_path)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1), done.stderr
        assert b"Traceback" not in done.stderr
        assert b"none\\udcff\\n: cannot be read" in done.stderr
        written = done.stdout.decode()
        assert name == "json" or "line break.puzzle" in written.replace("\\", "")
    done = shell(f"$P render {files.split(maxsplit=1)[0]} -o $'out\\xff.svg'", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("limit", ["--max-states", "--max-moves", "--memory-limit"])
def test_limits_of_many_digits(capsys: pytest.CaptureFixture[str], limit: str) -> None:
    assert cli.run(["solve", "preset:mystery-box", "--solver", "optimal", limit, "9" * 23]) == 0
    assert FIRST in capsys.readouterr().out


@pytest.mark.thorough
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's locales")
@pytest.mark.parametrize("variable", ["LC_ALL", "LC_CTYPE", "LANG", "NOTHING"])
def test_the_locale_c_is_nothing_to_speak_of(tmp_path: Path, variable: str) -> None:
    path = tmp_path / "board.png"
    plain = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    code = "import os; from puzzlegui import cli; os._exit(cli.run(__import__('sys').argv[1:]))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        [*command, "render", "preset:eight-cpp", "-o", path],
        check=True, capture_output=True, text=True, cwd=tmp_path,
        env=plain | {variable: "C", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert path.is_file()
    assert "locale" not in done.stderr


def test_what_argparse_says_is_in_the_language_that_is_used(run: Any) -> None:
    language.set_language("de")
    help_ = run("compare", "--help").out
    assert help_.startswith("Aufruf: puzzlegui compare")
    for english in ("usage", "options:", "positional arguments", "show this help"):
        assert english not in help_
    assert (
        "Fehler: Argument --max-moves: muss eine ganze Zahl ab 0 sein"
        in run("solve", "preset:mystery-box", "--max-moves", "x").err
    )
    assert "ungültige Wahl: 'nonsense' (zur Wahl stehen" in run("nonsense").err
    assert "diese Argumente fehlen" in run("solve").err

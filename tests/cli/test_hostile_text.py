"""Text from files cannot control the terminal."""

import csv
import io
import json
import logging
import re
import sys
from pathlib import Path

import pytest

from puzzlegui import logs
from puzzlegui.core.files import escape_controls, printable
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.loading import load_board, load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters import csv_tables
from puzzlegui.exporters.csv_tables import format_csv_rows
from tests.cli.conftest import Run

HOSTILE = (
    "\x1b[31mred\x1b]0;name\x07 \x9b2J \x7f \u202ereversed\u202c \u2066isolated\u2069 "
    "\u200fmark end"
)
CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.puzzle"
    hostile = load_preset("eight-cpp").with_fields(
        title=HOSTILE, extra=((HOSTILE, f'"{HOSTILE[5:8]}"'),)
    )
    path.write_text(dump_board(hostile), encoding="utf-8")
    assert load_board(path).title == HOSTILE
    return path


SOLVE = ["solve", "BOARD", "--solver", "bfs", "--format"]
COMPARE = ["compare", "BOARD", "--solvers", "bfs", "--format"]
EXPLORE = ["explore", "BOARD", "--max-states", 99, "--format"]


@pytest.mark.examples(10)
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "BOARD"],
        *([*SOLVE, name] for name in ("text", "csv", "json", "markdown", "html")),
        [*SOLVE, "storyboard-svg"],
        ["solve", "BOARD", "none\x1b[0m", "--solver", "bfs"],
        *([*COMPARE, name] for name in ("text", "csv", "json", "markdown", "html")),
        *([*EXPLORE, name] for name in ("text", "json", "csv")),
        ["verify", "BOARD", "BOARD"],
        ["verify", "preset:eight-cpp", "MOVES"],
        ["render", "BOARD", "--format", "storyboard-svg", "-o", "-"],
        ["render", "BOARD", "--format", "html", "-o", "-"],
        ["watch", "BOARD", "--steps", 3, "--format", "html", "-o", "-"],
        ["new", "maze", "--title", HOSTILE],
        ["study", "STUDY"],
        ["study", "study:\x1b[31m"],
        ["lesson", "\x1b[31m"],
        ["tables", "--build", "\x1b[31m"],
        ["solve", "BOARD", "\x1b[31m", "--no-such\x1b[31m"],
        ["\x1b[31m"],
        ["solve", "preset:\x9b31m\u202e"],
        ["check", "BROKEN"],
    ],
)
def test_no_command_writes_control_characters(
    run: Run, board: Path, arguments: list[object]
) -> None:
    files = {name: board.with_name(name.lower()) for name in ("MOVES", "STUDY", "BROKEN")}
    files["MOVES"].write_text(HOSTILE, encoding="utf-8")
    files["BROKEN"].write_text(dump_board(load_board(board)).replace("1", HOSTILE[1:4]))
    lines = ('format = "puzzlegui/study"', "version = 1", f"solvers = [{json.dumps(HOSTILE)}]")
    files["STUDY"].write_text("\n".join([*lines, "[[boards]]", 'presets = ["eight-cpp"]']))
    answer = run(*(({"BOARD": board} | files).get(str(each), each) for each in arguments))
    assert answer.out + answer.err
    assert CONTROLS.findall(answer.out + answer.err) == []


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1+1", "x,=1+1,y", 'a,"=1"\n=2']
FORMULA = re.compile("[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]")


@pytest.mark.examples(2)
@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "BOARD", "FAMILY", "NAME", "none"],
        ["solve", "BOARD", "--all", "--max-moves", 10],
        ["compare", "BOARD", "FAMILY", "NAME", "--solvers", "bfs"],
        ["explore", "BOARD", "--max-states", 99],
    ],
    ids=lambda arguments: f"{arguments[0]} {len(arguments)}",
)
def test_no_cell_of_a_table_is_a_formula(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[object], formula: str
) -> None:
    monkeypatch.chdir(tmp_path)
    board = load_preset("mystery-box")
    family = dump_board(board).replace('"rotation"', json.dumps(formula))
    files = {"BOARD": "board.puzzle", "FAMILY": "family.puzzle", "NAME": formula}
    Path(files["BOARD"]).write_text(dump_board(board.with_fields(title=formula)))
    Path(files["FAMILY"]).write_text(family)
    Path(files["NAME"]).write_text("no board")
    named = [files.get(str(each), each) for each in arguments]
    answer = run(*(f"./{each}" if each == formula else each for each in named), "--format", "csv")
    run(*(each for each in named if each != formula), "--format", "csv", "-o", "out")
    for text in (answer.out, Path("out").read_text(encoding="utf-8")):
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert len(cells) > 5
        assert [cell for cell in cells if FORMULA.match(cell)] == []


@pytest.mark.parametrize("value", [-1, -2.5, 0, True, None])
def test_numbers_of_a_table_stay_numbers(value: float | None) -> None:
    expected = "true" if value is True else '""' if value is None else str(value)
    assert format_csv_rows([[value]]) == f"{expected}\n"


def test_every_table_is_written_by_one_function() -> None:
    package = Path(csv_tables.__file__).parents[1]
    writers = {p.name for p in package.rglob("*.py") if "csv.writer(" in p.read_text("utf-8")}
    assert writers == {"csv_tables.py"}


@pytest.mark.examples(4)
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "arguments",
    [
        *([*SOLVE, name] for name in ("text", "csv", "json", "markdown", "html")),
        [*SOLVE, "storyboard-svg"],
        *([*COMPARE, name] for name in ("text", "csv", "json", "markdown", "html")),
        *([*EXPLORE, name] for name in ("text", "json", "csv")),
        ["render", "BOARD", "--format", "html"],
        ["watch", "BOARD", "--steps", 3, "--format", "html"],
        ["book", "BOARD", "--title", HOSTILE],
        ["card", "BOARD", "--format", "svg"],
        ["new", "maze", "--title", HOSTILE],
    ],
)
def test_no_file_has_control_characters(run: Run, board: Path, arguments: list[object]) -> None:
    broken = board.with_name("broken\x9b\u202e.puzzle")
    broken.write_text(dump_board(load_board(board)).replace('"sliding"', json.dumps(HOSTILE)))
    out = board.with_name("out.html" if arguments[0] == "book" else "out")
    files = {"BOARD": board}
    several = [broken] if arguments[0] in ("solve", "compare", "book") else []
    named = [files.get(str(each), each) for each in arguments]
    run(*named[:2], *several, *named[2:], "-o", out)
    text = out.read_text(encoding="utf-8")
    assert CONTROLS.findall(text) == []
    if "json" in arguments:
        for line in text.splitlines() if arguments[0] == "solve" else [text]:
            json.loads(line)
    for script in re.findall(r'(?s)<script type="application/json"[^>]*>(.*?)</script>', text):
        json.loads(script)


def test_the_title_is_the_same_again(run: Run, board: Path, tmp_path: Path) -> None:
    solution = tmp_path / "solution.json"
    assert run("solve", board, "--format", "json", "-o", solution).status == 0
    assert CONTROLS.findall(solution.read_text(encoding="utf-8")) == []
    found = load_document(solution)
    assert isinstance(found, Solution)
    assert (found.board.title, found.board.extra) == (HOSTILE, load_board(board).extra)


def test_progress_shows_no_control_characters(
    run: Run, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("puzzlegui.cli.progress.ProgressLine._due", lambda _: True)
    monkeypatch.setenv("COLUMNS", "300")
    answer = run("compare", board, "--solvers", "bfs", "--max-states", 999)
    assert "red" in answer.err
    assert CONTROLS.findall(answer.err.replace("\r", "")) == []


def test_messages_of_the_log_show_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_standard_error()
    logging.getLogger("puzzlegui.test").warning("%s", HOSTILE)
    assert "red" in (said := capsys.readouterr().err)
    assert CONTROLS.findall(said) == []


def test_what_cannot_be_seen_is_escaped() -> None:
    assert escape_controls("a\tb\nc\rd") == "a\tb\nc\\rd"
    assert printable("a\tb\nc") == "a\\tb\\nc"
    assert escape_controls(HOSTILE).startswith(
        "\\x1b[31mred\\x1b]0;name\\x07 \\x9b2J \\x7f \\u202erev"
    )
    assert escape_controls("Größe 数独 👩‍🚀") == "Größe 数独 👩‍🚀"

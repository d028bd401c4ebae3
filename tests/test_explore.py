"""The command ``puzzlegui explore``."""

import csv
import io
import json
from pathlib import Path

import pytest

from puzzlegui import cli
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.engine.graph import exploration
from puzzlegui.families.creation import new_board
from puzzlegui.solvers import table_store

COUNTS = [1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20]


@pytest.fixture
def nine(tmp_path: Path) -> Path:
    board = new_board("rotation", 3, 3, 4)
    path = tmp_path / "nine.puzzle"
    path.write_text(dump_board(board.with_fields(title="Nine")))
    return path


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    status = cli.run(["explore", *map(str, argv)])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("origin", ["start", "goal"])
def test_json(capsys: pytest.CaptureFixture[str], nine: Path, origin: str) -> None:
    status, out, err = run(capsys, nine, "--from", origin, "--format", "json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert (found["board"], found["from"], found["complete"]) == ("Nine", origin, True)
    assert (found["counts"], found["total"], found["depth"]) == (COUNTS, 362_880, 11)
    assert len(found["hardest"]) == 10
    assert found["distance"] <= 11
    assert found["shortest_solutions"] >= 1


def test_at_a_limit_the_whole_levels_are_written(
    capsys: pytest.CaptureFixture[str], nine: Path
) -> None:
    status, out, _ = run(capsys, nine, "--max-states", "3000", "--format", "json")
    found = json.loads(out)
    assert (status, found["complete"], found["counts"]) == (3, False, COUNTS[:5])


@pytest.mark.usefixtures("in_process")
def test_what_is_damaged_on_disk_is_said(
    capsys: pytest.CaptureFixture[str], nine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploration, "_WORTH_KEEPING", 0.0)
    table_store.set_cache_folder(tmp_path / "cache")
    try:
        run(capsys, nine, "--max-states", "3000")
        (path,) = table_store.folder().glob("*.table")
        path.write_bytes(path.read_bytes()[:-1] + b"!")
        status, out, err = run(capsys, nine, "--format", "json")
    finally:
        table_store.set_cache_folder(None)
    assert (status, json.loads(out)["counts"]) == (0, COUNTS)
    assert "The saved results are damaged or from another version. Starting over." in err


def test_where_nothing_was_explored_no_depth_is_told(
    capsys: pytest.CaptureFixture[str], nine: Path
) -> None:
    status, out, _ = run(capsys, nine, "--max-states", "0")
    assert (status, "state limit" in out, "-1" in out) == (3, True, False)


@pytest.mark.parametrize(
    ("name", "begins"), [("out.json", "{"), ("OUT.CSV", "depth,count"), ("out.txt", "Nine: ")]
)
def test_the_format_is_what_the_name_ends_in(
    capsys: pytest.CaptureFixture[str], nine: Path, tmp_path: Path, name: str, begins: str
) -> None:
    assert run(capsys, nine, "-o", tmp_path / name) == (0, "", "")
    assert (tmp_path / name).read_text().startswith(begins)


def test_csv_goes_into_a_file(
    capsys: pytest.CaptureFixture[str], nine: Path, tmp_path: Path
) -> None:
    status, out, _ = run(capsys, nine, "--format", "csv", "-o", tmp_path / "out.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    assert (status, out) == (0, "")
    assert [int(row["count"]) for row in rows] == COUNTS
    assert sum(int(row["odd"]) for row in rows) == 181_440


def test_text_says_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "preset:two-by-three")
    assert status == 0
    assert "120 arrangements can be reached, in at most 7 moves and 3.933 on average." in out
    assert "Even permutations: 60; odd permutations: 60." in out
    assert "cannot be reached" in out


def test_cells_of_a_maze_have_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "preset:schonbrunn")
    assert "  C3\n" in out
    _, out, _ = run(capsys, "preset:schonbrunn", "--format", "json")
    assert json.loads(out)["hardest"] == ["C3"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["preset:twiddle-4x4"], "reachable arrangements; at most"),
        (["preset:eight-cpp", "--memory-limit", "0"], "of memory"),
        (["preset:eight-cpp", "-o", "nowhere/x.csv"], "there is no folder"),
        (["nowhere.puzzle"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert said in err

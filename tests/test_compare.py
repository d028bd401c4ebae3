"""The command ``puzzlegui compare``."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzlegui import cli
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    status = cli.run(["compare", *map(str, argv)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_table_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(
        capsys, "preset:eight-cpp", "--solvers", "optimal,best-first", "--format", "json"
    )
    rows: list[dict[str, Any]] = json.loads(out)
    assert (status, err) == (0, "")
    assert [(row["solver"], row["length"], row["optimal"]) for row in rows] == [
        ("optimal", 16, True), ("best-first", 50, False),
    ]  # fmt: skip
    assert {row["file"] for row in rows} == {"preset:eight-cpp"}
    assert rows[1]["states"] == 470


def test_solvers_are_compared_in_a_metric(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys, "preset:eight-cpp", "preset:graphs-3x3-colours", "--metric", "multi",
        "--solvers", "optimal,bfs", "--format", "json",
    )  # fmt: skip
    *slides, refused = json.loads(out)
    assert [(row["length"], row["optimal"]) for row in slides] == [(11, True)] * 2
    assert "not counted in 'multi'" in refused["error"]
    assert status == 2


def test_one_unreadable_file_is_a_row_and_the_others_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = run(
        capsys, tmp_path / "none", "preset:eight-cpp", "--solvers", "bfs", "--format", "json"
    )
    failed, row = json.loads(out)
    assert status == 2
    assert "cannot be read" in failed["error"]
    assert row["length"] == 16


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["preset:fifteen-loyd", "--solvers", "optimal"], 1),
        (["preset:twiddle-4x4", "--solvers", "bfs,dijkstra", "--max-states", "50"], 3),
        (["preset:twiddle-4x4", "--solvers", "bfs,peel", "--max-states", "50"], 3),
        (["preset:eight-cpp", "--solvers", "bfs,astar", "--max-states", "80"], 0),
        (["preset:two-by-three", "preset:eight-cpp", "--solvers", "optimal"], 1),
        (["preset:two-by-three", "--solvers", "exchange"], 2),
        (["preset:eight-cpp", "--solvers", "unheard"], 2),
        (["preset:eight-cpp", "--solvers", ","], 2),
        (["preset:eight-cpp", "--jobs", "0"], 2),
        (["preset:eight-cpp", "--format", "pdf"], 2),
        (["preset:eight-cpp", "-o", "/no/folder/x.csv"], 2),
    ],
)
def test_the_exit_status(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int
) -> None:
    found, _, err = run(capsys, *arguments)
    assert found == status
    assert "Traceback" not in err


def test_the_ending_of_a_file_says_its_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "table.csv"
    arguments = ("preset:eight-cpp", "--solvers", "astar,bfs,dfs", "--sort", "states", "--jobs", 3)
    assert run(capsys, *arguments, "-o", out) == (0, "", "")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("board,file,solver,status,length")
    assert [line.split(",")[2] for line in lines[1:]] == ["astar", "bfs", "dfs"]


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_writes_what_there_is_and_leaves_no_process(tmp_path: Path) -> None:
    board = tmp_path / "big.puzzle"
    board.write_text(dump_board(load_preset("graphs-20x20-reversed")))
    called = [sys.executable, "-m", "puzzlegui", "compare", str(board)]
    called += ["--solvers", "exchange,bfs,iddfs", "--format", "json", "--folders", str(tmp_path)]
    with subprocess.Popen(called, stdout=subprocess.PIPE, text=True) as process:
        whole = psutil.Process(process.pid)
        deadline = time.monotonic() + 60
        seen: set[int] = set()
        while len(seen) < 2 and time.monotonic() < deadline:
            seen |= {child.pid for child in whole.children()}
            time.sleep(0.02)
        children = whole.children()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    rows = json.loads(out)
    assert [row["status"] for row in rows] == ["solved", "cancelled", "cancelled"]
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left


@pytest.mark.thorough
def test_runs_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    called = [sys.executable, "-m", "puzzlegui", "compare", "preset:graphs-20x20-reversed"]
    called += ["--solvers", "bfs", "--folders", str(tmp_path)]
    with subprocess.Popen(called, stdout=subprocess.DEVNULL) as process:
        whole = psutil.Process(process.pid)
        deadline = time.monotonic() + 60
        while not (children := whole.children()) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.kill()
    assert children
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left

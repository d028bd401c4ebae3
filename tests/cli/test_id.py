"""Board IDs on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlegui import __main__
from puzzlegui.documents.board_id import read_id
from puzzlegui.documents.presets import load_preset
from puzzlegui.library import load
from tests.cli.conftest import Run

ID = "pg1:WNK64SGDV4NDSH6CWWMAHQ6GCSOOMTEAXYCXSEYYZYMO5QAMSZNAA"
WRONG = ID.replace("WNK", "WNX")


def test_an_id_is_printed_alone(run: Run) -> None:
    answer = run("id", "preset:mystery-box")
    assert answer.status == 0
    assert answer.out == f"{ID}\n"
    assert read_id(answer.out) == load_preset("mystery-box").puzzle
    assert run("id", ID).out == answer.out


@pytest.mark.parametrize("source", [ID, f"id:{ID}", f"id:{ID.removeprefix('pg1:').lower()}"])
@pytest.mark.parametrize(
    "command",
    ["check SOURCE", "solve SOURCE", "compare SOURCE --solvers optimal", "explore SOURCE",
     "render SOURCE -o OUT", "watch SOURCE --steps 3 -o OUT", "verify SOURCE SOLUTION"],
)  # fmt: skip
def test_an_id_serves_as_a_file(run: Run, tmp_path: Path, source: str, command: str) -> None:
    solution = tmp_path / "solution.json"
    run("solve", "preset:mystery-box", "--format", "json", "-o", solution)
    names = {"SOURCE": source, "OUT": tmp_path / "out.svg", "SOLUTION": solution}
    if command.startswith("watch"):
        names["OUT"] = tmp_path / "out.html"
    answer = run(*(names.get(word, word) for word in command.split()))
    assert (answer.status, answer.err) == (0, "")


@pytest.mark.parametrize("command", ["id", "check", "solve"])
def test_a_damaged_id_is_refused(run: Run, command: str) -> None:
    answer = run(command, WRONG)
    assert answer.status == 2
    assert answer.err == (
        "puzzlegui: board ID: this board ID is incomplete or has a wrong letter; compare it with "
        "the original\n"
    )


def test_the_window_does_not_open_with_a_damaged_id(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert __main__.run([WRONG, "--folders", str(tmp_path)]) == 2
    message = capsys.readouterr().err
    assert "wrong letter" in message
    assert "not a command" not in message


def test_the_library_reads_ids() -> None:
    board: Any = load_preset("mystery-box").puzzle
    assert load(ID) == load(f"id:{ID}") == board


def test_the_longest_id_serves_as_a_file(run: Run) -> None:
    text = run("id", "preset:grid-30x30").out.strip()
    assert run("check", text).status == 0
    assert run("check", f"{text}A").status == 2

"""Outputs that would replace an input, or a file that was not named."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlegui import library
from puzzlegui.cli.common import INPUTS, OUTPUTS
from puzzlegui.cli.main import load_command, parser
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.outputs import ReadFiles
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.documents.presets import load_preset
from tests.cli.conftest import Run

STUDY = """format = "puzzlegui/study"
version = 1
solvers = ["bfs"]
[[boards]]
files = ["*.puzzle"]
"""
COMMANDS: dict[str, list[str]] = {
    "solve": ["solve", "IN", "--format", "text", "-o", "OUT"],
    "compare": ["compare", "IN", "--format", "csv", "-o", "OUT"],
    "explore": ["explore", "IN", "--format", "json", "-o", "OUT"],
    "render": ["render", "IN", "--format", "html", "-o", "OUT"],
    "book": ["book", "IN", "-o", "OUT"],
    "card": ["card", "IN", "--format", "svg", "-o", "OUT"],
    "page": ["page", "IN", "-o", "OUT"],
    "lock": ["lock", "IN", "--pin-file", "pin.txt", "-o", "OUT"],
    "export": ["export", "IN", "--format", "twsearch", "-o", "OUT"],
    "line": ["line", "IN", "--board", "preset:mystery-box", "-o", "OUT"],
    "watch": ["watch", "IN", "--format", "html", "-o", "OUT"],
    "new": ["new", "rotation", "--goal-from", "IN", "-o", "OUT"],
    "study": ["study", "IN", "-o", "OUT"],
}
"""Arguments of each command with an output."""
FURTHER = {
    "solve several": ["solve", "preset:eight-cpp", "IN", "none", "-o", "OUT"],
    "solve improve": ["solve", "IN", "--improve", "--format", "json", "-o", "OUT"],
    "solve from a book": ["solve", "IN#1", "-o", "OUT"],
    "render a book": ["render", "IN#1", "--format", "html", "-o", "OUT"],
    "compare several": ["compare", "preset:eight-cpp", "IN", "-o", "OUT"],
    "book of several": ["book", "preset:eight-cpp", "IN", "-o", "OUT", "--force"],
    "new from a picture": ["new", "rotation", "--goal-from", "IN", "-o", "OUT"],
    "new set": [
        "new", "rotation", "--goal-from", "IN", "--length", "3", "--count", "2", "-o", "OUT",
    ],
    "explore to a goal": ["explore", "grid.txt", "--goal", "IN", "-o", "OUT"],
    "solve a scramble": ["solve", "cube.def", "--scramble", "IN", "-o", "OUT"],
    "lock to its PIN": ["lock", "preset:eight-cpp", "--pin-file", "IN", "-o", "OUT"],
    "study report": ["study", "IN", "-o", "x.sqlite", "--report", "OUT"],
}  # fmt: skip


def content_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "in.puzzle"
    path.write_text(dump_board(load_preset("mystery-box")))
    return path


def commands() -> dict[str, argparse.ArgumentParser]:
    (action,) = parser()._subparsers._group_actions  # type: ignore[union-attr]
    assert isinstance(action.choices, dict)
    return action.choices


def test_every_file_of_a_command_is_an_input_or_an_output() -> None:
    for name, command in commands().items():
        declared = [*(command.get_default(INPUTS) or ()), *(command.get_default(OUTPUTS) or ())]
        for action in command._actions:
            if any(word in str(action.metavar) for word in ("FILE", "OUT", "BOARD", "SPEC")):
                assert action.dest in declared, (name, action.dest)
        assert (name in COMMANDS) == bool(command.get_default(OUTPUTS)), name


@pytest.mark.examples(20)
@pytest.mark.parametrize("link", [None, os.symlink, os.link], ids=["same", "symbolic", "hard"])
@pytest.mark.parametrize("name", [*COMMANDS, *FURTHER])
def test_input_is_never_replaced(
    run: Run,
    source: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    link: Callable[..., None] | None,
) -> None:
    suffix = {"book": ".pdf", "book of several": ".pdf", "study report": ".csv"}.get(name, "")
    suffix = ".puzzlebook" if name == "new set" else suffix
    if suffix:
        source = source.rename(source.with_suffix(suffix))
    if "from a book" in name or "a book" in name.removeprefix("book"):
        source.write_text(dump_book(Book(puzzles=(BookPuzzle(load_preset("mystery-box")),))))
    if name.startswith("study"):
        source.write_text(STUDY)
    output = f".{os.sep}{source.name}"
    if link is not None:
        output = f"other{suffix}"
        link(source, output)
    before = content_of(source.parent)
    command = load_command((COMMANDS | FURTHER)[name][0])
    monkeypatch.setattr(command, "run", lambda _: pytest.fail("the command has begun"))
    answer = run(
        *(word.replace("IN", source.name) if "IN" in word else output if word == "OUT" else word
          for word in (COMMANDS | FURTHER)[name])
    )  # fmt: skip
    assert (answer.status, answer.out) == (2, "")
    assert f"{Path(output)}: is a source of the result, so it was not replaced" in answer.err
    assert "Choose another name." in answer.err
    assert content_of(source.parent) == before


def test_redirected_input_is_never_replaced(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = source.read_bytes()
    saved = os.dup(0)
    try:
        with source.open("rb") as file:
            os.dup2(file.fileno(), 0)
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(before)))
            assert run("solve", "-", "-o", source, "--format", "text").status == 2
    finally:
        os.dup2(saved, 0)
        os.close(saved)
    assert source.read_bytes() == before


@pytest.mark.parametrize("arguments", [["-o", "in.puzzle"], ["--report", "in.csv"], []])
def test_study_keeps_its_boards(run: Run, source: Path, arguments: list[str]) -> None:
    os.link(source, source.with_name("in.csv"))
    os.link(source, source.with_name("study.sqlite"))
    source.with_name("study.toml").write_text(STUDY)
    before = content_of(source.parent)
    answer = run("study", "study.toml", *arguments)
    assert answer.status == 2
    assert "is a source of the result" in answer.err
    assert content_of(source.parent) == before


def test_outputs_are_distinct(run: Run, source: Path) -> None:
    source.with_name("study.toml").write_text(STUDY)
    for arguments in (["-o", "a.csv", "--report", "./a.csv"], ["--report", "a.csv"] * 2):
        answer = run("study", "study.toml", *arguments)
        assert answer.status == 2
        assert "a.csv: is the name of two outputs" in answer.err
    assert not source.with_name("a.csv").exists()


@pytest.mark.parametrize("name", ["book", "boards"])
def test_derived_name_needs_force(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "book":
        arguments = ["book", source, "-o", "bk.pdf", "--answers", "separate"]
        derived = Path("bk-answers.pdf")
    else:
        arguments = ["new", "rotation", "--rows", 3, "--seed", 1, "--length", 2, "--count", 2]
        arguments += ["-o", "set"]
        derived = Path("set", "02.puzzle")
        derived.parent.mkdir()
    derived.write_text("mine")
    with monkeypatch.context() as patch:
        for begins in ("book._Collection", "new.makers_for_set"):
            patch.setattr(f"puzzlegui.cli.{begins}", lambda *_: pytest.fail("it has begun"))
        answer = run(*arguments)
    assert answer.status == 2
    assert "--force" in answer.err
    assert derived.read_text() == "mine"
    assert not Path("bk.pdf").exists()
    assert not Path("set", "01.puzzle").exists()
    assert run(*arguments, "--force").status == 0
    assert derived.read_bytes() != b"mine"


def test_force_replaces_no_input(run: Run, source: Path) -> None:
    Path("set").mkdir()
    board = source.rename(Path("set", "01.puzzle"))
    before = board.read_bytes()
    arguments = ["rotation", "--goal-from", board, "--length", 3, "--count", 2, "-o", "set"]
    answer = run("new", *arguments, "--force")
    assert answer.status == 2
    assert "is a source of the result" in answer.err
    assert content_of(Path("set")) == {"01.puzzle": before}


def test_named_output_may_be_replaced(run: Run, source: Path) -> None:
    Path("out.txt").write_text("old")
    assert run("solve", source, "-o", "out.txt").status == 0
    assert Path("out.txt").read_text() != "old"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="a device of Unix")
def test_device_can_be_input_and_output(run: Run, source: Path) -> None:
    assert run("solve", source, "/dev/null", "-o", "/dev/null").status == 2
    assert run("solve", source, "-o", "/dev/null").status == 0


# --- the library ---


@pytest.mark.parametrize("format_", ["text", "csv", "json", "html", "twsearch"])
def test_library_keeps_a_loaded_board(source: Path, format_: str) -> None:
    before = source.read_bytes()
    board = library.load(source)
    os.link(source, "other")
    subject = board if format_ == "twsearch" else library.solve(board)
    for path in (source, "other"):
        with pytest.raises(PuzzleError, match="is a source of the result"):
            library.export(subject, path, format_)
    assert source.read_bytes() == before


def test_library_saves_a_document_in_its_own_file(source: Path) -> None:
    board = library.load(source)
    library.export(board.with_fields(title="New title"), source)  # type: ignore[union-attr]
    assert b"New title" in source.read_bytes()
    solution = library.solve(board)
    library.export(solution, "solution.json")
    library.export(library.load("solution.json"), "solution.json")
    with pytest.raises(PuzzleError, match="is a source of the result"):
        library.export(board, "solution.json")


def test_library_replaces_a_file_that_reuses_a_number(tmp_path: Path) -> None:
    read, first, second = ReadFiles(), tmp_path / "a", tmp_path / "b"
    first.write_text("")
    read.add(first)
    first.rename(second)  # as a new file with the number of the one that was read
    assert read.paths_of(second) == [first]
    assert read.paths_of(tmp_path / "none") == []

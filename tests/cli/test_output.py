import os
import sys
import threading
from pathlib import Path

import pytest

from puzzlegui import cli
from puzzlegui.core.files import write_pieces
from tests.cli.conftest import Run

MOVES = "D L L U R D R U L D R D L L U U"
EIGHT = ["preset:eight-cpp", "--solver", "bfs"]
FORMATS = ["text", "csv", "json", "markdown", "html", "pdf", "storyboard", "gif"]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no devices among the files")


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Path of a file on a full disk."""

    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    return tmp_path / "out"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.examples(3)
def test_a_solution_that_cannot_be_written_is_printed(run: Run, full: Path, format_: str) -> None:
    answer = run("solve", *EIGHT, "--format", format_, "--size", 64, "-o", full)
    assert answer.status == 2
    assert MOVES in answer.out
    assert f"{full}: No space left on device" in answer.err
    assert list(full.parent.iterdir()) == []


def test_of_several_boards_all_are_printed(run: Run, full: Path) -> None:
    boards = ["preset:fifteen-loyd", "none", "preset:eight-cpp", "preset:mystery-box"]
    answer = run("solve", *boards, "--format", "json", "-o", full)
    assert answer.status == 2
    for board in boards:
        assert f"== {board} ==" in answer.out
    assert MOVES in answer.out
    assert "error: none: cannot be read" in answer.out


def test_all_solutions_are_printed(run: Run, full: Path) -> None:
    arguments = ["preset:mystery-box", "--all", "--max-moves", 10]
    printed = run("solve", *arguments).out
    assert run("solve", *arguments, "--format", "json", "-o", full).out == printed


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["compare", "preset:eight-cpp", "--solvers", "bfs", "--format", "json"], "shortest"),
        (["explore", "preset:mystery-box", "--format", "json"], "362"),
        (["new", "maze", "--seed", 1], '"family": "maze"'),
        (["render", "preset:eight-cpp", "--format", "html"], MOVES),
    ],
)
def test_other_results_are_printed_too(
    run: Run, full: Path, arguments: list[object], text: str
) -> None:
    answer = run(*arguments, "-o", full)
    assert answer.status == 2
    assert text in answer.out
    assert "No space left" in answer.err


def test_what_cannot_be_solved_prints_nothing(run: Run, full: Path) -> None:
    assert run("solve", "none", "-o", full).out == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_device_is_named(run: Run) -> None:
    answer = run("solve", *EIGHT, "-o", "/dev/full")
    assert (answer.status, MOVES in answer.out) == (2, True)
    assert "puzzlegui: /dev/full: No space left on device" in answer.err


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (["solve", *EIGHT], "# Eight"),
        (["compare", "preset:eight-cpp", "--solvers", "bfs"], "Eight puzzle"),
        (["explore", "preset:eight-cpp", "--max-states", 100, "--format", "csv"], "depth,count"),
        (["new", "maze"], "{\n"),
        (["render", "preset:eight-cpp", "--format", "storyboard-svg"], "<?xml"),
        (["watch", "preset:eight-cpp", "--steps", 3, "--format", "html"], "<!DOCTYPE html>"),
    ],
)
def test_standard_output_has_names(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    arguments: list[object], start: str, name: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    answer = run(*arguments, "-o", name)
    assert answer.status in (0, 3)
    assert answer.out.startswith(start)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("qapp")
def test_a_picture_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.run(["render", "preset:eight-cpp", "--format", "storyboard", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", *EIGHT, "--format", "pdf", "-o", "-"], "cannot be written to a terminal"),
        (
            ["render", "preset:eight-cpp", "--format", "gif", "-o", "-"],
            "cannot be written to a terminal",
        ),
        (
            ["watch", "preset:eight-cpp", "--format", "gif", "-o", "-"],
            "cannot be written to a terminal",
        ),
        (["render", "preset:eight-cpp", "-o", "-"], "name the format with --format"),
        (["watch", "preset:eight-cpp", "-o", "-"], "name the format with --format"),
        (["study", "study:korf-100", "-o", "-"], "a database and need a file of their own"),
        (["study", "study:korf-100", "-o", os.devnull], "need a file of their own"),
        (["solve", *EIGHT, "-o", ""], "the name of the file is empty"),
        (["solve", *EIGHT, "-o", "/dev/fd/987"], "/dev/fd/987: is not open"),
    ],
)
def test_what_cannot_go_there_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[object], message: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    answer = run(*arguments)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err


def test_a_file_may_be_called_a_hyphen(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("solve", *EIGHT, "-o", "./-").out == ""
    assert MOVES in (tmp_path / "-").read_text()


def test_a_pipe_is_written_to(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert run("solve", *EIGHT, "-o", pipe).status == 0
    reader.join()
    assert MOVES in read[0]
    assert pipe.is_fifo()


def test_a_device_is_written_to(run: Run) -> None:
    assert run("solve", *EIGHT, "-o", os.devnull).status == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_an_open_descriptor_is_written_to(tmp_path: Path, folder: str) -> None:
    """Its file stays the same one, with what it has already."""
    if not Path(folder).is_dir():
        pytest.skip("another system's folder")
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.write(b"before ")
        file.flush()
        write_pieces(Path(f"{folder}/{file.fileno()}"), [b"after"])
        assert os.fstat(file.fileno()).st_ino == path.stat().st_ino
    read, write = os.pipe()
    write_pieces(Path(f"{folder}/{write}"), [b"piped"])
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert (path.read_bytes(), pipe.read()) == (b"before after", b"piped")

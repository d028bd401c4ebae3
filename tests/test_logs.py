"""Log messages, their destinations, and the absence of duplicates."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlegui import __main__, cli, logs
from puzzlegui.folders import Folders
from puzzlegui.gui import app

LOG = logging.getLogger("puzzlegui.a.module")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    top = logging.getLogger("puzzlegui")
    handlers, level = list(top.handlers), top.level
    yield
    for handler in set(top.handlers) - set(handlers):
        handler.close()
        top.removeHandler(handler)
    top.setLevel(level)


def test_warnings_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        logs.to_standard_error()
    LOG.warning("careful")
    LOG.debug("details")
    assert capsys.readouterr().err == "puzzlegui: careful\n"


def test_there_may_be_no_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    logs.to_standard_error()
    LOG.warning("careful")


@pytest.mark.parametrize("arguments", [["--verbose", "check"], ["check", "--verbose"]])
def test_verbose_tells_what_is_done(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str]
) -> None:
    path = tmp_path / "x.puzzle"
    assert cli.run(["new", "sliding", "--seed", "1", "-o", str(path)]) == 0
    assert cli.run(["check", str(path)]) == 0
    assert capsys.readouterr().err == ""
    assert cli.run([*arguments, str(path)]) == 0
    err = capsys.readouterr().err
    assert f"puzzlegui.documents.loading: {path}: " in err
    assert " read in " in err


def test_the_log_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_MOST_BYTES", 1000)
    logs.to_file(tmp_path / "log")
    LOG.info("one")
    LOG.critical("wrong", exc_info=ZeroDivisionError("two"))
    text = (tmp_path / "log" / logs.FILE).read_text(encoding="utf-8")
    assert " INFO puzzlegui.a.module: one\n" in text
    assert "ZeroDivisionError: two" in text
    for _ in range(100):
        LOG.info("x" * 100)
    files = list((tmp_path / "log").iterdir())
    assert len(files) == 3  # older ones are removed
    assert all(file.stat().st_size <= 1000 for file in files)


def test_where_no_log_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs.to_standard_error()
    (tmp_path / "file").touch()
    logs.to_file(tmp_path / "file" / "log")
    assert "no log can be written in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "name"),
    [(["--verbose"], ""), (["preset:eight-cpp", "--verbose"], "preset:eight-cpp")],
)
def test_the_window_takes_the_same_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], name: str
) -> None:
    begun: list[object] = []

    def run(loaded: object, folders: Folders, _begin: object) -> int:
        begun.extend([getattr(loaded, "name", ""), folders])
        return 0

    monkeypatch.setattr(app, "run", run)
    assert __main__.run(["--folders", str(tmp_path), *arguments]) == 0
    assert begun == [name, Folders.below(tmp_path)]
    assert (tmp_path / "log" / logs.FILE).is_file()


def test_wrong_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Folders, "of_user", lambda: Folders.below(tmp_path))  # name the language
    for arguments in (
        ["--folders"],
        ["--verbos", "check"],
        ["check", "preset:schonbrunn", "--folders"],
    ):
        assert __main__.run(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "usage: puzzlegui" in err


def test_logging_to_a_file_costs_the_command_line_nothing() -> None:
    code = "import sys, puzzlegui.cli; assert 'logging.handlers' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)

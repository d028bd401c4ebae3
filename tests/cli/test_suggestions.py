from pathlib import Path

import pytest

from puzzlegui import __main__
from puzzlegui.core import language
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.folders import Folders
from tests.cli.conftest import Run

STUDY = 'format = "puzzlegui/study"\nversion = 1\nsolvers = ["{}"]\n[[boards]]\npresets = ["{}"]\n'


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["slove", "x"], "solve"),
        (["check", "preset:mistery-box"], "mystery-box"),
        (["check", "preset:Mystery-Bx"], "mystery-box"),
        (["solve", "preset:eight-cpp", "--solver", "otimal"], "optimal"),
        (["solve", "preset:eight-cpp", "--solver", "stak"], "stack"),
        (["compare", "preset:eight-cpp", "--solvers", "bfs,macros"], "macro"),
        (["compare", "preset:eight-cpp", "--format", "jsn"], "json"),
        (["compare", "preset:eight-cpp", "--sort", "state"], "states"),
        (["solve", "preset:eight-cpp", "--format", "markdwon"], "markdown"),
        (["solve", "preset:eight-cpp", "--notation", "word"], "words"),
        (["solve", "preset:eight-cpp", "--paper", "leter"], "letter"),
        (["explore", "preset:eight-cpp", "--from", "gaol"], "goal"),
        (["watch", "preset:eight-cpp", "--solver", "best-frist", "-o", "x.gif"], "best-first"),
        (["new", "slidng"], "sliding"),
        (["new", "rotation", "--turns", "clokwise"], "clockwise"),
        (["solvers", "--family", "rotatoin"], "rotation"),
        (["lesson", "depht-first"], "depth-first"),
        (["study", "study:korf-10"], "korf-100"),
        (["tables", "--build", "sliding-5x5-E5-larg"], "sliding-5x5-E5-large"),
        (["solve", "preset:eight-cpp", "--slover", "bfs"], "--solver"),
        (["solve", "preset:eight-cpp", "--max-mvoes=9"], "--max-moves"),
        (["--verbos"], "--verbose"),
    ],
)
def test_the_name_that_was_meant_is_suggested(run: Run, arguments: list[str], name: str) -> None:
    answer = run(*arguments)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.rstrip().endswith(f". Did you mean {name}?")


@pytest.mark.parametrize(
    ("command", "text", "name"),
    [
        ("study", STUDY.format("optiml", "eight-cpp"), "optimal"),
        ("study", STUDY.format("bfs", "eigth-cpp"), "eight-cpp"),
        ("study", STUDY.format("bfs", "eight-cpp") + "[limits]\nsecnds = 1\n", "seconds"),
        ("check", dump_board(load_preset("eight-cpp")).replace("sliding", "slidng"), "sliding"),
    ],
)
def test_names_in_files_are_suggested(
    run: Run, tmp_path: Path, command: str, text: str, name: str
) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    answer = run(command, path)
    assert answer.status == 2
    assert f". Did you mean {name}?" in answer.err


@pytest.mark.parametrize("argv", [["sovle"], ["sovle", "preset:eight-cpp"]])
def test_a_command_is_suggested_before_a_window_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    argv: list[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(Folders, "of_user", lambda: Folders.below(tmp_path))
    monkeypatch.setattr(language, "select_language", lambda *_: None)
    assert __main__.run(argv) == 2
    assert capsys.readouterr().err.rstrip().endswith(". Did you mean solve?")


def test_where_none_is_similar_none_is_suggested(run: Run) -> None:
    assert "Did you mean" not in run("solve", "preset:eight-cpp", "--solver", "xyz").err
    assert with_suggestion("it is wrong", "solve" * 99, ["solve"]) == "it is wrong"
    assert with_suggestion("it is wrong", "solve", []) == "it is wrong"


def test_the_suggestion_is_in_the_language_that_is_used(run: Run) -> None:
    language.set_language("de")
    assert "Meinten Sie" in run("check", "preset:mistery-box").err or "gemeint" in run("slove").err

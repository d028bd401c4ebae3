"""Files of boards that a study names: below its folder unless that is allowed, and not too many."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlegui.core.errors import BoardFileError
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark import parser
from puzzlegui.engine.benchmark.parser import parse_spec

HEAD = 'format = "puzzlegui/study"\nversion = 1\nsolvers = ["auto"]\n'


def board_files(folder: Path) -> Path:
    """Write a study's folder with boards in it and beside it, and return the folder."""
    inside = folder / "study" / "below"
    inside.mkdir(parents=True)
    for path in inside / "a.puzzle", folder / "secret.puzzle":
        path.write_text(dump_board(load_preset("eight-cpp")), encoding="utf-8")
    (folder / "study" / "link.puzzle").symlink_to(folder / "secret.puzzle")
    (folder / "study" / "linked").symlink_to(folder)
    return folder / "study"


@pytest.mark.parametrize(
    "pattern",
    ["../secret.puzzle", "../*.puzzle", "../**/*.puzzle", "below/../../secret.puzzle",
     "{outside}/secret.puzzle", "link.puzzle", "link*.puzzle", "linked/*.puzzle"],
)  # fmt: skip
def test_study_files_stay_below_its_folder(tmp_path: Path, pattern: str) -> None:
    folder = board_files(tmp_path)
    pattern = pattern.format(outside=tmp_path)
    text = HEAD + f'[[boards]]\nfiles = ["below/a.puzzle", "{pattern}"]\n'
    with pytest.raises(BoardFileError, match="is outside the folder of the study"):
        parse_spec(text, "spec", folder)
    assert parse_spec(text, "spec", folder, outside=True).boards > 1


@pytest.mark.parametrize("pattern", ["below/a.puzzle", "*/*.puzzle", "**/a.puzzle", "**"])
def test_study_files_below_its_folder_are_read(tmp_path: Path, pattern: str) -> None:
    folder = board_files(tmp_path)
    (folder / "link.puzzle").unlink()
    (folder / "linked").unlink()
    text = HEAD + f'[[boards]]\nfiles = ["{pattern}"]\n'
    if pattern == "**":  # folders alone
        with pytest.raises(BoardFileError, match="cannot be read"):
            parse_spec(text, "spec", folder)
    else:
        assert parse_spec(text, "spec", folder).boards == 1


def test_study_searches_a_limited_number_of_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = board_files(tmp_path)
    text = HEAD + '[[boards]]\nfiles = ["{}.puzzle"]\n'
    monkeypatch.setattr(parser, "MOST_FOLDERS", 1)
    with pytest.raises(BoardFileError, match="would search more than 1 folders"):
        parse_spec(text.format("**/*"), "spec", folder)
    monkeypatch.setattr(parser, "MOST_FILES", 0)
    with pytest.raises(BoardFileError, match="matches more than 0 files"):
        parse_spec(text.format("below/*"), "spec", folder)

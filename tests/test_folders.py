"""Folders of persistent files."""

import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from puzzlegui import cli
from puzzlegui.folders import Folders


def test_the_user_has_folders_of_the_systems_kind() -> None:
    code = "from puzzlegui.folders import Folders; print(Folders.of_user())"
    home = {"HOME": "/nowhere", "USERPROFILE": "C:\\nowhere", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=home
    )
    assert done.stdout.count("puzzlegui") == 5
    if sys.platform.startswith("linux"):
        for name in (".config", ".cache", ".local/share", ".local/state"):
            assert f"/nowhere/{name}/puzzlegui" in done.stdout


def test_below_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders = Folders.below(Path("x"))
    every = {getattr(folders, field.name) for field in fields(folders)}
    assert len(every) == 5
    assert {folder.parent for folder in every} == {tmp_path / "x"}


def test_tables_of_a_command_are_below_the_folder_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["tables", "--folders", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"in {tmp_path}/cache/tables, 0.0 MiB of ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_the_self_test_leaves_the_users_folders_alone(tmp_path: Path) -> None:
    home, results = tmp_path / "home", tmp_path / "results"
    home.mkdir()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    command = [sys.executable, "-m", "puzzlegui", "selftest", "--out", str(results)]
    environment |= {"HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    mine = [path for path in home.rglob("*") if "puzzlegui" in path.name]
    assert mine == []
    assert (results / "solution.json").is_file()

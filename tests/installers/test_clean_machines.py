"""The table of clean machines; to make them, tools.test_clean_install needs root."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from puzzlegui.install_commands import README_PACKAGES
from puzzlegui.missing_libraries import PACKAGES
from tools.clean_machines.environments import ENVIRONMENTS, wanted
from tools.clean_machines.trial import BOARD, readme_packages

ROOT = Path(__file__).parents[2]


def test_every_machine_says_what_is_special_about_it() -> None:
    names = [each.name for each in ENVIRONMENTS]
    assert len(set(names)) == len(names)
    assert [each.name for each in wanted(None)] == names
    assert [each.name for each in wanted(["pip", "deb"])] == ["deb", "pip"]
    assert BOARD.is_file()


def test_the_readme_names_all_packages_in_one_line() -> None:
    assert {"python3-venv", "python3-dev"} < set(README_PACKAGES)
    assert set(README_PACKAGES) <= set(readme_packages())
    libraries = {name for name in README_PACKAGES if name.startswith("lib")}
    assert libraries <= set(PACKAGES.values())


@pytest.mark.parametrize("arguments", [["--help"], ["--only", "nonsense"]])
def test_the_script_tells_of_the_machines(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "tools.test_clean_install", *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == (0 if arguments == ["--help"] else 2)
    assert "full-home" in done.stdout + done.stderr

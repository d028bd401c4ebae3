"""Worked examples of docs/contributing, added to a copy of the program and run there."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlegui.families.registry import FAMILIES
from tests.contributing import EXAMPLES, FOLDER, ROOT, blocks, copy
from tests.test_walls import LAYERS

FRONT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

Run = Callable[..., str]


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy of program and tests, extended with all examples."""
    root = tmp_path_factory.mktemp("extended")
    copy(root)
    for example in EXAMPLES:
        for block in blocks(example):
            block.add(root)
    return root


@pytest.fixture
def run(extended: Path, tmp_path: Path) -> Run:
    """Return a function that runs a Python module in the copy and returns its output."""

    def start(*command: str) -> str:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
        environment |= {"PYTHONPATH": str(extended), "PYTHONDONTWRITEBYTECODE": "1"}
        found = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=extended, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert found.returncode == 0, f"{command}:\n{found.stdout}\n{found.stderr}"
        return found.stdout

    return start


@pytest.fixture
def program(run: Run, tmp_path: Path) -> Run:
    """Return a function that runs a command of the copy and returns its output."""
    return lambda *arguments: run("puzzlegui", *arguments, "--folders", str(tmp_path / "folders"))


def test_all_examples_are_known() -> None:
    for page in FOLDER.glob("*.md"):
        written = re.findall(r"(?m)^(?:New file `|In `)", page.read_text(encoding="utf-8"))
        assert len(written) == (len(blocks(page.stem)) if page.stem in EXAMPLES else 0), page


def test_a_family_takes_one_line_outside_its_folder() -> None:
    outside = [
        block
        for block in blocks("family")
        if block.path.startswith("puzzlegui/") and "/families/trade/" not in block.path
    ]
    assert [block.lines.strip() for block in outside] == ['"trade",']


@pytest.mark.thorough
def test_command_line(program: Run, tmp_path: Path) -> None:
    board, shift, page = (str(tmp_path / name) for name in ("s.puzzle", "t.puzzle", "s.html"))
    program("new", "trade", "--rows", "3", "--cols", "3", "--seed", "5", "-o", board)
    assert "Solvable. All 362,880 arrangements" in program("check", board)
    assert "macro" in program("solvers", "--family", "trade")
    moves = program("solve", board, "--format", "bare", "--quiet")
    assert re.fullmatch(r"(?:[A-C][1-3]-[A-C][1-3]\n)+", moves)
    (tmp_path / "s.moves").write_text(moves)
    program("verify", board, str(tmp_path / "s.moves"))
    for solver in ("optimal", "macro"):
        found = json.loads(
            program("solve", board, "--solver", solver, "--format", "json", "--quiet")
        )
        assert found["length"] >= len(moves.split())
    assert "in at most 16 moves" in program("explore", board, "--quiet")
    exact = str(tmp_path / "exact.puzzle")
    program(
        "new", "trade", "--rows", "3", "--cols", "3", "--length", "5", "--seed", "1", "-o", exact
    )
    assert len(program("solve", exact, "--format", "bare", "--quiet").split()) == 5
    words = program("solve", board, "--format", "bare", "--notation", "words", "--quiet")
    assert words.startswith("exchange ")

    program("render", board, "-o", page)
    html = Path(page).read_text(encoding="utf-8")
    (data,) = re.findall(r'<script type="application/json" class="data">(.*?)</script>', html)
    player = json.loads(data)
    assert len(player["steps"]) == len(moves.split())
    assert {form["turn"][2] for form in player["forms"]} == {2}
    assert {tuple(form["to"]) for form in player["forms"]} <= {(1, 0), (3, 0)}

    program("new", "shift", "--rows", "3", "--cols", "3", "--seed", "5", "-o", shift)
    best, met = (
        json.loads(program("solve", shift, "--solver", name, "--format", "json", "--quiet"))
        for name in ("astar", "meeting")
    )
    assert met["optimal"]
    assert met["length"] == met["lower_bound"] == best["length"]


@pytest.mark.thorough
def test_window_and_suites(run: Run) -> None:
    """What everything new goes through, here for what the examples add."""
    quiet = ("pytest", "-n0", "-q", "-p", "no:cacheprovider", "--differential-seconds", "0.1")
    window = "worked or table_of_actions or new_board_dialog or settings_dialog or page_of_the_help"
    run(*quiet, *_tests("gui/worked_examples.py", "gui/test_parts.py"), "-k", window)
    suites = _tests(
        "families/test_families.py", "solvers/test_solvers.py", "solvers/test_differential.py",
        "exporters/test_formats.py", "engine/test_run.py", "engine/test_sources.py",
        "test_walls.py",
    )  # fmt: skip
    walls = "code_outside or layer or too_long or knows_no_family"
    run(*quiet, *suites, "-k", f"trade or meeting or bare or several_in or cites or {walls}")


def _tests(*names: str) -> list[str]:
    return [f"tests/{name}" for name in names]


def test_checks(run: Run, extended: Path) -> None:
    added = {str(extended / b.path) for example in EXAMPLES for b in blocks(example)}
    files = sorted(path for path in added if path.endswith(".py"))
    run("ruff", "check", "--no-cache", *files)
    run("ruff", "format", "--no-cache", "--check", *files)


def test_packages_are_listed_in_the_order_of_the_walls() -> None:
    packages = re.findall(r"(?m)^\| `puzzlegui/(\w+)` \|", FRONT)
    there = (ROOT / "puzzlegui").glob("*/__init__.py")
    assert set(packages) == {path.parent.name for path in there}
    rank = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    assert sorted(packages, key=rank.__getitem__) == packages


def test_pre_commit_runs_checks_of_ci() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    entries = re.findall(r"entry: ([^,}]+?)(?:,| })", hooks)
    assert len(entries) == hooks.count("id:")
    assert all(f"  {entry}\n" in checks for entry in entries)


def test_citation_is_of_the_last_release() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"(?m)^## \[([\d.]+)\] - (\S+)$", changes)[0]
    assert f"\nversion: {version}\ndate-released: {date}\n" in citation


def test_readme_names_every_family() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"**{family.title}s**" in text for family in FAMILIES.values())


def test_files_that_are_named_exist() -> None:
    pages = [page for page in FOLDER.glob("*.md") if page.stem not in EXAMPLES]
    prose = "\n".join([FRONT, *(page.read_text(encoding="utf-8") for page in pages)])
    for name in re.findall(r"`((?:tests|tools|puzzlegui|packaging|gui)/[\w./]+|\.ci/run)`", prose):
        assert (ROOT / name).exists() or (ROOT / "puzzlegui" / name).exists(), name

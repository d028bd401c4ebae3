"""Sources of solvers and algorithms are named: titles in the output, all else in SOURCES.md."""

import re
from pathlib import Path

import pytest

from puzzlegui.documents.presets import PRESETS
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.engine.sources import SOURCES, source_title
from puzzlegui.solvers.solver import Solver

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "SOURCES.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^### (S\d) · (.*?)(?=^##)", TEXT))
ENTRIES = [" ".join(entry.split()) for entry in re.findall(r"(?ms)^- (.*?)$(?!\n  )", TEXT)]
CITED = re.compile(r"([A-Z][a-zé]+),? \(?((?:18|19|20)\d\d)\b")


@pytest.mark.parametrize("solver", [s for s in SOLVERS if s.source], ids=lambda s: s.source)
def test_every_source_of_a_solver_is_described(solver: Solver) -> None:
    name, _, method = solver.source.partition(".")
    section = SECTIONS[name]
    assert section.startswith(SOURCES[name].title)
    assert f"`{solver.name}`" in section
    assert source_title(solver.source).startswith(SOURCES[name].title)
    if method:
        assert f"*Method {method}*" in section
        assert source_title(solver.source).endswith(f"method {method}")


def test_every_source_has_a_solver_and_a_section() -> None:
    assert set(SOURCES) == set(SECTIONS) == {s.source.split(".")[0] for s in SOLVERS if s.source}
    assert source_title("") == ""
    with pytest.raises(KeyError):
        source_title("S9")


def test_every_work_that_the_code_cites_is_listed() -> None:
    cited = {
        match.groups()
        for file in (ROOT / "puzzlegui").rglob("*.py")
        for match in CITED.finditer(" ".join(file.read_text(encoding="utf-8").split()))
    }
    assert len(cited) > 20
    missing = {
        (author, year)
        for author, year in cited
        if not any(author in entry and year in entry for entry in ENTRIES)
    }
    assert not missing


def test_files_and_presets_that_are_named_exist() -> None:
    names = re.findall(r"`([\w/]+\.py)`", TEXT)
    assert len(names) > 30
    for name in names:
        assert (ROOT / "puzzlegui" / name).is_file() or (ROOT / name).is_file(), name
    for name in re.findall(r"`((?:mystery|schonbrunn|fifteen|graphs|eight)[\w-]+)`", TEXT):
        assert name in PRESETS

"""Export of benchmarks in every format."""

import csv
import io
import json
from pathlib import Path

import pytest

from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark.rows import COLUMNS, Row, cross_checked, figures_of, with_figures
from puzzlegui.engine.benchmark.spec import BoardCases
from puzzlegui.exporters.benchmarks import RESULT_FORMATS, BenchmarkReport
from puzzlegui.exporters.formats import find_format
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS

BOARD = load_preset("eight-cpp")
CONTRACT = (
    "board", "file", "solver", "status", "length", "optimal", "lower_bound", "states", "seconds",
    "memory_mib",
)  # fmt: skip


def rows() -> list[Row]:
    moves = ("L",) * 18
    right = Solution(BOARD, "stack", Status.SOLVED, ("L",) * 16, states=5, seconds=0.5)
    wrong = Solution(BOARD, "bfs", Status.SOLVED, moves, optimal=True, lower_bound=18, seconds=1.0)
    cases = BoardCases()
    requests = [{"solver": name} for name in ("stack", "bfs", "dfs")]
    one, two, three = cases.cases_of(BOARD, requests, "preset:eight-cpp")
    (gone,) = cases.failed_case("=gone <b>.puzzle", "=gone <b>.puzzle: cannot be read")
    listed = [
        with_figures(Row(one, memory_mib=25.04), figures_of(right)),
        with_figures(Row(two), figures_of(wrong)),
        Row(three).failed("It broke."),
        Row(gone).failed(gone.error),
    ]
    return cross_checked(listed)


def export_text(name: str, listed: list[Row] | None = None) -> str:
    findings = BenchmarkReport(rows() if listed is None else listed)
    return b"".join(
        RESULT_FORMATS[name].write(findings, ExportSettings(), ignore_progress)
    ).decode()


def test_json_matches_the_contract() -> None:
    found = json.loads(export_text("json"))
    assert tuple(found[0])[:10] == CONTRACT
    assert found[0]["length"] == 16
    assert found[0]["memory_mib"] == 25.0
    assert found[0]["optimal"] is False
    assert "stack found one with 16" in found[1]["disproved"]
    assert found[2] == {
        "board": "Eight puzzle", "file": "preset:eight-cpp", "solver": "dfs", "error": "It broke.",
    }  # fmt: skip
    assert found[3] == {"file": "=gone <b>.puzzle", "error": "=gone <b>.puzzle: cannot be read"}
    assert json.loads(export_text("json", [])) == []


def test_csv_has_the_columns_of_json_and_no_formulas() -> None:
    lines = list(csv.DictReader(io.StringIO(export_text("csv"))))
    assert tuple(lines[0])[:10] == CONTRACT
    assert {column.name for column in COLUMNS} <= set(lines[0])
    assert (lines[0]["length"], lines[0]["optimal"]) == ("16", "false")
    assert lines[3]["file"].startswith("'=gone")
    assert lines[3]["error"].startswith("'=gone")
    assert lines[2]["length"] == ""


@pytest.mark.parametrize("name", [name for name in RESULT_FORMATS if name != "json"])
def test_every_format_contains_errors_and_contradictions(name: str) -> None:
    text = export_text(name).replace("\\", "")
    assert "stack found one with 16" in text
    assert "It broke." in text
    assert "cannot be read" in text


def test_texts_from_files_are_escaped() -> None:
    evil = BOARD.with_fields(title="<script>x</script>\n# [a](b)|c")
    solution = Solution(evil, "bfs", Status.SOLVED, ("L",))
    (case,) = BoardCases().cases_of(evil, [{"solver": "bfs"}], "a\nb.puzzle")
    row = with_figures(Row(case), figures_of(solution))
    page = export_text("html", [row])
    assert "<script>" not in page
    assert "default-src 'none'" in page
    heading = export_text("markdown", [row]).splitlines()[0]
    assert heading.startswith("## \\<script\\>x")
    assert "\\|c" in heading
    text = export_text("text", [row])
    assert "(a b.puzzle)" in text.splitlines()[0]


def test_text_is_aligned_in_columns() -> None:
    head, *lines = export_text("text").splitlines()
    assert head == "Eight puzzle (preset:eight-cpp)"
    at = lines[0].index("Moves") + len("Moves")
    assert [line[at - 2 : at] for line in lines[1:3]] == ["16", "18"]


def test_a_format_is_found_by_its_suffix() -> None:
    for format_ in RESULT_FORMATS.values():
        assert find_format(Path(f"x{format_.suffix.upper()}"), RESULT_FORMATS) is format_
        assert format_.suffix == SOLUTION_FORMATS[format_.name].suffix
    assert find_format(Path("x.png"), RESULT_FORMATS) is None

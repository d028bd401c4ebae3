import csv
import io

import pytest

from puzzlegui.core.boardfile import parse_file
from puzzlegui.core.presets import load_preset
from puzzlegui.core.solution import Solution
from puzzlegui.export.formats import FORMATS
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.run import solve

SOLUTIONS = {
    "table": solve(load_preset("mystery-box")),
    "several": solve(load_preset("mystery-box"), "bfs", Request(all_solutions=True)),
    "segments": solve(load_preset("stripes-6x6"), "peel"),
    "maze": solve(load_preset("schonbrunn")),
    "sliding": solve(load_preset("eight-cpp")),
    "none": solve(load_preset("twiddle-4x4"), "bfs", Request(Limits(states=5))),
}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_text_is_read_again(name: str) -> None:
    solution = SOLUTIONS[name]
    text = FORMATS["text"].write(solution)
    assert f"# {solution.solver}: {solution.outcome()}" in text
    if solution.solved and name != "several":
        assert solution.board.parse_moves(text) == solution.moves
    if name == "segments":
        assert all(f"# {segment.name}\n" in text for segment in solution.segments)
    if name == "several":
        assert "# solution 5: 10 moves\n" in text


@pytest.mark.parametrize("name", SOLUTIONS)
def test_csv_has_a_row_for_each_move(name: str) -> None:
    solution = SOLUTIONS[name]
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"].write(solution))))
    texts = solution.board.moves_text(solution.moves) if solution.solved else []
    first = [row for row in rows if row.get("solution", "1") == "1"]
    assert [row["move"] for row in first] == texts
    if texts:
        assert int(first[-1]["step"]) == len(solution.moves)
        assert int(first[0]["step"]) == (0 if name == "maze" else 1)
        assert {row["segment"] for row in first} == {s.name for s in solution.segments}
    if name == "several":
        assert {row["solution"] for row in rows} == set("12345")


@pytest.mark.parametrize("name", SOLUTIONS)
def test_json_is_read_again(name: str) -> None:
    solution = SOLUTIONS[name]
    again = parse_file(FORMATS["json"].write(solution), "x")
    assert isinstance(again, Solution)
    assert (again.board, again.moves, again.status, again.segments, again.solutions) == (
        solution.board, solution.moves, solution.status, solution.segments, solution.solutions,
    )  # fmt: skip


def test_the_table_of_formats() -> None:
    assert len({format_.suffix for format_ in FORMATS.values()}) == len(FORMATS)
    for name, format_ in FORMATS.items():
        assert name == format_.name
        assert format_.suffix.startswith(".")

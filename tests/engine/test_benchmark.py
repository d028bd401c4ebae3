"""Benchmarks: specifications, rows that are neither lost nor duplicated, reports."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from typing import Any

import psutil
import pytest

from puzzlegui import cli
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark import batch as batch_module
from puzzlegui.engine.benchmark import benchmark as benchmark_module
from puzzlegui.engine.benchmark.batch import Batch, run_batch
from puzzlegui.engine.benchmark.benchmark import Benchmark, BenchmarkProgress, Workers
from puzzlegui.engine.benchmark.local_workers import BatchResult, LocalWorkers, _SingleRun
from puzzlegui.engine.benchmark.parser import (
    BUILTIN,
    SOURCES,
    dump_document,
    load_document,
    load_spec,
    parse_spec,
)
from puzzlegui.engine.benchmark.results import COLUMNS, Results
from puzzlegui.engine.benchmark.rows import Row, with_figures
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, Case
from puzzlegui.engine.benchmark.summary import mean_of, median_of, summarise_results, summarise_rows
from puzzlegui.engine.runner.pool import Pool
from puzzlegui.exporters.benchmarks import REPORT_FORMATS, BenchmarkReport, write_web_page
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from tests.boards import shortest

HEAD = 'format = "puzzlegui/study"\nversion = 1\n'
PAIRS = f"""{HEAD}
solvers = ["bfs", "optimal"]
[[boards]]
family = "rotation"
pairs = "0 0/0 0/1 1"
"""
STARTS = "[[boards]]\nfamily = 'shift'\ngoal = '1 2/3 4'\nstarts = ['{}']"


ONE = f"""{HEAD}
solvers = ["optimal"]
[[boards]]
presets = ["mystery-box"]
"""


def spec_of(text: str, folder: Path = Path()) -> BenchmarkSpec:
    return parse_spec(text, "spec", folder)


def rows_in(path: Path) -> list[dict[str, Any]]:
    with Results(path) as results:
        return list(results.records())


def run(spec: BenchmarkSpec, path: Path, jobs: int = 1) -> list[dict[str, Any]]:
    with Results(path, spec) as results:
        ran(spec, results, LocalWorkers(jobs, spec.limits))
    return rows_in(path)


def ran(
    spec: BenchmarkSpec,
    results: Results,
    workers: Workers,
    until: Callable[[BenchmarkProgress], bool] = lambda _: False,
) -> BenchmarkProgress:
    """Run a benchmark to its end, or until a condition holds."""
    with Benchmark(spec, results, workers) as benchmark:

        def look(progress: BenchmarkProgress) -> None:
            if until(progress):
                benchmark.stop()

        return benchmark.run(look)


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row | {"seconds": None} for row in rows]


# --- specifications ---


@pytest.mark.parametrize("name", [*BUILTIN, *SOURCES])
def test_the_studies_that_come_with_the_program_are_sound(name: str) -> None:
    spec = load_spec(f"study:{name}")
    case = next(spec.cases())
    assert parse_board(case.board).size == case.size
    assert spec.runs >= spec.boards > 0


def test_korf_s_boards_are_a_hundred_and_solvable() -> None:
    spec = load_spec("study:korf-100")
    boards = {case.board for case in spec.cases()}
    assert len(boards) == spec.boards == 100
    assert all(parse_board(board).verdict().solvable for board in boards)


def test_every_pair_of_arrangements_is_there_once() -> None:
    spec = spec_of(PAIRS)
    cases = list(spec.cases())
    assert spec.boards == 15 * 15 == len({case.board for case in cases})
    assert spec.runs == len(cases) == len({case.key for case in cases})


def test_boards_come_from_presets_files_and_seeds(tmp_path: Path) -> None:
    (tmp_path / "b.puzzle").write_text(dump_board(load_preset("eight-cpp")))
    text = f"""{HEAD}
    solvers = ["optimal"]
    seeds = "1..3"
    [limits]
    states = 1000
    seconds = 2.5
    [[boards]]
    presets = ["mystery-box", "eight-cpp"]
    [[boards]]
    files = ["*.puzzle"]
    [[boards]]
    new = "rotation"
    sizes = ["2x2", "3x4"]
    seeds = [7, 8]
    colours = 3
    turns = "clockwise"
    [[boards]]
    family = "shift"
    goal = [[1, 2], [3, 4]]
    starts = ["2 1/3 4"]
    """
    spec = spec_of(text, tmp_path)
    cases = list(spec.cases())
    assert (spec.boards, spec.runs, len(cases)) == (8, 24, 24)
    assert len({case.key for case in cases}) == 21  # a preset is a file, too
    assert (spec.limits.states, spec.limits.seconds) == (1000, 2.5)
    assert [case.title for case in cases][::3] == [
        "Mystery Box", "Eight puzzle", "Eight puzzle",
        "rotation 2×2, seed 7", "rotation 2×2, seed 8", "rotation 3×4, seed 7",
        "rotation 3×4, seed 8", "shift 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("solvers = [", "line 1, column"),
        ("", "line 1, column 1: expected format = "),
        (PAIRS.replace("version = 1", "version = 2"), "line 2, column 1: expected version = 1"),
        (PAIRS.replace('"bfs", ', '"bsf", '), "line 4, column 1: there is no solver 'bsf'; choose"),
        (PAIRS.replace("solvers", "solver"), "line 4, column 1: unknown key 'solver'"),
        (PAIRS.replace('"rotation"', "[1]"), "line 6, column 1: must be a family: rotation"),
        (PAIRS.replace("rotation", "rotate"), "line 6, column 1: must be a family: rotation"),
        (PAIRS.replace("0 0/0 0/1 1", "0 x"), "line 7, column 1: must be an arrangement"),
        (PAIRS.replace("0 0/0 0/1 1", "1 2 3/4 5 6/7 8 9"), "pairs: 131,681,894,400"),
        (PAIRS + "presets = ['x']", "exactly one of presets, files, board, new, pairs and starts"),
        (PAIRS + "[limits]\nmoves = -1", "line 9, column 1: must be a number, 0 or"),
        (PAIRS + "[limits]\nseconds = nan", "line 9, column 1: must be a number, 0 or"),
        (PAIRS + "[limits]\ntime = 1", "choose from memory_mib, moves, seconds, states"),
        (PAIRS + "[[boards]]\npresets = ['x']", "line 9, column 1: there is no preset 'x'"),
        (PAIRS + "[[boards]]\nfiles = ['x']", "line 9, column 1: x: cannot be read"),
        (PAIRS + "[[boards]]\nfiles = ['*.x']", "line 9, column 1: no file matches *.x"),
        (PAIRS + "[[boards]]\nnew = 'maze'\nsizes = ['1x9']", "line 10, column 1: must be a size"),
        (PAIRS + "[[boards]]\nnew = 'maze'\nsizes = ['4x4']\nseeds = 'a'", "line 11, column 1"),
        (PAIRS + "[[boards]]\nnew = 'maze'\nsizes = ['4x4']\ncolours = 3", "--colours applies to"),
        (PAIRS + "[[boards]]\nnew = 'maze'\nsizes = ['4x4']\nunique = 3", "line 11, column 1: exp"),
        (PAIRS + "[[boards]]\nnew = 'maze'", "line 8, column 1: sizes is missing"),
        (PAIRS.replace("solvers", "seeds = '3..1'\nsolvers"), "line 4, column 1: must be 1 to"),
        (PAIRS.replace("solvers", "title = 3\nsolvers"), "line 4, column 1: must be a string"),
        (PAIRS.replace('["bfs", "optimal"]', '["dfs"]'), "line 4, column 1: none of these solvers"),
        (PAIRS.replace('["bfs", "optimal"]', '"bfs"'), "line 4, column 1: must be a list of"),
        (HEAD + 'solvers = ["bfs"]', "line 1, column 1: needs at least one [[boards]]"),
        (PAIRS + STARTS.format("1 2/3"), "line 11, column 1: must be an arrangement"),
        (PAIRS + STARTS.format("1 2/3 5"), "line 11, column 1: "),
        (
            PAIRS + "[[figures]]\nsolver = 'bfs'\nmost = -1",
            "line 10, column 1: must be a number, 0",
        ),
        (PAIRS + "[[figures]]\nsolver = 'dfs'", "line 9, column 1: expected one of bfs, opt"),
        (PAIRS + "figures = 3", "unknown key 'figures'"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        spec_of(text)
    assert said in str(caught.value)


def test_all_mistakes_are_told_at_once() -> None:
    text = PAIRS.replace("version = 1", "version = 2").replace('"bfs"', '"x"')
    with pytest.raises(PuzzleError) as caught:
        spec_of(text)
    assert "line 2" in str(caught.value)
    assert "line 4" in str(caught.value)


# --- what is run ---


@pytest.mark.thorough
def test_rows_are_what_brute_force_says(tmp_path: Path) -> None:
    spec = spec_of(PAIRS)
    rows = {row["key"]: row for row in run(spec, tmp_path / "r.sqlite")}
    assert len(rows) == spec.runs
    for case in spec.cases():
        row, moves = rows[case.key], shortest(parse_board(case.board))
        assert (row["board"], row["solver"], row["error"]) == (case.title, case.solver, None)
        assert row["length"] == moves
        assert row["status"] == ("unsolvable" if moves is None else "solved")
        assert row["optimal"] == int(moves is not None)


@pytest.mark.thorough
def test_one_process_or_two_make_the_same_rows(tmp_path: Path) -> None:
    spec = spec_of(PAIRS)
    one = run(spec, tmp_path / "one.sqlite", 1)
    assert without_times(run(spec, tmp_path / "two.sqlite", 2)) == without_times(one)


def test_a_board_that_is_there_twice_has_one_row(tmp_path: Path) -> None:
    text = f'{HEAD}solvers = ["bfs"]\n[[boards]]\npresets = ["eight-cpp", "eight-cpp"]'
    assert len(run(spec_of(text), tmp_path / "r.sqlite")) == 1


def test_what_a_solver_refuses_is_a_row(tmp_path: Path) -> None:
    text = f'{HEAD}solvers = ["exchange", "dfs"]\n[[boards]]\npresets = ["two-by-three"]'
    (row,) = run(spec_of(text), tmp_path / "r.sqlite")  # dfs is another family's
    assert row["status"] == "error"
    assert "needs a board of at least 3×3" in row["error"]


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    "change",
    [
        "status = 'nonsense'", "status = NULL", "status = 7", "length = NULL", "length = -1",
        "length = 'ten'", "optimal = 9", "states = 'many'", "seconds = -1", "seconds = 'long'",
        "solver = NULL", "board = x'00'", "status = 'error'", "lower_bound = 'low'",
        "status = 'limit'",
    ],
)  # fmt: skip
def test_a_row_that_no_run_can_have_written_is_run_again(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    spec = spec_of(ONE)
    path = tmp_path / "r.sqlite"
    rows = run(spec, path)
    assert len(rows) == 1
    assert run(spec, path) == rows  # sound ones stay as they are
    assert not caplog.text
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE runs SET {change}")  # noqa: S608 - as above
    file.close()
    assert without_times(run(spec, path)) == without_times(rows)
    assert "1 rows are not valid" in caplog.text


def test_a_study_that_is_ended_goes_on(tmp_path: Path) -> None:
    spec, path = spec_of(PAIRS), tmp_path / "r.sqlite"
    with Results(path, spec) as results:
        workers = LocalWorkers(1, spec.limits)
        workers.target = 1e-6  # a run a batch, so that few end between two looks
        ran(spec, results, workers, lambda progress: progress.added >= 20)
        first = results.count()
    assert 20 <= first < spec.runs
    with Results(path, spec) as results:
        progress = ran(spec, results, LocalWorkers(2, spec.limits))
        assert (progress.done, progress.added) == (spec.runs, spec.runs - first)
    assert len(rows_in(path)) == spec.runs


class _Lossy:
    """Workers that lose runs: those of one board always, others from time to time."""

    target = 0.01
    max_attempts = 3
    capacity = count = 3

    def __init__(self, spec: BenchmarkSpec, lost: str) -> None:
        self._limits, self._lost = spec.limits, lost
        self._given: list[Batch] = []
        self._rng = random.Random(5)

    def running(self) -> list[Row]:
        return []

    def stop(self, keys: Sequence[str] | None = None) -> bool:
        return False

    def submit(self, batch: Batch) -> None:
        self._given.append(batch)

    def ended(self, seconds: float) -> list[BatchResult]:
        given, self._given = self._given, []
        return [self._end(batch) for batch in given]

    def _end(self, batch: Batch) -> BatchResult:
        lost = any(case.title == self._lost for case in batch.cases)
        if lost or (not batch.attempts and self._rng.random() < 0.3):
            return BatchResult(batch, None, "status -9")
        answer = run_batch(json.loads(json.dumps(batch.order(self._limits, 60.0))))
        return BatchResult(batch, batch.rows(answer))

    def close(self) -> None:
        pass


@pytest.mark.thorough
def test_who_is_lost_is_made_up_for_and_a_run_that_kills_is_a_row(tmp_path: Path) -> None:
    spec = spec_of(PAIRS)
    expected = without_times(run(spec, tmp_path / "sound.sqlite"))
    with Results(tmp_path / "lossy.sqlite", spec) as results:
        ran(spec, results, _Lossy(spec, "000011 to 000101"))
    rows = without_times(rows_in(tmp_path / "lossy.sqlite"))
    assert len(rows) == len(expected) == spec.runs
    for row, sound in zip(rows, expected, strict=True):
        if row["board"] == "000011 to 000101":
            assert (row["status"], row["error"]) == (
                "error", "The worker was lost 3 times. Status -9.",
            )  # fmt: skip
        else:
            assert row == sound


class _Counting(_Lossy):
    """Workers that lose nothing and record the number of runs submitted."""

    capacity = count = 7
    target = 1000.0
    most = 0

    def submit(self, batch: Batch) -> None:
        super().submit(batch)
        self.most = max(self.most, sum(len(batch.cases) for batch in self._given))

    def _end(self, batch: Batch) -> BatchResult:
        return BatchResult(batch, batch.rows(run_batch(batch.order(self._limits, 60.0))))


@pytest.mark.thorough
def test_few_runs_are_under_way_however_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark_module, "_UNDER_WAY", 100)
    spec = spec_of(PAIRS)
    with Results(tmp_path / "r.sqlite", spec) as results:
        workers = _Counting(spec, "")
        ran(spec, results, workers)
        assert results.count() == spec.runs
    assert 7 < workers.most <= 100


@pytest.mark.thorough
def test_a_batch_that_takes_too_long_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_module, "_PATIENCE", 0.0)
    spec = spec_of(PAIRS)
    with Results(tmp_path / "r.sqlite", spec) as results:
        progress = ran(spec, results, _Counting(spec, ""))
        assert results.count() == progress.added == progress.done == spec.runs


@pytest.mark.thorough
def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    spec = load_spec("study:graphs-3x3-pairs")
    killed = 0

    def look(progress: Any) -> bool:
        nonlocal killed
        children = psutil.Process().children()
        if progress.added > 400 * (killed + 1) and children and killed < 3:
            children[0].kill()
            killed += 1
        return bool(progress.added >= 2500)

    with Results(tmp_path / "r.sqlite", spec) as results:
        ran(spec, results, LocalWorkers(1, spec.limits), look)
        assert results.count() >= 2500
    assert killed == 3
    assert {row["status"] for row in rows_in(tmp_path / "r.sqlite")} == {"solved"}


# --- the file ---


@pytest.mark.parametrize("name", BUILTIN)
def test_a_benchmark_that_is_written_and_read_is_the_same(name: str) -> None:
    text = dump_document(load_document(f"study:{name}"))
    assert parse_spec(text, "spec", Path()).digest == load_spec(f"study:{name}").digest


def test_a_board_stands_in_a_spec_itself(tmp_path: Path) -> None:
    board = load_preset("eight-cpp")
    document = {"solvers": ["optimal"], "boards": [{"board": dump_board(board)}], "isolated": True}
    spec = spec_of(dump_document(document))
    (case,) = spec.cases()
    assert (case.title, spec.families, spec.isolated) == ("Eight puzzle", ("sliding",), True)
    with Results(tmp_path / "r.sqlite", spec) as results:
        ran(spec, results, LocalWorkers(1, spec.limits, isolated=True))
        (row,) = results.rows_of([case])
    solution = row.solution()
    assert solution is not None
    assert (solution.length, solution.optimal, solution.board.puzzle) == (16, True, board.puzzle)
    assert row.memory_mib


def test_moves_that_do_not_solve_a_board_are_no_solution(tmp_path: Path) -> None:
    spec, path = spec_of(ONE), tmp_path / "r.sqlite"
    run(spec, path)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE runs SET moves = 'A1'")
    file.close()
    with Results(path, spec) as results:
        (row,) = results.rows_of(list(spec.cases()))
    with pytest.raises(PuzzleError):
        row.solution()


@pytest.mark.thorough
def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    spec, path = spec_of(PAIRS), tmp_path / "r.sqlite"
    run(spec, path)
    with sqlite3.connect(path) as file:
        file.execute("DELETE FROM runs WHERE key NOT IN (SELECT key FROM runs LIMIT 20)")
        for name in ("memory_mib", "count", "moves"):
            file.execute(f"ALTER TABLE runs DROP COLUMN {name}")
    file.close()
    with Results(path, spec, reading=True) as results:  # also where nothing may be written
        before = list(results.records())
        assert list(before[0]) == list(COLUMNS)
        assert all(row["moves"] is None for row in before)
    assert len(run(spec, path)) == spec.runs
    assert any(row["moves"] for row in rows_in(path))


def test_runs_that_are_stopped_are_run_again(tmp_path: Path) -> None:
    text = f'{HEAD}solvers = ["bfs", "exchange"]\nisolated = true\n'
    spec = spec_of(f'{text}[[boards]]\npresets = ["graphs-20x20-reversed"]')
    with Results(tmp_path / "r.sqlite", spec) as results:
        workers = LocalWorkers(1, spec.limits, isolated=True)
        with Benchmark(spec, results, workers, 2) as benchmark:

            def look(_: BenchmarkProgress) -> None:
                if benchmark.rows[0].states:
                    benchmark.stop_runs([benchmark.rows[0].case.key])

            benchmark.run(look)
            stopped, other = benchmark.rows
        assert (stopped.outcome, other.outcome) == ("cancelled", "solved")
        assert [row["solver"] for row in results.records()] == ["exchange"]


def test_the_result_of_another_study_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    run(spec_of(PAIRS), path)
    other = spec_of(PAIRS.replace('"bfs", ', ""))
    with pytest.raises(PuzzleError, match="contains results of another benchmark"):
        Results(path, other)
    titled = spec_of(PAIRS.replace("solvers", 'title = "T"\nsolvers'))
    with Results(path, titled) as results:  # which it is called otherwise does not matter
        assert results.count() == titled.runs


def test_files_that_are_no_result_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no database, but long enough to be looked at" * 30)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE runs (key)")
    file.close()
    for path in (text, other, tmp_path):
        with pytest.raises(PuzzleError, match="results file"):
            Results(path, spec_of(PAIRS))


def test_a_file_that_cannot_be_written_is_told_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real = tmp_path / "r.sqlite", sqlite3.connect
    run(spec_of(PAIRS), path)

    def connect(name: str, **more: Any) -> sqlite3.Connection:
        found: sqlite3.Connection = real(name.replace("mode=rwc", "mode=ro"), **more)
        return found

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(PuzzleError, match="Permission denied"):
        Results(path, spec_of(PAIRS))
    with Results(path, spec_of(PAIRS), reading=True) as results:
        assert results.count() == 450


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    run(spec_of(PAIRS), path)
    sound, rng = path.read_bytes(), random.Random(3)
    told = 0
    for _ in range(60):
        data = bytearray(sound)
        for _ in range(40):
            data[rng.randrange(100, len(data))] = rng.randrange(256)
        path.write_bytes(data)
        try:
            for name in REPORT_FORMATS:
                written(path, name)
            with Results(path, spec_of(PAIRS)) as results:
                list(results.existing_keys(["a"]))
                results.add([Row(next(spec_of(PAIRS).cases())).failed("x")])
        except PuzzleError as error:
            told += "r.sqlite: " in str(error)
    assert told


@pytest.mark.thorough
def test_a_full_disk_ends_a_study_that_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = Results._prepare

    def small(self: Results, *given: Any) -> None:
        real(self, *given)
        self._file.execute("PRAGMA max_page_count = 8")  # SQLite takes the disk to be full then

    (tmp_path / "spec.toml").write_text(PAIRS)
    arguments = ["study", str(tmp_path / "spec.toml"), "-o", str(tmp_path / "r.sqlite")]
    with monkeypatch.context() as patched:
        patched.setattr(Results, "_prepare", small)
        assert cli.run(arguments) == 2
    assert "could not save results: database or disk is full" in capsys.readouterr().err
    assert 0 <= len(rows_in(tmp_path / "r.sqlite")) < 450
    assert cli.run(arguments) == 0
    assert len(rows_in(tmp_path / "r.sqlite")) == 450


# --- the reports ---


def results_of(tmp_path: Path, rows: list[dict[str, Any]], text: str = PAIRS) -> Results:
    """Return a results file with some rows."""
    results = Results(tmp_path / "some.sqlite", spec_of(text))
    results.add(made(number, **row) for number, row in enumerate(rows))
    return results


def written(path: Path, name: str) -> str:
    """Return the report of a results file."""
    pieces = REPORT_FORMATS[name].write(
        BenchmarkReport(None, path), ExportSettings(), ignore_progress
    )
    return b"".join(pieces).decode()


def made(number: int, **given: Any) -> Row:
    """Return a row with the figures that matter to a test."""
    named = {"title": given.pop("board", "b"), "family": "rotation", "size": "3×3", "solver": "bfs"}
    named |= {name: given.pop(name) for name in named.keys() & given.keys()}
    usual = {"status": "solved", "optimal": True, "states": 2, "seconds": 0.5}
    if error := given.get("error"):
        usual = {"error": error}
    case = Case(str(number), number, number, board="b", **named)
    return with_figures(Row(case), usual | given)


def test_figures_of_a_source_stand_beside_ours(tmp_path: Path) -> None:
    figures = '[[figures]]\nsolver = "bfs"\nmost = 264\nsource = "<S4>"\n'
    lengths = [{"length": length} for length in (3, 3, 108)]
    with results_of(tmp_path, lengths, PAIRS + figures):
        page = written(tmp_path / "some.sqlite", "html")
        assert page == written(tmp_path / "some.sqlite", "html")
    assert ">&lt;S4&gt;</td>" in page
    assert "<td>264</td><td>108</td>" in page
    assert "://" not in page
    assert "prefers-color-scheme: dark" in page


def test_what_others_wrote_is_neither_html_nor_a_formula(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"board": "=1+1", "solver": "<b>", "family": "<i>", "size": "x", "length": 1},
        {"board": "@x", "solver": "<b>", "family": "<i>", "size": "x", "length": 9},
        {"board": "two\nlines", "error": "-1"},
    ]
    with results_of(tmp_path, rows):
        page, table = (
            written(tmp_path / "some.sqlite", "html"),
            written(tmp_path / "some.sqlite", "csv"),
        )
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;i&gt; x, &lt;b&gt;" in page
    told = sorted((row["board"], row["error"]) for row in csv.DictReader(io.StringIO(table)))
    assert told == [("'=1+1", ""), ("'@x", ""), ("two lines", "'-1")]


def test_a_table_tells_what_the_rows_do(tmp_path: Path) -> None:
    rng = random.Random(1)
    rows: list[dict[str, Any]] = [
        {"length": rng.randrange(9), "optimal": rng.randrange(2), "states": rng.randrange(99)}
        for _ in range(41)
    ]
    rows += [{"status": "limit", "states": 7, "optimal": False}, {"error": "x"}]
    with results_of(tmp_path, rows) as results:
        (found,) = summarise_results(results)
    assert [found] == summarise_rows(made(number, **row) for number, row in enumerate(rows))
    lengths = [row["length"] for row in rows if "length" in row]
    assert (found.runs, found.solved, found.errors) == (43, 41, 1)
    assert found.optimal == sum(row["optimal"] for row in rows[:41])
    assert mean_of(found.length_counts) == pytest.approx(fmean(lengths))
    assert median_of(found.length_counts) == median(lengths)
    assert [median_of({1: 2, 4: 2}), median_of({1: 1, 4: 2}), median_of({3: 1})] == [2.5, 4, 3]


# --- the command ---


def study(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "puzzlegui", "study", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_rows(path: Path, least: int) -> None:
    """Wait until a running benchmark has stored so many rows."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if path.exists():
            try:
                with Results(path) as results:
                    if results.count() >= least:
                        return
            except PuzzleError:  # it is being made
                pass
        time.sleep(0.02)
    pytest.fail("no rows came")


@pytest.mark.thorough
def test_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(PAIRS)
    path = tmp_path / "r.sqlite"
    for rows in (1, 60, 200):
        process = study(tmp_path / "spec.toml", "--jobs", 1, "-o", path)
        wait_for_rows(path, rows)
        process.kill()
        process.communicate()
    process = study(tmp_path / "spec.toml", "-o", path)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"450 results")
    assert without_times(rows_in(path)) == without_times(
        run(spec_of(PAIRS), tmp_path / "whole.sqlite")
    )


def test_a_study_is_run_once_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    first = study("study:graphs-3x3-pairs", "--jobs", 1, "-o", path)
    wait_for_rows(path, 1)
    second = study("study:graphs-3x3-pairs", "--jobs", 1, "-o", path)
    out, err = second.communicate(timeout=60)
    assert (second.returncode, out) == (2, b"")
    assert f"another PuzzleGUI (process {first.pid}) is running".encode() in err
    with Results(path) as results:  # reading is allowed
        assert results.count()
    first.kill()
    first.communicate()
    spec = load_spec("study:graphs-3x3-pairs")
    with Results(path, spec), pytest.raises(PuzzleError, match="another window is running"):
        Results(path, spec)
    assert not path.with_name("r.sqlite.lock").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_keeps_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    process = study("study:graphs-3x3-pairs", "-o", path)
    wait_for_rows(path, 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert err == b"puzzlegui: interrupted; run the same command again to continue\n"
    assert rows_in(path)


def test_reports(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(PAIRS.replace("solvers", 'title = "<b>"\nsolvers'))
    reports = [tmp_path / "r.html", tmp_path / "r.csv"]
    arguments = ["study", tmp_path / "spec.toml", "-o", tmp_path / "r.sqlite"]
    for report in reports:
        arguments += ["--report", report]
    assert cli.run(list(map(str, arguments))) == 0
    page = reports[0].read_text()
    assert "<h1>&lt;b&gt;</h1>" in page
    assert page.count("<svg") == 2
    assert page.count("<table>") == 1
    rows = list(csv.DictReader(io.StringIO(reports[1].read_text())))
    assert len(rows) == 450
    assert {row["solver"] for row in rows} == {"bfs", "optimal"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["study:none"], "there is no study 'none'; choose from graphs-3x3-pairs"),
        (["nowhere.toml"], "cannot be read"),
        (["study:korf-100", "--jobs", "0"], "--jobs: must be a whole number of 1 or more, not '0'"),
        (["study:korf-100", "--report", "r.txt"], "the name of a report must end in .csv or .html"),
        (["study:korf-100", "-o", "nowhere/r.sqlite"], "there is no folder"),
        (
            ["study:korf-100", "--scheduler", "tcp://127.0.0.1:9", "--jobs", "2"],
            "--jobs applies to",
        ),
    ],
)
def test_what_cannot_be_done_is_said(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["study", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.thorough
def test_report_of_repeated_boards_says_that_all_runs_have_finished(tmp_path: Path) -> None:
    board = dump_board(load_preset("mystery-box"))
    for name in ("a", "b", "c"):
        tmp_path.joinpath(f"{name}.puzzle").write_text(board)
    tables = '[[boards]]\nfiles = ["*.puzzle"]\n'
    spec = spec_of(f'{HEAD}solvers = ["bfs", "optimal"]\n{tables}', tmp_path)
    path = tmp_path / "r.sqlite"
    assert (spec.runs, len(run(spec, path))) == (6, 2)
    with Results(path) as results:
        assert "2 of 2 runs finished." in b"".join(write_web_page(results)).decode()
    assert len(run(spec, path)) == 2


def test_errors_of_batches_and_single_runs_have_the_same_words() -> None:
    spec = spec_of(f'{HEAD}solvers = ["bfs"]\n[[boards]]\npresets = ["eight-cpp"]\n')
    (case,) = spec.cases()
    case = replace(case, solver="no-such")
    (alone,) = _SingleRun(case, spec.limits, Pool(idle=0), measured=False).execute()
    (together,) = run_batch(Batch(1, [case]).order(spec.limits, 1.0))
    assert alone.error == together["error"]

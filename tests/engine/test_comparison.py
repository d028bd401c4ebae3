"""Comparisons of solvers: each in a process of its own, and the cross-checks of their rows."""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Self

import psutil
import pytest

from puzzlegui.core import language
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine import registry
from puzzlegui.engine.benchmark.benchmark import Benchmark
from puzzlegui.engine.benchmark.comparison import (
    BoardInput,
    comparison_spec,
    read_boards,
    reference_spec,
)
from puzzlegui.engine.benchmark.local_workers import LocalWorkers
from puzzlegui.engine.benchmark.reference_results import TABLES, ReferenceTable
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import (
    COLUMNS,
    Row,
    Stage,
    cross_checked,
    figures_of,
    sorted_rows,
    with_figures,
)
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, BoardCases
from puzzlegui.engine.run import solve
from puzzlegui.engine.runner import client, wire
from puzzlegui.solvers.control import Limits, Request

QUICK = Limits(seconds=20)


def spec_for(preset: str, *solvers: str, limits: Limits = QUICK) -> BenchmarkSpec:
    return comparison_spec([BoardInput(preset, load_preset(preset))], solvers, limits)


class Started:
    """A benchmark that runs in a thread."""

    def __init__(self, spec: BenchmarkSpec, jobs: int = 1) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(spec, jobs))

    def _run(self, spec: BenchmarkSpec, jobs: int) -> None:
        workers = LocalWorkers(jobs, spec.limits, isolated=True)
        with (
            Results(None, spec) as results,
            Benchmark(spec, results, workers, spec.runs) as self.benchmark,
        ):
            self._ready.set()
            self.benchmark.run()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.benchmark.stop()
        self._thread.join()

    @property
    def rows(self) -> list[Row]:
        return self.benchmark.rows

    def end(self, number: int) -> None:
        self.benchmark.stop_runs([self.rows[number].case.key])

    def wait(self) -> list[Row]:
        self._thread.join()
        return self.rows


def compared(spec: BenchmarkSpec, jobs: int = 1) -> list[Row]:
    with Started(spec, jobs) as started:
        return started.wait()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children() if child.status() != "zombie"}


def test_figures_are_those_of_a_run_here() -> None:
    rows = compared(spec_for("eight-cpp", "optimal", "best-first", "bfs"))
    assert [row.solver for row in rows] == ["optimal", "best-first", "bfs"]
    for row in rows:
        here, solution = solve(load_preset("eight-cpp"), row.solver), row.solution()
        assert solution is not None
        assert solution.moves == here.moves
        assert (row.status, row.length, row.states) == (here.status, here.length, here.states)
        assert (row.optimal, row.lower_bound) == (here.optimal, here.lower_bound)
        assert row.improvements or not row.length or row.solver != "macro"
        assert row.memory_mib is not None
        assert 5 < row.memory_mib < 500
        assert row.best_bound == 16
        assert row.ratio == len(solution.moves) / 16


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    "table", [t for t in TABLES if t.key in {"S2", "S4", "S5"}], ids=lambda t: t.key
)
def test_the_figures_of_a_source_stand_beside_ours(table: ReferenceTable) -> None:
    rows = compared(reference_spec(table, load_preset, Limits(seconds=60)), jobs=2)
    assert len(rows) == len(table.runs)
    for row in rows:
        published = row.case.reference
        assert published is not None
        assert row.status is Status.SOLVED, row.solver
        assert published.differences(row.length, row.states, row.count) == []


def test_every_source_has_a_table_of_runs_that_exist() -> None:
    keys = {solver.source.split(".")[0] for solver in registry.SOLVERS if solver.source}
    assert [table.key for table in TABLES] == sorted(keys)
    for table in TABLES:
        methods = {run.solver for run in table.runs}
        own = {s.name for s in registry.SOLVERS if s.source.split(".")[0] == table.key}
        assert methods & own
        for run in table.runs:
            assert run.preset in PRESETS
            request = Request(Limits(moves=run.moves), all_solutions=run.all_solutions)
            assert not registry.unsupported_reason(load_preset(run.preset), run.solver, request)


def test_without_names_all_solvers_that_can_do_it_are_compared() -> None:
    assert list(spec_for("eight-cpp").solvers) == [
        solver.name for solver in registry.solvers_of("sliding")
    ]
    assert "exchange" not in spec_for("two-by-three").solvers


def test_a_solver_of_another_family_is_left_out_where_it_cannot_be_meant() -> None:
    boards = [BoardInput(name, load_preset(name)) for name in ("eight-cpp", "mystery-box")]
    cases = comparison_spec(boards, ["optimal", "stack"], QUICK).cases()
    assert [(case.group, case.solver) for case in cases] == [
        (0, "optimal"), (0, "stack"), (1, "optimal"),
    ]  # fmt: skip
    (case,) = comparison_spec(boards[1:], ["stack"], QUICK).cases()
    assert "here is no solver 'stack'" in case.error
    with pytest.raises(ValueError, match="no solver 'unheard'"):
        comparison_spec(boards, ["unheard"], QUICK)


def test_an_unreadable_file_is_a_row(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.puzzle", tmp_path / "good.puzzle"
    bad.write_text("{")
    good.write_text(dump_board(load_preset("eight-cpp")))
    subjects = read_boards([str(bad), str(good), str(tmp_path / "none"), "preset:unheard"])
    rows = compared(comparison_spec(subjects, ["optimal"], QUICK))
    assert [row.outcome for row in rows] == ["error", "solved", "error", "error"]
    assert "line 1" in rows[0].error


def test_no_more_run_at_a_time_than_asked() -> None:
    spec = spec_for("graphs-20x20-reversed", "bfs", "dijkstra", "iddfs")
    with Started(spec, 2) as started:
        wait_for(lambda: sum(row.stage is Stage.RUNNING for row in started.rows) == 2)
        assert started.rows[2].stage is Stage.WAITING
        started.end(0)
        wait_for(lambda: started.rows[2].stage is Stage.RUNNING)
        assert started.rows[0].status is Status.CANCELLED


def test_all_end_at_once_and_no_process_is_left() -> None:
    before = children()
    with Started(spec_for("graphs-20x20-reversed", "bfs", "dijkstra", "iddfs"), 2) as started:
        wait_for(lambda: all((row.states or 0) > 0 for row in started.rows[:2]))
        started.benchmark.stop()
        assert {row.outcome for row in started.rows} == {"cancelled"}
        rows = started.wait()
    wait_for(lambda: not children() - before)
    assert all(row.length is None for row in rows)


def test_a_run_that_is_ended_keeps_its_best_solution() -> None:
    with Started(spec_for("graphs-20x20-reversed", "macro", limits=Limits(seconds=60))) as started:
        wait_for(lambda: started.rows[0].length is not None)
        started.end(0)
        (row,) = started.wait()
    assert row.status is Status.SOLVED
    solution = row.solution()
    assert solution is not None
    assert row.length == len(solution.moves)
    assert row.improvements


def test_closing_kills_a_process_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    monkeypatch.setattr(client, "program_command", lambda: [sys.executable, "-c", deaf])
    before = children()
    with Started(spec_for("eight-cpp", "optimal", "bfs")) as started:
        wait_for(lambda: bool(children() - before))
    assert not children() - before
    assert {row.outcome for row in started.rows} == {"cancelled"}


def test_closing_while_a_large_order_is_given_is_no_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        client, "program_command", lambda: [sys.executable, "-c", "import time; time.sleep(600)"]
    )
    board = load_preset("eight-cpp").with_fields(title="x" * 300_000)
    before = children()
    with Started(comparison_spec([BoardInput("x", board)], ["optimal"], QUICK)) as started:
        wait_for(lambda: bool(children() - before))
    assert not children() - before
    assert {row.outcome for row in started.rows} == {"cancelled"}


def test_a_killed_process_loses_nothing_but_its_row() -> None:
    before = children()
    with Started(spec_for("graphs-20x20-reversed", "bfs", "exchange")) as started:
        wait_for(lambda: (started.rows[0].states or 0) > 0)
        (victim,) = children() - before
        psutil.Process(victim).kill()
        killed, other = started.wait()
    assert killed.outcome == "error"
    assert "memory" in killed.error
    assert other.status is Status.SOLVED


def _telling(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Make a run report these lines instead of its own."""
    code = f"import sys; sys.stdin.readline(); print({chr(10).join(lines)!r})"
    monkeypatch.setattr(client, "program_command", lambda: [sys.executable, "-c", code])


def test_a_wrong_solution_is_told_of_and_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_preset("eight-cpp")
    right = solve(board, "best-first")
    wrong = replace(right, moves=right.moves[:-1], segments=())
    result: dict[str, object] = {"solution": dump_solution(wrong), "attempts": [], "count": None}
    _telling(monkeypatch, wire.encode({"order": 1, "result": result}).decode().strip())
    (row,) = compared(spec_for("eight-cpp", "best-first"))
    assert row.outcome == "error"
    assert row.solution() is None


def test_what_is_no_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in (
        "",
        "nonsense",
        '{"order": 1, "error": "it went wrong"}',
        '{"order": 1, "result": 5}',
        '{"order": 1, "figures": {}}',
    ):
        _telling(monkeypatch, said)
        (row,) = compared(spec_for("eight-cpp", "best-first"))
        assert row.outcome == "error"
        assert row.error


def test_a_program_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "program_command", lambda: ["/nowhere/at/all"])
    (row,) = compared(spec_for("eight-cpp", "best-first"))
    assert "Could not start the process" in row.error


def test_a_solver_that_fails_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row contains the exception that the solver raised."""
    breaking = (
        "from puzzlegui.engine import run; from puzzlegui.engine.runner import server;"
        "run.Run.execute = lambda *_: 1 / 0; server.main()"
    )
    monkeypatch.setattr(client, "program_command", lambda: [sys.executable, "-c", breaking])
    (row,) = compared(spec_for("eight-cpp", "best-first"))
    assert row.outcome == "error"
    assert "ZeroDivisionError" in row.error


def test_the_program_starts_itself_as_it_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.program_command() == [
        sys.executable,
        "-m",
        "puzzlegui",
        client.SOLVER_PROCESS_OPTION,
    ]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert client.program_command() == [sys.executable, client.SOLVER_PROCESS_OPTION]


def test_a_result_is_told_in_the_language_that_is_used() -> None:
    language.set_language("de")
    try:
        (row,) = compared(spec_for("two-by-three", "optimal"))
        here = solve(load_preset("two-by-three"), "optimal")
        assert row.note == here.outcome()
    finally:
        language.set_language(language.SOURCE)


def test_the_limits_reach_the_process() -> None:
    (row,) = compared(spec_for("twiddle-4x4", "bfs", limits=Limits(states=50, seconds=20)))
    assert (row.status, row.states) == (Status.LIMIT, 50)
    (row,) = compared(spec_for("eight-cpp", "bfs", limits=Limits(moves=15, seconds=20)))
    assert row.status is Status.LIMIT
    limits = Limits(seconds=20, memory_mib=60)
    (row,) = compared(spec_for("graphs-20x20-reversed", "bfs", limits=limits))
    assert row.status is Status.LIMIT
    assert row.memory_mib is not None
    assert row.memory_mib < 80


# --- rows together ---


def _solved(solver: str, length: int, *, optimal: bool = False, bound: int = 0) -> Row:
    board = load_preset("eight-cpp")
    solution = Solution(board, solver, Status.SOLVED, ("L",) * length, optimal, bound)
    return with_figures(waiting(solver), figures_of(solution))


def waiting(solver: str) -> Row:
    (case,) = BoardCases().cases_of(load_preset("eight-cpp"), [{"solver": solver}], "x")
    return Row(case)


def unreadable() -> Row:
    (case,) = BoardCases().failed_case("x", "no")
    return Row(case).failed(case.error)


def test_a_claim_that_another_row_disproves_is_told() -> None:
    rows = cross_checked([_solved("optimal", 18, optimal=True, bound=18), _solved("stack", 16)])
    said = "optimal claims no solution is shorter, but stack found one with 16 moves."
    assert rows[0].contradiction == said
    assert rows[1].contradiction == ""
    proved = next(column for column in COLUMNS if column.name == "optimal")
    assert proved.text(rows[0]) == "disproved"
    assert not any(
        row.contradiction for row in cross_checked([_solved("optimal", 16, optimal=True)])
    )


def test_a_proof_that_there_is_none_is_disproved_by_one() -> None:
    board = load_preset("eight-cpp")
    none = with_figures(waiting("bfs"), figures_of(Solution(board, "bfs", Status.UNSOLVABLE)))
    assert "no solution" in cross_checked([none, _solved("stack", 16)])[0].contradiction
    other = _solved("stack", 16)
    elsewhere = replace(other, case=replace(other.case, group=1))
    assert cross_checked([none, elsewhere])[0].contradiction == ""


def test_the_ratio_is_to_the_best_bound_of_the_board() -> None:
    rows = cross_checked(
        [_solved("optimal", 16, optimal=True, bound=16), _solved("stack", 32, bound=4)]
    )
    assert [row.ratio for row in rows] == [1, 2]


def test_rows_are_sorted_by_any_column() -> None:
    rows = [_solved("stack", 32), _solved("optimal", 16), unreadable()]
    moves = next(column for column in COLUMNS if column.name == "length")
    assert [row.length for row in sorted_rows(rows, moves)] == [16, 32, None]
    assert [row.length for row in sorted_rows(rows, moves, descending=True)] == [32, 16, None]
    for column in COLUMNS:
        assert len(sorted_rows(rows, column)) == 3
        assert all(isinstance(column.text(row), str) for row in rows)

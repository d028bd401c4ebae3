"""Steps of the self-test that need no window: a large board, a child process, a chart.

A bundle may lack modules that are only imported in these steps.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCollator, QLocale
from PySide6.QtWidgets import QApplication

from puzzlegui import kernels
from puzzlegui.core.solution import Status
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import run as runs
from puzzlegui.engine.benchmark.benchmark import Benchmark
from puzzlegui.engine.benchmark.comparison import BoardInput, comparison_spec
from puzzlegui.engine.benchmark.local_workers import LocalWorkers
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row
from puzzlegui.engine.run_messages import search_failed
from puzzlegui.gui.benchmark.charts import charts
from puzzlegui.solvers.control import Limits, Request

_LARGE, _SMALL = "stripes-6x6", "mystery-box"
_UNCOMPILED = "eight-cpp"
"""Board that the macro solver solves in a few seconds without compiled kernels."""
_STATES = 3_000_000
"""Number of states with which the macro solver uses all its improvements; takes some seconds."""
_MOST_SECONDS = 15.0


class SelfTestError(RuntimeError):
    """A step of the self-test has failed."""


def solve_large_board() -> str:
    """Solve a larger board by the macro solver; return a line that describes the solution."""
    board = load_preset(_UNCOMPILED if kernels.UNCOMPILED_REASON else _LARGE)
    solution = runs.solve(board, "macro", Request(Limits(states=_STATES, seconds=_MOST_SECONDS)))
    if not solution.solved:
        raise SelfTestError(solution.outcome())
    if search_failed() in solution.note:
        raise SelfTestError(solution.note)
    return f"solved {board.title} by macro in {len(solution.moves)} moves"


def run_child() -> Row:
    """Solve a board in a child process, as benchmarks do; return its row."""
    limits = Limits(seconds=_MOST_SECONDS)
    spec = comparison_spec([BoardInput(_SMALL, load_preset(_SMALL))], ["exchange"], limits)
    workers = LocalWorkers(1, limits, isolated=True)
    with Results(None, spec) as results, Benchmark(spec, results, workers, 1) as benchmark:
        benchmark.run()
        (row,) = benchmark.rows
    if row.status is not Status.SOLVED:
        raise SelfTestError(row.error or row.outcome)
    return row


def draw_charts(rows: list[Row], picture: Path) -> str:
    """Draw the charts of a benchmark; return a line that describes them."""
    drawn = charts()
    for chart in drawn:
        chart.resize(400, 300)
        chart.show_figures(rows)
        chart.show()
    QApplication.processEvents()
    image = drawn[-1].grab().toImage()
    for chart in drawn:
        chart.close()
        chart.deleteLater()
    row = [image.pixel(x, y) for y in range(image.height()) for x in range(0, image.width(), 4)]
    if len(set(row)) < 3:
        raise SelfTestError("a chart is empty")
    if not image.save(str(picture)):
        raise SelfTestError(f"{picture} could not be written")
    return f"drew {len(drawn)} charts"


def sort_names() -> str:
    """Sort names as file dialogs do, with the data of ICU; return a line that describes it."""
    collator = QCollator(QLocale(QLocale.Language.English))
    collator.setNumericMode(True)
    if collator.compare("board 9", "Board 10") >= 0:
        raise SelfTestError("names are not sorted by their letters and numbers")
    return "sorted names"


def run(folder: Path, say: Callable[[str], None]) -> list[str]:
    """Run all steps; return the errors.

    Args:
        folder: folder for the picture of a chart.
        say: called with a line for each successful step.
    """
    faults = []
    rows: list[Row] = []

    def child() -> str:
        rows.append(run_child())
        return f"solved in a child process by {rows[0].solver}: {rows[0].length} moves"

    steps: dict[str, Callable[[], str]] = {
        "macro": solve_large_board,
        "names": sort_names,
        "a child process": child,
        "charts": lambda: draw_charts(rows, folder / "chart.png"),
    }
    for name, step in steps.items():
        try:
            say(step())
        except Exception as error:  # noqa: BLE001 - the other steps are taken all the same
            faults.append(f"{name}: {type(error).__name__}: {error}")
    return faults

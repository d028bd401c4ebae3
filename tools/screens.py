"""Pictures of the window in its main states and sizes: ``python -m tools.screens --out DIR``.

Fails where a widget is clipped, cut short, or lies over another; see ``clipping``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QScrollArea,
    QWidget,
)

from puzzlegui.core import language
from puzzlegui.core.cells import with_cell
from puzzlegui.core.solution import Solution
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.importing import import_text
from puzzlegui.documents.lessons import find_lesson
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.engine.benchmark.batch import Batch, run_batch
from puzzlegui.engine.benchmark.parser import load_spec
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.run import solve
from puzzlegui.exporters.books import BookEdition
from puzzlegui.exporters.kinds import EXPORT_KINDS
from puzzlegui.exporters.puzzles import Puzzle
from puzzlegui.exporters.settings import Chapter
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.benchmark.pair_window import PairWindow
from puzzlegui.gui.benchmark.window import BenchmarkWindow
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.books.new_set_dialog import NewSetDialog
from puzzlegui.gui.books.window import BookWindow
from puzzlegui.gui.design.colour_dialog import ColourDialog
from puzzlegui.gui.files.export_sheet import ExportSheet
from puzzlegui.gui.files.import_sheet import ImportSheet, moves_sheet
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.files.printing import print_request
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.help.about import AboutDialog, LicencesDialog
from puzzlegui.gui.help.help_window import HelpWindow
from puzzlegui.gui.help.report_dialog import PREVIOUS_CRASH, ReportDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.watch.lessons import add_lesson
from puzzlegui.gui.watch.window import WatchWindow
from puzzlegui.gui.widgets.export_dialog import ExportDialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.window.settings_dialog import SettingsDialog
from puzzlegui.solvers import table_store
from tests import display
from tools.clipping import faults

PSEUDO = "xx"
"""The language that nobody speaks."""
SIZES = {
    "1366x768": QSize(1366, 698),
    "1920x1080-at-150": QSize(1280, 650),
    "1920x1080": QSize(1920, 1010),
    "1024x600": QSize(1024, 530),
}
"""The room that a task bar and the frame of a window leave on a screen, in logical pixels."""
SCROLLS = {"1024x600"}
"""Where all can be reached, though not seen at once."""
_ROWS, _SWATCHES, _BOARD = 3, 1, 240
"""What must be seen at once: moves, rows of colours, pixels of the board."""
_LARGE = "graphs-20x20-reversed"
_LONG = 20.0


@dataclass(frozen=True)
class State:
    """One of the main states.

    Attributes:
        name: of its pictures.
        bring: brings the window into it.
    """

    name: str
    bring: Callable[[MainWindow], None]


def wait(condition: Callable[[], bool]) -> None:
    """Let the event loop run until the condition holds."""
    deadline = time.monotonic() + _LONG
    while not condition():
        QApplication.processEvents()
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.005)


def _open(preset: str) -> Callable[[MainWindow], None]:
    def bring(window: MainWindow) -> None:
        window.stop()
        wait(lambda: not window.solving())
        window.document().open(load_preset(preset))  # without a question about the one before
        window.show_design()

    return bring


def _with_problems(window: MainWindow) -> None:
    _open(_LARGE)(window)
    board = window.board()
    start = board.start  # type: ignore[attr-defined]
    for column in range(4):
        start = with_cell(start, (0, column), 900 + column)
    window.document().edit(board.with_fields(start=start), "spoil the board")


def _solving(window: MainWindow) -> None:
    _open(_LARGE)(window)
    window.solve()
    run = window.session.run
    assert run is not None
    wait(lambda: len(run.stats.improvements) > 2)
    window.show_solution()


def _offered(window: MainWindow) -> None:
    """A shorter solution has come while one is in the midst of another."""
    _open(_LARGE)(window)
    window.settings["follow best"] = True
    window.solve()
    wait(lambda: window.solution() is not None)
    window.timeline().go_to(9)
    wait(lambda: window.session.state.offered_solution is not None)


def _asked(window: MainWindow) -> None:
    """Whether a solver is to begin that will hardly come to an end."""
    _open(_LARGE)(window)
    window.session.set_solver_options(solver="dijkstra")
    window.solve()


def _followed(window: MainWindow) -> None:
    if not window.solving():
        _solving(window)
    window.stop()
    wait(lambda: not window.solving())
    window.show_solution()
    solution = window.solution()
    assert solution is not None
    window.timeline().go_to(len(solution.moves) // 3)


def _short(window: MainWindow) -> None:
    _open("mystery-box")(window)
    window.solve()
    wait(lambda: not window.solving())
    window.show_solution()
    window.timeline().go_to(4)


def _listed(window: MainWindow) -> None:
    """All solutions of a maze, with their sums."""
    _open("schonbrunn-hard")(window)
    window.session.set_solver_options(solver="dfs", all_solutions=True)
    window.solve()
    wait(lambda: not window.solving())
    window.session.set_solver_options(solver="auto", all_solutions=False)
    window.show_solution()
    window.timeline().go_to(3)


def _played(window: MainWindow) -> None:
    _short(window)
    window.show_play()
    window.commands.check()


def _won(window: MainWindow) -> None:
    _short(window)
    solution = window.solution()
    assert solution is not None
    window.show_play()
    window.commands.restart()
    window.session.make_moves(solution.moves, already_shown=True)


def _unsolvable(window: MainWindow) -> None:
    _open("fifteen-loyd")(window)


STATES = (
    State("design", _open("graphs-4x4-two-colours")),
    State("unsolvable", _unsolvable),
    State("problems", _with_problems),
    State("design-large", _open(_LARGE)),
    State("solving", _solving),
    State("offered", _offered),
    State("followed", _followed),
    State("asked", _asked),
    State("short", _short),
    State("played", _played),
    State("won", _won),
    State("large", _open("grid-30x30")),
    State("listed", _listed),
)


def dialogs_of(window: MainWindow, solution: Solution) -> Iterator[tuple[str, QWidget]]:
    """The dialogs and windows that most come across, not yet shown."""
    worker = window.worker()
    yield "new", NewBoardDialog(window, window.settings)
    yield "colour", ColourDialog(window, "#0072B2", "Colour of 1")
    yield "settings", SettingsDialog(window.settings, window)
    for first in ("text", "html", "gif"):
        request = ExportRequest(
            "Export moves", "moves", SOLUTION_FORMATS, [Chapter(solution)], initial_format=first,
            board=solution.board,
        )  # fmt: skip
        yield f"export-{first}", ExportDialog(window, worker, request)
    for kind in EXPORT_KINDS:
        puzzle = Puzzle(solution.board, solution)
        sheet = ExportSheet(window, worker, puzzle, window.settings, locked=False, valid=True)
        sheet.cards[kind].setChecked(True)
        yield f"export-sheet-{kind}", sheet
    yield "enter", moves_sheet(window, solution.board)
    for name, text in (("import", "# week 3\n2 8 3\n1 6 4\n7 0 5"), ("import-wrong", "1 2\n3 x4")):
        source = import_text(text, None, ReadingOptions(), lambda: True)
        imported = ImportSheet(window, "Import from the clipboard", source, None, "")
        wait(lambda: imported.preview is not None)
        yield name, imported
    help_window = HelpWindow(window)
    help_window.titles.setCurrentRow(0)
    yield "help", help_window
    yield "about", AboutDialog(window)
    yield "licences", LicencesDialog(window)
    yield from benchmarked(window)
    yield from watched(window)
    yield from explored(window)
    yield from walked(window)
    yield from bound(window)
    text = "PuzzleGUI\n\nFatal Python error: Segmentation fault"
    yield "report", ReportDialog(PREVIOUS_CRASH, text)


def benchmarked(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Benchmarks: before one, with results, with something wrong; two solutions side by side."""
    board = load_preset("eight-cpp")
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("", "-lesson", "-runs", "-summary", "-wrong"):
            shown = BenchmarkWindow(board, window.settings, Path(scratch), lambda: board, window)
            if name == "-lesson":
                add_lesson(shown, find_lesson("macro-moves")).show_step()
            if name in {"-runs", "-summary"}:
                _choose_results(shown)
                both = shown.view.plots, shown.view.summary_plots
                wait(lambda: bool(shown.summary.rows) and all(p.drawn for p in both))
                shown.view.setCurrentIndex(int(name == "-summary"))
            elif name == "-wrong":
                path = _choose_results(shown)
                shown.setup.choose("study:korf-100")
                shown.setup.show_results_path(path)
                wait(lambda: bool(shown.message.toPlainText()))
            else:
                wait(partial(getattr, shown, "ready"))
            yield f"benchmark{name}", shown
    solved = [solve(board, name) for name in ("best-first", "bfs")]
    yield "pair", PairWindow(solved[0], solved[1], animated=False, parent=window)
    window.settings["folder"] = ""


def _choose_results(shown: BenchmarkWindow) -> Path:
    """Choose the pairs of arrangements, of which there are some results."""
    source = "study:graphs-3x3-pairs"
    shown.setup.choose(source)
    path, spec = shown.setup.results_path, load_spec(source)
    assert path is not None
    path.parent.mkdir(exist_ok=True)
    with Results(path, spec) as results:
        batch = Batch(0, tuple(islice(spec.cases(), 60)))
        results.add(batch.rows(run_batch(batch.order(spec.limits, 60.0))))
    return path


def watched(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The window that watches searches: one, and two side by side as a lesson has them."""
    board = load_preset("eight-cpp")
    for name, beside in (("watch", ""), ("watch-lesson", "bfs")):
        watch = WatchWindow(board, window.settings, "stack", beside, window)
        if beside:
            add_lesson(watch, find_lesson("depth-first")).show_step()
        wait(lambda: not watch.is_recording)
        watch.player.go_to(40)
        yield name, watch


def explored(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The counts of the state graph: before, after, and where they cannot be had."""
    eight, large = load_preset("eight-cpp"), load_preset("grid-30x30")
    before = load_preset("twiddle-4x4")
    for name, board in (("explore-before", before), ("explore", eight), ("explore-refused", large)):
        explore = StateGraphWindow(board, window.settings, parent=window)
        explore.show_counts()
        counts = explore.counts
        wait(lambda: not counts.running and not explore.worker.busy)
        if name == "explore":
            counts.boards.setCurrentIndex(counts.boards.model().index(0, 0))
            wait(lambda: not explore.worker.busy)
        yield name, explore


def walked(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The state graph around a board: rings, paths, and where there are too many."""
    for name, preset in (
        ("neighbours", "mystery-box"),
        ("paths", "mystery-box"),
        ("neighbours-large", _LARGE),
    ):
        graph = StateGraphWindow(load_preset(preset), window.settings, parent=window)
        graph.show_neighbours()
        if name == "paths":
            graph.show_paths()
        graph.show()
        wait(lambda: graph.neighbours.is_drawn)
        yield name, graph


def bound(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The dialog for a new set, and a book of a puzzle with and one without a known length."""
    yield "new-set", NewSetDialog(window, window.settings, lambda _: None)
    puzzles = [BookPuzzle(load_preset(name), 12, True, True) for name in ("eight-cpp", _LARGE)]
    puzzles.append(BookPuzzle(load_preset("schonbrunn")))
    document = BookDocument(Book("Three", "For rainy days.", tuple(puzzles)))
    request = print_request(BookEdition(document.book), window.settings["notation"])
    yield "print-book", ExportDialog(window, window.worker(), request)
    recovery = window.folders.recovery
    yield "book", BookWindow(document, window.settings, recovery, window.board, window)


def unusable(window: MainWindow) -> Iterator[str]:
    """What of the main flow is not seen without scrolling."""
    for area in window.findChildren(QScrollArea):
        if area.isVisible() and area.verticalScrollBar().maximum() > 0:
            hidden = area.verticalScrollBar().maximum()
            yield f"{type(area.widget()).__name__} must be scrolled by {hidden}"
    view = window.board_view()
    if min(view.width(), view.height()) < _BOARD:
        yield f"the board has {view.width()}×{view.height()}"
    for name, least in (("moveTable", _ROWS), ("paletteList", _SWATCHES)):
        found = window.findChild(QAbstractItemView, name)
        if found is not None and found.isVisible():
            index = found.model().index(0, 0)
            line = max(1, found.visualRect(index).height())
            rows = found.viewport().height() / line
            if rows < min(least, found.model().rowCount()):
                yield f"{name} has {rows:.1f} rows"


def look(widget: QWidget, name: str, out: Path | None, *, scrolls: bool) -> list[str]:
    """The faults of a widget that is shown, which is kept as a picture."""
    settle()
    for view in widget.findChildren(QListView):
        if view.resizeMode() == QListView.ResizeMode.Adjust:
            view.doItemsLayout()  # without waiting for it
    if out is not None:
        widget.grab().save(str(out / f"{name}.png"))
    found = faults(widget, scrolls=scrolls)
    if isinstance(widget, MainWindow) and not scrolls:
        found += unusable(widget)
    return [f"{name}: {fault}" for fault in found]


def settle() -> None:
    """Let what was asked for be laid out and painted."""
    while theme().restyling:
        QApplication.processEvents()
    for _ in range(4):
        QApplication.processEvents()


def speak(code: str) -> None:
    """Use a language; ``xx`` is English with accents and longer by 40 %."""
    if code == PSEUDO:
        import i18n

        with tempfile.TemporaryDirectory() as folder:
            i18n.write_pseudo(Path(folder))
            language.set_language(code, Path(folder))
    else:
        language.set_language(code)


def look_at_all(
    window: MainWindow,
    out: Path | None,
    states: tuple[State, ...] = STATES,
    modes: tuple[str, ...] = (LIGHT_MODE, DARK_MODE),
    sizes: dict[str, QSize] | None = None,
) -> list[str]:
    """The faults in some states, themes and sizes."""
    found = []
    for state in states:
        state.bring(window)
        for mode in modes:
            theme().apply(mode)
            for name, size in (sizes or SIZES).items():
                window.resize(size)
                settle()
                if window.size() != size:
                    found.append(f"{state.name} {name}: the window is {window.size().toTuple()}")
                scrolls = name in SCROLLS
                found += look(window, f"{state.name}-{name}-{mode}", out, scrolls=scrolls)
    return found


def look_at_dialogs(
    window: MainWindow, out: Path | None, modes: tuple[str, ...] = (LIGHT_MODE, DARK_MODE)
) -> list[str]:
    """The faults of the dialogs, which must fit the smallest screen."""
    found = []
    _short(window)
    solution = window.solution()
    assert solution is not None
    room = SIZES["1024x600"]
    for mode in modes:
        theme().apply(mode)
        for name, dialog in dialogs_of(window, solution):
            dialog.show()
            found += look(dialog, f"dialog-{name}-{mode}", out, scrolls=False)
            least = dialog.minimumSizeHint()
            if least.width() > room.width() or least.height() > room.height():
                found.append(f"dialog {name}: needs {least.toTuple()}")
            dialog.close()
            dialog.deleteLater()
    return found


def main() -> int:
    """Look at everything, and print the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the pictures")
    parser.add_argument("--only", help="only states whose name contains this")
    parser.add_argument("--language", default=language.SOURCE, help="xx is one that nobody speaks")
    parser.add_argument("--font", type=float, default=1.0, help="how much larger letters are")
    chosen = parser.parse_args()
    if chosen.out is not None:
        chosen.out.mkdir(parents=True, exist_ok=True)
    display.select_platform()
    speak(chosen.language)
    application = app.make_application()
    font = application.font()
    font.setPointSizeF(font.pointSizeF() * chosen.font)
    application.setFont(font)
    with tempfile.TemporaryDirectory() as scratch:
        folders = Folders.below(Path(scratch))
        table_store.set_cache_folder(folders.cache)
        window = MainWindow(folders=folders)
        window.settings["tour"] = False
        window.show()
        settle()
        states = tuple(s for s in STATES if not chosen.only or chosen.only in s.name)
        found = look_at_all(window, chosen.out, states)
        if not chosen.only or "dialog" in chosen.only:
            found += look_at_dialogs(window, chosen.out)
        window.stop()
        wait(lambda: not window.solving())
        window._leaving = True
        window.close()
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

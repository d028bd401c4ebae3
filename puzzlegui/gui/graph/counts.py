"""The page that counts all arrangements of a board by their distance, and lists them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.explored import GOAL, LevelCounts
from puzzlegui.engine.graph.remote import FoundBoard, RemoteExploration
from puzzlegui.engine.runner.pool import Order
from puzzlegui.exporters.explorations import EXPLORATION_FORMATS, Explored, on_one_line
from puzzlegui.exporters.pictures import PLOT_FORMATS
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.graph import text
from puzzlegui.gui.graph.board_list import BoardList
from puzzlegui.gui.graph.count_table import CountTable
from puzzlegui.gui.graph.facts import Facts
from puzzlegui.gui.graph.histogram import Histogram
from puzzlegui.gui.threads.worker import Answer, Job, TaskHandle, Task
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ElidedLabel, SideScrollArea
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.plots import Plots
from puzzlegui.gui.widgets.side_window import LONG, SideWindow, side_by_side

_LOOK_MS = 100
_LEFT, _RIGHT = 270, 910
_PLOT, _TABLE = 520, 390
_ABOVE, _BELOW = 420, 190
_LEAST = 300
"""Pixels of height below which the figures are not pressed."""
_AT_ONCE = 1_000_000
"""Arrangements that are explored without being asked to."""
_SUFFIXES = {"text": ".txt"}


class CountsPage(QWidget):
    """Arrangements of a board by their distance: a histogram, a table, and the boards of a depth.

    Args:
        window: says what goes on, and writes files.
        origin: where distances are counted from, one of ``ORIGINS``.

    Attributes:
        exploration: what is explored; None before it is known, or if it cannot be.
        running: True while it goes on.

    Signals:
        board_wanted: a board is to be opened in the main window.
        changed: other actions may be possible.
    """

    board_wanted = Signal(object)
    changed = Signal()

    def __init__(self, window: SideWindow, origin: str) -> None:
        super().__init__()
        self._window, self._worker = window, window.worker
        self._board: Board
        self._held: RemoteExploration | None = None
        self.exploration: RemoteExploration | None = None
        self.running = self._stopping = False
        self._explored: LevelCounts | None = None
        self._before = 0
        self._depth = 0
        self._boards: list[FoundBoard] = []
        self._asked: list[TaskHandle] = []
        self._choosing: TaskHandle | None = None
        self.facts = Facts(origin)
        self.table = CountTable()
        nothing = tr("The number of arrangements at each depth appears here.")
        self.plots = Plots("countsPlots", [Histogram()], nothing)
        self.title = ElidedLabel("boardsTitle", "heading")
        self.boards = BoardList(self._worker)
        self._lay_out()
        self._poll = QTimer(self)
        self._poll.setInterval(_LOOK_MS)
        self._poll.timeout.connect(self._show)
        self.facts.origin_chosen.connect(self._prepare)
        self.facts.explore.clicked.connect(self.start)
        self.plots.chosen.connect(self.table.choose)
        self.table.selectionModel().currentRowChanged.connect(self._choose_depth)
        self.boards.open_wanted.connect(self._open)
        self.boards.chosen_changed.connect(self._choose)

    def _lay_out(self) -> None:
        counts = side_by_side(self.plots, self.table, (_PLOT, _TABLE))
        counts.setStretchFactor(0, 1)
        counts.setStretchFactor(1, 0)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.boards, 1)
        results = QSplitter(Qt.Orientation.Vertical)
        results.setChildrenCollapsible(False)
        results.addWidget(counts)
        results.addWidget(below)
        results.setSizes([_ABOVE, _BELOW])
        results.setContentsMargins(4, 4, 10, 4)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(side_by_side(SideScrollArea(self.facts, _LEAST), results, (_LEFT, _RIGHT)))

    def show_board(self, board: Board) -> None:
        """Begin with another board."""
        self._board, self._name = board, board.title or board.describe()
        self._prepare(self.facts.origin.currentData())

    # --- before it begins ---

    def _prepare(self, origin: str) -> None:
        """Find out what there is to be explored, and whether it can be."""
        self._forget()
        self.facts.before.setText(tr("Counting arrangements…"))
        board = self._board

        exploration = self._held = RemoteExploration(board, origin)

        def work(_job: Job) -> object:
            exploration.prepare()
            return exploration

        self._ask(Job(work, tr("Counting arrangements…")), self._prepared)

    def _prepared(self, result: Any) -> None:
        if isinstance(result, Exception):
            self.facts.before.setText(text.sentence(result))
            self._window.status.setText(tr("This board cannot be explored."))
            return
        self.exploration = result
        self._expected = result.facts.expected
        self.facts.before.setText(text.to_be_found(result.facts))
        self._window.status.setText(tr("Press Explore to count all arrangements."))
        self._enable()
        if result.facts.expected <= _AT_ONCE:
            self.start()

    def _ask(self, task: Task, answer: Answer) -> None:
        """Have something done, unless the exploration it is about is left before."""
        self._asked = [pending for pending in self._asked if pending.waiting]
        self._asked.append(self._worker.do(task, answer))

    def _forget(self) -> None:
        """Leave the exploration, and free its memory."""
        for pending in self._asked:
            pending.withdraw()
        self._asked = []
        self._poll.stop()
        if self._held is not None:
            self._held.close()
        self.exploration, self._explored, self.running = None, None, False
        nothing = LevelCounts(GOAL, (), (), False, 0, 0.0)
        self.facts.show_explored(nothing)
        self.table.show_explored(nothing)
        self.plots.show_figures(self._name, None)
        self.facts.show_progress(0.0, "")
        self.facts.at_hand.setText("")
        self._show_boards([])
        self._enable()

    @property
    def has_results(self) -> bool:
        """True if what was counted took long enough to be missed."""
        exploration, explored = self.exploration, self._explored
        if exploration is None:
            return False
        spent = (
            exploration.seconds if self.running else 0.0 if explored is None else explored.seconds
        )
        return spent >= LONG

    def at_work(self) -> str:
        """Return what closing would end, where it has run for long, and what becomes of it."""
        if not self.running or not self.has_results:
            return ""
        return tr("An exploration is still running. The levels it has counted are kept.")

    # --- what the actions do ---

    def start(self) -> None:
        """Count all arrangements, or go on where it was stopped."""
        if self.exploration is None:
            return
        self.running, self._stopping = True, False
        self.exploration.again()
        self._before = 0 if self._explored is None else self._explored.total
        self._show_boards([])
        self.table.setCurrentIndex(QModelIndex())
        self._ask(_Run(self.exploration), self._ended)
        self._poll.start()
        self._show()

    def stop(self) -> None:
        """Stop counting; what was found is kept."""
        if self.exploration is not None:
            self.exploration.cancel()
            self._stopping = True
            self._window.status.setText(tr("Stopping; results are kept…"))

    def open_board(self) -> None:
        """Open the arrangement that is selected."""
        if self.boards.chosen is not None:
            self._open(self.boards.chosen)

    @property
    def chosen(self) -> Board | None:
        """The selected arrangement, as the start of the board."""
        number = self.boards.chosen
        return None if number is None else self._boards[number].board

    def export(self) -> None:
        """Write the counts to a file."""
        exploration, explored = self.exploration, self._explored
        if exploration is None or explored is None:
            return
        name, found = safe_filename(self._name), Explored(self._name, exploration, explored)
        request = ExportRequest(tr("Export counts"), name, EXPLORATION_FORMATS, found, first="csv")
        self._window.exporter.export(request)

    def export_plot(self) -> None:
        """Write the plot to a file."""
        plot, name = self.plots.drawing(), safe_filename(self._name)
        request = ExportRequest(tr("Export plot"), name, PLOT_FORMATS, plot)
        self._window.exporter.export(request)

    def board_of(self, number: int) -> Board:
        """Return the board of a listed arrangement, which takes as many moves as its depth."""
        return self._boards[number].puzzle

    def _open(self, number: int) -> None:
        title = text.title_of_board(self._name, self._depth)
        self.board_wanted.emit(self.board_of(number).with_fields(title=title))

    # --- how far it has come ---

    def _show(self) -> None:
        exploration = self.exploration
        if exploration is None:
            return
        explored = exploration.state
        if self._explored is None or len(explored.counts) != len(self._explored.counts):
            self._show_counts(explored)
        if self.running:
            self._show_progress(exploration, explored)
        self._enable()

    def _show_progress(self, exploration: RemoteExploration, explored: LevelCounts) -> None:
        if exploration.recalled is not None and not self._before:
            self._before = sum(explored.counts[: exploration.recalled + 1])
        found = max(explored.total, self._before + exploration.states)
        each = exploration.states / max(exploration.seconds, 0.001)
        self.facts.show_progress(found / self._expected, text.of_progress(explored, found, each))
        if not self._stopping:
            self._window.status.setText(text.of_disk(exploration))

    def _show_counts(self, explored: LevelCounts) -> None:
        """Show what is known of the whole levels."""
        self._explored = explored
        self.facts.show_explored(explored)
        self.table.show_explored(explored)
        at_hand = None
        if explored.counts and self.exploration is not None:
            at_hand = self.exploration.of_the_board
            self.facts.at_hand.setText(text.of_the_board(at_hand, explored))
        self.plots.show_figures(self._name, (explored, at_hand) if explored.counts else None)

    def _ended(self, result: Any) -> None:
        self.running = False
        self._poll.stop()
        if isinstance(result, Exception):
            self._prepare(self.facts.origin.currentData())
            title = tr("The board could not be explored")
            dialogs.show_problem(self._window, title, text.sentence(result))
            return
        self._explored = None
        self._show()
        assert isinstance(result, LevelCounts)
        share = 1.0 if result.complete else result.total / self._expected
        self.facts.show_progress(share, text.of_result(result))
        self._window.status.setText(text.of_result(result))
        if result.counts:
            self._ask_more()

    # --- what is found out afterwards ---

    def _ask_more(self) -> None:
        exploration = self.exploration
        assert exploration is not None
        self.table.selectRow(exploration.state.depth)
        moves = exploration.of_the_board
        if moves is not None:
            ways = exploration.shortest_ways(None)
            self._asked.append(self._count_ways(self.facts.at_hand, moves, ways))

    def _count_ways(self, label: QLabel, moves: int, ways: Order) -> TaskHandle:
        """Say how many moves a board takes and, once counted, how many shortest solutions."""
        said = text.takes(moves)
        label.setText(text.and_counting(said))

        def counted(result: Any) -> None:
            more = "" if isinstance(result, Exception) else text.has_ways(result)
            label.setText(f"{said} {more}".strip())

        doing = tr("Counting shortest solutions…")
        job = Job(lambda _: ways.execute(), doing, lambda: ways.stop(None))
        return self._worker.do(job, counted)

    def _choose_depth(self, index: QModelIndex) -> None:
        """List boards of the depth whose row or column was chosen."""
        exploration, depth = self.exploration, index.row()
        if exploration is None or self.running or depth < 0:
            return
        self._depth = depth

        def found(result: Any) -> None:
            if isinstance(result, list) and depth == self._depth:
                self._show_boards(result)
                self._enable()

        job = Job(lambda _: exploration.boards_at(depth), tr("Finding arrangements…"))
        self._ask(job, found)

    def _show_boards(self, found: list[FoundBoard]) -> None:
        """List arrangements of the chosen depth."""
        explored = self._explored
        self._boards = found
        if explored is None or not found:
            self.title.setText(tr("Arrangements of a depth"))
            self.boards.clear()
            return
        self.title.setText(text.title_of_depth(explored, self._depth, len(found)))
        written = [on_one_line(each.written) for each in found]
        self.boards.show_boards([each.board for each in found], written)

    def _choose(self) -> None:
        """Say of the one that is looked at how many shortest solutions it has."""
        if self._choosing is not None:
            self._choosing.withdraw()
        self._choosing = None
        number, exploration = self.boards.chosen, self.exploration
        self._enable()
        if number is None or exploration is None or self._explored is None:
            self.facts.chosen.setText(tr("Choose an arrangement below; click to open it."))
            return
        ways = exploration.shortest_ways(self._boards[number].number)
        self._choosing = self._count_ways(self.facts.chosen, self._depth, ways)

    def _enable(self) -> None:
        self.facts.origin.setEnabled(not self.running)
        self.facts.explore.setEnabled(self.conditions()["ready"])
        self.changed.emit()

    def conditions(self) -> dict[str, bool]:
        """Return which of the page's actions are possible."""
        explored = self._explored
        known = explored is not None and bool(explored.counts)
        complete = explored is not None and explored.complete
        return {
            "ready": self.exploration is not None and not self.running and not complete,
            "running": self.running,
            "exportable": known and not self.running,
            "plotted": self.plots.drawn,
            "openable": self.boards.chosen is not None and not self.running,
        }

    def close_down(self) -> None:
        """End the exploration and free its memory."""
        self._forget()


class _Run:
    """An exploration, as the worker does it."""

    def __init__(self, exploration: RemoteExploration) -> None:
        self._exploration = exploration

    def execute(self) -> object:
        """Explore."""
        return self._exploration.execute()

    def cancel(self) -> None:
        """Ask it to end soon."""
        self._exploration.cancel()

    def release(self) -> None:
        """What it holds is of use afterwards."""

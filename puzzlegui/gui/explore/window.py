"""The window in which a whole puzzle is explored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.files import write_file
from puzzlegui.core.language import tr
from puzzlegui.engine.exploring.explored import GOAL, Explored
from puzzlegui.engine.exploring.remote import Hard, RemoteExploration
from puzzlegui.engine.runner.pool import Order
from puzzlegui.export.explorations import FORMATS, TITLES, finding, on_one_line
from puzzlegui.gui.desktop.places import file_name
from puzzlegui.gui.explore import telling
from puzzlegui.gui.explore.actions import TABLE
from puzzlegui.gui.explore.counts import CountTable
from puzzlegui.gui.explore.facts import Facts
from puzzlegui.gui.explore.hardest import HardestList
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Answer, Job, Pending, Task
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import OneLine, SideScroll
from puzzlegui.gui.widgets.plots import PICTURES, Plots
from puzzlegui.gui.widgets.side_window import LONG, SideWindow, Writing

_LOOK_MS = 100
_SIZE = QSize(1180, 700)
_LEFT, _RIGHT = 270, 910
_PLOT, _TABLE = 560, 350
_ABOVE, _BELOW = 420, 190
_LEAST = 300
"""Pixels of height below which the figures are not pressed."""
_SUFFIXES = {"text": ".txt"}


class ExploreWindow(SideWindow):
    """Counts every arrangement of a board by its distance, and shows the hardest.

    Args:
        board: a sound board.
        settings: of the program.
        origin: where distances are counted from, one of ``ORIGINS``.
        parent: the window that it belongs to.

    Attributes:
        exploration: what is explored; None before it is known, or if it cannot be.
        running: whether it goes on.

    Signals:
        board_wanted: a board is to be opened in the main window.
        walk_wanted: the graph of a board is to be walked in from a position on.
        chosen_changed: another of the hardest arrangements is looked at, or none.
    """

    board_wanted = Signal(object)
    walk_wanted = Signal(object, object)
    chosen_changed = Signal()

    def __init__(
        self,
        board: Board,
        settings: Settings,
        origin: str = GOAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("explore", settings, parent)
        self._board = board
        self._held = RemoteExploration(board, origin)
        self._name = board.title or board.describe()
        self.setWindowTitle(tr("Explore arrangements: {board}").format(board=self._name))
        self.exploration: RemoteExploration | None = None
        self.running = self._stopping = False
        self._explored: Explored | None = None
        self._before = 0
        self._hardest: list[Hard] = []
        self._asked: list[Pending] = []
        self._choosing: Pending | None = None
        self.facts = Facts(origin)
        self.table = CountTable()
        self.plots = Plots(
            "explorePlots", self.worker, "puzzlegui.gui.explore.histogram",
            tr("The number of arrangements at each depth appears here."),
        )  # fmt: skip
        self.title = OneLine("hardestTitle", "heading")
        self.hardest = HardestList(self.worker)
        self._lay_out()
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._show)
        self.facts.origin_chosen.connect(self._prepare)
        self.plots.chosen.connect(self.table.choose)
        self.plots.ready.connect(self._enable)
        self.hardest.open_wanted.connect(self._open)
        self.hardest.chosen_changed.connect(self._choose)
        self.plots.load()  # before the worker is busy
        self._prepare(origin)

    def _lay_out(self) -> None:
        self.offer(TABLE)
        counts = QSplitter()
        counts.setChildrenCollapsible(False)
        counts.addWidget(self.plots)
        counts.addWidget(self.table)
        counts.setStretchFactor(0, 1)
        counts.setSizes([_PLOT, _TABLE])
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.hardest, 1)
        results = QSplitter(Qt.Orientation.Vertical)
        results.setChildrenCollapsible(False)
        results.addWidget(counts)
        results.addWidget(below)
        results.setSizes([_ABOVE, _BELOW])
        results.setContentsMargins(4, 4, 10, 4)
        self.lay_beside(SideScroll(self.facts, _LEAST), results, (_LEFT, _RIGHT))
        self.resize(_SIZE)

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
            self.facts.before.setText(telling.sentence(result))
            self.status.setText(tr("This board cannot be explored."))
            return
        self.exploration = result
        self._expected = result.facts.expected
        self.facts.before.setText(telling.to_be_found(result.facts))
        self.status.setText(tr("Press Explore to count all arrangements."))
        self._enable()

    def _ask(self, task: Task, answer: Answer) -> None:
        """Have something done, unless the exploration it is about is left before."""
        self._asked = [pending for pending in self._asked if pending.waiting]
        self._asked.append(self.worker.do(task, answer))

    def _forget(self) -> None:
        """Leave the exploration, and free its memory."""
        for pending in self._asked:
            pending.withdraw()
        self._asked = []
        self._look.stop()
        self._held.close()
        self.exploration, self._explored, self.running = None, None, False
        self.facts.show_explored(Explored(GOAL, (), (), False, 0, 0.0))
        self.facts.show_progress(0.0, "")
        self.facts.at_hand.setText("")
        self._show_hardest([])
        self._enable()

    def at_work(self) -> str:
        exploration = self.exploration
        if exploration is None or not self.running or exploration.seconds < LONG:
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
        self._show_hardest([])
        self._ask(_Run(self.exploration), self._ended)
        self._look.start()
        self._show()

    def stop(self) -> None:
        """Stop counting; what was found is kept."""
        if self.exploration is not None:
            self.exploration.cancel()
            self._stopping = True
            self.status.setText(tr("Stopping; results are kept…"))

    def open_chosen(self) -> None:
        """Open the arrangement that is looked at."""
        if self.hardest.chosen is not None:
            self._open(self.hardest.chosen)

    def walk_around_chosen(self) -> None:
        """Walk in the graph from the arrangement that is looked at on."""
        if self.hardest.chosen is not None:
            self.walk_wanted.emit(self._board, self._hardest[self.hardest.chosen].board.initial())

    def export_counts(self) -> None:
        """Write the counts to a file."""
        exploration, explored = self.exploration, self._explored
        if exploration is None or explored is None:
            return
        kinds = {_SUFFIXES.get(name, f".{name}"): tr(TITLES[name]) for name in FORMATS}
        names = {_SUFFIXES.get(name, f".{name}"): name for name in FORMATS}

        def prepared(path: Path) -> Writing:
            write = FORMATS[names[path.suffix.lower()]]

            def writing(job: Job) -> None:
                found = finding(self._name, exploration, explored, lambda: job.report(0, 1))
                write_file(path, write(found).encode())

            return writing

        name = f"{file_name(self._name)}.csv"
        self.write(tr("Export counts"), name, kinds, prepared)

    def export_plot(self) -> None:
        """Write the plot to a file."""
        kinds = {suffix: tr(kind) for suffix, kind in PICTURES.items()}

        def prepared(path: Path) -> Writing:
            data = self.plots.picture(path.suffix.lower())
            return lambda _job: write_file(path, data)

        self.write(tr("Export plot"), f"{file_name(self._name)}.png", kinds, prepared)

    # --- what others may ask ---

    def board_of(self, number: int) -> Board:
        """The board of one of the hardest arrangements; it takes as many moves as said."""
        assert self.exploration is not None
        return self._hardest[number].puzzle

    def _open(self, number: int) -> None:
        assert self._explored is not None
        title = telling.title_of_board(self._name, self._explored.depth)
        self.board_wanted.emit(self.board_of(number).changed(title=title))

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

    def _show_progress(self, exploration: RemoteExploration, explored: Explored) -> None:
        if exploration.recalled is not None and not self._before:
            self._before = sum(explored.counts[: exploration.recalled + 1])
        found = max(explored.total, self._before + exploration.states)
        each = exploration.states / max(exploration.seconds, 0.001)
        self.facts.show_progress(found / self._expected, telling.of_progress(explored, found, each))
        if not self._stopping:
            self.status.setText(telling.of_disk(exploration))

    def _show_counts(self, explored: Explored) -> None:
        """Show what is known of the whole levels."""
        self._explored = explored
        self.facts.show_explored(explored)
        self.table.show_explored(explored)
        at_hand = None
        if explored.counts and self.exploration is not None:
            at_hand = self.exploration.of_the_board
            self.facts.at_hand.setText(telling.of_the_board(at_hand, explored))
        self.plots.show_figures(self._name, (explored, at_hand) if explored.counts else None)

    def _ended(self, result: Any) -> None:
        self.running = False
        self._look.stop()
        if isinstance(result, Exception):
            self._prepare(self.facts.origin.currentData())
            title = tr("The board could not be explored")
            dialogs.show_problem(self, title, telling.sentence(result))
            return
        self._explored = None
        self._show()
        assert isinstance(result, Explored)
        share = 1.0 if result.complete else result.total / self._expected
        self.facts.show_progress(share, telling.of_result(result))
        self.status.setText(telling.of_result(result))
        if result.counts:
            self._ask_more()

    # --- what is found out afterwards ---

    def _ask_more(self) -> None:
        exploration = self.exploration
        assert exploration is not None
        job = Job(lambda _: exploration.hardest(), tr("Finding the hardest arrangements…"))
        self._ask(job, self._hardest_found)
        moves = exploration.of_the_board
        if moves is not None:
            ways = exploration.shortest_ways(None)
            self._asked.append(self._count_ways(self.facts.at_hand, moves, ways))

    def _count_ways(self, label: QLabel, moves: int, ways: Order) -> Pending:
        """Say how many moves a board takes and, once counted, how many shortest solutions."""
        text = telling.takes(moves)
        label.setText(telling.and_counting(text))

        def counted(result: Any) -> None:
            more = "" if isinstance(result, Exception) else telling.has_ways(result)
            label.setText(f"{text} {more}".strip())

        said = tr("Counting shortest solutions…")
        job = Job(lambda _: ways.execute(), said, lambda: ways.stop(None))
        return self.worker.do(job, counted)

    def _hardest_found(self, result: Any) -> None:
        if isinstance(result, list):
            self._show_hardest(result)
            self._enable()

    def _show_hardest(self, found: list[Hard]) -> None:
        """Show these arrangements."""
        exploration, explored = self.exploration, self._explored
        self._hardest = found
        self.title.setText(tr("Hardest arrangements"))
        if exploration is None or explored is None or not found:
            self.hardest.clear()
            return
        self.title.setText(telling.title_of_hardest(explored, len(found)))
        written = [on_one_line(each.written) for each in found]
        self.hardest.show_boards([each.board for each in found], written)

    def _choose(self) -> None:
        """Say of the one that is looked at how many shortest solutions it has."""
        if self._choosing is not None:
            self._choosing.withdraw()
        self._choosing = None
        number, exploration = self.hardest.chosen, self.exploration
        self._enable()
        self.chosen_changed.emit()
        if number is None or exploration is None or self._explored is None:
            self.facts.chosen.setText(tr("Choose an arrangement below; click to open it."))
            return
        ways = exploration.shortest_ways(self._hardest[number].number)
        self._choosing = self._count_ways(self.facts.chosen, self._explored.depth, ways)

    def _enable(self) -> None:
        known = self._explored is not None and bool(self._explored.counts)
        complete = self._explored is not None and self._explored.complete
        self.facts.origin.setEnabled(not self.running)
        self.actions_.enable({
            "ready": self.exploration is not None and not self.running and not complete,
            "running": self.running,
            "counted": known and not self.running,
            "plotted": self.plots.drawn,
            "chosen": self.hardest.chosen is not None and not self.running,
        })  # fmt: skip

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self._forget()
        self.worker.close()
        super().closeEvent(event)


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

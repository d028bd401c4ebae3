"""The results of a benchmark: its runs and their summary, each with plots."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QTabWidget

from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.rows import Row, Stage
from puzzlegui.engine.benchmark.summary import SolverSummary
from puzzlegui.gui.benchmark.charts import charts, summary_charts
from puzzlegui.gui.benchmark.tables import RunTable, SummaryTable
from puzzlegui.gui.widgets.plots import Plots

_ABOVE, _BELOW = 330, 230


class ResultsView(QTabWidget):
    """Tabs with the runs and the summary of a benchmark.

    Signals:
        changed: the selection or the plots changed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("benchmarkTabs")
        self.setDocumentMode(True)
        self._drawn: list[Row] = []
        """The runs that there are plots of."""
        self.runs = RunTable()
        self.summary = SummaryTable()
        self.plots = Plots(
            "benchmarkPlots", charts(), tr("Moves and times appear here when runs finish.")
        )
        self.summary_plots = Plots(
            "benchmarkSummaryPlots",
            summary_charts(),
            tr("Mean moves and times appear here when runs finish."),
        )
        for table, plots, title in (
            (self.runs, self.plots, tr("&Runs")),
            (self.summary, self.summary_plots, tr("S&ummary")),
        ):
            both = QSplitter(Qt.Orientation.Vertical)
            both.setChildrenCollapsible(False)
            both.addWidget(table)
            both.addWidget(plots)
            both.setSizes([_ABOVE, _BELOW])
            self.addTab(both, title)
        self.runs.selectionModel().selectionChanged.connect(self._show_plots)
        self.runs.model().modelReset.connect(self._show_plots)
        self.summary.selectionModel().selectionChanged.connect(self._show_summary_plots)
        self.plots.chosen.connect(lambda place: self.runs.choose(self._drawn[place].number))
        self.summary_plots.chosen.connect(self._choose_summary)
        self.currentChanged.connect(self.changed)

    @property
    def plots_shown(self) -> Plots:
        """The plots of the page that is shown."""
        return self.plots if self.currentIndex() == 0 else self.summary_plots

    @property
    def has_results(self) -> bool:
        """True if a run has finished."""
        return any(row.ended for row in self.runs.rows)

    def show_rows(self, rows: Sequence[Row]) -> bool:
        """Show runs; return True if they differ from the runs shown before."""
        if rows == self.runs.rows:
            return False
        first = not self.runs.rows
        self.runs.show_rows(rows)
        if first and rows:
            self.runs.selectRow(0)
        self._show_plots()
        return True

    def _show_plots(self, *_: object) -> None:
        """Draw the runs on the board of the selected row, or of the first row."""
        rows, chosen = self.runs.rows, self.runs.chosen()
        group = chosen[0].group if chosen else rows[0].group if rows else 0
        self._drawn = shown = [
            row
            for row in rows
            if row.group == group and row.case.board and not row.error
            and row.stage is not Stage.WAITING
        ]  # fmt: skip
        self.plots.show_figures(shown[0].title if shown else "", shown or None)
        self.changed.emit()

    def _show_summary_plots(self, *_: object) -> None:
        """Draw the solvers of the selected summary's family and size, or of the first summary's."""
        found = self._alike()
        title = f"{found[0].family} {found[0].size}" if found else ""
        self.summary_plots.show_figures(title, found or None)
        self.changed.emit()

    def _alike(self) -> list[SolverSummary]:
        """Return the summaries of the selected family and size."""
        found = self.summary.rows
        chosen = self.summary.chosen() or found
        return [s for s in found if (s.family, s.size) == (chosen[0].family, chosen[0].size)]

    def _choose_summary(self, place: int) -> None:
        self.summary.choose(self.summary.rows.index(self._alike()[place]))

    def show_summary(self, found: Sequence[SolverSummary]) -> None:
        """Show summaries."""
        self.summary.show_rows(found)
        self._show_summary_plots()

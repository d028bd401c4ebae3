"""The tables of a benchmark: its runs, and a summary per solver, family and size."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QColor

from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.engine.benchmark import summary
from puzzlegui.engine.benchmark.rows import COLUMNS, Column, Row, Stage, columns_of
from puzzlegui.engine.benchmark.summary import SolverSummary
from puzzlegui.gui.benchmark.column_table import ColumnModel, ColumnTable
from puzzlegui.gui.style.theme import theme


class RunTable(ColumnTable[Row]):
    """Table of runs.

    Signals:
        row_opened: row that was double-clicked.
    """

    row_opened = Signal(object)

    def __init__(self) -> None:
        model = ColumnModel(_columns, lambda row: (row.case.key, row.number), row_tooltip, _colour)
        super().__init__("benchmarkRuns", tr("Runs"), model, several=True)
        self.doubleClicked.connect(self._double_clicked)

    def _double_clicked(self, index: QModelIndex) -> None:
        self.row_opened.emit(self.row_at(index.row()))


class SummaryTable(ColumnTable[SolverSummary]):
    """Table with a line per solver, family and size."""

    def __init__(self) -> None:
        model = ColumnModel(_summary_columns, lambda s: (s.family, s.size, s.solver), tall=True)
        super().__init__("benchmarkSummary", tr("Summary"), model)


def _columns(rows: Sequence[Row]) -> list[Column[Row]]:
    """Return the columns for rows, without file names, which would take too much width."""
    if not rows:
        rest = {"board", "file"}
        return [column for column in COLUMNS if column.always_shown and column.name not in rest]
    return [column for column in columns_of(rows, every_file=False) if column.name != "file"]


def _summary_columns(found: Sequence[SolverSummary]) -> list[Column[SolverSummary]]:
    """Return the columns for summaries, without family and size if all share them.

    The plots below the table name both.
    """
    same = {name for name in ("family", "size") if len({getattr(s, name) for s in found}) == 1}
    return [
        column
        for column in summary.columns_of(found)
        if not column.report_only and column.name not in same
    ]


def _colour(row: Row, column: Column[Row]) -> QColor | None:
    colours = theme().colours
    if row.contradiction or row.error:
        return QColor(colours.bad) if column.name in {"status", "optimal", "solver"} else None
    if column.name == "status":
        if row.stage is Stage.RUNNING:
            return QColor(colours.accent)
        if row.status is Status.SOLVED:
            return QColor(colours.good)
    return QColor(colours.faint) if row.stage is Stage.WAITING else None


def row_tooltip(row: Row) -> str:
    """Return the tooltip of a row: title, problems and notes."""
    parts = [row.title, row.error, row.contradiction, row.phase, row.note]
    return "\n".join(part for part in parts if part)

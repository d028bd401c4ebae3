"""Row of a benchmark, the result of a solver on a board, and the table's columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import decimal, group_digits, mebibytes
from puzzlegui.core.formatting import seconds as seconds_for_people
from puzzlegui.core.language import gettext_noop, ngettext, tr
from puzzlegui.core.solution import LONGEST, MetricResult, Solution, Status, first_error
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.engine.benchmark.spec import Case


class Stage(StrEnum):
    """Stage of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"


FAILED = "error"
"""Outcome of a run that failed, in place of a status."""
NO_VALUE = "\N{EN DASH}"
"""Shown in place of an unknown value."""


@dataclass(frozen=True)
class Row:
    """Result of a run.

    Attributes:
        case: specification of the run.
        stage: waiting, running or ended.
        phase: what the solver is doing, if it reports that.
        status: status of the result, None until the run ends.
        length: number of moves of the best solution so far.
        optimal: the solver has proved that no solution is shorter.
        longest: the solver has proved that no solution is longer; not stored in results files.
        lower_bound: lower bound on the number of moves proved by this solver.
        states: number of expanded states.
        seconds: duration of the search, including loading its tables.
        memory_mib: peak memory of its process, if it had one of its own.
        count: number of solutions, if all were requested.
        moves: moves of the best solution, separated by spaces; they have been replayed.
        note: sentence on the end of the search.
        improvements: time in seconds and length of each better solution.
        error: sentence on why there is no result.
        stopped: it was stopped early, so that it is not a result of the benchmark.
        best_bound: greatest lower bound that any row has proved for the board.
        contradiction: explanation of a contradiction with another row; empty if none.
    """

    case: Case
    stage: Stage = Stage.WAITING
    phase: str = ""
    status: Status | None = None
    length: int | None = None
    optimal: bool = False
    lower_bound: int = 0
    states: int | None = None
    seconds: float | None = None
    memory_mib: float | None = None
    count: int | None = None
    moves: str | None = None
    note: str = ""
    improvements: tuple[tuple[float, int], ...] = ()
    longest: bool = False
    error: str = ""
    stopped: bool = False
    best_bound: int = 0
    contradiction: str = ""

    @property
    def number(self) -> int:
        """Index of the run in the benchmark."""
        return self.case.number

    @property
    def group(self) -> int:
        """Index of its board."""
        return self.case.group

    @property
    def solver(self) -> str:
        """Name of the method."""
        return self.case.solver

    @property
    def title(self) -> str:
        """Title of its board."""
        return self.case.title

    @property
    def ended(self) -> bool:
        return self.stage is Stage.ENDED

    @property
    def ratio(self) -> float | None:
        """Ratio of the solution's length to the best lower bound."""
        if self.length is None or self.best_bound <= 0:
            return None
        return self.length / self.best_bound

    @property
    def states_per_second(self) -> float | None:
        if not self.states or not self.seconds:
            return None
        return self.states / self.seconds

    @property
    def outcome(self) -> str:
        """Machine-readable word for the state of the run."""
        if self.error:
            return FAILED
        if self.status is not None:
            return str(self.status.value)
        return str(self.stage.value)

    def failed(self, error: str) -> Row:
        """Return the row of a run that failed."""
        return replace(self, stage=Stage.ENDED, error=error, phase="", length=None)

    def cancelled(self) -> Row:
        """Return the row of a run that was stopped without a solution."""
        return replace(
            self, stage=Stage.ENDED, status=Status.CANCELLED, phase="", length=None, stopped=True
        )

    def board(self) -> Board:
        """Return the board; raises PuzzleError if its file could not be read."""
        return parse_board(self.case.board)

    def solution(self) -> Solution | None:
        """Return the best solution, replayed; None if there is none, or its moves were not stored.

        Raises:
            PuzzleError: the stored moves do not solve the board.
        """
        if self.moves is None or self.status is not Status.SOLVED:
            return None
        board, metric = self.board(), self.case.metric
        claim = MetricResult(metric, self.length, self.optimal, self.lower_bound)
        solution = Solution(
            board, self.solver, Status.SOLVED, board.parse_moves(self.moves),
            self.optimal and not metric, self.lower_bound, states=self.states or 0,
            seconds=self.seconds or 0.0, longest=self.longest, in_metric=claim if metric else None,
        )  # fmt: skip
        if fault := first_error(solution):
            raise PuzzleError(fault)
        return solution


def figures_of(solution: Solution) -> dict[str, Any]:
    """Return the figures of a row for a result, as JSON data."""
    moves = " ".join(solution.board.format_moves(solution.moves)) if solution.solved else None
    counted = solution.in_metric or solution
    return {
        "status": str(solution.status.value),
        "length": counted.length,
        "optimal": counted.optimal,
        "longest": solution.longest,
        "lower_bound": counted.lower_bound,
        "states": solution.states,
        "seconds": round(solution.seconds, 6),
        "count": solution.count,
        "moves": moves,
        "note": solution.outcome(),
    }


def with_figures(row: Row, figures: Mapping[str, Any]) -> Row:
    """Return the row of a run that ended.

    Args:
        row: row of the run.
        figures: the result of ``figures_of``, or only an error.
    """
    if error := figures.get("error"):
        return row.failed(str(error))
    status = Status(figures["status"])
    return replace(row, **{**figures, "status": status}, stage=Stage.ENDED, phase="")


# --- rows of the same board ---


def cross_checked(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the best bound of each board, and contradictions between rows."""
    groups: dict[int, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    checked = []
    for row in rows:
        group = groups[row.group]
        bound = max((other.lower_bound for other in group), default=0)
        checked.append(replace(row, best_bound=bound, contradiction=_contradiction(row, group)))
    return checked


def _contradiction(row: Row, group: Iterable[Row]) -> str:
    """Return an explanation if a replayed solution of the same board contradicts a row."""
    if row.error or row.status is None:
        return ""
    for other in group:
        if other is row or other.status is not Status.SOLVED or other.length is None:
            continue
        length = other.length
        wrong = ""
        if row.status is Status.UNSOLVABLE:
            wrong = ngettext(
                "{solver} claims there is no solution, but {other} found one with {count} move.",
                "{solver} claims there is no solution, but {other} found one with {count} moves.",
                length,
            )
        elif row.solver == LONGEST:
            if row.longest and length > (row.length or 0):
                wrong = ngettext(
                    "{solver} claims no solution is longer, but {other} found one with {count} "
                    "move.",
                    "{solver} claims no solution is longer, but {other} found one with {count} "
                    "moves.",
                    length,
                )
        elif length < row.lower_bound or (row.optimal and length < (row.length or 0)):
            wrong = ngettext(
                "{solver} claims no solution is shorter, but {other} found one with {count} move.",
                "{solver} claims no solution is shorter, but {other} found one with {count} moves.",
                length,
            )
        if wrong:
            count = group_digits(length)
            return wrong.format(solver=row.solver, other=other.solver, count=count)
    return ""


# --- columns ---

Key = tuple[int, Any]
"""Sort key of a row; rows without a value come last."""
T = TypeVar("T")


@dataclass(frozen=True)
class Column(Generic[T]):
    """Column of a table, for display and export.

    Attributes:
        name: name in JSON and CSV.
        title: heading, to be translated.
        value: returns the value for JSON and CSV; None or "" for no value.
        text: returns the text for display.
        is_numeric: aligned to the right.
        tip: sentence that explains the column.
        always_shown: shown even if it is empty.
        report_only: shown only in reports.
    """

    name: str
    title: str
    value: Callable[[T], Any]
    text: Callable[[T], str]
    is_numeric: bool = True
    tip: str = ""
    always_shown: bool = True
    report_only: bool = False

    def key(self, row: T) -> Key:
        """Return the sort key of a row."""
        value = self.value(row)
        if value is None or value == "":
            return 1, 0
        return 0, value.casefold() if isinstance(value, str) else value


def non_empty_columns(columns: Sequence[Column[T]], rows: Sequence[T]) -> list[Column[T]]:
    """Return the columns that have a value in any of these rows, or are always shown."""
    return [column for column in columns if column.always_shown or any(map(column.value, rows))]


def integer_text(value: float | None) -> str:
    """Return an integer for display."""
    return NO_VALUE if value is None else group_digits(round(value))


def seconds_text(seconds: float | None) -> str:
    """Return a time for display, with fewer decimals for longer times."""
    if seconds is None:
        return NO_VALUE
    places = 3 if seconds < 10 else 1 if seconds < 1000 else 0
    return seconds_for_people(seconds, places)


def _proved(row: Row) -> str:
    if row.contradiction:
        return tr("disproved")
    if row.status is Status.UNSOLVABLE:
        return tr("unsolvable")
    if row.longest:
        return tr("longest")
    return tr("shortest") if row.optimal else ""


def _ratio(row: Row) -> float | None:
    return None if row.ratio is None else round(row.ratio, 4)


def _ratio_text(row: Row) -> str:
    """Return the ratio, with the bound if another solver proved it."""
    if row.ratio is None:
        return NO_VALUE
    ratio = decimal(row.ratio, 2)
    return (
        ratio if row.best_bound == row.lower_bound else f"{ratio} (÷{group_digits(row.best_bound)})"
    )


def _speed(row: Row) -> int | None:
    return None if row.states_per_second is None else round(row.states_per_second)


def _seconds(row: Row) -> float | None:
    return None if row.seconds is None else round(row.seconds, 6)


def _memory(row: Row) -> float | None:
    return None if row.memory_mib is None else round(row.memory_mib, 1)


def _source(row: Row) -> str:
    return "" if row.case.reference is None else tr(row.case.reference.text)


_WORDS = {
    Stage.WAITING: gettext_noop("waiting"),
    Stage.RUNNING: gettext_noop("running"),
    Status.SOLVED: gettext_noop("solved"),
    Status.UNSOLVABLE: gettext_noop("unsolvable"),
    Status.LIMIT: gettext_noop("limit reached"),
    Status.CANCELLED: gettext_noop("cancelled"),
    FAILED: gettext_noop("error"),
}


def _outcome_text(row: Row) -> str:
    """Return the state of a run in a word for display."""
    return tr(_WORDS[row.outcome])


# fmt: off
COLUMNS: tuple[Column[Row], ...] = (
    Column("board", gettext_noop("Board"), lambda row: row.title, lambda row: row.title,
           is_numeric=False,
           tip=gettext_noop("Name of the board")),
    Column("file", gettext_noop("File"), lambda row: row.case.file, lambda row: row.case.file,
           is_numeric=False,
           tip=gettext_noop("File the board was read from")),
    Column("solver", gettext_noop("Solver"), lambda row: row.solver,
           lambda row: row.solver or NO_VALUE,
           is_numeric=False, tip=gettext_noop("Name of the solver")),
    Column("status", gettext_noop("Status"), lambda row: row.outcome, _outcome_text,
           is_numeric=False,
           tip=gettext_noop("Result of the search, or its current state")),
    Column("length", gettext_noop("Moves"), lambda row: row.length,
           lambda row: integer_text(row.length),
           tip=gettext_noop("Moves in the best solution; every solution has been replayed and "
                            "checked")),
    Column("count", gettext_noop("Solutions"), lambda row: row.count,
           lambda row: integer_text(row.count),
           tip=gettext_noop("Number of solutions, if all were requested"), always_shown=False),
    Column("source", gettext_noop("In the source"), _source, _source, is_numeric=False,
           tip=gettext_noop("Figures that the source gives for this method on this board"),
           always_shown=False),
    Column("optimal", gettext_noop("Proved"), lambda row: row.optimal, _proved, is_numeric=False,
           tip=gettext_noop("Whether the solver proved that no solution is shorter")),
    Column("lower_bound", gettext_noop("Bound"), lambda row: row.lower_bound,
           lambda row: integer_text(row.lower_bound or None),
           tip=gettext_noop("Lower bound: this solver proved that no solution has fewer moves")),
    Column("ratio", gettext_noop("× bound"), _ratio, _ratio_text,
           tip=gettext_noop("Solution length divided by the best lower bound that any solver "
                            "proved")),
    Column("states", gettext_noop("States"), lambda row: row.states,
           lambda row: integer_text(row.states),
           tip=gettext_noop("States expanded")),
    Column("states_per_second", gettext_noop("States/s"), _speed,
           lambda row: integer_text(row.states_per_second),
           tip=gettext_noop("States expanded per second")),
    Column("seconds", gettext_noop("Time"), _seconds, lambda row: seconds_text(row.seconds),
           tip=gettext_noop("Search time, including loading or building tables")),
    Column("memory_mib", gettext_noop("Memory"), _memory,
           lambda row: NO_VALUE if row.memory_mib is None else mebibytes(row.memory_mib),
           tip=gettext_noop("Peak memory of the process, including about 30 MiB for the program "
                            "itself")),
)
# fmt: on
"""All columns, in order."""


def columns_of(rows: Sequence[Row], *, every_file: bool = True) -> list[Column[Row]]:
    """Return the columns that have a value in any of these rows.

    Args:
        rows: rows of the table.
        every_file: include the source of the boards even if it is the same for all.
    """
    columns = non_empty_columns(COLUMNS, rows)
    if every_file:
        return columns
    return [
        column
        for column in columns
        if column.name not in {"board", "file"} or len({column.value(row) for row in rows}) > 1
    ]


def sorted_rows(rows: Iterable[Row], column: Column[Row], *, descending: bool = False) -> list[Row]:
    """Return the rows sorted by a column; rows without a value are last in either direction."""
    listed = list(rows)
    known = [row for row in listed if column.key(row)[0] == 0]
    known.sort(key=column.key, reverse=descending)
    return known + [row for row in listed if column.key(row)[0]]


def value_ratio(values: Iterable[float]) -> float:
    """Return the ratio of the largest to the smallest of the positive values."""
    positive = [value for value in values if value > 0 and math.isfinite(value)]
    return max(positive) / min(positive) if positive else 1.0

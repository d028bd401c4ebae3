"""Statistics of each solver of a benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import gettext_noop
from puzzlegui.core.solution import Status
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import FAILED, NO_VALUE, Column, Row, non_empty_columns

_COUNTED = """
SELECT family, size, solver, status, length, count(*), total(optimal), total(states),
    total(seconds), max(seconds)
FROM runs GROUP BY family, size, solver, status, length
"""


@dataclass
class SolverSummary:
    """Statistics of a solver on the boards of one family and size.

    Attributes:
        family: family of the boards.
        size: size of the boards, rows × columns.
        solver: name of the solver.
        status_counts: number of runs with each status.
        length_counts: number of solutions of each length.
        optimal: number of solutions that are proved shortest.
        states: number of states expanded by all runs together.
        seconds: duration of all runs together.
        slowest: duration of the slowest run, in seconds.
    """

    family: str
    size: str
    solver: str
    status_counts: Counter[str] = field(default_factory=Counter)
    length_counts: Counter[int] = field(default_factory=Counter)
    optimal: int = 0
    states: float = 0.0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def runs(self) -> int:
        """Number of runs."""
        return self.status_counts.total()

    @property
    def solved(self) -> int:
        """Number of runs with a solution."""
        return self.status_counts[Status.SOLVED]

    @property
    def errors(self) -> int:
        """Number of failed runs."""
        return self.status_counts[FAILED]

    def mean(self, total: float) -> float | None:
        """Return a total divided by the number of runs with a result; None if there are none."""
        ran = self.runs - self.errors
        return total / ran if ran else None


def summarise_results(results: Results) -> list[SolverSummary]:
    """Return the statistics of each solver, by family and size; raises PuzzleError."""
    found: dict[tuple[str, str, str], SolverSummary] = {}
    for family, size, solver, status, length, *figures in results.query(_COUNTED):
        key = str(family), str(size), str(solver)
        summary = found.setdefault(key, SolverSummary(*key))
        count, optimal, states, seconds, slowest = (_number(figure) for figure in figures)
        summary.status_counts[str(status)] += int(count)
        if status == Status.SOLVED:
            summary.length_counts[int(_number(length))] += int(count)
            summary.optimal += int(optimal)
        summary.states += states
        summary.seconds += seconds
        summary.slowest = max(summary.slowest, seconds and slowest)
    return _in_order(found)


def summarise_rows(rows: Iterable[Row]) -> list[SolverSummary]:
    """Return the statistics of each solver, by family and size, from rows in memory."""
    found: dict[tuple[str, str, str], SolverSummary] = {}
    for row in rows:
        if not (row.ended and row.case.board):
            continue
        key = row.case.family, row.case.size, row.solver
        summary = found.setdefault(key, SolverSummary(*key))
        summary.status_counts[row.outcome] += 1
        if row.status is Status.SOLVED and row.length is not None:
            summary.length_counts[row.length] += 1
            summary.optimal += row.optimal
        summary.states += row.states or 0
        summary.seconds += row.seconds or 0.0
        summary.slowest = max(summary.slowest, row.seconds or 0.0)
    return _in_order(found)


def _in_order(found: Mapping[tuple[str, str, str], SolverSummary]) -> list[SolverSummary]:
    return sorted(found.values(), key=lambda s: (s.family, _cells(s.size), s.size, s.solver))


def _number(found: object) -> float:
    """Return a figure; SQLite columns may hold values of any type."""
    return found if isinstance(found, int | float) else 0.0


def _cells(size: str) -> int:
    rows, _, columns = size.partition("×")
    return int(rows) * int(columns) if rows.isdecimal() and columns.isdecimal() else 0


def mean_of(counts: Mapping[int, int]) -> float:
    """Return the mean of values with their frequencies."""
    return sum(number * count for number, count in counts.items()) / sum(counts.values())


def median_of(counts: Mapping[int, int]) -> float:
    """Return the median of values with their frequencies."""
    total, before, lower = sum(counts.values()), 0, None
    for number in sorted(counts):
        before += counts[number]
        if lower is None and 2 * before >= total:
            lower = number
        if 2 * before > total:
            assert lower is not None
            return (lower + number) / 2
    raise ValueError(counts)


def _name(name: str, title: str, text: Callable[[SolverSummary], str]) -> Column[SolverSummary]:
    return Column(name, title, text, text, is_numeric=False)


def _counted(
    name: str, title: str, figure: Callable[[SolverSummary], int], *, always: bool = True
) -> Column[SolverSummary]:
    return Column(name, title, figure, lambda s: group_digits(figure(s)), always_shown=always)


def _moves(
    name: str,
    title: str,
    figure: Callable[[Mapping[int, int]], float],
    places: int = 0,
    *,
    detail: bool = False,
) -> Column[SolverSummary]:
    """Return a column with a statistic of the solution lengths; empty without a solution."""

    def value(summary: SolverSummary) -> float | None:
        return figure(summary.length_counts) if summary.length_counts else None

    return _figure(name, title, value, places, detail=detail)


def _figure(
    name: str,
    title: str,
    value: Callable[[SolverSummary], float | None],
    places: int = 0,
    *,
    detail: bool = False,
) -> Column[SolverSummary]:
    def text(summary: SolverSummary) -> str:
        return NO_VALUE if (found := value(summary)) is None else decimal(found, places)

    return Column(name, title, value, text, report_only=detail)


COLUMNS: tuple[Column[SolverSummary], ...] = (
    _name("family", gettext_noop("Family"), lambda s: s.family),
    Column("size", gettext_noop("Size"), lambda s: _cells(s.size), lambda s: s.size,
           is_numeric=False),
    _name("solver", gettext_noop("Solver"), lambda s: s.solver),
    _counted("runs", gettext_noop("Runs"), lambda s: s.runs),
    _counted("solved", gettext_noop("Solved"), lambda s: s.solved),
    _counted("optimal", gettext_noop("Proved"), lambda s: s.optimal),
    _counted("unsolvable", gettext_noop("Unsolvable"), lambda s: s.status_counts[Status.UNSOLVABLE],
             always=False),
    _counted("limit", gettext_noop("At limit"), lambda s: s.status_counts[Status.LIMIT],
             always=False),
    _counted("errors", gettext_noop("Errors"), lambda s: s.errors, always=False),
    _moves("mean", gettext_noop("Mean moves"), mean_of, 2),
    _moves("median", gettext_noop("Median moves"), median_of, 1, detail=True),
    _moves("least", gettext_noop("Min moves"), min, detail=True),
    _moves("most", gettext_noop("Max moves"), max),
    _figure("states", gettext_noop("Mean states"), lambda s: s.mean(s.states)),
    _figure("seconds", gettext_noop("Mean seconds"), lambda s: s.mean(s.seconds), 4),
    _figure("slowest", gettext_noop("Max seconds"), lambda s: s.slowest, 2, detail=True),
)  # fmt: skip
"""All columns; the first three identify a row."""


def columns_of(found: Sequence[SolverSummary]) -> list[Column[SolverSummary]]:
    """Return the columns that have a value in any of these rows."""
    return non_empty_columns(COLUMNS, found)

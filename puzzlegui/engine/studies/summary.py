"""What came of each solver of a study, however many rows there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegui.core.counting import decimal, group_digits
from puzzlegui.core.language import Shown, mark, with_texts
from puzzlegui.core.solution import Status
from puzzlegui.engine.studies.batch import ERROR
from puzzlegui.engine.studies.results import Results

_COUNTED = """
SELECT family, size, solver, status, length, count(*), total(optimal), total(states),
    total(seconds), max(seconds)
FROM runs GROUP BY family, size, solver, status, length
"""


@dataclass
class Summary:
    """What came of one solver on the boards of one family and size.

    Attributes:
        family: of the boards.
        size: of them, rows × columns.
        solver: its name.
        status: how many runs ended so.
        lengths: how many solutions have so many moves.
        optimal: solutions that are proved shortest.
        states: taken up by all runs together.
        seconds: of all runs together.
        slowest: seconds of one run.
    """

    family: str
    size: str
    solver: str
    status: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    optimal: int = 0
    states: float = 0.0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def runs(self) -> int:
        """How many there are."""
        return self.status.total()

    @property
    def solved(self) -> int:
        """How many runs have a solution."""
        return self.status[Status.SOLVED]

    @property
    def errors(self) -> int:
        """How many runs have a row that says why there is no result."""
        return self.status[ERROR]

    def mean(self, total: float) -> float | None:
        """A total for each run that has a result; None if none has."""
        ran = self.runs - self.errors
        return total / ran if ran else None


def summaries(results: Results) -> list[Summary]:
    """What came of each solver, by family and size; raises PuzzleError."""
    found: dict[tuple[str, str, str], Summary] = {}
    for family, size, solver, status, length, *figures in results.asked(_COUNTED):
        key = str(family), str(size), str(solver)
        summary = found.setdefault(key, Summary(*key))
        count, optimal, states, seconds, slowest = (_number(figure) for figure in figures)
        summary.status[str(status)] += int(count)
        if status == Status.SOLVED:
            summary.lengths[int(_number(length))] += int(count)
            summary.optimal += int(optimal)
        summary.states += states
        summary.seconds += seconds
        summary.slowest = max(summary.slowest, seconds and slowest)
    return sorted(found.values(), key=lambda s: (s.family, _cells(s.size), s.size, s.solver))


def _number(found: object) -> float:
    """A figure; SQLite keeps whatever it is given."""
    return found if isinstance(found, int | float) else 0.0


def _cells(size: str) -> int:
    rows, _, columns = size.partition("×")
    return int(rows) * int(columns) if rows.isdecimal() and columns.isdecimal() else 0


def mean_of(counts: Mapping[int, int]) -> float:
    """The mean of numbers that are there so often."""
    return sum(number * count for number, count in counts.items()) / sum(counts.values())


def median_of(counts: Mapping[int, int]) -> float:
    """The median of numbers that are there so often."""
    total, before, lower = sum(counts.values()), 0, None
    for number in sorted(counts):
        before += counts[number]
        if lower is None and 2 * before >= total:
            lower = number
        if 2 * before > total:
            assert lower is not None
            return (lower + number) / 2
    raise ValueError(counts)


@with_texts
@dataclass(frozen=True)
class Column:
    """A column of the table of a study.

    Attributes:
        title: its heading.
        text: what stands in it.
        figure: what it is sorted by.
        always: it is shown even if nothing else than 0 stands in it.
        number: it stands on the right.
        detail: it is for whoever has the time to read a report.
    """

    title: Shown
    text: Callable[[Summary], str]
    figure: Callable[[Summary], float | str]
    always: bool = True
    number: bool = True
    detail: bool = False


def _name(title: str, text: Callable[[Summary], str]) -> Column:
    return Column(title, text, text, number=False)


def _counted(title: str, figure: Callable[[Summary], int], *, always: bool = True) -> Column:
    return Column(title, lambda s: group_digits(figure(s)), figure, always)


def _moves(
    title: str,
    figure: Callable[[Mapping[int, int]], float],
    places: int = 0,
    *,
    detail: bool = False,
) -> Column:
    """Something of the numbers of moves; nothing where nothing is solved."""

    def text(summary: Summary) -> str:
        return decimal(figure(summary.lengths), places) if summary.lengths else "–"

    return Column(
        title, text, lambda s: figure(s.lengths) if s.lengths else -1.0, detail=detail
    )  # fmt: skip


def _mean(title: str, total: Callable[[Summary], float], places: int = 0) -> Column:
    """A total for each run; nothing where none has a result."""

    def figure(summary: Summary) -> float:
        mean = summary.mean(total(summary))
        return -1.0 if mean is None else mean

    def text(summary: Summary) -> str:
        return "–" if (mean := figure(summary)) < 0 else decimal(mean, places)

    return Column(title, text, figure)


COLUMNS = (
    _name(mark("Family"), lambda s: s.family),
    Column(mark("Size"), lambda s: s.size, lambda s: _cells(s.size), number=False),
    _name(mark("Solver"), lambda s: s.solver),
    _counted(mark("Runs"), lambda s: s.runs),
    _counted(mark("Solved"), lambda s: s.solved),
    _counted(mark("Proved"), lambda s: s.optimal),
    _counted(mark("Unsolvable"), lambda s: s.status[Status.UNSOLVABLE], always=False),
    _counted(mark("Limit reached"), lambda s: s.status[Status.LIMIT], always=False),
    _counted(mark("Errors"), lambda s: s.errors, always=False),
    _moves(mark("Mean moves"), mean_of, 2),
    _moves(mark("Median moves"), median_of, 1),
    _moves(mark("Min moves"), min, detail=True),
    _moves(mark("Max moves"), max),
    _mean(mark("Mean states"), lambda s: s.states),
    _mean(mark("Mean seconds"), lambda s: s.seconds, 4),
    Column(mark("Max seconds"), lambda s: decimal(s.slowest, 2), lambda s: s.slowest, detail=True),
)
"""All of them; the first three tell the rows apart."""


def columns_of(found: Sequence[Summary]) -> list[Column]:
    """Those that there is something to say in."""
    return [column for column in COLUMNS if column.always or any(map(column.figure, found))]

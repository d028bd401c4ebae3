"""Export of state space explorations as text, JSON and CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzlegui.core import strict_json
from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.graph.level_counts import GOAL, LevelCounts
from puzzlegui.exporters.csv_tables import format_csv_rows
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import ExportSettings, ProgressReporter
from puzzlegui.exporters.solution_texts import single_line

if TYPE_CHECKING:
    from puzzlegui.engine.graph.remote_exploration import RemoteExploration

_BAR = 40
"""Length of the longest bar of the text histogram, in characters."""
MAX_HARDEST = 10
"""Greatest number of hardest arrangements exported."""


@dataclass(frozen=True)
class FinishedExploration:
    """Exploration that has ended, with its result.

    Attributes:
        name: name of the board.
        exploration: the exploration.
        counts: numbers of arrangements by distance.
    """

    name: str
    exploration: RemoteExploration
    counts: LevelCounts


@dataclass(frozen=True)
class ExplorationReport:
    """Exported facts about an exploration.

    Attributes:
        board: name of the board.
        counts: numbers of arrangements by distance.
        distance: distance from the start to the goal of the board; None if unknown.
        path_count: number of shortest solutions of the board; None if unknown.
        hardest: some of the hardest arrangements, as in files.
        note: note on symmetries or properties that were ignored.
    """

    board: str
    counts: LevelCounts
    distance: int | None
    path_count: int | None
    hardest: tuple[Any, ...]
    note: str


def _report_of(explored: FinishedExploration, check: Callable[[], None]) -> ExplorationReport:
    """Return the report of an exploration; ``check`` is called repeatedly, and may raise."""
    exploration, counts = explored.exploration, explored.counts
    distance = exploration.board_distance
    hardest = exploration.boards_at(counts.depth)[:MAX_HARDEST] if counts.complete else []
    check()
    path_count = None if distance is None else exploration.count_shortest_paths(None).execute()
    check()
    positions = tuple(each.position_json for each in hardest)
    return ExplorationReport(
        explored.name, counts, distance, path_count, positions, exploration.facts.note
    )  # fmt: skip


def _text(report: ExplorationReport) -> str:
    explored = report.counts
    largest = max(explored.counts, default=1)
    heading = (
        tr("{board}: arrangements by number of moves to the goal")
        if explored.origin == GOAL
        else tr("{board}: arrangements by number of moves from the start")
    )
    lines = [heading.format(board=single_line(report.board)), ""]
    for depth, count in enumerate(explored.counts):
        bar = "█" * max(1, round(_BAR * count / largest))
        lines.append(f"{depth:>5}  {group_digits(count):>15}  {bar}")
    lines += ["", *_summary(report)]
    return "\n".join(lines) + "\n"


def _summary(report: ExplorationReport) -> Iterator[str]:
    """Yield the lines of text after the counts."""
    explored = report.counts
    if explored.complete:
        text = tr(
            "{count} arrangements can be reached, in at most {depth} moves and {mean} on average."
        )
        yield text.format(
            count=group_digits(explored.total),
            depth=group_digits(explored.depth),
            mean=decimal(explored.mean_distance, 3),
        )
        last = explored.counts[-1]
        text = ngettext("Hardest arrangement:", "{count} hardest arrangements, for example:", last)
        yield text.format(count=group_digits(last))
        yield "  " + format_position(report.hardest[0])
    elif not explored.counts:
        yield explored.reason
    else:
        text = tr("{reason} {count} arrangements found, to depth {depth}.")
        yield text.format(
            reason=explored.reason,
            count=group_digits(explored.total),
            depth=group_digits(explored.depth),
        )
    if explored.odd_counts:
        odd = sum(explored.odd_counts)
        text = tr("Even permutations: {even}; odd permutations: {odd}.")
        yield text.format(even=group_digits(explored.total - odd), odd=group_digits(odd))
    if report.distance is not None:
        text = tr("This board needs {moves} moves; number of shortest solutions: {ways}.")
        yield text.format(
            moves=group_digits(report.distance), ways=group_digits(report.path_count or 0)
        )
    elif explored.complete:
        yield tr("The goal of this board cannot be reached.")
    if report.note:
        yield tr(report.note)


def format_position(written: Any) -> str:
    """Return a position as in files, on a single line."""
    if isinstance(written, str):
        return written
    return "/".join(" ".join(map(str, row)) for row in written)


def _json(report: ExplorationReport) -> str:
    explored = report.counts
    row: dict[str, Any] = {
        "board": report.board,
        "from": explored.origin,
        "counts": list(explored.counts),
        "total": explored.total,
        "depth": explored.depth,
        "complete": explored.complete,
    }
    if explored.complete:
        row |= {"mean": explored.mean_distance, "hardest": list(report.hardest)}
    if explored.odd_counts:
        row["odd"] = list(explored.odd_counts)
    if report.distance is not None:
        row |= {"distance": report.distance, "shortest_solutions": report.path_count}
    return strict_json.escape_json_controls(json.dumps(row, ensure_ascii=False)) + "\n"


def _csv(report: ExplorationReport) -> str:
    odd = report.counts.odd_counts
    rows: list[list[Any]] = [["depth", "count", *(["odd"] if odd else [])]]
    for depth, count in enumerate(report.counts.counts):
        rows.append([depth, count, *([odd[depth]] if odd else [])])
    return format_csv_rows(rows)


def _writer(
    write: Callable[[ExplorationReport], str],
) -> Callable[[FinishedExploration, ExportSettings, ProgressReporter], Iterator[bytes]]:
    """Return a function that writes the result of ``write``."""

    def written(
        explored: FinishedExploration, _settings: ExportSettings, report: ProgressReporter
    ) -> Iterator[bytes]:
        yield write(_report_of(explored, lambda: report(0, 1))).encode()

    return written


EXPLORATION_FORMATS: dict[str, Format[FinishedExploration]] = {
    format_.name: format_
    for format_ in (
        Format("text", "Text", ".txt", _writer(_text)),
        Format("json", "JSON", ".json", _writer(_json)),
        Format("csv", "CSV table", ".csv", _writer(_csv)),
    )
}
"""Export formats of explorations, the default first."""

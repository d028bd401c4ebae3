"""What was explored, written as text, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzlegui.core import strict_json
from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.graph.explored import GOAL, LevelCounts
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import ProgressReporter, Settings

if TYPE_CHECKING:
    from puzzlegui.engine.graph.remote import RemoteExploration

_BAR = 40
"""Characters of the longest bar of the text's histogram."""
MAX_HARDEST = 10
"""Of the hardest arrangements so many are written."""


@dataclass(frozen=True)
class FinishedExploration:
    """An exploration that has ended.

    Attributes:
        name: how the board is called.
        exploration: what was explored.
        counts: how far it came.
    """

    name: str
    exploration: RemoteExploration
    counts: LevelCounts


@dataclass(frozen=True)
class ExplorationReport:
    """What is written of an exploration.

    Attributes:
        board: how the board is called.
        explored: the counts.
        distance: from the board's start to its goal, None if it is not known.
        ways: how many shortest solutions it has, None if that is not known.
        hardest: the hardest arrangements as they are written, some where there are many.
        note: what was left out of account.
    """

    board: str
    counts: LevelCounts
    distance: int | None
    path_count: int | None
    hardest: tuple[Any, ...]
    note: str


def _report_of(explored: FinishedExploration, check: Callable[[], None]) -> ExplorationReport:
    """Return what there is to be written; ``check`` is called now and then, and may raise."""
    exploration, counts = explored.exploration, explored.counts
    distance = exploration.board_distance
    hardest = exploration.boards_at(counts.depth)[:MAX_HARDEST] if counts.complete else []
    check()
    ways = None if distance is None else exploration.count_shortest_paths(None).execute()
    check()
    written = tuple(each.position_json for each in hardest)
    return ExplorationReport(
        explored.name, counts, distance, ways, written, exploration.facts.note
    )  # fmt: skip


def _text(found: ExplorationReport) -> str:
    explored = found.counts
    most = max(explored.counts, default=1)
    heading = (
        tr("{board}: arrangements by number of moves to the goal")
        if explored.origin == GOAL
        else tr("{board}: arrangements by number of moves from the start")
    )
    lines = [heading.format(board=found.board), ""]
    for depth, count in enumerate(explored.counts):
        bar = "█" * max(1, round(_BAR * count / most))
        lines.append(f"{depth:>5}  {group_digits(count):>15}  {bar}")
    lines += ["", *_summary(found)]
    return "\n".join(lines) + "\n"


def _summary(found: ExplorationReport) -> Iterator[str]:
    """What there is to say besides the counts."""
    explored = found.counts
    if explored.complete:
        said = tr(
            "{count} arrangements can be reached, in at most {depth} moves and {mean} on average."
        )
        yield said.format(
            count=group_digits(explored.total),
            depth=group_digits(explored.depth),
            mean=decimal(explored.mean_distance, 3),
        )
        last = explored.counts[-1]
        said = ngettext("Hardest arrangement:", "{count} hardest arrangements, for example:", last)
        yield said.format(count=group_digits(last))
        yield "  " + format_position(found.hardest[0])
    elif not explored.counts:
        yield explored.reason
    else:
        said = tr("{reason} {count} arrangements found, to depth {depth}.")
        yield said.format(
            reason=explored.reason,
            count=group_digits(explored.total),
            depth=group_digits(explored.depth),
        )
    if explored.odd_counts:
        odd = sum(explored.odd_counts)
        said = tr("Even permutations: {even}; odd permutations: {odd}.")
        yield said.format(even=group_digits(explored.total - odd), odd=group_digits(odd))
    if found.distance is not None:
        said = tr("This board needs {moves} moves; number of shortest solutions: {ways}.")
        yield said.format(
            moves=group_digits(found.distance), ways=group_digits(found.path_count or 0)
        )
    elif explored.complete:
        yield tr("The goal of this board cannot be reached.")
    if found.note:
        yield tr(found.note)


def format_position(written: Any) -> str:
    """What stands for a position, on one line."""
    if isinstance(written, str):
        return written
    return "/".join(" ".join(map(str, row)) for row in written)


def _json(found: ExplorationReport) -> str:
    explored = found.counts
    row: dict[str, Any] = {
        "board": found.board,
        "from": explored.origin,
        "counts": list(explored.counts),
        "total": explored.total,
        "depth": explored.depth,
        "complete": explored.complete,
    }
    if explored.complete:
        row |= {"mean": explored.mean_distance, "hardest": list(found.hardest)}
    if explored.odd_counts:
        row["odd"] = list(explored.odd_counts)
    if found.distance is not None:
        row |= {"distance": found.distance, "shortest_solutions": found.path_count}
    return strict_json.escape_json_controls(json.dumps(row, ensure_ascii=False)) + "\n"


def _csv(found: ExplorationReport) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    odd = found.counts.odd_counts
    writer.writerow(["depth", "count", *(["odd"] if odd else [])])
    for depth, count in enumerate(found.counts.counts):
        writer.writerow([depth, count, *([odd[depth]] if odd else [])])
    return out.getvalue()


def _as(
    write: Callable[[ExplorationReport], str],
) -> Callable[[FinishedExploration, Settings, ProgressReporter], Iterator[bytes]]:
    """Return a writer of what a function makes of the report."""

    def written(
        explored: FinishedExploration, _settings: Settings, report: ProgressReporter
    ) -> Iterator[bytes]:
        yield write(_report_of(explored, lambda: report(0, 1))).encode()

    return written


EXPLORATION_FORMATS: dict[str, Format[FinishedExploration]] = {
    format_.name: format_
    for format_ in (
        Format("text", "Text", ".txt", _as(_text)),
        Format("json", "JSON", ".json", _as(_json)),
        Format("csv", "CSV table", ".csv", _as(_csv)),
    )
}
"""The usual one first."""

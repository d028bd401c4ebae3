"""Benchmarks as text, CSV, JSON, Markdown and HTML, and the reports of large ones."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from puzzlegui.core import strict_json
from puzzlegui.core.files import without_folders
from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import current_language, gettext_noop, tr
from puzzlegui.engine.benchmark.results import COLUMNS as STORED_COLUMNS
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import COLUMNS, Column, Row, columns_of
from puzzlegui.engine.benchmark.summary import (
    SolverSummary,
    median_of,
    summarise_results,
    summarise_rows,
)
from puzzlegui.engine.benchmark.summary import columns_of as summary_columns
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import CancelledError, ProgressReporter, Settings, ignore_progress
from puzzlegui.exporters.solution_texts import escape_markdown, single_line, spreadsheet_text
from puzzlegui.version import __version__

_FIRST = (
    "board", "file", "solver", "status", "length", "optimal", "lower_bound", "states", "seconds",
    "memory_mib",
)  # fmt: skip
"""The columns that come first in what programs read; the others follow."""
_DATA = sorted(COLUMNS, key=lambda c: _FIRST.index(c.name) if c.name in _FIRST else len(_FIRST))
_BINS = 40
_WIDE, _HIGH, _ABOVE, _BELOW = 640, 160, 18, 20
"""Of a plot and what is written above and below it, in pixels."""
_WRITTEN = [name for name in STORED_COLUMNS if name != "moves"]
"""The columns of CSV."""
_AT_ONCE = 500
"""Rows of CSV in a piece."""
_REMARKS = {"error": "error", "disproved": "contradiction"}
"""What is told of some rows besides."""


@dataclass(frozen=True)
class BenchmarkReport:
    """What came of a benchmark.

    Attributes:
        rows: all runs, board by board; None of a benchmark with many.
        file: that of the results, None of a benchmark that is not kept.
    """

    rows: Sequence[Row] | None
    file: Path | None = None


@dataclass(frozen=True)
class ResultFormat(Format[BenchmarkReport]):
    """A file format for the results of a benchmark.

    Attributes:
        large: can be written of a benchmark with many runs.
    """

    large: bool = False


def format_text(rows: Sequence[Row]) -> str:
    """A table for each board, in columns of letters."""
    lines: list[str] = []
    for group in _groups(rows):
        lines += [""] if lines else []
        if group[0].case.board:
            lines += [_heading(group[0]), *_aligned(group)]
        lines += [f"  {remark}" for remark in _remarks(group)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _aligned(rows: Sequence[Row]) -> Iterator[str]:
    columns = _shown(rows)
    table: list[list[str]] = [[tr(column.title) for column in columns]]
    table += [[single_line(column.text(row)) for column in columns] for row in rows]
    widths = [max(map(len, texts)) for texts in zip(*table, strict=True)]
    for texts in table:
        cells = zip(texts, widths, columns, strict=True)
        yield "  " + "  ".join(
            text.rjust(width) if column.is_numeric else text.ljust(width)
            for text, width, column in cells
        )


def format_csv(rows: Sequence[Row]) -> str:
    """A line for each row, with the same columns as JSON."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(column.name for column in _DATA), *_REMARKS])
    for row in rows:
        values = [column.value(row) for column in _DATA] + [
            getattr(row, attribute) for attribute in _REMARKS.values()
        ]
        writer.writerow(map(_cell, values))
    return out.getvalue()


def _cell(value: Any) -> str:
    """A value in CSV: nothing where there is none, and no text that counts as a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return spreadsheet_text(value) if isinstance(value, str) else str(value)


def format_json(rows: Sequence[Row]) -> str:
    """A list of rows, one a line."""
    listed = [json.dumps(_fields(row), ensure_ascii=False) for row in rows]
    return strict_json.escape_json_controls(
        "[\n" + ",\n".join(listed) + "\n]\n" if listed else "[]\n"
    )


def _fields(row: Row) -> dict[str, Any]:
    """A row in JSON; of one without a result, only where it belongs and what is wrong."""
    fields = {column.name: column.value(row) for column in _DATA}
    if row.error:
        wanted = ("board", "file", "solver") if row.case.board else ("file",)
        fields = {name: fields[name] for name in wanted}
    else:
        fields = {k: v for k, v in fields.items() if k in _FIRST or v not in (None, "")}
    return fields | {
        name: remark for name, attribute in _REMARKS.items() if (remark := getattr(row, attribute))
    }


def format_markdown(rows: Sequence[Row]) -> str:
    """A heading and a table for each board."""
    lines: list[str] = []
    for group in _groups(rows):
        lines += [*([""] if lines else []), f"## {escape_markdown(_heading(group[0]))}", ""]
        if group[0].case.board:
            columns = _shown(group)
            lines.append(_piped([tr(column.title) for column in columns]))
            lines.append(_piped(["---:" if column.is_numeric else "---" for column in columns]))
            lines += [_piped([escape_markdown(c.text(row)) for c in columns]) for row in group]
        if remarks := list(_remarks(group)):
            lines += ["", *(f"- {escape_markdown(remark)}" for remark in remarks)]
    return "".join(f"{line}\n" for line in lines)


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def write_web_page(results: Results, rows: Sequence[Row] = ()) -> Iterator[bytes]:
    """Yield the report of a benchmark in pieces, as one page of HTML that needs nothing else.

    Args:
        results: what there is so far.
        rows: those that have a line of their own, board by board.
    """
    about, found = results.metadata(), summarise_results(results)
    ended, total = sum(summary.runs for summary in found), _whole(about.get("runs"))
    title, maxima = about.get("title", ""), about.get("figures", "")
    for part in _page(title, ended, total, found, maxima, rows):
        yield part.encode(errors="backslashreplace")


def _page(
    title: str,
    ended: int,
    total: int,
    found: Sequence[SolverSummary],
    maxima: str,
    rows: Sequence[Row],
) -> Iterator[str]:
    said = tr("{count} of {total} runs finished.").format(
        count=group_digits(ended), total=group_digits(total)
    )
    heading = escape(single_line(title))
    yield _HEAD.format(
        version=__version__,
        language=current_language(),
        title=heading,
        style=_STYLE,
        said=escape(said),
    )
    for part in (*_figures(maxima, found), *_solvers(found), *_plots(found), *_boards(rows)):
        yield f"{part}\n"
    yield "</body>\n</html>\n"


_HEAD = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="PuzzleGUI {version}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
<p>{said}</p>
"""

_STYLE = """
:root { color-scheme: light dark; --bar: #0072b2; --mark: #000 }
@media (prefers-color-scheme: dark) { :root { --bar: #56b4e9; --mark: #ffb06e } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 2rem auto;
  padding: 0 1rem }
h2 { font-size: 1.1rem; margin-top: 2rem }
h3 { font-size: 1rem; font-weight: 600; margin-bottom: 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8886; text-align: right }
td { white-space: nowrap }
th { vertical-align: bottom } .name { text-align: left }
rect { fill: var(--bar) } line { stroke: var(--mark); stroke-width: 2 }
text { fill: currentColor; font-size: 12px } svg { max-width: 100% }
"""
_NAME = ' class="name"'


def _written(
    titles: Sequence[str], lines: Sequence[Sequence[str]], names: Sequence[bool]
) -> Iterator[str]:
    """A table; columns of names stand on the left, those of numbers on the right."""
    yield '<div class="wide"><table>'
    for tag, cells in (("th", titles), *(("td", line) for line in lines)):
        written = (
            f"<{tag}{_NAME if names[at] else ''}>{escape(single_line(cell))}</{tag}>"
            for at, cell in enumerate(cells)
        )
        yield f"<tr>{''.join(written)}</tr>"
    yield "</table></div>"


def _figures(told: str, found: Sequence[SolverSummary]) -> Iterator[str]:
    """What others tell of the solvers, beside what came of them here."""
    lines = []
    for solver, most, source in _told(told):
        own = [max(s.length_counts) for s in found if s.solver == solver and s.length_counts]
        lines.append(
            (source, solver, group_digits(most), group_digits(max(own)) if own else "–")
        )  # fmt: skip
    if lines:
        yield f"<h2>{escape(tr('Longest solutions compared with published figures'))}</h2>"
        titles = (
            gettext_noop("Source"),
            gettext_noop("Solver"),
            gettext_noop("Published moves"),
            gettext_noop("Moves here"),
        )
        yield from _written([tr(title) for title in titles], lines, [True, True, False, False])


def _told(text: str) -> list[tuple[str, int, str]]:
    """The figures kept with the rows; none where they cannot be read."""
    try:
        return [(str(solver), int(most), str(source)) for solver, most, source in json.loads(text)]
    except (ValueError, TypeError, RecursionError, OverflowError):
        return []


def _whole(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 20 else 0


def _solvers(found: Sequence[SolverSummary]) -> Iterator[str]:
    if not found:
        return
    yield f"<h2>{escape(tr('Solvers'))}</h2>"
    columns = summary_columns(found)
    lines = [[column.text(summary) for column in columns] for summary in found]
    names = [not column.is_numeric for column in columns]
    yield from _written([tr(column.title) for column in columns], lines, names)


def _plots(found: Sequence[SolverSummary]) -> Iterator[str]:
    """How the numbers of moves are distributed, a plot for each row of the table."""
    plots = [summary for summary in found if len(summary.length_counts) > 1]
    if plots:
        yield f"<h2>{escape(tr('Solutions by number of moves'))}</h2>"
    for summary in plots:
        name = single_line(f"{summary.family} {summary.size}, {summary.solver}")
        yield f"<h3>{escape(name)}</h3>"
        yield _histogram(summary.length_counts, name)


def _histogram(lengths: Mapping[int, int], name: str) -> str:
    least, most = min(lengths), max(lengths)
    width = max(1, -(-(most - least + 1) // _BINS))
    bins: Counter[int] = Counter()
    for length, count in lengths.items():
        bins[(length - least) // width] += count
    number = (most - least) // width + 1
    step, top = _WIDE / number, max(bins.values())
    floor = _ABOVE + _HIGH
    bars = []
    for at in range(number):
        high = _HIGH * bins[at] / top
        first = least + at * width
        last = min(first + width - 1, most)
        label = group_digits(first)
        if last > first:
            label = f"{label}–{group_digits(last)}"
        said = tr("{moves} moves: {count}").format(moves=label, count=group_digits(bins[at]))
        bars.append(
            f'<rect x="{at * step:.1f}" y="{floor - high:.1f}" width="{max(1.0, step - 1):.1f}" '
            f'height="{high:.1f}"><title>{escape(said)}</title></rect>'
        )
    median = median_of(lengths)
    place = (median - least + 0.5) / width * step
    low = floor + 15
    return (
        f'<svg viewBox="0 0 {_WIDE} {floor + _BELOW}" width="{_WIDE}" role="img" '
        f'aria-label="{escape(name)}">{"".join(bars)}'
        f'<line x1="{place:.1f}" y1="{_ABOVE}" x2="{place:.1f}" y2="{floor}"/>'
        + _words(0, low, group_digits(least))
        + _words(_WIDE, low, group_digits(most), "end")
        + _words(min(max(place, 130), _WIDE - 130), 12, _median(median, top), "middle")
        + "</svg>"
    )


def _median(median: float, top: int) -> str:
    said = tr("median {median}; highest bar: {count}")
    return said.format(median=decimal(median, 1), count=group_digits(top))


def _words(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _boards(rows: Sequence[Row]) -> Iterator[str]:
    """A table for each board, a line for each run."""
    for group in _groups(rows):
        yield f"<h2>{escape(single_line(_heading(group[0])))}</h2>"
        if group[0].case.board:
            columns = _shown(group)
            lines = [[column.text(row) for column in columns] for row in group]
            names = [not column.is_numeric for column in columns]
            yield from _written([tr(column.title) for column in columns], lines, names)
        for remark in _remarks(group):
            yield f"<p>{escape(single_line(remark))}</p>"


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows of each board."""
    for _, group in groupby(rows, key=lambda row: row.group):
        yield list(group)


def _heading(row: Row) -> str:
    """What a board is called, and where it comes from."""
    title, file = single_line(row.title), single_line(without_folders(row.case.file))
    return title if title == file or not file else f"{title} ({file})"


def _shown(rows: Sequence[Row]) -> list[Column[Row]]:
    """The columns for people; board and file are in the heading."""
    return [column for column in columns_of(rows) if column.name not in {"board", "file"}]


def _remarks(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.error:
            if row.error.startswith(row.solver) or not row.solver:
                yield single_line(row.error)
            else:
                yield single_line(f"{row.solver}: {row.error}")
        if row.contradiction:
            yield tr("Disproved: {what}").format(what=row.contradiction)


def write_results_csv(
    results: Results, report: ProgressReporter = ignore_progress
) -> Iterator[bytes]:
    """Yield every row as CSV in pieces, with no text that a spreadsheet takes for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_WRITTEN)
    for number, row in enumerate(results.records(_WRITTEN), 1):
        writer.writerow(spreadsheet_text(v) if isinstance(v, str) else v for v in row.values())
        if number % _AT_ONCE == 0:
            report(0, 1)
            yield out.getvalue().encode()
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode()


# --- the formats ---


def _table(write: Callable[[Sequence[Row]], str]) -> _Write:
    """Return a writer of what a function makes of the rows."""

    def written(
        findings: BenchmarkReport, _settings: Settings, _report: ProgressReporter
    ) -> Iterator[bytes]:
        yield write(findings.rows or ()).encode()

    return written


def _write_csv(
    findings: BenchmarkReport, _settings: Settings, report: ProgressReporter
) -> Iterator[bytes]:
    if findings.rows is not None:
        yield format_csv(findings.rows).encode()
    else:
        with _opened(findings, report) as results:
            yield from write_results_csv(results, report)


def _write_html(
    findings: BenchmarkReport, _settings: Settings, report: ProgressReporter
) -> Iterator[bytes]:
    """A page that needs nothing else: a table of the solvers, plots, and a table for each board."""
    if findings.file is not None:
        with _opened(findings, report) as results:
            yield from write_web_page(results, findings.rows or ())
        return
    rows = findings.rows or ()
    title, ended = tr("Solver comparison"), sum(row.ended for row in rows)
    for part in _page(title, ended, len(rows), summarise_rows(rows), "", rows):
        yield part.encode(errors="backslashreplace")


def _opened(findings: BenchmarkReport, report: ProgressReporter) -> Results:
    """Open the results, of which nothing more is read once ``report`` raises CancelledError."""
    assert findings.file is not None
    results = Results(findings.file)

    def wanted() -> bool:
        try:
            report(0, 1)
        except CancelledError:
            return False
        return True

    results.set_cancel_check(wanted)
    return results


_Write = Callable[[BenchmarkReport, Settings, ProgressReporter], Iterator[bytes]]

RESULT_FORMATS: dict[str, ResultFormat] = {
    format_.name: format_
    for format_ in (
        ResultFormat("text", "Text", ".txt", _table(format_text)),
        ResultFormat("csv", "CSV table", ".csv", _write_csv, large=True),
        ResultFormat("json", "JSON", ".json", _table(format_json)),
        ResultFormat("markdown", "Markdown", ".md", _table(format_markdown)),
        ResultFormat("html", "Web page", ".html", _write_html, large=True),
    )
}
REPORT_FORMATS = {name: format_ for name, format_ in RESULT_FORMATS.items() if format_.large}
"""Those that a benchmark with many runs can be written in."""

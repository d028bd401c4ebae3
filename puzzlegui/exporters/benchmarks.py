"""Benchmarks as text, CSV, JSON, Markdown and HTML, and the reports of large ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, groupby, islice
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
from puzzlegui.exporters.csv_tables import format_csv_rows
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import (
    CancelledError,
    ExportSettings,
    ProgressReporter,
    ignore_progress,
)
from puzzlegui.exporters.solution_texts import escape_markdown, single_line
from puzzlegui.version import __version__

_FIRST_COLUMNS = (
    "board", "file", "solver", "status", "length", "optimal", "lower_bound", "states", "seconds",
    "memory_mib",
)  # fmt: skip
"""First columns of CSV and JSON; the others follow."""
_DATA_COLUMNS = sorted(
    COLUMNS,
    key=lambda c: _FIRST_COLUMNS.index(c.name) if c.name in _FIRST_COLUMNS else len(_FIRST_COLUMNS),
)
_BINS = 40
_PLOT_WIDTH, _PLOT_HEIGHT, _SPACE_ABOVE, _SPACE_BELOW = 640, 160, 18, 20
"""Size of a plot, and space for text above and below it, in pixels."""
_CSV_COLUMNS = [name for name in STORED_COLUMNS if name != "moves"]
"""Columns of CSV for a benchmark with a results file."""
_ROWS_PER_PIECE = 500
"""Number of CSV rows per piece."""
_REMARKS = {"longest": "longest", "error": "error", "disproved": "contradiction"}
"""Additional attributes of rows, exported if they are not empty."""


@dataclass(frozen=True)
class BenchmarkReport:
    """Results of a benchmark, for export.

    Attributes:
        rows: all rows, grouped by board; None for a benchmark with many runs.
        file: results file; None for a benchmark without.
    """

    rows: Sequence[Row] | None
    file: Path | None = None


@dataclass(frozen=True)
class ResultFormat(Format[BenchmarkReport]):
    """File format for the results of a benchmark.

    Attributes:
        large: True if the format supports benchmarks with many runs.
    """

    large: bool = False


def format_text(rows: Sequence[Row]) -> str:
    """Return plain text: a table with aligned columns for each board."""
    lines: list[str] = []
    for group in _groups(rows):
        lines += [""] if lines else []
        if group[0].case.board:
            lines += [_heading(group[0]), *_align_columns(group)]
        lines += [f"  {remark}" for remark in _remarks(group)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _align_columns(rows: Sequence[Row]) -> Iterator[str]:
    columns = _visible_columns(rows)
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
    """Return CSV, with the same columns as JSON."""
    values = (
        [column.value(row) for column in _DATA_COLUMNS]
        + [getattr(row, attribute) for attribute in _REMARKS.values()]
        for row in rows
    )
    return format_csv_rows(chain([[*(column.name for column in _DATA_COLUMNS), *_REMARKS]], values))


def format_json(rows: Sequence[Row]) -> str:
    """Return a JSON list of rows, each on a line."""
    listed = [json.dumps(_json_fields(row), ensure_ascii=False) for row in rows]
    return strict_json.escape_json_controls(
        "[\n" + ",\n".join(listed) + "\n]\n" if listed else "[]\n"
    )


def _json_fields(row: Row) -> dict[str, Any]:
    """Return a row for JSON; a failed row has only its board, file, solver and error."""
    fields = {column.name: column.value(row) for column in _DATA_COLUMNS}
    if row.error:
        wanted = ("board", "file", "solver") if row.case.board else ("file",)
        fields = {name: fields[name] for name in wanted}
    else:
        fields = {k: v for k, v in fields.items() if k in _FIRST_COLUMNS or v not in (None, "")}
    return fields | {
        name: remark for name, attribute in _REMARKS.items() if (remark := getattr(row, attribute))
    }


def format_markdown(rows: Sequence[Row]) -> str:
    """Return Markdown: a heading and a table for each board."""
    lines: list[str] = []
    for group in _groups(rows):
        lines += [*([""] if lines else []), f"## {escape_markdown(_heading(group[0]))}", ""]
        if group[0].case.board:
            columns = _visible_columns(group)
            lines.append(_markdown_row([tr(column.title) for column in columns]))
            lines.append(
                _markdown_row(["---:" if column.is_numeric else "---" for column in columns])
            )
            lines += [
                _markdown_row([escape_markdown(c.text(row)) for c in columns]) for row in group
            ]
        if remarks := list(_remarks(group)):
            lines += ["", *(f"- {escape_markdown(remark)}" for remark in remarks)]
    return "".join(f"{line}\n" for line in lines)


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def write_web_page(results: Results, rows: Sequence[Row] = ()) -> Iterator[bytes]:
    """Yield the report of a benchmark as a self-contained HTML page, in pieces.

    Args:
        results: the results so far.
        rows: rows listed individually, grouped by board.
    """
    about, summaries = results.metadata(), summarise_results(results)
    ended, total = sum(summary.runs for summary in summaries), _parse_count(about.get("runs"))
    title, maxima = about.get("title", ""), about.get("figures", "")
    for part in _page_parts(title, ended, total, summaries, maxima, rows):
        yield part.encode(errors="backslashreplace")


def _page_parts(
    title: str,
    ended: int,
    total: int,
    summaries: Sequence[SolverSummary],
    maxima: str,
    rows: Sequence[Row],
) -> Iterator[str]:
    progress = tr("{count} of {total} runs finished.").format(
        count=group_digits(ended), total=group_digits(total)
    )
    heading = escape(single_line(title))
    yield _HEAD.format(
        version=__version__,
        language=current_language(),
        title=heading,
        style=_STYLE,
        progress=escape(progress),
    )
    for part in (
        *_published_section(maxima, summaries),
        *_solvers_section(summaries),
        *_plots_section(summaries),
        *_boards_section(rows),
    ):
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
<p>{progress}</p>
"""

_STYLE = """
:root { color-scheme: light dark; --bar: #0072b2; --mark: #000 }
@media (prefers-color-scheme: dark) { :root { --bar: #56b4e9; --mark: #ffb06e } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 2rem auto;
  padding: 0 1rem }
h2 { font-size: 1.1rem; margin-top: 2rem }
h3 { font-size: 1rem; font-weight: 600; margin-bottom: 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .4rem; border-bottom: 1px solid #8886; text-align: right }
td { white-space: nowrap }
th { vertical-align: bottom } .name { text-align: left }
rect { fill: var(--bar) } line { stroke: var(--mark); stroke-width: 2 }
text { fill: currentColor; font-size: 12px } svg { max-width: 100% }
"""
_NAME = ' class="name"'


def _html_table(
    titles: Sequence[str], lines: Sequence[Sequence[str]], names: Sequence[bool]
) -> Iterator[str]:
    """Yield an HTML table, with names aligned to the left and numbers to the right."""
    yield '<div class="wide"><table>'
    for tag, cells in (("th", titles), *(("td", line) for line in lines)):
        written = (
            f"<{tag}{_NAME if names[at] else ''}>{escape(single_line(cell))}</{tag}>"
            for at, cell in enumerate(cells)
        )
        yield f"<tr>{''.join(written)}</tr>"
    yield "</table></div>"


def _published_section(published: str, summaries: Sequence[SolverSummary]) -> Iterator[str]:
    """Yield a comparison with published results."""
    lines = []
    for solver, most, source in _parse_published(published):
        own = [max(s.length_counts) for s in summaries if s.solver == solver and s.length_counts]
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
        yield from _html_table([tr(title) for title in titles], lines, [True, True, False, False])


def _parse_published(text: str) -> list[tuple[str, int, str]]:
    """Parse the published results stored with the rows; empty if they are malformed."""
    try:
        return [(str(solver), int(most), str(source)) for solver, most, source in json.loads(text)]
    except (ValueError, TypeError, RecursionError, OverflowError):
        return []


def _parse_count(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 20 else 0


def _solvers_section(summaries: Sequence[SolverSummary]) -> Iterator[str]:
    if not summaries:
        return
    yield f"<h2>{escape(tr('Solvers'))}</h2>"
    columns = summary_columns(summaries)
    lines = [[column.text(summary) for column in columns] for summary in summaries]
    names = [not column.is_numeric for column in columns]
    yield from _html_table([tr(column.title) for column in columns], lines, names)


def _plots_section(summaries: Sequence[SolverSummary]) -> Iterator[str]:
    """Yield a histogram of the numbers of moves for each solver."""
    plots = [summary for summary in summaries if len(summary.length_counts) > 1]
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
    step, top = _PLOT_WIDTH / number, max(bins.values())
    floor = _SPACE_ABOVE + _PLOT_HEIGHT
    bars = []
    for at in range(number):
        high = _PLOT_HEIGHT * bins[at] / top
        first = least + at * width
        last = min(first + width - 1, most)
        label = group_digits(first)
        if last > first:
            label = f"{label}–{group_digits(last)}"
        tooltip = tr("{moves} moves: {count}").format(moves=label, count=group_digits(bins[at]))
        bars.append(
            f'<rect x="{at * step:.1f}" y="{floor - high:.1f}" width="{max(1.0, step - 1):.1f}" '
            f'height="{high:.1f}"><title>{escape(tooltip)}</title></rect>'
        )
    median = median_of(lengths)
    place = (median - least + 0.5) / width * step
    low = floor + 15
    return (
        f'<svg viewBox="0 0 {_PLOT_WIDTH} {floor + _SPACE_BELOW}" width="{_PLOT_WIDTH}" role="img" '
        f'aria-label="{escape(name)}">{"".join(bars)}'
        f'<line x1="{place:.1f}" y1="{_SPACE_ABOVE}" x2="{place:.1f}" y2="{floor}"/>'
        + _svg_text(0, low, group_digits(least))
        + _svg_text(_PLOT_WIDTH, low, group_digits(most), "end")
        + _svg_text(
            min(max(place, 130), _PLOT_WIDTH - 130), 12, _median_label(median, top), "middle"
        )
        + "</svg>"
    )


def _median_label(median: float, top: int) -> str:
    text = tr("median {median}; highest bar: {count}")
    return text.format(median=decimal(median, 1), count=group_digits(top))


def _svg_text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _boards_section(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table of the runs for each board."""
    for group in _groups(rows):
        yield f"<h2>{escape(single_line(_heading(group[0])))}</h2>"
        if group[0].case.board:
            columns = _visible_columns(group)
            lines = [[column.text(row) for column in columns] for row in group]
            names = [not column.is_numeric for column in columns]
            yield from _html_table([tr(column.title) for column in columns], lines, names)
        for remark in _remarks(group):
            yield f"<p>{escape(single_line(remark))}</p>"


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each board."""
    for _, group in groupby(rows, key=lambda row: row.group):
        yield list(group)


def _heading(row: Row) -> str:
    """Return the title of a board with its file."""
    title, file = single_line(row.title), single_line(without_folders(row.case.file))
    return title if title == file or not file else f"{title} ({file})"


def _visible_columns(rows: Sequence[Row]) -> list[Column[Row]]:
    """Return the columns to show; board and file are in the heading."""
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
    """Yield all rows of a results file as CSV in pieces, without formulas for spreadsheets."""
    yield format_csv_rows([_CSV_COLUMNS]).encode()
    rows = (row.values() for row in results.records(_CSV_COLUMNS))
    while batch := list(islice(rows, _ROWS_PER_PIECE)):
        report(0, 1)
        yield format_csv_rows(batch).encode()


# --- the formats ---


def _rows_writer(write: Callable[[Sequence[Row]], str]) -> _Write:
    """Return a function that writes the result of ``write``."""

    def written(
        benchmark: BenchmarkReport, _settings: ExportSettings, _report: ProgressReporter
    ) -> Iterator[bytes]:
        yield write(benchmark.rows or ()).encode()

    return written


def _write_csv(
    benchmark: BenchmarkReport, _settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    if benchmark.rows is not None:
        yield format_csv(benchmark.rows).encode()
    else:
        with _open_results(benchmark, report) as results:
            yield from write_results_csv(results, report)


def _write_html(
    benchmark: BenchmarkReport, _settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield an HTML page with a table of the solvers, plots, and a table for each board."""
    if benchmark.file is not None:
        with _open_results(benchmark, report) as results:
            yield from write_web_page(results, benchmark.rows or ())
        return
    rows = benchmark.rows or ()
    title, ended = tr("Solver comparison"), sum(row.ended for row in rows)
    for part in _page_parts(title, ended, len(rows), summarise_rows(rows), "", rows):
        yield part.encode(errors="backslashreplace")


def _open_results(benchmark: BenchmarkReport, report: ProgressReporter) -> Results:
    """Open the results; reading stops once ``report`` raises CancelledError."""
    assert benchmark.file is not None
    results = Results(benchmark.file)

    def should_continue() -> bool:
        try:
            report(0, 1)
        except CancelledError:
            return False
        return True

    results.set_cancel_check(should_continue)
    return results


_Write = Callable[[BenchmarkReport, ExportSettings, ProgressReporter], Iterator[bytes]]

RESULT_FORMATS: dict[str, ResultFormat] = {
    format_.name: format_
    for format_ in (
        ResultFormat("text", "Text", ".txt", _rows_writer(format_text)),
        ResultFormat("csv", "CSV table", ".csv", _write_csv, large=True),
        ResultFormat("json", "JSON", ".json", _rows_writer(format_json)),
        ResultFormat("markdown", "Markdown", ".md", _rows_writer(format_markdown)),
        ResultFormat("html", "Web page", ".html", _write_html, large=True),
    )
}
REPORT_FORMATS = {name: format_ for name, format_ in RESULT_FORMATS.items() if format_.large}
"""Formats that support benchmarks with many runs."""

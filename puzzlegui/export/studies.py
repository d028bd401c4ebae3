"""The report of a study: one page of HTML with plots, or its rows as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from puzzlegui.core.counting import decimal, group_digits
from puzzlegui.core.language import mark, tr, used
from puzzlegui.engine.studies.results import COLUMNS, Results
from puzzlegui.engine.studies.summary import Summary, columns_of, median_of, summaries
from puzzlegui.export.texts import cell_text, one_line

_BINS = 40
_WIDE, _HIGH, _ABOVE, _BELOW = 640, 160, 18, 20
"""Of a plot and what is written above and below it, in pixels."""
_AT_ONCE = 500
"""Rows of CSV in a piece."""


def page(results: Results) -> Iterator[bytes]:
    """The report as one page of HTML that needs nothing else."""
    about, found = results.about(), summaries(results)
    title = escape(one_line(about.get("title", "")))
    said = tr("{count} of {total} runs finished.").format(
        count=group_digits(sum(summary.runs for summary in found)),
        total=group_digits(_whole(about.get("runs"))),
    )
    head = [
        f'<!DOCTYPE html>\n<html lang="{used()}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n<p>{escape(said)}</p>",
    ]
    parts = (*head, *_figures(about.get("figures", ""), found), *_table(found), *_plots(found))
    for part in (*parts, "</body></html>"):
        yield f"{part}\n".encode(errors="backslashreplace")


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


def _written(titles: Sequence[str], lines: Sequence[Sequence[str]], names: int) -> Iterator[str]:
    """A table whose first columns are names, and the others numbers."""
    yield '<div class="wide"><table>'
    for tag, cells in (("th", titles), *(("td", line) for line in lines)):
        written = (
            f"<{tag}{_NAME if at < names else ''}>{escape(one_line(cell))}</{tag}>"
            for at, cell in enumerate(cells)
        )
        yield f"<tr>{''.join(written)}</tr>"
    yield "</table></div>"


def _figures(told: str, found: Sequence[Summary]) -> Iterator[str]:
    """What others tell of the solvers, beside what came of them here."""
    lines = []
    for solver, most, source in _told(told):
        own = [max(s.lengths) for s in found if s.solver == solver and s.lengths]
        lines.append(
            (source, solver, group_digits(most), group_digits(max(own)) if own else "–")
        )  # fmt: skip
    if lines:
        yield f"<h2>{escape(tr('Longest solutions compared with published figures'))}</h2>"
        titles = mark("Source"), mark("Solver"), mark("Published moves"), mark("Moves here")
        yield from _written([tr(title) for title in titles], lines, 2)


def _told(text: str) -> list[tuple[str, int, str]]:
    """The figures kept with the rows; none where they cannot be read."""
    try:
        return [(str(solver), int(most), str(source)) for solver, most, source in json.loads(text)]
    except (ValueError, TypeError, RecursionError, OverflowError):
        return []


def _whole(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 20 else 0


def _table(found: Sequence[Summary]) -> Iterator[str]:
    yield f"<h2>{escape(tr('Solvers'))}</h2>"
    columns = columns_of(found)
    lines = [[column.text(summary) for column in columns] for summary in found]
    names = sum(not column.number for column in columns)
    yield from _written([tr(column.title) for column in columns], lines, names)


def _plots(found: Sequence[Summary]) -> Iterator[str]:
    """How the numbers of moves are distributed, a plot for each row of the table."""
    plots = [summary for summary in found if len(summary.lengths) > 1]
    if plots:
        yield f"<h2>{escape(tr('Solutions by number of moves'))}</h2>"
    for summary in plots:
        name = one_line(f"{summary.family} {summary.size}, {summary.solver}")
        yield f"<h3>{escape(name)}</h3>"
        yield _histogram(summary.lengths, name)


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


def rows(results: Results) -> Iterator[bytes]:
    """Every row as CSV, with no text that a spreadsheet takes for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, row in enumerate(results.rows(), 1):
        writer.writerow(cell_text(v) if isinstance(v, str) else v for v in row.values())
        if number % _AT_ONCE == 0:
            yield out.getvalue().encode()
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode()


REPORTS: dict[str, Callable[[Results], Iterator[bytes]]] = {".html": page, ".csv": rows}
"""What writes a report in pieces, by the ending of its file."""

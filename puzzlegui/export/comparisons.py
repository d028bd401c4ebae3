"""Comparisons of solvers as text, CSV, JSON, Markdown and HTML: the one table of their formats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from puzzlegui import __version__
from puzzlegui.core import jsontext
from puzzlegui.core.files import without_folders
from puzzlegui.core.language import mark, tr, used
from puzzlegui.engine.comparing.rows import COLUMNS, Column, Row, columns_of
from puzzlegui.export.texts import cell_text, escaped, one_line

_FIRST = (
    "board", "file", "solver", "status", "length", "optimal", "lower_bound", "states", "seconds",
    "memory_mib",
)  # fmt: skip
"""The columns that come first in what programs read; the others follow."""
_DATA = sorted(COLUMNS, key=lambda c: _FIRST.index(c.name) if c.name in _FIRST else len(_FIRST))
_REMARKS = ("error", "disproved")
"""What is told of some rows besides."""


@dataclass(frozen=True)
class TableFormat:
    """A way of writing a comparison.

    Attributes:
        name: as given on the command line.
        title: as shown in the window.
        suffix: of its files.
        write: the whole text.
    """

    name: str
    title: str
    suffix: str
    write: Callable[[Sequence[Row]], str]


def as_text(rows: Sequence[Row]) -> str:
    """A table for each board, in columns of letters."""
    lines: list[str] = []
    for group in _groups(rows):
        lines += [""] if lines else []
        if group[0].board is not None:
            lines += [_heading(group[0]), *_aligned(group)]
        lines += [f"  {remark}" for remark in _remarks(group)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _aligned(rows: Sequence[Row]) -> Iterator[str]:
    columns = _shown(rows)
    table: list[list[str]] = [[tr(column.title) for column in columns]]
    table += [[one_line(column.text(row)) for column in columns] for row in rows]
    widths = [max(map(len, texts)) for texts in zip(*table, strict=True)]
    for texts in table:
        cells = zip(texts, widths, columns, strict=True)
        yield "  " + "  ".join(
            text.rjust(width) if column.number else text.ljust(width)
            for text, width, column in cells
        )


def as_csv(rows: Sequence[Row]) -> str:
    """A line for each row, with the same columns as JSON."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(column.name for column in _DATA), *_REMARKS])
    for row in rows:
        values = [column.value(row) for column in _DATA] + [getattr(row, r) for r in _REMARKS]
        writer.writerow(map(_cell, values))
    return out.getvalue()


def _cell(value: Any) -> str:
    """A value in CSV: nothing where there is none, and no text that counts as a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return cell_text(value) if isinstance(value, str) else str(value)


def as_json(rows: Sequence[Row]) -> str:
    """A list of rows, one a line."""
    listed = [json.dumps(_fields(row), ensure_ascii=False) for row in rows]
    return jsontext.escaped("[\n" + ",\n".join(listed) + "\n]\n" if listed else "[]\n")


def _fields(row: Row) -> dict[str, Any]:
    """A row in JSON; of one without a result, only where it belongs and what is wrong."""
    fields = {column.name: column.value(row) for column in _DATA}
    if row.error:
        wanted = ("board", "file", "solver") if row.board is not None else ("file",)
        fields = {name: fields[name] for name in wanted}
    else:
        fields = {k: v for k, v in fields.items() if k in _FIRST or v not in (None, "")}
    return fields | {name: getattr(row, name) for name in _REMARKS if getattr(row, name)}


def as_markdown(rows: Sequence[Row]) -> str:
    """A heading and a table for each board."""
    lines: list[str] = []
    for group in _groups(rows):
        lines += [*([""] if lines else []), f"## {escaped(_heading(group[0]))}", ""]
        if group[0].board is not None:
            columns = _shown(group)
            lines.append(_piped([tr(column.title) for column in columns]))
            lines.append(_piped(["---:" if column.number else "---" for column in columns]))
            lines += [_piped([escaped(c.text(row)) for c in columns]) for row in group]
        if remarks := list(_remarks(group)):
            lines += ["", *(f"- {escaped(remark)}" for remark in remarks)]
    return "".join(f"{line}\n" for line in lines)


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def as_html(rows: Sequence[Row]) -> str:
    """A page that needs nothing else, with a table for each board."""
    parts = [
        _PAGE.format(version=__version__, language=used(), title=escape(tr("Solver comparison")))
    ]
    for group in _groups(rows):
        parts.append(f"<h2>{escape(one_line(_heading(group[0])))}</h2>\n")
        if group[0].board is not None:
            parts.append(_html_table(group))
        parts += [f"<p>{escape(one_line(remark))}</p>\n" for remark in _remarks(group)]
    return "".join([*parts, "</body>\n</html>\n"])


def _html_table(rows: Sequence[Row]) -> str:
    columns = _shown(rows)
    head = "".join(
        f'<th{_right(column)} title="{escape(tr(column.tip))}">{escape(tr(column.title))}</th>'
        for column in columns
    )
    lines = [f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"]
    for row in rows:
        cells = (f"<td{_right(c)}>{escape(one_line(c.text(row)))}</td>" for c in columns)
        lines.append(f"<tr>{''.join(cells)}</tr>\n")
    return "".join([*lines, "</tbody>\n</table>\n"])


def _right(column: Column) -> str:
    return ' class="number"' if column.number else ""


_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="PuzzleGUI {version}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 15px/1.4 system-ui, sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: 4px 12px; border-bottom: 1px solid #8886; text-align: left; }}
th {{ font-weight: 600; }}
.number {{ text-align: right; }}
</style>
</head>
<body>
<h1>{title}</h1>
"""


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows of each board."""
    for _, group in groupby(rows, key=lambda row: row.group):
        yield list(group)


def _heading(row: Row) -> str:
    """What a board is called, and where it comes from."""
    title, file = one_line(row.title), one_line(without_folders(row.file))
    return title if title == file or not file else f"{title} ({file})"


def _shown(rows: Sequence[Row]) -> list[Column]:
    """The columns for people; board and file are in the heading."""
    return [column for column in columns_of(rows) if column.name not in {"board", "file"}]


def _remarks(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.error:
            if row.error.startswith(row.solver) or not row.solver:
                yield one_line(row.error)
            else:
                yield one_line(f"{row.solver}: {row.error}")
        if row.disproved:
            yield tr("Disproved: {what}").format(what=row.disproved)


TABLE_FORMATS: dict[str, TableFormat] = {
    format_.name: format_
    for format_ in (
        TableFormat("text", mark("Text"), ".txt", as_text),
        TableFormat("csv", mark("CSV table"), ".csv", as_csv),
        TableFormat("json", mark("JSON"), ".json", as_json),
        TableFormat("markdown", mark("Markdown"), ".md", as_markdown),
        TableFormat("html", mark("Web page"), ".html", as_html),
    )
}
"""All formats, by name."""


def table_format_of(path: Path) -> TableFormat | None:
    """The format of files with the suffix of ``path``."""
    return next((f for f in TABLE_FORMATS.values() if f.suffix == path.suffix.lower()), None)

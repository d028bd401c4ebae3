"""Tables in CSV that no spreadsheet takes for formulas; all CSV is written here."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from puzzlegui.core.files import printable

_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""First characters of a formula; the wide ones count in some languages."""


def format_csv_rows(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV.

    Args:
        rows: values of the cells: a text, a number, a boolean, or None for an empty cell.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return spreadsheet_text(value) if isinstance(value, str) else value


def spreadsheet_text(text: str) -> str:
    """Return ``text`` on a single line, as a cell that no spreadsheet evaluates as a formula."""
    if text.isalnum():  # most cells
        return text
    line = printable(" ".join(text.split()))
    return f"'{line}" if line.startswith(_FORMULA) else line

"""The help page of keyboard shortcuts."""

from __future__ import annotations

from html import escape

from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.actions import main_window as actions
from puzzlegui.gui.actions.table import ActionTable, plain_text
from puzzlegui.gui.benchmark import actions as benchmark
from puzzlegui.gui.books import actions as books
from puzzlegui.gui.graph import actions as graph
from puzzlegui.gui.watch import actions as watch

TABLES = (actions.TABLE, books.TABLE, benchmark.TABLE, watch.TABLE, graph.TABLE)
"""Action tables of all windows."""


def shortcuts_html() -> str:
    """Return all shortcuts as an HTML table, by window and menu."""
    rows = [row for table in TABLES[:1] for row in _rows_of(table)]
    rows.append(_heading(tr("On the board")))
    play = tr("Play: {family}")
    listed = [
        *((tr(what), tr(keys)) for what, keys in _ON_THE_BOARD),
        *((play.format(family=each.title), each.play_instructions) for each in FAMILIES.values()),
        *((tr(what), tr(keys)) for what, keys in _AFTER),
    ]
    rows += [_row(what, keys) for what, keys in listed]
    for table in TABLES[1:]:
        rows.append(_heading(tr("Window: {title}").format(title=tr(table.title))))
        rows += _rows_of(table)
        rows += [_row(tr(what), tr(keys)) for what, keys in table.other_keys]
    return f"<table cellspacing='3'>{''.join(rows)}</table>"


def _rows_of(table: ActionTable) -> list[str]:
    """Return the rows of a window's actions with shortcuts, under their menu titles."""
    rows = []
    menu = ""
    for spec in table.actions:
        if not spec.shortcut:
            continue
        name = spec.menu.split("/")[0]
        if name != menu:
            menu = name
            rows.append(_heading(plain_text(tr(table.menus[name]))))
        rows.append(_row(plain_text(spec.text), spec.shortcut_text))
    return rows


def _heading(text: str) -> str:
    return f"<tr><td colspan='2'><b>{escape(text)}</b></td></tr>"


def _row(what: str, keys: str) -> str:
    return f"<tr><td>{escape(what)}&nbsp;&nbsp;</td><td>{escape(keys)}</td></tr>"


_ON_THE_BOARD = (
    (gettext_noop("Go from cell to cell"), gettext_noop("arrows, Tab, Enter")),
    (gettext_noop("To the end of a row or column"), gettext_noop("Home, End, Page Up, Page Down")),
    (gettext_noop("Type a number"), gettext_noop("digits, Backspace, Delete; - for the sign")),
    (gettext_noop("Use the tool on the cell"), gettext_noop("Space")),
    (gettext_noop("Select cells"), gettext_noop("Shift and arrows; Escape for none")),
    (gettext_noop("Choose a tool"), gettext_noop("the letter in its tip")),
    (gettext_noop("Cell menu"), gettext_noop("menu key or right mouse button")),
    (gettext_noop("Enlarge the board"), gettext_noop("Ctrl and the wheel, pinch")),
    (
        gettext_noop("Move an enlarged board"),
        gettext_noop("the wheel, Shift and the wheel, the middle button"),
    ),
    (gettext_noop("Follow the solution"), gettext_noop("Space, left and right arrow, the wheel")),
    (gettext_noop("Next part of the solution"), gettext_noop("Page Up, Page Down")),
    (gettext_noop("Loop a range of moves"), gettext_noop("select them in the table with Shift")),
)
_AFTER = (
    (gettext_noop("Play: take a move back"), gettext_noop("Backspace")),
    (
        gettext_noop("Gallery: rename or remove one of My boards"),
        gettext_noop("the menu key, Delete"),
    ),
)

"""The page of the help that lists the keys."""

from __future__ import annotations

from html import escape

from puzzlegui.core.language import mark, tr
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.actions import main_window as actions
from puzzlegui.gui.actions.table import ActionTable, plain
from puzzlegui.gui.benchmark import actions as benchmark
from puzzlegui.gui.graph import actions as graph
from puzzlegui.gui.watch import actions as watch

TABLES = (actions.TABLE, benchmark.TABLE, watch.TABLE, graph.TABLE)
"""Those of all windows."""


def shortcuts_html() -> str:
    """All shortcuts in a table, by window and menu."""
    rows = [row for table in TABLES[:1] for row in _rows_of(table)]
    rows.append(_heading(tr("On the board")))
    play = tr("Play: {family}")
    listed = [
        *((tr(what), tr(keys)) for what, keys in _ON_THE_BOARD),
        *((play.format(family=each.title), each.by_hand) for each in FAMILIES.values()),
        *((tr(what), tr(keys)) for what, keys in _AFTER),
    ]
    rows += [_row(what, keys) for what, keys in listed]
    for table in TABLES[1:]:
        rows.append(_heading(tr("Window: {title}").format(title=tr(table.title))))
        rows += _rows_of(table)
        rows += [_row(tr(what), tr(keys)) for what, keys in table.others]
    return f"<table cellspacing='3'>{''.join(rows)}</table>"


def _rows_of(table: ActionTable) -> list[str]:
    """The actions of a window that have keys, under the titles of their menus."""
    rows = []
    menu = ""
    for spec in table.actions:
        if not spec.shortcut:
            continue
        name = spec.menu.split("/")[0]
        if name != menu:
            menu = name
            rows.append(_heading(plain(tr(table.menus[name]))))
        rows.append(_row(plain(spec.text), spec.keys_text))
    return rows


def _heading(text: str) -> str:
    return f"<tr><td colspan='2'><b>{escape(text)}</b></td></tr>"


def _row(what: str, keys: str) -> str:
    return f"<tr><td>{escape(what)}&nbsp;&nbsp;</td><td>{escape(keys)}</td></tr>"


_ON_THE_BOARD = (
    (mark("Go from cell to cell"), mark("arrows, Tab, Enter")),
    (mark("To the end of a row or column"), mark("Home, End, Page Up, Page Down")),
    (mark("Type a number"), mark("digits, Backspace, Delete; - for the sign")),
    (mark("Use the tool on the cell"), mark("Space")),
    (mark("Select cells"), mark("Shift and arrows; Escape for none")),
    (mark("Choose a tool"), mark("the letter in its tip")),
    (mark("Cell menu"), mark("menu key or right mouse button")),
    (mark("Enlarge the board"), mark("Ctrl and the wheel, pinch")),
    (mark("Move an enlarged board"), mark("the wheel, Shift and the wheel, the middle button")),
    (mark("Follow the solution"), mark("Space, left and right arrow, the wheel")),
    (mark("Next part of the solution"), mark("Page Up, Page Down")),
    (mark("Loop a range of moves"), mark("select them in the table with Shift")),
)
_AFTER = (
    (mark("Play: take a move back"), mark("Backspace")),
    (mark("Gallery: rename or remove one of My boards"), mark("the menu key, Delete")),
)

"""Snapshot of a window's visible state, and comparison with a fresh window in the same state."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import replace
from typing import Any

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QSlider,
    QSpinBox,
    QTableView,
    QToolBar,
    QWidget,
)

from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.graph.diagram_view import DiagramView
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.document import Document, _Edit, _Replacement
from puzzlegui.gui.playback.move_table import MoveTable
from puzzlegui.gui.solve.improvement_curve import ImprovementCurve

State = dict[str, Any]

_VOLATILE = {"clockLabel"}
"""Names of widgets whose text depends on the time."""
_OF_RUN = {"headlineLabel", "proofLabel"}
"""Names of widgets that a running solver shows and changes at any moment."""
_PHASE = re.compile(r" \(.*\)")
_ROLES = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.BackgroundRole,
    Qt.ItemDataRole.ForegroundRole,
)  # fmt: skip


def visible_state(window: QWidget, actions: str = "action", *, running: bool = False) -> State:
    """Return every visible text, action and board of a window.

    Args:
        window: the window.
        actions: beginning of the names of its actions.
        running: True if a solver runs, whose figures differ from moment to moment.
    """
    said: State = {"title": window.windowTitle(), "modified": window.isWindowModified()}
    for action in window.findChildren(QAction):
        if action.objectName().startswith(actions):
            state = action.text(), action.isEnabled(), action.isChecked()
            said[f"action {action.objectName()}"] = state
    bars = window.findChildren(QToolBar)
    for number, widget in enumerate(window.findChildren(QWidget)):
        passing = _VOLATILE | _OF_RUN if running else _VOLATILE
        if not widget.isVisibleTo(window) or widget.objectName() in passing:
            continue
        if any(bar.isAncestorOf(widget) for bar in bars):  # covered by the actions
            continue
        text = _text_of(widget, running=running)
        if text is not None:
            name = widget.objectName() or widget.accessibleName() or _name_within(widget)
            key = f"{type(widget).__name__} {name}"
            said[key if key not in said else f"{key} {number}"] = (text, widget.isEnabled())
    return said


def _name_within(widget: QWidget) -> str:
    """Return a name for a widget without an object name."""
    parent = widget.parentWidget()
    name = "" if parent is None else parent.objectName()
    siblings = [] if parent is None else parent.findChildren(type(widget))
    return f"of {name or type(parent).__name__} {siblings.index(widget) if siblings else 0}"


def _text_of(widget: QWidget, *, running: bool) -> Any:
    match widget:
        case DiagramView():
            return widget.diagram, widget.accessibleDescription()
        case BoardView():
            frame = widget.frame
            assert frame is not None
            marks = replace(frame.marks, cursor=None)  # depends on the focus
            allowed = widget.editable, widget.shows_cursor
            badge = widget.celebration.badge
            return replace(frame, marks=marks), allowed, widget.accessibleName(), badge
        case QLabel():
            text = widget.text()
            if running and widget.objectName() == "statsLabel":
                return "figures of a run"
            if running and widget.objectName() == "outcomeLabel":
                return _PHASE.sub("", text)
            return text, widget.toolTip(), widget.styleSheet()
        case ImprovementCurve():
            return None if running else (widget.description, widget.toolTip())
        case QComboBox():
            items = [widget.itemText(row) for row in range(widget.count())]
            return items, widget.currentText(), widget.toolTip()
        case QSpinBox():
            return widget.value(), widget.text()
        case QLineEdit():
            # The line edit of a spin box is covered by the spin box.
            return None if isinstance(widget.parentWidget(), QSpinBox) else widget.text()
        case QSlider():
            return widget.value(), widget.maximum(), getattr(widget, "marks", ())
        case QProgressBar():
            return widget.maximum() if running else (widget.maximum(), widget.value())
        case QAbstractButton():
            return widget.text(), widget.isChecked(), widget.toolTip()
        case QAbstractItemView():
            return None if widget.objectName() == "" else _rows_of(widget)
    return None


def _rows_of(view: QAbstractItemView) -> Any:
    if isinstance(view, MoveTable):  # its lines depend on its width
        moves = view.moves
        texts = [moves.text(term) for term in range(min(60, len(moves)))]
        titles = [moves.index(row, 0).data() for row in moves.title_rows()]
        return texts, titles, moves.current, moves.made_count, moves.loop_range
    model = view.model()
    columns = range(model.columnCount() if isinstance(view, QTableView) else 1)
    rows = [
        [model.index(row, column).data(role) for column in columns for role in _ROLES]
        for row in range(min(60, model.rowCount()))
    ]
    chosen = sorted({index.row() for index in view.selectionModel().selectedIndexes()})
    return rows, model.rowCount(), chosen


def fresh_window(window: MainWindow) -> MainWindow:
    """Return a new window in the state of another."""
    twin = MainWindow(folders=window.folders)
    session, of = twin.session, window.session
    session.undecided.disconnect()
    _copy_drawers(window, twin)
    with session.changing():
        _copy_document(window.document(), twin.document())
        session.solver_options = of.solver_options
        session.runs.run = of.runs.run
        session.timeline.animated = False
        _copy_editor(window, twin)
        session.choose_mode(of.mode.name)
        session.restore_state(of.current_state())
        session.timeline.set_play_range(of.timeline.play_range)
        session.timeline.set_looping(of.timeline.looping)
        session.show_hint(of.hint)
        session.preview_row = of.preview_row
        for old, new in zip(_views(window), _views(twin), strict=True):
            new.cursor_cell = old.cursor_cell
        old_input, new_input = window._play_input, twin._play_input
        for name in ("_motion", "_aimed_at", "dragged_motion"):
            setattr(new_input, name, getattr(old_input, name))
    return twin


def _copy_drawers(window: MainWindow, twin: MainWindow) -> None:
    """Copy the size of the window and the drawers that are open at it."""
    twin.resize(window.size())
    old, new = window._parts.drawers, twin._parts.drawers
    for drawer, of in zip(new._drawers, old._drawers, strict=True):
        drawer.wish = of.wish
    new.set_away(old._away)


def _views(window: MainWindow) -> list[BoardView]:
    return sorted(window.findChildren(BoardView), key=lambda view: view.objectName())


def _copy_document(old: Document, new: Document) -> None:
    """Copy the board with its whole history."""
    stack, index = old.undo_stack, old.undo_stack.index()
    edits = [stack.command(number) for number in range(stack.count())]
    first = edits[0].before if edits else old.board  # type: ignore[attr-defined]
    new.open(first, old.path, old.saved_solution)
    new.board_only = old.board_only
    clean = stack.cleanIndex()
    new.blockSignals(True)
    for number, edit in enumerate(edits):
        after = edit.after  # type: ignore[attr-defined]
        if isinstance(edit, _Replacement):
            new.replace(after, edit.text())
            copy = new.undo_stack.command(number)
            assert isinstance(copy, _Replacement)
            copy.was_modified = edit.was_modified
        else:
            new.undo_stack.push(_Edit(new, after, edit.text(), -1))
        if clean == number + 1:
            new.undo_stack.setClean()
    if clean < 0:
        new.undo_stack.resetClean()
    new.undo_stack.setIndex(index)
    new.blockSignals(False)
    if edits:
        new.path_changed.emit()
        new.board_changed.emit()


def _copy_editor(window: MainWindow, twin: MainWindow) -> None:
    old, new = window._editor, twin._editor
    new.choose_tool(old.tool)
    new.typing = old.typing
    new.choose_brush(old.brush)
    new._field, new.cell, new.region = old.field, old.cell, old.region


def close_fresh_window(twin: MainWindow) -> None:
    twin.session.runs.run = None
    twin.session.close()
    shiboken6.delete(twin)


def _describe_difference(one: Any, other: Any) -> str:
    """Return the differing parts of two values."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return ", ".join(
            _describe_difference(a, b) for a, b in zip(one, other, strict=True) if a != b
        )
    if dataclasses.is_dataclass(one) and type(one) is type(other):
        names = [field.name for field in dataclasses.fields(one)]
        pairs = [(name, getattr(one, name), getattr(other, name)) for name in names]
        return "; ".join(f"{name} {_describe_difference(a, b)}" for name, a, b in pairs if a != b)
    return f"{one!r} instead of {other!r}"


def diff(window: MainWindow) -> list[str]:
    """Return the differences between a window and a fresh window in the same state."""
    window._parts.status.show_message("")  # messages and news are about the last action
    window._parts.reading_line.hide()
    twin = fresh_window(window)
    try:
        one = visible_state(window, running=window.solving())
        return differences(one, visible_state(twin, running=twin.solving()))
    finally:
        close_fresh_window(twin)


def differences(one: State, other: State) -> list[str]:
    """Return the differences between two states as text."""
    return [
        f"{name}: {_describe_difference(one.get(name), other.get(name))}"
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    ]

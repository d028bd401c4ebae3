"""Whether all that a window shows can be read: what is clipped, cut short, or lies over another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMainWindow,
    QMenuBar,
    QRubberBand,
    QScrollArea,
    QSizeGrip,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QWidget,
)

from puzzlegui.gui.widgets.basic import ElidedLabel

W = TypeVar("W", bound=QWidget)
_CELL = 6
"""Pixels that a table or list leaves beside a text, both sides together."""


def faults(top: QWidget, *, scrolls: bool = False) -> list[str]:
    """What cannot be read of a window that is shown, a line for each fault.

    Args:
        top: the window.
        scrolls: whether parts of it may be reached by scrolling alone.
    """
    found = [
        f"{_name(widget)}: {fault}"
        for widget in _shown(top)
        for fault in (*_geometry(widget, top, scrolls=scrolls), *_text(widget))
    ]
    return [*found, *_overlaps(top), *_extensions(top)]


def _shown(top: QWidget) -> Iterator[QWidget]:
    """The widgets that are laid out; what an item view or a field is made of is its own affair."""
    for widget in top.findChildren(QWidget):
        parent = widget.parentWidget()
        inner = isinstance(
            parent, QAbstractSpinBox | QComboBox | QAbstractScrollArea | QMenuBar
        ) and not isinstance(widget, QHeaderView)
        within = parent is not None and _ancestor(parent, QAbstractItemView) is not None
        internal = isinstance(widget, QRubberBand) or any(
            part is not None and part.objectName().startswith("qt_") for part in (widget, parent)
        )
        if widget.isVisible() and widget.window() is top and not (internal or inner or within):
            yield widget


def _ancestor(widget: QWidget | None, kind: type[W]) -> W | None:
    while widget is not None and not isinstance(widget, kind):
        widget = widget.parentWidget()
    return widget


def _name(widget: QWidget) -> str:
    """Its kind and name, or those of what it is in."""
    text = getattr(widget, "text", str)()
    name = widget.objectName() or widget.accessibleName() or text[:30]
    parent = widget.parentWidget()
    return f"{type(widget).__name__} {name}" if name or parent is None else _name(parent) + " ›"


def _geometry(widget: QWidget, top: QWidget, *, scrolls: bool) -> Iterator[str]:
    least = widget.minimumSizeHint().boundedTo(widget.maximumSize())
    if widget.minimumWidth():
        least.setWidth(widget.minimumWidth())
    if widget.minimumHeight():
        least.setHeight(widget.minimumHeight())
    scrolled = _ancestor(widget.parentWidget(), QScrollArea)
    if widget.width() < least.width() or widget.height() < least.height():
        size = f"{widget.width()}×{widget.height()}"
        yield f"{size}, needs {least.width()}×{least.height()}"
    if scrolled is not None and scrolls:
        corner = widget.mapTo(scrolled.viewport(), QPoint(0, 0))
        if corner.x() < 0 or corner.x() + widget.width() > scrolled.viewport().width():
            yield "goes beyond the side of what scrolls"
        return
    window = QRect(QPoint(0, 0), top.size())
    place = QRect(widget.mapTo(top, QPoint(0, 0)), widget.size())
    if not window.contains(place):
        yield f"lies at {_words(place)} outside of the window {_words(window)}"
    elif scrolled is not None:
        view = scrolled.viewport()
        seen = QRect(view.mapTo(top, QPoint(0, 0)), view.size())
        if not seen.contains(place):
            yield f"is scrolled out of view: {_words(place)} in {_words(seen)}"


def _words(rect: QRect) -> str:
    return f"{rect.x()},{rect.y()} {rect.width()}×{rect.height()}"


def _text(widget: QWidget) -> Iterator[str]:
    match widget:
        case ElidedLabel():
            if widget.toolTip() != widget.text():
                yield "is not in its tooltip as a whole"
        case QLabel():
            yield from _label(widget)
        case QAbstractButton():
            hint, room = widget.sizeHint(), widget.size()
            if isinstance(widget, QCheckBox) and not widget.text():
                return
            if room.width() < hint.width() or room.height() < hint.height() - 1:
                yield _short_of(widget.text(), hint, room)
        case QComboBox():
            option = QStyleOptionComboBox()
            widget.initStyleOption(option)
            field = widget.style().subControlRect(
                QStyle.ComplexControl.CC_ComboBox, option,
                QStyle.SubControl.SC_ComboBoxEditField, widget,
            )  # fmt: skip
            yield from _wide(widget, widget.currentText(), field.width())
        case QAbstractSpinBox():
            yield from _field(widget.lineEdit())
        case QLineEdit():
            yield from _field(widget)
        case QTabBar():
            for tab in range(widget.count()):
                yield from _wide(widget, widget.tabText(tab), widget.tabRect(tab).width())
        case QTableView():
            yield from _table(widget)
        case QListView():
            yield from _list(widget)


def _short_of(text: str, hint: QSize, room: QSize) -> str:
    wanted, there = (f"{size.width()}×{size.height()}" for size in (hint, room))
    return f"{text[:40]!r} wants {wanted}, has {there}"


def _label(label: QLabel) -> Iterator[str]:
    if not label.text():
        return
    inside = label.contentsRect()
    rich = label.textFormat() == Qt.TextFormat.RichText or "<" in label.text()
    if label.wordWrap():
        if (needed := label.heightForWidth(label.width())) > label.height():
            yield f"{label.text()[:40]!r} needs {needed} in height, has {label.height()}"
        if rich:
            document = QTextDocument()
            document.setDefaultFont(label.font())
            document.setDocumentMargin(0)
            document.setHtml(label.text())
            document.setTextWidth(inside.width())
            if document.size().width() > inside.width() + 1:
                needed = round(document.size().width())
                yield f"{label.text()[:40]!r} needs {needed} in width, has {inside.width()}"
    else:
        hint = label.sizeHint()
        if hint.width() > label.width() or hint.height() > label.height():
            yield _short_of(label.text(), hint, label.size())


def _field(field: QLineEdit) -> Iterator[str]:
    margins = field.textMargins()
    room = field.contentsRect().width() - margins.left() - margins.right()
    text = field.displayText() or field.placeholderText()
    if field.cursorPosition() == 0 and field.toolTip() == text:
        return  # its beginning is seen, and the whole in the tooltip
    yield from _wide(field, text, room - 4)


def _wide(widget: QWidget, text: str, room: int) -> Iterator[str]:
    needed = max(map(widget.fontMetrics().horizontalAdvance, text.split("\n")))
    if needed > room:
        yield f"{text!r} needs {needed} in width, has {room}"


def _table(table: QTableView) -> Iterator[str]:
    header, model = table.horizontalHeader(), table.model()
    columns = [c for c in range(model.columnCount()) if not table.isColumnHidden(c)]
    for column in columns:
        if header.isVisible():
            title = model.headerData(column, Qt.Orientation.Horizontal)
            yield from _wide(header, str(title), header.sectionSize(column) - _CELL)
    first, last = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
    for row in range(max(first, 0), (last if last >= 0 else model.rowCount() - 1) + 1):
        for column in columns:
            index = model.index(row, column)
            if (text := index.data()) is not None:  # a cell may span several columns
                yield from _wide(table, str(text), table.visualRect(index).width() - _CELL)


def _list(view: QListView) -> Iterator[str]:
    model, seen = view.model(), view.viewport().rect()
    above = QRect()
    for row in range(model.rowCount()):
        index = model.index(row, view.modelColumn())
        place = view.visualRect(index)
        if not place.intersects(seen):
            continue
        if place.intersects(above):
            yield f"{index.data()!r} lies over the row above"
        above = place
        if place.right() > seen.right() + 2 * _CELL:  # beyond that is text
            yield f"{index.data()!r} goes beyond the edge: {_words(place)} in {_words(seen)}"
        if view.viewMode() == QListView.ViewMode.ListMode and index.data():
            decoration = index.data(Qt.ItemDataRole.DecorationRole)
            beside = (view.iconSize().width() if decoration is not None else 0) + 14
            room = QRect(0, 0, place.width() - beside, place.height())
            if str(index.data()).split("\n")[0] in str(index.data(Qt.ItemDataRole.ToolTipRole)):
                continue  # what is cut short is in the tooltip
            wraps = Qt.TextFlag.TextWordWrap if view.wordWrap() else Qt.TextFlag.TextSingleLine
            needed = view.fontMetrics().boundingRect(room, wraps, str(index.data()))
            if needed.width() > room.width() or needed.height() > room.height():
                yield f"{index.data()!r} needs {_words(needed)}, has {_words(room)}"


def _overlaps(top: QWidget) -> Iterator[str]:
    for parent in (top, *_shown(top)):
        if isinstance(parent, QAbstractScrollArea):
            continue
        children = [
            child
            for child in parent.children()
            if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
            and not isinstance(child, QRubberBand | QSizeGrip)
            and not child.objectName().startswith("qt_")
        ]  # fmt: skip
        for one, other in combinations(children, 2):
            common = one.geometry() & other.geometry()
            if common.width() > 1 and common.height() > 1:
                yield f"{_name(one)} and {_name(other)} overlap by {_words(common)}"


def _extensions(top: QWidget) -> Iterator[str]:
    """Menus and buttons for which there is no room."""
    if isinstance(top, QMainWindow):
        for name in ("qt_toolbar_ext_button", "qt_menubar_ext_button"):
            for button in top.findChildren(QWidget, name):
                if button.isVisible():
                    yield f"{_name(button.parentWidget() or top)}: there is no room for all of it"

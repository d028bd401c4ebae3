"""Entries of the gallery: a thumbnail, the title, and below it what kind of board it is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import two_lines

PICTURE = 44
"""Size of a thumbnail in pixels."""
_SMALL = 0.88
"""Size of small text relative to the font of the list."""
_PADDING = spacing.TIGHT + 2

Index = QModelIndex | QPersistentModelIndex


class EntryDelegate(QStyledItemDelegate):
    """Paints the first line of an entry's text as its title and the second small and grey.

    An entry without a picture is a heading.
    """

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = option.rect.width()
        title, about = _texts(index)
        if not about:
            return QSize(width, _small(option.font)[1].lineSpacing() + 2 * spacing.NEAR)
        lines = len(two_lines(title, option.font, _text_width(width)))
        text = lines * option.fontMetrics.lineSpacing() + _small(option.font)[1].lineSpacing()
        return QSize(width, max(PICTURE, text) + 2 * _PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = QStyleOptionViewItem(option)
        self.initStyleOption(entry, index)
        picture = QIcon(entry.icon)
        entry.text, entry.icon = "", QIcon()
        widget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, entry, painter, widget)
        title, about = _texts(index)
        font, metrics = _small(option.font)
        grey = QColor(theme().colours.faint)
        painter.save()
        if not about:
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(grey)
            room = option.rect.adjusted(_PADDING, spacing.NEAR, 0, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)
            painter.restore()
            return
        enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        corner = QPoint(option.rect.left() + _PADDING, option.rect.center().y() - PICTURE // 2 + 1)
        mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
        picture.paint(painter, QRect(corner, QSize(PICTURE, PICTURE)), mode=mode)
        left = corner.x() + PICTURE + spacing.NEAR
        width = _text_width(option.rect.width())
        lines = two_lines(title, option.font, width)
        high = len(lines) * option.fontMetrics.lineSpacing()
        top = option.rect.center().y() - (high + metrics.lineSpacing()) // 2 + 1
        group = QPalette.ColorGroup.Normal if enabled else QPalette.ColorGroup.Disabled
        painter.setFont(option.font)
        painter.setPen(option.palette.color(group, QPalette.ColorRole.Text))
        painter.drawText(QRect(left, top, width, high), 0, "\n".join(lines))
        painter.setFont(font)
        painter.setPen(grey)
        about = metrics.elidedText(about, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, top + high, width, metrics.lineSpacing()), 0, about)
        painter.restore()


def _text_width(width: int) -> int:
    """Return the width of the text in an entry of a width."""
    return max(1, width - PICTURE - spacing.NEAR - 2 * _PADDING)


def _texts(index: Index) -> tuple[str, str]:
    """Return the title of an entry and the kind of its board."""
    title, _, about = str(index.data()).partition("\n")
    return title, about


def _small(font: QFont) -> tuple[QFont, QFontMetrics]:
    small = QFont(font)
    small.setPointSizeF(_SMALL * font.pointSizeF())
    return small, QFontMetrics(small)

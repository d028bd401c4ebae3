"""The combo box of solvers, with a description of each."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from puzzlegui.core.language import tr
from puzzlegui.engine import registry
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import ignore_wheel
from puzzlegui.render.primitives import colour

Index = QModelIndex | QPersistentModelIndex

_DESCRIPTION_ROLE = Qt.ItemDataRole.AccessibleDescriptionRole
_WIDTH, _MARGIN, _GAP = 400, 8, 2
"""Width of the list, margin of an item, and gap between name and description, in pixels."""
_WRAP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


class _DescriptionDelegate(QStyledItemDelegate):
    """Delegate that draws a name with a description in a smaller font below it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = _WIDTH - 2 * _MARGIN
        lines = _small(option).boundingRect(
            QRect(0, 0, width, 999), _WRAP, index.data(_DESCRIPTION_ROLE)
        )
        height = option.fontMetrics.height() + _GAP + lines.height() + _MARGIN
        return QSize(_WIDTH, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        colours = theme().colours
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(option.rect, colour(colours.accent))
        room = option.rect.adjusted(_MARGIN, _MARGIN // 2, -_MARGIN, -_MARGIN // 2)
        font = option.font
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour(colours.on_accent if chosen else colours.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, option.text)
        font.setWeight(QFont.Weight.Normal)
        font.setPointSizeF(_small_points(option))
        painter.setFont(font)
        painter.setPen(colour(colours.on_accent if chosen else colours.faint))
        room.setTop(room.top() + option.fontMetrics.height() + _GAP)
        painter.drawText(room, _WRAP, index.data(_DESCRIPTION_ROLE))
        painter.restore()


def _small_points(option: QStyleOptionViewItem) -> float:
    return 0.92 * option.font.pointSizeF()


def _small(option: QStyleOptionViewItem) -> QFontMetrics:
    font = option.font
    font.setPointSizeF(_small_points(option))
    return QFontMetrics(font)


class SolverCombo(QComboBox):
    """Combo box of solver names whose popup describes each solver."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("solverCombo")
        self.setAccessibleName(tr("Solver"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self.setMaxVisibleItems(12)
        ignore_wheel(self)

    def showPopup(self) -> None:
        view = self.view()  # created on demand, to keep the start of the window fast
        if not isinstance(view.itemDelegate(), _DescriptionDelegate):
            view.setItemDelegate(_DescriptionDelegate(view))
            view.setMinimumWidth(_WIDTH)
        super().showPopup()

    def list_solvers(self, family: str) -> None:
        """List ``auto`` and the solvers of a family."""
        self.clear()
        self._add(registry.AUTO, tr(registry.AUTO_DESCRIPTION), tr("Best for this board"))
        for solver in registry.solvers_of(family):
            self._add(solver.name, solver.description, solver.name)

    def _add(self, name: str, sentence: str, text: str) -> None:
        self.addItem(text, name)
        row = self.count() - 1
        self.setItemData(row, sentence, Qt.ItemDataRole.ToolTipRole)
        self.setItemData(row, sentence, _DESCRIPTION_ROLE)

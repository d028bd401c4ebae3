"""Export sheet: a card for each kind of export, with its settings and a preview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.exporters.kinds import EXPORT_KINDS, PRINT, ExportKind, kind_of
from puzzlegui.exporters.puzzles import Puzzle
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.files import printing
from puzzlegui.gui.files.links import copy_link, link_of
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets.export_panel import ExportPanel, ExportRequest

_ACROSS, _KIOSK_BOARD = 2, 300
_CARD_WIDTH, _CARD_LETTERS, _LEAST_ART, _MOST_ART = 206, 27, 34, 92
_WIDTH, _HEIGHT, _FRAME = 1180, 640, QSize(16, 40)
"""Preferred size of the sheet, and the room that its frame takes."""
_THANKS_MS = 2000
"""Time for which the button says that the link was copied."""


class KindCard(QAbstractButton):
    """Card of a kind of export, of which one is chosen: icon, title and two lines.

    Args:
        kind: the kind.
        reason: why it cannot be used, which stands in place of the lines; empty if it can.
    """

    def __init__(self, kind: ExportKind, reason: str) -> None:
        super().__init__()
        self._kind, self._reason = kind, reason
        text = reason or kind.description
        self.setObjectName(f"{kind.name}Card")
        self.setAccessibleName(kind.title)
        self.setAccessibleDescription(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._title = _card_label(kind.title, "title" if not reason else "faint")
        column = QVBoxLayout(self)
        column.setContentsMargins(*(spacing.APART,) * 4)
        column.setSpacing(spacing.TIGHT)
        column.addSpacing(_LEAST_ART)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(_card_label(text, "faint"))

    def sizeHint(self) -> QSize:
        """Return the size at which the lines fit."""
        width = max(_CARD_WIDTH, _CARD_LETTERS * self.fontMetrics().averageCharWidth())
        layout = self.layout()
        assert layout is not None
        return QSize(width, layout.totalHeightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours, frame = theme().colours, self.rect().adjusted(1, 1, -1, -1)
        chosen = self.isChecked()
        border = colours.text if self.hasFocus() else colours.accent
        pen = QPen(QColor(border if chosen else colours.border), 2 if chosen else 1)
        top = frame.top() + spacing.APART
        art = QRect(frame.left() + spacing.APART, top, frame.width() - 2 * spacing.APART, 0)
        art.setBottom(self._title.geometry().top() - spacing.NEAR)
        side = min(art.height(), _MOST_ART // 2)
        place = QRect(0, 0, side, side)
        place.moveCenter(art.center())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(pen)
            painter.setBrush(QColor(colours.card))
            painter.drawRoundedRect(frame, 12, 12)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.chosen if chosen else colours.panel))
            painter.drawRoundedRect(art, 8, 8)
            tint = colours.disabled if self._reason else colours.accent
            icon(self._kind.name, tint).paint(painter, place)


def _card_label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return label


class ExportSheet(QDialog):
    """Sheet with a card for each kind of export; settings and preview of the chosen one beside.

    Args:
        parent: parent window.
        worker: worker that makes the previews.
        puzzle: puzzle to export; without its solution if that is locked.
        settings: program settings.
        locked: True if the solutions of the board are locked.
        valid: True if the board has no problems.

    Attributes:
        cards: cards by the names of their kinds.
        act_button: button that does what the chosen card says.
        link: link to the board, if a page for links is known.

    Signals:
        export_requested: emitted when the user wants the chosen export.
        list_requested: emitted when the user wants the list of all formats.
    """

    export_requested = Signal()
    list_requested = Signal()

    def __init__(
        self,
        parent: QWidget | None,
        worker: Worker,
        puzzle: Puzzle,
        settings: Settings,
        *,
        locked: bool,
        valid: bool,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportSheet")
        board = puzzle.board
        title = board.title or board.describe()
        self.setWindowTitle(tr("Export “{title}”").format(title=title))
        self._worker, self._settings = worker, settings
        self._puzzle = replace(puzzle, link=link_of(board, settings) if valid else "")
        self._reasons = {
            name: kind.unavailable_reason(puzzle, locked=locked, valid=valid)
            for name, kind in EXPORT_KINDS.items()
        }
        self._panels: dict[str, ExportPanel] = {}
        self.cards = {
            name: KindCard(kind, self._reasons[name]) for name, kind in EXPORT_KINDS.items()
        }
        self._group = QButtonGroup(self)
        for card in self.cards.values():
            self._group.addButton(card)
        self._shown = QStackedWidget()
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reason = QLabel()
        self._reason.setObjectName("exportReasonLabel")
        self._reason.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reason.setWordWrap(True)
        self._information = QWidget()
        self._shown.addWidget(self._information)
        self.link = QLineEdit()
        self.copy_button = _button("copyLinkButton", tr("&Copy link"), self._copy_link)
        self.list_button = _button(
            "allFormatsButton", tr("&All formats…"), self.list_requested.emit
        )
        self.cancel_button = _button("cancelButton", tr("Cancel"), self.reject)
        self.act_button = _button("exportButton", "", self.export_requested.emit)
        self._thanks = QTimer(self)
        self._lay_out()
        for card in self.cards.values():
            card.toggled.connect(self._show_if_chosen)
        self._choose_first()

    def _lay_out(self) -> None:
        self.link.setObjectName("linkField")
        self.link.setAccessibleName(tr("Link"))
        self.link.setReadOnly(True)
        self.link.setPlaceholderText(tr("Copy link asks for the page that plays it"))
        self.copy_button.setIcon(icon("copy"))
        self.act_button.setDefault(True)
        self.act_button.setProperty("primary", True)
        self._thanks.setSingleShot(True)
        self._thanks.setInterval(_THANKS_MS)
        self._thanks.timeout.connect(lambda: self.copy_button.setText(tr("&Copy link")))
        cards = QGridLayout()
        cards.setSpacing(spacing.NEAR)
        for number, card in enumerate(self.cards.values()):
            cards.addWidget(card, *divmod(number, _ACROSS))
        information = QVBoxLayout(self._information)
        information.addStretch()
        information.addWidget(self._picture)
        information.addWidget(self._reason)
        information.addStretch()
        upper = QHBoxLayout()
        upper.setSpacing(spacing.WIDE)
        upper.addLayout(cards)
        upper.addWidget(self._shown, 1)
        lower = QHBoxLayout()
        lower.addWidget(self.list_button)
        lower.addWidget(self.link, 1)
        lower.addWidget(self.copy_button)
        lower.addStretch()
        lower.addWidget(self.cancel_button)
        lower.addWidget(self.act_button)
        column = QVBoxLayout(self)
        column.setSpacing(spacing.APART)
        column.addLayout(upper, 1)
        column.addLayout(lower)
        room = self.screen().availableSize() - _FRAME
        self.resize(QSize(_WIDTH, _HEIGHT).boundedTo(room))

    # --- choices ---

    @property
    def kind(self) -> ExportKind:
        """Kind of the chosen card."""
        return next(EXPORT_KINDS[name] for name, card in self.cards.items() if card.isChecked())

    @property
    def panel(self) -> ExportPanel:
        """Settings and preview of the chosen card, which can be used."""
        return self._panels[self.kind.name]

    @property
    def puzzle(self) -> Puzzle:
        """Puzzle to export, with its link."""
        return self._puzzle

    def _choose_first(self) -> None:
        """Choose the card used last, or else the first that can be used."""
        last = kind_of(self._settings["export format"])
        usable = [name for name, reason in self._reasons.items() if not reason]
        first = self.cards[last if last in usable else usable[0]]
        first.setChecked(True)
        first.setFocus()

    def _show_if_chosen(self, chosen: bool) -> None:
        if chosen:
            self._show_chosen()

    def _show_chosen(self) -> None:
        """Show settings and preview of the chosen card, or why it cannot be used."""
        kind = self.kind
        reason = self._reasons[kind.name]
        self.act_button.setText(kind.verb)
        self.act_button.setEnabled(not reason)
        for widget in (self.link, self.copy_button):
            widget.setVisible(kind.has_link and not reason)
        self.link.setText(self._puzzle.link)
        self.link.setToolTip(self._puzzle.link)
        self.link.setCursorPosition(0)
        if reason or not kind.formats:
            self._show_information(reason)
            return
        if kind.name not in self._panels:
            panel = self._panels[kind.name] = ExportPanel(
                self._worker, self._request(kind), compact=True
            )
            self._shown.addWidget(panel)
            self._order_tabs(panel)
        self._shown.setCurrentWidget(self._panels[kind.name])

    def _show_information(self, reason: str) -> None:
        """Show why a card cannot be used; if it can, the board as the kiosk has it."""
        asked = tr("Asks for boards, time, message and PIN, and shows the board alone.")
        self._reason.setText(reason or asked)
        self._picture.setVisible(not reason)
        if not reason:
            ratio, style = self.devicePixelRatioF(), theme().board_style
            image = thumbnail(self._puzzle.board, _KIOSK_BOARD, ratio, style)
            self._picture.setPixmap(QPixmap.fromImage(image))
        self._shown.setCurrentWidget(self._information)

    def _order_tabs(self, panel: ExportPanel) -> None:
        """Let Tab lead from the cards to the settings, and on to the buttons below."""
        below = self.list_button, self.link, self.copy_button, self.cancel_button, self.act_button
        for before, widget in pairwise((panel.enlarge, *below)):
            self.setTabOrder(before, widget)

    def _request(self, kind: ExportKind) -> ExportRequest[Puzzle]:
        notation = self._settings["notation"]
        if kind.name == PRINT:
            return printing.print_request(self._puzzle, notation)
        formats = kind.formats_of(self._puzzle)
        titles = {name: format_.title for name, format_ in formats.items()}
        return ExportRequest(
            kind.title, "", formats, self._puzzle,
            ExportSettings(notation=notation),
            initial_format=self._settings["export format"], board=self._puzzle.board,
            titles=titles,
        )  # fmt: skip

    def _copy_link(self) -> None:
        link = copy_link(self, self._puzzle.board, self._settings)
        if not link:
            return
        self.copy_button.setText(tr("&Copied"))
        self._thanks.start()
        self._puzzle = replace(self._puzzle, link=link)
        for panel in self._panels.values():
            panel.set_content(self._puzzle)
        self._show_chosen()


def _button(name: str, text: str, slot: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAutoDefault(False)
    button.clicked.connect(slot)
    return button


def show_export_sheet(sheet: ExportSheet) -> None:
    """Show a sheet without blocking; it deletes itself when closed."""
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.open()

"""Panel for the format and the settings of an export, with a preview."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QFontDatabase,
    QHideEvent,
    QImage,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.exporters.formats import Content, Format
from puzzlegui.exporters.settings import (
    SETTINGS,
    ExportSetting,
    ExportSettings,
    FilmEstimate,
    ProgressReporter,
)
from puzzlegui.families.notation import notation_or_standard, notations_for
from puzzlegui.gui.style import spacing
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.gui.widgets.basic import ignore_wheel, indent_text, text_label

_PREVIEW, _SMALL_PREVIEW = 384, 256
_MOST_TEXT = 20_000
_DRAWINGS = re.compile(r"<svg.*?(</svg>|$)", re.DOTALL)
"""Plots of a page, which the text preview cannot show."""
_COLUMNS = {".csv", ".md"}
"""Suffixes of texts whose lines are rows of a table."""
_ENLARGED = 2.5
"""Size of an enlarged preview relative to the available area."""
_PAUSE_MS = 150
"""Delay from a change to its preview, so that typing does not request many."""


@dataclass(frozen=True)
class ExportRequest(Generic[Content]):
    """Content to export, with initial choices.

    Attributes:
        title: title of the dialogs.
        name: suggested file name without its suffix.
        formats: available formats by name.
        content: content to write.
        settings: initial settings.
        initial_format: name of the initial format; empty for the first available.
        board: board whose notations are offered; None if there are no moves.
        format_setting: setting that stores the name of the chosen format; empty for none.
        titles: titles of formats by name that replace their own; empty for none.
        choice_label: label of the list of formats; empty for the usual one.
    """

    title: str
    name: str
    formats: Mapping[str, Format[Content]]
    content: Content
    settings: ExportSettings = field(default_factory=ExportSettings)
    initial_format: str = ""
    board: Board | None = None
    format_setting: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    choice_label: str = ""


class ExportPanel(QWidget):
    """Format and settings of an export, with a preview made in the worker while it is visible.

    Args:
        worker: worker that makes the previews.
        request: content and initial choices.
        compact: True for a small preview, and labels above their fields.

    Attributes:
        formats: list of the formats.
        form: rows of the format and of its settings.
        text: preview of a text.
        picture: preview of a picture or of a page.
        page: number of the page that the preview shows.
        enlarge: check box that enlarges a picture.
        note: estimate of a film, or another remark on the file.
    """

    def __init__(
        self, worker: Worker, request: ExportRequest[Any], *, compact: bool = False
    ) -> None:
        super().__init__()
        self._request = request
        self._worker = worker
        self._pending: TaskHandle | None = None
        self._sizes: dict[tuple[str, ExportSettings], int] = {}
        self._widgets: dict[str, QWidget] = {}
        self.formats = QComboBox()
        self.formats.setObjectName("formatCombo")
        self.formats.setAccessibleName(tr("Format"))
        ignore_wheel(self.formats)
        self._list_formats(request.initial_format)
        self.form = QFormLayout()
        if compact:
            self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
            self.form.setVerticalSpacing(spacing.TIGHT)
        self.form.addRow(request.choice_label or tr("&Format"), self.formats)
        self.form.setRowVisible(self.formats, len(request.formats) > 1)
        used = {name for format_ in request.formats.values() for name in format_.settings}
        for setting in (SETTINGS[name] for name in SETTINGS if name in used):
            widget = self._widgets[setting.name] = self._widget(setting)
            widget.setObjectName(f"{setting.name}Choice")
            widget.setAccessibleName(setting.label)
            self.form.addRow(setting.label, widget)
        self._make_previews(_SMALL_PREVIEW if compact else _PREVIEW)
        self.note = text_label("forecastLabel", 2)
        self._lay_out()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._preview)
        self.formats.currentIndexChanged.connect(self._format_chosen)
        self.page.valueChanged.connect(self._changed)
        self.enlarge.toggled.connect(self._changed)
        self.setFocusProxy(self.formats)
        self._format_chosen()

    def _make_previews(self, least: int) -> None:
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setObjectName("textPreview")
        self.text.setAccessibleName(tr("Preview"))
        self.picture = QLabel()
        self.picture.setObjectName("picturePreview")
        self.picture.setAccessibleName(tr("Preview"))
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pictures = QScrollArea()
        self._pictures.setObjectName("pictureArea")
        self._pictures.setFrameShape(QFrame.Shape.NoFrame)
        self._pictures.setWidgetResizable(True)
        self._pictures.setWidget(self.picture)
        self._shown = QStackedWidget()
        self._shown.addWidget(self.text)
        self._shown.addWidget(self._pictures)
        self._shown.setMinimumSize(least, least)
        self.page = QSpinBox()
        self.page.setObjectName("pageChoice")
        self.page.setMinimum(1)
        indent_text(self.page)
        self.enlarge = QCheckBox(tr("&Enlarge"))
        self.enlarge.setObjectName("enlargeCheck")
        self.enlarge.toggled.connect(self._scroll_pictures)
        self._scroll_pictures()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addLayout(self.form)
        left.addStretch()
        right = QVBoxLayout()
        right.addWidget(self._shown, 1)
        below = QHBoxLayout()
        below.addStretch()
        below.addWidget(self.page)
        below.addSpacing(spacing.APART)
        below.addWidget(self.enlarge)
        below.addStretch()
        right.addLayout(below)
        right.addWidget(self.note)
        self.page.hide()  # until there is more than a single page
        self.enlarge.hide()  # until there is a picture
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(left)
        row.addLayout(right, 1)

    def _list_formats(self, chosen: str) -> None:
        model = self.formats.model()
        assert isinstance(model, QStandardItemModel)
        for row, format_ in enumerate(self._request.formats.values()):
            title = self._request.titles.get(format_.name) or format_.title
            shown = title if self._request.titles else f"{title} ({format_.suffix})"
            self.formats.addItem(shown, format_.name)
            if format_.unavailable_reason:
                needed = tr("{format}, needs {program}")
                shown = needed.format(format=shown, program=format_.program)
                self.formats.setItemText(row, shown)
                model.item(row).setEnabled(False)
                model.item(row).setToolTip(format_.unavailable_reason)
            elif format_.name == chosen:
                self.formats.setCurrentIndex(row)

    def _widget(self, setting: ExportSetting) -> QWidget:
        changed, value = self._changed, getattr(self._request.settings, setting.name)
        if setting.name == "notation":
            board = self._request.board
            assert board is not None
            names = [(found.name, found.title) for found in notations_for(board)]
            return _combo(names, notation_or_standard(board, value).name, changed)
        if setting.choices:
            return _combo(list(setting.choices), value, changed)
        if setting.is_text:
            line = QLineEdit(value)
            line.setMaxLength(int(setting.most))
            line.textChanged.connect(changed)
            return line
        if setting.without:
            return self._optional_number(setting, value)
        number = QDoubleSpinBox() if isinstance(setting.default, float) else QSpinBox()
        number.setRange(setting.least, setting.most)  # type: ignore[arg-type]
        number.setValue(value)
        number.valueChanged.connect(changed)
        ignore_wheel(number)
        indent_text(number)
        return number

    def _optional_number(self, setting: ExportSetting, value: float) -> QSpinBox:
        """Return a spin box whose smallest number means 0."""
        number = QSpinBox()
        number.setRange(int(setting.least) - 1, int(setting.most))
        number.setSpecialValueText(setting.without)
        number.setSuffix(f" {setting.unit}")
        number.setValue(round(value))
        number.valueChanged.connect(self._changed)
        ignore_wheel(number)
        indent_text(number)
        return number

    def set_content(self, content: Any) -> None:
        """Export another content with the same choices."""
        self._request = replace(self._request, content=content)
        self._changed()

    # --- what is chosen ---

    @property
    def format(self) -> Format[Any]:
        return self._request.formats[self.formats.currentData()]

    @property
    def settings(self) -> ExportSettings:
        """Chosen settings; a format uses some of them."""
        values: dict[str, Any] = {}
        for name, widget in self._widgets.items():
            if isinstance(widget, QComboBox):
                values[name] = widget.currentData()
            elif isinstance(widget, QLineEdit):
                values[name] = widget.text().strip()
            elif isinstance(widget, QSpinBox | QDoubleSpinBox):
                omitted = widget.specialValueText() and widget.value() == widget.minimum()
                values[name] = 0 if omitted else widget.value()
        return replace(self._request.settings, **values)

    def _format_chosen(self) -> None:
        for name, widget in self._widgets.items():
            self.form.setRowVisible(widget, name in self.format.settings)
        self.page.setValue(1)
        self._changed()

    def _changed(self) -> None:
        if self.isVisible():
            self._pause.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._pause.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pause.stop()
        self._end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._changed()  # a picture fills the available area

    # --- the preview ---

    def _scroll_pictures(self) -> None:
        """Offer scroll bars only for an enlarged picture; any other fills its place."""
        policies = Qt.ScrollBarPolicy
        policy = (
            policies.ScrollBarAsNeeded if self.enlarge.isChecked() else policies.ScrollBarAlwaysOff
        )
        self._pictures.setHorizontalScrollBarPolicy(policy)
        self._pictures.setVerticalScrollBarPolicy(policy)

    def _preview(self) -> None:
        """Request a preview, cancelling the previous request."""
        self._end()
        format_, settings, content = self.format, self.settings, self._request.content
        page = self.page.value() - 1
        enlarged = _ENLARGED if self.enlarge.isChecked() else 1
        room = self._shown.size() * self.devicePixelRatioF() * enlarged

        def work(job: Job) -> object:
            if format_.preview is None:
                return _beginning(format_, content, settings, job.report)
            preview = format_.preview(content, settings)
            number = min(page, preview.pages - 1)
            forecast = format_.estimate(content, settings) if format_.estimate else None
            return preview, preview.image(number, room.width(), room.height()), forecast

        def made(result: object) -> None:
            self._made(result, (format_.name, settings))

        self._pending = self._worker.submit(Job(work, "preview"), made)

    def _made(self, result: object, chosen: tuple[str, ExportSettings]) -> None:
        """Show the preview of a format with its settings."""
        self._pending = None
        pages, note = 1, ""
        if isinstance(result, tuple):
            preview, image, forecast = result
            pages, note = preview.pages, preview.note
            assert isinstance(image, QImage)
            self.page.setPrefix(f"{tr(preview.noun)} ")
            if forecast is not None:
                size = self._sizes.get(chosen)
                note = forecast.summary(size)
                if size is None:
                    self._estimate_size(forecast, chosen)
            picture = QPixmap.fromImage(image)
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            self.picture.setPixmap(picture)
            self._shown.setCurrentWidget(self._pictures)
        else:
            self._show_text(result)
            self._shown.setCurrentWidget(self.text)
        self.enlarge.setVisible(isinstance(result, tuple))
        self.page.setMaximum(pages)
        self.page.setSuffix(tr(" of {pages}").format(pages=group_digits(pages)))
        self.page.setVisible(pages > 1)
        self.note.setText(note)

    def _show_text(self, result: object) -> None:
        """Show a text, or what went wrong, with lines broken where columns need not line up."""
        is_page = self.format.suffix == ".html" and isinstance(result, str)
        modes = QTextBrowser.LineWrapMode
        self.text.setLineWrapMode(
            modes.NoWrap if self.format.suffix in _COLUMNS else modes.WidgetWidth
        )
        if is_page:
            self.text.setFont(self.font())
            self.text.setHtml(_DRAWINGS.sub("", str(result)))
        else:
            self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            self.text.setPlainText(str(result))

    def _estimate_size(self, forecast: FilmEstimate, chosen: tuple[str, ExportSettings]) -> None:
        """Compute the file size in the worker, because it is slow."""

        def work(job: Job) -> object:
            return forecast.estimate_size(job.report)

        def show_size(size: object) -> None:
            self._pending = None
            if isinstance(size, int):  # writing reports errors
                self._sizes[chosen] = size
                self.note.setText(forecast.summary(size))

        self._pending = self._worker.submit(Job(work, "size"), show_size)

    def _end(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.cancel()


def _combo(choices: list[tuple[Any, str]], chosen: Any, changed: Callable[[], None]) -> QComboBox:
    combo = QComboBox()
    for value, label in choices:
        combo.addItem(label, value)
    combo.setCurrentIndex(max(0, combo.findData(chosen)))
    combo.currentIndexChanged.connect(changed)
    ignore_wheel(combo)
    return combo


def _beginning(
    format_: Format[Content], content: Content, settings: ExportSettings, report: ProgressReporter
) -> str:
    """Return the first lines of a text format without generating the rest."""
    found = b""
    for piece in islice(format_.write(content, settings, report), 1000):
        found += piece
        if len(found) > _MOST_TEXT:
            break
    text = found.decode(errors="ignore")
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}\n…"

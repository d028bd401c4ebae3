"""Dialog for an export: format, settings and preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.export_panel import ExportPanel, ExportRequest


class ExportDialog(QDialog):
    """Dialog for a format and its settings, with a preview; its owner handles the first button.

    Args:
        parent: parent window.
        worker: worker that makes the previews.
        request: content and initial choices.
        verb: text of the button that requests the export; empty for that of the system.

    Attributes:
        panel: the choices and the preview.
        buttons: buttons that request the export and cancel.
    """

    def __init__(
        self, parent: QWidget | None, worker: Worker, request: ExportRequest[Any], verb: str = ""
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(request.title)
        self.panel = ExportPanel(worker, request)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        if verb:
            save.setText(verb)
        dialogs.add_mnemonics([save])
        column = QVBoxLayout(self)
        column.addWidget(self.panel, 1)
        column.addWidget(self.buttons)
        self.buttons.rejected.connect(self.reject)
        self.panel.setFocus()


def ask_export(
    parent: QWidget,
    worker: Worker,
    request: ExportRequest[Any],
    then: Callable[[Format[Any], ExportSettings, ExportDialog], object],
) -> None:
    """Ask for a format and its settings without blocking.

    Args:
        parent: parent window.
        worker: worker that makes the previews.
        request: content and initial choices.
        then: called with the choices and the dialog, which stays open until it is accepted.
    """
    dialog = ExportDialog(parent, worker, request)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    panel = dialog.panel
    dialog.buttons.accepted.connect(lambda: then(panel.format, panel.settings, dialog))
    dialog.open()

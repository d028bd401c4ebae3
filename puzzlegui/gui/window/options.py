"""What the menus do that concerns no board: settings, help."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from puzzlegui import __version__
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.common.settings import (
    LEFT_BACK,
    LEFT_CLOCKWISE,
    MOVING,
    STILL,
    Settings,
    SettingsDialog,
)


class Options(QObject):
    """Settings that have an action of their own, the dialog with all of them, and the help."""

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings

    def choose_theme(self, mode: str) -> None:
        """Draw everything in light or dark colours, or in the system's."""
        self._settings["theme"] = mode

    def toggle_animation(self, on: bool) -> None:
        """Show moves as movements, or do not."""
        self._settings["animation"] = MOVING if on else STILL

    def toggle_left_turns(self, on: bool) -> None:
        """Turn clockwise by the left button, or back."""
        self._settings["left button"] = LEFT_CLOCKWISE if on else LEFT_BACK

    def toggle_follow_best(self, on: bool) -> None:
        """While a solver works, show each shorter solution, or offer it only."""
        self._settings["follow best"] = on

    def show_settings(self) -> None:
        """Open the dialog of settings."""
        dialog = SettingsDialog(self._settings, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_help(self) -> None:
        """Open the help."""
        self._open_help("First steps")

    def show_shortcuts(self) -> None:
        """Open the help where it lists the keys."""
        self._open_help("Keyboard shortcuts")

    def _open_help(self, page: str) -> None:
        from puzzlegui.gui.window.help import HelpWindow  # noqa: PLC0415 - not at the start

        HelpWindow(self._window).open_page(page)

    def show_about(self) -> None:
        """Say what program this is, and under which licence."""
        text = (
            f"<h3>PuzzleGUI {__version__}</h3><p>Design grid puzzles, play them, "
            "and see them solved.</p><p>Licence: MIT. The font Inter is under the SIL Open "
            "Font License.</p>"
        )
        dialogs.show_text(self._window, "About PuzzleGUI", text)

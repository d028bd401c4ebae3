"""Commands independent of the board: settings and help."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.model.settings import (
    ANIMATE_ALWAYS,
    ANIMATE_NEVER,
    LEFT_BACK,
    LEFT_CLOCKWISE,
    Settings,
)
from puzzlegui.gui.window.settings_dialog import SettingsDialog


class Options(QObject):
    """Commands that change settings and open the settings dialog and the help.

    Args:
        window: the window.
        settings: the settings.
        mode: returns the name of the window's mode.

    Signals:
        lesson_requested: name of a lesson that the user asked to open.
        restart_requested: emitted to restart the program.
    """

    lesson_requested = Signal(str)
    restart_requested = Signal()

    def __init__(self, window: QWidget, settings: Settings, mode: Callable[[], str]) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._mode = mode

    def choose_theme(self, mode: str) -> None:
        """Use light or dark colours, or follow the system."""
        self._settings["theme"] = mode

    def toggle_animation(self, on: bool) -> None:
        """Turn the animation of moves on or off."""
        self._settings["animation"] = ANIMATE_ALWAYS if on else ANIMATE_NEVER

    def toggle_left_turns(self, on: bool) -> None:
        """Let the left mouse button turn clockwise or counter-clockwise."""
        self._settings["left button"] = LEFT_CLOCKWISE if on else LEFT_BACK

    def toggle_follow_best(self, on: bool) -> None:
        """Show each shorter solution of a running solver, or only offer it."""
        self._settings["follow best"] = on

    def show_settings(self) -> None:
        """Open the settings dialog."""
        dialog = SettingsDialog(self._settings, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.restart_requested.connect(self.restart_requested)
        dialog.open()

    def show_help(self) -> None:
        """Open the help at the page on the window's mode."""
        from puzzlegui.gui.help.help_window import MODE_PAGES  # not at the start

        self._open_help(MODE_PAGES[self._mode()])

    def show_shortcuts(self) -> None:
        """Open the help at the keyboard shortcuts."""
        from puzzlegui.gui.help.help_window import KEYS  # not at the start

        self._open_help(KEYS)

    def _open_help(self, title: str) -> None:
        from puzzlegui.gui.help.help_window import HelpWindow  # not at the start

        window = HelpWindow(self._window)
        window.lesson_requested.connect(self.lesson_requested)
        window.open_page(tr(title))

    def show_about(self) -> None:
        """Open the dialog with version, system details and licences."""
        from puzzlegui.gui.help.about import AboutDialog  # not at the start

        AboutDialog(self._window).open()

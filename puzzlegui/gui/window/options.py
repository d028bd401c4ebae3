"""What the menus do that concerns no board: settings, help."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.model.settings import LEFT_BACK, LEFT_CLOCKWISE, MOVING, STILL, Settings
from puzzlegui.gui.window.settings_dialog import SettingsDialog


class Options(QObject):
    """Settings that have an action of their own, the dialog with all of them, and the help.

    Signals:
        lesson_wanted: the lesson of this name is to be opened.
    """

    lesson_wanted = Signal(str)

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
        self._open_help(first=True)

    def show_shortcuts(self) -> None:
        """Open the help where it lists the keys."""
        self._open_help(first=False)

    def _open_help(self, *, first: bool) -> None:
        from puzzlegui.gui.help import help  # noqa: A004, PLC0415 - not at the start

        window = help.HelpWindow(self._window)
        window.lesson_wanted.connect(self.lesson_wanted)
        window.open_page(tr(help.FIRST_STEPS if first else help.KEYS))

    def show_about(self) -> None:
        """Say what program this is, what it runs on, and under which licences."""
        from puzzlegui.gui.help.about import AboutDialog  # noqa: PLC0415 - not at the start

        AboutDialog(self._window).open()

"""What the program remembers: one table of settings, kept in an INI file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, Signal

from puzzlegui.gui.theme import MODES, SYSTEM


@dataclass(frozen=True)
class Setting:
    """One thing a user can choose.

    Attributes:
        name: its key.
        default: its value until it is changed; also says its type.
        help: what it does, in a sentence.
        choices: the only values allowed, if they are few.
    """

    name: str
    default: str | float | bool
    help: str
    choices: tuple[Any, ...] = ()


SPEEDS: tuple[float, ...] = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 0.0)
"""Speeds of playback, 1 being two and a half moves a second; 0 stands for instant."""

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("theme", SYSTEM, "Light, dark, or as the system is.", MODES),
        Setting("speed", 1.0, "Speed of playback.", SPEEDS),
        Setting("left button clockwise", False, "The left mouse button turns clockwise."),
        Setting("animation", True, "Show turns, slides and jumps as movements."),
        Setting("folder", "", "Folder last opened or saved in."),
        Setting("recent", "", "Files opened or saved last, a line each."),
        Setting("solver/rotation", "auto", "Solver last used for rotation boards."),
        Setting("solver/sliding", "auto", "Solver last used for sliding boards."),
        Setting("solver/maze", "auto", "Solver last used for mazes."),
    )
}


class Settings(QObject):
    """The settings of this user; an unreadable or outdated value counts as the default."""

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
        self.path = f"{folder}/puzzlegui.ini"
        self._store = QSettings(self.path, QSettings.Format.IniFormat)

    def __getitem__(self, name: str) -> Any:
        setting = SETTINGS[name]
        raw: Any = self._store.value(name, setting.default)
        value: Any
        if isinstance(setting.default, bool):
            value = str(raw).lower() == "true"
        elif isinstance(setting.default, float):
            try:
                value = float(raw)
            except (TypeError, ValueError):
                value = setting.default
        else:
            value = str(raw)
        return value if not setting.choices or value in setting.choices else setting.default

    def __setitem__(self, name: str, value: Any) -> None:
        if value != self[name]:
            self._store.setValue(name, value)
            self.changed.emit(name)

    def window(self, key: str) -> QByteArray | None:
        """The remembered geometry or state of a window."""
        value = self._store.value(f"window/{key}")
        return value if isinstance(value, QByteArray) else None

    def keep_window(self, key: str, value: QByteArray) -> None:
        self._store.setValue(f"window/{key}", value)

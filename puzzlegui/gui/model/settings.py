"""Settings of the program: a table of their names and defaults, and their storage."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from PySide6.QtCore import QByteArray, QObject, QTimer, Signal

from puzzlegui.core.language import LANGUAGES, Translatable, TranslatableChoices, translated_fields
from puzzlegui.core.locks import TIMEOUT
from puzzlegui.core.notation import STANDARD
from puzzlegui.core.settingsfile import SettingsFile
from puzzlegui.documents.board_id import LINK_SETTING
from puzzlegui.families.notation import TITLES
from puzzlegui.families.registry import FAMILIES
from puzzlegui.render.style import LETTERS, NAMES, NO_LABELS, NUMBERS, SYMBOLS
from puzzlegui.solvers import table_store

MAX_VALUE = table_store.MAX_LIMIT_MIB
"""Maximum value of a numeric setting."""


@translated_fields
@dataclass(frozen=True)
class Setting:
    """Definition of a setting.

    Attributes:
        name: key.
        default: default value, which also determines the type.
        help: description in a sentence.
        choices: allowed values with their labels; empty if any value is allowed.
        title: label in the dialog; empty if the setting is not in the dialog.
        zero_label: meaning of 0, for a number.
        unit: unit of a number.
        group: heading above the setting and its successors; empty within a group.
    """

    name: str
    default: str | float | bool | int
    help: Translatable
    choices: TranslatableChoices = ()
    title: Translatable = ""
    zero_label: Translatable = ""
    unit: Translatable = ""
    group: Translatable = ""

    def read(self, raw: Any) -> Any:
        """Return the value of a stored text; the default if it is invalid."""
        value: Any
        if raw is None:
            return self.default
        if isinstance(self.default, bool):
            value = str(raw).lower() == "true"
        elif isinstance(self.default, int | float):
            try:
                value = type(self.default)(raw)
            except (TypeError, ValueError, OverflowError):
                return self.default
            if not 0 <= value <= MAX_VALUE:
                return self.default
        else:
            value = str(raw)
        allowed = [choice for choice, _ in self.choices]
        return value if not allowed or value in allowed else self.default


SPEEDS: tuple[float, ...] = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 0.0)
"""Playback speeds relative to two and a half moves per second; 0 means instant."""
SYSTEM, LIGHT_MODE, DARK_MODE = "system", "light", "dark"
TEXT_SIZES = 100, 115, 130, 150, 175
"""Sizes of text in percent of the desktop's."""
ANIMATE_ALWAYS, ANIMATE_NEVER = "true", "false"
"""Values of the setting "animation", kept from when it was a boolean."""
LEFT_BACK, LEFT_CLOCKWISE = "counterclockwise", "clockwise"

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(
            "language", "", "Language of the program, from the next start on.",
            (("", "system default"), *LANGUAGES.items()), "Language",
            group="Appearance",
        ),
        Setting(
            "theme", SYSTEM, "Light, dark, or the system theme.",
            ((SYSTEM, "system default"), (LIGHT_MODE, "light"), (DARK_MODE, "dark")), "Theme",
        ),
        Setting(
            "text size", TEXT_SIZES[0], "Size of the text in all windows.",
            tuple((percent, f"{percent} %") for percent in TEXT_SIZES), "Text size",
        ),
        Setting(
            "labels", NAMES, "Text on the tiles.",
            (
                (NAMES, "names or numbers"), (NUMBERS, "numbers"), (LETTERS, "letters"),
                (SYMBOLS, "symbols"), (NO_LABELS, "nothing"),
            ),
            "On the tiles",
        ),
        Setting(
            "animation", SYSTEM, "Animate turns, slides and jumps.",
            ((SYSTEM, "system default"), (ANIMATE_ALWAYS, "always"), (ANIMATE_NEVER, "never")),
            "Animate moves",
        ),
        Setting(
            "speed", 1.0, "Speed of playback.",
            tuple((speed, f"{speed:g}×" if speed else "instant") for speed in SPEEDS), "Speed",
            group="Moves",
        ),
        Setting(
            "notation", STANDARD.name,
            "Notation for moves. Boards without it use the standard notation.",
            tuple(TITLES.items()), "Notation",
        ),
        Setting("goal marks", False, "Mark the cells that differ from the goal."),
        Setting(
            "left button", LEFT_BACK, "Direction in which the left mouse button turns a block.",
            ((LEFT_BACK, "counter-clockwise"), (LEFT_CLOCKWISE, "clockwise")),
            "Left button turns",
        ),
        Setting(
            "seconds", 0, "Time limit for solving, in seconds.", title="Time limit",
            zero_label="no limit", unit=" s", group="Solving",
        ),
        Setting(
            "memory", 0, "Memory limit for the solver, in MiB.",
            title="Memory limit", zero_label="half of RAM", unit=" MiB",
        ),
        Setting(
            "threads", 0,
            "Number of threads in which a solver searches. Automatic: all processors but one, "
            "and at least two.",
            title="Threads", zero_label="automatic",
        ),
        Setting(
            "follow best", True,
            "Show each shorter solution as it is found, unless you are partway "
"through the current one.",
            title="Show the best solution so far",
        ),
        Setting(
            table_store.LIMIT_SETTING, table_store.DEFAULT_LIMIT_MIB,
            "Disk space that precomputed tables of solvers may take, in MiB.",
            title="Disk space for tables", zero_label="any size", unit=" MiB",
        ),
        Setting("limits shown", False, "Show the limits of solvers: time, length, memory."),
        Setting(
            "last board", True, "Reopen the last board when the program starts.",
            title="Open the last board", group="Startup",
        ),
        Setting("tour", True, "Show the tour when the program starts.", title="Show the tour"),
        Setting("last file", "", "File of the board that was open last; empty if it was in none."),
        Setting("new", "", "Family of the new board made last."),
        Setting("new/set", "", "Family, size and lengths of the set of puzzles made last."),
        *(
            Setting(f"new/{family}", "", f"Size and kind of the new {family} board made last.")
            for family in FAMILIES
        ),
        Setting(
            LINK_SETTING, "",
            "Address of the page that plays the board of a link, such as play.html on a site.",
        ),
        Setting("study files", "", "Results files chosen for studies, by study, in JSON."),
        Setting("kiosk", "", "Settings of the kiosk started last, except for its PIN, in JSON."),
        Setting("export format", "play-page", "Format last exported in."),
        Setting("folder", "", "Folder last opened or saved in."),
        Setting("recent", "", "Files opened or saved last, a line each."),
        *(
            Setting(f"solver/{family}", "auto", f"Solver last used for {family} boards.")
            for family in FAMILIES
        ),
    )
}  # fmt: skip


class _ChangeNotifier(QObject):
    """Notifies all windows of a changed setting."""

    changed = Signal(str)


@cache
def _notifier() -> _ChangeNotifier:
    return _ChangeNotifier()


_files: WeakValueDictionary[Path, SettingsFile] = WeakValueDictionary()
"""Settings files of open windows by folder, so that windows share changes."""
_CLOSING = 2.0
"""Seconds to wait for other processes while a window closes."""
_WRITTEN_AFTER = 500
"""Delay in milliseconds before a change is written."""


class Settings(QObject):
    """Settings stored in a folder; an unreadable or invalid value counts as the default.

    Signals:
        changed: emitted with the name of a setting changed in any window.
    """

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = _files.get(folder) or SettingsFile(folder)
        _files[folder] = self._file
        self._late = QTimer(self, singleShot=True, interval=_WRITTEN_AFTER)
        self._late.timeout.connect(self._write_late)
        self.changed = _notifier().changed

    def __getitem__(self, name: str) -> Any:
        return SETTINGS[name].read(self._file.get(name))

    def __setitem__(self, name: str, value: Any) -> None:
        if value != self[name]:
            self._put(name, value)
            self.changed.emit(name)

    def change(self, name: str, change: Callable[[Any], Any]) -> None:
        """Change a setting that several processes add to, such as a list of files.

        Args:
            name: the setting.
            change: returns the new value for an old one, here and again in the file.
        """
        setting, before = SETTINGS[name], self[name]
        self._file.change(name, lambda raw: change(setting.read(raw)))
        self._late.start()
        if self[name] != before:
            self.changed.emit(name)

    def window_state(self, key: str) -> QByteArray | None:
        """Return the remembered geometry or state of a window."""
        value = self._file.get(f"window/{key}")
        return QByteArray.fromBase64(value.encode()) if isinstance(value, str) else None

    def set_window_state(self, key: str, value: QByteArray) -> None:
        self._put(f"window/{key}", bytes(value.toBase64().data()).decode())

    def _put(self, name: str, value: Any) -> None:
        self._file.put(name, value)
        self._late.start()

    def _write_late(self) -> None:
        """Write in a thread, because a disk may be slow or not respond."""
        threading.Thread(target=_write, args=(self._file,), name="settings", daemon=True).start()

    def write(self) -> None:
        """Write changes to disk now instead of after the delay."""
        self._late.stop()
        _write(self._file, _CLOSING)


def _write(file: SettingsFile, timeout: float = TIMEOUT) -> None:
    with suppress(OSError):  # which was reported; the changes are written with the next ones
        file.write(timeout)

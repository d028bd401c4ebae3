"""The system's preference for reduced motion."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache, partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from puzzlegui.gui.desktop import dbus as desktop_bus
from puzzlegui.gui.model.settings import ANIMATE_ALWAYS, SYSTEM, Settings

_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_INTERFACE = "org.freedesktop.portal.Settings"
_KEYS: Mapping[tuple[str, str], Callable[[object], bool]] = {
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: not value,
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
}
"""Desktop settings on Linux, each with a test of its value for reduced motion."""


class ReducedMotion(QObject):
    """The system's preference for reduced motion, queried directly since Qt does not provide it.

    Attributes:
        reduced: True if animations should be omitted.

    Signals:
        changed: emitted when ``reduced`` changes.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reduced = False
        self._answers: dict[object, bool] = {}
        self._unanswered: set[object] = set()

    def follow(self) -> None:
        """Query now, and whenever the application becomes active."""
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._state_changed)
        self.query()

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.query()

    def query(self) -> None:
        """Query the system; the answer may arrive later or never."""
        if sys.platform == "win32":
            self.set_answer("windows", reduced=_reduced_on_windows())
        elif sys.platform.startswith("linux"):
            self._ask_portal()

    def set_answer(self, source: object, *, reduced: bool) -> None:
        """Store the answer of a source; motion is reduced if any source requests it."""
        self._answers[source] = reduced
        now = any(self._answers.values())
        if now != self.reduced:
            self.reduced = now
            self.changed.emit()

    def _ask_portal(self) -> None:
        for source, is_reduced in _KEYS.items():
            if source not in self._unanswered:
                answered = partial(self._answered, source, is_reduced)
                if desktop_bus.call_method(self, (*_PORTAL, _INTERFACE, "Read"), source, answered):
                    self._unanswered.add(source)

    def _answered(
        self,
        source: tuple[str, str],
        is_reduced: Callable[[object], bool],
        found: list[object] | None,
    ) -> None:
        self._unanswered.discard(source)
        if found:
            value = found[0]
            while hasattr(value, "variant"):
                value = value.variant()
            self.set_answer(source, reduced=is_reduced(value))


def _reduced_on_windows() -> bool:
    """Return True if *Animation effects* are off."""
    if sys.platform != "win32":
        return False
    import ctypes  # for Windows alone

    wanted = ctypes.c_int(1)
    get_client_area_animation = 0x1042
    known = ctypes.windll.user32.SystemParametersInfoW(
        get_client_area_animation, 0, ctypes.byref(wanted), 0
    )
    return bool(known) and not wanted.value


@cache
def system_reduced_motion() -> ReducedMotion:
    """Return the preference shared by all windows."""
    return ReducedMotion()


def animations_enabled(settings: Settings) -> bool:
    """Return True if moves are animated."""
    choice = settings["animation"]
    return not system_reduced_motion().reduced if choice == SYSTEM else choice == ANIMATE_ALWAYS

"""Setup of Qt for drawing: an application, and the program's fonts."""

from __future__ import annotations

import os
import sys
from functools import cache

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase, QGuiApplication

from puzzlegui import assets


@cache  # keeps a reference
def ensure_application() -> QGuiApplication:
    """Return the running Qt application, or a new one without a display."""
    application = QGuiApplication.instance()
    if not isinstance(application, QGuiApplication):
        use_utf8_locale()
        # Not through the environment, which child processes would inherit.
        application = QGuiApplication([*sys.argv[:1], "-platform", "offscreen"])
    load_fonts()
    return application


def use_utf8_locale() -> None:
    """Replace the locale ``C`` by ``C.UTF-8``; Qt would do so with a warning."""
    if not sys.platform.startswith("linux"):
        return
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    name = next((name for name in names if os.environ.get(name)), "LC_CTYPE")
    if os.environ.get(name, "C") in ("C", "POSIX"):
        os.environ["LC_CTYPE" if name == "LANG" else name] = "C.UTF-8"


@cache
def load_fonts() -> None:
    """Register the program's fonts with Qt, once."""
    for name in assets.names("fonts", ".otf"):
        QFontDatabase.addApplicationFontFromData(
            QByteArray(assets.read_bytes("fonts", f"{name}.otf"))
        )

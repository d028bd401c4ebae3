"""What drawing needs before it begins: an application, and the program's fonts."""

from __future__ import annotations

import os
import sys
from functools import cache

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase, QGuiApplication

from puzzlegui import assets


@cache  # keeps it alive
def ensure_application() -> QGuiApplication:
    """A Qt application to draw with: the one that runs, or a new one without a display."""
    application = QGuiApplication.instance()
    if not isinstance(application, QGuiApplication):
        use_utf8_locale()
        # Not by the environment, which processes that this one starts would inherit.
        application = QGuiApplication([*sys.argv[:1], "-platform", "offscreen"])
    load_fonts()
    return application


def use_utf8_locale() -> None:
    """Take the locale ``C`` as its UTF-8 form, as Qt does by itself, but with a warning."""
    if not sys.platform.startswith("linux"):
        return
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    name = next((name for name in names if os.environ.get(name)), "LC_CTYPE")
    if os.environ.get(name, "C") in ("C", "POSIX"):
        os.environ["LC_CTYPE" if name == "LANG" else name] = "C.UTF-8"


@cache  # once is enough
def load_fonts() -> None:
    """Make the program's fonts known to Qt."""
    for name in assets.names("fonts", ".otf"):
        QFontDatabase.addApplicationFontFromData(
            QByteArray(assets.read_bytes("fonts", f"{name}.otf"))
        )

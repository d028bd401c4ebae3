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
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        application = QGuiApplication(sys.argv[:1])
    load_fonts()
    return application


@cache  # once is enough
def load_fonts() -> None:
    """Make the program's fonts known to Qt."""
    for name in assets.names("fonts", ".otf"):
        QFontDatabase.addApplicationFontFromData(
            QByteArray(assets.read_bytes("fonts", f"{name}.otf"))
        )

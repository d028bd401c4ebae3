"""Starting the window."""

from __future__ import annotations

import logging
import os
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from puzzlegui import __version__
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.folders import Folders

_ASK_MS = 300
"""After the start, the system is asked for what can wait."""
_log = logging.getLogger(__name__)


def display_problem() -> str:
    """Why no window can be opened here, empty if one can (as far as can be told beforehand).

    Qt aborts the process where it finds no display; a message is better.
    """
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if not display:
        return "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
    import socket  # noqa: PLC0415 - for X11 alone

    host, _, number = display.rpartition(":")
    if host not in ("", "unix"):
        return ""
    name = f"/tmp/.X11-unix/X{number.partition('.')[0]}"  # noqa: S108 - X11's own place
    for address in (name, f"\0{name}"):
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(address)
            except OSError:
                continue
            return ""
    return f"the display {display} cannot be reached"


def make_application() -> QApplication:
    """The application object, with names, fonts and icon, ready for windows."""
    QCoreApplication.setApplicationName("puzzlegui")
    QCoreApplication.setApplicationVersion(__version__)
    running = QApplication.instance()
    if isinstance(running, QApplication):
        application = running
    else:
        application = QApplication(sys.argv[:1])
        application.setApplicationDisplayName("PuzzleGUI")
        application.setDesktopFileName("puzzlegui")
        # Searches in Python share the interpreter with the window; let it in quickly.
        sys.setswitchinterval(0.0002)
    from puzzlegui.gui.common.theme import prepare_application, theme  # noqa: PLC0415 - needs it to exist

    prepare_application(application)
    theme().follow_system()
    return application


def run(loaded: Loaded | None, folders: Folders) -> int:
    """Open the window with a document and return the exit status when all windows are closed."""
    if problem := display_problem():
        print(f"puzzlegui: {problem}", file=sys.stderr)  # noqa: T201 - there is no window
        return 2
    application = make_application()
    install_exception_hooks()
    from puzzlegui.gui.common.movements import system_movements  # noqa: PLC0415 - as Program
    from puzzlegui.gui.program import Program  # noqa: PLC0415 - after the application

    program = Program(folders)
    program.open_window(loaded)
    _log.info("PuzzleGUI %s has opened its window on %s", __version__, application.platformName())
    QTimer.singleShot(0, program.offer_recovery)
    QTimer.singleShot(_ASK_MS, system_movements().follow)
    return application.exec()


def install_exception_hooks() -> None:
    """Log what went wrong, show it in a window that can be copied from, and go on."""

    def show(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        _log.critical("an error nobody expected", exc_info=(kind, error, where))
        report = "".join(traceback.format_exception(kind, error, where))
        QTimer.singleShot(0, lambda: _report(str(error), report))

    def show_from_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            show(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = show
    threading.excepthook = show_from_thread


def _report(message: str, details: str) -> None:
    from puzzlegui.gui.common.dialogs import quote  # noqa: PLC0415 - after the application

    box = QMessageBox(
        QMessageBox.Icon.Critical,
        "PuzzleGUI",
        "Something went wrong that should not have. You can go on, but save your board first.",
    )
    box.setInformativeText(message)
    box.setDetailedText(details)
    quote(box)
    box.exec()

"""Starting the window."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from puzzlegui import __version__
from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.presets import PREFIX

if TYPE_CHECKING:
    from puzzlegui.gui.main_window import MainWindow


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
        sys.setswitchinterval(0.001)
    from puzzlegui.gui.common import windows  # noqa: PLC0415 - needs it to exist
    from puzzlegui.gui.common.theme import prepare_application, theme  # noqa: PLC0415 - as above

    prepare_application(application)
    theme().follow_system()
    windows.open_by(open_window)
    return application


def run(name: str, document: Board | Solution | None) -> int:
    """Open the window with a document and return the exit status when it is closed."""
    if problem := display_problem():
        print(f"puzzlegui: {problem}", file=sys.stderr)  # noqa: T201 - there is no window
        return 2
    application = make_application()
    install_exception_hooks()
    path = None if name.startswith(PREFIX) or name == "-" else Path(name)
    open_window(document, path)
    QTimer.singleShot(0, offer_recovery)
    return application.exec()


def offer_recovery() -> None:
    """Ask about work that a crash has left unsaved, if there is any."""
    from puzzlegui.gui.common import dialogs  # noqa: PLC0415 - after the application
    from puzzlegui.gui.files import recovery  # noqa: PLC0415 - after the application

    left = list(recovery.unsaved())
    if not left:
        return

    def answered(restore: bool) -> None:
        for work in left:
            if restore:
                open_window().document().recover(work.board, work.path)
            work.forget()

    (window,) = open_windows()[:1]
    dialogs.ask_recover(window, [work.describe() for work in left], answered)


_WINDOWS: set[MainWindow] = set()
"""Those that are open, which nothing else holds."""


def open_windows() -> list[MainWindow]:
    """The windows that are open."""
    return list(_WINDOWS)


def open_window(document: Board | Solution | None = None, path: Path | None = None) -> MainWindow:
    """Show another window, with a document if one is given."""
    from puzzlegui.gui.main_window import MainWindow  # noqa: PLC0415 - after the application

    window = MainWindow(document.board if isinstance(document, Solution) else None)
    _WINDOWS.add(window)

    def forget() -> None:
        _WINDOWS.discard(window)
        window.deleteLater()

    window.closed.connect(forget)
    if isinstance(document, Board):
        window.filing.open_document(document, path)
    window.show()
    if isinstance(document, Solution):  # with the window behind it, since replaying may take long
        window.filing.open_document(document, path)
    return window


def install_exception_hooks() -> None:
    """Show what went wrong in a window that can be copied from, and go on."""

    def show(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        report = "".join(traceback.format_exception(kind, error, where))
        sys.stderr.write(report)
        QTimer.singleShot(0, lambda: _report(str(error), report))

    def show_from_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            show(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = show
    threading.excepthook = show_from_thread


def _report(message: str, details: str) -> None:
    box = QMessageBox(
        QMessageBox.Icon.Critical,
        "PuzzleGUI",
        "Something went wrong that should not have. You can go on, but save your board first.",
    )
    box.setInformativeText(message)
    box.setDetailedText(details)
    box.exec()

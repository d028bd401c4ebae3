"""Start of the program with a window."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QTimer,
    QTranslator,
    Signal,
)
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from puzzlegui import interrupts
from puzzlegui.core.language import current_language, tr
from puzzlegui.crashes import CrashRecorder
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.engine.runner.pool import POOL
from puzzlegui.folders import Folders
from puzzlegui.gui.kiosk.kiosk_file import Exhibition, KioskFile
from puzzlegui.render.qt_setup import use_utf8_locale
from puzzlegui.version import __version__

if TYPE_CHECKING:
    from puzzlegui.gui.main_window import MainWindow

_M_MMAP_THRESHOLD, _LARGE = -3, 1 << 20
"""A parameter of glibc's ``mallopt``, and its value: bytes."""
RESTART = -1
"""Status of ``run`` if the program is to start again."""
_ASK_MS = 300
"""Milliseconds after the start until less urgent tasks begin."""
_log = logging.getLogger(__name__)


def display_problem() -> str:
    """Return the reason why no window can be opened; empty if none is known.

    Qt aborts the process if it finds no display; a message is better.
    """
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if not display:
        return tr("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    import socket  # for X11 alone

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
    return tr("the display {display} cannot be reached").format(display=display)


class Application(QApplication):
    """Application that handles requests of macOS to open files.

    Signals:
        file_requested: emitted with the name of a file to open.
    """

    file_requested = Signal(str)

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_requested.emit(event.file())
            return True
        return super().event(event)


def make_application(recorder: CrashRecorder | None = None) -> QApplication:
    """Return the application object with names, fonts and icon.

    Args:
        recorder: records the messages of Qt before it aborts.
    """
    QCoreApplication.setApplicationName("puzzlegui")
    QCoreApplication.setApplicationVersion(__version__)
    running = QApplication.instance()
    if isinstance(running, QApplication):
        application = running
    else:
        from puzzlegui.gui.exception_hooks import log_qt_messages  # where the application is made

        log_qt_messages(recorder)
        use_utf8_locale()
        application = Application(sys.argv[:1])
        application.setApplicationDisplayName("PuzzleGUI")
        application.setDesktopFileName("puzzlegui")
    release_large_blocks()
    from puzzlegui.gui.style.theme import prepare_application, theme  # needs it to exist
    from puzzlegui.gui.widgets.enter_key import EnterPressesButtons  # as above

    translate_qt(application)
    prepare_application(application)
    EnterPressesButtons(application)
    theme().follow_system()
    return application


def release_large_blocks() -> None:
    """Make the C library return large freed blocks of memory to the system.

    By default, glibc raises its threshold for that: after ten minutes of exporting pictures and
    films, a window would hold 700 MB of unused memory.
    """
    if sys.platform == "linux":
        import ctypes  # for Linux alone

        with suppress(AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def translate_qt(application: QApplication) -> None:
    """Translate Qt's own texts, such as those of standard buttons."""
    for old in application.findChildren(QTranslator):
        application.removeTranslator(old)
        old.deleteLater()
    QLocale.setDefault(QLocale(current_language()))
    translator = QTranslator(application)
    place = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{current_language()}", place):
        application.installTranslator(translator)


def run(
    loaded: Loaded | None, folders: Folders, on_opened: Callable[[MainWindow], None] | None = None
) -> int:
    """Open the window and return the exit status when all windows are closed.

    Args:
        loaded: document to open, if any.
        folders: folders of settings, data and log.
        on_opened: called with the window at once.

    Returns:
        The exit status; ``RESTART`` if the user asked to start the program again.
    """
    if not _can_open_window():
        return 2
    recorder = CrashRecorder(folders.log)
    application = make_application(recorder)
    from puzzlegui.gui.exception_hooks import ExceptionHooks  # as Program

    failures = ExceptionHooks(recorder, folders.log)
    failures.install()
    from puzzlegui.gui.desktop.reduced_motion import system_reduced_motion  # as Program
    from puzzlegui.gui.program import Program  # after the application

    program = Program(folders)
    if isinstance(application, Application):
        application.file_requested.connect(program.open_file)
    window = program.open_window(loaded)
    if on_opened is not None:
        on_opened(window)
    elif loaded is not None and not loaded.plain:
        window.files.importer.change_reading()
    _log_start(application)
    QTimer.singleShot(0, program.offer_recovery)
    QTimer.singleShot(_ASK_MS, failures.show_previous_crash_report)
    QTimer.singleShot(_ASK_MS, system_reduced_motion().follow)
    QTimer.singleShot(_ASK_MS, program.remove_leftovers)
    QTimer.singleShot(_ASK_MS, POOL.keep_warm)
    status = _execute(application, recorder)
    return RESTART if program.restarting else status


def run_kiosk(exhibition: Exhibition, file: KioskFile) -> int:
    """Open the window of a kiosk and return the exit status when it is closed.

    Args:
        exhibition: boards and options.
        file: keeps the progress.
    """
    if not _can_open_window():
        return 2
    recorder = CrashRecorder(exhibition.folders.log)
    application = make_application(recorder)
    from puzzlegui.gui.exception_hooks import ExceptionHooks  # as above

    failures = ExceptionHooks(recorder, exhibition.folders.log, shows_errors=False)
    failures.install()
    from puzzlegui.gui.desktop.reduced_motion import system_reduced_motion  # as above
    from puzzlegui.gui.kiosk.window import KioskWindow  # as above

    window = KioskWindow(exhibition, file)
    window.showFullScreen()
    window.raise_()
    window.activateWindow()  # another window has started it
    _log_start(application)
    QTimer.singleShot(_ASK_MS, system_reduced_motion().follow)
    return _execute(application, recorder)


def _can_open_window() -> bool:
    """Return True if there is a display; otherwise print the reason."""
    problem = display_problem()
    if problem:
        print(tr("puzzlegui: {problem}").format(problem=problem), file=sys.stderr)
    return not problem


def _log_start(application: QApplication) -> None:
    _log.info("PuzzleGUI %s has opened its window on %s", __version__, application.platformName())


def _execute(application: QApplication, recorder: CrashRecorder) -> int:
    """Process events until all windows are closed."""
    # Qt drops what Python raises in its callbacks; unsaved work is recovered at the next start.
    with interrupts.default_handlers():
        status = application.exec()
    recorder.close()
    return status

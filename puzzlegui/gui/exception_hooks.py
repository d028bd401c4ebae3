"""Hooks for uncaught exceptions and Qt messages: log, record and show them."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import (
    QLibraryInfo,
    QMessageLogContext,
    QObject,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from puzzlegui import crashes, missing_libraries
from puzzlegui.core.language import tr
from puzzlegui.crashes import CrashRecorder, CrashReport
from puzzlegui.gui.help.report_dialog import CURRENT_ERROR, PREVIOUS_CRASH, ReportDialog

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_UNUSABLE = 2
"""Exit status if no window can be opened."""
_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("puzzlegui.qt")


def log_qt_messages(recorder: CrashRecorder | None = None) -> None:
    """Log the messages of Qt and record a fatal message before Qt aborts.

    Args:
        recorder: records fatal messages.
    """

    def heard(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        problem = _platform_problem(text) if kind == QtMsgType.QtFatalMsg else ""
        if problem:
            print(f"puzzlegui: {problem}", file=sys.stderr, flush=True)
            if recorder is not None:
                recorder.close()
            os._exit(_UNUSABLE)  # Qt would abort
        _qt_log.log(_LEVELS[kind], "%s", text)
        if recorder is not None and kind == QtMsgType.QtFatalMsg:
            stack = "".join(traceback.format_stack()[:-1])
            recorder.record(f"Qt ended the program: {text}\n{stack}")

    qInstallMessageHandler(heard)


def _platform_problem(text: str) -> str:
    """Return an explanation of a fatal message about the platform plugin; empty for others."""
    if "platform plugin" not in text:
        return ""
    wanted = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
    for name in [wanted] if wanted else ["xcb", "wayland"]:
        plugin = folder / f"libq{name}.so"
        if not plugin.is_file():
            continue
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            if said := missing_libraries.install_hint(error):
                return tr("no window can be opened. {reason}").format(reason=said)
    said = text.splitlines()[0]
    return tr("no window can be opened. Qt says: {said}").format(said=said)


class ExceptionHooks(QObject):
    """Records and shows uncaught exceptions of any thread, and lets the program continue.

    Args:
        recorder: writes crash reports.
        folder: folder of reports and log.
        shows_errors: if false, errors are recorded only, as a kiosk has no dialogs.
    """

    _failed = Signal(str)

    def __init__(self, recorder: CrashRecorder, folder: Path, *, shows_errors: bool = True) -> None:
        super().__init__()
        self._recorder, self._folder = recorder, folder
        self._dialog: ReportDialog | None = None
        if shows_errors:
            self._failed.connect(self._show_error)  # queued to the GUI thread

    def install(self) -> None:
        """Install the hooks."""
        sys.excepthook = self._caught
        threading.excepthook = self._caught_in_thread
        sys.unraisablehook = self._caught_unraisable

    def _caught(
        self, kind: type[BaseException], error: BaseException, where: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        _log.critical("an error nobody expected", exc_info=(kind, error, where))
        text = "".join(traceback.format_exception(kind, error, where))
        self._recorder.record(text)
        self._failed.emit(text)

    def _caught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._caught(args.exc_type, args.exc_value, args.exc_traceback)

    def _caught_unraisable(self, args: Any) -> None:
        """Log an error in a finalizer, which affects nothing that the user sees."""
        if args.exc_value is not None:
            what = args.err_msg or "an error that Python can only tell of"
            where = (args.exc_type, args.exc_value, args.exc_traceback)
            _log.error("%s: %r", what, args.object, exc_info=where)

    # --- reports ---

    def _show_error(self, text: str) -> None:
        """Show an error of this run."""
        if self._dialog is None:
            self._show(CURRENT_ERROR, text)
        else:
            self._dialog.add(text)

    def show_previous_crash_report(self) -> None:
        """Show the reports of processes that have crashed."""
        reports = crashes.pending_reports(self._folder)
        if not reports:
            return

        log = crashes.log_lines(self._folder)
        text = "\n\n".join(report.text.strip() for report in reports)
        if log:
            text += f"\n\nThe last lines of the log:\n{log}"
        _log.info("%d reports of crashes are shown", len(reports))
        self._show(PREVIOUS_CRASH, text, reports)

    def _show(self, heading: str, text: str, reports: Sequence[CrashReport] = ()) -> None:
        """Show a report; it is removed when the dialog is closed."""
        dialog = ReportDialog(heading, text)
        self._dialog = dialog

        def closed() -> None:
            for report in reports:
                report.remove()
            self._recorder.discard()  # of this run, which may have been written meanwhile
            if self._dialog is dialog:  # this closure would keep it until Qt deletes it
                self._dialog = None

        dialog.finished.connect(closed)
        dialog.show()

"""Commands that lock and unlock the hints and solutions of a board."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import (
    has_pin,
    lock_for,
    lock_for_pin,
    lock_of,
    new_key,
    opens,
    with_lock,
)
from puzzlegui.documents.keyfile import SUFFIX, read_key, write_key
from puzzlegui.gui.desktop.paths import default_directory, safe_filename
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.gui.widgets.side_window import SideWindow, leave_side_windows_then


class LockCommands(QObject):
    """Locks and unlocks the board of a window; both are edits, kept when the board is saved.

    Args:
        window: parent of the dialogs.
        session: session with the board.
        files: file commands, which show messages.
    """

    def __init__(self, window: QWidget, session: Session, files: FileCommands) -> None:
        super().__init__(window)
        self._window, self._session, self._files = window, session, files

    def lock(self) -> None:
        """Lock the board with a PIN, a new key saved in a file, or the key in a file."""
        answer = dialogs.ask_lock(self._window)
        if answer == dialogs.PIN:
            pin = dialogs.ask_new_pin(self._window)
            lock = lock_for_pin(pin) if pin else ""
        elif answer:
            key = self._save_new_key() if answer == dialogs.NEW_KEY else self._read_key()
            lock = lock_for(key) if key else ""
        else:
            return
        if lock:
            leave_side_windows_then(self._window, lambda: self._lock_with(lock))

    def unlock(self) -> None:
        """Ask for the PIN or the key file, and remove the lock."""
        lock = lock_of(self._session.board)
        secret = dialogs.ask_pin(self._window) if has_pin(lock) else self._read_key()
        if not secret:
            return
        if not opens(lock, secret):
            text = tr("This key belongs to another lock. Choose the key file of this board.")
            if has_pin(lock):
                text = tr("This is not the PIN of this board.")
            dialogs.show_problem(self._window, tr("Could not unlock the board"), text)
            return
        self._session.document.unlock(tr("unlock hints and solutions"))
        self._files.message.emit(tr("Unlocked. Save the board to keep it unlocked."))

    def _lock_with(self, lock: str) -> None:
        session = self._session
        for beside in self._window.findChildren(SideWindow):  # which may show a solution
            beside.close()
        with session.changing():
            session.runs.stop()
            if session.mode.name == SOLUTION:
                session.choose_mode(PLAY)
            session.document.edit(with_lock(session.board, lock), tr("lock hints and solutions"))
            session.document.exclude_solution()
            session.show_hint(None)
        self._files.message.emit(tr("Locked. Save the board to keep the lock."))

    def _save_new_key(self) -> str:
        """Save a new key in a file chosen by the user; return it, or an empty text if cancelled."""
        session, title = self._session, tr("Save the key")
        name = safe_filename(session.board.title or tr("Untitled board"))
        suggested = default_directory(session.settings) / f"{name}{SUFFIX}"
        path = dialogs.ask_save_path(self._window, title, suggested, {SUFFIX: tr("Keys")})
        if path is None:
            return ""
        key = new_key()

        def work(_job: Job) -> str:
            write_key(path, key)
            return key

        result = run_modal(self._window, Job(work, tr("Saving {file}…").format(file=path.name)))
        if isinstance(result, BaseException):
            text = write_problem(result, path)
            dialogs.show_problem(self._window, tr("Could not save the key"), text)
        return result if isinstance(result, str) else ""  # None if cancelled

    def _read_key(self) -> str:
        """Read the key in a file chosen by the user; return an empty text if there is none."""
        path = dialogs.ask_key_path(self._window, str(default_directory(self._session.settings)))
        if path is None:
            return ""
        job = Job(lambda _job: read_key(path), tr("Reading {file}…").format(file=path.name))
        result = run_modal(self._window, job)
        if isinstance(result, str):
            return result
        if isinstance(result, PuzzleError):
            dialogs.show_problem(self._window, tr("Could not read the key"), as_sentence(result))
        return ""

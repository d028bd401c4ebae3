"""Start of a kiosk from the main window, in processes of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import lock_for_pin
from puzzlegui.documents.loading import expand_books
from puzzlegui.folders import Folders
from puzzlegui.gui.desktop.programs import start_detached
from puzzlegui.gui.kiosk.kiosk_file import WATCHER, Exhibition, KioskFile
from puzzlegui.gui.kiosk.sheet import KioskRequest, KioskSheet
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal


def ask_for_kiosk(
    window: QWidget, session: Session, folders: Folders, on_started: Callable[[], object]
) -> None:
    """Open the sheet of a kiosk, which starts it.

    Args:
        window: parent of the sheet.
        session: session with the board.
        folders: folders of settings, unsaved work and log, which the kiosk uses, too.
        on_started: called when the kiosk starts; it is shown some seconds later.
    """
    board = session.document.valid_board

    def start(request: KioskRequest) -> None:
        session.settings.write()  # the kiosk reads them
        if _start(window, request, board, folders):
            on_started()

    KioskSheet(window, session.settings, board, start).open()


def _start(window: QWidget, request: KioskRequest, board: Board | None, folders: Folders) -> bool:
    """Start a kiosk and return True, or report why it cannot be started."""

    def work(_job: Job) -> KioskFile:
        boards: tuple[Board, ...] = (board,) if board is not None else ()
        if request.files:
            boards = _boards_in(request.files)
        lock = lock_for_pin(request.pin) if request.pin else ""
        options = replace(request.options, pin_lock=lock)
        file = KioskFile.create(Exhibition(boards, folders, options))
        file.release()
        return file

    result = run_modal(window, Job(work, tr("Starting the kiosk…")))
    problem = ""
    if isinstance(result, KioskFile):
        if not start_detached(result.command(WATCHER)):
            problem = tr("The program could not be started again.")
    elif isinstance(result, PuzzleError):
        problem = as_sentence(result)
    elif isinstance(result, BaseException):
        problem = write_problem(result, folders.recovery)
    if problem:
        dialogs.show_problem(window, tr("Could not start the kiosk"), problem)
    return isinstance(result, KioskFile) and not problem


def _boards_in(paths: Sequence[Path]) -> tuple[Board, ...]:
    """Return the valid boards of books and other files.

    Raises:
        PuzzleError: there is none.
    """
    boards, problem = [], PuzzleError("")
    for source in expand_books(paths):
        try:
            boards.append(source.load().valid_board())
        except PuzzleError as error:
            problem = error
    if not boards:
        raise problem
    return tuple(boards)

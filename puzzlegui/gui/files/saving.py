"""Saving of a board, with or without its solution, and questions about unsaved work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.files import FileChangedError, printable, write_file
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, ngettext, tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import SUFFIX, solution_pieces
from puzzlegui.gui.desktop.paths import default_directory, safe_filename
from puzzlegui.gui.files.autosave import UnsavedProgress
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal

_LONG_SEARCH = 10.0
"""Minimum seconds of a search whose solution counts as work to ask about."""
_BOARD, _SOLUTION = (
    {SUFFIX: gettext_noop("Board")},
    {".json": gettext_noop("Board with its solution")},
)


@dataclass(frozen=True)
class WindowProgress:
    """Solutions and moves in a window, apart from edits of the board.

    Attributes:
        solution: solution being followed.
        best_solution: best solution of the board, perhaps another than the one being followed.
        moves: moves made by hand, from the start.
        game_solution: the moves made by hand as a solution, if they solve the board.
        shown_solution: solution shown in the current mode.
        other_solutions: solutions of boards shown before.
    """

    solution: Solution | None = None
    best_solution: Solution | None = None
    moves: tuple[Any, ...] = ()
    game_solution: Solution | None = None
    shown_solution: Solution | None = None
    other_solutions: Sequence[Solution] = ()


def write_asking(
    window: QWidget, path: Path, write: Callable[[Job, str], str], digest: str, problem: str
) -> str | None:
    """Write a file in a worker; ask before overwriting what another program has written.

    Args:
        window: parent of the dialogs.
        path: file to write.
        write: called with the digest of the content that may be replaced, empty for any; writes
            the file and returns the digest of its content.
        digest: digest of the content that may be replaced without asking; empty for any.
        problem: title of the message if the file cannot be written.

    Returns:
        The digest, ``dialogs.ELSEWHERE`` if another file is to be chosen, None if nothing was
        written.
    """
    job = Job(
        lambda job: write(job, digest), tr("Saving {file}…").format(file=printable(path.name))
    )
    result = run_modal(window, job)
    if isinstance(result, FileChangedError):
        answer = dialogs.ask_overwrite(window, printable(path.name))
        if answer == dialogs.OVERWRITE:
            return write_asking(window, path, write, result.digest, problem)
        return dialogs.ELSEWHERE if answer == dialogs.ELSEWHERE else None
    if isinstance(result, OSError | PuzzleError):
        dialogs.show_problem(window, problem, write_problem(result, path))
        return None
    if isinstance(result, BaseException):
        raise result
    return None if result is None else str(result)


class DocumentSaver(QObject):
    """Saves a document.

    Args:
        window: parent of the dialogs.
        document: document to save.
        settings: settings that store the folder.
        work: returns solutions and moves besides the board.

    Signals:
        saved: emitted with the file of a saved document.
        message: emitted with a text for the status bar.
    """

    saved = Signal(Path)
    message = Signal(str)

    def __init__(
        self,
        window: QWidget,
        document: Document,
        settings: Settings,
        work: Callable[[], WindowProgress],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._document = document
        self._settings = settings
        self._work = work
        self._handled: list[Solution] = []

    # --- saving ---

    def save(self) -> bool:
        """Save the document to its file, or ask for a file; return True if saved.

        If there is a solution that the file lacks, ask once whether to include it.
        """
        document, solution = self._document, self._work().shown_solution
        if document.saved_solution is not None:
            return self._write(document.path, self._work().solution)
        if solution is None or document.board_only:
            return self._write(document.path, None)
        return self._ask_with_solution(solution, document.path)

    def save_as(self) -> bool:
        """Ask for a file, and for a solution whether to include it; return True if saved."""
        solution = self._work().shown_solution
        return (
            self._write(None, None) if solution is None else self._ask_with_solution(solution, None)
        )

    def _ask_with_solution(self, solution: Solution, path: Path | None) -> bool:
        """Ask whether to include a solution and save; ``path`` is the file for the board only."""
        both = dialogs.ask_with_solution(self._window, self._document.name, solution)
        if both is None:
            return False
        if both:
            return self._write(None, solution)
        if not self._write(path, None):
            return False
        self.mark_handled(solution)
        self._document.exclude_solution()
        return True

    def _write(self, path: Path | None, solution: Solution | None) -> bool:
        """Save the document, asking for a file if none is given; return True if saved."""
        if path is not None:
            return self._write_to(path, solution, overwrite=False)
        title = tr("Save board") if solution is None else tr("Save board and solution")
        kinds = _BOARD if solution is None else _SOLUTION
        shown = {suffix: tr(text) for suffix, text in kinds.items()}
        path = dialogs.ask_save_path(self._window, title, self._suggested(kinds), shown)
        return path is not None and self._write_to(path, solution, overwrite=True)

    def _write_to(self, path: Path, solution: Solution | None, *, overwrite: bool) -> bool:
        """Save the document to a file; return True if saved.

        Args:
            path: file to write.
            solution: solution to include.
            overwrite: if false, ask before overwriting a file that was changed on disk.
        """
        title = tr("Could not save the board")
        if solution is not None:
            title = tr("Could not save the solution")
        digest = write_asking(
            self._window, path,
            lambda job, old: self._document.write(path, solution, job.is_wanted, old),
            "" if overwrite else self._document.digest, title,
        )  # fmt: skip
        if digest == dialogs.ELSEWHERE:
            return self._write(None, solution)
        if digest is None:
            return False
        self._document.mark_saved(path, solution, digest)
        if solution is not None:
            self.mark_handled(solution)
        self.saved.emit(path)
        self.message.emit(self._saved_message(path.name, solution))
        return True

    def _suggested(self, kinds: Mapping[str, str]) -> Path:
        """Return the suggested path for a file of a kind."""
        path = self._document.path
        if path is not None and path.suffix.lower() in kinds:
            return path
        folder = default_directory(self._settings) if path is None else path.parent
        name = safe_filename(self._document.name) if path is None else path.stem
        return folder / (name + SUFFIX if kinds is _BOARD else f"{name}-solution.json")

    def _saved_message(self, name: str, solution: Solution | None) -> str:
        """Return a message that states the saved content."""
        if self._document.problems:
            return tr("Saved {name} with its problems. Fix them before solving.").format(name=name)
        if solution is None and self._work().shown_solution is not None:
            return tr("Saved {name}, without the solution").format(name=name)
        if solution is None:
            return tr("Saved {name}").format(name=name)
        moves = len(solution.moves)
        text = ngettext(
            "Saved {name}, with the solution in {count} move",
            "Saved {name}, with the solution in {count} moves",
            moves,
        )
        return text.format(name=name, count=group_digits(moves))

    # --- what is in no file ---

    def mark_handled(self, solution: Solution) -> None:
        """Record that a solution was saved, or that the user does not want to save it."""
        self._handled.append(solution)

    def _is_handled(self, solution: Solution) -> bool:
        puzzle = solution.board.puzzle
        return any(
            other.moves == solution.moves and other.board.puzzle == puzzle
            for other in self._handled
        )

    def unsaved_work(self) -> UnsavedProgress:
        """Return the work to recover after a crash."""
        work, document = self._work(), self._document
        others = tuple(self._costly_other_solutions())
        if document.modified and document.saved_solution is not None:
            return UnsavedProgress(work.best_solution, work.moves, others)
        found = (work.best_solution, work.solution, work.game_solution)
        open_ = (one for one in found if one is not None and not self._is_handled(one))
        return UnsavedProgress(next(open_, None), work.moves, others)

    def _costly_solution(self) -> Solution | None:
        """Return an unsaved solution that took long to find."""
        work = self._work()
        for solution in (work.best_solution, work.solution):
            if (
                solution is not None
                and solution.seconds >= _LONG_SEARCH
                and not self._is_handled(solution)
            ):
                return solution
        return None

    def _costly_other_solutions(self) -> list[Solution]:
        """Return the unsaved solutions of other boards that took long to find."""
        return [
            solution
            for solution in self._work().other_solutions
            if solution.seconds >= _LONG_SEARCH and not self._is_handled(solution)
        ]

    def is_unsaved(self) -> bool:
        """Return True if closing the window would lose work."""
        missed = self._costly_solution() is not None or bool(self._costly_other_solutions())
        return self._document.modified or missed

    # --- leaving ---

    def leave_then(self, action: Callable[[], object]) -> None:
        """Call ``action`` once the document may be left; ask if it has unsaved changes.

        Solutions are not asked about: the window shows them again when the board returns.
        """
        if not self._document.modified:
            action()
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self.save():
                action()

        dialogs.ask_unsaved(self._window, self._document.name, answered)

    def close_then(self, action: Callable[[], object]) -> None:
        """Call ``action`` once the window may be closed; ask about all unsaved work.

        The document and the other boards are each asked about once.
        """
        if others := self._costly_other_solutions():
            self._ask_about(others, lambda: self.close_then(action))
            return
        solution = self._costly_solution()
        if solution is None:
            self.leave_then(action)
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self._save_with(solution):
                action()

        what = (
            tr("“{name}” has changes and a solution in {moves} that are not saved.")
            if self._document.modified
            else tr("“{name}” has a solution in {moves} that is not saved.")
        )
        told = what.replace("{moves}", quantity(len(solution.moves), "move"))
        dialogs.ask_unsaved(self._window, self._document.name, answered, told)

    def _ask_about(self, others: Sequence[Solution], then: Callable[[], object]) -> None:
        """Ask whether to save solutions of other boards, each in a separate file."""

        def answered(answer: str) -> None:
            for solution in others:
                if answer == dialogs.DISCARD:
                    self.mark_handled(solution)
                elif not self._save_other(solution):
                    return
            then()

        what = ngettext(
            "“{name}” has a solution that is not saved.",
            "{count} other boards have solutions that are not saved.",
            len(others),
        )
        name = others[0].board.title or tr("Untitled board")
        count = group_digits(len(others))
        dialogs.ask_unsaved(self._window, name, answered, what.replace("{count}", count))

    def _save_other(self, solution: Solution) -> bool:
        """Save a solution with its board, asking for a file; return True if saved."""
        kinds = {suffix: tr(text) for suffix, text in _SOLUTION.items()}
        name = safe_filename(solution.board.title or tr("Untitled board"))
        suggested = default_directory(self._settings) / f"{name}-solution.json"
        title = tr("Save board and solution")
        path = dialogs.ask_save_path(self._window, title, suggested, kinds)
        if path is None:
            return False

        def work(_job: Job) -> None:
            write_file(path, *(text.encode() for text in solution_pieces(solution)))

        result = run_modal(self._window, Job(work, tr("Saving {file}…").format(file=path.name)))
        if isinstance(result, BaseException):
            text = write_problem(result, path)
            dialogs.show_problem(self._window, tr("Could not save the solution"), text)
            return False
        self.mark_handled(solution)
        return True

    def _save_with(self, solution: Solution) -> bool:
        """Save the document with a solution; keep a file that holds the board only."""
        document = self._document
        if document.saved_solution is not None:
            return self._write(document.path, solution)
        if document.path is not None and document.modified and not self._write(document.path, None):
            return False
        return self._write(None, solution)

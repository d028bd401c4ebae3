"""Saving a board, alone or with its solution, and asking about what is in no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import printable, write_file
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

_LONG_SEARCH, _LONG_PLAY = 10.0, 60.0
"""Seconds from which on a solution found, or played by hand, is work that one asks about."""
_BOARD, _SOLUTION = (
    {SUFFIX: gettext_noop("Board")},
    {".json": gettext_noop("Board with its solution")},
)

_CHANGED = "other"
"""Instead of a digest: the file is not as it was read."""


@dataclass(frozen=True)
class WindowProgress:
    """What was done in a window with its board, besides editing it.

    Attributes:
        solution: the solution that is followed.
        moves: made by hand, from the start.
        played: these moves as a solution, if they are one.
        shown: that of the two which is shown.
        others: solutions of boards worked on before.
    """

    solution: Solution | None = None
    moves: tuple[Any, ...] = ()
    played: Solution | None = None
    shown: Solution | None = None
    others: Sequence[Solution] = ()


class DocumentSaver(QObject):
    """Saves a document.

    Args:
        window: questions belong to it.
        document: what is saved.
        settings: remember folders.
        work: tells what was done besides editing the board.

    Signals:
        saved: the document is in this file now.
        said: something for the status bar.
    """

    saved = Signal(Path)
    said = Signal(str)

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
        """Save the document where it came from, or ask where; whether it was.

        Where there is a solution that the file has not, it is asked, once, whether it is to.
        """
        document, solution = self._document, self._work().shown
        if document.saved_solution is not None:
            return self._write(document.path, self._work().solution)
        if solution is None or document.board_only:
            return self._write(document.path, None)
        return self._ask_with_solution(solution, document.path)

    def save_as(self) -> bool:
        """Ask for a file, and with a solution whether it is to be in it; whether it was saved."""
        solution = self._work().shown
        return self._write(None, None) if solution is None else self._ask_with_solution(solution, None)

    def _ask_with_solution(self, solution: Solution, path: Path | None) -> bool:
        """Ask whether a solution is to be in the file; ``path`` is that of the board alone."""
        both = dialogs.ask_with_solution(self._window, self._document.name, solution)
        if both is None:
            return False
        if both:
            return self._write(None, solution)
        if not self._write(path, None):
            return False
        self.settle(solution)
        self._document.exclude_solution()
        return True

    def _write(self, path: Path | None, solution: Solution | None) -> bool:
        """Save the document, in a file that is asked for if none is given; whether it was."""
        if path is not None:
            return self._write_to(path, solution, overwrite=False)
        title = tr("Save board") if solution is None else tr("Save board and solution")
        kinds = _BOARD if solution is None else _SOLUTION
        shown = {suffix: tr(text) for suffix, text in kinds.items()}
        path = dialogs.ask_save_path(self._window, title, self._suggested(kinds), shown)
        return path is not None and self._write_to(path, solution, overwrite=True)

    def _write_to(self, path: Path, solution: Solution | None, *, overwrite: bool) -> bool:
        """Save the document in its file; whether it was.

        Args:
            path: the file.
            solution: is to be in it beside the board.
            overwrite: whatever it has now; else it is asked if that is not what was read.
        """

        def work(job: Job) -> str:
            if not overwrite and self._document.changed_on_disk():
                return _CHANGED
            return self._document.write(path, solution, job.is_wanted)

        job = Job(work, tr("Saving {file}…").format(file=printable(path.name)))
        result = run_modal(self._window, job)
        if isinstance(result, OSError | PuzzleError):
            title = tr("Could not save the solution")
            if solution is None:
                title = tr("Could not save the board")
            text = f"{path}: {getattr(result, 'strerror', '') or result}"
            dialogs.show_problem(self._window, title, text)
            return False
        if isinstance(result, BaseException):
            raise result
        if result is None:
            return False
        if result == _CHANGED:
            answer = dialogs.ask_overwrite(self._window, printable(path.name))
            if answer == dialogs.ELSEWHERE:
                return self._write(None, solution)
            overwritten = answer == dialogs.OVERWRITE
            return overwritten and self._write_to(path, solution, overwrite=True)
        self._document.mark_saved(path, solution, str(result))
        if solution is not None:
            self.settle(solution)
        self.saved.emit(path)
        self.said.emit(self._saved_message(path.name, solution))
        return True

    def _suggested(self, kinds: Mapping[str, str]) -> Path:
        """The name that is offered for a file of one of the kinds."""
        path = self._document.path
        if path is not None and path.suffix.lower() in kinds:
            return path
        folder = default_directory(self._settings) if path is None else path.parent
        name = safe_filename(self._document.name) if path is None else path.stem
        return folder / (name + SUFFIX if kinds is _BOARD else f"{name}-solution.json")

    def _saved_message(self, name: str, solution: Solution | None) -> str:
        """That a file was saved, and what is in it."""
        if self._document.problems:
            return tr("Saved {name} with its problems. Fix them before solving.").format(name=name)
        if solution is None and self._work().shown is not None:
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

    def settle(self, solution: Solution) -> None:
        """A file has the solution, or the user wants none to have it."""
        self._handled.append(solution)

    def _is_handled(self, solution: Solution) -> bool:
        puzzle = solution.board.puzzle
        return any(
            other.moves == solution.moves and other.board.puzzle == puzzle
            for other in self._handled
        )

    def unsaved_work(self) -> UnsavedProgress:
        """What a crash is not to take: a solution and the moves made by hand."""
        work, document = self._work(), self._document
        others = tuple(self._costly_other_solutions())
        if document.modified and document.saved_solution is not None:
            return UnsavedProgress(work.solution, work.moves, others)
        found = (work.solution, work.played)
        open_ = (one for one in found if one is not None and not self._is_handled(one))
        return UnsavedProgress(next(open_, None), work.moves, others)

    def _costly_solution(self) -> Solution | None:
        """A solution that would be missed: it took long to be found, or to be played by hand."""
        work = self._work()
        for solution, least in ((work.solution, _LONG_SEARCH), (work.played, _LONG_PLAY)):
            if (
                solution is not None
                and solution.seconds >= least
                and not self._is_handled(solution)
            ):
                return solution
        return None

    def _costly_other_solutions(self) -> list[Solution]:
        """Return the solutions of boards worked on before that took long to be found."""
        return [
            solution
            for solution in self._work().others
            if solution.seconds >= _LONG_SEARCH and not self._is_handled(solution)
        ]

    def is_unsaved(self) -> bool:
        """Whether closing the window would lose work."""
        missed = self._costly_solution() is not None or bool(self._costly_other_solutions())
        return self._document.modified or missed

    # --- leaving ---

    def leave_then(self, action: Callable[[], object]) -> None:
        """Do ``action`` once the document may be left; asks if it has unsaved changes.

        A solution that its file is not to have is not asked about: the window shows it again when
        the board comes back.
        """
        if not self._document.modified:
            action()
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self.save():
                action()

        dialogs.ask_unsaved(self._window, self._document.name, answered)

    def close_then(self, action: Callable[[], object]) -> None:
        """Do ``action`` once the window may be closed; asks about all unsaved work.

        Once about the document, and once about all boards that were worked on before.
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
        """Ask whether to save solutions of boards worked on before, each in a file of its own."""

        def answered(answer: str) -> None:
            for solution in others:
                if answer == dialogs.DISCARD:
                    self.settle(solution)
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
        """Save a solution with its board in a file that is asked for; True if it was."""
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
            text = f"{path}: {getattr(result, 'strerror', '') or result}"
            dialogs.show_problem(self._window, tr("Could not save the solution"), text)
            return False
        self.settle(solution)
        return True

    def _save_with(self, solution: Solution) -> bool:
        """Save the document with a solution; a file that has the board alone is kept beside it."""
        document = self._document
        if document.saved_solution is not None:
            return self._write(document.path, solution)
        if document.path is not None and document.modified and not self._write(document.path, None):
            return False
        return self._write(None, solution)

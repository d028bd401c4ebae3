"""Boards and files: new, open, save, revert, export, and what was opened last."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.counting import group_digits
from puzzlegui.core.creation import Made
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import write_file
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import SUFFIX, Loaded, solution_pieces
from puzzlegui.documents.loading import load, replayed
from puzzlegui.engine.another import TRIES, another_like
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.common.jobs import Job, Waiting, do_now
from puzzlegui.gui.common.settings import Settings
from puzzlegui.gui.common.worker import Worker
from puzzlegui.gui.files.autosave import Unsaved, Work
from puzzlegui.gui.files.document import Document
from puzzlegui.gui.files.export_commands import ExportCommands, file_name, usual_folder
from puzzlegui.gui.files.new_dialog import Wish

_MOST_RECENT = 9
_LONG_SEARCH, _LONG_PLAY = 10.0, 60.0
"""Seconds from which on a solution found, or played by hand, is work that one asks about."""


@dataclass(frozen=True)
class WorkDone:
    """What was done in a window with its board, besides editing it.

    Attributes:
        solution: the solution that is followed.
        moves: made by hand, from the start.
        played: these moves as a solution, if they are one.
    """

    solution: Solution | None = None
    moves: tuple[Any, ...] = ()
    played: Solution | None = None


class FileCommands(QObject):
    """What the file menu does with the document of a window.

    Args:
        window: the window.
        document: its document.
        settings: remember folders and files.
        worker: does what takes time.
        work: tells what was done besides editing the board.

    Attributes:
        exports: write and print the moves.

    Signals:
        solution_opened: a solution was opened; its board is the document's now. With the positions
            along its moves, as a ``Walk``, where they are known.
        made: a new board was made, not plain, whose difficulty is worth knowing.
        said: something for the status bar.
        recent_changed: the list of files opened last is another.
    """

    solution_opened = Signal(object, object)
    made = Signal()
    said = Signal(str)
    recent_changed = Signal()

    def __init__(
        self,
        window: QWidget,
        document: Document,
        settings: Settings,
        worker: Worker,
        work: Callable[[], WorkDone],
    ) -> None:
        super().__init__(window)
        self._work = work
        self._kept: list[Solution] = []
        self.exports = ExportCommands(window, settings, worker)
        self.exports.said.connect(self.said)
        self.exports.written.connect(self._kept.append)
        self._worker = worker
        self._window = window
        self._document = document
        self._settings = settings

    # --- opening ---

    def new_board(self) -> None:
        """Ask for a family and a size, and begin with such a board."""
        wanted = dialogs.ask_new_board(self._window)
        if isinstance(wanted, Board):
            self.leave_then(lambda: self._open_new(wanted))
        elif wanted is not None:
            self.leave_then(lambda: self._search_for(wanted))

    def _open_new(self, board: Board) -> None:
        self._document.open(board)
        if not board.is_solved(board.initial()):
            self.made.emit()

    def _search_for(self, wish: Wish) -> None:
        """Look for a board that takes a search, in the worker."""

        def work(job: Job) -> object:
            def watch(steps: int) -> bool:
                job.share = min(1.0, steps / wish.start.steps)
                return not job.cancelled

            return wish.start.make(wish.wanted, watch)

        def made(result: object) -> None:
            if isinstance(result, Made):
                self._document.open(wish.titled(result.board))
                self.said.emit(result.note)
                self.made.emit()
            else:
                dialogs.show_problem(self._window, "No such board was found", f"{result}.")

        Waiting(self._window, self._worker, Job(work, "Looking for such a board …"), made)

    def make_another(self, moves: int) -> bool:
        """Begin with another board like the one that is open; whether there is one.

        Args:
            moves: about so few solve it.
        """
        board, seed = self._document.board, random.randrange(1_000_000)

        def work(job: Job) -> Board | None:
            def watch(number: int) -> bool:
                job.share = number / TRIES
                return not job.cancelled

            return another_like(board, moves, seed, watch)

        result = do_now(self._window, Job(work, "Looking for another board …"))
        if isinstance(result, Board):
            self._document.open(result.changed(title=_title_of_another(board)))
            self.made.emit()
        elif isinstance(result, PuzzleError):
            dialogs.show_problem(self._window, "No such board was found", f"{result}.")
        elif isinstance(result, BaseException):
            raise result
        return isinstance(result, Board)

    def open_file(self) -> None:
        """Ask for a file and open it."""
        path = dialogs.ask_open_path(self._window, str(usual_folder(self._settings)))
        if path is not None:
            self.open_path(path)

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; whether it is one. What is open stays if not."""
        return self._open_loaded(self._load(Path(path)))

    def _load(self, path: Path) -> Loaded | None:
        """What is in a file, replayed, or what is wrong with it; None if cancelled."""

        def work(job: Job) -> Loaded:
            return replayed(load(path, job.is_wanted), job.is_wanted)

        return self._do_now(work, f"Reading {path.name} …")

    def _do_now(self, work: Callable[[Job], Loaded], text: str) -> Loaded | None:
        """Load while the window waits; None if cancelled."""
        result = do_now(self._window, Job(work, text))
        if isinstance(result, BaseException):
            raise result
        assert result is None or isinstance(result, Loaded)
        return result

    def _open_loaded(self, found: Loaded | None) -> bool:
        """Open what was read, or say why not; whether it is a board or a solution."""
        if found is None:
            return False
        content = found.content
        if isinstance(content, Board) and found.mendable:
            dialogs.ask_to_mend(
                self._window,
                "The board in this file has problems",
                found.message,
                lambda: self.leave_then(lambda: self._open(found, content)),
            )
        elif content is None:
            dialogs.show_problem(self._window, "This file cannot be opened", found.message)
        elif found.fault:
            title = "The solution in this file is wrong"
            dialogs.show_problem(self._window, title, found.fault)
        else:
            self.leave_then(lambda: self._open(found, content))
            return True
        return False

    def begin_with(self, loaded: Loaded) -> None:
        """Begin with a sound document; with a solution that is wrong, with its board."""
        content = loaded.content
        if not isinstance(content, Solution):
            assert content is not None
            self._open(loaded, content)
            return
        found = self._do_now(lambda job: replayed(loaded, job.is_wanted), "Replaying …")
        if found is not None and not found.fault:
            assert found.content is not None
            self._open(found, found.content)
            return
        self._document.open(
            content.board
        )  # the file is not the board's, or saving would replace it
        if found is not None:
            title = "The solution in this file is wrong; its board was opened"
            dialogs.show_problem(self._window, title, found.fault)

    def _open(self, loaded: Loaded, content: Board | Solution) -> None:
        """Begin with a board, or with a solution that has been replayed and its board."""
        if loaded.path is not None:
            self._note(loaded.path)
        if isinstance(content, Board):
            self._document.open(content, loaded.path)
            return
        self._document.open(content.board)
        if content.solved:
            self._kept.append(content)
            self.solution_opened.emit(content, loaded.walk)

    def revert(self) -> None:
        """Open the file again as it was saved."""
        path = self._document.path
        if path is not None:
            self._open_loaded(self._load(path))

    # --- saving ---

    def save(self) -> bool:
        """Save the board where it came from, or ask where."""
        path = self._document.path
        return self.save_as() if path is None else self._save_to(path)

    def save_as(self) -> bool:
        """Ask for a file and save the board in it."""
        suggested = self._document.path or usual_folder(self._settings) / (
            file_name(self._document.name) + SUFFIX
        )
        path = dialogs.ask_save_path(self._window, "Save board", suggested, {SUFFIX: "Board"})
        return path is not None and self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        try:
            self._document.save(path)
        except OSError as error:
            text = f"{path}: {error.strerror or error}"
            dialogs.show_problem(self._window, "The board could not be saved", text)
            return False
        self._note(path)
        text = f"Saved {path.name}"
        if self._document.problems:
            text += ", with its problems: it can be opened here to be mended, but not solved"
        self.said.emit(text)
        return True

    def save_solution(self, solution: Solution) -> bool:
        """Ask for a file and save a solution in it, with its board."""
        path = self._document.path
        name = file_name(self._document.name if path is None else path.stem)
        folder = usual_folder(self._settings) if path is None else path.parent
        path = dialogs.ask_save_path(
            self._window, "Save solution", folder / f"{name}-solution.json", {".json": "Solution"}
        )
        if path is None:
            return False
        try:
            write_file(path, *(piece.encode() for piece in solution_pieces(solution)))
        except OSError as error:
            text = f"{path}: {error.strerror or error}"
            dialogs.show_problem(self._window, "The solution could not be saved", text)
            return False
        self._kept.append(solution)
        self._note(path)
        self.said.emit(f"Saved {path.name}")
        return True

    # --- leaving ---

    def unsaved_work(self) -> Work:
        """What was done besides editing the board, and is in no file."""
        return Work(self._unsaved_solution(), self._work().moves)

    def _unsaved_solution(self) -> Solution | None:
        """A solution that would be missed: it took long to be found, or to be played by hand."""
        work = self._work()
        for solution, least in ((work.solution, _LONG_SEARCH), (work.played, _LONG_PLAY)):
            if solution is not None and solution.seconds >= least and not self._is_kept(solution):
                return solution
        return None

    def _is_kept(self, solution: Solution) -> bool:
        """Whether a file has the moves."""
        puzzle = solution.board.puzzle
        return any(
            kept.moves == solution.moves and kept.board.puzzle == puzzle for kept in self._kept
        )

    def is_unsaved(self) -> bool:
        """Whether closing the window would lose work."""
        return self._document.modified or self._unsaved_solution() is not None

    def leave_then(self, action: Callable[[], object]) -> None:
        """Do ``action`` once the board may be left; asks if it has changes that are not saved.

        Its solution is not asked about: the window shows it again when the board comes back.
        """
        if not self._document.modified:
            action()
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self.save():
                action()

        dialogs.ask_unsaved(self._window, self._document.name, answered)

    def close_then(self, action: Callable[[], object]) -> None:
        """Do ``action`` once the window may be closed; asks, once, about all unsaved work."""
        solution = self._unsaved_solution()
        if solution is None:
            self.leave_then(action)
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self._save_with(solution):
                action()

        count = len(solution.moves)
        what = f"a solution in {group_digits(count)} move{'' if count == 1 else 's'}"
        if self._document.modified:
            what = f"changes and {what}"
        dialogs.ask_unsaved(self._window, self._document.name, answered, what)

    def _save_with(self, solution: Solution) -> bool:
        return (not self._document.modified or self.save()) and self.save_solution(solution)

    def recover(self, left: Unsaved) -> None:
        """Begin with work that a crash has left unsaved."""
        if left.modified:
            self._document.recover(left.board, left.path)
        else:
            self._document.open(left.board, left.path)
        if left.work.solution is not None:
            self.solution_opened.emit(left.work.solution, None)

    # --- where files are ---

    def recent(self) -> list[Path]:
        """The files opened or saved last, the latest first."""
        return [Path(line) for line in self._settings["recent"].splitlines() if line]

    def _note(self, path: Path) -> None:
        path = path.absolute()
        self._settings["folder"] = str(path.parent)
        others = [other for other in self.recent() if other != path]
        self._settings["recent"] = "\n".join(map(str, [path, *others][:_MOST_RECENT]))
        self.recent_changed.emit()


_ANOTHER = ", another"


def _title_of_another(board: Board) -> str:
    """What a board made like one is called."""
    title = board.title.removesuffix(_ANOTHER)
    return f"{title}{_ANOTHER}" if title else ""

"""``puzzlegui book``."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

from puzzlegui.cli.common import (
    FILE_HELP,
    INTERRUPTED,
    SUCCESS,
    add_input,
    add_limits,
    fail,
    print_note,
)
from puzzlegui.cli.output import (
    STANDARD_OUTPUT,
    add_force,
    add_output,
    add_settings,
    check_output,
    check_outputs,
    settings_of,
    write_result,
)
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.search import request_of, solve_with_progress
from puzzlegui.cli.solve import SEVERITY
from puzzlegui.cli.sources import add_reading, load_file
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.core.solution_lock import lock_of
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.loading import replay_solution
from puzzlegui.engine import registry
from puzzlegui.exporters.books import (
    BOOK_FORMATS,
    NO_ANSWERS,
    BookEdition,
)
from puzzlegui.exporters.formats import Format, require_format
from puzzlegui.exporters.settings import PUZZLES_PER_PAGE, ExportSettings

_END, _SEPARATE = "end", "separate"
_SECONDS = 10.0
"""Default time limit for each board without an answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser, "files", nargs="+", metavar="FILE",
        help=tr("{file_help}, a solution file, or a book").format(file_help=tr(FILE_HELP)),
    )  # fmt: skip
    suffixes = ", ".join(format_.suffix for format_ in BOOK_FORMATS.values())
    add_output(
        parser, required=True,
        help_=tr("output file; the extension sets the format: {names}").format(names=suffixes),
    )  # fmt: skip
    parser.add_argument("--title", default="", help=tr("title of the book"))
    parser.add_argument(
        "--per-page", dest="puzzles_per_page", type=int, choices=PUZZLES_PER_PAGE, metavar="N",
        help=tr("puzzles per page: {choices} (default: 2; 1 with --large-print); large boards take "
        "a page of their own").format(choices=", ".join(map(str, PUZZLES_PER_PAGE))),
    )  # fmt: skip
    parser.add_argument(
        "--answers", choices=(_END, _SEPARATE, NO_ANSWERS), default=_END,
        help=tr("answer key: after the puzzles, in a second file OUT-answers, or none "
        "(default: end)"),
    )  # fmt: skip
    add_force(parser, tr("with --answers separate: replace OUT-answers if it exists"))
    parser.add_argument("--large-print", action="store_true", help=tr("large letters and boards"))
    add_limits(parser)
    add_reading(parser, quiet=False)
    own = ("puzzles_per_page", "text_size", "answers")
    add_settings(parser, BOOK_FORMATS.values(), omit=own)
    parser.set_defaults(all=False, max_moves=None, max_states=None, time_limit=_SECONDS)


def run(args: argparse.Namespace) -> int:
    """Write boards as a book, without their answers and with an answer key."""
    format_ = BOOK_FORMATS["pdf"]
    if args.output != STANDARD_OUTPUT:
        format_ = require_format(args.output, BOOK_FORMATS)
    elif args.answers == _SEPARATE:
        raise PuzzleError(tr("separate answers need a file; name it with -o"))
    if args.answers == _SEPARATE and format_ is not BOOK_FORMATS["pdf"]:
        raise PuzzleError(tr("only a PDF book can have separate answers; a web page hides them"))
    outputs = [args.output]
    if args.answers == _SEPARATE:
        outputs.append(answers_path(args.output))
        check_outputs(args, derived=outputs[1:])
    for output in outputs:
        check_output(output, binary=format_.name if format_.binary else "")
    collected = _Collection(args)
    with ProgressLine(args.quiet) as progress:
        edition = collected.edition(progress)
        settings = _settings(args)
        if args.answers == _SEPARATE:
            answers = replace(edition, puzzles=False)
            _write(outputs.pop(), answers, format_, replace(settings, answers=_END), progress)
        _write(args.output, edition, format_, settings, progress)
    return collected.status


def answers_path(path: Path) -> Path:
    """Return the path of the file with the answers of a book."""
    return path.with_name(f"{path.stem}-answers{path.suffix}")


def _settings(args: argparse.Namespace) -> ExportSettings:
    """Return the settings of the book itself."""
    per_page = args.puzzles_per_page or (1 if args.large_print else 2)
    answers = _END if args.answers == _END else NO_ANSWERS
    text_size = "large" if args.large_print else "normal"
    return replace(
        settings_of(args), puzzles_per_page=per_page, text_size=text_size, answers=answers
    )


def _write(
    output: Path,
    edition: BookEdition,
    format_: Format[BookEdition],
    settings: ExportSettings,
    progress: ProgressLine,
) -> None:
    pieces = format_.write(edition, settings, progress.show_writing)
    write_result(output, pieces, binary=format_.binary, before=progress.clear)


class _Collection:
    """Puzzles of the files of a command line, solved if needed; keeps the exit status."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._begun = args.begun
        self.status = SUCCESS

    def edition(self, progress: ProgressLine) -> BookEdition:
        """Return the book of the files.

        Raises:
            PuzzleError: no file can be read.
            KeyboardInterrupt: a search was interrupted.
        """
        args = self._args
        book, status = read_book(args)
        self._worsen(status)
        if not book.puzzles:
            raise PuzzleError(tr("there is no puzzle for the book"))
        remarks: dict[int, str] = {}
        puzzles = list(book.puzzles)
        if args.answers != NO_ANSWERS:
            for index, puzzle in enumerate(puzzles):
                if lock_of(puzzle.board):
                    puzzles[index] = replace(puzzle, moves=None)
                    remarks[index] = tr("The answer is locked.")
                elif puzzle.moves is None:
                    puzzles[index], remarks[index] = self._solved(puzzle, progress)
            self._print_unproved(puzzles)
        book = replace(book, puzzles=tuple(puzzles))
        return BookEdition(book, remarks=remarks)

    def _solved(self, puzzle: BookPuzzle, progress: ProgressLine) -> tuple[BookPuzzle, str]:
        """Return a puzzle with its answer, or with the reason why it has none."""
        spent = time.perf_counter() - self._begun
        request = request_of(self._args, spent)
        found, status = solve_with_progress(puzzle.board, registry.AUTO, request, progress)
        self._begun = time.perf_counter()
        if status == INTERRUPTED:
            raise KeyboardInterrupt
        self._worsen(status)
        if not found.solved:
            title = puzzle.board.title or puzzle.board.describe()
            print_note(f"{title}: {found.outcome()}")
            return puzzle, found.outcome()
        return with_answer(puzzle, found), ""

    def _print_unproved(self, puzzles: list[BookPuzzle]) -> None:
        numbers = [
            group_digits(number)
            for number, puzzle in enumerate(puzzles, 1)
            if puzzle.moves is not None and not puzzle.optimal
        ]
        if numbers and not self._args.quiet:
            text = tr("not proved to be the shortest: answers {numbers}")
            print_note(text.format(numbers=", ".join(numbers)))

    def _worsen(self, status: int) -> None:
        self.status = max(self.status, status, key=SEVERITY.__getitem__)


def read_book(args: argparse.Namespace) -> tuple[Book, int]:
    """Return the puzzles of the files of a command line, and the exit status.

    Files that cannot be read are reported. A single book keeps its title and notes.

    Raises:
        PuzzleError: the only file cannot be read.
    """
    puzzles: list[BookPuzzle] = []
    title = notes = ""
    status = SUCCESS
    for name in args.files:
        try:
            loaded = load_file(name, args)
            if loaded.book is None:
                puzzles.append(_puzzle_of(loaded))
                continue
        except PuzzleError as error:
            if len(args.files) == 1:
                raise
            status = fail(str(error))
            continue
        puzzles += loaded.book.book.puzzles
        if loaded.book.broken:
            status = fail(loaded.book.message)
        if len(args.files) == 1:
            title, notes = loaded.book.book.title, loaded.book.book.notes
    return Book(args.title or title, notes, tuple(puzzles)), status


def with_answer(puzzle: BookPuzzle, solution: Solution) -> BookPuzzle:
    """Return a puzzle with the moves of a solution; a shorter length may be known of it."""
    count = len(solution.moves)
    if puzzle.length is None or count < puzzle.length or solution.optimal:
        puzzle = replace(puzzle, length=count, optimal=solution.optimal)
    return replace(puzzle, moves=solution.moves)


def load_puzzle(name: str, args: argparse.Namespace) -> BookPuzzle:
    """Load a puzzle from a board or a solution.

    Raises:
        PuzzleError: the file has problems, or a wrong solution.
    """
    return _puzzle_of(load_file(name, args))


def _puzzle_of(loaded: Loaded) -> BookPuzzle:
    loaded = replay_solution(loaded)
    content = loaded.valid_content()
    if not isinstance(content, Solution):
        return BookPuzzle(content)
    if loaded.move_error:
        raise PuzzleError(f"{loaded.name}: {loaded.move_error}")
    if not content.solved:
        return BookPuzzle(content.board)
    return BookPuzzle(
        content.board, len(content.moves), content.optimal, moves=tuple(content.moves)
    )

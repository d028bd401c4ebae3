"""``puzzlegui render``."""

from __future__ import annotations

import argparse
import time

from puzzlegui.cli.common import (
    FILE_HELP,
    INTERRUPTED,
    NEGATIVE,
    SUCCESS,
    add_input,
    add_limits,
    fail,
)
from puzzlegui.cli.output import (
    add_output,
    add_settings,
    check_output,
    format_for,
    settings_of,
    write_result,
)
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.cli.search import request_of, solve_with_progress
from puzzlegui.cli.solve import SEVERITY
from puzzlegui.cli.sources import add_reading, load_source, sources_of
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, first_error
from puzzlegui.engine import registry
from puzzlegui.exporters.settings import Chapter, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS, SolutionFormat
from puzzlegui.families.notation import notation_for

_PICTURES = {name: format_ for name, format_ in SOLUTION_FORMATS.items() if format_.is_picture}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser,
        "file",
        metavar="FILE",
        help=tr("{file_help}, a solution file, or a book").format(file_help=tr(FILE_HELP)),
    )
    add_output(
        parser, required=True,
        help_=tr(
            "the extension sets the format: {names}; a board is solved first if needed"
        ).format(names=", ".join(kind.suffix for kind in _PICTURES.values())),
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=_PICTURES, metavar="NAME",
        help=tr("one of {formats} (default: by the extension of OUT)").format(
            formats=", ".join(_PICTURES)
        ),
    )  # fmt: skip
    add_limits(parser)
    add_reading(parser, quiet=False)
    add_settings(parser, _PICTURES.values())
    parser.set_defaults(all=False, max_moves=None, max_states=None)


def run(args: argparse.Namespace) -> int:
    """Draw a board or a solution, or the puzzles of a book."""
    format_ = format_for(args, _PICTURES)
    if format_.unavailable_reason:
        raise PuzzleError(format_.unavailable_reason)
    check_output(args.output, binary=format_.name if format_.binary else "")
    settings = settings_of(args)
    subjects, status = _load(args, format_)
    boards = [subject for _, subject in subjects if isinstance(subject, Board)]
    if format_.draw_boards is not None and boards:
        content = [format_.draw_boards(boards, settings)]
        write_result(args.output, content, binary=format_.binary)
        return status
    with ProgressLine(args.quiet) as progress:
        chapters, solve_status = _chapters(args, subjects, progress)
        status = max(status, solve_status, key=SEVERITY.__getitem__)
        if not chapters:
            return status
        progress.print_estimate(chapters, format_, settings)
        write_result(
            args.output, format_.write(chapters, settings, progress.show_writing),
            binary=format_.binary, before=progress.clear,
            rescue=lambda: SOLUTION_FORMATS["text"].write(
                chapters if boards else (), settings, ignore_progress
            ),
        )  # fmt: skip
    return status


_Subjects = list[tuple[str, Board | Solution]]
"""Boards or solutions, each with its name."""


def _load(args: argparse.Namespace, format_: SolutionFormat) -> tuple[_Subjects, int]:
    """Load a document, or the puzzles of a book and the exit status for those that are broken.

    Raises:
        PuzzleError: there is nothing to draw, or more than the format can hold.
    """
    sources = sources_of([args.file], args)
    if len(sources) > 1 and not format_.multiple:
        message = tr("{name} takes one FILE at a time, not {count}")
        count = group_digits(len(sources))
        raise PuzzleError(message.format(name=format_.name, count=count))
    subjects: _Subjects = []
    status = SUCCESS
    for source in sources:
        try:
            subject = load_source(source, args).valid_content()
            board = subject.board if isinstance(subject, Solution) else subject
            notation_for(board, args.notation)
        except PuzzleError as error:
            if source is sources[-1] and not subjects:
                raise
            status = fail(str(error))
        else:
            subjects.append((source.name, subject))
    return subjects, status


def _chapters(
    args: argparse.Namespace, subjects: _Subjects, progress: ProgressLine
) -> tuple[list[Chapter], int]:
    """Return the solutions to draw, and the exit status for those that there are not."""
    chapters: list[Chapter] = []
    status, begun = SUCCESS, args.begun
    for name, subject in subjects:
        problem, problem_status = "", NEGATIVE
        if isinstance(subject, Solution):
            problem = first_error(subject)
        else:
            spent = time.perf_counter() - begun
            found = solve_with_progress(subject, registry.AUTO, request_of(args, spent), progress)
            if found.is_empty:
                raise KeyboardInterrupt
            subject, problem_status = found  # noqa: PLW2901 - solved now
            if not subject.solved:
                problem = subject.outcome()
            else:
                status = max(status, problem_status, key=SEVERITY.__getitem__)
        if problem:
            fail(f"{name}: {problem}")
            status = max(status, problem_status, key=SEVERITY.__getitem__)
        else:
            chapters.append(Chapter(subject, name if len(subjects) > 1 else ""))
        if status == INTERRUPTED:
            break
        begun = time.perf_counter()
    return chapters, status

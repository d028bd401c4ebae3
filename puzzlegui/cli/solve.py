"""``puzzlegui solve``."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from puzzlegui.cli.common import (
    BAD_INPUT,
    FILE_HELP,
    INTERRUPTED,
    LIMIT_REACHED,
    NEGATIVE,
    SUCCESS,
    add_input,
    add_limits,
    fail,
    natural_count,
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
from puzzlegui.cli.sources import add_metric, add_reading, load_source, sources_of
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import without_folders
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.loading import Source
from puzzlegui.engine import registry
from puzzlegui.exporters.formats import find_format
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS, SolutionFormat
from puzzlegui.families.notation import notation_for

SEVERITY = {SUCCESS: 0, NEGATIVE: 1, LIMIT_REACHED: 2, BAD_INPUT: 3, INTERRUPTED: 4}
"""Severity of exit statuses; the most severe of several boards counts."""
_SVG = SOLUTION_FORMATS["storyboard-svg"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    names = dict.fromkeys([registry.AUTO, *(solver.name for solver in registry.SOLVERS)])
    add_input(
        parser,
        "files",
        nargs="+",
        metavar="FILE",
        help=tr("{file_help}, or a book").format(file_help=tr(FILE_HELP)),
    )
    parser.add_argument(
        "--solver", default=registry.AUTO, metavar="NAME", choices=names,
        help=tr("one of {names}; 'puzzlegui solvers' lists them by family").format(
            names=", ".join(names)
        ),
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help=tr("list all solutions"))
    parser.add_argument(
        "--improve", action="store_true",
        help=tr("each FILE is a solution to shorten; it never gets longer"),
    )  # fmt: skip
    parser.add_argument(
        "--max-moves", type=natural_count, metavar="N", help=tr("maximum length of a solution")
    )
    parser.add_argument(
        "--max-states",
        type=natural_count,
        metavar="N",
        help=tr("maximum number of states to expand"),
    )
    add_limits(parser)
    add_metric(parser)
    add_reading(parser, quiet=False)
    parser.add_argument(
        "--format", choices=SOLUTION_FORMATS, metavar="NAME",
        help=tr("one of {formats} (default: from the extension of OUT, or text)").format(
            formats=", ".join(SOLUTION_FORMATS)
        ),
    )  # fmt: skip
    add_output(parser, tr("output file, - for standard output"))
    add_settings(parser, SOLUTION_FORMATS.values())


def run(args: argparse.Namespace) -> int:
    """Solve boards and write the moves."""
    format_ = format_for(args, SOLUTION_FORMATS, "text")
    if format_.name == "storyboard" and args.output is not None:
        format_ = _SVG if find_format(args.output, SOLUTION_FORMATS) is _SVG else format_
    if format_.unavailable_reason:
        raise PuzzleError(format_.unavailable_reason)
    check_output(args.output, binary=format_.name if format_.binary else "")
    sources = sources_of(args.files, args)
    if len(sources) > 1 and not format_.multiple:
        raise PuzzleError(
            tr("{name} takes one FILE at a time, not {count}").format(
                name=format_.name, count=group_digits(len(sources))
            )
        )
    results = _Results(args, sources, format_)
    with ProgressLine(args.quiet) as progress:
        settings = settings_of(args)
        chapters = results.chapters(progress)
        solved: list[Chapter] = []
        pieces = format_.write(_keep_chapters(chapters, solved), settings, progress.show_writing)
        write_result(
            args.output, pieces, binary=format_.binary, before=progress.clear,
            rescue=lambda: SOLUTION_FORMATS["text"].write(
                chain(solved, chapters) if solved else (), settings, ignore_progress
            ),
        )  # fmt: skip
    return results.status


def _keep_chapters(chapters: Iterable[Chapter], kept: list[Chapter]) -> Iterator[Chapter]:
    """Yield chapters and keep them, without their formatted solutions."""
    for chapter in chapters:
        kept.append(replace(chapter, formatted=()))
        yield chapter


class _Results:
    """Solves the files of a command line in turn, and keeps the most severe exit status."""

    def __init__(
        self, args: argparse.Namespace, sources: Sequence[Source], format_: SolutionFormat
    ) -> None:
        self._args, self._sources, self._format = args, sources, format_
        self.status = SUCCESS

    def chapters(self, progress: ProgressLine) -> Iterator[Chapter]:
        """Yield the result of each file.

        Raises:
            PuzzleError: the only file cannot be read, or its board cannot be solved as requested.
            KeyboardInterrupt: before there was a result, or for the second time.
        """
        args = self._args
        several = len(self._sources) > 1
        # The time limit counts from the start of the program for the first file, and from the end
        # of the previous file for the others.
        begun = args.begun
        for number, source in enumerate(self._sources):
            name = source.name
            try:
                board, initial = _read(source, args)
                notation_for(board, args.notation)
                spent = time.perf_counter() - begun
                settings = settings_of(args)
                written = _StreamedSolutions(self._format, board, settings)
                request = replace(
                    request_of(args, spent), initial_solution=initial, metric=args.metric
                )
                found = solve_with_progress(board, args.solver, request, progress, written.add)
            except PuzzleError as error:
                if not several:
                    raise
                progress.clear()
                fail(str(error))
                status = BAD_INPUT
                yield Chapter(None, name, str(error).replace(name, without_folders(name)))
            else:
                status = found.status
                if found.is_empty:
                    if number == 0:
                        raise KeyboardInterrupt
                    self.status = status
                    return
                chapter = Chapter(found.solution, name if several else "", formatted=written.texts)
                progress.print_estimate([chapter], self._format, settings)
                yield chapter
            self.status = max(self.status, status, key=SEVERITY.__getitem__)
            if status == INTERRUPTED:
                return
            begun = time.perf_counter()


def _read(source: Source, args: argparse.Namespace) -> tuple[Board, tuple[Any, ...] | None]:
    """Load a board, and with ``--improve`` the moves to shorten.

    Raises:
        PuzzleError: the file cannot be read, or has no solution to shorten.
    """
    found = load_source(source, args).valid_content()
    if not isinstance(found, Solution):
        board, initial = found, None
    else:
        board, initial = found.board, found.moves if found.solved else None
    if args.improve and initial is None:
        raise PuzzleError(tr("{name}: there is no solution to shorten").format(name=source.name))
    return board, initial if args.improve else None


class _StreamedSolutions:
    """Listed solutions, from the second on, formatted as they are found.

    There may be a hundred thousand, and the time to format them counts towards the limits.
    """

    def __init__(self, format_: SolutionFormat, board: Board, settings: ExportSettings) -> None:
        self._one, self._board, self._settings = format_.format_listed, board, settings
        self.texts: list[str] = []

    def add(self, number: int, moves: Sequence[Any]) -> None:
        """Format a solution."""
        if number > 1 and self._one is not None:
            self.texts.append(self._one(self._board, number, moves, self._settings))

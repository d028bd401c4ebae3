"""Files of a command line: loading with the options for reading, and what is said of it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from puzzlegui.cli.common import add_input, print_note
from puzzlegui.core.board import Board
from puzzlegui.core.goals import USUAL_GOALS
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.grid_boards import GRID_FAMILIES
from puzzlegui.documents.loading import Source, expand_books, load
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.documents.text_formats import TEXT_FORMATS
from puzzlegui.families.registry import FAMILIES


def add_reading(parser: argparse.ArgumentParser, *, quiet: bool = True) -> None:
    """Add the options for reading files that do not say all of a board.

    Args:
        parser: parser of a command.
        quiet: add ``--quiet``, which other options of the command may have added.
    """
    group = parser.add_argument_group(
        tr("reading of FILE"),
        tr("A FILE has a board, or a text that is read as a board: {formats}").format(
            formats="; ".join(form.title for form in TEXT_FORMATS.values())
        ),
    )
    group.add_argument(
        "--family", choices=GRID_FAMILIES, metavar="FAMILY",
        help=tr("family of a grid that does not say it: {families} (default: a guess)").format(
            families=", ".join(GRID_FAMILIES)
        ),
    )  # fmt: skip
    add_input(
        group, "--goal", metavar="GOAL",
        help=tr("goal of a grid: {goals}, or a FILE that has it (default: in-order)").format(
            goals=", ".join(USUAL_GOALS)
        ),
    )  # fmt: skip
    add_input(
        group, "--scramble", metavar="FILE|MOVES",
        help=tr("start of a puzzle: moves from its goal, or an arrangement: {formats}").format(
            formats="; ".join(
                reader.title for family in FAMILIES.values() for reader in family.scramble_readers
            )
        ),
    )  # fmt: skip
    if quiet:
        group.add_argument(
            "--quiet", action="store_true", help=tr("do not say what was guessed about FILE")
        )


def add_metric(parser: argparse.ArgumentParser) -> None:
    """Add the option for the metric in which moves are counted."""
    metrics = [
        f"{', '.join(metric.name for metric in family.board.metrics)} ({family.name})"
        for family in FAMILIES.values()
        if len(family.board.metrics) > 1
    ]
    parser.add_argument(
        "--metric", metavar="NAME", default="",
        help=tr("count moves in a metric: {metrics} (default: each move counts)").format(
            metrics="; ".join(metrics)
        ),
    )  # fmt: skip


def reading_of(args: argparse.Namespace) -> ReadingOptions:
    """Return the options of ``add_reading``."""
    return ReadingOptions(args.family, args.goal, args.scramble)


def sources_of(files: Sequence[str | Path], args: argparse.Namespace) -> list[Source]:
    """Return the sources that arguments name, each puzzle of a book or a set in its place.

    Raises:
        PuzzleError: an option names no source.
    """
    return expand_books(files, reading_of(args))


def load_source(source: Source, args: argparse.Namespace) -> Loaded:
    """Load a source, and say what was guessed and what was ignored; raises as ``load`` does."""
    loaded = source.load()
    say_reading(loaded, args, source.notes)
    return loaded


def load_file(file: str | Path, args: argparse.Namespace) -> Loaded:
    """Load a file as a document or a set, and say what was guessed; raises as ``load`` does."""
    loaded = load(file, options=reading_of(args))
    say_reading(loaded, args)
    return loaded


def load_board_of(file: str | Path, args: argparse.Namespace) -> Board:
    """Load a board, or the board of a solution, as ``load_file`` does.

    Raises:
        PuzzleError: with every problem found.
    """
    return load_file(file, args).valid_board()


def say_reading(loaded: Loaded, args: argparse.Namespace, notes: Sequence[str] = ()) -> None:
    """Write what was guessed and what was ignored to standard error.

    Args:
        loaded: the document.
        args: arguments of the command; with ``--quiet`` only warnings are written.
        notes: further notes, which come first.
    """
    for note in (*notes, *loaded.notes) if not args.quiet else ():
        print_note(note)
    for warning in loaded.warnings:
        print_note(tr("{name}: warning: {text}").format(name=loaded.name, text=warning))

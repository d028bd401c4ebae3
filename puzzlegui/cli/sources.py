"""Files of a command line: loading with the options for reading, and what is said of it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from puzzlegui.cli.common import print_note
from puzzlegui.cli.options import reading_of
from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.loading import Source, expand_books, load


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

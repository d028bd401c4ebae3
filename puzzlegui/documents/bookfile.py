"""Files of books in JSON: parsing with every problem reported, and readable output.

What is proved of a puzzle carries a checksum, which shows that this program wrote it; without it,
the file's claims are not trusted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from puzzlegui.core import strict_json
from puzzlegui.core.board import Extra
from puzzlegui.core.errors import MAX_PROBLEMS, BoardFileError, PuzzleError
from puzzlegui.core.files import content_digest
from puzzlegui.core.formatting import group_digits, mebibytes, quantity
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import tr
from puzzlegui.core.solution import replay
from puzzlegui.documents.boardfile import (
    VERSION,
    check_version,
    dump_board_line,
    dump_puzzle,
    mentions,
    problem,
    read_board,
    read_object,
)
from puzzlegui.documents.book import BOOK_FORMAT, Book, BookPuzzle, BrokenPuzzle, LoadedBook
from puzzlegui.documents.movereader import MoveReader

MAX_BOOK_BYTES = 16 << 20
MAX_PUZZLES = 1000


def may_be_book(text: str) -> bool:
    """Return True if a text contains the format of a book, which another file may do too."""
    return mentions(text, BOOK_FORMAT)


def parse_book(
    text: str, name: str, should_continue: Callable[[], bool] = lambda: True
) -> LoadedBook | None:
    """Parse a book; return None if the text is strict JSON of another format.

    Args:
        text: content of the file.
        name: name of the source, for messages.
        should_continue: called before each puzzle; if it returns False, the result is meaningless.

    Raises:
        BoardFileError: the file as a whole is no book of this version. Problems of a single puzzle
            are in the result.
    """
    fields = read_object(text, name)
    if fields.get("format") != BOOK_FORMAT:
        return None
    if len(text.encode(errors="surrogatepass")) > MAX_BOOK_BYTES:
        message = tr("is larger than {size}, too large for a book")
        size = mebibytes(MAX_BOOK_BYTES >> 20)
        raise BoardFileError(name, problem(message.format(size=size)))
    if not check_version(fields):
        raise BoardFileError(name, fields.problems)
    title, notes = fields.text("title"), fields.text("notes")
    listed = fields.get("puzzles")
    if isinstance(listed, list) and len(listed) > MAX_PUZZLES:
        most, count = group_digits(MAX_PUZZLES), group_digits(len(listed))
        too_many = tr("a book holds {most} puzzles at most, not {count}")
        fields.report(too_many.format(most=most, count=count), "puzzles")
        raise BoardFileError(name, fields.problems)
    entries = fields.entries("puzzles")
    extra = fields.unknown_keys()
    if fields.problems:
        raise BoardFileError(name, fields.problems)
    puzzles, broken = [], []
    for number, entry in enumerate(entries, 1):
        if not should_continue():
            break
        puzzle = None if entry.count else _read_puzzle(entry)
        if puzzle is None or entry.count:
            broken.append((number, entry))
        else:
            puzzles.append(puzzle)
    # Each location takes a while: only those of the first broken puzzles are found.
    paths = [path for _, entry in broken[:MAX_PROBLEMS] for path in entry.problem_paths]
    places = strict_json.locate(text, paths) if paths else {}
    return LoadedBook(
        name,
        Book(title, notes, tuple(puzzles), extra),
        tuple(BrokenPuzzle(number, tuple(entry.problems_at(places))) for number, entry in broken),
    )


def _read_puzzle(fields: JsonObjectReader) -> BookPuzzle | None:
    """Read a puzzle, and report its problems; None only if there are some."""
    inner = fields.object("board")
    board = None if inner is None else read_board(inner)
    length = fields.natural("length") if fields.get("length") is not None else None
    optimal = fields.flag("optimal")
    unique = fields.flag("unique") if fields.get("unique") is not None else None
    texts = fields.texts("moves") if fields.get("moves") is not None else None
    checksum = fields.text("checksum")
    note = fields.text("note")
    extra = fields.unknown_keys()
    if board is None or fields.count:
        return None
    moves = None
    if texts is not None:
        moves = MoveReader(fields, board).read(texts, "moves")
        if fields.count:
            return None
        played = replay(board, moves)
        if not played:
            fields.report(played.message, "moves")
        elif length is None:
            length = len(moves)
        elif length != len(moves):
            message = tr("length is {length}, but the solution has {moves}")
            moves_text = quantity(len(moves), "move")
            fields.report(message.format(length=group_digits(length), moves=moves_text), "length")
    if length is None and optimal:
        fields.report(tr("optimal is true, but there is no length"), "optimal")
    elif length is not None and length < (least := board.lower_bound()):
        message = tr("length is {length}, but every solution has {least} or more")
        least_text = quantity(least, "move")
        fields.report(message.format(length=group_digits(length), least=least_text), "length")
    puzzle = BookPuzzle(board, length, optimal, unique, moves, note, extra)
    return puzzle if checksum == _checksum(puzzle) else replace(puzzle, optimal=False, unique=None)


def _checksum(puzzle: BookPuzzle) -> str:
    """Return the checksum of what is proved of a puzzle; empty if nothing is."""
    if not puzzle.optimal and puzzle.unique is None:
        return ""
    proved = json.dumps([puzzle.length, puzzle.optimal, puzzle.unique])
    return content_digest(dump_puzzle(puzzle.board).encode(), proved.encode())


def dump_book(book: Book) -> str:
    """Format a book as a file, with a line for each puzzle."""
    lines = [f'  "format": {json.dumps(BOOK_FORMAT)}', f'  "version": {VERSION}']
    lines += [f'  "{key}": {_compact(text)}' for key, text in _texts(book) if text]
    puzzles = ",\n".join(f"    {_dump_puzzle(puzzle)}" for puzzle in book.puzzles)
    lines.append(f'  "puzzles": [\n{puzzles}\n  ]' if puzzles else '  "puzzles": []')
    lines += [f"  {line}" for line in _extra(book.extra)]
    return strict_json.escape_json_controls("{\n" + ",\n".join(lines) + "\n}\n")


def dump_entry(puzzle: BookPuzzle) -> str:
    """Format a puzzle for another process, as a book of its own."""
    return dump_book(Book(puzzles=(puzzle,)))


def parse_entry(text: str) -> BookPuzzle:
    """Parse a puzzle from another process, and replay its moves.

    Raises:
        PuzzleError: the text is not a book of a single valid puzzle.
    """
    loaded = parse_book(text, "puzzle")
    if loaded is None or loaded.broken:
        raise PuzzleError("" if loaded is None else loaded.message)
    (puzzle,) = loaded.book.puzzles
    return puzzle


def _texts(book: Book) -> Iterator[tuple[str, str]]:
    yield "title", book.title
    yield "notes", book.notes


def _dump_puzzle(puzzle: BookPuzzle) -> str:
    fields = [f'"board": {dump_board_line(puzzle.board)}']
    if puzzle.length is not None:
        fields.append(f'"length": {puzzle.length}')
        fields.append(f'"optimal": {_compact(puzzle.optimal)}')
    if puzzle.unique is not None:
        fields.append(f'"unique": {_compact(puzzle.unique)}')
    if checksum := _checksum(puzzle):
        fields.append(f'"checksum": {_compact(checksum)}')
    if puzzle.moves is not None:
        fields.append(f'"moves": {_compact(puzzle.board.format_moves(puzzle.moves))}')
    if puzzle.note:
        fields.append(f'"note": {_compact(puzzle.note)}')
    return "{" + ", ".join([*fields, *_extra(puzzle.extra)]) + "}"


def _extra(extra: Extra) -> list[str]:
    return [f"{_compact(key)}: {text}" for key, text in extra]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

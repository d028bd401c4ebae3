"""Text formats of boards and grids, for the clipboard and for messages."""

from __future__ import annotations

import base64
import binascii
import os
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.documents import board_id, boardfile, gameid
from puzzlegui.documents.boardfile import (
    BOARD_FORMAT,
    MAX_BYTES,
    dump_board,
    dump_board_line,
    parse_board,
)
from puzzlegui.documents.grid_values import value_grid
from puzzlegui.documents.text_blocks import MAX_TEXT_BYTES
from puzzlegui.documents.word_grids import GridText, grids_of, word_grid
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES

MAX_TEXT = MAX_TEXT_BYTES
"""Maximum length of a text that is read, in characters."""
MAX_SHARE = 1 << 16
"""Maximum length of a share text, in characters; a 30×30 board takes about 5 000."""

_SHARE = "puzzlegui1:"
_ANY_SHARE = re.compile(r"puzzlegui[0-9]{1,9}:")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NUMBER = re.compile(r"[0-9]+")
_HEAD = 1 << 16
_BASE64 = re.compile(r"[A-Za-z0-9_-]*")


@translated_fields
@dataclass(frozen=True)
class TextFormat:
    """Text format of a board, or of a bare grid of numbers.

    Attributes:
        name: identifier in code and tests.
        title: name shown in menus.
        recognises: returns True if a text, stripped and not empty, looks like this format.
        read: parses a board or a grid; raises PuzzleError.
        write_board: formats a board; raises PuzzleError if the board cannot be represented. None
            for a format of grids, or one that is only read.
        write_grid: formats a grid; None for a format of boards.
        is_grid: True for a format of bare grids.
        suffix: suffix of files that the program exports in this format; empty if it does not.
        notes: as in ``BoardReader``.
        families: families whose boards and grids it supports.
    """

    name: str
    title: Translatable
    recognises: Callable[[str], bool]
    read: Callable[[str], Board | Grid]
    write_board: Callable[[Board], str] | None = None
    write_grid: Callable[[Grid], str] | None = None
    families: tuple[str, ...] = tuple(FAMILIES)
    is_grid: bool = False
    suffix: str = ""
    notes: Callable[[Board], tuple[str, ...]] = lambda _: ()


def format_of(text: str) -> TextFormat | None:
    """Return the format of a board that a text, stripped and not empty, looks like; else None."""
    for form in TEXT_FORMATS.values():
        if not form.is_grid and form.recognises(text):
            return form
    return None


def checked_text(text: str) -> str:
    """Return a text without blanks around it.

    Raises:
        PuzzleError: it is empty or too long.
    """
    if len(text) > MAX_TEXT:
        raise PuzzleError(
            tr("this text is longer than {number} MiB, too long for a board").format(
                number=group_digits(MAX_TEXT >> 20)
            )
        )
    bare = text.lstrip("\ufeff").strip()
    if not bare:
        raise PuzzleError(tr("there is no text to read"))
    return bare


def read_grid(text: str) -> Grid:
    """Parse a grid of numbers, of any size, with its own rows; an empty cell is 0.

    Raises:
        PuzzleError: the text holds no grid, or several.
    """
    try:
        values = value_grid(_grids_by(word_grid, text).grids[0])
    except PuzzleError:
        if _is_prose(text):
            raise not_a_board() from None
        raise
    if values.names:
        raise not_a_board()
    return values.values


def grids_in(text: str) -> GridText:
    """Return the grids of words in a text, of which there are some.

    Raises:
        PuzzleError: there are none, or they are malformed.
    """
    return _grids_by(grids_of, text)


def _grids_by(reader: Callable[[str], GridText], text: str) -> GridText:
    try:
        found = reader(text)
    except PuzzleError:
        if _is_prose(text):
            raise not_a_board() from None
        raise
    if not found.grids:
        raise not_a_board()
    return found


def _is_prose(text: str) -> bool:
    """Return True for a text with as many words as numbers, or more, at its beginning."""
    head = text[:_HEAD]
    return len(_WORD.findall(head)) >= len(_NUMBER.findall(head))


def not_a_board() -> PuzzleError:
    """Return the error of a text in no known format."""
    return PuzzleError(tr("this text is not a board. Use rows of numbers or a board ID."))


_ROWS_ON_A_LINE = re.compile(r"\d{1,4}(?:[ ,]+\d{1,4})+(?:[/;] ?\d{1,4}(?:[ ,]+\d{1,4})+)+")


def is_board_text(text: str) -> bool:
    """Return True if a text is meant as a board or a solution, not as the name of a file."""
    bare = text.strip()
    if "\n" in bare or _ROWS_ON_A_LINE.fullmatch(bare):
        return True
    return bool(bare) and format_of(bare) is not None


def is_text_source(source: str) -> bool:
    """Return True if an argument of the command line is a board itself: a board or game ID."""
    if board_id.is_id_source(source):
        return True
    return gameid.is_game_id(source.strip()) and not os.path.lexists(source)


def is_foreign(text: str) -> bool:
    """Return True if a text, stripped and not empty, is in a format of another program."""
    readers = (reader for family in FAMILIES.values() for reader in family.readers)
    return any(reader.recognises(text) for reader in readers)


# --- bare grids ---------------------------------------------------------------------------------


def write_rows(grid: Grid) -> str:
    """Format a grid as lines with tabs between the numbers, as spreadsheets do."""
    return "".join("\t".join(map(str, row)) + "\n" for row in grid)


def write_line(grid: Grid) -> str:
    """Format a grid as a single line with slashes between its rows, as Slidysim does."""
    return "/".join(" ".join(map(str, row)) for row in grid)


def write_csv(grid: Grid) -> str:
    """Format a grid as lines with commas between the numbers."""
    return "".join(",".join(map(str, row)) + "\n" for row in grid)


# --- boards -------------------------------------------------------------------------------------


def read_json(text: str) -> Board:
    """Parse a board file, or a solution file for its board."""
    return boardfile.parse(text, "text").valid_board()


def write_share(board: Board) -> str:
    """Format a board, with its title and its colours, as a single line for a message.

    Raises:
        PuzzleError: the line would be too long.
    """
    data = zlib.compress(dump_board_line(board).encode(), 9)
    text = _SHARE + base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
    if len(text) > MAX_SHARE:
        raise PuzzleError(tr("this board is too large to share as text; save it as a file"))
    return text


def read_share(text: str) -> Board:
    """Parse a share text; line breaks and blanks in it are ignored."""
    text = "".join(text.split())
    if not text.startswith(_SHARE):
        raise PuzzleError(tr("this share text is from a newer program"))
    if len(text) > MAX_SHARE:
        raise PuzzleError(tr("this share text is too long for a board"))
    packed = text.removeprefix(_SHARE).rstrip("=")
    if not _BASE64.fullmatch(packed):
        raise PuzzleError(tr("this share text contains invalid characters"))
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(
            base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_BYTES[BOARD_FORMAT] + 1
        )
        decoded = data.decode()
    except (zlib.error, binascii.Error, UnicodeDecodeError):
        raise PuzzleError(tr("this share text is damaged; copy all of it again")) from None
    if len(data) > MAX_BYTES[BOARD_FORMAT]:
        raise PuzzleError(tr("this share text holds too much for a board"))
    if not inflate.eof or inflate.unused_data:
        raise PuzzleError(tr("this share text is incomplete; copy all of it again"))
    return parse_board(decoded, tr("share text"))


def formats_of_family(family: Family) -> Iterator[TextFormat]:
    """Yield the formats of other programs that a family reads."""
    for reader in family.readers:
        families = tuple(name for name, each in FAMILIES.items() if each.board.permutes_cells)
        yield TextFormat(
            reader.name, reader.title, reader.recognises, reader.read, reader.write,
            families=families if reader.write else (family.name,), suffix=reader.suffix,
            notes=reader.notes,
        )  # fmt: skip


_TABLE = (
    TextFormat("id", "Board ID", board_id.is_board_id, board_id.read_id, board_id.write_id),
    TextFormat(
        "share", "Share text", lambda text: bool(_ANY_SHARE.match(text)), read_share, write_share
    ),
    *(form for family in FAMILIES.values() for form in formats_of_family(family)),
    TextFormat("json", "Board as JSON", boardfile.is_document, read_json, dump_board),
    TextFormat(
        "game-id", f"Game ID ({', '.join(gameid.NAMES)})", gameid.is_game_id, gameid.read_game_id,
        gameid.write_game_id, families=tuple(gameid.GAMES),
    ),
    TextFormat(
        "save", "Saved game (*.sav) of these", gameid.is_save, gameid.read_save,
        families=tuple(gameid.GAMES),
    ),
    TextFormat("csv", "CSV", lambda _: True, read_grid, write_grid=write_csv, is_grid=True),
    TextFormat(
        "rows", "Numbers, letters or words in rows", lambda _: True, read_grid,
        write_grid=write_rows, is_grid=True,
    ),
    TextFormat(
        "slidysim", "Rows on a line (Slidysim)", lambda _: True, read_grid,
        write_grid=write_line, is_grid=True,
    ),
    TextFormat(
        "array", "Array of Python, C, MATLAB, NumPy or JSON", lambda _: True, read_grid,
        is_grid=True,
    ),
    TextFormat(
        "table", "Table in Markdown or with a frame", lambda _: True, read_grid, is_grid=True
    ),
)  # fmt: skip

TEXT_FORMATS: dict[str, TextFormat] = {form.name: form for form in _TABLE}
"""All text formats by name; the first that recognises a text parses it."""
WRITTEN_FORMATS: dict[str, TextFormat] = {
    name: form for name, form in TEXT_FORMATS.items() if form.write_board or form.write_grid
}
"""The formats in which boards or grids can be copied."""

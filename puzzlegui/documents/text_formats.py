"""Text formats of boards and grids, for the clipboard and for messages."""

from __future__ import annotations

import base64
import binascii
import csv
import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzlegui.core.board import MAX_SIZE, Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, quoted
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.core.strict_json import JsonError, parse
from puzzlegui.documents import board_id, boardfile, gameid
from puzzlegui.documents.boardfile import (
    BOARD_FORMAT,
    MAX_BYTES,
    dump_board,
    dump_board_line,
    parse_board,
)
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES

MAX_TEXT = MAX_BYTES[BOARD_FORMAT]
"""Maximum length of a text that is read, in characters."""
MAX_SHARE = 1 << 16
"""Maximum length of a share text, in characters; a 30×30 board takes about 5 000."""

_SHARE = "puzzlegui1:"
_ANY_SHARE = re.compile(r"puzzlegui[0-9]{1,9}:")
_BASE64 = re.compile(r"[A-Za-z0-9_-]*")
_NUMBER = re.compile(r"[+\-−]?[0-9]{1,1000}")


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


def read_any(text: str, board: Board | None = None) -> Board | Grid:
    """Parse a text in any format: a board, or a grid to be pasted into a board.

    Args:
        text: text from the clipboard or from a file.
        board: board to paste into; a single line with as many numbers as the board has cells is
            split into rows.

    Raises:
        PuzzleError: the text is in no known format, or malformed.
    """
    if len(text) > MAX_TEXT:
        raise PuzzleError(
            tr("this text is longer than {number} MiB, too long for a board").format(
                number=group_digits(MAX_TEXT >> 20)
            )
        )
    text = text.lstrip("\ufeff")
    bare = text.strip()
    if not bare:
        raise PuzzleError(tr("there is no text to read"))
    for form in TEXT_FORMATS.values():
        if form.recognises(bare):
            found = form.read(text)
            break
    else:
        titles = ", ".join(form.title for form in TEXT_FORMATS.values())
        raise PuzzleError(tr("not a board. Supported: {titles}").format(titles=titles))
    if board is None or isinstance(found, Board):
        return found
    values = flatten(found)
    if len(found) == 1 and len(values) == board.rows * board.columns:
        return tuple(values[i : i + board.columns] for i in range(0, len(values), board.columns))
    return found


def is_board_text(text: str) -> bool:
    """Return True if a text is meant as a board or a solution, not as the name of a file."""
    bare = text.strip()
    if "\n" in bare:
        return True
    boards = (form for form in TEXT_FORMATS.values() if not form.is_grid)
    return bool(bare) and any(form.recognises(bare) for form in boards)


def is_foreign(text: str) -> bool:
    """Return True if a text, stripped and not empty, is in a format of another program."""
    readers = (reader for family in FAMILIES.values() for reader in family.readers)
    return any(reader.recognises(text) for reader in readers)


# --- bare grids ---------------------------------------------------------------------------------


def write_rows(grid: Grid) -> str:
    """Format a grid as lines with tabs between the numbers, as spreadsheets do."""
    return "".join("\t".join(map(str, row)) + "\n" for row in grid)


def read_rows(text: str) -> Grid:
    """Parse numbers separated by tabs, where an empty cell is 0, or else by blanks."""
    separator = "\t" if "\t" in text else None
    return _grid(line.split(separator) for line in text.splitlines() if line.strip(" "))


def write_csv(grid: Grid) -> str:
    """Format a grid as lines with commas between the numbers."""
    return "".join(",".join(map(str, row)) + "\n" for row in grid)


def read_csv(text: str) -> Grid:
    """Parse numbers separated by semicolons or else by commas; an empty cell is 0."""
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if ";" in text else ",",
        skipinitialspace=True, strict=True,
    )  # fmt: skip
    try:
        return _grid(row for row in rows if row)
    except csv.Error as error:
        raise PuzzleError(tr("this is not CSV: {error}").format(error=str(error))) from None


def _is_grid(text: str) -> bool:
    return text[0] in '0123456789+-−,;"'


def _grid(rows: Iterable[Sequence[str]]) -> Grid:
    """Convert rows of words to a grid."""
    found: list[tuple[int, ...]] = []
    for row in rows:
        if len(found) == MAX_SIZE or len(row) > MAX_SIZE:
            raise PuzzleError(
                tr("this is too large; a board has at most {largest} rows and columns").format(
                    largest=str(MAX_SIZE)
                )
            )
        number = len(found) + 1
        found.append(tuple(_value(word.strip(), number, column) for column, word in enumerate(row)))
        if len(found[-1]) != len(found[0]):
            raise PuzzleError(
                tr("row {number} has {count} numbers where the first has {count2}").format(
                    number=group_digits(number),
                    count=group_digits(len(found[-1])),
                    count2=group_digits(len(found[0])),
                )
            )
    return tuple(found)


def _value(word: str, row: int, column: int) -> int:
    if not word:
        return 0
    if not _NUMBER.fullmatch(word):
        raise PuzzleError(
            tr("row {row}, number {number}: {shown} is not a whole number").format(
                row=str(row), number=group_digits(column + 1), shown=quoted(word)
            )
        )
    return int(word.replace("−", "-"))


# --- boards -------------------------------------------------------------------------------------


def read_json(text: str) -> Board | Grid:
    """Parse a board file, a solution file (for its board), or a list of rows."""
    if text.lstrip().startswith("["):
        try:
            fields = JsonObjectReader({"rows": parse(text)})
        except JsonError as error:
            raise PuzzleError(str(error)) from None
        grid = fields.grid("rows")
        if grid is None:
            raise PuzzleError(str(fields.problems[0]))
        return _grid([str(value) for value in row] for row in grid)
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
            base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_TEXT + 1
        )
        decoded = data.decode()
    except (zlib.error, binascii.Error, UnicodeDecodeError):
        raise PuzzleError(tr("this share text is damaged; copy all of it again")) from None
    if len(data) > MAX_TEXT:
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
        )  # fmt: skip


_TABLE = (
    TextFormat("id", "Board ID", board_id.is_board_id, board_id.read_id, board_id.write_id),
    TextFormat(
        "share", "Share text", lambda text: bool(_ANY_SHARE.match(text)), read_share, write_share
    ),
    *(form for family in FAMILIES.values() for form in formats_of_family(family)),
    TextFormat("json", "Board as JSON", lambda text: text[0] in "{[", read_json, dump_board),
    TextFormat(
        "game-id", f"Game ID ({', '.join(gameid.NAMES)})", gameid.is_game_id, gameid.read_game_id,
        gameid.write_game_id, families=tuple(gameid.GAMES),
    ),
    TextFormat(
        "csv", "CSV", lambda text: _is_grid(text) and ("," in text or ";" in text), read_csv,
        write_grid=write_csv, is_grid=True,
    ),
    TextFormat(
        "rows", "Numbers in rows", _is_grid, read_rows, write_grid=write_rows, is_grid=True
    ),
)  # fmt: skip

TEXT_FORMATS: dict[str, TextFormat] = {form.name: form for form in _TABLE}
"""All text formats by name; the first that recognises a text parses it."""
WRITTEN_FORMATS: dict[str, TextFormat] = {
    name: form for name, form in TEXT_FORMATS.items() if form.write_board or form.write_grid
}
"""The formats in which boards or grids can be copied."""

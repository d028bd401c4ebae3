"""Board IDs: a puzzle as a short line of text that survives chat and print.

``pg1:`` is followed by letters and digits in base 32 (RFC 4648, without padding). They encode a
CRC-32, and the family and its fields as JSON, compressed by raw deflate with a preset dictionary.
Case, blanks, line breaks and hyphens do not matter; 0, 1 and 8, which the alphabet lacks, are read
as O, I and B. Title, colours, names, pictures and unknown keys are left out, which share texts
have. A link is the address of a page that plays boards, ``#``, an ID, and perhaps what IDs lack.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.files import printable
from puzzlegui.core.json_reader import COLOUR
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import is_value, value_names, with_colours, with_names
from puzzlegui.core.win_message import message_of, message_problem, with_message
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES, VERSION, dump_puzzle, parse_board

PREFIX = "pg1:"
SOURCE_PREFIX = "id:"
"""Prefix of any board text where a file name is expected."""
MAX_ID = 1 << 16
"""Maximum length of an ID, in characters; a 30×30 board takes about 4 500."""

_LINK = re.compile(r"\s*[^\s#]*#(?=pg[0-9]{1,9}:)", re.IGNORECASE)
EXTRAS = "&x="
"""Separates the ID in a link from title, message, names and colours, as JSON in base 64."""
MOST_EXTRAS = 1 << 17
"""Maximum length of these, in characters."""
LINK_SETTING = "link base"
"""Setting for the address of the page that plays the board of its address."""
_ANY_PREFIX = re.compile(r"\s*pg[0-9]{1,9}\s*:", re.IGNORECASE)
_IGNORED = re.compile(r"[\s\-\u2010\u2011\u00ad]+")
_LOOKALIKES = str.maketrans("018", "OIB")
_CHECKSUM_BYTES = 4


def _dictionary() -> bytes:
    """Return the preset dictionary, the likeliest text last; it must never change."""
    sizes = [(n, n) for n in range(8, 1, -1)]
    goals = []
    for rows, columns in sizes:
        lines = (range(r * columns + 1, (r + 1) * columns + 1) for r in range(rows))
        goals.append("[[" + "],[".join(",".join(map(str, line)) for line in lines) + "]]")
    words = (
        '"moves":{"inverses":false,null,null],[null,"A1","B1","C1","A2","B2","C2","A3","B3","C3"]',
        '"permutation","turns":"counterclockwise","both","clockwise","target":"start":"sum":0}',
        "[1,1,1,1],[2,2,2,2],[3,3,3,3],[4,4,4,4],-1,-2,-3,-4",
        *goals,
        '"},{"family":"maze","numbers":[[{"family":"shift","start":[[{"family":"sliding","start":[[',
        ',0]]}]],"goal":[[1,2,3,{"family":"rotation","turns":"both","start":[[',
    )
    return "".join(words).encode()


DICTIONARY = _dictionary()


def is_board_id(text: str) -> bool:
    """Return True if a text begins like a board ID of any version, or like a link to a board."""
    return _ANY_PREFIX.match(text) is not None or _LINK.match(text) is not None


def is_id_source(source: str) -> bool:
    """Return True if an argument of the command line is a board ID, bare or after ``id:``."""
    return source.startswith(SOURCE_PREFIX) or is_board_id(source)


def text_of_source(source: str) -> str:
    """Return the text of a board that an argument of the command line holds."""
    text = source.removeprefix(SOURCE_PREFIX)
    return text if ":" in text else PREFIX + text


def write_id(board: Board) -> str:
    """Format a board as an ID.

    Raises:
        PuzzleError: the board has problems.
    """
    if board.problems():
        raise PuzzleError(tr("a board with problems has no ID"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=DICTIONARY)
    packed = packer.compress(dump_puzzle(board).encode()) + packer.flush()
    data = zlib.crc32(packed).to_bytes(_CHECKSUM_BYTES, "big") + packed
    return PREFIX + _letters(data)


_setting = [""]


def set_link_base(base: str) -> None:
    """Set the address of the page of links where none is given."""
    _setting[0] = base.strip()


def write_link(board: Board, base: str | None = None) -> str:
    """Return an address at which a board can be played.

    Args:
        board: the board.
        base: address of a page that plays the board of its address; None for that of the setting.

    Raises:
        PuzzleError: the board has problems, or there is no such page.
    """
    base = _setting[0] if base is None else base.strip()
    if not base:
        raise PuzzleError(
            tr("a link needs the address of a page that plays it; give it with {option}").format(
                option="--base"
            )
        )
    extras: dict[str, Any] = {
        "title": board.title,
        "message": message_of(board),
        "names": {str(value): name for value, name in value_names(board).items()},
        "colours": {str(value): colour for value, colour in board.palette},
    }
    extras = {key: value for key, value in extras.items() if value}
    link = f"{base.partition('#')[0]}#{write_id(board)}"
    if not extras:
        return link
    text = json.dumps(extras, ensure_ascii=False, separators=(",", ":")).encode()
    return f"{link}{EXTRAS}{base64.urlsafe_b64encode(text).decode().rstrip('=')}"


def _with_extras(board: Board, text: str) -> Board:
    """Return a board with the title, message, names and colours of a link, as far as they are."""
    if not text or len(text) > MOST_EXTRAS:
        return board
    try:
        found = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, ValueError):  # of JSON and of UTF-8, too
        return board
    if not isinstance(found, dict):
        return board
    title, message = (found.get(key) for key in ("title", "message"))
    if isinstance(title, str):
        board = board.with_fields(title=printable(title))
    if isinstance(message, str) and message and not message_problem(message):
        board = with_message(board, printable(message))
    names = {
        int(value): name for value, name in _texts(found.get("names")) if int(value) in board.values
    }
    colours = {
        int(value): colour for value, colour in _texts(found.get("colours"))
        if COLOUR.fullmatch(colour)
    }  # fmt: skip
    board = with_names(board, names) if names else board
    return with_colours(board, colours) if colours else board


def _texts(found: object) -> Iterator[tuple[str, str]]:
    """Yield the texts of values in an object of a link."""
    for value, text in found.items() if isinstance(found, dict) else ():
        if is_value(value) and isinstance(text, str):
            yield value, printable(text)


def _letters(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=")


def read_id(text: str) -> Board:
    """Parse an ID.

    Raises:
        PuzzleError: the ID is damaged, incomplete or from a newer program.
    """
    if link := _LINK.match(text):
        text, _, extras = text[link.end() :].partition(EXTRAS)
        return _with_extras(read_id(text), extras.strip())
    match = _ANY_PREFIX.match(text)
    if match is None:
        raise PuzzleError(tr("this is not a board ID; those begin with pg1:"))
    if len(text) > MAX_ID:
        raise PuzzleError(tr("this board ID is too long for a board"))
    if "".join(match[0].split()).lower() != PREFIX:
        raise PuzzleError(tr("this board ID is from a newer program"))
    letters = _IGNORED.sub("", text[match.end() :]).upper().rstrip("=").translate(_LOOKALIKES)
    damaged = PuzzleError(
        tr("this board ID is incomplete or has a wrong letter; compare it with the original")
    )
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError):
        raise damaged from None
    checksum, packed = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
    if zlib.crc32(packed).to_bytes(_CHECKSUM_BYTES, "big") != checksum or _letters(data) != letters:
        raise damaged  # the last letter may have bits that belong to no byte
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=DICTIONARY)
    try:
        content = unpacker.decompress(packed, MAX_BYTES[BOARD_FORMAT]).decode()
    except (zlib.error, UnicodeDecodeError):
        raise damaged from None
    if not unpacker.eof or unpacker.unused_data or not content.startswith("{"):
        raise damaged
    head = f'{{"format": "{BOARD_FORMAT}", "version": {VERSION}, '
    try:
        return parse_board(head + content[1:], tr("board ID")).puzzle
    except BoardFileError as error:  # lines and columns of a text that nobody sees
        problems = "; ".join(problem.message for problem in error.problems)
        raise PuzzleError(
            tr("the board in this ID is invalid: {problems}").format(problems=problems)
        ) from None

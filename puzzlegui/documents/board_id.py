"""Board IDs: a puzzle as a short line of text that survives chat and print.

``pg1:`` is followed by letters and digits in base 32 (RFC 4648, without padding). They encode a
CRC-32, and the family and its fields as JSON, compressed by raw deflate with a preset dictionary.
Case, blanks, line breaks and hyphens do not matter; 0, 1 and 8, which the alphabet lacks, are read
as O, I and B. Title, colours, names, pictures and unknown keys are left out, which share texts
have.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from puzzlegui.core.board import Board
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES, VERSION, dump_puzzle, parse_board

PREFIX = "pg1:"
SOURCE_PREFIX = "id:"
"""Prefix of any board text where a file name is expected."""
MAX_ID = 1 << 16
"""Maximum length of an ID, in characters; a 30×30 board takes about 4 500."""

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


_DICTIONARY = _dictionary()


def is_board_id(text: str) -> bool:
    """Return True if a text begins like a board ID of any version."""
    return _ANY_PREFIX.match(text) is not None


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
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=_DICTIONARY)
    packed = packer.compress(dump_puzzle(board).encode()) + packer.flush()
    data = zlib.crc32(packed).to_bytes(_CHECKSUM_BYTES, "big") + packed
    return PREFIX + _letters(data)


def _letters(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=")


def read_id(text: str) -> Board:
    """Parse an ID.

    Raises:
        PuzzleError: the ID is damaged, incomplete or from a newer program.
    """
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
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_DICTIONARY)
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

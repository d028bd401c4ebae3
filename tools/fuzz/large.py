"""Enlarged input for every reader: ``python -m tools.fuzz --large``.

Each row of the table is read in a process of its own, which prints the processor time and the
memory that it took. Memory beyond the limit of the row is an error, and so is a crash; time is
printed only, since it depends on the machine.
"""

from __future__ import annotations

import base64
import json
import multiprocessing
import resource
import struct
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.board_id import DICTIONARY, PREFIX, _letters
from puzzlegui.documents.boardfile import BOARD_FORMAT, MAX_BYTES, SOLUTION_FORMAT
from puzzlegui.documents.book import BOOK_FORMAT
from puzzlegui.documents.bookfile import MAX_BOOK_BYTES
from tools.fuzz import readers

BOARD, SOLUTION, BOOK = MAX_BYTES[BOARD_FORMAT], MAX_BYTES[SOLUTION_FORMAT], MAX_BOOK_BYTES
TEXT = 16 << 20
"""Bytes of the largest text of moves."""
ROOM = 6 << 30
"""Bytes that a reader may take before it is ended, to protect the machine."""
SECONDS = 180
"""Seconds after which a reader is ended."""


@dataclass(frozen=True)
class Row:
    """An enlarged input.

    Attributes:
        reader: name of its reader.
        name: what is enlarged.
        data: returns the input.
        mib: greatest memory that reading may take beyond that of the input.
        always: True if the default tests read it, too.
    """

    reader: str
    name: str
    data: Callable[[], bytes]
    mib: int
    always: bool = False


def _filled(head: str, piece: str, tail: str, size: int) -> bytes:
    """Return a text of a given size with a piece repeated in it."""
    count = (size - len(head.encode()) - len(tail.encode())) // len(piece.encode())
    return (head + piece * count + tail).encode()


_ROTATION = (
    f'{{"format": "{BOARD_FORMAT}", "version": 1, "family": "rotation", '
    '"start": [[2, 1], [3, 4]], "goal": [[1, 2], [3, 4]]'
)
_PERMUTATION = (
    f'{{"format": "{BOARD_FORMAT}", "version": 1, "family": "permutation", '
    '"start": [[2, 1, 3]], "goal": [[1, 2, 3]], "moves": {"L": [["A1", "B1"'
)
_SOLUTION = (
    f'{{"format": "{SOLUTION_FORMAT}", "version": 1, "board": {_ROTATION}}}, "status": "solved", '
    '"moves": ["A1"'
)
_BOOK = f'{{"format": "{BOOK_FORMAT}", "version": 1, "puzzles": ['


def _board(piece: str, tail: str = "]}", head: str = ', "x": [0') -> Callable[[], bytes]:
    return lambda: _filled(_ROTATION + head, piece, tail, BOARD // 2)  # written with more blanks


def _moves(piece: str, tail: str = "]]}}", head: str = "") -> Callable[[], bytes]:
    return lambda: _filled(_PERMUTATION + head, piece, tail, BOARD)


def _solution(piece: str, tail: str = "]}", head: str = "") -> Callable[[], bytes]:
    return lambda: _filled(_SOLUTION + head, piece, tail, SOLUTION - 100)


def _book(piece: str, tail: str = "0]}", head: str = "") -> Callable[[], bytes]:
    return lambda: _filled(_BOOK + head, piece, tail, BOOK)


def _text(piece: str, head: str = "", tail: str = "", size: int = TEXT) -> Callable[[], bytes]:
    return lambda: _filled(head, piece, tail, size)


def _played(text: Callable[[], bytes]) -> Callable[[], bytes]:
    """Return moves for the first board of the corpus that is no maze."""
    kinds = [board.family for board in readers.BOARDS]
    return lambda: bytes([kinds.index("rotation")]) + text()


def _wrong_boards() -> bytes:
    board = json.dumps({
        "format": BOARD_FORMAT, "version": 1, "family": "rotation",
        "start": [["x"] * 30] * 30, "goal": [["x"] * 30] * 30,
    })  # fmt: skip
    puzzle = f'{{"board": {board}}}'
    return f"{_BOOK}{', '.join([puzzle] * 900)}]}}".encode()


def _many_moves() -> bytes:
    names = ", ".join(f'"M{number:06}": [["A1", "B1"]]' for number in range(30_000))
    return f"{_PERMUTATION}]], {names}}}}}".encode()


def _board_id() -> bytes:
    """Return the ID of a board whose one cycle names a hundred thousand cells."""
    fields = {"family": "permutation", "start": [[2, 1]], "goal": [[1, 2]]}
    text = json.dumps({**fields, "moves": {"L": [["A1", "B1"] * 50_000]}}, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=DICTIONARY)
    packed = packer.compress(text.encode()) + packer.flush()
    return (PREFIX + _letters(zlib.crc32(packed).to_bytes(4, "big") + packed)).encode()


def _share_text() -> bytes:
    text = _moves(', "A1", "B1"')()
    return b"puzzlegui1:" + base64.urlsafe_b64encode(zlib.compress(text, 9)).rstrip(b"=")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(extra: bytes = b"", width: int = 8, height: int = 8) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 1) * height), 9)
    chunks = _chunk(b"IHDR", head), extra, _chunk(b"IDAT", rows), _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _png_texts(kind: bytes, count: int) -> Callable[[], bytes]:
    head = b"k\0\1\0\0\0" if kind == b"iTXt" else b"k\0\0"
    return lambda: _png(_chunk(kind, head + zlib.compress(bytes(7_900_000), 9)) * count)


def _jpeg_segments() -> bytes:
    sound = readers._sound_picture("JPEG")
    segment = b"\xff\xe1\xff\xffExif\0\0" + bytes(0xFFFF - 8)
    return sound[:2] + segment * 900 + sound[2:]


TABLE = (
    Row("document", "board, list of numbers", _board(",0"), 60),
    Row("document", "board, empty objects", _board(",{}"), 40),
    Row("document", "board, empty lists", _board(",[]"), 60),
    Row("document", "board, nested lists", _board("[", "", ', "x": '), 20),
    Row("document", "board, nested objects", _board('{"a":', "", ', "x": '), 20),
    Row("document", "board, long text", _board("a", '"}', ', "x": "'), 20),
    Row("document", "board, long title", _board("a", '"}', ', "title": "'), 20),
    Row("document", "board, long number", _board("9", "]}"), 20),
    Row("document", "board, one key", _board(', "x": 0', "}", ', "x": 0'), 40),
    Row("document", "board, NaN", _board(",NaN"), 20),
    Row("document", "board, half characters", _board(',"\\ud800"'), 20),
    Row("document", "board, wrong cells", _board(',"x"', "]]}", ', "goal": [["x"'), 20),
    Row("document", "board, wrong rows", _board(",0", "]}", ', "goal": [0'), 20),
    Row("document", "board, wrong colours", _board(',"":0', "}}", ', "palette": {"x": 0'), 60),
    Row("document", "board, blanks", _board(" ", "}", ""), 20),
    Row("document", "moves, one cycle", _moves(', "A1", "B1"'), 60, always=True),
    Row("document", "moves, cells beyond", _moves(', "ZZZ99999"'), 60),
    Row("document", "moves, wrong cells", _moves(', "?"'), 60),
    Row("document", "moves, short cycles", _moves(', ["A1"]', "]}}", "]"), 80),
    Row("document", "moves, many", _many_moves, 80),
    Row("document", "solution, moves", _solution(', "A1"'), 1100),
    Row("document", "solution, lists", _solution(', ["A1"]', head='], "solutions": [["A1"]'), 200),
    Row("document", "solution, empty lists", _solution(", []", head='], "solutions": [[]'), 200),
    Row("document", "solution, wrong moves", _solution(', "?"'), 500),
    Row("document", "solution, objects", _solution(", {}", head='], "segments": [{}'), 200),
    Row("document", "solution, segments",
        _solution(', {"name": "", "from": 1, "to": 1}', head='], "segments": [{}'), 200),
    Row("document", "solution, NaN", _solution(", NaN", head='], "x": [NaN'), 200),
    Row("document", "solution, one key", _solution(', "x": 0', "}", '], "x": 0'), 200),
    Row("document", "solution, half characters", _solution(', "\\ud800"', head='], "x": [0'), 200),
    Row("document", "solution, whole characters",
        _solution(', "\\ud83d\\ude42"', head='], "x": [0'), 600),
    Row("document", "solution, long number", _solution("9", head='], "x": [0'), 200),
    Row("document", "solution, not closed", _solution(', "A1"', ""), 1000),
    Row("book", "empty objects", _book("{},"), 60, always=True),
    Row("book", "empty lists", _book("[],"), 60),
    Row("book", "numbers", _book("0,"), 150),
    Row("book", "wrong boards", _wrong_boards, 100),
    Row("book", "one key", _book('"x": 0,', '"y": 0}', '], '), 60),
    Row("book", "NaN", _book("NaN,"), 60),
    Row("pasted", "board ID, one cycle", _board_id, 40, always=True),
    Row("pasted", "share text, one cycle", _share_text, 60),
    Row("pasted", "list of numbers", _text("0,", "[", "0]", BOARD), 40),
    Row("pasted", "lists", _text("[0],", "[", "[0]]", BOARD), 60),
    Row("pasted", "row of numbers", _text("1 ", size=BOARD), 40),
    Row("pasted", "rows", _text("1\n", size=BOARD), 40),
    Row("pasted", "columns with commas", _text("1,", size=BOARD), 60),
    Row("pasted", "quoted cell", _text("a", '1,"', '"', BOARD), 20),
    Row("pasted", "blanks", _text(" ", "1", "1", BOARD), 20),
    Row("pasted", "game ID", _text("1,", "9x9n2:", "1", BOARD), 40),
    Row("game", "numbers", _text("1,", "9x9n2:", "1", BOARD), 40),
    Row("game", "blanks", _text(" ", "9x9n2:1", "1", BOARD), 20),
    Row("moves", "moves", _played(_text("A1 ")), 100),
    Row("moves", "repeats", _played(_text("A1 A1' ")), 300),
    Row("moves", "words", _played(_text("a", size=BOARD)), 20),
    Row("moves", "blanks", _played(_text(" ", "A1", "A1")), 40),
    Row("moves", "comments", _played(_text("# a\n")), 60),
    Row("moves", "table in CSV", _played(_text("1,A1,x\n", "step,move,segment\n")), 250),
    Row("moves", "quotes in CSV", _played(_text('"', "step,move,segment\n")), 40),
    Row("moves", "row of blanks in Markdown",
        _played(_text(" ", "| step | moves |\n|", "?", 1 << 18)), 20, always=True),
    Row("moves", "rows in Markdown", _played(_text("| 1 | `A1` |\n", "| step | moves |\n")), 350),
    Row("study", "keys", _text("a = 1\n", size=1 << 17), 40),
    Row("study", "nested lists", _text("[", "x = ", size=1 << 17), 40),
    Row("settings", "keys", _text('"a": 1, ', "{", '"b": 1}', 1 << 20), 40),
    Row("settings", "long text", _text("a", '{"recent": "', '"}', 1 << 20), 40),
    Row("records", "keys", _text('"a": 1, ', "{", '"b": 1}', 1 << 20), 40),
    Row("unsaved", "moves", _text('"A1", ', '{"path": "", "time": 5, "moves": [',
                                  f'"A1"]}}\n{_ROTATION}}}', 1 << 20), 60),
    Row("key", "long text", _text("a", size=1 << 20), 20),
    Row("table", "zeros", lambda: bytes(TEXT), 40),
    Row("picture", "PNG, compressed texts", _png_texts(b"zTXt", 51), 20, always=True),
    Row("picture", "PNG, 500 compressed texts", _png_texts(b"zTXt", 500), 40),
    Row("picture", "PNG, international texts", _png_texts(b"iTXt", 51), 20),
    Row("picture", "PNG, profile", _png_texts(b"iCCP", 51), 20),
    Row("picture", "PNG, 400 million pixels", lambda: _png(width=20_000, height=20_000), 40),
    Row("picture", "PNG, 16 million pixels", lambda: _png(width=4000, height=4000), 60),
    Row("picture", "PNG, empty chunks", lambda: _png(_chunk(b"tEXt", b"") * 4_000_000), 60),
    Row("picture", "JPEG, EXIF", _jpeg_segments, 130),
)  # fmt: skip
"""The table of enlarged inputs."""


@dataclass(frozen=True)
class Measured:
    """Time and memory of reading a row, and the error if there was one."""

    seconds: float
    mib: float
    error: str = ""
    size: int = 0


def measure(row: Row) -> Measured:
    """Read the input of a row in another process, and return what that took."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tools.fuzz.large"])
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_read, args=(TABLE.index(row), theirs))
    child.start()
    theirs.close()
    try:
        found = ours.recv() if ours.poll(SECONDS) else Measured(SECONDS, 0, "was not done in time")
    except EOFError:
        found = Measured(0, 0, "the process died")
    child.kill()
    child.join()
    assert isinstance(found, Measured)
    return found


def _read(number: int, answer: Connection) -> None:
    """Read an input and send what it took."""
    row = TABLE[number]
    reader, data = readers.READERS[row.reader], row.data()
    readers.warm_up(row.reader)
    resource.setrlimit(resource.RLIMIT_AS, (_memory("VmSize") + ROOM, resource.RLIM_INFINITY))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forget the greatest memory
    before, begun, error = _memory("VmRSS"), time.process_time(), ""
    with readers.silent():
        try:
            reader(data)
        except PuzzleError as refused:
            if not 0 < len(str(refused)) < readers.LONGEST:
                error = "the message is empty or too long"
        except BaseException as failed:  # noqa: BLE001 - it is the result
            error = f"{type(failed).__name__}: {str(failed)[:200]}"
    seconds = time.process_time() - begun
    mib = (_memory("VmHWM") - before) / (1 << 20)
    answer.send(Measured(seconds, mib, error, len(data)))


def _memory(name: str) -> int:
    """Return a number of bytes that the kernel knows of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:"))


def measure_all(only: str = "") -> int:
    """Read all rows, print what they take, and return the number of those that were wrong."""
    sys.stdout.write("   MB  seconds    MiB  limit  input\n")
    wrong, total = 0, 0.0
    for row in TABLE:
        title = f"{row.reader}: {row.name}"
        if only not in title:
            continue
        found = measure(row)
        total += found.seconds
        error = found.error or (f"over {row.mib} MiB" if found.mib > row.mib else "")
        wrong += bool(error)
        said = f"  WRONG: {error}" if error else ""
        megabytes, taken = found.size / 1e6, f"{found.seconds:8.2f} {found.mib:6.0f}"
        sys.stdout.write(f"{megabytes:5.1f} {taken} {row.mib:6}  {title}{said}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{total:.0f} s in all; {wrong} wrong\n")
    return wrong

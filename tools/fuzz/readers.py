"""Everything that reads what others wrote, each as a function of bytes.

A reader understands its bytes or refuses them with the documented error, in a few words, in little
time and memory; whatever else it does is an AssertionError or the error itself.
"""

from __future__ import annotations

import json
import logging
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from pathlib import Path

from puzzlegui.core.board import Board
from puzzlegui.core.edits import paste
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.goals import USUAL_GOALS
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.settingsfile import FILE, OLD_FILE
from puzzlegui.core.solution_lock import is_key
from puzzlegui.documents.boardfile import dump_board, dump_solution, parse
from puzzlegui.documents.book import LoadedBook
from puzzlegui.documents.bookfile import dump_book, parse_book
from puzzlegui.documents.gameid import read_game_id
from puzzlegui.documents.grid_boards import GRID_FAMILIES
from puzzlegui.documents.importing import import_text, preview_of
from puzzlegui.documents.keyfile import read_key as read_key_file
from puzzlegui.documents.loading import decode, replay_solution
from puzzlegui.documents.loading import read as read_text
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.pasting import contents_for
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.documents.text_formats import WRITTEN_FORMATS
from puzzlegui.documents.verification import replay_each
from puzzlegui.engine.benchmark.parser import parse_spec
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row
from puzzlegui.exporters.benchmarks import REPORT_FORMATS, BenchmarkReport
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.folders import Folders
from puzzlegui.solvers import table_store

TESTS = Path(__file__).parents[2] / "tests" / "fuzz"
CORPUS = TESTS / "corpus"
FOUND = TESTS / "found"
"""What was wrong once, or led to code that the corpus does not; a folder a reader."""
SECONDS, MIB = 0.5, 100
"""What reading may take of the processor's time and of memory, at most."""
LONGEST = 10_000
"""Characters of a message."""

BOARDS = [
    board
    for path in sorted(CORPUS.glob("board-*.json"))
    if isinstance(board := parse(path.read_text(encoding="utf-8"), "x").content, Board)
]


OPTIONS = (
    *(ReadingOptions(family) for family in GRID_FAMILIES),
    *(ReadingOptions(goal=goal) for goal in USUAL_GOALS),
    ReadingOptions(scramble="1 2 3 4"),
    ReadingOptions(scramble="R U"),
)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape" if data[:1] == b"\x01" else "replace")


def read_document(data: bytes) -> None:
    """A board or a solution, as a file holds it."""
    loaded = read_text(decode(data, "x"), "x")
    assert len(loaded.message) < LONGEST
    if loaded.content is None or loaded.problems:
        assert loaded.problems
    elif isinstance(loaded.content, Board):
        assert parse(dump_board(loaded.content), "x").content == loaded.content
        loaded.content.verdict()
    else:
        assert len(replay_solution(loaded).message) < LONGEST
        dump_solution(loaded.content).encode()


def read_book(data: bytes) -> None:
    """A book of puzzles."""
    loaded = parse_book(decode(data, "x"), "x")
    if loaded is not None:
        assert len(loaded.message) < LONGEST
        assert parse_book(dump_book(loaded.book), "x") == LoadedBook("x", loaded.book)
        assert len(loaded.entries()) == len(loaded.book.puzzles) + len(loaded.broken)


def read_pasted(data: bytes) -> None:
    """A board, moves or cells from the clipboard."""
    text = _text(data)
    for board in BOARDS:
        with suppress(PuzzleError):
            contents = contents_for(text, board)
            if contents is not None:
                paste(board, board.grid_fields[0], contents, (0, 0))
    options = ReadingOptions(like=BOARDS[0].family)
    found = import_text(text, BOARDS[0], options, lambda: True)
    assert len(found.loaded.message) < LONGEST
    for as_moves in (False, found.moves is not None):
        preview = preview_of(found, as_moves=as_moves)
        marks = [*preview.wrong, *((each.start, each.stop) for each in found.loaded.set_aside)]
        assert all(0 <= start <= stop <= len(text) for start, stop in marks)


def read_with_options(data: bytes) -> None:
    """A text with the family, the goal and the scramble that options give."""
    text = _text(data)
    for options in OPTIONS:
        assert len(read_text(text, "x", options=options).message) < LONGEST


def read_game(data: bytes) -> None:
    """A game ID."""
    read_game_id(_text(data))


def read_scramble(data: bytes) -> None:
    """A start of a puzzle that was read from a definition."""
    text = _text(data).strip()
    for board in _definitions():
        for reader in family_of(board).scramble_readers:
            if text and reader.recognises(text):
                with suppress(PuzzleError):
                    assert not any(found.problems() for found in reader.read(board, text))


@cache
def _definitions() -> tuple[Board, ...]:
    """Boards that scrambles of the corpus are for."""
    texts = [(CORPUS / name).read_text(encoding="utf-8") for name in _DEFINITIONS]
    boards = (read_text(text, "x").content for text in texts)
    return tuple(board for board in boards if isinstance(board, Board))


_DEFINITIONS = "definition.def", "definition-santa.csv"


def read_definition(data: bytes) -> None:
    """A definition of a puzzle in a format of another program, with all of its readers."""
    text = _text(data).strip()
    for family in FAMILIES.values():
        for reader in family.readers:
            if text and reader.recognises(text):
                with suppress(PuzzleError):
                    board = reader.read(text)
                    assert parse(dump_board(board), "x").content == board
                    for form in WRITTEN_FORMATS.values():
                        if form.write_board and board.family in form.families:
                            with suppress(PuzzleError):
                                form.read(form.write_board(board))


def read_moves(data: bytes) -> None:
    """Moves, in any notation or in a table."""
    board, text = BOARDS[data[0] % len(BOARDS)] if data else BOARDS[0], _text(data[1:])
    assert len(parse_and_play(board, text).message) < LONGEST
    for moves in move_lists(text)[:20]:
        assert len(next(replay_each(board, [moves])).message) < LONGEST


def read_study(data: bytes) -> None:
    """What a study is to run."""
    spec = parse_spec(decode(data, "x"), "x", CORPUS)
    for case, _ in zip(spec.cases(), range(3), strict=False):
        assert not parse(case.board, "x").problems


def read_rows(data: bytes) -> None:
    """The rows of a study."""
    path = _folders().cache.with_name("rows.sqlite")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    for format_ in REPORT_FORMATS.values():
        b"".join(format_.write(BenchmarkReport(None, path), ExportSettings(), ignore_progress))


def read_unsaved(data: bytes) -> None:
    """Unsaved work that was left."""
    from puzzlegui.gui.files import autosave

    folders = _folders()
    folders.recovery.mkdir(parents=True, exist_ok=True)
    (folders.recovery / "one.unsaved").write_bytes(data)
    for work in autosave.find_recoverable(folders.recovery):
        work.describe().encode()


def read_settings(data: bytes) -> None:
    """The settings."""
    from puzzlegui.gui.model.settings import SETTINGS, Settings

    folders = _folders()
    folders.settings.mkdir(parents=True, exist_ok=True)
    for file in FILE, OLD_FILE:
        (folders.settings / FILE).unlink(missing_ok=True)
        (folders.settings / file).write_bytes(data)
        kept = Settings(folders.settings)
        for name, setting in SETTINGS.items():
            assert type(kept[name]) in (type(setting.default), float)
        kept.window_state("geometry")


def read_records(data: bytes) -> None:
    """The best that was done by hand."""
    from puzzlegui.gui.play.records import Records

    folders = _folders()
    folders.data.mkdir(parents=True, exist_ok=True)
    records = Records(folders.data)
    records.path.write_bytes(data)
    records.best(BOARDS[0])


def read_key(data: bytes) -> None:
    """A key file."""
    path = _folders().cache.with_name("one.puzzlekey")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    assert is_key(read_key_file(path))


def read_table(data: bytes) -> None:
    """A stored table."""
    folders = _folders()
    table_store.set_cache_folder(folders.cache)
    try:
        table_store.folder().mkdir(parents=True, exist_ok=True)
        (table_store.folder() / "one.table").write_bytes(data)
        table_store.load("one")
    finally:
        table_store.set_cache_folder(None)


def read_picture(data: bytes) -> None:
    """A picture that is to be put on the tiles."""
    from puzzlegui.render.image_decoding import read_picture

    path = _folders().cache.with_name("picture")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    read_picture(path)


READERS: dict[str, Callable[[bytes], None]] = {
    "document": read_document,
    "book": read_book,
    "pasted": read_pasted,
    "options": read_with_options,
    "game": read_game,
    "scramble": read_scramble,
    "definition": read_definition,
    "moves": read_moves,
    "study": read_study,
    "rows": read_rows,
    "unsaved": read_unsaved,
    "settings": read_settings,
    "records": read_records,
    "key": read_key,
    "table": read_table,
    "picture": read_picture,
}
"""The one table of what reads."""

_made: list[tempfile.TemporaryDirectory[str]] = []


def _folders() -> Folders:
    """Folders of this process alone."""
    if not _made:
        _made.append(tempfile.TemporaryDirectory(prefix="fuzz", ignore_cleanup_errors=True))
    return Folders.below(Path(_made[0].name) / "all")


@contextmanager
def silent() -> Iterator[None]:
    """Log nothing: there would be much."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def warm_up(name: str) -> None:
    """Have all imported that a reader imports only now, which is none of its time."""
    with silent(), suppress(PuzzleError):
        READERS[name](seeds(name)[0])


def read(name: str, data: bytes) -> None:
    """Let a reader read, and see what it takes.

    Raises:
        AssertionError: it takes too much, or says too much.
        Exception: whatever else is wrong.
    """
    _, before = _taken()
    begun = time.process_time()
    with silent():
        try:
            READERS[name](data)
            length = 1
        except PuzzleError as error:
            length = len(str(error))
    seconds, more = time.process_time() - begun, _taken()[1] - before
    assert 0 < length < LONGEST, "the message is empty or too long"
    assert seconds < SECONDS, f"{len(data)} bytes took {seconds:.2f} s"
    assert more < MIB << 20, f"{len(data)} bytes took {more >> 20} MiB"


def _taken() -> tuple[float, int]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime, used.ru_maxrss << 10


def seeds(name: str) -> list[bytes]:
    """Sound bytes for a reader to begin from, and what was found."""
    folder = FOUND / name
    found = [path.read_bytes() for path in sorted(folder.glob("*"))] if folder.is_dir() else []
    sound = [path.read_bytes() for path in sorted(CORPUS.glob("*"))]
    if name == "moves":
        sound = [bytes([number]) + text for text in sound for number in range(len(BOARDS))]
    elif name == "unsaved":
        head = json.dumps({"path": "", "time": 5, "moves": ["A1", 5]}).encode()
        sound = [head + b"\n" + text for text in sound]
    elif name == "settings":
        sound = [b"[General]\nseconds=5\nrecent=a\nspeed=2\n[window]\nstate=@ByteArray(x)\n"]
        sound.append(b'{"seconds": 5, "recent": "a", "speed": 2.0, "window/state": "AAA="}')
    elif name == "records":
        sound = [b'{"' + b"a" * 32 + b'": [3, 2.5]}']
    elif name == "key":
        sound = [json.dumps({"format": "puzzlegui/key", "version": 1, "key": "0f" * 32}).encode()]
    elif name == "rows":
        sound = [_sound_rows()]
    elif name == "table":
        sound = [_sound_table()]
    elif name == "picture":
        sound = [_sound_picture(kind) for kind in ("PNG", "JPEG", "BMP", "WEBP")]
    return [*sound, *found]


def _sound_rows() -> bytes:
    spec = parse_spec((CORPUS / "study.toml").read_text(encoding="utf-8"), "x", CORPUS)
    path = _folders().cache.with_name("sound.sqlite")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with Results(path, spec) as results:
        results.add(Row(case).failed("x") for case in islice(spec.cases(), 20))
    return path.read_bytes()


def _sound_table() -> bytes:
    import numpy as np

    table_store.set_cache_folder(_folders().cache)
    try:
        table_store.save("one", {"numbers": np.arange(3), "more": np.zeros(2, np.uint8)})
        return (table_store.folder() / "one.table").read_bytes()
    finally:
        table_store.set_cache_folder(None)


def _sound_picture(kind: str) -> bytes:
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image = QImage(8, 6, QImage.Format.Format_RGB32)
    image.fill(0x0072B2)
    image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())

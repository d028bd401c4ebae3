"""Whatever is read, from wherever: it is understood, or refused in a few words.

Sound texts of every kind, from the folder ``corpus``, are damaged in one way or several. What was
found to be wrong once is kept as an example. ``--fuzz-examples`` says how many each reader gets.
"""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzlegui.core import movetext
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.settingsfile import FILE, OLD_FILE
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board, dump_solution, parse
from puzzlegui.documents.book import LoadedBook
from puzzlegui.documents.bookfile import dump_book, parse_book
from puzzlegui.documents.loading import decode, replay_solution
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.text_formats import TEXT_FORMATS
from puzzlegui.folders import Folders
from puzzlegui.gui.files import autosave
from puzzlegui.gui.model.settings import SETTINGS, Settings
from puzzlegui.gui.play.records import Records
from puzzlegui.solvers import table_store
from tests import fuzz
from tests.boards import SMALL, parse_file, pasted
from tests.effort import examples
from tools.fuzz import large, readers

CORPUS = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "corpus").iterdir())
}
BOARDS = [board for text in CORPUS.values() if isinstance(board := parse(text, "x").content, Board)]
LONGEST = 10_000
"""Characters of a message."""

PIECES = [
    "", "0", "-1", "+", "9" * 23, "9" * 4301, "1e400", "NaN", "-Infinity", "null", "true", "[]",
    "{}", "[" * 990, "]" * 990, "{" * 200, '"', "\\", "\\ud800", "\0", "\n", "\r", "\u2028",
    " " * 200, "\t", ",", ";", ":", "#", "|", "`", "'", "=", "A1", "ZZZ9999", "R1000", "U" * 50,
    "(0,0,T)", "Q9", "puzzlegui1:", "3x3:", '"a": 1, "a": 2, ', "\ufeff", "٣", "−", "🙂",
    "step,move,segment\n", "| step | moves |\n", "# solution 1: 1 move\n",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, sound: str | None = None) -> str:
    """A sound text with some damage."""
    text = draw(st.sampled_from(list(CORPUS.values()))) if sound is None else sound
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.sampled_from([0, 0, 1, 2, 5, 20, len(text)])))
        piece = draw(
            st.sampled_from(PIECES)
            | st.text(max_size=5)
            | st.sampled_from(list(CORPUS.values()))
            | st.just(text[begin:end] * 2)
        )
        text = text[:begin] + piece + text[end:]
    return text


def fuzzed(test: Callable[..., None]) -> Callable[..., None]:
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    if count := fuzz.EXAMPLES[0]:
        return settings(max_examples=count, suppress_health_check=checks)(test)
    return examples(60, suppress_health_check=checks)(test)


@contextmanager
def silent() -> Iterator[None]:
    """Log nothing: there would be much."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def refused(work: Callable[[], object]) -> object | None:
    """What comes of it; None if it is refused in a few words."""
    try:
        return work()
    except PuzzleError as error:
        assert 0 < len(str(error)) < LONGEST
        return None


@pytest.fixture(autouse=True)
def few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what repeats moves a million times is soon refused."""
    for module in ("board", "move_input", "movetext"):
        monkeypatch.setattr(f"puzzlegui.core.{module}.MAX_MOVES", 5000)


def test_the_corpus_is_sound() -> None:
    assert len(BOARDS) == 5
    kinds = {type(parse(text, "x").content) for name, text in CORPUS.items() if "json" in name}
    assert Solution in kinds
    assert None.__class__ not in kinds
    for name, text in CORPUS.items():
        if name.startswith(("game", "id", "share", "rows", "grid", "board")):
            assert pasted(text)
    assert movetext.MAX_MOVES == 5000


@pytest.mark.parametrize("name", readers.READERS)
@pytest.mark.usefixtures("qapp")
def test_every_reader_reads_its_seeds_and_what_was_found(name: str) -> None:
    readers.warm_up(name)
    for data in readers.seeds(name):
        readers.read(name, data)


@fuzzed
@given(damaged())
def test_boards_and_solutions(text: str) -> None:
    loaded = parse(text, "x")
    assert len(loaded.message) < LONGEST
    found = loaded.content
    if found is None or loaded.problems:
        assert loaded.problems
    elif isinstance(found, Board):
        assert parse_file(dump_board(found), "x") == found
        found.verdict()
    else:
        written = dump_solution(found)
        json.loads(written, parse_constant=lambda name: pytest.fail(f"it has {name}"))
        assert dump_solution(parse_file(written, "x")) == written  # type: ignore[arg-type]
        assert len(replay_solution(loaded).message) < LONGEST


@fuzzed
@given(damaged(CORPUS["book.puzzlebook"]))
def test_books(text: str) -> None:
    loaded = refused(lambda: parse_book(text, "x"))
    if isinstance(loaded, LoadedBook):
        assert len(loaded.message) < LONGEST
        assert parse_book(dump_book(loaded.book), "x") == LoadedBook("x", loaded.book)


@fuzzed
@given(damaged(), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
def test_bytes(text: str, encoding: str) -> None:
    refused(lambda: decode(text.encode(encoding, "replace"), "x"))


@fuzzed
@given(damaged(), st.sampled_from(BOARDS))
def test_what_is_pasted(text: str, board: Board) -> None:
    refused(lambda: pasted(text, board))
    bare = text.strip()
    for form in TEXT_FORMATS.values():  # whether or not it looks like one
        if bare and form.recognises(bare):
            refused(lambda form=form: form.read(text))  # type: ignore[misc]


@fuzzed
@given(damaged(), st.sampled_from([*BOARDS, *SMALL.values()]))
def test_moves(text: str, board: Board) -> None:
    entered = parse_and_play(board, text)
    assert len(entered.message) < LONGEST
    for moves in list(refused(lambda: move_lists(text)) or ())[:20]:  # type: ignore[call-overload]
        refused(lambda moves=moves: moves.parse(board))  # type: ignore[misc]


def read_unsaved(folders: Folders, head: str, text: str) -> None:
    """Read what may be damaged beside what is sound."""
    folders.recovery.mkdir(parents=True, exist_ok=True)
    kept, other = (folders.recovery / f"{name}.unsaved" for name in ("damaged", "sound"))
    kept.write_bytes(f"{head}\n{text}".encode(errors="surrogatepass"))
    other.write_text(f"{HEAD}\n{CORPUS['board-maze.json']}", encoding="utf-8")
    with silent():
        left = list(autosave.find_recoverable(folders.recovery))
    assert other in [work.file for work in left]
    for work in left:
        work.describe().encode()  # as it is shown


HEAD = '{"path": "", "time": 5, "moves": ["A1", 5, null]}'


@fuzzed
@given(damaged(), damaged(), st.booleans())
def test_unsaved_work(folders: Folders, head: str, text: str, sound: bool) -> None:
    read_unsaved(folders, HEAD if sound else head, text)


VALUES: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["\0", "a\0b", "\ud800", "9" * 5000, 10**400, "[" * 5000])
)  # fmt: skip


@fuzzed
@given(st.fixed_dictionaries({}, optional={
    "path": VALUES, "time": VALUES, "moves": VALUES | st.lists(VALUES, max_size=3),
    "modified": VALUES, "with_solution": VALUES,
}))  # fmt: skip
def test_the_head_of_unsaved_work(folders: Folders, fields: dict[str, Any]) -> None:
    read_unsaved(folders, json.dumps({"path": "", "time": 5} | fields), CORPUS["board-maze.json"])


@fuzzed
@given(st.dictionaries(st.sampled_from(list(SETTINGS)), VALUES, max_size=5), damaged())
def test_settings(folders: Folders, values: dict[str, Any], text: str) -> None:
    folders.settings.mkdir(parents=True, exist_ok=True)
    (folders.settings / FILE).write_text(json.dumps(values))
    lines = [f"{name.replace(' ', '%20')}={json.dumps(value)}" for name, value in values.items()]
    old = "\n".join(["[General]", *lines, text])
    (folders.settings / OLD_FILE).write_bytes(old.encode(errors="replace"))
    with silent():
        for _ in range(2):
            kept = Settings(folders.settings)
            for name, setting in SETTINGS.items():
                assert type(kept[name]) in (type(setting.default), float)
            kept.window_state("geometry")
            del kept
            (folders.settings / FILE).unlink(missing_ok=True)


@fuzzed
@given(
    damaged() | st.dictionaries(st.text(max_size=3), st.lists(VALUES, max_size=2)).map(json.dumps)
)
def test_records(folders: Folders, text: str) -> None:
    records = Records(folders.data)
    folders.data.mkdir(parents=True, exist_ok=True)
    records.path.write_bytes(text.encode(errors="surrogatepass"))
    with silent():
        records.best(BOARDS[0])


@fuzzed
@given(st.binary(max_size=6), st.data())
def test_stored_tables(content: bytes, data: st.DataObject) -> None:
    table_store.save("one", {"numbers": np.arange(3), "more": np.zeros(2, np.uint8)})
    path = table_store.folder() / "one.table"
    sound = path.read_bytes()
    begin = data.draw(st.integers(0, len(sound)))
    end = min(len(sound), begin + data.draw(st.sampled_from([0, 1, 8, 1000])))
    wrong = sound[:begin] + content + sound[end:]
    path.write_bytes(wrong)
    assert (table_store.load("one") is not None) == (wrong == sound)


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "row", [row for row in large.TABLE if row.always], ids=lambda row: f"{row.reader}, {row.name}"
)
def test_enlarged_input_takes_little_memory(row: large.Row) -> None:
    found = large.measure(row)
    assert not found.error
    assert found.mib < row.mib

"""Books: reading, writing, damage, and their puzzles in place of files."""

import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui import cli
from puzzlegui.core.board import Board
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.documents.book import Book, BookPuzzle, LoadedBook, split_puzzle_name
from puzzlegui.documents.bookfile import MAX_BOOK_BYTES, MAX_PUZZLES, dump_book, parse_book
from puzzlegui.documents.loading import expand_books, load
from puzzlegui.families.creation import new_board
from tests.boards import SMALL, any_board

PUZZLE = {
    "board": {"format": "puzzlegui/board", "version": 1, "family": "rotation",
              "start": [[2, 4], [1, 3]], "goal": [[1, 2], [3, 4]]},
    "length": 1, "optimal": True, "unique": True, "moves": ["A1"], "note": "a note",
}  # fmt: skip


def text_of(*puzzles: Any, **fields: Any) -> str:
    return json.dumps({"format": "puzzlegui/book", "version": 1, "puzzles": list(puzzles)} | fields)


def read(text: str) -> LoadedBook:
    book = parse_book(text, "x")
    assert book is not None
    return book


def problems_of(puzzle: Any) -> list[str]:
    """The problems of a book's second puzzle, while the first and the third are kept."""
    loaded = read(text_of(PUZZLE, puzzle, PUZZLE))
    assert len(loaded.book.puzzles) == 2
    (broken,) = loaded.broken
    assert broken.number == 2
    assert loaded.message.startswith("x#2: ")
    return [problem.message for problem in broken.problems]


def walked(board: Board, seed: int) -> tuple[Board, tuple[Any, ...]]:
    """A board whose goal is where some random moves lead, and these moves."""
    rng, position, moves = random.Random(seed), board.initial(), []
    for _ in range(rng.randrange(6)):
        legal = list(board.legal_moves(position))
        if not legal or board.is_solved(position):
            break
        moves.append(rng.choice(legal))
        position = board.play(position, moves[-1])
    return board.with_fields(goal=position), tuple(moves)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=9)
EXTRA = st.just(()) | st.just((("x-mine", '{"a": [1, "ä"]}'),))


@st.composite
def any_puzzle(draw: st.DrawFn) -> BookPuzzle:
    board = draw(any_board(4))
    note, extra = draw(TEXTS), draw(EXTRA)
    unique = draw(st.none() | st.booleans())
    if board.family != "maze" and draw(st.booleans()):
        board, moves = walked(board, draw(st.integers(0, 99)))
        if not board.problems():
            length = len(moves)
            return BookPuzzle(board, length, draw(st.booleans()), unique, moves, note, extra)
    if draw(st.booleans()):
        return BookPuzzle(board, note=note, extra=extra)
    length = board.lower_bound() + draw(st.integers(0, 9))
    return BookPuzzle(board, length, draw(st.booleans()), unique, None, note, extra)


@given(TEXTS, TEXTS, st.lists(any_puzzle(), max_size=4), EXTRA)
def test_a_book_survives_a_round_trip(
    title: str, notes: str, puzzles: list[BookPuzzle], extra: tuple[tuple[str, str], ...]
) -> None:
    book = Book(title, notes, tuple(puzzles), extra)
    text = dump_book(book)
    loaded = read(text)
    assert loaded == LoadedBook("x", book)
    assert dump_book(loaded.book) == text


@given(any_puzzle(), any_board(4))
def test_a_proof_holds_only_for_what_the_program_wrote(puzzle: BookPuzzle, other: Board) -> None:
    (entry,) = json.loads(dump_book(Book(puzzles=(puzzle,))))["puzzles"]
    proved = puzzle.optimal or puzzle.unique is not None
    assert ("checksum" in entry) == proved
    entry["board"] |= {"title": "Another", "palette": {"1": "#123456"}}
    (again,) = read(text_of(entry)).book.puzzles
    assert (again.optimal, again.unique) == (puzzle.optimal, puzzle.unique)
    for checksum in (None, "", "0" * 64):
        told = {key: value for key, value in entry.items() if key != "checksum"}
        told |= {} if checksum is None else {"checksum": checksum}
        (again,) = read(text_of(told)).book.puzzles
        assert (again.length, again.optimal, again.unique) == (puzzle.length, False, None)
    for key in ("optimal", "unique"):
        for again in read(text_of(entry | {key: not entry.get(key)})).book.puzzles:
            assert (again.optimal, again.unique) == (False, None)
    if puzzle.moves is None and puzzle.length is not None and proved:
        (again,) = read(text_of(entry | {"length": puzzle.length + 1})).book.puzzles
        assert (again.optimal, again.unique) == (False, None)
        if other.puzzle != puzzle.board.puzzle and other.lower_bound() <= puzzle.length:
            board = json.loads(dump_board_line(other))
            (again,) = read(text_of(entry | {"board": board})).book.puzzles
            assert (again.optimal, again.unique) == (False, None)


def test_a_maze_keeps_its_path() -> None:
    board = SMALL["maze 5x5"]
    from puzzlegui.engine.run import solve

    solution = solve(board, "optimal")
    puzzle = BookPuzzle(board, solution.length, True, None, solution.moves)
    text = dump_book(Book(puzzles=(puzzle,)))
    assert read(text).book.puzzles == (puzzle,)
    (written,) = json.loads(text)["puzzles"]
    assert len(written["moves"]) == written["length"] + 1


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"length": 2}, "length is 2, but the solution has 1 move"),
        ({"moves": ["A1", "A1"]}, "Wrong"),
        ({"moves": ["B1"]}, "B1"),
        ({"moves": ["A1 A1"]}, "moves: each text should hold one move"),
        ({"moves": "A1"}, "moves should be a list of texts"),
        ({"moves": None, "length": 0}, "length is 0, but every solution has 1 move or more"),
        ({"moves": None, "length": None}, "optimal is true, but there is no length"),
        ({"length": -1}, "length should be a whole number"),
        ({"length": True}, "length should be a whole number"),
        ({"optimal": 1}, "optimal should be true or false"),
        ({"unique": "yes"}, "unique should be true or false"),
        ({"checksum": 5}, "checksum should be a text"),
        ({"note": 5}, "note should be a text"),
        ({"board": None}, "board should be an object"),
        ({"board": PUZZLE["board"] | {"family": "chess"}}, "family should be"),  # type: ignore[operator]
        ({"board": PUZZLE["board"] | {"version": 9}}, "the file has version 9"),  # type: ignore[operator]
        ({"board": PUZZLE["board"] | {"goal": [[1, 2], [3, 5]]}}, ""),  # type: ignore[operator]
    ],
)  # fmt: skip
def test_a_broken_puzzle_is_named_and_the_others_are_kept(
    changes: dict[str, Any], problem: str
) -> None:
    assert problem in problems_of(PUZZLE | changes)[0]


@pytest.mark.parametrize("entry", [None, 5, "x", [], {}])
def test_an_entry_that_is_no_puzzle_is_named(entry: Any) -> None:
    assert problems_of(entry)


def test_problems_have_their_line() -> None:
    text = text_of(PUZZLE, PUZZLE | {"length": 9}).replace(", ", ",\n")
    (broken,) = read(text).broken
    (problem,) = broken.problems
    assert text.splitlines()[problem.line - 1].startswith('"length": 9')


def test_what_may_be_absent_may_be_null() -> None:
    bare = {"board": PUZZLE["board"]}
    puzzles = read(text_of(bare, bare | dict.fromkeys(("length", "unique", "moves")))).book.puzzles
    assert puzzles[0] == puzzles[1] == BookPuzzle(puzzles[0].board)
    (known,) = read(text_of(bare | {"moves": ["A1"]})).book.puzzles
    assert known.length == 1
    assert not known.optimal


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (text_of(version=2), "the file has version 2"),
        (text_of(puzzles={}), "puzzles should be a list"),
        (text_of(title=5), "title should be a text"),
        (text_of(PUZZLE)[:-9], "damaged or incomplete"),
        (text_of(PUZZLE).replace('"note"', '"length"'), "appears twice"),
        (text_of(*[{}] * (MAX_PUZZLES + 1)), "a book holds 1,000 puzzles at most, not 1,001"),
        (text_of(notes="x" * MAX_BOOK_BYTES), "is larger than 16 MiB"),
    ],
)
def test_a_file_that_is_no_book_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BoardFileError, match=problem):
        parse_book(text, "x")


def test_problems_of_many_puzzles_are_counted() -> None:
    loaded = read(text_of(*[{}] * MAX_PUZZLES))
    assert len(loaded.broken) == MAX_PUZZLES
    assert loaded.message.endswith("and 980 more")


def test_another_document_is_no_book() -> None:
    board = new_board("sliding", 3, 3, 1).with_fields(title="puzzlegui/book")
    assert parse_book(dump_board_line(board), "x") is None


# --- in place of files ---


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book of three puzzles, the second broken."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "b.puzzlebook"
    path.write_text(text_of(PUZZLE, PUZZLE | {"length": 4}, PUZZLE), encoding="utf-8")
    return path


def test_names_of_puzzles() -> None:
    assert split_puzzle_name("a#b.puzzlebook#12") == ("a#b.puzzlebook", 12)
    for name in ("a", "a#", "a#0", "#3", "a#x", "a#01"):
        assert split_puzzle_name(name) is None


def test_a_puzzle_is_loaded_by_its_number(book: Path) -> None:
    assert load(f"{book}#3").valid_board() == load(f"{book}#1").valid_board()
    for number, problem in ((2, "length is 4"), (4, "the book has 3 puzzles")):
        with pytest.raises(PuzzleError, match=problem):
            load(f"{book}#{number}").valid_board()
    with pytest.raises(PuzzleError, match=r"is a book; name a puzzle of it, such as .*#1"):
        load(book).valid_board()
    other = book.with_name("b.puzzlebook#3")
    other.write_text(dump_board_line(SMALL["maze 5x5"]), encoding="utf-8")
    assert load(str(other)).valid_board() == SMALL["maze 5x5"]


def test_a_board_has_no_puzzles(book: Path) -> None:
    path = book.with_name("a.puzzle")
    path.write_text(dump_board_line(SMALL["maze 5x5"]), encoding="utf-8")
    with pytest.raises(PuzzleError, match="is not a book of puzzles"):
        load(f"{path}#1").valid_board()


def test_an_empty_book_says_so(book: Path) -> None:
    book.write_text(text_of(), encoding="utf-8")
    (source,) = expand_books([str(book)])
    with pytest.raises(PuzzleError, match="the book has 0 puzzles"):
        source.load().valid_board()


def test_commands_take_the_puzzles_in_order(
    book: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    status, out, err = run("solve", book.name, "preset:eight-cpp#", "--format", "json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [line.get("length", line.get("file")) for line in lines] == [
        1, "b.puzzlebook#2", 1, "preset:eight-cpp#"
    ]  # fmt: skip
    assert "b.puzzlebook#2: line" in err

    status, out, _ = run("compare", book.name, "--solvers", "bfs", "--format", "json")
    assert status == 2
    assert [row["file"] for row in json.loads(out)] == [f"b.puzzlebook#{n}" for n in (1, 2, 3)]

    status, out, err = run("check", book.name)
    assert status == 2
    assert out.count("The board is valid.") == 2
    assert "length is 4" in err

    for name in ("a.svg", "a.pdf"):
        assert run("render", book.name, "-o", name)[0] == 2
        assert Path(name).stat().st_size
    status, _, err = run("render", book.name, "-o", "a.gif")
    assert status == 2
    assert "one FILE at a time" in err
    assert run("render", f"{book.name}#1", "-o", "a.gif", "--size", "100")[0] == 0

    class Input:
        buffer = io.BytesIO(book.read_bytes())

    monkeypatch.setattr(sys, "stdin", Input)
    assert "== -#3 ==" in run("solve", "-")[1]


def test_a_study_takes_the_puzzles_of_a_book(tmp_path: Path) -> None:
    from puzzlegui.engine.benchmark.parser import parse_spec

    (tmp_path / "b.puzzlebook").write_text(text_of(PUZZLE, PUZZLE), encoding="utf-8")
    head = 'format = "puzzlegui/study"\nversion = 1\ntitle = "x"\nsolvers = ["bfs"]\n'
    spec = parse_spec(f'{head}[[boards]]\nfiles = ["*.puzzlebook"]\n', "x", tmp_path)
    assert len(list(spec.cases())) == 2


# --- making ---


def make(path: Path, *more: str) -> int:
    arguments = ["--rows", "2", "--cols", "3", "--length", "2..5", "--seed", "4", "--count", "6"]
    return cli.run(["new", "rotation", *arguments, *more, "-o", str(path)])


def lengths(path: Path) -> list[int | None]:
    loaded = load(path).book
    assert loaded is not None
    assert not loaded.broken
    return [puzzle.length for puzzle in loaded.book.puzzles]


def test_a_set_is_written_as_a_book(tmp_path: Path) -> None:
    path, again = tmp_path / "a.puzzlebook", tmp_path / "b.puzzlebook"
    assert make(path, "--title", "Six") == 0
    assert make(again, "--title", "Six") == 0
    assert path.read_bytes() == again.read_bytes()
    found = lengths(path)
    assert found == sorted(found, key=lambda length: length or 0)
    assert (found[0], found[-1]) == (2, 5)
    loaded = load(path).book
    assert loaded is not None
    assert all(p.optimal and p.unique is None and p.moves for p in loaded.book.puzzles)
    assert [p.board.title for p in loaded.book.puzzles] == [f"Six, {n}" for n in range(1, 7)]
    assert make(path, "--unique", "--length", "2..4") == 0
    loaded = load(path).book
    assert loaded is not None
    assert all(puzzle.unique for puzzle in loaded.book.puzzles)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, "limit", OSError])
def test_a_stop_keeps_what_was_made(
    stop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from puzzlegui.cli.output import write_result
    from puzzlegui.making.rating import Cancelled
    from puzzlegui.making.sets import make_set

    path = tmp_path / "a.puzzlebook"

    def stopped(*arguments: Any) -> Any:
        for number, rated in enumerate(make_set(*arguments)):
            if number == 3 and stop is not OSError:
                raise Cancelled if stop == "limit" else KeyboardInterrupt
            yield rated

    def full(*arguments: Any, **more: Any) -> None:
        if stop is OSError and path.exists() and len(lengths(path)) == 3:
            monkeypatch.setattr("puzzlegui.core.files._new_file", _no_space)
        write_result(*arguments, **more)

    monkeypatch.setattr("puzzlegui.cli.new.make_set", stopped)
    monkeypatch.setattr("puzzlegui.cli.new.write_result", full)
    status = {"limit": 3, KeyboardInterrupt: 130, OSError: 2}[stop]
    assert make(path) == status
    assert len(lengths(path)) == 3
    out, err = capsys.readouterr()
    assert f"kept: {4 if stop is OSError else 3} boards" in err
    assert len(read(out).book.puzzles) == 4 if stop is OSError else out == ""


def _no_space(*_: object) -> Any:
    raise OSError(28, "No space left on device")

"""Reading takes little time and memory for any file of the allowed size."""

import json
import re
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from puzzlegui.core.cells import cell_name
from puzzlegui.core.errors import BoardFileError, MoveTextError
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.movetext import MAX_MOVES
from puzzlegui.core.strict_json import JsonError
from puzzlegui.core.strict_json import parse as parse_json
from puzzlegui.documents.boardfile import MAX_BYTES, dump_solution, parse
from puzzlegui.documents.book import BOOK_FORMAT
from puzzlegui.documents.bookfile import parse_book
from puzzlegui.documents.loading import read
from puzzlegui.documents.movelists import move_lists
from puzzlegui.engine.run import solve
from tests.boards import SMALL

BOARD = {
    "format": "puzzlegui/board",
    "version": 1,
    "family": "rotation",
    "start": [[2, 1], [3, 4]],
    "goal": [[1, 2], [3, 4]],
}
MOST_MEMORY = 100 << 20


def board(**changes: Any) -> str:
    return json.dumps(BOARD | changes)


def solution(**changes: Any) -> str:
    sliding = json.loads(dump_solution(solve(SMALL["sliding solved"], "bfs")))
    return json.dumps(sliding | {"segments": []} | changes)


def within_memory(work: Callable[[], str]) -> str:
    tracemalloc.start()
    try:
        found = work()
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    return found


@pytest.mark.examples(5)
@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("[" + "NaN,\n" * 20_000 + "1]", "and perhaps more"),
        ('{"a": [' + '{"b": 1, "b": 2},' * 9000 + "1]}", "and perhaps more"),
        (board(palette={f"x{i}": i for i in range(20_000)}), "and 19,980 more"),
        (board(start=[[f"{r} {c}" for c in range(90)] for r in range(90)]), "and 8,080 more"),
        (board(start=[list(range(i, i + 30)) for i in range(0, 900, 30)]), "start is 30×30"),
        (
            board(start=[["a"] * 150_000]),
            "1 rows of up to 150,000 cells are too large",
        ),
        (
            board(start=[[1]] * 50_000),
            "50,000 rows of up to 1 cells are too large",
        ),
        (solution(segments=[{}] * 20_000), "and perhaps more"),
        (solution(segments=[1] * 20_000), "and 19,980 more"),
        (solution(solutions=[["q"]] * 20_000), "and perhaps more"),
        (solution(moves=["R1000"] * 100_000), "each text should hold one move"),
        (solution(solutions=[["R1000"]] * 20_000), "and perhaps more"),
        ('{"a": {"' + "k" * 500_000 + '": 1, "' + "k" * 500_000 + '": 2}}', "appears twice"),
        (board(version=10**4000), "the file has version 1000"),
        (board(family="f" * 500_000), "not the text"),
    ],
)
def test_problems_are_few_and_short(text: str, last: str) -> None:
    assert len(text) < MAX_BYTES["puzzlegui/solution"]
    message = within_memory(lambda: parse(text, "x").message)
    lines = message.splitlines()
    assert len(lines) <= 21
    assert len(message) < 8000
    assert any(last in line for line in lines)


CYCLE = ["A1", "B1"]
PERMUTATION = {"family": "permutation", "start": [[2, 1]], "goal": [[1, 2]]}


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ({"L": [CYCLE * 4000]}, "move L: A1, B1 appear more than once"),
        ({"L": [CYCLE] * 4000}, "move L: A1, B1 appear more than once"),
        ({"L": [[f"A{n}" for n in range(1, 9000)]]}, "move L: A2, A3, A4, A5, A6, A7 and 8,992"),
        ({"L": [["?"] * 9000]}, "and 8,980 more"),
        ({"L": [["A1"]] * 9000}, "move L: a cycle must have at least two cells"),
        ({"L": [CYCLE * 80_000]}, 'the text "L" has 160,000 cells, which are too many'),
        ({f"M{n}": [CYCLE] for n in range(900)}, "the board has 900 moves; it must have 1 to 200"),
        ({f"M{n}": [CYCLE] for n in range(40_000)}, "40,000 moves are too many"),
        ({f"M{n}": 5 for n in range(900)}, "and 880 more"),
    ],
)
@pytest.mark.examples(4)
def test_enlarged_moves_have_few_problems(moves: Any, message: str) -> None:
    text = json.dumps(BOARD | PERMUTATION | {"moves": moves})
    found = within_memory(lambda: parse(text, "x").message)
    assert message in found
    assert len(found.splitlines()) <= 21


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (board(x=[{}] * 30_000), "holds more than 20,000 objects, too many to be read"),
        (board(x=[[]] * 130_000), "holds more than 100,000 lists, too many to be read"),
        (board(x=":" * 101_000), "holds more than 100,000 keys"),
        (solution(segments=[{}] * 310_000), "holds more than 300,000 objects"),
        (f'{{"format": "{BOOK_FORMAT}", "puzzles": [{"{}," * 200_000}{{}}]}}', "100,000 objects"),
    ],
)
def test_more_values_than_a_document_needs_are_refused(text: str, message: str) -> None:
    assert message in within_memory(lambda: read(text, "x").message)


@pytest.mark.thorough
def test_limits_leave_room_for_the_largest_documents() -> None:
    cells = [cell_name((r, c)) for r in range(20) for c in range(20)]
    moves = {f"M{n}": [cells[i : i + 2] for i in range(0, 400, 2)] for n in range(200)}
    grid = [list(range(r * 20, r * 20 + 20)) for r in range(20)]
    names = {str(n): "name" for n in range(400)}
    fields = {"family": "permutation", "start": grid, "goal": grid, "moves": moves, "names": names}
    largest = board(**fields, palette={str(n): "#000000" for n in range(400)})
    assert not parse(largest, "x").problems
    entry = f'{{"board": {board(palette={str(n): "#000000" for n in range(900)})}}}'
    book = f'{{"format": "{BOOK_FORMAT}", "version": 1, "puzzles": [{", ".join([entry] * 700)}]}}'
    loaded = parse_book(book, "x")
    assert loaded is not None
    assert len(loaded.book.puzzles) == 700


@pytest.mark.parametrize("wrong", ["NaN", '"\\ud800"', '{"k": 1, "k": 2}', "-Infinity"])
def test_problems_before_a_syntax_error_are_located(wrong: str) -> None:
    def problems(text: str) -> list[tuple[int, int]]:
        with pytest.raises(JsonError) as error:
            parse_json(text)
        return [(problem.line, problem.column) for problem in error.value.problems]

    at = 1 + wrong.rfind("2") if "2" in wrong else 1
    assert problems(f"[\n{wrong},\n7 7,\n{wrong}]") == [(2, at), (3, 3)]
    assert problems(f"[\n{wrong},\n7,\n{wrong}]") == [(2, at), (4, at)]
    assert problems("[\n" + f"{wrong},\n" * 99 + "7 7]")[:2] == [(2, at), (3, at)]
    assert problems("[\n" + f"{wrong},\n" * 99 + "7 7]")[-1] == (0, 0)


def test_problems_that_are_listed_have_their_places() -> None:
    text = board(start=[[f"{r} {c}" for c in range(30)] for r in range(30)], palette={"q": 1})
    text = text.replace("], [", "],\n[")
    found = parse(text, "x").problems
    lines = text.splitlines()
    shown = [lines[p.line - 1][p.column - 1 :] for p in found[:3]]
    assert [rest[:6] for rest in shown] == ["1}}", '"0 0",', '"0 1",']
    assert (found[-1].message, found[-1].line) == ("and 881 more", 0)


@pytest.mark.parametrize(
    ("name", "word"), [("sliding", "R1000"), ("shift", "1R1000"), ("shift", "AU1000")]
)
def test_repeated_moves_are_limited(name: str, word: str) -> None:
    board = next(board for key, board in SMALL.items() if key.startswith(name))
    text = f"{word} " * 100_000
    with pytest.raises(MoveTextError, match="there are more than 1,000,000 moves"):
        within_memory(lambda: str(board.parse_moves(text)))


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["#\n" * 1_000_000, ", #x\n;" * 300_000])
def test_what_is_passed_over_takes_no_memory(text: str) -> None:
    for board in SMALL.values():
        within_memory(lambda board=board: parse_and_play(board, text).message)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("," * 2_000_000, "this line has more than 4 columns"),
        ('"' + "a" * 2_000_000, "unexpected quotation mark"),
        ('"' * 2_000_000, "this line has 1 column and not 3"),
    ],
)
def test_rows_of_a_table_that_are_none_take_no_memory(rows: str, message: str) -> None:
    def read() -> str:
        with pytest.raises(MoveTextError, match=f"line 2, .*{message}"):
            move_lists("step,move,segment\n" + rows)
        return ""

    within_memory(read)


def test_more_solutions_than_any_solver_lists_are_refused() -> None:
    message = within_memory(lambda: parse(solution(solutions=[[]] * 100_001), "x").message)
    assert "solutions should be a list of at most 100,000 lists of texts" in message


@pytest.mark.parametrize(
    ("name", "word"), [("rotation", "A1"), ("sliding", "R L"), ("shift", "1R")]
)
def test_each_different_word_is_read_once(
    name: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = next(board for key, board in SMALL.items() if key.startswith(name))
    module = sys.modules[type(board).__module__]
    matched: list[str] = []

    class Pattern:
        """Notes what is looked at closely."""

        pattern, flags = module._WORD.pattern, module._WORD.flags

        def match(self, text: str) -> re.Match[str] | None:
            matched.append(text)
            return re.compile(self.pattern, self.flags).match(text)

    monkeypatch.setattr(module, "_WORD", Pattern())
    assert len(board.parse_moves(f"{word}\n" * 5000)) == 5000 * len(word.split())
    assert matched == word.split()


def test_moves_typed_in_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlegui.core.move_input.MAX_MOVES", 10)
    board = next(board for name, board in SMALL.items() if name.startswith("shift"))
    entered = parse_and_play(board, "1R4 1L7")
    assert len(entered.moves) == 10
    assert entered.problem is not None
    assert (entered.problem.line, entered.problem.column) == (1, 5)
    assert MAX_MOVES == 1_000_000


def test_after_what_is_too_deep_anything_may_come() -> None:
    for text in ("[" * 100_000 + "}" * 50, '{"a": NaN, "b": ' + "9" * 5000 + '}}}"\\u"'):
        with pytest.raises(BoardFileError):
            parse(text, "x").valid_content()


@pytest.mark.parametrize("depth", [101, 985, 5000])
def test_keys_are_nested_no_deeper_than_can_be_read_everywhere(depth: int) -> None:
    text = board()[:-1] + ', "names": ' + "[" * depth + "]" * depth + "}"
    with pytest.raises(BoardFileError, match="nested too deeply"):
        parse(text, "x").valid_content()
    text = text.replace("[" * depth, "[" * 99).replace("]" * depth, "]" * 99)
    assert parse(text, "x").valid_board().extra

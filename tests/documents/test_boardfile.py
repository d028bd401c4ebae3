import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import BoardFileError
from puzzlegui.core.solution import Segment, Solution, Status
from puzzlegui.core.solution_lock import lock_for, lock_of, with_lock
from puzzlegui.core.win_message import message_of, with_message
from puzzlegui.documents.boardfile import (
    dump_board,
    dump_solution,
    parse_board,
)
from puzzlegui.documents.loading import decode, load_board, load_document
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.documents.text_formats import MAX_TEXT
from puzzlegui.engine.run import solve
from puzzlegui.solvers.control import Request
from tests.boards import SMALL, any_board, parse_file
from tests.effort import examples

SOUND = {
    "format": "puzzlegui/board",
    "version": 1,
    "family": "rotation",
    "start": [[2, 1], [3, 4]],
    "goal": [[1, 2], [3, 4]],
}


def problems(text: str) -> list[tuple[str, int, int]]:
    with pytest.raises(BoardFileError) as caught:
        parse_board(text, "x.puzzle")
    assert str(caught.value).startswith("x.puzzle: ")
    return [(p.message, p.line, p.column) for p in caught.value.problems]


def messages(**changes: Any) -> list[str]:
    fields = {k: v for k, v in (SOUND | changes).items() if v is not ...}
    return [message for message, _, _ in problems(json.dumps(fields, indent=1))]


def test_every_problem_with_line_and_column() -> None:
    text = """{"format": "puzzlegui/board", "version": 1,
 "family": "rotation", "turns": "left",
 "title": 5,
 "start": [[1, 2], [3]],
 "goal": [[1, 2.5], [true, null]],
 "palette": {"1": "red", "x": "#000000"}
}"""
    assert problems(text) == [
        ("title should be a text, not the number 5", 3, 11),
        ('palette: the colour of 1 should be like "#0072B2", not the text "red"', 6, 19),
        ('palette: the text "x" is not a value', 6, 31),
        ("start: row 2 has 1 cells where the first has 2", 4, 20),
        ("goal: B1 should be a whole number, not the number 2.5", 5, 15),
        ("goal: A2 should be a whole number, not true", 5, 22),
        ("goal: B2 should be a whole number, not null", 5, 28),
        ('turns should be "both" or "clockwise" or "counterclockwise", not the text "left"', 2, 33),
    ]


def test_semantic_problems_are_placed_at_their_cell() -> None:
    text = '{"format": "puzzlegui/board", "version": 1, "family": "sliding",\n'
    text += '"start": [[1, 2], [3, 3]],\n"goal": [[1, 2], [3, 0]]}'
    assert problems(text) == [
        ("start: the gap (0) appears nowhere; exactly one cell must hold it", 2, 10),
        ("value 3 appears twice in the start but only once in the goal (see A2, B2)", 2, 20),
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": ...}, "the key 'format' is missing"),
        ({"format": "other"}, "format should be"),
        ({"version": ...}, "the key 'version' is missing"),
        ({"version": 2}, "the file has version 2, but this program reads version 1"),
        ({"version": 0}, "there is no version 0"),
        ({"version": True}, "version should be a whole number, not true"),
        ({"version": "1"}, "version should be a whole number"),
        ({"family": "cube"}, 'family should be "rotation" or "sliding" or "maze"'),
        ({"family": ["rotation"]}, "not a list"),
        ({"start": []}, "start should be a list of rows, not a list"),
        ({"start": [[]]}, "not an empty row"),
        ({"start": [1, 2]}, "row 1 should be a list of numbers"),
        ({"start": {}}, "not an object"),
        ({"start": [[1, 2], [3, -4]]}, "values must be 0 or more"),
        ({"goal": [[1, 2], [3, 5]]}, "value 5 appears once in the goal but not in the start"),
        ({"goal": [[1, 2, 3], [4, 5, 6]]}, "start is 2×2 but the goal is 2×3"),
        ({"start": [[1] * 31] * 2, "goal": [[1] * 31] * 2}, "the board is 2×31"),
        ({"start": [[1, 2]], "goal": [[1, 2]]}, "the board is 1×2"),
        ({"palette": []}, "palette should be an object"),
        ({"turns": None}, "not null"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], message: str) -> None:
    assert any(message in found for found in messages(**changes)), messages(**changes)


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("", "a value is missing", 1, 1),
        ("{", "a name in double quotes is missing", 1, 2),
        ("[1, 2]", "should hold an object, not a list", 0, 0),
        ('{"a": NaN}', "NaN is not a number", 1, 7),
        ('{"a": 1,\n "a": 2}', "the key 'a' appears twice", 2, 7),
        ('{"a": "\\ud800"}', "half of a surrogate pair", 1, 7),
        ("[" * 100_000, "nested too deeply", 1, 1),
        ("9" * 5000, "this number has 5,000 digits, which is too many", 1, 1),
        (
            f'{{"a": "{"1" * 5000}",\n "b": [1.{"5" * 5000}, -{"9" * 5000}]}}',
            "has 5,000",
            2,
            5012,
        ),
        ("NaNa", "NaN is not a number", 1, 1),
        ("[NaN, " + "9" * 5000, "NaN is not a number", 1, 2),
    ],
)
def test_what_is_not_even_json(text: str, message: str, line: int, column: int) -> None:
    found, at_line, at_column = problems(text)[0]
    assert message in found
    assert (at_line, at_column) == (line, column)


def test_unknown_keys_are_kept() -> None:
    extra = {"notes": {"by": "me", "list": [1, 2.5, None, True, "é"]}, "z": []}
    board = parse_board(json.dumps(SOUND | extra))
    again = json.loads(dump_board(board.with_fields(title="another")))
    assert {key: again[key] for key in extra} == extra
    assert parse_board(dump_board(board)) == board


def test_an_unknown_key_that_json_cannot_hold_is_refused() -> None:
    assert problems(json.dumps(SOUND)[:-1] + ', "far": 1e999}')[0][0].startswith("far: ")


def test_a_file_reads_like_a_board() -> None:
    assert (
        dump_board(load_preset("eight-cpp"))
        == """{
  "format": "puzzlegui/board",
  "version": 1,
  "family": "sliding",
  "title": "Eight puzzle",
  "start": [
    [4, 1, 2],
    [5, 8, 7],
    [0, 6, 3]
  ],
  "goal": [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 0]
  ]
}
"""
    )


def test_defaults_and_bom() -> None:
    board = parse_board(json.dumps(SOUND))
    assert board.turns == "both"  # type: ignore[attr-defined]
    assert board.title == ""


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "board.anything"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(SOUND).encode())
    assert isinstance(load_board(path), Board)
    for content, message in (
        (b"\xff{}", "line 1, column 1: this character is not UTF-8"),
        (b" " * (MAX_TEXT + 1), "longer than 16 MiB"),
    ):
        path.write_bytes(content)
        with pytest.raises(BoardFileError, match=message):
            load_board(path)
    for wrong, message in ((tmp_path, "cannot be read"), (tmp_path / "none", "No such file")):
        with pytest.raises(BoardFileError, match=message):
            load_document(wrong)
    with pytest.raises(BoardFileError, match="cannot be read"):
        load_document(Path("a\0b"))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_sound(name: str) -> None:
    board = load_preset(name)
    assert board.problems() == []
    assert board.title
    assert parse_board(dump_board(board)) == board


def solved(board: Board, moves: tuple[Any, ...], **more: Any) -> Solution:
    return Solution(board, "test", Status.SOLVED, moves, **more)


def test_solution_file() -> None:
    board = load_preset("mystery-box")
    moves = board.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")
    segments = (Segment("one", 0, 4), Segment("two", 4, 10))
    solution = solved(board, moves, optimal=True, lower_bound=10, segments=segments, states=5,
                      seconds=0.25, note="a note", chosen="why")  # fmt: skip
    text = dump_solution(solution)
    value = json.loads(text)
    assert text.count("\n") == 1
    assert value["board"]["start"] == [[7, 6, 5], [8, 4, 9], [3, 2, 1]]
    assert value["moves"][:2] == ["B1", "B2"]
    assert value["segments"] == [
        {"name": "one", "from": 0, "to": 4},
        {"name": "two", "from": 4, "to": 10},
    ]
    assert (value["length"], value["lower_bound"], value["optimal"]) == (10, 10, True)
    assert "solutions" not in value
    assert parse_file(text, "x") == solution


def test_a_mazes_moves_begin_with_its_first_cell() -> None:
    board = load_preset("schonbrunn")
    path = "C5 D5 A5 A1 A3 A4 D4 B4 B2 E2 C2 C3"
    solution = solved(board, board.parse_moves(path), segments=(Segment("all", 0, 11),))
    value = json.loads(dump_solution(solution))
    assert value["moves"] == path.split()
    assert value["length"] == 11
    assert value["segments"] == [{"name": "all", "from": 0, "to": 12}]
    assert parse_file(dump_solution(solution), "x") == solution


def test_without_a_solution() -> None:
    solution = Solution(load_preset("mystery-box"), "bfs", Status.LIMIT, lower_bound=7)
    value = json.loads(dump_solution(solution))
    assert (value["moves"], value["length"], value["lower_bound"]) == ([], None, 7)
    assert parse_file(dump_solution(solution), "x") == solution


def test_several_solutions() -> None:
    board = SMALL["sliding solved"]
    solution = solved(board, (), solutions=((), ()), count=2)
    value = json.loads(dump_solution(solution))
    assert (value["solutions"], value["count"]) == ([[], []], 2)
    assert parse_file(dump_solution(solution), "x") == solution


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": 5}, "board should be an object"),
        ({"status": "maybe"}, "status should be"),
        ({"moves": ["A1", 5]}, "moves should be a list of texts"),
        ({"moves": ["Z"]}, "line 1, column 354: moves: 'Z' is not a move"),
        ({"moves": ["A1 A1"]}, "each text should hold one move"),
        ({"segments": [{"name": "x", "from": 0, "to": 9}]}, "segments must be contiguous"),
        ({"segments": [3]}, "segments: entry 1 should be an object"),
        ({"seconds": 10**400}, "seconds should be a number of 0 or more that is not too large"),
        ({"seconds": -1}, "seconds should be a number of 0 or more"),
        ({"states": -1}, "states should be a whole number of 0 or more"),
        ({"lower_bound": 10**400}, "lower_bound should be a whole number of 0 or more"),
        ({"solutions": [], "count": -1}, "count should be a whole number of 0 or more"),
        ({"solutions": [["A1"], ["A1"]], "count": 1}, "count is 1, but 2 solutions are listed"),
        (
            {"solutions": [["A1"], 3]},
            "solutions should be a list of at most 100,000 lists of texts",
        ),
    ],
)
def test_wrong_solution_files(changes: dict[str, Any], message: str) -> None:
    board = load_preset("mystery-box")
    fields = json.loads(dump_solution(solved(board, board.parse_moves("A1")))) | changes
    with pytest.raises(BoardFileError, match=message.replace("(", r"\(")):
        parse_file(json.dumps(fields), "x")


def test_seconds_without_end_are_refused() -> None:
    text = dump_solution(solved(load_preset("mystery-box"), ())).replace("0.0,", "1e400,")
    text = text.replace('"seconds": 0.0', '"seconds": 1e400')
    with pytest.raises(BoardFileError, match="seconds should be a number of 0 or more"):
        parse_file(text, "x")


def test_solutions_that_are_not_counted_are_counted() -> None:
    fields = json.loads(dump_solution(solved(SMALL["sliding solved"], ())))
    found = parse_file(json.dumps(fields | {"solutions": [[], []]}), "x")
    assert isinstance(found, Solution)
    assert found.count == 2
    assert json.loads(dump_solution(found))["count"] == 2


@given(any_board(4), st.data())
@examples(200)
def test_a_damaged_file_never_raises_anything_else(board: Board, data: st.DataObject) -> None:
    text = dump_board(board)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 5)))
    inserted = data.draw(
        st.text(st.sampled_from('0123456789-.,:[]{}"\\unNaTfx \n'), max_size=4)
        | st.text(max_size=2)
    )
    damaged = text[:begin] + inserted + text[end:]
    try:
        again = parse_file(damaged, "x")
    except BoardFileError as error:
        assert error.problems
    else:
        assert isinstance(again, Board)
        assert parse_board(dump_board(again)) == again


@given(
    st.binary(max_size=40) | st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace"))
)
@example(b'{"format": "puzzlegui/board", "version": 1, "family": "maze"}')
def test_any_bytes(content: bytes) -> None:
    with pytest.raises(BoardFileError):
        parse_file(decode(content, "x"), "x")


def test_reading_many_solutions_can_be_called_off() -> None:
    board = load_preset("schonbrunn")
    found = solve(board, "dfs", Request(all_solutions=True))
    assert found.solutions is not None
    text = dump_solution(found)
    asked = iter([True, True, False])
    stopped = parse_file(text, "x", lambda: next(asked))
    assert isinstance(stopped, Solution)
    assert stopped.solutions == found.solutions[:2]
    whole = parse_file(text, "x")
    assert isinstance(whole, Solution)
    assert whole.solutions == found.solutions


@pytest.mark.parametrize(
    ("text", "problem"),
    [("what?", "a cell"), ("C5", ""), ("B5 B3", "one move"), ("", "one move"), ("b3", "")],
)
def test_a_later_list_is_read_as_strictly_as_the_first(text: str, problem: str) -> None:
    """Though moves that were read before are found by their text."""
    found = solve(load_preset("schonbrunn"), "dfs", Request(all_solutions=True))
    value = json.loads(dump_solution(found))
    value["solutions"][5][3] = text
    try:
        parse_file(json.dumps(value), "x")
    except BoardFileError as error:
        assert problem, str(error)
    else:
        assert not problem


def test_a_message_is_kept_and_checked() -> None:
    board = parse_board(json.dumps(SOUND | {"message": '1 < 2 & "3"\nnächste Zeile', "x": 1}))
    assert message_of(board) == '1 < 2 & "3"\nnächste Zeile'
    assert parse_board(dump_board(board)) == board
    assert message_of(board.turned()) == message_of(board)
    assert with_message(with_message(board, "y"), message_of(board)) == board
    assert json.loads(dump_board(with_message(board, ""))) == SOUND | {"turns": "both", "x": 1}
    assert board.puzzle == parse_board(json.dumps(SOUND)).puzzle
    assert messages(message=5) == ["message should be a text, not the number 5"]
    assert messages(message=["x"]) == ["message should be a text, not a list"]
    assert messages(message="x" * 501) == ["the message has 501 characters; 500 are possible"]
    text = f'{{"message": 5,\n{json.dumps(SOUND)[1:]}'
    assert problems(text) == [("message should be a text, not the number 5", 1, 13)]


def test_a_lock_is_kept_and_checked() -> None:
    lock = lock_for("0" * 64)
    board = parse_board(json.dumps(SOUND | {"lock": lock}))
    assert lock_of(board) == lock
    assert parse_board(dump_board(board)) == board
    assert lock_of(with_lock(board, "")) == ""
    wrong = 'the lock should be "sha256:" and 64 hexadecimal digits'
    assert messages(lock="sha256:0") == messages(lock="md5:" + "0" * 64) == [wrong]
    assert messages(lock=lock.upper()) == [wrong]
    assert messages(lock=True) == ["lock should be a text, not true"]
    assert messages(lock=None) == ["lock should be a text, not null"]

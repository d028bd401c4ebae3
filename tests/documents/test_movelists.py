"""Exported lists of moves are parsed back to the same moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.notation import COMPRESSED
from puzzlegui.core.solution import Segment, Solution, Status
from puzzlegui.documents.movelists import cleaned, move_lists
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notations_for
from tests.boards import any_board
from tests.effort import examples
from tests.families.test_notation import end, random_moves, solved_by


def written(solution: Solution, name: str, notation: str) -> str:
    pieces = SOLUTION_FORMATS[name].write(
        [Chapter(solution)], ExportSettings(notation), ignore_progress
    )
    return b"".join(pieces).decode()


@pytest.mark.parametrize("name", ["text", "csv", "markdown"])
@given(any_board(), st.lists(st.integers(0, 30), min_size=1, max_size=3), st.text(max_size=8))
@examples(25)
def test_round_trip(name: str, board: Board, counts: list[int], segment: str) -> None:
    lists = [tuple(random_moves(board, count, seed)) for seed, count in enumerate(counts)]
    moves = lists[0]
    half = len(moves) // 2
    parts = (Segment(segment, 0, half), Segment("| `B1` |", half, len(moves)))
    segments = parts if half else ()
    several = tuple(lists) if len(lists) > 1 else None
    solution = Solution(
        board, "walk", Status.SOLVED, moves, segments=segments, solutions=several, count=len(lists)
    )
    for notation in notations_for(board):
        if several and not all(notation.terms(board, part) for part in lists):
            continue  # there is no row for a list without moves
        text = written(solution, name, notation.name)
        found = [
            parse_and_play(solved_by(board, part), read.in_place).moves
            for part, read in zip(lists, move_lists(text), strict=True)
        ]
        if notation.name == COMPRESSED:
            assert [end(board, part) for part in found] == [end(board, part) for part in lists]
        else:
            assert found == lists, notation.name


def test_the_shape_of_the_text_is_kept() -> None:
    text = 'step,move,segment\r\n1,"A1","two\nlines"\n'
    found = move_lists(text)[0].in_place
    assert [found.index("A1"), found.split()] == [text.index("A1"), ["A1"]]
    assert found.count("\n") == text.count("\n")
    assert len(found) == len(text)


def test_moves_by_hand_are_left_as_they_are() -> None:
    for text in ("A1 B2", "# step, move\nA1", "", "step 3"):
        assert [found.in_place for found in move_lists(text)] == [text]


def test_many_solutions_are_read_once() -> None:
    """Not the whole file for each of them, for which this would take minutes."""
    board = load_preset("mystery-box")
    text = "".join(f"# solution {number}: 2 moves\nA1 B2\n" for number in range(1, 20_001))
    lists = move_lists(text)
    assert {tuple(found.parse(board)) for found in lists} == {tuple(board.parse_moves("A1 B2"))}
    (wrong, *_) = move_lists(text.replace("B2", "B?", 1))
    with pytest.raises(MoveTextError, match="line 2, column 4"):
        wrong.parse(board)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. Right\n2. Down\n3. Left", "Right Down Left"),
        ("0) R\n1) D", "R D"),
        ("1. R 2. D 3. L", "R D L"),
        ("Step 1: R\nStep 2: D", "R D"),
        ("1. 12\n2. 15", "12 15"),
        ("2. R\n3. D", "2. R 3. D"),  # counts from neither 0 nor 1
        ("1: 1L\n2: 2R", "1L 2R"),
        ('["R", "D", "R\'"]', "R D R'"),
        ("['R', \"D'\"]", "R D'"),
        ("('R', 'D')", "R D"),
        ('"R","D"', "R D"),
        ("[12, 15]", "12 15"),
        ('[["A1"], ["B2"]]', "A1 B2"),
        ("3\nRDL", "RDL"),
        ("Moves: 2\nR D", "R D"),
        ("2 moves:\nR D", "R D"),
        ("12\n15", "12 15"),  # may be numbers of tiles
        ("solution = ['R', 'D']", "R D"),
        ("A1 -> B1 => B2", "A1 B1 B2"),
        ("# 1. to -> there\n1. R", "# 1. to -> there R"),
        ("(L R')2", "(L R')2"),
        ("(1,0,T) (0,1,F)", "(1,0,T) (0,1,F)"),
        ("L' R'", "L' R'"),
    ],
)
def test_cleaning_keeps_moves_in_their_places(text: str, words: str) -> None:
    found = cleaned(text)
    kept = found.replace(",", " ").split() if "(" not in words else found.split()
    assert kept == words.split()
    assert [len(line) for line in found.split("\n")] == [len(line) for line in text.split("\n")]
    assert all(new in (old, " ") for old, new in zip(text, found, strict=True))


@given(st.text("12.)[]\"'LR#->, \n:", max_size=40))
def test_cleaning_changes_no_place_of_any_text(text: str) -> None:
    found = cleaned(text)
    assert all(new in (old, " ") for old, new in zip(text, found, strict=True))

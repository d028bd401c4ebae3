"""Exported lists of moves are parsed back to the same moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.notation import COMPRESSED
from puzzlegui.core.solution import Segment, Solution, Status
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notations_for
from tests.boards import any_board
from tests.effort import examples
from tests.families.test_notation import end, random_moves


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
        found = [tuple(part.parse(board)) for part in move_lists(text)]
        if notation.name == COMPRESSED:
            assert [end(board, part) for part in found] == [end(board, part) for part in lists]
        else:
            assert found == lists


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

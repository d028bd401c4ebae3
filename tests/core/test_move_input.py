"""Moves typed or pasted: parsed and played, with the location of the first error."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.move_input import begins_with_moves, parse_and_play
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.notation import notations_for
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import any_board
from tests.families.test_notation import end, random_moves

MYSTERY, EIGHT, MAZE = map(load_preset, ("mystery-box", "eight-cpp", "schonbrunn"))


@pytest.mark.parametrize("board", [MYSTERY, EIGHT, MAZE], ids=lambda board: board.family)
def test_a_solution_in_every_notation(board: Board) -> None:
    moves = solve(board).moves
    for notation in notations_for(board):
        found = parse_and_play(board, move_lists(notation.write(board, moves))[0].in_place)
        assert found.solved
        assert found.problem is None
        assert "the board is solved" in found.message
    short = parse_and_play(board, " ".join(board.format_moves(moves[:-1])))
    assert (short.moves, short.solved, short.problem) == (moves[:-1], False, None)
    assert "the goal is not reached" in short.message


@pytest.mark.parametrize(
    ("board", "text", "line", "column", "moves"),
    [
        (MYSTERY, "A1 B2\nA2 +++ B1", 2, 4, 3),
        (MYSTERY, "A1\n\n  C3 A1", 3, 3, 1),  # no block there
        (EIGHT, "# a comment\nU U U U", 2, 0, None),
        (MAZE, "  A1 B3", 1, 3, 0),  # not its first cell
        (MAZE, "C5 D5\nA1", 2, 1, 1),
        (MAZE, "", 1, 1, 0),
    ],
)
def test_the_first_fault_has_its_place(
    board: Board, text: str, line: int, column: int, moves: int | None
) -> None:
    found = parse_and_play(board, text)
    assert found.problem is not None
    assert not found.solved
    assert found.problem.line == line
    assert column in (0, found.problem.column)
    assert moves in (None, len(found.moves))
    assert found.message.startswith(f"Line {line}, column ")


@given(any_board(), st.integers(1, 40), st.integers(0, 10**6), st.data())
def test_what_is_played_are_the_moves_before_the_fault(
    board: Board, count: int, seed: int, data: st.DataObject
) -> None:
    moves = random_moves(board, count, seed)
    texts = board.format_moves(moves)
    lead = len(texts) - len(moves)
    fault = data.draw(st.integers(lead, len(texts)))
    breaks = random.Random(seed)
    parts = [*texts[:fault], "???", *texts[fault:]]
    text = "".join(part + breaks.choice([" ", "\n", ", ", "  # note\n"]) for part in parts)
    found = parse_and_play(board, text)
    assert list(found.moves) == moves[: fault - lead]
    assert found.problem is not None
    lines = text.split("\n")
    assert lines[found.problem.line - 1][found.problem.column - 1 :].startswith("???")
    assert end(board, found.moves) == end(board, moves[: fault - lead])


OTHER_WAY = str.maketrans("UDLR", "DURL")


def test_a_list_for_the_gap_is_recognised() -> None:
    moves = solve(EIGHT).moves
    text = " ".join(moves)
    found = parse_and_play(EIGHT, text.translate(OTHER_WAY))
    assert (found.moves, found.solved, found.problem) == (moves, True, None)
    assert found.message == "16 moves; the board is solved. Read as moves of the gap."
    assert "Read as moves of the gap." in found.as_solution(EIGHT).outcome()
    assert parse_and_play(EIGHT, text).convention is None
    assert begins_with_moves(EIGHT, text.translate(OTHER_WAY))


def test_of_two_readings_the_one_that_solves_wins() -> None:
    """On this board, both lists can be played in both readings."""
    board = SlidingBoard(((1, 2, 3), (4, 0, 5), (7, 8, 6)), ((1, 2, 3), (4, 5, 6), (7, 8, 0)))
    assert parse_and_play(board, "L U").convention is None
    found = parse_and_play(board, "R D")
    assert found.solved
    assert found.moves == ("L", "U")
    assert found.convention is not None
    neither = parse_and_play(board, "R R L L")
    assert (neither.solved, neither.convention) == (False, None)
    assert neither.problem is not None


def test_an_answer_that_is_not_wanted_any_more() -> None:
    assert len(parse_and_play(MYSTERY, "A1 " * 20_000, lambda: False).moves) < 10_000

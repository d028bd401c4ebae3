"""Boards of an exact difficulty, and sets of them, checked by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import replay
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.making.alike import canonical_key
from puzzlegui.making.difficulty import BoardMaker
from puzzlegui.making.makers import maker_for, makers_for_set
from puzzlegui.making.rating import Cancelled, Difficulty, ImpossibleError
from puzzlegui.making.sets import make_set


def shortest(board: Board) -> tuple[int, int]:
    """Return length and number of the shortest solutions, by counting paths level by level."""
    level = {board.initial(): 1}
    seen = set(level)
    for length in range(60):
        if solutions := sum(count for at, count in level.items() if board.is_solved(at)):
            return length, solutions
        deeper: dict[object, int] = {}
        for position, count in level.items():
            for move in board.legal_moves(position):
                there = board.play(position, move)
                if there not in seen:
                    deeper[there] = deeper.get(there, 0) + count
        seen.update(deeper)
        level = deeper
    raise AssertionError("no solution")


@pytest.mark.parametrize(
    ("family", "rows", "columns", "parameters", "lengths"),
    [
        ("rotation", 2, 3, {}, (1, 5)),
        ("rotation", 3, 3, {"colours": 2}, (2, 4)),
        ("rotation", 2, 3, {"turns": "clockwise"}, (3, 6)),
        ("sliding", 2, 3, {}, (7, 20)),
        ("shift", 2, 3, {}, (1, 3)),
        ("shift", 3, 3, {"colours": 3}, (2, 4)),
    ],
)
@pytest.mark.parametrize("unique", [False, True])
def test_lengths_are_exact(
    family: str,
    rows: int,
    columns: int,
    parameters: dict[str, object],
    lengths: tuple[int, int],
    unique: bool,
) -> None:
    maker = maker_for(family, BoardSpec(rows, columns, 0, parameters))
    for seed in range(5):
        rated = maker(Difficulty(*lengths, unique=unique), seed)
        length, solutions = shortest(rated.board)
        assert length == rated.length
        assert lengths[0] <= length <= lengths[1]
        assert replay(rated.board, rated.moves).correct
        assert not unique or (solutions == 1 and rated.unique)


@pytest.mark.parametrize("unique", [False, True])
def test_lengths_are_exact_where_the_graph_is_too_large(
    monkeypatch: pytest.MonkeyPatch, unique: bool
) -> None:
    monkeypatch.setattr("puzzlegui.making.difficulty._SMALL_GRAPH", 0)
    for board in (solved_board("sliding", 2, 3), solved_board("rotation", 2, 3, turns="clockwise")):
        maker = BoardMaker(board)
        for seed in range(3):
            rated = maker.make(Difficulty(4, 6, unique=unique), seed)
            length, solutions = shortest(rated.board)
            assert length == rated.length
            assert 4 <= length <= 6
            assert not unique or solutions == 1


def test_large_boards_are_made_by_scrambling() -> None:
    for family, length in (("rotation", 5), ("sliding", 24), ("shift", 6)):
        maker = maker_for(family, BoardSpec(4, 4))
        rated = maker(Difficulty(length, length), 2)
        assert rated.length == length
        assert replay(rated.board, rated.moves).correct


@pytest.mark.parametrize("total", [None, 0])
def test_mazes_have_one_solution_of_the_length(total: int | None) -> None:
    parameters = {} if total is None else {"sum": total}
    rated = maker_for("maze", BoardSpec(5, 5, 0, parameters))(Difficulty(6, 6), 1)
    assert rated.length == 6
    assert rated.unique
    assert replay(rated.board, rated.moves).correct
    if total is None:
        assert shortest(rated.board)[0] == 6


def test_wishes_that_no_board_fulfils_are_refused() -> None:
    maker = BoardMaker(solved_board("rotation", 2, 2))
    with pytest.raises(ImpossibleError, match="the hardest with this goal takes 2 moves"):
        maker.make(Difficulty(3, 9), 1)
    with pytest.raises(ImpossibleError, match="a single shortest solution"):
        maker.make(Difficulty(2, 2, unique=True), 1)
    with pytest.raises(PuzzleError, match="1 or more"):
        Difficulty(3, 2)
    with pytest.raises(PuzzleError, match="cannot be used with --length"):
        maker_for("sliding", BoardSpec(3, 3, 0, {"moves": 4}))


def test_sets_rise_and_have_no_two_boards_alike() -> None:
    maker = maker_for("sliding", BoardSpec(3, 3))
    boards = list(make_set([maker] * 12, Difficulty(5, 16), seed=3))
    assert [rated.length for rated in boards] == list(range(5, 17))
    assert len({canonical_key(rated.board) for rated in boards}) == 12
    again = make_set(makers_for_set("sliding", BoardSpec(3, 3), 12), Difficulty(5, 16), seed=3)
    assert boards == list(again)
    with pytest.raises(ImpossibleError, match="only 2 boards"):
        list(make_set(makers_for_set("rotation", BoardSpec(2, 2), 3), Difficulty(1, 2), seed=1))


def test_making_is_cancelled() -> None:
    with pytest.raises(Cancelled):
        maker_for("rotation", BoardSpec(4, 4), lambda _: False)(Difficulty(3, 3), 1)


def symmetric(board: Board) -> Iterator[Board]:
    for _ in range(4):
        yield board
        yield board.reflected()
        board = board.turned()


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift", "maze"])
def test_turned_and_reflected_boards_are_the_same_puzzle(family: str) -> None:
    board = new_board(family, 2, 3, seed=5)
    solution = shortest(board)
    for other in symmetric(board):
        assert canonical_key(other) == canonical_key(board)
        assert shortest(other) == solution
    assert board.turned().turned().turned().turned() == board
    assert board.reflected().reflected() == board


def test_one_way_turns_are_reflected_to_the_other_way() -> None:
    board = new_board("rotation", 2, 3, seed=5, turns="clockwise")
    assert shortest(board.reflected()) == shortest(board)
    assert canonical_key(board.reflected()) == canonical_key(board)


def test_values_may_be_exchanged_but_not_the_gap() -> None:
    board = solved_board("sliding", 2, 2).with_fields(start=((0, 1), (3, 2)))
    swapped = board.with_fields(start=((0, 2), (3, 1)), goal=((2, 1), (3, 0)))
    assert canonical_key(board) == canonical_key(swapped)
    boards = [new_board("sliding", 2, 3, seed=seed) for seed in range(6)]
    for one, other in combinations(boards, 2):
        assert canonical_key(one) != canonical_key(other) or shortest(one) == shortest(other)

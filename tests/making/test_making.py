"""Boards of an exact difficulty, and sets of them, checked by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, rows_of
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import replay
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.making.alike import canonical_key
from puzzlegui.making.difficulty import BoardMaker
from puzzlegui.making.makers import BoardRequest, make, maker_for, makers_for_set
from puzzlegui.making.rating import (
    HARDEST,
    Cancelled,
    Difficulty,
    ImpossibleError,
    NotFoundError,
    check_hardest,
)
from puzzlegui.making.sets import make_set
from tests.boards import cycles, grid


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
def test_lengths_are_exact_where_the_graph_is_too_large(unique: bool) -> None:
    for board in (solved_board("sliding", 2, 3), solved_board("rotation", 2, 3, turns="clockwise")):
        maker = BoardMaker(board, largest_graph=0)
        for seed in range(3):
            rated = maker.make(Difficulty(4, 6, unique=unique), seed)
            length, solutions = shortest(rated.board)
            assert length == rated.length
            assert 4 <= length <= 6
            assert not unique or solutions == 1


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("rotation", {}),
        ("rotation", {"turns": "clockwise"}),
        ("sliding", {}),
        ("shift", {"colours": 2}),
        ("permutation", {}),
    ],
)
def test_hardest_boards_are_as_far_from_the_goal_as_any(
    family: str, parameters: dict[str, Any]
) -> None:
    spec = BoardSpec(2, 3, 0, parameters)
    goal = solved_board(family, 2, 3, **parameters)
    distances = [shortest(board)[0] for board in reachable_boards(goal)]
    rated = make(BoardRequest(family, spec, HARDEST))
    assert rated.length == shortest(rated.board)[0] == max(distances)
    assert replay(rated.board, rated.moves).correct
    assert rated.note == "No board with this goal takes more moves."


def reachable_boards(goal: Board) -> list[Board]:
    """Return the boards from which moves lead to a goal, which can be undone."""
    found = {goal.initial(): goal}
    for board in (boards := [goal]):
        for move in board.legal_moves(board.initial()):
            position = board.play(board.initial(), move)
            if position not in found:
                found[position] = board.from_position(position)
                boards.append(found[position])
    return boards


def test_hardest_boards_are_looked_for_where_the_graph_is_too_large() -> None:
    maker = BoardMaker(solved_board("sliding", 2, 3), largest_graph=0)
    rated, again = (maker.make(HARDEST, 3) for _ in range(2))
    assert rated == again
    assert 15 <= rated.length == shortest(rated.board)[0] <= 21
    assert "there may be harder ones" in rated.note


def test_hardest_board_so_far_is_kept_at_the_end_of_the_time() -> None:
    maker = BoardMaker(solved_board("sliding", 3, 3), lambda tried: tried < 5, largest_graph=0)
    rated = maker.make(HARDEST, 1)
    assert rated.length == len(solve(rated.board, "optimal").moves) > 0
    with pytest.raises(Cancelled):
        BoardMaker(solved_board("sliding", 3, 3), lambda _: False, 0).make(HARDEST, 1)


def test_hardest_board_is_one_whose_length_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlegui.making.difficulty._PROOF_STATES", 1)
    maker = BoardMaker(solved_board("rotation", 4, 4), largest_graph=0)
    with pytest.raises(NotFoundError, match="no board was found whose length can be proved"):
        maker.make(HARDEST, 1)


def test_boards_that_no_move_changes_have_no_hardest() -> None:
    board = RotationBoard(grid("1 1/1 1"), grid("1 1/1 1"))
    with pytest.raises(ImpossibleError, match="the hardest with this goal takes 0 moves"):
        BoardMaker(board).make(HARDEST, 1)


def test_hardest_maze_is_the_longest_found() -> None:
    rated = make(BoardRequest("maze", BoardSpec(3, 3, 2), HARDEST))
    assert rated.length == shortest(rated.board)[0] >= 4
    assert rated.unique


@pytest.mark.parametrize("name", ["length", "count", "unique"])
def test_hardest_excludes_other_wishes(name: str) -> None:
    with pytest.raises(PuzzleError, match=f"--{name} cannot be used with --hardest"):
        check_hardest({name: True})


def test_parameters_of_other_starts_are_refused() -> None:
    spec = BoardSpec(3, 3, 0, {"moves": 4})
    with pytest.raises(PuzzleError, match="--moves cannot be used with --hardest"):
        make(BoardRequest("sliding", spec, HARDEST))


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


def plays_alike(board: Board, other: Board) -> bool:
    """True if a turn or a reflection and an exchange of tiles make one board the other."""
    return any(
        turned.size == other.size
        and effects(turned) == effects(other)
        and one_to_one(turned, other)
        for turned in symmetric(board)
    )


def effects(board: Board) -> set[Grid]:
    """Return where each move carries the contents of all cells; for a gap, nothing but the size."""
    numbered = rows_of(list(range(board.rows * board.columns)), board.columns)
    if not board.permutes_cells:
        return {numbered}
    return {board.play(numbered, move) for move in board.legal_moves(numbered)}


def one_to_one(turned: Board, other: Board) -> bool:
    """Return True if an exchange of tiles, but for the gap, makes two boards equal."""
    pairs = {
        pair
        for name in ("start", "goal")
        for pair in zip(flatten(turned.grid(name)), flatten(other.grid(name)), strict=True)
    }
    gap = turned.gap
    if any((one == gap) != (two == gap) for one, two in pairs):
        return False
    return len(pairs) == len({one for one, _ in pairs}) == len({two for _, two in pairs})


SPACES = [
    RotationBoard(grid("1 2/3 4"), grid("1 2/3 4"), turns="clockwise"),
    SlidingBoard(grid("1 2/3 0"), grid("1 2/3 0")),
    ShiftBoard(grid("1 2/1 3"), grid("1 2/1 3")),
    PermutationBoard(grid("1 2/3 4"), grid("1 2/3 4"), cycles("a: A1 B1 / b: A2 B2")),
    PermutationBoard(grid("1 2/3 4"), grid("1 2/3 4"), cycles("a: A1 B1 B2"), inverses=False),
    PermutationBoard(grid("1/2/3"), grid("1/2/3"), cycles("x: A1 A2 / y: A2 A3")),
]


@pytest.mark.parametrize("board", SPACES)
def test_alike_boards_of_a_whole_space_equal_brute_force(board: Board) -> None:
    starts = sorted(set(permutations(flatten(board.grid("goal")))))
    boards = [board.with_fields(start=rows_of(start, board.columns)) for start in starts]
    for one, other in combinations(boards, 2):
        assert (canonical_key(one) == canonical_key(other)) == plays_alike(one, other)


def test_alike_permutation_boards_may_name_moves_differently() -> None:
    start, goal = grid("2 1 3/4 5 6"), grid("1 2 3/4 5 6")
    board = PermutationBoard(start, goal, cycles("L: A1 B1 A2 / S: B2 C2, A1 C1"))
    renamed = board.with_fields(moves=cycles("x: C1 A1, C2 B2 / y: A2 B1 A1"))
    one_way = board.with_fields(inverses=False)
    assert canonical_key(board) == canonical_key(renamed) == canonical_key(renamed.turned())
    assert canonical_key(one_way) != canonical_key(board)
    assert canonical_key(one_way) != canonical_key(renamed.with_fields(inverses=False))


def test_alike_mazes_may_differ_in_signs_without_a_sum() -> None:
    maze = MazeBoard(grid("1 1/1 1"), (0, 0), (1, 1))
    signed = maze.with_fields(numbers=grid("1 -1/1 1"))
    assert canonical_key(maze) == canonical_key(signed)
    assert canonical_key(maze.with_fields(sum=3)) != canonical_key(signed.with_fields(sum=3))


@pytest.mark.parametrize(
    ("family", "rows", "columns", "wish", "words"),
    [
        ("shift", 2, 2, Difficulty(9, 9), "no such board: the hardest with this goal takes"),
        ("shift", 2, 2, Difficulty(1, 1), "turned, mirrored or recoloured"),
        ("permutation", 3, 3, Difficulty(1, 1), "turned, mirrored or recoloured"),
    ],
)
def test_sets_say_why_there_are_too_few_boards(
    family: str, rows: int, columns: int, wish: Difficulty, words: str
) -> None:
    makers = makers_for_set(family, BoardSpec(rows, columns), 8)
    with pytest.raises(ImpossibleError, match=words):
        list(make_set(makers, wish, seed=1))


def test_sets_do_not_blame_symmetry_where_there_is_none() -> None:
    board = PermutationBoard(grid("1 2 3"), grid("1 2 3"), cycles("a: A1 B1"))
    makers = [BoardMaker(board).make] * 2
    with pytest.raises(ImpossibleError, match="found only 1 board of 1 move: no other was found"):
        list(make_set(makers, Difficulty(1, 1), seed=1))


def test_values_may_be_exchanged_but_not_the_gap() -> None:
    board = solved_board("sliding", 2, 2).with_fields(start=((0, 1), (3, 2)))
    swapped = board.with_fields(start=((0, 2), (3, 1)), goal=((2, 1), (3, 0)))
    assert canonical_key(board) == canonical_key(swapped)
    boards = [new_board("sliding", 2, 3, seed=seed) for seed in range(6)]
    for one, other in combinations(boards, 2):
        assert canonical_key(one) != canonical_key(other) or shortest(one) == shortest(other)

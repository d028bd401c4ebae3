import random
from collections import Counter

import pytest

from puzzlegui import assets
from puzzlegui.core.creation import BoardSpec, scrambled
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.presets import PRESETS, TITLES, load_preset
from puzzlegui.engine.run import solve
from puzzlegui.engine.similar_board import find_similar_board
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import CLOCKWISE, RotationBoard
from tests.boards import distances, grid


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (4, 4), (3, 7), (30, 30), (2, 30)])
def test_sound_solvable_and_repeatable(family: str, size: tuple[int, int]) -> None:
    if family == "permutation" and size == (30, 30):
        with pytest.raises(PuzzleError, match="it must have 2 to 400"):
            new_board(family, *size, 1)
        return
    board = new_board(family, *size, 1)
    assert board.problems() == []
    assert board.verdict().solvable
    assert board == new_board(family, *size, 1)
    if size != (2, 2):
        assert board != new_board(family, *size, 2)
    assert solved_board(family, *size).problems() == []


def test_colours() -> None:
    board = new_board("rotation", 4, 4, 1, colours=3)
    assert board.values == (1, 2, 3)
    board = new_board("sliding", 3, 3, 1, colours=2)
    assert board.values == (0, 1, 2)


@pytest.mark.parametrize("family", FAMILIES)
def test_another_like_it_is_about_as_hard(family: str) -> None:
    board = new_board(family, 3, 3, 2)
    length = len(solve(board).moves)
    other = find_similar_board(board, length, 7)
    assert other is not None
    assert (type(other), other.size) == (type(board), board.size)
    assert other.puzzle != board.puzzle
    assert abs(len(solve(other).moves) - length) <= 2
    assert find_similar_board(board, length, 7, lambda _: False) is None


def test_another_like_one_that_is_nearly_solved_is_so_too() -> None:
    board = new_board("rotation", 20, 20, 2, moves=3)
    other = find_similar_board(board, 3, 5)
    assert other is not None
    assert 0 < other.lower_bound() <= 3
    assert other.grid("goal") == board.grid("goal")


def test_shuffling_is_uniform_among_the_solvable() -> None:
    starts = Counter(new_board("rotation", 2, 2, seed).grid("start") for seed in range(400))
    assert len(starts) == 4
    assert min(starts.values()) > 60


@pytest.mark.parametrize("turns", ["both", CLOCKWISE, "counterclockwise"])
@pytest.mark.parametrize("moves", [0, 1, 4])
def test_a_scramble_is_solved_in_as_many_moves(turns: str, moves: int) -> None:
    goal = grid("1 2 3/4 5 6/7 8 9")
    board = RotationBoard(goal, goal, turns)
    for seed in range(5):
        mixed = scrambled(board, moves, random.Random(seed))
        assert mixed is not None
        level = {mixed.grid("start")}
        found = set(level)
        for _ in range(moves):
            level = {mixed.play(p, m) for p in level for m in mixed.legal_moves(p)}
            found |= level
        assert goal in found


@pytest.mark.parametrize(
    ("family", "start", "given"),
    [("rotation", "scrambled", {"moves": 10**6}), ("maze", "unique", {})],
)
def test_what_takes_long_is_watched(family: str, start: str, given: dict[str, int]) -> None:
    (way,) = (each for each in FAMILIES[family].starts if each.name == start)
    wanted = BoardSpec(30, 30, 1, given)
    seen: list[int] = []

    def watch(steps: int) -> bool:
        seen.append(steps)
        return len(seen) < 3

    assert way.make(wanted, watch) is None
    assert seen[0] == 0 < seen[1] < seen[2] < way.max_steps(wanted)
    if family == "rotation":
        assert way.max_steps(BoardSpec(4, 4, 1, {"moves": 10})) == 0


@pytest.mark.thorough
def test_a_sliding_scramble_goes_on() -> None:
    board = new_board("sliding", 3, 3, 1, moves=6)
    assert distances(board)[board.grid("goal")] <= 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rotation", 1, 4, 0), "the number of rows must be 2 to 30, not 1"),
        (("maze", 4, 31, 0), "the number of columns must be 2 to 30, not 31"),
    ],
)
def test_wrong_sizes(arguments: tuple[str, int, int, int], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        new_board(*arguments)


def test_wrong_options() -> None:
    with pytest.raises(PuzzleError, match="number of colours on this board must be 1 to 8"):
        new_board("sliding", 3, 3, 0, colours=9)
    with pytest.raises(PuzzleError, match=r"--moves applies to rotation, sliding.* boards, not to"):
        new_board("maze", 3, 3, 0, moves=4)
    with pytest.raises(PuzzleError, match="the number of scrambling moves must be"):
        new_board("sliding", 3, 3, 0, moves=10**9)


def test_presets_are_the_files() -> None:
    assert sorted(PRESETS) == assets.names("presets", ".puzzle")
    assert {name: load_preset(name).title for name in PRESETS} == TITLES
    assert load_preset("mystery-box").family == "rotation"
    with pytest.raises(PuzzleError, match="there is no preset 'nothing'"):
        load_preset("nothing")

import random
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, parse_cell
from puzzlegui.core.edits import (
    EDITS,
    extract,
    fill,
    flood,
    move_gap,
    numbered_grid,
    paste,
    swap,
)
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.region import Region
from puzzlegui.core.resizing import resized
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.rotation.board import CLOCKWISE, RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import SMALL, any_board, grid, shortest
from tests.effort import examples

PERMUTING = [
    "rotate-right", "rotate-left", "reverse", "flip-across", "flip-down", "sort", "shuffle",
]  # fmt: skip

UNDONE_BY = {
    "rotate-right": "rotate-left",
    "rotate-left": "rotate-right",
    "reverse": "reverse",
    "flip-across": "flip-across",
    "flip-down": "flip-down",
    "exchange": "exchange",
    "turn-board-right": "turn-board-left",
    "turn-board-left": "turn-board-right",
}


def options_of(board: Board) -> list[object]:
    """Return the options of a board, such as the directions of jumps in a maze."""
    return [getattr(board, option.name) for option in board.options]


@st.composite
def selections(draw: st.DrawFn) -> tuple[Board, str, Region]:
    """Strategy of a board, a grid of it and a region of that."""
    board = draw(any_board())
    row, column = st.integers(0, board.rows - 1), st.integers(0, board.columns - 1)
    cell = st.tuples(row, column)
    region = Region.between(draw(cell), draw(cell))
    return board, draw(st.sampled_from(board.grid_fields)), region


@given(selections(), st.sampled_from(list(EDITS)), st.integers(0, 9))
@examples(300)
def test_every_edit(selection: tuple[Board, str, Region], name: str, seed: int) -> None:
    board, field, region = selection
    edit = EDITS[name]
    if not edit.applies(board, field, region):
        with pytest.raises(PuzzleError, match="needs a"):
            edit.apply(board, field, region)
        return
    after = edit.apply(board, field, region, seed)
    assert after == edit.apply(board, field, region, seed)
    assert type(after) is type(board)
    assert (after.title, after.palette) == (board.title, board.palette)
    assert options_of(after) == options_of(board)
    if not edit.whole:
        inside = extract(after.grid(field), region)
        assert paste(after, field, extract(board.grid(field), region), (region.top, region.left))
        for r in range(board.rows):
            for c in range(board.columns):
                if (r, c) not in region:
                    assert after.grid(field)[r][c] == board.grid(field)[r][c]
        if name in PERMUTING:
            before = extract(board.grid(field), region)
            assert Counter(flatten(inside)) == Counter(flatten(before))
            assert after.problems() == []
    if name in UNDONE_BY:
        assert EDITS[UNDONE_BY[name]].apply(after, field, region) == board


@given(selections())
def test_quarters_make_a_half(selection: tuple[Board, str, Region]) -> None:
    board, field, region = selection
    assume(region.square)
    twice = board
    for _ in range(2):
        twice = EDITS["rotate-right"].apply(twice, field, region)
    assert twice == EDITS["reverse"].apply(board, field, region)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("edit", ["turn-board-right", "turn-board-left"])
def test_a_board_turned_is_as_hard(name: str, edit: str) -> None:
    after = EDITS[edit].apply(SMALL[name])
    assert (after.rows, after.columns) == (SMALL[name].columns, SMALL[name].rows)
    assert shortest(after) == shortest(SMALL[name])


@pytest.mark.parametrize("edit", ["reverse", "flip-across", "flip-down"])
@pytest.mark.parametrize("name", [name for name in SMALL if name.startswith("maze")])
def test_start_and_target_go_with_their_cells(name: str, edit: str) -> None:
    assert shortest(EDITS[edit].apply(SMALL[name])) == shortest(SMALL[name])


def test_a_quarter_right() -> None:
    board = RotationBoard(grid("1 2 3/4 5 6/7 8 9"), grid("1 2 3/4 5 6/7 8 9"))
    after = EDITS["rotate-right"].apply(board, "goal", Region(0, 1, 2, 2))
    assert after == board.with_fields(goal=grid("1 5 2/4 6 3/7 8 9"))
    maze = MazeBoard(grid("1 2 3/4 5 6"), (0, 0), (1, 1))
    turned = EDITS["turn-board-right"].apply(maze)
    assert turned == MazeBoard(grid("4 1/5 2/6 3"), (0, 1), (1, 0))


def test_order() -> None:
    board = SlidingBoard(grid("3 0 7/1 5 2"), grid("1 2 3/5 7 0"))
    assert EDITS["sort"].apply(board) == board.with_fields(start=board.goal)
    assert EDITS["number"].apply(board).grid("start") == grid("1 2 3/4 5 0") == numbered_grid(board)
    with_gap = EDITS["number"].apply(board, "start", Region(0, 0, 1, 2))
    assert with_gap.grid("start") == grid("1 0 7/1 5 2")
    without = EDITS["number"].apply(board, "start", Region(1, 0, 1, 3))
    assert without.grid("start") == grid("3 0 7/1 2 3")
    maze = SMALL["maze 5x5"]
    assert not EDITS["sort"].applies(maze)
    with pytest.raises(PuzzleError, match="a board that has start and goal"):
        EDITS["copy-start"].apply(maze)


def test_whole_boards_and_cells_that_are_none() -> None:
    board = RotationBoard(grid("1 2/3 4"), grid("4 3/2 1"))
    assert EDITS["copy-start"].apply(board).grid("goal") == board.start
    assert EDITS["copy-goal"].apply(board).grid("start") == board.goal
    with pytest.raises(PuzzleError, match="Clear: some of the chosen cells are not on the board"):
        EDITS["clear"].apply(board, "start", Region(0, 1, 2, 2))
    uneven = board.with_fields(goal=grid("1 2 3/4 5 6"))
    assert EDITS["clear"].apply(uneven, "goal").grid("goal") == grid("0 0 0/0 0 0")


@pytest.mark.parametrize("family", ["rotation", "sliding", "maze"])
def test_shuffling_keeps_a_board_solvable(family: str) -> None:
    board = new_board(family, 3, 3, 1)
    shuffled = [EDITS["shuffle"].apply(board, seed=seed) for seed in range(20)]
    assert len(set(shuffled)) > 10
    assert all(found.verdict().solvable for found in shuffled)
    assert board not in shuffled
    pair = EDITS["shuffle"].apply(solved_board("sliding", 3, 3), "start", Region(0, 0, 1, 2), 5)
    assert pair == solved_board("sliding", 3, 3)


RING_AND_SQUARE = PermutationBoard(
    grid("1 2 3 4 5/6 7 8 9 10"), grid("1 2 3 4 5/6 7 8 9 10"),
    (("A", (((0, 0), (0, 1), (1, 1), (1, 0)),)), ("B", (((0, 2), (0, 3), (0, 4)),))),
)  # fmt: skip
"""Twelve of the 3,628,800 arrangements can be reached."""


def test_shuffle_finds_each_of_few_reachable_arrangements() -> None:
    board = RING_AND_SQUARE
    found = {EDITS["shuffle"].apply(board, seed=seed) for seed in range(200)}
    assert len(found) == 11  # all but the board itself
    assert all(other.verdict().solvable for other in found)


def test_shuffle_returns_the_board_if_it_has_no_other_arrangement() -> None:
    alike = RING_AND_SQUARE.with_fields(
        start=grid("1 1 3 3 3/1 1 8 9 10"), goal=grid("1 1 3 3 3/1 1 8 9 10")
    )
    assert EDITS["shuffle"].apply(alike, seed=1) == alike


@given(any_board(), st.integers(0, 3), st.data())
def test_flood(board: Board, value: int, data: st.DataObject) -> None:
    field = board.grid_fields[-1]
    cell = (data.draw(st.integers(0, board.rows - 1)), data.draw(st.integers(0, board.columns - 1)))
    after = flood(board, field, cell, value).grid(field)
    before = board.grid(field)
    assert after[cell[0]][cell[1]] == value
    for r in range(board.rows):
        for c in range(board.columns):
            assert after[r][c] in (value, before[r][c])
            for s, d in ((r, c + 1), (r + 1, c)):
                alike = s < board.rows and d < board.columns and before[r][c] == before[s][d]
                assert not alike or after[r][c] == after[s][d]


def test_flooding_stops_at_corners() -> None:
    board = RotationBoard(grid("1 2 1/1 1 2/2 2 1"), grid("1 2 1/1 1 2/2 2 1"))
    assert flood(board, "start", (0, 0), 5).grid("start") == grid("5 2 1/5 5 2/2 2 1")


@given(selections(), st.integers(-5, 5))
def test_fill_swap_and_paste(selection: tuple[Board, str, Region], value: int) -> None:
    board, field, region = selection
    assert set(flatten(extract(fill(board, field, region, value).grid(field), region))) == {value}
    one, other = (0, 0), (region.top, region.left)
    swapped = swap(board, field, one, other)
    assert swap(swapped, field, other, one) == board
    part = extract(board.grid(field), region)
    assert paste(board, field, part, other) == board
    moved = paste(board, field, part, (board.rows - 1, board.columns - 1))
    assert moved.grid(field)[-1][-1] == part[0][0]
    assert paste(board, field, part, (-40, 2)) == board


def test_moving_the_gap() -> None:
    board = SlidingBoard(grid("1 2/3 0"), grid("1 2/3 0"))
    assert move_gap(board, "start", (0, 0)).grid("start") == grid("0 2/3 1")
    none = board.with_fields(start=grid("1 2/3 4"))
    assert move_gap(none, "start", (0, 1)).grid("start") == grid("1 0/3 4")
    with pytest.raises(PuzzleError, match="only a sliding puzzle has a gap"):
        move_gap(SMALL["maze 5x5"], "numbers", (0, 0))


# --- another size ---

SIZES = st.integers(2, 8)


@given(any_board(), SIZES, SIZES)
@examples(300)
def test_a_sound_board_stays_sound(board: Board, rows: int, columns: int) -> None:
    after = resized(board, rows, columns)
    assert options_of(after) == options_of(board)
    assert (after.rows, after.columns) == (rows, columns)
    assert after.problems() == []
    assert resized(board, board.rows, board.columns) == board
    if rows >= board.rows and columns >= board.columns:
        back = resized(after, board.rows, board.columns)
        assert back == board
    if isinstance(board, MazeBoard) and isinstance(after, MazeBoard):
        assert (after.start == after.target) == (board.start == board.target)


@given(any_board(), SIZES, SIZES, st.integers(0, 10**6))
def test_any_other_board_is_resized_too(board: Board, rows: int, columns: int, seed: int) -> None:
    rng = random.Random(seed)
    for field in board.grid_fields:
        for r in range(board.rows):
            board = board.with_cell(field, (r, rng.randrange(board.columns)), rng.randrange(3))
    after = resized(board, rows, columns)
    for field in board.grid_fields:
        assert (len(after.grid(field)), len(after.grid(field)[0])) == (rows, columns)


def test_numbers_in_order_go_on_in_order() -> None:
    board = SlidingBoard(grid("3 1/2 0"), grid("1 2/3 0"))
    assert resized(board, 2, 3) == SlidingBoard(grid("3 1 4/2 0 5"), grid("1 2 3/4 5 0"))
    smaller = resized(SlidingBoard(grid("5 4 1/2 0 3"), grid("1 2 3/4 5 0")), 2, 2)
    assert smaller == SlidingBoard(grid("1 3/2 0"), grid("1 2/3 0"))


def test_stripes_grow_and_other_values_are_new() -> None:
    goal = grid("1 1/2 2/3 3")
    board = RotationBoard(goal, goal, CLOCKWISE)
    assert resized(board, 4, 3).grid("goal") == grid("1 1 1/2 2 2/3 3 3/3 3 3")
    goal = grid("4 3/2 1")
    assert resized(RotationBoard(goal, goal), 2, 3).grid("goal") == grid("4 3 5/2 1 6")
    goal = grid("1 1/2 0")
    assert resized(SlidingBoard(goal, goal), 3, 3).grid("goal") == grid("1 1 1/2 2 2/2 2 0")
    goal = grid("0 1/1 2")
    assert resized(SlidingBoard(goal, goal), 2, 3).grid("goal") == grid("0 1 1/1 2 2")


def test_start_and_target_stay_on_the_maze() -> None:
    maze = MazeBoard(grid("1 2 3/4 5 6/7 8 9"), parse_cell("C3"), parse_cell("B2"))
    after = resized(maze, 2, 2)
    assert after == MazeBoard(grid("1 2/4 5"), parse_cell("B1"), parse_cell("B2"))
    assert resized(maze, 3, 4).grid("numbers") == grid("1 2 3 1/4 5 6 1/7 8 9 1")


def test_sizes_that_no_board_has() -> None:
    with pytest.raises(PuzzleError, match="the number of rows must be 2 to 30, not 31"):
        resized(SMALL["maze 5x5"], 31, 2)
    with pytest.raises(PuzzleError, match="the number of columns must be 2 to 30, not 1"):
        resized(SMALL["maze 5x5"], 3, 1)

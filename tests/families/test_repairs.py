import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board, Rearrangement
from puzzlegui.core.cells import HOLE, cells_of, flatten, parse_cell, rows_of
from puzzlegui.core.edits import with_cells
from puzzlegui.core.palettes import with_names
from puzzlegui.core.rearrangement import rearrange_start
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.registry import repairs_of
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import SMALL, any_board, cycles, grid, pasted, random_maze, shortest
from tests.effort import examples
from tests.families.twisty import RUBIKS_CUBE


def sentences(board: Board) -> list[str]:
    return [repair.sentence for repair in repairs_of(board)]


def spoilt(board: Board, changes: int, seed: int) -> Board:
    """A board as a user leaves it in the midst of editing."""
    rng = random.Random(seed)
    for _ in range(changes):
        field = rng.choice(board.grid_fields)
        cell = rng.randrange(board.rows), rng.randrange(board.columns)
        board = board.with_cell(field, cell, rng.randint(-2, 3))
        if board.cell_fields and rng.random() < 0.3:
            field = rng.choice(board.cell_fields)
            board = board.with_fields(**{field: (rng.randrange(9), rng.randrange(9))})
    return board


@given(any_board(), st.integers(0, 6), st.integers(0, 10**6))
@examples(300)
def test_repairs_end_in_a_board_that_can_be_solved(board: Board, changes: int, seed: int) -> None:
    board = spoilt(board, changes, seed)
    for repair in repairs_of(board):
        assert repair.board != board
        assert repair.sentence
        assert (repair.board.rows, repair.board.columns) == (board.rows, board.columns)
    for _ in range(6):
        if not (found := repairs_of(board)):
            break
        board = found[0].board
    assert board.problems() == []
    assert board.verdict().solvable is not False


def damaged(board: Board, rng: random.Random) -> Board:
    """A tiny board with faults of several kinds, or in an order that may have no solution."""
    for _ in range(rng.randint(1, 3)):
        field = rng.choice(board.grid_fields)
        values = board.grid(field)
        match rng.choice(["value", "value", "shuffle", "shuffle", "size", "moves", "place", "sum"]):
            case "value":
                cell = rng.randrange(len(values)), rng.randrange(len(values[0]))
                board = board.with_cell(field, cell, rng.randint(-2, 4))
            case "shuffle":
                shuffled = rng.sample(flatten(values), len(flatten(values)))
                board = board.with_fields(**{field: rows_of(shuffled, len(values[0]))})
            case "size":
                other = values[1:] if rng.random() < 0.5 else tuple(row[1:] for row in values)
                if len(board.grid_fields) > 1 and other and other[0]:
                    board = board.with_fields(**{field: other})
            case "moves" if isinstance(board, PermutationBoard):
                wrong = [("", ()), ("B", (((0, 0), (9, 9)),)), ("C", (((0, 0), (0, 1)),))]
                moves = (*board.moves[rng.randint(0, 2) :], rng.choice(wrong))
                board = board.with_fields(moves=moves)
            case "place" if board.cell_fields:
                name = rng.choice(board.cell_fields)
                board = board.with_fields(**{name: (rng.randrange(5), rng.randrange(5))})
            case "sum" if isinstance(board, MazeBoard):
                board = board.with_fields(sum=rng.randint(-9, 9))
    return board


TINY = [board for board in SMALL.values() if board.rows * board.columns <= 6]
TINY += [random_maze(2, 3, seed, total=True) for seed in range(3)]
TINY += [random_maze(2, 3, seed, total=seed > 2, directions="all") for seed in range(5)]
TINY += [
    PermutationBoard(grid("1 -1"), grid("1 -1"), ()),
    PermutationBoard(grid("1 -1 2/3 4 5"), grid("5 -1 2/3 4 1"), cycles("L: A1 A2 / S: B2 C2")),
]


@given(st.sampled_from(TINY), st.randoms(use_true_random=False))
@examples(1000)
def test_every_repair_offered_mends_the_board(board: Board, rng: random.Random) -> None:
    board = damaged(board, rng)
    kinds = Counter(problem.kind for problem in board.problems())
    for repair in repairs_of(board):
        left = Counter(problem.kind for problem in repair.board.problems())
        if kinds:
            assert left <= kinds
            assert left.keys() < kinds.keys()
        else:
            assert not left
            assert shortest(board) is None
            assert shortest(repair.board) is not None


@pytest.mark.parametrize("name", SMALL)
def test_repairs_of_a_sound_board_solve_it(name: str) -> None:
    board = SMALL[name]
    found = repairs_of(board)
    solvable = board.verdict().solvable
    if solvable is None:
        solvable = shortest(board) is not None
    assert bool(found) == (not solvable)
    for repair in found:
        assert repair.board.problems() == []
        assert repair.board.verdict().solvable is not False
        if repair.board.verdict().solvable:
            assert shortest(repair.board) is not None


@pytest.mark.parametrize("name", PRESETS)
def test_a_sound_board_needs_none(name: str) -> None:
    board = load_preset(name)
    assert bool(repairs_of(board)) == (board.verdict().solvable is False)


def test_what_they_say() -> None:
    assert sentences(load_preset("fifteen-loyd")) == ["Swap 14 and 15 in the start"]
    assert sentences(SlidingBoard(grid("1 2/3 3"), grid("1 2/3 0"))) == [
        "Make exactly one gap, at B2 in the start",
    ]
    assert sentences(SlidingBoard(grid("1 0/3 0"), grid("1 2/3 0"))) == [
        "Make exactly one gap, at B2 in the start",
        "Put 2 in B2 of the start",
    ]
    assert sentences(SlidingBoard(grid("3 2/3 1"), grid("1 2/3 0"))) == [
        "Make exactly one gap, at A2 in the start",
    ]
    assert sentences(RotationBoard(grid("1 2/3 5"), grid("1 2/3 4"))) == [
        "Put 4 in B2 of the start",
        "Put 5 in B2 of the goal",
    ]
    assert sentences(RotationBoard(grid("1 2/3 -4"), grid("1 2/3 4"))) == [
        "Remove the minus signs",
    ]
    assert sentences(RotationBoard(grid("1 2/3 -5"), grid("1 2/3 4"))) == [
        "Remove the minus signs",
        "Put 4 in B2 of the start",
    ]
    board = RotationBoard(grid("5 6 7/8 9 9"), grid("1 2 3/4 1 1"))
    assert sentences(board)[0] == "Change the start to match the goal (6 cells)"
    assert sentences(RotationBoard(grid("1 2/3 4"), grid("1 2 3/4 5 6"))) == ["Make the board 2×2"]
    assert sentences(RotationBoard(grid("1 2/3 4"), grid("1 2 3/7 8 9"))) == [
        "Make the board 2×2; then: Put 7 in A2 and 8 in B2 of the start",
    ]
    assert sentences(MazeBoard(((1,) * 31,) * 2, (0, 0), (0, 30))) == ["Make the board 2×30"]


def test_what_they_say_of_mazes() -> None:
    maze = MazeBoard(grid("2 1 2/1 0 1/2 1 2"), (0, 0), (1, 1))
    assert sentences(maze) == ["Put 1 in A1", "Move the target to C3, which can be reached"]
    straight = MazeBoard(grid("0 9 9/9 9 9/9 9 1"), (0, 0), (2, 2))
    assert " and " in sentences(straight)[0]
    assert sentences(straight.with_fields(directions="all")) == ["Put 2 in A1"]
    alone = MazeBoard(grid("0 1 2/1 -5 0/2 1 -2"), (0, 0), (1, 2))
    assert sentences(alone) == ["Put 2 in A1 and 1 in C1"]
    assert repairs_of(alone)[0].board.verdict().solvable
    off = MazeBoard(grid("1 1/1 1"), (0, 0), (4, 4))
    assert sentences(off) == ["Move the target to B2"]
    assert sentences(MazeBoard(grid("2 1/1 1"), (1, 0), (1, 0), 7)) == [
        "Set the target sum to 1",
        "Move the target to B1, which can be reached, and set the target sum to 3",
    ]


def test_repairs_set_a_sum_that_a_path_has() -> None:
    assert sentences(MazeBoard(grid("1 1/1 1"), (0, 0), (1, 1), 6)) == ["Set the target sum to 3"]


def test_repairs_of_permutation_boards_keep_holes() -> None:
    board = PermutationBoard(
        grid("1 -1 2/3 4 5"), grid("1 -1 2/3 4 6"), cycles("L: A1 A2 B2 / S: C1 C2")
    )
    assert sentences(board) == ["Put 6 in C2 of the start", "Put 5 in C2 of the goal"]
    alone = PermutationBoard(grid("1 -1"), grid("1 -1"), ())
    assert sentences(alone) == ["Put cells back"]
    assert sentences(repairs_of(alone)[0].board) == ["Define a single move"]


def test_smallest_repair_stands_first() -> None:
    moves = cycles("a: A1 B1 C1 / b: A2 B2 C2")
    start, goal = grid("4 1 2/3 5 6"), grid("1 2 3/4 5 6")
    assert sentences(PermutationBoard(start, goal, moves)) == ["Swap 4 and 3 in the start"]
    board = RotationBoard(grid("-1 -2/-3 5"), grid("1 2/3 4"))
    assert sentences(board)[0] == "Remove the minus signs"
    boards = [repair.board.start for repair in repairs_of(board)]  # type: ignore[attr-defined]
    assert boards[0] == grid("1 2/3 5")


def test_equal_gaps_too_many() -> None:
    board = SlidingBoard(grid("0 1/0 2"), grid("1 0/2 0"))
    repaired = repairs_of(board)[0].board
    assert repaired == SlidingBoard(grid("3 1/0 2"), grid("1 3/2 0"))


def test_large_boards_are_quick() -> None:
    board = new_board("sliding", 30, 30, 1)
    start = board.grid("start")
    assert len(repairs_of(board.with_fields(start=(start[1], *start[1:])))) > 0


CUBE = load_preset("pocket-cube")


def turned(board: Board, *cycles_of_cells: str) -> Board:
    """The board after the tile of each cell of a cycle went to the next."""
    moved = tuple(tuple(map(parse_cell, text.split())) for text in cycles_of_cells)
    return rearrange_start(board, Rearrangement("", moved))


@pytest.mark.parametrize("cells", ["C1 A3 H3", "H3 A3 C1", "D2 D3 E3", "F4 G4 D6"])
def test_twisted_corner_is_turned_back(cells: str) -> None:
    solved = CUBE.with_fields(start=CUBE.grid("goal"))
    board = turned(solved, cells)
    assert "a corner is twisted" in board.verdict().reason
    (repair,) = repairs_of(board)
    named = ", ".join(sorted(cells.split(), key=parse_cell))
    assert repair.sentence == f"Turn back the twisted corner {named}"
    assert repair.board == solved


def test_twisted_corner_of_a_scrambled_cube_costs_three_cells() -> None:
    (repair,) = repairs_of(turned(CUBE, "D2 D3 E3"))
    assert repair.sentence.startswith("Turn back the twisted corner")
    assert changed_cells(repair.board, turned(CUBE, "D2 D3 E3")) == 3
    assert repair.board.verdict().solvable


def test_cell_with_a_wrong_value_is_mended_so_that_the_board_can_be_solved() -> None:
    board = load_preset("eight-cpp").with_cell("start", (0, 0), 8)
    assert sentences(board) == ["Put 4 in A1 of the start", "Put 8 in A2 of the goal"]
    board = load_preset("mystery-box").with_cell("start", (0, 0), 1)
    assert "Put 7 in A1 of the start" in sentences(board)


@given(st.integers(0, 10**6))
@examples(60)
def test_offered_changes_of_a_cell_lead_to_a_board_that_can_be_solved(seed: int) -> None:
    rng = random.Random(seed)
    board = new_board("sliding", 2, 3, seed % 50)
    cell, value = (rng.randrange(2), rng.randrange(3)), rng.randrange(1, 6)
    if board.grid("start")[cell[0]][cell[1]] in (0, value):
        return
    repairs = repairs_of(board.with_cell("start", cell, value))
    assert board in [repair.board for repair in repairs]
    assert all(repair.board.verdict().solvable for repair in repairs)


def test_exchanged_stickers_are_exchanged_back() -> None:
    solved = CUBE.with_fields(start=CUBE.grid("goal"))
    (repair,) = repairs_of(turned(solved, "A3 G4"))
    assert repair.sentence == "Swap G4 and A3 in the start"
    assert repair.board == solved
    assert "two tiles are exchanged" in turned(solved, "A3 G4").verdict().reason


def test_exchanged_stickers_are_called_by_their_names() -> None:
    moves = cycles("a: A1 B1 B2 / b: B1 B2 A2")
    board = PermutationBoard(grid("2 1/3 4"), grid("1 2/3 4"), moves)
    assert sentences(with_names(board, {1: "Q"})) == ["Swap 1 (Q) and 2 in the start"]


def test_flipped_edge_is_turned_back() -> None:
    edges = cycles("a: A1 B1 C1 D1, A2 B2 C2 D2 / b: A1 B2, A2 B1")
    solved = PermutationBoard(grid("1 2 3 4/5 6 7 8"), grid("1 2 3 4/5 6 7 8"), edges)
    (repair,) = repairs_of(turned(solved, "C1 C2"))
    assert repair.sentence == "Turn back the flipped edge C1, C2"
    assert repair.board == solved


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (["E3 E4"], "Turn back the flipped edge E3, E4"),
        (["D3 C4 D4"], "Turn back the twisted corner D3, C4, D4"),
        (["D2 A5", "B4 L5"], "Swap the pieces D2 B4 and A5 L5"),
        (["E3 E4", "D3 C4 D4"],
         "Turn back the flipped edge E3, E4 and the twisted corner D3, C4, D4"),
    ],
)  # fmt: skip
def test_pieces_of_a_cube_are_put_right(changed: list[str], sentence: str) -> None:
    cube = pasted(RUBIKS_CUBE.twsearch("ULFRBD"))
    assert isinstance(cube, PermutationBoard)
    solved = cube.with_fields(start=cube.goal)
    (repair,) = repairs_of(turned(solved, *changed))
    assert repair.sentence == sentence
    assert repair.board == solved


@given(st.integers(0, 10**6))
@examples(20)
def test_start_that_nothing_small_repairs_keeps_many_cells(seed: int) -> None:
    rng = random.Random(seed)
    start = CUBE.grid("start")
    cells = [(r, c) for r, c in cells_of(start) if start[r][c] != HOLE]
    values = rng.sample([start[r][c] for r, c in cells], len(cells))
    board = CUBE.with_fields(start=with_cells(start, dict(zip(cells, values, strict=True))))
    if board.verdict().solvable:
        return
    (repair,) = repairs_of(board)
    assert repair.board.verdict().solvable
    assert changed_cells(repair.board, board) <= 15


def changed_cells(board: Board, other: Board) -> int:
    pairs = zip(flatten(board.grid("start")), flatten(other.grid("start")), strict=True)
    return sum(one != two for one, two in pairs)

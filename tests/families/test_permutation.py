"""Permutation boards: files, texts, solvability, groups, playing by hand, and IDs of Twiddle."""

import itertools
import json
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.errors import BoardFileError, IllegalMoveError, MoveTextError, PuzzleError
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.gameid import read_game_id, write_game_id
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.notation import notation_for
from puzzlegui.families.permutation.blocks import block_moves
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.registry import repairs_of
from puzzlegui.solvers.control import Limits, Request
from tests.boards import cycles, distances, grid

BOARD = PermutationBoard(
    grid("2 3 1/4 -1 5"),
    grid("1 2 3/4 -1 5"),
    cycles("L: A1 B1 A2 / R: B1 C1 C2 / S: A1 C1, A2 C2"),
    title="Two rings",
)
FILE = {
    "format": "puzzlegui/board", "version": 1, "family": "permutation", "title": "Two rings",
    "start": [[2, 3, 1], [4, None, 5]], "goal": [[1, 2, 3], [4, None, 5]],
    "moves": {"L": [["A1", "B1", "A2"]], "R": [["B1", "C1", "C2"]],
              "S": [["A1", "C1"], ["A2", "C2"]]},
}  # fmt: skip


def test_the_file_of_the_contract() -> None:
    assert parse_board(json.dumps(FILE)) == BOARD
    assert json.loads(dump_board(BOARD)) == FILE
    one_way = parse_board(json.dumps(FILE | {"inverses": False}))
    assert one_way == BOARD.with_fields(inverses=False)
    assert [str(move) for move in one_way.legal_moves(one_way.initial())] == ["L", "R", "S"]
    assert [str(move) for move in BOARD.legal_moves(BOARD.initial())] == ["L", "L'", "R", "R'", "S"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": {}}, "the board has 0 moves"),
        ({"moves": {"1x": [["A1", "B1"]]}}, "a name is a letter"),
        ({"moves": {"toolongname": [["A1", "B1"]]}}, "a name is a letter"),
        ({"moves": {"a": [["A1", "B1"]], "A": [["A1", "B1"]]}}, "differ only in case"),
        ({"moves": {"a": []}}, "has no cycles"),
        ({"moves": {"a": [["A1"]]}}, "at least two cells"),
        ({"moves": {"a": [["A1", "B2"]]}}, "there is no cell at B2"),
        ({"moves": {"a": [["A1", "D9"]]}}, "D9 is not on the board"),
        ({"moves": {"a": [["A1", "B1"], ["C1", "A1"]]}}, "A1 appears twice"),
        ({"moves": {"a": [["A1", "7"]]}}, "is not a cell"),
        ({"moves": {"a": ["A1"]}}, "a list of cycles"),
        ({"moves": []}, "should be an object"),
        ({"goal": [[1, 2, 3], [4, 5, None]]}, "the same cells; see B2, C2"),
        ({"goal": [[1, 2, -1], [4, None, 5]]}, "C1 should be 0 or more"),
        ({"goal": [[1, 2, 7], [4, None, 5]]}, "value 3 appears once in the start"),
        ({"inverses": "no"}, "true or false"),
        ({"start": [[1, None]], "goal": [[1, None]], "moves": {"a": [["A1", "B1"]]}}, "1 cells"),
    ],
)  # fmt: skip
def test_wrong_files_are_refused_with_the_place(change: dict[str, object], message: str) -> None:
    with pytest.raises(BoardFileError) as caught:
        parse_board(json.dumps(FILE | change, indent=1))
    (problem, *_) = [each for each in caught.value.problems if message in each.message]
    assert problem.line > 1


def test_repairs_end_with_a_sound_board() -> None:
    board: Board = BOARD.with_fields(
        goal=grid("1 2 3/4 5 -1"), moves=(*BOARD.moves, *cycles("bad: A1 D9"))
    )
    while found := repairs_of(board):
        board = found[0].board
    assert board.problems() == []


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("l R' s", "L R' S"),
        ("L2 2L L'2 2L' L2'", "L L L L L' L' L' L' L' L'"),
        ("S' s2", "S S S"),
        ("make move (L) make move (r) backwards", "L R'"),
    ],
)
def test_texts_that_are_read(text: str, moves: str) -> None:
    assert " ".join(BOARD.format_moves(BOARD.parse_moves(text))) == moves


@pytest.mark.parametrize("text", ["X", "L0", "L1001", "2", "L''", "2L3", "L R? S"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(MoveTextError):
        BOARD.parse_moves(text)


def test_a_name_with_digits_goes_before_a_repeat() -> None:
    board = BOARD.with_fields(moves=cycles("A: A1 B1 A2 / A1: B1 C1 C2 / A12: A1 C1"))
    assert [
        str(m) for m in board.parse_moves("A12 A13 A2 3A1")
    ] == "A12 A1 A1 A1 A A A1 A1 A1".split()
    moves = board.parse_moves("A1 A1 A A A A12'")
    written = notation_for(board, "compressed").format(board, moves)
    assert written == ["2A1", "3A", "A12"]
    assert board.parse_moves(" ".join(written)) == moves


def test_a_move_that_does_not_exist() -> None:
    (back,) = BOARD.parse_moves("L'")
    one_way = BOARD.with_fields(inverses=False)
    with pytest.raises(IllegalMoveError):
        one_way.play(one_way.initial(), back)
    with pytest.raises(MoveTextError, match="has no inverse"):
        one_way.parse_moves("L'")


def test_turned_and_reflected_boards_are_the_same_puzzle() -> None:
    for board in (BOARD.turned(), BOARD.reflected(), BOARD.turned().turned()):
        assert board.problems() == []
        assert len(distances(board)) == len(distances(BOARD))
        assert solve(board, "optimal").length == solve(BOARD, "optimal").length


# --- groups -------------------------------------------------------------------------------------


def random_board(rng: random.Random) -> PermutationBoard:
    """A random board of up to 7 cells, with numbers or colours."""
    rows, columns = rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (1, 6), (1, 7), (1, 5)])
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    moves = []
    for name in "ABC"[: rng.randint(1, 3)]:
        left = rng.sample(cells, len(cells))
        found = []
        for _ in range(rng.randint(1, 2)):
            length = rng.randint(2, 4)
            if len(left) >= length:
                found.append(tuple(left[:length]))
                left = left[length:]
        moves.append((name, tuple(found)))
    kinds = rng.choice([len(cells), len(cells), 3, 2])
    values = [1 + i % kinds for i in range(len(cells))]
    grids = []
    for _ in range(2):
        rng.shuffle(values)
        grids.append(tuple(tuple(values[r * columns :][:columns]) for r in range(rows)))
    start, goal = grids
    return PermutationBoard(start, goal, tuple(moves), rng.random() < 0.7)


@given(st.integers(0, 10**9))
def test_verdict_and_count_are_brute_force(seed: int) -> None:
    board = random_board(random.Random(seed))
    reached = distances(board)
    verdict = board.verdict()
    assert verdict.solvable == (board.goal in reached)
    assert verdict.reachable == len(reached)
    length = reached.get(board.goal)
    assert length is None or board.lower_bound() <= length


def test_known_orders() -> None:
    assert load_preset("pocket-cube").verdict().reachable == 3_674_160
    assert load_preset("top-spin").verdict().reachable == math.factorial(20)
    assert load_preset("two-rings").verdict().reachable == math.factorial(22)
    # Blocks of 3×3 keep the two colours of a chessboard apart.
    twiddle = load_preset("twiddle-4x4-3").verdict().reachable
    assert twiddle == math.factorial(8) ** 2 // 2
    large = new_board("permutation", 14, 14, 1, block=2)
    assert large.verdict().reachable == math.factorial(196)


def test_random_starts_can_reach_the_goal() -> None:
    for name in ("pocket-cube", "twiddle-5x5-3", "disc"):
        board = load_preset(name)
        for seed in range(5):
            start = board.random_start(random.Random(seed))
            assert board.with_fields(start=start).verdict().solvable, (name, seed)


def test_a_swap_of_two_stickers_is_not_solvable() -> None:
    board = load_preset("pocket-cube")
    (r, c), (s, d) = (0, 2), (0, 3)
    start = board.grid("start")
    assert start[r][c] != start[s][d]
    swapped = board.with_cell("start", (r, c), start[s][d]).with_cell("start", (s, d), start[r][c])
    assert swapped.verdict().solvable is False


# --- solutions ----------------------------------------------------------------------------------


def test_the_same_lengths_as_rotation_boards() -> None:
    for rows, columns in ((3, 3), (2, 5)):
        for seed in range(3):
            board = new_board("rotation", rows, columns, seed)
            same = PermutationBoard(
                board.grid("start"), board.grid("goal"), block_moves(rows, columns, 2)
            )
            one, other = solve(board, "optimal"), solve(same, "optimal")
            assert (one.length, one.optimal) == (other.length, other.optimal)


def test_the_pocket_cube() -> None:
    solution = solve(load_preset("pocket-cube"), "optimal")
    assert (solution.length, solution.optimal) == (10, True)


@pytest.mark.thorough
def test_the_whole_graph_of_the_pocket_cube() -> None:
    counts = Exploration(load_preset("pocket-cube"), "goal").execute().counts
    assert counts == (
        1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
    )  # fmt: skip


def test_a_goal_with_fewer_arrangements_than_the_start() -> None:
    board = PermutationBoard(grid("1 1/1 1/2 2"), grid("2 2/1 1/1 1"), cycles("L: A3 A2 B2, B3 A1"))
    assert Exploration(board, "goal").execute().counts == (1, 1)
    assert Exploration(board, "start").execute().counts == (1, 2, 2, 1)


@pytest.mark.parametrize("name", ["two-rings", "top-spin", "twiddle-5x5-3"])
def test_large_boards_are_solved(name: str) -> None:
    solution = solve(load_preset(name), "macro", Request(Limits(states=3000)))
    assert solution.solved
    assert solution.length
    assert solution.length < 500


def test_a_large_board_is_solved_by_cycles() -> None:
    solution = solve(
        new_board("permutation", 9, 9, 1, block=2), "macro", Request(stop_at_first=True)
    )
    assert solution.solved


# --- game IDs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(4, 4, 3), (5, 5, 3), (6, 6, 4)])
def test_ids_of_twiddle(size: tuple[int, int, int]) -> None:
    rows, columns, side = size
    board = new_board("permutation", rows, columns, 2, block=side)
    text = write_game_id(board)
    assert text.startswith(f"{columns}x{rows}n{side}:")
    assert read_game_id(text).puzzle == board.puzzle
    names = [name for name, _ in block_moves(rows, columns, side)]
    assert names[:2] == ["A1", "B1"]


def test_boards_without_ids() -> None:
    with pytest.raises(PuzzleError, match="turns of all square blocks"):
        write_game_id(load_preset("two-rings"))
    with pytest.raises(PuzzleError, match="do not fit"):
        new_board("permutation", 3, 3, 1, block=4)


def test_a_turn_of_a_block_is_four_cycles_long() -> None:
    board = PermutationBoard(
        grid("1 2 3/4 5 6/7 8 9"), grid("1 2 3/4 5 6/7 8 9"), block_moves(3, 3, 3)
    )
    (turn,) = board.parse_moves("A1")
    assert board.play(board.initial(), turn) == grid("7 4 1/8 5 2/9 6 3")
    assert len(list(itertools.takewhile(lambda p: p != board.goal, _turned(board)))) == 3


def _turned(board: PermutationBoard) -> list[Grid]:
    position = board.initial()
    found = []
    for _ in range(4):
        position = board.play(position, board.parse_moves("A1")[0])
        found.append(position)
    return found

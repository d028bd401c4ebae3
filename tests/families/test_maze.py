import pytest

from puzzlegui.core.cells import cell_name
from puzzlegui.core.errors import IllegalMoveError, PuzzleError
from puzzlegui.core.solution import replay
from puzzlegui.documents.board_id import read_id, write_id
from puzzlegui.documents.boardfile import dump_board, parse
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.engine.solvability import complete_verdict
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.sums import possible_sums
from puzzlegui.families.registry import repairs_of
from tests.boards import distances, grid, random_maze, shortest

EIGHT = MazeBoard(grid("2 9 9/9 1 9/1 9 1"), (0, 0), (1, 1), directions="all")  # A1 C3 B2


def test_jumps_go_exactly_as_far_as_the_number() -> None:
    board = load_preset("schonbrunn")
    assert isinstance(board, MazeBoard)
    assert [cell_name(c) for c in board.jumps((4, 2))] == ["C4", "B5", "D5"]
    assert [cell_name(c) for c in board.jumps((0, 0))] == ["A3", "C1"]
    assert board.jumps((2, 2)) == []


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("C5 C3", "you can jump exactly 1 cell up"),
        ("C5 B4", "you can jump exactly 1 cell up"),
        ("C5 C6", "C6 is not on the 5×5 board"),
        ("C5 D5 A5 A1 A3 A4 A1", "A1 has already been visited"),
    ],
)
def test_illegal_jumps(path: str, message: str) -> None:
    board = load_preset("schonbrunn")
    played = replay(board, board.parse_moves(path))
    assert not played.correct
    assert message in played.message


def test_a_path_begins_at_the_start() -> None:
    board = load_preset("schonbrunn")
    for text in ("", "B5 B3"):
        with pytest.raises(IllegalMoveError, match="first cell, here C5"):
            board.parse_moves(text)


def test_the_28_paths_of_the_source() -> None:
    board = load_preset("schonbrunn")
    lengths: dict[int, int] = {}
    for path in distances(board):
        if board.is_solved(path):
            lengths[len(path)] = lengths.get(len(path), 0) + 1
    assert lengths == {12: 1, 13: 1, 14: 3, 15: 2, 17: 9, 18: 4, 19: 4, 20: 4}


@pytest.mark.parametrize(
    ("preset", "paths", "cells"), [("schonbrunn-hard", 4, 18), ("schonbrunn-garden-hard", 10, 15)]
)
def test_the_paths_with_sum_0(preset: str, paths: int, cells: int) -> None:
    board = load_preset(preset)
    solved = [path for path in distances(board) if board.is_solved(path)]
    assert (len(solved), min(map(len, solved))) == (paths, cells)


def test_problems() -> None:
    board = MazeBoard(grid("1 1/1 1"), (2, 0), (0, 5))
    assert [p.message for p in board.problems()] == [
        "start: A3 is not on the 2×2 board",
        "target: F1 is not on the 2×2 board",
    ]


def test_a_sum_is_left_to_a_solver_unless_reach_or_parity_decides() -> None:
    board = load_preset("schonbrunn-hard")
    assert board.verdict().solvable is None
    assert "Only a search can tell" in board.verdict().reason
    cut_off = MazeBoard(grid("2 1 2/1 1 1/2 1 2"), (0, 0), (1, 1), 0)
    assert cut_off.verdict().solvable is False


def test_maze_whose_start_is_its_target_is_solved_or_not_solvable() -> None:
    board = MazeBoard(grid("0 0/0 0"), (0, 0), (0, 0), 0)
    assert board.verdict().solvable is True
    assert repairs_of(board) == []
    assert board.with_fields(sum=1).verdict().solvable is False


def test_parity_decides_only_what_no_path_can_do() -> None:
    decided = 0
    for seed in range(200):
        board = random_maze(3, 4, seed, total=True)
        verdict = board.verdict()
        if verdict.solvable is False:
            assert shortest(board) is None
            decided += "the sum of every path to" in verdict.reason
    assert decided > 20
    even = MazeBoard(((1, 1), (1, 2)), (0, 0), (1, 1), 5)
    assert even.verdict().reason == (
        "Not solvable: the sum of every path to B2 is even, and 5 is odd. The only possible sum is "
        "4."
    )


def test_verdict_lists_the_sums_that_are_possible() -> None:
    board = load_preset("schonbrunn-hard").with_fields(sum=12)
    verdict = complete_verdict(board.verdict(), solve(board, "optimal"))
    assert verdict.solvable is False
    assert verdict.reason == (
        "Not solvable: no path to C3 has the sum 12. The possible sums are -4, -2, 0, 2, 4, 6 and "
        "8."
    )
    (repair,) = repairs_of(board)
    assert repair.sentence == "Set the target sum to 8"
    assert repair.board == board.with_fields(sum=8)


def test_sums_of_a_large_maze_are_those_that_were_found() -> None:
    board = MazeBoard(((1,) * 9,) * 9, (0, 0), (8, 8), 500)
    sums = possible_sums(board)
    assert not sums.complete
    assert sums.sentence(500).endswith("is possible.")
    assert all(board.total(path) == total for total, path in sums.paths.items())
    assert all(replay(board.with_fields(sum=n), p[1:]).correct for n, p in sums.paths.items())


@pytest.mark.parametrize("total", [0, 7, -3])
def test_random_maze_has_a_path_of_its_target_sum(total: int) -> None:
    board = new_board("maze", 4, 4, 5, sum=total)
    assert isinstance(board, MazeBoard)
    assert board.sum == total
    assert shortest(board) is not None
    with pytest.raises(PuzzleError, match="no random maze of this size with the target sum 99"):
        new_board("maze", 2, 2, 5, sum=99)


def test_eight_directions_allow_diagonal_jumps() -> None:
    assert [cell_name(c) for c in EIGHT.jumps((0, 0))] == ["A3", "C1", "C3"]
    assert len(EIGHT.jumps((1, 1))) == 8
    assert replay(EIGHT, EIGHT.parse_moves("A1 C3 B2")).correct
    straight = EIGHT.with_fields(directions="straight")
    assert straight.verdict().solvable is False
    assert "jumps in eight directions" in EIGHT.describe()
    assert straight.describe() == "maze, 3×3, A1 to B2"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("A1 B3", "you can jump exactly 2 cells in any of eight directions"),
        ("A1 B2", "you can jump exactly 2 cells in any of eight directions"),
        ("A1 C3 D4", "D4 is not on the 3×3 board"),
        ("A1 C3 B2 A1", "A1 has already been visited"),
    ],
)
def test_illegal_jumps_in_eight_directions(path: str, message: str) -> None:
    assert message in replay(EIGHT, EIGHT.parse_moves(path)).message


def test_directions_are_kept_in_files_and_ids() -> None:
    assert '"directions": "all"' in dump_board(EIGHT)
    straight = EIGHT.with_fields(directions="straight")
    assert "directions" not in dump_board(straight)
    for board in (EIGHT, straight):
        assert parse(dump_board(board), "maze").content == board
        assert read_id(write_id(board)) == board
    explicit = dump_board(straight).replace('"start"', '"directions": "straight", "start"')
    assert parse(explicit, "maze").content == straight


@pytest.mark.parametrize("value", ['"diagonal"', "8", "null", "true"])
def test_unknown_directions_are_refused(value: str) -> None:
    loaded = parse(dump_board(EIGHT).replace('"all"', value), "maze")
    assert loaded.content is None
    assert 'directions should be "straight" or "all"' in loaded.message


def test_other_families_refuse_directions() -> None:
    text = dump_board(load_preset("eight-cpp")).replace('"start"', '"directions": "all", "start"')
    assert "sliding boards have no such rule" in parse(text, "eight").message


def test_sum_of_odd_parity_is_possible_with_diagonal_jumps() -> None:
    decided = 0
    for seed in range(200):
        board = random_maze(3, 3, seed, total=True, directions="all")
        verdict = board.verdict()
        if verdict.solvable is False:
            assert shortest(board) is None
            decided += 1
        straight = board.with_fields(directions="straight").verdict()
        if "the sum of every path to" in straight.reason and shortest(board) is not None:
            break
    else:
        pytest.fail("no maze has a sum that parity would rule out")
    assert decided


@pytest.mark.parametrize("steps", [("turned",) * 4, ("reflected",) * 2])
def test_symmetries_keep_directions_and_solutions(steps: tuple[str, ...]) -> None:
    board = EIGHT
    for step in steps:
        board = getattr(board, step)()
        assert board.directions == "all"
        assert shortest(board) == 2
    assert board == EIGHT

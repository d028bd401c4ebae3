"""What holds for every family alike."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui import families
from puzzlegui.core.board import Board
from puzzlegui.core.errors import IllegalMoveError, MoveTextError
from puzzlegui.core.motion import Arcs, Translation
from puzzlegui.core.rearrangement import rearrange_start
from puzzlegui.core.solution import LazyReplay, positions
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.maze.directions import ALL, DIRECTIONS
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.sliding.board import STEPS
from tests.boards import SMALL, any_board, distances, shortest

HERE = Path(families.__file__).parent


def test_one_table() -> None:
    assert set(FAMILIES) == {path.parent.name for path in HERE.glob("*/family.py")}
    assert {board.family for board in SMALL.values()} == set(FAMILIES)


@given(any_board())
def test_file_round_trip(board: Board) -> None:
    assert board.problems() == []
    again = parse_board(dump_board(board))
    assert again == board
    assert hash(again) == hash(board)


@given(any_board())
def test_repr_is_code(board: Board) -> None:
    names = {type(board).__name__: type(board)}
    assert eval(repr(board), names) == board  # noqa: S307 - that is the point


@pytest.mark.parametrize("name", SMALL)
def test_verdict_is_brute_force(name: str) -> None:
    board = SMALL[name]
    verdict = board.verdict()
    assert verdict.reason.endswith(".")
    if verdict.solvable is None:
        assert board.family == "maze"
        assert board.with_fields(sum=None).verdict().solvable
    else:
        assert verdict.solvable == (shortest(board) is not None)
        assert verdict.reason.startswith("Solvable" if verdict.solvable else "Not solvable")
    if board.family != "maze":
        assert verdict.reachable == len(distances(board))


@pytest.mark.parametrize("name", SMALL)
def test_repair_makes_it_solvable(name: str) -> None:
    board = SMALL[name]
    repair = board.verdict().repair
    if repair is None:
        return
    assert rearrange_start(board, repair).verdict().solvable


@pytest.mark.parametrize("name", SMALL)
def test_lower_bound_is_one(name: str) -> None:
    length = shortest(SMALL[name])
    assert length is None or SMALL[name].lower_bound() <= length


def random_moves(board: Board, count: int, seed: int) -> list[Any]:
    rng = random.Random(seed)
    position, moves = board.initial(), []
    for _ in range(count):
        legal = board.legal_moves(position)
        if not legal:
            break
        moves.append(rng.choice(legal))
        position = board.play(position, moves[-1])
    return moves


@pytest.mark.parametrize("name", [*SMALL, *PRESETS])
def test_moves_round_trip_as_text(name: str) -> None:
    board = SMALL.get(name) or load_preset(name)
    moves = tuple(random_moves(board, 40, 1))
    texts = board.format_moves(moves)
    for text in (" ".join(texts), "\n".join(texts), ", ".join(texts), " ".join(texts).lower()):
        assert board.parse_moves(text) == moves
    assert all(board.describe_moves(moves))


@pytest.mark.parametrize("name", [*SMALL, *PRESETS])
def test_pictures_and_motions(name: str) -> None:
    board = SMALL.get(name) or load_preset(name)
    position = board.initial()
    for move in random_moves(board, 10, 2):
        motion = board.motion(position, move)
        after = board.play(position, move)
        values = [list(row) for row in board.picture(position).values]
        carried = [values[r][c] for (r, c), _ in motion.carried]
        for (_, (r, c)), value in zip(motion.carried, carried, strict=True):
            values[r][c] = value
        assert tuple(map(tuple, values)) == board.picture(after).values
        assert set(motion.outlined) <= set(motion.cells)
        walked = board.picture(position).trail, board.picture(after).trail
        if motion.walker_step:
            assert walked == (walked[1][:-1], (*walked[0], motion.walker_step[1]))
        else:
            assert walked == ((), ())
        position = after


@pytest.mark.parametrize("name", SMALL)
def test_all_moves_are_those_of_some_position(name: str) -> None:
    board = SMALL[name]
    every = list(board.all_moves())
    motions = {(board.motion(position, move), move) for position, move in every}
    assert len(motions) == len(every)
    assert all(move in board.legal_moves(position) for position, move in every)
    rng = random.Random(4)
    position = board.initial()
    for _ in range(50):
        legal = board.legal_moves(position)
        assert {(board.motion(position, move), move) for move in legal} <= motions
        if not legal:
            break
        position = board.play(position, rng.choice(legal))


@pytest.mark.parametrize("name", SMALL)
def test_walk_gives_every_position(name: str) -> None:
    board = SMALL[name]
    moves = random_moves(board, 30, 3)
    expected = list(positions(board, moves))
    walk = LazyReplay(board, moves, step=4)
    order = list(range(len(moves) + 1))
    for seed in range(3):
        random.Random(seed).shuffle(order)
        assert [walk[i] for i in order] == [expected[i] for i in order]
    with pytest.raises(IndexError):
        walk[len(moves) + 1]


@pytest.mark.parametrize("name", [n for n in SMALL if not n.startswith("maze")])
def test_backward_moves_undo(name: str) -> None:
    board = SMALL[name]
    backwards = board.inverse()
    for move in board.legal_moves(board.initial()):
        after = board.play(board.initial(), move)
        back = [backwards.play(after, other) for other in backwards.legal_moves(after)]
        assert board.initial() in back


@pytest.mark.parametrize(
    ("family", "text", "line", "column"),
    [
        ("rotation", "A1 nonsense", 1, 4),
        ("rotation", "A1\n  (1,2,X)", 2, 3),
        ("rotation", "A1''", 1, 1),
        ("sliding", "U D\nL Q", 2, 3),
        ("sliding", "R0", 1, 1),
        ("sliding", "R1001", 1, 1),
        ("maze", "C5 5C", 1, 4),
    ],
)
def test_wrong_move_text_is_placed(family: str, text: str, line: int, column: int) -> None:
    board = load_preset(
        {"rotation": "mystery-box", "sliding": "eight-cpp"}.get(family, "schonbrunn")
    )
    with pytest.raises(MoveTextError) as caught:
        board.parse_moves(text)
    assert (caught.value.problem.line, caught.value.problem.column) == (line, column)


@pytest.mark.parametrize("name", SMALL)
def test_what_a_hand_can_do_is_allowed(name: str) -> None:
    board = SMALL[name]
    position = board.initial()
    legal = set(board.legal_moves(position))
    reached: set[Any] = set()
    for row in range(board.rows):
        for column in range(board.columns):
            for down, right in ((0.75, 0.75), (0.5, 0.25), (0.5, 0.75), (0.25, 0.5)):
                place = row + down, column + right
                for moves in board.click_moves(position, *place):
                    _, played, _ = board.play_all(moves)
                    assert played == len(moves)
                    reached.update(moves[:1])
                for by in ((0.0, 0.0), (0.4, 0.1), (-2.2, 0.1), (0.1, 1.6), (0.0, -0.4)):
                    moves = board.drag_moves(position, place, by)
                    _, played, _ = board.play_all(moves)
                    assert played == len(moves)
                    assert not moves or isinstance(
                        board.joint_motion(position, moves).transform,
                        Translation | Arcs,
                    )
    assert reached == legal
    steered = {
        move
        for row in range(board.rows)
        for column in range(board.columns)
        for step in DIRECTIONS[ALL]
        for move in board.arrow_key_moves(position, (row, column), *step)
    }
    assert steered <= legal
    assert steered == legal or not board.arrow_keys_move


@pytest.mark.parametrize("name", SMALL)
def test_a_board_resumed_is_the_rest_of_it(name: str) -> None:
    board = SMALL[name]
    assert board.from_position(board.initial()) == board
    for move in board.legal_moves(board.initial()):
        position = board.play(board.initial(), move)
        if board.family != "maze":
            assert board.from_position(position) == board.with_fields(start=position)
            continue
        rest = shortest(board.from_position(position))
        ways = [
            moves
            for trail, moves in distances(board).items()
            if board.is_solved(trail) and trail[:2] == position
        ]
        assert rest == min((moves - 1 for moves in ways), default=None)


def test_a_walk_branches() -> None:
    board = load_preset("eight-cpp")
    walk = LazyReplay(board, [], step=3)
    rng = random.Random(1)
    for _ in range(200):
        at = rng.randint(max(0, len(walk) - 4), len(walk))
        move = rng.choice(board.legal_moves(walk[at]))
        walk.branch(at, move)
        assert len(walk) == at + 1
    expected = board.initial()
    for index, move in enumerate(walk.moves):
        assert walk[index] == expected
        expected = board.play(expected, move)
    assert walk[len(walk)] == expected
    stuck = next(iter(set(STEPS) - set(board.legal_moves(board.initial()))))
    with pytest.raises(IllegalMoveError):
        walk.branch(0, stuck)
    assert walk[len(walk)] == expected


@given(any_board(), st.integers(0, 20), st.integers(0, 10**6))
def test_how_far_a_position_is_from_the_goal(board: Board, count: int, seed: int) -> None:
    rng = random.Random(seed)
    moves: list[Any] = []
    position = board.initial()
    for _ in range(count):
        legal = board.legal_moves(position)
        if legal:
            moves.append(rng.choice(legal))
            position = board.play(position, moves[-1])
    goal = board.goal_picture()
    if goal is None:
        assert board.misplaced_cells(position) == frozenset()
        assert list(board.running_totals(moves)) == [
            sum(board.picture().values[r][c] for r, c in position[: number + 1])
            for number in range(len(moves) + 1)
        ]
        return
    assert board.misplaced_cells(position) == {
        (r, c)
        for r in range(board.rows)
        for c in range(board.columns)
        if position[r][c] != goal.values[r][c]
    }
    assert (not board.misplaced_cells(position)) == board.is_solved(position)
    assert board.running_totals(moves) == ()

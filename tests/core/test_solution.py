import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.solution import (
    LazyReplay,
    Replayer,
    Segment,
    Solution,
    Status,
    chosen_variant,
    first_error,
    replay,
    variants,
)
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Request

BOX = load_preset("mystery-box")


@pytest.mark.parametrize(
    ("solution", "words"),
    [
        (
            Solution(BOX, "x", Status.SOLVED, (1,), optimal=True),
            "Solved in 1 move, proved shortest.",
        ),
        (Solution(BOX, "x", Status.SOLVED, (1, 2)), "Solved in 2 moves."),
        (
            Solution(BOX, "x", Status.SOLVED, (1, 2), lower_bound=1),
            "Solved in 2 moves; at least 1 needed.",
        ),
        (
            Solution(BOX, "x", Status.SOLVED, (1, 2), optimal=True, count=5),
            "Solved in 2 moves, proved shortest. 5 solutions found.",
        ),
        (Solution(BOX, "x", Status.UNSOLVABLE, note="Not solvable: why."), "Not solvable: why."),
        (
            Solution(BOX, "x", Status.LIMIT, lower_bound=7, note="The time limit was reached."),
            (
                "Stopped at the limit without a solution; at least 7 moves needed. "
                "The time limit was reached."
            ),
        ),
        (Solution(BOX, "x", Status.LIMIT), "Stopped at the limit without a solution."),
        (Solution(BOX, "x", Status.CANCELLED, lower_bound=1), "Cancelled. At least 1 move needed."),
    ],
)
def test_outcome_in_words(solution: Solution, words: str) -> None:
    assert solution.outcome() == words


@pytest.mark.parametrize(
    ("solution", "words"),
    [
        (Solution(BOX, "x", Status.SOLVED, (1,), optimal=True), "has 1 move."),
        (Solution(BOX, "x", Status.SOLVED, (1, 2), lower_bound=1), "has 1 to 2 moves."),
        (Solution(BOX, "x", Status.LIMIT, lower_bound=7), "has at least 7 moves."),
        (Solution(BOX, "x", Status.UNSOLVABLE), "There is no solution."),
    ],
)
def test_difficulty_in_words(solution: Solution, words: str) -> None:
    assert solution.difficulty().endswith(words)


def test_replay() -> None:
    right = BOX.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")
    assert replay(BOX, right).correct
    short = replay(BOX, right[:-1])
    assert (short.correct, short.played) == (False, 9)
    assert "the goal is not reached" in short.message
    illegal = replay(BOX, (*right[:3], right[0]._replace(clockwise=False)))
    assert (illegal.correct, illegal.played) == (False, 3)
    assert "Move 4 is not allowed: B1': blocks on this board turn only clockwise" in illegal.message


@pytest.mark.parametrize(
    ("number", "text"),
    [(7, "7"), (362_880, "362,880"), (-12_345, "-12,345"), (67 * 10**2268, "about 6.7 × 10²²⁶⁹")],
)
def test_numbers_for_people(number: int, text: str) -> None:
    assert group_digits(number) == text


def listed(*lists: str) -> Solution:
    moves = tuple(BOX.parse_moves(text) for text in lists)
    return Solution(
        BOX, "x", Status.SOLVED, moves[0], optimal=True, segments=(Segment("a", 0, 3),),
        solutions=moves, count=len(moves),
    )  # fmt: skip


def test_variants() -> None:
    solution = listed("A1 B1 A2", "A1 B2 A2", "B1 B1 A2 A2", "A1 B1", "A1 B1 A2")
    assert [variant.describe() for variant in variants(solution, 9)] == [
        "3 moves",
        "3 moves, differs from the first at move 2",
        "4 moves, differs from the first at moves 1 to 3",
        "2 moves, the first without move 3",
        "3 moves, the same as the first",
    ]
    assert variants(Solution(BOX, "x", Status.LIMIT), 9) == []
    assert [variant.number for variant in variants(Solution(BOX, "x", Status.SOLVED), 9)] == [1]


def test_a_variant_is_chosen() -> None:
    solution = listed("A1 B1 A2", "A1 B2 A2", "B1 B1 A2 A2")
    assert chosen_variant(solution, 1) is solution
    second, third = chosen_variant(solution, 2), chosen_variant(solution, 3)
    assert second.moves == BOX.parse_moves("A1 B2 A2")
    assert (second.optimal, third.optimal) == (True, False)
    assert third.segments == (Segment("x", 0, 4),)
    assert third.solutions == solution.solutions


@given(st.integers(0, 10**6))
def test_all_moves_at_once_are_one_after_the_other(seed: int) -> None:
    """Moves of which some are illegal, from the start and from positions on the way."""
    rng = random.Random(seed)
    for family in ("rotation", "sliding", "maze"):
        rows, columns = rng.randint(2, 4), rng.randint(2, 5)
        turned = {"turns": rng.choice(["both", "clockwise"])} if family == "rotation" else {}
        board = new_board(family, rows, columns, seed, **turned)
        other = new_board(family, rows + 1, columns + 1, seed)
        position = board.initial()
        moves = []
        for _ in range(rng.randrange(12)):
            legal = board.legal_moves(position)
            strange = other.legal_moves(other.initial())
            move = rng.choice(strange if not legal or (strange and rng.random() < 0.1) else legal)
            reached, played, error = board.play_all([move], position)
            assert (error is None) == (played == 1) == (move in legal)
            moves.append(move)
            if error is not None:
                assert reached == position
                break
            position = reached
        cut = rng.randint(0, len(moves))
        before, played, _ = board.play_all(moves[:cut])
        if played == cut:
            there = board.play_all(moves[cut:], before)
            whole = Board.play_all(board, moves)
            assert (there[0], cut + there[1], str(there[2])) == (whole[0], whole[1], str(whole[2]))


@pytest.mark.parametrize(("name", "solver"), [("mystery-box", "optimal"), ("schonbrunn", "dfs")])
def test_replaying_one_list_after_the_other(name: str, solver: str) -> None:
    """Lists with common beginnings, right or wrong, get the answers that each gets alone."""
    board = load_preset(name)
    found = solve(board, solver, Request(all_solutions=True))
    for seed in range(100):
        rng = random.Random(seed)
        replayer = Replayer(board)
        for _ in range(12):
            moves = list(rng.choice(found.solutions or ()))
            match rng.randrange(4):
                case 0:
                    del moves[rng.randrange(len(moves)) :]
                case 1:
                    at = rng.randrange(len(moves))
                    moves[at] = rng.choice(moves)
            assert replayer.replay(moves) == replay(board, moves)


@pytest.mark.parametrize("name", ["mystery-box", "eight-cpp", "schonbrunn"])
def test_a_walk_that_was_replayed_knows_all_positions(name: str) -> None:
    board = load_preset(name)
    for seed in range(60):
        rng = random.Random(seed)
        moves, position = [], board.initial()
        for _ in range(rng.randrange(40)):
            choices = board.legal_moves(position)
            if not choices:
                break
            moves.append(rng.choice(choices))
            position = board.play(position, moves[-1])
        if moves and seed % 3 == 0:
            moves[rng.randrange(len(moves))] = moves[0]  # which may not be allowed there
        walk = LazyReplay(board, moves, step=rng.randrange(1, 9))
        expected = replay(board, moves)
        assert walk.replay() == expected
        if expected.played == len(moves):
            again = LazyReplay(board, moves)
            assert [walk[at] for at in range(len(moves), -1, -1)] == [
                again[at] for at in range(len(moves), -1, -1)
            ]


def test_every_solution_that_is_listed_is_replayed() -> None:
    right = BOX.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")
    solution = Solution(BOX, "x", Status.SOLVED, right, solutions=(right, right[:-1]))
    assert first_error(solution).startswith("Solution 2: Wrong")
    asked: list[bool] = []

    def wanted() -> bool:
        asked.append(True)
        return False

    assert first_error(solution, wanted) == ""
    assert len(asked) == 1
    assert first_error(Solution(BOX, "x", Status.LIMIT)) == ""

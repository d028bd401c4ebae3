import pytest

from puzzlegui.core.board import group_digits
from puzzlegui.core.presets import load_preset
from puzzlegui.core.solution import Segment, Solution, Status, chosen_variant, replay, variants

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
    assert solution.outcome().replace("\N{NO-BREAK SPACE}", " ") == words


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
    assert solution.difficulty().replace("\N{NO-BREAK SPACE}", " ").endswith(words)


def test_replay() -> None:
    right = BOX.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")
    assert replay(BOX, right).right
    short = replay(BOX, right[:-1])
    assert (short.right, short.played) == (False, 9)
    assert "the goal is not reached" in short.message
    illegal = replay(BOX, (*right[:3], right[0]._replace(clockwise=False)))
    assert (illegal.right, illegal.played) == (False, 3)
    assert "Move 4 is not allowed: B1': this board turns clockwise only" in illegal.message


@pytest.mark.parametrize(
    ("number", "text"),
    [(7, "7"), (362_880, "362 880"), (-12_345, "-12 345"), (67 * 10**2268, "about 6.7 × 10²²⁶⁹")],
)
def test_numbers_for_people(number: int, text: str) -> None:
    assert group_digits(number).replace("\N{NO-BREAK SPACE}", " ") == text


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
        "3 moves, other than the first at move 2",
        "4 moves, other than the first from move 1 to 3",
        "2 moves, all of them in the first",
        "3 moves, all of them in the first",
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

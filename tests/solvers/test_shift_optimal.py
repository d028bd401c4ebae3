"""Shortest solutions of shift boards, against brute force in plain Python."""

import random
import threading
import time
from collections.abc import Iterator

import pytest

from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.core.solution import Status
from puzzlegui.families.shift.board import Shift
from puzzlegui.families.shift.solving.optimal import solve
from puzzlegui.solvers.control import (
    Control,
    Limits,
    Outcome,
    Request,
    SearchContext,
    SearchStopped,
)
from puzzlegui.solvers.move_search import goal_table, optimal
from puzzlegui.solvers.move_search.goal_table import GoalTable
from puzzlegui.solvers.move_search.optimal import clear_goal_table_cache
from tests.families.shift_bruteforce import (
    GOALS,
    Cells,
    all_shortest,
    distances,
    played,
    scrambled,
    starts,
)
from tests.solvers.test_goal_table import board_of
from tests.solvers.uncompiled import uncompiled


def run(
    rows: int, columns: int, start: Cells, goal: Cells, control: Control | None = None
) -> Outcome:
    outcome = solve(board_of(rows, columns, start, goal), control or Control(Request()))
    if outcome.status is Status.SOLVED:
        assert played(rows, columns, start, outcome.moves) == goal
    return outcome


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    clear_goal_table_cache()
    yield
    clear_goal_table_cache()


@pytest.fixture(params=[1, 5000, 150_000_000])
def most(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return sizes of the goal table: only the goal, some shifts, everything."""
    monkeypatch.setattr(optimal, "_MOST", request.param)
    return int(request.param)


# --- the solver ---


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_shortest(rows: int, columns: int, goal: Cells, most: int) -> None:
    known = distances(rows, columns, goal)
    for start in starts(rows, columns, goal, 3):
        if most == 1 and known[start] > 7:
            continue
        control = Control(Request())
        outcome = run(rows, columns, start, goal, control)
        assert (len(outcome.moves), outcome.optimal) == (known[start], True)
        assert control.lower_bound == known[start]


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_all_shortest(rows: int, columns: int, goal: Cells, most: int) -> None:
    known = distances(rows, columns, goal)
    for start in starts(rows, columns, goal, 3):
        if known[start] > (5 if most == 1 else 7):
            continue
        listed: list[tuple[Shift, ...]] = []
        control = Control(Request(all_solutions=True))
        control.on_solution = lambda moves, to=listed: to.append(tuple(moves))  # type: ignore[misc]
        outcome = run(rows, columns, start, goal, control)
        expected = sorted(map(tuple, all_shortest(rows, columns, start, goal)))
        assert sorted(listed) == expected
        assert outcome.count == len(expected)
        assert tuple(outcome.moves) == listed[0]


def test_any_values_and_any_goal() -> None:
    start, goal = (7, 3, 7, 900, 0, 5), (900, 7, 5, 0, 7, 3)
    numbered = tuple("900 7 5 0 3".split().index(str(value)) for value in goal)
    other = tuple("900 7 5 0 3".split().index(str(value)) for value in start)
    assert len(run(2, 3, start, goal).moves) == distances(2, 3, numbered)[other]
    assert run(2, 2, (5, 5, 5, 5), (5, 5, 5, 5)).moves == []


def test_half_of_the_boards_with_odd_sides_cannot_be_solved() -> None:
    swapped = (1, 0, *range(2, 9))
    outcome = run(3, 3, swapped, tuple(range(9)))
    assert (outcome.status, outcome.moves) == (Status.UNSOLVABLE, ())
    assert is_odd_permutation(swapped)
    assert run(3, 3, (1, 0, *range(2, 8), 7), (*range(8), 7)).optimal


@pytest.mark.parametrize(
    ("rows", "columns", "colours", "seed", "length"),
    [(4, 4, 0, 0, 12), (4, 4, 4, 1, 8), (3, 4, 0, 3, 9), (2, 6, 0, 2, 13), (5, 5, 2, 1, 11)],
)
def test_too_large_for_brute_force(
    rows: int, columns: int, colours: int, seed: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With much or little left to the search."""
    start, goal = scrambled(rows, columns, seed, colours=colours)
    if (rows, colours) == (4, 0):  # mirrored
        start = tuple(value for row in range(4) for value in goal[4 * row : 4 * row + 4][::-1])
    for most in (200_000, 20_000_000):
        monkeypatch.setattr(optimal, "_MOST", most)
        clear_goal_table_cache()
        outcome = run(rows, columns, start, goal)
        assert (len(outcome.moves), outcome.optimal) == (length, True)


@pytest.mark.parametrize("every", [False, True])
def test_bloom_filter_changes_no_answer(monkeypatch: pytest.MonkeyPatch, *, every: bool) -> None:
    monkeypatch.setattr(optimal, "_MOST", 3000)
    filled: list[GoalTable] = []
    original = GoalTable.fill_bloom_filter

    def fill(table: GoalTable, context: SearchContext) -> None:
        filled.append(table)
        original(table, context)

    monkeypatch.setattr(GoalTable, "fill_bloom_filter", fill)
    for rows, columns, goal in GOALS[2:]:
        known = distances(rows, columns, goal)
        some = starts(rows, columns, goal, 20)
        start = next(cells for cells in some if known[cells] in (4, 5, 6))
        answers = []
        for worth in (1 << 60, 0):
            clear_goal_table_cache()
            monkeypatch.setattr(optimal, "_WORTH_FILTER", worth)
            outcome = run(rows, columns, start, goal, Control(Request(all_solutions=every)))
            assert len(outcome.moves) == known[start]
            answers.append((outcome.moves, outcome.count))
            assert worth == 0 or not filled
        filled.clear()
        assert answers[0] == answers[1]


def test_a_large_board_a_few_shifts_from_the_goal() -> None:
    for size in (10, 30):
        goal = tuple(range(size * size))
        rng = random.Random(size)
        moves = [Shift(line, rng.random() < 0.5, True) for line in rng.sample(range(size), 6)]
        start = played(size, size, goal, moves)
        outcome = run(size, size, start, goal)
        assert outcome.optimal
        assert len(outcome.moves) <= 6


# --- limits ---


def test_moves() -> None:
    goal = tuple(range(8))
    start = max(distances(2, 4, goal), key=lambda cells: distances(2, 4, goal)[cells])
    assert len(run(2, 4, start, goal, Control(Request(Limits(moves=10)))).moves) == 10
    for every in (False, True):
        control = Control(Request(Limits(moves=9), all_solutions=every))
        with pytest.raises(SearchStopped, match="moves"):
            solve(board_of(2, 4, start, goal), control)
        assert control.lower_bound == 10


def test_the_limit_of_states_does_not_depend_on_what_was_asked_before(most: int) -> None:
    start, goal = scrambled(3, 4, 1)
    seen = set()
    for _ in range(2):  # the second time the perimeter is there
        for states in (0, 1, 50, 3000, 20_000):
            control = Control(Request(Limits(states=states)))
            with pytest.raises(SearchStopped, match="states"):
                solve(board_of(3, 4, start, goal), control)
            seen.add((states, control.lower_bound))
            assert control.states == states
    assert len(seen) == 5


def test_later_boards_with_the_same_goal_take_fewer_states() -> None:
    start, goal = scrambled(3, 4, 2)
    controls = [Control(Request()) for _ in range(3)]
    moves = [run(3, 4, start, goal, control).moves for control in controls]
    assert len({len(each) for each in moves}) == 1
    assert controls[2].states <= controls[1].states < controls[0].states


def test_search_goes_on_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goal_table, "_CHUNK", 1)
    start, goal = scrambled(3, 4, 5)
    assert run(3, 4, start, goal, Control(Request(), memory_left=lambda: 0.1)).optimal


# --- cancelling ---


@pytest.mark.examples(1)
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize(("rows", "columns", "seconds"), [(4, 5, 0.3), (5, 5, 2), (30, 30, 1)])
def test_cancelled_at_once(rows: int, columns: int, seconds: float, *, every: bool) -> None:
    start, goal = scrambled(rows, columns, 1)
    if is_odd_permutation(start):
        start = (start[1], start[0], *start[2:])
    control = Control(Request(all_solutions=every))

    def work() -> None:
        with pytest.raises(SearchStopped):
            solve(board_of(rows, columns, start, goal), control)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(seconds)
    assert thread.is_alive()
    control.stop("cancelled")
    thread.join(10)
    assert not thread.is_alive()
    assert control.lower_bound > 3


# --- uncompiled ---


def check_small() -> str:
    """Return results for a few tiny boards as text; called uncompiled as well."""
    lines: list[object] = []
    optimal._MOST = 3000
    for rows, columns, goal in (GOALS[0], GOALS[2], GOALS[4]):
        for every in (False, True):
            clear_goal_table_cache()
            start = starts(rows, columns, goal, 1)[-1]
            control = Control(Request(all_solutions=every))
            outcome = run(rows, columns, start, goal, control)
            lines.append((outcome.moves, outcome.count, control.states, control.lower_bound))
    return str(lines)


def test_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_MOST", 3000)  # which check_small changes, too
    code = "from tests.solvers.test_shift_optimal import check_small; print(check_small())"
    assert uncompiled(code) == check_small()

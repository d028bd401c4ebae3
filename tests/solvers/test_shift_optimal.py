"""Shortest solutions of shift boards, against brute force in plain Python."""

import random
import threading
import time
from collections.abc import Iterator

import pytest

from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.core.solution import Status
from puzzlegui.families.shift.board import Shift
from puzzlegui.families.shift.solving import deepening
from puzzlegui.families.shift.solving import perimeter as perimeters
from puzzlegui.families.shift.solving.optimal import shortest
from puzzlegui.families.shift.solving.perimeter import clear_perimeter_cache
from puzzlegui.solvers.control import (
    Control,
    Limits,
    Outcome,
    Request,
    SearchStopped,
)
from tests.families.shift_bruteforce import (
    GOALS,
    Cells,
    all_shortest,
    distances,
    named,
    played,
    scrambled,
    starts,
)
from tests.solvers.uncompiled import uncompiled


def run(
    rows: int, columns: int, start: Cells, goal: Cells, control: Control | None = None
) -> Outcome:
    outcome = shortest(rows, columns, start, goal, control or Control(Request()))
    if outcome.status is Status.SOLVED:
        assert played(rows, columns, start, outcome.moves) == goal
    return outcome


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    clear_perimeter_cache()
    yield
    clear_perimeter_cache()


@pytest.fixture(params=[1, 100, 6_000_000])
def tries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return radii of the perimeter: only the goal, some shifts, everything."""
    monkeypatch.setattr(perimeters, "_TRIES", request.param)
    return int(request.param)


# --- the solver ---


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_shortest(rows: int, columns: int, goal: Cells, tries: int) -> None:
    known = distances(rows, columns, goal)
    for start in starts(rows, columns, goal, 3):
        if tries == 1 and known[start] > 7:
            continue
        control = Control(Request())
        outcome = run(rows, columns, start, goal, control)
        assert (len(outcome.moves), outcome.optimal) == (known[start], True)
        assert control.lower_bound == known[start]


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_all_shortest(rows: int, columns: int, goal: Cells, tries: int) -> None:
    known = distances(rows, columns, goal)
    for start in starts(rows, columns, goal, 3):
        if known[start] > (5 if tries == 1 else 7):
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
    start, goal = (7, -3, 7, 900, 0, 5), (900, 7, 5, 0, 7, -3)
    numbered = tuple("900 7 5 0 -3".split().index(str(value)) for value in goal)
    other = tuple("900 7 5 0 -3".split().index(str(value)) for value in start)
    assert len(run(2, 3, start, goal).moves) == distances(2, 3, numbered)[other]
    with pytest.raises(ValueError, match="same values"):
        shortest(2, 2, (1, 2, 3, 4), (1, 2, 3, 5), Control(Request()))
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
    for tries in (20_000, 700_000):
        monkeypatch.setattr(perimeters, "_TRIES", tries)
        clear_perimeter_cache()
        outcome = run(rows, columns, start, goal)
        assert (len(outcome.moves), outcome.optimal) == (length, True)


@pytest.mark.parametrize("every", [False, True])
def test_a_bloom_filter_changes_nothing(monkeypatch: pytest.MonkeyPatch, *, every: bool) -> None:
    monkeypatch.setattr(perimeters, "_TRIES", 20)
    count = 0
    for rows, columns, goal in GOALS[2:]:
        known = distances(rows, columns, goal)
        some = starts(rows, columns, goal, 20)
        start = next(cells for cells in some if known[cells] in (4, 5, 6))
        answers = []
        for worth in (1e9, 0):
            clear_perimeter_cache()
            monkeypatch.setattr(deepening, "_WORTH", worth)
            outcome = run(rows, columns, start, goal, Control(Request(all_solutions=every)))
            assert len(outcome.moves) == known[start]
            answers.append((outcome.moves, outcome.count))
            filtered = perimeters.perimeter(rows, columns, named(goal)).has_bloom_filter
            assert worth == 0 or not filtered
            count += filtered
        assert answers[0] == answers[1]
    assert count >= 5


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
            shortest(2, 4, start, goal, control)
        assert control.lower_bound == 10


def test_the_limit_of_states_does_not_depend_on_what_was_asked_before(tries: int) -> None:
    start, goal = scrambled(3, 4, 1)
    seen = set()
    for _ in range(2):  # the second time the perimeter is there
        for states in (0, 1, 50, 3000, 20_000):
            control = Control(Request(Limits(states=states)))
            with pytest.raises(SearchStopped, match="states"):
                shortest(3, 4, start, goal, control)
            seen.add((states, control.lower_bound))
            assert control.states == states
    assert len(seen) == 5


def test_states_are_counted_alike_each_time() -> None:
    for size in ((2, 5), (3, 4)):
        start, goal = scrambled(*size, 2)
        controls = [Control(Request()) for _ in range(3)]
        moves = {tuple(run(*size, start, goal, control).moves) for control in controls}
        assert len(moves) == 1
        assert len({control.states for control in controls}) == 1


def test_without_memory_the_perimeter_is_small() -> None:
    start, goal = scrambled(3, 4, 5)
    control = Control(Request(), memory_left=lambda: 0.5)
    assert run(3, 4, start, goal, control).optimal
    assert perimeters.perimeter(3, 4, goal).snapshot.radius < 7


# --- cancelling ---


@pytest.mark.examples(1)
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize(("rows", "columns", "seconds"), [(4, 4, 0.3), (5, 5, 2), (30, 30, 1)])
def test_cancelled_at_once(rows: int, columns: int, seconds: float, *, every: bool) -> None:
    start, goal = scrambled(rows, columns, 1)
    if is_odd_permutation(start):
        start = (start[1], start[0], *start[2:])
    control = Control(Request(all_solutions=every))

    def work() -> None:
        with pytest.raises(SearchStopped):
            shortest(rows, columns, start, goal, control)

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
    for bits in (64, 0):
        perimeters._KEY_BITS = bits
        perimeters._TRIES = 30
        clear_perimeter_cache()
        for rows, columns, goal in (GOALS[0], GOALS[2], GOALS[4]):
            for every in (False, True):
                start = starts(rows, columns, goal, 1)[-1]
                control = Control(Request(all_solutions=every))
                outcome = run(rows, columns, start, goal, control)
                lines.append((outcome.moves, outcome.count, control.states, control.lower_bound))
    return str(lines)


def test_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perimeters, "_KEY_BITS", 64)
    monkeypatch.setattr(perimeters, "_TRIES", 30)
    code = "from tests.solvers.test_shift_optimal import check_small; print(check_small())"
    assert uncompiled(code) == check_small()

"""Anytime solver of shift boards: always valid, with true claims."""

import threading
import time
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten
from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.core.solution import Status
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.shift.board import Shift
from puzzlegui.families.shift.kernels.neighbourhoods import CycleNeighbourhood
from puzzlegui.families.shift.solving import macro
from puzzlegui.families.shift.solving.beam import BoardBeam
from puzzlegui.families.shift.solving.construct import ThreeCycleBeam, _one_cycle
from puzzlegui.families.shift.solving.encoded import EncodedBoard, Shorts, shifts_of
from puzzlegui.kernels.neighbourhoods import CurrentSolution, improve
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import STATES, Control, Limits, Outcome, Request, SearchStopped
from puzzlegui.solvers.neighbourhoods import Puzzle, neighbourhood_search
from tests.effort import examples
from tests.solvers.anytime import check
from tests.solvers.cancelling import cancelled
from tests.solvers.uncompiled import uncompiled

Values = tuple[int, ...]


def replay(rows: int, columns: int, start: Values, moves: Sequence[Shift]) -> Values:
    """Return the value of each cell after shifts, by the rules alone."""
    grid = [list(start[r * columns : (r + 1) * columns]) for r in range(rows)]
    for line, vertical, forward in moves:
        cells = [row[line] for row in grid] if vertical else grid[line]
        cells = [cells[-1], *cells[:-1]] if forward else [*cells[1:], cells[0]]
        for number, value in enumerate(cells):
            grid[number if vertical else line][line if vertical else number] = value
    return tuple(value for row in grid for value in row)


def shuffled(
    rows: int, columns: int, colours: int = 0, seed: int = 0, shuffled_goal: bool = False
) -> tuple[Values, Values]:
    """Return a solvable start, and a goal."""
    rng = np.random.default_rng(seed)
    cells = rows * columns
    goal = np.arange(cells) * colours // cells if colours else np.arange(1, cells + 1)
    if shuffled_goal:
        goal = rng.permutation(goal)
    order = rng.permutation(cells).astype(np.int16)
    if not colours and rows % 2 and columns % 2 and is_odd_permutation(order.tolist()):
        order[[0, 1]] = order[[1, 0]]
    return tuple(goal[order].tolist()), tuple(goal.tolist())


def solved(
    rows: int, columns: int, start: Values, goal: Values, request: Request
) -> tuple[Outcome, Control]:
    """Return the result of the solver, checked; a limit of states stops it at the latest."""
    control = Control(request)
    try:
        outcome = macro.find_short(rows, columns, start, goal, control)
    except SearchStopped as stop:
        assert stop.reason == "states"
        assert control.best_outcome is not None
        outcome = control.best_outcome(True)
    assert outcome.status is Status.SOLVED
    assert replay(rows, columns, start, outcome.moves) == goal
    assert len(outcome.moves) == control.best_length
    assert control.lower_bound == outcome.lower_bound == 0
    if outcome.moves:
        assert outcome.segments[0].start == 0
        assert outcome.segments[-1].stop == len(outcome.moves)
    for one, other in pairwise(outcome.segments):
        assert one.start < one.stop == other.start
    return outcome, control


SIZES = [
    (2, 2), (2, 3), (3, 2), (2, 30), (30, 2), (3, 3), (3, 29), (4, 4), (5, 5), (4, 7), (6, 8),
    (9, 11),
]  # fmt: skip


@pytest.mark.parametrize("colours", [0, 2, 5])
@pytest.mark.parametrize("size", SIZES)
def test_any_rectangle(size: tuple[int, int], colours: int) -> None:
    for seed in range(2):
        start, goal = shuffled(*size, colours, seed, shuffled_goal=seed == 1)
        solved(*size, start, goal, Request(Limits(states=20_000)))


@pytest.mark.parametrize("colours", [0, 2])
def test_a_large_board_is_solved_at_once(colours: int) -> None:
    start, goal = shuffled(30, 30, colours)
    outcome, control = solved(30, 30, start, goal, Request(Limits(states=30_000)))
    assert len(outcome.moves) < 8500
    assert control.improvements[0][0] < 5  # it takes 0.4 s where nothing else runs


def test_learned_evaluation_shortens_solutions_of_few_colours() -> None:
    board = new_board("shift", 6, 6, 1, colours=3)
    request = Request(Limits(states=50_000))
    learned = solve(board, "macro", request)
    check(learned)
    own, _ = solved(6, 6, flatten(board.grid("start")), flatten(board.grid("goal")), request)
    assert len(learned.moves) < 0.8 * len(own.moves)


def test_nothing_to_do() -> None:
    start, _ = shuffled(3, 4)
    outcome, _ = solved(3, 4, start, start, Request(Limits(states=1000)))
    assert outcome.moves == []


@pytest.mark.parametrize("size", [(5, 5), (4, 4), (4, 5), (5, 4)])
def test_either_parity(size: tuple[int, int]) -> None:
    goal = tuple(range(size[0] * size[1]))
    swapped = (1, 0, *goal[2:])
    if size == (5, 5):
        goal, swapped = (7, 7, *goal[2:-2], 8, 9), (7, 7, *goal[2:-2], 9, 8)
    solved(*size, swapped, goal, Request(Limits(states=20_000)))


@given(st.data())
@examples(100)
def test_a_cycle_of_any_three_cells(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(2, 6)), data.draw(st.integers(2, 6))
    cells = st.integers(0, rows * columns - 1)
    three = data.draw(st.lists(cells, min_size=3, max_size=3, unique=True))
    order = np.arange(rows * columns, dtype=np.int16)
    order[three] = order[[three[1], three[2], three[0]]]
    board = EncodedBoard(rows, columns, order.tolist(), order.tolist())
    moves = board.decode(_one_cycle(rows, columns, order))
    values = tuple(order.tolist())
    assert replay(rows, columns, values, moves) == tuple(range(rows * columns))


# --- limits ---


def numbers(rows: int, moves: Sequence[Shift]) -> Shorts:
    """Return shifts as the kernels number them."""
    return np.array([2 * (m.line + rows * m.vertical) + m.forward for m in moves], np.int16)


def test_the_same_board_seed_and_limit_give_the_same_answer() -> None:
    start, goal = shuffled(8, 8, seed=3)
    found = [
        solved(8, 8, start, goal, Request(Limits(states=states), seed=2))[0].moves
        for states in (150_000, 150_000, 600_000)
    ]
    assert found[0] == found[1]
    assert len(found[2]) <= len(found[0])


def test_shift_macro_keeps_its_beams_within_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(macro, "_RATIO", 1)  # makes the beam over cycles as wide as the first
    monkeypatch.setattr(macro, "_GROWTH", 2000)
    solution = solve(new_board("shift", 5, 5, 1), "macro", Request(Limits(states=400_000)))
    check(solution)
    assert "state limit" in solution.note


def test_a_limit_of_states_is_kept() -> None:
    start, goal = shuffled(10, 10)
    control = Control(Request(Limits(states=50)))
    with pytest.raises(SearchStopped, match="states"):
        macro.find_short(10, 10, start, goal, control)
    assert control.best_outcome is None
    assert control.states <= 50


@pytest.mark.parametrize("size", [7, 12])
@pytest.mark.parametrize("colours", [0, 3])
@pytest.mark.examples(1)
def test_neighbourhoods_keep_the_solution_right(size: int, colours: int) -> None:
    start, goal = shuffled(size, size, colours, 5)
    board = EncodedBoard(size, size, start, goal)
    moves = numbers(size, solved(size, size, start, goal, Request(Limits(states=6000)))[0].moves)
    for threads in (1, 2, 5):
        control = Control(Request(Limits(threads=threads)))
        solver = macro._Macro(board, control)
        search = neighbourhood_search(*solver._neighbourhoods(), solver._clean, control)
        better = search.improve(moves)
        lengths = []
        for found in islice(better, 4):
            assert replay(size, size, start, board.decode(found)) == goal
            lengths.append(len(found))
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[-1] <= len(moves)


def test_a_stretch_redone_by_cycles_of_either_kind() -> None:
    rng = np.random.default_rng(4)
    for rows, columns in ((4, 5), (5, 4), (2, 6), (6, 6)):
        cells = np.arange(rows * columns, dtype=np.int16)
        moves = []
        for _ in range(8):
            row, column = 2 * rng.integers(rows), 2 * (rows + rng.integers(columns))
            moves += [column, row + 1, column + 1, row] if rng.integers(2) else [row, column + 1]
        made = np.array(moves, np.int16)
        after = shifts_of(rows, columns).after(cells, made)
        beam = ThreeCycleBeam(rows, columns, 8, 60)
        beam.kernel.noise = 15
        search = CycleNeighbourhood(
            beam.kernel, 4, 20, np.zeros(rows + columns, np.int16), np.zeros_like(cells)
        )
        costs = np.zeros((len(cells), len(cells)), np.int32)
        part = Puzzle(shifts_of(rows, columns), cells, costs, True).part(20)
        left = made.copy()
        solution = CurrentSolution(left, cells[:0], len(left))
        ctl = Control(Request()).kernel_array()
        improve(search, part, solution, 4, 3000, random_state(1), ctl)
        assert solution.shorter + solution.other > 0
        left = left[: solution.length]
        assert (shifts_of(rows, columns).after(cells, left) == after).all()


def wide_beam() -> Callable[[NDArray[np.int64]], int]:
    """Return a beam over a large board."""
    whole = BoardBeam(20, 20, 1.5, 20_000, 300)
    whole.begin(EncodedBoard(20, 20, *shuffled(20, 20)).start)
    return lambda ctl: whole.advance(0, 300, random_state(1), ctl)


def many_cycles() -> Callable[[NDArray[np.int64]], int]:
    """Return a beam over cycles of a large board whose levels each take a while."""
    beam = ThreeCycleBeam(30, 30, 500, 900)
    beam.set_limits(10, 10, 10)
    starts = EncodedBoard(30, 30, *shuffled(30, 30)).start[None].copy()
    return lambda ctl: beam.search(starts, random_state(1), ctl)


def endless_search() -> Callable[[NDArray[np.int64]], int]:
    """Return a search that finds nothing shorter in a large part of a board."""
    board = EncodedBoard(20, 20, *shuffled(20, 20))
    solver = macro._Macro(board, Control(Request()))
    search, part = solver._parts(500), solver._puzzle().part(40)
    rng = np.random.default_rng(1)
    moves = np.repeat(rng.integers(0, 80, 2000), 2).astype(np.int16)
    moves[1::2] ^= 1
    moves = moves.reshape(-1, 40).transpose().ravel().copy()

    solution = CurrentSolution(moves, board.start[:0], len(moves))

    def search_parts(ctl: NDArray[np.int64]) -> int:
        improve(search, part, solution, 4, 1 << 60, random_state(1), ctl)
        return -1

    return search_parts


@pytest.mark.parametrize("begin", [wide_beam, many_cycles, endless_search])
def test_cancel_reaches_the_kernels(begin: Callable[[], Callable[..., int]]) -> None:
    call = begin()
    ctl = Control(Request()).kernel_array()
    result, seconds = cancelled(lambda: call(ctl), ctl, lambda: bool(ctl[STATES] > 1))
    assert (result, seconds < 0.5) == (-1, True)


def test_the_limit_of_memory_is_kept() -> None:
    start, goal = shuffled(20, 20)
    with pytest.raises(SearchStopped, match="memory"):
        macro.find_short(20, 20, start, goal, Control(Request(), lambda: 0.5))
    left = iter([100.0])
    control = Control(Request(Limits(seconds=60)), lambda: next(left, 0.5))
    with pytest.raises(SearchStopped, match="memory"):
        macro.find_short(20, 20, start, goal, control)  # there was room for one solution
    assert control.best_outcome is not None


@pytest.mark.examples(1)
@pytest.mark.parametrize(("size", "colours", "after"), [(30, 0, 0.2), (30, 2, 1.0), (12, 0, 1.5)])
def test_cancelled(size: int, colours: int, after: float) -> None:
    start, goal = shuffled(size, size, colours)
    control = Control(Request(Limits(seconds=100)))

    def work() -> None:
        with pytest.raises(SearchStopped, match="cancelled"):
            macro.find_short(size, size, start, goal, control)

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(after)
    control.stop("cancelled")
    worker.join(5)
    assert not worker.is_alive()


# --- uncompiled ---


def check_small() -> str:
    """Return the results of solver and kernels on a small board as text, uncompiled as well."""
    lines: list[object] = []
    for colours in (0, 3):
        start, goal = shuffled(3, 4, colours)
        outcome, control = solved(3, 4, start, goal, Request(Limits(states=500)))
        lines.append((outcome.moves, control.states, outcome.segments))
        moves = numbers(3, outcome.moves)
        longer = np.concatenate([moves, moves[::-1] ^ 1, moves])
        board, ctl = EncodedBoard(3, 4, start, goal), Control(Request()).kernel_array()
        solver = macro._Macro(board, Control(Request()))
        solution = CurrentSolution(longer, board.start if colours else board.start[:0], len(longer))
        part = solver._puzzle().part(40)
        improve(solver._parts(3), part, solution, 4, 160, random_state(1), ctl)
        lines.append((longer[: solution.length].tolist(), solution.tried, ctl.tolist()))
    return str(lines)


@pytest.mark.thorough
def test_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_shift_macro import check_small; print(check_small())"
    assert uncompiled(code) == check_small()

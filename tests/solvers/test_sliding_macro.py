"""Anytime solver of sliding boards: always valid, never below the bound, true claims."""

import itertools
import random
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.creation import shuffled
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.solution import Status, positions
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.families.sliding.kernels import beam as sliding_beam
from puzzlegui.families.sliding.kernels import neighbourhoods as kernel
from puzzlegui.families.sliding.kernels import tables as sliding_tables
from puzzlegui.families.sliding.kernels.beam import PLACE
from puzzlegui.families.sliding.solving import beams, stages
from puzzlegui.families.sliding.solving.encoded import Directions, directions_of, name_segments
from puzzlegui.families.sliding.solving.neighbourhoods import allocate_workspace
from puzzlegui.solvers.anytime import distance_costs
from puzzlegui.solvers.control import CANCEL, Control, Request
from tests.boards import distances
from tests.effort import examples
from tests.solvers.anytime import check, states
from tests.solvers.uncompiled import uncompiled


def other_goal(rows: int, columns: int, seed: int, colours: int = 0) -> Board:
    """Return a board with goal and start drawn alike, the gap anywhere."""
    board = new_board("sliding", rows, columns, seed, colours=colours)
    return shuffled(board.with_fields(goal=board.grid("start")), random.Random(seed))


@pytest.mark.parametrize("colours", [0, 1, 2, 5])
@pytest.mark.parametrize(
    "size",
    [(2, 6), (6, 2), (2, 9), (11, 2), (3, 4), (4, 3), (3, 8), (9, 3), (4, 4), (5, 5), (6, 8)],
)
def test_any_rectangle_and_goal(size: tuple[int, int], colours: int) -> None:
    for seed in range(4):
        board = other_goal(*size, seed, colours)
        few = count_arrangements(flatten(board.grid("goal"))) <= 500_000  # a proved search serves
        check(solve(board, "macro", None if few else states(20_000, seed)))


def test_unsolvable_boards_are_told() -> None:
    board = new_board("sliding", 6, 6, 1)
    rows = [list(row) for row in board.grid("start")]
    tiles = [(r, c) for r in range(2) for c in range(6) if rows[r][c]]
    (a, b), (c, d) = tiles[:2]
    rows[a][b], rows[c][d] = rows[c][d], rows[a][b]
    solution = solve(board.with_fields(start=tuple(map(tuple, rows))), "macro")
    assert solution.status is Status.UNSOLVABLE
    assert solution.note.startswith("Not solvable")


# --- tables ---


def test_the_rest_is_brute_force() -> None:
    for rows, columns, gap in ((2, 3, 5), (2, 3, 1), (3, 2, 0), (2, 2, 3)):
        table = stages.rest_table(rows, columns, gap)
        goal = [cell + 1 for cell in range(rows * columns)]
        goal[gap] = 0
        grid = tuple(tuple(goal[r * columns : (r + 1) * columns]) for r in range(rows))
        reached = distances(SlidingBoard(grid, grid))
        assert np.count_nonzero(table < 255) == len(reached)
        for position, moves in reached.items():
            tiles = np.array([value - 1 if value else gap for value in flatten(position)])
            assert table[sliding_tables.rank(tiles)] == moves


def pair_distances(
    rows: int, columns: int, goal: tuple[int, int], free: list[bool]
) -> dict[tuple[int, int, int], int]:
    """Compute by brute force the moves that bring two tiles into two cells.

    The key is their cells and the gap's.
    """
    level = [(*goal, gap) for gap in range(rows * columns) if free[gap] and gap not in goal]
    found = dict.fromkeys(level, 0)
    while level:
        deeper = []
        for one, other, gap in level:
            r, c = divmod(gap, columns)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                y, x = r + down, c + right
                cell = y * columns + x
                if 0 <= y < rows and 0 <= x < columns and free[cell]:
                    after = (
                        gap if one == cell else one,
                        gap if other == cell else other,
                        cell,
                    )
                    if after not in found:
                        found[after] = found[one, other, gap] + 1
                        deeper.append(after)
        level = deeper
    return found


@pytest.mark.parametrize("goal", [(2, 3), (1, 1), (3, 7)])
def test_pairs_are_brute_force(goal: tuple[int, int]) -> None:
    rows, columns = 3, 4
    free = [cell >= min(goal) or cell >= columns for cell in range(rows * columns)]
    table = np.empty(12**3, np.uint8)
    sliding_tables.build_pair_table(
        rows, columns, *goal, np.array(free, np.uint8), table, np.empty(12**3, np.int32)
    )
    for (one, other, gap), moves in pair_distances(rows, columns, goal, free).items():
        assert table[(one * 12 + other) * 12 + gap] == moves


@pytest.mark.parametrize("size", [(2, 7), (7, 2), (3, 3), (3, 7), (8, 5), (30, 30)])
def test_a_plan_fills_each_cell_once(size: tuple[int, int]) -> None:
    rows, columns = size
    for gap in (0, columns - 1, rows * columns // 2, rows * columns - 1):
        plan = stages.make_plan(rows, columns, gap)
        filled = [cell for line in plan.lines for cell in line.cells]
        rest = plan.rest_cells.tolist()
        assert sorted(filled + rest) == list(range(rows * columns))
        assert gap in rest
        assert [cell for _, pair in stages.filled_together(plan) for cell in pair] == filled


# --- large neighbourhood search ---


def search_of(
    rows: int, columns: int, directions: list[int], ctl: np.ndarray, seed: int, width: int = 30
) -> tuple[kernel.NeighbourhoodImprover, Directions]:
    """Return a search that shortens a solution to the arrangement with all tiles in place."""
    moves = np.array(directions, np.int8)
    start = np.arange(rows * columns, dtype=np.int16)
    gap = rows * columns - 1
    search = kernel.NeighbourhoodImprover(
        moves, start, np.empty_like(start), np.empty_like(start), gap, columns, distance_costs(1.5),
        allocate_workspace(16, width, 40), np.array([seed + 1]), ctl,
    )  # fmt: skip
    return search, moves


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(2, 5))
@examples(60)
def test_improved_solutions_lead_to_the_same_end(seed: int, rows: int, columns: int) -> None:
    rng = random.Random(seed)
    board = solved_board("sliding", rows, columns)
    moves: list[str] = []
    position = board.initial()
    for _ in range(60):
        moves.append(rng.choice(board.legal_moves(position)))
        position = board.play(position, moves[-1])
    search, directions = search_of(
        rows, columns, ["DRLU".index(move) for move in moves],
        Control(Request()).kernel_array(), seed,
    )  # fmt: skip
    parameters = kernel.NeighbourhoodParameters(30, 10, 31, 4, 40, 16)
    length, _ = search.improve(parameters, seed % (len(moves) + 1), 10_000)
    assert length <= len(moves)
    *_, end = positions(board, ["DRLU"[direction] for direction in directions[:length]])
    assert end == position


# --- segments ---


def test_each_segment_ends_when_its_line_is_in_place_for_good() -> None:
    board = other_goal(7, 6, 2)
    assert isinstance(board, SlidingBoard)
    solution = solve(board, "macro", states(50_000))
    goal = flatten(board.goal)
    lines = {line.name: line.cells for line in stages.make_plan(7, 6, goal.index(0)).lines}
    reached = [flatten(position) for position in positions(board, solution.moves)]
    named = set()
    for segment in solution.segments:
        for name in segment.name.split(", "):
            if cells := lines.get(name):
                named.add(name)
                after = reached[segment.stop :]
                assert all(p[cell] == goal[cell] for p in after for cell in cells)
                assert any(reached[segment.stop - 1][cell] != goal[cell] for cell in cells)
    assert named == set(lines)
    assert name_segments(board, directions_of([]), stages.make_plan(7, 6, 0), "rest") == []


def test_the_first_solution_names_its_table() -> None:
    solution = solve(new_board("sliding", 6, 6, 1), "macro", states(3000))
    names = [segment.name for segment in solution.segments]
    assert "row 1" in names
    assert names[-1] == "last 3×3 from table"


# --- the kernels ---


def begun(
    rows: int, columns: int, size: tuple[int, int], start: list[int], ctl: np.ndarray
) -> beams.BoardBeam:
    """Return a started beam with limits of states and moves."""
    width, nodes = size
    beam = beams.make_beam(
        beams.make_instance(rows, columns, rows * columns - 1, 1.5),
        sliding_beam.BeamParameters(width, max(1, width // 2), 31, 64, 2, 4, 20),
        (rows * columns, width, nodes),
        np.array([7], np.int64),
        ctl,
    )
    beam.kernel.begin(np.array(start, np.int16))
    return beam


def states_of(beam: beams.BoardBeam) -> list[list[int]]:
    """Return the tiles of each state of a beam."""
    kept = beam.head[list(beam.kernel.states())]
    states: list[list[int]] = beam.tiles[kept[:, PLACE]].tolist()
    return states


def check_small() -> str:
    """Return the results of the kernels on a tiny board as text; called uncompiled as well."""
    rows, columns = 3, 4
    ctl = Control(Request()).kernel_array()
    start = [5, 0, 2, 1, 8, 4, 6, 3, 11, 9, 10, 7]
    beam = begun(rows, columns, (6, 2000), start, ctl)
    lines: list[tuple[int, object]] = [(beam.kernel.advance(10), states_of(beam))]
    free = np.ones(6, np.uint8)
    table = np.empty(216, np.uint8)
    sliding_tables.build_pair_table(3, 2, 0, 2, free, table, np.empty(216, np.int32))
    lines.append((0, table.tolist()))
    order = np.array([0, 2, 2, 2] * 3, np.int16)
    group = sliding_beam.CellGroup(0, 4, 0, 0, 3, 2, table, order, 0)
    lines.append((beam.kernel.stage(group), states_of(beam)))
    lines.append((0, beam.path(beam.kernel.best()).tolist()))
    rest = stages.rest_table(2, 3, 5)
    lines.append((0, rest.tolist()))
    moves = np.zeros(rest[rest < 255].max(), np.int8)
    cells = arrangement(int(np.flatnonzero(rest == len(moves))[0]), 6)
    sliding_tables.descend_to_goal(2, 3, 5, rest, cells, moves)
    lines.append((0, [moves.tolist(), cells.tolist()]))
    back_and_forth = [0, 0, 1, 1, 3, 2, 0, 2, 3, 1, 1, 0, 2, 2, 3, 3] * 2
    search, directions = search_of(rows, columns, back_and_forth, ctl, 6, 20)
    length, _ = search.improve(kernel.NeighbourhoodParameters(20, 10, 7, 6, 20, 12), 6, 3000)
    lines.append((int(length), directions.tolist()))
    board = solved_board("sliding", 3, 4)
    assert isinstance(board, SlidingBoard)
    segments = name_segments(board, directions_of("RDLU" * 3), stages.make_plan(3, 4, 11), "rest")
    lines.append((int(ctl[1]), [str(segment) for segment in segments]))
    return str(lines)


def arrangement(number: int, count: int) -> np.ndarray:
    """Return the arrangement of a rank."""
    return np.array(next(itertools.islice(itertools.permutations(range(count)), number, None)))


def test_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_sliding_macro import check_small; print(check_small())"
    assert uncompiled(code) == check_small()


def test_states_of_a_beam_are_what_their_moves_lead_to() -> None:
    rng = random.Random(1)
    board = solved_board("sliding", 4, 5)
    position = board.initial()
    for _ in range(300):
        position = board.play(position, rng.choice(board.legal_moves(position)))
    start = [(value - 1) % 20 for value in flatten(position)]
    beam = begun(4, 5, (50, 10**5), start, Control(Request()).kernel_array())
    assert beam.kernel.advance(15) == 1
    found = states_of(beam)
    assert len({tuple(cells) for cells in found}) == len(found)
    for state, cells in zip(beam.kernel.states(), found, strict=True):
        moves = ["DRLU"[direction] for direction in beam.path(state)]
        *_, end = positions(board.with_fields(start=position), moves)
        assert [(value - 1) % 20 for value in flatten(end)] == cells


def stops(work: Callable[[], object], ctl: np.ndarray) -> bool:
    """Return True if the work ends when it is cancelled, and not before."""
    worker = threading.Thread(target=work)
    worker.start()
    deadline = time.monotonic() + 20
    while ctl[1] < 1000 and time.monotonic() < deadline:
        time.sleep(0.001)
    running = worker.is_alive()
    ctl[CANCEL] = 1
    worker.join(10)
    return running and not worker.is_alive()


def test_cancel_reaches_the_beam() -> None:
    rng = random.Random(1)
    start = [*rng.sample(range(99), 99), 99]
    result: list[int] = []
    ctl = Control(Request()).kernel_array()
    beam = begun(10, 10, (1000, 30_000_000), start, ctl)
    assert stops(lambda: result.append(beam.kernel.advance(-1)), ctl)
    ctl = Control(Request()).kernel_array()
    beam = begun(10, 10, (1000, 30_000_000), start, ctl)
    # A cell that is closed to the gap: its tile never comes there.
    order = np.ones(100, np.int16)
    order[[1, 10]] = 0
    order[0] = 1
    group = sliding_beam.CellGroup(0, 0, 0, 0, 1, 1, np.zeros(1, np.uint8), order, 1)
    assert start[0] != 0
    assert stops(lambda: result.append(beam.kernel.stage(group)), ctl)
    assert result == [-1, -1]


def test_cancel_reaches_the_neighbourhoods() -> None:
    ctl = Control(Request()).kernel_array()
    search, _ = search_of(4, 4, [0, 1, 3, 2] * 30, ctl, 1)
    parameters = kernel.NeighbourhoodParameters(30, 10, 31, 4, 40, 16)
    assert stops(lambda: search.improve(parameters, 1, 1 << 40), ctl)

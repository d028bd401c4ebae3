"""Anytime solver of rotation boards: always valid, never below the bound, true claims."""

import re
import threading
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.solution import positions
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.kernels.neighbourhoods import RectangleNeighbourhood
from puzzlegui.families.rotation.solving import beam as beams
from puzzlegui.families.rotation.solving.encoded import EncodedBoard, turns_of
from puzzlegui.families.rotation.solving.peel_beam import new_beam
from puzzlegui.families.rotation.solving.symmetry import images_of
from puzzlegui.kernels.neighbourhoods import CurrentSolution, improve
from puzzlegui.solvers.anytime import distance_costs
from puzzlegui.solvers.control import CANCEL, STATES, UNLIMITED, Control, Request
from puzzlegui.solvers.move_search.beam import Beam, BeamParameters, beam_mib, tile_costs
from puzzlegui.solvers.neighbourhoods import Puzzle
from tests.boards import distances
from tests.solvers.anytime import check, states
from tests.solvers.uncompiled import uncompiled

TURNS = ("both", "clockwise", "counterclockwise")


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("colours", [0, 2, 5])
@pytest.mark.parametrize(
    "size", [(2, 4), (4, 2), (2, 9), (11, 2), (3, 4), (4, 3), (3, 8), (9, 3), (5, 5), (6, 8)]
)
def test_any_rectangle(size: tuple[int, int], colours: int, turns: str) -> None:
    for seed in range(2):
        board = new_board("rotation", *size, seed, colours=colours, turns=turns)
        few = (
            count_arrangements(flatten(board.grid("goal"))) <= 500_000
        )  # solved from a table of all
        check(solve(board, "macro", None if few else states(20_000)))


@pytest.mark.parametrize(
    ("rows", "columns", "together"), [(6, 6, 4), (5, 5, 4), (4, 6, 2), (5, 7, 2), (5, 8, 2)]
)
def test_turns_made_with_their_images_keep_the_symmetry(
    rows: int, columns: int, together: int
) -> None:
    wanted = np.arange(rows * columns, dtype=np.int16)[::-1].copy()
    images = images_of(rows, columns, wanted)
    assert images is not None
    made = [2 * np.array(blocks, np.int16) for blocks in images]
    assert {len(turns) for turns in made} <= {1, together}
    assert max(len(turns) for turns in made) == together
    for turns in made:
        moves = turns_of(rows, columns, 2)
        cells, other = moves.after(wanted, turns), moves.after(wanted, turns[::-1].copy())
        assert (cells == other).all()  # they share no cell
        assert images_of(rows, columns, cells) is not None


def test_a_shuffled_board_has_no_symmetry() -> None:
    rng = np.random.default_rng(1)
    assert images_of(5, 5, rng.permutation(25).astype(np.int16)) is None
    reverse = tuple(tuple(range(35 - 7 * r, 28 - 7 * r, -1)) for r in range(5))
    board = RotationBoard(reverse, tuple(row[::-1] for row in reverse[::-1]))
    check(solve(board, "macro", states(100_000)))


ENDLESS = UNLIMITED >> 1


def board_beam(
    turns: beams.Turns, distance_cost: NDArray[np.int32], parameters: BeamParameters
) -> Beam:
    """Return a beam over a whole board."""
    cost = beams.board_costs(turns.rows, turns.columns, turns.directions, distance_cost)
    place = np.divmod(np.arange(len(cost)), turns.columns)
    distances = [abs(part[:, None] - part) for part in place]
    return Beam(turns.linked, tile_costs(cost, distances, 2), parameters)


def check_small() -> str:
    """Return the results of the kernels on a tiny board as text; called uncompiled as well."""
    rows, columns, cells = 3, 4, np.arange(12)
    lines: list[object] = []
    for directions in (1, 2):
        rng = np.array([7], np.int64)
        ctl = Control(Request()).kernel_array()
        apart_cost = (32 * np.arange(64)).astype(np.int32)
        apart = abs(cells[:, None] // columns - cells // columns).astype(np.int32)
        apart += abs(cells[:, None] % columns - cells % columns)
        start = cells[::-1].astype(np.int16)
        cost = (32 * apart).astype(np.int16)
        peeled = new_beam((rows, columns), directions, 2, cost)
        found = peeled.peel(start, np.array([0, 1, 2, 3]), ctl)
        lines.append((found, np.asarray(peeled.states.tiles)[: found * 12].tolist()))
        turns = beams.all_turns(rows, columns, directions)
        beam = board_beam(turns, apart_cost, BeamParameters(4, 20, lookahead=5, dwell=2))
        beam.begin(start)
        reached = beam.kernel.advance(20, ENDLESS, ENDLESS, ENDLESS, rng, ctl)
        lines.append((reached, beam.states.tolist(), beam.path.tolist()))
        search, small, _ = beams.rectangle(turns, apart_cost, 4, BeamParameters(4, 21, lookahead=5))
        wanted = np.array([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0], np.uint8)
        swapped = np.array([1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], np.int16)
        came = search.solve(swapped, np.array([0, 0, 3, 3]), wanted, 3, rng, ctl)
        lines.append((came, small.path.tolist()))
        moves = np.array([0, 1, 3, 2, 4, 5, 1, 0, 2, 3, 5, 4] * 2, np.int16)
        for colours in (start % 5, start[:0]):
            puzzle = Puzzle(
                turns_of(rows, columns, directions), start, apart * 32, not len(colours)
            )
            work = CurrentSolution(left := moves.copy(), colours, len(moves))
            parts = RectangleNeighbourhood(rows, columns, 2, 3, 15, search)
            improve(parts, puzzle.part(15), work, 2, 200, rng, ctl)
            lines.append((work.length, work.tried, work.shorter, work.other, left.tolist()))
        lines.append((ctl.tolist(), rng.tolist()))
    return str(lines)


def test_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_macro import check_small; print(check_small())"
    assert uncompiled(code) == check_small()


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 2)])
def test_a_beam_that_keeps_all_states_finds_the_distance(
    rows: int, columns: int, turns: str
) -> None:
    for seed in range(6):
        board = new_board("rotation", rows, columns, seed, turns=turns)
        assert isinstance(board, RotationBoard)
        encoded = EncodedBoard(board)
        parameters = BeamParameters(720, 40, 6, lookahead=0, noise=0)
        every = beams.all_turns(rows, columns, encoded.directions)
        beam = board_beam(every, distance_costs(1.5), parameters)
        beam.begin(encoded.start)
        rng, ctl = np.ones(1, np.int64), Control(Request()).kernel_array()
        assert beam.kernel.advance(0, ENDLESS, ENDLESS, ENDLESS, rng, ctl) == 1
        assert beam.depth == distances(board)[board.goal]
        assert beam.best_state.tolist() == list(range(6))


@pytest.mark.parametrize("lookahead", [0, 8])
@pytest.mark.parametrize("directions", [1, 2])
def test_beam_mib_is_the_memory_of_a_beam(directions: int, lookahead: int) -> None:
    turns, cost = beams.all_turns(30, 30, directions), np.zeros((900, 900), np.int16)
    costs = tile_costs(cost, [cost], 2)
    parameters = BeamParameters(1000, 200, lookahead=lookahead)
    tracemalloc.start()
    beam = Beam(turns.linked, costs, parameters)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert beam.depth == 0
    assert beam_mib(turns.linked, parameters) == pytest.approx(used / 2**20, rel=0.05)


def wide_beam() -> Callable[[NDArray[np.int64]], int]:
    """Return a beam over a large board whose levels each take a while."""
    board = new_board("rotation", 20, 20, 1)
    assert isinstance(board, RotationBoard)
    beam = board_beam(beams.all_turns(20, 20, 2), distance_costs(1.5), BeamParameters(3000, 2000))
    beam.begin(EncodedBoard(board).start)
    rng = np.ones(1, np.int64)
    return lambda ctl: beam.kernel.advance(0, ENDLESS, ENDLESS, ENDLESS, rng, ctl)


def endless_search() -> Callable[[NDArray[np.int64]], int]:
    """Return a search that finds nothing shorter in a large part of a board."""
    every = beams.all_turns(7, 7, 2)
    found, *_ = beams.rectangle(every, distance_costs(1.5), 7, BeamParameters(3840, 61))
    search = RectangleNeighbourhood(7, 7, 7, 7, 60, found)
    cells = np.arange(49, dtype=np.int16)
    part = Puzzle(turns_of(7, 7, 2), cells, np.zeros((49, 49), np.int32), True).part(60)
    moves = np.random.default_rng(1).integers(0, 72, 400).astype(np.int16)
    solution = CurrentSolution(moves, cells[:0], len(moves))

    def search_parts(ctl: NDArray[np.int64]) -> int:
        improve(search, part, solution, 2, 1 << 60, np.ones(1, np.int64), ctl)
        return -1

    return search_parts


@pytest.mark.parametrize("begin", [wide_beam, endless_search])
def test_cancel_reaches_the_kernels(begin: Callable[[], Callable[..., int]]) -> None:
    run = begin()
    ctl = Control(Request()).kernel_array()
    result: list[int] = []
    worker = threading.Thread(target=lambda: result.append(run(ctl)))
    worker.start()
    deadline = time.monotonic() + 20
    while ctl[STATES] < 10_000 and time.monotonic() < deadline:
        time.sleep(0.001)
    assert worker.is_alive()
    ctl[CANCEL] = 1
    worker.join(1.0)
    assert not worker.is_alive()
    assert result == [-1]


# --- segments ---


def share_in_place(board: RotationBoard, position: Grid) -> float:
    """Return the percentage of the tiles in place."""
    pairs = list(zip(flatten(position), flatten(board.goal), strict=True))
    return 100 * sum(value == wanted for value, wanted in pairs) / len(pairs)


def whole_run(text: str) -> range:
    """Return the numbers of ``2–4``, or of ``2``."""
    first, *last = map(int, text.split("–"))
    return range(first, (last or [first])[0] + 1)


def test_each_segment_ends_when_its_rows_are_finished() -> None:
    board = new_board("rotation", 6, 5, 2)
    assert isinstance(board, RotationBoard)
    solution = solve(board, "macro", states(50_000))
    reached = list(positions(board, solution.moves))
    named: list[int] = []
    for segment in solution.segments:
        after = reached[segment.stop :]
        for what, lasts in re.findall(r"([0-9]+) % of|rows? ([0-9, –]+) in", segment.name):
            if what:
                assert all(share_in_place(board, p) >= int(what) for p in after)
                continue
            rows = [row - 1 for run in lasts.split(", ") for row in whole_run(run)]
            named += rows
            assert all(p[row] == board.goal[row] for p in after for row in rows)
            assert any(reached[segment.stop - 1][row] != board.goal[row] for row in rows)
    assert sorted(named) == list(range(6))

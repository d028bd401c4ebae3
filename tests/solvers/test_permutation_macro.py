"""Anytime solver of permutation boards: always valid, as short as can be on small boards."""

import threading

import numpy as np
import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Status, replay
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.kernels import neighbourhoods as kernel
from puzzlegui.solvers.anytime import random_state
from puzzlegui.solvers.control import STATES, UNLIMITED, Control, Limits, Request
from puzzlegui.solvers.move_search import macro
from puzzlegui.solvers.move_search.beam import BeamFactory
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Values
from puzzlegui.solvers.neighbourhoods import Puzzle, Worker
from tests.boards import SMALL, cycles, distances, grid
from tests.solvers.cancelling import cancelled
from tests.solvers.uncompiled import uncompiled

ONE_WAY = PermutationBoard(
    grid("4 1 6/8 3 2/7 5 9"),
    grid("1 2 3/4 5 6/7 8 9"),
    cycles("a: A1 B1 B2 A2 / b: B2 C2 C3 / c: A3 B3 B2 A2"),
    inverses=False,
)
"""A board whose moves have no inverses."""


def beams_for(board: Board) -> tuple[EncodedPuzzle, BeamFactory, Control]:
    """Return what the kernels need for a board."""
    assert isinstance(board, PermutationBoard)
    encoded = EncodedPuzzle(board)
    control = Control(Request(Limits(threads=1)))
    beams = BeamFactory(encoded.targets, encoded.distances, control, distinct=encoded.distinct)
    return encoded, beams, control


def played(encoded: EncodedPuzzle, start: Values, moves: list[int]) -> Values:
    """Return the position after moves."""
    for move in moves:
        start = encoded.apply(start, move)
    return start


def shortest_paths(board: Board, width: int, positions: int) -> list[tuple[int, int]]:
    """Return the lengths of the paths that a beam finds to each position, and the least ones."""
    encoded, beams, control = beams_for(board)
    goal = np.arange(encoded.cells, dtype=np.uint16)
    ctl = control.kernel_array()
    table = beams.table(positions)
    assert table.fill(beams.moves.kernel, goal, positions, ctl) == 1
    beam = beams.beam(table, width, 40)
    found = []
    level, seen = [goal], {goal.tobytes(): 0}
    for position in level:
        far = seen[position.tobytes()]
        beam.begin(position, goal)
        assert beam.kernel.advance(0, 40, 40, UNLIMITED >> 1, random_state(1), ctl) == 1
        assert (played(encoded, position, beam.path.tolist()) == goal).all()
        found.append((len(beam.path), far))
        for move in range(len(encoded.moves)):
            before = encoded.undo(position, move)
            if seen.setdefault(before.tobytes(), far + 1) == far + 1 and len(level) < 200:
                level.append(before)
    return found


@pytest.mark.parametrize("board", [SMALL["permutation row"], ONE_WAY], ids=["row", "one way"])
@pytest.mark.parametrize("positions", [1, 30])
def test_a_wide_beam_finds_shortest_paths(board: Board, positions: int) -> None:
    for length, far in shortest_paths(board, 5000, positions):
        assert length == far


def test_as_short_as_can_be_on_small_boards() -> None:
    for name, board in SMALL.items():
        if board.family != "permutation":
            continue
        least = min((d for p, d in distances(board).items() if board.is_solved(p)), default=None)
        solution = solve(board, "macro")
        assert solution.length == least, name


@pytest.mark.parametrize("board", [ONE_WAY, new_board("permutation", 3, 5, 1, block=3, colours=4)])
def test_neighbourhoods_keep_the_effect(board: Board) -> None:
    encoded, _, control = beams_for(board)
    rng = np.random.default_rng(3)
    moves = rng.integers(0, len(encoded.moves), 60).astype(np.int16)
    end = played(encoded, encoded.start, moves.tolist())
    parts = macro._Macro(board, control)._neighbourhoods()
    values = encoded.start.astype(np.int16)[: 0 if encoded.distinct else None]
    left = Worker(*parts, 1).improve(moves, values, 5000, control.kernel_array())
    assert len(left) < len(moves)
    assert (played(encoded, encoded.start, left.tolist()) == end).all()


@pytest.mark.parametrize(
    ("rows", "columns", "layout"),
    [(8, 8, "rings"), (20, 20, "rings"), (10, 10, "flip"), (12, 12, "blocks")],
)
@pytest.mark.examples(2)
def test_any_solvable_board_is_solved(rows: int, columns: int, layout: str) -> None:
    board = new_board("permutation", rows, columns, 1, layout=layout)
    solution = solve(board, "macro", Request(stop_at_first=True))
    assert solution.solved


@pytest.mark.parametrize("board", [load_preset("two-rings"), load_preset("pocket-cube")])
@pytest.mark.examples(1)
def test_the_same_answer_with_any_number_of_threads(board: Board) -> None:
    answers = [
        solve(board, "macro", Request(Limits(states=150_000, threads=threads), seed=2)).moves
        for threads in (1, 2, 3)
    ]
    assert answers[0] == answers[1] == answers[2]


# --- cancelling ---


def test_cancel_reaches_the_kernels() -> None:
    encoded, beams, control = beams_for(new_board("permutation", 8, 8, 1))
    goal = np.arange(encoded.cells, dtype=np.uint16)
    ctl = control.kernel_array()
    table = beams.table(1000)
    table.fill(beams.moves.kernel, goal, 1000, ctl)
    beam = beams.beam(table, 20_000, 500)
    beam.begin(encoded.start, goal)
    result, seconds = cancelled(
        lambda: beam.kernel.advance(0, 500, 500, UNLIMITED >> 1, random_state(1), ctl),
        ctl, lambda: bool(ctl[STATES]),
    )  # fmt: skip
    assert (result, seconds < 0.5) == (-1, True)


def test_cancelled() -> None:
    before = threading.active_count()
    solution = solve(load_preset("twiddle-5x5-3"), "macro", Request(Limits(seconds=0.5)))
    assert solution.status in (Status.SOLVED, Status.LIMIT)
    assert threading.active_count() == before
    if solution.moves:
        assert replay(solution.board, solution.moves).correct


# --- uncompiled ---


def check_small() -> str:
    """Return the results of solver and kernels on small boards as text, uncompiled as well."""
    found: list[object] = [shortest_paths(SMALL["permutation row"], 4, 10)]
    encoded, beams, control = beams_for(new_board("permutation", 3, 5, 1, block=3, colours=4))
    moves = np.arange(24, dtype=np.int16) * 5 % len(encoded.moves)
    solution = kernel.CurrentSolution(moves, encoded.start.astype(np.int16), len(moves))
    costs = encoded.distances.astype(np.int32) ** 2
    part = Puzzle(encoded.move_set, encoded.start, costs, False).part(12)
    search = kernel.GrownNeighbourhood(
        beams.beam(beams.table(50), 10, 12).kernel, 50, 3, 12, 400, np.zeros(15, np.uint16)
    )
    kernel.improve(search, part, solution, 3, 400, random_state(1), control.kernel_array())
    found += [moves.tolist(), solution.length, solution.tried, solution.shorter, solution.other]
    return str(found)


@pytest.mark.thorough
def test_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_permutation_macro import check_small; print(check_small())"
    assert uncompiled(code) == check_small()

"""Requirements of every kernel: stop at once, work uncompiled, agree with brute force."""

import ast
import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegui import kernels
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.kernels import peel as rotation_peel
from puzzlegui.families.rotation.solving.distance_table import table_and_cells
from puzzlegui.families.rotation.solving.encoded import EncodedBoard
from puzzlegui.families.rotation.solving.peel_beam import new_beam
from puzzlegui.families.shift.kernels import construct as shift_construct
from puzzlegui.families.sliding.kernels import beam as sliding_beams
from puzzlegui.families.sliding.kernels import deepening as sliding_deepening
from puzzlegui.kernels import arrangements as arrangements_kernel
from puzzlegui.kernels import beam as move_beams
from puzzlegui.kernels import record
from puzzlegui.solvers.arrangements import ranking_tables
from puzzlegui.solvers.control import (
    MAX_STATES,
    SLOTS,
    STATES,
    Control,
    Limits,
    Request,
    SearchStopped,
)
from tests.boards import SMALL, distances
from tests.solvers.cancelling import cancelled
from tests.solvers.uncompiled import uncompiled

PACKAGE = Path(kernels.__file__).parent.parent


@pytest.mark.parametrize("name", kernels.NAMES)
def test_a_kernel_imports_nothing_that_needs_the_interpreter(name: str) -> None:
    tree = ast.parse(record.source(PACKAGE, name).read_text())
    imported = {
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    own = f"puzzlegui.{name}".rpartition(".")[0]
    allowed = tuple(f"{p}." for p in (own, "puzzlegui.kernels"))
    plain = {"__future__", "cython", "cython.cimports.libc.math", "dataclasses", "typing"}
    assert all(n in plain or n.startswith(allowed) for n in imported)


@pytest.mark.parametrize("name", kernels.NAMES)
def test_no_function_takes_more_than_ten_arguments(name: str) -> None:
    for node in ast.walk(ast.parse(record.source(PACKAGE, name).read_text())):
        if isinstance(node, ast.FunctionDef):
            own = [argument for argument in node.args.args if argument.arg != "self"]
            assert len(own) <= 10, node.name


@pytest.mark.thorough
def test_uncompiled() -> None:
    """The same sources as plain Python, on tiny boards."""
    code = (
        "from tests.solvers.test_kernels import check_small_tables; check_small_tables();"
        "from tests.solvers.test_maze_paths import check_small; check_small();"
        "from tests.solvers.test_sliding_optimal import check_small as sliding; sliding();"
    )
    uncompiled(code)


# --- arrangements ---


def test_rank_is_the_place_in_lexicographic_order() -> None:
    for values in ((0, 1, 2, 3), (0, 0, 1, 1, 2), (0, 0, 0), (0, 1, 1, 1, 1, 2)):
        ordered = sorted(set(itertools.permutations(values)))
        preceding, strides = ranking_tables(np.bincount(values).astype(np.int64))
        cells = np.empty(len(values), np.int64)
        before, remainders = np.empty((2, len(values) + 1), np.int64)
        for number, expected in enumerate(ordered):
            arrangements_kernel.unrank(number, preceding, strides, cells, before, remainders)
            assert tuple(cells.tolist()) == expected
            assert arrangements_kernel.rank(cells, preceding, strides) == number


def check_small_tables() -> None:
    for board in SMALL.values():
        if not isinstance(board, RotationBoard):
            continue
        table, cells = table_and_cells(board)
        expected = distances(board).get(board.goal, -1)
        assert table.distance(cells, Control(Request())) == expected


def test_distances_are_brute_force() -> None:
    check_small_tables()


@pytest.fixture
def large_table() -> tuple[object, ...]:
    """Return the arguments of ``expand`` for 60 million arrangements."""
    board = new_board("rotation", 4, 4, 1, colours=4)
    assert isinstance(board, RotationBoard)
    table, _ = table_and_cells(board)
    ctl = np.zeros(SLOTS, np.int64)
    ctl[MAX_STATES] = 1 << 62
    return table.levels.kernel_arguments(ctl, np.zeros(2, np.int64))


def test_cancel_reaches_the_kernel(large_table: tuple[object, ...]) -> None:
    ctl = large_table[-1]
    assert isinstance(ctl, np.ndarray)
    result, seconds = cancelled(
        lambda: arrangements_kernel.expand(*large_table), ctl, lambda: bool(ctl[STATES])
    )
    assert (result, seconds < 1) == (-1, True)


def test_the_limit_of_states_does_not_depend_on_what_was_asked_before() -> None:
    board = new_board("rotation", 3, 3, 2)
    assert isinstance(board, RotationBoard)
    for _ in range(2):  # the second time the table is there
        table, cells = table_and_cells(board)
        control = Control(Request(Limits(states=2000)))
        with pytest.raises(SearchStopped, match="states"):
            table.distance(cells, control, control.raise_lower_bound)
        assert (control.states, control.lower_bound) == (2000, 5)
        whole = Control(Request())
        assert table.distance(cells, whole) == 8
        assert whole.states == 1 + 8 + 52 + 328 + 1996 + 11336 + 51582 + 130042


def test_a_cancelled_table_can_be_gone_on_with() -> None:
    board = new_board("rotation", 2, 4, 3)
    assert isinstance(board, RotationBoard)
    table, cells = table_and_cells(board)
    ctl = np.zeros(SLOTS, np.int64)
    ctl[MAX_STATES] = 1 << 62
    arguments = table.levels.kernel_arguments(ctl, np.zeros(2, np.int64))
    assert arrangements_kernel.expand(*arguments) == 1  # as if cancelled right after it
    assert table.distance(cells, Control(Request())) == distances(board)[board.goal]


# --- rotation_peel and rotation_clean ---


def apart(rows: int, columns: int) -> NDArray[np.int16]:
    """Return the distance in rows plus columns of each pair of cells, as costs."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    return (abs(row[:, None] - row) + abs(column[:, None] - column)).astype(np.int16)


def check_small_beam() -> str:
    """Return the results of the narrow beam on a tiny board as text."""
    rows, columns = 4, 4
    lines: list[object] = []
    for turns in ("both", "clockwise"):
        board = new_board("rotation", rows, columns, 1, turns=turns)
        assert isinstance(board, RotationBoard)
        encoded = EncodedBoard(board)
        cost = (9000 * apart(rows, columns).clip(max=3)).astype(np.int16)  # their sums need 32 bits
        beam = new_beam((rows, columns), encoded.directions, 3, cost)
        ctl = Control(Request()).kernel_array()
        found = beam.peel(encoded.start, np.array([0, 1, 2, 3, 4]), ctl)
        states = beam.states
        values = (states.cost, states.moves, states.node, states.key)
        lines.append((found, [[int(array[i]) for array in values] for i in range(found)]))
        lines.append(list(map(int, states.tiles[: found * rows * columns])))
        moves = np.array([0, 1, 3, 3, 3, 4, 7, 8, 2, 2, 2, 2, 5, 0, 0, 6] * 3, np.int16)
        moves = np.concatenate([moves, moves[::-1] ^ (encoded.directions - 1)])
        left = encoded.moves.cleaned(encoded.start, moves)
        lines.append((left.tolist(), encoded.moves.joined(moves).tolist()))
        lines.append(encoded.moves.segments(encoded.start, encoded.goal, left, columns))
    return str(lines)


def test_the_narrow_beam_is_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_kernels import check_small_beam; print(check_small_beam())"
    assert uncompiled(code) == check_small_beam()


def test_the_narrow_beam_makes_the_turns_that_it_says() -> None:
    rows, columns = 6, 5
    start = np.random.default_rng(2).permutation(30).astype(np.int16)
    order = np.arange(10)
    for directions in (1, 2):
        beam = new_beam((rows, columns), directions, 4, 32 * apart(rows, columns))
        found = beam.peel(start, order, Control(Request()).kernel_array())
        assert 0 < found <= 4
        for i, tiles in enumerate(np.asarray(beam.states.tiles).reshape(-1, 30)[:found]):
            assert (tiles[:10] == order).all()
            moves, node = [], beam.states.node[i]
            while node >= 0:
                moves.append(int(beam.turns[node]))
                node = int(beam.parents[node])
            assert len(moves) == beam.states.moves[i]
            cells = start.copy()
            for move in reversed(moves):
                r, c = divmod(move // directions, columns - 1)
                block = np.array([0, 1, columns + 1, columns]) + r * columns + c
                back = directions == 2 and move % 2 == 1
                cells[block] = np.roll(cells[block], -1 if back else 1)
            assert (cells == tiles).all()


def test_cancel_reaches_the_narrow_beam() -> None:
    start = np.random.default_rng(1).permutation(400).astype(np.int16)
    beam = new_beam((20, 20), 2, 300, 32 * apart(20, 20))
    ctl = Control(Request()).kernel_array()
    result, seconds = cancelled(
        lambda: beam.peel(start, np.arange(340), ctl),
        ctl,
        lambda: bool(ctl[STATES]),
    )
    assert (result, seconds < 0.5) == (-1, True)


# --- capacity ---


def no(*shape: int) -> NDArray[np.int64]:
    """Return memory that a kernel only keeps while it is constructed."""
    return np.zeros(shape, np.int64)


def no_ints(*shape: int) -> NDArray[np.int32]:
    return np.zeros(shape, np.int32)


def no_shorts(*shape: int) -> NDArray[np.int16]:
    return np.zeros(shape, np.int16)


def cycle_beam(width: int) -> None:
    states = shift_construct.CycleStates(no_shorts(9), no_shorts(9), *no(13, 9))
    shift_construct.CycleBeam(
        2, 2, width, states, no_shorts(2), no_ints(2, 9), no_ints(2, 9), no(9), no(8),
        *no_ints(11, 500),
    )  # fmt: skip


def peel_beam(states: int) -> None:
    """Construct a beam with ``states`` states a side."""
    beam = new_beam((2, 2), 2, 1, apart(2, 2))
    sides = rotation_peel.States(no_shorts(9), *no(5, 3 * states))
    rotation_peel.PeelBeam(
        2, 2, 2, 1, beam.cost, beam.fixed, sides, no(9), no(8), no_ints(9), no_shorts(9),
        beam.conjugates, beam.distances,
    )  # fmt: skip


def move_beam(states: int) -> None:
    """Construct a beam for so many states, of which nothing is touched."""
    one, ones, cells, node = no(1), no_ints(9), np.zeros((2, 2), np.uint16), no_ints(states)
    move_beams.Beam(
        move_beams.Puzzle(
            2, 1, 1, ones, cells[0], cells[0], ones, no_ints(1, 2), no(2, 2), ones, ones, ones,
            ones, ones, cells[0], cells[0], no_ints(5, 9), ones, False,
        ),
        move_beams.Costs(no_shorts(4), ones, 2, np.zeros((0, 1), np.uint16), ones, ones, ones),
        move_beams.GoalTable(cells, one, one, ones, np.zeros(1, np.uint8)),
        move_beams.States(one, cells[0], no_shorts(1), one, one, one, one, node, ones),
        move_beams.Selection(1, 0, one, ones),
        move_beams.Successors(one, one, one, one, 1, no_shorts(1), one, one, one),
        move_beams.Groups(one, one, one, one, one),
        1, 0, True, one, ones, 1, ones, ones, 1, one, ones, ones, ones, cells[0], cells,
    )  # fmt: skip


def sliding_nodes(nodes: int) -> None:
    tree = np.empty(nodes, np.int32)  # of which nothing is touched
    sliding_beams.BeamWorkspace(
        no_shorts(2, 4), no_ints(3, 9), no(9), no(9), no(9), no_ints(9), no_ints(4), no(8), tree,
        no_ints(2, 2),
    )  # fmt: skip


def database_cells(cells: int) -> None:
    sliding_deepening.DirectDatabases(
        np.zeros(1, np.uint8), no_ints(1), no_ints(1), 1, no_ints(cells), no_ints(1), no_ints(9),
        no_ints(9), no_ints(9), no_ints(9),
    )  # fmt: skip


def gap_moves(cells: int) -> None:
    sliding_deepening.SearchTree(
        no(16 * cells), no_ints(4), no_ints(1), no_ints(1), no_ints(1), 0,
        np.zeros((1, 1), np.int8), no(SLOTS),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("construct", "most"),
    [
        (cycle_beam, shift_construct.WIDEST),
        (peel_beam, rotation_peel.MOST_STATES),
        (move_beam, move_beams.WIDEST),
        (sliding_nodes, sliding_beams.MOST_NODES),
        (database_cells, 32),
        (gap_moves, 1 << 10),
    ],
)
def test_kernel_refuses_more_than_it_can_number(
    construct: Callable[[int], None], most: int
) -> None:
    construct(most)
    with pytest.raises(ValueError, match="can be numbered"):
        construct(most + 1)

"""Iterative deepening on rotation boards, with perimeters so small that it has something to do."""

import pytest

from puzzlegui.core.cells import flatten
from puzzlegui.core.generate import new_board
from puzzlegui.core.presets import load_preset
from puzzlegui.core.rotation import RotationBoard
from puzzlegui.core.solution import replay
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Control, Limits, Request, Stopped
from puzzlegui.solvers.kernels import rotation_ida
from puzzlegui.solvers.rotation import deepening
from puzzlegui.solvers.rotation.deepening import Deepening, pattern_groups
from puzzlegui.solvers.run import solve
from tests.boards import count_solutions, distances

KINDS = [
    (size, colours, turns)
    for size, colours in (((2, 3), 0), ((2, 4), 0), ((2, 4), 3), ((3, 3), 2), ((3, 3), 3))
    for turns in ("both", "clockwise", "counterclockwise")
]


@pytest.fixture(params=[1, 30, 300, 8_000_000])
def tries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How far the perimeter reaches: the goal alone, some turns, everything."""
    monkeypatch.setattr(deepening, "_PERIMETER_TRIES", request.param)
    return int(request.param)


@pytest.mark.parametrize(("size", "colours", "turns"), KINDS)
def test_brute_force(size: tuple[int, int], colours: int, turns: str, tries: int) -> None:
    for seed in range(3):
        board = new_board("rotation", *size, seed, colours=colours, turns=turns)
        assert isinstance(board, RotationBoard)
        best = distances(board)[board.goal]
        found, count = Deepening(board, Control(Request())).solve(every=False)
        assert (len(found), count) == (1, 1)
        assert len(found[0]) == best
        assert replay(board, found[0]).right
        if best <= 8 and (best <= 5 or tries > 30):
            every, count = Deepening(board, Control(Request())).solve(every=True)
            assert count == len(every) == count_solutions(board, best)
            assert len({tuple(moves) for moves in every}) == count
            assert {len(moves) for moves in every} == {best}


def check_small() -> None:
    """A few tiny boards; called without the JIT as well."""
    deepening._PERIMETER_TRIES = 30
    for colours in (0, 2):
        board = new_board("rotation", 2, 3, 1, colours=colours)
        assert isinstance(board, RotationBoard)
        found, _ = Deepening(board, Control(Request())).solve(every=False)
        assert len(found[0]) == distances(board)[board.goal]


@pytest.mark.parametrize("turns", ["both", "clockwise"])
def test_the_shells_are_the_counts_per_depth(turns: str) -> None:
    nine = load_preset("mystery-box").grid("goal")
    shells = Deepening(RotationBoard(nine, nine, turns), Control(Request())).shells
    expected = {
        "both": (1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20),
        "clockwise": (1, 4, 16, 64, 250, 960, 3553, 12324, 37308, 84234, 116769, 82197, 23529,
                      1656, 14, 1),
    }[turns]  # fmt: skip
    assert shells[: len(expected)] == expected


def test_4x4(tries: int) -> None:
    """Known lengths, by another program: seeds whose boards are quickly proved."""
    if tries < 300:
        return
    board = new_board("rotation", 4, 4, 112)
    solutions = [solve(board, "optimal"), solve(board, "optimal", Request(Limits(states=10**9)))]
    for solution in solutions:
        assert (solution.length, solution.optimal) == (11, True)
    assert solutions[0].moves == solutions[1].moves
    assert solutions[0].states == solutions[1].states


def test_a_limit_leaves_the_proved_bound() -> None:
    board = new_board("rotation", 5, 5, 1)
    solution = solve(board, "optimal", Request(Limits(states=100_000)))
    assert solution.states == 100_000
    assert board.lower_bound() <= solution.lower_bound < 40
    again = solve(board, "optimal", Request(Limits(states=100_000)))
    assert again.lower_bound == solution.lower_bound


def test_large_boards_are_searched_too() -> None:
    board = new_board("rotation", 30, 30, 1, scramble=3)
    assert (solve(board, "optimal").length or 9) <= 3
    board = new_board("rotation", 6, 6, 1, scramble=6)
    solution = solve(board, "optimal")
    assert solution.optimal
    assert (solution.length or 9) <= 6


def test_pattern_groups_are_a_partition() -> None:
    for rows in range(2, 6):
        for columns in range(2, 26 // rows + 1):
            groups = pattern_groups(rows, columns)
            n = rows * columns
            assert sorted(cell for group in groups for cell in group) == list(range(n))
            assert sum(n ** len(group) for group in groups) <= 20_000_000
    assert [len(group) for group in pattern_groups(4, 4)] == [6, 5, 5]


def test_tables_are_kept_and_damaged_ones_built_again() -> None:
    board = new_board("rotation", 2, 4, 1)
    assert isinstance(board, RotationBoard)

    def found() -> list[object]:
        stored.forget()
        return list(Deepening(board, Control(Request())).solve(every=False))

    first = found()
    (table,) = stored.listing()
    assert (table.name, table.state) == ("rotation-2x4-both", stored.READY)
    path = stored.folder() / "rotation-2x4-both.table"
    assert path.stat().st_size == table.size
    content = path.read_bytes()
    for damaged in (content[:-1], content[:300] + b"x" + content[301:], b"", b"{}\n" + content):
        path.write_bytes(damaged)
        assert next(iter(stored.listing())).state == stored.DAMAGED
        assert found() == first
        assert path.read_bytes() == content
    assert stored.remove_all() == 1
    assert list(stored.listing()) == []
    assert found() == first


def test_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/no")
    board = new_board("rotation", 2, 4, 2)
    assert solve(board, "optimal").optimal
    assert list(stored.listing()) == []


@pytest.mark.parametrize("step", ["build_pattern", "grow", "search"])
def test_cancel_while(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel notices that it is to stop, and nothing half-made is kept."""
    board = new_board("rotation", 4, 4, 3)
    assert isinstance(board, RotationBoard)
    control = Control(Request())
    original = getattr(rotation_ida, step)

    def cancelled(*arguments: object) -> object:
        control.stop("cancelled")
        return original(*arguments)

    monkeypatch.setattr(rotation_ida, step, cancelled)
    with pytest.raises(Stopped, match="cancelled"):
        Deepening(board, control).solve(every=False)
    assert [t.state for t in stored.listing()] == ([] if step != "search" else [stored.READY])


def test_values_are_numbered_by_the_goal() -> None:
    board = new_board("rotation", 2, 4, 3, colours=3)
    assert isinstance(board, RotationBoard)
    search = Deepening(board, Control(Request()))
    assert sorted(search.start.tolist()) == sorted(value - 1 for value in flatten(board.goal))

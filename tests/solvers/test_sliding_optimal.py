"""Optimal solver of sliding boards: every bound and kernel against brute force."""

import random
import time
from functools import lru_cache

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.solution import Status, replay
from puzzlegui.engine import run
from puzzlegui.engine.memory import memory_mib
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.sliding.board import SlidingBoard, ordered_goal
from puzzlegui.families.sliding.kernels import pattern as sliding_pattern
from puzzlegui.families.sliding.solving import automaton, bounds, optimal, patterns
from puzzlegui.families.sliding.solving.automaton import DIRECTIONS
from puzzlegui.families.sliding.solving.geometry import NormalForm
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Control, Limits, Request, SearchStopped
from tests.boards import count_solutions, distances, grid
from tests.solvers.uncompiled import uncompiled

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]


def boards(rows: int, columns: int, colours: int, seed: int) -> list[SlidingBoard]:
    """Return random starts, with the usual goal and with a goal of any order."""
    board = new_board("sliding", rows, columns, seed, colours=colours)
    assert isinstance(board, SlidingBoard)
    values = list(flatten(board.goal))
    random.Random(seed).shuffle(values)
    other = tuple(tuple(values[r * columns : (r + 1) * columns]) for r in range(rows))
    return [board, board.with_fields(goal=other)]


@lru_cache(maxsize=100)
def distances_from(goal: Grid) -> dict[Grid, int]:
    """Return the distances from the goal, which are also those to the goal."""
    return distances(SlidingBoard(goal, goal))


@pytest.fixture(params=["main", "quick", "large", "one value a table", "lines"])
def bound(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return each kind of bound."""
    match request.param:
        case "quick":
            monkeypatch.setattr(bounds, "_AT_ONCE", 0)
            monkeypatch.setattr(table_store, "build_in_background", lambda _name, _work: None)
            monkeypatch.setattr(patterns, "_QUICK", 100)
        case "large":
            monkeypatch.setattr(patterns, "_LARGE", 4000)
            monkeypatch.setattr(bounds, "_HARD", -1)
            monkeypatch.setattr(
                table_store, "build_in_background", lambda _name, work: work(Control(Request()))
            )
            monkeypatch.setattr(table_store, "exists", lambda name: name.endswith("large"))
            monkeypatch.setattr(
                table_store, "load", lambda name: LARGE[name].build(Control(Request()))
            )
        case "one value a table":
            monkeypatch.setattr(patterns, "_COLOURS", 1)
        case "lines":
            monkeypatch.setattr(patterns, "MOST_CELLS", 0)
    return str(request.param)


class _Large(dict[str, patterns.DatabasePlan]):
    def __missing__(self, name: str) -> patterns.DatabasePlan:
        size, gap = name.split("-")[1:3]
        rows, columns = map(int, size.split("x"))
        cell = (int(gap[1:]) - 1) * columns + ord(gap[0]) - ord("A")
        return patterns.large_plan(NormalForm(rows, columns, cell))


LARGE = _Large()


@pytest.mark.examples(4)
@pytest.mark.parametrize("colours", [0, 1, 2, 3])
@pytest.mark.parametrize("size", SHAPES)
def test_brute_force(size: tuple[int, int], colours: int, bound: str) -> None:
    if size == (3, 3) and (colours or bound == "lines"):
        return  # too many arrangements for brute force
    seeds = (1, 2) if size != (3, 3) else (1,)
    for board in [board for seed in seeds for board in boards(*size, colours, seed)]:
        best = distances_from(board.goal).get(board.start)
        solution = solve(board, "optimal")
        assert (solution.status is Status.SOLVED) == (best is not None)
        if best is None:
            continue
        assert (solution.length, solution.optimal) == (best, True)
        if best <= 14:
            every = solve(board, "optimal", Request(all_solutions=True))
            assert every.count == len(every.solutions or ()) == count_solutions(board, best)
            assert len(set(every.solutions or ())) == every.count


def check_small() -> list[tuple[str, int]]:
    """Return results for tiny boards by every bound as text; called uncompiled as well."""
    found = []
    for limit, colours, every, direct in (
        (32, 0, False, True), (32, 0, True, True), (32, 0, True, False), (32, 2, True, True),
        (0, 0, True, True), (0, 2, False, True),
    ):  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(patterns, "MOST_CELLS", limit)
            patch.setattr(patterns, "_MAIN", 1000)
            patch.setattr(patterns, "_COLOURS", 300)
            patch.setattr(table_store, "load", lambda _name: None)
            patch.setattr(table_store, "save", lambda _name, _arrays: None)
            if not direct:  # the databases are left as they were built
                patch.setattr(patterns.DatabasePlan, "index_directly", lambda *_: None)
                patch.setattr(bounds, "DirectDatabases", ranked_instead)
            for size in ((2, 3), (3, 3)):
                board = boards(*size, colours, 3)[0]
                board = walked(board, 30) if size == (3, 3) else board
                control = Control(Request())
                table_store.stop_and_clear()
                listed, _ = optimal.IterativeDeepening(board, control).solve(all_solutions=every)
                moves = list(listed)
                found.append((" ".join(map("".join, moves)), control.states))
                if size == (2, 3):
                    assert len(moves[0]) == distances(board)[board.goal]
    table_store.stop_and_clear()
    return found


def ranked_instead(plan: patterns.DatabasePlan, _tables: object) -> bounds.RankedDatabases:
    return bounds.RankedDatabases(plan, plan.build(Control(Request())))


def walked(board: SlidingBoard, steps: int) -> SlidingBoard:
    """Return the board with a start that is some moves from the goal."""
    position, rng = board.goal, random.Random(steps)
    for _ in range(steps):
        position = board.play(position, rng.choice(board.legal_moves(position)))
    return board.with_fields(start=position)


@pytest.mark.thorough
def test_uncompiled_is_the_same() -> None:
    code = "from tests.solvers.test_sliding_optimal import check_small; print(check_small())"
    assert uncompiled(code) == str(check_small())


@pytest.mark.examples(2)
@pytest.mark.parametrize("gap", range(12))
def test_every_goal_of_the_gap(gap: int) -> None:
    """Random walks from the goal, whose length is at least the proved bound."""
    goal = flatten(ordered_goal(3, 4))
    values = [*goal[:gap], 0, *goal[gap:-1]]
    target = tuple(tuple(values[r * 4 : r * 4 + 4]) for r in range(3))
    board = SlidingBoard(target, target)
    rng = random.Random(gap)
    for steps in (5, 17, 30):
        position = target
        for _ in range(steps):
            position = board.play(position, rng.choice(board.legal_moves(position)))
        solution = solve(board.with_fields(start=position), "optimal")
        assert solution.optimal
        assert solution.length is not None
        assert solution.length <= steps
        assert (solution.length - steps) % 2 == 0
        if steps == 5:
            assert solution.length == solve(board.with_fields(start=position), "bfs").length


def test_pruning_keeps_a_shortest_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """With tasks and automaton from the first iteration on, compared with the plain search."""
    for board in (*boards(3, 3, 0, 5), *boards(2, 5, 0, 6), *boards(3, 3, 2, 7)):
        plain = solve(board, "optimal")
        with monkeypatch.context() as patch:
            patch.setattr(optimal, "_LONG", -1)
            cut = [solve(board, "optimal"), solve(board, "optimal", Request(Limits(states=10**9)))]
        assert {s.length for s in cut} == {plain.length}
        assert cut[0].moves == cut[1].moves == plain.moves
        assert cut[0].states == cut[1].states


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    ("start", "goal", "mirrored"),
    [
        ("0 2 6/4 1 3/8 7 5", "1 2 3/4 5 6/7 8 0", True),
        ("1 3 4/7 5 8/2 6 0", "1 2 3/4 5 6/7 8 0", True),
        ("0 1 2/1 3 1/2 1 3", "3 1 2/1 3 1/2 1 0", True),
        ("1 2 3 2 1/3 1 0 1 3", "1 3 0 3 1/2 1 3 1 2", True),
        ("0 1 2/3 4 1/4 3 2", "4 1 2/3 2 1/4 3 0", False),
        ("2 0 4/3 1 5", "1 2 3/4 5 0", False),
    ],
)
def test_a_start_that_is_its_own_mirror_image(
    start: str, goal: str, mirrored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the first moves are left out, but not the solution found with all of them."""
    board = SlidingBoard(grid(start), grid(goal))
    search = optimal.IterativeDeepening(board, Control(Request()))
    monkeypatch.setattr(optimal, "_LONG", -1)
    solution = solve(board, "optimal")
    assert solution.length == distances_from(board.goal)[board.start]
    assert bool(search.mirrored) == mirrored
    search.mirrored.clear()
    found, _ = search.solve(all_solutions=False)
    assert [*solution.moves] == next(found)


@pytest.mark.parametrize("size", [(2, 2), (2, 4), (3, 3), (4, 4), (20, 3)])
def test_automaton(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """All positions within some moves are reached, and fewer of them twice."""
    monkeypatch.setattr(automaton, "_SEQUENCES", 2000)
    automaton.duplicate_pruning.cache_clear()
    rows, columns = size
    board = SlidingBoard(ordered_goal(rows, columns), ordered_goal(rows, columns))
    letters = {(-1, 0): "D", (1, 0): "U", (0, -1): "R", (0, 1): "L"}
    counts = []
    for found in (automaton.parent_pruning(), automaton.duplicate_pruning(rows, columns)):
        level = [(board.start, found.first)]
        met = {board.start}
        tried = 0
        for _ in range(9):
            level = [
                (board.play(position, letters[step]), found.next(state, direction))
                for position, state in level
                for direction, step in enumerate(DIRECTIONS)
                if found.next(state, direction) >= 0
                and letters[step] in board.legal_moves(position)
            ]
            met.update(position for position, _ in level)
            tried += len(level)
        counts.append((met, tried))
    automaton.duplicate_pruning.cache_clear()
    assert counts[0][0] == counts[1][0]
    assert counts[1][1] <= counts[0][1]


@pytest.mark.thorough
def test_a_limit_leaves_the_proved_bound() -> None:
    for board in (new_board("sliding", 3, 5, 3), new_board("sliding", 6, 6, 1)):
        request = Request(Limits(states=3000))
        one, other = solve(board, "optimal", request), solve(board, "optimal", request)
        assert one.status is Status.LIMIT
        assert one.states == other.states == 3000
        assert board.lower_bound() <= one.lower_bound == other.lower_bound


def test_large_boards_are_searched_too() -> None:
    for rows, columns, colours in ((30, 30, 0), (2, 30, 0), (30, 3, 5), (6, 6, 2)):
        board = new_board("sliding", rows, columns, 1, colours=colours, moves=9)
        solution = solve(board, "optimal")
        assert solution.optimal
        assert (solution.length or 0) <= 9


LONG: dict[str, Board] = {
    "ida": new_board("sliding", 2, 13, 1),
    "ranked": new_board("sliding", 5, 5, 1, colours=12),
    "lines": new_board("sliding", 6, 6, 1),
}


@pytest.mark.parametrize("kernel", LONG)
def test_cancel(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_MAIN", 1 << 16)
    monkeypatch.setattr(patterns, "_COLOURS", 10_000)
    with run.start(LONG[kernel], "optimal") as handle:
        deadline = time.monotonic() + 60
        while handle.stats.states < 1000 and time.monotonic() < deadline:
            time.sleep(0.001)
        assert handle.stats.states >= 1000
        assert not handle.done
        handle.cancel()
        solution = handle.result()
    assert solution.status is Status.CANCELLED
    assert solution.lower_bound >= LONG[kernel].lower_bound()


@pytest.mark.parametrize(
    ("module", "step"),
    [
        (sliding_pattern, "DatabaseBuilder"),
        (sliding_pattern, "index_directly"),
        (bounds.DirectDatabases, "at"),
        (bounds.RankedDatabases, "at"),
        (bounds.LineCrossings, "at"),
    ],
)
@pytest.mark.examples(2)
def test_cancel_while(module: object, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel notices a stop, and nothing incomplete is stored."""
    colours = 7 if module is bounds.RankedDatabases else 0
    size = (6, 6) if module is bounds.LineCrossings else (3, 4)
    board = new_board("sliding", *size, 3, colours=colours)
    assert isinstance(board, SlidingBoard)
    control = Control(Request())
    original = getattr(module, step)

    def cancelled(*arguments: object) -> object:
        control.stop("cancelled")
        return original(*arguments)

    monkeypatch.setattr(module, step, cancelled)
    with pytest.raises(SearchStopped, match="cancelled"):
        optimal.IterativeDeepening(board, control).solve(all_solutions=False)
    assert {t.state for t in table_store.list_tables()} <= {table_store.READY}
    if step == "DatabaseBuilder":
        assert list(table_store.list_tables()) == []


def test_memory_is_asked_for_before_it_is_taken() -> None:
    for colours in (0, 4):
        limit = int(memory_mib()) + 3
        board = new_board("sliding", 4, 4, 1, colours=colours)
        solution = run.solve(board, "optimal", Request(Limits(memory_mib=limit)))
        assert solution.status is Status.LIMIT
        assert f"memory limit of {limit} MiB" in solution.note
        assert solution.states == 0


def test_solutions_are_replayed_on_the_board_as_it_lies() -> None:
    board = new_board("sliding", 4, 2, 1).with_fields(goal=grid("1 2/3 0/4 5/6 7"))
    solution = solve(board, "optimal")
    if solution.solved:
        assert replay(board, solution.moves).correct

"""Explorations of whole puzzles: published counts, brute force, limits, stored results."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.cells import rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph import exploration as explorations
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.graph.level_counts import GOAL, ORIGINS, START, LevelCounts
from puzzlegui.exporters.settings import CancelledError
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Limits
from tests.boards import SMALL, count_solutions, distances, grid

NINE = grid("1 2 3/4 5 6/7 8 9")
BOTH_WAYS = (1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20)
CLOCKWISE = (
    1, 4, 16, 64, 250, 960, 3553, 12324, 37308, 84234, 116769, 82197, 23529, 1656, 14, 1,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path) -> Any:
    table_store.set_cache_folder(tmp_path / "cache")
    yield
    table_store.set_cache_folder(None)


def counts(board: Board, origin: str = START) -> tuple[int, ...]:
    explored = Exploration(board, origin).execute()
    assert explored.complete
    return explored.counts


@pytest.mark.parametrize("origin", ORIGINS)
def test_published_counts_of_rotation_boards(origin: str) -> None:
    assert counts(RotationBoard(NINE, NINE), origin) == BOTH_WAYS
    assert counts(RotationBoard(NINE, NINE, "clockwise"), origin) == CLOCKWISE
    six = grid("1 2 3/4 5 6")
    assert counts(RotationBoard(six, six), origin) == (1, 4, 10, 22, 42, 33, 7, 1)
    colours = grid("1 1 1/2 2 2/3 3 3")
    explored = Exploration(RotationBoard(colours, colours), origin).execute()
    assert (explored.total, explored.depth, explored.counts[-1]) == (1680, 7, 13)
    two = grid("1 1 1 1/1 1 1 1/2 2 2 2/2 2 2 2")
    explored = Exploration(RotationBoard(two, two), origin).execute()
    assert (explored.total, explored.depth, explored.counts[-1]) == (12870, 16, 1)
    assert f"{explored.mean_distance:.2f}" == "8.12"


def test_published_counts_of_the_eight_puzzle() -> None:
    """31 moves at most, two such arrangements (Reinefeld 1993), with the gap in a corner."""
    eight = grid("1 2 3/4 5 6/7 8 0")
    explored = Exploration(SlidingBoard(eight, eight), GOAL).execute()
    assert (explored.total, explored.depth, explored.counts[-1]) == (181_440, 31, 2)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("origin", ORIGINS)
def test_counts_are_those_of_brute_force(name: str, origin: str) -> None:
    board = SMALL[name].puzzle
    if board.family == "maze":
        board = board.with_fields(sum=None)
    exploration = Exploration(board, origin)
    explored = exploration.execute()
    assert explored.complete
    known = _distances(board)
    far = known if origin == START else _distances_to_goal(board)
    assert explored.counts == tuple(n for _, n in sorted(Counter(far.values()).items()))
    for position, moves in far.items():
        assert exploration.distance(exploration.graph.vertex_number(position)) == moves
    ends = [moves for position, moves in known.items() if _at_goal(board, position)]
    assert exploration.board_distance == (min(ends) if ends else None)


def _distances(board: Board) -> dict[Any, int]:
    """Compute distances by the rules alone; in a maze from cell to cell, ignoring paths."""
    if board.family != "maze":
        return distances(board)
    found: dict[Any, int] = {board.initial()[-1:]: 0}
    level = list(found)
    while level:
        deeper = []
        for position in level:
            for cell in board.jumps(position[0]):  # type: ignore[attr-defined]
                if (cell,) not in found:
                    found[(cell,)] = found[position] + 1
                    deeper.append((cell,))
        level = deeper
    return found


def _distances_to_goal(board: Board) -> dict[Any, int]:
    """Compute the distance of every arrangement, even unreachable from the start, to the goal."""
    before: dict[Any, list[Any]] = {}
    for position in _all_positions(board):
        if board.family == "maze":
            jumps = board.jumps(position[0])  # type: ignore[attr-defined]
            after = [(cell,) for cell in jumps]
        else:
            after = [board.play(position, move) for move in board.legal_moves(position)]
        for there in after:
            before.setdefault(there, []).append(position)
    (goal,) = (each for each in _all_positions(board) if _at_goal(board, each))
    found = {goal: 0}
    level = [goal]
    while level:
        deeper = []
        for position in level:
            for there in before.get(position, []):
                if there not in found:
                    found[there] = found[position] + 1
                    deeper.append(there)
        level = deeper
    return found


def _all_positions(board: Board) -> Iterator[Any]:
    if board.family == "maze":
        yield from (
            ((row, column),) for row in range(board.rows) for column in range(board.columns)
        )
        return
    cells = sorted(value for row in board.initial() for value in row)
    for order in _orders(tuple(cells)):
        yield rows_of(order, board.columns)


@cache
def _orders(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Generate the distinct orders of some values."""
    if not values:
        return ((),)
    found = []
    for value in sorted(set(values)):
        at = values.index(value)
        found += [(value, *rest) for rest in _orders(values[:at] + values[at + 1 :])]
    return tuple(found)


def _at_goal(board: Board, position: Any) -> bool:
    if board.family == "maze":
        return bool(position == (board.target,))  # type: ignore[attr-defined]
    return board.is_solved(position)


@pytest.mark.parametrize("family", FAMILIES)
def test_arcs_are_the_moves_of_the_rules(family: str) -> None:
    board = new_board(family, 3, 3, 5)
    graph = explorations.state_graph(board)
    position = board.initial()
    for turn in range(12):
        number = graph.vertex_number(position)
        assert graph.position(number)[-1:] == position[-1:]
        arcs = graph.successors(number)
        made = [(str(move), graph.vertex_number(board.play(position, move))) for move, _ in arcs]
        assert [(str(move), there) for move, there in arcs] == made
        assert sorted(map(str, board.legal_moves(position))) == sorted(name for name, _ in made)
        for move, there in arcs:
            assert (move, number) in graph.predecessors(there)
        if not arcs or (family == "maze" and turn):
            break
        position = board.play(position, arcs[turn % len(arcs)][0])


@pytest.mark.examples(12)
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("origin", ORIGINS)
def test_the_board_of_a_hardest_arrangement_takes_as_many_moves(name: str, origin: str) -> None:
    exploration = Exploration(SMALL[name].puzzle, origin)
    explored = exploration.execute()
    position = exploration.positions_at(exploration.state.depth)[0]
    board = exploration.puzzle_at(position)
    assert board.problems() == []
    known = _distances(board)
    assert min(moves for at, moves in known.items() if _at_goal(board, at)) == explored.depth
    ways = exploration.count_shortest_paths(exploration.graph.vertex_number(position))
    assert ways == count_solutions(board, explored.depth)


def test_shortest_solutions_are_counted() -> None:
    for name in ("sliding 2×3", "rotation 2×3"):
        board = next((b for key, b in SMALL.items() if key.startswith(name.split()[0])), None)
        assert board is not None
        known = distances(board)
        ways = Counter({board.initial(): 1})
        for position in sorted(known, key=known.__getitem__):
            for move in board.legal_moves(position):
                after = board.play(position, move)
                if known[after] == known[position] + 1:
                    ways[after] += ways[position]
        for origin in ORIGINS:
            exploration = Exploration(board, origin)
            exploration.execute()
            goal = board.grid(board.grid_fields[1])
            assert exploration.count_board_solutions() == (ways[goal] or None)


def test_the_hardest_arrangements_are_as_far_as_said() -> None:
    exploration = Exploration(RotationBoard(NINE, NINE), GOAL)
    explored = exploration.execute()
    found = exploration.positions_at(exploration.state.depth)
    assert len(found) == explored.counts[-1] == 20
    assert {exploration.distance(exploration.graph.vertex_number(each)) for each in found} == {11}


@pytest.mark.parametrize(
    "board",
    [
        RotationBoard(grid("1 2 3/4 5 6"), grid("1 2 3/4 5 6")),
        SlidingBoard(grid("1 2 3/4 5 0"), grid("1 2 3/4 5 0")),
        SlidingBoard(grid("1 2 3/4 0 5"), grid("2 1 3/5 4 0")),
        ShiftBoard(grid("1 2 3/4 5 6"), grid("1 2 3/4 5 6")),
    ],
)
def test_odd_permutations_of_the_goal_are_counted(board: Any) -> None:
    explored = Exploration(board).execute()
    expected: Counter[int] = Counter()
    for position, moves in distances(board).items():
        goal = [value for row in board.goal for value in row]
        order = [goal.index(value) for row in position for value in row]
        odd = sum(a > b for at, b in enumerate(order) for a in order[:at]) % 2
        expected[moves] += odd
    assert explored.odd_counts == tuple(expected[moves] for moves in range(len(explored.counts)))
    assert Exploration(board, GOAL).execute().odd_counts[0] == 0


def test_each_turn_makes_an_even_permutation_odd() -> None:
    explored = Exploration(RotationBoard(NINE, NINE)).execute()
    assert explored.odd_counts == tuple(n * (depth % 2) for depth, n in enumerate(BOTH_WAYS))


def test_too_many_arrangements_are_refused_with_their_number() -> None:
    board = new_board("sliding", 2, 8, 1)
    with pytest.raises(PuzzleError, match="10,461,394,944,000"):
        Exploration(board)
    with pytest.raises(PuzzleError, match=r"about 6\.7 × 10²²⁶⁹"):
        Exploration(new_board("rotation", 30, 30, 1))


def test_memory_that_is_not_there_is_refused() -> None:
    board = new_board("rotation", 4, 4, 1, colours=4)
    with pytest.raises(PuzzleError, match="needs 60 MiB of memory"):
        Exploration(board, limits=Limits(memory_mib=1))


def test_at_a_limit_the_whole_levels_are_told() -> None:
    board = RotationBoard(NINE, NINE)
    explored = Exploration(board, limits=Limits(states=2000)).execute()
    assert not explored.complete
    assert explored.counts == BOTH_WAYS[:4]
    assert explored.reason == "The state limit was reached."


def test_a_cancelled_exploration_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorations, "_WORTH_KEEPING", 0.0)
    board = RotationBoard(NINE, NINE)
    first = Exploration(board, GOAL)
    told = first.execute(lambda state: first.cancel() if len(state.counts) == 8 else None)
    assert (told.complete, told.counts) == (False, BOTH_WAYS[:8])
    second = Exploration(board, GOAL)
    assert second.execute().counts == BOTH_WAYS
    assert second.states == sum(BOTH_WAYS[8:])
    third = Exploration(board, GOAL)
    assert (third.execute().counts, third.states) == (BOTH_WAYS, 0)


def test_a_stopped_exploration_goes_on_in_memory() -> None:
    for board, most in ((RotationBoard(NINE, NINE), 8), (load_preset("schonbrunn"), 3)):
        whole = counts(board, GOAL)
        exploration = Exploration(board, GOAL)

        def stop(state: LevelCounts, it: Exploration = exploration, most: int = most) -> None:
            if len(state.counts) == most:
                it.cancel()

        assert exploration.execute(stop).counts == whole[:most]
        exploration.reset()
        assert exploration.execute().counts == whole
        assert exploration.states == sum(whole[most:])


def test_a_maze_that_is_kept_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorations, "_WORTH_KEEPING", 0.0)
    board = load_preset("schonbrunn")
    first = Exploration(board)
    first.execute(lambda state: first.cancel() if len(state.counts) == 3 else None)
    second = Exploration(board)
    kept = second.execute().counts
    table_store.remove_all()
    assert kept == counts(board)


def test_ways_are_counted_after_a_stop() -> None:
    board = new_board("rotation", 3, 3, 4, moves=2)
    exploration = Exploration(board, GOAL)
    exploration.execute(lambda state: exploration.cancel() if len(state.counts) == 5 else None)
    assert exploration.count_board_solutions() == count_solutions(board, 2)

    def enough() -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        exploration.count_board_solutions(enough)


@pytest.mark.thorough
def test_more_ways_are_counted_than_fit_into_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    exploration = Exploration(RotationBoard(NINE, NINE), GOAL)
    exploration.execute()
    far = [
        exploration.graph.vertex_number(each)
        for each in exploration.positions_at(exploration.state.depth)
    ]
    ways = list(map(exploration.count_shortest_paths, far))
    monkeypatch.setattr(explorations, "_MOST_IN_A_WORD", 1.0)
    monkeypatch.setattr(explorations, "_AT_ONCE", 7)
    assert list(map(exploration.count_shortest_paths, far)) == ways


@pytest.mark.parametrize("place", [0.0, 0.1, 0.5, 1.0])
def test_what_is_damaged_on_disk_is_told_and_not_used(
    monkeypatch: pytest.MonkeyPatch, place: float
) -> None:
    monkeypatch.setattr(explorations, "_WORTH_KEEPING", 0.0)
    board = RotationBoard(NINE, NINE)
    first = Exploration(board, GOAL)
    first.execute(lambda state: first.cancel() if len(state.counts) == 8 else None)
    (path,) = table_store.folder().glob("*.table")
    data = bytearray(path.read_bytes())
    data[min(len(data) - 1, round(place * len(data)))] ^= 4
    path.write_bytes(data)
    second = Exploration(board, GOAL)
    assert second.is_saved
    assert second.execute().counts == BOTH_WAYS
    assert second.loaded_depth is None
    assert second.states == sum(BOTH_WAYS)
    assert (
        "The saved results are damaged or from another version. Starting over."
        in second.load_problem
    )
    third = Exploration(board, GOAL)
    assert third.execute().counts == BOTH_WAYS
    assert (third.loaded_depth, third.load_problem, third.states) == (11, "", 0)


def test_reading_what_is_kept_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorations, "_WORTH_KEEPING", 0.0)
    board = RotationBoard(NINE, NINE)
    Exploration(board, GOAL).execute()
    exploration = Exploration(board, GOAL)
    exploration.cancel()
    explored = exploration.execute()
    assert (explored.counts, explored.reason) == ((), "It was cancelled.")
    assert exploration.load_problem == ""
    exploration.reset()
    assert exploration.execute().counts == BOTH_WAYS
    assert exploration.loaded_depth == 11


@pytest.mark.thorough
def test_what_was_kept_is_of_the_same_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorations, "_WORTH_KEEPING", 0.0)
    eight = grid("1 2 3/4 5 6/7 8 0")
    boards = [
        RotationBoard(NINE, NINE),
        RotationBoard(NINE, NINE, "clockwise"),
        RotationBoard(eight, eight),
        SlidingBoard(eight, eight),
        SlidingBoard(eight, grid("8 2 3/4 5 6/7 1 0")),
    ]
    alone = [(counts(board, START), counts(board, GOAL)) for board in boards]
    table_store.remove_all()
    for _ in range(2):
        for board, expected in zip(boards, alone, strict=True):
            assert (counts(board, START), counts(board, GOAL)) == expected


@pytest.mark.thorough
def test_cancelling_reaches_the_kernel() -> None:
    board = new_board("rotation", 4, 4, 1, colours=4)
    exploration = Exploration(board)
    thread = threading.Thread(target=exploration.execute)
    thread.start()
    while exploration.states < 100_000:
        pass
    exploration.cancel()
    thread.join(20)
    assert not thread.is_alive()
    assert not exploration.state.complete

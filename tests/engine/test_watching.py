"""Recorded searches: the same statistics, and every step as it happened."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.engine.run import solve
from puzzlegui.engine.watching import explanations
from puzzlegui.engine.watching import recording as recording_module
from puzzlegui.engine.watching.frontier import frontier
from puzzlegui.engine.watching.methods import METHODS, method_of, watchable_searches
from puzzlegui.engine.watching.neighbours import NeighbourStatus
from puzzlegui.engine.watching.recorder import Recorder
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.engine.watching.store import StateStore
from puzzlegui.solvers.control import Limits, Request
from tests.boards import SMALL

WATCHED = [
    pytest.param(board, solver.name, id=f"{name}-{solver.name}")
    for name, board in SMALL.items()
    for solver in watchable_searches(board)
]


def recorded(board: Board, solver: str, steps: int = 20_000) -> Recording:
    """Return the recording of a finished search."""
    recording = Recorder(board, solver, steps)
    recording.execute()
    recording.release()
    return recording


class _Read(StateStore):
    """Container of states that another thread reads as soon as they are added."""

    recording: Recording

    def append(self, state: Any) -> None:
        super().append(state)
        node = len(self) - 1
        of_nodes = self.recording
        assert self[node] == state
        for each in (of_nodes.keys, of_nodes.before, of_nodes.depths, of_nodes.expanded_at):
            assert each[node] is not None
        if not of_nodes.method.depth_first:
            assert of_nodes.superseded_at[node] == -1


@pytest.mark.parametrize("solver", ["iddfs", "bfs"])
def test_a_node_that_is_counted_is_there_altogether(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _Read.recording = recording = Recorder(SMALL["rotation 3x3 colours"], solver)
    monkeypatch.setattr(recording_module, "StateStore", _Read)
    recording.execute()
    assert isinstance(recording.states, _Read)
    assert len(recording.states)


def test_states_are_kept_and_found_as_they_were() -> None:
    """Compared with a dict; for boards with few values, with many, and for paths."""
    rng = random.Random(3)
    larger = (load_preset("eight-cpp"), 3000), (load_preset("shift-20x20"), 2)
    for board, count in (*((board, 20) for board in SMALL.values()), *larger):
        for solver in watchable_searches(board):
            space = solver.make_space(board)
            kept, found, state = StateStore(space, indexed=True), dict[Any, int](), space.start
            for node in range(count):
                kept.append(state)
                found[state] = node
                around = [after for _, after in space.successors(state)]
                assert [kept.find(one) for one in around] == [found.get(one, -1) for one in around]
                state = rng.choice(around or [space.start])
            assert {kept[node]: node for node in range(len(kept))} == found


def test_a_recording_ends_where_it_takes_too_much() -> None:
    alone = Recorder(load_preset("eight-cpp"), "dfs", max_bytes=100_000)
    alone.execute()
    assert alone.solution is not None
    assert not alone.solution.solved
    assert 100_000 < alone.size < 150_000


def test_recordings_share_what_they_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording_module, "_MOST_BYTES_OF_ALL", 0)
    monkeypatch.setattr(recording_module, "_LEAST_BYTES", 100_000)
    large, small = (recorded(load_preset("eight-cpp"), name) for name in ("dfs", "astar"))
    assert large.solution is not None
    assert not large.solution.solved
    assert small.solution is not None
    assert small.solution.solved


def test_nothing_keeps_a_recording_that_nobody_wants() -> None:
    recording = recorded(load_preset("eight-cpp"), "astar")
    held = weakref.ref(recording)
    gc.disable()
    try:
        del recording
        assert held() is None
    finally:
        gc.enable()


def test_every_search_has_a_row() -> None:
    watched = {s.function.partition(":")[2] for s in SOLVERS if s.watchable}
    assert watched == set(METHODS)


@pytest.mark.parametrize(("board", "solver"), WATCHED)
def test_the_figures_are_the_same_watched_or_not(board: Board, solver: str) -> None:
    recording = recorded(board, solver)
    plain = solve(board.puzzle, solver, Request(Limits(states=20_000)))
    seen = recording.solution
    assert seen is not None
    assert (seen.status, seen.moves, seen.states, seen.lower_bound, seen.optimal) == (
        plain.status, plain.moves, plain.states, plain.lower_bound, plain.optimal,
    )  # fmt: skip
    assert recording.count == plain.states  # a step is a state
    if plain.solved:
        assert recording.moves(recording.steps[-1]) == list(plain.moves)


@pytest.mark.parametrize(("board", "solver"), WATCHED)
def test_every_step_is_told_by_the_rules(board: Board, solver: str) -> None:
    """Replayed by the board itself: each node is one legal move from its parent."""
    recording = recorded(board, solver, 300)
    for node in range(len(recording.depths)):
        position, made, error = board.play_all(recording.moves(node))
        assert error is None
        assert made == recording.depths[node]
        assert recording.position(node) == position
        assert board.is_solved(position) == (node in recording.goals)
    waiting = set() if method_of(recording.solver).depth_first else {0}
    for step, node in enumerate(recording.steps):
        if not recording.method.depth_first:
            assert node in waiting
            waiting.discard(node)
        assert recording.expanded_at[node] == step
        for after in range(recording.first_generated(step), recording.generated(step)):
            waiting.add(after)
            assert recording.method.depth_first or recording.before[after] == node
        if recording.method.proves_optimality:
            assert recording.lower_bound(step) <= recording.lower_bound(recording.count - 1)


def test_only_searches_can_be_watched() -> None:
    board = load_preset("eight-cpp")
    with pytest.raises(PuzzleError, match="cannot be watched step by step; choose from iddfs, dfs"):
        Recorder(board, "optimal")


def test_a_recording_ends_at_its_limit() -> None:
    recording = recorded(load_preset("eight-cpp"), "dfs", 500)
    assert recording.count == 500
    assert recording.solution is not None
    assert not recording.solution.solved


def test_a_recording_can_be_cancelled() -> None:
    recording = Recorder(load_preset("eight-cpp"), "bfs")
    recording.cancel()
    assert recording.execute().status == "cancelled"
    recording.release()


@pytest.mark.parametrize(("board", "solver"), WATCHED)
def test_what_is_listed_next_is_taken_up_next(board: Board, solver: str) -> None:
    """Replayed: the first frontier entry is expanded next, unless a node generated later comes
    first.
    """
    recording = recorded(board, solver, 400)
    watch = RecordingViewer(recording)
    for step in range(recording.count):
        sight = watch.at(step)
        assert sight.tree.counts[sight.tree.depth] > 0
        assert sum(sight.tree.expanded) <= sum(sight.tree.counts)
        assert sight.sentence
        assert sight.answer
        if step + 1 == recording.count or step + 1 in recording.round_starts:
            continue
        after = recording.steps[step + 1]
        assert sight.frontier
        assert sight.frontier[0].state == recording.states[after]
        assert sight.frontier[0].parent == recording.before[after]


def test_trees_do_not_depend_on_the_way_to_a_step() -> None:
    recording = recorded(load_preset("eight-cpp"), "iddfs", 3000)
    one, steps = RecordingViewer(recording), random.Random(4).sample(range(3000), 60)
    for step in steps:
        assert one.at(step).tree == RecordingViewer(recording).at(step).tree


def test_a_large_tree_is_counted_level_by_level() -> None:
    recording = recorded(load_preset("eight-cpp"), "bfs")
    tree = RecordingViewer(recording).at(recording.count - 1).tree
    assert tree.levels == ()
    assert tree.counts[:4] == (1, 2, 4, 8)
    assert sum(tree.counts) == len(recording.depths)


def test_the_parts_of_what_guides_a_search_come_to_it() -> None:
    for name, board in SMALL.items():
        for solver in watchable_searches(board):
            recording = recorded(board, solver.name, 50)
            for node in range(len(recording.depths)):
                parts = RecordingViewer(recording).breakdown(node)
                assert (parts is None) == (not recording.method.guide)
                if parts is not None and parts.terms:
                    assert sum(number for _, number in parts.terms) == parts.total, name


def test_it_says_what_it_would_answer() -> None:
    recording = recorded(load_preset("eight-cpp"), "bfs")
    watch = RecordingViewer(recording)
    assert watch.at(100).answer == ("No solution yet; known lower bound: 7 moves.")
    assert watch.at(recording.count - 1).answer == ("Solution: 16 moves, proved shortest.")
    greedy = recorded(load_preset("eight-cpp"), "best-first")
    assert "50 moves, not proved shortest" in RecordingViewer(greedy).at(greedy.count - 1).answer
    assert RecordingViewer(greedy).goal_step() == greedy.count - 1


def test_a_bound_is_what_the_search_itself_has_shown() -> None:
    for board in SMALL.values():
        for solver in watchable_searches(board):
            recording = recorded(board, solver.name)
            if (
                not recording.method.proves_optimality
                or recording.solution is None
                or not recording.count
            ):
                continue
            assert recording.lower_bound(0) <= 1 or recording.method.guide
            length = recording.solution.length
            for step in range(0, recording.count - 1, 7):
                assert length is None or recording.lower_bound(step) <= length
                shown = frontier(recording, step, 10**6)
                if not recording.method.depth_first and not recording.method.guide and shown:
                    assert recording.lower_bound(step) == min(one.depth for one in shown)


def test_neighbours_are_told_by_what_becomes_of_them() -> None:
    deepening = recorded(load_preset("eight-cpp"), "iddfs", 60)
    watch = RecordingViewer(deepening)
    beyond = next(
        at for at, node in enumerate(deepening.steps)
        if deepening.limits[deepening.round_of(at)] == deepening.depths[node] == 2
    )  # fmt: skip
    assert {one.status for one in watch.at(beyond).neighbours} == {NeighbourStatus.BEYOND}
    assert {one.status for one in watch.at(beyond - 1).neighbours} == {
        NeighbourStatus.NEW,
        NeighbourStatus.PASSED,
    }
    text = explanations.neighbours_text(deepening, watch.at(beyond - 1).neighbours)
    assert text.startswith("New: ")
    assert "; Already on the path: " in text
    marking = RecordingViewer(recorded(load_preset("eight-cpp"), "dfs", 400))
    assert NeighbourStatus.PASSED not in {one.status for one in marking.at(300).neighbours}


@pytest.mark.thorough
def test_a_step_of_the_largest_boards_is_told_soon() -> None:
    for name in ("grid-30x30", "shift-20x20"):
        recording = recorded(load_preset(name), "bfs", 12)
        sight = RecordingViewer(recording).at(recording.count - 1)
        assert len(explanations.frontier_texts(recording, sight.frontier)) == 60


def test_the_next_level() -> None:
    recording = recorded(load_preset("eight-cpp"), "bfs")
    watch, step, depths = RecordingViewer(recording), 0, []
    while step < recording.count - 1:
        step = watch.next_level_step(step)
        depths.append(recording.depths[recording.steps[step]])
    assert depths == [*range(1, 17), 16]


def test_deepening_begins_again_only_after_its_first_round() -> None:
    recording = recorded(load_preset("eight-cpp"), "iddfs", 60)
    first, second = (explanations.step_text(recording, step) for step in recording.round_starts[:2])
    assert "examines only the start" in first
    assert second.startswith("New limit in moves: 1. The search forgets everything")

"""A recording received in blocks equals the recording made in this process."""

import threading
from dataclasses import replace
from typing import Any

import pytest

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import registry
from puzzlegui.engine.watching.recorder import Recorder
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.engine.watching.remote_recording import RemoteRecording
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.solver import Solver
from tests.engine.test_runner import wait_for

WATCHABLE = [solver for solver in registry.SOLVERS if solver.watchable]


def everything(recording: Recording) -> dict[str, Any]:
    """Return all data of a recording."""
    return {
        name: [value[at] for at in range(len(value))]
        for name, value in vars(recording).items()
        if name in {
            "before", "depths", "taken", "steps", "outdated", "keys", "rounds", "limits", "goals",
            "rest", "states", "_ends", "_replaced",
        }
    }  # fmt: skip


@pytest.mark.examples(8)
@pytest.mark.parametrize("solver", WATCHABLE, ids=lambda s: f"{s.family}-{s.name}")
def test_the_same_as_here(solver: Solver) -> None:
    board = new_board(solver.family, 3, 3, 1)
    here, there = Recorder(board, solver.name, 3000), RemoteRecording(board, solver.name, 3000)
    solution = replace(there.execute(), seconds=0.0)
    assert solution == replace(here.execute(), seconds=0.0)
    assert everything(there) == everything(here)
    for node in range(0, len(there.states), 97):
        if here.has_state_index:
            state = here.states[node]
            assert there.states.find(state) == here.states.find(state)
        assert there.position(node) == here.position(node)
    step = there.count // 2
    assert (there.generated(step), there.lower_bound(step)) == (
        here.generated(step),
        here.lower_bound(step),
    )


def test_it_can_be_read_while_it_grows() -> None:
    there = RemoteRecording(load_preset("fifteen-book"), "bfs")
    thread = threading.Thread(target=there.execute)
    thread.start()
    wait_for(lambda: there.count > 1000)
    step = there.count - 1
    assert there.generated(step) > step
    assert there.expanded_at[there.steps[step]] == step
    there.cancel()
    thread.join(60)
    assert there.solution is not None
    assert there.count > step
    assert there.remaining_open

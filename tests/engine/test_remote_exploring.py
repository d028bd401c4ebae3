"""Explorations in a process of their own agree with those in this process."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.graph.level_counts import GOAL, ORIGINS
from puzzlegui.engine.graph.remote_exploration import RemoteExploration
from puzzlegui.families.creation import new_board
from puzzlegui.solvers import table_store
from tests.engine.test_runner import children, wait_for

LARGE = new_board("rotation", 4, 4, 1, colours=4)
BOARDS = [load_preset(name) for name in ("mystery-box", "eight-cpp", "schonbrunn")]


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path) -> Iterator[None]:
    table_store.set_cache_folder(tmp_path / "cache")
    yield
    table_store.set_cache_folder(None)


def prepared(board: Board, origin: str = GOAL) -> RemoteExploration:
    exploration = RemoteExploration(board, origin)
    exploration.prepare()
    return exploration


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.family)
@pytest.mark.examples(2)
def test_the_same_as_here(board: Board, origin: str) -> None:
    here, there = Exploration(board, origin), prepared(board, origin)
    try:
        facts = there.facts
        assert (facts.size, facts.memory_mib) == (here.graph.size, here.graph.memory_mib)
        assert (facts.expected_size, facts.is_saved) == (here.expected_size, here.is_saved)
        explored = replace(there.execute(), seconds=0.0)
        assert explored == replace(here.execute(), seconds=0.0)
        assert there.board_distance == here.board_distance
        assert there.count_shortest_paths(None).execute() == here.count_board_solutions()
        hardest = there.boards_at(there.state.depth)
        for hard, position in zip(hardest[:5], here.positions_at(here.state.depth), strict=False):
            assert hard.number == here.graph.vertex_number(position)
            assert hard.board.puzzle == here.graph.board_from(position).puzzle
            assert hard.puzzle.puzzle == here.puzzle_at(position).puzzle
            ways = there.count_shortest_paths(hard.number).execute()
            assert ways == here.count_shortest_paths(hard.number)
    finally:
        there.close()


@pytest.mark.thorough
def test_stopped_it_goes_on_where_it_was() -> None:
    there = prepared(LARGE)
    thread = threading.Thread(target=there.execute)
    thread.start()
    wait_for(lambda: len(there.state.counts) > 5)
    there.cancel()
    thread.join(60)
    assert there.state.reason == "It was cancelled."
    counts = there.state.counts
    there.reset()
    thread = threading.Thread(target=there.execute)
    thread.start()
    wait_for(lambda: len(there.state.counts) > len(counts))
    assert there.state.counts[: len(counts)] == counts
    there.close()
    thread.join(60)


def test_what_is_refused_is_a_sentence() -> None:
    there = RemoteExploration(load_preset("grid-30x30"), GOAL)
    with pytest.raises(PuzzleError, match="reachable arrangements"):
        there.prepare()
    there.close()
    with pytest.raises(PuzzleError, match="cancelled"):
        there.prepare()


def test_a_process_that_is_gone_is_a_sentence() -> None:
    there = prepared(BOARDS[0])
    for child in children():
        child.kill()
        child.wait(10)
    with pytest.raises(PuzzleError):
        there.execute()
    there.close()


ORPHAN = """
import sys, threading
from pathlib import Path
from puzzlegui.engine.graph.remote_exploration import RemoteExploration
from puzzlegui.families.creation import new_board
from puzzlegui.solvers import table_store
table_store.set_cache_folder(Path(sys.argv[1]))
there = RemoteExploration(new_board("rotation", 4, 4, 1, colours=4), "goal")
there.prepare()
threading.Thread(target=there.execute, daemon=True).start()
while there.state.seconds < 1.2:
    pass
print("now", flush=True)
threading.Event().wait()
"""


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_program_keeps_what_was_found(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ORPHAN, str(tmp_path / "cache")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"now\n"
        found = psutil.Process(parent.pid).children()
        parent.kill()
    psutil.wait_procs(found, timeout=30)
    assert not any(child.is_running() for child in found)
    assert Exploration(LARGE, GOAL).is_saved

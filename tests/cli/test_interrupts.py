import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from puzzlegui import interrupts
from puzzlegui.cli.main import load_command
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.engine.benchmark.benchmark import Benchmark
from puzzlegui.engine.graph.remote_exploration import RemoteExploration
from puzzlegui.engine.run import Stats
from puzzlegui.engine.runner.client import Client
from puzzlegui.engine.watching.remote_recording import RemoteRecording
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Control
from tests.cli.conftest import Run

NUMBERS = [signal.SIGINT, signal.SIGTERM]
STUDY = """
format = "puzzlegui/study"
version = 1
solvers = ["bfs"]
[[boards]]
presets = ["mystery-box"]
"""
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let signals interrupt the command that runs in this process."""
    before = [signal.signal(number, signal.SIG_DFL) for number in NUMBERS]
    monkeypatch.setattr(interrupts, "_terminated_at", -1.0)
    monkeypatch.setattr(interrupts, "_last", signal.SIGINT)
    interrupts.install_handlers()
    yield
    interrupts.acknowledge()
    for number, handler in zip(NUMBERS, before, strict=True):
        signal.signal(number, handler)


def raise_once(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, *numbers: signal.Signals
) -> None:
    """Raise signals after the first call of a method."""
    work = getattr(owner, name)

    def called(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(owner, name, work)
        found = work(*args, **options)
        for number in numbers:
            signal.raise_signal(number)
        return found

    monkeypatch.setattr(owner, name, called)


def signal_when_found(monkeypatch: pytest.MonkeyPatch, number: signal.Signals) -> None:
    """Raise a signal while the command waits for a search that has found a solution."""
    raised: list[int] = []

    def solving(_: ProgressLine, stats: Stats) -> None:
        if stats.best_length is not None and not raised:
            raised.append(number)
            signal.raise_signal(number)

    monkeypatch.setattr(ProgressLine, "show_search", solving)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.puzzle"
    path.write_text(dump_board(new_board("sliding", 6, 6, 3)), encoding="utf-8")
    return path


@pytest.mark.usefixtures("caught")
@pytest.mark.parametrize("number", NUMBERS)
def test_an_interrupted_search_writes_its_best_solution(
    run: Run, large: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    signal_when_found(monkeypatch, number)
    out = large.with_name("out")
    limits = ["--solver", "macro", "--time-limit", 100]
    assert run("solve", large, *limits, "-o", out).status == STATUS[number]
    assert run("verify", large, out).status == 0


@pytest.mark.usefixtures("caught")
def test_two_requests_of_timeout_are_one(
    run: Run, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It signals the program, and then the whole group that the program is in."""
    signal_when_found(monkeypatch, signal.SIGTERM)
    raise_once(monkeypatch, Control, "stop", signal.SIGTERM)
    answer = run("solve", large, "--solver", "macro", "--time-limit", 100)
    assert answer.status == 143
    assert "macro: Solved in" in answer.out


@pytest.mark.usefixtures("caught")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_second_signal_ends_at_once(
    run: Run, large: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(interrupts, "_ONE_REQUEST", 0.0)
    signal_when_found(monkeypatch, number)
    raise_once(monkeypatch, Control, "stop", number)
    answer = run("solve", large, "--solver", "macro", "--time-limit", 100)
    assert (answer.status, answer.out) == (STATUS[number], "")


@pytest.mark.usefixtures("caught")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("owner", "name", "arguments"),
    [
        (RemoteExploration, "execute", ["explore", "preset:mystery-box", "--max-states", 500]),
        (RemoteRecording, "execute", ["watch", "preset:eight-cpp", "--steps", 5, "-o", "x.gif"]),
        (Benchmark, "run", ["study", "STUDY", "--jobs", 1, "-o", "x.sqlite"]),
        (load_command("new"), "dump_board", ["new", "maze"]),
    ],
)
@pytest.mark.examples(2)
def test_every_command_says_which_signal_has_ended_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    owner: Any, name: str, arguments: list[object], number: signal.Signals,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    spec = tmp_path / "x.toml"
    spec.write_text(STUDY)
    raise_once(monkeypatch, owner, name, number)
    arguments = [spec if argument == "STUDY" else argument for argument in arguments]
    assert run(*arguments).status == STATUS[number]


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
def test_a_comparison_outlives_the_signal_that_its_processes_get_too(
    run: Run, large: Path, tmp_path: Path
) -> None:
    """``timeout`` and batch systems signal all processes of a job."""
    out = tmp_path / "rows.json"
    command = [sys.executable, "-m", "puzzlegui", "--folders", str(tmp_path), "compare", str(large)]
    command += ["--solvers", "macro", "--time-limit", "100", "-o", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        watched = psutil.Process(process.pid)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            children = watched.children()
            # Before it serves, a child is Python alone, which the signal ends.
            if children and children[0].num_threads() > 2:
                break
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 143
    gone, alive = psutil.wait_procs(children, timeout=10)
    assert (len(gone), alive) == (len(children), [])
    if out.exists():  # it had found something
        assert "error" not in json.loads(out.read_text(encoding="utf-8"))[0]


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_process_of_a_comparison_leaves_signals_to_its_parent(number: signal.Signals) -> None:
    client = Client()
    try:
        watched = psutil.Process(client.pid)
        deadline = time.monotonic() + 60
        while not _ignores(watched, number) and time.monotonic() < deadline:
            time.sleep(0.02)
        watched.send_signal(number)
        assert client.execute("load", {}) is None
    finally:
        client.close()


def _ignores(process: psutil.Process, number: signal.Signals) -> bool:
    """Return True if a process ignores a signal (Linux only; elsewhere wait half a second)."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        time.sleep(0.5)
        return True
    ignored = int(status.read_text().split("SigIgn:")[1].split()[0], 16)
    return bool(ignored >> (number - 1) & 1)

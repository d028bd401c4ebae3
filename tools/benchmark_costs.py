"""What benchmarks cost, and what outlives kills: ``python -m tools.benchmark_costs``.

Prints rows a second with one process, two, and a cluster of two workers; the processor's time of
client and scheduler for a task; rows lost and doubled by kills; how quickly rows are kept; and the
memory of a client with very many runs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from puzzlegui.engine.benchmark.batch import Batch
from puzzlegui.engine.benchmark.benchmark import Workers
from puzzlegui.engine.benchmark.cluster import ClusterWorkers
from puzzlegui.engine.benchmark.local_workers import BatchResult, LocalWorkers
from puzzlegui.engine.benchmark.parser import load_spec, parse_spec
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row, with_figures
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, Case
from tests.engine.test_benchmark import HEAD, ran, study, wait_for_rows
from tests.engine.test_clusters import SPEC, Cluster, clustered

KILLED = f"""{HEAD}solvers = ["peel", "optimal"]
seeds = [0, 1]
[[boards]]
family = "rotation"
pairs = "0 0 0/0 0 0/0 1 1"
"""
ROWS = 36 * 36 * 2 * 2
"""Of the study that is killed."""
_MANY = "1 2 3/4 5 5"
"""Whose pairs are 129 600, each run with two seeds."""


class Idle:
    """Workers that give every run a row at once, and do nothing."""

    target = 1.0
    max_attempts = 3
    capacity = count = 8

    def __init__(self) -> None:
        self._given: list[Batch] = []
        self.most = 0

    def running(self) -> list[Row]:
        return []

    def stop(self, keys: Sequence[str] | None = None) -> bool:
        return False

    def submit(self, batch: Batch) -> None:
        self._given.append(batch)
        self.most = max(self.most, len(self._given))

    def ended(self, seconds: float) -> list[BatchResult]:
        given, self._given = self._given, []
        return [BatchResult(batch, list(map(_row, batch.cases))) for batch in given]

    def close(self) -> None:
        pass


def _row(case: Case) -> Row:
    figures = {
        "status": "solved", "length": 5, "optimal": True, "lower_bound": 5, "states": 9,
        "seconds": 0.001, "moves": "A1 B1 A1 B1 A1",
    }  # fmt: skip
    return with_figures(Row(case), figures)


def _say(text: str) -> None:
    print(text, flush=True)


def _rows(path: Path) -> tuple[int, int]:
    """How many rows there are, and different keys."""
    with Results(path) as results:
        keys = [row["key"] for row in results.records(["key"])]
    return len(keys), len(set(keys))


def rate(spec: BenchmarkSpec, folder: Path, workers: Workers, rows: int) -> float:
    """Rows a second, the first ones left out."""
    begun: list[tuple[float, int]] = []

    def look(progress: Any) -> bool:
        if not begun and progress.added > rows // 10:
            begun.append((progress.seconds, progress.added))
        return bool(progress.added >= rows)

    path = Path(tempfile.mkdtemp(dir=folder)) / "r.sqlite"
    with Results(path, spec) as results:
        ended = ran(spec, results, workers, look)
    return (ended.added - begun[0][1]) / (ended.seconds - begun[0][0])


def costs(folder: Path, cluster: Cluster, tasks: int) -> tuple[float, float]:
    """Milliseconds of the processor that client and scheduler spend on a task."""
    spec = parse_spec(SPEC, "spec", folder)
    case = next(spec.cases())
    workers = ClusterWorkers(cluster.address, spec.limits)
    scheduler, client = psutil.Process(cluster.scheduler.pid), psutil.Process()
    before = _spent(client), _spent(scheduler)
    under_way = number = 0
    while number < tasks or under_way:
        while number < tasks and under_way < workers.capacity:
            number += 1
            under_way += 1
            workers.submit(Batch(number, (case,)))
        under_way -= len(workers.ended(1.0))
    spent = _spent(client) - before[0], _spent(scheduler) - before[1]
    workers.close()
    return 1000 * spent[0] / tasks, 1000 * spent[1] / tasks


def _spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def kills(folder: Path, count: int, cluster: Cluster | None) -> str:
    """Kill the client so often, and on a cluster a worker in between; tell what that did."""
    (folder / "spec.toml").write_text(KILLED)
    path = Path(tempfile.mkdtemp(dir=folder)) / "r.sqlite"
    arguments: list[object] = [folder / "spec.toml", "-o", path]
    arguments += ["--scheduler", cluster.address] if cluster else ["--jobs", 2]
    done = 0
    for number in range(count):
        process = study(*arguments)
        wait_for_rows(path, min(done + 1 + number * 7 % 40, ROWS))
        process.kill()
        process.communicate()
        done = _rows(path)[0]
        if cluster is not None and number == count // 2:
            cluster.workers[0].kill()
    last = study(*arguments)
    last.communicate()
    rows, keys = _rows(path)
    return f"{count} kills: {ROWS - keys} rows lost, {rows - keys} doubled"


def kept(folder: Path, rows: int, at_once: int) -> float:
    """Rows that are kept in a second."""
    with Results(folder / f"{at_once}.sqlite", parse_spec(SPEC, "spec", folder)) as results:
        begun = time.perf_counter()
        for first in range(0, rows, at_once):
            numbers = range(first, first + at_once)
            keys = (f"{number * 7919 % rows:020}-bfs-0" for number in numbers)
            results.add(_row(Case(key, 0, 0, "b", "b", "rotation", "2×3", "bfs")) for key in keys)
        return rows / (time.perf_counter() - begun)


def memory(folder: Path) -> str:
    """Very many runs that take no time, and the same again, all of which are there."""
    boards = f'[[boards]]\nfamily = "rotation"\npairs = "{_MANY}"\n'
    text = f'{HEAD}solvers = ["bfs"]\nseeds = [0, 1]\n{boards}'
    spec = parse_spec(text, "spec", folder)
    said = []
    for again in (False, True):
        seen: dict[int, float] = {}
        with Results(folder / "many.sqlite", spec) as results:
            idle = Idle()
            begun, spent = time.perf_counter(), _spent(psutil.Process())

            def look(progress: Any, seen: dict[int, float] = seen) -> bool:
                seen[progress.done // 25_000] = psutil.Process().memory_info().rss / 2**20
                return False

            ran(spec, results, idle, look)
            steps = sorted(seen)
            said.append(
                f"{spec.runs} runs {'that are there' if again else 'of no time'}: "
                f"{spec.runs / (time.perf_counter() - begun):.0f}/s, "
                f"{1e6 * (_spent(psutil.Process()) - spent) / spec.runs:.0f} µs of the processor "
                f"each, {seen[steps[1]] if len(steps) > 1 else seen[steps[0]]:.0f} MiB near the "
                f"beginning, {seen[steps[-1]]:.0f} MiB at the end, at most {idle.most} batches"
            )
    return "\n".join(said)


@contextmanager
def _told(what: str) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    _say(f"  ({what}: {time.perf_counter() - begun:.0f} s)")


def main() -> int:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rows", type=int, default=6000, help="of each measurement of speed")
    parser.add_argument("--tasks", type=int, default=2000)
    parser.add_argument("--skip-memory", action="store_true")
    chosen = parser.parse_args()
    spec = load_spec("study:graphs-3x3-pairs")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with _told("processes"):
            for jobs in (1, 2):
                speed = rate(spec, folder, LocalWorkers(jobs, spec.limits), chosen.rows)
                _say(f"{jobs} processes: {speed:.0f} rows/s")
        with _told("cluster"), clustered(folder) as cluster:
            speed = rate(spec, folder, ClusterWorkers(cluster.address, spec.limits), chosen.rows)
            _say(f"a cluster of 2 workers: {speed:.0f} rows/s")
            client, scheduler = costs(folder, cluster, chosen.tasks)
            _say(f"a task: client {client:.2f} ms, scheduler {scheduler:.2f} ms")
        with _told("kills"):
            _say(f"2 processes, {kills(folder, chosen.kills, None)}")
        with _told("kills on a cluster"), clustered(folder) as cluster:
            _say(f"a cluster and a worker, {kills(folder, chosen.kills, cluster)}")
        for at_once in (1, 100, 2000):
            _say(f"rows kept, {at_once} at once: {kept(folder, 20_000, at_once):.0f}/s")
        if not chosen.skip_memory:
            with _told("memory"):
                _say(memory(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())

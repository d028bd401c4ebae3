"""Benchmarks on a real scheduler with two workers, processes on the loopback interface."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.engine.test_benchmark import rows_in, study, wait_for_rows, without_times

SPEC = """format = "puzzlegui/study"
version = 1
solvers = ["bfs", "peel", "optimal"]
[[boards]]
family = "rotation"
pairs = "0 0 0/0 0 0/0 1 1"
"""
ROWS = 36 * 36 * 3


class Cluster(NamedTuple):
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def _started(folder: Path, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _worker(folder: Path, address: str) -> subprocess.Popen[bytes]:
    return _started(
        folder, "distributed.cli.dask_worker", address, "--host", "127.0.0.1", "--nthreads", 1,
        "--no-nanny", "--no-dashboard", "--local-directory", folder,
    )  # fmt: skip


def _whole(path: Path) -> bool:
    return path.exists() and path.read_text().rstrip().endswith("}")


@contextmanager
def clustered(folder: Path) -> Iterator[Cluster]:
    """Start a scheduler and two workers."""
    where = folder / "scheduler.json"
    scheduler = _started(
        folder, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", 0,
        "--no-dashboard", "--no-show", "--scheduler-file", where,
    )  # fmt: skip
    processes = [scheduler]
    try:
        until = time.monotonic() + 60
        while not _whole(where) and time.monotonic() < until:
            time.sleep(0.05)
        address = json.loads(where.read_text())["address"]
        workers = [_worker(folder, address) for _ in range(2)]
        processes += workers
        yield Cluster(address, scheduler, workers)
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with clustered(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    folder = tmp_path_factory.mktemp("alone")
    (folder / "spec.toml").write_text(SPEC)
    process = study(folder / "spec.toml", "-o", folder / "r.sqlite")
    process.communicate()
    return without_times(rows_in(folder / "r.sqlite"))


@pytest.mark.thorough
def test_workers_and_client_may_die(
    cluster: Cluster, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    (tmp_path / "spec.toml").write_text(SPEC)
    path = tmp_path / "r.sqlite"
    arguments = [tmp_path / "spec.toml", "--scheduler", cluster.address, "-o", path]
    first = study(*arguments)
    wait_for_rows(path, 200)
    cluster.workers[0].kill()
    wait_for_rows(path, 600)
    first.kill()
    first.communicate()
    second = study(*arguments)
    out, err = second.communicate(timeout=120)
    assert (second.returncode, err) == (0, b"")
    assert out.startswith(f"{ROWS:,} results".encode())
    assert without_times(rows_in(path)) == expected


@pytest.mark.thorough
def test_without_its_scheduler_a_study_ends_and_goes_on_elsewhere(
    cluster: Cluster, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    (tmp_path / "spec.toml").write_text(SPEC)
    path = tmp_path / "r.sqlite"
    process = study(tmp_path / "spec.toml", "--scheduler", cluster.address, "-o", path)
    wait_for_rows(path, 100)
    cluster.scheduler.kill()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert b"lost the scheduler at" in err
    assert err.count(b"\n") == 1
    rest = study(tmp_path / "spec.toml", "-o", path)
    rest.communicate()
    assert rest.returncode == 0
    assert without_times(rows_in(path)) == expected


@pytest.mark.thorough
def test_an_address_that_answers_nothing_is_told_soon(tmp_path: Path) -> None:
    process = study(
        "study:korf-100", "--scheduler", "tcp://127.0.0.1:9", "-o", tmp_path / "r.sqlite"
    )
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.startswith(b"puzzlegui: no scheduler answers at tcp://127.0.0.1:9")
    assert err.count(b"\n") == 1

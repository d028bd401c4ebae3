"""Execution of batches by processes on this machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import NamedTuple

from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.solution import Status
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.engine.benchmark.batch import Batch
from puzzlegui.engine.benchmark.rows import Row, Stage, figures_of, with_figures
from puzzlegui.engine.benchmark.spec import Case
from puzzlegui.engine.memory import memory_limit
from puzzlegui.engine.runner.client import ProcessDiedError, TaskFailedError, failure_text
from puzzlegui.engine.runner.pool import Pool, RemoteTask
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.solvers.control import Limits

_GRACE = 0.5
"""Seconds in which a stopped run must report its best solution."""


class BatchResult(NamedTuple):
    """Result of a batch.

    Attributes:
        batch: the batch.
        rows: None if the batch was lost.
        reason: reason why it was lost.
    """

    batch: Batch
    rows: list[Row] | None
    reason: str = ""


class LocalWorkers:
    """Processes that each run one batch at a time; a process that dies is replaced.

    Args:
        jobs: number of processes.
        limits: limits of each run. The processes share memory and processors, unless it says how
            much of them a run may use.
        isolated: every run has a new process.
    """

    def __init__(self, jobs: int, limits: Limits, *, isolated: bool = False) -> None:
        if jobs > 1 and limits.memory_mib is None:
            limits = replace(limits, memory_mib=int(memory_limit(limits) / jobs))
        if jobs > 1 and limits.threads is None:
            limits = replace(limits, threads=max(1, (os.cpu_count() or 1) // jobs))
        self._limits, self._isolated = limits, isolated
        self.target = 0.0 if isolated else 0.25
        """Seconds that a batch should take; 0 for a single run."""
        self.max_attempts = 1 if isolated else 3
        """Number of times that a run is started if its process is lost."""
        self._pool = Pool(idle=0 if isolated else jobs)
        self._given: SimpleQueue[Batch | None] = SimpleQueue()
        self._ended: SimpleQueue[BatchResult] = SimpleQueue()
        self._at_work: dict[int, _SingleRun | _ManyRuns] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"benchmark-{number}", daemon=True)
            for number in range(jobs)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def capacity(self) -> int:
        """Number of batches that may be under way, so that no process is idle."""
        return len(self._threads) * (1 if self._isolated else 2)

    @property
    def count(self) -> int:
        """Number of processes."""
        return len(self._threads)

    def running(self) -> list[Row]:
        """Return the rows of the runs that report their progress."""
        with self._lock:
            return [job.row for job in self._at_work.values() if isinstance(job, _SingleRun)]

    def submit(self, batch: Batch) -> None:
        """Queue a batch."""
        self._given.put(batch)

    def ended(self, seconds: float) -> list[BatchResult]:
        """Return the batches that have ended since the last call.

        Args:
            seconds: time to wait for the first.
        """
        found = []
        try:
            found.append(self._ended.get(timeout=seconds))
            while True:
                found.append(self._ended.get_nowait())
        except Empty:
            return found

    def stop(self, keys: Sequence[str] | None = None) -> bool:
        """Stop runs, and return True: their best solutions will be reported.

        Args:
            keys: keys of the runs; None to stop all and start no more batches.
        """
        with self._lock:
            self._closed = self._closed or keys is None
            for job in self._at_work.values():
                if keys is None or (isinstance(job, _SingleRun) and job.row.case.key in keys):
                    job.stop()
        return True

    def close(self) -> None:
        """Kill every process."""
        with self._lock:
            self._closed = True
            for job in self._at_work.values():
                job.kill()
        for _ in self._threads:
            self._given.put(None)
        for thread in self._threads:
            thread.join()
        self._pool.close()

    # --- in the thread of a process ---

    def _work(self) -> None:
        while (batch := self._given.get()) is not None:
            with self._lock:
                if self._closed:
                    self._ended.put(BatchResult(batch, None))
                    continue
                job = self._at_work[batch.number] = self._begin(batch)
            try:
                ended = BatchResult(batch, job.execute())
            except (PuzzleError, TaskFailedError) as error:
                ended = BatchResult(batch, None, str(error))
            with self._lock:
                del self._at_work[batch.number]
            self._ended.put(ended)

    def _begin(self, batch: Batch) -> _SingleRun | _ManyRuns:
        if len(batch.cases) > 1:
            return _ManyRuns(batch, self._limits, self.target, self._pool)
        return _SingleRun(batch.cases[0], self._limits, self._pool, measured=self._isolated)


class _ManyRuns:
    """Several runs that a process executes in sequence and reports at the end."""

    def __init__(self, batch: Batch, limits: Limits, seconds: float, pool: Pool) -> None:
        self._batch = batch
        self._order = RemoteTask("benchmark", batch.order(limits, seconds), pool)
        self.stop = self.kill = self._order.kill

    def execute(self) -> list[Row]:
        """Return their rows; raises PuzzleError and TaskFailedError."""
        return self._batch.rows(self._order.execute())


class _SingleRun:
    """A run that reports its progress.

    Attributes:
        row: current row of the run.
    """

    def __init__(self, case: Case, limits: Limits, pool: Pool, *, measured: bool) -> None:
        self.row = Row(case, Stage.RUNNING)
        self._limits, self._pool, self._measured = limits, pool, measured
        self._stopped = False
        self._run: RemoteRun | None = None
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Ask the run to stop; its best solution is used if it is reported at once."""
        self._end(lambda run: run.cancel(_GRACE))

    def kill(self) -> None:
        """Kill its process."""
        self._end(lambda run: run.kill())

    def _end(self, how: Callable[[RemoteRun], None]) -> None:
        with self._lock:
            self._stopped = True
            if self._run is not None:
                how(self._run)

    def execute(self) -> list[Row]:
        """Return its row; raises ProcessDiedError if its process died without a solution."""
        case = self.row.case
        try:
            run = RemoteRun(
                parse_board(case.board), case.solver, case.request(self._limits), self._pool
            )
            run.on_stats = self._take_figures
            with self._lock:
                if self._stopped:
                    return [self.row.cancelled()]
                self._run = run
            solution = run.execute()
        except ProcessDiedError:
            raise
        except TaskFailedError as error:
            return [self._failed(failure_text(error))]
        except Exception as error:  # noqa: BLE001 - the other runs go on after any error
            return [self._failed(as_sentence(error))]
        if self._stopped and not solution.solved:
            return [self.row.cancelled()]
        row = replace(with_figures(self.row, figures_of(solution)), stopped=self._stopped)
        if row.status is Status.CANCELLED:
            row = row.cancelled()
        return [row]

    def _failed(self, reason: str) -> Row:
        return self.row.cancelled() if self._stopped else self.row.failed(reason)

    def _take_figures(self) -> None:
        assert self._run is not None
        stats = self._run.last_stats
        self.row = replace(
            self.row,
            phase=stats.phase,
            seconds=stats.seconds,
            states=stats.states,
            lower_bound=stats.lower_bound,
            length=stats.best_length,
            memory_mib=self._run.peak_mib if self._measured else None,
            improvements=stats.improvements,
        )

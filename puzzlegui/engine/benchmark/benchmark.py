"""Execution of a benchmark: submits batches, stores their rows, and repeats lost runs."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol, Self

from puzzlegui.core.errors import as_sentence
from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.batch import Batch
from puzzlegui.engine.benchmark.local_workers import BatchResult
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row, cross_checked
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, Case

_log = logging.getLogger(__name__)
_LARGEST = 2000
"""Greatest number of runs in a batch."""
_UNDER_WAY = 200_000
"""Greatest number of runs under way, at about 2 KB each, however many workers there are."""
_ASKED = 500
"""Greatest number of runs whose rows are queried together."""
_WAIT = 0.05
"""Seconds between two polls of the workers."""
_MAKING = 0.02
"""Greatest time in seconds to generate boards before the workers are polled again."""
_LAST = 1.0
"""Seconds after which stopped runs count as gone."""


class Workers(Protocol):
    """Executors of batches; any thread may call ``running`` and ``stop``.

    Attributes:
        target: seconds that a batch should take; 0 for a single run.
        max_attempts: number of times that a run is started if its worker is lost.
    """

    target: float
    max_attempts: int

    @property
    def capacity(self) -> int: ...

    @property
    def count(self) -> int: ...

    def running(self) -> list[Row]: ...

    def submit(self, batch: Batch) -> None: ...

    def ended(self, seconds: float) -> list[BatchResult]: ...

    def stop(self, keys: Sequence[str] | None = None) -> bool: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class BenchmarkProgress:
    """Progress of a benchmark.

    Attributes:
        done: number of runs that have a row, from this session or before.
        total: number of all runs.
        added: number of rows of this session.
        seconds: duration of this session.
        workers: current number of workers.
    """

    done: int
    total: int
    added: int
    seconds: float
    workers: int


class Benchmark:
    """A session of a benchmark; it ends when every run has a row, or when it is stopped.

    Any thread may read the rows, or stop runs. As a context manager it closes the workers.

    Args:
        spec: the benchmark to run.
        results: file of the rows.
        workers: executors of the runs.
        listed: number of runs, from the first, whose rows are available during the session.
    """

    def __init__(
        self, spec: BenchmarkSpec, results: Results, workers: Workers, listed: int = 0
    ) -> None:
        self._spec, self._results, self._workers = spec, results, workers
        self._again: deque[Batch] = deque()
        self._ready: deque[Case] = deque()
        """Runs without a row that are in no batch yet."""
        self._all_made = False
        self._number = 0
        self._mean = 0.0
        """Mean duration of a run in seconds, 0 if unknown."""
        self._there = self._skipped = self._added = 0
        self._begun = time.perf_counter()
        self._lock = threading.Lock()
        self._under_way: set[int] = set()
        self._missing: Iterator[list[Case]] | None = None
        self._stopping = False
        self._last: float | None = None
        """Time at which stopped runs count as gone."""
        self._unwanted: set[str] = set()
        """Keys of stopped runs."""
        self._rows = [Row(case) for case in islice(spec.cases(), listed)]
        self._numbers: dict[str, list[int]] = {}
        for row in self._rows:
            self._numbers.setdefault(row.case.key, []).append(row.number)

    @property
    def progress(self) -> BenchmarkProgress:
        done = max(self._there, self._skipped) + self._added
        seconds = time.perf_counter() - self._begun
        return BenchmarkProgress(done, self._spec.runs, self._added, seconds, self._workers.count)

    @property
    def rows(self) -> list[Row]:
        """Current rows of the first runs, cross-checked."""
        self._show(self._workers.running())
        with self._lock:
            return cross_checked(self._rows)

    def run(
        self, on_progress: Callable[[BenchmarkProgress], None] = lambda _: None
    ) -> BenchmarkProgress:
        """Run all runs without a row; may be called again after an interrupt.

        Args:
            on_progress: called many times a second.

        Raises:
            PuzzleError: rows cannot be written, or the cluster is gone.
        """
        if self._missing is None:
            self._missing = self._begin()
        while not self._ended():
            on_progress(self.progress)
            if not self._stopping:
                self._submit(self._missing)
            elif self._last is None:
                sent = self._workers.stop()
                self._last = time.monotonic() + (_LAST if sent else 0.0)
            if self._under_way:
                ended = self._workers.ended(_WAIT)
                self._under_way.difference_update(result.batch.number for result in ended)
                self._take(ended)
        if self._all_made and not (self._under_way or self._again or self._stopping):
            self._results.set_run_count()
        return self.progress

    def _begin(self) -> Iterator[list[Case]]:
        if count := self._results.remove_invalid():
            _log.warning("%d rows are not valid; their runs are run again", count)
        self._there = self._results.count()
        self._show(self._results.rows_of([row.case for row in self._rows]))
        return self._without_row()

    def _ended(self) -> bool:
        if self._last is not None and time.monotonic() > self._last:
            return True
        return not self._under_way and (self._all_made or self._stopping) and not self._again

    def _submit(self, missing: Iterator[list[Case]]) -> None:
        """Submit as many batches as the workers have room for."""
        until = time.monotonic() + _WAIT
        while len(self._under_way) < self._workers.capacity:
            batch = self._next(missing, until)
            if batch is None:
                break
            self._under_way.add(batch.number)
            self._workers.submit(batch)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def stop(self) -> None:
        """Stop all runs; their rows count as cancelled at once, even if results still arrive."""
        self._stopping = True
        self._workers.stop()
        self._cancel(None)

    def stop_runs(self, keys: Collection[str]) -> None:
        """Stop the runs of these keys in the same way."""
        with self._lock:
            self._unwanted.update(keys)
        self._workers.stop(list(keys))
        self._cancel(keys)

    def _cancel(self, keys: Collection[str] | None) -> None:
        self._show(self._workers.running())
        with self._lock:
            for number, row in enumerate(self._rows):
                if not row.ended and (keys is None or row.case.key in keys):
                    self._rows[number] = row.cancelled()

    def _without_row(self) -> Iterator[list[Case]]:
        """Yield the runs that have no row yet, without duplicates, in groups."""
        cases = self._spec.cases()
        seen: set[str] = set()  # keys of the last group, since boards may be repeated
        while some := list(_soon(cases)):
            known = self._results.existing_keys([case.key for case in some]) | seen
            seen = {case.key for case in some}
            found = []
            for case in some:
                if case.key in known:
                    self._skipped += 1
                elif case.error:
                    known.add(case.key)
                    self._keep([Row(case).failed(case.error)])
                else:
                    known.add(case.key)
                    found.append(case)
            yield found

    def _next(self, missing: Iterator[list[Case]], until: float) -> Batch | None:
        """Return another batch; None if there is none, or none in time."""
        if self._again:
            return self._again.popleft()
        size = 1
        if self._mean:
            most = min(_LARGEST, _UNDER_WAY // self._workers.capacity)
            size = max(1, min(most, int(self._workers.target / self._mean)))
        while len(self._ready) < size and not self._all_made:
            if (some := next(missing, None)) is None:
                self._all_made = True
            else:
                self._ready += some
            if time.monotonic() > until:
                break
        cases: list[Case] = []
        while self._ready and len(cases) < size:
            case = self._ready.popleft()
            if case.key not in self._unwanted:
                cases.append(case)
        return self._numbered(tuple(cases)) if cases else None

    def _numbered(self, cases: tuple[Case, ...], tries: int = 0) -> Batch:
        self._number += 1
        return Batch(self._number, cases, tries)

    def _take(self, ended: Sequence[BatchResult]) -> None:
        """Store the rows of finished batches, and repeat those without rows."""
        found: list[Row] = []
        for batch, rows, reason in ended:
            if rows is not None:
                found += rows
                seconds = sum(row.seconds or 0.0 for row in rows) / len(rows)
                self._mean = 0.7 * self._mean + 0.3 * seconds if self._mean else seconds + 1e-4
                if len(rows) < len(batch.cases):  # the batch ran out of time
                    rest = tuple(batch.cases[len(rows) :])
                    self._again.append(self._numbered(rest, batch.attempts))
            elif self._stopping:
                continue
            elif batch.attempts + 1 < self._workers.max_attempts:
                # A single run may be the cause: repeat each separately, so that the others succeed.
                for case in batch.cases:
                    self._again.append(self._numbered((case,), batch.attempts + 1))
            else:
                found += batch.failed(self._lost(reason))
        self._keep(found)

    def _lost(self, reason: str) -> str:
        if self._workers.max_attempts == 1:
            return as_sentence(reason)
        text = tr("The worker was lost {count} times. {reason}")
        return text.format(count=str(self._workers.max_attempts), reason=as_sentence(reason))

    def _keep(self, rows: Sequence[Row]) -> None:
        """Store rows, except those of stopped runs, which are run again in another session."""
        kept = [row for row in rows if not row.stopped]
        if kept:
            added = self._results.add(kept)
            self._added += added
            self._skipped += len(kept) - added
        self._show(rows)

    def _show(self, rows: Iterable[Row]) -> None:
        with self._lock:
            for row in rows:
                for number in self._numbers.get(row.case.key, ()):
                    before = self._rows[number]
                    if row.ended or not before.ended:
                        self._rows[number] = replace(row, case=before.case)


def _soon(cases: Iterator[Case]) -> Iterator[Case]:
    """Yield the next runs: many, or as many as are generated at once."""
    until = time.monotonic() + _MAKING
    for case in islice(cases, _ASKED):
        yield case
        if time.monotonic() > until:
            return

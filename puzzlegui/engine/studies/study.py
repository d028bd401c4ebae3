"""Running a study: batches go out, rows come in and are kept, whoever is lost is made up for."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from puzzlegui.core.language import tr
from puzzlegui.engine.studies.batch import Batch, failed
from puzzlegui.engine.studies.local import Ended
from puzzlegui.engine.studies.results import Results
from puzzlegui.engine.studies.spec import Case, Spec

_log = logging.getLogger(__name__)
_TRIES = 3
"""So often a run is begun that is lost with whoever ran it."""
_LARGEST = 2000
"""Runs in a batch at most."""
_UNDER_WAY = 200_000
"""Runs that are under way at most, about 2 KB each, however many workers there are."""
_ASKED = 500
"""Runs whose rows are looked for together, at most."""
_WAIT = 0.05
"""Seconds between two looks."""
_MAKING = 0.02
"""Seconds that the boards of some runs may take to be made before anything else is looked at."""


class Workers(Protocol):
    """Who runs batches."""

    target: float

    @property
    def capacity(self) -> int: ...

    @property
    def count(self) -> int: ...

    def submit(self, batch: Batch) -> None: ...

    def ended(self, seconds: float) -> list[Ended]: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Progress:
    """How far a study has come.

    Attributes:
        done: runs that have a row, from this session or before.
        total: all of them.
        added: rows of this session.
        seconds: of this session.
        workers: how many there are now.
    """

    done: int
    total: int
    added: int
    seconds: float
    workers: int


class Study:
    """One session of a study; it ends when every run has a row, or when it is asked to.

    Args:
        spec: what to run.
        results: where the rows go.
        workers: who runs them; they are closed at the end.
    """

    def __init__(self, spec: Spec, results: Results, workers: Workers) -> None:
        self._spec, self._results, self._workers = spec, results, workers
        self._again: deque[Batch] = deque()
        self._ready: deque[Case] = deque()
        """Runs without a row that are in no batch yet."""
        self._all_made = False
        self._number = 0
        self._mean = 0.0
        """Seconds that a run takes, as far as is known."""
        self._there = self._skipped = self._added = 0
        self._begun = time.perf_counter()

    @property
    def progress(self) -> Progress:
        done = max(self._there, self._skipped) + self._added
        seconds = time.perf_counter() - self._begun
        return Progress(done, self._spec.runs, self._added, seconds, self._workers.count)

    def run(self, look: Callable[[Progress], bool] = lambda _: True) -> Progress:
        """Run what has no row yet.

        Args:
            look: is called many times a second; False ends the session.

        Raises:
            PuzzleError: rows cannot be written, or the cluster is gone.
        """
        missing = self._missing()
        under_way: set[int] = set()
        try:
            if count := self._results.remove_invalid():
                _log.warning("%d rows are not valid; their runs are run again", count)
            self._there = self._results.count()
            while look(self.progress):
                until = time.monotonic() + _WAIT
                while len(under_way) < self._workers.capacity:
                    batch = self._next(missing, until)
                    if batch is None:
                        break
                    under_way.add(batch.number)
                    self._workers.submit(batch)
                if under_way:
                    ended = self._workers.ended(_WAIT)
                    under_way.difference_update(batch.number for batch, _, _ in ended)
                    self._take(ended)
                elif self._all_made:
                    break
        finally:
            self._workers.close()
        return self.progress

    def _missing(self) -> Iterator[list[Case]]:
        """The runs that have no row yet, each once, some at a time."""
        cases = self._spec.cases()
        seen: set[str] = set()  # of the last runs, as boards may be there twice
        while some := list(_soon(cases)):
            known = self._results.known([case.key for case in some]) | seen
            seen = {case.key for case in some}
            found = []
            for case in some:
                if case.key in known:
                    self._skipped += 1
                else:
                    known.add(case.key)
                    found.append(case)
            yield found

    def _next(self, missing: Iterator[list[Case]], until: float) -> Batch | None:
        """Another batch; None if there is none, or none by then."""
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
        cases = tuple(self._ready.popleft() for _ in range(min(size, len(self._ready))))
        return self._numbered(cases) if cases else None

    def _numbered(self, cases: tuple[Case, ...], tries: int = 0) -> Batch:
        self._number += 1
        return Batch(self._number, cases, tries)

    def _take(self, ended: Sequence[Ended]) -> None:
        """Keep the rows of batches, and have those run again that have none."""
        kept: list[dict[str, Any]] = []
        for batch, rows, reason in ended:
            if rows is not None:
                kept += rows
                seconds = sum(float(row.get("seconds") or 0.0) for row in rows) / len(rows)
                self._mean = 0.7 * self._mean + 0.3 * seconds if self._mean else seconds + 1e-4
                if len(rows) < len(batch.cases):  # it took longer than was thought
                    rest = batch.cases[len(rows) :]
                    self._again.append(self._numbered(rest, batch.tries))
            elif batch.tries + 1 < _TRIES:
                # One of them may be to blame: each goes alone, so that the others have rows.
                for case in batch.cases:
                    self._again.append(self._numbered((case,), batch.tries + 1))
            else:
                said = tr("The worker was lost {count} times: {reason}.")
                kept += failed(batch.cases, said.format(count=str(_TRIES), reason=reason))
        if kept:
            added = self._results.add(kept)
            self._added += added
            self._skipped += len(kept) - added


def _soon(cases: Iterator[Case]) -> Iterator[Case]:
    """The next runs: many, or as many as are made at once."""
    until = time.monotonic() + _MAKING
    for case in islice(cases, _ASKED):
        yield case
        if time.monotonic() > until:
            return

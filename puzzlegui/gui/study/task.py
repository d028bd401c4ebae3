"""What the study window has done in threads: looking at a study, and a session of one."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from puzzlegui.core.files import check_writable
from puzzlegui.engine.studies.cluster import ClusterWorkers
from puzzlegui.engine.studies.local import LocalWorkers
from puzzlegui.engine.studies.reading import load_spec
from puzzlegui.engine.studies.results import Results
from puzzlegui.engine.studies.spec import Spec
from puzzlegui.engine.studies.study import Progress, Study, Workers
from puzzlegui.export.settings import CancelledError
from puzzlegui.gui.threads.patience import patiently

_SPAN = 10.0
"""Seconds over which the rows a second are told."""


class Choice(NamedTuple):
    """What is to be run, where its rows go, and who runs it.

    Attributes:
        source: the file of the study, or ``study:NAME``.
        rows: the file of the rows.
        jobs: processes on this machine.
        address: of a scheduler that has the workers instead; empty for none.
    """

    source: str
    rows: Path
    jobs: int
    address: str


class Prospect(NamedTuple):
    """What is known of a study before it is begun.

    Attributes:
        spec: what it runs.
        there: rows that there are already.
    """

    spec: Spec
    there: int


def look_at(choice: Choice, folder: Path) -> Prospect:
    """Read what a study is to run, and the file of its rows.

    Args:
        choice: what is to be run, and where its rows go.
        folder: is made if rows are to go there.

    Raises:
        PuzzleError: with what is wrong with either.
    """
    spec = load_spec(choice.source)
    if choice.rows.parent == folder:
        with suppress(OSError):  # as is said below
            folder.mkdir(parents=True, exist_ok=True)
    check_writable(choice.rows)
    if not choice.rows.exists() or not choice.rows.stat().st_size:
        return Prospect(spec, 0)
    with Results(choice.rows, spec, reading=True) as results:
        return Prospect(spec, results.count())


class Session:
    """A study that runs, from its start or from where it was stopped, to its end or until then.

    Attributes:
        progress: how far it has come; None before there is something to tell.
        cancelled: it is to end.
    """

    def __init__(self, spec: Spec, choice: Choice) -> None:
        self._spec, self._choice = spec, choice
        self.progress: Progress | None = None
        self.cancelled = False

    def execute(self) -> Progress:
        """Run it; raises PuzzleError and CancelledError."""
        with Results(self._choice.rows, self._spec) as results:
            return Study(self._spec, results, self._workers()).run(self._look)

    def cancel(self) -> None:
        """Ask it to end at once; every row so far is kept."""
        self.cancelled = True

    def release(self) -> None:
        """Nothing is held beyond its end."""

    def _workers(self) -> Workers:
        if not self._choice.address:
            return LocalWorkers(self._choice.jobs, self._spec.limits)
        return patiently(self._connected, lambda: not self.cancelled)

    def _connected(self) -> Workers:
        """The workers of the scheduler, which may take its time to answer."""
        workers = ClusterWorkers(self._choice.address, self._spec.limits)
        if self.cancelled:
            workers.close()
            raise CancelledError
        return workers

    def _look(self, progress: Progress) -> bool:
        self.progress = progress
        return not self.cancelled


class Pace:
    """How many rows come in a second, of late."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, progress: Progress) -> None:
        """Take in how far a session has come."""
        self._seen.append((progress.seconds, progress.added))
        while len(self._seen) > 2 and self._seen[1][0] < progress.seconds - _SPAN:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        """Rows in a second; 0 where that cannot be told."""
        if not self._seen:
            return 0.0
        (begun, before), (now, added) = self._seen[0], self._seen[-1]
        return (added - before) / (now - begun) if now > begun else 0.0

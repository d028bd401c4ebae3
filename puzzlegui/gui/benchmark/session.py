"""What the window has done in threads: looking at a benchmark, and running it."""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegui.core.counting import clock, counted, decimal, group_digits
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import check_writable
from puzzlegui.core.language import ngettext, tr
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark.benchmark import Benchmark, Progress, Workers
from puzzlegui.engine.benchmark.cluster import ClusterWorkers
from puzzlegui.engine.benchmark.local import LocalWorkers
from puzzlegui.engine.benchmark.reading import (
    PREFIX,
    SOURCES,
    dump_document,
    load_document,
    load_spec,
    parse_spec,
)
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row, judged
from puzzlegui.engine.benchmark.spec import Spec
from puzzlegui.exporters.settings import CancelledError
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.patience import patiently

LISTED = 1000
"""Runs whose rows are shown; of the others the summary tells."""
_SPAN = 10.0
"""Seconds over which the results a second are told."""
_LONG, _VERY_LONG = 90 * 60, 48 * 3600
_FOLDER = "studies"
_MOST = 50
"""Benchmarks whose results files are remembered."""


class Prospect(NamedTuple):
    """What is known of a benchmark before it is run.

    Attributes:
        spec: what it runs.
        document: the tables of its file; None if it has none.
        boards: a line for each kind of its boards.
        there: results that there are already.
        rows: the first ones.
    """

    spec: Spec
    document: Mapping[str, Any] | None
    boards: Sequence[str]
    there: int
    rows: Sequence[Row]

    @property
    def words(self) -> str:
        """What the benchmark is going to be."""
        text = tr("{runs} on {boards}.").format(
            runs=counted(self.spec.runs, "run"), boards=counted(self.spec.boards, "board")
        )
        if self.there:
            said = ngettext(
                "{count} result is already saved; the benchmark continues from there.",
                "{count} results are already saved; the benchmark continues from there.",
                self.there,
            )
            text += "\n" + said.format(count=group_digits(self.there))
        return text


def look_at(
    source: str, document: Mapping[str, Any] | None, results: Path | None, folder: Path
) -> Prospect:
    """Read what a benchmark runs, and the file of its results.

    Args:
        source: its file, or ``study:NAME``; empty for one that has no file.
        document: the tables of one that has no file.
        results: the file of its results; None if they are not kept.
        folder: is made if results are to go there.

    Raises:
        PuzzleError: with what is wrong with either.
    """
    if document is not None:
        spec = parse_spec(dump_document(document), "benchmark", Path())
    else:
        spec = load_spec(source)
        if source.removeprefix(PREFIX) not in SOURCES:
            document = load_document(source)
    boards = [line_of(table) for table in document["boards"]] if document is not None else [
        load_preset(name).title for name in _presets_of(source)
    ]  # fmt: skip
    rows = [Row(case) for case in islice(spec.cases(), LISTED)]
    if results is None:
        return Prospect(spec, document, boards, 0, rows)
    if results.parent == folder:
        with suppress(OSError):  # as is said below
            folder.mkdir(parents=True, exist_ok=True)
    check_writable(results)
    if not results.exists() or not results.stat().st_size:
        return Prospect(spec, document, boards, 0, rows)
    with Results(results, spec, reading=True) as file:
        for row in file.rows_of([row.case for row in rows]):
            rows[row.number] = row
        return Prospect(spec, document, boards, file.count(), judged(rows))


def _presets_of(source: str) -> list[str]:
    table = SOURCES[source.removeprefix(PREFIX)]
    return list(dict.fromkeys(run.preset for run in table.runs))


def line_of(table: Mapping[str, Any]) -> str:
    """Return a line that describes a ``[[boards]]`` table that can be read."""
    if table.get("presets") == "all":
        return tr("All boards of the gallery")
    if "presets" in table:
        return ", ".join(load_preset(name).title for name in table["presets"])
    if "files" in table:
        return ", ".join(table["files"])
    if "board" in table:
        fields = json.loads(table["board"])
        return str(fields.get("title") or tr("Untitled board"))
    if "new" in table:
        sizes = ", ".join(size.replace("x", "×") for size in table["sizes"])
        count = _count_of(table.get("seeds", [0]))
        said = ngettext(
            "{family} {sizes}: {count} board each", "{family} {sizes}: {count} boards each", count
        )
        family = FAMILIES[table["new"]].title
        return said.format(family=family, sizes=sizes, count=group_digits(count))
    if "pairs" in table:
        return tr("All pairs of arrangements of {values}").format(values=table["pairs"])
    count = len(table["starts"])
    said = ngettext("{title}: {count} start", "{title}: {count} starts", count)
    return said.format(title=table.get("title", table["family"]), count=group_digits(count))


def _count_of(seeds: Any) -> int:
    if isinstance(seeds, str):
        first, _, last = seeds.partition("..")
        return int(last) - int(first) + 1
    return len(seeds) if isinstance(seeds, list) else 1


def copy_results(source: Path, target: Path) -> None:
    """Copy a results file, also one that is being read; raises PuzzleError."""
    try:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
            one.backup(other)
    except sqlite3.Error as error:
        said = tr("{path}: cannot be used as a results file: {reason}")
        raise PuzzleError(said.format(path=str(target), reason=str(error))) from None


class Session:
    """A benchmark that runs, from its start or from where it was stopped, to its end or until then.

    Args:
        spec: what is run.
        results: the file of its results.
        jobs: processes on this machine.
        address: of a scheduler that has the workers instead; empty for none.

    Attributes:
        progress: how far it has come; None before there is something to tell.
        cancelled: it is to end.
    """

    def __init__(self, spec: Spec, results: Path, jobs: int, address: str) -> None:
        self._spec, self._results, self._jobs, self._address = spec, results, jobs, address
        self._benchmark: Benchmark | None = None
        self.progress: Progress | None = None
        self.cancelled = False

    @property
    def rows(self) -> list[Row] | None:
        """The first rows, as they are now; None before there are any."""
        return None if self._benchmark is None else self._benchmark.rows

    def execute(self) -> Progress:
        """Run it; raises PuzzleError and CancelledError."""
        with (
            Results(self._results, self._spec) as results,
            Benchmark(self._spec, results, self._workers(), LISTED) as benchmark,
        ):
            self._benchmark = benchmark
            if self.cancelled:
                benchmark.stop()
            return benchmark.run(self._look)

    def cancel(self) -> None:
        """Ask it to end at once; every result so far is kept."""
        self.cancelled = True
        if self._benchmark is not None:
            self._benchmark.stop()

    def stop_runs(self, rows: Sequence[Row]) -> None:
        """End some runs alone."""
        if self._benchmark is not None:
            self._benchmark.stop_runs([row.case.key for row in rows])

    def release(self) -> None:
        """Nothing is held beyond its end."""

    def _workers(self) -> Workers:
        limits = self._spec.limits
        if not self._address:
            return LocalWorkers(self._jobs, limits, isolated=self._spec.isolated)
        return patiently(self._connected, lambda: not self.cancelled)

    def _connected(self) -> Workers:
        """The workers of the scheduler, which may take its time to answer."""
        workers = ClusterWorkers(self._address, self._spec.limits)
        if self.cancelled:
            workers.close()
            raise CancelledError
        return workers

    def _look(self, progress: Progress) -> None:
        self.progress = progress


class Pace:
    """How many results come in a second, of late."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, progress: Progress) -> None:
        """Take in how far a session has come."""
        self._seen.append((progress.seconds, progress.added))
        while len(self._seen) > 2 and self._seen[1][0] < progress.seconds - _SPAN:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        """Results in a second; 0 where that cannot be told."""
        if not self._seen:
            return 0.0
        (begun, before), (now, added) = self._seen[0], self._seen[-1]
        return (added - before) / (now - begun) if now > begun else 0.0

    def words(self, progress: Progress, failed: int, *, running: bool) -> str:
        """Return how far a session has come, in a line.

        Args:
            progress: of the session.
            failed: runs that gave no result.
            running: it goes on.
        """
        done, total = group_digits(progress.done), group_digits(progress.total)
        parts = [tr("{done} of {total} runs").format(done=done, total=total)]
        if running and progress.total > LISTED:
            parts.append(tr("{rate} results/s").format(rate=decimal(self.rate, 1)))
            if self.rate > 0:
                left = duration(max(0, progress.total - progress.done) / self.rate)
                parts.append(tr("{time} left").format(time=left))
            parts.append(counted(progress.workers, "worker"))
        if failed:
            said = ngettext("{count} failure", "{count} failures", failed)
            parts.append(said.format(count=group_digits(failed)))
        if progress.total > LISTED:
            said = tr("the table lists the first {count} runs")
            parts.append(said.format(count=group_digits(LISTED)))
        return "  ·  ".join(parts)


def duration(seconds: float) -> str:
    """Return how long something takes, more or less: ``1:05``, ``about 3 h``."""
    if seconds < _LONG:
        return clock(seconds)
    if seconds < _VERY_LONG:
        return tr("about {number} h").format(number=group_digits(round(seconds / 3600)))
    return tr("about {number} days").format(number=group_digits(round(seconds / 86400)))


class ResultsFiles:
    """The results file of every benchmark.

    Args:
        settings: remember the files that were chosen.
        data: the program's folder for what the user has made; need not exist.

    Attributes:
        folder: where the results of benchmarks are that come with the program; need not exist.
    """

    def __init__(self, settings: Settings, data: Path) -> None:
        self._settings = settings
        self.folder = data / _FOLDER

    def of(self, source: str) -> Path:
        """Return the results file of a benchmark: the one chosen last, else the default.

        Args:
            source: the file of the benchmark, or ``study:NAME``.
        """
        chosen = self._chosen().get(source)
        if chosen and Path(chosen).parent.is_dir():
            return Path(chosen)
        return self._default(source)

    def choose(self, source: str, path: Path) -> None:
        """Remember the results file of a benchmark."""
        chosen = self._chosen()
        chosen.pop(source, None)
        if path != self._default(source):
            chosen[source] = str(path)
        kept = dict(list(chosen.items())[-_MOST:])
        self._settings["study files"] = json.dumps(kept) if kept else ""

    def _default(self, source: str) -> Path:
        if source.startswith(PREFIX):
            return self.folder / f"{source.removeprefix(PREFIX)}.sqlite"
        return Path(source).with_suffix(".sqlite")

    def _chosen(self) -> dict[str, str]:
        try:
            found = json.loads(self._settings["study files"])
        except (ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: value for key, value in found.items() if isinstance(value, str)}

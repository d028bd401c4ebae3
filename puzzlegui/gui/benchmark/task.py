"""Background work of the benchmark window: previewing and running a benchmark."""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import check_writable
from puzzlegui.core.formatting import decimal, group_digits, minutes_and_seconds, quantity
from puzzlegui.core.language import ngettext, tr
from puzzlegui.documents.presets import TITLES
from puzzlegui.engine.benchmark.benchmark import Benchmark, BenchmarkProgress, Workers
from puzzlegui.engine.benchmark.cluster import ClusterWorkers
from puzzlegui.engine.benchmark.local_workers import LocalWorkers
from puzzlegui.engine.benchmark.parser import (
    BUILTIN_PREFIX,
    SOURCES,
    dump_document,
    load_document,
    load_spec,
    parse_spec,
)
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row, cross_checked
from puzzlegui.engine.benchmark.spec import BenchmarkSpec
from puzzlegui.exporters.settings import CancelledError
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.abandonable_threads import run_cancellable

LISTED = 1000
"""Maximum number of runs listed; the summary covers all runs."""
_RATE_SECONDS = 10.0
"""Period of the moving average of results per second, in seconds."""
_LONG, _VERY_LONG = 90 * 60, 48 * 3600
_FOLDER = "studies"
_MAX_REMEMBERED = 50
"""Maximum number of benchmarks whose results files are remembered."""


class BenchmarkPreview(NamedTuple):
    """Contents of a benchmark before it is run.

    Attributes:
        spec: specification of the runs.
        document: tables of its file; None if it has no file.
        boards: description of each of its ``[[boards]]`` tables.
        saved: number of saved results.
        rows: first rows.
    """

    spec: BenchmarkSpec
    document: Mapping[str, Any] | None
    boards: Sequence[str]
    saved: int
    rows: Sequence[Row]

    @property
    def text(self) -> str:
        """Description of the benchmark."""
        text = tr("{runs} on {boards}.").format(
            runs=quantity(self.spec.runs, "run"), boards=quantity(self.spec.boards, "board")
        )
        if self.saved:
            template = ngettext(
                "{count} result is already saved; the benchmark continues from there.",
                "{count} results are already saved; the benchmark continues from there.",
                self.saved,
            )
            text += "\n" + template.format(count=group_digits(self.saved))
        return text


def load_preview(
    source: str, document: Mapping[str, Any] | None, results: Path | None, folder: Path
) -> BenchmarkPreview:
    """Read a benchmark and its results file.

    Args:
        source: file of the benchmark, or ``study:NAME``; empty if it has no file.
        document: tables of a benchmark without a file.
        results: results file; None if results are not saved.
        folder: default folder of results files, created if needed.

    Raises:
        PuzzleError: the benchmark or its results file is invalid.
    """
    if document is not None:
        spec = parse_spec(dump_document(document), "benchmark", Path())
    else:
        spec = load_spec(source)
        if source.removeprefix(BUILTIN_PREFIX) not in SOURCES:
            document = load_document(source)
    boards = [boards_text(table) for table in document["boards"]] if document is not None else [
        str(tr(TITLES[name])) for name in _presets_of(source)
    ]  # fmt: skip
    rows = [Row(case) for case in islice(spec.cases(), LISTED)]
    if results is None:
        return BenchmarkPreview(spec, document, boards, 0, rows)
    if results.parent == folder:
        with suppress(OSError):  # check_writable() reports the error
            folder.mkdir(parents=True, exist_ok=True)
    check_writable(results)
    if not results.exists() or not results.stat().st_size:
        return BenchmarkPreview(spec, document, boards, 0, rows)
    with Results(results, spec, reading=True) as file:
        for row in file.rows_of([row.case for row in rows]):
            rows[row.number] = row
        return BenchmarkPreview(spec, document, boards, file.count(), cross_checked(rows))


def _presets_of(source: str) -> list[str]:
    table = SOURCES[source.removeprefix(BUILTIN_PREFIX)]
    return list(dict.fromkeys(run.preset for run in table.runs))


def boards_text(table: Mapping[str, Any]) -> str:
    """Return the description of a valid ``[[boards]]`` table."""
    if table.get("presets") == "all":
        return tr("All boards of the gallery")
    if "presets" in table:
        return ", ".join(str(tr(TITLES[name])) for name in table["presets"])
    if "files" in table:
        return ", ".join(table["files"])
    if "board" in table:
        fields = json.loads(table["board"])
        return str(fields.get("title") or tr("Untitled board"))
    if "new" in table:
        sizes = ", ".join(size.replace("x", "×") for size in table["sizes"])
        count = _count_of(table.get("seeds", [0]))
        template = ngettext(
            "{family} {sizes}: {count} board each", "{family} {sizes}: {count} boards each", count
        )
        family = FAMILIES[table["new"]].title
        return template.format(family=family, sizes=sizes, count=group_digits(count))
    if "pairs" in table:
        return tr("All pairs of arrangements of {values}").format(values=table["pairs"])
    count = len(table["starts"])
    template = ngettext("{title}: {count} start", "{title}: {count} starts", count)
    return template.format(title=table.get("title", table["family"]), count=group_digits(count))


def _count_of(seeds: Any) -> int:
    if isinstance(seeds, str):
        first, _, last = seeds.partition("..")
        return int(last) - int(first) + 1
    return len(seeds) if isinstance(seeds, list) else 1


def copy_results(source: Path, target: Path) -> None:
    """Copy a results file, even while it is being read.

    Raises:
        PuzzleError: a file cannot be used.
    """
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
            original.backup(copy)
    except sqlite3.Error as error:
        template = tr("{path}: cannot be used as a results file: {reason}")
        raise PuzzleError(template.format(path=str(target), reason=str(error))) from None


class BenchmarkTask:
    """Run of a benchmark as a task; resumes after saved results.

    Args:
        spec: specification of the runs.
        results: results file.
        jobs: number of local processes.
        address: address of a Dask scheduler; empty to run locally.

    Attributes:
        progress: latest progress; None before the first report.
        cancelled: True after ``cancel``.
    """

    def __init__(self, spec: BenchmarkSpec, results: Path, jobs: int, address: str) -> None:
        self._spec, self._results, self._jobs, self._address = spec, results, jobs, address
        self._benchmark: Benchmark | None = None
        self.progress: BenchmarkProgress | None = None
        self.cancelled = False

    @property
    def rows(self) -> list[Row] | None:
        """Current first rows; None before the run has started."""
        return None if self._benchmark is None else self._benchmark.rows

    def execute(self) -> BenchmarkProgress:
        """Run the benchmark.

        Raises:
            PuzzleError: the results file or the scheduler cannot be used.
            CancelledError: cancelled before it was started.
        """
        with (
            Results(self._results, self._spec) as results,
            Benchmark(self._spec, results, self._workers(), LISTED) as benchmark,
        ):
            self._benchmark = benchmark
            if self.cancelled:
                benchmark.stop()
            return benchmark.run(self._on_progress)

    def cancel(self) -> None:
        """Stop all runs; results so far are kept."""
        self.cancelled = True
        if self._benchmark is not None:
            self._benchmark.stop()

    def stop_runs(self, rows: Sequence[Row]) -> None:
        """Stop only some runs."""
        if self._benchmark is not None:
            self._benchmark.stop_runs([row.case.key for row in rows])

    def release(self) -> None:
        """Do nothing: no resources are held after the end."""

    def _workers(self) -> Workers:
        limits = self._spec.limits
        if not self._address:
            return LocalWorkers(self._jobs, limits, isolated=self._spec.isolated)
        return run_cancellable(self._connect, lambda: not self.cancelled)

    def _connect(self) -> Workers:
        """Connect to the scheduler, which may be slow to answer."""
        workers = ClusterWorkers(self._address, self._spec.limits)
        if self.cancelled:
            workers.close()
            raise CancelledError
        return workers

    def _on_progress(self, progress: BenchmarkProgress) -> None:
        self.progress = progress


class RateEstimator:
    """Moving average of results per second."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def add(self, progress: BenchmarkProgress) -> None:
        """Record the progress of a run."""
        self._seen.append((progress.seconds, progress.added))
        while len(self._seen) > 2 and self._seen[1][0] < progress.seconds - _RATE_SECONDS:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        """Results per second; 0 if unknown."""
        if not self._seen:
            return 0.0
        (begun, before), (now, added) = self._seen[0], self._seen[-1]
        return (added - before) / (now - begun) if now > begun else 0.0

    def progress_text(self, progress: BenchmarkProgress, failed: int, *, running: bool) -> str:
        """Return the progress of a run as a line of text.

        Args:
            progress: progress of the run.
            failed: number of runs that failed.
            running: True while the benchmark runs.
        """
        done, total = group_digits(progress.done), group_digits(progress.total)
        parts = [tr("{done} of {total} runs").format(done=done, total=total)]
        if running and progress.total > LISTED:
            parts.append(tr("{rate} results/s").format(rate=decimal(self.rate, 1)))
            if self.rate > 0:
                left = duration_text(max(0, progress.total - progress.done) / self.rate)
                parts.append(tr("{time} left").format(time=left))
            parts.append(quantity(progress.workers, "worker"))
        if failed:
            template = ngettext("{count} failure", "{count} failures", failed)
            parts.append(template.format(count=group_digits(failed)))
        if progress.total > LISTED:
            template = tr("the table lists the first {count} runs")
            parts.append(template.format(count=group_digits(LISTED)))
        return "  ·  ".join(parts)


def duration_text(seconds: float) -> str:
    """Return a duration as rounded text: ``1:05``, ``about 3 h``."""
    if seconds < _LONG:
        return minutes_and_seconds(seconds)
    if seconds < _VERY_LONG:
        return tr("about {number} h").format(number=group_digits(round(seconds / 3600)))
    return tr("about {number} days").format(number=group_digits(round(seconds / 86400)))


class ResultsFiles:
    """Paths of the results files of all benchmarks.

    Args:
        settings: settings that store the chosen files.
        data: folder of the user's data; may not exist yet.

    Attributes:
        folder: folder of the results of built-in benchmarks; may not exist yet.
    """

    def __init__(self, settings: Settings, data: Path) -> None:
        self._settings = settings
        self.folder = data / _FOLDER

    def path_of(self, source: str) -> Path:
        """Return the results file of a benchmark: the last chosen file, or the default.

        Args:
            source: file of the benchmark, or ``study:NAME``.
        """
        chosen = _chosen(self._settings["study files"]).get(source)
        if chosen and Path(chosen).parent.is_dir():
            return Path(chosen)
        return self._default(source)

    def choose(self, source: str, path: Path) -> None:
        """Store the chosen results file of a benchmark."""
        is_default = path == self._default(source)

        def with_path(stored: str) -> str:
            chosen = _chosen(stored)
            chosen.pop(source, None)
            if not is_default:
                chosen[source] = str(path)
            kept = dict(list(chosen.items())[-_MAX_REMEMBERED:])
            return json.dumps(kept) if kept else ""

        self._settings.change("study files", with_path)

    def _default(self, source: str) -> Path:
        if source.startswith(BUILTIN_PREFIX):
            return self.folder / f"{source.removeprefix(BUILTIN_PREFIX)}.sqlite"
        return Path(source).with_suffix(".sqlite")


def _chosen(stored: str) -> dict[str, str]:
    """Return the results files chosen for benchmarks, from the setting that stores them."""
    try:
        paths = json.loads(stored)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(paths, dict):
        return {}
    return {key: value for key, value in paths.items() if isinstance(value, str)}

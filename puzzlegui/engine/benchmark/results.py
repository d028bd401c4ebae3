"""SQLite file with the rows of a benchmark, safe from crashes and concurrent sessions."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import reason_of
from puzzlegui.core.language import tr
from puzzlegui.core.locks import Lock
from puzzlegui.core.solution import Status
from puzzlegui.engine.benchmark.rows import FAILED, Row, with_figures
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, Case

COLUMNS = (
    "key", "board", "family", "size", "solver", "seed", "status", "length", "optimal",
    "lower_bound", "states", "seconds", "error", "memory_mib", "count", "moves",
)  # fmt: skip
"""Columns of the table ``runs``; files of earlier versions lack those of ``_ADDED``."""
_ADDED = {"memory_mib": "REAL", "count": "INTEGER", "moves": "TEXT"}

_APPLICATION = 0x50475354  # PGST
_SCHEMA = f"""
CREATE TABLE runs (
    key TEXT PRIMARY KEY, board TEXT, family TEXT, size TEXT, solver TEXT, seed INTEGER,
    status TEXT, length INTEGER, optimal INTEGER, lower_bound INTEGER, states INTEGER,
    seconds REAL, error TEXT, {", ".join(f"{name} {kind}" for name, kind in _ADDED.items())}
) WITHOUT ROWID;
CREATE TABLE study (name TEXT PRIMARY KEY, value TEXT);
PRAGMA application_id = {_APPLICATION};
"""
_STATUSES = [FAILED, *(status.value for status in Status)]
_INVALID = f"""
DELETE FROM runs WHERE (
    typeof(key) = 'text' AND typeof(board) = 'text' AND typeof(family) = 'text'
    AND typeof(size) = 'text' AND typeof(solver) = 'text' AND typeof(seed) = 'integer'
    AND status IN ({", ".join("?" * len(_STATUSES))})
    AND CASE WHEN status = '{Status.SOLVED.value}'
        THEN typeof(length) = 'integer' AND length >= 0 ELSE length IS NULL END
    AND CASE WHEN status = '{FAILED}' THEN typeof(error) = 'text'
        ELSE optimal IN (0, 1) AND typeof(states) = 'integer' AND states >= 0
        AND typeof(seconds) = 'real' AND seconds >= 0
        AND (lower_bound IS NULL OR typeof(lower_bound) = 'integer' AND lower_bound >= 0) END
) IS NOT 1
"""  # noqa: S608 - only marks and names of this program
_MOST_ASKED = 500
"""Number of keys in a query; old versions of SQLite allow 999."""


_STEPS = 100_000
"""Instructions of SQLite's virtual machine between checks for cancellation."""


_ERRNOS = {8: errno.EACCES, 10: errno.EIO, 13: errno.ENOSPC}
"""Error numbers of the system for those of SQLite: read-only, input or output, full."""


class Results:
    """File with a benchmark's rows; for one thread, and written by one session at a time.

    Args:
        path: created if it does not exist; None to keep the rows in memory.
        spec: benchmark of the results; None to read any results.
        reading: open an existing file without writing.

    Raises:
        PuzzleError: it is not a results file, is of another benchmark, is being written by another
            session, or cannot be used; raised by every method.
    """

    def __init__(
        self, path: Path | None, spec: BenchmarkSpec | None = None, *, reading: bool = False
    ) -> None:
        import sqlite3  # used by no other command

        self._path = path
        self._error = sqlite3.Error
        self._lock: Lock | None = None
        writing = spec is not None and not reading
        name = "file::memory:"
        if path is not None:
            name = f"{path.absolute().as_uri()}?mode={'rwc' if writing else 'ro'}"
            if writing:
                self._take_lock(path.resolve())
        try:
            with self._database_errors():
                self._file = sqlite3.connect(name, uri=True, timeout=10)
            try:
                with self._database_errors():
                    self._prepare(spec, reading)
            except PuzzleError:
                self._file.close()
                raise
        except PuzzleError:
            self._release_lock()
            raise

    def _take_lock(self, path: Path) -> None:
        """Lock the file, so that no other session does the same work."""
        lock = Lock(path.with_name(f"{path.name}.lock"))
        try:
            if lock.acquire():
                self._lock = lock
                return
        except OSError as error:
            raise self._unusable(reason_of(error)) from None
        holder = lock.holder()
        text = tr(
            "{path}: another PuzzleGUI is running a benchmark with this file. Stop it there, or "
            "choose another file"
        )
        if holder == os.getpid():
            text = tr(
                "{path}: another window is running a benchmark with this file. Stop it there, or "
                "choose another file"
            )
        elif holder is not None:
            text = tr(
                "{path}: another PuzzleGUI (process {number}) is running a benchmark with this "
                "file. Stop it there, or choose another file"
            )
        raise PuzzleError(text.format(path=str(self._path), number=str(holder)))

    def _release_lock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def _unusable(self, reason: object) -> PuzzleError:
        text = tr("{path}: cannot be used as a results file: {reason}")
        return PuzzleError(text.format(path=str(self._path), reason=str(reason)))

    @contextmanager
    def _database_errors(self) -> Iterator[None]:
        """Convert SQLite's errors to PuzzleError."""
        try:
            yield
        except (self._error, UnicodeDecodeError) as error:  # its message may quote what is damaged
            code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
            known = OSError(_ERRNOS[code], "") if code in _ERRNOS else error
            raise self._unusable(reason_of(known)) from None

    def _prepare(self, spec: BenchmarkSpec | None, reading: bool) -> None:
        file = self._file
        ((application,),) = file.execute("PRAGMA application_id")
        ((tables,),) = file.execute("SELECT count(*) FROM sqlite_master")
        if spec is not None and not tables and not reading:
            file.execute("PRAGMA journal_mode = WAL")
            file.executescript(f"BEGIN; {_SCHEMA}")
            file.executemany(
                "INSERT INTO study VALUES (?, ?)",
                [
                    ("digest", spec.digest), ("title", spec.title), ("runs", str(spec.runs)),
                    ("figures", json.dumps(spec.maxima)),
                ],
            )  # fmt: skip
            file.commit()
        elif application != _APPLICATION:
            text = tr("{path}: is not a results file; it belongs to another program")
            raise PuzzleError(text.format(path=str(self._path)))
        elif spec is not None and self.metadata().get("digest") != spec.digest:
            text = tr(
                "{path}: contains results of another benchmark, “{title}”; choose another file"
            )
            title = self.metadata().get("title", "")
            raise PuzzleError(text.format(path=str(self._path), title=title))
        if spec is not None and not reading:
            # A power failure may lose the last rows, which are run again then; a kill loses none.
            file.execute("PRAGMA synchronous = NORMAL")
            again = "REPLACE INTO study VALUES ('digest', ?)"  # fails if the file is not writable
            file.execute(again, [spec.digest])
            file.rollback()
            for name in _ADDED.keys() - self._columns():
                file.execute(f"ALTER TABLE runs ADD COLUMN {name} {_ADDED[name]}")

    def _columns(self) -> set[str]:
        with self._database_errors():
            return {name for _, name, *_ in self._file.execute("PRAGMA table_info(runs)")}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._release_lock()

    def set_cancel_check(self, wanted: Callable[[], bool]) -> None:
        """Abort queries with a PuzzleError once ``wanted`` returns False."""
        self._file.set_progress_handler(lambda: not wanted(), _STEPS)

    def metadata(self) -> dict[str, str]:
        """Return the file's metadata: ``digest``, ``title``, ``runs``, and ``figures`` in JSON."""
        with self._database_errors():
            found = self._file.execute("SELECT name, value FROM study")
            return {str(name): str(value) for name, value in found}

    def existing_keys(self, keys: Sequence[str]) -> set[str]:
        """Return the keys that have a row."""
        return {key for (key,) in self._of_keys("key", keys)}

    def rows_of(self, cases: Sequence[Case]) -> Iterator[Row]:
        """Yield the stored rows of the given runs."""
        found = self._of_keys(self._listed(COLUMNS), [case.key for case in cases])
        known = {record[0]: dict(zip(COLUMNS, record, strict=True)) for record in found}
        for case in cases:
            if (record := known.get(case.key)) is not None:
                yield _row(case, record)

    def _of_keys(self, columns: str, keys: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        for first in range(0, len(keys), _MOST_ASKED):
            some = keys[first : first + _MOST_ASKED]
            marks = ", ".join("?" * len(some))
            asked = f"SELECT {columns} FROM runs WHERE key IN ({marks})"  # noqa: S608 - only names and marks
            with self._database_errors():
                yield from self._file.execute(asked, some)

    def _listed(self, columns: Sequence[str]) -> str:
        """Return the columns of a query, with NULL for those that an earlier version lacks."""
        there = self._columns()
        return ", ".join(name if name in there else f"NULL AS {name}" for name in columns)

    def add(self, rows: Iterable[Row]) -> int:
        """Store rows, all or none, and return their number; existing rows stay unchanged.

        Raises:
            PuzzleError: they cannot be written.
        """
        marks = ", ".join("?" * len(COLUMNS))
        before = self._file.total_changes
        try:
            with self._file:
                self._file.executemany(
                    f"INSERT OR IGNORE INTO runs ({', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608 - only marks
                    map(_record, rows),
                )
        except self._error as error:
            text = tr(
                "{path}: could not save results: {reason}. Earlier results are kept, and the "
                "benchmark can continue from there"
            )
            raise PuzzleError(text.format(path=str(self._path), reason=str(error))) from None
        return self._file.total_changes - before

    def remove_invalid(self) -> int:
        """Remove rows that no run can have written, and return their number."""
        try:
            with self._file:
                return self._file.execute(_INVALID, _STATUSES).rowcount
        except self._error as error:
            text = tr("{path}: cannot be used as a results file: {reason}")
            raise PuzzleError(text.format(path=str(self._path), reason=str(error))) from None

    def count(self) -> int:
        """Return the number of rows."""
        with self._database_errors():
            ((count,),) = self._file.execute("SELECT count(*) FROM runs")
            return int(count)

    def set_run_count(self) -> None:
        """Record that every run has a row; equal boards share rows, so there may be fewer."""
        with self._database_errors(), self._file:
            count = "REPLACE INTO study SELECT 'runs', CAST(count(*) AS TEXT) FROM runs"
            self._file.execute(count)

    def records(self, columns: Sequence[str] = COLUMNS) -> Iterator[dict[str, Any]]:
        """Yield the columns of every row, by solver, seed and key."""
        asked = f"SELECT {self._listed(columns)} FROM runs ORDER BY solver, seed, key"  # noqa: S608 - only names
        for record in self.query(asked):
            yield dict(zip(columns, record, strict=True))

    def query(self, question: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the result of an SQL query."""
        with self._database_errors(), closing(self._file.execute(question)) as found:
            yield from found


def _record(row: Row) -> list[Any]:
    """Return a row as the values of the file's columns."""
    case = row.case
    named = [case.key, case.title, case.family, case.size, case.solver, case.seed, row.outcome]
    if row.error:
        return [*named, None, None, None, None, None, row.error, None, None, None]
    return [
        *named, row.length, int(row.optimal), row.lower_bound, row.states, row.seconds, None,
        row.memory_mib, row.count, row.moves,
    ]  # fmt: skip


def _row(case: Case, record: Mapping[str, Any]) -> Row:
    """Return the row of a record; raises PuzzleError if the record is not valid."""
    if record["status"] == FAILED:
        return Row(case).failed(str(record["error"]))
    figures = {
        name: record[name]
        for name in ("status", "length", "states", "seconds", "memory_mib", "count", "moves")
    }
    figures["optimal"] = bool(record["optimal"])
    figures["lower_bound"] = record["lower_bound"] or 0
    return with_figures(Row(case), figures)

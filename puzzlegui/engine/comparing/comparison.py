"""Comparing solvers: which runs there are, how many at a time, and what has come of each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Self

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, sentence
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.engine import registry
from puzzlegui.engine.comparing.process import ProcessRun
from puzzlegui.engine.comparing.rows import Row, Stage, judged
from puzzlegui.engine.comparing.sourced import SourceTable
from puzzlegui.engine.comparing.subjects import Subject
from puzzlegui.engine.memory import memory_limit
from puzzlegui.solvers.control import Request

_WAIT = 0.05
"""Seconds from one look to the next."""


def rows_of(subjects: Iterable[Subject], solvers: Sequence[str], request: Request) -> list[Row]:
    """The rows of a comparison, none of them begun.

    Args:
        subjects: the boards.
        solvers: names; none for all that can do what is asked. A name that another family has is
            left out where it cannot be meant.
        request: limits and other wishes.

    Raises:
        PuzzleError: no family has a solver of a name.
    """
    known = dict.fromkeys([registry.AUTO, *(solver.name for solver in registry.SOLVERS)])
    if unknown := [name for name in solvers if name not in known]:
        text = tr("There is no solver “{name}”. Choose from {names}.")
        message = text.format(name=unknown[0], names=", ".join(known))
        raise PuzzleError(with_suggestion(message, unknown[0], known))
    rows: list[Row] = []
    for group, subject in enumerate(subjects):
        if subject.board is None:
            failed = Row(len(rows), group, subject.name, None, "").failed(subject.error)
            rows.append(failed)
            continue
        for solver in _solvers_for(subject.board, solvers, request):
            row = Row(len(rows), group, subject.name, subject.board, solver, request)
            rows.append(_objected(row))
    return rows


def rows_of_source(table: SourceTable, boards: Callable[[str], Board], seconds: float) -> list[Row]:
    """The rows that reproduce a source's figures, with these beside them.

    Args:
        table: the source's.
        boards: makes a board from a preset's name.
        seconds: the time limit of each.
    """
    rows: list[Row] = []
    groups = list(dict.fromkeys(run.preset for run in table.runs))
    known = {name: boards(name) for name in groups}
    for run in table.runs:
        limits = replace(run.request.limits, seconds=seconds)
        request = replace(run.request, limits=limits)
        name = run.preset
        row = Row(len(rows), groups.index(name), name, known[name], run.solver, request)
        rows.append(replace(row, figures=run.figures))
    return rows


def _solvers_for(board: Board, solvers: Sequence[str], request: Request) -> Iterator[str]:
    own = [solver.name for solver in registry.solvers_of(board.family)]
    if not solvers:
        for name in own:
            if not registry.objection(board, name, request):
                yield name
        return
    wanted = list(dict.fromkeys(solvers))
    able = [name for name in wanted if name == registry.AUTO or name in own]
    yield from able or wanted


def _objected(row: Row) -> Row:
    """A row whose solver cannot do what is asked has ended before it began."""
    assert row.board is not None
    if objection := registry.objection(row.board, row.solver, row.request):
        return row.failed(sentence(objection))
    return row


class Comparison:
    """Runs, at most so many at a time, each in a process of its own.

    Any thread may ask for the rows, or end one. As a context manager it ends all at the end.

    Args:
        rows: what is to be run.
        jobs: so many at a time; of one alone the times can be compared.
    """

    def __init__(self, rows: Sequence[Row], jobs: int = 1) -> None:
        self._rows = list(rows)
        self._shown: list[Row] = []
        self._jobs = max(1, jobs)
        self._runs: dict[int, ProcessRun] = {}
        self._waiting = [row.number for row in rows if not row.ended]
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._gone: list[ProcessRun] = []
        self.version = 0

    # --- what is asked ---

    @property
    def rows(self) -> list[Row]:
        """All rows as they are now, in the order in which they are run."""
        with self._lock:
            if not self._shown:
                self._shown = judged(self._rows)
            return list(self._shown)

    @property
    def done(self) -> bool:
        """Whether nothing is running, nor waits."""
        with self._lock:
            return not self._runs and not self._waiting

    def wait(self, look: Callable[[], None] = lambda: None) -> list[Row]:
        """Wait until all have ended; ``look`` is called many times a second."""
        while not self.done:
            with self._changed:
                self._changed.wait(_WAIT)
            look()
        return self.rows

    # --- what is done ---

    def start(self) -> Self:
        """Begin; nothing is waited for."""
        with self._lock:
            self._begin_waiting()
        return self

    def end(self, number: int) -> None:
        """End one run; its row counts as cancelled at once, whatever may still come of it."""
        with self._lock:
            self._end(number)

    def end_all(self) -> None:
        """End all runs, and begin no more."""
        with self._lock:
            for number in [*self._waiting, *self._runs]:
                self._end(number)

    def close(self, *, wait: bool = True) -> None:
        """End all runs at once, and wait until their processes are gone."""
        with self._lock:
            for number in [*self._waiting, *self._runs]:
                self._end(number)
            runs = [*self._runs.values(), *self._gone]
        for run in runs:
            run.kill()
        if wait:
            for run in runs:
                run.join()

    def _end(self, number: int) -> None:
        row = self._rows[number]
        if row.ended:
            return
        if number in self._waiting:
            self._waiting.remove(number)
        else:
            self._runs[number].end()
        self._set(replace(row, stage=Stage.ENDED, status=Status.CANCELLED, phase=""))

    def _begin_waiting(self) -> None:
        while self._waiting and len(self._runs) < self._jobs:
            number = self._waiting.pop(0)
            limited = _with_share_of_memory(self._rows[number], self._jobs)
            run = self._runs[number] = ProcessRun(limited, self._hear)
            run.start()

    def _hear(self, row: Row) -> None:
        """What a run tells, in its thread."""
        with self._lock:
            before = self._rows[row.number]
            if row.ended:
                self._gone.append(self._runs.pop(row.number))
                self._set(row)
                self._begin_waiting()
                self._changed.notify_all()
            elif not before.ended:
                self._set(row)

    def _set(self, row: Row) -> None:
        self._rows[row.number] = row
        self._shown = []
        self.version += 1

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()


def _with_share_of_memory(row: Row, jobs: int) -> Row:
    """Without a limit of memory, those that run together may take what one alone may."""
    if row.request.limits.memory_mib is not None or jobs == 1:
        return row
    share = int(memory_limit(row.request.limits) / jobs)
    limits = replace(row.request.limits, memory_mib=share)
    return replace(row, request=replace(row.request, limits=limits))

"""Benchmarks of given boards, and of the runs of write-ups."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.core.metric_board import in_metric
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.loading import Source, expand_books
from puzzlegui.engine import registry
from puzzlegui.engine.benchmark.reference_results import ReferenceTable
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, BoardCases, Case
from puzzlegui.engine.sources import source_title
from puzzlegui.solvers.control import Limits, Request


@dataclass(frozen=True)
class BoardInput:
    """A board given by the user, or the reason why it cannot be read.

    Attributes:
        name: source of the board, as given by the user.
        board: None if it cannot be read.
        error: reason why it cannot be read.
    """

    name: str
    board: Board | None
    error: str = ""


def read_boards(files: Iterable[str]) -> Iterator[BoardInput]:
    """Yield the board in each file as ``read_sources`` does.

    Args:
        files: any names that ``load_board`` accepts, or books.
    """
    return read_sources(expand_books(files))


def read_sources(
    sources: Iterable[Source], load: Callable[[Source], Loaded] = Source.load
) -> Iterator[BoardInput]:
    """Yield the board of each source; of a solution, the board that it solves.

    Args:
        sources: the files, books expanded.
        load: loads a source; raises PuzzleError.
    """
    for source in sources:
        try:
            yield BoardInput(source.name, load(source).valid_board())
        except PuzzleError as error:
            yield BoardInput(source.name, None, str(error))


def comparison_spec(
    inputs: Iterable[BoardInput], solvers: Sequence[str], limits: Limits, seed: int = 0,
    metric: str = "",
) -> BenchmarkSpec:  # fmt: skip
    """Return the benchmark of solvers on boards.

    Args:
        inputs: the boards; a board that could not be read has a run with the error.
        solvers: names of solvers; none for all that support a board. Names of other families'
            solvers are ignored if the board's family has any of the solvers.
        limits: limits of each run.
        seed: seed of the solvers.
        metric: metric in which moves are counted; empty for the usual of each board.

    Raises:
        PuzzleError: no family has a solver of a name.
    """
    known = dict.fromkeys([registry.AUTO, *(solver.name for solver in registry.SOLVERS)])
    if unknown := [name for name in solvers if name not in known]:
        text = tr("There is no solver {name}. Choose from {names}.")
        message = text.format(name=repr(unknown[0]), names=", ".join(known))
        raise PuzzleError(with_suggestion(message, unknown[0], known))
    made, cases = BoardCases(), list[Case]()
    for subject in inputs:
        if subject.board is None:
            cases += made.failed_case(subject.name, subject.error)
        else:
            variants = _variants(subject.board, solvers, Request(limits, seed, metric=metric))
            cases += made.cases_of(subject.board, variants, subject.name)
    return _listed(tr("Solver comparison"), cases, limits)


def reference_spec(
    table: ReferenceTable, boards: Callable[[str], Board], limits: Limits
) -> BenchmarkSpec:
    """Return the benchmark that reproduces the results of a write-up.

    Args:
        table: table of the write-up.
        boards: returns the board of a preset.
        limits: limits of each run.
    """
    made, cases = BoardCases(), list[Case]()
    for name, runs in groupby(table.runs, key=lambda run: run.preset):
        variants = [
            {
                "solver": run.solver, "moves": run.moves, "all_solutions": run.all_solutions,
                "reference": run.reference,
            }
            for run in runs
        ]  # fmt: skip
        cases += made.cases_of(boards(name), variants, f"preset:{name}")
    return _listed(source_title(table.key), cases, limits)


def _variants(
    board: Board, solvers: Sequence[str], request: Request
) -> Iterator[Mapping[str, Any]]:
    """Yield the solvers to be run on a board, with the reasons why they do not support it."""
    try:
        counted = in_metric(board, request.metric)
    except PuzzleError as wrong:
        yield {"solver": registry.AUTO, "seed": request.seed, "error": as_sentence(wrong)}
        return
    own = [solver.name for solver in registry.solvers_for(counted)]
    wanted = list(dict.fromkeys(solvers))
    able = [name for name in wanted if name == registry.AUTO or name in own]
    for name in able or wanted or own:
        objection = registry.unsupported_reason(board, name, request)
        if solvers or not objection:
            error = as_sentence(objection) if objection else ""
            seed, metric = request.seed, request.metric
            yield {"solver": name, "seed": seed, "error": error, "metric": metric}


def _listed(title: str, cases: Sequence[Case], limits: Limits) -> BenchmarkSpec:
    values = astuple(limits)
    if limits.threads is None:
        values = values[:-1]  # as in the results of versions without this limit
    content = repr((values, [case.key for case in cases]))
    return BenchmarkSpec(
        title,
        tuple(dict.fromkeys(case.solver for case in cases)),
        limits,
        len({case.group for case in cases}),
        len(cases),
        lambda: iter(cases),
        hashlib.sha256(content.encode()).hexdigest(),
        isolated=True,
        families=tuple(dict.fromkeys(case.family for case in cases if case.family)),
    )  # fmt: skip

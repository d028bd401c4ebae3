"""The content of the solver panel: the run, its result, or what to do next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import (
    decimal,
    group_digits,
    mebibytes,
    percent,
    quantity,
    seconds,
    short_decimal,
)
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine import registry
from puzzlegui.engine.feasibility import FeasibilityWarning
from puzzlegui.engine.run import Stats
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from puzzlegui.gui.model.puzzle import RunReport
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.solve.improvement_curve import Points
from puzzlegui.gui.style.style_sheet import Colours
from puzzlegui.solvers.control import Request

_MIN_SECONDS = 0.05
"""Minimum duration in seconds for a meaningful rate of states."""

Figures = tuple[tuple[str, str], ...]
"""Untranslated names with formatted numbers."""

TIME, STATES, AT_LEAST = (
    gettext_noop("Time"),
    gettext_noop("States"),
    gettext_noop("Lower bound"),
)
_RATE, _DEPTH, _ABOVE, _MEMORY = (
    gettext_noop("States/s"),
    gettext_noop("Depth"),
    gettext_noop("Above the bound"),
    gettext_noop("Memory"),
)
_IN_SUMMARY = {
    STATES: gettext_noop("{value} states"),
    _RATE: gettext_noop("{value} states/s"),
    _DEPTH: gettext_noop("depth {value}"),
    _ABOVE: gettext_noop("{value} above the lower bound"),
}
"""Figures in the summary of a finished run; the others are understood without a name."""


@dataclass(frozen=True)
class PanelContent:
    """Content of the solver panel.

    Attributes:
        outcome: one or two sentences; with a headline, only what the headline does not say.
        headline: number of moves or solutions of the result; empty without a solution.
        proof: what is known about the number of moves.
        proved: True if the number of moves is proved to be the best.
        status: status of the finished run; None if there is none.
        failed: True if the run could not be started, or failed.
        warning: True if the run was not started because it is unlikely to finish.
        figures: names and numbers.
        points: improvements of the solution over time.
        seconds: duration of the run.
        bound: lower bound on the number of moves.
    """

    outcome: str
    status: Status | None = None
    failed: bool = False
    warning: bool = False
    figures: Figures = ()
    points: Points = ()
    seconds: float = 0.0
    bound: int = 0
    headline: str = ""
    proof: str = ""
    proved: bool = False

    @property
    def summary(self) -> str:
        """The figures in a line."""
        values = [
            tr(_IN_SUMMARY[name]).format(value=value) if name in _IN_SUMMARY else value
            for name, value in self.figures
        ]
        return " · ".join(values)

    @property
    def sentence(self) -> str:
        """The result, or what is done, in a line."""
        result = ", ".join(filter(None, (self.headline, self.proof)))
        if self.status is None:
            return self.outcome
        return f"{result}. {self.outcome}".strip() if result else self.outcome

    def tint(self, colours: Colours) -> str:
        """Return the colour of the outcome; empty for the default."""
        if self.failed:
            return colours.bad
        if self.warning:
            return colours.doubt
        return {
            None: "",
            Status.SOLVED: "",
            Status.UNSOLVABLE: colours.bad,
            Status.LIMIT: colours.doubt,
            Status.CANCELLED: colours.faint,
        }[self.status]


def panel_content(session: Session) -> PanelContent:
    """Return the current content of the panel."""
    report = session.state.report
    if session.run is not None:
        return _running_content(session.run, session.board)
    if report is not None and report.warning is not None:
        warning = current_warning(session)
        return (
            PanelContent(_idle_text(session))
            if warning is None
            else PanelContent(warning.text, warning=True)
        )
    if report is None:
        return PanelContent(_idle_text(session))
    if report.solution is None:
        return PanelContent(report.error, failed=True)
    content = _finished_content(report, report.solution, solver_sentence(session))
    if report.solution.board.puzzle != session.board.puzzle:  # the run was on another position
        return replace(content, outcome=_from_here_text(content.outcome), bound=0)
    if content.status is Status.UNSOLVABLE and session.verdict.solvable is False:
        return replace(content, outcome=_unsolvable_text())  # the verdict gives the reason
    return content


def status_text(session: Session) -> str:
    """Return the outcome of the current or last run shown below the board, or "".

    In Solve, the panel shows it; in Play, that of a finished run would give the solution away.
    """
    mode = session.mode.name
    if mode == SOLUTION or (session.run is None and (mode == PLAY or session.state.report is None)):
        return ""
    return panel_content(session).sentence


def _unsolvable_text() -> str:
    return tr("Not solvable.")


def _from_here_text(outcome: str) -> str:
    return tr("Solving from here: {outcome}").format(outcome=outcome)


def current_warning(session: Session) -> FeasibilityWarning | None:
    """Return the warning about the chosen solver, unless the options have changed since."""
    report = session.state.report
    if session.run is not None or report is None or report.options != session.solver_options:
        return None
    return report.warning


def can_retry(session: Session) -> bool:
    """Return True if the last run can be started again, since its solver process has died."""
    report = session.state.report
    return session.run is None and report is not None and report.retry is not None


def solver_sentence(session: Session) -> str:
    """Describe the chosen solver; for ``auto``, the solver it would choose and the reason."""
    board, name = session.board, session.solver_options.solver
    if name != registry.AUTO:
        return registry.find_solver(board.family, name).description
    try:
        request = Request(all_solutions=session.request.all_solutions)
        return registry.choose_solver(board, name, request).reason
    except PuzzleError:
        return tr(registry.AUTO_DESCRIPTION)


def _idle_text(session: Session) -> str:
    """Return the sentence shown while no solver runs."""
    if session.document.problems:
        return tr("Fix the problems before solving.")
    if session.verdict.solvable is False:
        return _unsolvable_text()
    if session.state.cancelled:
        return tr("Cancelled because the board changed.")
    if (solution := session.solution) is not None:
        return tr("Showing a solution: {moves}.").format(
            moves=quantity(len(solution.moves), "move")
        )
    return tr("Press Solve to see the board solved.")


def _running_content(run: RemoteRun, board: Board) -> PanelContent:
    stats = run.stats
    given = run.request.initial_solution
    if run.board.puzzle != board.puzzle:
        doing = tr("Solving from here with {solver}…")
        if run.request.all_solutions:
            doing = tr("Solving from here with {solver}, listing all solutions…")
    elif given is not None:
        doing = tr("Improving {moves} moves with {solver}…")
    elif run.request.all_solutions:
        doing = tr("Solving with {solver}, listing all solutions…")
    else:
        doing = tr("Solving with {solver}…")
    text = doing.format(solver=stats.solver, moves=group_digits(len(given or ())))
    if stats.phase:
        text = tr("{doing} ({phase})").format(doing=text, phase=stats.phase)
    limit = run.request.limits.seconds
    time = seconds(stats.seconds)
    if limit is not None:
        time = tr("{spent} of {limit} s").format(
            spent=decimal(stats.seconds, 1), limit=short_decimal(limit)
        )
    rows = [(TIME, time), (STATES, group_digits(stats.states))]
    if stats.seconds > 0:
        rows.append((_RATE, group_digits(round(stats.states / stats.seconds))))
    if stats.depth:
        rows.append((_DEPTH, group_digits(stats.depth)))
    rows.append((AT_LEAST, group_digits(stats.lower_bound)))
    rows.append((_MEMORY, mebibytes(stats.memory_mib)))
    return PanelContent(
        text, figures=tuple(rows),
        points=() if run.request.all_solutions else stats.improvements,
        seconds=stats.seconds, bound=stats.lower_bound,
        headline="" if stats.best_length is None else quantity(stats.best_length, "move"),
        proof="" if stats.best_length is None else tr("best so far"),
    )  # fmt: skip


def _finished_content(report: RunReport, solution: Solution, description: str) -> PanelContent:
    """Return the content for a finished run, with the figures of that run."""
    headline, proof = _headline(solution), _proof(solution)
    notes = [solution.note if solution.solved else solution.outcome()]
    if solution.solutions:
        notes.insert(0, _range_text(solution))
    if report.better_length is not None:
        still = tr("The solution of {count} moves is still shown.")
        notes.append(still.format(count=group_digits(report.better_length)))
    if solution.chosen != description:
        notes.append(solution.chosen)
    stats = report.stats
    points = () if stats is None or solution.solutions is not None else stats.improvements
    if points and points[-1][1] != solution.length:
        points = ()
    return PanelContent(
        " ".join(filter(None, notes)), solution.status, figures=_figures(solution, stats),
        points=points, seconds=solution.seconds, bound=solution.lower_bound, headline=headline,
        proof=proof, proved=bool(proof) and (solution.optimal or solution.longest),
    )  # fmt: skip


def _headline(solution: Solution) -> str:
    """Return the number of moves, or of several solutions; empty without a solution."""
    if not solution.solved:
        return ""
    if solution.count is not None:
        return quantity(solution.count, "solution")
    return quantity(len(solution.moves), "move") if solution.moves else tr("Already solved")


def _proof(solution: Solution) -> str:
    """Return what is known about the number of moves of a solution, or of all that are listed."""
    if not solution.moves or len({len(moves) for moves in solution.solutions or ()}) > 1:
        return ""
    if solution.longest:
        return tr("proved longest")
    if solution.optimal:
        return tr("proved shortest")
    if solution.lower_bound and solution.count is None:
        return tr("at least {bound} needed").format(bound=group_digits(solution.lower_bound))
    return ""


def _range_text(solution: Solution) -> str:
    """Return the sentence on the lengths of listed solutions."""
    listed = solution.solutions or ()
    lengths = {len(moves) for moves in listed}
    least, most = group_digits(min(lengths)), group_digits(max(lengths))
    if least == most:
        text = tr("It has {moves}.") if len(listed) == 1 else tr("Each has {moves}.")
        return text.format(moves=quantity(min(lengths), "move"))
    return tr("They have {least} to {most} moves.").format(least=least, most=most)


def _figures(solution: Solution, stats: Stats | None) -> Figures:
    rows = [(TIME, seconds(solution.seconds, 2))] if stats or solution.seconds else []
    for metric in solution.board.metrics[1:] if solution.moves else ():
        title, count = metric.title, group_digits(metric.count(solution.moves))
        rows.append((f"{title[:1].upper()}{title[1:]}", f"{count} {metric.name}"))
    if solution.states:
        rows.append((STATES, group_digits(solution.states)))
        if solution.seconds >= _MIN_SECONDS:
            rate = round(solution.states / solution.seconds)
            rows.append((_RATE, group_digits(rate)))
    if stats is not None and stats.depth:
        rows.append((_DEPTH, group_digits(stats.depth)))
    rows += _above_bound(solution.length, solution.lower_bound)
    if stats is not None:
        rows.append((_MEMORY, mebibytes(stats.memory_mib)))
    return tuple(rows)


def _above_bound(length: int | None, bound: int) -> list[tuple[str, str]]:
    """Return the row on how far a solution may be from a shortest one, if that is open."""
    if length is None or not 0 < bound < length:
        return []
    return [(_ABOVE, percent(length / bound - 1))]

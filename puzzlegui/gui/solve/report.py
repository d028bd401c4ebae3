"""What there is to say of solving: the run, how the last one ended, or what can be done."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import (
    decimal,
    group_digits,
    mebibytes,
    quantity,
    seconds,
    short_decimal,
)
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine import registry
from puzzlegui.engine.reach import Doubt
from puzzlegui.engine.run import Stats
from puzzlegui.engine.runner.remote import RemoteRun
from puzzlegui.gui.model.puzzle import RunReport
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.solve.curve import Points
from puzzlegui.gui.style.style_sheet import Colours
from puzzlegui.solvers.control import Request

_MEASURABLE = 0.05
"""Seconds from which on states a second mean something."""

Figures = tuple[tuple[str, str], ...]
"""Names, to be translated where they are shown, and numbers."""

TIME, STATES, AT_LEAST, FOUND = (
    gettext_noop("Time"),
    gettext_noop("States"),
    gettext_noop("Lower bound"),
    gettext_noop("Found"),
)
_RATE, _DEPTH, _RATIO, _MEMORY = (
    gettext_noop("States/s"),
    gettext_noop("Depth"),
    gettext_noop("Ratio"),
    gettext_noop("Memory"),
)


@dataclass(frozen=True)
class Shown:
    """What the panel says.

    Attributes:
        outcome: a sentence or two.
        status: how it ended; None while nothing has.
        failed: it could not be begun, or failed.
        doubtful: it was not begun, since it would hardly come to an end.
        figures: names and numbers.
        points: the lengths of the better and better solutions over time.
        seconds: how long it has taken.
        bound: no solution is shorter.
    """

    outcome: str
    status: Status | None = None
    failed: bool = False
    doubtful: bool = False
    figures: Figures = ()
    points: Points = ()
    seconds: float = 0.0
    bound: int = 0

    def tint(self, colours: Colours) -> str:
        """The colour of the sentence, empty for the usual one."""
        if self.failed:
            return colours.bad
        if self.doubtful:
            return colours.doubt
        return {
            None: "",
            Status.SOLVED: colours.good,
            Status.UNSOLVABLE: colours.bad,
            Status.LIMIT: colours.doubt,
            Status.CANCELLED: colours.faint,
        }[self.status]


def shown(session: Session) -> Shown:
    """What the panel says now."""
    report = session.state.report
    if session.run is not None:
        return _of_run(session.run, session.board)
    if report is not None and report.warning is not None:
        asked = doubt_of(session)
        return Shown(_idle(session)) if asked is None else Shown(asked.text, doubtful=True)
    if report is None:
        return Shown(_idle(session))
    if report.solution is None:
        return Shown(report.error, failed=True)
    said = _of_report(report, report.solution, sentence(session))
    if report.solution.board.puzzle != session.board.puzzle:  # nothing of it holds for the board
        return replace(said, outcome=_of_what_was_left(said.outcome), bound=0)
    return said


def news(session: Session) -> str:
    """Return what there is to say of the run, or of how the last one ended; "" if nothing."""
    return shown(session).outcome if session.run or session.state.report else ""


def _of_what_was_left(outcome: str) -> str:
    return tr("Solving from here: {outcome}").format(outcome=outcome)


def doubt_of(session: Session) -> Doubt | None:
    """What it is asked about that would hardly come to an end, as long as it is still wished."""
    report = session.state.report
    if session.run is not None or report is None or report.options != session.wishes:
        return None
    return report.warning


def sentence(session: Session) -> str:
    """What the chosen solver does; of ``auto``, which one it would choose now, and why."""
    board, name = session.board, session.wishes.solver
    if name != registry.AUTO:
        return registry.find(board.family, name).description
    try:
        request = Request(all_solutions=session.request.all_solutions)
        return registry.choose(board, name, request).reason
    except PuzzleError:
        return tr(registry.AUTO_SENTENCE)


def _idle(session: Session) -> str:
    """What can be done."""
    if session.document.problems:
        return tr("Fix the problems before solving.")
    if session.verdict.solvable is False:
        return tr("This board cannot be solved. See the line below it for the reason.")
    if session.state.cancelled:
        return tr("Cancelled because the board changed.")
    if (solution := session.solution) is not None:
        return tr("Showing a solution: {moves}.").format(
            moves=quantity(len(solution.moves), "move")
        )
    return tr("Press Solve to see the board solved.")


def _of_run(run: RemoteRun, board: Board) -> Shown:
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
    said = doing.format(solver=stats.solver, moves=group_digits(len(given or ())))
    if stats.phase:
        said = tr("{doing} ({phase})").format(doing=said, phase=stats.phase)
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
    rows.append((AT_LEAST, group_digits(stats.bound)))
    if stats.length is not None:
        rows.append((FOUND, group_digits(stats.length)))
    rows += _ratio(stats.length, stats.bound)
    rows.append((_MEMORY, mebibytes(stats.memory_mib)))
    return Shown(
        said, figures=tuple(rows),
        points=() if run.request.all_solutions else stats.improvements,
        seconds=stats.seconds, bound=stats.bound,
    )  # fmt: skip


def _of_report(report: RunReport, solution: Solution, said: str) -> Shown:
    """How a run ended, with the figures of that run and of no other."""
    text = outcome(solution)
    if report.better_length is not None:
        still = tr("The solution of {count} moves is still shown.")
        text = f"{text} {still.format(count=group_digits(report.better_length))}"
    if solution.chosen != said:
        text += f" {solution.chosen}"
    stats = report.stats
    points = () if stats is None or solution.solutions is not None else stats.improvements
    if points and points[-1][1] != solution.length:
        points = ()
    return Shown(
        text.strip(), solution.status, figures=_figures(solution, stats), points=points,
        seconds=solution.seconds, bound=solution.lower_bound,
    )  # fmt: skip


def outcome(solution: Solution) -> str:
    """How it ended; of several solutions, between which lengths they are."""
    lengths = {len(moves) for moves in solution.solutions or ()}
    if len(lengths) < 2:
        return solution.outcome()
    count = group_digits(solution.count or len(solution.solutions or ()))
    least, most = group_digits(min(lengths)), group_digits(max(lengths))
    text = tr("Solved: {count} solutions found, of {least} to {most} moves.").format(
        count=count, least=least, most=most
    )
    return f"{text} {solution.note}".strip()


def _figures(solution: Solution, stats: Stats | None) -> Figures:
    rows = [(TIME, seconds(solution.seconds, 2))] if stats or solution.seconds else []
    if solution.states:
        rows.append((STATES, group_digits(solution.states)))
        if solution.seconds >= _MEASURABLE:
            rate = round(solution.states / solution.seconds)
            rows.append((_RATE, group_digits(rate)))
    if stats is not None and stats.depth:
        rows.append((_DEPTH, group_digits(stats.depth)))
    if solution.lower_bound:
        rows.append((AT_LEAST, group_digits(solution.lower_bound)))
    rows += _ratio(solution.length, solution.lower_bound)
    if stats is not None:
        rows.append((_MEMORY, mebibytes(stats.memory_mib)))
    return tuple(rows)


def _ratio(length: int | None, bound: int) -> list[tuple[str, str]]:
    """How many times the proved bound a solution has, unless it is the shortest."""
    if length is None or not 0 < bound < length:
        return []
    return [(_RATIO, decimal(length / bound, 2))]

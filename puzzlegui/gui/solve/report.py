"""What there is to say of solving: the run, how the last one ended, or what can be done."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlegui.core.board import Board
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine import registry
from puzzlegui.engine.reach import Doubt
from puzzlegui.engine.run import Run, Stats
from puzzlegui.gui.common.theme import Colours
from puzzlegui.gui.session.puzzle import Report
from puzzlegui.gui.session.session import Session
from puzzlegui.gui.solve.curve import Points
from puzzlegui.solvers.control import Request

_MEASURABLE = 0.05
"""Seconds from which on states a second mean something."""

Figures = tuple[tuple[str, str], ...]


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
    if report is not None and report.doubt is not None:
        asked = doubt_of(session)
        return Shown(_idle(session)) if asked is None else Shown(asked.text, doubtful=True)
    if report is None:
        return Shown(_idle(session))
    if report.solution is None:
        return Shown(report.error, failed=True)
    said = _of_report(report, report.solution, sentence(session))
    if report.solution.board.puzzle != session.board.puzzle:  # nothing of it holds for the board
        return replace(said, outcome=f"Solving what was left: {said.outcome}", bound=0)
    return said


def doubt_of(session: Session) -> Doubt | None:
    """What it is asked about that would hardly come to an end, as long as it is still wished."""
    report = session.state.report
    if session.run is not None or report is None or report.wishes != session.wishes:
        return None
    return report.doubt


def sentence(session: Session) -> str:
    """What the chosen solver does; of ``auto``, which one it would choose now, and why."""
    board, name = session.board, session.wishes.solver
    if name != registry.AUTO:
        return registry.find(board.family, name).sentence
    try:
        request = Request(all_solutions=session.request.all_solutions)
        return registry.choose(board, name, request).why
    except PuzzleError:
        return registry.AUTO_SENTENCE


def _idle(session: Session) -> str:
    """What can be done."""
    if session.document.problems:
        return "Mend the problems first, then the board can be solved."
    if session.verdict.solvable is False:
        return "This board cannot be solved; the line below it says why."
    if session.state.cancelled:
        return "Cancelled, because the board was changed."
    return "Press Solve to see the board solved."


def _of_run(run: Run, board: Board) -> Shown:
    stats = run.stats
    phase = f" ({stats.phase})" if stats.phase else ""
    doing = "Solving"
    if run.board.puzzle != board.puzzle:
        doing = "Solving what was left"
    elif run.request.given is not None:
        doing = f"Improving {group_digits(len(run.request.given))} moves"
    listing = ", listing all solutions" if run.request.all_solutions else ""
    limit = run.request.limits.seconds
    time = f"{stats.seconds:.1f}" if limit is None else f"{stats.seconds:.1f} of {limit:g}"
    rows = [("Time", f"{time} s"), ("States", group_digits(stats.states))]
    if stats.seconds > 0:
        rows.append(("States/s", group_digits(round(stats.states / stats.seconds))))
    if stats.depth:
        rows.append(("Depth", group_digits(stats.depth)))
    rows.append(("At least", group_digits(stats.bound)))
    if stats.length is not None:
        rows.append(("Found", group_digits(stats.length)))
    rows += _ratio(stats.length, stats.bound)
    rows.append(("Memory", f"{stats.memory_mib:.0f} MiB"))
    return Shown(
        f"{doing} with {stats.solver}{listing} …{phase}", figures=tuple(rows),
        points=() if run.request.all_solutions else stats.improvements,
        seconds=stats.seconds, bound=stats.bound,
    )  # fmt: skip


def _of_report(report: Report, solution: Solution, said: str) -> Shown:
    """How a run ended, with the figures of that run and of no other."""
    text = outcome(solution)
    if report.kept is not None:
        text += f" The solution of {group_digits(report.kept)} moves is still shown."
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
    text = f"Solved: {count} solutions found, of {least} to {most} moves."
    return f"{text} {solution.note}".strip()


def _figures(solution: Solution, stats: Stats | None) -> Figures:
    rows = [("Time", f"{solution.seconds:.2f} s")] if stats or solution.seconds else []
    if solution.states:
        rows.append(("States", group_digits(solution.states)))
        if solution.seconds >= _MEASURABLE:
            rate = round(solution.states / solution.seconds)
            rows.append(("States/s", group_digits(rate)))
    if stats is not None and stats.depth:
        rows.append(("Depth", group_digits(stats.depth)))
    if solution.lower_bound:
        rows.append(("At least", group_digits(solution.lower_bound)))
    rows += _ratio(solution.length, solution.lower_bound)
    if stats is not None:
        rows.append(("Memory", f"{stats.memory_mib:.0f} MiB"))
    return tuple(rows)


def _ratio(length: int | None, bound: int) -> list[tuple[str, str]]:
    """How many times the proved bound a solution has, unless it is the shortest."""
    if length is None or not 0 < bound < length:
        return []
    return [("Ratio", f"{length / bound:.2f}")]

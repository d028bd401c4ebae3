"""Registry of all solvers, read by menus, help, command line and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.metric_board import MetricBoard, in_metric
from puzzlegui.core.solution import Solution
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.cost_estimate import uncompiled_warning
from puzzlegui.solvers.move_search.solvers import SolverTable
from puzzlegui.solvers.solver import Solver, SolverChoice

AUTO = "auto"
AUTO_DESCRIPTION = gettext_noop("Chooses the best method for the board and says why.")

SOLVERS: tuple[Solver, ...] = tuple(s for family in FAMILIES.values() for s in family.solvers)


def solvers_of(family: str) -> tuple[Solver, ...]:
    """Return the solvers of a family, the best first."""
    return FAMILIES[family].solvers


def solvers_for(board: Board) -> tuple[Solver, ...]:
    """Return the solvers of a board, which may count its moves in another metric."""
    return _table(board)[0]


def _table(board: Board) -> SolverTable:
    family = family_of(board)
    if isinstance(board, MetricBoard):
        return family.metric_solvers(family.name)
    return family.solvers, family.choose


def find_solver(family: str, name: str, solvers: Sequence[Solver] = ()) -> Solver:
    """Return the solver of that name.

    Args:
        family: name of a family.
        name: name of the solver.
        solvers: the solvers to choose from, by default all of the family.

    Raises:
        PuzzleError: there is no such solver.
    """
    solvers = solvers or solvers_of(family)
    for solver in solvers:
        if solver.name == name:
            return solver
    names = [AUTO, *(solver.name for solver in solvers)]
    text = tr("there is no solver {name} for {family} boards; choose from {names}")
    message = text.format(name=repr(name), family=family, names=", ".join(names))
    raise PuzzleError(with_suggestion(message, name, names))


def choose_solver(board: Board, name: str, request: Request) -> SolverChoice:
    """Return the solver of that name, or for ``auto`` the best solver for the board.

    Raises:
        PuzzleError: the board has no such solver or metric, or the solver does not support the
            request.
    """
    board = in_metric(board, request.metric)
    solvers, choose = _table(board)
    if name == AUTO and request.initial_solution is not None:
        choice = SolverChoice(improving_solver(board.family, solvers))
    elif name == AUTO:
        choice = choose(board, request)
        if slow := uncompiled_warning(board):
            reason = tr("Using {name}.").format(name=choice.solver.name)
            choice = replace(choice, reason=f"{reason} {slow}")
    else:
        choice = SolverChoice(find_solver(board.family, name, solvers))
    if objection := _unsupported_reason(choice.solver, board, request):
        raise PuzzleError(objection)
    return choice


def unsupported_reason(board: Board, name: str, request: Request) -> str:
    """Return the reason why a solver does not support a request; empty if it does."""
    try:
        choose_solver(board, name, request)
    except PuzzleError as error:
        return str(error)
    return ""


def can_improve(solution: Solution) -> bool:
    """Return True if a solution might be shortened: it is not proved to be the shortest."""
    able = any(solver.can_improve for solver in solvers_of(solution.board.family))
    return able and bool(solution.moves) and not solution.optimal


def improving_solver(family: str, solvers: Sequence[Solver] = ()) -> Solver:
    """Return the solver that can shorten a given solution.

    Args:
        family: name of a family.
        solvers: the solvers to choose from, by default all of the family.

    Raises:
        PuzzleError: there is no such solver.
    """
    for solver in solvers or solvers_of(family):
        if solver.can_improve:
            return solver
    raise PuzzleError(
        tr("no solver for {family} boards can improve a given solution").format(family=family)
    )


def _unsupported_reason(solver: Solver, board: Board, request: Request) -> str:
    """Return the reason why a solver does not support a request; empty if it does."""
    if objection := solver.unsupported_reason(board):
        return objection
    if request.all_solutions and not solver.lists:
        able = ", ".join(other.name for other in solvers_for(board) if other.lists)
        return tr("{name} finds only one solution; to list all, use {able}").format(
            name=solver.name, able=able
        )
    if request.initial_solution is not None and not solver.can_improve:
        able = improving_solver(board.family, solvers_for(board)).name
        return tr("{name} cannot improve a given solution; use {able}").format(
            name=solver.name, able=able
        )
    return ""

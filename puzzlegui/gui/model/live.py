"""Following the best line while a run goes on: which one is shown, and which is offered.

A run's best line stands among the solutions found, and is marked as live: a shorter one takes its
place as long as one is where the line began to be shown. To somebody in its midst the shorter one
is offered, so that no position is taken from under their eyes.
"""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.solution import Solution
from puzzlegui.gui.model.puzzle import Found, PuzzleState, is_better


def with_better(
    state: PuzzleState, solution: Solution, begins: int, *, free: bool, given: bool
) -> PuzzleState:
    """The run has found a line.

    Args:
        state: of the puzzle.
        solution: the line, as a solution of the board.
        begins: the position at which one begins to follow it.
        free: the line that is followed may be replaced.
        given: the first one is followed even if it is no better.
    """
    followed = state.following
    live = _live(state)
    best = state.offered or (None if live is None else state.found[live].solution)
    if best is not None and not is_better(solution, best):
        return state
    if live is not None and (free or live != state.chosen):
        return _in_place(state, live, solution, begins)
    better = followed is None or is_better(solution, followed.solution)
    if live is None and (followed is None or given or (free and better)):
        state = replace(state, offered=None)
        return _added(state, solution, begins, live=True, given=given)
    if better:
        return replace(state, offered=solution)
    return state


def with_last(
    state: PuzzleState, solution: Solution, begins: int, *, free: bool, given: bool
) -> PuzzleState:
    """The run has ended with a solution.

    Args:
        state: of the puzzle.
        solution: as a solution of the board.
        begins: the position at which one begins to follow it.
        free: the line that is followed may be replaced.
        given: the solution is followed even if it is no better.
    """
    live, offered = _live(state), state.offered
    state = settled(replace(state, offered=None))
    if live is not None:
        shown = state.found[live]
        if shown.solution.moves == solution.moves:
            return _in_place(state, live, solution, shown.at, begins)
        if free or live != state.chosen:
            return _in_place(state, live, solution, begins)
    if live is None and (offered is None or free):
        return _added(state, solution, begins, given=given)
    return replace(state.with_solution(solution, given=False, stay=True), offered=solution)


def with_offered(state: PuzzleState, *, running: bool) -> PuzzleState:
    """The line that was offered is followed, where one is if that can be."""
    solution, followed = state.offered, state.following
    if solution is None:
        return state
    at = begins = 0
    if followed is not None:
        at, begins = followed.at, min(followed.begins, len(solution.moves))
        if solution.moves[:at] != followed.followed.moves[:at]:
            at = begins
    live = _live(state)
    state = replace(state, offered=None)
    if live is not None:
        return replace(_in_place(state, live, solution, at, begins), chosen=live)
    return _added(state, solution, at, live=running, given=True, begins=begins)


def settled(state: PuzzleState) -> PuzzleState:
    """No run goes on: what it had found stays as it is; what was offered is one of them."""
    found = tuple(replace(other, live=False) for other in state.found)
    state, offered = replace(state, found=found, offered=None), state.offered
    if offered is None:
        return state
    return state.with_solution(offered, given=False, stay=True)


def _live(state: PuzzleState) -> int | None:
    """The place of the line of the run that goes on."""
    return next((place for place, found in enumerate(state.found) if found.live), None)


def _in_place(
    state: PuzzleState, place: int, solution: Solution, at: int, begins: int | None = None
) -> PuzzleState:
    """Another line in the place of one."""
    found = list(state.found)
    begins = at if begins is None else begins
    found[place] = Found(solution, at=at, begins=begins, live=found[place].live)
    return replace(state, found=tuple(found), offered=None)


def _added(
    state: PuzzleState,
    solution: Solution,
    at: int,
    *,
    live: bool = False,
    given: bool = False,
    begins: int | None = None,
) -> PuzzleState:
    """One more solution, which is followed if it is better, or if that is wanted."""
    state = state.with_solution(solution, given=given)
    following = state.following
    if following is None or following.solution.moves != solution.moves:
        return state
    return state.with_following(at=at, begins=at if begins is None else begins, live=live)

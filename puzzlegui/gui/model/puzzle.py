"""State of one puzzle: its verdict, solutions, last run and moves made by hand.

The best solution of a running solver is among the solutions found, marked as live. A shorter one
replaces it while the user has not moved on from where it was first shown. If the user is partway
through it, the shorter one is offered instead.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.language import tr
from puzzlegui.core.motion import Motion
from puzzlegui.core.solution import LONGEST, Solution, chosen_variant
from puzzlegui.engine.reach import FeasibilityWarning
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.run import Stats
from puzzlegui.gui.model.solution_list import SolutionListOptions
from puzzlegui.solvers.listing import MAX_LISTED

_MAX_ENTRIES = 12
"""Solutions of one puzzle that are kept."""
_MAX_PUZZLES = 32
"""Puzzles whose states are kept."""


@dataclass(frozen=True)
class SolverOptions:
    """What is wanted of a solver; it belongs to the document, and ends with it.

    Attributes:
        solver: its name.
        every: all solutions are wanted.
        moves: at most so many moves; 0 for any number.
    """

    solver: str = AUTO
    all_solutions: bool = False
    max_moves: int = 0


@dataclass(frozen=True)
class Hint:
    """What was said of the position; it is gone with it.

    Attributes:
        text: in words.
        hint: the move that is advised.
    """

    text: str
    motion: Motion | None = None


@dataclass(frozen=True)
class RunReport:
    """How the last run ended.

    Attributes:
        solution: what came of it; None if it could not be begun, or failed.
        stats: its last figures; None where there was no run, as with a file.
        error: why nothing came of it.
        kept: a better solution was known already, of so many moves.
        doubt: why the solver wished will hardly come to an end, so that it was not begun.
        wishes: with which that is so.
        made: the moves after which it was to solve the rest.
    """

    solution: Solution | None = None
    stats: Stats | None = None
    error: str = ""
    better_length: int | None = None
    warning: FeasibilityWarning | None = None
    options: SolverOptions | None = None
    prefix: tuple[Any, ...] = ()


@dataclass(frozen=True)
class SolutionEntry:
    """A solution that can be followed.

    Attributes:
        solution: as it was found, perhaps with others that were listed with it.
        variant: which of those listed is followed, counted from 1.
        at: so many of its moves are done.
        begins: so many were done when it was shown first.
        live: it is of a run that goes on, and a shorter one may take its place.
        listing: how those listed are shown.
    """

    solution: Solution
    variant: int = 1
    position: int = 0
    start_position: int = 0
    live: bool = False
    list_options: SolutionListOptions = field(default_factory=SolutionListOptions)

    @property
    def followed_solution(self) -> Solution:
        """The solution with the moves of the variant."""
        return chosen_variant(self.solution, self.variant)


@dataclass(frozen=True)
class ManualGame:
    """The moves made by hand.

    Attributes:
        moves: all of them, those taken back included.
        given: so many of the first were not made by hand, but taken over.
        helped: the next move was shown on the way.
        before: the best that had been done before they solved the puzzle; None if it never was.
        at: so many are done.
        seconds: how long it took, up to when the clock was last stopped.
        since: when the clock was started, in seconds of ``time.monotonic``; None if it stands.
    """

    moves: tuple[Any, ...] = ()
    position: int = 0
    seconds: float = 0.0
    started_at: float | None = None
    imported_moves: int = 0
    helped: bool = False
    previous_best: PersonalBest | None = None

    @property
    def unaided(self) -> bool:
        """Whether they are the player's own, all of them."""
        return not self.imported_moves and not self.helped

    @property
    def elapsed(self) -> float:
        """Seconds since the first move, until the board was solved."""
        return self.seconds + (0.0 if self.started_at is None else time.monotonic() - self.started_at)


@dataclass(frozen=True)
class PersonalBest:
    """The best that was done with a puzzle by hand.

    Attributes:
        moves: the fewest.
        seconds: the shortest time, perhaps another time.
    """

    moves: int
    seconds: float

    @classmethod
    def of_game(cls, played: ManualGame) -> PersonalBest:
        """What moves made by hand come to that solve the puzzle."""
        return cls(len(played.moves), round(played.seconds, 2))

    def combined_with(self, other: PersonalBest) -> PersonalBest:
        """The best of both."""
        return PersonalBest(min(self.moves, other.moves), min(self.seconds, other.seconds))


@dataclass(frozen=True)
class PuzzleState:
    """A value; whatever happens to a puzzle makes another one.

    Attributes:
        verdict: whether it can be solved; None if the board is not sound.
        rating: it is being found out how hard it is.
        rated: what was found out about that.
        found: the solutions, in the order in which they were found.
        chosen: the place in ``found`` of the one that is followed.
        offered: a shorter solution than the one followed, which came while one was in its midst.
        report: how the last run ended.
        cancelled: a run on the board as it was before was cancelled.
        played: the moves made by hand.
        way: moves that solve the board, sought as advice for somebody who plays.
        hint_path_optimal: no others are fewer.
    """

    verdict: Verdict | None = None
    rating: bool = False
    rating_result: Solution | None = None
    entries: tuple[SolutionEntry, ...] = ()
    followed_index: int = 0
    offered_solution: Solution | None = None
    report: RunReport | None = None
    cancelled: bool = False
    game: ManualGame = ManualGame()
    hint_path: tuple[Any, ...] = ()
    hint_path_optimal: bool = False

    @property
    def followed_entry(self) -> SolutionEntry | None:
        """The solution that is followed."""
        return self.entries[self.followed_index] if self.entries else None

    def with_solution(self, solution: Solution, *, by_user: bool, keep_followed: bool = False) -> PuzzleState:
        """Know one more solution; it is followed if it is better, or was ``given`` by the user.

        A position in a line that was followed is never lost; with ``stay`` that is followed on.
        """
        follows = not keep_followed and (by_user or is_better(solution, self._followed()))
        same = next(
            (i for i, other in enumerate(self.entries) if _same(other.solution, solution)), None
        )
        if same is not None:
            found = list(self.entries)
            old = found[same].solution
            found[same] = replace(found[same], solution=_more_certain(solution, old))
            chosen = same if follows else self.followed_index
        else:
            found = [*self.entries, SolutionEntry(solution)]
            chosen = len(found) - 1 if follows else self.followed_index
            if len(found) > _MAX_ENTRIES:
                others = (place for place in range(len(found)) if place != chosen)
                worst = max(others, key=lambda place: len(found[place].solution.moves))
                del found[worst]
                chosen -= chosen > worst
        return replace(self, found=tuple(found), chosen=chosen)

    def _followed(self) -> Solution | None:
        return None if self.followed_entry is None else self.followed_entry.solution

    def with_followed_entry(self, **changes: Any) -> PuzzleState:
        """Follow another variant, or at another position."""
        if not self.entries:
            return self
        found = list(self.entries)
        found[self.followed_index] = replace(found[self.followed_index], **changes)
        return replace(self, found=tuple(found))

    def restarted(self) -> PuzzleState:
        """What is known of it, for one who comes to it anew."""
        found = tuple(replace(other, at=0, begins=0) for other in self.entries)
        return replace(self, found=found, played=ManualGame(), cancelled=False, rating=False)

    def has_same_solutions(self, other: PuzzleState) -> bool:
        """Return True if solutions, last run and moves by hand are those of another state."""
        names = ("found", "chosen", "offered", "report", "cancelled", "played")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def listed_count(self) -> int:
        """How many solutions it holds in lists."""
        return sum(len(other.solution.solutions or ()) for other in self.entries)

    @property
    def best_solution(self) -> Solution | None:
        """The shortest solution that is known."""
        known = [other.solution for other in self.entries if other.solution.solver != LONGEST]
        if self.rating_result is not None and self.rating_result.solved:
            known.append(self.rating_result)
        return min(known, key=lambda solution: len(solution.moves), default=None)

    @property
    def lower_bound(self) -> int:
        """A number of moves that no solution can have fewer of, by all that is known."""
        known = [other.solution for other in self.entries]
        known += [self.rating_result] if self.rating_result is not None else []
        return max((solution.lower_bound for solution in known), default=0)

    @property
    def difficulty(self) -> str:
        """How hard it is, in a sentence, by all that is known; empty until it was asked for."""
        if self.rating:
            return tr("Measuring difficulty…")
        if self.rating_result is None:
            return ""
        best = self.best_solution
        if best is None:
            return self.rating_result.difficulty()
        bound = self.lower_bound
        proved = best.optimal or len(best.moves) <= bound
        return replace(best, optimal=proved, lower_bound=bound).difficulty()


def is_better(new: Solution, old: Solution | None) -> bool:
    """Whether a solution is to be followed in place of another."""
    if old is None:
        return True
    if _kind_of_request(new) != _kind_of_request(old):
        return True
    if new.solver == LONGEST:
        return len(new.moves) > len(old.moves)
    return len(new.moves) < len(old.moves)


def _kind_of_request(solution: Solution) -> tuple[bool, bool]:
    """What was asked: for the longest, for all, or just for one that is short."""
    return solution.solver == LONGEST, solution.solutions is not None


def _same(one: Solution, other: Solution) -> bool:
    return (one.moves, one.solutions) == (other.moves, other.solutions)


def _more_certain(new: Solution, old: Solution) -> Solution:
    """Of two results with the same moves, the one that says more of them."""

    def weight(solution: Solution) -> tuple[bool, int]:
        return solution.optimal, solution.lower_bound

    return new if weight(new) >= weight(old) else old


def on_improvement(
    state: PuzzleState, solution: Solution, start: int, *, replaceable: bool, by_user: bool
) -> PuzzleState:
    """The run has found a line.

    Args:
        state: of the puzzle.
        solution: the line, as a solution of the board.
        begins: the position at which one begins to follow it.
        free: the line that is followed may be replaced.
        given: the first one is followed even if it is no better.
    """
    followed = state.followed_entry
    live = _live_index(state)
    best = state.offered_solution or (None if live is None else state.entries[live].solution)
    if best is not None and not is_better(solution, best):
        return state
    if live is not None and (replaceable or live != state.followed_index):
        return _replace_entry(state, live, solution, start)
    better = followed is None or is_better(solution, followed.solution)
    if live is None and (followed is None or by_user or (replaceable and better)):
        state = replace(state, offered=None)
        return _add_entry(state, solution, start, live=True, by_user=by_user)
    if better:
        return replace(state, offered=solution)
    return state


def on_finished(
    state: PuzzleState, solution: Solution, start: int, *, replaceable: bool, by_user: bool
) -> PuzzleState:
    """The run has ended with a solution.

    Args:
        state: of the puzzle.
        solution: as a solution of the board.
        begins: the position at which one begins to follow it.
        free: the line that is followed may be replaced.
        given: the solution is followed even if it is no better.
    """
    live, offered = _live_index(state), state.offered_solution
    state = end_run(replace(state, offered=None))
    if live is not None:
        shown = state.entries[live]
        if shown.solution.moves == solution.moves:
            return _replace_entry(state, live, solution, shown.position, start)
        if replaceable or live != state.followed_index:
            return _replace_entry(state, live, solution, start)
    if live is None and (offered is None or replaceable):
        return _add_entry(state, solution, start, by_user=by_user)
    return replace(state.with_solution(solution, by_user=False, keep_followed=True), offered=solution)


def accept_offer(state: PuzzleState, *, running: bool) -> PuzzleState:
    """The line that was offered is followed, where one is if that can be."""
    solution, followed = state.offered_solution, state.followed_entry
    if solution is None:
        return state
    at = begins = 0
    if followed is not None:
        at, begins = followed.position, min(followed.start_position, len(solution.moves))
        if solution.moves[:at] != followed.followed_solution.moves[:at]:
            at = begins
    live = _live_index(state)
    state = replace(state, offered=None)
    if live is not None:
        return replace(_replace_entry(state, live, solution, at, begins), chosen=live)
    return _add_entry(state, solution, at, live=running, by_user=True, begins=begins)


def end_run(state: PuzzleState) -> PuzzleState:
    """No run goes on: what it had found stays as it is; what was offered is one of them."""
    found = tuple(replace(other, live=False) for other in state.entries)
    state, offered = replace(state, found=found, offered=None), state.offered_solution
    if offered is None:
        return state
    return state.with_solution(offered, by_user=False, keep_followed=True)


def _live_index(state: PuzzleState) -> int | None:
    """The place of the line of the run that goes on."""
    return next((place for place, found in enumerate(state.entries) if found.live), None)


def _replace_entry(
    state: PuzzleState, place: int, solution: Solution, at: int, begins: int | None = None
) -> PuzzleState:
    """Another line in the place of one."""
    found = list(state.entries)
    begins = at if begins is None else begins
    found[place] = SolutionEntry(solution, position=at, start_position=begins, live=found[place].live)
    return replace(state, found=tuple(found), offered=None)


def _add_entry(
    state: PuzzleState,
    solution: Solution,
    at: int,
    *,
    live: bool = False,
    by_user: bool = False,
    begins: int | None = None,
) -> PuzzleState:
    """One more solution, which is followed if it is better, or if that is wanted."""
    state = state.with_solution(solution, by_user=by_user)
    following = state.followed_entry
    if following is None or following.solution.moves != solution.moves:
        return state
    return state.with_followed_entry(at=at, begins=at if begins is None else begins, live=live)


class PuzzleStateCache:
    """States of the puzzles worked on last, which undo or the gallery may bring back."""

    def __init__(self) -> None:
        self._states: dict[Board, PuzzleState] = {}

    def put(self, puzzle: Board, state: PuzzleState) -> None:
        """Keep a state for when its puzzle comes back."""
        self._states.pop(puzzle, None)
        self._states[puzzle] = replace(end_run(state), cancelled=False, rating=False)
        while len(self._states) > _MAX_PUZZLES or self._too_many_listed():
            del self._states[next(iter(self._states))]

    def _too_many_listed(self) -> bool:
        """Return whether the kept states list too many solutions; the latest is kept anyway."""
        listed = sum(state.listed_count for state in self._states.values())
        return len(self._states) > 1 and listed > MAX_LISTED

    def solutions(self, other_than: Board | None) -> list[Solution]:
        """Return the solution followed on each puzzle but one."""
        return [
            state.followed_entry.solution
            for puzzle, state in self._states.items()
            if puzzle != other_than and state.followed_entry is not None
        ]

    def get(self, puzzle: Board) -> PuzzleState:
        """Return the state of a puzzle; an empty one if none is kept."""
        return self._states.get(puzzle, PuzzleState())

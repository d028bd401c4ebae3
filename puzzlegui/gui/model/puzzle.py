"""State of a puzzle: its verdict, solutions, last run and manual game.

The best solution of a running solver is among the entries, marked as live. A shorter solution
replaces it while the user has not moved on from where it was first shown. If the user is partway
through it, the shorter solution is offered instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.language import tr
from puzzlegui.core.motion import Motion
from puzzlegui.core.solution import LONGEST, Solution, chosen_variant
from puzzlegui.engine.feasibility import FeasibilityWarning
from puzzlegui.engine.registry import AUTO, solvers_of
from puzzlegui.engine.run import Stats
from puzzlegui.gui.model.solution_list import SolutionListOptions
from puzzlegui.making.measures import Measures
from puzzlegui.solvers.enumeration import MAX_LISTED

_MAX_ENTRIES = 12
"""Maximum number of solutions kept for a puzzle."""
_MAX_PUZZLES = 32
"""Maximum number of puzzles whose states are kept."""


@dataclass(frozen=True)
class SolverOptions:
    """Solver options chosen by the user; reset when another document is opened.

    Attributes:
        solver: name of the solver.
        all_solutions: if true, list all solutions.
        max_moves: maximum number of moves; 0 for no limit.
    """

    solver: str = AUTO
    all_solutions: bool = False
    max_moves: int = 0

    @classmethod
    def for_family(cls, family: str, remembered: str) -> SolverOptions:
        """Return the options for another board, with the solver last chosen if it exists."""
        names = [solver.name for solver in solvers_of(family)]
        return cls(remembered if remembered in names else AUTO)


@dataclass(frozen=True)
class Hint:
    """Hint for the current position; cleared when the position changes.

    Attributes:
        text: text of the hint.
        motion: motion of the suggested move, if any.
    """

    text: str
    motion: Motion | None = None


@dataclass(frozen=True)
class RunReport:
    """Outcome of the last run.

    Attributes:
        solution: result; None if the run failed or was not started.
        stats: final statistics; None if there was no run, as for a solution from a file.
        error: reason of a failure.
        better_length: length of a better solution that was already known.
        warning: reason why the run is unlikely to finish, so that it was not started.
        options: solver options to which the warning applies.
        prefix: moves before the position that the run was to solve.
        retry: starts the run again whose solver process has died; None if that cannot help.
    """

    solution: Solution | None = None
    stats: Stats | None = None
    error: str = ""
    better_length: int | None = None
    warning: FeasibilityWarning | None = None
    options: SolverOptions | None = None
    prefix: tuple[Any, ...] = ()
    retry: Callable[[], None] | None = None


@dataclass(frozen=True)
class SolutionEntry:
    """Entry of the list of solutions.

    Attributes:
        solution: solution, with all solutions listed with it.
        variant: number of the listed solution being followed, counted from 1.
        position: position of the user along the moves.
        start_position: position of the user when the solution was first shown.
        live: True for the best solution of a running solver, which may be replaced.
        list_options: sort order and filter of the listed solutions.
    """

    solution: Solution
    variant: int = 1
    position: int = 0
    start_position: int = 0
    live: bool = False
    list_options: SolutionListOptions = field(default_factory=SolutionListOptions)

    @property
    def followed_solution(self) -> Solution:
        """Solution with the moves of the chosen variant."""
        return chosen_variant(self.solution, self.variant)


@dataclass(frozen=True)
class ManualGame:
    """Moves made by hand.

    Attributes:
        moves: all moves, including those that were undone.
        position: number of moves that are not undone.
        seconds: playing time until the clock was last stopped.
        started_at: time (``time.monotonic``) when the clock was started; None if it is stopped.
        imported_moves: number of leading moves that were imported rather than made by hand.
        helped: True if the user was shown a move.
        previous_best: personal best before this game was won; None if there was none.
        unsaved: True if the result could not be saved.
    """

    moves: tuple[Any, ...] = ()
    position: int = 0
    seconds: float = 0.0
    started_at: float | None = None
    imported_moves: int = 0
    helped: bool = False
    previous_best: PersonalBest | None = None
    unsaved: bool = False

    @classmethod
    def of_imported(cls, moves: Sequence[Any]) -> ManualGame:
        """Return a game of imported moves, at their end."""
        return cls(tuple(moves), len(moves), imported_moves=len(moves))

    @property
    def unaided(self) -> bool:
        """True if all moves are the player's own."""
        return not self.imported_moves and not self.helped

    @property
    def elapsed(self) -> float:
        """Playing time in seconds; the clock stops when the board is solved."""
        return self.seconds + (
            0.0 if self.started_at is None else time.monotonic() - self.started_at
        )

    def paused(self) -> ManualGame:
        """Return the game with its clock stopped."""
        return replace(self, seconds=self.elapsed, started_at=None)


@dataclass(frozen=True)
class PersonalBest:
    """Personal best of a puzzle.

    Attributes:
        moves: fewest moves.
        seconds: shortest time, perhaps of another game.
    """

    moves: int
    seconds: float

    @classmethod
    def of_game(cls, played: ManualGame) -> PersonalBest:
        """Return the result of a game that solved the puzzle."""
        return cls(len(played.moves), round(played.seconds, 2))

    def combined_with(self, other: PersonalBest) -> PersonalBest:
        """Return the fewest moves and the shortest time of two results."""
        return PersonalBest(min(self.moves, other.moves), min(self.seconds, other.seconds))


@dataclass(frozen=True)
class HintPath:
    """Moves from the start to the goal that hints may follow.

    Attributes:
        moves: all moves.
        made: number of leading moves that the player had made when the solver was started. It found
            the others alone, so nothing is known of the way before.
        optimal: True if the moves that the solver found are proved shortest.
    """

    moves: tuple[Any, ...]
    made: int
    optimal: bool

    @classmethod
    def of_solution(cls, solution: Solution) -> HintPath:
        """Return the moves of a solution; its proof is of the whole board."""
        return cls(solution.moves, 0 if solution.optimal else solution.made, solution.optimal)

    def continues(self, moves: tuple[Any, ...]) -> bool:
        """Return True if the solver found the next move after these moves from the start."""
        count = len(moves)
        return self.made <= count < len(self.moves) and self.moves[:count] == moves


@dataclass(frozen=True)
class PuzzleState:
    """Immutable state of a puzzle.

    Attributes:
        verdict: solvability; None if the board has problems.
        is_rating: True while the difficulty is being measured.
        background_error: sentence on the death of a process that decided solvability, or measured
            the difficulty; empty if there is none.
        rating_result: result of the difficulty measurement.
        measures: further measures of a small board's difficulty; None if they are not known.
        entries: solutions in the order in which they were found.
        followed_index: index in ``entries`` of the solution being followed.
        offered_solution: shorter solution, found while the user was partway through another.
        report: outcome of the last run.
        cancelled: True if editing the board cancelled a run.
        game: moves made by hand.
        earlier_games: games that were restarted, the latest last.
        later_games: games that undo has left, the next first.
        hint_path: solution found for hints; None if no hint was wanted yet.
    """

    verdict: Verdict | None = None
    is_rating: bool = False
    background_error: str = ""
    rating_result: Solution | None = None
    measures: Measures | None = None
    entries: tuple[SolutionEntry, ...] = ()
    followed_index: int = 0
    offered_solution: Solution | None = None
    report: RunReport | None = None
    cancelled: bool = False
    game: ManualGame = ManualGame()
    earlier_games: tuple[ManualGame, ...] = ()
    later_games: tuple[ManualGame, ...] = ()
    hint_path: HintPath | None = None

    def without_solutions(self) -> PuzzleState:
        """Return the state without anything that shows a solution."""
        return replace(
            self, entries=(), followed_index=0, offered_solution=None, report=None,
            rating_result=None, measures=None, hint_path=None,
        )  # fmt: skip

    @property
    def followed_entry(self) -> SolutionEntry | None:
        """Entry of the solution being followed."""
        return self.entries[self.followed_index] if self.entries else None

    def with_solution(
        self, solution: Solution, *, by_user: bool, keep_followed: bool = False
    ) -> PuzzleState:
        """Return the state with another solution, which is followed if better or given by the user.

        The position in the solution followed before is kept. With ``keep_followed``, the user goes
        on with that solution.
        """
        follows = not keep_followed and (by_user or is_better(solution, self._followed()))
        same = next(
            (i for i, other in enumerate(self.entries) if _same(other.solution, solution)), None
        )
        if same is not None:
            entries = list(self.entries)
            old = entries[same].solution
            entries[same] = replace(entries[same], solution=_more_certain(solution, old))
            chosen = same if follows else self.followed_index
        else:
            entries = [*self.entries, SolutionEntry(solution)]
            chosen = len(entries) - 1 if follows else self.followed_index
            if len(entries) > _MAX_ENTRIES:
                others = (place for place in range(len(entries)) if place != chosen)
                worst = max(others, key=lambda place: len(entries[place].solution.moves))
                del entries[worst]
                chosen -= chosen > worst
        return replace(self, entries=tuple(entries), followed_index=chosen)

    def _followed(self) -> Solution | None:
        return None if self.followed_entry is None else self.followed_entry.solution

    def with_followed_entry(self, **changes: Any) -> PuzzleState:
        """Return the state with changed fields of the followed entry."""
        if not self.entries:
            return self
        entries = list(self.entries)
        entries[self.followed_index] = replace(entries[self.followed_index], **changes)
        return replace(self, entries=tuple(entries))

    def restarted(self) -> PuzzleState:
        """Return the state with all positions at the start and without manual games."""
        entries = tuple(replace(other, position=0, start_position=0) for other in self.entries)
        state = self.with_new_game(ManualGame())
        return replace(state, entries=entries, cancelled=False, is_rating=False)

    def with_new_game(self, game: ManualGame) -> PuzzleState:
        """Return the state with another manual game, and without those before."""
        return replace(self, game=game, earlier_games=(), later_games=())

    def with_restarted_game(self, game: ManualGame) -> PuzzleState:
        """Return the state with another manual game, and the present game before it."""
        left = (self.game.paused(),) if self.game.moves else ()
        return replace(self, game=game, earlier_games=(*self.earlier_games, *left), later_games=())

    def with_earlier_game(self) -> PuzzleState:
        """Return the state with the game that was restarted last."""
        *earlier, game = self.earlier_games
        later = self.game.paused(), *self.later_games
        return replace(self, game=game, earlier_games=tuple(earlier), later_games=later)

    def with_later_game(self) -> PuzzleState:
        """Return the state with the game that ``with_earlier_game`` has left."""
        game, *later = self.later_games
        earlier = *self.earlier_games, self.game.paused()
        return replace(self, game=game, earlier_games=earlier, later_games=tuple(later))

    def has_same_solutions(self, other: PuzzleState) -> bool:
        """Return True if solutions, last run and manual game equal those of another state."""
        names = ("entries", "followed_index", "offered_solution", "report", "cancelled", "game")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def listed_count(self) -> int:
        """Total number of listed solutions."""
        return sum(len(other.solution.solutions or ()) for other in self.entries)

    @property
    def best_solution(self) -> Solution | None:
        """Shortest known solution."""
        known = [other.solution for other in self.entries if other.solution.solver != LONGEST]
        if self.rating_result is not None and self.rating_result.solved:
            known.append(self.rating_result)
        return min(known, key=lambda solution: len(solution.moves), default=None)

    @property
    def better_solution(self) -> Solution | None:
        """Best offered or listed solution, if it is better than the one being followed."""
        followed = found = self._followed()
        for solution in (*(other.solution for other in self.entries), self.offered_solution):
            if solution is None or found is None:
                continue
            alike = _kind_of_request(solution) == _kind_of_request(found)
            if alike and is_better(solution, found):
                found = solution
        return None if found is followed else found

    @property
    def lower_bound(self) -> int:
        """Proved lower bound on the number of moves."""
        known = [other.solution for other in self.entries]
        known += [self.rating_result] if self.rating_result is not None else []
        return max((solution.lower_bound for solution in known), default=0)

    @property
    def difficulty(self) -> str:
        """Difficulty in a sentence, or why it is not known; empty until it is measured."""
        if self.is_rating:
            return tr("Measuring difficulty…")
        return f"{self._rated_difficulty()} {self.background_error}".strip()

    def _rated_difficulty(self) -> str:
        if self.rating_result is None:
            return ""
        best = self.best_solution
        if best is None:
            return self.rating_result.difficulty()
        bound = self.lower_bound
        proved = best.optimal or len(best.moves) <= bound
        text = replace(best, optimal=proved, lower_bound=bound).difficulty()
        return text if self.measures is None else f"{text} {self.measures.sentence()}"


def is_better(new: Solution, old: Solution | None) -> bool:
    """Return True if a solution should replace the solution being followed."""
    if old is None:
        return True
    if _kind_of_request(new) != _kind_of_request(old):
        return True
    if new.solver == LONGEST:
        return len(new.moves) > len(old.moves)
    return len(new.moves) < len(old.moves)


def _kind_of_request(solution: Solution) -> tuple[bool, bool]:
    """Return the kind of request that a solution answers: the longest, all, or a short solution."""
    return solution.solver == LONGEST, solution.solutions is not None


def _same(one: Solution, other: Solution) -> bool:
    return (one.moves, one.solutions) == (other.moves, other.solutions)


def _more_certain(new: Solution, old: Solution) -> Solution:
    """Return the result with the stronger proof, of two with the same moves."""

    def weight(solution: Solution) -> tuple[bool, int]:
        return solution.optimal or solution.longest, solution.lower_bound

    return new if weight(new) >= weight(old) else old


def on_improvement(
    state: PuzzleState, solution: Solution, start: int, *, replaceable: bool, by_user: bool
) -> PuzzleState:
    """Return the state after a running solver has found a better solution.

    Args:
        state: state of the puzzle.
        solution: solution of the board.
        start: position at which the user begins to follow it.
        replaceable: True if the solution being followed may be replaced.
        by_user: follow the first solution even if it is not better.
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
        state = replace(state, offered_solution=None)
        return _add_entry(state, solution, start, live=True, by_user=by_user)
    if better:
        return replace(state, offered_solution=solution)
    return state


def on_finished(
    state: PuzzleState, solution: Solution, start: int, *, replaceable: bool, by_user: bool
) -> PuzzleState:
    """Return the state after a run has ended with a solution.

    Args:
        state: state of the puzzle.
        solution: solution of the board.
        start: position at which the user begins to follow it.
        replaceable: True if the solution being followed may be replaced.
        by_user: follow the solution even if it is not better.
    """
    live, offered = _live_index(state), state.offered_solution
    state = end_run(replace(state, offered_solution=None))
    if live is not None:
        shown = state.entries[live]
        if shown.solution.moves == solution.moves:
            return _replace_entry(state, live, solution, shown.position, start)
        if replaceable or live != state.followed_index:
            return _replace_entry(state, live, solution, start)
    if live is None and (offered is None or replaceable):
        return _add_entry(state, solution, start, by_user=by_user)
    return replace(
        state.with_solution(solution, by_user=False, keep_followed=True), offered_solution=solution
    )


def accept_offer(state: PuzzleState, *, running: bool) -> PuzzleState:
    """Return the state that follows the offered solution, at the same position if possible."""
    solution, followed = state.offered_solution, state.followed_entry
    if solution is None:
        return state
    at = begins = 0
    if followed is not None:
        at, begins = followed.position, min(followed.start_position, len(solution.moves))
        if solution.moves[:at] != followed.followed_solution.moves[:at]:
            at = begins
    live = _live_index(state)
    state = replace(state, offered_solution=None)
    if live is not None:
        return replace(_replace_entry(state, live, solution, at, begins), followed_index=live)
    return _add_entry(state, solution, at, live=running, by_user=True, begins=begins)


def end_run(state: PuzzleState) -> PuzzleState:
    """Return the state without a live solution; an offered solution becomes an entry."""
    entries = tuple(replace(other, live=False) for other in state.entries)
    state, offered = replace(state, entries=entries, offered_solution=None), state.offered_solution
    if offered is None:
        return state
    return state.with_solution(offered, by_user=False, keep_followed=True)


def _live_index(state: PuzzleState) -> int | None:
    """Return the index of the live entry."""
    return next((place for place, entry in enumerate(state.entries) if entry.live), None)


def _replace_entry(
    state: PuzzleState, place: int, solution: Solution, at: int, begins: int | None = None
) -> PuzzleState:
    """Return the state with another solution in an entry."""
    entries = list(state.entries)
    begins = at if begins is None else begins
    entries[place] = SolutionEntry(
        solution, position=at, start_position=begins, live=entries[place].live
    )
    return replace(state, entries=tuple(entries), offered_solution=None)


def _add_entry(
    state: PuzzleState,
    solution: Solution,
    at: int,
    *,
    live: bool = False,
    by_user: bool = False,
    begins: int | None = None,
) -> PuzzleState:
    """Return the state with another entry, followed if it is better or given by the user."""
    state = state.with_solution(solution, by_user=by_user)
    following = state.followed_entry
    if following is None or following.solution.moves != solution.moves:
        return state
    return state.with_followed_entry(
        position=at, start_position=at if begins is None else begins, live=live
    )


class PuzzleStateCache:
    """Cache of puzzle states, which undo or the gallery may bring back."""

    def __init__(self) -> None:
        self._states: dict[Board, PuzzleState] = {}

    def put(self, puzzle: Board, state: PuzzleState) -> None:
        """Store the state of a puzzle."""
        self._states.pop(puzzle, None)
        self._states[puzzle] = replace(end_run(state), cancelled=False, is_rating=False)
        while len(self._states) > _MAX_PUZZLES or self._too_many_listed():
            del self._states[next(iter(self._states))]

    def _too_many_listed(self) -> bool:
        """Return True if the states list too many solutions; the latest state is always kept."""
        listed = sum(state.listed_count for state in self._states.values())
        return len(self._states) > 1 and listed > MAX_LISTED

    def solutions(self, other_than: Board | None) -> list[Solution]:
        """Return the best solution of each puzzle except ``other_than``."""
        return [
            state.better_solution or state.followed_entry.solution
            for puzzle, state in self._states.items()
            if puzzle != other_than and state.followed_entry is not None
        ]

    def get(self, puzzle: Board) -> PuzzleState:
        """Return the state of a puzzle; an empty state if it is not cached."""
        return self._states.get(puzzle, PuzzleState())

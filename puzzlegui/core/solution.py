"""Solutions, and their replay by the rules of the board alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress, count
from operator import ne
from typing import Any

from puzzlegui.core import result_text
from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr, translate_formatted
from puzzlegui.core.metrics import find_metric

LONGEST = "longest"
"""Name of the solver that maximizes the number of moves."""
BY_HAND = "by hand"
"""Solver name of moves that a user has played."""
TYPED_IN = "typed in"
"""Solver name of moves that a user has entered as text."""
MADE_BEFORE = "moves made before"
"""Name of the segment of the moves after which a solver was started."""


class Status(StrEnum):
    """Result of a search."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Segment:
    """Named part ``moves[start:stop]`` of a solution.

    The part of a name before a colon groups consecutive segments (``row 1: 7 to A1``).
    """

    name: str
    start: int
    stop: int

    @property
    def title(self) -> str:
        """Translated name; files contain the English name."""
        return translate_formatted(self.name, result_text.SEGMENT_NAMES)


@dataclass(frozen=True)
class MetricResult:
    """Result of a search for the fewest moves in another metric than the usual.

    Attributes:
        metric: name of the metric.
        length: number of moves of the solution in it, None without one.
        optimal: True if no solution is shorter in it, as the solver has proved.
        lower_bound: proved lower bound on the number of moves in it.
    """

    metric: str
    length: int | None
    optimal: bool
    lower_bound: int


@dataclass(frozen=True)
class Solution:
    """Result of running a solver on a board; true if it is a solution.

    Attributes:
        board: the board.
        solver: name of the solver.
        status: result of the search.
        moves: solution, in moves of the board's family; empty without a solution.
        optimal: True if the solver has proved that no solution is shorter.
        lower_bound: proved lower bound on the number of moves.
        segments: named parts of the solution, which cover all moves in order.
        states: number of states expanded, including the goal.
        seconds: running time.
        solutions: all solutions listed, if all were requested (``moves`` is the first).
        count: number of all solutions, if all were requested.
        note: a sentence: why unsolvable, or which limit was reached.
        chosen: why this solver was chosen, if the choice was automatic.
        attempts: for a depth-first listing, number of calls made when each solution was found.
        longest: True if the solver has proved that no solution is longer.
        in_metric: what was found and proved in another metric, if that was asked for; the fields
            above always count every move.
        lines: the moves with brackets, comments and variations, as text (see ``core.lines``).
    """

    board: Board
    solver: str
    status: Status
    moves: tuple[Any, ...] = ()
    optimal: bool = False
    lower_bound: int = 0
    segments: tuple[Segment, ...] = ()
    states: int = 0
    seconds: float = 0.0
    solutions: tuple[tuple[Any, ...], ...] | None = None
    count: int | None = None
    note: str = ""
    chosen: str = ""
    attempts: tuple[int, ...] = ()
    longest: bool = False
    in_metric: MetricResult | None = None
    lines: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        """Return True if there is a solution, even of a board that needs no move."""
        return self.solved

    def __str__(self) -> str:
        """Return the moves as text; how the search ended if there is no solution."""
        return " ".join(self.board.format_moves(self.moves)) if self.solved else self.outcome()

    def __repr__(self) -> str:
        return f"<Solution: {self.outcome()}>"

    @property
    def solved(self) -> bool:
        return self.status is Status.SOLVED

    @property
    def length(self) -> int | None:
        """Number of moves, None without a solution."""
        return len(self.moves) if self.solved else None

    @property
    def made(self) -> int:
        """Number of leading moves that had been made when the solver was started."""
        first = self.segments[0] if self.segments else None
        return first.stop if first is not None and first.name == MADE_BEFORE else 0

    def outcome(self) -> str:
        """Return the result in plain words."""
        match self.status:
            case Status.SOLVED:
                text = self._solved_in()
                if self.count is not None:
                    text = f"{text} {result_text.listed(self.count)}"
            case Status.UNSOLVABLE:
                return self.note or tr("Not solvable.")
            case Status.LIMIT:
                text = result_text.stopped(self.lower_bound)
            case Status.CANCELLED:
                text = result_text.cancelled(self.lower_bound)
        return f"{text} {self.note}".strip()

    def _solved_in(self) -> str:
        if (found := self.in_metric) is not None and found.length is not None:
            bound, proved = found.lower_bound, found.optimal
            text = result_text.solved_in(found.length, bound, proved=proved, longest=False)
            title = find_metric(self.board.metrics, found.metric).title
            return f"{text} {tr('Counted: {metric}.').format(metric=title)}"
        return result_text.solved_in(
            len(self.moves), self.lower_bound, proved=self.optimal, longest=self.longest
        )

    def difficulty(self) -> str:
        """Return the optimal number of moves, or its bounds, in a sentence."""
        least = len(self.moves) if self.optimal else self.lower_bound
        if self.status is Status.UNSOLVABLE:
            return tr("There is no solution.")
        return result_text.difficulty(least, len(self.moves) if self.solved else None)


@dataclass(frozen=True)
class Variant:
    """Listed solution, compared with the first.

    Attributes:
        number: number in the list, from 1.
        length: number of moves.
        common_prefix: length of the common prefix with the first solution.
        common_suffix: length of the common suffix after that prefix.
        moves_saved: number of moves saved compared with the first.
    """

    number: int
    length: int
    common_prefix: int
    common_suffix: int
    moves_saved: int

    def describe(self) -> str:
        """Describe its length and its difference from the first."""
        length = quantity(self.length, "move")
        first, last = self.common_prefix + 1, self.length - self.common_suffix
        if self.number == 1:
            return length
        if first > last:
            if not self.moves_saved:
                return tr("{length}, the same as the first").format(length=length)
            text = (
                tr("{length}, the first without move {move}")
                if self.moves_saved == 1
                else tr("{length}, the first without moves {move} to {last}")
            )
            last = self.common_prefix + self.moves_saved
        elif first == last:
            text = tr("{length}, differs from the first at move {move}")
        else:
            text = tr("{length}, differs from the first at moves {move} to {last}")
        return text.format(length=length, move=group_digits(first), last=group_digits(last))


def variants(solution: Solution, most: int) -> list[Variant]:
    """Return the first listed solutions; a single entry if not all were requested."""
    lists = solution.solutions or ((solution.moves,) if solution.solved else ())
    return [variant(lists, number) for number in range(1, min(len(lists), most) + 1)]


def variant(solutions: Sequence[Sequence[Any]], number: int) -> Variant:
    """Compare a solution, by its number from 1, with the first."""
    first, moves = solutions[0], solutions[number - 1]
    most = min(len(first), len(moves))
    start = next((i for i in range(most) if first[i] != moves[i]), most)
    rest = most - start
    end = next((i for i in range(rest) if first[-1 - i] != moves[-1 - i]), rest)
    return Variant(number, len(moves), start, end, len(first) - len(moves))


def chosen_variant(solution: Solution, number: int) -> Solution:
    """Return the result with another listed solution, by its number from 1, as its moves."""
    if number == 1:
        return solution
    assert solution.solutions is not None
    moves, made = solution.solutions[number - 1], solution.made
    return replace(
        solution,
        moves=moves,
        optimal=solution.optimal and len(moves) == len(solution.moves),
        longest=solution.longest and len(moves) == len(solution.moves),
        segments=(*solution.segments[: bool(made)], Segment(solution.solver, made, len(moves))),
    )


def common_prefix_length(moves: Sequence[Any], other: Sequence[Any]) -> int:
    """Return the length of the common prefix of two lists of moves."""
    return next(compress(count(), map(ne, moves, other)), min(len(moves), len(other)))


@dataclass(frozen=True)
class Replay:
    """Result of playing moves on a board; true if they solve it.

    Attributes:
        correct: True if every move is legal and the last position is solved.
        played: number of legal moves played.
        message: summary, in a sentence.
    """

    correct: bool
    played: int
    message: str

    def __bool__(self) -> bool:
        return self.correct


def replay(board: Board, moves: Sequence[Any]) -> Replay:
    """Play ``moves`` from the start by the board's own rules; shares no code with the solvers."""
    return Replayer(board).replay(moves)


class Replayer:
    """Replays several lists of moves, each as ``replay`` does.

    Prefixes that a list shares with the list before are not played again: solvers that list
    thousands of solutions list similar solutions together.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._before: Sequence[Any] = ()
        # Positions where lists diverge, each with its number of moves.
        self._kept = [(0, board.initial())]

    def replay(self, moves: Sequence[Any]) -> Replay:
        """Play a list of moves from the start."""
        board, kept = self._board, self._kept
        common = common_prefix_length(moves, self._before)
        while kept[-1][0] > common:
            kept.pop()
        begun, position = kept[-1]
        if begun < common:
            position, _, _ = board.play_all(moves[begun:common], position)
            kept.append((common, position))
        position, played, error = board.play_all(moves[common:], position)
        number = common + played
        self._before = moves[:number]
        return _summarize(board, position, number, error)


def _summarize(board: Board, position: Any, played: int, error: Exception | None) -> Replay:
    """Summarize a replay that ended at a position, or with an error."""
    if error is not None:
        return Replay(
            False,
            played,
            tr("Move {number} is not allowed: {error}.").format(
                number=group_digits(played + 1), error=str(error)
            ),
        )
    moves = quantity(played, "move")
    if board.is_solved(position):
        text = tr("Correct: {moves} played, and the goal is reached.")
        return Replay(True, played, text.format(moves=moves))
    text = tr("Wrong: {moves} played, but the goal is not reached.")
    return Replay(False, played, text.format(moves=moves))


def first_error(
    solution: Solution,
    should_continue: Callable[[], bool] = lambda: True,
    lazy_replay: LazyReplay | None = None,
) -> str:
    """Replay all solutions of a result; return the first error, or an empty string.

    Args:
        solution: the result.
        lazy_replay: unused lazy replay of its moves; its positions are computed, so that they
            need not be played again.
        should_continue: called before each list of moves; if it returns False, the result is
            meaningless.
    """
    if not solution.solved:
        return ""
    replayer = Replayer(solution.board)
    played = (
        replayer.replay(solution.moves)
        if lazy_replay is None
        else lazy_replay.replay(should_continue)
    )
    if not played.correct:
        return played.message
    for number, moves in enumerate(solution.solutions or (), 1):
        if not should_continue():
            break
        if number == 1 and moves == solution.moves:
            continue
        played = replayer.replay(moves)
        if not played.correct:
            return tr("Solution {number}: {message}").format(
                number=group_digits(number), message=played.message
            )
    return ""


def positions(board: Board, moves: Sequence[Any]) -> Iterator[Any]:
    """Yield the initial position and the position after each move.

    Raises:
        IllegalMoveError: a move is not legal.
    """
    position = board.initial()
    yield position
    for move in moves:
        position = board.play(position, move)
        yield position


class LazyReplay:
    """Random access to the positions along a list of moves, keeping only some of them.

    Args:
        board: the board.
        moves: legal moves from its start.
        step: distance between kept positions, in moves.
    """

    def __init__(self, board: Board, moves: Sequence[Any], step: int = 64) -> None:
        self.board = board
        self.moves = moves
        self._step = step
        self._kept = [board.initial()]
        self._last = 0, self._kept[0]

    def __len__(self) -> int:
        return len(self.moves)

    def branch(self, index: int, move: Any) -> None:
        """Make ``move`` after ``index`` moves, and drop the moves after them.

        Raises:
            IllegalMoveError: the move is not legal there.
        """
        position = self[index]
        after = self.board.play(position, move)
        self.moves = [*self.moves[:index], move]
        del self._kept[index // self._step + 1 :]
        self._last = index + 1, after

    def replay(self, should_continue: Callable[[], bool] = lambda: True) -> Replay:
        """Play all moves from the start, as ``replay`` does, and keep positions along them.

        Args:
            should_continue: polled now and then; if it returns False, the result is meaningless.
        """
        del self._kept[1:]
        position, number = self._kept[0], 0
        error = None
        while number < len(self.moves) and error is None and should_continue():
            part = self.moves[number : number + self._step]
            position, played, error = self.board.play_all(part, position)
            number += played
            if played == self._step:
                self._kept.append(position)
        self._last = number, position
        return _summarize(self.board, position, number, error)

    def __getitem__(self, index: int) -> Any:
        """Return the position after ``index`` moves."""
        if not 0 <= index <= len(self.moves):
            raise IndexError(index)
        at, position = self._last
        if not at <= index <= at + self._step:
            kept = min(index // self._step, len(self._kept) - 1)
            at, position = kept * self._step, self._kept[kept]
        while at < index:
            position = self.board.play(position, self.moves[at])
            at += 1
            if at == len(self._kept) * self._step:
                self._kept.append(position)
        self._last = index, position
        return position

"""Solutions, and the replay that checks them with nothing but the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress, count
from operator import ne
from typing import Any

from puzzlegui.core import outcomes
from puzzlegui.core.board import Board
from puzzlegui.core.counting import counted, group_digits
from puzzlegui.core.language import retold, tr

LONGEST = "longest"
"""The name of the solver that seeks not a short solution but a long one."""
BY_HAND = "by hand"
"""What stands in a solver's place if somebody has played the moves."""


class Status(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Segment:
    """A stretch ``moves[start:stop]`` of a solution, named for what it does.

    The part of a name before a colon groups neighbouring segments (``row 1: 7 to A1``).
    """

    name: str
    start: int
    stop: int

    @property
    def title(self) -> str:
        """Its name for people; files have the other."""
        return retold(self.name, outcomes.PARTS)


@dataclass(frozen=True)
class Solution:
    """What a solver found out about a board; true if that is a solution.

    Attributes:
        board: the board solved.
        solver: the name of the method.
        status: how the search ended.
        moves: the solution, in moves of the board's family; empty without one.
        optimal: the solver has proved that no solution is shorter, or none longer if it is
            ``LONGEST``.
        lower_bound: no solution has fewer moves; proved.
        segments: together cover all moves, in order.
        states: states taken up for expansion, the solved one included.
        seconds: how long it took.
        solutions: when all were asked for, every one listed (``moves`` is the first).
        count: when all were asked for, how many there are.
        note: one sentence: why unsolvable, or which limit was reached.
        chosen: which solver was chosen and why, if that was left open.
        attempts: for a depth-first listing, the calls made when each solution was found.
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

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        """Return True if there is a solution, even of a board that needs no move."""
        return self.solved

    def __str__(self) -> str:
        """Return the moves as text; how the search ended if there is no solution."""
        return " ".join(self.board.moves_text(self.moves)) if self.solved else self.outcome()

    def __repr__(self) -> str:
        return f"<Solution: {self.outcome()}>"

    @property
    def solved(self) -> bool:
        return self.status is Status.SOLVED

    @property
    def length(self) -> int | None:
        """The number of moves, None without a solution."""
        return len(self.moves) if self.solved else None

    def outcome(self) -> str:
        """How it ended, in plain words."""
        match self.status:
            case Status.SOLVED:
                longest = self.solver == LONGEST
                text = outcomes.solved_in(
                    len(self.moves), self.lower_bound, proved=self.optimal, longest=longest
                )
                if self.count is not None:
                    text = f"{text} {outcomes.listed(self.count)}"
            case Status.UNSOLVABLE:
                return self.note or tr("Not solvable.")
            case Status.LIMIT:
                text = outcomes.stopped(self.lower_bound)
            case Status.CANCELLED:
                text = outcomes.cancelled(self.lower_bound)
        return f"{text} {self.note}".strip()

    def difficulty(self) -> str:
        """What it tells of how hard the board is: the optimum, or its bounds."""
        least = len(self.moves) if self.optimal else self.lower_bound
        if self.status is Status.UNSOLVABLE:
            return tr("There is no solution.")
        return outcomes.difficulty(least, len(self.moves) if self.solved else None)


@dataclass(frozen=True)
class Variant:
    """One of the solutions that were listed, compared with the first of them.

    Attributes:
        number: counted from 1.
        length: its number of moves.
        start: so many moves at its beginning are those of the first.
        end: so many at its end are, without those at the beginning.
        fewer: so many moves less than the first it has.
    """

    number: int
    length: int
    start: int
    end: int
    fewer: int

    def describe(self) -> str:
        """Its length, and where it differs from the first."""
        length = counted(self.length, "move")
        first, last = self.start + 1, self.length - self.end
        if self.number == 1:
            return length
        if first > last:
            if not self.fewer:
                return tr("{length}, the same as the first").format(length=length)
            text = (
                tr("{length}, the first without move {move}")
                if self.fewer == 1
                else tr("{length}, the first without moves {move} to {last}")
            )
            last = self.start + self.fewer
        elif first == last:
            text = tr("{length}, differs from the first at move {move}")
        else:
            text = tr("{length}, differs from the first at moves {move} to {last}")
        return text.format(length=length, move=group_digits(first), last=group_digits(last))


def variants(solution: Solution, most: int) -> list[Variant]:
    """The first solutions that were listed; just one where no more were asked for."""
    lists = solution.solutions or ((solution.moves,) if solution.solved else ())
    return [variant(lists, number) for number in range(1, min(len(lists), most) + 1)]


def variant(solutions: Sequence[Sequence[Any]], number: int) -> Variant:
    """One of several solutions, counted from 1."""
    first, moves = solutions[0], solutions[number - 1]
    most = min(len(first), len(moves))
    start = next((i for i in range(most) if first[i] != moves[i]), most)
    rest = most - start
    end = next((i for i in range(rest) if first[-1 - i] != moves[-1 - i]), rest)
    return Variant(number, len(moves), start, end, len(first) - len(moves))


def chosen_variant(solution: Solution, number: int) -> Solution:
    """The result with one of its listed solutions, counted from 1, as its moves."""
    if number == 1:
        return solution
    assert solution.solutions is not None
    moves = solution.solutions[number - 1]
    return replace(
        solution,
        moves=moves,
        optimal=solution.optimal and len(moves) == len(solution.moves),
        segments=(Segment(solution.solver, 0, len(moves)),),
    )


def parting(moves: Sequence[Any], other: Sequence[Any]) -> int:
    """So many moves at the beginning of two lists are the same."""
    return next(compress(count(), map(ne, moves, other)), min(len(moves), len(other)))


@dataclass(frozen=True)
class Replay:
    """What came of playing moves on a board; true if they solve it.

    Attributes:
        right: every move was legal and the last position is solved.
        played: how many moves were legal.
        message: the outcome in a sentence.
    """

    right: bool
    played: int
    message: str

    def __bool__(self) -> bool:
        return self.right


def replay(board: Board, moves: Sequence[Any]) -> Replay:
    """Play ``moves`` from the start by the board's own rules; shares nothing with the solvers."""
    return Replayer(board).replay(moves)


class Replayer:
    """Replays one list of moves after the other, each as ``replay`` does.

    The moves that a list begins with as the one before did are not played again: those who list
    thousands of solutions, list neighbours.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._before: Sequence[Any] = ()
        # Positions where lists parted from those before, each with its number of moves.
        self._kept = [(0, board.initial())]

    def replay(self, moves: Sequence[Any]) -> Replay:
        """Play a list of moves from the start."""
        board, kept = self._board, self._kept
        common = parting(moves, self._before)
        while kept[-1][0] > common:
            kept.pop()
        begun, position = kept[-1]
        if begun < common:
            position, _, _ = board.play_all(moves[begun:common], position)
            kept.append((common, position))
        position, played, error = board.play_all(moves[common:], position)
        number = common + played
        self._before = moves[:number]
        return _outcome(board, position, number, error)


def _outcome(board: Board, position: Any, played: int, error: Exception | None) -> Replay:
    """What came of moves that led to a position, or to one that is not allowed there."""
    if error is not None:
        return Replay(
            False,
            played,
            tr("Move {number} is not allowed: {error}.").format(
                number=group_digits(played + 1), error=str(error)
            ),
        )
    moves = counted(played, "move")
    if board.is_solved(position):
        text = tr("Right: {moves} played, and the goal is reached.")
        return Replay(True, played, text.format(moves=moves))
    text = tr("Wrong: {moves} played, but the goal is not reached.")
    return Replay(False, played, text.format(moves=moves))


def first_fault(
    solution: Solution, wanted: Callable[[], bool] = lambda: True, walk: Walk | None = None
) -> str:
    """Replay all that a solution holds; what is wrong with the first that does not solve the board.

    Args:
        solution: what is replayed.
        walk: goes along its moves, to which nothing has been asked yet; it is made to know all
            positions, so that they need not be played again.
        wanted: is asked before each list of moves whether to go on; if not, the answer is
            worthless.
    """
    if not solution.solved:
        return ""
    replayer = Replayer(solution.board)
    played = replayer.replay(solution.moves) if walk is None else walk.replay(wanted)
    if not played.right:
        return played.message
    for number, moves in enumerate(solution.solutions or (), 1):
        if not wanted():
            break
        if number == 1 and moves == solution.moves:
            continue
        played = replayer.replay(moves)
        if not played.right:
            return tr("Solution {number}: {message}").format(
                number=group_digits(number), message=played.message
            )
    return ""


def positions(board: Board, moves: Sequence[Any]) -> Iterator[Any]:
    """The first position and the one after each move.

    Raises:
        IllegalMoveError: a move is not allowed.
    """
    position = board.initial()
    yield position
    for move in moves:
        position = board.play(position, move)
        yield position


class Walk:
    """Positions along a list of moves, at random, without keeping them all.

    Args:
        board: the board.
        moves: legal moves from its start.
        step: every how many moves a position is kept.
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
        """Go on with ``move`` after ``index`` moves; what came after them is dropped.

        Raises:
            IllegalMoveError: the rules do not allow the move there.
        """
        position = self[index]
        after = self.board.play(position, move)
        self.moves = [*self.moves[:index], move]
        del self._kept[index // self._step + 1 :]
        self._last = index + 1, after

    def replay(self, wanted: Callable[[], bool] = lambda: True) -> Replay:
        """Play all moves from the start, as ``replay`` does, and keep positions on the way.

        Args:
            wanted: is asked now and then whether to go on; if not, the answer is worthless.
        """
        del self._kept[1:]
        position, number = self._kept[0], 0
        error = None
        while number < len(self.moves) and error is None and wanted():
            part = self.moves[number : number + self._step]
            position, played, error = self.board.play_all(part, position)
            number += played
            if played == self._step:
                self._kept.append(position)
        self._last = number, position
        return _outcome(self.board, position, number, error)

    def __getitem__(self, index: int) -> Any:
        """The position after ``index`` moves."""
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

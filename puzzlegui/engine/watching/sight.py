"""All that there is to see of a search at a step."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.engine.watching import methods, telling
from puzzlegui.engine.watching.frontier import Waiting, frontier
from puzzlegui.engine.watching.levels import Tree, Trees
from puzzlegui.engine.watching.neighbours import Neighbour, neighbours_at
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.solvers.space import HeuristicBreakdown

LISTED = 60
"""Positions of the frontier that are listed."""


@dataclass(frozen=True)
class Sight:
    """A search at a step.

    Attributes:
        step: from 0.
        node: the one taken up.
        position: of the board.
        moves: made to get there.
        neighbours: all that are one move away, in the order in which they are met.
        frontier: what is taken up next.
        sentence: what the method does here.
        answer: what it would answer now.
        figures: how many positions there are, and how the search ended once it has.
        parts: what the number that guides it is made of; None if nothing does.
    """

    step: int
    node: int
    position: Any
    moves: int
    neighbours: tuple[Neighbour, ...]
    frontier: tuple[Waiting, ...]
    sentence: str
    answer: str
    figures: str
    parts: HeuristicBreakdown | None
    _trees: Trees = field(repr=False, compare=False)

    @cached_property
    def tree(self) -> Tree:
        """The tree as it has grown so far; not each use of a sight has a use for it."""
        return self._trees.at(self.step)


class Watch:
    """Looks at a recording, step by step.

    Args:
        recording: one that has a step at least.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._trees = Trees(recording)

    @property
    def board(self) -> Board:
        """The board that is searched."""
        return self.recording.board

    def at(self, step: int) -> Sight:
        """What there is to see once a step is done."""
        recording = self.recording
        node = recording.steps[step]
        return Sight(
            step,
            node,
            recording.position(node),
            recording.depths[node],
            neighbours_at(recording, step),
            tuple(frontier(recording, step, LISTED)),
            telling.sentence(recording, step),
            telling.answer(recording, step),
            telling.figures(recording, step),
            self.parts(node),
            self._trees,
        )

    def near(self, step: int) -> Sight:
        """What there is to see at a step, or at the last one if there are fewer."""
        return self.at(min(step, self.recording.count - 1))

    def parts(self, node: int) -> HeuristicBreakdown | None:
        """What the number that guides the search is made of at a node."""
        space, state = self.recording.space, self.recording.states[node]
        match self.recording.method.guide:
            case methods.ESTIMATE:
                return space.estimate_breakdown(state)
            case methods.SCORE:
                return space.score_breakdown(state)
        return None

    def next_level(self, step: int) -> int:
        """The next step deeper than any before it, or at which the search begins again."""
        recording = self.recording
        depths, steps = recording.depths, recording.steps
        here = depths[steps[step]]
        begun = next((at for at in recording.rounds if at > step), recording.count)
        for at in range(step + 1, min(begun + 1, recording.count)):
            if at == begun or depths[steps[at]] > here:
                return at
        return recording.count - 1

    def goal_step(self) -> int | None:
        """The first step at which the goal is taken up; None if it never is."""
        taken = [at for node in self.recording.goals if (at := self.recording.taken[node]) >= 0]
        return min(taken, default=None)

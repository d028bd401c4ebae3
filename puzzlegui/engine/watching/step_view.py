"""View of a recorded search at a step."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.engine.watching import explanations, methods
from puzzlegui.engine.watching.frontier import FrontierEntry, frontier
from puzzlegui.engine.watching.levels import SearchTree, SearchTrees
from puzzlegui.engine.watching.neighbours import Neighbour, neighbours_at
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.solvers.space import HeuristicBreakdown

LISTED = 60
"""Number of frontier entries that are listed."""


@dataclass(frozen=True)
class StepView:
    """State of a search after a step.

    Attributes:
        step: index of the step, from 0.
        node: expanded node.
        position: its position of the board.
        moves: number of moves made to get there.
        neighbours: its neighbours, in the order of generation.
        frontier: positions to be expanded next.
        sentence: description of the step.
        answer: result if the search ended here.
        figures: numbers of positions, and the end of the search once it has ended.
        breakdown: terms of the heuristic value; None if the search uses none.
    """

    step: int
    node: int
    position: Any
    moves: int
    neighbours: tuple[Neighbour, ...]
    frontier: tuple[FrontierEntry, ...]
    sentence: str
    answer: str
    figures: str
    breakdown: HeuristicBreakdown | None
    _trees: SearchTrees = field(repr=False, compare=False)

    @cached_property
    def tree(self) -> SearchTree:
        """Search tree grown so far, computed when first needed."""
        return self._trees.at(self.step)


class RecordingViewer:
    """Viewer of a recording, step by step.

    Args:
        recording: recording with at least one step.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._trees = SearchTrees(recording)

    @property
    def board(self) -> Board:
        """The searched board."""
        return self.recording.board

    def at(self, step: int) -> StepView:
        """Return the view after a step."""
        recording = self.recording
        node = recording.steps[step]
        return StepView(
            step,
            node,
            recording.position(node),
            recording.depths[node],
            neighbours_at(recording, step),
            tuple(frontier(recording, step, LISTED)),
            explanations.step_text(recording, step),
            explanations.result_text(recording, step),
            explanations.figures_text(recording, step),
            self.breakdown(node),
            self._trees,
        )

    def at_or_last(self, step: int) -> StepView:
        """Return the view after a step, or after the last step if there are fewer."""
        return self.at(min(step, self.recording.count - 1))

    def breakdown(self, node: int) -> HeuristicBreakdown | None:
        """Return the terms of the heuristic value of a node."""
        space, state = self.recording.space, self.recording.states[node]
        match self.recording.method.guide:
            case methods.ESTIMATE:
                return space.estimate_breakdown(state)
            case methods.SCORE:
                return space.score_breakdown(state)
        return None

    def next_level_step(self, step: int) -> int:
        """Return the next step that is deeper than any before it or begins a new round."""
        recording = self.recording
        depths, steps = recording.depths, recording.steps
        here = depths[steps[step]]
        begun = next((at for at in recording.round_starts if at > step), recording.count)
        after = map(depths.__getitem__, steps[step + 1 : begun])
        deeper = (at for at, depth in enumerate(after, step + 1) if depth > here)
        return next(deeper, min(begun, recording.count - 1))

    def goal_step(self) -> int | None:
        """Return the first step that expands the goal; None if there is none."""
        taken = [
            at for node in self.recording.goals if (at := self.recording.expanded_at[node]) >= 0
        ]
        return min(taken, default=None)

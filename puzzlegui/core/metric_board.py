"""Boards in another metric: the same puzzle with all moves that count as a single move in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cached_property, lru_cache
from itertools import chain, groupby
from typing import Any

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.errors import IllegalMoveError, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.metrics import Metric, find_metric
from puzzlegui.core.permutations import Step

Joint = tuple[Any, ...]
"""Moves of a board that count as a single move."""
Effect = frozenset[tuple[int, int]]
"""For each cell whose content moves, the cell that it goes to."""

_NOTHING: Effect = frozenset()
_MOST_POWERS = 100
"""Most joint moves of a kind, such as powers of a move."""


class MetricBoard(Board):
    """Mixin of a board's class whose moves are those that count as a single move in a metric.

    Each is a tuple of moves of the board: the fewest with the same effect.

    Attributes:
        original: the board.
        metric: the metric.
    """

    original: Board
    metric: Metric

    @property
    def puzzle(self) -> Any:
        return in_metric(self.original.puzzle, self.metric.name)

    def with_fields(self, **fields: Any) -> Any:
        return in_metric(self.original.with_fields(**fields), self.metric.name)

    def verdict(self) -> Verdict:
        return self.original.verdict()

    def play(self, position: Any, move: Joint) -> Any:
        after, _, error = self.original.play_all(move, position)
        if error is not None:
            raise error
        return after

    def play_all(
        self, moves: Iterable[Joint], position: Any = None
    ) -> tuple[Any, int, IllegalMoveError | None]:
        return Board.play_all(self, moves, position)  # not that of the family, which knows no joint

    def legal_moves(self, position: Any) -> list[Joint]:
        if self.permutes_cells:
            return list(self.steps)
        found: list[Joint] = []
        for first in self.original.legal_moves(position):
            joint: Joint = (first,)
            while True:
                found.append(joint)
                after, _, _ = self.original.play_all(joint, position)
                if first not in self.original.legal_moves(after):
                    break
                joint = (*joint, first)
        return found

    @cached_property
    def steps(self) -> dict[Joint, Step]:
        assert self.metric.joined is not None
        kinds: dict[Any, dict[Any, Step]] = {}
        for move, step in self.original.steps.items():
            kinds.setdefault(self.metric.joined(move), {})[move] = step
        return {joint: step for kind in kinds.values() for joint, step in _closure(kind)}

    def lower_bound(self) -> int:
        return 0 if self.is_solved(self.initial()) else 1

    def format_moves(self, moves: Sequence[Joint]) -> list[str]:
        return [" ".join(self.original.format_moves(move)) for move in moves]

    def written_out(self, moves: Iterable[Joint]) -> tuple[Any, ...]:
        """Return joint moves as moves of the board."""
        return tuple(chain.from_iterable(moves))

    def joint(self, moves: Sequence[Any]) -> list[Joint]:
        """Return moves of the board as its joint moves; those that cancel are left out."""
        assert self.metric.joined is not None
        if not self.permutes_cells:
            return [tuple(run) for _, run in groupby(moves, self.metric.joined)]
        base = self.original.steps
        by_effect = {_then(_NOTHING, step): joint for joint, step in self.steps.items()}
        runs: list[tuple[Any, Effect]] = []
        for move in moves:
            kind = self.metric.joined(move)
            before = runs.pop()[1] if runs and runs[-1][0] == kind else _NOTHING
            # Where moves cancel, those before and after them may be of a kind.
            if effect := _then(before, base[move]):
                runs.append((kind, effect))
        return [by_effect[effect] for _, effect in runs]


@lru_cache(maxsize=32)
def _class(kind: type[Board]) -> type[MetricBoard]:
    return type(f"{kind.__name__}InMetric", (MetricBoard, kind), {})


def in_metric(board: Board, name: str) -> Board:
    """Return a board whose moves are those that count as a single move in a metric.

    The board itself is returned for its usual metric, in which each move counts.

    Raises:
        PuzzleError: the board has no such metric, or too many moves in it.
    """
    metric = find_metric(board.metrics, name)
    if metric.joined is None:
        return board
    found = object.__new__(_class(type(board)))
    vars(found).update({field.name: getattr(board, field.name) for field in fields(board)})  # type: ignore[arg-type]
    vars(found).update(original=board, metric=metric)
    return found


def _then(effect: Effect, step: Step) -> Effect:
    """Return an effect with a step after it."""
    carried = dict(zip(step.sources, step.targets, strict=True))
    before = dict(effect)
    found = {source: carried.get(place, place) for source, place in before.items()}
    at_home = carried.keys() - before.keys()
    found |= {cell: carried[cell] for cell in at_home}
    return frozenset((source, place) for source, place in found.items() if source != place)


def _closure(kind: dict[Any, Step]) -> list[tuple[Joint, Step]]:
    """Return the fewest moves of a kind for each of their joint effects, and the effect.

    Raises:
        PuzzleError: there are too many.
    """
    found: dict[Effect, Joint] = {_NOTHING: ()}
    for effect, joint in (level := list(found.items())):
        for move, step in kind.items():
            after = _then(effect, step)
            if after not in found:
                found[after] = (*joint, move)
                level.append((after, found[after]))
        if len(found) > _MOST_POWERS:
            text = tr("{move} has more than {most} powers, too many for this metric")
            raise PuzzleError(text.format(move=str(next(iter(kind))), most=str(_MOST_POWERS)))
    return [(joint, Step(*zip(*effect, strict=True))) for effect, joint in level[1:]]

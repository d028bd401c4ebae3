"""Measures of a small board's difficulty, computed from its whole state graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import eq
from typing import TYPE_CHECKING

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr

if TYPE_CHECKING:
    from puzzlegui.engine.graph.exploration import Exploration

MOST_ARRANGEMENTS = 4_000_000
"""Arrangements of a graph that is searched as a whole, which takes a second or two."""


@dataclass(frozen=True)
class Measures:
    """Measures of a board that can be solved and is not solved yet.

    Attributes:
        length: number of moves of a shortest solution.
        solutions: number of shortest solutions.
        first_moves: number of moves that are possible at the start.
        wrong_first_moves: number of those with which no shortest solution begins.
        greedy_moves: greatest number of moves, each of which gets as many cells right as a single
            move can, that a shortest solution begins with; None if the board has no goal grid.
    """

    length: int
    solutions: int
    first_moves: int
    wrong_first_moves: int
    greedy_moves: int | None

    def sentence(self) -> str:
        """Return the measures, except the length, in sentences."""
        parts = [f"{quantity(self.solutions, 'shortest solution')}.", self._first_moves()]
        if self.greedy_moves == self.length:
            parts.append(tr("Always taking the best-looking move solves it."))
        elif self.greedy_moves == 0:
            parts.append(tr("Always taking the best-looking move goes wrong at once."))
        elif self.greedy_moves is not None:
            text = tr("Always taking the best-looking move goes wrong at move {number}.")
            parts.append(text.format(number=group_digits(self.greedy_moves + 1)))
        return " ".join(parts)

    def _first_moves(self) -> str:
        right = self.first_moves - self.wrong_first_moves
        if self.first_moves == 1:
            return tr("The only first move is right.")
        if right == 1:
            text = tr("Only 1 of the {count} first moves is right.")
        elif right == self.first_moves:
            text = tr("All {count} first moves are right.")
        else:
            text = tr("{right} of the {count} first moves are right.")
        return text.format(right=group_digits(right), count=group_digits(self.first_moves))


def measure(board: Board, check: Callable[[], None] = lambda: None) -> Measures | None:
    """Measure a board.

    Args:
        board: a valid board.
        check: called now and then; raises what is to end the search.

    Returns:
        None if the board is too large, solved, or cannot be solved.
    """
    from puzzlegui.engine.graph.exploration import Exploration  # loads numpy
    from puzzlegui.engine.graph.level_counts import GOAL  # as above

    verdict = board.verdict()
    if not verdict.solvable or board.is_solved(board.initial()):
        return None
    if verdict.reachable is None or verdict.reachable > MOST_ARRANGEMENTS:
        return None
    exploration = Exploration(board, GOAL)
    if exploration.graph.note:  # the graph ignores a condition of the board
        return None
    exploration.execute(lambda _: check())
    start = exploration.graph.vertex_number(board.initial())
    length = exploration.distance(start)
    assert length is not None
    moves = exploration.graph.successors(start)
    wrong = sum(exploration.distance(there) != length - 1 for _, there in moves)
    solutions = exploration.count_shortest_paths(start, check)
    assert solutions is not None
    greedy = _greedy_moves(exploration, board, start) if board.has_tiles else None
    return Measures(length, solutions, len(moves), wrong, greedy)


def _greedy_moves(exploration: Exploration, board: Board, start: int) -> int:
    """Return the greatest number of greedy moves that a shortest solution begins with."""
    graph = exploration.graph
    goal = flatten(board.grid("goal"))

    def count_right(vertex: int) -> int:
        return sum(map(eq, flatten(graph.position(vertex)), goal))

    reached, made = {start}, 0
    remaining = exploration.distance(start)
    assert remaining is not None
    while made < remaining:
        nearer = set()
        for vertex in reached:
            there = [(count_right(after), after) for _, after in graph.successors(vertex)]
            most = max(count for count, _ in there)
            nearer |= {
                after
                for count, after in there
                if count == most and exploration.distance(after) == remaining - made - 1
            }
        if not nearer:
            break
        reached, made = nearer, made + 1
    return made

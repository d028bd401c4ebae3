"""Jumps on an empty grid, and the shortest paths of mazes given as lists of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegui.core.cells import Cell
from puzzlegui.families.maze.directions import DIRECTIONS, STRAIGHT

_LISTED_WAYS, _LISTED_CELLS = 400, 100_000
_FARTHEST = 9
"""Largest number used: larger numbers make long paths rare."""


@dataclass
class Reachability:
    """Shortest paths and reachable cells of a maze.

    Attributes:
        shortest: number of shortest paths to the target.
        path: a shortest path; empty if there is none.
        reached: number of reachable cells.
        open: reachable cells from which the target is reachable.
        choices: number of cells on the path with an alternative jump.
    """

    shortest: int
    path: list[int]
    reached: int
    open: set[int]
    choices: int


class JumpTable:
    """The possible jumps on a grid without numbers; cells are numbered row by row.

    Attributes:
        directions: directions of jumps, as of a board.
        jumps: for each cell and each number on it, the cells within a jump; at least one for each
            number listed.
    """

    def __init__(
        self, rows: int, columns: int, start: Cell, target: Cell, directions: str = STRAIGHT
    ) -> None:
        self.directions = directions
        self.columns = columns
        self.start, self.target = (r * columns + c for r, c in (start, target))
        self.jumps: list[list[tuple[int, ...]]] = []
        for r in range(rows):
            for c in range(columns):
                far = min(max(r, rows - 1 - r, c, columns - 1 - c), _FARTHEST)
                self.jumps.append([
                    tuple(
                        (r + down * number) * columns + c + right * number
                        for down, right in DIRECTIONS[directions]
                        if number
                        and 0 <= r + down * number < rows
                        and 0 <= c + right * number < columns
                    )
                    for number in range(far + 1)
                ])  # fmt: skip

    def cell(self, index: int) -> Cell:
        return divmod(index, self.columns)

    def analyse(self, numbers: Sequence[int]) -> Reachability:
        """Find and count the shortest paths, breadth first."""
        size = len(numbers)
        distance, count = [-1] * size, [0] * size
        before: list[list[int]] = [[] for _ in range(size)]
        distance[self.start], count[self.start] = 0, 1
        waiting = [self.start]
        for cell in waiting:
            if cell == self.target:
                continue
            for to in self.jumps[cell][numbers[cell]]:
                before[to].append(cell)
                if distance[to] < 0:
                    distance[to] = distance[cell] + 1
                    waiting.append(to)
                if distance[to] == distance[cell] + 1:
                    count[to] += count[cell]
        if distance[self.target] < 0:
            return Reachability(0, [], len(waiting), set(), 0)
        leading = {self.target}
        back = [self.target]
        for cell in back:
            fresh = [source for source in before[cell] if source not in leading]
            leading.update(fresh)
            back += fresh
        path = [self.target]
        while (cell := path[-1]) != self.start:
            path.append(next(s for s in before[cell] if distance[s] == distance[cell] - 1))
        path.reverse()
        choices = self.count_choices(numbers, path)
        return Reachability(count[self.target], path, len(waiting), leading, choices)

    def count_choices(self, numbers: Sequence[int], path: Sequence[int]) -> int:
        """Count the cells of a path with an alternative jump, other than straight back."""
        return sum(
            any(to not in (on, came) for to in self.jumps[cell][numbers[cell]])
            for came, cell, on in zip((None, *path), path, path[1:], strict=False)
        )

    def all_paths(self, numbers: Sequence[int], leading: set[int]) -> list[tuple[int, ...]] | None:
        """Return all paths that visit no cell twice, or None if that takes too long."""
        onward = [
            tuple(to for to in self.jumps[cell][number] if to in leading)
            for cell, number in enumerate(numbers)
        ]
        found: list[tuple[int, ...]] = []
        waiting: list[tuple[int, ...]] = [(self.start,)]
        for _ in range(_LISTED_CELLS):
            if not waiting:
                return found
            way = waiting.pop()
            for to in onward[way[-1]]:
                if to == self.target:
                    found.append((*way, to))
                elif to not in way:
                    waiting.append((*way, to))
            if len(found) > _LISTED_WAYS:
                break
        return None

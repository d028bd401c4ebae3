"""Sums of the numbers on paths through a maze, by a bounded search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from puzzlegui.core.cells import Cell, Grid
from puzzlegui.core.formatting import join_and
from puzzlegui.core.language import tr

_STEPS = 20_000
"""Steps of a search for all sums: some 20 ms."""
_MOST_LISTED = 12


class Maze(Protocol):
    """The parts of a maze that its paths depend on."""

    @property
    def numbers(self) -> Grid: ...
    @property
    def start(self) -> Cell: ...
    @property
    def target(self) -> Cell: ...
    def jumps(self, cell: Cell) -> list[Cell]: ...


@dataclass(frozen=True)
class PossibleSums:
    """Sums of the paths from the start to the target.

    Attributes:
        paths: a path for each sum that was found, in ascending order of the sums.
        complete: True if there are no other sums.
    """

    paths: dict[int, tuple[Cell, ...]]
    complete: bool

    def nearest(self, wanted: int) -> list[int]:
        """Return the nearest sums below and above one that is not possible, in ascending order."""
        below = [total for total in self.paths if total < wanted]
        above = [total for total in self.paths if total > wanted]
        return below[-1:] + above[:1]

    def sentence(self, wanted: int) -> str:
        """Return a sentence on the sums that are possible in place of the target sum."""
        if not self.paths:
            return ""
        if self.complete and len(self.paths) == 1:
            return tr("The only possible sum is {sum}.").format(sum=str(*self.paths))
        if self.complete and len(self.paths) <= _MOST_LISTED:
            shown, text = list(self.paths), tr("The possible sums are {sums}.")
        elif len(shown := self.nearest(wanted)) == 1:
            return tr("The sum {sum} is possible.").format(sum=str(*shown))
        elif self.complete:
            text = tr("The nearest possible sums are {sums}.")
        else:
            text = tr("The sums {sums} are possible.")
        return text.format(sums=join_and([str(total) for total in shown]))


@lru_cache(maxsize=4)  # the verdict and the repairs ask for the same
def possible_sums(board: Maze) -> PossibleSums:
    """Return the sums of the paths to the target, as many as a bounded search finds."""
    found: dict[int, tuple[Cell, ...]] = {}
    complete = False
    for path, total in paths(board, _STEPS, stop_at_target=True):
        if path is None:
            complete = True
        elif path[-1] == board.target and total not in found:
            found[total] = tuple(path)
    return PossibleSums(dict(sorted(found.items())), complete)


def paths(
    board: Maze, steps: int, *, stop_at_target: bool = False
) -> Iterator[tuple[list[Cell] | None, int]]:
    """Yield paths from the start with their sums, at last None if there are no others.

    The list of a path changes when the next is taken.

    Args:
        board: the maze.
        steps: greatest number of steps of the search.
        stop_at_target: continue no path beyond the target.
    """
    numbers = board.numbers
    total = numbers[board.start[0]][board.start[1]]
    path, waiting = [board.start], [iter(board.jumps(board.start))]
    visited = {board.start}
    for _ in range(steps):
        if not waiting:
            yield None, total
            return
        cell = next(waiting[-1], None)
        if cell is None:
            waiting.pop()
            r, c = path.pop()
            visited.remove((r, c))
            total -= numbers[r][c]
        elif cell not in visited:
            path.append(cell)
            total += numbers[cell[0]][cell[1]]
            visited.add(cell)
            onward = [] if stop_at_target and cell == board.target else board.jumps(cell)
            waiting.append(iter(onward))
            yield path, total

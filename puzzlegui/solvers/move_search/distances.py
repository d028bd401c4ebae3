"""Lower bounds on the number of moves, from the moves that single tiles need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from puzzlegui.core.cells import HOLE
from puzzlegui.core.permutations import Step

FAR = 1000
"""Distance of cells that no moves connect."""


@lru_cache(maxsize=8)
def cell_distances(cells: int, steps: tuple[Step, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the least number of moves that carry a tile from each cell to each other.

    Args:
        cells: number of cells, holes included.
        steps: the moves.

    Returns:
        By target and source; ``FAR`` if there is no way.
    """
    before = [set[int]() for _ in range(cells)]
    for step in steps:
        for source, target in zip(step.sources, step.targets, strict=True):
            before[target].add(source)
    masks = [sum(1 << source for source in sources) for sources in before]
    found = []
    for target in range(cells):
        distances = [FAR] * cells
        reached = level = 1 << target
        depth = 0
        while level:
            further = 0
            while level:
                low = level & -level
                cell = low.bit_length() - 1
                distances[cell] = depth
                further |= masks[cell]
                level ^= low
            level = further & ~reached
            reached |= level
            depth += 1
        found.append(tuple(distances))
    return tuple(found)


@lru_cache(maxsize=8)
def value_distances(goal: tuple[int, ...], steps: tuple[Step, ...]) -> dict[int, tuple[int, ...]]:
    """Return the distance from each cell to the nearest goal cell of each value."""
    to = cell_distances(len(goal), steps)
    found: dict[int, tuple[int, ...]] = {}
    for cell, value in enumerate(goal):
        if value == HOLE:
            continue
        known = found.get(value)
        found[value] = to[cell] if known is None else tuple(map(min, known, to[cell]))
    return found


def lower_bound(start: Sequence[int], goal: tuple[int, ...], steps: tuple[Step, ...]) -> int:
    """Return a lower bound: no move carries more tiles than the longest, each a step."""
    to = value_distances(goal, steps)
    needed = [to[value][cell] for cell, value in enumerate(start) if value != HOLE]
    if not steps or max(needed, default=0) >= FAR:
        return 1 if tuple(start) != goal else 0
    carried = max(len(step.sources) for step in steps)
    return max(max(needed, default=0), -(-sum(needed) // carried))

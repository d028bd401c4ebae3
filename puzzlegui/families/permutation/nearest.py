"""Arrangements that can reach a goal, near to one that cannot."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from puzzlegui.solvers.move_search.giants import PuzzleGroup
from puzzlegui.solvers.move_search.group import Permutation, compose

_WIDTH = 20
"""Partial elements of the group that are kept at each level of its chain."""


def nearest_start(group: PuzzleGroup, start: Sequence[int], goal: Sequence[int]) -> list[int]:
    """Return an arrangement that can reach the goal and agrees with the start in many cells.

    A beam search through the chain of stabilisers; it need not find the nearest arrangement.

    Args:
        group: group that the moves generate.
        start: value of each cell.
        goal: likewise.
    """
    images = list(range(group.points))
    rest = _nearest_in_chain(group, start, goal)
    for number, orbit in enumerate(group.large):
        loose = _match(orbit, start, goal, images)
        if group.differs_in_sign(images, number, rest):
            one, other = (*loose, *_equal_pair(orbit, goal, images), *orbit)[:2]
            images[one], images[other] = images[other], images[one]
    group.complete(images, rest)
    return [goal[image] for image in images]


def _nearest_in_chain(group: PuzzleGroup, start: Sequence[int], goal: Sequence[int]) -> Permutation:
    """Return an element of the chain under which many values of the start are those of the goal."""
    chain, first = group.chain, 2 * len(group.large)
    beam: list[tuple[int, Permutation]] = [(0, chain.identity)]
    for level, points in zip(chain.levels, chain.settled(), strict=True):
        cells = [(point, start[group.rest[point - first]]) for point in points if point >= first]
        extended = []
        for score, element in beam:
            for to in level.to.values():
                image = compose(to, element)
                agreeing = sum(
                    goal[group.rest[image[point] - first]] == value for point, value in cells
                )
                extended.append((score + agreeing, image))
        beam = nlargest(_WIDTH, extended, key=lambda scored: scored[0])
    return beam[0][1]


def _match(
    orbit: Sequence[int], start: Sequence[int], goal: Sequence[int], images: list[int]
) -> list[int]:
    """Set images in an orbit so that values agree; return the cells for which none does."""
    places: dict[int, list[int]] = {}
    for cell in orbit:
        places.setdefault(goal[cell], []).append(cell)
    loose = []
    for cell in orbit:
        if places.get(start[cell]):
            images[cell] = places[start[cell]].pop()
        else:
            loose.append(cell)
    left = (cell for cells in places.values() for cell in cells)
    for cell, image in zip(loose, left, strict=True):
        images[cell] = image
    return loose if len(loose) > 1 else []


def _equal_pair(orbit: Sequence[int], goal: Sequence[int], images: Sequence[int]) -> list[int]:
    """Return two cells of an orbit that get equal values, if there are any."""
    cells: dict[int, int] = {}
    for cell in orbit:
        value = goal[images[cell]]
        if value in cells:
            return [cells[value], cell]
        cells[value] = cell
    return []

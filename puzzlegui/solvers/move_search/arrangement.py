"""Arrangements of values that the elements of a group lead to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from puzzlegui.core.permutations import Step, count_arrangements, step_images
from puzzlegui.solvers.move_search.giants import PuzzleGroup
from puzzlegui.solvers.move_search.group import Permutation, TooLargeError, permutation

_PARTIAL = 100_000
"""Most partial permutations tried to match arrangements with equal values."""


@lru_cache(maxsize=16)
def puzzle_group(cells: tuple[int, ...], steps: tuple[Step, ...]) -> PuzzleGroup | None:
    """Return the group that moves generate; None if it takes too long to compute.

    Args:
        cells: the cells, numbered row by row without holes; the points of the group in order.
        steps: the moves.
    """
    try:
        return PuzzleGroup(len(cells), generators(cells, steps))
    except TooLargeError:
        return None


def generators(cells: tuple[int, ...], steps: tuple[Step, ...]) -> list[Permutation]:
    """Return the moves as permutations of the cells, which are counted without holes."""
    return [permutation(images) for images in step_images(cells, steps)]


class Arrangement:
    """An arrangement of values on the cells of a group.

    On a large orbit with two equal values the sign of a permutation does not matter.
    """

    def __init__(self, group: PuzzleGroup, values: list[int]) -> None:
        self._group = group
        self._values = values
        self._distinct = len(set(values)) == len(values)
        self._loose = [len({values[i] for i in orbit}) < len(orbit) for orbit in group.large]

    def _linked_equal(self) -> bool:
        """Return whether orbits that move alike have equal values, which is not decided here."""
        return any(
            len({self._values[cell] for cell in link}) < len(link) for link in self._group.alike
        )

    def reaches(self, goal: list[int], most: int = _PARTIAL) -> bool | None:
        """Return whether some element carries the values to others; None if not decided.

        Args:
            goal: the other values.
            most: most partial permutations tried.
        """
        if self._distinct:
            return permutation_between(self._values, goal) in self._group
        if self._linked_equal():
            return None
        mapping = permutation_between(self._values, goal, self._group.orbits)
        found = self._reduced_to(mapping, goal, most)
        return found if isinstance(found, bool | None) else True

    def _reduced_to(
        self, element: Permutation, goal: list[int], most: int = _PARTIAL
    ) -> Permutation | bool | None:
        """Return what signs and small orbits an element may have that carries the values.

        Args:
            element: a permutation that carries the values, and preserves the orbits.
            goal: the other values.
            most: most partial permutations tried.

        Returns:
            False if there is none, None if that is not decided.
        """
        group, values = self._group, self._values
        for link in group.alike:
            if any(goal[link[element[cell]]] != values[twin] for cell, twin in link.items()):
                return False
        signs: list[int] = []
        wanted: list[int] = []
        reduced = group.reduced(element)
        for number, loose in enumerate(self._loose):
            odd = int(reduced[2 * number] != 2 * number)
            signs += [0, 0] if loose else [-1, -2]
            wanted += [0, 0] if loose else ([-2, -1] if odd else [-1, -2])
        here = [*signs, *(values[i] for i in group.rest)]
        there = [*wanted, *(goal[i] for i in group.rest)]
        return next(group.chain.mappings(here, there, most), False)

    def element_to(self, goal: list[int]) -> Permutation | None:
        """Return an element that carries the values to others; None if none is known."""
        group, values = self._group, self._values
        if self._distinct:
            found = permutation_between(values, goal)
            return found if found in group else None
        if self._linked_equal():
            return None
        element = permutation_between(values, goal, group.orbits)
        reduced = self._reduced_to(element, goal)
        if reduced is None or isinstance(reduced, bool):
            return None
        images = list(element[: group.points])
        for number, orbit in enumerate(group.large):
            if group.differs_in_sign(images, number, reduced):
                places: dict[int, int] = {}
                one, other = next(
                    (places[values[i]], i) for i in orbit if places.setdefault(values[i], i) != i
                )
                images[one], images[other] = images[other], images[one]
        group.complete(images, reduced)
        return permutation(images)

    def count(self) -> int | None:
        """Return the number of arrangements that can be reached; None if it is not known."""
        group = self._group
        if self._distinct:
            return group.order
        if self._linked_equal():
            return None
        found = 1
        colours: list[int] = []
        for orbit, loose in zip(group.large, self._loose, strict=True):
            found *= count_arrangements(self._values[i] for i in orbit) // (1 if loose else 2)
            colours += [0, 0] if loose else [-1, -2]
        colours += [self._values[i] for i in group.rest]
        same = 0
        for element in group.chain.mappings(colours, colours, _PARTIAL):
            if element is None:
                return None
            same += 1
        return found * group.chain.order // same


def element_between(group: PuzzleGroup, start: list[int], goal: list[int]) -> Permutation | None:
    """Return an element of a group that carries values to others; None if none is known."""
    return Arrangement(group, start).element_to(goal)


def permutation_between(
    values: Sequence[int], goal: Sequence[int], orbits: list[list[int]] | None = None
) -> Permutation:
    """Return a permutation that carries values to a goal, within orbits if they are given."""
    images = [0] * len(values)
    for orbit in orbits or [list(range(len(values)))]:
        places: dict[int, list[int]] = {}
        for i in orbit:
            places.setdefault(goal[i], []).append(i)
        for i in orbit:
            images[i] = places[values[i]].pop()
    return permutation(images)

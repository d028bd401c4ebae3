"""Solvability of permutation boards, by the group that the moves generate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, islice, product

from puzzlegui.core.board import Verdict
from puzzlegui.core.cells import HOLE, Cell, Grid, flatten
from puzzlegui.core.formatting import all_arrangements, exact_digits, group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.families.permutation.giants import PuzzleGroup
from puzzlegui.families.permutation.group import Permutation, TooLargeError, permutation, sign
from puzzlegui.families.permutation.moves import Step

_PARTIAL = 100_000
"""Most partial permutations tried to match arrangements with equal values."""
_SWAPS = 300
"""Most swaps tried to repair a board."""


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
    place = {cell: i for i, cell in enumerate(cells)}
    found = []
    for step in steps:
        images = list(range(len(cells)))
        for source, target in zip(step.sources, step.targets, strict=True):
            images[place[source]] = place[target]
        found.append(permutation(images))
    return found


@lru_cache(maxsize=32)
def decide(start: Grid, goal: Grid, steps: tuple[Step, ...]) -> Verdict:
    """Return the verdict on a valid board."""
    columns = len(start[0])
    ends = flatten(start), flatten(goal)
    cells = tuple(i for i, value in enumerate(ends[0]) if value != HOLE)
    first, last = ([end[cell] for cell in cells] for end in ends)
    group = puzzle_group(cells, steps)
    if group is None:
        return _undecided()
    for orbit in group.orbits:
        if Counter(first[i] for i in orbit) != Counter(last[i] for i in orbit):
            text = tr(
                "Not solvable: no sequence of moves carries every tile to the part of the board "
                "where its place is."
            )
            repair = _repair_across_orbits(group, first, last)
            return Verdict(
                False, text, _Values(group, first).count(), _places(repair, cells, columns)
            )
    solvable = _Values(group, first).reaches(last)
    if solvable is None:
        return _undecided()
    count = _Values(group, first).count()
    if solvable:
        return Verdict(True, _reason(count, count_arrangements(first)), count)
    text = tr("Not solvable: no sequence of moves leads from the start to the goal.")
    return Verdict(False, text, count, _places(_repair(group, first, last), cells, columns))


def _places(
    pair: tuple[int, int] | None, cells: tuple[int, ...], columns: int
) -> tuple[Cell, Cell] | None:
    """Return two cells by row and column, given by their numbers without holes."""
    return (
        None if pair is None else (divmod(cells[pair[0]], columns), divmod(cells[pair[1]], columns))
    )


def _undecided() -> Verdict:
    return Verdict(
        None,
        tr("Not decided: the group that the moves generate is too large to compute."),
        if_solved=tr("Solvable: a solution was found."),
        if_unsolvable=tr("Not solvable: all arrangements were searched."),
    )


def _reason(count: int | None, total: int) -> str:
    if count is None:
        return tr("Solvable: the moves can carry every tile to its place.")
    if count == total:
        text = tr("Solvable. {all_arrangements} can be reached.")
        return text.format(all_arrangements=all_arrangements(count))
    text = tr("Solvable. The moves reach {count} of {total} arrangements, including the goal.")
    return text.format(count=exact_digits(count), total=group_digits(total))


class _Values:
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

    def reaches(self, goal: list[int]) -> bool | None:
        """Return whether some element carries the values to others; None if not decided."""
        if self._distinct:
            return _mapping(self._values, goal) in self._group
        if self._linked_equal():
            return None
        found = self._reduced_to(_mapping(self._values, goal, self._group.orbits), goal)
        return found if isinstance(found, bool | None) else True

    def _reduced_to(self, element: Permutation, goal: list[int]) -> Permutation | bool | None:
        """Return what signs and small orbits an element may have that carries the values.

        Args:
            element: a permutation that carries the values, and preserves the orbits.
            goal: the other values.

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
        return next(group.chain.mappings(here, there, _PARTIAL), False)

    def element_to(self, goal: list[int]) -> Permutation | None:
        """Return an element that carries the values to others; None if none is known."""
        group, values = self._group, self._values
        if self._distinct:
            found = _mapping(values, goal)
            return found if found in group else None
        if self._linked_equal():
            return None
        element = _mapping(values, goal, group.orbits)
        reduced = self._reduced_to(element, goal)
        if reduced is None or isinstance(reduced, bool):
            return None
        images = list(element[: group.points])
        for number, orbit in enumerate(group.large):
            if sign(images, orbit) != int(reduced[2 * number] != 2 * number):
                places: dict[int, int] = {}
                one, other = next(
                    (places[values[i]], i) for i in orbit if places.setdefault(values[i], i) != i
                )
                images[one], images[other] = images[other], images[one]
        for link in group.alike:
            for cell, twin in link.items():
                images[twin] = link[images[cell]]
        first = 2 * len(group.large)
        for i, cell in enumerate(group.rest):
            images[cell] = group.rest[reduced[first + i] - first]
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
    return _Values(group, start).element_to(goal)


def _mapping(
    values: list[int], goal: list[int], orbits: list[list[int]] | None = None
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


def _repair(group: PuzzleGroup, first: list[int], last: list[int]) -> tuple[int, int] | None:
    """Return two cells whose exchange makes the start solvable, if some are found."""
    pairs = (
        (i, j)
        for orbit in sorted(group.orbits, key=len, reverse=True)
        for j, i in combinations(reversed(orbit), 2)
        if first[i] != first[j]
    )
    return _solving_swap(group, first, last, pairs)


def _repair_across_orbits(
    group: PuzzleGroup, first: list[int], last: list[int]
) -> tuple[int, int] | None:
    """Return two cells of different orbits whose exchange makes the start solvable, if any."""
    wrong = [
        (orbit, surplus)
        for orbit in group.orbits
        if (surplus := Counter(first[i] for i in orbit) - Counter(last[i] for i in orbit))
    ]
    if len(wrong) != 2 or any(surplus.total() > 1 for _, surplus in wrong):
        return None
    here, there = ([i for i in orbit if first[i] in surplus] for orbit, surplus in wrong)
    return _solving_swap(group, first, last, product(here, there))


def _solving_swap(
    group: PuzzleGroup, first: list[int], last: list[int], pairs: Iterable[tuple[int, int]]
) -> tuple[int, int] | None:
    """Return the first of some pairs of cells whose exchange makes the start solvable."""
    for i, j in islice(pairs, _SWAPS):
        changed = list(first)
        changed[i], changed[j] = changed[j], changed[i]
        if _Values(group, changed).reaches(last):
            return i, j
    return None

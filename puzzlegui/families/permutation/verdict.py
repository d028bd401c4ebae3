"""Solvability of permutation boards, by the group that the moves generate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from puzzlegui.core.board import Extra, Rearrangement, Verdict
from puzzlegui.core.cells import HOLE, Cell, Grid, cell_list, cell_name, flatten
from puzzlegui.core.formatting import all_arrangements, exact_digits, group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import names_of
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.rearrangement import swap_in_start
from puzzlegui.families.permutation import changes
from puzzlegui.families.permutation.changes import Change
from puzzlegui.families.permutation.giants import PuzzleGroup
from puzzlegui.families.permutation.group import Permutation, TooLargeError, permutation
from puzzlegui.families.permutation.moves import Step

_PARTIAL = 100_000
"""Most partial permutations tried to match arrangements with equal values."""
_REPAIRING = 2_000
"""Likewise for each change tried to repair a board."""


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
def decide(start: Grid, goal: Grid, steps: tuple[Step, ...], extra: Extra = ()) -> Verdict:
    """Return the verdict on a valid board.

    Args:
        start: the start.
        goal: the goal.
        steps: the moves.
        extra: unknown keys of the board's file, with the names of values.
    """
    columns = len(start[0])
    ends = flatten(start), flatten(goal)
    cells = tuple(i for i, value in enumerate(ends[0]) if value != HOLE)
    first, last = ([end[cell] for cell in cells] for end in ends)
    group = puzzle_group(cells, steps)
    if group is None:
        return _undecided()
    values = _Values(group, first)
    parted = any(
        Counter(first[i] for i in orbit) != Counter(last[i] for i in orbit)
        for orbit in group.orbits
    )
    solvable = False if parted else values.reaches(last)
    if solvable is None:
        return _undecided()
    count = values.count()
    if solvable:
        return Verdict(True, _reason(count, count_arrangements(first)), count)

    def is_solvable(changed: list[int]) -> bool:
        return _Values(group, changed).reaches(last, _REPAIRING) is True

    change = changes.smallest_change(group, first, last, is_solvable)
    places = [divmod(cell, columns) for cell in cells]
    reason: str = tr(
        "Not solvable: no sequence of moves carries every tile to the part of the board "
        "where its place is."
    )
    if not parted:
        reason = _fault(change, places, count, count_arrangements(first))
    return Verdict(False, reason, count, _rearrangement(change, places, start, names_of(extra)))


def _fault(change: Change | None, places: list[Cell], count: int | None, total: int) -> str:
    """Return why no sequence of moves leads to the goal, by the smallest change that helps."""
    match change:
        case Change(changes.TWIST, (cycle,)):
            text = tr(
                "Not solvable: a corner is twisted, such as {cells}; moves cannot turn it back."
            )
            return text.format(cells=_names(cycle, places))
        case Change(changes.FLIP, (cycle,)):
            text = tr(
                "Not solvable: an edge is flipped, such as {cells}; moves cannot turn it back."
            )
            return text.format(cells=_names(cycle, places))
        case Change(changes.SWAP, (cycle,)):
            text = tr(
                "Not solvable: two tiles are exchanged, such as those in {cells}; moves cannot "
                "exchange them back."
            )
            return text.format(cells=_names(cycle, places))
    if count is None:
        return tr("Not solvable: no sequence of moves leads from the start to the goal.")
    text = tr(
        "Not solvable: the moves reach {count} of {total} arrangements, and the goal is not one "
        "of them."
    )
    return text.format(count=exact_digits(count), total=group_digits(total))


def _rearrangement(
    change: Change | None, places: list[Cell], start: Grid, names: Mapping[int, str]
) -> Rearrangement | None:
    """Return a change as cells of the board, with its sentence."""
    if change is None:
        return None
    cycles = tuple(tuple(places[i] for i in cycle) for cycle in change.cycles)
    match change:
        case Change(changes.TWIST, (cycle,)):
            text = tr("Turn back the twisted corner {cells}")
            sentence = text.format(cells=_names(cycle, places))
        case Change(changes.FLIP, (cycle,)):
            text = tr("Turn back the flipped edge {cells}")
            sentence = text.format(cells=_names(cycle, places))
        case Change(changes.SWAP, ((one, other),)):
            return swap_in_start(start, names, places[one], places[other])
        case Change(changes.EXCHANGE, pairs):
            piece, twin = zip(*pairs, strict=True)
            text = tr("Swap the pieces {one} and {other}")
            sentence = text.format(one=_piece(piece, places), other=_piece(twin, places))
        case _:
            text = tr("Turn back the flipped edge {edge} and the twisted corner {corner}")
            flip, twist = change.cycles
            sentence = text.format(edge=_names(flip, places), corner=_names(twist, places))
    return Rearrangement(sentence, cycles)


def _piece(cells: tuple[int, ...], places: list[Cell]) -> str:
    return " ".join(cell_name(places[i]) for i in cells)


def _names(cycle: tuple[int, ...], places: list[Cell]) -> str:
    return cell_list(sorted(places[i] for i in cycle))


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

    def reaches(self, goal: list[int], most: int = _PARTIAL) -> bool | None:
        """Return whether some element carries the values to others; None if not decided.

        Args:
            goal: the other values.
            most: most partial permutations tried.
        """
        if self._distinct:
            return _mapping(self._values, goal) in self._group
        if self._linked_equal():
            return None
        mapping = _mapping(self._values, goal, self._group.orbits)
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

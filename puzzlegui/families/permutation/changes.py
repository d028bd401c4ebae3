"""Small changes of a start that make a permutation board solvable.

Cells that always move together, such as the stickers of a piece of a twisty puzzle, are the
blocks of imprimitivity of the group (Atkinson 1975). The candidates are exchanges of two cells,
turns of a block, exchanges of two blocks, and a flipped block beside a twisted one; those that
change the fewest cells, and bring the most values home, are tried first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, islice, permutations, product
from typing import NamedTuple, TypeAlias

from puzzlegui.families.permutation.giants import PuzzleGroup

Block: TypeAlias = tuple[int, ...]
"""Cells that always move together, in ascending order."""
_Cycles: TypeAlias = tuple[tuple[int, ...], ...]

_PAIRS = 20_000
"""Most pairs of cells compared."""
_TRIES = 300
"""Most changes tried."""

SWAP, FLIP, TWIST, EXCHANGE, SEVERAL = "swap", "flip", "twist", "exchange", "several"


class Change(NamedTuple):
    """A rearrangement of a few values.

    Attributes:
        kind: SWAP of two cells, FLIP of a block of two, TWIST of a block of three, EXCHANGE of two
            blocks, or SEVERAL.
        cycles: cells, numbered as the points of the group, each of which passes its value to the
            next, the last to the first.
    """

    kind: str
    cycles: _Cycles

    def apply(self, values: Sequence[int]) -> list[int]:
        """Return the values after the change."""
        changed = list(values)
        for cycle in self.cycles:
            for source, target in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                changed[target] = values[source]
        return changed


def smallest_change(
    group: PuzzleGroup,
    start: list[int],
    goal: list[int],
    is_solvable: Callable[[list[int]], bool],
) -> Change | None:
    """Return the smallest change of a start that makes it solvable; None if none is found.

    Args:
        group: group that the moves generate.
        start: value of each cell.
        goal: likewise.
        is_solvable: returns True if a start with other values is known to be solvable.
    """
    wanted = [_contents(blocks, goal) for blocks in group.blocks]
    tries = 0
    for changes in _candidates(group, start, goal):
        for change in sorted(changes, key=lambda change: -_gain(change, start, goal)):
            changed = change.apply(start)
            contents = (_contents(blocks, changed) for blocks in group.blocks)
            if any(one != other for one, other in zip(contents, wanted, strict=True)):
                continue  # a block has values that no block of the goal has
            tries += 1
            if tries > _TRIES:
                return None
            if is_solvable(changed):
                return change
    return None


def _contents(blocks: Sequence[Block], values: Sequence[int]) -> Counter[tuple[int, ...]]:
    """Return the values of each block; the moves permute them."""
    return Counter(tuple(sorted(values[cell] for cell in block)) for block in blocks)


def _gain(change: Change, start: Sequence[int], goal: Sequence[int]) -> int:
    """Return how many more cells agree with the goal after a change."""
    changed = change.apply(start)
    return sum(
        (changed[cell] == goal[cell]) - (start[cell] == goal[cell])
        for cell in chain.from_iterable(change.cycles)
    )


def _candidates(
    group: PuzzleGroup, start: Sequence[int], goal: Sequence[int]
) -> Iterator[list[Change]]:
    """Yield changes that alter a start, in groups of ascending size."""

    def altering(kind: str, found: Iterator[_Cycles]) -> list[Change]:
        changes = (Change(kind, cycles) for cycles in found)
        return [
            change
            for change in changes
            if all(len({start[cell] for cell in cycle}) > 1 for cycle in change.cycles)
        ]

    by_orbit = sorted(group.orbits, key=len, reverse=True)
    if (unequal := _unequal_orbits(group, start, goal)) is not None:
        yield altering(SWAP, ((pair,) for pair in unequal))
        return
    flips = [(block,) for blocks in group.blocks for block in blocks if len(block) == 2]
    twists = [
        (turned,)
        for blocks in group.blocks
        for block in blocks
        if len(block) == 3
        for turned in (block, block[::-1])
    ]
    yield altering(FLIP, iter(flips))
    pairs = ((pair,) for orbit in by_orbit for pair in combinations(reversed(orbit), 2))
    yield altering(SWAP, islice(pairs, _PAIRS))
    yield altering(TWIST, iter(twists))
    exchanges = (
        tuple(zip(one, other, strict=True))
        for blocks in group.blocks
        for one, block in combinations(blocks, 2)
        for other in permutations(block)
    )
    yield altering(EXCHANGE, exchanges)
    yield altering(SEVERAL, (flip + twist for flip, twist in product(flips, twists)))


def _unequal_orbits(
    group: PuzzleGroup, start: Sequence[int], goal: Sequence[int]
) -> Iterator[tuple[int, int]] | None:
    """Return the pairs of cells whose exchange gives all orbits the goal's values.

    Returns:
        None if all orbits have these values; no pair if more than an exchange is needed.
    """
    wrong = [
        (orbit, surplus)
        for orbit in group.orbits
        if (surplus := Counter(start[i] for i in orbit) - Counter(goal[i] for i in orbit))
    ]
    if not wrong:
        return None
    if len(wrong) != 2 or any(surplus.total() > 1 for _, surplus in wrong):
        return iter(())
    here, there = ([i for i in orbit if start[i] in surplus] for orbit, surplus in wrong)
    return product(here, there)

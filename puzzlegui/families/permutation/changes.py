"""Small changes of a start that make a permutation board solvable.

Cells that always move together, such as the stickers of a piece of a twisty puzzle, are the
blocks of imprimitivity of the group (Atkinson 1975). The candidates are exchanges of two cells,
turns of a block, exchanges of two blocks, and a flipped block beside a twisted one; those that
change the fewest cells, and bring the most values home, are tried first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import NamedTuple, TypeAlias

from puzzlegui.solvers.move_search.giants import PuzzleGroup

Block: TypeAlias = tuple[int, ...]
"""Cells that always move together, in ascending order."""
_Cycles: TypeAlias = tuple[tuple[int, ...], ...]

_PAIRS = 20_000
"""Most pairs of cells compared."""
_TRIES = 300
"""Most changes of a size that are tried."""

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

    def new_values(self, values: Sequence[int]) -> dict[int, int]:
        """Return the values that the cells have after the change, those concerned alone."""
        return {
            target: values[source]
            for cycle in self.cycles
            for source, target in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        }


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
    systems = [_BlockContents(blocks, start, goal) for blocks in group.blocks]
    for changes in _candidates(group, start, goal):
        tries = 0
        for change in sorted(changes, key=lambda change: -_gain(change, start, goal)):
            new = change.new_values(start)
            if not all(system.fits(new) for system in systems):
                continue  # a block would have values that no block of the goal has
            tries += 1
            if tries > _TRIES:
                break
            if is_solvable([new.get(cell, value) for cell, value in enumerate(start)]):
                return change
    return None


class _BlockContents:
    """The values in the blocks of a system, which moves permute.

    Args:
        blocks: the blocks.
        start: value of each cell.
        goal: likewise.
    """

    def __init__(self, blocks: Sequence[Block], start: Sequence[int], goal: Sequence[int]) -> None:
        self._start = start
        self._block_of = {cell: block for block in blocks for cell in block}
        self._surplus = Counter(_contents(block, start) for block in blocks)
        self._surplus.subtract(_contents(block, goal) for block in blocks)
        self._wrong = sum(map(abs, self._surplus.values()))

    def fits(self, new: Mapping[int, int]) -> bool:
        """Return True if the blocks have the values of the goal's, with new values in cells."""
        touched = {self._block_of[cell] for cell in new if cell in self._block_of}
        if self._wrong > 2 * len(touched):
            return False
        balance = Counter({key: count for key, count in self._surplus.items() if count})
        balance.subtract(_contents(block, self._start) for block in touched)
        balance.update(
            tuple(sorted(new.get(cell, self._start[cell]) for cell in block)) for block in touched
        )
        return not any(balance.values())


def _contents(block: Block, values: Sequence[int]) -> tuple[int, ...]:
    """Return the values of a block in ascending order."""
    return tuple(sorted(values[cell] for cell in block))


def _gain(change: Change, start: Sequence[int], goal: Sequence[int]) -> int:
    """Return how many more cells agree with the goal after a change."""
    new = change.new_values(start)
    return sum((value == goal[cell]) - (start[cell] == goal[cell]) for cell, value in new.items())


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

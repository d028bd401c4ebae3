"""Groups that contain all even permutations of each large orbit, as those of most puzzles do.

A transitive group of degree n with an element that has a cycle of prime length p, n/2 < p < n-2,
contains all even permutations (Jordan 1873; Seress 2003, section 10.2). If such an orbit of five
cells or more is independent of the others, the group contains these even permutations without any
other cell moving, except where two orbits move alike. What remains is a smaller group: the signs on
the large orbits, and the other orbits.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from puzzlegui.solvers.move_search.group import (
    Permutation,
    StabiliserChain,
    TooLargeError,
    orbits,
    permutation,
    random_elements,
    sign,
    small_blocks,
)

_LARGE = 5
"""Points of orbits whose alternating group is simple."""
_SMALL = 10
"""Points of orbits whose group is known at once by a chain."""
_BLOCK = 3
"""Most cells of the blocks that are sought."""
_BLOCKED = 120
"""Most cells of an orbit in which blocks are sought."""
_TRIES = 300
"""Random elements tried to find a long prime cycle, or to show that an orbit is independent."""


class PuzzleGroup:
    """The group that the moves of a board generate.

    Args:
        points: number of cells.
        generators: the moves.

    Attributes:
        large: independent orbits of five or more cells with all even permutations, one of those
            that move alike.
        alike: pairs of an orbit in ``large`` and another that moves alike: for each cell of the
            first, the cell of the other.
        chain: chain of the signs on the large orbits, two points each, and of all other cells.
        rest: the other cells, in the order of their points in the chain.

    Raises:
        TooLargeError: the group takes too long to compute.
    """

    def __init__(self, points: int, generators: Sequence[Permutation]) -> None:
        self.points = points
        self._generators = generators
        self.large: list[list[int]] = []
        self.alike: list[dict[int, int]] = []
        self.orbits = orbits(points, generators)
        self._separate(generators)
        covered = {cell for orbit in self.large for cell in orbit}
        covered |= {twin for link in self.alike for twin in link.values()}
        self.rest = [cell for cell in range(points) if cell not in covered]
        self._place = {cell: 2 * len(self.large) + i for i, cell in enumerate(self.rest)}
        self.chain = StabiliserChain(
            2 * len(self.large) + len(self.rest), [self.reduced(p) for p in generators]
        )

    def _separate(self, generators: Sequence[Permutation]) -> None:
        """Find the large orbits, and which of these move alike."""
        links: list[list[dict[int, int]]] = []
        for orbit in self.orbits:
            if len(orbit) < _LARGE or not _is_giant(orbit, generators):
                continue
            for other, twins in zip(self.large, links, strict=True):
                link = _link(other, orbit, generators) if len(other) == len(orbit) else None
                if link is not None:
                    twins.append(link)
                    break
            else:
                self.large.append(orbit)
                links.append([])
        free = _independent(self.points, generators, self.large, links)
        self.large = [orbit for orbit, is_free in zip(self.large, free, strict=True) if is_free]
        self.alike = [
            link for twins, is_free in zip(links, free, strict=True) if is_free for link in twins
        ]

    @cached_property
    def blocks(self) -> list[list[tuple[int, ...]]]:
        """Systems of blocks of two or three cells, as the stickers of a cube's edges and corners.

        The cells of a block always move together.
        """
        rest = set(self.rest)
        return [
            system
            for orbit in self.orbits
            if orbit[0] in rest and 1 < len(orbit) <= _BLOCKED
            for system in small_blocks(orbit, self._generators, _BLOCK)
        ]

    @property
    def order(self) -> int:
        """Number of elements."""
        return self.chain.order * math.prod(math.factorial(len(each)) // 2 for each in self.large)

    def reduced(self, p: Permutation) -> Permutation:
        """Return the signs on the large orbits and the rest of a permutation."""
        images: list[int] = []
        for number, orbit in enumerate(self.large):
            odd = sign(p, orbit)
            images += [2 * number + odd, 2 * number + 1 - odd]
        images += [self._place[p[cell]] for cell in self.rest]
        return permutation(images)

    def random_element(self, rng: random.Random) -> list[int]:
        """Return the images of all cells under an element chosen uniformly."""
        images = list(range(self.points))
        rest = self.chain.random_element(rng)
        for number, orbit in enumerate(self.large):
            after = list(orbit)
            rng.shuffle(after)
            for cell, image in zip(orbit, after, strict=True):
                images[cell] = image
            if self.differs_in_sign(images, number, rest):
                one, other = orbit[:2]
                images[one], images[other] = images[other], images[one]
        self.complete(images, rest)
        return images

    def differs_in_sign(self, images: Sequence[int], number: int, rest: Permutation) -> bool:
        """Return True if images of a large orbit have another sign than an element of the chain."""
        return sign(images, self.large[number]) != int(rest[2 * number] != 2 * number)

    def complete(self, images: list[int], rest: Permutation) -> None:
        """Set the images of all cells outside the large orbits.

        Args:
            images: image of each cell; those of the large orbits are set.
            rest: element of the chain.
        """
        for link in self.alike:
            for cell, twin in link.items():
                images[twin] = link[images[cell]]
        first = 2 * len(self.large)
        for i, cell in enumerate(self.rest):
            images[cell] = self.rest[rest[first + i] - first]

    def __contains__(self, p: Permutation) -> bool:
        """Return whether a permutation that preserves the orbits is in the group."""
        if any(link[p[cell]] != p[twin] for link in self.alike for cell, twin in link.items()):
            return False
        return self.reduced(p) in self.chain


def _is_giant(orbit: list[int], generators: Sequence[Permutation]) -> bool:
    """Return whether the group is seen to contain all even permutations of an orbit."""
    place = {cell: i for i, cell in enumerate(orbit)}
    own = [permutation([place[p[cell]] for cell in orbit]) for p in generators]
    own = [p for p in own if any(p[i] != i for i in range(len(orbit)))]
    degree = len(orbit)
    if degree <= _SMALL:
        try:
            return StabiliserChain(degree, own).order >= math.factorial(degree) // 2
        except TooLargeError:
            return False
    primes = [p for p in range(degree // 2 + 1, degree - 2) if all(p % q for q in range(2, p))]
    for element in islice(random_elements(own, random.Random(1)), _TRIES):
        if any(length in primes for length in _cycle_lengths(element, range(degree))):
            return True
    return False


def _independent(
    points: int,
    generators: Sequence[Permutation],
    large: Sequence[Sequence[int]],
    links: Sequence[Sequence[dict[int, int]]],
) -> list[bool]:
    """Return, for each large orbit, whether its even permutations need nothing else to move.

    A power of an element that fixes all cells outside the orbit and its twins, but not all of the
    orbit, shows it: the elements of this kind are a normal subgroup, which contains all even
    permutations of the orbit if it contains any but the identity.

    Args:
        points: number of cells.
        generators: the moves.
        large: the orbits.
        links: the twins of each.
    """
    own = [
        {*orbit, *(twin for link in twins for twin in link.values())}
        for orbit, twins in zip(large, links, strict=True)
    ]  # fmt: skip
    others = sorted(set(range(points)).difference(*own))
    found = [False] * len(large)
    if not large:
        return found
    for element in islice(random_elements(generators, random.Random(2)), _TRIES):
        lengths = [_cycle_lengths(element, orbit) for orbit in large]
        rest = _cycle_lengths(element, others)
        for number, inside in enumerate(lengths):
            if not found[number]:
                outside = rest.union(*lengths[:number], *lengths[number + 1 :])
                order = math.lcm(*outside)
                found[number] = any(order % length for length in inside)
        if all(found):
            break
    return found


def _cycle_lengths(p: Permutation, points: Iterable[int]) -> set[int]:
    """Return the lengths of the cycles of a permutation that begin at some points."""
    seen = bytearray(len(p))
    found = set()
    for first in points:
        if seen[first]:
            continue
        point, length = first, 0
        while not seen[point]:
            seen[point] = 1
            point = p[point]
            length += 1
        found.add(length)
    return found


def _link(
    one: list[int], other: list[int], generators: Sequence[Permutation]
) -> dict[int, int] | None:
    """Return the bijection under which two orbits move alike, None if they do not."""
    for twin in other:
        link = {one[0]: twin}
        waiting = [one[0]]
        while waiting:
            cell = waiting.pop()
            for p in generators:
                to, twin_to = p[cell], p[link[cell]]
                if to not in link:
                    link[to] = twin_to
                    waiting.append(to)
                elif link[to] != twin_to:
                    waiting = []
                    link = {}
                    break
            if not link:
                break
        if link:
            return link
    return None

"""Groups that contain all even permutations of each large orbit, as those of most puzzles do.

A transitive group of degree n with an element that has a cycle of prime length p, n/2 < p < n-2,
contains all even permutations (Jordan 1873; Seress 2003, section 10.2). If that holds for several
orbits of five cells or more, the group contains the product of these alternating groups, except
where two orbits move alike (Goursat's lemma). What remains is a small group: the signs on the large
orbits, and the small orbits.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import islice

from puzzlegui.families.permutation.group import (
    Permutation,
    StabiliserChain,
    TooLargeError,
    orbits,
    permutation,
    random_elements,
    sign,
)

_LARGE = 5
"""Points of orbits whose alternating group is simple."""
_SMALL = 10
"""Points of orbits whose group is known at once by a chain."""
_SIX = 6
"""Degree of the symmetric group with outer automorphisms, where orbits may be linked unseen."""
_TRIES = 300
"""Random elements tried to find a long prime cycle."""


class PuzzleGroup:
    """The group that the moves of a board generate.

    Args:
        points: number of cells.
        generators: the moves.

    Attributes:
        large: orbits of five or more cells with all even permutations, one of those that move
            alike.
        alike: pairs of an orbit in ``large`` and another that moves alike: for each cell of the
            first, the cell of the other.
        chain: chain of the signs on the large orbits, two points each, and of all other cells.
        rest: the other cells, in the order of their points in the chain.

    Raises:
        TooLargeError: the group takes too long to compute.
    """

    def __init__(self, points: int, generators: Sequence[Permutation]) -> None:
        self.points = points
        self.large: list[list[int]] = []
        self.alike: list[dict[int, int]] = []
        self.orbits = orbits(points, generators)
        found = [orbit for orbit in self.orbits if len(orbit) >= _LARGE]
        if all(_is_giant(orbit, generators) for orbit in found) and self._separate(
            found, generators
        ):
            covered = {cell for orbit in found for cell in orbit}
        else:
            self.large, self.alike, covered = [], [], set()
        self.rest = [cell for cell in range(points) if cell not in covered]
        self._place = {cell: 2 * len(self.large) + i for i, cell in enumerate(self.rest)}
        self.chain = StabiliserChain(
            2 * len(self.large) + len(self.rest), [self.reduced(p) for p in generators]
        )

    def _separate(self, found: list[list[int]], generators: Sequence[Permutation]) -> bool:
        """Find which large orbits move alike; return False if that cannot be told."""
        for orbit in found:
            peers = [other for other in self.large if len(other) == len(orbit)]
            if peers and len(orbit) == _SIX:
                return False
            link = next(
                (link for other in peers if (link := _link(other, orbit, generators))), None
            )
            if link is None:
                self.large.append(orbit)
            else:
                self.alike.append(link)
        return True

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
            if sign(images, orbit) != (rest[2 * number] != 2 * number):
                one, other = orbit[:2]
                images[one], images[other] = images[other], images[one]
        for link in self.alike:
            for cell, twin in link.items():
                images[twin] = link[images[cell]]
        for i, cell in enumerate(self.rest):
            images[cell] = self.rest[rest[2 * len(self.large) + i] - 2 * len(self.large)]
        return images

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
        if any(length in primes for length in _cycle_lengths(element, degree)):
            return True
    return False


def _cycle_lengths(p: Permutation, degree: int) -> set[int]:
    seen = bytearray(degree)
    found = set()
    for first in range(degree):
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

"""Permutation groups: order and membership by the algorithm of Schreier and Sims.

A chain of stabilisers is built from random elements and then verified: every Schreier generator
must sift to the identity (Sims 1970; Seress 2003, Permutation Group Algorithms, chapter 4; Holt,
Eick and O'Brien 2005, Handbook of Computational Group Theory, section 4.4). The orbits on which
the group contains all even permutations, usually all, need no chain; see ``giants``.

A permutation is a sequence p that carries the content of cell i to cell p[i]: bytes of a
translation table up to 256 points, since their composition is a single fast call, else a tuple.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count, cycle, islice
from typing import TypeAlias

Permutation: TypeAlias = "bytes | tuple[int, ...]"

_BYTES = 256
_RANDOM_TRIES = 30
"""Random elements in a row that sift to the identity before a chain is verified."""
_WARM_UP = 50
"""Elements discarded before random elements are random."""
_MANY = 20
"""Generators beyond which random elements are made of random subproducts."""
_WORK = 4_000_000
"""Most steps of sifting, about two seconds, after which a chain is given up."""


class TooLargeError(Exception):
    """Raised if a chain of stabilisers takes too long."""


def permutation(images: Sequence[int]) -> Permutation:
    """Return a permutation from the images of all points."""
    if len(images) > _BYTES:
        return tuple(images)
    return bytes(images) + bytes(range(len(images), _BYTES))


def compose(first: Permutation, then: Permutation) -> Permutation:
    """Return the product of two permutations, in the order of their application."""
    if isinstance(first, bytes) and isinstance(then, bytes):
        return first.translate(then)
    return tuple([then[image] for image in first])


def inverse(p: Permutation) -> Permutation:
    """Return the inverse of a permutation."""
    found = [0] * len(p)
    for point, image in enumerate(p):
        found[image] = point
    return bytes(found) if isinstance(p, bytes) else tuple(found)


def orbits(points: int, generators: Sequence[Permutation]) -> list[list[int]]:
    """Return the orbits of the points, each in ascending order."""
    seen = [False] * points
    found = []
    for first in range(points):
        if seen[first]:
            continue
        seen[first] = True
        orbit = [first]
        for point in orbit:
            for p in generators:
                if not seen[p[point]]:
                    seen[p[point]] = True
                    orbit.append(p[point])
        found.append(sorted(orbit))
    return found


def small_blocks(
    orbit: Sequence[int], generators: Sequence[Permutation], most: int
) -> list[list[tuple[int, ...]]]:
    """Return the systems of blocks of up to ``most`` points that an orbit splits into.

    The smallest block with two points is found by joining the images of joined points
    (Atkinson 1975, An algorithm for finding the blocks of a permutation group).
    """
    found = []
    seen = {orbit[0]}
    for other in orbit[1:]:
        if other in seen:
            continue
        classes = {point: [point] for point in orbit}
        waiting = [(orbit[0], other)]
        while waiting and len(classes[orbit[0]]) <= most:
            one, two = waiting.pop()
            joined, added = classes[one], classes[two]
            if joined is added:
                continue
            joined += added
            for point in added:
                classes[point] = joined
            waiting += [(p[one], p[two]) for p in generators]
        block = classes[orbit[0]]
        if len(block) <= most and len(block) < len(orbit):
            seen.update(block)
            unique = {tuple(sorted(members)) for members in classes.values()}
            found.append(sorted(unique))
    return found


def random_elements(generators: Sequence[Permutation], rng: random.Random) -> Iterator[Permutation]:
    """Yield random elements by product replacement with an accumulator ("rattle").

    See Leedham-Green and Murray 2002, Variants of product replacement. Of many generators, the
    slots begin with random subproducts (Babai, Cooperman, Finkelstein and Seress 1991), which mix
    at once.
    """
    slots = list(islice(cycle(generators), max(10, len(generators))))
    if len(generators) > _MANY:
        slots = [
            reduce(compose, (p for p in generators if rng.random() < 0.5), generators[0])
            for _ in range(_MANY)
        ]
    element = slots[0]
    for number in count():
        a, b = rng.sample(range(len(slots)), 2)
        slots[a] = compose(slots[a], slots[b] if rng.random() < 0.5 else inverse(slots[b]))
        element = compose(element, slots[a])
        if number >= _WARM_UP:
            yield element


class _Level:
    """A level of a chain: a base point, generators that fix the base points before, its orbit."""

    def __init__(self, base: int, identity: Permutation) -> None:
        self.base = base
        self.generators: list[Permutation] = []
        self.to: dict[int, Permutation] = {base: identity}  # carries the base point to each
        self.back: dict[int, Permutation] = {base: identity}

    def add(self, generator: Permutation) -> None:
        """Add a generator and extend the orbit."""
        self.generators.append(generator)
        points = list(self.to)
        new = [generator]
        known = len(points)
        for number, point in enumerate(points):
            for p in new if number < known else self.generators:
                image = p[point]
                if image not in self.to:
                    self.to[image] = compose(self.to[point], p)
                    self.back[image] = inverse(self.to[image])
                    points.append(image)


class StabiliserChain:
    """A verified chain of stabilisers of a group.

    Args:
        points: number of points.
        generators: of the group.
        most_work: most steps of sifting.

    Raises:
        TooLargeError: the chain takes too long.
    """

    def __init__(
        self, points: int, generators: Sequence[Permutation], most_work: int = _WORK
    ) -> None:
        self.points = points
        self.identity = permutation(range(points))
        self.levels: list[_Level] = []
        self._work = most_work * min(1.0, _BYTES / points) ** 2
        generators = [p for p in generators if p != self.identity]
        for p in generators:
            self._insert(p)
        if generators:
            idle = 0
            for element in random_elements(generators, random.Random(1)):
                idle = 0 if self._insert(element) else idle + 1
                if idle == _RANDOM_TRIES:
                    break
        self._verify()
        self._work = math.inf

    @property
    def order(self) -> int:
        """Number of elements of the group."""
        found = 1
        for level in self.levels:
            found *= len(level.to)
        return found

    def random_element(self, rng: random.Random) -> Permutation:
        """Return an element chosen uniformly."""
        element = self.identity
        for level in reversed(self.levels):
            element = compose(element, rng.choice(list(level.to.values())))
        return element

    def __contains__(self, p: Permutation) -> bool:
        return self._sift(p)[0] == self.identity

    def _sift(self, p: Permutation, first: int = 0) -> tuple[Permutation, int]:
        """Return the residue of a permutation, and the level at which it leaves the chain."""
        for number in range(first, len(self.levels)):
            level = self.levels[number]
            back = level.back.get(p[level.base])
            if back is None:
                self._work -= number - first
                return p, number
            p = compose(p, back)
        self._work -= len(self.levels) - first
        if self._work < 0:
            raise TooLargeError
        return p, len(self.levels)

    def _insert(self, p: Permutation, first: int = 0) -> bool:
        """Extend the chain by what a permutation leaves; return whether there was anything."""
        residue, number = self._sift(p, first)
        if residue == self.identity:
            return False
        if number == len(self.levels):
            base = next(i for i in range(self.points) if residue[i] != i)
            self.levels.append(_Level(base, self.identity))
        for level in self.levels[first : number + 1]:
            level.add(residue)
        return True

    def _verify(self) -> None:
        """Check from the last level on that all Schreier generators are in the chain."""
        number = len(self.levels) - 1
        while number >= 0:
            level = self.levels[number]
            again = False
            for point in list(level.to):
                for p in list(level.generators):
                    product = compose(level.to[point], p)
                    schreier = compose(product, level.back[p[point]])
                    if self._insert(schreier, number + 1):
                        again = True
            number = len(self.levels) - 1 if again else number - 1

    # --- arrangements with equal values ---

    def settled(self) -> list[list[int]]:
        """Return, for each level, the points whose images are known once its image is."""
        found: list[list[int]] = []
        left = set(range(self.points))
        for number in range(len(self.levels)):
            deeper = self.levels[number + 1].generators if number + 1 < len(self.levels) else []
            fixed = sorted(i for i in left if all(p[i] == i for p in deeper))
            left.difference_update(fixed)
            found.append(fixed)
        return found

    def mappings(
        self, start: Sequence[int], goal: Sequence[int], most: int
    ) -> Iterator[Permutation | None]:
        """Yield the elements that carry an arrangement to another, by backtracking.

        Args:
            start: value of each point.
            goal: likewise.
            most: most partial elements tried; None is yielded last if they do not suffice.
        """
        generators = self.levels[0].generators if self.levels else []
        fixed = [i for i in range(self.points) if all(p[i] == i for p in generators)]
        if any(start[i] != goal[i] for i in fixed):
            return
        settled = self.settled()
        stack = [iter([self.identity])]
        tried = 0
        while stack:
            element = next(stack[-1], None)
            if element is None:
                stack.pop()
                continue
            number = len(stack) - 1
            if number and any(start[i] != goal[element[i]] for i in settled[number - 1]):
                continue
            tried += 1
            if tried > most:
                yield None
                return
            if number == len(self.levels):
                yield element
                continue
            stack.append(self._extensions(element, self.levels[number], start, goal))

    @staticmethod
    def _extensions(
        element: Permutation, level: _Level, start: Sequence[int], goal: Sequence[int]
    ) -> Iterator[Permutation]:
        """Yield the products of an element with those of a level that suit its base point."""
        value = start[level.base]
        for point, to in level.to.items():
            if goal[element[point]] == value:
                yield compose(to, element)


def sign(p: Sequence[int], points: Sequence[int]) -> int:
    """Return 1 if a permutation is odd on an orbit, else 0."""
    seen: set[int] = set()
    odd = 0
    for first in points:
        point = first
        length = 0
        while point not in seen:
            seen.add(point)
            point = p[point]
            length += 1
        odd ^= length > 0 and length % 2 == 0
    return int(odd)

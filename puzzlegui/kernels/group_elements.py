"""Neighbours of the elements of a group, which are numbered by a chain of stabilisers.

The number of an element is written with a digit for each level of the chain: the place, in the
orbit of the level, of the image of its base point, once the levels before have been divided out.
"""

from __future__ import annotations

import cython


@cython.cclass
class Chain:
    """A chain of stabilisers.

    Attributes:
        base: int64[l], base points.
        sizes: int64[l], lengths of the orbits.
        places: int16[l, n], place of each point in the orbit of a level.
        to: int16[sum of sizes, n], for each level and place an element that carries the base point
            there and fixes the base points before.
        back: int16[sum of sizes, n], their inverses.
        order: number of elements.
    """

    base: cython.const[cython.longlong][::1]
    sizes: cython.const[cython.longlong][::1]
    places: cython.const[cython.short][:, ::1]
    to: cython.const[cython.short][:, ::1]
    back: cython.const[cython.short][:, ::1]
    order: cython.longlong

    def __init__(
        self,
        base: cython.const[cython.longlong][::1],
        sizes: cython.const[cython.longlong][::1],
        places: cython.const[cython.short][:, ::1],
        to: cython.const[cython.short][:, ::1],
        back: cython.const[cython.short][:, ::1],
        order: cython.longlong,
    ) -> None:
        self.base = base
        self.sizes = sizes
        self.places = places
        self.to = to
        self.back = back
        self.order = order


def rank(chain: Chain, images: cython.longlong[::1]) -> int:
    """Return the number of an element.

    Args:
        chain: the chain.
        images: int64[l], images of the base points; overwritten.
    """
    result: cython.longlong
    with cython.nogil:
        result = _rank(chain.sizes, chain.places, chain.back, images)
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rank(
    sizes: cython.const[cython.longlong][::1],
    places: cython.const[cython.short][:, ::1],
    back: cython.const[cython.short][:, ::1],
    images: cython.longlong[::1],
) -> cython.longlong:
    levels: cython.Py_ssize_t = sizes.shape[0]
    found: cython.longlong = 0
    begin: cython.Py_ssize_t = 0
    cython.declare(i=cython.Py_ssize_t, later=cython.Py_ssize_t, place=cython.Py_ssize_t)
    for i in range(levels):
        place = places[i, images[i]]
        found = found * sizes[i] + place
        for later in range(i + 1, levels):
            images[later] = back[begin + place, images[later]]
        begin += cython.cast(cython.Py_ssize_t, sizes[i])
    return found


def neighbours(
    chain: Chain,
    numbers: cython.const[cython.longlong][::1],
    targets: cython.const[cython.short][:, ::1],
    scratch: cython.longlong[:, ::1],
    out: cython.longlong[:, ::1],
) -> None:
    """Find the numbers of the products of some elements with the moves.

    Args:
        chain: the chain.
        numbers: int64[k], numbers of elements, plus any multiple of the order of the group.
        targets: int16[m, n], the cell that each move carries the content of a cell to.
        scratch: int64[2, l].
        out: int64[m, k], output, plus the same multiples.
    """
    with cython.nogil:
        _neighbours(chain, numbers, targets, scratch, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _neighbours(
    chain: Chain,
    numbers: cython.const[cython.longlong][::1],
    targets: cython.const[cython.short][:, ::1],
    scratch: cython.longlong[:, ::1],
    out: cython.longlong[:, ::1],
) -> cython.void:
    base: cython.const[cython.longlong][::1] = chain.base
    sizes: cython.const[cython.longlong][::1] = chain.sizes
    places: cython.const[cython.short][:, ::1] = chain.places
    to: cython.const[cython.short][:, ::1] = chain.to
    back: cython.const[cython.short][:, ::1] = chain.back
    images: cython.longlong[::1] = scratch[0]
    after: cython.longlong[::1] = scratch[1]
    levels: cython.Py_ssize_t = base.shape[0]
    total: cython.Py_ssize_t = to.shape[0]
    cython.declare(k=cython.Py_ssize_t, t=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cython.declare(later=cython.Py_ssize_t, row=cython.Py_ssize_t, begin=cython.Py_ssize_t)
    cython.declare(left=cython.longlong, added=cython.longlong)
    for k in range(numbers.shape[0]):
        left = numbers[k] % chain.order
        added = numbers[k] - left
        begin = total
        for i in range(levels):
            images[i] = base[i]
        for i in range(levels - 1, -1, -1):
            begin -= cython.cast(cython.Py_ssize_t, sizes[i])
            row = begin + cython.cast(cython.Py_ssize_t, left % sizes[i])
            left //= sizes[i]
            for later in range(i, levels):
                images[later] = to[row, images[later]]
        for t in range(targets.shape[0]):
            for i in range(levels):
                after[i] = targets[t, images[i]]
            out[t, k] = _rank(sizes, places, back, after) + added

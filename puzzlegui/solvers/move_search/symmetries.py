"""Symmetries of a move set that preserve a goal, up to renaming of its values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import goal_table as kernel
from puzzlegui.solvers.move_search.puzzle import Values


@dataclass(frozen=True)
class Symmetries:
    """Symmetries of a goal.

    Attributes:
        group: the symmetries in the form of the kernel.
        sources: uint16[s, n], for each symmetry the source of each cell of the image.
        names: uint16[s, values], for each symmetry the new name of each value.
    """

    group: kernel.Symmetries
    sources: Values
    names: Values

    @property
    def order(self) -> int:
        """Number of symmetries."""
        return len(self.sources)

    def mapping(self, cells: Values, image: Values) -> Values:
        """Return the sources of a symmetry that maps a position to an image, which must exist."""
        for sources, names in zip(self.sources, self.names, strict=True):
            if (names[cells[sources]] == image).all():
                return np.asarray(sources)
        raise ValueError("no image of the position")


def symmetries(goal: Values, views: Iterable[NDArray[np.integer]] = ()) -> Symmetries:
    """Return the symmetries of a goal; without views only the identity.

    Args:
        goal: uint16[n], values numbered by first appearance.
        views: int[n] each, for each symmetry of the moves the source of each cell of the image.
    """
    n, k = len(goal), int(goal.max(initial=0)) + 1
    found: dict[bytes, tuple[Values, NDArray[np.integer]]] = {}
    for view in (np.arange(n), *views):
        cells = view.astype(np.uint16)
        become = np.full(k, -1, np.int64)
        become[goal[cells]] = goal
        if (become[goal[cells]] == goal).all():
            found.setdefault(cells.tobytes(), (cells, become))
    sources = np.array([one for one, _ in found.values()])
    names = np.array([other for _, other in found.values()]).astype(np.uint16)
    return Symmetries(_group(sources, names), sources, names)


def _group(sources: Values, names: Values) -> kernel.Symmetries:
    """Return the symmetries in the form of the kernel."""
    (_, n), k = sources.shape, names.shape[1]
    largest = np.full((n, k), -1, np.int16)
    members: list[NDArray[np.intp]] = []
    for cell in range(n if len(sources) > 1 else 0):
        here = np.flatnonzero(sources[:, 0] == cell)
        if len(here):
            largest[cell] = names[here].max(axis=0)
        members += [here[names[here, value] == largest[cell, value]] for value in range(k)]
    begins = np.cumsum([0, *map(len, members)]).astype(np.uint32)
    numbers = np.array([number for each in members for number in each], np.uint16)
    return kernel.Symmetries(sources, names, largest, begins, numbers)

"""Memory for beam searches over rotation boards, and access to their results."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.rotation.kernels.beam import (
    Beam,
    BeamParameters,
    Instance,
    States,
    Successors,
    add_detours,
)
from puzzlegui.families.rotation.kernels.constants.beam import FOUND, HEAD, IMAGES, RANKS, UPDATED
from puzzlegui.families.rotation.solving.encoded import Shorts

_SIDES = (0, 4, 2)
"""Number of sides of a workspace, indexed by the number of directions of turns."""


class BeamMemory(NamedTuple):
    """Memory for a beam of width ``w``, with the arrays that are read later.

    Attributes:
        sizes: int64[sides], the number of states on each side.
        tiles: int16[sides * w, n], for each state and cell the cell its tile belongs to.
        head: int64[sides * w, HEAD], see ``kernels.constants.beam``.
        parents: int32[…], for each node of the search tree its parent, -1 for none.
        turns: int16[…], of the same size, the turn that leads to the node.
        states: all arrays of the states, for the kernel.
        successors: the arrays of the next level, for the kernel.
    """

    sizes: NDArray[np.int64]
    tiles: Shorts
    head: NDArray[np.int64]
    parents: NDArray[np.int32]
    turns: Shorts
    states: States
    successors: Successors

    def beam(self, instance: Instance, parameters: BeamParameters) -> Beam:
        """Return a beam search that uses this memory."""
        return Beam(instance, parameters, self.states, self.successors, self.parents, self.turns)


def path_to_node(parents: NDArray[np.int32], turns: Shorts, node: int) -> list[int]:
    """Return the turns from the root of the search tree to a node."""
    found = []
    while node >= 0:
        found.append(int(turns[node]))
        node = int(parents[node])
    return found[::-1]


def allocate_memory(
    directions: int, cells: int, parameters: BeamParameters, depth: int
) -> BeamMemory:
    """Allocate memory for a board of ``cells`` cells and a beam of ``depth`` levels."""
    width, candidates = parameters.width, parameters.candidates
    states = _SIDES[directions] * width
    turns = 2 * cells
    sizes = np.zeros(_SIDES[directions], np.int64)
    tiles = np.empty((states, cells), np.int16)
    head = np.zeros((states, HEAD), np.int64)
    return BeamMemory(
        sizes, tiles, head,
        np.empty(width * depth, np.int32),
        np.empty(width * depth, np.int16),
        States(sizes, tiles.ravel(), np.empty(states * turns, np.int16), head.ravel()),
        Successors(
            np.empty(4 * candidates + turns, np.int64),
            np.empty(candidates * FOUND, np.int64),
            np.empty(candidates * UPDATED, np.int16),
            np.empty(RANKS, np.int32),
            np.zeros(turns, np.int32),
            np.empty(1 << (2 * candidates - 1).bit_length(), np.int64),
        ),
    )  # fmt: skip


def memory_mib(directions: int, cells: int, parameters: BeamParameters, depth: int) -> float:
    """Return the size of a workspace in MiB."""
    side = 6 * cells + 8 * HEAD
    states: int = parameters.width * (_SIDES[directions] * side + 6 * depth)
    return (states + 266 * int(parameters.candidates)) / (1 << 20)


def identity_images(cells: int) -> Shorts:
    """Return images for a board or rectangle without symmetry: each turn stands alone."""
    images = np.full((2 * cells, IMAGES), -1, np.int16)
    images[:, 0] = np.arange(2 * cells)
    return images


def board_instance(
    rows: int,
    columns: int,
    directions: int,
    distance_cost: NDArray[np.int32],
    images: Shorts | None = None,
) -> tuple[Instance, Shorts]:
    """Return the instance of a whole board, and its costs, int16[n, n].

    Args:
        rows: of the board.
        columns: of the board.
        directions: 2 if blocks turn both ways, 1 if clockwise only.
        distance_cost: int32[64], the cost of each distance.
        images: turns that are made together, see ``kernels.beam.Instance``.
    """
    row, column = np.divmod(np.arange(rows * columns), columns)
    cost = distance_cost[abs(row[:, None] - row)] + distance_cost[abs(column[:, None] - column)]
    cost = cost.astype(np.int16)
    if directions == 1:
        add_detours(rows, columns, cost)
    if images is None:
        images = identity_images(rows * columns)
    instance = Instance(
        rows, columns, directions, images.ravel(), cost.ravel(),
        row.astype(np.int16), column.astype(np.int16), np.ones(rows * columns, np.int16),
    )  # fmt: skip
    return instance, cost


def rectangle_instance(directions: int, cells: int) -> Instance:
    """Allocate an instance for rectangles of up to ``cells`` cells."""
    row, column, counts = np.zeros((3, cells), np.int16)
    cost = np.zeros(cells * cells, np.int16)
    images = identity_images(cells).ravel()
    return Instance(2, 2, directions, images, cost, row, column, counts)

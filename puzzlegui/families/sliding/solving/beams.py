"""Instances and memory for the beam searches of the anytime solver."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegui.families.sliding.kernels import beam as sliding_beam
from puzzlegui.families.sliding.kernels.beam import (
    COLUMN,
    GEOMETRY,
    ROW,
    STAGED_HEAD,
)
from puzzlegui.families.sliding.solving.automaton import DIRECTIONS
from puzzlegui.families.sliding.solving.encoded import Directions
from puzzlegui.solvers.anytime import distance_costs

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
VISITED = 16
"""Slots of the hash table of visited states for each state kept."""


class BoardBeam(NamedTuple):
    """A beam search and the arrays of its results.

    Attributes:
        kernel: the search.
        tiles: int16[2 × width, cells], the states, see ``kernels.beam.BeamWorkspace``.
        head: int32[3 × width, STAGED_HEAD], other data of the states.
    """

    kernel: sliding_beam.Beam
    tiles: Shorts
    head: NDArray[np.int32]

    def path(self, state: int) -> Directions:
        """Return the moves to a state, as directions of the gap."""
        directions = np.zeros(self.kernel.moves(state), np.int8)
        self.kernel.path(state, directions)
        return directions


def make_instance(rows: int, columns: int, gap: int, power: float) -> sliding_beam.Instance:
    """Return the instance of a board; costs are a power of the distance."""
    return sliding_beam.Instance(_geometry(rows, columns), distance_costs(power), gap)


def _geometry(rows: int, columns: int) -> Shorts:
    """Return the neighbours and coordinates of all cells; see ``kernels.beam``."""
    cells = np.arange(rows * columns)
    row, column = np.divmod(cells, columns)
    geometry = np.full((len(cells), GEOMETRY), -1, np.int16)
    for direction, (down, right) in enumerate(DIRECTIONS):
        there = (row + down >= 0) & (row + down < rows)
        there &= (column + right >= 0) & (column + right < columns)
        geometry[there, direction] = cells[there] + down * columns + right
    geometry[:, ROW], geometry[:, COLUMN] = row, column
    return geometry


def make_beam(
    instance: sliding_beam.Instance,
    parameters: sliding_beam.BeamParameters,
    size: tuple[int, int, int],
    rng: Ints,
    ctl: Ints,
) -> BoardBeam:
    """Return a beam search with its memory.

    Args:
        instance: the board.
        parameters: of the beam.
        size: cells of the board, width of the beam, and most nodes of its search tree.
        rng: int64[1], the state of the random numbers, not 0.
        ctl: the shared array.
    """
    cells, width, nodes = size
    tiles = np.empty((2 * width, cells), np.int16)
    head = np.zeros((3 * width, STAGED_HEAD), np.int32)
    workspace = sliding_beam.BeamWorkspace(
        tiles,
        head,
        np.empty(3 * width, np.int64),
        np.empty(4 * width, np.int64),
        np.empty(4 * width, np.int64),
        np.empty(2048, np.int32),
        np.empty(cells, np.int32),
        np.zeros(1 << max(10, (VISITED * width - 1).bit_length()), np.int64),
        np.empty(nodes, np.int32),
        np.empty((2, 2 * width), np.int32),
    )
    return BoardBeam(sliding_beam.Beam(instance, parameters, workspace, rng, ctl), tiles, head)


def beam_mib(cells: int, width: int, nodes: int) -> float:
    """Return the size of the memory of a beam in MiB."""
    return (width * (4 * cells + 12 * STAGED_HEAD + 104 + 16 * VISITED) + 4 * nodes) / (1 << 20)

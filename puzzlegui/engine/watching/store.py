"""Compact storage for the nodes of a recording, of which there are millions."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import overload

from puzzlegui.solvers.space import Space, State

_LEAST_SLOTS = 1 << 10


class StateStore:
    """Packed states of nodes, with an optional index from state to node.

    A thread may append while others read.

    Args:
        space: the space of the states.
        indexed: nodes are indexed by their states.
    """

    def __init__(self, space: Space, *, indexed: bool) -> None:
        self._space, self._width = space, len(space.pack(space.start))
        self._packed = bytearray()
        self._slots = array("i", [0] * _LEAST_SLOTS) if indexed else array("i")
        """Hash table with open addressing: a node's number plus 1, or 0 for an empty slot."""

    def __len__(self) -> int:
        return len(self._packed) // self._width

    def __getitem__(self, node: int) -> State:
        at = node * self._width
        return self._space.unpack(bytes(self._packed[at : at + self._width]))

    @property
    def size(self) -> int:
        """Size in bytes."""
        return len(self._packed) + self._slots.itemsize * len(self._slots)

    def packed(self, nodes: slice) -> bytes:
        """Return the packed states of a range of nodes, for ``extend``."""
        return bytes(self._packed[nodes.start * self._width : nodes.stop * self._width])

    def extend(self, packed: bytes) -> None:
        """Add the packed states of the next nodes."""
        if not self._slots:
            self._packed += packed
            return
        for at in range(0, len(packed), self._width):
            self._add(packed[at : at + self._width])

    def append(self, state: State) -> None:
        """Add the state of the next node; a state already indexed now refers to that node."""
        self._add(self._space.pack(state))

    def _add(self, packed: bytes) -> None:
        if self._slots:
            node = len(self)
            if 2 * node > len(self._slots):
                self._grow()
            self._slots[self._slot(self._slots, packed)] = node + 1
        self._packed += packed

    def find(self, state: State) -> int:
        """Return the latest node with a state; -1 for none."""
        slots = self._slots
        return slots[self._slot(slots, self._space.pack(state))] - 1

    def _slot(self, slots: array[int], packed: bytes) -> int:
        """Return the slot of a state, or the free slot for it."""
        last, width, all_packed = len(slots) - 1, self._width, self._packed
        slot = hash(packed) & last
        while (known := slots[slot]) and not all_packed.startswith(packed, (known - 1) * width):
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        slots, width = array("i", [0]) * (4 * len(self._slots)), self._width
        for node in range(len(self)):
            packed = bytes(self._packed[node * width : (node + 1) * width])
            slots[self._slot(slots, packed)] = node + 1
        self._slots = slots


class IntegerRows:
    """Rows of integers, all of the same length."""

    def __init__(self) -> None:
        self._numbers = array("i")
        self._length = self._count = 0

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> tuple[int, ...]:
        return tuple(self._numbers[at * self._length : (at + 1) * self._length])

    @property
    def size(self) -> int:
        """Size in bytes."""
        return self._numbers.itemsize * len(self._numbers)

    @property
    def length(self) -> int:
        """Length of each row."""
        return self._length

    def packed(self, rows: slice) -> bytes:
        """Return a range of rows, for ``extend``."""
        return self._numbers[rows.start * self._length : rows.stop * self._length].tobytes()

    def extend(self, packed: bytes, length: int, count: int) -> None:
        """Add packed rows of a length."""
        self._length = length
        self._numbers.frombytes(packed)
        self._count += count

    def append(self, row: tuple[int, ...]) -> None:
        """Add a row."""
        self._length = len(row)
        self._numbers.extend(row)
        self._count += 1


class IdentitySequence(Sequence[int]):
    """The sequence 0, 1, 2 …, which takes no memory."""

    def __init__(self) -> None:
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        return range(self._count)[at]

    def __setitem__(self, at: int, number: int) -> None:
        assert number == at

    def extend(self, count: int) -> None:
        """Add the next ``count`` numbers."""
        self._count += count

    def append(self, number: int) -> None:
        """Add the next number."""
        assert number == self._count
        self._count += 1


def size_in_bytes(kept: StateStore | IntegerRows | IdentitySequence | array[int]) -> int:
    """Return the size of a container in bytes."""
    if isinstance(kept, array):
        return kept.itemsize * len(kept)
    return 0 if isinstance(kept, IdentitySequence) else kept.size

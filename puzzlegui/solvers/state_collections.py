"""Collections of the states of textbook searches: generated states, and frontiers.

A dict that grows to twenty million entries is copied, and in the end freed, within a single call
that holds the interpreter's lock for a second or more; a window would freeze. With the entries
divided among 1,024 dicts, each such call is short. Frontiers are binary heaps (Williams 1964).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from typing import Generic, TypeVar

from puzzlegui.solvers.control import SearchContext

S = TypeVar("S", bound=Hashable)
T = TypeVar("T")
V = TypeVar("V")

_SHARDS = 1024
_PIECE = 4096
_REST_AT, _TOTAL_AT = 32, 56
"""Bits of a key at which its parts begin."""
_NUMBER, _REST = (1 << _REST_AT) - 1, (1 << _TOTAL_AT - _REST_AT) - 1


class Visited(Generic[S, V]):
    """Generated states, each with a value.

    Args:
        context: frees the memory once the result of the search has been returned.
    """

    def __init__(self, context: SearchContext) -> None:
        context.free_later(self)
        self._shards: list[dict[S, V]] = [{} for _ in range(_SHARDS)]

    def __contains__(self, state: S) -> bool:
        return state in self._shards[hash(state) % _SHARDS]

    def __getitem__(self, state: S) -> V:
        return self._shards[hash(state) % _SHARDS][state]

    def get(self, state: S) -> V | None:
        return self._shards[hash(state) % _SHARDS].get(state)

    def __setitem__(self, state: S, value: V) -> None:
        self._shards[hash(state) % _SHARDS][state] = value

    def add(self, state: S, value: V) -> bool:
        """Add a state unless it is there; return True if it is new."""
        shard = self._shards[hash(state) % _SHARDS]
        if state in shard:
            return False
        shard[state] = value
        return True

    def __len__(self) -> int:
        return sum(map(len, self._shards))

    def __iter__(self) -> Iterator[S]:
        for shard in self._shards:
            yield from shard

    def clear(self) -> None:
        """Free everything, a shard at a time."""
        for shard in self._shards:
            shard.clear()


class ChunkedList(list[S]):
    """A list of millions of entries, freed in pieces."""

    def clear(self) -> None:
        while self:
            del self[-_PIECE:]


class PriorityQueue(Generic[T]):
    """Entries by ascending total; ties are broken by ascending rest, then by order of entry.

    A single integer is compared for each entry, which takes half the memory of a tuple.

    Args:
        context: frees the memory once the result of the search has been returned.
    """

    def __init__(self, context: SearchContext) -> None:
        self._entries: ChunkedList[T] = ChunkedList()
        self._keys: ChunkedList[int] = ChunkedList()
        context.free_later(self._entries)
        context.free_later(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def push(self, total: int, rest: int, item: T) -> int:
        """Add an entry; return the number of earlier entries."""
        number = len(self._entries)
        self._entries.append(item)
        heappush(self._keys, total << _TOTAL_AT | rest << _REST_AT | number)
        return number

    def pop(self) -> tuple[int, int, T]:
        """Return total, rest and item of the first entry; raises IndexError if there is none."""
        key = heappop(self._keys)
        return key >> _TOTAL_AT, key >> _REST_AT & _REST, self._entries[key & _NUMBER]


class ArrayHeap(Generic[T]):
    """Entries by descending key, with ties broken as in "8-puzzle".

    The order of equal keys determines how many states a greedy search expands. As in the source, an
    entry rises while it is strictly greater than its parent. The last entry replaces the removed
    entry and sinks while a child is strictly greater: to the left child, unless the right child is
    strictly greater.
    """

    def __init__(self) -> None:
        self._entries: list[tuple[int, T]] = []

    def __len__(self) -> int:
        return len(self._entries)

    def push(self, key: int, item: T) -> None:
        entries = self._entries
        entry = key, item
        at = len(entries)
        entries.append(entry)
        while at:
            parent = (at - 1) >> 1
            if key <= entries[parent][0]:
                break
            entries[at] = entries[parent]
            at = parent
        entries[at] = entry

    def pop(self) -> T:
        """Return the item with the largest key; raises IndexError if there is none."""
        entries = self._entries
        last = entries.pop()
        if not entries:
            return last[1]
        first = entries[0]
        key, size, at = last[0], len(entries), 0
        while (child := 2 * at + 1) < size:
            if child + 1 < size and entries[child + 1][0] > entries[child][0]:
                child += 1
            if entries[child][0] <= key:
                break
            entries[at] = entries[child]
            at = child
        entries[at] = last
        return first[1]

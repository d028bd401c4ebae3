"""Collections of millions of states that never block the other threads.

A dict that grows to twenty million entries is copied, and in the end freed, within a single call
that holds the interpreter's lock for a second or more; a window would freeze. With the entries
divided among 1,024 dicts, each such call is short.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from puzzlegui.solvers.control import SearchContext

S = TypeVar("S", bound=Hashable)
V = TypeVar("V")

_SHARDS = 1024
_PIECE = 4096


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

"""A binary heap (Williams 1964), the largest key first, with ties broken as in "8-puzzle"."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class ArrayHeap(Generic[T]):
    """Entries by descending key.

    The order of equal keys determines how many states a greedy search expands. It is that of the
    source: an entry rises while it is strictly greater than its parent. The last entry replaces
    the one removed, and sinks while a child is strictly greater: to the left one, unless the right
    one is strictly greater.
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
        """The item of the largest key; raises IndexError when there is none."""
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

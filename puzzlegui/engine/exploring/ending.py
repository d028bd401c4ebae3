"""Explorations that go on: before the program ends, what they have found is kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

_LOOK = 0.02
_MOST = 60.0
"""Seconds that are waited for a disk."""


class _Cancellable(Protocol):
    def cancel(self) -> None: ...


_going_on: set[_Cancellable] = set()


@contextmanager
def going_on(exploration: _Cancellable) -> Iterator[None]:
    """An exploration goes on as long as this lasts."""
    _going_on.add(exploration)
    try:
        yield
    finally:
        _going_on.discard(exploration)


def end_all() -> None:
    """Cancel all that go on, and wait until what they have found is kept."""
    until = time.monotonic() + _MOST
    while _going_on and time.monotonic() < until:
        for exploration in list(_going_on):
            exploration.cancel()
        time.sleep(_LOOK)

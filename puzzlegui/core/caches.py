"""Caches of small things that are quickly made again.

What they hold is made while searches run, and lies among what these need. Some thousands of texts
and colours keep hundreds of megabytes from being given back to the system, so they are emptied
together when a search has ended or a window was closed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_emptying: list[Callable[[], None]] = []


def small_cache(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep results of a function, those used last.

    Args:
        most: how many are kept.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(maxsize=most)(function)
        _emptying.append(kept.cache_clear)
        return kept  # type: ignore[return-value]  # it takes the same arguments

    return decorate


def empty_small_caches() -> None:
    """Free what all of them hold."""
    for empty in _emptying:
        empty()

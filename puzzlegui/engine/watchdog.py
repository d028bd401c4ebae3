"""Watchdog that stops a search at its limits of time and memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from puzzlegui.engine.memory import (
    RESERVE_MIB,
    can_start_search,
    memory_limit,
    memory_mib,
    system_memory_mib,
)
from puzzlegui.solvers.control import SearchContext

_POLL = 0.02
"""Seconds between checks of the clock and the memory."""
_NEAR, _POLL_NEAR = 0.75, 0.004
"""Fraction of the memory limit above which the memory is checked more often, and that interval."""
_AHEAD, _AHEAD_SHARE = 3, 0.1
"""Multiple of the growth since the last check that is expected before a solver notices a stop,
and the fraction of the limit up to which it is: checks come late on a busy machine, and many
tables grow together."""


@contextmanager
def enforce_limits(context: SearchContext, seconds: Callable[[], float]) -> Iterator[None]:
    """Stop a search at the limits of its request while the context lasts.

    Args:
        context: context of the search.
        seconds: returns the elapsed time.

    Raises:
        MemoryError: there is no memory for the search or its threads.
    """
    if not can_start_search():
        raise MemoryError
    ended = threading.Event()
    watchdog = threading.Thread(
        target=_watch, args=(context, seconds, ended), name="limits", daemon=True
    )
    try:
        watchdog.start()
        try:
            yield
        finally:
            ended.set()
            watchdog.join()
    except RuntimeError as error:
        if "new thread" in str(error):  # no memory for its stack
            raise MemoryError from None
        raise


def _watch(context: SearchContext, seconds: Callable[[], float], ended: threading.Event) -> None:
    limit, most = context.request.limits.seconds, memory_limit(context.request.limits)
    poll, before = _POLL, memory_mib()
    while not ended.wait(poll):
        if limit is not None and seconds() >= limit:
            context.stop("seconds")
        memory = memory_mib()
        # The memory may grow by as much again, or a little more, before the solver stops.
        growth = max(0.0, memory - before)
        ahead = max(growth, min(_AHEAD * growth, _AHEAD_SHARE * most))
        if memory + ahead > most:
            context.stop("memory")
        if system_memory_mib() < RESERVE_MIB:
            context.stop("exhausted")
        poll = _POLL_NEAR if memory > _NEAR * most else _POLL
        before = memory

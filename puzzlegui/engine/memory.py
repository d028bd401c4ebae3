"""How much memory the process takes, and how much it may."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any

from puzzlegui.solvers.control import Limits


def memory_mib() -> float:
    """The memory of this process, in MiB."""
    return float(_process().memory_info().rss) / (1 << 20)


@cache
def _process() -> Any:
    import psutil  # noqa: PLC0415 - when a run begins, not with the window

    return psutil.Process(os.getpid())


def memory_left(limits: Limits) -> Callable[[], float]:
    """A function that returns how many MiB may still be taken."""
    limit = memory_limit(limits)
    return lambda: limit - memory_mib()


def memory_limit(limits: Limits) -> float:
    """The limit in the request; by default, half of the machine's memory."""
    if limits.memory_mib is not None:
        return float(limits.memory_mib)
    import psutil  # noqa: PLC0415 - as above

    return float(psutil.virtual_memory().total) / (1 << 21)

"""Memory used by the process, and its limits."""

from __future__ import annotations

import mmap
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from puzzlegui.solvers.control import Limits

_limits: Any = None
"""Module with the resource limits of a process; None on Windows."""
with suppress(ImportError):
    import resource as _limits


def memory_mib() -> float:
    """Return the resident memory of this process, in MiB."""
    return float(_process().memory_info().rss) / (1 << 20)


@cache
def _process() -> Any:
    import psutil  # when a run begins, not with the window

    return psutil.Process(os.getpid())


def memory_probe(limits: Limits) -> Callable[[], float]:
    """Return a function that returns the memory still available to a run, in MiB."""
    limit = memory_limit(limits)
    return lambda: min(limit - memory_mib() - _UNCOUNTED_MIB, system_memory_mib() - RESERVE_MIB)


_UNCOUNTED_MIB = 8
"""Memory in MiB that a run leaves to what it allocates without asking."""
RESERVE_MIB = 128
"""Memory in MiB left to the system and to the display of results; a search stops before."""


def system_memory_mib() -> float:
    """Return the memory available to this process, in MiB."""
    import psutil  # as above

    left = float(psutil.virtual_memory().available)
    if _limits is not None:
        most, _ = _limits.getrlimit(_limits.RLIMIT_AS)
        if most != _limits.RLIM_INFINITY:
            left = min(left, most - float(_process().memory_info().vms))
    return left / (1 << 20)


def is_system_memory_low(limit: float) -> bool:
    """Return True if the system has less memory available than a limit in MiB allows."""
    return system_memory_mib() - RESERVE_MIB < limit - memory_mib()


def can_start_search() -> bool:
    """Return True if there is memory to start a search.

    The libraries cannot be relied on to report a lack of memory: OpenBLAS ends the process.
    """
    try:
        mmap.mmap(-1, _LEAST << 20).close()
    except OSError:
        return False
    return system_memory_mib() > _LEAST


_LEAST = 2 * RESERVE_MIB


def memory_limit(limits: Limits) -> float:
    """Return the requested memory limit in MiB; by default, half of the machine's memory."""
    if limits.memory_mib is not None:
        return float(limits.memory_mib)
    import psutil  # as above

    return float(psutil.virtual_memory().total) / (1 << 21)


def peak_memory_mib() -> float:
    """Return the greatest memory of this process so far, in MiB."""
    try:  # getrusage() on Linux includes the parent's memory
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        known = _process().memory_info()
        return float(getattr(known, "peak_wset", 0) or _most_resident()) / (1 << 20)
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else memory_mib()


def _most_resident() -> int:
    """Return the peak memory in bytes from getrusage()."""
    import resource  # not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024

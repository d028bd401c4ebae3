"""How much memory the process takes, how much it may, and that it does not keep what is free."""

from __future__ import annotations

import mmap
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from puzzlegui.solvers.control import Limits

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Of glibc's ``mallopt``."""
_HEAPS = 2
_LARGE = 4 << 20
"""Bytes that are asked of the system by themselves, and given back to it by themselves."""
_PAUSE = 2.0
"""The least time between two searches for what can be given back, in seconds."""
_given_back = 0.0
"""When that was done last."""
_limits: Any = None
"""The module that knows the limits of a process; there is none on Windows."""
with suppress(ImportError):
    import resource as _limits


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
    return lambda: min(limit - memory_mib(), system_memory_mib() - RESERVE)


RESERVE = 128
"""MiB that are left to the system and to what shows a result; whoever has less left must stop."""


def system_memory_mib() -> float:
    """What the system has left for this process, in MiB."""
    import psutil  # noqa: PLC0415 - as above

    left = float(psutil.virtual_memory().available)
    if _limits is not None:
        most, _ = _limits.getrlimit(_limits.RLIMIT_AS)
        if most != _limits.RLIM_INFINITY:
            left = min(left, most - float(_process().memory_info().vms))
    return left / (1 << 20)


def is_system_short(limit: float) -> bool:
    """Whether the system has less left than a limit in MiB would allow."""
    return system_memory_mib() - RESERVE < limit - memory_mib()


def is_memory_left() -> bool:
    """Whether there is memory for a search to begin with.

    What it is made of could not say that there is none: OpenBLAS ends the process.
    """
    try:
        mmap.mmap(-1, _LEAST << 20).close()
    except OSError:
        return False
    return system_memory_mib() > _LEAST


_LEAST = 2 * RESERVE


def memory_limit(limits: Limits) -> float:
    """The limit in the request; by default, half of the machine's memory."""
    if limits.memory_mib is not None:
        return float(limits.memory_mib)
    import psutil  # noqa: PLC0415 - as above

    return float(psutil.virtual_memory().total) / (1 << 21)


def peak_memory_mib() -> float:
    """The most memory that this process has taken so far, in MiB."""
    try:  # what the system's call for it says on Linux includes the parent's
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        known = _process().memory_info()
        return float(getattr(known, "peak_wset", 0) or _most_resident()) / (1 << 20)
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else memory_mib()


def _most_resident() -> int:
    """The same in bytes, where it is the system that knows."""
    import resource  # noqa: PLC0415 - not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def keep_together() -> None:
    """Let all threads use the same two heaps, and none for what is large.

    Each thread has one of its own else, and what it has once held is not given back: a window that
    had solved large boards for some minutes kept four times what it needed.
    """
    if (libc := _glibc()) is not None:
        libc.mallopt(_M_ARENA_MAX, _HEAPS)
        libc.mallopt(_M_MMAP_THRESHOLD, _LARGE)
        libc.mallopt(_M_TRIM_THRESHOLD, _LARGE)


def give_back() -> None:
    """Give the system what is free within the heaps, unless that was done just before."""
    global _given_back  # noqa: PLW0603 - of the process
    now = time.monotonic()
    if now - _given_back > _PAUSE and (libc := _glibc()) is not None:
        _given_back = now
        libc.malloc_trim(0)


@cache
def _glibc() -> Any:
    """The C library where it can be told what to keep, else None."""
    if sys.platform != "linux":
        return None
    import ctypes  # noqa: PLC0415 - for Linux alone

    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None

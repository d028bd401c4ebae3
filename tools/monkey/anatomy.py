"""What the memory of this process consists of."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

_MIB = 1 << 20


class _MallInfo(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd",
            "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    )  # fmt: skip


@dataclass(frozen=True)
class Anatomy:
    """The parts of the memory, in MiB.

    Attributes:
        resident: all that the process takes.
        files: of it, what is in files: libraries and fonts, which other processes share.
        objects: Python's small objects.
        objects_spare: what Python has asked for besides for small objects.
        heap: what C and large objects use.
        heap_spare: what C's heap has asked for besides, resident or not.
        mapped: blocks so large that each is by itself.
    """

    resident: float
    files: float
    objects: float
    objects_spare: float
    heap: float
    heap_spare: float
    mapped: float

    def __str__(self) -> str:
        return ", ".join(f"{name} {mib:.0f}" for name, mib in vars(self).items())


def anatomy() -> Anatomy:
    """What it is now; with glibc only."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _MallInfo
    info = libc.mallinfo2()
    used, asked = _small_objects()
    status = Path("/proc/self/status").read_text()
    resident, files = (
        int(found[1]) / 1024 if (found := re.search(rf"{name}:\s+(\d+)", status)) else 0.0
        for name in ("VmRSS", "RssFile")
    )
    return Anatomy(
        resident,
        files,
        used,
        asked - used,
        info.uordblks / _MIB,
        info.fordblks / _MIB,
        info.hblkhd / _MIB,
    )


def _small_objects() -> tuple[float, float]:
    """MiB in use by small objects, and those that Python has asked for."""
    with tempfile.TemporaryFile("w+") as file:
        before = os.dup(2)
        os.dup2(file.fileno(), 2)
        sys._debugmallocstats()
        os.dup2(before, 2)
        os.close(before)
        file.seek(0)
        said = file.read()
    arenas = re.search(r"(\d+) arenas \* (\d+) bytes/arena", said.replace(",", ""))
    used = re.search(r"# bytes in allocated blocks\s*=\s*([\d,]+)", said)
    assert arenas is not None
    assert used is not None
    asked = int(arenas[1]) * int(arenas[2])
    return int(used[1].replace(",", "")) / _MIB, asked / _MIB

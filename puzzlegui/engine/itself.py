"""The program started by itself, as a process that serves it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import puzzlegui
from puzzlegui import interrupts


def command(argument: str) -> list[str]:
    """How the program starts itself with an argument."""
    if getattr(sys, "frozen", False):
        name = "puzzlegui.exe" if os.name == "nt" else Path(sys.executable).name
        return [str(Path(sys.executable).with_name(name)), argument]
    return [sys.executable, "-m", "puzzlegui", argument]


def started(argument: str) -> subprocess.Popen[bytes]:
    """The program as a process that is told on standard input what to do, and answers.

    Raises:
        OSError: it cannot be started.
    """
    # From where the program was imported, so that it is the same one.
    folder = Path(puzzlegui.__file__).parent.parent
    quiet = {"creationflags": 0x08000000} if os.name == "nt" else {}  # no console flashes up
    process = subprocess.Popen(  # noqa: S603 - the program itself
        command(argument),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=None if getattr(sys, "frozen", False) else folder,
        **quiet,  # type: ignore[call-overload]
    )
    assert isinstance(process, subprocess.Popen)
    return process


def answers() -> BinaryIO:
    """Where such a process answers; an interrupt no longer ends it."""
    interrupts.ignore()  # whoever reads decides what is stopped
    out = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # what a library might print is no part of the answer
    return out

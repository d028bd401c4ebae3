"""How far a search or a file has come, shown on a terminal."""

from __future__ import annotations

import sys
import time
from typing import Self, TextIO

from puzzlegui.core.counting import group_digits
from puzzlegui.engine import run as runs


class Progress:
    """One line that is written over and over, at most five times a second, to a terminal only."""

    def __init__(self, quiet: bool) -> None:
        self._stream: TextIO | None = sys.stderr if sys.stderr.isatty() and not quiet else None
        self._shown = time.monotonic()  # what is done at once shows nothing
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def solving(self, stats: runs.Stats) -> None:
        """Show how far a search has come."""
        if not self._due():
            return
        parts = [f"{stats.solver}  {stats.seconds:.1f} s", f"{group_digits(stats.states)} states"]
        if stats.seconds > 0:
            parts.append(f"{group_digits(round(stats.states / stats.seconds))}/s")
        parts += [f"depth {stats.depth}"] if stats.depth else []
        parts += [f"at least {stats.bound} moves"] if stats.bound else []
        parts += [f"found {stats.length}"] if stats.length is not None else []
        parts += [f"{stats.memory_mib:.0f} MiB", stats.phase]
        self._show("  ".join(part for part in parts if part))

    def drawing(self, done: int, total: int) -> None:
        """Show how far a file has come."""
        if self._due():
            self._show(f"writing  {group_digits(done)} of {group_digits(total)}")

    def _due(self) -> bool:
        now = time.monotonic()
        if self._stream is None or now - self._shown < 0.2:
            return False
        self._shown = now
        return True

    def _show(self, line: str) -> None:
        assert self._stream is not None
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width and self._stream is not None:
            self._stream.write("\r" + " " * self._width + "\r")
            self._stream.flush()
            self._width = 0

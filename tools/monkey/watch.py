"""Monitor of the running program: faults, pauses of the event loop, and memory."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)

from tools.monkey.anatomy import Anatomy, anatomy

_BEAT_MS = 10
_LATE = 0.1
"""Seconds without a beat after which stacks are recorded."""
_WRITE_DOWN = signal.SIGUSR1
_WRITING = 0.005
"""Maximum time to record a stack, in seconds."""
_LONGEST_KEPT = 12
_LINES = 14
_ALLOWED = (
    "This plugin does not support",
    "Keyboard event not accepted by receiving widget",  # QTest's own, of a disabled window
)
"""Beginnings of Qt messages that are no faults."""


@dataclass(frozen=True)
class Gap:
    """A pause of the event loop.

    Attributes:
        at: start, in seconds since the beginning.
        own: computing time in the window's thread, in seconds.
        waited: duration in seconds.
        doing: last action of the user.
        stack: lines of the window's thread, each with the share of samples that contain it.
    """

    at: float
    own: float
    waited: float
    doing: str
    stack: str


def memory_mib() -> float:
    """Return the memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


class Watch(QObject):
    """Context manager that records faults, pauses and memory.

    Args:
        trail: stream to which actions and faults are written at once.

    Attributes:
        faults: exceptions of all threads, warnings, and messages of Qt.
        gaps: longest pauses, by computing time.
        most: greatest memory, sampled every second, in MiB.
        at_rest: composition of the memory each time that a single new window was idle.
        doing: last action of the user.
    """

    def __init__(self, trail: TextIO | None = None) -> None:
        super().__init__()
        self._trail = trail
        self.faults: list[str] = []
        self.gaps: list[Gap] = []
        self.most = 0.0
        self._least: dict[int, float] = {}
        self.at_rest: list[Anatomy] = []
        self.doing = ""
        self._begun = self._beaten = time.perf_counter()
        self._computed = time.thread_time()
        self._aside = 0.0
        self._stacks: list[list[str]] = []
        self._ended = threading.Event()
        self._main = threading.get_ident()
        self._beating = QTimer(self)
        self._beating.setTimerType(Qt.TimerType.PreciseTimer)
        self._beating.setInterval(_BEAT_MS)
        self._beating.timeout.connect(self._beat)
        self._weighing = QTimer(self)
        self._weighing.setInterval(1000)
        self._weighing.timeout.connect(self._weigh)
        self._looking = threading.Thread(target=self._look, name="watch", daemon=True)

    # --- start and end ---

    def __enter__(self) -> Self:
        self._hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
        sys.excepthook = self._note
        threading.excepthook = self._note_of_thread
        sys.unraisablehook = self._note_unraisable
        self._handler = qInstallMessageHandler(self._message)
        self._show_warning = warnings.showwarning
        warnings.showwarning = lambda message, *_, **__: self.fault(f"a warning: {message}")
        self._beaten, self._computed = time.perf_counter(), time.thread_time()
        self._beating.start()
        self._weighing.start()
        self._frames = tempfile.TemporaryFile("w+")
        faulthandler.register(_WRITE_DOWN, self._frames, all_threads=False)
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._beating.stop()
        self._weighing.stop()
        self._ended.set()
        self._looking.join()
        faulthandler.unregister(_WRITE_DOWN)
        self._frames.close()
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks
        qInstallMessageHandler(self._handler)
        warnings.showwarning = self._show_warning

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._begun

    # --- faults ---

    def fault(self, text: str) -> None:
        """Record a fault."""
        self.faults.append(f"{self.elapsed:.1f} s, {self.doing}: {text}")
        if self._trail is not None:
            print(self.faults[-1], file=self._trail, flush=True)

    def do(self, what: str) -> None:
        """Record an action of the user."""
        self.doing = what
        if self._trail is not None:
            print(f"{self.elapsed:.2f} s, {what}", file=self._trail, flush=True)

    def _note(
        self, kind: type[BaseException], error: BaseException, where: TracebackType | None
    ) -> None:
        self.fault("".join(traceback.format_exception(kind, error, where)))

    def _note_of_thread(self, args: threading.ExceptHookArgs) -> None:
        error = args.exc_value or args.exc_type()
        self._note(args.exc_type, error, args.exc_traceback)

    def _note_unraisable(self, args: sys.UnraisableHookArgs) -> None:
        error = args.exc_value or args.exc_type()
        self._note(args.exc_type, error, args.exc_traceback)

    def _message(self, kind: QtMsgType, _context: QMessageLogContext, text: str | None) -> None:
        if text is not None and not text.startswith(_ALLOWED):
            self.fault(f"Qt says ({kind.name}): {text}")

    # --- pauses ---

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Exclude computing time inside the block from the program's own."""
        before = time.thread_time()
        try:
            yield
        finally:
            self._aside += time.thread_time() - before

    def _beat(self) -> None:
        now, computed = time.perf_counter(), time.thread_time()
        waited, own = now - self._beaten, computed - self._computed - self._aside
        self._aside = 0.0
        if waited > _LATE:
            stack = _shares(self._stacks)
            self.gaps.append(Gap(now - self._begun, own, waited, self.doing, stack))
            self.gaps.sort(key=lambda gap: -gap.own)
            longest = {*sorted(self.gaps, key=lambda gap: -gap.waited)[:_LONGEST_KEPT]}
            self.gaps = [
                gap for at, gap in enumerate(self.gaps) if at < _LONGEST_KEPT or gap in longest
            ]
        self._stacks = []
        self._beaten, self._computed = time.perf_counter(), time.thread_time()

    def _look(self) -> None:
        """Record stacks of the window's thread during a pause; runs in a separate thread."""
        while not self._ended.wait(_LATE / 5):
            if time.perf_counter() - self._beaten > _LATE and len(self._stacks) < 200:
                self._stacks.append(self._stack())

    def _stack(self) -> list[str]:
        """Return the stack of the window's thread, innermost line first.

        The thread writes it itself when it receives a signal. Reading the frames of a thread from
        another one may crash while threads start and end, and a frame referenced here could be
        the last to refer to a widget.
        """
        self._frames.seek(0)
        self._frames.truncate()
        signal.pthread_kill(self._main, _WRITE_DOWN)
        self._ended.wait(_WRITING)
        self._frames.seek(0)
        lines = self._frames.read().splitlines()[1:]
        return [line for line in lines if "/tools/monkey/" not in line]

    # --- memory ---

    def _weigh(self) -> None:
        minute, mib = int(self.elapsed // 60), memory_mib()
        self.most = max(self.most, mib)
        self._least[minute] = min(self._least.get(minute, mib), mib)

    def weigh_at_rest(self) -> None:
        """Record the current composition of the memory."""
        with self.aside():
            self.at_rest.append(anatomy())

    def minutes(self) -> list[float]:
        """Return the least memory of each minute, which is the memory of an idle program."""
        return [self._least[minute] for minute in sorted(self._least)]


def _shares(stacks: list[list[str]]) -> str:
    """Return the most frequent lines of the stacks with their shares, without those of Qt."""
    lines = Counter(
        line for stack in stacks for line in dict.fromkeys(stack) if "puzzlegui" in line
    )
    inner = Counter(stack[0] for stack in stacks if stack and "puzzlegui" in stack[0])
    return "\n".join(
        f"{100 * count / len(stacks):3.0f} % ({100 * inner[line] / len(stacks):.0f} there) {line}"
        for line, count in lines.most_common(_LINES)
    )

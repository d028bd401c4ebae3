"""Watching the program at work: what goes wrong, how long it stands still, what it holds."""

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
"""Seconds without a beat after which it is noted what is being done."""
_WRITE_DOWN = signal.SIGUSR1
_WRITING = 0.005
"""Seconds that it takes at most to write down a stack."""
_LONGEST_KEPT = 12
_LINES = 14
_ALLOWED = (
    "This plugin does not support",
    "Keyboard event not accepted by receiving widget",  # QTest's own, of a disabled window
)
"""What the offscreen platform says of itself."""


@dataclass(frozen=True)
class Gap:
    """A time in which the event loop did not turn.

    Attributes:
        at: when, in seconds since the beginning.
        own: seconds of computing in the thread of the window.
        waited: seconds in all.
        doing: what the user had done last.
        stack: where the window's thread was, by the share of looks that found it there.
    """

    at: float
    own: float
    waited: float
    doing: str
    stack: str


def memory_mib() -> float:
    """What this process takes, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


class Watch(QObject):
    """Notes faults, gaps and memory while it is in use.

    Args:
        trail: what is done, and what goes wrong, is written there at once.

    Attributes:
        faults: exceptions of every thread, warnings, and messages of Qt.
        gaps: the longest ones, by the computing in them.
        most: the most memory there was at any full second, in MiB.
        at_rest: what it consisted of each time that there was one new window and nothing to do.
        doing: what the user has done last.
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

    # --- beginning and ending ---

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

    # --- what goes wrong ---

    def fault(self, text: str) -> None:
        """Note something that must not be."""
        self.faults.append(f"{self.elapsed:.1f} s, {self.doing}: {text}")
        if self._trail is not None:
            print(self.faults[-1], file=self._trail, flush=True)

    def do(self, what: str) -> None:
        """Note what the user does now."""
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

    # --- how long it stands still ---

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is computed inside is not the program's own."""
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
        """Note where the window's thread is when it does not beat; in a thread of its own."""
        while not self._ended.wait(_LATE / 5):
            if time.perf_counter() - self._beaten > _LATE and len(self._stacks) < 200:
                self._stacks.append(self._stack())

    def _stack(self) -> list[str]:
        """Where the window's thread is, the innermost line first.

        It writes that down itself, when it gets a signal: to look into a thread from another one
        may crash while threads come and go, and a frame that is held here might be the last to
        hold a widget.
        """
        self._frames.seek(0)
        self._frames.truncate()
        signal.pthread_kill(self._main, _WRITE_DOWN)
        self._ended.wait(_WRITING)
        self._frames.seek(0)
        lines = self._frames.read().splitlines()[1:]
        return [line for line in lines if "/tools/monkey/" not in line]

    # --- what it holds ---

    def _weigh(self) -> None:
        minute, mib = int(self.elapsed // 60), memory_mib()
        self.most = max(self.most, mib)
        self._least[minute] = min(self._least.get(minute, mib), mib)

    def weigh_at_rest(self) -> None:
        """Note what the memory consists of now."""
        with self.aside():
            self.at_rest.append(anatomy())

    def minutes(self) -> list[float]:
        """The least memory of each minute, which is what is held when little is being done."""
        return [self._least[minute] for minute in sorted(self._least)]


def _shares(stacks: list[list[str]]) -> str:
    """The lines that are in most of the stacks, with their share; the rest is Qt's own work."""
    lines = Counter(
        line for stack in stacks for line in dict.fromkeys(stack) if "puzzlegui" in line
    )
    inner = Counter(stack[0] for stack in stacks if stack and "puzzlegui" in stack[0])
    return "\n".join(
        f"{100 * count / len(stacks):3.0f} % ({100 * inner[line] / len(stacks):.0f} there) {line}"
        for line, count in lines.most_common(_LINES)
    )

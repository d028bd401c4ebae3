"""Client of a solver process: starts it, sends tasks, stops or kills it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.engine.runner import wire

SOLVER_PROCESS_OPTION = "--solver-process"
"""Command line argument that makes the program a solver process and nothing else."""

_KILLED = -9
"""Exit status of a process that was killed, as the system does when memory runs out."""
_RETIRED_SECONDS = 90.0
"""Seconds in which a process that was let go must have saved its results and ended."""

_log = logging.getLogger(__name__)

MessageHandler = Callable[[str, Any], None]
"""Handles an intermediate message about a task: its kind and its value."""


class ProcessDiedError(PuzzleError):
    """A solver process ended before it answered; the text is the same wherever it is shown.

    Args:
        status: exit status, negative for a signal's number.

    Attributes:
        note: sentence on a result that was kept.
    """

    def __init__(self, status: int) -> None:
        if status == _KILLED:
            super().__init__(
                tr(
                    "The system stopped the solver, perhaps because memory ran out. "
                    "Your boards and solutions are kept; close other programs and try again."
                )
            )
            self.note = tr(
                "The system stopped the solver, perhaps because memory ran out; "
                "its best solution is kept."
            )
            return
        super().__init__(
            tr(
                "The solver stopped unexpectedly. "
                "Your boards and solutions are kept; please try again."
            )
        )
        self.note = tr("The solver stopped unexpectedly; its best solution is kept.")


class TaskFailedError(RuntimeError):
    """A task failed because of a bug, which has been logged."""


def failure_text(error: object) -> str:
    """Return the reason why a task failed as a sentence."""
    if isinstance(error, PuzzleError):
        return as_sentence(error)
    return tr("The solver failed: {reason}").format(reason=str(error))


class BadMessageError(PuzzleError):
    """A solver process sent an invalid message, which is logged."""

    def __init__(self, error: Exception) -> None:
        _log.error("a solver process sent a damaged message: %r", error)
        super().__init__(tr("The solver process sent a damaged message."))


class Client:
    """A solver process.

    ``execute`` is for one thread at a time; ``stop`` and ``kill`` may be called by any.

    Attributes:
        memory_mib: memory of the process after its last task.

    Raises:
        OSError: the process cannot be started.
        MemoryError: there is no memory for a thread.
    """

    def __init__(self) -> None:
        self.memory_mib = 0.0
        self._process = _spawn()
        self._lock = threading.Lock()
        self._number = 0
        self._working = self._killed = False
        # Read in a thread, so that kill() returns without waiting for the end of the process.
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        try:
            threading.Thread(target=self._read, name="answers", daemon=True).start()
        except RuntimeError:  # there is no room for its stack
            self._process.kill()
            self._reap()
            raise MemoryError from None

    @property
    def is_alive(self) -> bool:
        """True if the process has neither ended nor been killed."""
        return not self._killed and self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def execute(
        self,
        task: str,
        fields: dict[str, Any],
        on_message: MessageHandler = lambda *_: None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Any:
        """Send a task and wait for its result.

        Args:
            task: a name in ``tasks.TASKS``.
            fields: fields of the task.
            on_message: called, in this thread, with intermediate messages.
            is_wanted: called once the task is sent; if it returns False, the task is stopped.

        Returns:
            the result of the task.

        Raises:
            PuzzleError: the task cannot be done, with the reason from the process.
            ProcessDiedError: the process ended.
            BadMessageError: the process sent an invalid message.
            TaskFailedError: the task failed because of a bug.
        """
        self._number += 1
        fields = {
            "version": wire.VERSION, "order": self._number, "task": task,
            "settings": wire.current_settings(),
        } | fields  # fmt: skip
        try:
            with self._lock, suppress(OSError):  # _answer() detects a dead process
                self._working = True
                self._send(fields)
            if not is_wanted():
                self.stop()
            return self._answer(on_message)
        except wire.WireError as error:
            raise BadMessageError(error) from None
        finally:
            with self._lock:
                if self._working:  # an exception interrupted the task
                    self.kill()
                self._working = False

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):  # it was closed
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(b"")

    def _answer(self, on_message: MessageHandler) -> Any:
        while (line := self._lines.get()).endswith(b"\n"):  # an incomplete line means the end
            message = wire.decode(line)
            if message.pop("order", None) != self._number:
                continue  # about an earlier task
            self.memory_mib = message.pop("memory", self.memory_mib)
            for kind, value in message.items():
                if kind not in wire.FINAL_KINDS:
                    on_message(kind, value)
                    continue
                self._working = False
                if kind == "result":
                    return value
                if kind == "error":
                    raise PuzzleError(value)
                _log.error("a solver process failed:\n%s", value)
                raise TaskFailedError(str(value).strip().rpartition("\n")[2])
        raise self.death_error()

    def stop(self) -> None:
        """Ask the current task, if any, to end soon; never waits."""
        if not self._lock.acquire(blocking=False):
            return  # a task is being sent; execute() then checks whether it is still wanted
        try:
            if self._working:
                self._resume()
                self._send({"stop": self._number})
        except (OSError, ValueError):  # the process has ended
            pass
        finally:
            self._lock.release()

    def kill(self) -> None:
        """Kill the process; a running task ends with ProcessDiedError."""
        self._killed = True
        self._process.kill()
        self._lines.put(b"")

    def retire(self) -> None:
        """Let the process end by itself with status 0, once it has saved its results."""
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._resume()
        seconds = _RETIRED_SECONDS
        threading.Thread(target=self._reap, args=(seconds,), name="reaper", daemon=True).start()

    def _resume(self) -> None:
        """Let a suspended process go on, since it could not end otherwise."""
        if os.name == "posix":
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> threading.Thread:
        """Kill the process; return the thread that waits for its end."""
        self.kill()
        reaper = threading.Thread(target=self._reap, name="reaper", daemon=True)
        reaper.start()
        return reaper

    def _reap(self, seconds: float | None = None) -> None:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert stream is not None
                stream.close()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(wire.encode(message))
        self._process.stdin.flush()

    def death_error(self) -> ProcessDiedError:
        """Return the error of a process that has ended."""
        status = _KILLED if self._killed else self._process.wait()
        if status and not self._killed:  # else it was ended, or let go
            _log.error("a solver process ended with status %d", status)
        return ProcessDiedError(status)


def program_command() -> list[str]:
    """Return the command that starts a solver process."""
    return own_command(SOLVER_PROCESS_OPTION)


def own_command(*arguments: str) -> list[str]:
    """Return the command with which the program starts itself with arguments."""
    if getattr(sys, "frozen", False):
        name = "puzzlegui.exe" if os.name == "nt" else Path(sys.executable).name
        return [str(Path(sys.executable).with_name(name)), *arguments]
    return [sys.executable, "-m", "puzzlegui", *arguments]


def _spawn() -> subprocess.Popen[bytes]:
    # Run in the folder from which this program was imported, so that the child runs the same code.
    folder = Path(__file__).parents[3]
    quiet = {"creationflags": 0x08000000} if os.name == "nt" else {}  # CREATE_NO_WINDOW
    process = subprocess.Popen(  # the program itself
        program_command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=None if getattr(sys, "frozen", False) else folder,
        **quiet,  # type: ignore[call-overload]
    )
    assert isinstance(process, subprocess.Popen)
    return process

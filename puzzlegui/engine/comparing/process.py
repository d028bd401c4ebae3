"""One run of a comparison, seen from outside of its process."""

from __future__ import annotations

import json
import logging
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from puzzlegui.core import language
from puzzlegui.core.errors import PuzzleError, sentence
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution, Status, first_fault
from puzzlegui.documents.boardfile import dump_board_line, parse
from puzzlegui.engine.comparing.child import END
from puzzlegui.engine.comparing.rows import Row, Stage, told_by
from puzzlegui.engine.itself import started
from puzzlegui.solvers import stored

CHILD = "--child"
"""The argument with which the program is a run of a comparison, and nothing else."""
_GRACE = 0.5
"""Seconds that a run has to answer with its best solution once it was told to end."""

_log = logging.getLogger(__name__)

Told = Callable[[Row], None]
"""Takes the row of a run as it is now; called in the run's thread."""


class ProcessRun:
    """A run in a process of its own.

    Args:
        row: what is to be run.
        told: hears of everything new; the last it hears is a row that has ended.
    """

    def __init__(self, row: Row, told: Told) -> None:
        self._row, self._told = row, told
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._asked = self._killed = self._ordered = False
        self._killer: threading.Timer | None = None
        self._thread = threading.Thread(
            target=self._follow, name=f"compare-{row.number}", daemon=True
        )

    def start(self) -> None:
        """Begin, without waiting for anything."""
        self._thread.start()

    def end(self) -> None:
        """Ask the run to stop; its best solution is taken if it is given at once.

        The row counts as cancelled from now on.
        """
        with self._lock:
            if self._asked:
                return
            self._asked = True
            self._killer = threading.Timer(_GRACE, self.kill)
            self._killer.daemon = True
            self._killer.start()
            if self._ordered:
                self._say_end()

    def kill(self) -> None:
        """End the process at once."""
        with self._lock:
            self._asked = self._killed = True
            if self._process is not None:
                self._process.kill()

    def join(self) -> None:
        """Wait until the process and all that belongs to it are gone."""
        self._thread.join()

    # --- in the thread of the run ---

    def _follow(self) -> None:
        row = replace(self._row, stage=Stage.RUNNING)
        try:
            row = self._run(row)
        except OSError as error:
            reason = str(error.strerror or error)
            text = tr("Could not start the process: {reason}.").format(reason=reason)
            row = _cancelled(row) if self._asked else row.failed(text)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other rows go on
            _log.exception("a run of a comparison failed")
            row = row.failed(sentence(error))
        if self._killer is not None:
            self._killer.cancel()
        self._told(row)

    def _run(self, row: Row) -> Row:
        with self._lock:
            if self._killed:
                return _cancelled(row)
            process = self._process = started(CHILD)
        self._told(row)
        ended = None
        with process:
            self._order(process)
            assert process.stdout is not None
            for line in process.stdout:
                if not line.endswith(b"\n"):
                    break  # it was killed as it said so
                row, ended = _heard(row, line)
                if ended is not None:
                    break
                self._told(row)
        if ended is not None:
            return ended
        return _cancelled(row) if self._asked else row.failed(_death(process.returncode))

    def _order(self, process: subprocess.Popen[bytes]) -> None:
        """Say what is to be done."""
        row, limits = self._row, asdict(self._row.request.limits)
        assert row.board is not None
        assert process.stdin is not None
        order = {
            "board": dump_board_line(row.board), "solver": row.solver, "limits": limits,
            "seed": row.request.seed, "all": row.request.all_solutions,
            "cache": str(stored.folder().parent.absolute()), "tables": stored.limit(),
            "language": language.used(),
        }  # fmt: skip
        with suppress(BrokenPipeError):  # it was killed, as will be seen
            process.stdin.write(json.dumps(order).encode() + b"\n")
            process.stdin.flush()
        with self._lock:
            self._ordered = True
            if self._asked:
                self._say_end()

    def _say_end(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(END)
            self._process.stdin.flush()


def _heard(row: Row, line: bytes) -> tuple[Row, Row | None]:
    """A row after what its process has said, and once more if that was the last."""
    if line.startswith(b'{"format"'):
        return row, told_by(row, _checked(row, line.decode()))
    message: dict[str, Any] = json.loads(line)
    if "error" in message:
        return row, row.failed(sentence(message["error"]))
    news = tuple((float(at), int(length)) for at, length in message["improvements"])
    told = replace(
        row,
        phase=message["phase"],
        seconds=message["seconds"],
        states=message["states"],
        lower_bound=message["bound"],
        length=message["length"],
        memory_mib=message["memory"],
        improvements=row.improvements + news,
    )
    return told, None


def _checked(row: Row, text: str) -> Solution:
    """The result that a process has sent, once its moves were replayed here.

    Raises:
        PuzzleError: they do not solve the board.
    """
    found = parse(text, row.solver).sound()
    assert isinstance(found, Solution)
    assert row.board is not None
    solution = replace(found, board=row.board)
    if fault := first_fault(solution):
        raise PuzzleError(
            tr("{solver} returned a wrong solution. {fault}").format(solver=row.solver, fault=fault)
        )
    return solution


def _cancelled(row: Row) -> Row:
    return replace(row, stage=Stage.ENDED, status=Status.CANCELLED, phase="", length=None)


def _death(status: int) -> str:
    """Why a process has ended that should not have."""
    if status == -9:
        return tr("The system ended the process, perhaps because memory ran out.")
    return tr("The process ended unexpectedly (status {status}).").format(status=str(status))

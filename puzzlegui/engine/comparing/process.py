"""One run of a comparison, in a process of its own, so that its memory can be told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from puzzlegui.core.errors import sentence
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.engine.comparing.rows import Row, Stage, told_by
from puzzlegui.engine.runner.client import FaultError
from puzzlegui.engine.runner.pool import Pool
from puzzlegui.engine.runner.remote import RemoteRun

_GRACE = 0.5
"""Seconds that a run has to answer with its best solution once it was told to end."""
_FRESH = Pool(idle=0)
"""Every run has a process that has done nothing before."""

Told = Callable[[Row], None]
"""Takes the row of a run as it is now; called in the run's thread."""


class ProcessRun:
    """A run in a process of its own.

    Args:
        row: what is to be run; it can be.
        told: hears of everything new; the last it hears is a row that has ended.
    """

    def __init__(self, row: Row, told: Told) -> None:
        assert row.board is not None
        self._row, self._told = replace(row, stage=Stage.RUNNING), told
        self._asked = False
        self._run = RemoteRun(row.board, row.solver, row.request, _FRESH)
        self._run.told = self._figures
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
        self._asked = True
        self._run.cancel(_GRACE)

    def kill(self) -> None:
        """End the process at once."""
        self._asked = True
        self._run.kill()

    def join(self) -> None:
        """Wait until the process and all that belongs to it are gone."""
        self._thread.join()
        _FRESH.wait()

    # --- in the thread of the run ---

    def _follow(self) -> None:
        self._told(self._row)
        self._told(self._ended())

    def _ended(self) -> Row:
        run = self._run
        try:
            solution = run.execute()
        except FaultError as error:
            text = tr("The solver failed: {reason}").format(reason=str(error))
            return self._row.failed(text)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other rows go on
            return self._row.failed(sentence(error))
        if run.death and not solution.solved:
            return self._row.failed(run.death)
        if self._asked and not solution.solved:
            return replace(
                self._row, stage=Stage.ENDED, status=Status.CANCELLED, phase="", length=None
            )
        return told_by(self._row, solution)

    def _figures(self) -> None:
        stats = self._run.figures
        self._row = replace(
            self._row,
            phase=stats.phase,
            seconds=stats.seconds,
            states=stats.states,
            lower_bound=stats.bound,
            length=stats.length,
            memory_mib=self._run.peak_mib,
            improvements=stats.improvements,
        )
        self._told(self._row)

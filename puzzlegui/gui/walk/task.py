"""What the worker does for a walk; it stops within a tenth of a second."""

from __future__ import annotations

from collections.abc import Callable

from puzzlegui.export.settings import CancelledError
from puzzlegui.gui.common.jobs import Job
from puzzlegui.solvers.control import Request, Stopped, Work


class Task(Job):
    """A search, or a picture.

    Args:
        do: does it; is told by its work when to stop.
        text: what is being done.
        stop: stops what does not heed that.
    """

    def __init__(
        self, do: Callable[[Work], object], text: str, stop: Callable[[], object] = lambda: None
    ) -> None:
        super().__init__(lambda _: do(self.effort), text)
        self.effort = Work(Request())
        self._stop = stop

    def execute(self) -> object:
        """Do it; raises CancelledError where it is not wanted any more."""
        self.report(0, 1)
        try:
            return super().execute()
        except Stopped:
            raise CancelledError from None

    def cancel(self) -> None:
        super().cancel()
        self.effort.stop("cancelled")
        self._stop()

"""Cancelling a running kernel."""

import threading
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import CANCEL


def cancelled(
    call: Callable[[], int], ctl: NDArray[np.int64], begun: Callable[[], bool]
) -> tuple[int, float]:
    """Return the result of a cancelled kernel, and the seconds that it took to stop.

    Args:
        call: calls the kernel.
        ctl: the shared array.
        begun: returns True once the kernel is running.
    """
    result: list[int] = []
    worker = threading.Thread(target=lambda: result.append(call()))
    worker.start()
    deadline = time.monotonic() + 20
    while not begun() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert worker.is_alive()
    ctl[CANCEL] = 1
    told = time.monotonic()
    worker.join(5)
    assert result, "it goes on"
    return result[0], time.monotonic() - told

"""Stopping a kernel while it is running."""

import threading
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from puzzlegui.solvers.control import CANCEL


def cancelled(
    call: Callable[[], int], ctl: NDArray[np.int64], begun: Callable[[], bool]
) -> tuple[int, float]:
    """What a kernel returns when it is told to stop, and after how many seconds it does.

    Args:
        call: calls it.
        ctl: the shared array.
        begun: says that it is at work.
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

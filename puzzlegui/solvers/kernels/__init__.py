"""The searches that must be fast, compiled by numba. One self-contained file a kernel.

Rules for a kernel file:

* It imports numpy and numba only, no other kernel: numba's cache notices changes in the file of
  the compiled function alone.
* Entry points are ``@njit(nogil=True, cache=True)``; arrays are made by the caller.
* The shared array ``ctl`` (see ``solvers.control``) is read and written in one block every few
  thousand steps: ``ctl[0]`` is the wish to stop, ``ctl[1]`` states, ``ctl[2]`` depth, ``ctl[3]``
  a proved lower bound, ``ctl[4]`` the limit of states. A flag read alone would be hoisted out of
  the loop.
* Each has a ``warm_up()`` that calls every entry point once on a tiny board, and tests that
  cancel it, run it without the JIT, and hold it against brute force.
"""

import importlib
import os

# Compiled code is kept between runs, and in a bundle between machines, whose processors differ.
os.environ.setdefault("NUMBA_CPU_NAME", "generic")

KERNELS = (
    "rotation_table", "rotation_ida", "rotation_peel", "rotation_macro", "rotation_clean",
    "maze_paths", "sliding_pattern", "sliding_ida", "sliding_ranked",
    "sliding_lines", "sliding_tables", "sliding_beam", "sliding_neighbourhoods", "assignment",
)  # fmt: skip
"""The kernel modules of this package."""


def warm_up(kernel: str) -> None:
    """Load a kernel, compiling it if it never ran on this machine (about a second)."""
    module = importlib.import_module(f"{__name__}.{kernel}")
    if hasattr(module, "warm_up"):
        module.warm_up()


if os.environ.get("PUZZLEGUI_PLAIN_KERNELS"):
    importlib.import_module(f"{__name__}.plain").install()

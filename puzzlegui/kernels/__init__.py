"""The kernels, searches that must be fast: Python that Cython compiles at build time.

Rules for a kernel file:

* It is in the folder of its family, or here if several families use it.
* It imports ``cython`` and, as ``cython.cimports``, the functions in ``inlined`` and the numbers in
  ``constants``; no numpy: arrays are made by the caller. Negative indices are not understood.
* Whatever takes time runs without the interpreter's lock, in functions whose arguments and local
  variables all have C types.
* The shared array ``ctl`` (see ``solvers.control``) is read and written by ``poll`` every few
  thousand steps: ``ctl[0]`` is the request to stop, ``ctl[1]`` the states, ``ctl[2]`` the depth,
  ``ctl[4]`` the limit of states, ``ctl[5]`` the progress.
* No function takes more than ten arguments; arrays that belong together are fields of a class.
* Each has tests that cancel it, run it uncompiled, and compare it with brute force.

If nothing could be compiled, so that there are no extensions, the same files run as plain Python.
Extensions compiled from other sources than those beside them are refused.
"""

import os
from pathlib import Path

from puzzlegui.core.language import tr
from puzzlegui.kernels import loading, record

_PACKAGE = Path(__file__).parent.parent

NAMES = tuple(record.names(_PACKAGE))
"""The names of the kernels' modules, without the package's name."""

REBUILD = "pip install -e ."
"""The command that recompiles the kernels of a source tree."""

_PLAIN = "PUZZLEGUI_PLAIN_KERNELS"
"""An environment variable; if it is set, the kernels run as plain Python in any case."""


def _prepare() -> str:
    """Set up the import of kernels; why they run as plain Python, if they do."""
    reason, stale = record.state(_PACKAGE)
    if os.environ.get(_PLAIN):
        reason, stale = f"{_PLAIN} is set", []
    if reason:
        loading.run_uncompiled()
    elif stale:
        loading.refuse(
            f"these kernels were changed since they were compiled: {', '.join(stale)}; "
            f"compile them with: {REBUILD}"
        )
    return reason


WHY_PLAIN = _prepare()
"""Why the kernels run as plain Python, empty if they are compiled."""


def note() -> str:
    """A note for the user, empty if all is well."""
    if not WHY_PLAIN:
        return ""
    text = tr(
        "The solvers run as plain Python, some hundred times slower than compiled: {reason}."
    ).format(reason=WHY_PLAIN)
    if os.environ.get(_PLAIN):
        return text
    advice = tr("Install a C compiler and Python's headers, then install the program anew.")
    return f"{text} {advice}"

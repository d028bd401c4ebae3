"""The searches that must be fast: Python files that Cython compiles when the package is built.

Rules for a kernel file:

* It stands in the folder of its family, or here if it serves several.
* It imports ``cython`` and, as ``cython.cimports``, the functions in ``inlined`` and the numbers in
  ``constants``; no numpy: arrays are made by the caller. Negative indices are not understood.
* Whatever takes time is done without the interpreter's lock, in functions whose arguments and local
  variables all have types of C.
* The shared array ``ctl`` (see ``solvers.control``) is read and written by ``poll`` every few
  thousand steps: ``ctl[0]`` is the wish to stop, ``ctl[1]`` states, ``ctl[2]`` depth, ``ctl[4]``
  the limit of states, ``ctl[5]`` how far it has come.
* No function takes more than ten arguments; arrays that belong together are fields of a class.
* Each has tests that cancel it, run it uncompiled, and hold it against brute force.

Where there are no extensions, since nothing could be compiled, the same files run as plain Python.
Extensions made from other sources than those beside them are refused.
"""

import os
from pathlib import Path

from puzzlegui.kernels import loading, record

_PACKAGE = Path(__file__).parent.parent

NAMES = tuple(record.names(_PACKAGE))
"""The kernels, by their modules without the package's name."""

REBUILD = "pip install -e ."
"""The command that compiles the kernels of a source tree anew."""

_PLAIN = "PUZZLEGUI_PLAIN_KERNELS"
"""A variable of the environment; set, the kernels run as plain Python whatever there is."""


def _prepare() -> str:
    """See to it that kernels are imported as they are to be; why as plain Python, if they are."""
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
    """What a user must know of it, empty if all is well."""
    if not WHY_PLAIN:
        return ""
    text = f"The solvers run as plain Python, some hundred times slower than compiled: {WHY_PLAIN}."
    if os.environ.get(_PLAIN):
        return text
    return f"{text} Install a C compiler and Python's headers, then install the program anew."

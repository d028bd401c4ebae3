"""Compiled kernels: the searches that must be fast, in Python that Cython compiles.

Rules for a kernel file:

* It is in the folder of its family, or here if several families use it. It begins with the
  algorithm in ten lines, and its source.
* A function that returns a type of C, ``cython.longlong`` or another, is compiled to a C function:
  it runs without the interpreter's lock, raises nothing, and only kernels can call it. Any other
  function is called from Python; whatever takes time in it is in a ``with cython.nogil`` block.
* A class is compiled to a record: ``@dataclass``, with a type of C for each field. What arrays have
  in common is a record, so that no function takes more than ten arguments.
* A number with a name in capitals at the head is compiled as a constant, and can be read from
  Python too.
* ``from puzzlegui.kernels.primitives import poll`` makes functions, records and constants of other
  kernels available to the compiler; small functions are marked ``@cython.inline``. No numpy: the
  caller makes the arrays. Negative indices are not supported.
* Variables take the types of what they are assigned; none can hold a record, which is passed on as
  an argument. Counters and sums, which begin with a literal, and results of comparisons are given
  a type: ``count: cython.Py_ssize_t = 0``. Run as plain Python, a number from an array has the
  array's type, so a product or sum that exceeds it needs a cast. A variable for a record's array
  counts a reference, which functions that are called in inner loops feel.
* The shared array ``ctl`` (see ``solvers.control``) is read and written by ``poll`` every few
  thousand steps: ``ctl[0]`` is the request to stop, ``ctl[1]`` the states, ``ctl[2]`` the depth,
  ``ctl[4]`` the limit of states, ``ctl[5]`` the progress.
* Where it is handed its memory, ``check_capacity`` refuses more states or nodes than the bits
  reserved for their numbers can tell apart; in a record, in ``__post_init__``.
* Each has tests that cancel it, run it uncompiled, and compare it with brute force.

If nothing could be compiled, so that there are no extensions, the same files run as plain Python.
Extensions compiled from other sources than those beside them are refused.
"""

import os
from pathlib import Path

from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.kernels import loading, record

_PACKAGE = Path(__file__).parent.parent

NAMES = tuple(record.names(_PACKAGE))
"""Names of the kernels' modules, without the package's name."""

REBUILD = "pip install -e ."
"""Command that recompiles the kernels of a source tree."""

_PLAIN = "PUZZLEGUI_PLAIN_KERNELS"
"""Environment variable that makes the kernels run as plain Python."""


_REASONS = {
    record.HEADERS: gettext_noop("Python's headers were missing when the program was installed"),
    record.COMPILER: gettext_noop("there was no C compiler when the program was installed"),
    record.COMPILATION: gettext_noop(
        "the C compiler reported errors when the program was installed"
    ),
    record.NEVER: gettext_noop("the program runs from its source and was never installed"),
    record.OTHER: gettext_noop(
        "they were compiled for another version of Python or another system"
    ),
}


def _prepare() -> str:
    """Set up the import of kernels; return the reason if they run as plain Python."""
    reason, stale = record.state(_PACKAGE)
    if os.environ.get(_PLAIN):
        reason, stale = _PLAIN, []
    if reason:
        loading.run_uncompiled()
    elif stale:
        loading.refuse(
            f"these kernels were changed since they were compiled: {', '.join(stale)}; "
            f"compile them with: {REBUILD}"
        )
    return reason


UNCOMPILED_REASON = _prepare()
"""The reason that the kernels run as plain Python, as in ``record`` or the name of the environment
variable; empty if they are compiled."""


def reason() -> str:
    """Return the reason why the kernels run as plain Python, in words; empty if they do not."""
    if UNCOMPILED_REASON == _PLAIN:
        return tr("the environment variable {name} is set").format(name=_PLAIN)
    return tr(_REASONS.get(UNCOMPILED_REASON, ""))


def fix_command() -> str:
    """Return the command after which the kernels are compiled; empty if none is known."""
    if not UNCOMPILED_REASON or UNCOMPILED_REASON == _PLAIN:
        return ""
    from puzzlegui import install_commands  # seldom needed

    needed = install_commands.headers()
    if not needed and not install_commands.has_headers():
        return ""
    if not needed and UNCOMPILED_REASON == record.COMPILER:
        needed = install_commands.compiler()
    again = install_commands.program()
    return " && ".join(filter(None, (needed, again))) if again else ""


def summary() -> str:
    """Return a sentence on the slow solvers and the reason; empty if they are compiled."""
    if not UNCOMPILED_REASON:
        return ""
    return tr("The solvers are not compiled and run hundreds of times slower: {reason}.").format(
        reason=reason()
    )


def note() -> str:
    """Return a line on the slow solvers and how to fix them; empty if they are compiled."""
    if not UNCOMPILED_REASON or UNCOMPILED_REASON == _PLAIN:
        return summary()
    if command := fix_command():
        advice = tr("To fix this, run: {command}").format(command=command)
    else:
        advice = tr(
            "To fix this, install Python's headers and a C compiler, then the program again from "
            "its source."
        )
    return f"{summary()} {advice}"

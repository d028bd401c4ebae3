"""Messages about a run besides its solution."""

from __future__ import annotations

from puzzlegui.core.formatting import group_digits, mebibytes
from puzzlegui.core.language import ngettext, tr


def solution_too_long(length: int) -> str:
    """Return a note that the solution found has more moves than allowed."""
    text = tr("The solution found has {length} moves, more than allowed.")
    return text.format(length=group_digits(length))


def search_failed() -> str:
    """Return a note that an error ended the search, after a solution had been found."""
    return tr("An error ended the search; this solution was found and checked before it.")


def improvement_note(fewer: int) -> str:
    """Return a note on the number of moves by which an initial solution was shortened."""
    if not fewer:
        return tr("No shorter one was found.")
    return ngettext(
        "{count} move fewer than before.", "{count} moves fewer than before.", fewer
    ).format(count=group_digits(fewer))


def memory_limit_reached(limit: float) -> str:
    """Return a note that the memory limit, in MiB, stopped the run."""
    return tr("The memory limit of {size} was reached.").format(size=mebibytes(limit))

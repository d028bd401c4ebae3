"""What is said of a run besides its solution."""

from __future__ import annotations

from puzzlegui.core.formatting import group_digits, mebibytes
from puzzlegui.core.language import ngettext, tr


def too_long(length: int) -> str:
    """A solution was found, but it has more moves than were allowed."""
    text = tr("The solution found has {length} moves, more than allowed.")
    return text.format(length=group_digits(length))


def gained(fewer: int) -> str:
    """How much shorter a given solution has become."""
    if not fewer:
        return tr("No shorter one was found.")
    return ngettext(
        "{count} move fewer than before.", "{count} moves fewer than before.", fewer
    ).format(count=group_digits(fewer))


def memory_reached(limit: float) -> str:
    """The run had to stop, as it needed too much memory; the limit is in MiB."""
    return tr("The memory limit of {size} was reached.").format(size=mebibytes(limit))

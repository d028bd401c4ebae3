"""Check of the sizes that kernels pack into a few bits of a number."""

from __future__ import annotations

MOST_NODES = (1 << 31) - 1
"""Most nodes of a search tree whose numbers are stored as int32."""


def check_capacity(what: str, count: int, most: int) -> None:
    """Raise ValueError if a kernel is given memory for more than it can number.

    Args:
        what: what is counted, such as states or nodes.
        count: number of them.
        most: greatest number that fits into the bits reserved for it.
    """
    if count > most:
        raise ValueError(f"{count} {what} are more than the {most} that can be numbered")

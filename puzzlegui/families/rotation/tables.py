"""The tables that rotation's solvers keep."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzlegui.families.family import Table
from puzzlegui.families.rotation.solving import bounds


def tables() -> Sequence[Table]:
    """All of them."""
    return [
        Table(
            f"rotation-{rows}x{columns}-{turns}",
            f"rotation {rows}×{columns}, turns {turns}: optimal",
            partial(bounds.prepare, rows, columns, turns),
            usual=True,
        )
        for rows, columns, turns in bounds.USUAL
    ]

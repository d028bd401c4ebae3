"""The precomputed tables of rotation solvers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzlegui.core.language import tr
from puzzlegui.families.family import Table
from puzzlegui.families.rotation.solving import bounds


def tables() -> Sequence[Table]:
    """Return all tables."""
    return [
        Table(
            f"rotation-{rows}x{columns}-{turns}",
            tr("rotation {rows}×{columns}, turns {turns}: optimal").format(
                rows=str(rows), columns=str(columns), turns=turns
            ),
            partial(bounds.prepare, rows, columns, turns),
            automatic=True,
        )
        for rows, columns, turns in bounds.DEFAULT_BOARDS
    ]

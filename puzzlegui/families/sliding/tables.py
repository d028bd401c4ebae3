"""The tables that sliding's solvers keep."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzlegui.core.language import tr
from puzzlegui.families.family import Table
from puzzlegui.families.sliding.solving import patterns


def tables() -> Sequence[Table]:
    """All of them."""
    usual = {plan.name for plan in patterns.usual()}
    return [
        Table(
            plan.name,
            (
                tr("sliding {rows}×{columns}: optimal")
                if plan.name in usual
                else tr("sliding {rows}×{columns}: optimal, for the hardest boards")
            ).format(rows=str(plan.geometry.rows), columns=str(plan.geometry.columns)),
            partial(patterns.build, plan.name),
            usual=plan.name in usual,
        )
        for plan in patterns.offered()
    ]

"""The precomputed tables of sliding solvers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzlegui.core.language import tr
from puzzlegui.families.family import Table
from puzzlegui.families.sliding.solving import patterns


def tables() -> Sequence[Table]:
    """Return all tables."""
    usual = {plan.name for plan in patterns.default_plans()}
    return [
        Table(
            plan.name,
            (
                tr("sliding {rows}×{columns}: optimal")
                if plan.name in usual
                else tr("sliding {rows}×{columns}: optimal, for the hardest boards")
            ).format(rows=str(plan.geometry.rows), columns=str(plan.geometry.columns)),
            partial(patterns.build, plan.name),
            automatic=plan.name in usual,
        )
        for plan in patterns.all_plans()
    ]

"""The list of tables that can be built beforehand, and their state on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzlegui.families.rotation.solving import bounds
from puzzlegui.families.sliding.solving import patterns
from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Control


@dataclass(frozen=True)
class Offer:
    """A table that a solver uses if it is there.

    Attributes:
        name: of its file.
        what: the boards it is for, in a few words.
        build: builds and stores it; raises Stopped.
        usual: the solver builds it automatically when it is needed; others only on request.
    """

    name: str
    what: str
    build: Callable[[Control], None]
    usual: bool


def offers() -> list[Offer]:
    """All of them, the usual ones first."""
    found = [
        Offer(f"rotation-{rows}x{columns}-{turns}",
              f"rotation {rows}×{columns}, turns {turns}: optimal",
              _rotation(rows, columns, turns), usual=True)
        for rows, columns, turns in bounds.USUAL
    ]  # fmt: skip
    usual = {plan.name for plan in patterns.usual()}
    found += [
        Offer(plan.name, f"sliding {plan.geometry.rows}×{plan.geometry.columns}: optimal"
              + ("" if plan.name in usual else ", for the hardest boards"),
              _sliding(plan.name), usual=plan.name in usual)
        for plan in patterns.offered()
    ]  # fmt: skip
    return sorted(found, key=lambda offer: not offer.usual)


def _rotation(rows: int, columns: int, turns: str) -> Callable[[Control], None]:
    return lambda control: bounds.prepare(rows, columns, turns, control)


def _sliding(name: str) -> Callable[[Control], None]:
    return lambda control: patterns.build(name, control)


def states() -> list[tuple[stored.Stored, Offer | None]]:
    """Every table that is stored or offered, with its offer if it has one."""
    there = {table.name: table for table in stored.listing()}
    by_name = {offer.name: offer for offer in offers()}
    found: list[tuple[stored.Stored, Offer | None]] = [
        (there.pop(name, stored.Stored(name, 0, stored.MISSING)), offer)
        for name, offer in by_name.items()
    ]
    return found + [(table, None) for table in there.values()]

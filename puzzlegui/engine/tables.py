"""The one list of tables that can be built beforehand, and their state on this machine."""

from __future__ import annotations

from importlib import import_module

from puzzlegui.families.family import Table
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers import stored


def offers() -> list[Table]:
    """All of them, the usual ones first."""
    found: list[Table] = []
    for family in FAMILIES.values():
        if family.tables:
            module, function = family.tables.split(":")
            found += getattr(import_module(f"puzzlegui.{module}"), function)()
    return sorted(found, key=lambda table: not table.usual)


def states() -> list[tuple[stored.Stored, Table | None]]:
    """Every table that is stored or offered, with its offer if it has one."""
    there = {table.name: table for table in stored.listing()}
    by_name = {table.name: table for table in offers()}
    found: list[tuple[stored.Stored, Table | None]] = [
        (there.pop(name, stored.Stored(name, 0, stored.MISSING)), offer)
        for name, offer in by_name.items()
    ]
    return found + [(table, None) for table in there.values()]

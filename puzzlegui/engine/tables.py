"""List of the tables that can be built in advance, and their state on this machine."""

from __future__ import annotations

from importlib import import_module

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.engine.memory import memory_probe
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.families.family import Table
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Control, Limits, Request, SearchStopped


def available_tables() -> list[Table]:
    """Return all tables that can be built, the usual tables first."""
    found: list[Table] = []
    for family in FAMILIES.values():
        if family.tables:
            module, function = family.tables.split(":")
            found += getattr(import_module(f"puzzlegui.{module}"), function)()
    return sorted(found, key=lambda table: not table.automatic)


def table_states() -> list[tuple[table_store.StoredTable, Table | None]]:
    """Return every stored or available table, with its description if it is available."""
    there = {table.name: table for table in table_store.list_tables()}
    by_name = {table.name: table for table in available_tables()}
    found: list[tuple[table_store.StoredTable, Table | None]] = [
        (there.pop(name, table_store.StoredTable(name, 0, table_store.MISSING)), offer)
        for name, offer in by_name.items()
    ]
    return found + [(table, None) for table in there.values()]


def build(call: TaskContext) -> None:
    """Build and store a table for a client."""
    name = call.fields["name"]
    table = next(offer for offer in available_tables() if offer.name == name)
    request = Request(Limits(memory_mib=call.fields["memory"]))
    control = Control(request, memory_probe(request.limits))
    call.on_stop(lambda: control.stop("cancelled"))
    try:
        table.build(control)
    except SearchStopped:
        text = tr("{name} needs more memory than is available")
        raise PuzzleError(text.format(name=name)) from None

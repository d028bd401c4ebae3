"""Loading what draws, which takes Qt, only when something is drawn."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from puzzlegui import interrupts


def loaded(module: str) -> ModuleType:
    """A module of this package that draws."""
    with interrupts.ending_the_program():
        return import_module(f"puzzlegui.export.{module}")

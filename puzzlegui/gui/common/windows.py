"""Opening another window from within one, which knows nothing of the application."""

from __future__ import annotations

from collections.abc import Callable

_openers: list[Callable[[], object]] = []


def open_by(opener: Callable[[], object]) -> None:
    """From now on, windows are opened by calling ``opener``."""
    _openers[:] = [opener]


def open_another() -> None:
    """Open another window."""
    for opener in _openers:
        opener()

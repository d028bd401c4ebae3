"""Filters through which all events of the program go, so that windows take no input for a while.

Python looks at every event then, which is felt where thousands come at once: in a window that is
built, or gets another style sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QObject
from shiboken6 import isValid

_filters: WeakSet[QObject] = WeakSet()
_unheeded = False
"""Whether events go through none of them just now."""


def filter_all(filter_: QObject) -> None:
    """Let all events go through the event filter of an object, until ``filter_none`` or its end."""
    _filters.add(filter_)
    _application().installEventFilter(filter_)


def filter_none(filter_: QObject) -> None:
    """Let no more events go through it."""
    _filters.discard(filter_)
    _application().removeEventFilter(filter_)


@contextmanager
def many_events() -> Iterator[None]:
    """Inside, events go through no filter; there is none of input, as no event is waited for."""
    global _unheeded  # noqa: PLW0603 - of the program
    if _unheeded:  # a window that is built is also dressed
        yield
        return
    _unheeded = True
    for filter_ in filter(isValid, _filters):
        _application().removeEventFilter(filter_)
    try:
        yield
    finally:
        _unheeded = False
        for filter_ in filter(isValid, _filters):
            _application().installEventFilter(filter_)


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    assert application is not None
    return application

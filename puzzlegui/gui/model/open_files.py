"""Files that are open in windows of the program, which no export may replace."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import WeakSet

from shiboken6 import isValid

_documents: WeakSet[Any] = WeakSet()


def register(document: Any) -> None:
    """Count the file of a document, its ``path``, as open while the document exists."""
    _documents.add(document)


def open_paths() -> list[Path]:
    """Return the paths of all open files."""
    # A document that is not valid belonged to a window that was closed.
    paths = [document.path for document in list(_documents) if isValid(document)]
    return [path for path in paths if path is not None]

"""Import of kernels whose extensions cannot be used.

A module finder lets them run as plain Python, in tests and where it is necessary: by default Python
prefers an extension to the source beside it.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from puzzlegui.core.errors import PuzzleError
from puzzlegui.kernels import record

_PACKAGE = Path(__file__).parent.parent
_ROOT = f"{_PACKAGE.name}."
_FOLDERS = tuple(
    ".".join((_PACKAGE.name, *folder.relative_to(_PACKAGE).parts, ""))
    for folder in record.folders(_PACKAGE)
)
"""Prefixes of the names of modules in folders of kernels."""


class _Sources(MetaPathFinder):
    """Finder of the kernels' sources."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # as the import system calls it
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname.startswith(_FOLDERS):
            source = record.source(_PACKAGE, fullname.removeprefix(_ROOT))
            return spec_from_file_location(fullname, source) if source.is_file() else None
        return None


class _Refusal(MetaPathFinder):
    """Finder that refuses to import any kernel."""

    def __init__(self, message: str) -> None:
        self._message = message
        self._kernels = set(record.names(_PACKAGE))

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # as the import system calls it
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname.startswith(_FOLDERS) and fullname.removeprefix(_ROOT) in self._kernels:
            raise PuzzleError(self._message)
        return None


def refuse(message: str) -> None:
    """Make every further import of a kernel raise a PuzzleError with this message."""
    sys.meta_path.insert(0, _Refusal(message))


def run_uncompiled() -> None:
    """Make all further imports of kernels load them as plain Python."""
    # Zobrist keys and random numbers wrap around on purpose.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    sys.meta_path.insert(0, _Sources())

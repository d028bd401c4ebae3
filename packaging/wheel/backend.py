"""The build backend: setuptools, in a copy of the sources, with a C compiler asked for at need.

A build in the tree would leave ``build/`` there, from which a later one takes modules that are no
longer in the sources.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import kernels
from setuptools import build_meta
from setuptools.build_meta import build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None

_LEFT_OUT = shutil.ignore_patterns(
    ".git", ".*_cache", ".hypothesis", ".benchmarks", "*venv*", "__pycache__", "*.egg-info",
    "build", "dist", "*.so", "*.pyd", "compiled.json",
)  # fmt: skip
_ZIG = ["ziglang>=0.13"]


@contextmanager
def _copy() -> Iterator[None]:
    """Work in a copy of the sources, without what an earlier build has left."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "source")
        shutil.copytree(here, copy, ignore=_LEFT_OUT)
        os.chdir(copy)
        try:
            yield
        finally:
            os.chdir(here)


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:  # noqa: ARG001
    """What building needs besides: zig, where there is no C compiler."""
    return _ZIG if kernels.needs_zig() else []


get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(folder: str, settings: Settings = None) -> str:
    """Write what a wheel will say of itself into ``folder``; the name of that."""
    folder = str(Path(folder).resolve())
    with _copy():
        return str(build_meta.prepare_metadata_for_build_wheel(folder, settings))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build a wheel into ``folder``; its name."""
    folder = str(Path(folder).resolve())
    metadata = metadata and str(Path(metadata).resolve())
    with _copy():
        return str(build_meta.build_wheel(folder, settings, metadata))


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build a source archive into ``folder``; its name."""
    folder = str(Path(folder).resolve())
    with _copy():
        return str(build_meta.build_sdist(folder, settings))

"""The build backend: setuptools, in a copy of the sources, with a C compiler asked for at need.

A build in the tree would leave ``build/`` there, from which a later one takes modules that are no
longer in the sources.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import kernels
from setuptools import build_meta

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
    "build", "dist", "*.so", "*.pyd", "compiled.json", "*.mo",
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
        _i18n().compile_all(Path.cwd())
        return str(build_meta.build_wheel(folder, settings, metadata))


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build a wheel that only points to the sources into ``folder``; its name."""
    _i18n().compile_all()
    return str(build_meta.build_editable(folder, settings, metadata))


def _i18n() -> ModuleType:
    """What compiles the catalogues; it stands beside this folder."""
    spec = importlib.util.spec_from_file_location(
        "i18n", Path(__file__).resolve().parent.parent / "i18n.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its data classes look for it
    spec.loader.exec_module(module)
    return module


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build a source archive into ``folder``; its name."""
    folder = str(Path(folder).resolve())
    with _copy():
        return str(build_meta.build_sdist(folder, settings))

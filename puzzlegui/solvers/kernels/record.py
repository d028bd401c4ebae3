"""From which sources the extensions beside the kernels were compiled.

The build writes it and the program reads it; both load this file, which imports nothing of either.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

FILE = "compiled.json"
INLINED = ("constants", "inlined")
"""Folders of files that are compiled into the kernels that use them."""
_NO_KERNELS = {"__init__", "loading", "record"}


class State(NamedTuple):
    """What is to be said of the extensions in a folder.

    Attributes:
        plain: why the kernels must run as plain Python, empty if all extensions are there.
        stale: kernels whose sources were changed since.
    """

    plain: str
    stale: list[str]


def names(folder: Path) -> list[str]:
    """The kernels whose sources are in a folder."""
    return sorted({file.stem for file in folder.glob("*.py")} - _NO_KERNELS)


def digest(folder: Path, name: str) -> str:
    """What tells the sources of a kernel from any others: its own and all that is compiled in."""
    files = [folder / f"{name}.py", *sorted(folder.glob("*.pxd"))]
    for place in INLINED:
        files += sorted((folder / place).glob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def write(folder: Path, sources: Path, compiled: Iterable[str], failure: str = "") -> None:
    """Note what was compiled, and why nothing was if so.

    Args:
        folder: where the extensions are.
        sources: where the sources are.
        compiled: the names of the kernels.
        failure: in words for the user.
    """
    kernels = {name: digest(sources, name) for name in compiled}
    text = json.dumps({"kernels": kernels, "failure": failure}, indent=1)
    (folder / FILE).write_text(text + "\n", encoding="utf-8")


def state(folder: Path) -> State:
    """Whether the extensions in a folder serve."""
    wanted = names(folder)
    if not wanted:  # a bundle has no sources, and all extensions
        return State("", [])
    try:
        noted = json.loads((folder / FILE).read_text(encoding="utf-8"))
        compiled, failure = dict(noted["kernels"]), str(noted["failure"])
    except (OSError, ValueError, KeyError, TypeError):
        return State("they were not compiled", [])
    if failure:
        return State(failure, [])
    stale = [name for name in wanted if compiled.get(name) != digest(folder, name)]
    there = {file.name for file in folder.iterdir()}
    if not all(any(name + suffix in there for suffix in EXTENSION_SUFFIXES) for name in wanted):
        return State("they were compiled for another Python or another system", [])
    return State("", stale)

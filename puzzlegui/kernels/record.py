"""Record of the sources from which the extensions beside the kernels were compiled.

The build writes it and the program reads it; both load this file, so it imports nothing of either.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

FILE = "compiled.json"
SHARED = "kernels"
"""Folder, in the package, of the record and the kernels that several families use."""
_NO_KERNELS = {"__init__", "capacity", "loading", "record"}
_VISIBLE = re.compile(r"^class |\) -> (?!cython\.)", re.MULTILINE)
"""Classes and functions for Python; a file without them is compiled only into its importers."""
_IMPORT = re.compile(
    r"^from puzzlegui\.((?:families\.\w+\.)?kernels\.[\w.]+) import",
    re.MULTILINE,
)

HEADERS, COMPILER, COMPILATION = "headers", "compiler", "compilation"
"""Reasons why nothing was compiled: no Python headers, no C compiler, or a compiler error."""
NEVER, OTHER = "never", "other"
"""Reasons why no extension can be used: none was built, or for another Python or system."""


class State(NamedTuple):
    """State of the extensions in a package.

    Attributes:
        plain: reason why the kernels run as plain Python, one of the five above; empty if all
            extensions are there.
        stale: kernels whose sources have changed since they were compiled.
    """

    plain: str
    stale: list[str]


def folders(package: Path) -> list[Path]:
    """Return the folders of kernels in a package: the shared one, and those of the families."""
    found = [package / SHARED, *sorted((package / "families").glob("*/kernels"))]
    return [folder for folder in found if folder.is_dir()]


def names(package: Path) -> list[str]:
    """Return the modules of the kernels whose sources are in a package, without its name."""
    return [
        ".".join((*folder.relative_to(package).parts, file.stem))
        for folder in folders(package)
        for file in sorted(folder.glob("*.py"))
        if file.stem not in _NO_KERNELS and _VISIBLE.search(file.read_text(encoding="utf-8"))
    ]


def source(package: Path, name: str) -> Path:
    """Return the source file of a kernel."""
    return package.joinpath(*name.split(".")).with_suffix(".py")


def is_kernel(module: str) -> bool:
    """Return True if a module is compiled into the kernels that import it."""
    found = _IMPORT.match(f"from {module} import")
    return found is not None and found[1] != "kernels.capacity"


class _Source(NamedTuple):
    """Digest of a file, and the modules that are compiled into it."""

    digest: str
    imports: list[str]


def _read(file: Path) -> _Source:
    content = file.read_bytes()
    head = content.partition(b"\n\n\n")[0].decode()
    found = [name for name in _IMPORT.findall(head) if name != "kernels.capacity"]
    return _Source(hashlib.sha256(content).hexdigest(), found)


def imported(
    package: Path, name: str, known: dict[str, _Source] | None = None
) -> dict[str, _Source]:
    """Return the sources of a kernel and of all that is compiled into it, by module.

    Args:
        package: the package.
        name: of the kernel.
        known: sources that were read before; those read are added.
    """
    known = {} if known is None else known
    found: dict[str, _Source] = {}
    wanted = [name]
    while wanted:
        module = wanted.pop()
        if module not in found:
            if module not in known:
                known[module] = _read(source(package, module))
            found[module] = known[module]
            wanted += found[module].imports
    return found


def digests(package: Path, kernels: Iterable[str]) -> dict[str, str]:
    """Return a digest of each kernel's source and of all that is compiled into it."""
    known: dict[str, _Source] = {}
    found = {}
    for name in kernels:
        parts = sorted(imported(package, name, known).items())
        text = " ".join(part.digest for _, part in parts)
        found[name] = hashlib.sha256(text.encode()).hexdigest()
    return found


def write(
    package: Path, sources: Path, compiled: Iterable[str], failure: str = "", builder: str = ""
) -> None:
    """Record the compiled kernels, or the reason why there are none.

    Args:
        package: the package with the extensions.
        sources: the package with the sources.
        compiled: names of the kernels.
        failure: reason why nothing was compiled; empty if the kernels were.
        builder: digest of the program that has compiled them.
    """
    kernels = digests(sources, compiled)
    text = json.dumps({"kernels": kernels, "failure": failure, "builder": builder}, indent=1)
    (package / SHARED / FILE).write_text(text + "\n", encoding="utf-8")


def fresh(package: Path, builder: str) -> set[str]:
    """Return the kernels whose extensions a build need not make again."""
    wanted = names(package)
    try:
        noted = json.loads((package / SHARED / FILE).read_text(encoding="utf-8"))
        compiled = dict(noted["kernels"]) if noted["builder"] == builder else {}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    now = digests(package, wanted)
    missing = _missing(package, wanted)
    return {name for name in wanted if compiled.get(name) == now[name] and name not in missing}


def _missing(package: Path, kernels: Iterable[str]) -> set[str]:
    """Return the kernels that have no extension for this Python and system."""
    there = {file for folder in folders(package) for file in folder.iterdir()}
    stems = {name: source(package, name).with_suffix("") for name in kernels}
    return {
        name
        for name, stem in stems.items()
        if not any(stem.with_name(stem.name + suffix) in there for suffix in EXTENSION_SUFFIXES)
    }


def state(package: Path) -> State:
    """Return the state of the extensions in a package."""
    wanted = names(package)
    if not wanted:  # a bundle has no sources, and all extensions
        return State("", [])
    try:
        noted = json.loads((package / SHARED / FILE).read_text(encoding="utf-8"))
        compiled, failure = dict(noted["kernels"]), str(noted["failure"])
    except (OSError, ValueError, KeyError, TypeError):
        return State(NEVER, [])
    if failure:
        return State(failure if failure in {HEADERS, COMPILER} else COMPILATION, [])
    now = digests(package, wanted)
    stale = [name for name in wanted if compiled.get(name) != now[name]]
    if _missing(package, wanted):
        return State(OTHER, [])
    return State("", stale)

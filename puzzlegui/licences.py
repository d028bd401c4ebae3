"""Licences of the program and of its dependencies.

A bundle has all of them in a folder, with a notice of its contents. In an installation by pip,
each package includes its own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from puzzlegui.system import LIBRARIES

FOLDER = "licences"
NOTICE = "notice"
"""Name of the file that lists the others, in the folder of a bundle."""
_TEXT_NAMES = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)


def folder() -> Path | None:
    """Return the folder with all licences, None if the program is not a bundle."""
    if not getattr(sys, "frozen", False):
        return None
    program = Path(sys.executable).resolve().parent
    places = (program / FOLDER, program.parent / "Resources" / FOLDER)  # the latter on macOS
    return next((place for place in places if place.is_dir()), None)


def texts() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the name of each licence and its reader; the program's own, or the notice, first."""
    found = folder()
    if found is None:
        for package in ("puzzlegui", *LIBRARIES):
            yield package, partial(_package_licence, package)
        return
    files = sorted(found.glob("*.txt"), key=lambda file: (file.stem != NOTICE, file.name.lower()))
    for file in files:
        yield file.stem, partial(file.read_text, encoding="utf-8", errors="replace")


def _package_licence(name: str) -> str:
    """Return the licence that a Python package declares and the texts it includes."""
    from importlib import metadata  # takes a while to load

    try:
        package = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return ""
    stated = [
        package.metadata[key]
        for key in ("License-Expression", "License")
        if key in package.metadata
    ]
    parts = [f"{package.metadata['Name']} {package.version}: {stated[0]}" if stated else ""]
    parts += [
        Path(str(file.locate())).read_text("utf-8", errors="replace").strip()
        for file in package.files or ()
        if ".dist-info/" in str(file) and _TEXT_NAMES.search(str(file))
    ]
    return "\n\n".join(part for part in parts if part)

"""Licences of a bundle, a notice of its contents, and its SBOM (CycloneDX)."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from installers.contents import PROGRAM, Component

_NOTICE = """\
What is inside
==============

PuzzleGUI {version} is under the licence in {program}.txt. This copy of it contains the packages
listed below, each under a licence of its own, whose text is in the file named.

Qt and PySide6
--------------

PySide6, Shiboken and the libraries of Qt are used under the GNU Lesser General Public License,
version 3 (LGPL-3.0.txt, which adds to GPL-3.0.txt). You may change them, and use the program with
the libraries as you have changed them: they are files of their own, not part of the program's. To
replace them, put your own builds of the same release series (or a later one that is compatible) in
the place of the files below

    {qt}

with the same names, and start the program as always. Nothing checks them. Taking the program apart
in order to find faults in such changes is allowed. The sources of Qt and of PySide6 are offered by
the Qt Project, at download.qt.io and code.qt.io; those of the releases used here are the archives
qt-everywhere-src and pyside-setup-everywhere-src with the versions in the list.

The packages
------------

"""


def write_licences(
    folder: Path, parts: Sequence[Component], version: str, qt: str = "_internal/PySide6"
) -> None:
    """Write the texts of all licences, and the notice."""
    folder.mkdir(parents=True)
    lines = []
    for part in parts:
        for name, text in part.texts.items():
            (folder / name).write_text(text.rstrip() + "\n", encoding="utf-8", newline="\n")
        files = ", ".join(part.texts)
        lines.append(f"{part.name} {part.version}\n    {part.licence}: {files}\n")
    notice = _NOTICE.format(version=version, program=PROGRAM, qt=qt)
    (folder / "notice.txt").write_text(notice + "\n".join(lines), encoding="utf-8", newline="\n")


def inventory(parts: Sequence[Component], version: str, date: float) -> dict[str, Any]:
    """What is inside, as CycloneDX 1.5; the same parts and date give the same."""
    main = f"pkg:pypi/{PROGRAM}@{version}"
    others = [part for part in parts if part.name != PROGRAM]
    references = [_address(part) for part in others]
    digest = hashlib.sha256("\n".join([main, str(date), *references]).encode()).digest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date)),
            "component": {
                "type": "application",
                "bom-ref": main,
                "name": PROGRAM,
                "version": version,
                "purl": main,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": [_listed(part) for part in others],
        "dependencies": [
            {"ref": main, "dependsOn": references},
            *({"ref": reference} for reference in references),
        ],
    }


def _listed(part: Component) -> dict[str, Any]:
    address = _address(part)
    return {
        "type": "library",
        "bom-ref": address,
        "name": part.name,
        "version": part.version,
        "purl": address,
        "licenses": [{"license": {"name": part.licence or "see its text"}}],
    }


def _address(part: Component) -> str:
    name, version = quote(part.name.lower(), safe=""), quote(part.version, safe="")
    space = "deb/debian" if part.kind == "deb" else part.kind
    return f"pkg:{space}/{name}@{version}"

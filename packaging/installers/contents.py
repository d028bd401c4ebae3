"""What a bundle is made of: every file in it has an owner, and every owner a licence.

Run in the environment that the bundle was built in, since that knows whose the files are.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

TEXTS = Path(__file__).resolve().parent.parent / "licences"
"""Texts that the packages themselves do not bring along."""
PROGRAM = "puzzlegui"
_COMMON = Path("/usr/share/common-licenses")
_NOT_STATED = {
    "pyside6-essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
}
"""Of the licences to choose from, the one under which it is in the bundle."""
_QT = ("LGPL-3.0.txt", "GPL-3.0.txt", "Qt-third-party.txt", "Apache-2.0.txt")
_BROUGHT_BY_NONE = {"pyside6-essentials": _QT, "shiboken6": _QT, "cython": ("Apache-2.0.txt",)}
"""The texts for packages that bring none along."""
_TEXT_NAMES = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$|/licenses/", re.IGNORECASE)


class UnknownOwnerError(Exception):
    """A file is in the bundle, and nobody knows whose it is."""


@dataclass
class Component:
    """A package of which something is in the bundle.

    Attributes:
        name: of the package.
        version: of it.
        kind: where it is from: ``pypi``, ``deb`` or ``generic``.
        licence: in one line.
        texts: the licences, by the names that they get as files.
        files: the names of the bundle's files that are of it.
    """

    name: str
    version: str
    kind: str
    licence: str
    texts: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def components(sources: Iterable[str]) -> list[Component]:
    """The packages that the files of a bundle were taken from.

    Args:
        sources: where each file was before it was bundled.

    Raises:
        UnknownOwnerError: one is of no package that is known.
    """
    owners = Owners()
    found: dict[str, Component] = {}
    unknown = []
    for source in sources:
        owner = owners.of(Path(source))
        if owner is None:
            unknown.append(source)
            continue
        found.setdefault(owner.name, owner).files.append(Path(source).name)
    if unknown:
        raise UnknownOwnerError("whose files are these? " + ", ".join(sorted(unknown)))
    return sorted(found.values(), key=lambda each: (each.kind != "pypi", each.name.lower()))


class Owners:
    """Tells of files which package they are from."""

    def __init__(self) -> None:
        self._distributions = {
            Path(str(file.locate())).resolve(): distribution
            for distribution in metadata.distributions()
            for file in distribution.files or ()
        }
        self._made: dict[str, Component] = {}
        self._bases = [
            Path(sys.base_prefix).resolve(),
            Path(sysconfig.get_path("stdlib")).resolve(),
        ]
        self._site = Path(sysconfig.get_path("purelib")).resolve()

    def of(self, file: Path) -> Component | None:
        """The package of a file, None if it is not known."""
        real = file.resolve()
        distribution = self._distributions.get(real)
        if distribution is not None:
            return self._once(distribution.metadata["Name"], lambda: _python_package(distribution))
        if self._site not in real.parents and _is_debian(file):
            package = _debian_owner(file)
            if package and not re.match(r"(lib)?python3", package):
                return self._once(package, lambda: _debian_package(package))
        if any(base in real.parents for base in self._bases) and self._site not in real.parents:
            return self._once("Python", _python)
        return None

    def _once(self, name: str, make: object) -> Component:
        if name not in self._made:
            assert callable(make)
            self._made[name] = make()
        return self._made[name]


def _python_package(distribution: metadata.Distribution) -> Component:
    about = distribution.metadata
    name = about["Name"]
    plain = name.lower().replace("_", "-")
    stated = [about[key] for key in ("License-Expression", "License") if key in about]
    licence = _NOT_STATED.get(plain) or next(iter(stated), "see its text")
    texts = dict(_texts(distribution))
    for text in _BROUGHT_BY_NONE.get(plain, ()):
        texts[text] = (TEXTS / text).read_text("utf-8")
    if not texts:
        raise UnknownOwnerError(f"{name} brings no licence text")
    return Component(plain, distribution.version, "pypi", licence.splitlines()[0], texts)


def _texts(distribution: metadata.Distribution) -> Iterator[tuple[str, str]]:
    """The licence texts of a package of Python in one, under its name."""
    name = distribution.metadata["Name"].replace("_", "-")
    parts = [
        (str(file), Path(str(file.locate())).read_text("utf-8", errors="replace"))
        for file in distribution.files or ()
        if ".dist-info/" in str(file) and _TEXT_NAMES.search(str(file))
        and not str(file).endswith((".json", ".pyc"))
    ]  # fmt: skip
    if parts:
        yield f"{name}.txt", "\n\n".join(_headed(*part, many=len(parts) > 1) for part in parts)


def _headed(name: str, text: str, *, many: bool) -> str:
    head = name.partition("/")[2].removeprefix("licenses/")
    return f"=== {head}\n\n{text.rstrip()}\n" if many else text


def _python() -> Component:
    places = [
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
        Path(sys.base_prefix, "LICENSE.txt"),
        Path(sys.base_prefix, "LICENSE"),
        Path(f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"),
    ]
    text = next((place for place in places if place.is_file()), None)
    if text is None:
        raise UnknownOwnerError("Python brings no licence text")
    texts = {"Python.txt": text.read_text("utf-8")}
    return Component("Python", platform.python_version(), "generic", "PSF-2.0", texts)


def _is_debian(file: Path) -> bool:
    return (
        sys.platform.startswith("linux")
        and Path("/usr/bin/dpkg-query").is_file()
        and file.is_file()
    )


def _debian_owner(file: Path) -> str:
    """The package of Debian that a file is of, empty if it is of none."""
    names = {str(path) for path in (file, file.resolve())}
    # What is in /usr/lib may be listed as in /lib, and the other way round.
    names |= {name.removeprefix("/usr") for name in names} | {f"/usr{name}" for name in names}
    done = subprocess.run(
        ["dpkg-query", "--search", *sorted(names)], check=False, capture_output=True, text=True
    )
    return done.stdout.partition(":")[0]


def _debian_package(name: str) -> Component:
    show = ["dpkg-query", "--show", "--showformat=${Version}\n", name]
    version = subprocess.run(show, check=True, capture_output=True, text=True).stdout.split()[0]
    text = Path("/usr/share/doc", name, "copyright").read_text("utf-8", errors="replace")
    texts = {f"{name}.txt": text}
    for common in sorted(set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text))):
        file = _COMMON / common
        if file.is_file():
            texts[f"{file.resolve().name}.txt"] = file.read_text("utf-8")
    short = sorted(set(re.findall(r"^License: *([\w.+-]+)", text, re.MULTILINE)))
    return Component(name, version, "deb", " AND ".join(short) or "see its text", texts)

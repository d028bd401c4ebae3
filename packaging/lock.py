"""Lock what the bundle is made of: ``python packaging/lock.py`` writes packaging/locked.txt.

For each system and each Python that the bundle can be built with, pip says which files it would
install; their versions and hashes are written down, and build.py takes nothing else. What is locked
already keeps its version, unless ``--upgrade`` is given.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).resolve().parent
LOCKED = HERE / "locked.txt"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class System:
    """A system that the bundle can be built on.

    Attributes:
        markers: what requirements may ask of it.
        platforms: of the wheels that fit, for pip.
    """

    markers: dict[str, str]
    platforms: tuple[str, ...]


def _linux(machine: str) -> System:
    tags = tuple(f"manylinux_2_{minor}_{machine}" for minor in range(17, 40))
    return System(
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix",
         "platform_machine": machine},
        (*reversed(tags), f"manylinux2014_{machine}"),
    )  # fmt: skip


def _macos(machine: str) -> System:
    kinds = (machine, "universal2")
    tags = [f"macosx_{major}_0_{kind}" for major in (14, 13, 12, 11) for kind in kinds]
    return System(
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix",
         "platform_machine": machine},
        tuple(tags),
    )  # fmt: skip


SYSTEMS = (
    _linux("x86_64"),
    _linux("aarch64"),
    _macos("arm64"),
    _macos("x86_64"),
    System(
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt",
         "platform_machine": "AMD64"},
        ("win_amd64",),
    ),
)  # fmt: skip


@dataclass
class Pin:
    """A package that is locked.

    Attributes:
        version: the one.
        hashes: of its files, one for each system and Python that has one of its own.
        systems: ``sys_platform`` of those that want it.
    """

    version: str
    hashes: set[str] = field(default_factory=set)
    systems: set[str] = field(default_factory=set)


def main() -> int:
    """Ask pip for every system and Python, and write the file."""
    pins: dict[str, Pin] = {}
    kept = {} if "--upgrade" in sys.argv[1:] else locked()
    for python in PYTHONS:
        for system in SYSTEMS:
            versions = kept | {name: pin.version for name, pin in pins.items()}
            for name, version, digest in resolved(wanted(), system, python, versions):
                pin = pins.setdefault(name, Pin(version))
                pin.hashes.add(digest)
                pin.systems.add(system.markers["sys_platform"])
        print(f"Python {python}: {len(pins)} packages", file=sys.stderr)
    LOCKED.write_text(text(pins), encoding="utf-8", newline="\n")
    return 0


def locked() -> dict[str, str]:
    """The versions in the file."""
    text = LOCKED.read_text("utf-8") if LOCKED.is_file() else ""
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))


def wanted() -> list[str]:
    """What the program needs, what builds it and what bundles it."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))
    found: list[str] = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["bundle"],
        *project["build-system"]["requires"],
    ]
    return found


def resolved(
    wanted: Iterable[str], system: System, python: str, versions: dict[str, str]
) -> list[tuple[str, str, str]]:
    """Name, version and hash of each file that is installed there, with these versions kept to.

    pip follows requirements as the machine has them that it runs on; what only the other system
    needs is found in what the packages say of themselves, and asked for besides.
    """
    environment = system.markers | {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "extra": "",
    }
    asked = set(wanted)
    while True:
        found = _report(asked, system, python, versions)
        names = {canonicalize_name(each["metadata"]["name"]) for each in found}
        further = {
            f"{need.name}{need.specifier}"
            for each in found
            for line in each["metadata"].get("requires_dist", ())
            if (need := Requirement(line)).marker and need.marker.evaluate(environment)
            and canonicalize_name(need.name) not in names
        }  # fmt: skip
        if not further:
            break
        asked |= further
    needed = _reachable(asked & set(wanted), found, environment)
    return [
        (
            name,
            each["metadata"]["version"],
            each["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for each in found
        if (name := canonicalize_name(each["metadata"]["name"])) in needed
    ]


def _reachable(
    first: Iterable[str], found: list[dict[str, Any]], environment: dict[str, str]
) -> set[str]:
    """Names of what is needed there: not what only the machine that pip runs on would need."""
    needs = {
        canonicalize_name(each["metadata"]["name"]): [
            canonicalize_name(need.name)
            for line in each["metadata"].get("requires_dist", ())
            if (need := Requirement(line)).marker is None or need.marker.evaluate(environment)
        ]
        for each in found
    }
    left = [canonicalize_name(Requirement(line).name) for line in first]
    reached: set[str] = set()
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += needs[name]
    return reached


def _report(
    asked: Iterable[str], system: System, python: str, versions: dict[str, str]
) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        report, constraints = Path(scratch, "report.json"), Path(scratch, "versions.txt")
        constraints.write_text(
            "".join(f"{name}=={version}\n" for name, version in versions.items())
        )
        command = [sys.executable, "-m", "pip", "--quiet", "install", "--dry-run"]
        command += ["--ignore-installed", "--only-binary", ":all:", "--target", scratch]
        command += ["--report", str(report), "--constraint", str(constraints)]
        command += ["--python-version", python]
        for platform in system.platforms:
            command += ["--platform", platform]
        subprocess.run([*command, *sorted(asked)], check=True)
        found: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["install"]
    return found


def text(pins: dict[str, Pin]) -> str:
    """The file, in the form that pip reads."""
    every = {system.markers["sys_platform"] for system in SYSTEMS}
    users: dict[str, str] = defaultdict(str)
    for name, pin in pins.items():
        if pin.systems != every:
            asked = " or ".join(f"sys_platform == '{system}'" for system in sorted(pin.systems))
            users[name] = f" ; {asked}"
    lines = ["# Written by packaging/lock.py: what the bundle is made of, and nothing else.\n"]
    for name, pin in sorted(pins.items()):
        hashes = "".join(f" \\\n    --hash=sha256:{digest}" for digest in sorted(pin.hashes))
        lines.append(f"{name}=={pin.version}{users[name]}{hashes}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())

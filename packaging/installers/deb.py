"""Debian package: the bundle in /usr/lib, and its files for the desktop.

Libraries that Debian has packages for are left out; the package depends on those packages.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from installers.desktop import lay_out

HERE = Path(__file__).resolve().parent.parent
HOME = "usr/lib/puzzlegui"
_MAINTAINER = "{} <{}>".format(
    os.environ.get("DEBFULLNAME", "The PuzzleGUI authors"),
    os.environ.get("DEBEMAIL", "puzzlegui@packages.invalid"),  # a domain that nobody can own
)
"""Publisher of the package, from the variables that Debian's tools use."""
_CONTROL = """\
Package: puzzlegui
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: xdg-utils, libcups2
Suggests: ffmpeg
Section: misc
Priority: optional
Description: design grid puzzles, play them, and see them solved
 Rotation grids, sliding puzzles, number mazes and shift grids from 2x2 to
 30x30 are designed, played and solved, small ones in the fewest moves. A
 solution is replayed before it is shown, and can be exported as moves, a
 picture, a film, a page that plays it, or a booklet to print.
 .
 The command line does the same without a display.
"""
_USED = ("desktop-file-utils", "hicolor-icon-theme", "shared-mime-info")
"""Packages that register the program and its files with the desktop."""


def build(bundle: Path, made: Path, version: str, date: int, target: Path) -> Path:
    """Build the package, and return its path.

    Args:
        bundle: folder with the program and the licences.
        made: folder written by generate_assets.py.
        version: version of the program.
        date: date of all files in the package, in seconds since 1970.
        target: folder of the package.
    """
    root = made / "deb"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(bundle, root / HOME, symlinks=True)
    leave_to_debian(root / HOME, made)
    lay_out(root / "usr", made)
    link(root / "usr/bin/puzzlegui", "../lib/puzzlegui/puzzlegui")
    documents = root / "usr/share/doc/puzzlegui"
    documents.mkdir(parents=True)
    shutil.copy(HERE / "linux" / "copyright", documents / "copyright")
    link(documents / "licences", "../../../lib/puzzlegui/licences")
    pack(documents / "changelog.gz", changelog(version, date))
    page = root / "usr/share/man/man1/puzzlegui.1"
    pack(page.with_name("puzzlegui.1.gz"), page.read_text("utf-8"))
    page.unlink()
    overrides = root / "usr/share/lintian/overrides"
    overrides.mkdir(parents=True)
    shutil.copy(HERE / "linux" / "lintian-overrides", overrides / "puzzlegui")
    set_modes(root)
    control = root / "DEBIAN"
    control.mkdir()
    size = sum(f.lstat().st_size for f in root.rglob("*") if not f.is_symlink()) // 1024
    architecture = output_of("dpkg", "--print-architecture")
    depends = ", ".join(sorted({*libraries(root / HOME, made), *_USED}))
    text = _CONTROL.format(
        version=version,
        architecture=architecture,
        maintainer=_MAINTAINER,
        size=size,
        depends=depends,
    )
    (control / "control").write_text(text, encoding="utf-8")
    (control / "md5sums").write_text(sums(root), encoding="utf-8")
    for file in control.iterdir():
        file.chmod(0o644)
    path = target / f"puzzlegui_{version}_{architecture}.deb"
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(date)}
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, path],
        check=True, stdout=subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    return path


def leave_to_debian(home: Path, made: Path) -> None:
    """Remove libraries that Debian has packages for, and their licences."""
    names = json.loads((made / "debian.json").read_text("utf-8"))
    for name in names:
        (home / "_internal" / name).unlink(missing_ok=True)
    shutil.rmtree(home / "licences")
    shutil.copytree(made / "licences-debian", home / "licences")


def output_of(*command: str) -> str:
    """Run a command, and return its output without the line break at the end."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def link(path: Path, target: str) -> None:
    """Create a symbolic link, and its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def pack(path: Path, text: str) -> None:
    """Write a compressed text; the same text gives the same bytes."""
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def changelog(version: str, date: int) -> str:
    """Return the entry that Debian requires; CHANGELOG.md has the changes."""
    when = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(date))
    return (
        f"puzzlegui ({version}) stable; urgency=medium\n\n"
        f"  * Version {version}, as packed by the program's own build.\n\n"
        f" -- {_MAINTAINER}  {when}\n"
    )


def set_modes(root: Path) -> None:
    """Make folders and programs executable and files readable for everyone."""
    for path in [root, *root.rglob("*")]:
        if path.is_symlink():
            continue
        runs = path.is_dir() or path == root / HOME / "puzzlegui"
        path.chmod(0o755 if runs else 0o644)


def sums(root: Path) -> str:
    """Return the checksums of all files in the form that dpkg reads."""
    files = sorted(f for f in root.rglob("*") if f.is_file() and not f.is_symlink())
    return "".join(
        f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root)}\n"  # noqa: S324
        for file in files
        if "DEBIAN" not in file.relative_to(root).parts
    )


def libraries(home: Path, scratch: Path) -> list[str]:
    """The packages with the libraries of the system that the bundle's files load."""
    folder = scratch / "shlibdeps"
    (folder / "debian").mkdir(parents=True, exist_ok=True)
    (folder / "debian/control").write_text(
        "Source: puzzlegui\n\nPackage: puzzlegui\nArchitecture: any\n"
    )
    binaries = [f for f in home.rglob("*") if f.is_file() and not f.is_symlink() and is_elf(f)]
    places = sorted({f.parent for f in binaries})
    command = ["dpkg-shlibdeps", "-O", "--warnings=0", "--ignore-missing-info"]
    command += [f"-l{place}" for place in places]
    command += [f"-e{binary}" for binary in binaries if OPTIONAL.search(binary.name) is None]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder)
    return done.stdout.strip().partition("=")[2].split(", ")


OPTIONAL = re.compile(r"libcupsprintersupport")
"""Plug-ins that the program does without where their libraries are not there."""


def is_elf(path: Path) -> bool:
    """Whether a file is a program or a library."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"

"""The data of ICU in the bundle, cut down to what the program's use of Qt needs.

Qt sorts names with ICU, in a file dialog for example. The rest of its data, nine tenths of the
library, is converters and the names of languages, currencies, units and time zones.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

_KEPT = re.compile(
    r"coll/.*|(root|pool|supplementalData|likelySubtags|keyTypeData)\.res|\w+\.(icu|nrm)"
)
_SOURCE = """\
.section .rodata
.global {name}_dat
.type {name}_dat, %object
.balign 16
{name}_dat:
.incbin "{data}"
.size {name}_dat, .-{name}_dat
.section .note.GNU-stack, "", %progbits
"""


def shrink(bundle: Path) -> None:
    """Replace the data library of ICU by one with less in it, where icupkg and gcc are."""
    for library in bundle.rglob("libicudata.so.*"):
        if library.is_symlink():
            continue  # the linker would put another copy in its place
        if shutil.which("icupkg") is None or shutil.which("gcc") is None:
            print("icupkg or gcc is not here: the data of ICU stays whole")
            return
        with tempfile.TemporaryDirectory() as folder:
            _replace(library, Path(folder))


def _replace(library: Path, folder: Path) -> None:
    content = library.read_bytes()
    (name,) = {found.decode() for found in re.findall(rb"(icudt\d+)_dat", content)}
    whole = folder / f"{name}l.dat"  # for little-endian machines; the name is part of the format
    whole.write_bytes(content[content.index(b"CmnD") - 12 :])  # where the format has that word
    items = subprocess.run(
        ["icupkg", "--list", whole], check=True, capture_output=True, text=True
    ).stdout.split()
    unwanted = folder / "unwanted.txt"
    unwanted.write_text("".join(f"{item}\n" for item in items if not _KEPT.fullmatch(item)))
    less = folder / "less" / whole.name
    less.parent.mkdir()
    subprocess.run(["icupkg", "--remove", unwanted, whole, less], check=True)
    source = folder / "data.s"
    source.write_text(_SOURCE.format(name=name, data=less))
    command: list[str | Path] = ["gcc", "-shared", "-nostdlib", f"-Wl,-soname,{library.name}"]
    subprocess.run([*command, "-o", library, source], check=True)

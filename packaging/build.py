"""Build the bundle: ``python packaging/build.py`` leaves it in dist/puzzlegui.

It is made from a wheel, in a virtual environment of its own, so that nothing of the tree or of what
is installed by chance is taken along. The result is run once.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUNDLE = ROOT / "dist" / "puzzlegui"
STRIPPED = re.compile(r"libpython|lib-dynload/|libcrypto")
"""Libraries whose symbols are not needed. Stripping others breaks them (numpy's OpenBLAS)."""


def main() -> int:
    """Build, shrink, try out; 0 if the bundle works."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, help="of the program; built if none is given")
    parser.add_argument("--archive", action="store_true", help="pack dist/puzzlegui.tar.xz too")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        python = make_environment(Path(scratch) / "env", args.wheel)
        build(python, Path(scratch))
    strip()
    total = sum(f.stat().st_size for f in BUNDLE.rglob("*") if f.is_file() and not f.is_symlink())
    print(f"{BUNDLE}: {total / 2**20:.0f} MiB")
    if status := try_out():
        return status
    if args.archive:
        pack()
    return 0


def make_environment(folder: Path, wheel: Path | None) -> Path:
    """A new virtual environment with the program and PyInstaller; its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip: list[str | Path] = [python, "-m", "pip", "--quiet"]
    if wheel is None:
        made = folder / "wheel"
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", made, ROOT], check=True)
        (wheel,) = made.iterdir()
    subprocess.run([*pip, "install", f"{wheel.resolve()}[bundle]"], check=True)
    return python


def build(python: Path, scratch: Path) -> None:
    """Run PyInstaller; a missing X11 library is an error, since the bundle would not start."""
    icon = draw_icon(python, scratch)
    command: list[str | Path] = [python, "-m", "PyInstaller", "--noconfirm", "--clean"]
    command += ["--log-level", "WARN", "--distpath", ROOT / "dist"]
    command += ["--workpath", scratch / "work", HERE / "puzzlegui.spec"]
    environment = os.environ | {"PUZZLEGUI_ICON": str(icon)}
    done = subprocess.run(
        command, check=False, stderr=subprocess.PIPE, text=True, cwd=scratch, env=environment
    )
    sys.stderr.write(done.stderr)
    if done.returncode:
        sys.exit(done.returncode)
    if missing := re.findall(r"Library not found.*libxcb\S*", done.stderr):
        sys.exit("libraries to install before building: " + "; ".join(missing))


def draw_icon(python: Path, scratch: Path) -> Path | str:
    """Draw the program's icon for the systems that want it in the executable."""
    if sys.platform not in ("win32", "darwin"):
        return ""
    code = (
        "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]);"
        "from puzzlegui.gui.common.theme import program_icon;"
        "program_icon().pixmap(256).save(sys.argv[1])"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    target = scratch / "puzzlegui.png"
    subprocess.run([python, "-c", code, target], check=True, env=environment)
    return target


def strip() -> None:
    """Remove debugging symbols from the largest libraries."""
    if not sys.platform.startswith("linux") or shutil.which("strip") is None:
        return
    for path in BUNDLE.rglob("*.so*"):
        if path.is_file() and not path.is_symlink() and STRIPPED.search(path.as_posix()):
            subprocess.run(["strip", "--strip-unneeded", path], check=True)


def try_out() -> int:
    """Run the bundle's self-test without a display."""
    program = BUNDLE / ("puzzlegui.exe" if os.name == "nt" else "puzzlegui")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run([program, "selftest"], check=False, env=environment).returncode


def pack() -> None:
    """Pack the bundle, with names and times that do not depend on the machine."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    archive = BUNDLE.parent / "puzzlegui.tar.xz"
    with tarfile.open(archive, "w:xz") as file:
        file.add(BUNDLE, BUNDLE.name, filter=plain)
    print(f"{archive}: {archive.stat().st_size / 2**20:.0f} MiB")


if __name__ == "__main__":
    sys.exit(main())

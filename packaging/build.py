"""Build the bundle: ``python packaging/build.py`` leaves it in dist/puzzlegui.

Works from a clean virtual environment of its own, so that nothing installed by chance is taken
along, and runs the result once, which also compiles the kernels into it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUNDLE = ROOT / "dist" / "puzzlegui"
STRIPPED = re.compile(r"libllvmlite|libpython|lib-dynload/|libcrypto")
"""Libraries whose symbols are not needed. Stripping others breaks them (numpy's OpenBLAS)."""


def main() -> int:
    """Build, shrink, try out; 0 if the bundle works."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--no-test", action="store_true", help="do not run the bundle (it compiles at first use)"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        python = make_environment(Path(scratch) / "env")
        build(python, Path(scratch))
    strip()
    total = sum(f.stat().st_size for f in BUNDLE.rglob("*") if f.is_file() and not f.is_symlink())
    print(f"{BUNDLE}: {total / 2**20:.0f} MiB")
    return 0 if args.no_test else try_out()


def make_environment(folder: Path) -> Path:
    """A new virtual environment with the program and PyInstaller; its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", f"{ROOT}[bundle]"], check=True)
    return python


def build(python: Path, scratch: Path) -> None:
    """Run PyInstaller; a missing X11 library is an error, since the bundle would not start."""
    draw_icon(python)
    command: list[str | Path] = [
        python,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--clean",
        "--log-level",
        "WARN",
    ]
    command += [
        "--distpath",
        ROOT / "dist",
        "--workpath",
        scratch / "work",
        HERE / "puzzlegui.spec",
    ]
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, cwd=scratch)
    sys.stderr.write(done.stderr)
    if done.returncode:
        sys.exit(done.returncode)
    if missing := re.findall(r"Library not found.*libxcb\S*", done.stderr):
        sys.exit("libraries to install before building: " + "; ".join(missing))


def draw_icon(python: Path) -> None:
    """Draw the program's icon for the systems that want it in the executable."""
    if sys.platform not in ("win32", "darwin"):
        return
    (HERE / "build").mkdir(exist_ok=True)
    code = (
        "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]);"
        "from puzzlegui.gui.theme import program_icon;"
        "program_icon().pixmap(256).save(sys.argv[1])"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    target = HERE / "build" / "puzzlegui.png"
    subprocess.run([python, "-c", code, target], check=True, env=environment)


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


if __name__ == "__main__":
    sys.exit(main())

"""Build the packages for this system in dist/: ``python packaging/build.py``.

The build uses a wheel, a new virtual environment and the versions and hashes in locked.txt, so that
neither the working tree nor installed packages affect it. The bundle (dist/puzzlegui) is tested,
and packed as

- on Linux, an archive (.tar.xz), a Debian package (.deb) if dpkg is installed, and an AppImage if
  its runtime is given (--appimage-runtime);
- on macOS, the application in an archive (.zip);
- on Windows, an archive (.zip), and a setup program if Inno Setup is installed.

A list of the contents (CycloneDX) and checksums are added on every system. SOURCE_DATE_EPOCH sets
the date of the files; by default it is the date of the last change to the sources.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from pathlib import Path

from installers import appimage, deb, desktop, icu, windows

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DIST = ROOT / "dist"
BUNDLE = DIST / "puzzlegui"
STRIPPED = re.compile(r"libpython|lib-dynload/|libcrypto")
"""Libraries to strip of symbols; others, such as numpy's OpenBLAS, would break."""
_ARCHIVES = ("*.tar.xz", "*.zip", "*.deb", "*.AppImage", "*.exe", "*.cdx.json")
"""Names of the products; all of them have checksums."""


def main() -> int:
    """Build, shrink, test and pack the program; return 0 if it works."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wheel", type=Path, help="of the program; built if none is given")
    parser.add_argument(
        "--appimage-runtime", type=Path, help="the runtime that AppImages begin with"
    )
    args = parser.parse_args()
    begun = time.monotonic()
    date = source_date()
    # The same sources make the same bytes.
    os.environ |= {"SOURCE_DATE_EPOCH": str(date), "PYTHONHASHSEED": "0"}
    for old in (path for kind in _ARCHIVES for path in DIST.glob(kind)):
        old.unlink()
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        python = make_environment(Path(scratch) / "env", args.wheel)
        version = output_of(python, "-c", "import puzzlegui; print(puzzlegui.__version__)")
        describe(python, made)
        build(python, made, version)
        describe(python, made, made / "contents.json")
        licences = BUNDLE / "licences"
        shutil.copytree(made / "licences", licences)
        strip()
        icu.shrink(BUNDLE)
        if status := try_out():
            return status
        name = f"puzzlegui-{version}-{system_name()}"
        shutil.copy(made / "inventory.json", DIST / f"{name}.cdx.json")
        pack(name, made, version, date, args.appimage_runtime)
    report(begun)
    return 0


def source_date() -> int:
    """Return the date of the last change to the sources, in seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    last = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], check=False, capture_output=True, text=True, cwd=ROOT
    )
    if last.returncode == 0 and last.stdout.strip():
        return int(last.stdout)
    return int((ROOT / "pyproject.toml").stat().st_mtime)


def system_name() -> str:
    """Return the system and the machine for the names of products."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return f"{system}-{machine}"


def output_of(*command: str | Path) -> str:
    """Run a command, and return its output without the line break at the end."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def make_environment(folder: Path, wheel: Path | None) -> Path:
    """Create a virtual environment with the program and PyInstaller; return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip: list[str | Path] = [python, "-m", "pip", "--quiet"]
    locked: list[str | Path] = ["--require-hashes", "--only-binary", ":all:"]
    subprocess.run([*pip, "install", *locked, "-r", HERE / "locked.txt"], check=True)
    if wheel is None:
        made = folder / "wheel"
        command = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, ROOT]
        subprocess.run(command, check=True)
        (wheel,) = made.iterdir()
    command = [*pip, "install", "--no-deps", "--no-index", wheel.resolve()]
    subprocess.run(command, check=True)
    subprocess.run([*pip, "check"], check=True)
    return python


def describe(python: Path, made: Path, *contents: Path) -> None:
    """Run generate_assets.py, which writes the files beside the bundle."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [python, HERE / "generate_assets.py", made, *contents]
    subprocess.run(command, check=True, env=environment, cwd=made)


def build(python: Path, made: Path, version: str) -> None:
    """Run PyInstaller; a missing X11 library is an error, since the bundle would not start."""
    (made / "version.txt").write_text(windows.version_resource(version), encoding="utf-8")
    command: list[str | Path] = [python, "-m", "PyInstaller", "--noconfirm", "--clean"]
    command += ["--log-level", "WARN", "--distpath", DIST]
    command += ["--workpath", made / "work", HERE / "puzzlegui.spec"]
    environment = os.environ | {"PUZZLEGUI_MADE": str(made), "PUZZLEGUI_VERSION": version}
    done = subprocess.run(
        command, check=False, stderr=subprocess.PIPE, text=True, cwd=made, env=environment
    )
    sys.stderr.write(done.stderr)
    if done.returncode:
        sys.exit(done.returncode)
    if missing := re.findall(r"Library not found.*libxcb\S*", done.stderr):
        sys.exit("libraries to install before building: " + "; ".join(missing))


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


def pack(name: str, made: Path, version: str, date: int, runtime: Path | None) -> None:
    """Pack the bundle into the products for this system."""
    if sys.platform == "win32":
        pack_zip(DIST / f"{name}.zip", BUNDLE, date)
        windows.build_setup(version, made)
    elif sys.platform == "darwin":
        application = DIST / "PuzzleGUI.app"
        shutil.copytree(
            made / "licences", application / "Contents/Resources/licences", dirs_exist_ok=True
        )
        subprocess.run(["codesign", "--force", "--deep", "--sign", "-", application], check=True)
        archive = DIST / f"{name}.zip"
        subprocess.run(["ditto", "-c", "-k", "--keepParent", application, archive], check=True)
    else:
        if shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"):
            deb.build(BUNDLE, made, version, date, DIST)
        else:
            print("dpkg-deb or dpkg-shlibdeps is not here: no package for Debian is made")
        desktop.lay_out(BUNDLE, made)
        pack_tar(DIST / f"{name}.tar.xz", BUNDLE, date)
        if runtime is not None:
            appimage.build(BUNDLE, made, runtime, date, DIST / f"{name}.AppImage")


def pack_tar(archive: Path, folder: Path, date: int) -> None:
    """Pack a folder reproducibly: the same files give the same bytes."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = date
        if not entry.issym():
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with tarfile.open(archive, "w:xz", format=tarfile.PAX_FORMAT) as file:
        file.add(folder, folder.name, filter=plain)  # sorted by name


def pack_zip(archive: Path, folder: Path, date: int) -> None:
    """Pack a folder reproducibly as a .zip file."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(
                path.relative_to(folder.parent).as_posix(), time.gmtime(date)[:6]
            )
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, path.read_bytes())


def report(begun: float) -> None:
    """Write the checksums, and print the products."""
    products = sorted(path for kind in _ARCHIVES for path in DIST.glob(kind))
    sums = []
    for path in products:
        sums.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 2**20:.1f} MiB")
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8", newline="\n")
    files = [path for path in BUNDLE.rglob("*") if path.is_file() and not path.is_symlink()]
    total = sum(path.stat().st_size for path in files)
    print(f"{BUNDLE.relative_to(ROOT)}: {total / 2**20:.1f} MiB in {len(files)} files")
    print(f"made in {(time.monotonic() - begun) / 60:.1f} minutes")


if __name__ == "__main__":
    sys.exit(main())

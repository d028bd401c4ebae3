"""Shell commands that install missing system packages, or the program itself."""

from __future__ import annotations

import json
import os
import platform
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

README_PACKAGES = (
    "python3-venv", "python3-dev",
    "libgl1", "libegl1", "libglib2.0-0", "libdbus-1-3", "libfontconfig1", "libxkbcommon-x11-0",
    "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libwayland-cursor0",
    "libwayland-egl1",
)  # fmt: skip
"""Packages that a minimal Debian or Ubuntu needs to build the program and show its window."""

_INSTALLERS = {
    "debian": "apt", "ubuntu": "apt", "fedora": "dnf", "rhel": "dnf", "suse": "zypper",
    "opensuse": "zypper",
}  # fmt: skip
"""Package managers of distributions, by ``ID`` or ``ID_LIKE`` in ``/etc/os-release``."""
_APT = _INSTALLERS["debian"]


def packages(names: Sequence[str], installer: str = _APT) -> str:
    """Return the command that installs packages of the system."""
    sudo = "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "sudo "
    return f"{sudo}{installer} install {' '.join(names)}"


def installer() -> str:
    """Return the package manager of this system; empty if it is not known."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return ""
    names = [release["ID"], *release.get("ID_LIKE", "").split()]
    return next((_INSTALLERS[name] for name in names if name in _INSTALLERS), "")


def headers() -> str:
    """Return the command that installs Python's headers; empty if installed, or not known."""
    if has_headers() or not (found := installer()):
        return ""
    if found != _APT:
        return packages(["python3-devel"], found)
    version = f"python3.{sys.version_info.minor}"
    # The package python3-dev belongs to the distribution's own Python, which may not be this one.
    own = Path("/usr/bin/python3").resolve().name == version
    return packages(["python3-dev" if own else f"{version}-dev"])


def has_headers() -> bool:
    """Return True if this Python's headers are installed."""
    return Path(sysconfig.get_path("include"), "Python.h").is_file()


def compiler() -> str:
    """Return the command that installs a C compiler; empty if none is known."""
    if sys.platform == "darwin":
        return "xcode-select --install"
    found = installer()
    wanted = ["gcc", "libc6-dev"] if found == _APT else ["gcc"]
    return packages(wanted, found) if found else ""


def program() -> str:
    """Return the command that builds and installs the program again; empty if none is known."""
    origin, editable = _origin()
    if origin is None or not origin.exists() or origin.suffix == ".whl":
        return ""
    if Path(sys.prefix, "pipx_metadata.json").is_file():
        return _shell(["pipx", "reinstall", "puzzlegui"])
    how = ["-e"] if editable else ["--force-reinstall"]
    if not origin.is_dir():
        how.append("--no-cache-dir")  # the cache may hold a wheel without compiled kernels
    return _shell([sys.executable, "-m", "pip", "install", "--no-deps", *how, str(origin)])


def _origin() -> tuple[Path | None, bool]:
    """Return the folder or archive that the program was installed from, and True if it is editable.

    Uses the record of the installer (PEP 610), or the source tree that this file belongs to.
    """
    try:
        text = metadata.distribution("puzzlegui").read_text("direct_url.json")
        found = json.loads(text or "{}")
        url = urlsplit(str(found.get("url", "")))
        if url.scheme == "file":
            editable = bool(found.get("dir_info", {}).get("editable"))
            return Path(url2pathname(url.path)), editable
    except (metadata.PackageNotFoundError, OSError, ValueError, AttributeError):
        pass
    tree = Path(__file__).resolve().parents[1]
    return (tree, True) if (tree / "pyproject.toml").is_file() else (None, False)


_shell: Callable[[list[str]], str] = (
    subprocess.list2cmdline if sys.platform == "win32" else shlex.join
)

"""Description of the environment: versions, language, display; always in English.

Shown by ``--version --verbose``, About and crash reports; never sent anywhere.
"""

from __future__ import annotations

import importlib
import locale
import os
import platform
import shutil
import sys
from pathlib import Path

from puzzlegui import kernels, missing_libraries
from puzzlegui.version import __version__

LIBRARIES = {
    "PySide6-Essentials": "PySide6",
    "numpy": "numpy",
    "Pillow": "PIL",
    "platformdirs": "platformdirs",
    "psutil": "psutil",
    "segno": "segno",
    "tomli-w": "tomli_w",
    "Cython": "Cython",
}
"""Packages that the program depends on, with the module of each."""
_DISPLAY_VARIABLES = (
    "QT_QPA_PLATFORM", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY",
    "QT_SCALE_FACTOR",
)  # fmt: skip
_NOT_THERE = "not there"


def facts() -> list[tuple[str, str]]:
    """Return all facts with their names."""
    return [
        ("PuzzleGUI", f"{__version__}, {_installation()}"),
        ("Place", without_home(str(Path(__file__).parent))),
        ("Solvers", _solvers()),
        ("Python", f"{platform.python_version()}, {platform.architecture()[0]}"),
        ("System", _system()),
        ("Qt", _qt()),
        *((package, _version(package, module)) for package, module in LIBRARIES.items()),
        ("ffmpeg", _ffmpeg()),
        ("Language", _language()),
        ("Display", _display()),
        ("Machine", _machine()),
    ]


def summary() -> str:
    """Return all facts as text, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in facts())


def without_home(text: str) -> str:
    """Replace the user's home folder, which often contains a name, by ``~``."""
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises where there is none
    return text if len(home) < 2 else text.replace(home, "~")


def _solvers() -> str:
    reason = kernels.UNCOMPILED_REASON
    return f"plain: {reason}" if reason else "compiled"


def _installation() -> str:
    if getattr(sys, "frozen", False):
        return "as a bundle"
    source = Path(__file__).parents[1] / "pyproject.toml"
    return "from source" if source.is_file() else "installed"


def _system() -> str:
    found = f"{platform.system()} {platform.release()} {platform.machine()}"
    if sys.platform == "darwin":
        return f"{found}, macOS {platform.mac_ver()[0]}"
    if sys.platform.startswith("linux"):
        try:
            name = platform.freedesktop_os_release()["PRETTY_NAME"]
        except (OSError, KeyError):
            name = "unknown"
        return f"{found}, {name}, {' '.join(platform.libc_ver())}"
    return f"{found}, {platform.version()}"


def _qt() -> str:
    """Return the version of Qt, or the reason why it cannot be loaded."""
    try:
        from PySide6 import QtCore, QtWidgets  # nothing else here needs Qt
    except ImportError as error:
        return missing_libraries.install_hint(error) or str(error)
    assert QtWidgets  # imported because it needs more libraries than QtCore
    return QtCore.qVersion()


def _version(package: str, module: str) -> str:
    from importlib import metadata  # takes a while to load

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # for example in a bundle
        pass
    try:
        return str(importlib.import_module(module).__version__)
    except (ImportError, AttributeError):
        return _NOT_THERE


def _ffmpeg() -> str:
    found = shutil.which("ffmpeg")
    return without_home(found) if found else _NOT_THERE


def _language() -> str:
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
    return ", ".join([*chosen, locale.getpreferredencoding(do_setlocale=False)])


def _display() -> str:
    found = [f"{name}={os.environ[name]}" for name in _DISPLAY_VARIABLES if os.environ.get(name)]
    return ", ".join(found) or "nothing is said of it"


def _machine() -> str:
    import psutil  # takes a while to load

    memory = psutil.virtual_memory().total / 2**30
    return f"{os.cpu_count()} processors, {memory:.0f} GiB of memory"

"""What the program runs on: versions, language, display; in English, whoever reads it.

``--version --verbose``, About and the report of a crash show it; it is sent nowhere.
"""

from __future__ import annotations

import importlib
import locale
import os
import platform
import shutil
import sys
from pathlib import Path

from puzzlegui import __version__, kernels, libraries

LIBRARIES = {
    "PySide6-Essentials": "PySide6",
    "numpy": "numpy",
    "Pillow": "PIL",
    "platformdirs": "platformdirs",
    "psutil": "psutil",
    "tomli-w": "tomli_w",
    "Cython": "Cython",
}
"""The packages that the program is made with, and the module of each."""
_OF_DISPLAY = (
    "QT_QPA_PLATFORM", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY",
    "QT_SCALE_FACTOR",
)  # fmt: skip
_NOT_THERE = "not there"


def facts() -> list[tuple[str, str]]:
    """What there is to know, each with its name."""
    return [
        ("PuzzleGUI", f"{__version__}, {_made()}"),
        ("Place", without_home(str(Path(__file__).parent))),
        ("Solvers", f"plain: {kernels.WHY_PLAIN}" if kernels.WHY_PLAIN else "compiled"),
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
    """All of it as text, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in facts())


def without_home(text: str) -> str:
    """A text in which the user's own folder, and with it often a name, is called ``~``."""
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises where there is none
    return text if len(home) < 2 else text.replace(home, "~")


def _made() -> str:
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
    """The version of Qt, or why it cannot be loaded."""
    try:
        from PySide6 import QtCore, QtWidgets  # noqa: PLC0415 - nothing else here needs Qt
    except ImportError as error:
        return libraries.missing(error) or str(error)
    assert QtWidgets  # which needs more libraries
    return QtCore.qVersion()


def _version(package: str, module: str) -> str:
    from importlib import metadata  # noqa: PLC0415 - takes a while to load

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # as in a bundle
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
    found = [f"{name}={os.environ[name]}" for name in _OF_DISPLAY if os.environ.get(name)]
    return ", ".join(found) or "nothing is said of it"


def _machine() -> str:
    import psutil  # noqa: PLC0415 - takes a while to load

    memory = psutil.virtual_memory().total / 2**30
    return f"{os.cpu_count()} processors, {memory:.0f} GiB of memory"

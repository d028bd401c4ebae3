"""Description of the environment, and the known system libraries."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import PySide6
import pytest

from puzzlegui import cli, missing_libraries, system

ROOT = Path(__file__).parent.parent
QT = Path(PySide6.__file__).parent
OURS = re.compile(r"libQt6|libicu|libpyside6|libshiboken6|ld-linux|lib(c|m|pthread|dl|rt)\.so")
"""What PySide6 brings along, and what is on every Linux."""
USED = (
    "QtCore.*.so", "QtGui.*.so", "QtWidgets.*.so", "QtSvg.*.so", "QtDBus.*.so",
    "QtPrintSupport.*.so", "Qt/plugins/platforms/libqxcb.so", "Qt/plugins/platforms/libqwayland.so",
    "Qt/plugins/platforms/libqoffscreen.so", "Qt/plugins/iconengines/*.so",
    "Qt/plugins/xcbglintegrations/*.so", "Qt/plugins/wayland-shell-integration/libxdg-shell.so",
    "Qt/plugins/wayland-decoration-client/*.so", "Qt/plugins/platforminputcontexts/lib[ci]*.so",
    "Qt/plugins/wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
    *(f"Qt/lib/libQt6{name}.so.6" for name in (
        "Core", "Gui", "Widgets", "Svg", "DBus", "PrintSupport", "XcbQpa", "WaylandClient")),
)  # fmt: skip


@pytest.mark.parametrize("argv", [["--version", "--verbose"], ["--verbose", "--version"]])
def test_the_summary(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert cli.run(argv) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("puzzlegui ")
    told = dict(line.split(": ", 1) for line in lines[1:])
    assert list(told) == [name for name, _ in system.facts()]
    for name in ("Qt", *system.LIBRARIES):
        assert re.match(r"\d+\.\d+", told[name]), name
    assert told["Python"].startswith(sys.version.split()[0])


def test_the_version_alone_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_every_dependency_is_in_the_summary() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {re.split(r"[<>=]", needed)[0] for needed in project["project"]["dependencies"]}
    assert wanted == set(system.LIBRARIES)


def test_where_a_library_is_missing_the_summary_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = __import__

    def refuse(name: str, *arguments: object, **more: object) -> object:
        if name == "PySide6":
            raise ImportError("libEGL.so.1: cannot open shared object file: No such file")
        return real(name, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("builtins.__import__", refuse)
    monkeypatch.setattr("ctypes.CDLL", lambda _: None)
    said = dict(system.facts())["Qt"]
    assert said.startswith("A library is missing on this machine: libEGL.so.1.")
    assert said.endswith("apt install libegl1")


def test_the_users_folder_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/someone")
    assert system.without_home("in /home/someone/x") == "in ~/x"
    monkeypatch.setenv("HOME", "/")
    assert system.without_home("/x") == "/x"


@pytest.mark.skipif(shutil.which("readelf") is None, reason="reads what libraries need by readelf")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's libraries")
def test_every_library_that_qt_takes_from_the_system_is_known() -> None:
    needed = set()
    for pattern in USED:
        for path in QT.glob(pattern):
            shown = subprocess.run(
                ["readelf", "-d", path], check=True, capture_output=True, text=True,
                env=os.environ | {"LC_ALL": "C"},
            )  # fmt: skip
            needed |= set(re.findall(r"\(NEEDED\).*\[(.+)\]", shown.stdout))
    assert {name for name in needed if not OURS.match(name)} == set(missing_libraries.PACKAGES)

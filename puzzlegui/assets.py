"""Access to the files that ship with the program (``resources``, and the help of families).

Works in a wheel, in a source tree and in a frozen bundle.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from puzzlegui.core import language

_PACKAGE = "puzzlegui.resources"


def read_bytes(*path: str) -> bytes:
    """Return the content of a resource, such as ``read_bytes("icons", "play.svg")``."""
    return files(_PACKAGE).joinpath(*path).read_bytes()


def read_text(*path: str) -> str:
    """Return the text of a UTF-8 resource."""
    return read_bytes(*path).decode("utf-8")


def read_help(name: str) -> str:
    """Return a help page in the current language, or in English if it is not translated."""
    return _read_page(files(_PACKAGE).joinpath("help"), name)


def read_family_help(family: str) -> str:
    """Return the help page in the folder of a family; otherwise as ``read_help``."""
    return _read_page(files(f"puzzlegui.families.{family}"), "help")


def read_lesson(name: str) -> str:
    """Return the steps of a lesson as TOML; otherwise as ``read_help``."""
    return _read_page(files(_PACKAGE).joinpath("lessons"), name, "toml")


def _read_page(folder: Traversable, name: str, suffix: str = "md") -> str:
    page = folder.joinpath(f"{name}.{language.current_language()}.{suffix}")
    if not page.is_file():
        page = folder.joinpath(f"{name}.{suffix}")
    return page.read_text(encoding="utf-8")


def path(*path: str) -> str:
    """Return the path of a resource on disk, with forward slashes, for Qt's style sheets."""
    return files(_PACKAGE).joinpath(*path).as_posix()  # type: ignore[attr-defined, no-any-return]


def names(folder: str, suffix: str) -> list[str]:
    """Return the sorted names of the resources in a folder, without their suffix."""
    return sorted(
        entry.name.removesuffix(suffix)
        for entry in files(_PACKAGE).joinpath(folder).iterdir()
        if entry.name.endswith(suffix)
    )

"""Reading the files that ship with the program (``resources``, and the help of families).

A wheel, a source tree and a frozen bundle serve alike.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from puzzlegui.core import language

_PACKAGE = "puzzlegui.resources"


def read_bytes(*path: str) -> bytes:
    """The content of a resource, such as ``read_bytes("icons", "play.svg")``."""
    return files(_PACKAGE).joinpath(*path).read_bytes()


def read_text(*path: str) -> str:
    """The text of a UTF-8 resource."""
    return read_bytes(*path).decode("utf-8")


def read_help(name: str) -> str:
    """A page of help, in the language that is used, or in English where it is not translated."""
    return _read_page(files(_PACKAGE).joinpath("help"), name)


def read_family_help(family: str) -> str:
    """The page of help that stands in the folder of a family; otherwise as ``read_help``."""
    return _read_page(files(f"puzzlegui.families.{family}"), "help")


def read_lesson(name: str) -> str:
    """Return the steps of a lesson as TOML; otherwise as ``read_help``."""
    return _read_page(files(_PACKAGE).joinpath("lessons"), name, "toml")


def _read_page(folder: Traversable, name: str, suffix: str = "md") -> str:
    page = folder.joinpath(f"{name}.{language.used()}.{suffix}")
    if not page.is_file():
        page = folder.joinpath(f"{name}.{suffix}")
    return page.read_text(encoding="utf-8")


def path(*path: str) -> str:
    """Where a resource is on disk, with forward slashes; Qt's style sheets want to know."""
    return files(_PACKAGE).joinpath(*path).as_posix()  # type: ignore[attr-defined, no-any-return]


def names(folder: str, suffix: str) -> list[str]:
    """The names of the resources in a folder, without their suffix, in alphabetical order."""
    return sorted(
        entry.name.removesuffix(suffix)
        for entry in files(_PACKAGE).joinpath(folder).iterdir()
        if entry.name.endswith(suffix)
    )

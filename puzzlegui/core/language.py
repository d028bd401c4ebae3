"""The language that users are spoken to in: texts are written in English and looked up in a
catalogue of GNU gettext.

``tr("Save the board.")`` gives a text in the language that is used. In the rows of tables, texts
are marked by the type of their field (``Shown``) and looked up when they are read; what else is
written long before it is shown is marked with ``mark``, and looked up where it is shown. Fields
have names, and what stands in them is text already: a number has been through one of the functions
of ``counting``.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

SOURCE = "en"
"""The language in which the texts are written; it needs no catalogue."""
LANGUAGES = {SOURCE: "English", "de": "Deutsch"}
"""The languages there are, each with what its speakers call it."""
DOMAIN = "puzzlegui"
"""The name of the catalogues."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment says which language is wanted; the first that is set counts."""


class Text(str):
    """A text for users. Its fields are filled with texts; mypy refuses a bare number."""

    __slots__ = ()

    def format(self, *args: str, **fields: str) -> str:  # type: ignore[override]
        """The text with its fields filled."""
        return super().format(*args, **fields)


class _Used:
    """The language that is used, and its catalogue."""

    language: str = SOURCE
    catalogue: gettext.NullTranslations = gettext.NullTranslations()


def tr(text: str) -> Text:
    """A text in the language that is used."""
    return Text(_Used.catalogue.gettext(text) if text else text)


def ngettext(one: str, many: str, count: int) -> Text:
    """The text for so many of something, in the language that is used."""
    return Text(_Used.catalogue.ngettext(one, many, count))


def pgettext(context: str, text: str) -> Text:
    """A text that alone could be read in several ways, in the language that is used."""
    return Text(_Used.catalogue.pgettext(context, text))


def mark(text: str) -> str:
    """The text itself, which is for users and is looked up where it is shown."""
    return text


def used() -> str:
    """The language that is used."""
    return _Used.language


def use(language: str, folder: Path | None = None) -> None:
    """Speak a language from now on; English where there is no catalogue of it.

    Args:
        language: its code, as in ``LANGUAGES``.
        folder: the folder of its catalogue, if that does not come with the program.
    """
    _Used.language, _Used.catalogue = SOURCE, gettext.NullTranslations()
    retold.cache_clear()
    if language == SOURCE:
        return
    place: Traversable = folder or catalogues().joinpath(language)
    try:
        with place.joinpath(f"{DOMAIN}.mo").open("rb") as file:
            _Used.catalogue = gettext.GNUTranslations(file)
    except OSError:  # as in sources that were not installed
        return
    _Used.language = language


def catalogues() -> Traversable:
    """The folder with a folder for each language that has a catalogue."""
    return files("puzzlegui.resources").joinpath("languages")


def begin(chosen: object = "") -> None:
    """Speak a language, or else that of the system.

    Args:
        chosen: what the settings hold; nothing, or a language that there is not, is no choice.
    """
    use(chosen if isinstance(chosen, str) and chosen in LANGUAGES else wanted(os.environ))


def wanted(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, or else the system; English if there is none.

    As GNU gettext has it: ``LANGUAGE`` is a list, and does not count in the locale ``C``.
    """
    said = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    if said.partition(".")[0] in ("C", "POSIX"):
        return SOURCE
    names = [*environment.get("LANGUAGE", "").split(":"), said]
    if not any(names):
        names = _of_system()
    found = (re.split(r"[_.@-]", name)[0].lower() for name in names)
    return next((language for language in found if language in LANGUAGES), SOURCE)


def _of_system() -> list[str]:
    """What the user has chosen for the whole system, where that is not the environment's."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - for this system alone

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    if sys.platform == "darwin":
        try:
            said = subprocess.run(
                ["/usr/bin/defaults", "read", "-g", "AppleLanguages"],
                capture_output=True, text=True, timeout=2, check=True,
            ).stdout  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return []
        return re.findall(r"[\w-]+", said)
    return []


# --- rows of tables ---

Shown: TypeAlias = str
"""The type of a row's field that holds a text for users; see ``with_texts``."""
ShownTexts: TypeAlias = tuple[str, ...]
"""Of a field that holds several."""
ShownChoices: TypeAlias = tuple[tuple[Any, str], ...]
"""Of a field that holds values, each with what a user sees of it."""


class _Column:
    """A field of a row: its texts are marked by standing there, and looked up when it is read."""

    def __init__(self, name: str, look_up: Callable[[Any], Any]) -> None:
        self._name = name
        self._look_up = look_up

    def __get__(self, row: object, _kind: type | None = None) -> Any:
        return self if row is None else self._look_up(vars(row)[self._name])

    def __set__(self, row: object, value: Any) -> None:
        vars(row)[self._name] = value


_COLUMNS: dict[str, Callable[[Any], Any]] = {
    "Shown": tr,
    "ShownTexts": lambda texts: tuple(map(tr, texts)),
    "ShownChoices": lambda pairs: tuple((value, tr(text)) for value, text in pairs),
}
_Row = TypeVar("_Row")


def with_texts(row: type[_Row]) -> type[_Row]:
    """A data class whose fields of the types above are in the language that is used."""
    for name, kind in row.__annotations__.items():
        if kind in _COLUMNS:
            setattr(row, name, _Column(name, _COLUMNS[kind]))
    return row


# --- texts of files ---


@lru_cache(4096)
def retold(text: str, forms: tuple[str, ...]) -> str:
    """A text as it stands in files, always in English, in the language that is used.

    Args:
        text: made of one of the forms.
        forms: marked texts with fields, such as ``row {number}``; a text of none stays as it is.
    """
    for form in forms:
        if found := _pattern(form).fullmatch(text):
            return tr(form).format(**found.groupdict())
    for between in (": ", ", "):
        first, sign, rest = text.partition(between)
        if sign:
            return f"{retold(first, forms)}{sign}{retold(rest, forms)}"
    return text


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form)
    return re.compile(
        "".join(
            f"(?P<{part}>[^:]+?)" if number % 2 else re.escape(part)
            for number, part in enumerate(parts)
        )
    )

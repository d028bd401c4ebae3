"""Translation of texts, which are written in English, through gettext catalogues.

``tr("Save the board.")`` returns a text in the current language. In tables, texts are marked by
the type of their field (``Translatable``) and looked up on access; other texts outside functions
are marked with ``gettext_noop``, and looked up where they are shown. Placeholders have names and
are filled with strings: numbers are formatted by ``formatting`` first.
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
"""Language of the texts in the source code; needs no catalogue."""
LANGUAGES = {SOURCE: "English", "de": "Deutsch"}
"""Supported languages, each with its own name for itself."""
DOMAIN = "puzzlegui"
"""File name of the catalogues."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that select the language; the first that is set counts."""


class Text(str):
    """Text for users. Its placeholders are filled with strings; mypy rejects a bare number."""

    __slots__ = ()

    def format(self, *args: str, **fields: str) -> str:  # type: ignore[override]
        """Return the text with its placeholders filled."""
        return super().format(*args, **fields)


class _Current:
    """Current language and its catalogue."""

    language: str = SOURCE
    catalogue: gettext.NullTranslations = gettext.NullTranslations()


def tr(text: str) -> Text:
    """Return a text in the current language."""
    return Text(_Current.catalogue.gettext(text) if text else text)


def ngettext(one: str, many: str, count: int) -> Text:
    """Return the singular or plural text for a number, in the current language."""
    return Text(_Current.catalogue.ngettext(one, many, count))


def pgettext(context: str, text: str) -> Text:
    """Return an ambiguous text, in the current language, by its context."""
    return Text(_Current.catalogue.pgettext(context, text))


def gettext_noop(text: str) -> str:
    """Return the text unchanged; marks it for translation where it is shown."""
    return text


def current_language() -> str:
    """Return the code of the current language."""
    return _Current.language


def set_language(language: str, folder: Path | None = None) -> None:
    """Switch to a language; to English if it has no catalogue.

    Args:
        language: code, as in ``LANGUAGES``.
        folder: folder of the catalogue, if it does not come with the program.
    """
    _Current.language, _Current.catalogue = SOURCE, gettext.NullTranslations()
    translate_formatted.cache_clear()
    if language == SOURCE:
        return
    place: Traversable = folder or catalogues().joinpath(language)
    try:
        with place.joinpath(f"{DOMAIN}.mo").open("rb") as file:
            _Current.catalogue = gettext.GNUTranslations(file)
    except OSError:  # as in sources that were not installed
        return
    _Current.language = language


def catalogues() -> Traversable:
    """Return the folder of catalogues, with a subfolder for each language."""
    return files("puzzlegui.resources").joinpath("languages")


def select_language(chosen: object = "") -> None:
    """Switch to a language, by default that of the system.

    Args:
        chosen: value of the setting; an empty or unknown language selects the default.
    """
    set_language(chosen_language(chosen))


def chosen_language(chosen: object) -> str:
    """Return the code of the language that a value of the setting selects."""
    if isinstance(chosen, str) and chosen in LANGUAGES:
        return chosen
    return preferred_language(os.environ)


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment or the system prefers; English by default.

    As in GNU gettext, ``LANGUAGE`` is a list, and is ignored in the locale ``C``.
    """
    locale_name = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    if locale_name.partition(".")[0] in ("C", "POSIX"):
        return SOURCE
    names = [*environment.get("LANGUAGE", "").split(":"), locale_name]
    if not any(names):
        names = _system_languages()
    found = (re.split(r"[_.@-]", name)[0].lower() for name in names)
    return next((language for language in found if language in LANGUAGES), SOURCE)


def _system_languages() -> list[str]:
    """Return the preferred languages of the operating system, where the environment has none."""
    if sys.platform == "win32":
        import ctypes  # for this system alone

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    if sys.platform == "darwin":
        try:
            output = subprocess.run(
                ["/usr/bin/defaults", "read", "-g", "AppleLanguages"],
                capture_output=True, text=True, timeout=2, check=True,
            ).stdout  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return []
        return re.findall(r"[\w-]+", output)
    return []


# --- rows of tables ---

Translatable: TypeAlias = str
"""Type of a row's field that holds a text for users; see ``translated_fields``."""
TranslatableTuple: TypeAlias = tuple[str, ...]
"""Type of a field that holds several texts."""
TranslatableChoices: TypeAlias = tuple[tuple[Any, str], ...]
"""Type of a field that holds pairs of value and text."""


class _TranslatedField:
    """Descriptor of a field whose texts are marked for translation and looked up on access."""

    def __init__(self, name: str, look_up: Callable[[Any], Any]) -> None:
        self._name = name
        self._look_up = look_up

    def __get__(self, row: object, _kind: type | None = None) -> Any:
        return self if row is None else self._look_up(vars(row)[self._name])

    def __set__(self, row: object, value: Any) -> None:
        vars(row)[self._name] = value


_TRANSLATORS: dict[str, Callable[[Any], Any]] = {
    "Translatable": tr,
    "TranslatableTuple": lambda texts: tuple(map(tr, texts)),
    "TranslatableChoices": lambda pairs: tuple((value, tr(text)) for value, text in pairs),
}
_Row = TypeVar("_Row")


def translated_fields(row: type[_Row]) -> type[_Row]:
    """Make the fields of the types above, of a data class, return translated texts."""
    for name, kind in row.__annotations__.items():
        if kind in _TRANSLATORS:
            setattr(row, name, _TranslatedField(name, _TRANSLATORS[kind]))
    return row


# --- texts of files ---


@lru_cache(4096)
def translate_formatted(text: str, forms: tuple[str, ...]) -> str:
    """Translate a text from a file, where it is always in English.

    Args:
        text: an instance of a template.
        forms: marked templates with placeholders, such as ``row {number}``; a text that matches
            none stays as it is.
    """
    for form in forms:
        if found := _pattern(form).fullmatch(text):
            return tr(form).format(**found.groupdict())
    for between in (": ", ", "):
        first, sign, rest = text.partition(between)
        if sign:
            return f"{translate_formatted(first, forms)}{sign}{translate_formatted(rest, forms)}"
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

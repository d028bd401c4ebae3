"""Texts, numbers and dates in the language of the user."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from puzzlegui.core import formatting, language
from puzzlegui.core.language import gettext_noop, ngettext, pgettext, tr
from tests.catalogues import write

TEXTS = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Save {name}"
msgstr "{name} speichern"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] "{count} Zug"
msgstr[1] "{count} Züge"

msgctxt "verb"
msgid "start"
msgstr "beginnen"

msgctxt "how numbers are written"
msgid "1,234.5"
msgstr "1.234,5"
"""


@pytest.fixture
def german(tmp_path: Path) -> None:
    write(TEXTS, tmp_path)
    language.set_language("de", tmp_path)


@pytest.mark.usefixtures("german")
def test_texts_are_looked_up() -> None:
    assert tr("Save {name}").format(name="a.puzzle") == "a.puzzle speichern"
    assert ngettext("{count} move", "{count} moves", 1).format(count="1") == "1 Zug"
    assert ngettext("{count} move", "{count} moves", 5).format(count="5") == "5 Züge"
    assert pgettext("verb", "start") == "beginnen"
    assert tr("start") == "start"
    assert tr("") == ""


@pytest.mark.usefixtures("german")
def test_what_is_marked_is_looked_up_where_it_is_shown() -> None:
    marked = gettext_noop("Save {name}")
    assert marked == "Save {name}"
    assert tr(marked) == "{name} speichern"


@pytest.mark.usefixtures("german")
def test_numbers_are_written_as_the_language_has_it() -> None:
    assert formatting.group_digits(362880) == "362.880"
    assert formatting.decimal(1234.5, 2) == "1.234,50"
    assert formatting.decimal(7, 0) == "7"
    assert formatting.short_decimal(0.25) == "0,25"
    assert formatting.short_decimal(1234.5) == "1.234,5"
    assert formatting.round_down(26 * 10**23) == "2,6 × 10²⁴"


def test_english_needs_no_catalogue() -> None:
    assert formatting.group_digits(362880) == "362,880"
    assert formatting.decimal(1234.5, 2) == "1,234.50"
    assert formatting.percent(0.5) == "50%"
    assert formatting.short_decimal(1234.5) == "1,234.5"
    assert formatting.mebibytes(3.25, 1) == "3.2 MiB"
    assert formatting.seconds(0.5) == "0.5 s"
    assert len(formatting.date_and_time(0)) == len("1970-01-01 00:00")


def test_a_language_without_a_catalogue_is_english(tmp_path: Path) -> None:
    language.set_language("de", tmp_path)
    assert language.current_language() == "en"
    assert tr("Save") == "Save"


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:en"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "tlh:en:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_AT@euro"}, "de"),
        ({"LC_ALL": "C", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "tlh_KX"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_says_which(environment: dict[str, str], found: str) -> None:
    assert language.preferred_language(environment) == found


@pytest.mark.parametrize(
    ("chosen", "found"),
    [("de", "de"), ("", "en"), ("tlh", "en"), ("../../de", "en"), (5, "en"), (None, "en")],
)
def test_the_settings_say_which(
    chosen: object, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    before = language.current_language()
    try:
        language.select_language(chosen)
        assert language.current_language() == found
    finally:
        language.set_language(before)


@pytest.mark.thorough
def test_a_number_that_was_not_written_for_people_is_found_by_the_type_checker(
    tmp_path: Path,
) -> None:
    file = tmp_path / "try.py"
    file.write_text(
        "from puzzlegui.core.language import tr\n"
        'tr("{count} moves").format(count="3")\n'
        'tr("{count} moves").format(count=3)\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "try.py:3: error" in done.stdout
    assert "try.py:2" not in done.stdout

"""Texts for users are marked, catalogues are valid, and the tool that checks them finds errors."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from babel.messages.catalog import Message

import i18n as tool
from puzzlegui.core import language


@pytest.mark.thorough
def test_sources_and_catalogues_are_sound() -> None:
    assert not [*tool.faults(complete=False)]


def test_every_language_has_a_catalogue() -> None:
    there = {catalogue.locale_identifier for catalogue in tool.catalogues()}
    assert there == set(language.LANGUAGES) - {language.SOURCE}


def found_in(source: str) -> list[str]:
    shown = tool._literals(ast.parse(source), {})
    looks = tool._WORDS.search, tool._LABEL.fullmatch
    return [
        text for _, text, to in shown if looks[0](text) or (to in tool._SHOWING and looks[1](text))
    ]


@pytest.mark.parametrize(
    "source",
    [
        'label.setText("Save the board")',
        'QLabel("Save")',
        'QPushButton("&Save")',
        'raise PuzzleError(f"{name} is a folder")',
        'ROWS = (Row("x", "Text on the tiles."),)',
        'say(f"{a}: there" if a else "nothing at all")',
        'text = f"{count} moves found"',
    ],
)
def test_what_is_not_marked_is_found(source: str) -> None:
    assert found_in(source)


@pytest.mark.parametrize(
    "source",
    [
        'label.setText(tr("Save the board"))',
        'tr("{name} is a folder").format(name=name)',
        'ngettext("{count} move", "{count} moves", n).format(count=number(n))',
        '_log.warning("%s cannot be read", name)',
        'def f():\n    """Save the board."""',
        'widget.setObjectName("the name of it")',
        'if kind == "in so many words": pass',
        'return data["key"]',
    ],
)
def test_what_is_marked_or_no_text_is_not_found(source: str) -> None:
    assert not found_in(source)


def test_a_text_with_its_values_in_it_is_refused() -> None:
    with pytest.raises(tool.SourceError):
        list(tool._marked(ast.parse('tr(f"{name} is a folder")'), {}))


ENTRY = (
    'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    '{flag}msgid "{id}"\nmsgstr "{to}"\n'
)


@pytest.mark.parametrize(
    ("flag", "text", "translation"),
    [
        ("", "{count} of {all}", "{count} von {alle}"),
        ("", "{count} of {all}", "{count}"),
        ("", "{count} of", "{count von"),
        ("", "&Save", "Speichern"),
        ("", "Save", "&Speichern"),
        ("", " s", "s"),
        ("#, fuzzy\n", "Save", "Speichern"),
    ],
)
def test_a_wrong_translation_is_found(
    flag: str, text: str, translation: str, tmp_path: Path
) -> None:
    path = tmp_path / "puzzlegui.po"
    path.write_text(ENTRY.format(flag=flag, id=text, to=translation), encoding="utf-8")
    assert [*tool.wrong_translations(tool.read(path))]


def test_what_is_missing_or_left_over_is_found(tmp_path: Path) -> None:
    path = tmp_path / "puzzlegui.po"
    path.write_text(ENTRY.format(flag="", id="Save", to="Speichern"), encoding="utf-8")
    catalogue = tool.read(path)
    assert not [*tool.wrong_translations(catalogue)]
    wrong = " ".join(tool.incomplete(catalogue, {("", "Open"): Message("Open")}))
    assert "not translated: 'Open'" in wrong
    assert "no longer in the sources: 'Save'" in wrong


def test_a_catalogue_is_written_as_it_was_read(tmp_path: Path) -> None:
    for path in tool.CATALOGUES.glob("*/puzzlegui.po"):
        tool.write(tool.read(path), tmp_path / "puzzlegui.po")
        assert (tmp_path / "puzzlegui.po").read_text("utf-8") == path.read_text("utf-8")


def test_damaged_catalogues_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzlegui.po"
    entry = ENTRY.format(flag="", id="Save", to="Speichern")
    for text in (entry + entry.partition("\n\n")[2], entry + 'msgid "Open\n'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(tool.SourceError):
            tool.read(path)


def test_the_language_that_nobody_speaks_is_longer_and_keeps_what_is_no_word() -> None:
    text = tool.pseudo("&Save the board as <b>{name}</b>")
    assert "&S" in text
    assert "<b>{name}</b>" in text
    assert "böård" in text
    assert len(text) >= 1.4 * len("Save the board as")

"""Catalogues of texts for the tests."""

from __future__ import annotations

from pathlib import Path

import i18n


def write(texts: str, folder: Path) -> None:
    """Compile the text of a catalogue in a folder for ``language.set_language``."""
    source = folder / "puzzlegui.po"
    source.write_text(texts, encoding="utf-8")
    source.with_suffix(".mo").write_bytes(i18n.compiled(i18n.read(source)))

"""Frame of the web pages that hold all they need: head, style, fonts, scripts and their data."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import asdict
from html import escape
from typing import Any

from puzzlegui import assets
from puzzlegui.core import strict_json
from puzzlegui.core.language import current_language, tr
from puzzlegui.render.style import DARK, LIGHT, Style, text_on
from puzzlegui.version import __version__

ICONS = {
    name: f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{path}"/></svg>'
    for name, path in {
        "first": "M2 2h2v12H2zM14 2v12L5 8z",
        "back": "M13 2v12L3 8z",
        "pause": "M3 2h4v12H3zM9 2h4v12H9z",
        "step": "M3 2v12l10-6z",
        "last": "M12 2h2v12h-2zM2 2v12l9-6z",
        "theme": "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 2v10A5 5 0 0 1 8 3z",
    }.items()
}

_HEAD = """<!DOCTYPE html>
<html lang="{language}" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="PuzzleGUI {version}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
"""


_STYLE_BLANK = re.compile(r"\s*([{};,])\s*|(:) ")
"""Sign of a style sheet with needless blanks around it."""


def page_start(title: str, *styles: str) -> str:
    """Return the start of a page, up to and including the ``body`` tag.

    Args:
        title: its title.
        styles: style sheets of ``resources/player`` beside that of all pages.
    """
    style = "".join(assets.read_text("player", name) for name in ("player.css", *styles))
    return _HEAD.format(
        language=current_language(),
        title=escape(title),
        version=__version__,
        style=_FONT.sub(_font_data, _STYLE_BLANK.sub(r"\1\2", style)),
    )


_FONT = re.compile(r"url\((.*?\.woff2)\)")


def _font_data(found: re.Match[str]) -> str:
    """Return a font that a style sheet names, as data within it."""
    data = base64.b64encode(assets.read_bytes("fonts", found[1])).decode()
    return f"url(data:font/woff2;base64,{data})"


def page_header(before: str) -> str:
    """Return the row above the content of a page: HTML, and the switch of light and dark."""
    label = escape(tr("Switch light/dark"))
    return (
        f'<header>{before}<button id="theme" type="button" aria-label="{label}" title="{label}">'
        f"{ICONS['theme']}</button></header>\n"
    )


def page_words(messages: dict[str, str]) -> str:
    """Return the colours and messages of a page for its scripts."""
    styles = {"light": style_colours(LIGHT), "dark": style_colours(DARK)}
    return json_element('id="styles"', styles) + json_element('id="words"', messages)


def json_element(mark: str, value: Any) -> str:
    """Return an element of a page that holds JSON for its scripts."""
    return f'<script type="application/json" {mark}>{script_json(value)}</script>\n'


def page_end(*scripts: str) -> str:
    """Return the end of a page, with scripts of ``resources/player``.

    Comments and needless blanks are left out, since every page carries its scripts.
    """
    whole = "\n".join(assets.read_text("player", name) for name in scripts)
    lines = [line.strip() for line in _COMMENT.sub("", whole).splitlines()]
    script = _BLANK.sub(r"\1", "\n".join(line for line in lines if line))
    return f"<script>\n{script}\n</script>\n</body>\n</html>\n"


_COMMENT = re.compile(r"/\*\*.*?\*/ ?|(?:^|(?<=\s))// .*?$", re.DOTALL | re.MULTILINE)
"""Comment of a script; no text in one looks like it."""
_BLANK = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<=[=(){}\[\],;:?<>&|!*]) +| +(?=[=(){}\[\],;:?<>&|!*])"""
)
"""Blank beside a sign of a script, or, in a group, a text that keeps its blanks."""


def style_colours(style: Style) -> dict[str, Any]:
    """Return the colours of a style that the player uses."""
    colours = {name: value for name, value in asdict(style).items() if name not in _UNUSED_COLOURS}
    return colours | {"on_accent": text_on(style.accent)}


_UNUSED_COLOURS = ("warning", "axes", "labels")
"""Fields of a style that the player does not use."""


def script_json(value: Any) -> str:
    """Return JSON that is safe inside a ``script`` element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return strict_json.escape_json_controls(text).replace("<", "\\u003c")

"""Conversion of the text in SVG drawings to outlines, so that no fonts are needed to show it.

The text itself is kept invisibly, for searching, copying and screen readers.
"""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtGui import QFont, QGlyphRun, QPainterPath, QRawFont, QTextLayout

from puzzlegui.render.primitives import FONT_FAMILY, label_font

_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_EM = 100
"""Font size in units of the outlines."""
_FAMILIES = f"{FONT_FAMILY}, Arial, sans-serif"


def outline_texts(svg: str) -> str:
    """Return a drawing of Qt with its texts as outlines; each glyph is defined once."""
    glyphs = _Glyphs()
    outlined = _TEXT.sub(lambda match: _outline_element(match[1], match[2], glyphs), svg)
    return outlined.replace("<defs>\n", f"<defs>\n{glyphs.definitions()}", 1)


def _outline_element(attributes: str, escaped: str, glyphs: _Glyphs) -> str:
    given = dict(_ATTRIBUTE.findall(attributes))
    size, bold = round(float(given["font-size"])), int(given["font-weight"]) > QFont.Weight.Medium
    x, y = given["x"], given["y"]
    uses = glyphs.line(unescape(escaped), size, bold=bold)
    place = f'x="{x}" y="{y}" xml:space="preserve" font-family="{_FAMILIES}" font-size="{size}"'
    if uses is None:  # a font without outlines
        weight = given["font-weight"]
        colour = f'fill="{given["fill"]}" stroke="none" font-weight="{weight}"'
        return f"<text {place} {colour}>{escaped}</text>"
    scale = f"translate({x},{y}) scale({size / _EM:g})"
    opacity = given.get("fill-opacity", "1")
    look = f'fill="{given["fill"]}" fill-opacity="{opacity}" fill-rule="nonzero" stroke="none"'
    shown = f'<g transform="{scale}" {look} aria-hidden="true">{uses}</g>' if uses else ""
    return f'{shown}<text {place} fill-opacity="0" stroke="none">{escaped}</text>'


class _Glyphs:
    """Outlines of glyphs, each with a unique name."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, int, int], str] = {}
        self._paths: list[str] = []
        self._lines: dict[tuple[str, int, bool], str | None] = {}

    def line(self, text: str, size: int, *, bold: bool) -> str | None:
        """Return a line of text, from the left end of its baseline; None without outlines."""
        key = text, size, bold
        if key not in self._lines:
            self._lines[key] = self._lay_out(text, label_font(size, bold=bold))
        return self._lines[key]

    def _lay_out(self, text: str, font: QFont) -> str | None:
        layout = QTextLayout(text, font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        if not line.isValid():
            return ""
        per_pixel = _EM / font.pixelSize()
        uses = []
        for run in layout.glyphRuns():
            names = self._glyph_names(run)
            if names is None and text.strip():
                return None
            for name, place in zip(names or (), run.positions(), strict=True):
                across, down = place.x() * per_pixel, (place.y() - line.ascent()) * per_pixel
                if name:
                    left, top = f' x="{_format_number(across)}"', f' y="{_format_number(down)}"'
                    uses.append(
                        f'<use xlink:href="#{name}"{left if _format_number(across) != "0" else ""}'
                        f"{top if abs(down) > 1 else ''}/>"
                    )
        return "".join(uses)

    def _glyph_names(self, run: QGlyphRun) -> list[str] | None:
        """Return the names of a run's glyphs, empty for blanks; None without outlines."""
        font = run.rawFont()
        large = QRawFont(font)
        large.setPixelSize(_EM)
        names = []
        for index in run.glyphIndexes():
            key = f"{font.familyName()} {font.styleName()}", font.weight(), index
            if key not in self._names:
                path = large.pathForGlyph(index)
                self._names[key] = f"g{len(self._paths)}" if path.elementCount() else ""
                if path.elementCount():
                    self._paths.append(f'<path id="{self._names[key]}" d="{_path_data(path)}"/>\n')
            names.append(self._names[key])
        blank = not any(names) and not large.fontTable("CFF ") and not large.fontTable("glyf")
        return None if blank else names

    def definitions(self) -> str:
        """Return the outlines for the ``defs`` element of a drawing."""
        return "".join(self._paths)


def _path_data(path: QPainterPath) -> str:
    """Return a path in the syntax of SVG."""
    words = []
    for at in range(path.elementCount()):
        element = path.elementAt(at)
        sign = {
            QPainterPath.ElementType.MoveToElement: "M",
            QPainterPath.ElementType.LineToElement: "L",
            QPainterPath.ElementType.CurveToElement: "C",
            QPainterPath.ElementType.CurveToDataElement: "",
        }[element.type]
        words.append(f"{sign}{_format_number(element.x)},{_format_number(element.y)}")
    return " ".join(words)


def _format_number(number: float) -> str:
    return f"{round(number, 1) + 0.0:g}"  # avoids "-0"

"""Text of a drawing as outlines, so that it looks the same where the font is not there.

The text itself is kept, unseen, to be found, copied and read aloud.
"""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtGui import QFont, QGlyphRun, QPainterPath, QRawFont, QTextLayout

from puzzlegui.render.primitives import FONT_FAMILY, label_font

_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_EM = 100
"""Units of an outline to the size of its font."""
_FAMILIES = f"{FONT_FAMILY}, Arial, sans-serif"


def outline_texts(svg: str) -> str:
    """A drawing as Qt makes it, each glyph of its text drawn once and used wherever it is."""
    glyphs = _Glyphs()
    drawn = _TEXT.sub(lambda found: _drawn(found[1], found[2], glyphs), svg)
    return drawn.replace("<defs>\n", f"<defs>\n{glyphs.definitions()}", 1)


def _drawn(attributes: str, escaped: str, glyphs: _Glyphs) -> str:
    given = dict(_ATTRIBUTE.findall(attributes))
    size, bold = round(float(given["font-size"])), int(given["font-weight"]) > QFont.Weight.Medium
    x, y = given["x"], given["y"]
    uses = glyphs.of(unescape(escaped), size, bold=bold)
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
    """The outlines of glyphs, each under a name of its own."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, int, int], str] = {}
        self._paths: list[str] = []
        self._lines: dict[tuple[str, int, bool], str | None] = {}

    def of(self, text: str, size: int, *, bold: bool) -> str | None:
        """A line of text, from the left end of its base line on; None if a glyph has no outline."""
        key = text, size, bold
        if key not in self._lines:
            self._lines[key] = self._laid_out(text, label_font(size, bold=bold))
        return self._lines[key]

    def _laid_out(self, text: str, font: QFont) -> str | None:
        layout = QTextLayout(text, font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        if not line.isValid():
            return ""
        per_pixel = _EM / font.pixelSize()
        uses = []
        for run in layout.glyphRuns():
            names = self._names_of(run)
            if names is None and text.strip():
                return None
            for name, place in zip(names or (), run.positions(), strict=True):
                across, down = place.x() * per_pixel, (place.y() - line.ascent()) * per_pixel
                if name:
                    left, top = f' x="{_short(across)}"', f' y="{_short(down)}"'
                    uses.append(
                        f'<use xlink:href="#{name}"{left if _short(across) != "0" else ""}'
                        f"{top if abs(down) > 1 else ''}/>"
                    )
        return "".join(uses)

    def _names_of(self, run: QGlyphRun) -> list[str] | None:
        """The names of a run's glyphs, empty for blanks; None if it has no outlines at all."""
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
                    self._paths.append(f'<path id="{self._names[key]}" d="{_written(path)}"/>\n')
            names.append(self._names[key])
        blank = not any(names) and not large.fontTable("CFF ") and not large.fontTable("glyf")
        return None if blank else names

    def definitions(self) -> str:
        """The outlines, to stand among the definitions of a drawing."""
        return "".join(self._paths)


def _written(path: QPainterPath) -> str:
    """A path as SVG has it."""
    words = []
    for at in range(path.elementCount()):
        element = path.elementAt(at)
        sign = {
            QPainterPath.ElementType.MoveToElement: "M",
            QPainterPath.ElementType.LineToElement: "L",
            QPainterPath.ElementType.CurveToElement: "C",
            QPainterPath.ElementType.CurveToDataElement: "",
        }[element.type]
        words.append(f"{sign}{_short(element.x)},{_short(element.y)}")
    return " ".join(words)


def _short(number: float) -> str:
    return f"{round(number, 1) + 0.0:g}"  # no minus before a nought

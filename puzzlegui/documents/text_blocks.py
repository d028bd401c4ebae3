"""Text that holds grids: its decoding, and its division into rows of words.

The first steps from bytes to a board: ``decoded`` gives the text, ``with_plain_characters`` plain
digits and separators in the same places, ``lines_of`` its lines without comments, quotes, fences
and frames. Every step takes time in proportion to the text, and keeps the offsets of what it sets
aside, so that a window can show it.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from puzzlegui.core.language import Translatable, gettext_noop, tr

MAX_TEXT_BYTES = 16 << 20
"""Maximum size of a text with grids, in bytes, and in characters."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decoded(data: bytes) -> str:
    """Decode a text in UTF-8, or in UTF-16 with its mark, without the mark.

    Raises:
        UnicodeDecodeError: the bytes are neither.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding)
    return data.decode("utf-8")


def _plain_characters() -> dict[int, str]:
    """Return the plain form of digits and separators, by code point: single characters."""
    found = {}
    ranges = (range(0xFF01, 0xFF5F), range(0x1D7CE, 0x1D800), range(0x2460, 0x2469))
    for code in (code for codes in ranges for code in codes):
        plain = unicodedata.normalize("NFKC", chr(code))
        if len(plain) == 1 and plain.isascii():
            found[code] = plain
    blanks = (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
    found |= dict.fromkeys(blanks, " ")
    found |= dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2013\u2014"), "-")
    found |= dict.fromkeys(map(ord, "│┃║┆┇┊┋╎╏"), "|")
    found |= dict.fromkeys(map(ord, "‘’‚‛“”„‟"), '"')
    found |= dict.fromkeys(map(ord, "、"), ",")
    found |= dict.fromkeys(map(ord, "□▢◻⬜"), "_")
    found |= dict.fromkeys(map(ord, "\u2028\u2029\x85"), "\n")
    found |= dict.fromkeys(map(ord, "\ufeff\u200b\u200e\u200f\ufe0f\u20e3"), " ")
    return found


_PLAIN = _plain_characters()


def with_plain_characters(text: str) -> str:
    """Return a text with plain digits, separators and blanks, each in its place."""
    return text if text.isascii() else text.translate(_PLAIN)


class Kind(Enum):
    """Kind of a stretch of text that is no part of a grid; the value is its name."""

    COMMENT = gettext_noop("comment")
    QUOTE = gettext_noop("quote mark")
    FENCE = gettext_noop("fence")
    FRAME = gettext_noop("frame")
    TITLE = gettext_noop("title")
    SIZE = gettext_noop("size")
    HEADER = gettext_noop("header")
    NUMBERING = gettext_noop("numbering")
    DECLARATION = gettext_noop("declaration")

    @property
    def title(self) -> Translatable:
        """Name of the kind, translated."""
        return tr(self.value)


@dataclass(frozen=True)
class SetAside:
    """Stretch of a text that is no part of a grid.

    Attributes:
        kind: kind of the stretch.
        start: offset of its first character.
        stop: offset after its last character.
        line: number of its line, from 1.
    """

    kind: Kind
    start: int
    stop: int
    line: int


class Break(Enum):
    """Separator of a line from the line before."""

    NONE = 0
    SOFT = 1
    """A blank line or a frame, which may stand between rows or between grids."""
    HARD = 2
    """The edge of a fence, or a title."""


@dataclass
class Line:
    """Line of a text, without what was set aside.

    Attributes:
        text: content, without blanks at the right.
        start: offset of the content.
        number: number of the line, from 1.
        separation: what separates it from the line before.
        label: comment above the line that names a start or a goal; empty without one.
    """

    text: str
    start: int
    number: int
    separation: Break = Break.NONE
    label: str = ""


_COMMENT = re.compile(r"(?:^|(?<=[\s,;\])}]))(?:#|//|%|<[-=]|←)")
_R_HEADER = re.compile(r"\s*+(?:\[,[0-9]{1,4}\]\s*+)++")
_R_ROW = re.compile(r"\s*+\[[0-9]{1,4},\]\s++")
"""Names of columns and rows of a matrix as R prints it."""
_BRACKETS = str.maketrans("[]", "  ")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[^`~]*")
_FRAME = re.compile(r"[-+|_=:*~.\s\u2500-\u259f]+")
_FRAME_PART = re.compile(r"--|==|\+-|-\+|:-|-:|___|\*\*\*|~~~|[\u2500-\u259f]")
_ONLY_BARS = re.compile(r"[|\s]+")
_LATEX = re.compile(
    r"\\(?:begin|end)\{\w{1,20}\*?\}(?:\{[^{}\n]{0,99}\}|\[[^\[\]\n]{0,9}\])*"
    r"|\\(?:hline|(?:top|mid|bottom)rule|(?:cline|cmidrule)\{[0-9-]{1,9}\})(?![A-Za-z])"
    r"|\\(?:left|right)[.()|\[\]]|\\[()\[\]](?=\s)|\$\$?"
)
"""Commands around and between the rows of a table or a matrix."""
_CELLS_IN_BRACKETS = re.compile(r"\s*+(?:\[[ \t]*+(?:[^\W_]++|[_.*-])?+[ \t]*+\]\s*+){2,}+")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)


_LONGEST_LABEL = 60
_COMMENT_MARKS = ("#", "//", "%")

GOAL_LABEL = re.compile(
    r"\b(?:goal|target|final|finish|end|solved|desired|ziel\w*)\b", re.IGNORECASE
)
START_LABEL = re.compile(r"\b(?:start|initial|begin|scrambled|first|anfang\w*)\w*\b", re.IGNORECASE)
NAMES_GRID = re.compile(f"{GOAL_LABEL.pattern}|{START_LABEL.pattern}", re.IGNORECASE)


class LineReader:
    """Reader of the lines of a text.

    Attributes:
        text: the text, with plain characters.
        set_aside: the stretches set aside so far, by later steps too.
        separator: character that a line ``sep=;`` declares; empty without one.
    """

    def __init__(self, text: str) -> None:
        self.text = with_plain_characters(text)
        self.set_aside: list[SetAside] = []
        self.separator = ""
        self._label = ""
        if "\\" in self.text:
            self._take_latex()

    def _take_latex(self) -> None:
        """Set commands of LaTeX aside, and give rows and cells plain separators in place."""
        counted, number = 0, 1
        for match in _LATEX.finditer(self.text):
            number += self.text.count("\n", counted, match.start())
            counted = match.start()
            self.set_aside.append(SetAside(Kind.FRAME, match.start(), match.end(), number))
        if self.set_aside:
            self.text = _LATEX.sub(lambda match: " " * len(match[0]), self.text)
            self.text = self.text.replace("&", "|")
        self.text = self.text.replace("\\\\", " /").replace("\\", "/")

    def put_aside(self, kind: Kind, line: Line, start: int = 0, stop: int | None = None) -> None:
        """Set aside a stretch of a line, given by offsets within its content."""
        end = len(line.text) if stop is None else stop
        self.set_aside.append(SetAside(kind, line.start + start, line.start + end, line.number))

    def lines(self) -> Iterator[Line]:
        """Yield each line with content; its ``separation`` tells what came before."""
        separation, text = Break.NONE, self.text
        stop, number = 0, 0
        size = len(text)
        while stop < size:
            start = stop
            first = number + 1
            while text.startswith(_COMMENT_MARKS, stop):  # many lines, at once
                stop = text.find("\n", stop) + 1 or size
                number += 1
            if stop > start:
                at = start
                while match := NAMES_GRID.search(text, at, stop):
                    begin = max(text.rfind("\n", at, match.start()) + 1, at)
                    at = text.find("\n", match.start()) + 1 or size
                    comment = text[begin:at]
                    if len(comment) <= _LONGEST_LABEL and self._names_grid(comment):
                        separation = Break.HARD
                self.set_aside.append(SetAside(Kind.COMMENT, start, stop, first))
                continue
            stop = text.find("\n", start) + 1 or size
            number += 1
            line = Line(text[start:stop].rstrip(" \r\n\v\f"), start, number)
            if not line.text or line.text.isspace():
                separation = max(separation, Break.SOFT, key=_strength)
                continue
            found = self._content(line)
            if found == Break.NONE:
                line.separation, line.label = separation, self._label
                separation, self._label = Break.NONE, ""
                yield line
            elif found is not None:
                separation = max(separation, found, key=_strength)

    def _content(self, line: Line) -> Break | None:
        """Set aside what is no content; return NONE if some is left, else the kind of break.

        A comment of its own separates nothing, unless it names a start or a goal.
        """
        if match := _QUOTE.match(line.text):
            self.put_aside(Kind.QUOTE, line, 0, match.end())
            _cut(line, match.end())
            if not line.text:
                return Break.SOFT
        if match := _R_ROW.match(line.text):
            self.put_aside(Kind.NUMBERING, line, 0, match.end())
            _cut(line, match.end())
        elif _R_HEADER.fullmatch(line.text):
            self.put_aside(Kind.HEADER, line)
            return None
        if _CELLS_IN_BRACKETS.fullmatch(line.text):
            line.text = re.sub(r"\[\s*\]", "[_]", line.text).translate(_BRACKETS)
        if _FENCE.fullmatch(line.text):
            self.put_aside(Kind.FENCE, line)
            return Break.HARD
        if match := _SEPARATOR_LINE.fullmatch(line.text):
            self.separator = match[1]
            self.put_aside(Kind.DECLARATION, line)
            return None
        if _is_frame(line.text):
            self.put_aside(Kind.FRAME, line)
            return Break.SOFT
        if line.text.startswith("/*") and line.text.endswith("*/"):
            self.put_aside(Kind.COMMENT, line)
            return None
        if match := _COMMENT.search(line.text):
            self.put_aside(Kind.COMMENT, line, match.start())
            comment = line.text[match.start() :]
            line.text = line.text[: match.start()].rstrip()
            if not line.text:
                named = len(comment) <= _LONGEST_LABEL and self._names_grid(comment)
                return Break.HARD if named else None
        return Break.NONE

    def _names_grid(self, comment: str) -> bool:
        """Keep a comment that names a start or a goal as a label; return True if it does."""
        words = comment.strip(" #/%*-:\r\n")
        if not NAMES_GRID.search(words):
            return False
        self._label = words
        return True


def _is_frame(text: str) -> bool:
    """Return True for a line of a frame: a rule, or bars without anything between them."""
    if not _FRAME.fullmatch(text):
        return False
    markdown = text.startswith("|") and text.replace(" ", "").startswith(("|-", "|:"))
    return bool(_FRAME_PART.search(text) or _ONLY_BARS.fullmatch(text) or markdown)


def _strength(separation: Break) -> int:
    return separation.value


def _cut(line: Line, count: int) -> None:
    """Remove characters from the left of a line."""
    line.text, line.start = line.text[count:], line.start + count

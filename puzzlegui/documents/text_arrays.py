"""Arrays as programs write them: nested brackets of Python, C, MATLAB, NumPy and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from puzzlegui.core.errors import GridTextError, PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.documents.text_blocks import Kind, Line, LineReader
from puzzlegui.documents.text_rows import MAX_ROWS, Row, Section, is_content, rows_in, separators_in

MAX_NESTING = 20
"""Maximum depth of brackets."""

_TOKEN = re.compile(r"[\[({]|[\])}]|[^\[\](){}]+")
_OPENING = "[({"
_NO_WORD = re.compile(r"[\s,;]*")
_DIMENSION = re.compile(r"\s*(?:[0-9]{1,4}|[A-Za-z_]\w*)?\s*")
_NAME_AT_END = re.compile(r"(?:[\w\]]|\bnew\s+\w+)\s*$")
_LABEL = re.compile(r"[\"']?([^\W\d_][\w .-]*)[\"']?\s*(?:\[[^\[\]]*\]\s*)*[:=]?\s*\w*[.\w]*\s*$")
_QUOTED = re.compile(r"([\"'])[^\"']*\1")
_KEY = re.compile(r"[:=]")
_LONGEST_LABEL = 80
_LEAST_WORDS = 4
"""Number of words that an array has at least; fewer may be a remark in parentheses."""


@dataclass
class Text:
    """Stretch of text between brackets; ``line`` holds it, in its place."""

    line: Line


@dataclass
class Node:
    """Pair of brackets with its content.

    Attributes:
        before: text before the brackets, since the last bracket or the start of the line.
        items: content, in order.
    """

    before: str
    items: list[Node | Text] = field(default_factory=list)

    @property
    def nodes(self) -> list[Node]:
        """The inner brackets."""
        return [item for item in self.items if isinstance(item, Node)]

    @property
    def texts(self) -> list[Line]:
        """The text outside the inner brackets."""
        return [item.line for item in self.items if isinstance(item, Text)]

    @property
    def text(self) -> str:
        """The text outside the inner brackets, joined."""
        return "\n".join(line.text for line in self.texts)


def array_sections(reader: LineReader, lines: Sequence[Line]) -> list[Section]:
    """Return the arrays of a text as sections; empty if it has none.

    Raises:
        PuzzleError: brackets do not match, or arrays are nested unevenly or too deeply.
    """
    if not any(mark in line.text for line in lines for mark in _OPENING):
        return []
    root = Node("")
    problem = _parse(lines, root)
    sections: list[Section] = []
    try:
        sections += _sections(root, "", nested=False)
    except PuzzleError as error:
        problem = problem or str(error)
    if sum(len(row.words) for each in sections for row in each.rows) < _LEAST_WORDS:
        return []
    if problem:
        raise PuzzleError(problem)
    for line in root.texts:
        if not _NO_WORD.fullmatch(line.text):
            reader.put_aside(Kind.DECLARATION, line)
    return _joined(sections)


def _parse(lines: Sequence[Line], root: Node) -> str:
    """Parse the brackets of all lines into a node; return a problem, or an empty text."""
    stack = [root]
    closing = dict(zip("])}", _OPENING, strict=True))
    opened: list[tuple[str, int]] = []
    count = 0
    for line in lines:
        before = ""
        for token in _TOKEN.finditer(line.text):
            mark = token[0]
            if mark in _OPENING:
                count += 1
                if count > MAX_ROWS:
                    return tr("there are more than {most} arrays").format(
                        most=group_digits(MAX_ROWS)
                    )
                node = Node(before)
                stack[-1].items.append(node)
                stack.append(node)
                opened.append((mark, line.number))
                before = ""
                if len(stack) > MAX_NESTING:
                    return tr("the arrays are nested too deeply (line {line})").format(
                        line=group_digits(line.number)
                    )
            elif mark in closing:
                if not opened or opened[-1][0] != closing[mark]:
                    return tr("{mark} in line {line} closes no bracket").format(
                        mark=mark, line=group_digits(line.number)
                    )
                opened.pop()
                node = stack.pop()
                before = node.before if _is_dimension(node) else ""
            else:
                place = replace(line, text=mark, start=line.start + token.start())
                stack[-1].items.append(Text(place))
                before = (before + mark)[-_LONGEST_LABEL:]
    if opened:
        mark, number = opened[-1]
        return tr("{mark} in line {line} is never closed").format(
            mark=mark, line=group_digits(number)
        )
    return ""


def _sections(node: Node, label: str, *, nested: bool) -> Iterator[Section]:
    """Yield a section for each array in a node; single rows get a section each.

    Raises:
        PuzzleError: rows and single words stand side by side.
    """
    inner = [each for each in node.nodes if not _is_dimension(each)]
    for each in inner:
        name = _label_of(each) or label
        below = [child for child in each.nodes if not _is_dimension(child)]
        if not below:
            rows = _leaf_rows(each)
            if rows and (nested or _holds_values(each.text)):
                yield Section(name, chunks=[rows])
        elif len(below) > 1 and not any(child.nodes for child in below) and not _has_keys(each):
            if not _NO_WORD.fullmatch(each.text) and not each.before.strip():
                line = each.texts[0].number
                text = tr("the array in line {line} mixes rows and single words")
                raise GridTextError(text.format(line=group_digits(line)), line)
            flat = [_flat(_leaf_rows(child)) for child in below]
            yield Section(name, chunks=[[row for row in flat if row is not None]])
        else:
            yield from _sections(each, name, nested=True)


def _holds_values(text: str) -> bool:
    """Return True if brackets hold values, not a remark."""
    return is_content(text) or all(_QUOTED.fullmatch(word.strip()) for word in text.split(","))


def _has_keys(node: Node) -> bool:
    return bool(_KEY.search(node.text))


def _is_dimension(node: Node) -> bool:
    """Return True for brackets that give the size of an array in C, such as ``[3]``."""
    return (
        not node.nodes
        and _DIMENSION.fullmatch(node.text) is not None
        and (not node.text.strip() or _NAME_AT_END.search(node.before) is not None)
    )


def _label_of(node: Node) -> str:
    """Return the name before a node, such as ``goal =`` or ``"goal":``."""
    match = _LABEL.search(node.before.lstrip(", \t;{"))
    return match[1].strip() if match else ""


def _leaf_rows(node: Node) -> list[Row]:
    """Return the rows in brackets without inner brackets; several if lines or ``;`` divide them."""
    lines = [line for line in node.texts if line.text.strip(" \t,")]
    separators = separators_in([line.text.rstrip(", ") for line in lines])
    rows = [
        Row(tuple(words), line)
        for line in lines
        for words in rows_in(line.text.strip(" \t").rstrip(", "), separators)
    ]
    if len({len(row.words) for row in rows}) > 1 and not separators.row:
        whole = _flat(rows)
        return [] if whole is None else [whole]
    return rows


def _flat(rows: Sequence[Row]) -> Row | None:
    if not rows:
        return None
    return Row(tuple(word for row in rows for word in row.words), rows[0].line)


def _joined(sections: Sequence[Section]) -> list[Section]:
    """Join single rows of equal length without names that follow each other into a section."""
    found: list[Section] = []
    for section in sections:
        if found and _continues(found[-1], section):
            found[-1].chunks[0] += section.rows
        else:
            found.append(section)
    return found


def _continues(before: Section, section: Section) -> bool:
    rows = section.chunks[0]
    return (
        not before.label
        and not section.label
        and len(rows) == 1
        and len(before.chunks[0][-1].words) == len(rows[0].words)
    )

"""Strict JSON parser that reports the line and column of every error.

The standard decoder accepts input that a board file must not contain (NaN, duplicate keys, an
unpaired surrogate) and does not keep the locations of values. ``parse`` rejects the former;
``positions`` finds the latter in a second pass, needed only to report problems.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn, TypeAlias

from puzzlegui.core.errors import Problem, ProblemList, line_and_column
from puzzlegui.core.files import UNSEEN_BUT_LINES
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr

JsonPath = tuple[str | int, ...]


def nesting_problem() -> Problem:
    """Return the problem of a text that is nested too deeply."""
    return Problem(tr("this is nested too deeply to be a board"), line=1, column=1)


_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonError(ValueError):
    """Text that is not strict JSON."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(str(problem) for problem in problems))


class _NeedsSlowPath(Exception):
    """Raised by the fast pass on input that only the slow pass can locate."""


def _suspect(*_: object) -> NoReturn:
    raise _NeedsSlowPath


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _NeedsSlowPath
    return found


_DECODER = json.JSONDecoder(parse_constant=_suspect, object_pairs_hook=_unique)
_SPACE = re.compile(r"[ \t\n\r]*")


def parse(text: str) -> Any:
    """Parse JSON.

    Raises:
        JsonError: the text is not JSON, or contains NaN, Infinity, a duplicate key, an unpaired
            surrogate, or is nested too deeply; with the line and column of each problem.
    """
    try:
        value = _DECODER.decode(text)
        if "\\u" not in text or not _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
            return value
    except _NeedsSlowPath:
        pass
    except (ValueError, RecursionError) as error:
        raise JsonError([_decoding_problem(error, text)]) from None
    raise JsonError(_all_problems(text))


_FAULTS = (
    ("Expecting value", gettext_noop("the text is damaged or incomplete: a value is missing")),
    (
        "Expecting ',' delimiter",
        gettext_noop("the text is damaged or incomplete: a comma is missing"),
    ),
    (
        "Expecting ':' delimiter",
        gettext_noop("the text is damaged or incomplete: a colon is missing"),
    ),
    (
        "Expecting property name",
        gettext_noop("the text is damaged or incomplete: a name in double quotes is missing"),
    ),
    (
        "Unterminated string",
        gettext_noop("the text is damaged or incomplete: the closing double quote is missing"),
    ),
    ("Illegal trailing comma", gettext_noop("the text is damaged: there is an extra comma")),
    ("Extra data", gettext_noop("the text is damaged: more text follows its end")),
)
"""Messages for users, by the first words of the standard decoder's messages."""


def escape_json_controls(text: str) -> str:
    """Escape characters in JSON text that control a terminal, without changing its meaning."""
    return UNSEEN_BUT_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def long_number_problem(text: str) -> Problem:
    """Return the problem of the first whole number that has too many digits."""
    digits = sys.get_int_max_str_digits() + 1
    pattern = rf'"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])[+-]?(\d{{{digits},}})(?![\d.eE])'
    long = (found for found in re.finditer(pattern, text, re.DOTALL) if found[1])
    found = next(long, None)
    if found is None:
        return Problem(tr("a number has too many digits"), line=1, column=1)
    line, column = line_and_column(text, found.start())
    message = tr("this number has {count} digits, which is too many")
    return Problem(message.format(count=group_digits(len(found[1]))), line=line, column=column)


def _decoding_problem(error: ValueError | RecursionError, text: str) -> Problem:
    """Return the problem that stopped the decoder."""
    match error:
        case json.JSONDecodeError():
            what = next((tr(text) for start, text in _FAULTS if error.msg.startswith(start)), "")
            if not what:
                what = tr("the text is damaged or incomplete")
            return Problem(what, line=error.lineno, column=error.colno)
        case RecursionError():
            return nesting_problem()
        case _:  # ValueError for a whole number of thousands of digits
            return long_number_problem(text)


def locate(text: str, paths: Iterable[JsonPath]) -> dict[JsonPath, tuple[int, int]]:
    """Locate the values at some paths, or the values around them, in a text that was parsed.

    Returns:
        Line and column, from 1, by path.
    """
    tree: _Tree = {}
    for path in paths:
        node = tree
        for step in path:
            node = node.setdefault(step, {})
    found: dict[JsonPath, int] = {}
    # Locations are optional: a partial result is good enough.
    with contextlib.suppress(RecursionError):
        _find(text, _skip_space(text, 0), (), tree, found)
    return {path: line_and_column(text, offset) for path, offset in found.items()}


_Tree: TypeAlias = dict["str | int", "_Tree"]
"""Prefix tree of paths."""


def _skip_space(text: str, at: int) -> int:
    """Return the offset of the first character that is not white space."""
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _skip_character(mark: str, text: str, at: int) -> int:
    """Skip a required character and the white space around it, and return the offset."""
    at = _skip_space(text, at)
    if text[at] != mark:
        raise ValueError(mark)
    return _skip_space(text, at + 1)


def _find(text: str, at: int, path: JsonPath, tree: _Tree, found: dict[JsonPath, int]) -> None:
    """Locate the values in a tree of paths, from the value at an offset."""
    found[path] = at
    mark, wanted, index = text[at], len(tree), 0
    if mark not in "[{":
        return
    at = _skip_space(text, at + 1)
    while wanted and text[at] not in "]}":
        step: str | int = index
        if mark == "{":
            step, at = _PLAIN.raw_decode(text, at)
            at = _skip_character(":", text, at)
        if step in tree:
            _find(text, at, (*path, step), tree[step], found)
            wanted -= 1
        at = _skip_space(text, _PLAIN.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip_space(text, at + 1)
        index += 1


_PLAIN = json.JSONDecoder()
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity|[{}]', re.DOTALL)
_KEY_ENDS = re.compile(r"[ \t\n\r]*:")


def _all_problems(text: str) -> list[Problem]:
    """Return all problems of a text up to the location where decoding fails."""
    noted = ProblemList()

    def complain(message: str, offset: int) -> None:
        line, column = (0, 0) if noted.full else line_and_column(text, offset)
        noted.add(Problem(message, line=line, column=column))

    broken: ValueError | RecursionError | None = None
    try:
        _PLAIN.decode(text)
    except (ValueError, RecursionError) as error:
        broken = error
    end = broken.pos if isinstance(broken, json.JSONDecodeError) else len(text)
    keys: list[set[str]] = [set()]
    # The text may be malformed after a value that is too deep or too long for the decoder.
    with contextlib.suppress(ValueError, IndexError):
        for token in _TOKEN.finditer(text, 0, end):
            word, begin = token[0], token.start()
            if word == "{":
                keys.append(set())
            elif word == "}":
                keys.pop()
            elif word[0] != '"':
                complain(tr("{word} is not a number a board can hold").format(word=word), begin)
            else:
                value = json.loads(word, strict=False) if "\\" in word else word[1:-1]
                key_ends = _KEY_ENDS.match(text, token.end())
                half = "\\" in word and _SURROGATE.search(value)
                if key_ends and value in keys[-1]:
                    shown = value if len(value) <= 40 else f"{value[:40]}…"
                    what = tr("the key {shown} appears twice; keep one").format(shown=repr(shown))
                    complain(what, _skip_space(text, key_ends.end()))
                elif half:
                    in_key = tr("this key holds half of a surrogate pair")
                    in_text = tr("this text holds half of a surrogate pair")
                    complain(in_key if key_ends else in_text, begin)
                if key_ends:
                    keys[-1].add(value)
    if broken is not None:
        noted.add(_decoding_problem(broken, text))
    return noted.summarized()

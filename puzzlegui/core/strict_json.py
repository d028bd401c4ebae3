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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
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
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_WHOLE_ESCAPE = (
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?!u[dD][89a-fA-F]).)"
)
"""Escape of a character; those of surrogates only in pairs."""
# Patterns are possessive, since backtracking takes memory.
_PAIRED = re.compile(rf"(?:[^\\]++|{_WHOLE_ESCAPE})*+", re.DOTALL)


@dataclass(frozen=True)
class JsonLimits:
    """Limits of a text, since each value takes many times its length in memory.

    The signs are counted before the text is parsed, in strings, too.

    Attributes:
        objects: greatest number of ``{``.
        lists: greatest number of ``[``.
        keys: greatest number of ``:``.
    """

    objects: int
    lists: int
    keys: int

    def excess(self, text: str) -> Problem | None:
        """Return the problem of a text that exceeds a limit; None if it exceeds none."""
        if text.count("{") > self.objects:
            message, most = tr("holds more than {most} objects, too many to be read"), self.objects
        elif text.count("[") > self.lists:
            message, most = tr("holds more than {most} lists, too many to be read"), self.lists
        elif text.count(":") > self.keys:
            message, most = tr("holds more than {most} keys, too many to be read"), self.keys
        else:
            return None
        return Problem(message.format(most=group_digits(most)))


DEFAULT_LIMITS = JsonLimits(100_000, 400_000, 400_000)
"""Limits of a text whose kind has none of its own."""


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
_SPACE = re.compile(r"[ \t\n\r]*+")


def parse(text: str, limits: JsonLimits = DEFAULT_LIMITS) -> Any:
    """Parse JSON.

    Raises:
        JsonError: the text is not JSON, or contains NaN, Infinity, a duplicate key, an unpaired
            surrogate, or is nested too deeply; with the line and column of each problem. Or it
            exceeds the limits.
    """
    excess = limits.excess(text)
    if excess is not None:
        raise JsonError([excess])
    if _has_half_characters(text):  # looked at first, since decoding may take long
        raise JsonError(_all_problems(text))
    try:
        return _DECODER.decode(text)
    except _NeedsSlowPath:
        raise JsonError(_all_problems(text)) from None
    except (ValueError, RecursionError) as error:
        raise JsonError([_decoding_problem(error, text)]) from None


def _has_half_characters(text: str) -> bool:
    """Return True if a text has the escape of a surrogate without that of its partner."""
    first = _SURROGATE_ESCAPE.search(text)
    if first is None:
        return False
    # Begin at an even number of backslashes before the escape.
    begin = len(text[: first.start()].rstrip("\\"))
    paired = _PAIRED.match(text, begin)
    assert paired is not None  # it may be empty
    return paired.end() < len(text)


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
    string = r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'  # to the end: else each mark would be tried
    pattern = rf"{string}|(?<![\d.eE+-])[+-]?(\d{{{digits},}}+)(?![.eE])"
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
            if not wanted:
                return
        at = _skip_space(text, _PLAIN.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip_space(text, at + 1)
        index += 1


_PLAIN = json.JSONDecoder()
_TOKEN = re.compile(
    # Skip everything but keys, braces, constants, and strings with half a surrogate pair.
    rf'(?:[^"{{}}NI]++|"(?:[^"\\]++|{_WHOLE_ESCAPE})*+"(?![ \t\n\r]*+:))*+'
    r'("(?:[^"\\]++|\\.)*+"|NaN|Infinity|[{}])',
    re.DOTALL,
)
_KEY_ENDS = re.compile(r"[ \t\n\r]*+:")


def _all_problems(text: str) -> list[Problem]:
    """Return the first problems of a text up to the location where decoding fails."""
    noted, offsets, end = ProblemList(), [], len(text)
    for message, offset, token_end in _token_problems(text):
        offsets.append(offset)
        noted.add(Problem(message))
        if noted.full:
            noted.cut, end = True, token_end
            break
    # The text is decoded only as far as it was looked at.
    broken: ValueError | RecursionError | None = None
    try:
        _PLAIN.decode(text[:end])
    except (ValueError, RecursionError) as error:
        broken = error
    stop = broken.pos if isinstance(broken, json.JSONDecodeError) else len(text)
    if noted.cut and stop >= end:  # it fails only since the rest is missing
        broken, stop = None, len(text)
    found = ProblemList(cut=noted.cut and broken is None)
    for problem, offset in zip(noted.problems, offsets, strict=False):
        if offset < stop:
            line, column = line_and_column(text, offset)
            found.add(replace(problem, line=line, column=column))
    if broken is not None:
        found.add(_decoding_problem(broken, text))
    return found.summarized()


def _token_problems(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the problems of tokens: message, offset, and end of the token."""
    keys: list[set[str]] = [set()]
    at = 0
    # The text may be malformed after the location where decoding fails.
    with contextlib.suppress(ValueError, IndexError):
        while token := _TOKEN.match(text, at):
            word, begin, at = token[1], token.start(1), token.end()
            if word == "{":
                keys.append(set())
            elif word == "}":
                keys.pop()
            elif word[0] != '"':
                if text.endswith("-", 0, begin):
                    word, begin = f"-{word}", begin - 1
                message = tr("{word} is not a number a board can hold").format(word=word)
                yield message, begin, at
            else:
                value = json.loads(word, strict=False) if "\\" in word else word[1:-1]
                key_ends = _KEY_ENDS.match(text, at)
                half = "\\" in word and _SURROGATE.search(value)
                if key_ends and value in keys[-1]:
                    shown = value if len(value) <= 40 else f"{value[:40]}…"
                    what = tr("the key {shown} appears twice; keep one").format(shown=repr(shown))
                    yield what, _skip_space(text, key_ends.end()), key_ends.end()
                elif half:
                    in_key = tr("this key holds half of a surrogate pair")
                    in_text = tr("this text holds half of a surrogate pair")
                    yield in_key if key_ends else in_text, begin, at
                if key_ends:
                    keys[-1].add(value)

"""JSON text read strictly, and the line and column of everything in it.

The standard decoder accepts what a board file must not hold (NaN, a key given twice, half of a
surrogate pair) and forgets where a value stood. ``parse`` refuses the first; ``positions`` finds
the second, in a slower pass that is made only once something is wrong.
"""

from __future__ import annotations

import contextlib
import json
import json.decoder
import json.scanner
import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from puzzlegui.core.errors import Problem

JsonPath = tuple[str | int, ...]

TOO_DEEP = Problem("this is nested too deeply to be a board", line=1, column=1)

_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonError(ValueError):
    """Text that is not strict JSON."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(str(problem) for problem in problems))


class _Suspect(Exception):
    """The quick pass met what only the slow pass can place."""


def _suspect(*_: object) -> NoReturn:
    raise _Suspect


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Suspect
    return found


_DECODER = json.JSONDecoder(parse_constant=_suspect, object_pairs_hook=_unique)
_LONG = 1 << 20
"""Characters from which on a text is decoded in pieces."""
_SPACE = re.compile(r"[ \t\n\r]*")


def _in_pieces(text: str) -> Any:
    """As decoded at once, but of an object that holds lists of lists one list after the other.

    The decoder keeps the interpreter to itself, and a window would stand still for as long.
    """
    try:
        return _object_in_pieces(text)
    except (ValueError, IndexError, _Suspect):
        return _DECODER.decode(text)  # says what is wrong


def _object_in_pieces(text: str) -> Any:
    at = _after("{", text, 0)
    pairs: list[tuple[str, Any]] = []
    while True:
        key, at = _DECODER.raw_decode(text, at)
        if not isinstance(key, str):
            raise ValueError(key)  # noqa: TRY004 - as the decoder says of what is no JSON
        at = _after(":", text, at)
        if text[at] == "[" and text[_after("[", text, at)] == "[":
            value, at = _list_in_pieces(text, _after("[", text, at))
        else:
            value, at = _DECODER.raw_decode(text, at)
        pairs.append((key, value))
        at = _skipped(text, at)
        if text[at] == "}":
            break
        at = _after(",", text, at)
    if _skipped(text, at + 1) != len(text):
        raise ValueError(text[at])
    return _unique(pairs)


def _list_in_pieces(text: str, at: int) -> tuple[list[Any], int]:
    found = []
    while True:
        value, at = _DECODER.raw_decode(text, at)
        found.append(value)
        at = _skipped(text, at)
        if text[at] == "]":
            return found, at + 1
        at = _after(",", text, at)


def _skipped(text: str, at: int) -> int:
    """The place of what comes after white space."""
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _after(mark: str, text: str, at: int) -> int:
    """The place of what comes after a mark, which must come now."""
    at = _skipped(text, at)
    if text[at] != mark:
        raise ValueError(mark)
    return _skipped(text, at + 1)


def parse(text: str) -> Any:
    """The value written in ``text``.

    Raises:
        JsonError: the text is not JSON, or holds NaN, Infinity, a key twice in one object, an
            unpaired surrogate, or is nested too deeply; with the line and column of each.
    """
    try:
        value = _in_pieces(text) if len(text) > _LONG else _DECODER.decode(text)
        if "\\u" not in text or not _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
            return value
    except _Suspect:
        pass
    except (ValueError, RecursionError) as error:
        raise JsonError([_broken(error)]) from None
    decoder = _PlacingDecoder(text)
    try:
        decoder.decode(text)
    except (ValueError, RecursionError) as error:  # what is wrong after what was suspect
        decoder.problems.append(_broken(error))
    raise JsonError(decoder.problems)


def _broken(error: ValueError | RecursionError) -> Problem:
    """What made the decoder give up."""
    match error:
        case json.JSONDecodeError():
            what = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            return Problem(what, line=error.lineno, column=error.colno)
        case RecursionError():
            return TOO_DEEP
        case _:  # a whole number of thousands of digits
            return Problem(f"a number is too long: {error}", line=1, column=1)


def positions(text: str) -> dict[JsonPath, tuple[int, int]]:
    """Line and column (from 1) of every value in a text that ``parse`` accepts."""
    found: dict[JsonPath, tuple[int, int]] = {}
    place = _Places(text)

    def walk(node: _Located, path: JsonPath) -> None:
        found[path] = place(node.offset)
        if isinstance(node.value, dict):
            for key, child in node.value.items():
                walk(child, (*path, key))
        elif isinstance(node.value, list):
            for index, child in enumerate(node.value):
                walk(child, (*path, index))

    start = len(text) - len(text.lstrip(" \t\r\n"))
    # Places are a courtesy: what was found so far serves.
    with contextlib.suppress(RecursionError):
        walk(_PlacingDecoder(text).scan(text, start)[0], ())
    return found


class _Places:
    """From an offset in a text to its line and column."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __call__(self, offset: int) -> tuple[int, int]:
        line = self._text.count("\n", 0, offset) + 1
        return line, offset - self._text.rfind("\n", 0, offset)


class _Located(NamedTuple):
    value: Any
    offset: int


class _PlacingDecoder(json.JSONDecoder):
    """The standard library's pure Python decoder, with each value wrapped in its offset."""

    def __init__(self, text: str) -> None:
        super().__init__(parse_constant=self._constant, object_pairs_hook=self._pairs)
        self.problems: list[Problem] = []
        self._place = _Places(text)
        self._offset = 0
        self.parse_array = self._array
        self.parse_object = self._object
        self._scan_value: Callable[[str, int], tuple[Any, int]] = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]
        self.scan_once = self.scan

    def scan(self, text: str, offset: int) -> tuple[_Located, int]:
        self._offset = offset
        value, end = self._scan_value(text, offset)
        if isinstance(value, str) and _SURROGATE.search(value):
            self._complain("this text holds half of a surrogate pair", offset)
        return _Located(value, offset), end

    def _array(self, at: tuple[str, int], _scan: object) -> Any:
        return json.decoder.JSONArray(at, self.scan)  # type: ignore[attr-defined]

    def _object(self, at: tuple[str, int], strict: bool, _scan: object, *rest: Any) -> Any:
        return json.decoder.JSONObject(at, strict, self.scan, *rest)  # type: ignore[attr-defined]

    def _constant(self, name: str) -> None:
        self._complain(f"{name} is not a number a board can hold", self._offset)

    def _pairs(self, pairs: list[tuple[str, _Located]]) -> dict[str, _Located]:
        found: dict[str, _Located] = {}
        for key, node in pairs:
            if key in found:
                self._complain(f"the key {key!r} is given twice; keep one", node.offset)
            if _SURROGATE.search(key):
                self._complain("this key holds half of a surrogate pair", node.offset)
            found[key] = node
        return found

    def _complain(self, message: str, offset: int) -> None:
        line, column = self._place(offset)
        self.problems.append(Problem(message, line=line, column=column))

"""Line numbers of the keys of a TOML file."""

from __future__ import annotations

import re

from puzzlegui.core.errors import Problem, line_and_column

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


def syntax_problem(message: str, text: str) -> Problem:
    """Return a syntax error of ``tomllib`` as a problem with its line and column."""
    place = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    if place is None:
        return Problem(message)
    line, column = line_and_column(text, len(text))
    if place[1]:
        line, column = int(place[1]), int(place[2])
    return Problem(message[: place.start()].strip(), "", (), line, column)


class TomlLines:
    """Line numbers of the keys of a TOML text."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str | int, ...], int] = {}
        table: tuple[str | int, ...] = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = (header[2],)
                if header[1] == "[[":
                    counts[header[2]] = counts.get(header[2], -1) + 1
                    table = (header[2], counts[header[2]])
                self._lines.setdefault(table, number)
            elif key := _KEY.match(line):
                self._lines.setdefault((*table, key[1]), number)

    def line(self, path: tuple[str | int, ...]) -> int:
        """Return the line of a key, or else of its table."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

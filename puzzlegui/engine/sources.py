"""Write-ups of puzzle solving whose methods are reproduced, by key.

``SOURCES.md`` describes each of them, and the papers behind all other algorithms.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.language import Translatable, tr, translated_fields


@translated_fields
@dataclass(frozen=True)
class Source:
    """A write-up that a solver comes from.

    Attributes:
        title: title shown to the user.
        kind: the puzzle and the method.
    """

    title: Translatable
    kind: Translatable


SOURCES: dict[str, Source] = {
    "S1": Source("Mystery Box", "an escape-room puzzle, solved by recursive backtracking"),
    "S2": Source("Schönbrunn maze", "a number maze, solved by depth-first search"),
    "S3": Source("15-puzzle", "sliding tiles, solved by depth-limited recursion"),
    "S4": Source("Graphs and Puzzles", "rotation grids with colours, solved by five methods"),
    "S5": Source("8-puzzle", "sliding tiles, solved with a stack and with a priority queue"),
}
"""Write-ups by the first part of their keys; ``S4.5`` is method 5 of ``S4``."""


def source_title(key: str) -> str:
    """Return the title of a source by its key, such as ``S4.5``; empty for an empty key.

    Raises:
        KeyError: there is no such source.
    """
    if not key:
        return ""
    name, _, method = key.partition(".")
    title = SOURCES[name].title
    return tr("{title}, method {method}").format(title=title, method=method) if method else title

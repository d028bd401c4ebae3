"""Reading the fields of a decoded JSON object, noting every problem with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from puzzlegui.core.cells import Cell, Grid, cell_name, parse_cell
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import MOST_LISTED, Noted, Problem
from puzzlegui.core.jsontext import JsonPath, positions, too_deep
from puzzlegui.core.language import tr
from puzzlegui.core.suggestions import with_suggestion

_T = TypeVar("_T")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_VALUE = re.compile(r"-?(?:0|[1-9][0-9]{0,999})")
_DEEPEST = 100
"""How deep unknown keys may be nested, so that they can be read again wherever they are needed."""
_MOST = 10**18
_LARGEST = 100
"""Rows and columns that are read; how many of them a board can have, it says itself."""


def kind_of(value: object) -> str:
    """What a decoded JSON value is, for a message."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() | float():
            text = str(value)
            return tr("the number {value}").format(
                value=text if len(text) <= 40 else text[:40] + "…"
            )
        case str():
            return tr("the text {dumps}").format(dumps=json.dumps(value[:40], ensure_ascii=False))
        case list():
            return "a list"
        case _:
            return tr("an object")


class Fields:
    """One JSON object being read.

    Each method returns the field's value, or None once it has noted what is wrong with it, so
    that a reader can go on and find the other problems as well. Keys that were never asked for
    are ``unknown()``.
    """

    def __init__(self, values: dict[str, Any], text: str = "", path: JsonPath = ()) -> None:
        self._noted = Noted()
        self._paths: list[JsonPath] = []
        self._values = values
        self._text = text
        self._path = path
        self._asked: set[str] = set()

    @property
    def count(self) -> int:
        """How many problems there are."""
        return self._noted.count

    @property
    def problems(self) -> list[Problem]:
        """The first problems with their places, and how many there are besides."""
        places = positions(self._text, self._paths) if self._text and self._paths else {}
        found = self._noted.listed()
        for index, path in enumerate(self._paths):
            while path not in places and path:
                path = path[:-1]  # noqa: PLW2901 - to the nearest thing around it
            line, column = places.get(path, (0, 0))
            found[index] = replace(found[index], line=line, column=column)
        return found

    def note(self, message: str, *path: str | int, cells: tuple[Cell, ...] = ()) -> None:
        """Note a problem with what stands at ``path`` within the object."""
        self.add(Problem(message, str(path[0]) if path else "", cells), path)

    def add(self, problem: Problem, path: JsonPath) -> None:
        """Note a problem, placing it at ``path`` or the nearest thing around it."""
        if not self._noted.full:
            self._paths.append(self._path + path)
        self._noted.add(problem)

    def _listed(self, wrong: Sequence[_T]) -> Sequence[_T]:
        """Of things that are wrong each, those whose problems are to be noted; the rest counts."""
        room = 0 if self._noted.full else len(wrong)
        room = min(room, MOST_LISTED)
        self._noted.count += len(wrong) - room
        return wrong[:room]

    def stop_when_full(self) -> bool:
        """Whether no more problems need be looked for, which is said beside those found."""
        self._noted.cut |= self._noted.full
        return self._noted.full

    def add_board_problem(self, problem: Problem) -> None:
        """Note what ``Board.problems()`` said, at the first cell it names."""
        path: JsonPath = (problem.field,) if problem.field else ()
        if problem.cells and isinstance(self._values.get(problem.field), list):
            path = (*path, *problem.cells[0])
        self.add(problem, path)

    def get(self, name: str) -> Any:
        """The raw value of a field, None if it is absent."""
        self._asked.add(name)
        return self._values.get(name)

    def has(self, name: str) -> bool:
        return name in self._values

    def _checked(
        self,
        name: str,
        required: bool,
        accepts: Callable[[Any], bool],
        what: str,
        choices: tuple[str, ...] = (),
    ) -> Any:
        value = self.get(name)
        if name not in self._values:
            if required:
                self.note(
                    tr("the key {name} is missing; it should be {what}").format(
                        name=repr(name), what=what
                    )
                )
            return None
        if not accepts(value):
            message = tr("{name} should be {what}, not {kind_of}").format(
                name=name, what=what, kind_of=kind_of(value)
            )
            self.note(with_suggestion(message, value, choices), name)
            return None
        return value

    def text(self, name: str, default: str = "") -> str:
        value = self._checked(name, False, lambda v: isinstance(v, str), "a text")
        return default if value is None else str(value)

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str | None:
        """One of a few words; ``default`` where the key is absent (None: it is required)."""
        if default is not None and not self.has(name):
            return default
        what = tr(" or ").join(json.dumps(choice) for choice in choices)
        value: str | None = self._checked(
            name, True, lambda v: isinstance(v, str) and v in choices, what, choices
        )
        return value

    def integer(self, name: str, required: bool = True) -> int | None:
        value: int | None = self._checked(
            name, required, lambda v: type(v) is int, tr("a whole number")
        )
        return value

    def natural(self, name: str) -> int | None:
        """An optional whole number that counts something."""
        value: int | None = self._checked(
            name, False, lambda v: type(v) is int and 0 <= v <= _MOST,
            tr("a whole number of 0 or more that is not too large"),
        )  # fmt: skip
        return value

    def number(self, name: str) -> float:
        """An optional number from 0 on; 0 where it is absent."""
        value = self._checked(
            name, False, lambda v: type(v) in (int, float) and 0 <= v <= _MOST,
            tr("a number of 0 or more that is not too large"),
        )  # fmt: skip
        return float(value or 0)

    def flag(self, name: str) -> bool:
        """An optional true or false."""
        return bool(self._checked(name, False, lambda v: type(v) is bool, tr("true or false")))

    def marked(self, name: str) -> bool:
        """Whether a field is true; one that is anything else is none of ours."""
        if self._values.get(name) is not True:
            return False
        self._asked.add(name)
        return True

    def cell(self, name: str) -> Cell | None:
        """A cell given by its name."""
        value = self._checked(name, True, lambda v: isinstance(v, str), tr('a cell such as "C5"'))
        if value is None:
            return None
        try:
            return parse_cell(value)
        except ValueError as error:
            self.note(f"{name}: {error}", name)
            return None

    def grid(self, name: str) -> Grid | None:
        """A rectangle of whole numbers, given as a list of rows."""
        rows = self._checked(
            name, True, lambda v: isinstance(v, list) and bool(v), tr("a list of rows")
        )
        if rows is None:
            return None
        widest = max((len(row) for row in rows if isinstance(row, list)), default=0)
        if max(len(rows), widest) > _LARGEST:
            self.note(
                tr("{name}: {count} rows of up to {widest} cells are too large").format(
                    name=name, count=group_digits(len(rows)), widest=group_digits(widest)
                ),
                name,
            )
            return None
        before = self.count
        width = next((len(row) for row in rows if isinstance(row, list)), 0)
        for r, row in enumerate(rows):
            if not isinstance(row, list) or not row:
                what = tr("an empty row") if row == [] else kind_of(row)
                self.note(
                    tr("{name}: row {number} should be a list of numbers, not {what}").format(
                        name=name, number=group_digits(r + 1), what=what
                    ),
                    name,
                    r,
                )
                continue
            if len(row) != width:
                self.note(
                    tr("{name}: row {number} has {count} cells where the first has {width}").format(
                        name=name,
                        number=group_digits(r + 1),
                        count=group_digits(len(row)),
                        width=group_digits(width),
                    ),
                    name,
                    r,
                )
            for c, value in enumerate(row):
                if type(value) is not int:
                    place = cell_name((r, c))
                    self.note(
                        tr("{name}: {place} should be a whole number, not {kind}").format(
                            name=name, place=place, kind=kind_of(value)
                        ),
                        name, r, c, cells=((r, c),),
                    )  # fmt: skip
        if self.count > before:
            return None
        return tuple(tuple(row) for row in rows)

    def palette(self) -> tuple[tuple[int, str], ...]:
        """The optional colours of values."""
        value = self._checked("palette", False, lambda v: isinstance(v, dict), tr("an object"))
        found: dict[int, str] = {}
        wrong = []
        for key, colour in (value or {}).items():
            if _VALUE.fullmatch(key) and isinstance(colour, str) and _COLOUR.fullmatch(colour):
                found[int(key)] = colour.upper()
            else:
                wrong.append((key, colour))
        for key, colour in self._listed(wrong):
            if not _VALUE.fullmatch(key):
                self.note(
                    tr("palette: {kind_of} is not a value").format(kind_of=kind_of(key)),
                    "palette",
                    key,
                )
            else:
                self.note(
                    tr("palette: the colour of {key} should be like {example}, not {kind}").format(
                        key=key, example='"#0072B2"', kind=kind_of(colour)
                    ),
                    "palette", key,
                )  # fmt: skip
        return tuple(sorted(found.items()))

    def object(self, name: str) -> Fields | None:
        """An object of its own; its problems are this object's."""
        value = self._checked(name, True, lambda v: isinstance(v, dict), tr("an object"))
        return None if value is None else self._child(value, name)

    def _child(self, value: dict[str, Any], *path: str | int) -> Fields:
        child = Fields(value, self._text, (*self._path, *path))
        child._noted, child._paths = self._noted, self._paths
        return child

    def objects(self, name: str, required: bool = True) -> Iterator[Fields]:
        """A list of objects, each to be read in turn; their problems are this object's."""
        values = self._checked(
            name, required, lambda v: isinstance(v, list), tr("a list of objects")
        )
        wrong = [at for at, value in enumerate(values or []) if not isinstance(value, dict)]
        for index in self._listed(wrong):
            kind = kind_of(values[index])
            self.note(
                tr("{name}: entry {number} should be an object, not {kind}").format(
                    name=name, number=group_digits(index + 1), kind=kind
                ),
                name,
                index,
            )
        for index, value in enumerate(values or []):
            if isinstance(value, dict):
                yield self._child(value, name, index)

    def texts(self, name: str) -> list[str] | None:
        """A list of texts."""
        values = self._checked(name, True, _is_texts, tr("a list of texts"))
        return None if values is None else list(values)

    def lists_of_texts(self, name: str, most: int) -> list[list[str]]:
        """A list of so many lists of texts at most; empty once a problem has been noted."""
        what = tr("a list of at most {most} lists of texts").format(most=group_digits(most))
        accepts = lambda v: isinstance(v, list) and len(v) <= most and all(map(_is_texts, v))  # noqa: E731
        return list(self._checked(name, True, accepts, what) or [])

    def unknown(self) -> tuple[tuple[str, str], ...]:
        """The keys nobody asked for, each with its value as JSON text."""
        found = []
        for key, value in self._values.items():
            if key in self._asked:
                continue
            if _is_deep(value, _DEEPEST):
                self.add(too_deep(), ())
                continue
            try:
                found.append((key, json.dumps(value, ensure_ascii=False, allow_nan=False)))
            except ValueError:
                self.note(tr("{key}: a number is too large").format(key=key), key)
        return tuple(found)


def _is_deep(value: object, room: int) -> bool:
    """Whether a value is nested deeper than there is room for."""
    if not isinstance(value, list | dict):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return room == 0 or any(_is_deep(each, room - 1) for each in inner)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)

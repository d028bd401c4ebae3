"""Validating reader of a decoded JSON object, which collects every problem with its location."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from puzzlegui.core.cells import HOLE, Cell, Grid, cell_name, cell_named, parse_cell
from puzzlegui.core.errors import MAX_PROBLEMS, Problem, ProblemList
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.strict_json import JsonPath, locate, nesting_problem
from puzzlegui.core.suggestions import with_suggestion

_T = TypeVar("_T")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_VALUE = re.compile(r"-?(?:0|[1-9][0-9]{0,999})")
_MAX_DEPTH = 100
"""Maximum nesting of unknown keys, so that they can be parsed again anywhere."""
_MAX_NUMBER = 10**18
_MAX_QUOTED = 20
"""Maximum length of a text that a message quotes whole."""
_MAX_SIZE = 100
"""Maximum rows and columns that are read; the board checks its own limits."""
_MAX_MOVES, _MAX_CYCLE_CELLS = 1000, _MAX_SIZE**2
"""Maximum moves, and maximum cells of each, that are read, as above."""


def describe_json_value(value: object) -> str:
    """Describe a decoded JSON value for a message."""
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
            shown = value if len(value) <= _MAX_QUOTED else f"{value[:4]}…"  # as ``quoted``
            return tr("the text {dumps}").format(dumps=json.dumps(shown, ensure_ascii=False))
        case list():
            return "a list"
        case _:
            return tr("an object")


class JsonObjectReader:
    """Reader of a JSON object.

    Each method returns the field's value, or None once it has reported a problem with it, so that
    a caller can continue and find the other problems too. Keys that were never read are
    ``unknown_keys()``.

    Attributes:
        problem_paths: paths of the first problems.
    """

    def __init__(self, values: dict[str, Any], text: str = "", path: JsonPath = ()) -> None:
        self._problems = ProblemList()
        self.problem_paths: list[JsonPath] = []
        self._values = values
        self._text = text
        self._path = path
        self._read_keys: set[str] = set()

    @property
    def count(self) -> int:
        """Number of problems."""
        return self._problems.count

    @property
    def problems(self) -> list[Problem]:
        """First problems with their locations, and a last entry with the number of the others."""
        paths = self.problem_paths
        return self.problems_at(locate(self._text, paths) if self._text and paths else {})

    def problems_at(self, places: Mapping[JsonPath, tuple[int, int]]) -> list[Problem]:
        """Return the problems with the locations of the nearest values that have any."""
        found = self._problems.summarized()
        for index, path in enumerate(self.problem_paths):
            while path not in places and path:
                path = path[:-1]  # noqa: PLW2901 - to the nearest enclosing value
            line, column = places.get(path, (0, 0))
            found[index] = replace(found[index], line=line, column=column)
        return found

    def report(self, message: str, *path: str | int, cells: tuple[Cell, ...] = ()) -> None:
        """Report a problem with the value at ``path`` within the object."""
        self.add(Problem(message, str(path[0]) if path else "", cells), path)

    def add(self, problem: Problem, path: JsonPath) -> None:
        """Report a problem, located at ``path`` or at the nearest enclosing value."""
        if not self._problems.full:
            self.problem_paths.append(self._path + path)
        self._problems.add(problem)

    def _listed(self, wrong: Sequence[_T]) -> Sequence[_T]:
        """Return those of several invalid items whose problems are reported; count the rest."""
        room = 0 if self._problems.full else len(wrong)
        room = min(room, MAX_PROBLEMS)
        self._problems.count += len(wrong) - room
        return wrong[:room]

    def stop_when_full(self) -> bool:
        """Return True if enough problems were found, and record that there may be more."""
        self._problems.cut |= self._problems.full
        return self._problems.full

    def add_board_problem(self, problem: Problem) -> None:
        """Report a problem from ``Board.problems()``, located at its first cell."""
        path: JsonPath = (problem.field, *problem.path) if problem.field else ()
        if problem.cells and isinstance(self._values.get(problem.field), list):
            path = (*path, *problem.cells[0])
        self.add(problem, path)

    def get(self, name: str) -> Any:
        """Return the raw value of a field, None if it is absent."""
        self._read_keys.add(name)
        return self._values.get(name)

    def has(self, name: str) -> bool:
        return name in self._values

    def _validated(
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
                self.report(
                    tr("the key {name} is missing; it should be {what}").format(
                        name=repr(name), what=what
                    )
                )
            return None
        if not accepts(value):
            message = tr("{name} should be {what}, not {kind_of}").format(
                name=name, what=what, kind_of=describe_json_value(value)
            )
            self.report(with_suggestion(message, value, choices), name)
            return None
        return value

    def text(self, name: str, default: str = "") -> str:
        value = self._validated(name, False, lambda v: isinstance(v, str), "a text")
        return default if value is None else str(value)

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str | None:
        """Read a word from a list; ``default`` if the key is absent (None: it is required)."""
        if default is not None and not self.has(name):
            return default
        what = tr(" or ").join(json.dumps(choice) for choice in choices)
        value: str | None = self._validated(
            name, True, lambda v: isinstance(v, str) and v in choices, what, choices
        )
        return value

    def integer(self, name: str, required: bool = True) -> int | None:
        value: int | None = self._validated(
            name, required, lambda v: type(v) is int, tr("a whole number")
        )
        return value

    def natural(self, name: str) -> int | None:
        """Read an optional non-negative whole number."""
        value: int | None = self._validated(
            name, False, lambda v: type(v) is int and 0 <= v <= _MAX_NUMBER,
            tr("a whole number of 0 or more that is not too large"),
        )  # fmt: skip
        return value

    def number(self, name: str) -> float:
        """Read an optional non-negative number; 0 if it is absent."""
        value = self._validated(
            name, False, lambda v: type(v) in (int, float) and 0 <= v <= _MAX_NUMBER,
            tr("a number of 0 or more that is not too large"),
        )  # fmt: skip
        return float(value or 0)

    def flag(self, name: str) -> bool:
        """Read an optional boolean; False if it is absent."""
        return bool(self._validated(name, False, lambda v: type(v) is bool, tr("true or false")))

    def is_true(self, name: str) -> bool:
        """Return True if a field is true; any other value counts as an unknown key."""
        if self._values.get(name) is not True:
            return False
        self._read_keys.add(name)
        return True

    def cell(self, name: str) -> Cell | None:
        """Read a cell given by its name."""
        value = self._validated(name, True, lambda v: isinstance(v, str), tr('a cell such as "C5"'))
        if value is None:
            return None
        try:
            return parse_cell(value)
        except ValueError as error:
            self.report(f"{name}: {error}", name)
            return None

    def grid(self, name: str, *, holes: bool = False) -> Grid | None:
        """Read a rectangle of whole numbers, given as a list of rows.

        Args:
            name: the field.
            holes: accept null, as ``HOLE``; negative numbers are then refused here.
        """
        rows = self._validated(
            name, True, lambda v: isinstance(v, list) and bool(v), tr("a list of rows")
        )
        if rows is None:
            return None
        widest = max((len(row) for row in rows if isinstance(row, list)), default=0)
        if max(len(rows), widest) > _MAX_SIZE:
            self.report(
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
                what = tr("an empty row") if row == [] else describe_json_value(row)
                self.report(
                    tr("{name}: row {number} should be a list of numbers, not {what}").format(
                        name=name, number=group_digits(r + 1), what=what
                    ),
                    name,
                    r,
                )
                continue
            if len(row) != width:
                self.report(
                    tr("{name}: row {number} has {count} cells where the first has {width}").format(
                        name=name,
                        number=group_digits(r + 1),
                        count=group_digits(len(row)),
                        width=group_digits(width),
                    ),
                    name,
                    r,
                )
            wrong = [c for c, value in enumerate(row) if not _is_cell_value(value, holes=holes)]
            for c in self._listed(wrong):
                message = tr("{name}: {place} should be a whole number, not {kind}")
                if type(row[c]) is int:
                    message = tr(
                        "{name}: {place} should be 0 or more, or null where there is no cell"
                    )
                place, kind = cell_name((r, c)), describe_json_value(row[c])
                text = message.format(name=name, place=place, kind=kind)
                self.report(text, name, r, c, cells=((r, c),))
        if self.count > before:
            return None
        return tuple(tuple(HOLE if value is None else value for value in row) for row in rows)

    def palette(self) -> tuple[tuple[int, str], ...]:
        """Read the optional colours of values."""
        value = self._validated("palette", False, lambda v: isinstance(v, dict), tr("an object"))
        found: dict[int, str] = {}
        wrong = []
        for key, colour in (value or {}).items():
            if _VALUE.fullmatch(key) and isinstance(colour, str) and COLOUR.fullmatch(colour):
                found[int(key)] = colour.upper()
            else:
                wrong.append((key, colour))
        for key, colour in self._listed(wrong):
            if not _VALUE.fullmatch(key):
                self.report(
                    tr("palette: {kind_of} is not a value").format(
                        kind_of=describe_json_value(key)
                    ),
                    "palette",
                    key,
                )
            else:
                self.report(
                    tr("palette: the colour of {key} should be like {example}, not {kind}").format(
                        key=key, example='"#0072B2"', kind=describe_json_value(colour)
                    ),
                    "palette", key,
                )  # fmt: skip
        return tuple(sorted(found.items()))

    def object(self, name: str) -> JsonObjectReader | None:
        """Return a reader of a nested object; its problems are added to this object's."""
        value = self._validated(name, True, lambda v: isinstance(v, dict), tr("an object"))
        return None if value is None else self._child(value, name)

    def _child(self, value: dict[str, Any], *path: str | int) -> JsonObjectReader:
        child = JsonObjectReader(value, self._text, (*self._path, *path))
        child._problems, child.problem_paths = self._problems, self.problem_paths
        return child

    def objects(self, name: str, required: bool = True) -> Iterator[JsonObjectReader]:
        """Yield a reader for each object of a list; their problems are added to this object's."""
        values = self._validated(
            name, required, lambda v: isinstance(v, list), tr("a list of objects")
        )
        wrong = [at for at, value in enumerate(values or []) if not isinstance(value, dict)]
        for index in self._listed(wrong):
            kind = describe_json_value(values[index])
            self.report(
                tr("{name}: entry {number} should be an object, not {kind}").format(
                    name=name, number=group_digits(index + 1), kind=kind
                ),
                name,
                index,
            )
        for index, value in enumerate(values or []):
            if isinstance(value, dict):
                yield self._child(value, name, index)

    def entries(self, name: str) -> list[JsonObjectReader]:
        """Return a reader for each entry of a list, with problems of its own.

        An entry that is no object has a reader without keys, which has reported this. The caller
        may locate the problems of many entries at once, and pass the places to ``problems_at``.
        """
        values = self._validated(name, True, lambda v: isinstance(v, list), tr("a list of objects"))
        found = []
        for index, value in enumerate(values or []):
            is_object = isinstance(value, dict)
            entry = JsonObjectReader(
                value if is_object else {}, self._text, (*self._path, name, index)
            )
            if not is_object:
                message = tr("this should be an object, not {kind}")
                entry.report(message.format(kind=describe_json_value(value)))
            found.append(entry)
        return found

    def texts(self, name: str) -> list[str] | None:
        """Read a list of strings."""
        values = self._validated(name, True, _is_texts, tr("a list of texts"))
        return None if values is None else list(values)

    def lists_of_texts(self, name: str, most: int) -> list[list[str]]:
        """Read a list of up to ``most`` lists of strings; empty if a problem was reported."""
        what = tr("a list of at most {most} lists of texts").format(most=group_digits(most))
        accepts = lambda v: isinstance(v, list) and len(v) <= most and all(map(_is_texts, v))  # noqa: E731
        return list(self._validated(name, True, accepts, what) or [])

    def cycles(self, name: str) -> dict[str, list[list[Cell]]] | None:
        """Read an object of moves, each a list of cycles, each a list of cells by name."""
        moves = self._validated(name, True, lambda v: isinstance(v, dict), tr("an object"))
        if moves is None:
            return None
        before = self.count
        what = tr("a list of cycles, each a list of cells, such as {example}").format(
            example='[["A1", "B1", "B2"]]'
        )
        if len(moves) > _MAX_MOVES:
            message = tr("{name}: {count} moves are too many")
            self.report(message.format(name=name, count=group_digits(len(moves))), name)
            return None
        sound = {key: cycles for key, cycles in moves.items() if _are_cycles(cycles)}
        for key in self._listed([key for key in moves if key not in sound]):
            kind = describe_json_value(moves[key])
            text = tr("{name}: {key} should be {what}, not {kind}").format(
                name=name, key=describe_json_value(key), what=what, kind=kind
            )
            self.report(text, name, key)
        sizes = {key: sum(map(len, cycles)) for key, cycles in sound.items()}
        for key in self._listed([key for key in sizes if sizes[key] > _MAX_CYCLE_CELLS]):
            text = tr("{name}: {key} has {count} cells, which are too many").format(
                name=name, key=describe_json_value(key), count=group_digits(sizes[key])
            )
            self.report(text, name, key)
        sound = {key: cycles for key, cycles in sound.items() if sizes[key] <= _MAX_CYCLE_CELLS}
        words = {word for cycles in sound.values() for cycle in cycles for word in cycle}
        cells = {word: cell_named(word) for word in words}  # each name is parsed only once
        wrong = [
            (key, number, at)
            for key, cycles in sound.items()
            for number, cycle in enumerate(cycles)
            for at, word in enumerate(cycle)
            if cells[word] is None
        ]
        for key, number, at in self._listed(wrong):
            try:
                parse_cell(moves[key][number][at])
            except ValueError as error:
                self.report(f"{name}: {error}", name, key, number, at)
        if self.count > before:
            return None
        known = {word: cell for word, cell in cells.items() if cell is not None}
        return {
            key: [[known[word] for word in cycle] for cycle in cycles]
            for key, cycles in moves.items()
        }

    def unknown_keys(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that were never read, each with its value as JSON text."""
        found = []
        for key, value in self._values.items():
            if key in self._read_keys:
                continue
            if _is_deep(value, _MAX_DEPTH):
                self.add(nesting_problem(), ())
                continue
            try:
                found.append((key, json.dumps(value, ensure_ascii=False, allow_nan=False)))
            except ValueError:
                self.report(tr("{key}: a number is too large").format(key=key), key)
        return tuple(found)


def _is_cell_value(value: object, *, holes: bool) -> bool:
    """Return True if a grid may hold a value; with holes, also null, but no negative number."""
    if type(value) is not int:
        return holes and value is None
    return not holes or value >= 0


def _is_deep(value: object, room: int) -> bool:
    """Return True if a value is nested deeper than ``room`` levels."""
    if not isinstance(value, list | dict):
        return False
    inner = value.values() if isinstance(value, dict) else value
    nested = [each for each in inner if type(each) in (list, dict)]
    return room == 0 or any(_is_deep(each, room - 1) for each in nested)


def _are_cycles(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_texts, value))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)

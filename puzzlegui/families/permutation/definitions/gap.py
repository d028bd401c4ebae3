"""Generators of permutation groups in GAP, such as ``U:=(1,3,2)(4,5);``.

A permutation carries the content of each point to the next of its cycle. Products go from left
to right, as in GAP.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from puzzlegui.core.board import Board
from puzzlegui.core.errors import Problem, PuzzleError, line_and_column
from puzzlegui.core.language import tr
from puzzlegui.families.permutation.definitions.definition import (
    MOST_READ,
    NOTE,
    Definition,
    Images,
    check_length,
    check_limits,
    cycles_of,
    definition_of,
    make_board,
    power,
    read_note,
    write_note,
)
from puzzlegui.families.permutation.moves import MAX_DEFINED

_RECOGNISED = re.compile(
    r"(?::=|\[|Group\s{0,9}\()[\s\[(]{0,20}\(\s*[0-9]{1,6}\s*,\s*[0-9]{1,6}\s*[,)]"
    r"|^[A-Za-z_]\w{0,19}[ ]?=[ ]?\([0-9]{1,6}(?:,[ ]?[0-9]{1,6}){1,60}\)[ ]?\([0-9]",
    re.MULTILINE,
)
_TOKEN = re.compile(
    r"(?P<blank>\s+|#[^\n]*|\\\n)|(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign>:=|[-()\[\],;*^=])|\"(?P<text>[^\"\n]*)\""
)
_PROMPT = re.compile(r"^gap> ", re.MULTILINE)
_CONTINUATION = re.compile(r"> ")
_NOTE = re.compile(rf"^# {NOTE} (.*)$", re.MULTILINE)
_HEAD = 1 << 16
"""Characters of a text in which its first generator begins."""
_MAX_TOKENS = 200_000
"""Tokens of a text; 200 moves of 400 points have about 160 000."""
_MAX_POINT = 1 << 16
_MAX_EXPONENT = 10_000
_MAX_STEPS = 5_000_000
"""Steps of all products and powers, about a second."""
_GROUPS = "Group", "GroupByGenerators", "GroupWithGenerators"
_RESERVED = frozenset(
    """and break continue do elif else end false fi for function if in local mod not od or quit
    rec repeat return then true until while E X Z PERM""".lower().split()
)
"""Words that cannot be the names of variables in GAP, in lower case."""


def is_gap(text: str) -> bool:
    """Return True if a text looks like generators in GAP."""
    return bool(_RECOGNISED.search(text, 0, _HEAD))


class _Tokens:
    """Tokens of a text, of which the next can be looked at."""

    def __init__(self, text: str) -> None:
        check_length(text)
        self._text = text
        self._iterator = self._tokens()
        self.kind, self.word, self.at = next(self._iterator)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        at = number = 0
        while at < len(self._text):
            match = _TOKEN.match(self._text, at)
            if match is None:
                break
            assert match.lastgroup is not None
            if match.lastgroup != "blank":
                number += 1
                if number > _MAX_TOKENS:
                    raise PuzzleError(tr("the text has too many words for a definition"))
                yield match.lastgroup, match[match.lastgroup], at
            at = match.end()
        while True:
            yield "end" if at == len(self._text) else "other", "", at

    def advance(self) -> str:
        """Return the current token, and go on to the next."""
        word = self.word
        self.kind, self.word, self.at = next(self._iterator)
        return word

    def skip(self, *words: str) -> bool:
        """Skip the current token if it is any of some words."""
        if self.word not in words or self.kind == "text":
            return False
        self.advance()
        return True

    def expect(self, word: str) -> None:
        """Skip a word; raises PuzzleError if something else stands there."""
        if not self.skip(word):
            raise self.error(tr("{word} is missing here").format(word=repr(word)))

    def error(self, message: str) -> PuzzleError:
        """Return an error at the current token."""
        line, column = line_and_column(self._text, self.at)
        return PuzzleError(str(Problem(message, line=line, column=column)))

    def number(self, most: int) -> int:
        """Return a number from 0 to ``most``."""
        if self.kind != "number" or len(self.word) > 6 or int(self.word) > most:
            text = tr("there should be a number up to {most} here")
            raise self.error(text.format(most=str(most)))
        return int(self.advance())


_Cycles = dict[int, int]
"""Image of each point that a permutation moves."""


class _Reader:
    """Reads assignments of permutations, lists and groups.

    Attributes:
        values: the permutations by their name, in order.
    """

    def __init__(self, text: str) -> None:
        self._tokens = _Tokens(text)
        self.values: dict[str, _Cycles] = {}
        self._unnamed = 0
        self._points: set[int] = set()
        self._steps = 0

    def read(self) -> None:
        """Read all statements."""
        tokens = self._tokens
        while tokens.kind != "end":
            if tokens.skip(";"):
                continue
            name = tokens.advance() if tokens.kind == "name" else ""
            ends_with_line = False
            if name and tokens.skip(":="):
                self._value(name)
            elif name and tokens.skip("="):  # not GAP, but often written
                self._value(name)
                ends_with_line = True
            elif name in _GROUPS:
                self._arguments()
            elif name:
                self._skip_call(name)
            else:
                self._value("")
            if tokens.kind != "end" and not ends_with_line:
                tokens.expect(";")

    def _value(self, name: str) -> None:
        """Read a list, a group or a permutation that is to have a name."""
        tokens = self._tokens
        if tokens.skip("["):
            self._list("]")
        elif tokens.kind == "name" and tokens.word not in self.values:
            function = tokens.advance()
            if function in _GROUPS:
                self._arguments()
            else:
                self._skip_call(function)
        else:
            self._add(name, self._product())

    def _skip_call(self, name: str) -> None:
        """Skip a call of a function, such as ``Size(G)``, up to the end of the statement."""
        tokens = self._tokens
        if tokens.word != "(":
            raise tokens.error(tr("{word} is not defined before").format(word=repr(name[:20])))
        while tokens.kind not in ("end", "other") and tokens.word != ";":
            tokens.advance()

    def _arguments(self) -> None:
        tokens = self._tokens
        tokens.expect("(")
        if tokens.skip("["):
            self._list("]")
            if tokens.skip(","):
                self._product()  # the identity
            tokens.expect(")")
        else:
            self._list(")")

    def _list(self, end: str) -> None:
        tokens = self._tokens
        while not tokens.skip(end):
            name = tokens.word if tokens.kind == "name" else ""
            value = self._product()
            if not name or value != self.values.get(name):
                self._add("", value)
            if not tokens.skip(","):
                tokens.expect(end)
                return

    def _add(self, name: str, value: _Cycles) -> None:
        if not name:
            self._unnamed += 1
            name = f"g{self._unnamed}"
        if value:
            self.values[name] = value
        self._points.update(value)
        if max(len(self.values), len(self._points)) > MOST_READ:
            check_limits(len(self._points), len(self.values))

    def _product(self) -> _Cycles:
        found = self._factor()
        while self._tokens.skip("*"):
            factor = self._factor()
            self._spend(len(found) + len(factor))
            found = _multiplied(found, factor)
        return found

    def _spend(self, steps: int) -> None:
        """Count steps of products and powers, and raise PuzzleError if there are too many."""
        self._steps += steps
        if self._steps > _MAX_STEPS:
            raise self._tokens.error(tr("the products up to here take too long"))

    def _factor(self) -> _Cycles:
        tokens = self._tokens
        if tokens.kind == "name":
            if tokens.word not in self.values:
                text = tr("{word} is not defined before")
                raise tokens.error(text.format(word=repr(tokens.word[:20])))
            found = self.values[tokens.advance()]
        else:
            found = self._cycles()
        if not tokens.skip("^"):
            return found
        negative = tokens.skip("-")
        exponent = tokens.number(_MAX_EXPONENT)
        self._spend(2 * len(found) * exponent.bit_length())
        points = sorted(found)
        place = {point: number for number, point in enumerate(points)}
        images: Images = tuple(place[found[point]] for point in points)
        images = power(images, -exponent if negative else exponent)
        return {point: points[images[i]] for i, point in enumerate(points) if images[i] != i}

    def _cycles(self) -> _Cycles:
        tokens = self._tokens
        if tokens.word != "(":
            text = tr("there should be a permutation here, such as {example}")
            raise tokens.error(text.format(example="(1,3,2)(4,5)"))
        found: _Cycles = {}
        seen: set[int] = set()
        while tokens.skip("("):
            cycle: list[int] = []
            while not tokens.skip(")"):
                if cycle:
                    tokens.expect(",")
                point = tokens.number(_MAX_POINT)
                if point in seen or not point:
                    text = tr("the point {point} appears twice in a permutation, or is 0")
                    raise tokens.error(text.format(point=str(point)))
                seen.add(point)
                cycle.append(point)
            if len(cycle) > 1:
                found |= zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        return found


def _multiplied(first: _Cycles, then: _Cycles) -> _Cycles:
    """Return the product of two permutations, the first applied first."""
    found = {point: then.get(image, image) for point, image in first.items()}
    found |= {point: image for point, image in then.items() if point not in first}
    return {point: image for point, image in found.items() if point != image}


def read_gap(text: str) -> Board:
    """Read generators: a cell for each point that they move.

    Raises:
        PuzzleError: with the line of what is wrong.
    """
    reader = _Reader(_input_of_session(text))
    reader.read()
    match = _NOTE.search(text)
    note = read_note(match[1]) if match else None
    names = note.get("names") if isinstance(note, dict) else None
    listed = note.get("cells") if isinstance(note, dict) else None
    points = sorted({point for value in reader.values.values() for point in value})
    if isinstance(listed, list) and points and points[-1] <= len(listed):
        points = list(range(1, len(listed) + 1))
    check_limits(len(points), min(len(reader.values), MAX_DEFINED + 1))
    place = {point: number for number, point in enumerate(points)}
    moves: dict[str, Images] = {}
    for name, value in reader.values.items():
        own = names.get(name, name) if isinstance(names, dict) else name
        moves[str(own)] = tuple(place[value.get(point, point)] for point in points)
    return make_board(Definition(tuple(points), moves), note)


def _input_of_session(text: str) -> str:
    """Blank the prompts and the answers of a session in GAP; each word stays in its place."""
    if not _PROMPT.search(text):
        return text
    lines = []
    for line in text.split("\n"):
        prompt = _PROMPT.match(line) or _CONTINUATION.match(line)
        lines.append(" " * prompt.end() + line[prompt.end() :] if prompt else " " * len(line))
    return "\n".join(lines)


def is_variable(name: str) -> bool:
    """Return True if a move can be a variable of its name in GAP."""
    return name.isidentifier() and name.isascii() and name.lower() not in _RESERVED


def write_gap(board: Board) -> str:
    """Return the moves of a board as generators of a group; raises PuzzleError.

    What GAP has no words for, such as start, goal and places of the cells, stands in a comment.
    """
    definition, note = definition_of(board)
    names = {name: name for name in definition.moves if is_variable(name)}
    free = (name for number in count(1) if (name := f"move{number}") not in names)
    names = {name: names.get(name) or next(free) for name in definition.moves}
    note |= {"title": definition.title, "goal": definition.goal}
    note["names"] = {new: old for old, new in names.items() if old != new}
    lines = [f"# {NOTE} {write_note(note)}"]
    for name, images in definition.moves.items():
        cycles = "".join(
            f"({','.join(str(point + 1) for point in cycle)})" for cycle in cycles_of(images)
        )
        lines.append(f"{names[name]} := {cycles};")
    lines.append(f"puzzle := Group({', '.join(names.values())});")
    return "\n".join([*lines, ""])

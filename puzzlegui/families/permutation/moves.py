"""Moves of permutation boards: their definitions, their tables and their text."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from puzzlegui.core.cells import Cell, cell_list, cell_name
from puzzlegui.core.errors import Problem, ProblemKind
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.permutations import Step

Cycle: TypeAlias = tuple[Cell, ...]
"""Cells, each of which passes its content to the next, the last to the first."""
Definitions: TypeAlias = tuple[tuple[str, tuple[Cycle, ...]], ...]
"""Pairs of a move's name and its cycles."""

MAX_DEFINED = 200
"""Greatest number of moves that a board may define."""
ALIASES = "aliases"
"""Optional key of a board file: the moves that other names mean, such as ``{"2R": "R_2"}``."""
SETS = "sets"
"""Optional key of a board file: the sets of pieces of its definition, which scrambles refer to."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,7}")
_ALIAS = re.compile(r"[A-Za-z0-9_]{1,20}")


class PermutationMove(NamedTuple):
    """A move of a board.

    Attributes:
        name: as the board defines it.
        backward: True for the inverse of the defined move.
    """

    name: str
    backward: bool = False

    def __str__(self) -> str:
        return self.name + ("'" if self.backward else "")


@dataclass(frozen=True)
class MoveTable:
    """The moves of a board.

    Attributes:
        steps: effect of each legal move, in the order of the board.
        names: defined names by their lower case.
        letters: move for each letter key.
        aliases: moves that other names mean, each as a name with an optional ``'``.
    """

    steps: dict[PermutationMove, Step]
    names: dict[str, str]
    letters: dict[str, str]
    aliases: dict[str, str]

    def find(self, word: str, *, backward: bool) -> PermutationMove | None:
        """Return the move of a name in any case, or of an alias; None if there is none."""
        alias = self.aliases.get(word)
        if alias is not None:
            word = alias.removesuffix("'")
            backward = backward != (alias != word)
        name = self.names.get(word.lower())
        if name is None:
            return None
        move = PermutationMove(name, backward)
        if move in self.steps:
            return move
        forward = PermutationMove(name)
        is_own_inverse = forward in self.steps and _is_involution(self.steps[forward])
        return forward if is_own_inverse else None


def _is_involution(step: Step) -> bool:
    pairs = set(zip(step.sources, step.targets, strict=True))
    return all((target, source) in pairs for source, target in pairs)


@lru_cache(maxsize=64)
def move_table(
    rows: int,
    columns: int,
    holes: frozenset[Cell],
    definitions: Definitions,
    inverses: bool,
    aliases: str = "{}",
) -> MoveTable:
    """Return the moves of a board; a wrong definition or alias gives none.

    Args:
        rows: rows of the board.
        columns: columns of the board.
        holes: places without a cell.
        definitions: the moves.
        inverses: True if the inverse of each move is a move too.
        aliases: other names of moves, as JSON text.
    """
    steps: dict[PermutationMove, Step] = {}
    names: dict[str, str] = {}
    for name, cycles in definitions:
        cells = [cell for cycle in cycles for cell in cycle]
        if not cells or name.lower() in names or any(wrong_cells(rows, columns, holes, cells)):
            continue
        names[name.lower()] = name
        sources = tuple(r * columns + c for r, c in cells)
        targets = tuple(r * columns + c for cycle in cycles for r, c in (*cycle[1:], cycle[0]))
        step = Step(sources, targets)
        steps[PermutationMove(name)] = step
        if inverses and not _is_involution(step):
            steps[PermutationMove(name, backward=True)] = Step(targets, sources)
    return MoveTable(steps, names, _letters(names.values()), _aliases(aliases, names))


def _aliases(text: str, names: dict[str, str]) -> dict[str, str]:
    """Return the sound aliases in a JSON text."""
    found = json.loads(text)
    return {
        alias: name
        for alias, name in (found.items() if isinstance(found, dict) else ())
        if can_be_alias(alias) and isinstance(name, str)
        and names.get(name.removesuffix("'").lower()) == name.removesuffix("'")
    }  # fmt: skip


def can_be_alias(name: str) -> bool:
    """Return True if a text of moves can have this name of a move."""
    return bool(_ALIAS.fullmatch(name))


def is_name(name: str) -> bool:
    """Return True if a move can have this name."""
    return bool(_NAME.fullmatch(name))


def _letters(names: Iterable[str]) -> dict[str, str]:
    """Return the name for each letter key: names of a letter first, then a free letter each."""
    names = list(names)
    found = {name.upper(): name for name in names if len(name) == 1}
    free = (letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in found)
    for name in names:
        if len(name) == 1:
            continue
        own = name[0].upper()
        letter = own if own not in found else next((x for x in free if x not in found), "")
        if letter:
            found[letter] = name
    return found


class _Fault(NamedTuple):
    """Reason for which a move cannot have a cell, in the singular and in the plural."""

    one: str
    several: str


_OUTSIDE = _Fault(
    gettext_noop("{cell} is not on the board"), gettext_noop("{cells} are not on the board")
)
_IN_HOLE = _Fault(
    gettext_noop("there is no cell at {cell}"), gettext_noop("there are no cells at {cells}")
)
_REPEATED = _Fault(
    gettext_noop("{cell} appears twice"), gettext_noop("{cells} appear more than once")
)


def wrong_cells(
    rows: int, columns: int, holes: frozenset[Cell], cells: Iterable[Cell]
) -> Iterator[tuple[int, _Fault]]:
    """Yield the indices of cells that a move cannot have, each with the reason."""
    before: set[Cell] = set()
    for index, cell in enumerate(cells):
        if not (0 <= cell[0] < rows and 0 <= cell[1] < columns):
            yield index, _OUTSIDE
        elif cell in holes:
            yield index, _IN_HOLE
        elif cell in before:
            yield index, _REPEATED
        before.add(cell)


def cell_problem(
    rows: int, columns: int, holes: frozenset[Cell], cells: Sequence[Cell]
) -> tuple[int, str] | None:
    """Return the index of the first cell that a move cannot have, and the reason."""
    found = next(wrong_cells(rows, columns, holes, cells), None)
    if found is None:
        return None
    index, fault = found
    return index, tr(fault.one).format(cell=cell_name(cells[index]))


def _cell_problems(
    rows: int, columns: int, holes: frozenset[Cell], cells: Sequence[Cell]
) -> Iterator[tuple[int, str]]:
    """Yield a problem for each kind of wrong cells, with the index of the first of them."""
    by_fault: dict[_Fault, list[int]] = {}
    for index, fault in wrong_cells(rows, columns, holes, cells):
        by_fault.setdefault(fault, []).append(index)
    for fault, indices in by_fault.items():
        wrong = list(dict.fromkeys(cells[index] for index in indices))
        text = tr(fault.one).format(cell=cell_name(wrong[0]))
        if len(wrong) > 1:
            text = tr(fault.several).format(cells=cell_list(wrong))
        yield indices[0], text


def name_problem(name: str) -> str:
    """Return the problem with the name of a move; empty if it has none."""
    if is_name(name):
        return ""
    text = tr("move {name}: a name is a letter, followed by up to seven letters, digits or _")
    return text.format(name=repr(name[:20]))


def definition_problems(
    rows: int, columns: int, holes: frozenset[Cell], definitions: Definitions
) -> Iterator[Problem]:
    """Yield the problems of the definitions of moves, at most a few for each move."""
    if not 1 <= len(definitions) <= MAX_DEFINED:
        text = tr("the board has {count} moves; it must have 1 to {most}")
        yield Problem(
            text.format(count=group_digits(len(definitions)), most=group_digits(MAX_DEFINED)),
            "moves",
            kind=ProblemKind.MOVES,
        )
    names: dict[str, str] = {}
    for name, cycles in definitions[:MAX_DEFINED]:
        if message := name_problem(name):
            yield Problem(message, "moves", path=(name,), kind=ProblemKind.MOVES)
        elif name.lower() in names:
            text = tr("moves {name} and {other} differ only in case")
            yield Problem(
                text.format(name=names[name.lower()], other=name),
                "moves",
                path=(name,),
                kind=ProblemKind.MOVES,
            )
        names.setdefault(name.lower(), name)
        if not cycles:
            text = tr("move {name} has no cycles")
            yield Problem(
                text.format(name=name[:20]), "moves", path=(name,), kind=ProblemKind.MOVES
            )
        short = next((number for number, cycle in enumerate(cycles) if len(cycle) < 2), None)
        if short is not None:
            text = tr("move {name}: a cycle must have at least two cells")
            yield Problem(
                text.format(name=name[:20]), "moves", path=(name, short), kind=ProblemKind.MOVES
            )
        cells = [cell for cycle in cycles for cell in cycle]
        ends = list(accumulate(map(len, cycles)))
        for index, message in _cell_problems(rows, columns, holes, cells):
            text = tr("move {name}: {message}")
            number = bisect_right(ends, index)
            place = number, index - (ends[number] - len(cycles[number]))
            yield Problem(
                text.format(name=name[:20], message=message),
                "moves",
                path=(name, *place),
                kind=ProblemKind.MOVES,
            )


TOKEN = re.compile(
    r"make\s+move\s+\((?P<name>[A-Za-z0-9_]{1,20})\)(?P<backwards>\s+backwards)?"
    r"|(?:[.*]\s*+)?+"
    r"(?P<minus>-)?(?P<word>[A-Za-z0-9_]{1,20})"
    r"(?:(?P<mark>['’′]|⁻¹)(?P<count>\d{0,6})|\^(?P<power>-?\d{1,6}))?(?![A-Za-z0-9_'’′^])",
    re.IGNORECASE,
)
"""A move in words, or a name with optional marks of an inverse and a repeat count.

A dot or an asterisk may separate it from the token before it.
"""
_MOST_REPEATS = 1000


def parse_move(table: MoveTable, word: re.Match[str]) -> tuple[PermutationMove, ...]:
    """Return the moves of a token; raises ValueError."""
    if word["name"]:
        return (_existing(table, word["name"], backward=bool(word["backwards"])),)
    power = int(word["power"] or 1)
    text, count = word["word"], word["count"]
    backward = (bool(word["minus"]) + bool(word["mark"]) + (power < 0)) % 2 == 1
    if not count and not table.find(text, backward=False):
        text, count = _split(table, text)
    move = _existing(table, text, backward=backward)
    return (move,) * _checked(int(count or 1) * abs(power))


def _checked(count: int) -> int:
    if not 1 <= count <= _MOST_REPEATS:
        raise ValueError(tr("a repeat count must be 1 to 1000"))
    return count


def _split(table: MoveTable, text: str) -> tuple[str, str]:
    """Split a name from a repeat count after it, where the longest name counts, or before it."""
    for length in range(len(text) - 1, 0, -1):
        if not text[length].isdigit():
            break
        if table.find(text[:length], backward=False):
            return text[:length], text[length:]
    name = text.lstrip("0123456789")
    return (name, text[: len(text) - len(name)]) if name else (text, "")


def _existing(table: MoveTable, word: str, *, backward: bool) -> PermutationMove:
    move = table.find(word, backward=backward)
    if move is None:
        if backward and table.find(word, backward=False):
            raise ValueError(tr("the move {name} has no inverse on this board").format(name=word))
        names = list(table.names.values())
        listed = ", ".join(names[:8]) + ("…" if len(names) > 8 else "")
        raise ValueError(
            tr("there is no move {name}; the moves are {names}").format(name=word, names=listed)
        )
    return move

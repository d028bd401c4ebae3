"""A puzzle as other programs define it, and the board that is made of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from puzzlegui.core.board import Board, Extra
from puzzlegui.core.cells import HOLE, Cell, cell_name, flatten, parse_cell
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import printable
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import step_images
from puzzlegui.core.strict_json import JsonError, parse
from puzzlegui.families.permutation.board import MAX_CELLS, PermutationBoard
from puzzlegui.families.permutation.definitions.nets import find_net
from puzzlegui.families.permutation.definitions.rings import ring_layout
from puzzlegui.families.permutation.moves import (
    ALIASES,
    MAX_DEFINED,
    SETS,
    can_be_alias,
    is_name,
)

Images: TypeAlias = tuple[int, ...]
"""A permutation: the content of cell i goes to cell ``images[i]``."""

NOTE = "puzzlegui"
"""Mark of the note with everything about a board that a format has no words for."""
MOST_READ = 4_000
"""Cells and moves from which on the rest of a definition is not read, only to count them."""
_MAX_TEXT = 4 << 20
_MAX_TITLE = 100
_LISTED = 8
"""Renamed moves that a sentence lists."""
_MAX_SIDE = 100


@dataclass(frozen=True)
class PieceSet:
    """Pieces that move among the same slots, each slot with a cell for each orientation.

    Attributes:
        name: name of the set.
        orientations: cells of each slot.
        pieces: number of the piece in each slot of the goal, from 1.
        turns: orientation of each of these pieces.
    """

    name: str
    orientations: int
    pieces: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.pieces) * self.orientations


@dataclass(frozen=True)
class Definition:
    """A puzzle whose cells are numbered from 0.

    Attributes:
        goal: value of each cell.
        moves: images of each move, by the name that the other program uses.
        start: value of each cell; None if it is the goal.
        title: title of the puzzle.
        inverses: True if the inverse of each move is a move too.
        aliases: further names of moves: the name of a move, with ``'`` for its inverse.
        sets: sets of pieces, in the order of the cells.
        columns: cells in neighbouring columns of a block: the orientations of a piece.
        centres: the move that turns a cell in place, for cells whose orientation does not count.
    """

    goal: tuple[int, ...]
    moves: Mapping[str, Images]
    start: tuple[int, ...] | None = None
    title: str = ""
    inverses: bool = True
    aliases: Mapping[str, str] = field(default_factory=dict)
    sets: tuple[PieceSet, ...] = ()
    columns: tuple[tuple[int, ...], ...] = ()
    centres: Mapping[int, str] = field(default_factory=dict)


# --- permutations -------------------------------------------------------------------------------


def compose(first: Images, then: Images) -> Images:
    """Return the product of two permutations, in the order of their application."""
    return tuple([then[image] for image in first])


def inverse(images: Sequence[int]) -> Images:
    """Return the inverse of a permutation; of a list of sources, the images."""
    found = [0] * len(images)
    for point, image in enumerate(images):
        found[image] = point
    return tuple(found)


def power(images: Images, exponent: int) -> Images:
    """Return a power of a permutation, by repeated squaring."""
    if exponent < 0:
        images, exponent = inverse(images), -exponent
    found: Images = tuple(range(len(images)))
    while exponent:
        if exponent & 1:
            found = compose(found, images)
        images = compose(images, images)
        exponent >>= 1
    return found


def cycles_of(images: Images) -> list[list[int]]:
    """Return the cycles of two or more points."""
    seen = [False] * len(images)
    found = []
    for first in range(len(images)):
        cycle = []
        point = first
        while not seen[point]:
            seen[point] = True
            cycle.append(point)
            point = images[point]
        if len(cycle) > 1:
            found.append(cycle)
    return found


def check_length(text: str) -> None:
    """Raise PuzzleError if a text is longer than any definition that boards can have."""
    if len(text) > _MAX_TEXT:
        message = tr("this text is longer than {number} MiB, too long for a definition")
        raise PuzzleError(message.format(number=str(_MAX_TEXT >> 20)))


def check_limits(cells: int, moves: int) -> None:
    """Raise PuzzleError if a definition is larger than boards can be."""
    if not (2 <= cells <= MAX_CELLS and 1 <= moves <= MAX_DEFINED):
        text = tr(
            "the definition has {cells} and {moves}; permutation puzzles have 2 to {most_cells} "
            "cells and 1 to {most_moves} moves"
        )
        raise PuzzleError(
            text.format(
                cells=quantity(cells, "cell"), moves=quantity(moves, "move"),
                most_cells=str(MAX_CELLS), most_moves=str(MAX_DEFINED),
            )
        )  # fmt: skip


# --- from a definition to a board ---------------------------------------------------------------


def make_board(definition: Definition, note: object = None) -> PermutationBoard:
    """Return the board of a definition.

    Args:
        definition: the definition; its moves may carry any names.
        note: the note that this program adds to what it writes, if any.

    Raises:
        PuzzleError: the definition is too large, or the board has problems.
    """
    moved = {
        name: p for name, p in definition.moves.items() if any(i != q for i, q in enumerate(p))
    }
    count = len(definition.goal)
    check_limits(count, len(moved))
    definition = _noted(definition, note) or definition
    cells = _noted_cells(count, note)
    palette: dict[int, str] = {}
    if cells is None:
        net = find_net(moved, count, definition.centres)
        if net is None:
            cells = ring_layout(count, list(moved.values()), definition.columns)
        else:
            cells, colours = net
            palette = {definition.goal[cell]: colour for cell, colour in colours.items()}
            if any(palette[definition.goal[cell]] != colour for cell, colour in colours.items()):
                palette = {}
    rows, columns = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    if (size := _numbers(note.get("size"), 2) if isinstance(note, dict) else None) is not None:
        rows, columns = (
            min(max(pair), _MAX_SIDE) for pair in zip((rows, columns), size, strict=True)
        )
    names = legal_names(moved)
    moves = tuple(
        (names[name], tuple(tuple(cells[i] for i in cycle) for cycle in cycles_of(images)))
        for name, images in moved.items()
    )
    aliases = {old: new for old, new in names.items() if old != new and can_be_alias(old)}
    for alias, name in definition.aliases.items():
        plain = name.removesuffix("'")
        if plain in names and can_be_alias(alias) and alias not in names:
            aliases[alias] = names[plain] + name[len(plain) :]
    extra: Extra = ()
    if aliases:
        extra += ((ALIASES, json.dumps(aliases)),)
    if definition.sets:
        sets = _set_fields(definition.sets, cells, definition.goal)
        extra += ((SETS, json.dumps(sets, ensure_ascii=False)),)
    goal = _grid(definition.goal, cells, rows, columns)
    start = definition.start
    board = PermutationBoard(
        goal if start is None else _grid(start, cells, rows, columns),
        goal,
        moves,
        definition.inverses,
        title=printable(definition.title[:_MAX_TITLE]),
        palette=tuple(sorted(palette.items())),
        extra=extra,
    )
    board.check()
    return board


def _grid(
    values: Sequence[int], cells: Sequence[Cell], rows: int, columns: int
) -> tuple[tuple[int, ...], ...]:
    grid = [[HOLE] * columns for _ in range(rows)]
    for (row, column), value in zip(cells, values, strict=True):
        grid[row][column] = value
    return tuple(map(tuple, grid))


_DIGITS = re.compile(r"[0-9]+")
_OTHER = re.compile(r"[^A-Za-z0-9_]+")
_LONGEST = 8


def legal_names(names: Iterable[str]) -> dict[str, str]:
    """Return a name that boards allow for each name of a move, the name itself if possible.

    Of names that differ only in case, that with most capitals stays. Digits before a name go
    after it: ``2R`` becomes ``R_2``, since ``R2`` would be read as ``R`` twice.
    """
    names = list(names)
    found: dict[str, str] = {}
    used: set[str] = set()
    for name in sorted(names, key=lambda name: -sum(letter.isupper() for letter in name)):
        if is_name(name) and name.lower() not in used:
            found[name] = name
            used.add(name.lower())
    for name in names:
        if name in found:
            continue
        text = _OTHER.sub("_", name)
        digits = _DIGITS.match(text)
        if digits is not None:
            text = f"{text[digits.end() :].strip('_')}_{digits[0]}"
        text = text.strip("_")[:_LONGEST]
        if not is_name(text):
            text = f"m{text}"[:_LONGEST] if text else "m"
        base, number = text, 1
        while text.lower() in used:
            number += 1
            end = f"_{number}"
            text = base[: _LONGEST - len(end)] + end
        found[name] = text
        used.add(text.lower())
    return {name: found[name] for name in names}


def _set_fields(
    sets: Sequence[PieceSet], cells: Sequence[Cell], goal: Sequence[int]
) -> dict[str, Any]:
    """Return the sets as the board file keeps them, with the goal, which shows later changes."""
    found: dict[str, Any] = {}
    at = 0
    for each in sets:
        stop = at + each.cells
        fields: dict[str, Any] = {
            "cells": list(map(cell_name, cells[at:stop])), "goal": goal[at:stop],
        }  # fmt: skip
        at = stop
        if each.orientations > 1:
            fields["orientations"] = each.orientations
        if each.pieces != tuple(range(1, len(each.pieces) + 1)):
            fields["pieces"] = each.pieces
        if any(each.turns):
            fields["turns"] = each.turns
        found[each.name] = fields
    return found


def renamed_moves(board: Board) -> tuple[str, ...]:
    """Return a sentence with the moves of a definition that a board has under other names."""
    assert isinstance(board, PermutationBoard)
    names = board.table.names
    changed = [
        f"{old} → {new}" for old, new in board.table.aliases.items()
        if not is_name(old) or old.lower() in names
    ]  # fmt: skip
    if not changed:
        return ()
    listed = ", ".join(changed[:_LISTED]) + ("…" if len(changed) > _LISTED else "")
    text = tr("Renamed moves: {moves}. The original names are read, too.")
    return (text.format(moves=listed),)


# --- the sets of a board ------------------------------------------------------------------------

SetState: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""Pieces in the slots of a set, from 1, and their orientations."""


def sets_of(board: PermutationBoard) -> dict[str, tuple[PieceSet, list[Cell]]]:
    """Return the sets of the definition that a board was read from, each with its cells.

    Raises:
        PuzzleError: the board was not read from such a definition, or was changed since.
    """
    try:
        found = _read_sets(json.loads(dict(board.extra).get(SETS, "{}")))
    except (AttributeError, KeyError, TypeError, ValueError):
        found = {}
    if not found:
        text = tr(
            "scrambles of pieces need a board that was read from a definition with sets of pieces"
        )
        raise PuzzleError(text)
    values = {(r, c): value for r, row in enumerate(board.goal) for c, value in enumerate(row)}
    if any([values.get(cell) for cell in cells] != goal for _, cells, goal in found.values()):
        text = tr("the board was changed since its definition was read; open the definition again")
        raise PuzzleError(text)
    return {name: (each, cells) for name, (each, cells, _) in found.items()}


def _read_sets(listed: Mapping[str, Any]) -> dict[str, tuple[PieceSet, list[Cell], list[int]]]:
    """Return the sets in a board file, each with its cells and their goal.

    Raises:
        AttributeError, KeyError, TypeError, ValueError: the file is damaged.
    """
    found = {}
    for name, fields in listed.items():
        cells = [parse_cell(cell) for cell in fields["cells"]]
        width = max(1, int(fields.get("orientations", 1)))
        size = len(cells) // width
        pieces = tuple(map(int, fields.get("pieces", range(1, size + 1))))
        turns = tuple(map(int, fields.get("turns", [0] * size)))
        if len(pieces) == len(turns) == size and len(cells) == size * width:
            found[name] = PieceSet(name, width, pieces, turns), cells, list(fields["goal"])
    return found


def state_values(each: PieceSet, goal: Sequence[int], state: SetState) -> list[int]:
    """Return the values of the cells of a set in a state.

    Args:
        each: the set.
        goal: values of its cells in the goal.
        state: the state.

    Raises:
        PuzzleError: the state has other pieces than the goal.
    """
    width = each.orientations
    stickers: dict[int, list[int]] = {}
    for slot, (piece, turn) in enumerate(zip(each.pieces, each.turns, strict=True)):
        cells = goal[slot * width : (slot + 1) * width]
        stickers[piece] = [cells[(number + turn) % width] for number in range(width)]
    pieces, turns = state
    if sorted(pieces) != sorted(each.pieces):
        text = tr("{name}: the scramble has other pieces than the puzzle")
        raise PuzzleError(text.format(name=each.name))
    return [
        stickers[piece][(number - turn) % width]
        for piece, turn in zip(pieces, turns, strict=True)
        for number in range(width)
    ]


def with_states(
    board: PermutationBoard, states: Mapping[str, SetState], title: str = ""
) -> PermutationBoard:
    """Return a board that starts with its sets in given states, the others as in the goal."""
    sets = sets_of(board)
    for name in states:
        if name not in sets:
            text = tr("there is no set {name}; the puzzle has {names}")
            raise PuzzleError(text.format(name=name[:40], names=", ".join(sets)))
    start = [list(row) for row in board.goal]
    for name, state in states.items():
        each, cells = sets[name]
        goal = [board.goal[r][c] for r, c in cells]
        for (r, c), value in zip(cells, state_values(each, goal, state), strict=True):
            start[r][c] = value
    grid = tuple(map(tuple, start))
    return board.with_fields(start=grid, title=printable(title[:_MAX_TITLE]) or board.title)


# --- from a board to a definition ---------------------------------------------------------------


def definition_of(board: Board) -> tuple[Definition, dict[str, Any]]:
    """Return the definition of a board whose moves permute its cells, and its note.

    The values of the definition are those of the board, numbered from 1 in their order. The
    moves carry the names that the board was read with.

    Raises:
        PuzzleError: the board has problems, or is larger than definitions can be.
    """
    board.check()
    if not board.permutes_cells:
        text = tr("the moves of {family} boards depend on the position, so there is no definition")
        raise PuzzleError(text.format(family=board.family))
    columns = board.columns
    start, goal = (flatten(board.grid(name)) for name in board.grid_fields)
    places = [number for number, value in enumerate(goal) if value != HOLE]
    start, goal = (tuple(grid[place] for place in places) for grid in (start, goal))
    ranks = {value: number for number, value in enumerate(sorted(set(goal)), 1)}
    moves, aliases, inverses = _moves(board, places)
    check_limits(len(goal), len(moves))
    found = Definition(
        tuple(ranks[value] for value in goal), moves, tuple(ranks[value] for value in start),
        board.title, inverses, aliases,
    )  # fmt: skip
    note: dict[str, Any] = {
        "size": [board.rows, columns],
        "cells": [cell_name(divmod(place, columns)) for place in places],
    }
    if list(ranks) != list(ranks.values()):
        note["values"] = list(ranks)
    if start != goal:
        note["start"] = found.start
    if not inverses:
        note["inverses"] = False
    return found, note


def _moves(board: Board, places: Sequence[int]) -> tuple[dict[str, Images], dict[str, str], bool]:
    """Return the moves of a board, further names of moves, and whether inverses are moves too.

    The inverse of an earlier move is a further name of it.
    """
    if isinstance(board, PermutationBoard):
        return _defined_moves(board, places)
    moves: dict[str, Images] = {}
    aliases: dict[str, str] = {}
    names: dict[Images, str] = {}
    own_inverses = 0
    for move, found in zip(board.steps, step_images(places, board.steps.values()), strict=True):
        name = board.format_moves([move])[-1]
        images = tuple(found)
        backward = inverse(images)
        if backward in names and backward != images:
            aliases[name] = f"{names[backward]}'"
            continue
        own_inverses += backward == images
        moves[name] = images
        names[images] = name
    return moves, aliases, len(aliases) + own_inverses == len(moves)


def original_names(board: PermutationBoard) -> dict[str, str]:
    """Return the original names of moves that had to be renamed, by the names on the board."""
    original: dict[str, str] = {}
    for alias, name in board.table.aliases.items():
        if not is_name(alias) or alias.lower() in board.table.names:
            original.setdefault(name, alias)
    return original


def _defined_moves(
    board: PermutationBoard, places: Sequence[int]
) -> tuple[dict[str, Images], dict[str, str], bool]:
    """Return the moves that a board defines, under their original names."""
    numbers = {place: number for number, place in enumerate(places)}
    original = original_names(board)
    moves: dict[str, Images] = {}
    for name, cycles in board.moves:
        images = list(range(len(places)))
        for cycle in cycles:
            for (r, c), (to_r, to_c) in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                images[numbers[r * board.columns + c]] = numbers[to_r * board.columns + to_c]
        moves[original.get(name, name)] = tuple(images)
    aliases = {
        alias: original.get(name.removesuffix("'"), name.removesuffix("'")) + "'" * name.count("'")
        for alias, name in board.table.aliases.items()
        if alias not in moves
    }
    return moves, aliases, board.inverses


def read_note(text: str) -> object:
    """Return the note in a text of JSON; None if it is damaged."""
    try:
        return parse(text)
    except JsonError:
        return None


def write_note(note: Mapping[str, Any]) -> str:
    """Return a note on a single line."""
    return json.dumps(note, separators=(",", ":"))


def _noted(definition: Definition, note: object) -> Definition | None:
    """Return a definition with what its note adds; None if there is nothing sound."""
    if not isinstance(note, dict):
        return None
    count = len(definition.goal)
    goal = _numbers(note.get("goal"), count) or definition.goal
    start = _numbers(note.get("start"), count)
    title = note.get("title")
    if start is None or sorted(start) != sorted(goal):
        start = None
    ranks = {value: number for number, value in enumerate(sorted(set(goal)))}
    values = _numbers(note.get("values"), len(ranks)) or tuple(sorted(ranks))

    def rename(cells: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values[ranks[cell]] for cell in cells)

    return replace(
        definition,
        title=title if isinstance(title, str) else definition.title,
        goal=rename(goal),
        start=None if start is None else rename(start),
        inverses=note.get("inverses") is not False,
    )


def _numbers(value: object, count: int) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) != count:
        return None
    if not all(type(entry) is int and entry >= 0 for entry in value):
        return None
    return tuple(value)


def _noted_cells(count: int, note: object) -> list[Cell] | None:
    """Return the places of cells in a note; None if they are not sound."""
    names = note.get("cells") if isinstance(note, dict) else None
    if not isinstance(names, list) or len(names) != count or len(set(map(str, names))) != count:
        return None
    try:
        cells = [parse_cell(str(name)) for name in names]
    except ValueError:
        return None
    return cells if max(max(cell) for cell in cells) < _MAX_SIDE else None

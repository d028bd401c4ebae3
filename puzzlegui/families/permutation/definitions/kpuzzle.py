"""KPuzzle definitions and patterns of cubing.js, in JSON.

Both spellings are read: lists of orbits with ``defaultPattern`` and ``permutation``, and the older
objects of orbits with ``startStateData`` or ``startState``, ``transformationData`` and ``moves``.
All numbers count from 0; turns belong to slots.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.json_reader import describe_json_value
from puzzlegui.core.language import tr
from puzzlegui.core.strict_json import JsonError, parse
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.definitions.definition import (
    MOST_READ,
    NOTE,
    SetState,
    check_length,
    check_limits,
    definition_of,
    inverse,
    make_board,
    with_states,
)
from puzzlegui.families.permutation.definitions.pieces import (
    MAX_STEPS,
    PiecePuzzle,
    PieceState,
    SetTurn,
)

_HEAD = 1 << 16
"""Characters of a text in which the keys of its format are looked for."""
_ORBITS = re.compile(r'"orbits"\s*:\s*[\[{]|"numPieces"\s*:')
_PIECES = re.compile(r'"(?:pieces|permutation)"\s*:\s*\[')
_OWN = '"puzzlegui/'
"""Beginning of the formats of this program."""
_MAX_SIZE = 1 << 16
_CELLS = "CELLS"


def is_definition(text: str) -> bool:
    """Return True if a text looks like a definition."""
    return (
        text.startswith("{") and _OWN not in text[:_HEAD]
        and bool(_ORBITS.search(text, 0, _HEAD))
    )  # fmt: skip


def is_pattern(text: str) -> bool:
    """Return True if a text looks like a pattern, an arrangement of orbits."""
    return text.startswith("{") and bool(_PIECES.search(text, 0, _HEAD)) and not is_definition(text)


def read_definition(text: str) -> Board:
    """Read a definition; its start is its goal.

    Raises:
        PuzzleError: with the place of what is wrong.
    """
    fields = _object(_parsed(text), "")
    puzzle = PiecePuzzle(title=str(fields.get("name", "")))
    puzzle.sizes = _sizes(fields.get("orbits"))
    moves = _object(fields.get("moves"), "moves")
    cells = sum(size * orientations for size, orientations in puzzle.sizes.values())
    if cells > MOST_READ:
        check_limits(cells, len(moves))
    start = _first(fields, "defaultPattern", "startStateData", "startState", "startPieces")
    states = _object(start, "defaultPattern")
    puzzle.solved = {
        name: _state(states.get(name), name, size) for name, size in puzzle.sizes.items()
    }
    for name, turn in moves.items():
        if isinstance(turn, str):
            puzzle.sequences[name] = _algorithm(turn)
            continue
        inner = _object(turn, f"moves: {name}")
        puzzle.moves[name] = {
            each: _turn(inner[each], f"moves: {name}: {each}", size)
            for each, size in puzzle.sizes.items()
            if each in inner
        }
    derived = fields.get("derivedMoves") or fields.get("experimentalDerivedMoves") or {}
    for name, algorithm in _object(derived, "derivedMoves").items():
        if isinstance(algorithm, str) and name not in moves:
            puzzle.sequences[name] = _algorithm(algorithm)
    return make_board(puzzle.definition(), fields.get(NOTE))


def read_pattern(board: Board, text: str) -> list[Board]:
    """Return the only board that starts with a pattern; raises PuzzleError."""
    assert isinstance(board, PermutationBoard)
    fields = _object(_parsed(text), "")
    fields = _object(fields.get("patternData", fields), "patternData")
    states: dict[str, SetState] = {}
    for name, state in fields.items():
        inner = _object(state, name)
        pieces = _numbers(_first(inner, "pieces", "permutation"), name, None, _MAX_SIZE)
        turns = inner.get("orientation", [0] * len(pieces))
        states[name] = (
            [piece + 1 for piece in pieces], _numbers(turns, name, len(pieces), _MAX_SIZE)
        )  # fmt: skip
    return [with_states(board, states)]


def _parsed(text: str) -> object:
    check_length(text)
    try:
        return parse(text)
    except JsonError as error:
        raise PuzzleError(str(error)) from None


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        text = tr("{place}: should be an object, not {kind}")
        kind = describe_json_value(value)
        raise PuzzleError(text.format(place=place or "KPuzzle", kind=kind))
    return value


def _first(fields: Mapping[str, Any], *names: str) -> object:
    """Return the first of some keys that an object has."""
    return next((fields[name] for name in names if name in fields), None)


def _numbers(value: object, place: str, count: int | None, most: int) -> list[int]:
    """Return a list of numbers from 0 to ``most - 1``; raises PuzzleError."""
    if not isinstance(value, list) or not all(
        type(each) is int and 0 <= each < most for each in value
    ):
        text = tr("{place}: should be a list of numbers from 0 to {most}")
        raise PuzzleError(text.format(place=place[:80], most=str(most - 1)))
    if count is not None and len(value) != count:
        text = tr("{place}: there are {count} numbers; the orbit has {wanted} pieces")
        raise PuzzleError(text.format(place=place[:80], count=str(len(value)), wanted=str(count)))
    return value


def _sizes(orbits: object) -> dict[str, tuple[int, int]]:
    """Return the pieces and orientations of each orbit."""
    if isinstance(orbits, list):
        listed = [_object(each, "orbits") for each in orbits]
        named = [(str(_first(each, "orbitName", "name")), each) for each in listed]
    else:
        named = [(name, _object(each, name)) for name, each in _object(orbits, "orbits").items()]
    found: dict[str, tuple[int, int]] = {}
    for name, each in named:
        sizes = [_first(each, "numPieces"), _first(each, "numOrientations", "orientations")]
        size, orientations = _numbers(
            [1 if number is None else number for number in sizes], name, 2, _MAX_SIZE
        )
        if not size or not orientations or name in found:
            text = tr("{place}: an orbit has a name of its own and at least one piece")
            raise PuzzleError(text.format(place=name[:80]))
        found[name] = size, orientations
    if not found:
        raise PuzzleError(tr("the definition has no orbits"))
    return found


def _state(value: object, name: str, size: tuple[int, int]) -> PieceState:
    count, orientations = size
    if value is None:
        return PieceState(range(1, count + 1), [0] * count, [orientations] * count)
    fields = _object(value, name)
    pieces = _numbers(_first(fields, "pieces", "permutation"), name, count, _MAX_SIZE)
    turns = _numbers(fields.get("orientation", [0] * count), name, count, orientations)
    given = _first(fields, "orientationMod")
    moduli = [0] * count if given is None else _numbers(given, name, count, _MAX_SIZE)
    moduli = [modulus or orientations for modulus in moduli]
    if any(orientations % modulus for modulus in moduli):
        text = tr("{place}: orientationMod must divide the number of orientations")
        raise PuzzleError(text.format(place=name[:80]))
    return PieceState([piece + 1 for piece in pieces], turns, moduli)


def _turn(value: object, place: str, size: tuple[int, int]) -> SetTurn:
    count, orientations = size
    fields = _object(value, place)
    sources = _numbers(_first(fields, "permutation", "pieces"), place, count, count)
    if len(set(sources)) != count:
        text = tr("{place}: each piece should be named once")
        raise PuzzleError(text.format(place=place[:80]))
    turns = _first(fields, "orientationDelta", "orientation")
    return SetTurn(
        sources, [0] * count if turns is None else _numbers(turns, place, count, orientations)
    )


# --- algorithms ---------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\s*(?:([0-9]{0,4}[A-Za-z_]+)([0-9]{0,4})('?)|([\[(,:])|([\])])([0-9]{0,4})('?))"
)
_DEPTH = 20


def _algorithm(text: str) -> list[tuple[str, int]]:
    """Return the moves of an algorithm such as ``[x: U2 R']``, each with its exponent.

    Raises:
        PuzzleError: it is not an algorithm, or is too long.
    """
    stack: list[list[list[tuple[str, int]]]] = [[[]]]
    marks: list[str] = [""]
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            break
        at = match.end()
        name, count, prime, opening, closing, times, back = match.groups()
        if name:
            stack[-1][-1].append((name, int(count or 1) * (-1 if prime else 1)))
        elif opening in ("[", "("):
            stack.append([[]])
            marks.append(opening)
        elif opening:
            if marks[-1] != "[":
                break
            marks[-1] = opening
            stack[-1].append([])
        else:
            parts, mark = stack.pop(), marks.pop()
            if not stack or mark == "[" or (closing == ")") != (mark == "("):
                break
            stack[-1][-1] += _grouped(parts, mark, int(times or 1) * (-1 if back else 1))
        if len(stack) > _DEPTH or len(stack[-1][-1]) > MAX_STEPS:
            break
    else:
        if len(stack) == 1:
            return stack[0][0]
    raise PuzzleError(tr("{text} is not an algorithm").format(text=repr(text[:40])))


def _inverted(steps: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(name, -count) for name, count in reversed(steps)]


def _grouped(parts: list[list[tuple[str, int]]], mark: str, times: int) -> list[tuple[str, int]]:
    """Return the moves of a group, a commutator or a conjugate, repeated."""
    first = parts[0]
    if mark == "(":
        steps = first
    else:
        second = parts[1]
        steps = first + second + _inverted(first)
        if mark == ",":
            steps += _inverted(second)
    if times < 0:
        steps, times = _inverted(steps), -times
    if len(steps) * times > MAX_STEPS:
        raise PuzzleError(tr("the sequences of moves are too long"))
    return steps * times


# --- writing ------------------------------------------------------------------------------------


def write_definition(board: Board) -> str:
    """Return a board as a definition with a single orbit; raises PuzzleError.

    What KPuzzle has no words for, such as the places of the cells, stands under a key of its own.
    """
    definition, note = definition_of(board)
    count = len(definition.goal)
    zeros = [0] * count
    fields: dict[str, Any] = {
        "name": definition.title or "puzzle",
        "orbits": [{"orbitName": _CELLS, "numPieces": count, "numOrientations": 1}],
        "defaultPattern": {
            _CELLS: {"pieces": [value - 1 for value in definition.goal], "orientation": zeros}
        },
        "moves": {
            name: {_CELLS: {"permutation": inverse(images), "orientationDelta": zeros}}
            for name, images in definition.moves.items()
        },
    }
    if definition.aliases:
        fields["derivedMoves"] = dict(definition.aliases)
    fields[NOTE] = {"title": definition.title, **note}
    return json.dumps(fields, ensure_ascii=False, indent=None) + "\n"

"""Rewritings of lines: their text, their inverse and images, and structure found in flat lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.lines import (
    COMMUTATOR,
    CONJUGATE,
    GROUP,
    MOST_REPEATS,
    Bracket,
    Comment,
    Line,
    Part,
    Parts,
    Stretch,
    Variation,
    inverses,
    undone,
)
from puzzlegui.core.motion import Motion
from puzzlegui.core.notation import Notation, Term

_MOST_FOLDED, _MOST_IN_TERMS = 100_000, 1000
_LONGEST_REPEATED, _LONGEST_SIDE, _LONGEST_MIDDLE = 32, 8, 16
"""Most moves of what is found repeated, of a side of a commutator, and in the middle of a
conjugate."""


# --- text ---------------------------------------------------------------------------------------


def written(board: Board, line: Line) -> str:
    """Return a line as a text from which ``read_line`` reads it again."""
    heads = [f"~{each.name} @{each.number}: " for each in line.variations]
    endings = [variation.parts for variation in line.variations]
    texts = [_written(board, parts) for parts in (line.parts, *endings)]
    if line.parts and all(isinstance(part, Comment) for part in line.parts):
        # In braces alone they would be a list.
        texts[0] = "\n".join(f"//{text}" for part in line.parts for text in _lines_of(part))
    return "\n".join(head + text for head, text in zip(["", *heads], texts, strict=True))


def _lines_of(part: Part) -> list[str]:
    return part.text.splitlines() or [""] if isinstance(part, Comment) else []


def _written(board: Board, parts: Parts) -> str:
    return " ".join(_part_written(board, part) for part in parts)


def _part_written(board: Board, part: Part) -> str:
    if isinstance(part, Stretch):
        return " ".join(board.format_moves(part.moves))
    if isinstance(part, Comment):
        return f"{{{part.text.replace('}', ')')}}}"
    sides = [_written(board, side) for side in part.sides]
    count = abs(part.power)
    power = ("'" if part.power < 0 else "") + (str(count) if count > 1 else "")
    if part.kind == GROUP:
        return f"({sides[0]}){power}"
    return f"[{sides[0]}{part.kind} {sides[1]}]{power}"


# --- inverse and images -------------------------------------------------------------------------


def inverted(board: Board, line: Line) -> Line:
    """Return the line that undoes another: from its last position, back to its first.

    Its variations undo all moves from their end to the start.

    Raises:
        IllegalMoveError: a move has no inverse.
    """
    variations = [
        Variation(name, 1, (Stretch(undone(board, moves)),)) for name, moves in line.varied(board)
    ]
    return Line(_inverted(board, line.parts), tuple(variations))


def _inverted(board: Board, parts: Parts) -> Parts:
    found: list[Part] = []
    named: list[Part] = []  # a part and the comments after it, which stay after it
    for part in reversed(parts):
        named.insert(0, part)
        if not isinstance(part, Comment):
            found += [_part_inverted(board, part), *named[1:]]
            named = []
    return (*named, *found)


def _part_inverted(board: Board, part: Stretch | Bracket) -> Part:
    if isinstance(part, Stretch):
        return Stretch(undone(board, part.moves))
    if part.kind == COMMUTATOR:
        return replace(part, sides=part.sides[::-1])
    if part.kind == CONJUGATE:
        return replace(part, sides=(part.sides[0], _inverted(board, part.sides[1])))
    return replace(part, sides=(_inverted(board, part.sides[0]),))


def mirrored(board: Board, line: Line) -> Line:
    """Return a line as a mirror beside the board shows it.

    Raises:
        PuzzleError: the board does not have all moves that this takes.
    """
    last = board.columns - 1
    return _mapped(line, _images(board, lambda cell: (cell[0], last - cell[1])))


def turned(board: Board, line: Line) -> Line:
    """Return a line as it is made on the board turned by a quarter clockwise.

    Raises:
        PuzzleError: the board is not square, or does not have all moves that this takes.
    """
    if board.rows != board.columns:
        raise PuzzleError(tr("only a square board can be turned"))
    last = board.rows - 1
    return _mapped(line, _images(board, lambda cell: (cell[1], last - cell[0])))


def _images(board: Board, image: Callable[[Cell], Cell]) -> Callable[[Any], Any]:
    """Return a function that returns the image of a move under a symmetry of the cells."""
    motions: dict[Any, Motion] = {}
    moves: dict[tuple[frozenset[tuple[Cell, Cell]], frozenset[Cell]], Any] = {}
    if board.has_tiles:
        for position, move in board.all_moves():
            motion = board.motion(position, move)
            motions.setdefault(move, motion)
            moves.setdefault((frozenset(motion.carried), frozenset(motion.outlined)), move)

    def image_of(move: Any) -> Any:
        found = None
        if (motion := motions.get(move)) is not None:
            carried = [(image(source), image(target)) for source, target in motion.carried]
            found = moves.get((frozenset(carried), frozenset(map(image, motion.outlined))))
        if found is None:
            text = tr("no move of this board is the image of {move}")
            raise PuzzleError(text.format(move=str(move)))
        return found

    return image_of


def _mapped(line: Line, image_of: Callable[[Any], Any]) -> Line:
    """Return a line with each move replaced by its image."""
    variations = tuple(
        replace(variation, parts=_parts_mapped(variation.parts, image_of))
        for variation in line.variations
    )
    return Line(_parts_mapped(line.parts, image_of), variations)


def _parts_mapped(parts: Parts, image_of: Callable[[Any], Any]) -> Parts:
    return tuple(_part_mapped(part, image_of) for part in parts)


def _part_mapped(part: Part, image_of: Callable[[Any], Any]) -> Part:
    if isinstance(part, Stretch):
        return Stretch(tuple(map(image_of, part.moves)))
    if isinstance(part, Bracket):
        return replace(part, sides=tuple(_parts_mapped(side, image_of) for side in part.sides))
    return part


# --- flat lists ---------------------------------------------------------------------------------


def flat(board: Board, line: Line, simplify: Callable[[Sequence[Any]], Sequence[Any]]) -> Line:
    """Return a line written out, without comments.

    Args:
        board: the board.
        line: the line.
        simplify: returns moves that do the same, from the start of the board.
    """
    moves = line.moves(board)
    simple = tuple(simplify(moves))
    variations = []
    for name, varied in line.varied(board):
        other = tuple(simplify(varied))
        same = 0
        while same < min(len(other), len(simple)) and other[same] == simple[same]:
            same += 1
        variations.append(Variation(name, same + 1, _stretch(other[same:])))
    return Line(_stretch(simple), tuple(variations))


def folded(board: Board, line: Line) -> Line:
    """Return a line without comments, with repeated moves, commutators and conjugates in brackets.

    The fewest moves and brackets are found by dynamic programming from the last move to the first.
    """
    variations = [
        Variation(each.name, each.number, _folded(board, Line(each.parts).moves(board)))
        for each in line.variations
    ]
    return Line(_folded(board, line.moves(board)), tuple(variations))


def _terms(board: Board, moves: Sequence[Any]) -> list[Term]:
    """Return a term for each bracket that is found, and for each other move."""
    parts = _stretch(moves)
    if len(moves) <= _MOST_IN_TERMS:  # it takes 0.1 s
        parts = _folded(board, moves)
    found: list[Term] = []
    for part in parts:
        at = found[-1].stop if found else 0
        if isinstance(part, Stretch):
            texts = board.format_moves(part.moves)
            found += [Term(text, at + i, at + i + 1) for i, text in enumerate(texts)]
        elif isinstance(part, Bracket):
            count = len(Line((part,)).moves(board))
            found.append(Term(_part_written(board, part), at, at + count))
    return found


BRACKETS = Notation(
    "brackets", "Brackets", "boards with tiles", lambda board: board.has_tiles, _terms,
    one_move_per_term=False,
)  # fmt: skip
"""Moves with what repeats, commutators and conjugates in brackets."""


def _folded(board: Board, moves: Sequence[Any]) -> Parts:
    if len(moves) > _MOST_FOLDED:
        text = tr("only lines of up to {most} moves can be folded")
        raise PuzzleError(text.format(most=group_digits(_MOST_FOLDED)))
    single = {move: found[0] for move, found in inverses(board).items() if len(found) == 1}
    return _Folding(single).fold(tuple(moves)).parts


def _stretch(moves: Sequence[Any]) -> Parts:
    return (Stretch(tuple(moves)),) if moves else ()


class _Folded(NamedTuple):
    """Moves in brackets.

    Attributes:
        cost: number of moves written, and of brackets.
        parts: the moves.
    """

    cost: int
    parts: Parts


class _Choice(NamedTuple):
    """Way to write the first of some moves.

    Attributes:
        cost: of these and all that follow.
        length: number of the moves.
        make: returns them in brackets; None for a single move.
    """

    cost: int
    length: int
    make: Callable[[], Part] | None


class _Folding:
    """Search for brackets.

    Args:
        inverses: the inverse of each move that has one.
    """

    def __init__(self, inverses: dict[Any, Any]) -> None:
        self._inverses = inverses
        self._known: dict[tuple[Any, ...], _Folded] = {}

    def fold(self, moves: tuple[Any, ...]) -> _Folded:
        """Return moves in the brackets that cost least."""
        if moves in self._known:
            return self._known[moves]
        best = [_Choice(0, 0, None)] * (len(moves) + 1)
        longest = min(_LONGEST_REPEATED, len(moves) // 2)
        same = {length: _agreeing(moves, length) for length in range(1, longest + 1)}
        for at in range(len(moves) - 1, -1, -1):
            best[at] = _Choice(best[at + 1].cost + 1, 1, None)
            for choice in (*self._repeats(moves, at, same), *self._pairs(moves, at)):
                cost = choice.cost + best[at + choice.length].cost
                if cost < best[at].cost:
                    best[at] = choice._replace(cost=cost)
        parts: list[Part] = []
        at = begin = 0
        while at < len(moves):
            choice = best[at]
            if choice.make is not None:
                parts += [*_stretch(moves[begin:at]), choice.make()]
                begin = at + choice.length
            at += choice.length
        found = _Folded(best[0].cost, (*parts, *_stretch(moves[begin:])))
        if len(moves) <= _LONGEST_REPEATED:
            self._known[moves] = found
        return found

    def _repeats(
        self, moves: tuple[Any, ...], at: int, same: dict[int, list[int]]
    ) -> list[_Choice]:
        """Return ways to write the first moves as a power."""
        found = []
        for length, agreeing in same.items():
            power = min(agreeing[at] // length + 1, MOST_REPEATS)
            if power > 1:
                inner = self.fold(moves[at : at + length])
                make = partial(_power, inner, power)
                found.append(_Choice(inner.cost + 1, length * power, make))
        return found

    def _pairs(self, moves: tuple[Any, ...], at: int) -> list[_Choice]:
        """Return ways to write the first moves as a commutator or conjugate."""
        inverses, found = self._inverses, []
        room = len(moves) - at
        first = inverses.get(moves[at])
        if first is None:
            return []
        for a in range(1, min(_LONGEST_SIDE, room // 2) + 1):
            side = moves[at : at + a]
            undoing = tuple([inverses.get(move) for move in reversed(side)])
            for b in range(1, min(_LONGEST_MIDDLE, room - 2 * a) + 1):
                middle_end = at + a + b
                # The first move is undone last.
                if moves[middle_end + a - 1] != first:
                    continue
                if moves[middle_end : middle_end + a] != undoing:
                    continue
                middle = moves[at + a : middle_end]
                sides = self.fold(side), self.fold(middle)
                cost = sides[0].cost + sides[1].cost + 1
                end = middle_end + a
                found.append(_Choice(cost, end - at, partial(_bracket, CONJUGATE, sides)))
                after = tuple([inverses.get(move) for move in reversed(middle)])
                if b <= _LONGEST_SIDE and moves[end : end + b] == after:
                    make = partial(_bracket, COMMUTATOR, sides)
                    found.append(_Choice(cost, end + b - at, make))
        return found


def _agreeing(moves: Sequence[Any], length: int) -> list[int]:
    """Return, from each move on, how many are equal to those a length further on."""
    found = [0] * len(moves)
    for at in range(len(moves) - length - 1, -1, -1):
        if moves[at] == moves[at + length]:
            found[at] = found[at + 1] + 1
    return found


def _bracket(kind: str, sides: tuple[_Folded, _Folded]) -> Bracket:
    return Bracket(kind, (sides[0].parts, sides[1].parts))


def _power(inner: _Folded, power: int) -> Bracket:
    match inner.parts:
        case (Bracket(power=1) as bracket,):
            return replace(bracket, power=power)
    return Bracket(GROUP, (inner.parts,), power)

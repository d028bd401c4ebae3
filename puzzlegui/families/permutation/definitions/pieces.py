"""Puzzles of pieces with orientations, as twsearch, ksolve and cubing.js define them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.families.permutation.definitions.definition import (
    Definition,
    Images,
    PieceSet,
    check_limits,
    compose,
    inverse,
    power,
)
from puzzlegui.families.permutation.moves import MAX_DEFINED

MAX_STEPS = 5_000
"""Greatest number of moves in all sequences of a definition."""


@dataclass(frozen=True)
class SetTurn:
    """Effect of a move on a set.

    Attributes:
        sources: for each slot, the slot whose piece comes to it, from 0.
        turns: for each slot, how far its new piece is turned.
    """

    sources: Sequence[int]
    turns: Sequence[int]


@dataclass(frozen=True)
class PieceState:
    """Arrangement of a set.

    Attributes:
        pieces: number of the piece in each slot, from 1.
        turns: orientation of each of these pieces.
        moduli: number of orientations that count, for each of these pieces; 1 if none does.
    """

    pieces: Sequence[int]
    turns: Sequence[int]
    moduli: Sequence[int]


@dataclass
class PiecePuzzle:
    """A puzzle as it is read, set by set.

    Attributes:
        title: title.
        sizes: slots and orientations of each set, by name.
        solved: arrangement of each set in the goal.
        moves: effect of each move on the sets that it changes.
        start: arrangement of some sets at the start.
        sequences: further moves, made of others.
    """

    title: str = ""
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    solved: dict[str, PieceState] = field(default_factory=dict)
    moves: dict[str, dict[str, SetTurn]] = field(default_factory=dict)
    start: dict[str, PieceState] = field(default_factory=dict)
    sequences: dict[str, Sequence[tuple[str, int]]] = field(default_factory=dict)

    def definition(self) -> Definition:
        """Return the definition, with a cell for each orientation that counts.

        Raises:
            PuzzleError: it is too large, or the start has other pieces than the goal.
        """
        widths = {
            name: self._width(name, orientations) for name, (_, orientations) in self.sizes.items()
        }
        count = sum(size * widths[name] for name, (size, _) in self.sizes.items())
        check_limits(count, len(self.moves) + len(self.sequences))
        goal: list[int] = []
        start: list[int] = []
        sets = []
        columns: list[tuple[int, ...]] = []
        first = 1
        for name, (size, _) in self.sizes.items():
            width, state = widths[name], self.solved[name]
            stickers, first = _stickers(state, width, first)
            if width > 1:
                columns += [
                    tuple(range(len(goal) + slot * width, len(goal) + (slot + 1) * width))
                    for slot in range(size)
                ]
            goal += _values(state, stickers, width)
            begin = self.start.get(name, state)
            if sorted(begin.pieces) != sorted(state.pieces):
                text = tr("{name}: the start has other pieces than the goal")
                raise PuzzleError(text.format(name=name))
            start += _values(begin, stickers, width)
            turns = tuple(turn % width for turn in state.turns)
            sets.append(PieceSet(name, width, tuple(state.pieces), turns))
        moves = {name: self._images(turn, widths, count) for name, turn in self.moves.items()}
        aliases = self._add_sequences(moves, count)
        return Definition(
            tuple(goal),
            moves,
            tuple(start) if start != goal else None,
            self.title,
            aliases=aliases,
            sets=tuple(sets),
            columns=tuple(columns),
            centres=self._centres(widths),
        )

    def _width(self, name: str, orientations: int) -> int:
        """Return the cells of a slot: all orientations, or those that count if that is uniform."""
        moduli = {*self.solved[name].moduli}
        moduli |= {*self.start[name].moduli} if name in self.start else set()
        (least, *more) = sorted(moduli)
        return orientations if more else least

    def _images(self, turn: Mapping[str, SetTurn], widths: Mapping[str, int], count: int) -> Images:
        """Return the images of the cells for a move."""
        sources = list(range(count))
        at = 0
        for name, (size, _) in self.sizes.items():
            width = widths[name]
            if name in turn:
                sources[at : at + size * width] = [
                    at + source * width + (cell - by) % width
                    for source, by in zip(turn[name].sources, turn[name].turns, strict=True)
                    for cell in range(width)
                ]
            at += size * width
        return inverse(sources)

    def _centres(self, widths: Mapping[str, int]) -> dict[int, str]:
        """Return the move that turns each cell in place, where orientations do not count."""
        found: dict[int, str] = {}
        at = 0
        for name, (size, orientations) in self.sizes.items():
            if widths[name] == 1 < orientations:
                for move, turn in self.moves.items():
                    for slot, (source, by) in enumerate(
                        zip(turn[name].sources, turn[name].turns, strict=True)
                        if name in turn else ()
                    ):  # fmt: skip
                        if source == slot and by % orientations:
                            found.setdefault(at + slot, move)
            at += size * widths[name]
        return found

    def _add_sequences(self, moves: dict[str, Images], count: int) -> dict[str, str]:
        """Add the moves that are made of others; return those that do the same as another.

        Sequences that are not made of moves are left out.
        """
        if sum(map(len, self.sequences.values())) > MAX_STEPS:
            raise PuzzleError(tr("the sequences of moves are too long"))
        known = {images: name for name, images in reversed(moves.items())}
        for name, images in list(moves.items()):
            known.setdefault(inverse(images), f"{name}'")
        aliases: dict[str, str] = {}
        images_of = dict(moves)
        powers = cache(lambda step, times: power(images_of[step], times))
        waiting = dict(self.sequences)
        while ready := [
            name for name, steps in waiting.items() if all(step in images_of for step, _ in steps)
        ]:
            for name in ready:
                product: Images = tuple(range(count))
                for step, times in waiting.pop(name):
                    product = compose(product, powers(step, times))
                if name in images_of:
                    continue
                images_of[name] = product
                if product in known:
                    aliases[name] = known[product]
                    continue
                moves[name] = product
                known[product] = name
                known.setdefault(inverse(product), f"{name}'")
        check_limits(count, min(len(moves), MAX_DEFINED + 1))
        return aliases


def _stickers(state: PieceState, width: int, first: int) -> tuple[dict[int, tuple[int, ...]], int]:
    """Return the values of the stickers of each piece, and the first value that is not used.

    Args:
        state: the goal.
        width: cells of a slot.
        first: value of the first sticker.
    """
    moduli: dict[int, int] = {}
    for piece, modulus in zip(state.pieces, state.moduli, strict=True):
        if moduli.setdefault(piece, modulus) != modulus:
            raise PuzzleError(tr("of equal pieces, either all orientations count or none").format())
    found: dict[int, tuple[int, ...]] = {}
    for piece in sorted(moduli):
        modulus = min(moduli[piece], width)
        found[piece] = tuple(first + sticker % modulus for sticker in range(width))
        first += modulus
    return found, first


def _values(state: PieceState, stickers: Mapping[int, Sequence[int]], width: int) -> list[int]:
    """Return the values of the cells of a set."""
    return [
        stickers[piece][(cell - turn) % width]
        for piece, turn in zip(state.pieces, state.turns, strict=True)
        for cell in range(width)
    ]

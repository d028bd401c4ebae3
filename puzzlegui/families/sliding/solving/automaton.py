"""Pruning of duplicate move sequences of the gap by a finite automaton.

Taylor and Korf (1993), "Pruning duplicate nodes in depth-first search": of two sequences of moves
with the same effect only one need be tried. The lexicographically first of the shortest sequences
is kept if it stays within the rectangle of the other, so that it is legal wherever the other is. A
shortest solution without duplicate parts remains: replacing each part by the kept sequence makes
the solution lexicographically smaller, so this terminates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The moves of the gap in rows and columns; the opposite of direction ``d`` is ``3 - d``."""

_SEQUENCES = 30_000
"""Most sequences of a length; beyond that no longer sequences are compared."""
_SIDE = 12
"""Rows and columns beyond which sequences of smaller length are the same."""
_LONGEST = 24


@dataclass(frozen=True)
class Automaton:
    """Finite automaton of the moves of the gap that need to be tried.

    A state is 16 × its number + the set of directions allowed, the sum of 1 << direction.

    Attributes:
        transitions: int32[states × 4], the next state for each number of a state and direction, -1
            if the direction is pruned.
        first: initial state.
    """

    transitions: NDArray[np.int32]
    first: int

    def next(self, state: int, direction: int) -> int:
        """Return the state after a move; negative if it is pruned."""
        return int(self.transitions[(state >> 4) * 4 + direction])


def _automaton(transitions: NDArray[np.integer], first: int) -> Automaton:
    """Return an automaton by the numbers of its states, int[states, 4]."""
    sets = ((transitions >= 0) << np.arange(4)).sum(axis=1)
    states = np.where(transitions >= 0, 16 * transitions + sets[transitions], -1)
    return Automaton(states.ravel().astype(np.int32), 16 * first + int(sets[first]))


@lru_cache(maxsize=1)
def parent_pruning() -> Automaton:
    """Return the automaton that only prunes the inverse of the last move."""
    transitions = np.tile(np.arange(4), (5, 1))
    transitions[np.arange(4), 3 - np.arange(4)] = -1
    return _automaton(transitions, 4)


@dataclass(frozen=True)
class _SequenceLevel:
    """Sequences of equal length, in lexicographic order.

    Attributes:
        codes: directions as digits to base 4.
        boards: uint16[…, cells], the tiles afterwards, on a board large enough in all directions.
        gaps: the gap's cell afterwards.
        keys: the Zobrist keys of gap and tiles.
        boxes: int64[…, 4], the first and last row and column visited by the gap.
    """

    codes: Ints
    boards: NDArray[np.uint16]
    gaps: Ints
    keys: NDArray[np.uint64]
    boxes: Ints

    def only(self, kept: NDArray[np.bool_]) -> _SequenceLevel:
        return _SequenceLevel(
            self.codes[kept], self.boards[kept], self.gaps[kept], self.keys[kept], self.boxes[kept]
        )


@lru_cache(maxsize=8)
def duplicate_pruning(rows: int, columns: int) -> Automaton:
    """Return the automaton for a size of board."""
    longest = _LONGEST if max(rows, columns) < _SIDE else _SIDE - 1
    levels = _accepted(min(rows, _SIDE), min(columns, _SIDE), longest)
    depth = len(levels) - 1
    starts = np.cumsum([0, *(len(codes) for codes in levels)])
    transitions = np.full((starts[depth], 4), -1, np.int64)
    for length in range(depth):
        longer = levels[length + 1]
        states = starts[length] + np.searchsorted(levels[length], longer >> 2)
        if length + 1 < depth:
            transitions[states, longer & 3] = starts[length + 1] + np.arange(len(longer))
        else:  # forget the first move
            rest = longer & ((1 << 2 * length) - 1)
            transitions[states, longer & 3] = starts[length] + np.searchsorted(levels[length], rest)
    return _minimized(transitions)


def _accepted(rows: int, columns: int, longest: int) -> list[Ints]:
    """Return the codes of the sequences without duplicate parts, by length."""
    height, width = 2 * rows + 1, 2 * columns + 1
    home = rows * width + columns
    numbers = np.random.default_rng(1).integers(
        1, 1 << 63, (height * width, height * width), np.uint64
    )
    level = _SequenceLevel(
        np.zeros(1, np.int64),
        np.arange(height * width, dtype=np.uint16)[None],
        np.full(1, home),
        np.zeros(1, np.uint64),
        np.array([[rows, rows, columns, columns]]),
    )
    accepted = [level.codes]
    before = [(level.keys, level.boxes)]
    while len(accepted) <= longest:
        level = _longer(level, accepted[-1], len(accepted) - 1, numbers, rows, columns)
        if len(level.codes) == 0 or len(level.codes) > _SEQUENCES:
            break
        level = level.only(~_duplicates(level, before))
        accepted.append(level.codes)
        before.append((level.keys, level.boxes))
    return accepted


def _longer(
    level: _SequenceLevel,
    shorter: Ints,
    length: int,
    numbers: NDArray[np.uint64],
    rows: int,
    columns: int,
) -> _SequenceLevel:
    """Return the sequences longer by a move whose prefix and suffix are accepted."""
    width = 2 * columns + 1
    steps = np.array([down * width + right for down, right in DIRECTIONS])
    parent, direction = np.divmod(np.arange(4 * len(level.codes)), 4)
    codes = level.codes[parent] * 4 + direction
    boxes = level.boxes[parent].copy()
    row, column = np.divmod(level.gaps[parent] + steps[direction], width)
    boxes[:, 0] = np.minimum(boxes[:, 0], row)
    boxes[:, 1] = np.maximum(boxes[:, 1], row)
    boxes[:, 2] = np.minimum(boxes[:, 2], column)
    boxes[:, 3] = np.maximum(boxes[:, 3], column)
    kept = (boxes[:, 1] - boxes[:, 0] < rows) & (boxes[:, 3] - boxes[:, 2] < columns)
    if length:
        kept &= level.codes[parent] % 4 != 3 - direction
        rest = codes & ((1 << 2 * length) - 1)
        at = np.minimum(np.searchsorted(shorter, rest), len(shorter) - 1)
        kept &= shorter[at] == rest
    parent, direction = parent[kept], direction[kept]
    codes, boxes = codes[kept], boxes[kept]
    gap = level.gaps[parent]
    to = gap + steps[direction]
    boards = level.boards[parent]
    indices = np.arange(len(codes))
    moved, tile = boards[indices, gap], boards[indices, to]
    keys = level.keys[parent] ^ numbers[gap, moved] ^ numbers[to, moved]
    keys ^= numbers[gap, tile] ^ numbers[to, tile]
    boards[indices, gap], boards[indices, to] = tile, moved
    return _SequenceLevel(codes, boards, to, keys, boxes)


def _duplicates(
    level: _SequenceLevel, before: list[tuple[NDArray[np.uint64], Ints]]
) -> NDArray[np.bool_]:
    """Return a mask of the sequences that duplicate an earlier one within their rectangle."""
    same_parity = before[len(before) % 2 :: 2]
    keys = np.concatenate([*(k for k, _ in same_parity), level.keys])
    boxes = np.concatenate([*(b for _, b in same_parity), level.boxes])
    order = np.argsort(keys, kind="stable")
    keys, boxes = keys[order], boxes[order]
    worse = np.zeros(len(keys), np.bool_)
    step = 1
    while step < len(keys) and (same := keys[step:] == keys[:-step]).any():
        one, other = boxes[:-step], boxes[step:]
        inside = (one[:, [0, 2]] >= other[:, [0, 2]]).all(1) & (
            one[:, [1, 3]] <= other[:, [1, 3]]
        ).all(1)
        worse[step:] |= same & inside
        step += 1
    found = np.empty(len(keys), np.bool_)
    found[order] = worse
    return found[len(keys) - len(level.keys) :]


def _minimized(transitions: Ints) -> Automaton:
    """Minimise the automaton (Moore 1956)."""
    states = len(transitions)
    label = np.zeros(states + 1, np.int64)
    label[-1] = -1
    count = 0
    while True:
        following = label[transitions]
        code = following[:, 0]
        for direction in range(1, 4):
            code = np.unique(code * (states + 2) + following[:, direction], return_inverse=True)[1]
        first = np.unique(code, return_index=True)[1]
        label[:-1] = code
        if len(first) == count:
            return _automaton(label[transitions[first]], int(label[0]))
        count = len(first)

"""Short words for permutations: a chain of stabilisers with words (Minkwitz 1998).

See "An algorithm for solving the factorization problem in permutation groups".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.group import (
    Permutation,
    StabiliserChain,
    compose,
    inverse,
)

Word = tuple[int, ...]
"""Moves, numbered; ``~t`` is the inverse of move t."""
_Entry = tuple[Permutation, Permutation, Word]
"""A permutation, its inverse, and its word."""

_IMPROVE_EVERY = 1500
"""Words between two rounds of improvement."""
_ROUNDS = 4
"""Rounds of improvement after which a complete table of a small group is good enough."""
_PRODUCTS, _FEWEST = 60, 15
"""Most entries of a level that are multiplied with each other, and most in a large group."""
_LARGE = 1000
"""Cosets in all levels of a large group, such as that of Megaminx."""
_WORDS_A_STATE = 64
"""Words, each a few steps, that count as a state."""
_MOST_WORDS = 60_000
_PREFIX_WORDS = 300
"""Words tried before the factorization, of which the best is kept."""


def inverse_word(word: Word) -> Word:
    """Return the word of the inverse."""
    return tuple([~t for t in reversed(word)])


class WordTable:
    """A chain of stabilisers with a short word for each coset.

    Args:
        points: number of cells.
        generators: the moves.
        context: context of the run.

    Raises:
        TooLargeError: the group takes too long to compute.
        SearchStopped: the run was cancelled or a limit reached.
    """

    def __init__(
        self, points: int, generators: Sequence[Permutation], context: SearchContext
    ) -> None:
        chain = StabiliserChain(points, generators)
        identity = chain.identity
        self._base = [level.base for level in chain.levels]
        self._sizes = [len(level.to) for level in chain.levels]
        self._tables: list[dict[int, _Entry]] = [
            {base: (identity, identity, ())} for base in self._base
        ]
        self._letters: list[_Entry] = []
        for number, p in enumerate(generators):
            self._letters += [(p, inverse(p), (number,)), (inverse(p), p, (~number,))]
        self._identity = identity
        self._limit = 8.0
        large = sum(self._sizes) > _LARGE
        self._products, self._rounds = (_FEWEST, 1) if large else (_PRODUCTS, _ROUNDS)
        self._context = context
        self._fill()

    @property
    def _complete(self) -> bool:
        return all(len(t) == n for t, n in zip(self._tables, self._sizes, strict=True))

    def _fill(self) -> None:
        words = 0
        queue: deque[_Entry] = deque([(self._identity, self._identity, ())])
        seen = {self._identity}
        while queue and words < _MOST_WORDS:
            p, back, word = queue.popleft()
            for q, q_back, letter in self._letters:
                product = compose(p, q)
                if product in seen:
                    continue
                seen.add(product)
                if words % _WORDS_A_STATE == 0:
                    self._context.count_expansion()
                entry = product, compose(q_back, back), word + letter
                if len(seen) < _MOST_WORDS:
                    queue.append(entry)
                self._round(0, entry)
                words += 1
                if words % _IMPROVE_EVERY == 0:
                    self._improve()
                    if self._complete and words > self._rounds * _IMPROVE_EVERY:
                        return
        while not self._complete:
            self._limit *= 2
            self._improve()

    def _round(self, level: int, entry: _Entry) -> None:
        """Enter a permutation at a level, and what it leaves at the levels below."""
        for number in range(level, len(self._base)):
            p, back, word = entry
            if p == self._identity or len(word) > self._limit * (number + 1):
                return
            base = self._base[number]
            table = self._tables[number]
            known = table.get(p[base])
            if known is None or len(word) < len(known[2]):
                table[p[base]] = entry
                other = table.get(back[base])
                if other is None or len(word) < len(other[2]):
                    table[back[base]] = back, p, inverse_word(word)
                if known is None:
                    return
            entry = (
                compose(p, known[1]), compose(known[0], back), word + inverse_word(known[2]),
            )  # fmt: skip

    def _improve(self) -> None:
        """Enter the products of the entries of each level, short ones first."""
        self._limit *= 1.25
        for number, table in enumerate(self._tables):
            entries = sorted(table.values(), key=lambda entry: len(entry[2]))[: self._products]
            for p, p_back, word in entries:
                self._context.check()
                for q, q_back, other in entries:
                    if len(word) + len(other) <= self._limit * (number + 1):
                        self._round(number, (compose(p, q), compose(q_back, p_back), word + other))
            if len(table) < self._sizes[number]:
                self._fill_orbit(number)

    def _fill_orbit(self, number: int) -> None:
        """Reach missing images by entries of the levels above, which fix fewer points."""
        table = self._tables[number]
        for deeper in range(number, len(self._base)):
            for q, q_back, other in list(self._tables[deeper].values()):
                for p, back, word in list(table.values()):
                    self._context.check()
                    image = q[p[self._base[number]]]
                    if image not in table:
                        table[image] = compose(p, q), compose(q_back, back), word + other

    def word(self, p: Permutation) -> Word:
        """Return a word of a permutation in the group."""
        best: Word | None = None
        prefixes: list[_Entry] = [(self._identity, self._identity, ())]
        for number, (q, _, word) in enumerate(prefixes):
            rest = self._factorized(compose(inverse(q), p))
            if best is None or len(word) + len(rest) < len(best):
                best = word + rest
            if number * len(self._letters) < _PREFIX_WORDS:
                prefixes += [
                    (compose(q, r), back, word + letter) for r, back, letter in self._letters
                ]
        assert best is not None
        return best

    def _factorized(self, p: Permutation) -> Word:
        words: list[Word] = []
        for base, table in zip(self._base, self._tables, strict=True):
            _, back, word = table[p[base]]
            words.append(word)
            p = compose(p, back)
        return tuple([t for word in reversed(words) for t in word])

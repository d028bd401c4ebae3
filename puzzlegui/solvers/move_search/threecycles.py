"""Solutions of large boards by 3-cycles: commutators and powers of short words, conjugated.

Tiles are brought to their cells one by one, each by moves and 3-cycles that leave the finished
cells alone; the rest is done by conjugates of 3-cycles, which move three tiles only.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlegui.kernels import deepening
from puzzlegui.solvers.control import SearchContext
from puzzlegui.solvers.move_search.giants import PuzzleGroup
from puzzlegui.solvers.move_search.group import Permutation, compose, permutation
from puzzlegui.solvers.move_search.words import Word, inverse_word

_PAIRS, _SHORT, _WORDS = 4000, 2000, 10_000
"""Most pairs of moves, products of two, and longer words tried to find 3-cycles."""
_WORDS_A_STATE = 64
"""Words that count as a state."""
_ENOUGH = 50
"""3-cycles of each orbit with which no longer words are tried."""
_SUPPORT = 12
"""Most cells that the words of an operator move."""
_EACH = 5
"""Most operators for the way from a cell to another."""
_MOST_POWER, _FEW = 60, 12
"""Highest power of moves that is tried, on boards of few moves."""
_LONGEST = 200
"""Most moves of a 3-cycle."""
_SMALL, _CONJUGATES = 2, 120_000
"""Operators on few cells whose conjugates are tried, and most pairs of them."""
_TABLE_WORK = 60_000_000
"""Most moves of triples of cells until a table of all conjugates of a 3-cycle is complete."""
_UNKNOWN = 255
_SIGNS = 200_000
"""Most elements searched for the signs and the small orbits."""

_T = TypeVar("_T")
Operator = tuple[dict[int, int], Word]
"""The cells that a word moves, with their images, and the word."""


class NoCyclesError(Exception):
    """Raised if no 3-cycle is found."""


class _Tiles:
    """The tiles of a board that operators carry to their cells.

    Attributes:
        target: the cell that each tile belongs to; tiles are numbered by their first cells.
        cell: the cell of each tile.
        at: the tile in each cell.
        word: the moves made.
    """

    def __init__(self, target: Sequence[int]) -> None:
        self.target = list(target)
        self.cell, self.at = list(range(len(target))), list(range(len(target)))
        self.word: list[int] = []

    def carry(self, operator: Operator) -> None:
        """Apply an operator."""
        images, word = operator
        for tile, to in [(self.at[cell], to) for cell, to in images.items()]:
            self.at[to], self.cell[tile] = tile, to
        self.word += word

    def goal(self, cell: int) -> int:
        """Return the cell that the tile in a cell belongs to."""
        return self.target[self.at[cell]]

    def wrong(self, cells: Iterable[int]) -> list[int]:
        """Return those of the cells whose tiles belong elsewhere."""
        return [cell for cell in cells if self.goal(cell) != cell]


class ThreeCycles:
    """A solver of one group by 3-cycles.

    Args:
        group: the group; large orbits have all even permutations.
        generators: the moves.
        context: context of the run.

    Raises:
        NoCyclesError: some orbit has no 3-cycle that is found soon.
    """

    def __init__(
        self, group: PuzzleGroup, generators: Sequence[Permutation], context: SearchContext
    ) -> None:
        self._group, self._generators, self._context = group, generators, context
        n = group.points
        self._moves: list[Operator] = []
        for number, p in enumerate(generators):
            images = {i: p[i] for i in range(n) if p[i] != i}
            move = images, (number,)
            self._moves += [move, _inverse(move)]
        self._orbit_of = {cell: k for k, orbit in enumerate(group.large) for cell in orbit}
        self._cycles: list[list[Operator]] = [[] for _ in group.large]
        self._operators: list[Operator] = list(self._moves)
        self._find(self._moves + self._powers())
        if not all(self._cycles):
            raise NoCyclesError
        for known in self._cycles:
            known.sort(key=lambda operator: len(operator[1]))
        self._operators.sort(key=lambda operator: (len(operator[1]), len(operator[0])))
        self._by_cell: list[list[Operator]] = [[] for _ in range(n)]
        counts: dict[tuple[int, int], int] = {}
        for operator in self._operators:
            for pair in operator[0].items():
                counts[pair] = counts.get(pair, 0) + 1
                if counts[pair] <= _EACH:
                    self._by_cell[pair[0]].append(operator)

    # --- operators ---

    def _find(self, singles: list[Operator]) -> None:
        """Collect 3-cycles and other operators on few cells, from words of rising length."""
        rng = random.Random(1)
        # A commutator moves few cells if the two moves share few.
        moved = np.zeros((len(singles), self._group.points), np.float32)
        for row, (images, _) in zip(moved, singles, strict=True):
            row[list(images)] = 1
        shared = moved @ moved.T
        first, second = np.nonzero(shared)
        lengths = np.array([len(word) for _, word in singles])
        order = np.lexsort((lengths[first] + lengths[second], shared[first, second]))
        pairs = [(singles[i], singles[j]) for i, j in zip(first[order], second[order], strict=True)]
        pairs = [(a, b) for a, b in pairs if a[1][0] not in (b[1][0], ~b[1][0])]
        self._context.check()
        for a, b in self._counted(pairs[:_PAIRS]):
            self._collect(_commutator(a, b))
        short = [_joined([a, b]) for a, b in pairs[:_SHORT]] or singles
        for tried in self._counted(range(_WORDS)):
            if all(len(known) > _ENOUGH for known in self._cycles):
                return
            a, b = rng.choice(short), rng.choice(singles if tried % 2 else short)
            self._collect(_commutator(a, b))
            self._collect(_joined([a, b]))
            if tried == _WORDS // 10 and not all(self._cycles):
                self._find_conjugates(singles)

    def _counted(self, items: Iterable[_T]) -> Iterator[_T]:
        """Yield items, some of which count as a state."""
        for number, item in enumerate(items):
            if number % _WORDS_A_STATE == 0:
                self._context.count_expansion()
            yield item

    def _powers(self) -> list[Operator]:
        """Return the powers of moves, if there are few moves."""
        found: list[Operator] = []
        if len(self._moves) <= _FEW:
            for move in self._moves:
                power = _joined([move, move])
                while power[0] and power[0] != move[0] and len(power[1]) <= _MOST_POWER:
                    found.append(power)
                    power = _joined([power, move])
        return found

    def _find_conjugates(self, singles: list[Operator]) -> None:
        """Collect commutators of operators, one of them conjugated, that share a single cell."""
        small = sorted(self._operators, key=lambda each: (len(each[0]), len(each[1])))[:_SMALL]
        pairs = itertools.product(singles, singles) if len(self._moves) <= _FEW else ()
        conjugators: list[tuple[Operator, ...]] = [(c,) for c in singles]
        conjugators += [(c, d) for c, d in pairs if c[1][0] not in (d[1][0], ~d[1][0])]
        conjugators.sort(key=lambda by: sum(len(each[1]) for each in by))
        tries = itertools.product(conjugators, itertools.product(small, small))
        for by, (a, b) in self._counted(itertools.islice(tries, _CONJUGATES)):
            cells = list(b[0])
            for images, _ in by:
                cells = [images.get(cell, cell) for cell in cells]
            if sum(cell in a[0] for cell in cells) == 1:
                c = _joined(by)
                self._collect(_commutator(a, _joined([_inverse(c), b, c])))
                if all(len(known) > _ENOUGH for known in self._cycles):
                    return

    def _collect(self, operator: Operator) -> None:
        """Keep an operator, or a power of it that is a 3-cycle, if it moves few cells."""
        images, word = operator
        if not images:
            return
        lengths = _cycle_lengths(images)
        if sum(1 for length in lengths if length % 3 == 0) <= 1 + len(self._group.alike):
            power = 1
            for length in lengths:
                free = length
                while free % 3 == 0:
                    free //= 3
                power = power * free // gcd(power, free)
            power *= max(max((length for length in lengths if length % 3 == 0), default=3) // 3, 1)
            if power <= _MOST_POWER and power * len(word) <= _LONGEST:
                third = _joined([operator] * power)
                which = self._orbit_if_cycle(third[0])
                if which is not None:
                    self._cycles[which] += [third, _inverse(third)]
                    self._operators += [third, _inverse(third)]
        if len(images) <= _SUPPORT and len(word) <= 8:
            self._operators.append(operator)

    def _orbit_if_cycle(self, images: dict[int, int]) -> int | None:
        """Return the large orbit on which an operator is a 3-cycle, moving alike orbits only."""
        own = [cell for cell in images if cell in self._orbit_of]
        if len(own) != 3 or any(images[cell] == cell for cell in own):
            return None
        which = self._orbit_of[own[0]]
        twins = {link[cell] for link in self._group.alike for cell in own if cell in link}
        return which if set(images) == set(own) | twins else None

    # --- solving ---

    def word(self, p: Permutation) -> Word:
        """Return a word of a permutation in the group."""
        tiles = _Tiles(p)
        by_table = self._group.points**3 * len(self._moves) <= _TABLE_WORK
        if not by_table:
            done: set[int] = set()
            for orbit in self._group.large:
                self._place_tiles(orbit, tiles, done)
        left = permutation([p[tile] for tile in tiles.at])
        for t in self._fix_signs(left):
            tiles.carry(self._moves[2 * t if t >= 0 else 2 * ~t + 1])
        for number in range(len(self._group.large)):
            if by_table:
                self._finish_by_table(number, tiles)
            else:
                self._finish(number, tiles)
        return tuple(tiles.word)

    def _fix_signs(self, p: Permutation) -> Word:
        """Return a word with the signs and the effect on small orbits of a permutation."""
        group = self._group
        wanted = group.reduced(p)
        letters: list[tuple[Permutation, Word]] = [
            (group.reduced(q), (number,)) for number, q in enumerate(self._generators)
        ]
        first = group.chain.identity
        before: dict[Permutation, tuple[Permutation, Word]] = {first: (first, ())}
        queue = deque([first])
        while queue and wanted not in before and len(before) < _SIGNS:
            here = queue.popleft()
            self._context.check()
            for q, letter in letters:
                there = compose(here, q)
                if there not in before:
                    before[there] = here, letter
                    queue.append(there)
        if wanted not in before:
            raise NoCyclesError
        word: list[int] = []
        while wanted != first:
            wanted, letter = before[wanted]
            word[:0] = letter
        return tuple(word)

    def _place_tiles(self, orbit: list[int], tiles: _Tiles, done: set[int]) -> None:
        """Bring tiles to their cells, the cells farthest from a centre first."""
        origin = {tiles.target[tile]: tile for tile in orbit}
        for cell in self._order(orbit):
            self._context.count_expansion()
            path = self._path(tiles.cell[origin[cell]], cell, done)
            if path is None:
                continue
            for operator in path:
                tiles.carry(operator)
            done.add(cell)

    def _order(self, orbit: list[int]) -> list[int]:
        """Return the cells of an orbit, those farthest from a 3-cycle first."""
        which = self._orbit_of[orbit[0]]
        found = [cell for cell in self._cycles[which][0][0] if self._orbit_of.get(cell) == which]
        seen = set(found)
        for cell in found:
            for images, _ in self._by_cell[cell]:
                to = images[cell]
                if to not in seen:
                    seen.add(to)
                    found.append(to)
        return found[::-1]

    def _path(self, start: int, goal: int, done: Iterable[int]) -> list[Operator] | None:
        """Return operators that carry a tile between cells and leave others alone (Dijkstra)."""
        self._context.check()
        fixed = set(done)
        best = {start: 0}
        came: dict[int, tuple[int, Operator]] = {}
        heap = [(0, start)]
        while heap:
            cost, cell = heapq.heappop(heap)
            if cell == goal:
                path: list[Operator] = []
                while cell != start:
                    cell, operator = came[cell]
                    path.append(operator)
                return path[::-1]
            if cost > best[cell]:
                continue
            enough = best.get(goal, 1 << 60)
            for operator in self._by_cell[cell]:
                images, word = operator
                to, further = images[cell], cost + len(word)
                if further >= enough:  # and so are all longer ones
                    break
                if further < best.get(to, 1 << 60) and fixed.isdisjoint(images):
                    best[to] = further
                    came[to] = cell, operator
                    heapq.heappush(heap, (further, to))
        return None

    def _finish(self, number: int, tiles: _Tiles) -> None:
        """Solve an orbit by conjugates of 3-cycles; what is left is an even permutation."""
        while wrong := tiles.wrong(self._group.large[number]):
            self._context.count_expansion()
            one = wrong[0]
            two = tiles.goal(one)
            three = tiles.goal(two)
            if three == one:
                three = next(cell for cell in wrong if cell not in (one, two))
            tiles.carry(self._conjugate(number, (one, two, three)))

    def _finish_by_table(self, number: int, tiles: _Tiles) -> None:
        """Solve an orbit by conjugates of 3-cycles, those that cost least for each tile first."""
        cycle = self._cycles[number][0]
        table = self._setup_lengths(self._own_cells(cycle, number))
        cost = np.minimum.reduce([table.transpose(p) for p in itertools.permutations(range(3))])
        while left := tiles.wrong(self._group.large[number]):
            self._context.count_expansion()
            wrong = np.array(left)
            to = np.array([tiles.goal(cell) for cell in left])
            placed = 1.0 + (np.array([tiles.goal(cell) for cell in to])[:, None] == wrong)
            placed += to == wrong[:, None]
            each = (2.0 * cost[wrong[:, None], to[:, None], wrong] + len(cycle[1])) / placed.T
            each[(wrong[:, None] == wrong) | (to[:, None] == wrong)] = np.inf
            first, third = divmod(int(each.argmin()), len(left))
            triple = left[first], int(to[first]), left[third]
            tiles.carry(self._conjugate_by_table(cycle, table, triple))

    def _own_cells(self, operator: Operator, number: int) -> list[int]:
        """Return the cells of a large orbit that a 3-cycle moves, in its order."""
        images = operator[0]
        first = next(cell for cell in images if self._orbit_of.get(cell) == number)
        return [first, images[first], images[images[first]]]

    def _setup_lengths(self, cells: Sequence[int]) -> NDArray[np.uint8]:
        """Return the least number of moves that carry each three cells to some, uint8[n, n, n]."""
        n = self._group.points
        to = np.tile(np.arange(n, dtype=np.uint16), (len(self._moves), 1))
        for row, (images, _) in zip(to, self._moves, strict=True):
            row[list(images)] = list(images.values())
        table = np.full((n, n, n), _UNKNOWN, np.uint8)
        home = int(np.ravel_multi_index(tuple(cells), table.shape))
        deepening.build_pattern(
            table.reshape(-1), home, to, 1, np.zeros(len(to), np.int64), np.zeros(3, np.int64),
            self._context.kernel_array(),
        )  # fmt: skip
        self._context.collect_kernel_counts()
        return table

    def _conjugate_by_table(
        self,
        cycle: Operator,
        table: NDArray[np.uint8],
        triple: tuple[int, int, int],
    ) -> Operator:
        """Return an operator that carries each cell's tile to the next cell, and nothing else."""
        orders = [(triple[i:] + triple[:i])[::way] for i in range(3) for way in (1, -1)]
        number = min(range(6), key=lambda k: int(table[orders[k]]))
        at = orders[number]
        if table[at] == _UNKNOWN:
            raise NoCyclesError
        setup: list[Operator] = []
        while table[at] > 0:
            for move in self._moves:
                there = tuple([move[0].get(cell, cell) for cell in at])
                if table[there] == table[at] - 1:
                    setup.append(move)
                    at = there
                    break
        before = _joined(setup)
        return _joined([before, cycle if number % 2 == 0 else _inverse(cycle), _inverse(before)])

    def _conjugate(self, number: int, cells: tuple[int, int, int]) -> Operator:
        """Return an operator that carries each cell's tile to the next cell, and nothing else."""
        for cycle in self._cycles[number]:
            places = self._own_cells(cycle, number)
            setups = [self._setup(cells, places[turn:] + places[:turn]) for turn in range(3)]
            if found := [setup for setup in setups if setup is not None]:
                setup = min(found, key=lambda each: len(each[1]))
                return _joined([setup, cycle, _inverse(setup)])
        raise NoCyclesError

    def _setup(self, cells: Sequence[int], places: Sequence[int]) -> Operator | None:
        """Return an operator that carries three cells' tiles to three places."""
        at = list(cells)
        made: list[Operator] = []
        for index in range(3):
            path = self._path(at[index], places[index], places[:index])
            if path is None:
                return None
            for operator in path:
                at = [operator[0].get(cell, cell) for cell in at]
            made += path
        return _joined(made)


def _joined(operators: Sequence[Operator]) -> Operator:
    """Return the product of operators, in the order of their application."""
    cells = {cell for images, _ in operators for cell in images}
    images = {}
    for cell in cells:
        to = cell
        for step, _ in operators:
            to = step.get(to, to)
        if to != cell:
            images[cell] = to
    return images, tuple([t for _, word in operators for t in word])


def _commutator(a: Operator, b: Operator) -> Operator:
    return _joined([a, b, _inverse(a), _inverse(b)])


def _inverse(operator: Operator) -> Operator:
    images, word = operator
    return {to: cell for cell, to in images.items()}, inverse_word(word)


def _cycle_lengths(images: dict[int, int]) -> list[int]:
    left = set(images)
    found = []
    while left:
        first = cell = left.pop()
        length = 1
        while (cell := images[cell]) != first:
            left.discard(cell)
            length += 1
        found.append(length)
    return found

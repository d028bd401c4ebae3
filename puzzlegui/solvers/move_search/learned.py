"""Beam searches over an evaluation that is learned from random walks (``kernels.evaluation``).

On puzzles of many equal tiles, or of short solutions, such beams find solutions far shorter than
those over distances of tiles. The network is trained on the spot, for the goal and the moves, and
kept on disk; later runs train it further. Under a limit of states, training has a fixed number of
samples and begins anew, so that the answer depends on nothing else.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.kernels import evaluation as kernel
from puzzlegui.kernels import goal_table
from puzzlegui.solvers import table_store
from puzzlegui.solvers.anytime import Budget
from puzzlegui.solvers.control import Control, SearchContext, SearchStopped
from puzzlegui.solvers.move_search.goal_table import GoalTable
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle, Values
from puzzlegui.solvers.move_search.symmetries import symmetries

Floats = NDArray[np.float32]
Shorts = NDArray[np.int16]

_MOST_CELLS, _MOST_ROWS, _MOST_MOVES = 100, 3000, 100
"""Greatest puzzles for which evaluations are learned: cells, values in cells, and moves."""
_NEURONS, _HIDDEN = 64, 16
"""Neurons of the first and of the hidden layer."""
_BATCH, _PARTS = 2048, 2
"""Samples of a batch, and parts that threads add up the gradients of."""
_RATE, _LEAST_RATE = 4e-3, 0.02
"""Rate at which training begins, and the share of it at which it ends."""
_LABEL = 10.0
"""Label of the last step of a walk."""
_WALK, _MIXING = 1.4, 0.5
"""Steps of a walk for each move to the farthest states, as far as these can be estimated, and for
each step that a tile needs to forget where it was."""
_SHORTEST, _LONGEST = 10, 400
"""Fewest and most steps of a walk."""
_SAMPLES_A_STATE, _MOST_SAMPLES = 4, 4_000_000
"""Samples of the training for each state of a limit, and at most; on another network no more."""
_REPEATED = 3
"""Neighbours, for each state of a beam, among which those not yet known are chosen."""
_TABLE, _TABLE_BYTES = 500_000, 100_000_000
"""Most positions near the goal, and most bytes of them."""
_SPLIT = 64
"""States of a level from which threads share it."""
_PACE = 80
"""Values in cells for which training pays, where there are other beams, a second and thread."""
_TRAINING_SHARE, _KNOWN_SHARE = 0.5, 0.1
"""Shares of the budget that are used when training ends; the second of a network known already."""
_SHARED, _UNSHARED = 0.75, 0.9
"""Share when the beams end; the second if nothing else has found a short solution."""
_WIDTH, _WIDEST, _GROWTH = 512, 1 << 18, 4
"""Widths of the first and of the last beam, and the factor from each to the next."""


class Evaluation:
    """An evaluation of the states of a puzzle, and beams over it.

    Args:
        puzzle: the puzzle.
        context: context of the run.
        seed: of the random numbers.

    Attributes:
        puzzle: the puzzle.
        context: context of the run.
        rows: number of values in cells.
        walk: number of steps of a random walk.
        weights: float32[w], all weights of the network.
        samples: number of samples that it was trained on.
    """

    def __init__(self, puzzle: EncodedPuzzle, context: SearchContext, seed: int) -> None:
        self.puzzle, self.context = puzzle, context
        self._rng = np.random.default_rng(seed)
        self.rows = int(puzzle.value_rows.max()) + 1
        self.walk = _walk_length(puzzle)
        size = self.rows * _NEURONS + (_NEURONS + 2) * _HIDDEN + 2 * _NEURONS + 1
        self.weights = np.zeros(size, np.float32)
        self._moments = np.zeros((2, size), np.float32)
        self._updates = self.samples = 0
        self._initialise()

    @staticmethod
    def possible(puzzle: EncodedPuzzle) -> bool:
        """Return whether the puzzle is small enough."""
        return (
            puzzle.cells <= _MOST_CELLS
            and len(puzzle.moves) <= _MOST_MOVES
            and int(puzzle.value_rows.max()) < _MOST_ROWS
        )

    @cached_property
    def name(self) -> str:
        """Name of the stored weights."""
        puzzle = self.puzzle
        content = b"".join(
            [*sorted(row.tobytes() for row in puzzle.targets), puzzle.goal.tobytes()]
        )
        return f"evaluation-{puzzle.cells}-{hashlib.sha256(content).hexdigest()[:12]}"

    def load(self) -> None:
        """Begin with stored weights, if there are any."""
        arrays = table_store.get_cached(self.name) or table_store.load(self.name)
        if arrays is not None and arrays["weights"].shape == self.weights.shape:
            self.weights[:] = arrays["weights"]
            self.samples = int(arrays["samples"][0])

    def save(self) -> None:
        """Store the weights for later runs."""
        arrays = {"weights": self.weights.copy(), "samples": np.array([self.samples])}
        table_store.put_cached(self.name, arrays)
        table_store.save(self.name, arrays)

    def layers(self) -> list[Floats]:
        """Return the weights of each layer; see ``kernels.evaluation.Network``."""
        return list(_layers(self.weights, self.rows))

    # --- training ---

    def _initialise(self) -> None:
        """Set the weights at random, as is usual for layers of their sizes."""
        rng = self._rng
        rows, _, hidden, _, last, direct, constant = self.layers()
        rows[:] = rng.normal(0, self.puzzle.cells**-0.5, rows.shape)
        for layer, inputs in ((hidden, _NEURONS), (last, _HIDDEN), (direct, _NEURONS)):
            layer[:] = rng.uniform(-(inputs**-0.5), inputs**-0.5, layer.shape)
        constant[:] = _LABEL / 2

    @contextmanager
    def training_in_background(self, progress: Callable[[], float]) -> Iterator[None]:
        """Train meanwhile, if a thread is to spare; see ``train``.

        Under a limit of states nothing is done, since the answer would depend on the time.
        """
        if self.context.request.limits.states is not None or self.context.threads < _PARTS:
            yield
            return
        ended = Event()

        def train() -> None:
            with suppress(SearchStopped):
                self.train(lambda: 1.0 if ended.is_set() else progress(), threads=1)

        with ThreadPoolExecutor(1, "training") as pool:
            job = pool.submit(train)
            try:
                yield
            finally:
                ended.set()
            job.result()

    def train(self, progress: Callable[[], float], threads: int = _PARTS) -> None:
        """Train until ``progress`` returns 1; before, it returns the share that is done.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        context = self.context
        network = self.network(self.weights)
        gradients = np.zeros((_PARTS, len(self.weights)), np.float32)
        sums = [self.network(part) for part in gradients]
        walks = [self.new_walk() for _ in range(_PARTS)]
        moves = self.puzzle.kernel_moves(backward=True, every_order=True)
        each = max(1, _BATCH // (_PARTS * self.walk))
        ends = np.linspace(0, len(self.weights), _PARTS + 1).astype(int).tolist()
        scale = _LABEL / self.walk
        arrays = [context.kernel_array(part) for part in range(_PARTS)]

        def add(part: int) -> None:
            kernel.add_gradients(moves, network, sums[part], walks[part], each, scale, arrays[part])

        def update(part: int) -> None:
            kernel.update(
                self.weights, gradients, self._moments, _PARTS * each * self.walk,
                rate, self._updates, ends[part], ends[part + 1],
            )  # fmt: skip

        with ThreadPoolExecutor(min(threads, context.threads), "gradients") as pool:
            while (done := progress()) < 1:
                rate = _RATE * max(_LEAST_RATE, 1 - done)
                self._updates += 1
                list(pool.map(add, range(_PARTS)))
                list(pool.map(update, range(_PARTS)))
                self.samples += _PARTS * each * self.walk
                context.check()

    def network(self, weights: Floats) -> kernel.Network:
        """Return weights, or their gradients, in the form of the kernel."""
        return kernel.Network(*_layers(weights, self.rows))

    def new_walk(self) -> kernel.Walk:
        """Return the memory of a random walk."""
        n = self.puzzle.cells
        cells = np.zeros((2, n), np.uint16)
        cells[0] = self.puzzle.goal
        return kernel.Walk(
            cells, self.puzzle.value_rows, np.zeros(n, np.int32), np.zeros(n, np.uint16),
            np.zeros(_NEURONS, np.float32), np.zeros((self.walk + 1, _NEURONS), np.float32),
            np.zeros((2, _HIDDEN), np.float32), np.zeros((_NEURONS, _HIDDEN), np.float32),
            self._rng.integers(1, 1 << 60, 1),
        )  # fmt: skip

    # --- beams ---

    def beam_mib(self, width: int, depth: int) -> float:
        """Return the memory of a beam in MiB."""
        n, m = self.puzzle.cells, len(self.puzzle.moves)
        each = 2 * (2 * n + 2 * _NEURONS + 12) + (12 + 8 * _REPEATED) * m + 64 + 8 * depth
        return width * each / (1 << 20)

    def search(
        self, start: Values, width: int, depth: int, is_over: Callable[[], bool] = lambda: False
    ) -> Shorts | None:
        """Search for a solution; return None if the beam finds none.

        Args:
            start: uint16[n], the state where the beam begins.
            width: of the beam.
            depth: most moves of a solution.
            is_over: returns True once the search is to end; called at each level.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        beam, table = _Beam(self, start, width), self._table
        parents: list[NDArray[np.int32]] = []
        best: Shorts | None = None
        shortest = depth + 1
        with ThreadPoolExecutor(min(_PARTS, self.context.threads), "beam") as pool:
            while len(parents) < shortest - 1 and not is_over():
                distance, state, move = beam.expand(table.kernel, pool)
                if len(parents) + 1 + distance < shortest:
                    path = _path(parents, state, move)
                    if (end := self._descend(start, path)) is not None:
                        best = np.array([*path, *end], np.int16)
                        shortest = len(best)
                level = beam.advance()
                if not len(level):
                    break
                parents.append(level)
        return best

    @cached_property
    def _table(self) -> GoalTable:
        """Positions near the goal."""
        puzzle = self.puzzle
        moves = puzzle.kernel_moves(backward=True, every_order=True)
        table = GoalTable(moves, len(puzzle.moves), puzzle.goal, symmetries(puzzle.goal))
        while sum(table.counts) + table.tries < _TABLE and not table.complete:
            if not table.grow(self.context, _TABLE_BYTES):
                break
        return table

    def _descend(self, start: Values, path: list[int]) -> list[int] | None:
        """Return the moves to the goal from where a path ends, None if the table lacks it.

        The table knows positions by their keys, so that a hit may be false.
        """
        puzzle, table = self.puzzle, self._table
        moves: list[int] = []
        for move in path:
            start = puzzle.apply(start, move)
        forward = puzzle.kernel_moves(every_order=True)
        while True:
            here, *after = table.distances(forward, len(puzzle.moves), start).tolist()
            if here == 0:
                return moves
            if here - 1 not in after:
                return None
            moves.append(after.index(here - 1))
            start = puzzle.apply(start, moves[-1])

    def rounded(self) -> list[Shorts]:
        """Return the weights of each layer in units of the kernel, rounded."""
        most = (1 << 15) - 1
        return [
            np.clip(np.round(layer * kernel.UNIT), -most, most).astype(np.int16)
            for layer in self.layers()
        ]


class LearnedBeams:
    """Training and beams as a part of an anytime search.

    Args:
        puzzle: the puzzle, for which an evaluation is possible.
        control: control of the run.
        budget: budget of the search.

    Attributes:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: EncodedPuzzle, control: Control, budget: Budget) -> None:
        self._control, self._budget = control, budget
        self._in_states = control.request.limits.states
        self.puzzle = puzzle
        self._evaluation = Evaluation(puzzle, control, control.request.seed)
        if self._in_states is None:
            self._evaluation.load()

    @property
    def has_time(self) -> bool:
        """True if the run is long enough to learn what other beams do not find as well."""
        seconds = self._control.request.limits.seconds
        if self._in_states is not None or seconds is None:
            return True
        evaluation, threads = self._evaluation, min(_PARTS, self._control.threads)
        return evaluation.rows <= _PACE * threads * seconds or evaluation.samples >= _MOST_SAMPLES

    def training_in_background(self) -> AbstractContextManager[None]:
        """Return a context in which another thread trains, if one is to spare."""
        return self._evaluation.training_in_background(self._training_progress())

    def _training_progress(self) -> Callable[[], float]:
        """Return a function that returns the share of the training that is done."""
        evaluation, budget = self._evaluation, self._budget
        if self._in_states is not None:
            wanted = min(_MOST_SAMPLES, _SAMPLES_A_STATE * self._in_states)
            return lambda: evaluation.samples / wanted
        share = _TRAINING_SHARE if evaluation.samples < _MOST_SAMPLES else _KNOWN_SHARE
        return lambda: budget.used_fraction / share

    def solutions(self, most: int, *, needed: bool = False) -> Iterator[list[Any]]:
        """Train, then yield shorter and shorter solutions by beams, wider and wider.

        Args:
            most: most moves of a solution.
            needed: nothing else has found a short solution.
        """
        control, budget, evaluation = self._control, self._budget, self._evaluation
        if most < control.lower_bound:
            return
        control.phase = tr("training an evaluation on random walks")
        evaluation.train(self._training_progress())
        if self._in_states is None:
            evaluation.save()
        control.phase = tr("beam searches over the evaluation")
        width, end = _WIDTH, _UNSHARED if needed else _SHARED
        while most >= control.lower_bound and control.can_allocate(
            evaluation.beam_mib(width, most)
        ):
            before = budget.used_fraction
            moves = evaluation.search(
                self.puzzle.start, width, most, lambda: budget.used_fraction >= end
            )
            if moves is not None:
                yield self.puzzle.decode(moves)
                most, needed = len(moves) - 1, False
            spent = budget.used_fraction
            width *= _GROWTH
            ahead = spent + _GROWTH * (spent - before)
            if width > _WIDEST or spent >= end or (ahead > end and not needed):
                return


class _Beam:
    """A beam over an evaluation.

    Args:
        evaluation: the evaluation.
        start: uint16[n], the state where it begins.
        width: most states of a level.
    """

    def __init__(self, evaluation: Evaluation, start: Values, width: int) -> None:
        puzzle = evaluation.puzzle
        n, m = puzzle.cells, len(puzzle.moves)
        self._context = evaluation.context
        self._moves = puzzle.kernel_moves(every_order=True)
        rows, bias, hidden, hidden_bias, last, direct, _ = evaluation.rounded()
        biases, lasts = hidden_bias.astype(np.int32), last.astype(np.int32)
        # Each thread has scratch of its own.
        self._hits = np.zeros((_PARTS, 3), np.int64)
        self._weights = [
            kernel.Integers(
                rows, puzzle.value_rows, hidden, biases, lasts, direct,
                np.zeros(_NEURONS, np.int16), hit,
            )
            for hit in self._hits
        ]  # fmt: skip
        self._levels = [_Level(width, n), _Level(width, n)]
        here = self._levels[0]
        here.cells[0] = start
        here.sums[0] = bias + rows[puzzle.value_rows[np.arange(n), start]].sum(0, dtype=np.int16)
        here.keys[0] = self._key(puzzle, start)
        here.moves[0] = -1
        self._costs = np.zeros((width, m), np.int32)
        self._keys = np.zeros((width, m), np.uint64)
        self._neighbours = kernel.Neighbours(self._costs, self._keys)
        self._size, self._width = 1, width
        self._before = here.keys[:0].copy()
        slots = 1
        while slots < 8 * width:
            slots *= 2
        self._table = np.zeros(slots, np.uint64)

    @staticmethod
    def _key(puzzle: EncodedPuzzle, state: Values) -> np.uint64:
        keys = puzzle.zobrist[state, np.arange(puzzle.cells)]
        return np.uint64(np.bitwise_xor.reduce(keys))

    def expand(self, table: goal_table.GoalTable, pool: Executor) -> tuple[int, int, int]:
        """Estimate the neighbours of the level.

        Args:
            table: positions near the goal.
            pool: threads that share the states.

        Returns:
            The distance from the goal of the nearest neighbour in the table, the number of its
            state, and the move; the distance is ``NEVER`` if there is none.
        """
        size, context = self._size, self._context
        shared = size >= _SPLIT and context.threads > 1
        ends = [0, size // 2, size] if shared else [0, size]
        arrays = [context.kernel_array(part) for part in range(len(ends) - 1)]

        def expand(part: int) -> None:
            kernel.expand(
                self._moves, self._weights[part], table, self._levels[0].kernel, ends[part],
                ends[part + 1], self._neighbours, arrays[part],
            )  # fmt: skip

        list(pool.map(expand, range(len(arrays))))
        context.collect_kernel_counts()
        distance, state, move = min(self._hits[: len(arrays)].tolist())
        return distance, state, move

    def advance(self) -> NDArray[np.int32]:
        """Go on to the best neighbours; return their parents, int32[states, 2]."""
        here, there = self._levels
        costs = self._costs[: self._size].ravel()
        wanted = min(len(costs), _REPEATED * self._width)
        chosen = np.arange(len(costs))
        if wanted < len(costs):
            chosen = np.argpartition(costs, wanted - 1)[:wanted]
        chosen = chosen[np.lexsort((chosen, costs[chosen]))]
        self._table[:] = 0
        known = here.keys[: self._size].copy()
        kernel.insert(self._table, self._before)
        kernel.insert(self._table, known)
        parents = np.zeros((self._width, 2), np.int32)
        self._size = kernel.advance(
            self._moves, self._weights[0], here.kernel, chosen, self._neighbours, there.kernel,
            self._table, parents,
        )  # fmt: skip
        self._before = known
        self._levels.reverse()
        return parents[: self._size]


class _Level:
    """Arrays of a level of a beam; see ``kernels.evaluation.Level``."""

    def __init__(self, width: int, cells: int) -> None:
        self.cells = np.zeros((width, cells), np.uint16)
        self.sums = np.zeros((width, _NEURONS), np.int16)
        self.keys = np.zeros(width, np.uint64)
        self.moves = np.zeros(width, np.int32)
        self.kernel = kernel.Level(self.cells, self.sums, self.keys, self.moves)


def _path(parents: list[NDArray[np.int32]], state: int, move: int) -> list[int]:
    """Return the moves to a state of the last level, and a further one."""
    moves = [move]
    for level in reversed(parents):
        state, move = level[state].tolist()
        moves.append(move)
    return moves[::-1]


def _layers(weights: Floats, rows: int) -> Iterator[Floats]:
    """Yield the parts of all weights, or of their gradients; see ``kernels.evaluation.Network``."""
    at = 0
    for shape in (
        (rows, _NEURONS), (_NEURONS,), (_HIDDEN, _NEURONS), (_HIDDEN,), (_HIDDEN,), (_NEURONS,),
        (1,),
    ):  # fmt: skip
        size = math.prod(shape)
        yield weights[at : at + size].reshape(shape)
        at += size


def _walk_length(puzzle: EncodedPuzzle) -> int:
    """Return the steps of walks: far enough for the farthest states, and for tiles to mix.

    The number of sequences of moves that are not equal by commuting or cancelling grows with each
    move by the largest eigenvalue of the relation "may follow"; a tile forgets its cell with the
    second eigenvalue of its own walk.
    """
    n = puzzle.cells
    states = puzzle.reachable or count_arrangements(puzzle.goal.tolist())
    tile = np.zeros((n, n))
    for row in puzzle.targets:
        tile[np.arange(n), row] += 1 / len(puzzle.targets)
    shrinking = [value for value in np.linalg.eigvals(tile).real if value < 1 - 1e-9]
    mixing = 1 / (1 - max(shrinking, default=0.0))
    farthest = math.log(states) / math.log(max(puzzle.growth, 1.1))
    return max(_SHORTEST, min(_LONGEST, round(_WALK * farthest + _MIXING * mixing)))

"""Generation of mazes with a unique solution: a shortest path, or a path with a target sum.

Local search over the numbers as in "Rook Jumping Maze Design" (Neller, Fisher, Choga, Lalvani and
McCarty, 2010): change a number, keep the change unless it makes the maze worse, restart in a local
optimum. For a target sum, all paths of a maze with few paths are listed, and a second local search
looks for signs with which a single path has that sum. Uniqueness is established by counting; the
same arguments always give the same maze.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzlegui.core.cells import Cell
from puzzlegui.core.creation import ProgressCallback, check_size_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.directions import STRAIGHT
from puzzlegui.families.maze.jump_table import JumpTable, Reachability

STEPS = 30_000
"""Default limit of mazes evaluated: half a second at 5×5, 20 seconds at 30×30."""

# Penalties. Hard conditions outweigh all soft ones.
_NO_WAY, _SECOND_WAY, _LENGTH = 10**6, 1000, 100
_TRAP, _CROWD, _FORCED, _UNREACHED = 5, 20, 3, 2
_UPHILL = 0.002
_PATIENCE = 2000
_EVERY = 32

_SIGN_STEPS = 1500
_FEW_WAYS = 5
_LEVEL_CELLS = 64


@translated_fields
@dataclass(frozen=True)
class DifficultyLevel:
    """Level of difficulty, an alternative to a given length.

    Attributes:
        name: name on the command line.
        title: name shown in the window.
        length: target number of moves, as a share of the cells (of at most 64).
        traps: target share of cells without a path to the target; ignored with a target sum.
    """

    name: str
    title: Translatable
    length: float
    traps: float


_LEVELS = (
    DifficultyLevel("easy", "Easy", 0.25, 0.0),
    DifficultyLevel("medium", "Medium", 0.45, 0.1),
    DifficultyLevel("hard", "Hard", 0.65, 0.2),
)

LEVELS: dict[str, DifficultyLevel] = {level.name: level for level in _LEVELS}
"""All levels by name."""


def level_lengths(level: DifficultyLevel, cells: int) -> range:
    """Return the numbers of moves that belong to a level; no length belongs to two levels.

    Args:
        level: the level.
        cells: number of cells of the maze.
    """
    targets = [_target_length(other, cells) for other in _LEVELS]
    number = _LEVELS.index(level)
    ends = [1, *((one + two + 1) // 2 for one, two in pairwise(targets)), cells]
    return range(ends[number], ends[number + 1])


def _target_length(level: DifficultyLevel, cells: int) -> int:
    return round(level.length * min(cells, _LEVEL_CELLS))


@dataclass(frozen=True)
class _SearchTarget:
    """Properties of the maze searched for.

    Attributes:
        length: moves of the shortest path; None for as many as possible.
        traps: number of reachable cells from which the target is unreachable.
        crowd: if all paths will be listed, the most cells from which the target may be reachable;
            then ``traps`` is ignored.
    """

    length: int | None
    traps: int = 0
    crowd: int | None = None


@dataclass(frozen=True)
class GeneratedMaze:
    """A maze with a unique solution, and measures of its difficulty.

    Attributes:
        board: the maze.
        path: its solution, start and target included.
        choices: number of cells on the path with an alternative jump, other than straight back.
        traps: number of reachable cells from which the target is unreachable.
        reached: number of reachable cells.
        path_count: number of all paths to the target that visit no cell twice; None without a
            target sum.
        steps: number of mazes evaluated.
    """

    board: MazeBoard
    path: tuple[Cell, ...]
    choices: int
    traps: int
    reached: int
    path_count: int | None
    steps: int

    def difficulty(self) -> str:
        """Return a description of the difficulty in a sentence."""
        moves = len(self.path) - 1
        if self.path_count is None:
            text = tr(
                "A single shortest path of {moves} moves; {choices} of them offer another jump. "
                "{reached} of {cells} cells can be reached; {traps} are traps."
            )
        else:
            text = tr(
                "Only one of {ways} paths has the sum {sum}: {moves} moves, of which {choices} "
                "offer another jump. {reached} of {cells} cells can be reached; {traps} are "
                "traps."
            )
        cells = self.board.rows * self.board.columns
        return text.format(
            moves=group_digits(moves),
            ways=group_digits(self.path_count or 0),
            sum=str(self.board.sum),
            choices=group_digits(self.choices),
            reached=group_digits(self.reached),
            cells=group_digits(cells),
            traps=group_digits(self.traps),
        )


class _Cancelled(Exception):
    """Raised when the progress callback cancels the search."""


def generate_maze(
    rows: int,
    columns: int,
    seed: int = 0,
    *,
    length: int | None = None,
    near: int | None = None,
    level: DifficultyLevel | None = None,
    total: int | None = None,
    start: Cell | None = None,
    target: Cell | None = None,
    directions: str = STRAIGHT,
    steps: int = STEPS,
    watch: ProgressCallback | None = None,
) -> GeneratedMaze | None:
    """Return a maze with a unique solution, or None if ``watch`` cancelled the search.

    Args:
        rows: 2 to 30.
        columns: 2 to 30.
        seed: chooses among the possible mazes.
        length: exact number of moves of the solution.
        near: approximate number of moves of the solution.
        level: difficulty, see ``level_lengths``; without ``level``, ``near`` and ``length`` the
            solution is as long as possible, or of any length with a target sum.
        total: target sum of the solution, which no other path has; None for a maze with a unique
            shortest path.
        start: start of the maze; None for the first cell.
        target: target of the maze; None for the last cell.
        directions: directions of jumps, as of a board.
        steps: most mazes to evaluate.
        watch: called regularly with the number of mazes evaluated.

    Raises:
        PuzzleError: an argument is invalid, or no such maze was found in ``steps``.
    """
    check_size_of(rows, columns)
    if length is not None and not 1 <= length < rows * columns:
        most = rows * columns - 1
        raise PuzzleError(
            tr("the length must be 1 to {most} moves on this board, not {length}").format(
                most=group_digits(most), length=group_digits(length)
            )
        )
    start, target = start or (0, 0), target or (rows - 1, columns - 1)
    for r, c in (start, target):
        if not (0 <= r < rows and 0 <= c < columns) or start == target:
            raise PuzzleError(tr("start and target must be two different cells of the board"))
    floor = JumpTable(rows, columns, start, target, directions)
    search = _MazeSearch(floor, random.Random(seed), steps, watch)
    cells = rows * columns
    lengths = range(1, cells) if length is None else range(length, length + 1)
    if level is not None:
        near, lengths = _target_length(level, cells), level_lengths(level, cells)
    aim = _SearchTarget(length or near, round(level.traps * cells) if level else 0)
    try:
        return (
            search.shortest(aim, lengths) if total is None else search.with_sum(aim, lengths, total)
        )
    except _Cancelled:
        return None


class _MazeSearch:
    """A local search for a maze.

    Attributes:
        steps: number of mazes evaluated so far.
    """

    def __init__(
        self, floor: JumpTable, rng: random.Random, most: int, watch: ProgressCallback | None
    ) -> None:
        self.steps = 0
        self._floor = floor
        self._rng = rng
        self._most = most
        self._watch = watch

    def _step(self) -> bool:
        """Count a maze; return whether it may still be evaluated."""
        if self.steps >= self._most:
            return False
        if self._watch and self.steps % _EVERY == 0 and not self._watch(self.steps):
            raise _Cancelled
        self.steps += 1
        return True

    def shortest(self, aim: _SearchTarget, lengths: range) -> GeneratedMaze:
        """Return a maze with a unique shortest path of one of some lengths."""
        best: tuple[int, list[int], Reachability] | None = None
        # Choose at random among the longest: a small board has only a single very best maze.
        grain = _LENGTH if aim.length is None else 1
        alike = 0
        while self.steps < self._most:
            found = self._climb(aim)
            if best is None or found[0] // grain < best[0] // grain:
                best, alike = found, 1
            elif found[0] // grain == best[0] // grain:
                alike += 1
                if self._rng.randrange(alike) == 0:
                    best = found
            if aim.length is not None and _fits(best[2], range(aim.length, aim.length + 1)):
                break
        if best is None or not _fits(best[2], lengths):
            moves = len(best[2].path) - 1 if best and best[2].shortest == 1 else 0
            nearest = tr("The closest has {moves}.").format(moves=quantity(moves, "move"))
            raise self._failed(tr("a single shortest path"), lengths, nearest if moves else "")
        return self._made(best[1], best[2].path, None, None)

    def with_sum(self, aim: _SearchTarget, lengths: range, total: int) -> GeneratedMaze:
        """Return a maze with a single path of the sum ``total``, of one of some lengths."""
        cells = len(self._floor.jumps)
        near = aim.length or 0
        crowd = max(min(cells, 26), near + near // 3)
        while self.steps < self._most:
            most = min(near or cells, cells // 2)
            shortest = self._rng.randint((most + 1) // 2, most)
            _, numbers, ways = self._climb(_SearchTarget(shortest, crowd=crowd))
            # Adapt the number of cells that lead to the target, so that all paths can be listed.
            if (every := self._floor.all_paths(numbers, ways.open)) is None:
                crowd -= crowd // 8
                continue
            if len(every) < _FEW_WAYS:
                crowd += crowd // 8
            if len(every) < 2:
                continue
            if (total - sum(numbers[cell] for cell in every[0])) % 2:
                numbers[self._floor.target] = 1  # its parity decides that of the sum
            wanted = [
                way
                for way in every
                # Signs do not change parity; diagonal jumps let it differ between paths.
                if len(way) - 1 in lengths and (total - sum(numbers[cell] for cell in way)) % 2 == 0
            ]
            self._rng.shuffle(wanted)
            if near:
                wanted.sort(key=lambda way: abs(len(way) - 1 - near))
            for way in wanted[:4]:
                signed = self._signs(numbers, way, every, total)
                if signed is not None:
                    return self._made(signed, way, len(every), total)
        raise self._failed(
            tr("a single path adding up to {total}").format(total=group_digits(total)), lengths
        )

    def _failed(self, what: str, lengths: range, nearest: str = "") -> PuzzleError:
        least, most = group_digits(lengths[0]), group_digits(lengths[-1])
        text = (
            tr("no maze with {what} found in {steps} tries; try another seed or length")
            if len(lengths) == len(self._floor.jumps) - 1
            else tr(
                "no maze with {what} of {length} moves found in {steps} tries; try another seed "
                "or length"
            )
        ).format(
            what=what,
            length=least if least == most else f"{least}–{most}",
            steps=group_digits(self.steps),
        )
        return PuzzleError(f"{text}. {nearest}" if nearest else text)

    def _made(
        self, numbers: list[int], way: Sequence[int], ways: int | None, total: int | None
    ) -> GeneratedMaze:
        floor = self._floor
        known = floor.analyse([abs(number) for number in numbers])
        rows = tuple(
            tuple(numbers[i : i + floor.columns]) for i in range(0, len(numbers), floor.columns)
        )
        ends = floor.cell(floor.start), floor.cell(floor.target)
        board = MazeBoard(rows, *ends, total, floor.directions)
        path = tuple(map(floor.cell, way))
        return GeneratedMaze(
            board, path, floor.count_choices([abs(number) for number in numbers], way),
            known.reached - len(known.open), known.reached, ways, self.steps,
        )  # fmt: skip

    def _climb(self, aim: _SearchTarget) -> tuple[int, list[int], Reachability]:
        """Hill-climb from a random maze; return the best penalty, numbers and paths."""
        floor, rng = self._floor, self._rng
        cells = len(floor.jumps)
        numbers = [rng.randrange(1, len(jumps)) for jumps in floor.jumps]
        numbers[floor.target] = 0
        ways = floor.analyse(numbers)
        now = _penalty(ways, cells, aim)
        best = now, list(numbers), ways
        since = 0
        while since < _PATIENCE and self._step():
            since += 1
            # On a large board cells on the path matter most.
            cell = rng.choice(ways.path) if since % 2 and ways.path else rng.randrange(cells)
            before, number = numbers[cell], rng.randrange(1, len(floor.jumps[cell]))
            if number == before or cell == floor.target:
                continue
            numbers[cell] = number
            ways = floor.analyse(numbers)
            then = _penalty(ways, cells, aim)
            if then > now and rng.random() >= _UPHILL:
                numbers[cell] = before
                continue
            now = then
            if now < best[0]:
                best, since = (now, list(numbers), ways), 0
        return best

    def _signs(
        self, numbers: list[int], way: Sequence[int], every: list[tuple[int, ...]], total: int
    ) -> list[int] | None:
        """Return signed numbers with which only ``way`` has the sum; None if not found."""
        sums = [sum(numbers[cell] for cell in other) for other in every]
        mine = every.index(tuple(way))
        if abs(total) > sums[mine]:
            return None
        through: list[list[int]] = [[] for _ in numbers]
        for index, other in enumerate(every):
            for cell in other:
                through[cell].append(index)
        used = [cell for cell, others in enumerate(through) if others and numbers[cell]]
        signed = list(numbers)

        def flip(cell: int) -> None:
            signed[cell] = -signed[cell]
            for index in through[cell]:
                sums[index] += 2 * signed[cell]

        def badness() -> int:
            return len(every) * abs(sums[mine] - total) + sums.count(total)

        for cell in self._rng.sample(used, len(used) // 2):
            flip(cell)
        now = badness()
        for _ in range(_SIGN_STEPS):
            if sums[mine] == total and sums.count(total) == 1:
                return signed
            cells = self._rng.sample(used, min(len(used), self._rng.randint(1, 3)))
            for cell in cells:
                flip(cell)
            then = badness()
            if then <= now:
                now = then
                continue
            for cell in cells:
                flip(cell)
        return None


def _fits(ways: Reachability, lengths: range) -> bool:
    """Return whether there is a unique shortest path, of one of some lengths."""
    return ways.shortest == 1 and len(ways.path) - 1 in lengths


def _penalty(ways: Reachability, cells: int, aim: _SearchTarget) -> int:
    """Return the penalty of a maze with ``cells`` cells and these paths."""
    if not ways.path:
        return _NO_WAY - ways.reached
    moves = len(ways.path) - 1
    bad = _LENGTH * (cells - moves if aim.length is None else abs(moves - aim.length))
    bad += _SECOND_WAY * (min(ways.shortest, 4) - 1)
    bad += _FORCED * (moves - ways.choices)
    bad += _UNREACHED * (cells - ways.reached)
    if aim.crowd is None:
        return bad + _TRAP * abs(ways.reached - len(ways.open) - aim.traps)
    return bad + _CROWD * max(0, len(ways.open) - aim.crowd)

"""Mazes made to have one solution: a single shortest way, or a single way with the wanted sum.

Local search over the numbers as in "Rook Jumping Maze Design" (Neller, Fisher, Choga, Lalvani and
McCarty, 2010): change a number, keep the change unless it makes the maze worse, begin anew when
nothing helps any more. For a sum, the ways of a maze with few of them are all listed, and signs
are sought with which only one of them adds up to it. That there is one solution is counted,
never guessed; the same arguments always give the same maze.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegui.core.cells import Cell
from puzzlegui.core.counting import counted, group_digits
from puzzlegui.core.creation import Watch, check_size_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import Shown, tr, with_texts
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.floor import Floor, Ways

STEPS = 30_000
"""Mazes looked at before the search ends, if all are: half a second at 5×5, 20 at 30×30."""

# How bad things are. What must not be outweighs all that should not.
_NO_WAY, _SECOND_WAY, _LENGTH = 10**6, 1000, 100
_TRAP, _CROWD, _FORCED, _UNREACHED = 5, 20, 3, 2
_UPHILL = 0.002
_PATIENCE = 2000
_EVERY = 32

_SIGN_STEPS = 1500
_FEW_WAYS = 5
_LEVEL_CELLS = 64


@with_texts
@dataclass(frozen=True)
class Level:
    """How hard a maze is to be, where no length is asked for.

    Attributes:
        name: as given on the command line.
        title: as shown in the window.
        length: the moves aimed at, as a share of the cells (of 64 at most).
        traps: the cells without a way to the target, as a share of all; not with a sum.
    """

    name: str
    title: Shown
    length: float
    traps: float


_LEVELS = (
    Level("easy", "Easy", 0.25, 0.0),
    Level("medium", "Medium", 0.45, 0.1),
    Level("hard", "Hard", 0.65, 0.2),
)

LEVELS: dict[str, Level] = {level.name: level for level in _LEVELS}
"""The one table of levels, by name."""


@dataclass(frozen=True)
class _Aim:
    """What a search goes for.

    Attributes:
        length: moves of the shortest way; None for as many as can be.
        traps: cells that can be reached, but from which the target cannot.
        crowd: where all ways are to be listed: from how many cells at most the target should be
            within reach; traps do not matter then.
    """

    length: int | None
    traps: int = 0
    crowd: int | None = None


@dataclass(frozen=True)
class MadeMaze:
    """A maze with one solution, and what makes it hard.

    Attributes:
        board: the maze.
        path: its solution, start and target included.
        choices: cells on it from which another jump than the right one, not straight back, is
            possible.
        traps: cells that can be reached, but from which the target cannot.
        reached: cells that can be reached.
        ways: how many ways lead to the target in all, stepping on no cell twice, where a sum
            picks out one of them.
        steps: mazes looked at.
    """

    board: MazeBoard
    path: tuple[Cell, ...]
    choices: int
    traps: int
    reached: int
    ways: int | None
    steps: int

    def difficulty(self) -> str:
        """How hard it is, in a sentence."""
        moves = len(self.path) - 1
        if self.ways is None:
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
            ways=group_digits(self.ways or 0),
            sum=str(self.board.sum),
            choices=group_digits(self.choices),
            reached=group_digits(self.reached),
            cells=group_digits(cells),
            traps=group_digits(self.traps),
        )


class _Stopped(Exception):
    """Whoever watches does not want to go on."""


def make_maze(
    rows: int,
    columns: int,
    seed: int = 0,
    *,
    length: int | None = None,
    near: int | None = None,
    level: Level | None = None,
    total: int | None = None,
    start: Cell | None = None,
    target: Cell | None = None,
    steps: int = STEPS,
    watch: Watch | None = None,
) -> MadeMaze | None:
    """A maze with one solution, or None if ``watch`` did not want to go on.

    Args:
        rows: 2 to 30.
        columns: 2 to 30.
        seed: chooses among the possible mazes.
        length: how many moves the solution is to have.
        near: about how many it is to have, as near as can be found.
        level: how hard it is to be, as near as can be found; without it, ``near`` and ``length``
            the way is as long as any found, or with a sum of any length.
        total: the sum wanted, which only one way has; None for a maze without one, whose shortest
            way is the only one as short.
        start: where the walker begins; None for the first cell.
        target: where it is to go; None for the last cell.
        steps: how many mazes to look at, at most.
        watch: called now and then with the steps taken.

    Raises:
        PuzzleError: an argument that no maze can have, or no such maze was found in ``steps``.
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
    floor = Floor(rows, columns, start, target)
    search = _Search(floor, random.Random(seed), steps, watch)
    cells = rows * columns
    if level is not None:
        near = round(level.length * min(cells, _LEVEL_CELLS))
    aim = _Aim(length or near, round(level.traps * cells) if level else 0)
    try:
        return (
            search.shortest(aim, length) if total is None else search.with_sum(aim, length, total)
        )
    except _Stopped:
        return None


class _Search:
    """One search for a maze.

    Attributes:
        steps: mazes looked at so far.
    """

    def __init__(self, floor: Floor, rng: random.Random, most: int, watch: Watch | None) -> None:
        self.steps = 0
        self._floor = floor
        self._rng = rng
        self._most = most
        self._watch = watch

    def _step(self) -> bool:
        """Whether another maze may be looked at."""
        if self.steps >= self._most:
            return False
        if self._watch and self.steps % _EVERY == 0 and not self._watch(self.steps):
            raise _Stopped
        self.steps += 1
        return True

    def shortest(self, aim: _Aim, length: int | None) -> MadeMaze:
        """A maze with one shortest way, of ``length`` moves if that is given."""
        best: tuple[int, list[int], Ways] | None = None
        # Of mazes as long any will do: the very best one of a small board is always the same.
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
            if aim.length is not None and _fits(best[2], aim.length):
                break
        if best is None or not _fits(best[2], length):
            moves = len(best[2].path) - 1 if best and best[2].shortest == 1 else 0
            nearest = tr("The closest has {moves}.").format(moves=counted(moves, "move"))
            raise self._failed(tr("a single shortest path"), length, nearest if moves else "")
        return self._made(best[1], best[2].path, None, None)

    def with_sum(self, aim: _Aim, length: int | None, total: int) -> MadeMaze:
        """A maze of whose ways just one has the sum ``total``."""
        cells = len(self._floor.jumps)
        near = aim.length or 0
        crowd = max(min(cells, 26), near + near // 3)
        while self.steps < self._most:
            most = min(near or cells, cells // 2)
            shortest = self._rng.randint((most + 1) // 2, most)
            _, numbers, ways = self._climb(_Aim(shortest, crowd=crowd))
            # As many cells should lead to the target as leave the ways to be listed.
            if (every := self._floor.every_way(numbers, ways.open)) is None:
                crowd -= crowd // 8
                continue
            if len(every) < _FEW_WAYS:
                crowd += crowd // 8
            if len(every) < 2:
                continue
            if (total - sum(numbers[cell] for cell in every[0])) % 2:
                numbers[self._floor.target] = 1  # whether sums are odd depends on it alone
            wanted = [way for way in every if length in (None, len(way) - 1)]
            self._rng.shuffle(wanted)
            if near:
                wanted.sort(key=lambda way: abs(len(way) - 1 - near))
            for way in wanted[:4]:
                signed = self._signs(numbers, way, every, total)
                if signed is not None:
                    return self._made(signed, way, len(every), total)
        raise self._failed(
            tr("a single path adding up to {total}").format(total=group_digits(total)), length
        )

    def _failed(self, what: str, length: int | None, nearest: str = "") -> PuzzleError:
        text = (
            tr("no maze with {what} found in {steps} tries; try another seed or length")
            if length is None
            else tr(
                "no maze with {what} of {length} moves found in {steps} tries; try another seed "
                "or length"
            )
        ).format(what=what, length=group_digits(length or 0), steps=group_digits(self.steps))
        return PuzzleError(f"{text}. {nearest}" if nearest else text)

    def _made(
        self, numbers: list[int], way: Sequence[int], ways: int | None, total: int | None
    ) -> MadeMaze:
        floor = self._floor
        known = floor.ways([abs(number) for number in numbers])
        rows = tuple(
            tuple(numbers[i : i + floor.columns]) for i in range(0, len(numbers), floor.columns)
        )
        board = MazeBoard(rows, floor.cell(floor.start), floor.cell(floor.target), total)
        path = tuple(map(floor.cell, way))
        return MadeMaze(
            board, path, floor.choices([abs(number) for number in numbers], way),
            known.reached - len(known.open), known.reached, ways, self.steps,
        )  # fmt: skip

    def _climb(self, aim: _Aim) -> tuple[int, list[int], Ways]:
        """The best maze from one random beginning on, with how bad it is."""
        floor, rng = self._floor, self._rng
        cells = len(floor.jumps)
        numbers = [rng.randrange(1, len(jumps)) for jumps in floor.jumps]
        numbers[floor.target] = 0
        ways = floor.ways(numbers)
        now = _badness(ways, cells, aim)
        best = now, list(numbers), ways
        since = 0
        while since < _PATIENCE and self._step():
            since += 1
            # On a large board most cells matter little; those on the way do.
            cell = rng.choice(ways.path) if since % 2 and ways.path else rng.randrange(cells)
            before, number = numbers[cell], rng.randrange(1, len(floor.jumps[cell]))
            if number == before or cell == floor.target:
                continue
            numbers[cell] = number
            ways = floor.ways(numbers)
            then = _badness(ways, cells, aim)
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
        """The numbers with signs that give ``way``, and no other, the sum; None if not found."""
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


def _fits(ways: Ways, length: int | None) -> bool:
    """Whether there is a single shortest way, of the length wanted."""
    return ways.shortest == 1 and length in (None, len(ways.path) - 1)


def _badness(ways: Ways, cells: int, aim: _Aim) -> int:
    """How far a maze of so many cells, with these shortest ways, is from what is wanted."""
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

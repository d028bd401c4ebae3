"""Solvability of permutation boards, by the group that the moves generate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from puzzlegui.core.board import Extra, Rearrangement, Verdict
from puzzlegui.core.cells import HOLE, Cell, Grid, cell_list, cell_name, flatten
from puzzlegui.core.formatting import all_arrangements, exact_digits, group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import names_of
from puzzlegui.core.permutations import Step, count_arrangements
from puzzlegui.core.rearrangement import swap_in_start
from puzzlegui.families.permutation import changes
from puzzlegui.families.permutation.changes import Change
from puzzlegui.solvers.move_search.arrangement import Arrangement, puzzle_group

_REPAIRING = 2_000
"""Most partial permutations tried to match values, for each change tried to repair a board."""


@lru_cache(maxsize=32)
def decide(start: Grid, goal: Grid, steps: tuple[Step, ...], extra: Extra = ()) -> Verdict:
    """Return the verdict on a valid board.

    Args:
        start: the start.
        goal: the goal.
        steps: the moves.
        extra: unknown keys of the board's file, with the names of values.
    """
    columns = len(start[0])
    ends = flatten(start), flatten(goal)
    cells = tuple(i for i, value in enumerate(ends[0]) if value != HOLE)
    first, last = ([end[cell] for cell in cells] for end in ends)
    group = puzzle_group(cells, steps)
    if group is None:
        return _undecided()
    values = Arrangement(group, first)
    parted = any(
        Counter(first[i] for i in orbit) != Counter(last[i] for i in orbit)
        for orbit in group.orbits
    )
    solvable = False if parted else values.reaches(last)
    if solvable is None:
        return _undecided()
    count = values.count()
    if solvable:
        return Verdict(True, _reason(count, count_arrangements(first)), count)

    def is_solvable(changed: list[int]) -> bool:
        return Arrangement(group, changed).reaches(last, _REPAIRING) is True

    change = changes.smallest_change(group, first, last, is_solvable)
    places = [divmod(cell, columns) for cell in cells]
    reason: str = tr(
        "Not solvable: no sequence of moves carries every tile to the part of the board "
        "where its place is."
    )
    if not parted:
        reason = _fault(change, places, count, count_arrangements(first))
    return Verdict(False, reason, count, _rearrangement(change, places, start, names_of(extra)))


def _fault(change: Change | None, places: list[Cell], count: int | None, total: int) -> str:
    """Return why no sequence of moves leads to the goal, by the smallest change that helps."""
    match change:
        case Change(changes.TWIST, (cycle,)):
            text = tr(
                "Not solvable: a corner is twisted, such as {cells}; moves cannot turn it back."
            )
            return text.format(cells=_names(cycle, places))
        case Change(changes.FLIP, (cycle,)):
            text = tr(
                "Not solvable: an edge is flipped, such as {cells}; moves cannot turn it back."
            )
            return text.format(cells=_names(cycle, places))
        case Change(changes.SWAP, (cycle,)):
            text = tr(
                "Not solvable: two tiles are exchanged, such as those in {cells}; moves cannot "
                "exchange them back."
            )
            return text.format(cells=_names(cycle, places))
    if count is None:
        return tr("Not solvable: no sequence of moves leads from the start to the goal.")
    text = tr(
        "Not solvable: the moves reach {count} of {total} arrangements, and the goal is not one "
        "of them."
    )
    return text.format(count=exact_digits(count), total=group_digits(total))


def _rearrangement(
    change: Change | None, places: list[Cell], start: Grid, names: Mapping[int, str]
) -> Rearrangement | None:
    """Return a change as cells of the board, with its sentence."""
    if change is None:
        return None
    cycles = tuple(tuple(places[i] for i in cycle) for cycle in change.cycles)
    match change:
        case Change(changes.TWIST, (cycle,)):
            text = tr("Turn back the twisted corner {cells}")
            sentence = text.format(cells=_names(cycle, places))
        case Change(changes.FLIP, (cycle,)):
            text = tr("Turn back the flipped edge {cells}")
            sentence = text.format(cells=_names(cycle, places))
        case Change(changes.SWAP, ((one, other),)):
            return swap_in_start(start, names, places[one], places[other])
        case Change(changes.EXCHANGE, pairs):
            piece, twin = zip(*pairs, strict=True)
            text = tr("Swap the pieces {one} and {other}")
            sentence = text.format(one=_piece(piece, places), other=_piece(twin, places))
        case _:
            text = tr("Turn back the flipped edge {edge} and the twisted corner {corner}")
            flip, twist = change.cycles
            sentence = text.format(edge=_names(flip, places), corner=_names(twist, places))
    return Rearrangement(sentence, cycles)


def _piece(cells: tuple[int, ...], places: list[Cell]) -> str:
    return " ".join(cell_name(places[i]) for i in cells)


def _names(cycle: tuple[int, ...], places: list[Cell]) -> str:
    return cell_list(sorted(places[i] for i in cycle))


def _undecided() -> Verdict:
    return Verdict(
        None,
        tr("Not decided: the group that the moves generate is too large to compute."),
        if_solved=tr("Solvable: a solution was found."),
        if_unsolvable=tr("Not solvable: all arrangements were searched."),
    )


def _reason(count: int | None, total: int) -> str:
    if count is None:
        return tr("Solvable: the moves can carry every tile to its place.")
    if count == total:
        text = tr("Solvable. {all_arrangements} can be reached.")
        return text.format(all_arrangements=all_arrangements(count))
    text = tr("Solvable. The moves reach {count} of {total} arrangements, including the goal.")
    return text.format(count=exact_digits(count), total=group_digits(total))

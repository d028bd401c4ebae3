"""Boards of bare grids: family, start and goal are guessed unless they are given, and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.creation import check_size_of
from puzzlegui.core.errors import Problem, PuzzleError
from puzzlegui.core.formatting import join_or
from puzzlegui.core.goals import GAP_FIRST, IN_ORDER, USUAL_GOALS, usual_goal
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.palettes import value_names, with_names
from puzzlegui.documents.grid_values import ValueGrid, value_grid, word_values
from puzzlegui.documents.text_blocks import GOAL_LABEL, START_LABEL, Kind, SetAside
from puzzlegui.documents.word_grids import GridText, WordGrid
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES

GRID_FAMILIES = tuple(name for name, family in FAMILIES.items() if family.grids is not None)
"""Families of which a bare grid can be a board."""

_MAX_TITLE = 80
_SAID = (Kind.SIZE, Kind.HEADER, Kind.NUMBERING, Kind.TITLE, Kind.DECLARATION)
"""Kinds of stretches that are named when they are set aside."""


@dataclass(frozen=True)
class GivenGoal:
    """Goal from another document.

    Attributes:
        origin: name of the document, for messages.
        grid: the goal as words; None if it is the goal of a board.
        board: board whose goal is meant; None if it is a grid.
    """

    origin: str
    grid: WordGrid | None = None
    board: Board | None = None


@dataclass(frozen=True)
class GridOptions:
    """Family and goal of a grid, as far as they are given.

    Attributes:
        family: name of the family; None to guess it.
        goal: name of a usual goal, or a goal from another document; None for the usual one.
        like: family to prefer to a likelier one, where the grid can be a board of both.
        second_is_goal: True if the second of two grids is the goal of the first.
    """

    family: str | None = None
    goal: str | GivenGoal | None = None
    like: str | None = None
    second_is_goal: bool = False


@dataclass(frozen=True)
class GridBoard:
    """Board made of a grid.

    Attributes:
        grid: the grid.
        board: the board.
        problems: its problems.
        reading: sentence on what was guessed.
        changes: options of the command line that change it.
        advice: sentence on a goal for which the board would be solvable; empty if not needed.
        plain: True if the grid was taken as it is, with the usual goal, and is solvable.
    """

    grid: WordGrid
    board: Board
    problems: tuple[Problem, ...]
    reading: str
    changes: tuple[str, ...]
    advice: str = ""
    plain: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences: the guess with the options that change it, and the advice, if any."""
        note = self.reading
        if self.changes:
            text = tr("{reading} (change with {options})")
            note = text.format(reading=note, options=", ".join(self.changes))
        return (note, self.advice) if self.advice else (note,)


def boards_of_grids(text: GridText, options: GridOptions) -> list[GridBoard | PuzzleError]:
    """Return a board for each grid of a text, or the reason why a grid is none.

    Of two grids, a grid labelled as the goal, or a second in a usual order, is the other's goal.

    Raises:
        PuzzleError: the options contradict the text.
    """
    grids, origin = list(text.grids), ""
    pair: tuple[WordGrid, WordGrid] | None = None
    if len(grids) == 2 and options.second_is_goal:
        pair = grids[0], grids[1]
    elif len(grids) == 2 and options.goal is None:
        pair = _start_and_goal(*grids)
    if pair is not None:
        start, goal = pair
        origin = tr("the other grid") if goal is grids[0] else tr("the second grid")
        options = replace(options, goal=GivenGoal(origin, goal))
        grids = [start]
    aside = text.set_aside if len(grids) == 1 else ()
    found: list[GridBoard | PuzzleError] = []
    for grid in grids:
        try:
            found.append(_board(grid, options, aside))
        except PuzzleError as error:
            if len(grids) == 1:
                raise
            found.append(error)
    return found


def fitting_families(grid: WordGrid) -> list[str]:
    """Return the families of which a grid can be a valid board, the likeliest first."""
    values = value_grid(grid)
    scores = _scores(values)
    found = []
    for name in sorted(GRID_FAMILIES, key=lambda name: -scores.get(name, -1)):
        try:
            made = _board(grid, GridOptions(name), ())
        except PuzzleError:
            continue
        if not made.problems:
            found.append(name)
    return found


# --- start and goal ---


def _start_and_goal(first: WordGrid, second: WordGrid) -> tuple[WordGrid, WordGrid] | None:
    """Return two grids as start and goal by their labels, or if the second is in order."""
    if GOAL_LABEL.search(second.label) and not GOAL_LABEL.search(first.label):
        return first, second
    if GOAL_LABEL.search(first.label) and not GOAL_LABEL.search(second.label):
        return second, first
    if _shape(first) != _shape(second) or first.words == second.words:
        return None
    try:
        values, goal = value_grid(first), value_grid(second)
        if sorted(flatten(values.values)) != sorted(flatten(goal.values)):
            return None
        family = FAMILIES[_guess(values)]
        usual = {_usual(name, values.values, family) for name in _names_of_goals(family)}
    except PuzzleError:
        return None
    return (first, second) if family.board.has_tiles and goal.values in usual else None


def _shape(grid: WordGrid) -> tuple[int, int]:
    return len(grid.words), len(grid.words[0])


def _names_of_goals(family: Family) -> list[str]:
    """Return the usual goals of a family."""
    return [name for name in USUAL_GOALS if name != GAP_FIRST or family.board.gap is not None]


def _usual(name: str, grid: Grid, family: Family) -> Grid:
    """Return the usual goal of a grid's values.

    Raises:
        PuzzleError: the goal needs a gap that the family lacks.
    """
    values, gap = sorted(flatten(grid)), family.board.gap
    if gap is not None and gap in values:
        values.remove(gap)
    elif gap is not None:
        gap = None
    return usual_goal(name, values, len(grid), len(grid[0]), gap)


# --- family ---


def _scores(values: ValueGrid) -> dict[str, int]:
    """Return the likelihood of each family that a grid can belong to."""
    found = {}
    for name, family in FAMILIES.items():
        if family.grids is None or (values.has_gap_sign and _lacks_gap(family)):
            continue
        if values.names and not family.board.has_tiles:
            continue
        found[name] = family.grids.score(values.values)
    return found


def _lacks_gap(family: Family) -> bool:
    return family.board.has_tiles and family.board.gap is None


def _guess(values: ValueGrid, like: str | None = None) -> str:
    """Return the likeliest family; of equally likely ones, the first of the table.

    A family to prefer is taken if it fits, unless the numbers are a gap's 0 and the tiles 1, 2, 3 …
    """
    scores = _scores(values)
    if like in scores and not (_has_gap_and_tiles(values) and FAMILIES[like].board.gap is None):
        board = _made(values, FAMILIES[like])
        if not board.problems():
            return like
    return max(scores, key=lambda name: scores[name])


def _has_gap_and_tiles(values: ValueGrid) -> bool:
    cells = flatten(values.values)
    return sorted(cells) == list(range(len(cells)))


def _made(values: ValueGrid, family: Family) -> Board:
    """Return the board of a family that begins with a grid, with its usual goal."""
    assert family.grids is not None
    goal = _usual(IN_ORDER, values.values, family) if family.board.has_tiles else ()
    return family.grids.make(values.values, goal)


def _given_family(name: str, values: ValueGrid) -> str:
    """Return a given family.

    Raises:
        PuzzleError: it cannot have such a grid.
    """
    family = FAMILIES[name]
    if values.has_gap_sign and _lacks_gap(family):
        raise PuzzleError(
            tr("{family} boards have no gap, but this grid has a sign for it").format(family=name)
        )
    if values.names and not family.board.has_tiles:
        raise PuzzleError(tr("{family} boards need numbers, not words").format(family=name))
    return name


# --- boards ---


def _board(grid: WordGrid, options: GridOptions, aside: Sequence[SetAside]) -> GridBoard:
    given = options.goal if isinstance(options.goal, GivenGoal) else None
    goal_values = None
    if given is not None and given.grid is not None:
        goal_values = value_grid(given.grid)
        known = word_values(goal_values) if goal_values.names else None
        if known is not None:
            goal_values = value_grid(given.grid, known)
        values = value_grid(grid, known)
    elif given is not None and given.board is not None:
        values = value_grid(grid, _known_names(given.board))
    else:
        values = value_grid(grid)
    check_size_of(*_shape(grid))
    if options.family is None:
        name = given.board.family if given and given.board else _guess(values, options.like)
    else:
        name = _given_family(options.family, values)
    family = FAMILIES[name]
    assert family.grids is not None
    if not family.board.has_tiles:
        if options.goal is not None:
            raise _no_goal(name)
        board = family.grids.make(values.values, ())
        problems = tuple(board.problems())
        solvable = None if problems else board.is_solvable()
        return GridBoard(
            grid, board, problems, _reading(board, values, "", aside), _changes(options, ""),
            plain=not problems and solvable is not False and _plain(values, options, aside),
        )  # fmt: skip
    goal = _goal(values, goal_values, options, family)
    board = family.grids.make(values.values, goal)
    if values.names:
        board = with_names(board, values.names)
    board = board.with_fields(title=_title(grid, aside))
    words = _goal_words(options, board)
    problems = tuple(board.problems())
    solvable = None if problems else board.is_solvable()
    return GridBoard(
        grid, board, problems, _reading(board, values, words, aside), _changes(options, words),
        "" if given or solvable is not False else _advice(board, options),
        not problems and solvable is not False and _plain(values, options, aside),
    )  # fmt: skip


def with_goal(board: Board, goal: str | GivenGoal) -> Board:
    """Return a board with another goal.

    Raises:
        PuzzleError: the board has no goal, or the goal does not fit.
    """
    if not board.has_tiles:
        raise _no_goal(board.family)
    family = FAMILIES[board.family]
    start = board.grid("start")
    if isinstance(goal, str):
        return board.with_fields(goal=_usual(goal, start, family))
    if goal.grid is None:
        assert goal.board is not None
        return board.with_fields(goal=_fitting(goal.board.grid("goal"), start, goal.origin))
    values = value_grid(goal.grid, _known_names(board)).values
    return board.with_fields(goal=_fitting(values, start, goal.origin))


def _no_goal(family: str) -> PuzzleError:
    text = tr("{family} boards have a target, no goal; leave out --goal")
    return PuzzleError(text.format(family=family))


def _known_names(board: Board) -> dict[str, int] | None:
    names = {name: value for value, name in value_names(board).items()}
    return names or None


def _goal(
    values: ValueGrid, goal_values: ValueGrid | None, options: GridOptions, family: Family
) -> Grid:
    """Return the goal of a grid.

    Raises:
        PuzzleError: the given goal does not fit.
    """
    if not isinstance(options.goal, GivenGoal):
        return _usual(options.goal or IN_ORDER, values.values, family)
    if goal_values is not None:
        goal = goal_values.values
    else:
        assert options.goal.board is not None
        goal = options.goal.board.grid("goal")
    return _fitting(goal, values.values, options.goal.origin)


def _fitting(goal: Grid, start: Grid, origin: str) -> Grid:
    """Return a goal; raises PuzzleError if its size is not that of the start."""
    if (len(goal), len(goal[0])) != (len(start), len(start[0])):
        raise PuzzleError(
            tr("the goal from {origin} is {size}, but the grid is {size2}").format(
                origin=origin, size=f"{len(goal)}×{len(goal[0])}",
                size2=f"{len(start)}×{len(start[0])}",
            )
        )  # fmt: skip
    return goal


def _title(grid: WordGrid, aside: Sequence[SetAside]) -> str:
    """Return the title of a grid, unless it only says that it is a start or a goal."""
    titled = any(each.kind == Kind.TITLE for each in aside)
    if not titled or GOAL_LABEL.search(grid.label) or START_LABEL.search(grid.label):
        return ""
    return grid.label[:_MAX_TITLE]


def _plain(values: ValueGrid, options: GridOptions, aside: Sequence[SetAside]) -> bool:
    """Return True if a grid was taken as it is, with the usual goal."""
    return (
        not aside and not values.remark and values.source.laid_out
        and options.goal in (None, IN_ORDER)
    )  # fmt: skip


def boards_by_goal(board: Board) -> dict[str, Board]:
    """Return a board with each usual goal of its family, by the names of the goals."""
    family = FAMILIES[board.family]
    if not board.has_tiles or family.grids is None:
        return {}
    start = board.grid("start")
    return {
        name: board.with_fields(goal=_usual(name, start, family))
        for name in _names_of_goals(family)
    }


def solvable_goals(board: Board) -> list[str]:
    """Return the usual goals for which a board that is not solvable would be."""
    if board.problems() or board.is_solvable() is not False:
        return []
    return [name for name, other in boards_by_goal(board).items() if other.is_solvable()]


def _advice(board: Board, options: GridOptions) -> str:
    """Return advice on another usual goal for a board that is not solvable."""
    able = [name for name in solvable_goals(board) if name != (options.goal or IN_ORDER)]
    if not able:
        return ""
    return tr("Not solvable for this goal, but solvable with --goal {names}.").format(
        names=join_or(able)
    )


# --- words ---

_WITH_GAP = {
    IN_ORDER: gettext_noop("in order with the gap last"),
    "snail": gettext_noop("in a clockwise spiral with the gap last"),
    "columns": gettext_noop("in order down the columns with the gap last"),
}


def _goal_words(options: GridOptions, board: Board) -> str:
    if isinstance(options.goal, GivenGoal):
        return tr("from {origin}").format(origin=options.goal.origin)
    name = options.goal or IN_ORDER
    words = USUAL_GOALS[name] if board.gap is None else _WITH_GAP.get(name, USUAL_GOALS[name])
    return tr(words)


def _reading(board: Board, values: ValueGrid, goal: str, aside: Sequence[SetAside]) -> str:
    """Return the sentence on what was guessed."""
    parts = [tr("Read as {family} {size}").format(family=board.family, size=board.size)]
    if goal:
        parts.append(tr("goal {order}").format(order=goal))
    if values.remark:
        parts.append(tr(values.remark).format(word=_odd_word(values)))
    if named := _named(aside):
        parts.append(tr("set aside: {named}").format(named=named))
    return ", ".join(parts)


def _changes(options: GridOptions, goal: str) -> tuple[str, ...]:
    """Return the options that change what was guessed."""
    changes = () if options.family else ("--family",)
    return (*changes, "--goal") if goal and options.goal is None else changes


def _odd_word(values: ValueGrid) -> str:
    return next(
        (repr(word) for row in values.source.words for word in row if not word[:1].isdecimal()), ""
    )


def _named(aside: Sequence[SetAside]) -> str:
    """Return the stretches that were set aside, in words: those that may have been values."""
    found: dict[Kind, SetAside] = {}
    for each in aside:
        if each.kind in _SAID:
            found.setdefault(each.kind, each)
    return ", ".join(
        tr("{kind} (line {line})").format(kind=each.kind.title, line=str(each.line))
        for each in found.values()
    )

"""Creation of new boards of any family."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from puzzlegui.core.board import MAX_SIZE, Board
from puzzlegui.core.creation import BoardSpec, CreationMethod, Parameter, tile_creation_methods
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import join_and, quantity
from puzzlegui.core.goals import LETTERING, WORD, columns_for
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.letters import letters_of, sizes_for
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES, family_of


def parameters_by_name() -> dict[str, Parameter]:
    """Return the parameters of new boards by name; families share those of the same name."""
    return {
        parameter.name: parameter
        for family in FAMILIES.values()
        for parameter in family.parameters + tuple(p for s in family.starts for p in s.parameters)
    }


def checked_parameters(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Check the keyword arguments for a new board; return those that are not None or False.

    Raises:
        PuzzleError: one or more values are invalid; the message lists all.
        TypeError: there is no parameter of that name.
    """
    known = parameters_by_name()
    for name in arguments:
        if name not in known:
            raise TypeError(with_suggestion(f"a board has no parameter {name!r}", name, known))
    given = {name: v for name, v in arguments.items() if v is not None and v is not False}
    wrong = [text for name, value in given.items() if (text := _value_error(known[name], value))]
    if wrong:
        raise PuzzleError("\n".join(wrong))
    return given


def _value_error(parameter: Parameter, value: object) -> str:
    """Return the error message for the value of a parameter; empty if it is valid."""
    names = parameter.names
    if parameter.is_text:
        text = "" if isinstance(value, str) else tr("{name} must be a text")
    elif parameter.flag:
        text = "" if value is True else tr("{name} must be True or False")
    elif names:
        text = "" if value in names else tr("{name} must be one of {names}")
    else:
        text = "" if type(value) is int else tr("{name} must be a whole number")
    return text.format(name=parameter.name, names=", ".join(names))


def start_for(family: Family, given: Mapping[str, Any]) -> CreationMethod:
    """Return the start method that accepts the given parameters.

    Raises:
        PuzzleError: the family lacks a parameter, or does not combine it with the others.
    """
    ways = [start for start in family.starts if start.option is not None]
    start = next((way for way in ways if way.option in given), ways[0])
    usual = {p.name: (p.choices[0][0], p.default_name)
             for p in parameters_by_name().values() if p.choices}  # fmt: skip
    for name, value in given.items():
        own = name in {p.name for p in (*family.parameters, *start.parameters)}
        if own or value in usual.get(name, ()):  # the default restricts nothing
            continue
        with_it = [w for w in ways if name in {p.name for p in w.parameters}]
        if with_it:
            raise PuzzleError(
                tr("--{name} requires --{option}").format(name=name, option=str(with_it[0].option))
            )
        able = [f.name for f in FAMILIES.values() if name in _names(f)]
        raise PuzzleError(
            tr("--{name} applies to {families} boards, not to {family}").format(
                name=name, families=join_and(able), family=family.name
            )
        )
    return start


def with_goal(start: CreationMethod, goal: Board) -> CreationMethod:
    """Return a creation method for boards with the goal of a given board.

    Raises:
        PuzzleError: the board has no goal.
    """
    if not goal.has_tiles:
        raise PuzzleError(tr("--goal-from requires --length"))
    solved = goal.with_fields(start=goal.grid("goal"))
    methods = tile_creation_methods(lambda _: solved)
    return next(method for method in methods if method.name == start.name)


def _names(family: Family) -> set[str]:
    return {p.name for start in family.starts for p in (*family.parameters, *start.parameters)}


def new_board(family: str, rows: int, columns: int, seed: int = 0, **given: Any) -> Board:
    """Return a new board; the same arguments give the same board.

    Args:
        family: its name.
        rows: 2 to 30.
        columns: 2 to 30.
        seed: chooses among the possible boards.
        given: parameters of the family and of a start method, by name.

    Raises:
        PuzzleError: an argument is not valid for such a board.
    """
    start = start_for(FAMILIES[family], given)
    made = start.make(BoardSpec(rows, columns, seed, given), None)
    assert made is not None  # without a progress callback it cannot be stopped
    return made.board


def solved_board(family: str, rows: int, columns: int, seed: int = 0, **given: Any) -> Board:
    """Return a solved board to be edited; raises as ``new_board`` does."""
    (plain,) = (start for start in FAMILIES[family].starts if start.name == "plain")
    made = plain.make(BoardSpec(rows, columns, seed, given), None)
    assert made is not None
    return made.board


_DEFAULT_ROWS = 4


def size_for(
    family: str, rows: int | None, columns: int | None, given: Mapping[str, Any]
) -> tuple[int, int]:
    """Return the size of a new board; what is left open fits its word or its lettering.

    Args:
        family: name of the family.
        rows: number of rows; None to choose.
        columns: number of columns; None to choose.
        given: parameters by name.

    Raises:
        PuzzleError: the word has no letters, or the lettering cannot be drawn.
    """
    if WORD.name in given and (rows is None or columns is None):
        return _size_for_word(family, rows, columns, given)
    rows = _DEFAULT_ROWS if rows is None else rows
    if columns is None:
        drawn = given.get(LETTERING.name)
        columns = rows if drawn is None else columns_for(str(drawn), rows)
    return rows, columns


def _size_for_word(
    family: str, rows: int | None, columns: int | None, given: Mapping[str, Any]
) -> tuple[int, int]:
    """Return the first size on which the family has a board that spells the word."""
    cells = len(letters_of(str(given[WORD.name]))) + (FAMILIES[family].board.gap is not None)
    sizes = sizes_for(cells, rows, columns)
    for size in sizes:
        try:
            solved_board(family, *size, **given)
        except PuzzleError:  # a layout may need another size, or have fewer cells
            continue
        return size
    return sizes[0] if sizes else (rows or MAX_SIZE, columns or MAX_SIZE)


def plain_title(board: Board, seed: int, length: int | None = None) -> str:
    """Return the title of a new board that was made without the window, in English.

    Args:
        board: the board.
        seed: seed that makes it.
        length: exact length for which it was made.
    """
    moves = "" if length is None else f", {length} move{'s' * (length != 1)}"
    return f"{board.family} {board.size}{moves}, seed {seed}"


_SEED = gettext_noop(", seed {seed}")


def generated_title(board: Board, seed: int | None = None, length: int | None = None) -> str:
    """Return a generated title for a board: its family, its size, its length and its seed."""
    return f"{family_of(board).title} {board.size}" + _title_end(seed, length)


def _title_end(seed: int | None, length: int | None) -> str:
    moves = "" if length is None else f", {quantity(length, 'move')}"
    return moves if seed is None else moves + tr(_SEED).format(seed=str(seed))


def similar_title(board: Board, seed: int | None, length: int) -> str:
    """Return the title of a board like another: the old title with the new length and seed.

    Args:
        board: the other board.
        seed: seed of the new board; None if no seed makes it.
        length: exact length for which it was made, if there is a seed.
    """
    another = "|".join(re.escape(text) for text in (tr(_ANOTHER), _ANOTHER))
    title = re.sub(f"(?:{_LENGTH_PATTERN}{_seed_pattern()}|{another})$", "", board.title)
    if seed is None:
        return title + tr(_ANOTHER) if title else ""
    return (title + _title_end(seed, length)) if title else generated_title(board, seed, length)


_ANOTHER = gettext_noop(", another")
_LENGTH_PATTERN = r"(?:, [\d\W]+ \w+)?"


def _seed_pattern() -> str:
    """Return a pattern of the seed in a title, in English or the language of the program."""
    seeds = "|".join(re.escape(text) for text in (tr(_SEED), _SEED))
    return "(?:" + seeds.replace(re.escape("{seed}"), r"[\d\W]+") + ")"


def with_updated_title(board: Board, before: Board) -> Board:
    """Return an edited board, with its generated title updated.

    Args:
        board: after the edit; the seed in its title no longer applies.
        before: the board before the edit.
    """
    if (
        board.title != before.title
        or board.puzzle == before.puzzle
        or not _has_generated_title(before)
    ):
        return board
    return board.with_fields(title=generated_title(board))


def _has_generated_title(board: Board) -> bool:
    """Return whether the title of a board was generated by the window or the command line."""
    family = family_of(board)
    kinds = "|".join(re.escape(kind) for kind in (family.title, family.name))
    end = f"(?:{_LENGTH_PATTERN}{_seed_pattern()})?"
    return re.fullmatch(f"(?:{kinds}) {board.size}{end}", board.title) is not None

"""Game IDs of Simon Tatham's Portable Puzzle Collection.

An ID is ``parameters:description``. The parameters are ``WxH`` followed by those of the game; the
description lists the numbers row by row. The families define the supported games.
"""

from __future__ import annotations

import re

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.cells import Grid, flatten, rows_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, join_and, quoted
from puzzlegui.core.language import tr
from puzzlegui.families.family import GameIdFormat
from puzzlegui.families.registry import FAMILIES, family_of

GAMES: dict[str, GameIdFormat] = {
    name: family.game for name, family in FAMILIES.items() if family.game is not None
}
"""Supported games, by family."""

NAMES = list(dict.fromkeys(game.name for game in GAMES.values()))

_ID = re.compile(
    r"(?:https?://\S*/(?P<page>[a-z]+)\.html#)?"
    rf"(?:(?P<game>(?i:{'|'.join(NAMES)})):)?"
    r"(?P<w>[0-9]{1,9})(?:x(?P<h>[0-9]{1,9}))?(?P<rest>[a-z][a-z0-9]*)?"
    r"(?P<mark>[:#])\s*(?P<desc>.*)",
    re.DOTALL,
)
_NUMBER = re.compile(r"[0-9]{1,9}")


def is_game_id(text: str) -> bool:
    """Return True if a text looks like a game ID."""
    match = _ID.fullmatch(text)
    if match is None:
        return False
    named = match["game"] or match["page"] or match["h"] or match["rest"]
    return bool(named) or ("," in match["desc"] and ":" not in match["desc"])


def read_game_id(text: str) -> Board:
    """Parse a game ID.

    Raises:
        PuzzleError: the text is not a game ID, or its game is not supported.
    """
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise PuzzleError(tr("this is not a game ID, such as 3x3n2:3,7,2,6,5,1,8,4,9"))
    if match["mark"] == "#":
        raise PuzzleError(
            tr(
                "this is a random seed, which only that program can turn into a board; "
                "copy the game "
                "ID with a colon instead"
            )
        )
    columns, rows = int(match["w"]), int(match["h"] or match["w"])
    if not (MIN_SIZE <= rows <= MAX_SIZE and MIN_SIZE <= columns <= MAX_SIZE):
        raise PuzzleError(
            tr(
                "this game ID has {rows} rows and {columns} columns; both must be {smallest} to "
                "{largest}"
            ).format(
                rows=group_digits(rows),
                columns=group_digits(columns),
                smallest=str(MIN_SIZE),
                largest=str(MAX_SIZE),
            )
        )
    parameters, named = match["rest"] or "", (match["game"] or match["page"] or "").lower()
    games = [
        game
        for game in GAMES.values()
        if re.fullmatch(game.parameters, parameters)
        and (named == game.name.lower() or (not named and (parameters or game.accepts_bare_id)))
    ]
    if not games:
        raise PuzzleError(
            tr("this game ID belongs to another game. Supported: {listed}").format(listed=_listed())
        )
    problems = []
    for game in games:
        try:
            game.check(parameters)
            return game.read(_numbers(match["desc"], rows, columns), parameters)
        except PuzzleError as error:
            problems.append(error)
    raise problems[0]


_SAVE = re.compile(r"SAVEFILE:[0-9]+:")
_FIELD = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,7}):")
_MOST_FIELDS = 1000
"""Fields of a save that are read; the moves, which come last, are not needed."""


def is_save(text: str) -> bool:
    """Return True if a text begins like a saved game."""
    return _SAVE.match(text) is not None


def read_save(text: str) -> Board:
    """Parse a saved game: its board, before the moves that were made.

    Raises:
        PuzzleError: the save is damaged, or its game is not supported.
    """
    fields: dict[str, str] = {}
    at = 0
    while len(fields) < _MOST_FIELDS and (match := _FIELD.match(text, at)):
        stop = match.end() + int(match[2])
        fields.setdefault(match[1], text[match.end() : stop])
        at = stop
        while text[at : at + 1] in ("\r", "\n"):
            at += 1
    if missing := [name for name in ("GAME", "PARAMS", "DESC") if not fields.get(name)]:
        raise PuzzleError(
            tr("this saved game is incomplete: {names} is missing").format(names=missing[0])
        )
    name = fields["GAME"]
    if name.lower() not in {known.lower() for known in NAMES}:
        raise PuzzleError(
            tr("this is a saved game of {name}. Supported: {listed}").format(
                name=name[:40], listed=_listed()
            )
        )
    return read_game_id(f"{name}:{fields['PARAMS']}:{fields['DESC']}")


def _listed() -> str:
    return join_and(NAMES)


def write_game_id(board: Board) -> str:
    """Format a board as a game ID.

    Raises:
        PuzzleError: the collection has no such board.
    """
    game = family_of(board).game
    if game is None:
        named = [f"{game.name} ({family})" for family, game in GAMES.items()]
        raise PuzzleError(tr("only {families} have game IDs").format(families=join_and(named)))
    parameters = game.write(board)
    if board.problems():
        raise PuzzleError(tr("a board with problems has no game ID"))
    numbers = ",".join(map(str, flatten(board.grid("start"))))
    return f"{board.columns}x{board.rows}{parameters}:{numbers}"


def _numbers(text: str, rows: int, columns: int) -> Grid:
    words = "".join(text.split()).split(",", rows * columns)
    if len(words) != rows * columns:
        raise PuzzleError(
            tr("this game ID needs {number} numbers, separated by commas").format(
                number=group_digits(rows * columns)
            )
        )
    for word in words:
        if not _NUMBER.fullmatch(word):
            raise PuzzleError(
                tr("this game ID has {word} in place of a number").format(word=quoted(word))
            )
    return rows_of([int(word) for word in words], columns)

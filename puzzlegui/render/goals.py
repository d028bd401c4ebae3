"""Goals of new boards that a board or a picture gives; Qt is imported only for a picture."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec, incompatible
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.goals import GOAL, LETTERING, WORD
from puzzlegui.core.language import tr
from puzzlegui.core.picture_goals import is_picture_file
from puzzlegui.documents.grid_boards import GRID_FAMILIES
from puzzlegui.documents.loading import load, load_board
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.families.registry import FAMILIES


def goal_from(
    source: str | os.PathLike[str] | Board,
    family: str,
    rows: int | None,
    columns: int | None,
    seed: int,
    parameters: Mapping[str, Any],
) -> Board:
    """Return a board whose goal is that of new boards, or whose start, target, sum and directions.

    Args:
        source: a board; a file, a preset or an ID of a board; or a picture.
        family: name of the family of the new boards.
        rows: number of rows if it was given, which only a picture leaves open.
        columns: number of columns if it was given.
        seed: seed of the new board.
        parameters: parameters that were given; a picture has ``colours``.

    Raises:
        PuzzleError: the source cannot be read, or an argument contradicts it.
    """
    chosen = {"rows": rows, "cols": columns} | dict(parameters)
    if not isinstance(source, Board) and is_picture_file(path := Path(source)):
        from puzzlegui.render.goal_pictures import GoalPicture  # imports Qt
        from puzzlegui.render.qt_setup import ensure_application  # as above

        _refuse(chosen, {GOAL.name, WORD.name, LETTERING.name})
        ensure_application()
        picture = GoalPicture.read(path)
        return picture.goal(family, BoardSpec(*picture.size(rows, columns), seed, parameters))
    board = source if isinstance(source, Board) else _load(os.fspath(source), family)
    if board.family != family:
        name = board.title or board.describe() if isinstance(source, Board) else str(source)
        text = tr("{name} is a {found} board, not {wanted}")
        raise PuzzleError(text.format(name=name, found=board.family, wanted=family))
    own = {parameter.name for parameter in FAMILIES[family].parameters}
    _refuse(chosen, own | {"rows", "cols", "sum"})
    return board


def _load(source: str, family: str) -> Board:
    """Load a board; a bare grid is a goal itself."""
    loaded = load(source)
    if not loaded.notes or family not in GRID_FAMILIES:
        return loaded.valid_board()
    board = load_board(source, ReadingOptions(family))
    return board.with_fields(goal=board.grid("start")) if board.has_tiles else board


def _refuse(chosen: Mapping[str, Any], names: set[str]) -> None:
    """Raise PuzzleError if an argument was given that the source decides."""
    for name, value in chosen.items():
        if name in names and value is not None:
            raise incompatible(name, "goal-from")

"""Replays of moves as they are written in files: all lists, in all of a family's readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.errors import BoardFileError, MoveTextError, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Replay, Replayer, Solution
from puzzlegui.documents.boardfile import parse, problem
from puzzlegui.documents.movelists import MoveList, move_lists


def move_lists_of(text: str, name: str) -> list[MoveList]:
    """Return the lists of moves in the text of a file, one for each solution; at least one.

    Args:
        text: a solution file, an exported table, or moves.
        name: is used in messages.

    Raises:
        PuzzleError: it is none of these.
    """
    if not text.lstrip().startswith("{"):
        return move_lists(text)
    found = parse(text, name).sound()
    if not isinstance(found, Solution):
        raise BoardFileError(name, problem(tr("this is a board; a solution is expected")))
    lists = found.solutions or ((found.moves,) if found.solved else ((),))
    texts = [" ".join(found.board.moves_text(moves) if found.solved else ()) for moves in lists]
    return [MoveList(text, [(0, len(text))]) for text in texts]


def replay_each(
    board: Board, lists: Iterable[MoveList | Sequence[Any]], *, other_readings: bool = True
) -> Iterator[Replay]:
    """Replay lists of moves one after the other, each from the start.

    Args:
        board: a sound board.
        lists: of moves, some as they are written.
        other_readings: try a list that does not solve the board in the family's other readings,
            too; the message of the replay says so.

    Raises:
        MoveTextError: a list holds what is no move of the board's family.
    """
    replayer = Replayer(board)
    for listed in lists:
        try:
            moves = listed.parse(board) if isinstance(listed, MoveList) else listed
        except MoveTextError:
            raise
        except PuzzleError as error:  # well written, but no path of this maze
            yield Replay(False, 0, tr("Wrong: {error}.").format(error=str(error)))
            continue
        played = replayer.replay(moves)
        for reading in board.readings if other_readings and not played else ():
            other = replayer.replay(reading.moves(moves))
            if other.right:
                played = replace(other, message=f"{other.message} {tr(reading.note)}")
                break
        yield played

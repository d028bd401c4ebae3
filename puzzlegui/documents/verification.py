"""Replay of all move lists of a file, in all move conventions of a family."""

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


def read_move_lists(text: str, name: str) -> list[MoveList]:
    """Return the move lists in the text of a file: a list for each solution, at least 1.

    Args:
        text: a solution file, an exported table, or moves.
        name: name of the source, for messages.

    Raises:
        PuzzleError: the text is none of these.
    """
    if not text.lstrip().startswith("{"):
        return move_lists(text)
    found = parse(text, name).valid_content()
    if not isinstance(found, Solution):
        raise BoardFileError(name, problem(tr("this is a board; a solution is expected")))
    lists = found.solutions or ((found.moves,) if found.solved else ((),))
    texts = [" ".join(found.board.format_moves(moves) if found.solved else ()) for moves in lists]
    return [MoveList(text, [(0, len(text))]) for text in texts]


def replay_each(
    board: Board, lists: Iterable[MoveList | Sequence[Any]], *, all_conventions: bool = True
) -> Iterator[Replay]:
    """Yield the replay of each move list from the start.

    Args:
        board: a sound board.
        lists: move lists, parsed or as written in a file.
        all_conventions: read a list that does not solve the board in the other move conventions of
            the family, too; the message of the replay mentions it.

    Raises:
        MoveTextError: a list contains a word that is no move of the board's family.
    """
    replayer = Replayer(board)
    for moves_or_text in lists:
        try:
            if isinstance(moves_or_text, MoveList):
                moves: Sequence[Any] = moves_or_text.parse(board)
            else:
                moves = moves_or_text
        except MoveTextError:
            raise
        except PuzzleError as error:  # parsed, but no path in this maze
            yield Replay(False, 0, tr("Wrong: {error}.").format(error=str(error)))
            continue
        played = replayer.replay(moves)
        for convention in board.conventions if all_conventions and not played else ():
            other = replayer.replay(convention.moves(moves))
            if other.correct:
                played = replace(other, message=f"{other.message} {tr(convention.note)}")
                break
        yield played

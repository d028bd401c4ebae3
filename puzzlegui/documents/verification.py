"""Replay of all move lists of a file, in all move conventions of a family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board, MoveConvention
from puzzlegui.core.errors import MoveTextError, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Replay, Replayer
from puzzlegui.documents.boardfile import is_document, parse_solution
from puzzlegui.documents.movelists import MoveList, move_lists


def read_move_lists(text: str, name: str) -> list[MoveList]:
    """Return the move lists in the text of a file: a list for each solution, at least 1.

    Args:
        text: a solution file, an exported table, or moves.
        name: name of the source, for messages.

    Raises:
        PuzzleError: the text is none of these.
    """
    if not is_document(text):
        return move_lists(text)
    found = parse_solution(text, name)
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
        found = _replay(replayer, board, moves_or_text, None)
        if all_conventions and not _is_correct(found):
            if isinstance(moves_or_text, MoveList):
                text = moves_or_text
            else:
                text = MoveList.of(" ".join(board.format_moves(moves_or_text)))
            for convention in board.conventions:
                other = _replay(replayer, board, text, convention)
                if _is_correct(other):
                    found = other
                    break
                if isinstance(found, MoveTextError) and (
                    not isinstance(other, MoveTextError) or other.offset > found.offset
                ):
                    found = other  # the likeliest
        if isinstance(found, MoveTextError):
            raise found
        yield found


def _is_correct(found: Replay | MoveTextError) -> bool:
    return isinstance(found, Replay) and found.correct


def _replay(
    replayer: Replayer,
    board: Board,
    moves_or_text: MoveList | Sequence[Any],
    convention: MoveConvention | None,
) -> Replay | MoveTextError:
    """Replay a list of moves in a convention; return the error of a word that is no move."""
    note = "" if convention is None else f" {tr(convention.note)}"
    moves = moves_or_text
    try:
        if isinstance(moves, MoveList):
            moves = moves.parse(board, convention)
    except MoveTextError as error:
        return error
    except PuzzleError as error:  # parsed, but no path in this maze, or no tile beside the gap
        return Replay(False, 0, tr("Wrong: {error}.").format(error=str(error)) + note)
    played = replayer.replay(moves)
    return replace(played, message=played.message + note)

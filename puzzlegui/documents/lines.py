"""Lines in files: as text, or as the solution that a solution file holds."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Board, MoveConvention
from puzzlegui.core.errors import BoardFileError, IllegalMoveError, MoveTextError, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.line_rewriting import written
from puzzlegui.core.lines import Comment, Line, Part, Stretch, read_line
from puzzlegui.core.move_input import ParsedMoves, parse_and_play
from puzzlegui.core.solution import Solution, replay
from puzzlegui.documents.boardfile import is_document, parse_solution, problem
from puzzlegui.documents.movelists import move_lists


def line_in_text(text: str, name: str, board: Board | None) -> tuple[Board, Line]:
    """Return the line in the text of a file, and its board.

    Args:
        text: a line, moves in any form that is read, or a solution file.
        name: name of the source, for messages.
        board: the board; None for that of a solution file.

    Raises:
        PuzzleError: the text is no line, or there is no board.
    """
    if is_document(text):
        found = parse_solution(text, name)
        if not found.solved:
            raise BoardFileError(name, problem(tr("there is no solution in this file")))
        line = solution_line(found)
        if board is None:
            return found.board, line
        return board, _read(board, written(found.board, line))
    if board is None:
        raise BoardFileError(name, problem(tr("name the board of these moves with --board")))
    listed = move_lists(text)[0].in_place
    return board, _read(board, listed, parse_and_play(board, listed).convention)


def _read(board: Board, text: str, convention: MoveConvention | None = None) -> Line:
    """Return ``read_line``, with the place of each error."""
    try:
        return read_line(board, text, convention)
    except IllegalMoveError as error:
        raise MoveTextError(str(error), text, error.offset or 0) from None


def solution_of_line(board: Board, line: Line) -> Solution:
    """Return a line as a solution, which keeps its brackets and variations.

    Raises:
        PuzzleError: it does not solve the board.
    """
    moves = line.moves(board)
    played = replay(board, moves)
    if not played.correct:
        message = tr("a solution file needs a line that solves the board. {message}")
        raise PuzzleError(message.format(message=played.message))
    lines = tuple(written(board, line).split("\n"))
    return replace(ParsedMoves(moves, solved=True).as_solution(board), lines=lines)


def solution_line(solution: Solution) -> Line:
    """Return the line that a solution has, or its moves, each segment followed by its name."""
    if solution.lines:
        return read_line(solution.board, "\n".join(solution.lines))
    segments = solution.segments
    if len(segments) < 2:
        return Line((Stretch(tuple(solution.moves)),) if solution.moves else ())
    parts: list[Part] = []
    for segment in segments:
        parts += [Stretch(tuple(solution.moves[segment.start : segment.stop]))]
        parts += [Comment(segment.title)]
    return Line(tuple(parts))

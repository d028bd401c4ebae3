"""Lines in files: as text, or as the solution that a solution file holds."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.line_rewriting import written
from puzzlegui.core.lines import Comment, Line, Part, Stretch, read_line
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import is_document, parse, problem
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
        found = parse(text, name).valid_content()
        if not isinstance(found, Solution):
            raise BoardFileError(name, problem(tr("this is a board; a solution is expected")))
        board = board or found.board
        if found.lines:
            return board, read_line(board, "\n".join(found.lines))
        return board, solution_line(found)
    if board is None:
        raise BoardFileError(name, problem(tr("name the board of these moves with --board")))
    listed = move_lists(text)[0].in_place
    return board, read_line(board, listed, parse_and_play(board, listed).convention)


def solution_of_line(board: Board, line: Line) -> Solution:
    """Return a line as a solution, which keeps its brackets and variations.

    Raises:
        PuzzleError: it does not solve the board.
    """
    text = written(board, line)
    played = parse_and_play(board, text)
    if not played.solved:
        message = tr("a solution file needs a line that solves the board. {message}")
        raise PuzzleError(message.format(message=played.message))
    return replace(played.as_solution(board), lines=tuple(text.split("\n")))


def solution_line(solution: Solution) -> Line:
    """Return the moves of a solution, each segment followed by its name."""
    segments = solution.segments
    if len(segments) < 2:
        return Line((Stretch(tuple(solution.moves)),) if solution.moves else ())
    parts: list[Part] = []
    for segment in segments:
        parts += [Stretch(tuple(solution.moves[segment.start : segment.stop]))]
        parts += [Comment(segment.title)]
    return Line(tuple(parts))

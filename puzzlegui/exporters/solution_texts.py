"""Solutions as text, CSV, Markdown and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.files import printable
from puzzlegui.core.notation import Notation, Term
from puzzlegui.core.picture import Picture
from puzzlegui.core.solution import Segment, Solution
from puzzlegui.documents.boardfile import dump_moves, solution_pieces
from puzzlegui.exporters.csv_tables import format_csv_rows
from puzzlegui.exporters.settings import Chapter, ExportSettings, ProgressReporter, ignore_progress
from puzzlegui.families.notation import notation_for

_TERMS_PER_LINE = 20

FormattedSegment = tuple[str, list[Term]]
"""Name of a segment, and its moves as terms of a notation."""
SolutionFormatter = Callable[[Board, int, Sequence[Any], ExportSettings], str]
"""Formats a listed solution, given the board, its number, its moves and the settings."""


def single_line(text: str) -> str:
    """Return ``text`` on a single line, with control characters escaped."""
    return printable(" ".join(text.split()))


def _first_solution(solution: Solution) -> tuple[Any, ...]:
    """Return the moves of the first listed solution, or of the only solution."""
    return solution.solutions[0] if solution.solutions else solution.moves


def format_segments(
    solution: Solution,
    moves: Sequence[Any],
    notation: Notation,
    report: ProgressReporter = ignore_progress,
) -> Iterator[FormattedSegment]:
    """Yield the moves of each segment; a list without segments is a single unnamed segment."""
    board = solution.board
    position = None
    segments = solution.segments if moves == solution.moves else ()
    for segment in segments or (Segment("", 0, len(moves)),):
        terms: list[Term] = []
        # Moves that may be joined into a term must be formatted together.
        step = (
            _MOVES_PER_BATCH if notation.one_move_per_term else max(1, segment.stop - segment.start)
        )
        for at in range(segment.start, max(segment.stop, segment.start + 1), step):
            report(at, len(moves))
            stretch = moves[at : min(at + step, segment.stop)]
            here = board if position is None else board.from_position(position)
            batch = notation.terms(here, stretch)
            if notation.position_dependent:
                position, _, _ = board.play_all(stretch, position)
            if at:
                batch = [Term(text, start + at, stop + at) for text, start, stop in batch if stop]
            terms += batch
        yield segment.name, terms


_MOVES_PER_BATCH = 5000
"""Number of moves formatted between two progress reports."""


def wrap_terms(
    terms: Sequence[Term], notation: Notation, most: int = _TERMS_PER_LINE
) -> Iterator[str]:
    """Yield lines of at most ``most`` terms; a single term if the notation requires it.

    Lines are broken only where the notation has blanks.
    """
    if notation.separator == "\n":
        most = 1
    elif not notation.separator.isspace():
        most = max(1, len(terms))
    for at in range(0, len(terms), most):
        yield notation.join(terms[at : at + most])


# --- the formats --------------------------------------------------------------------------------


def write_text(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield text: a comment for each segment, and its moves in lines of twenty."""
    for chapter in chapters:
        report(0, 1)
        head = f"== {single_line(chapter.heading)} ==\n" if chapter.heading else ""
        if chapter.solution is None:
            yield f"{head}error: {chapter.error}\n".encode()
        else:
            first = f"{head}{_text(chapter.solution, settings, report)}\n"
            yield from _join_pieces(
                chain([first], _format_others(chapter, format_listed_text, settings, report))
            )


def _format_others(
    chapter: Chapter,
    format_listed: SolutionFormatter,
    settings: ExportSettings,
    report: ProgressReporter,
) -> Iterator[str]:
    """Yield the listed solutions from the second on, formatting those not yet formatted."""
    solution, written = chapter.solution, chapter.formatted
    assert solution is not None
    listed = solution.solutions or ()
    for index in range(1, len(listed)):
        if index <= len(written):
            yield written[index - 1]
        else:
            report(index, len(listed))
            yield format_listed(solution.board, index + 1, listed[index], settings)


def _join_pieces(pieces: Iterable[str]) -> Iterator[bytes]:
    """Join many small pieces into fewer large pieces."""
    block: list[str] = []
    size = 0
    for piece in pieces:
        block.append(piece)
        size += len(piece)
        if size > _BLOCK:
            yield "".join(block).encode()
            block, size = [], 0
    yield "".join(block).encode()


_BLOCK = 1 << 16


def format_listed_text(
    board: Board, number: int, moves: Sequence[Any], settings: ExportSettings
) -> str:
    """Format a listed solution as text, with its number as a comment."""
    notation = notation_for(board, settings.notation)
    lines = wrap_terms(notation.terms(board, moves), notation)
    return "\n".join([_listed_heading(number, moves), *lines, ""])


def _listed_heading(number: int, moves: Sequence[Any]) -> str:
    return f"# solution {number}: {len(moves)} moves"


def _text(solution: Solution, settings: ExportSettings, report: ProgressReporter) -> str:
    """Format a result as text, without the solutions after the first."""
    board = solution.board
    notation = notation_for(board, settings.notation)
    lines = [f"# {single_line(board.title)}"] if board.title else []
    outcome = single_line(f"{solution.solver}: {solution.outcome()}")
    lines += [f"# {board.describe()}", f"# {outcome}"]
    if not solution.solved:
        return "\n".join(lines)
    moves = _first_solution(solution)
    if len(solution.solutions or ()) > 1:
        lines.append(_listed_heading(1, moves))
    for name, terms in format_segments(solution, moves, notation, report):
        if name and len(solution.segments) > 1:
            lines.append(f"# {single_line(name)}")
        lines += wrap_terms(terms, notation)
    return "\n".join(lines)


def write_csv(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield CSV with a row for each term: moves made after it, its text, and its segment.

    If all solutions were requested, the first column is the number of the solution.
    """
    for chapter in chapters:
        report(0, 1)
        head = format_csv_rows([[f"== {chapter.heading} =="]] if chapter.heading else [])
        if chapter.solution is None:
            lines = chapter.error.splitlines() or [""]
            error = format_csv_rows([[f"error: {lines[0]}"], *([line] for line in lines[1:])])
            yield f"{head}{error}".encode()
        else:
            first = head + _csv(chapter.solution, settings, report)
            yield from _join_pieces(
                chain([first], _format_others(chapter, format_listed_csv, settings, report))
            )


def format_listed_csv(
    board: Board, number: int, moves: Sequence[Any], settings: ExportSettings
) -> str:
    """Format a listed solution as CSV, with its number in each row."""
    terms = notation_for(board, settings.notation).terms(board, moves)
    return format_csv_rows([number, term.stop, term.text, ""] for term in terms)


def _csv(solution: Solution, settings: ExportSettings, report: ProgressReporter) -> str:
    """Format a result as CSV, without the solutions after the first."""
    notation = notation_for(solution.board, settings.notation)
    several = solution.solutions is not None
    rows: list[list[Any]] = [[*(["solution"] if several else []), "step", "move", "segment"]]
    lead = [1] if several else []
    if solution.solved:
        for name, terms in format_segments(solution, _first_solution(solution), notation, report):
            rows += ([*lead, term.stop, term.text, name] for term in terms)
    return format_csv_rows(rows)


def write_json(
    chapters: Iterable[Chapter], _settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield solution files, each on a line; always in the standard notation."""
    for chapter in chapters:
        report(0, 1)
        if chapter.solution is None:
            yield (json.dumps({"file": chapter.file, "error": chapter.error}) + "\n").encode()
        else:
            yield from _join_pieces(solution_pieces(chapter.solution, chapter.formatted))


def format_listed_json(
    board: Board, _number: int, moves: Sequence[Any], _settings: ExportSettings
) -> str:
    """Format a listed solution as JSON."""
    return dump_moves(board, moves)


def write_markdown(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield Markdown: headings, start and goal, and tables of ten moves per row."""
    for done, chapter in enumerate(chapters):
        report(0, 1)
        lines = []
        if chapter.heading:
            lines += [*([""] if done else []), f"# {escape_markdown(chapter.heading)}", ""]
        if chapter.solution is None:
            lines.append(f"**Error:** {escape_markdown(chapter.error)}")
            yield ("\n".join(lines) + "\n").encode()
        else:
            level = "##" if chapter.heading else "#"
            lines += _markdown(chapter.solution, settings, report, level)
            first = "\n".join(lines) + "\n"
            others = _format_others(chapter, format_listed_markdown, settings, report)
            if chapter.heading:
                others = (f"\n#{text[1:]}" for text in others)
            yield from _join_pieces(chain([first], others))


def format_listed_markdown(
    board: Board, number: int, moves: Sequence[Any], settings: ExportSettings
) -> str:
    """Format a listed solution as Markdown, under a heading with its number."""
    notation = notation_for(board, settings.notation)
    lines = [*_table_header(f"## Solution {number}: {len(moves)} moves")]
    lines += _table_rows(notation.terms(board, moves), notation)
    return "\n".join([*lines, ""])


def _table_header(heading: str) -> tuple[str, ...]:
    return ("", heading, "", "| step | moves |", "| ---: | --- |")


def _markdown(
    solution: Solution, settings: ExportSettings, report: ProgressReporter, level: str
) -> list[str]:
    board = solution.board
    notation = notation_for(board, settings.notation)
    lines = [f"{level} {escape_markdown(board.title or board.describe())}", ""]
    lines += [f"{escape_markdown(board.describe())}  "] if board.title else []
    lines += [
        f"**{escape_markdown(solution.outcome())}** Solver: {escape_markdown(solution.solver)}.",
        "",
    ]
    lines += _board_lines(board)
    if not solution.solved:
        return lines
    moves = _first_solution(solution)
    several = len(solution.solutions or ()) > 1
    lines += _table_header(f"{level}# {f'Solution 1: {len(moves)} moves' if several else 'Moves'}")
    for part, terms in format_segments(solution, moves, notation, report):
        if part and len(solution.segments) > 1:
            lines.append(f"| | *{escape_markdown(part)}* |")
        lines += _table_rows(terms, notation)
    return lines


def _table_rows(terms: Sequence[Term], notation: Notation) -> Iterator[str]:
    most = 1 if notation.separator == "\n" else 10
    for at in range(0, len(terms), most):
        batch = terms[at : at + most]
        first, last = batch[0].start + 1, batch[-1].stop
        steps = str(last) if first >= last else f"{first}–{last}"
        text = notation.separator.join(term.text for term in batch)  # without their numbers
        yield f"| {steps} | `{text}` |"


def _board_lines(board: Board) -> Iterator[str]:
    goal = board.goal_picture()
    yield from ("Start:" if goal else "Board:", "", "```text", *_grid_lines(board.picture()), "```")
    if goal is not None:
        yield from ("", "Goal:", "", "```text", *_grid_lines(goal), "```")


def _grid_lines(picture: Picture) -> Iterator[str]:
    values: Grid = picture.values
    texts = [["·" if v == picture.gap else str(v) for v in row] for row in values]
    width = max(len(text) for row in texts for text in row)
    for row in texts:
        yield " ".join(text.rjust(width) for text in row)


def escape_markdown(text: str) -> str:
    """Return ``text`` on a single line, escaped for Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", single_line(text))

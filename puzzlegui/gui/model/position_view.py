"""Texts and picture of a position in a move sequence."""

from __future__ import annotations

from dataclasses import replace

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.motion import Motion
from puzzlegui.core.move_labels import after_label, move_label, next_label, sum_label
from puzzlegui.core.notation import STANDARD
from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.model.move_sequence import MoveRows, MoveSequence
from puzzlegui.gui.model.session import Session
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours


def heading(session: Session, line: MoveSequence) -> str:
    """Return the heading of a position: the move under the pointer, the last or the next move."""
    done = session.timeline.completed_moves
    if session.preview_row >= 0:
        rows = rows_of(session, line)
        number = rows.span(session.preview_row)[0] + 1
        shown = move_label(number, rows.text(session.preview_row))
        pointed = tr("Pointed at: {move} · {words}")
        return pointed.format(move=shown, words=rows.description(session.preview_row))
    if session.mode.by_hand and done:
        last = move_label(done, _move_label(line, done - 1))
        text: str = tr("Last: {move}").format(move=last)
    elif session.mode.by_hand or done == len(line):
        text = after_label(done)
    else:
        return next_label(done + 1, len(line), _move_label(line, done))
    if done == len(line) and line.solves:
        return tr("{text} · solved").format(text=text)
    return text


def _move_label(line: MoveSequence, index: int) -> str:
    """Return a move in standard notation, followed by its description if that says more."""
    rows = line.rows(STANDARD)
    return " · ".join(dict.fromkeys((rows.text(index), rows.description(index))))


def rows_of(session: Session, line: MoveSequence) -> MoveRows:
    """Return the table rows of a move sequence in the chosen notation."""
    notation = notation_or_standard(session.board, session.settings["notation"])
    return line.rows(notation)


def progress_text(session: Session, line: MoveSequence) -> str:
    """Return the progress towards the goal: moves left, and the sum or the misplaced cells."""
    board, timeline = session.board, session.timeline
    position = timeline.completed_moves
    found: list[str] = []
    if timeline.play_range is not None:
        first, last = timeline.play_range[0] + 1, timeline.play_range[1]
        only = tr("moves {first} to {last} only")
        found.append(only.format(first=group_digits(first), last=group_digits(last)))
    if position < len(line):
        rest = group_digits(len(line) - position)
        left = tr("{count} taken back") if session.mode.by_hand else tr("{count} left")
        found.append(left.format(count=rest))
    if line.running_totals:
        found.append(sum_label(line.running_totals[position], board.required_total))
    elif count := len(line.misplaced_cells(position)):
        differ = ngettext("{count} cell differs", "{count} cells differ", count)
        found.append(differ.format(count=group_digits(count)))
    return " · ".join(found)


def frame(
    session: Session,
    line: MoveSequence,
    marks: Marks | None,
    held: tuple[Motion, float] | None = None,
) -> Frame:
    """Return the position to draw.

    Args:
        session: state of the window.
        line: move sequence that the timeline goes along.
        marks: marks to draw while no move is animated; by default, the next move.
        held: motion of dragged tiles, and its fraction.
    """
    board, timeline = session.board, session.timeline
    done, part = timeline.eased_position
    position = line[done]
    if part > 0 and done < len(line):
        motion, marks = board.motion(position, line.moves[done]), Marks()
    elif held is not None:
        (motion, part), marks = held, Marks()
    else:
        motion = None
        if marks is None:
            marks = _next_move_marks(session, line, done)
        elif timeline.playing:
            marks = Marks()
        if session.preview_row >= 0 and not timeline.playing:
            at = rows_of(session, line).span(session.preview_row)[0]
            shown = board.motion(line[at], line.moves[at])
            marks = replace(marks, next_move=None, preview=shown)
    if session.settings["goal marks"]:
        marks = replace(marks, misplaced=line.misplaced_cells(done))
    return Frame(board.picture(position), frame_colours(board), motion, part, marks)


def _next_move_marks(session: Session, line: MoveSequence, done: int) -> Marks:
    """Return marks that show the next move, if playback leaves time to see it."""
    if done == len(line) or not session.timeline.shows_next_move:
        return Marks()
    return Marks(next_move=session.board.motion(line[done], line.moves[done]))

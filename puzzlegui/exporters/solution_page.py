"""Self-contained web page that plays solutions, without loading other files."""

from __future__ import annotations

import json
import string
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, assert_never

from puzzlegui.core.board import TILE, Board
from puzzlegui.core.cells import Cell, flatten
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.motion import (
    Arcs,
    Motion,
    Rotation,
    RoundArrow,
    StraightArrow,
    Translation,
    overshoot,
)
from puzzlegui.core.picture import Picture
from puzzlegui.core.routes import Point
from puzzlegui.core.solution import Solution, chosen_variant, positions, variants
from puzzlegui.exporters.settings import Chapter, ExportSettings, ProgressReporter
from puzzlegui.exporters.solution_texts import format_segments, single_line, wrap_terms
from puzzlegui.exporters.web_page import (
    ICONS,
    page_end,
    page_header,
    page_start,
    page_words,
    script_json,
)
from puzzlegui.families.notation import notation_for
from puzzlegui.render.style import frame_colours, text_on

_SPEEDS = (0.5, 1, 2, 4, 8, 16, 60, 250, 1000)


def write_html(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield a page with a player for each solution."""
    sections: list[str] = []
    title = ""
    for number, chapter in enumerate(chapters, 1):
        report(0, 1)
        sections += _sections(chapter, settings, number, report)
        if not title:
            title = (
                single_line(chapter.heading)
                if chapter.solution is None
                else _title(chapter.solution)
            )
    yield page_start(title).encode()
    keys = tr(
        "<kbd>Space</kbd> play, <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> start, "
        "<kbd>End</kbd> end, <kbd>Page ↑</kbd> <kbd>Page ↓</kbd> section, <kbd>L</kbd> loop"
    )
    yield page_header(f'<span class="faint">{keys}</span>').encode()
    yield page_words(_player_messages()).encode()
    yield b"<main>\n"
    for section in sections:
        yield section.encode()
    yield b"</main>\n"
    yield page_end("board.js", "playback.js").encode()


_PLAYER = """<div class="player">
<div class="stage">
<canvas class="board" role="img" aria-label="{board}"></canvas>
<div class="bar" role="group" aria-label="{playback}">
<button class="first" type="button" aria-label="{to_start}">{icon_first}</button>
<button class="back" type="button" aria-label="{move_back}">{icon_back}</button>
<button class="play main" type="button" aria-label="{play}">\
<span class="playing">{icon_step} {play}</span><span class="pausing">{icon_pause} {pause}</span>\
</button>
<button class="step" type="button" aria-label="{move_on}">{icon_step}</button>
<button class="last" type="button" aria-label="{to_end}">{icon_last}</button>
<div class="scrub"><input class="slider" type="range" min="0" value="0" step="1" \
aria-label="{position}"><canvas class="marks" aria-hidden="true"></canvas></div>
</div>
<div class="bar">
<label>{pace} <select class="speed">{speeds}</select></label>
<label><input class="loop" type="checkbox"> {loop}</label>
<select class="segments" aria-label="{part}"></select>
</div>
<p class="now"><strong class="count"></strong><span class="what"></span></p>
<p class="said heard" aria-live="polite"></p>
</div>
<div class="side">
{goal}<div class="list" id="list-{number}" role="listbox" tabindex="0" aria-label="{moves}"></div>
</div>
</div>
<details><summary>{as_text}</summary>
<pre class="moves">{written}</pre></details>
<script type="application/json" class="data">{data}</script>
"""

_GOAL = """<div><span class="faint">{goal}</span><canvas class="goal" role="img" \
aria-label="{label}"></canvas></div>
"""


_MAX_VARIANTS = 50
"""Greatest number of listed solutions on a page."""


def _sections(
    chapter: Chapter, settings: ExportSettings, number: int, report: ProgressReporter
) -> Iterator[str]:
    """Yield a player for each listed solution; only the first is visible initially."""
    head = (
        f'<p class="faint">{escape(single_line(chapter.heading))}</p>\n' if chapter.heading else ""
    )
    solution = chapter.solution
    if solution is None:
        yield f'<section>\n{head}<p class="error">{escape(chapter.error)}</p>\n</section>\n'
        return
    listed = variants(solution, _MAX_VARIANTS)
    if len(listed) < 2:
        yield _section(solution, settings, f"{number}", head, report)
        return
    count = len(solution.solutions or ())
    options = "".join(
        f'<option value="{number}-{each.number}">{each.number}: {escape(each.describe())}</option>'
        for each in listed
    )
    label: str = tr("Solution")
    if len(listed) < count:
        label = tr("Solution (first {shown} of {count})").format(
            shown=group_digits(len(listed)), count=group_digits(count)
        )
    yield (
        f'<div class="choice"><label>{escape(label)} <select class="which">{options}</select>'
        "</label></div>\n"
    )
    for each in listed:
        chosen = chosen_variant(solution, each.number)
        yield _section(chosen, settings, f"{number}-{each.number}", head, report)


def _section(
    solution: Solution, settings: ExportSettings, number: str, head: str, report: ProgressReporter
) -> str:
    board = solution.board
    notation = notation_for(board, settings.notation)
    head += f"<h1>{escape(_title(solution))}</h1>\n"
    head += f'<p class="faint">{escape(board.describe())}</p>\n' if board.title else ""
    by = tr("Solver: {solver}.").format(solver=solution.solver)
    head += f"<p><strong>{escape(solution.outcome())}</strong> {escape(by)}</p>\n"
    parts = list(format_segments(solution, solution.moves, notation, report))
    lines = [line for _, terms in parts for line in wrap_terms(terms, notation)]
    data = _player_data(solution, report)
    data["lines"] = notation.is_in_words
    if not (notation.one_move_per_term and notation.splits_at_blanks):
        data["terms"] = [[term.text, term.stop] for _, terms in parts for term in terms]
    goal = board.goal_picture()
    speeds = sorted({*_SPEEDS, settings.speed})
    body = _PLAYER.format(
        **{name: escape(word) for name, word in _player_labels().items()},
        **{f"icon_{name}": drawing for name, drawing in ICONS.items()},
        goal=_goal(goal) if goal else "",
        number=number,
        written=escape("\n".join(lines)),
        data=script_json(data),
        speeds="".join(
            f"<option{' selected' if speed == settings.speed else ''}>{speed:g}</option>"
            for speed in speeds
        ),
    )
    hidden = " hidden" if "-" in number and not number.endswith("-1") else ""
    return f'<section id="{number}"{hidden}>\n{head}{body}</section>\n'


def _goal(goal: Picture) -> str:
    rows = "; ".join(" ".join(map(str, row)) for row in goal.values)
    label = tr("Goal: {rows}").format(rows=rows)
    return _GOAL.format(goal=escape(tr("Goal")), label=escape(label))


def _player_labels() -> dict[str, str]:
    """Return the labels and accessible names of a player's controls."""
    return {
        "board": tr("Board"),
        "playback": tr("Playback"),
        "to_start": tr("Go to start"),
        "move_back": tr("Previous move"),
        "play": tr("Play"),
        "pause": tr("Pause"),
        "move_on": tr("Next move"),
        "to_end": tr("Go to end"),
        "position": tr("Position"),
        "pace": tr("Moves per second"),
        "loop": tr("Loop"),
        "part": tr("Section of the solution"),
        "moves": tr("Moves"),
        "as_text": tr("All moves as text"),
    }


def _player_messages() -> dict[str, str]:
    """Return the messages of a player, whose fields the script fills."""
    return {
        "play": tr("Play"),
        "pause": tr("Pause"),
        "next": tr("Next move: {move}"),
        "of": tr("{done} of {all}"),
        "sum": tr("sum {now}"),
        "sum_of": tr("sum {now} (wanted: {wanted})"),
        "row": tr("row {number}: {values}"),
        "gap": tr("gap"),
        "board": tr("Board after {done} of {all} moves; {rows}"),
        "board_solved": tr("Board after {done} of {all} moves, solved; {rows}"),
        "walk": tr("Board after {done} of {all} moves, at {cell}; {rows}"),
        "walk_solved": tr("Board after {done} of {all} moves, at {cell}, solved; {rows}"),
    }


def _title(solution: Solution) -> str:
    return single_line(solution.board.title) or solution.board.describe()


def _player_data(solution: Solution, report: ProgressReporter) -> dict[str, Any]:
    """Return the data for the player's script, which has no rules of its own.

    ``steps`` holds the index of each move's motion, as ``digits`` characters in base 64.
    ``motions`` holds for each motion the index of its form and its first cell. ``says`` holds the
    index of its description in ``words``, in which ``tile`` stands for the first tile that moves;
    it is null if the indices are the same. Cells are numbered row by row. ``terms`` holds the terms
    of the notation, each with the number of moves made after it; it is null if the text on the page
    has a line or a word for each move.
    """
    board = solution.board
    motions: dict[tuple[Motion, Any], int] = {}
    steps = []
    for position, move in zip(positions(board, solution.moves), solution.moves, strict=False):
        steps.append(motions.setdefault((board.motion(position, move), move), len(motions)))
        if len(steps) % _MOVES_PER_REPORT == 0:
            report(0, 1)
    words = {move: number for number, move in enumerate(dict.fromkeys(m for _, m in motions))}
    word_indices = [words[move] for _, move in motions]
    forms: dict[str, int] = {}
    indexed_motions = []
    for motion, _ in motions:
        form, origin = motion_form(board, motion)
        indexed_motions += [forms.setdefault(script_json(form), len(forms)), origin]
    digits = 1 + (len(motions) > len(_DIGITS)) + (len(motions) > len(_DIGITS) ** 2)
    return board_data(board) | {
        "room": arc_room(board, (motion for motion, _ in motions)),
        "forms": [json.loads(form) for form in forms],
        "motions": indexed_motions,
        "labels": motion_names(motion for motion, _ in motions),
        "steps": "".join(
            _DIGITS[step // len(_DIGITS) ** place % len(_DIGITS)]
            for step in steps
            for place in reversed(range(digits))
        ),
        "digits": digits,
        "words": [board.translate_move(board.move_template(move)) for move in words],
        "after": ngettext("After {count} move", "After {count} moves", len(solution.moves)),
        "tile": TILE,
        "says": None if word_indices == list(range(len(motions))) else word_indices,
        "tallies": list(board.running_totals(solution.moves)),
        "segments": [[s.title, s.start, s.stop] for s in solution.segments],
        "lines": False,
        "terms": None,
    }


def board_data(board: Board) -> dict[str, Any]:
    """Return the data of a board for drawing it; cells are numbered row by row."""
    picture, goal = board.picture(), board.goal_picture()
    colours = {str(value): name for value, name in frame_colours(board).items()}
    inks: dict[str, list[int]] = {}
    for value, name in colours.items():
        inks.setdefault(text_on(name), []).append(int(value))
    return {
        "rows": board.rows,
        "columns": board.columns,
        "start": flatten(picture.values),
        "goal": flatten(goal.values) if goal else None,
        "gap": picture.gap,
        "names": {str(value): name for value, name in picture.names.items()},
        "signed": picture.signed,
        "target": cell_index(board, picture.target) if picture.target else None,
        "trail": [cell_index(board, cell) for cell in picture.trail],
        "wanted": board.required_total,
        "colours": colours,
        "inks": inks,
    }


def arc_room(board: Board, motions: Iterable[Motion]) -> list[float]:
    """Return the room above and below a board that tiles on arcs need, in cells."""
    above, _, below, _ = overshoot(motions, board.rows, board.columns)
    return [round(above, 3), round(below, 3)]


_DIGITS = string.digits + string.ascii_letters + "-_"
_MOVES_PER_REPORT = 1000
"""Number of moves between two progress reports."""


def motion_form(board: Board, motion: Motion) -> tuple[dict[str, Any], int]:
    """Return a motion for the player, relative to its first cell, and that cell's index.

    See ``core.motion``.
    """
    origin = motion.cells[0]
    zero = cell_index(board, origin)

    def relative(cells: Iterable[Cell]) -> list[int]:
        return [cell_index(board, cell) - zero for cell in cells]

    def place(at: Point) -> list[float]:
        return [round(at.down - origin[0], 3), round(at.right - origin[1], 3)]

    def places(points: Iterable[Point]) -> list[float]:
        return [part for point in points for part in place(point)]

    form: dict[str, Any] = {
        "from": relative(cell for cell, _ in motion.carried),
        "to": relative(cell for _, cell in motion.carried),
    }
    match motion.transform:
        case Rotation(about, quarter_turns):
            form["turn"] = [*place(about), quarter_turns]
        case Translation(down, right, around):
            form["go"] = [down, right]
            if around:
                form["around"] = relative(
                    cell for cell, to in motion.carried if to != (cell[0] + down, cell[1] + right)
                )
        case Arcs(bulges):
            form["arcs"] = [round(n, 3) for bulge in bulges for n in bulge]
        case path:
            assert_never(path)
    match motion.arrow:
        case RoundArrow(about, clockwise):
            form["arrow"] = [*place(about), 1 if clockwise else -1]
        case StraightArrow(start, tip, bold):
            form["arrow"] = [*place(start), *place(tip), bold]
        case tuple() as arrows:
            form["routes"] = [places(each.points) for each in arrows]
            form["both"] = [int(each.both_ways) for each in arrows]
        case arrow:
            assert_never(arrow)
    if motion.walker_step:
        form["walk"] = cell_index(board, motion.walker_step[1]) - zero
    else:
        form["frames"] = [places(corners) for corners in motion.frames]
    return form, zero


def motion_names(motions: Iterable[Motion]) -> list[str] | None:
    """Return the name beside each motion; None if the board names no motions."""
    names = [motion.name for motion in motions]
    return names if any(names) else None


def cell_index(board: Board, cell: Cell) -> int:
    """Return the index of a cell, row by row."""
    return cell[0] * board.columns + cell[1]

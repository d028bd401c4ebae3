"""One web page that plays solutions: nothing else is needed, and nothing is loaded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from html import escape
from typing import Any

from puzzlegui import __version__, assets
from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.solution import Solution, chosen_variant, variants
from puzzlegui.export.settings import Chapter, Report, Settings
from puzzlegui.export.texts import lines_of, one_line, stretches
from puzzlegui.families.notation import STANDARD, notation_for
from puzzlegui.render.style import DARK, LIGHT, Style, frame_colours, text_on

_SPEEDS = (0.5, 1, 2, 4, 8, 16, 60, 250, 1000)


def as_html(chapters: Iterable[Chapter], settings: Settings, report: Report) -> Iterator[bytes]:
    """A page with a player for each solution."""
    sections: list[str] = []
    title = ""
    for done, chapter in enumerate(chapters):
        report(0, 1)
        sections += _sections(chapter, settings, done + 1, report)
        if not title:
            title = chapter.heading if chapter.solution is None else _title(chapter.solution)
    style = assets.read_text("player", "player.css")
    script = assets.read_text("player", "player.js")
    yield _HEAD.format(title=escape(title), version=__version__, style=style).encode()
    styles = {"light": _style(LIGHT), "dark": _style(DARK)}
    yield f'<script type="application/json" id="styles">{_json(styles)}</script>\n'.encode()
    for section in sections:
        yield section.encode()
    yield f"<script>\n{script}</script>\n</body>\n</html>\n".encode()


_HEAD = """<!DOCTYPE html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="PuzzleGUI {version}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<header><span class="faint"><kbd>Space</kbd> play, <kbd>←</kbd> <kbd>→</kbd> step, \
<kbd>Home</kbd> <kbd>End</kbd>, <kbd>Page ↑</kbd> <kbd>Page ↓</kbd> part, <kbd>L</kbd> loop</span>
<button id="theme" type="button">Light or dark</button></header>
"""

_PLAYER = """<div class="player">
<div class="stage">
<canvas class="board" role="img" aria-label="Board"></canvas>
<div class="bar" role="group" aria-label="Playback">
<button class="first" type="button" aria-label="To the start">{first}</button>
<button class="back" type="button" aria-label="One move back">{back}</button>
<button class="play main" type="button" aria-label="Play"><span class="playing">{step} Play</span>\
<span class="pausing">{pause} Pause</span></button>
<button class="step" type="button" aria-label="One move on">{step}</button>
<button class="last" type="button" aria-label="To the end">{last}</button>
<div class="scrub"><input class="slider" type="range" min="0" value="0" step="1" \
aria-label="Position"><canvas class="marks" aria-hidden="true"></canvas></div>
</div>
<div class="bar">
<label>Moves a second <select class="speed">{speeds}</select></label>
<label><input class="loop" type="checkbox"> Loop</label>
<select class="segments" aria-label="Part of the solution"></select>
</div>
<p class="now"><strong class="count"></strong><span class="what"></span></p>
<p class="said heard" aria-live="polite"></p>
</div>
<div class="side">
{goal}<div class="list" id="list-{number}" role="listbox" tabindex="0" aria-label="Moves"></div>
</div>
</div>
<details><summary>All moves as text</summary>
<pre class="moves">{moves}</pre></details>
<script type="application/json" class="data">{data}</script>
"""

_ICONS = {
    name: f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{path}"/></svg>'
    for name, path in {
        "first": "M2 2h2v12H2zM14 2v12L5 8z",
        "back": "M13 2v12L3 8z",
        "pause": "M3 2h4v12H3zM9 2h4v12H9z",
        "step": "M3 2v12l10-6z",
        "last": "M12 2h2v12h-2zM2 2v12l9-6z",
    }.items()
}

_GOAL = """<div><span class="faint">Goal</span><canvas class="goal" role="img" \
aria-label="Goal: {rows}"></canvas></div>
"""


_MOST_VARIANTS = 50
"""Of the solutions listed, so many are in the page."""


def _sections(chapter: Chapter, settings: Settings, number: int, report: Report) -> Iterator[str]:
    """A player for each solution that was listed, of which one is seen."""
    head = f'<p class="faint">{escape(chapter.heading)}</p>\n' if chapter.heading else ""
    solution = chapter.solution
    if solution is None:
        yield f'<section>\n{head}<p class="error">{escape(chapter.error)}</p>\n</section>\n'
        return
    shown = variants(solution, _MOST_VARIANTS)
    if len(shown) < 2:
        yield _section(solution, settings, f"{number}", head, report)
        return
    count = len(solution.solutions or ())
    options = "".join(
        f'<option value="{number}-{one.number}">{one.number}: {escape(one.describe())}</option>'
        for one in shown
    )
    more = f" ({len(shown)} of the {count} listed)" if len(shown) < count else ""
    yield (
        f'<div class="choice"><label>Solution{more} <select class="which">{options}</select>'
        "</label></div>\n"
    )
    for one in shown:
        chosen = chosen_variant(solution, one.number)
        yield _section(chosen, settings, f"{number}-{one.number}", head, report)


def _section(solution: Solution, settings: Settings, number: str, head: str, report: Report) -> str:
    board = solution.board
    notation = notation_for(board, settings.notation)
    head += f"<h1>{escape(_title(solution))}</h1>\n"
    head += f'<p class="faint">{escape(board.describe())}</p>\n' if board.title else ""
    head += f"<p><strong>{escape(solution.outcome())}</strong> Solver: "
    head += f"{escape(solution.solver)}. {escape(solution.chosen)}</p>\n"
    parts = list(stretches(solution, solution.moves, notation, report))
    lines = [line for _, terms in parts for line in lines_of(terms, notation)]
    data = _data(solution)
    if notation.name != STANDARD:
        data["moves"] = " ".join(board.moves_text(solution.moves))
        data["lines"] = notation.separator == "\n"
    if not notation.single:
        data["terms"] = [[term.text, term.stop] for _, terms in parts for term in terms]
    goal = board.goal_picture()
    rows = "; ".join(" ".join(map(str, row)) for row in goal.values) if goal else ""
    speeds = sorted({*_SPEEDS, settings.speed})
    body = _PLAYER.format(
        **_ICONS,
        goal=_GOAL.format(rows=rows) if goal else "",
        number=number,
        moves=escape("\n".join(lines)),
        data=_json(data),
        speeds="".join(
            f"<option{' selected' if speed == settings.speed else ''}>{speed:g}</option>"
            for speed in speeds
        ),
    )
    hidden = " hidden" if "-" in number and not number.endswith("-1") else ""
    return f'<section id="{number}"{hidden}>\n{head}{body}</section>\n'


def _title(solution: Solution) -> str:
    return one_line(solution.board.title) or solution.board.describe()


def _data(solution: Solution) -> dict[str, Any]:
    """What the player has to know.

    ``moves`` in the standard notation and ``terms``, texts each with the number of moves made
    then, are null where the page's text says as much, one a line or one a word.
    """
    board = solution.board
    picture, goal = board.picture(), board.goal_picture()
    colours = {str(value): name for value, name in frame_colours(board).items()}
    lead = len(board.moves_text(()))
    distinct = list(dict.fromkeys(solution.moves))
    return {
        "kind": "jump" if picture.ground else "turn" if picture.gap is None else "slide",
        "rows": board.rows,
        "columns": board.columns,
        "start": flatten(picture.values),
        "goal": flatten(goal.values) if goal else None,
        "gap": picture.gap,
        "signed": picture.signed,
        "target": _index(board, picture.target) if picture.target else None,
        "sum": getattr(board, "sum", None),
        "colours": colours,
        "inks": {value: text_on(name) for value, name in colours.items()},
        "segments": [[s.name, s.start, s.stop] for s in solution.segments],
        "words": dict(
            zip(board.moves_text(distinct)[lead:], map(board.describe_move, distinct), strict=True)
        ),
        "moves": None,
        "lines": False,
        "terms": None,
    }


def _index(board: Board, cell: tuple[int, int]) -> int:
    return cell[0] * board.columns + cell[1]


def _style(style: Style) -> dict[str, Any]:
    return asdict(style) | {"on_accent": text_on(style.accent)}


def _json(value: Any) -> str:
    """JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")

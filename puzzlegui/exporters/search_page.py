"""Self-contained web page that plays recorded searches, without loading other files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.formatting import group_digits, short_decimal
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.watching import explanations
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.searches import Searches
from puzzlegui.exporters.settings import ExportSettings, ProgressReporter
from puzzlegui.exporters.solution_page import board_data
from puzzlegui.exporters.solution_texts import single_line
from puzzlegui.exporters.web_page import (
    ICONS,
    page_end,
    page_header,
    page_start,
    page_words,
    script_json,
)

_MAX_STEPS, _MAX_NODES, _MAX_VALUES = 2_000, 4_000, 400_000
"""Limits of a page: steps, nodes of all trees, values on the boards of all nodes."""
_MAX_LISTED = 12
"""Number of positions listed as the next to be expanded."""
_SPEEDS = (0.5, 1, 2, 5, 10, 30, 100)

_BEGIN = """<section id="search" role="main">
<h1>{title}</h1>
<p class="faint">{about}</p>
<div class="{searches}">
"""

_SEARCH = """<article class="search"><h2>{title}</h2>
<canvas class="board" role="img" aria-label="{board}"></canvas>
<canvas class="tree" role="img" aria-label="{tree}"></canvas>
<div class="side"><p class="figures"></p><p class="sentence" aria-live="polite"></p>
<p class="answer"></p><p class="parts faint"></p><h3 class="faint">{next}</h3>
<ol class="next"></ol></div>
</article>
"""

_BAR = """</div>
<div class="bar" role="group">
<button class="first" type="button" aria-label="{to_start}">{icon_first}</button>
<button class="back" type="button" aria-label="{step_back}">{icon_back}</button>
<button class="play main" type="button" aria-label="{play}">\
<span class="playing">{icon_step} {play}</span>\
<span class="pausing">{icon_pause} {pause}</span></button>
<button class="step" type="button" aria-label="{step_on}">{icon_step}</button>
<button class="last" type="button" aria-label="{to_end}">{icon_last}</button>
<div class="scrub"><input class="slider" type="range" min="0" value="0" step="1" \
aria-label="{step}"></div>
<span class="count"></span>
<select class="speed" aria-label="{speed}">{speeds}</select>
</div>
<script type="application/json" class="data">{data}</script>
</section>
"""


def write_html(
    searches: Searches, settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield a page with a player for searches; long searches are cut after their first steps."""
    viewers, first, last = searches.viewers, searches.first, searches.last
    data, shown = _player_data(viewers, first, last, report)
    board = viewers[0].board
    title = single_line(board.title) or board.describe()
    solvers = [viewer.recording.solver.name for viewer in viewers]
    keys = tr(
        "<kbd>Space</kbd> play, <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> start, "
        "<kbd>End</kbd> end"
    )
    yield page_start(f"{title}: {', '.join(solvers)}", "search.css").encode()
    yield page_header(f'<span class="faint">{keys}</span>').encode()
    yield page_words({}).encode()
    yield _BEGIN.format(
        title=escape(title),
        about=escape(_subtitle(viewers[0], first, shown, last)),
        searches="alone" if len(viewers) == 1 else "beside",
    ).encode()
    for viewer in viewers:
        recording = viewer.recording
        yield _SEARCH.format(
            title=escape(f"{recording.solver.name}: {tr(recording.method.title)}"),
            board=tr("Search board"), tree=tr("Search tree"), next=tr("Next to be expanded"),
        ).encode()  # fmt: skip
    yield _BAR.format(
        data=script_json(data),
        to_start=tr("First step"), step_back=tr("Previous step"), play=tr("Play"),
        pause=tr("Pause"), step_on=tr("Next step"), to_end=tr("Last step"),
        step=tr("Step"), speed=tr("Steps per second"),
        speeds="".join(
            f'<option value="{speed:g}"{" selected" if speed == settings.speed else ""}>'
            f"{tr('{number} / s').format(number=short_decimal(speed))}</option>"
            for speed in sorted({*_SPEEDS, settings.speed})
        ),
        **{f"icon_{name}": drawing for name, drawing in ICONS.items()},
    ).encode()  # fmt: skip
    yield page_end("board.js", "search.js").encode()


def _subtitle(viewer: RecordingViewer, first: int, shown: int, last: int) -> str:
    """Return a description of the board, and of the steps shown if these are not all."""
    about = viewer.board.describe()
    if shown == last:
        return about
    count = shown - first + 1
    text = ngettext(
        "{board}. Shows one step, from step {step}.",
        "{board}. Shows {count} steps, from step {step}.", count,
    )  # fmt: skip
    return text.format(board=about, count=group_digits(count), step=group_digits(first + 1))


class _StringTable:
    """Table of distinct texts."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the index of a text, adding it if necessary."""
        return self.numbers.setdefault(text, len(self.numbers))


def _player_data(
    viewers: Sequence[RecordingViewer], first: int, last: int, report: ProgressReporter
) -> tuple[dict[str, Any], int]:
    """Return the data for the player's script, and the last step shown."""
    board = viewers[0].board
    most = min(_MAX_NODES, _MAX_VALUES // (board.rows * board.columns))
    last = min(last, first + _MAX_STEPS - 1)
    while last > first and sum(_node_count(viewer, last) for viewer in viewers) > most:
        last = first + (last - first) // 2
    count = last - first + 1
    texts = _StringTable()
    searches: list[dict[str, Any]] = []
    for viewer in viewers:
        done = len(searches) * count
        searches.append(
            _search_data(viewer, first, last, texts, report, done, len(viewers) * count)
        )
    return board_data(board) | {
        "first": first,
        "count": count,
        "searches": searches,
        "texts": list(texts.numbers),
    }, last  # fmt: skip


def _node_count(viewer: RecordingViewer, step: int) -> int:
    """Return the number of nodes generated up to a step, or to the last step of the search."""
    return viewer.recording.generated(min(step, viewer.recording.count - 1))


def _search_data(
    viewer: RecordingViewer,
    first: int,
    last: int,
    texts: _StringTable,
    report: ProgressReporter,
    done: int,
    total: int,
) -> dict[str, Any]:
    """Return the data of a search for the player's script.

    ``before``, ``taken`` and ``boards`` hold for each node its parent, the step of its expansion,
    and its board: the values, or the cell of the walker. ``steps`` holds for each step its node,
    the first and the last node of the tree, and indices into ``texts``.
    """
    recording, steps = viewer.recording, []
    last = min(last, recording.count - 1)
    first = min(first, last)
    for step in range(first, last + 1):
        report(done + step - first, total)
        view = viewer.at(step)
        round_start = recording.round_starts[recording.round_of(step)]
        parts = (
            ""
            if view.breakdown is None
            else explanations.breakdown_text(recording, view.breakdown, view.moves)
        )
        steps.append(
            [
                view.node,
                recording.steps[round_start] if recording.method.depth_first else 0,
                recording.generated(step),
                *map(texts.number, (view.figures, view.sentence, view.answer, parts)),
                [
                    texts.number(text)
                    for text in explanations.frontier_texts(recording, view.frontier[:_MAX_LISTED])
                ],
            ]
        )
    node_count = recording.generated(last)
    return {
        "first": first,
        "before": list(recording.before[:node_count]),
        "taken": list(recording.expanded_at[:node_count]),
        "boards": [_node_data(viewer, node) for node in range(node_count)],
        "goals": [node for node in recording.goals if node < node_count],
        "steps": steps,
    }


def _node_data(viewer: RecordingViewer, node: int) -> list[int] | int:
    """Return the values of the board at a node, or the cell of the walker."""
    recording = viewer.recording
    cell = recording.space.walker_cell(recording.states[node])
    if cell is not None:
        return _index(viewer, cell)
    position: Grid = recording.position(node)
    return list(flatten(position))


def _index(viewer: RecordingViewer, cell: tuple[int, int]) -> int:
    return cell[0] * viewer.board.columns + cell[1]

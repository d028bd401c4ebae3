"""One web page that plays searches: nothing else is needed, and nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from puzzlegui import assets
from puzzlegui.core.cells import Grid, flatten
from puzzlegui.core.formatting import group_digits, short_decimal
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.watching import telling
from puzzlegui.engine.watching.sight import RecordingViewer
from puzzlegui.exporters.searches import Searches
from puzzlegui.exporters.settings import ProgressReporter, Settings
from puzzlegui.exporters.solution_page import ICONS, page_header, script_json, style_colours
from puzzlegui.exporters.solution_texts import single_line
from puzzlegui.render.style import DARK, LIGHT, frame_colours, text_on

_MOST_STEPS, _MOST_NODES, _MOST_VALUES = 2_000, 4_000, 400_000
"""What a page shows: steps, nodes of all trees, numbers on the boards of all nodes."""
_LISTED = 12
"""Positions that are listed as the next ones."""
_SPEEDS = (0.5, 1, 2, 5, 10, 30, 100)

_HEADER = """<header><span class="faint">{keys}</span>
<button id="theme" type="button">{colours}</button></header>
"""

_BEGIN = """<section id="search">
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


def write_html(searches: Searches, settings: Settings, report: ProgressReporter) -> Iterator[bytes]:
    """Yield a page with a player for searches; of long ones it has the first steps."""
    watches, first, last = searches.viewers, searches.first, searches.last
    data, shown = _data(watches, first, last, report)
    board = watches[0].board
    title = single_line(board.title) or board.describe()
    solvers = [watch.recording.solver.name for watch in watches]
    style = assets.read_text("player", "player.css") + assets.read_text("player", "search.css")
    script = assets.read_text("player", "search.js")
    header = _HEADER.format(
        keys=tr(
            "<kbd>Space</kbd> play, <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> start, "
            "<kbd>End</kbd> end"
        ),
        colours=tr("Switch light/dark"),
    )
    yield (page_header(f"{title}: {', '.join(solvers)}", style) + header).encode()
    styles = {"light": style_colours(LIGHT), "dark": style_colours(DARK)}
    yield f'<script type="application/json" id="styles">{script_json(styles)}</script>\n'.encode()
    yield _BEGIN.format(
        title=escape(title),
        about=escape(_about(watches[0], first, shown, last)),
        searches="alone" if len(watches) == 1 else "beside",
    ).encode()
    for watch in watches:
        recording = watch.recording
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
    yield f"<script>\n{script}</script>\n</body>\n</html>\n".encode()


def _about(watch: RecordingViewer, first: int, shown: int, last: int) -> str:
    """What the board is, and how much is shown of its searches if that is not all."""
    about = watch.board.describe()
    if shown == last:
        return about
    count = shown - first + 1
    text = ngettext(
        "{board}. Shows one step, from step {step}.",
        "{board}. Shows {count} steps, from step {step}.", count,
    )  # fmt: skip
    return text.format(board=about, count=group_digits(count), step=group_digits(first + 1))


class _Texts:
    """Texts, each kept once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))


def _data(
    watches: Sequence[RecordingViewer], first: int, last: int, report: ProgressReporter
) -> tuple[dict[str, Any], int]:
    """What the player has to know, and the last step that it shows; it knows no rules."""
    board = watches[0].board
    most = min(_MOST_NODES, _MOST_VALUES // (board.rows * board.columns))
    last = min(last, first + _MOST_STEPS - 1)
    while last > first and sum(_met(watch, last) for watch in watches) > most:
        last = first + (last - first) // 2
    count = last - first + 1
    texts = _Texts()
    searches: list[dict[str, Any]] = []
    for watch in watches:
        done = len(searches) * count
        searches.append(_search(watch, first, last, texts, report, done, len(watches) * count))
    picture = board.picture()
    colours = {str(value): name for value, name in frame_colours(board).items()}
    return {
        "rows": board.rows,
        "columns": board.columns,
        "gap": picture.gap,
        "ground": picture.ground,
        "signed": picture.signed,
        "values": flatten(picture.values),
        "target": None if picture.target is None else _index(watches[0], picture.target),
        "colours": colours,
        "inks": {value: text_on(name) for value, name in colours.items()},
        "first": first,
        "count": count,
        "searches": searches,
        "texts": list(texts.numbers),
    }, last  # fmt: skip


def _met(watch: RecordingViewer, step: int) -> int:
    """How many nodes there are at a step, or at the last one if there are fewer."""
    return watch.recording.generated(min(step, watch.recording.count - 1))


def _search(
    watch: RecordingViewer,
    first: int,
    last: int,
    texts: _Texts,
    report: ProgressReporter,
    done: int,
    total: int,
) -> dict[str, Any]:
    """What the player has to know of one search.

    ``before``, ``taken`` and ``boards`` have for each node the one before, the step at which it is
    taken up, and what the board shows there: its values, or the cell that a walker stands in.
    ``steps`` has for each step its node, the first and the last node of the tree, and the numbers
    of ``texts`` to be said.
    """
    recording, steps = watch.recording, []
    last = min(last, recording.count - 1)
    first = min(first, last)
    for step in range(first, last + 1):
        report(done + step - first, total)
        sight = watch.at(step)
        begun = recording.round_starts[recording.round_of(step)]
        parts = (
            ""
            if sight.breakdown is None
            else telling.breakdown_text(recording, sight.breakdown, sight.moves)
        )
        steps.append(
            [
                sight.node,
                recording.steps[begun] if recording.method.depth_first else 0,
                recording.generated(step),
                *map(texts.number, (sight.figures, sight.sentence, sight.answer, parts)),
                [
                    texts.number(text)
                    for text in telling.frontier_texts(recording, sight.frontier[:_LISTED])
                ],
            ]
        )
    met = recording.generated(last)
    return {
        "first": first,
        "before": list(recording.before[:met]),
        "taken": list(recording.expanded_at[:met]),
        "boards": [_shown(watch, node) for node in range(met)],
        "goals": [node for node in recording.goals if node < met],
        "steps": steps,
    }


def _shown(watch: RecordingViewer, node: int) -> list[int] | int:
    """The values of the board at a node, or the cell of the walker."""
    recording = watch.recording
    cell = recording.space.walker_cell(recording.states[node])
    if cell is not None:
        return _index(watch, cell)
    position: Grid = recording.position(node)
    return list(flatten(position))


def _index(watch: RecordingViewer, cell: tuple[int, int]) -> int:
    return cell[0] * watch.board.columns + cell[1]

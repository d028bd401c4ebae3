"""Export of recorded searches as films and pages."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from puzzlegui import cli
from puzzlegui.core.cells import flatten
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.watching.recorder import Recorder
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.search_film import MAX_FRAMES, SearchFilm
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from tests.exporters.browser import Browser
from tests.exporters.playing import opened


def record(preset: str, solver: str, steps: int = 5_000) -> RecordingViewer:
    recording = Recorder(load_preset(preset), solver, steps)
    recording.execute()
    recording.release()
    return RecordingViewer(recording)


def export_bytes(
    shown: RecordingViewer | list[RecordingViewer], name: str, first: int = 0
) -> bytes:
    viewers = shown if isinstance(shown, list) else [shown]
    last = max(viewer.recording.count for viewer in viewers) - 1
    write = SEARCH_FORMATS[name].write
    return b"".join(
        write(Searches(viewers, first, last), ExportSettings(size=120, speed=10), ignore_progress)
    )


def data_of(page: str) -> dict[str, Any]:
    found = re.search(
        r'<script type="application/json" class="data">(.*?)</script>', page, re.DOTALL
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("name", ["gif", "webp"])
def test_a_film_has_a_frame_for_every_step(name: str) -> None:
    viewer = record("schonbrunn", "dfs")
    image = Image.open(io.BytesIO(export_bytes(viewer, name)))
    assert image.n_frames == 22  # type: ignore[attr-defined]
    again = Image.open(io.BytesIO(export_bytes(viewer, name, 10)))
    assert again.n_frames == 12  # type: ignore[attr-defined]


def test_a_film_is_deterministic() -> None:
    viewer = record("eight-cpp", "astar", 20)
    assert export_bytes(viewer, "gif") == export_bytes(record("eight-cpp", "astar", 20), "gif")


def test_a_film_shows_two_searches_in_step() -> None:
    def both() -> list[RecordingViewer]:
        return [record("schonbrunn", "dfs"), record("schonbrunn", "bfs")]

    written = export_bytes(both(), "gif")
    assert written == export_bytes(both(), "gif")
    image = Image.open(io.BytesIO(written))
    assert image.n_frames == 25  # type: ignore[attr-defined]
    wide, high = image.size
    left, right = (0, 0, wide // 2, high), (wide // 2 + 1, 0, wide, high)
    seen = []
    for number in range(20, 25):
        image.seek(number)
        seen.append([image.convert("RGB").crop(part).tobytes() for part in (left, right)])
    assert seen[0][0] != seen[1][0]  # the one on the left ends with the 22nd step
    assert seen[1][0] == seen[4][0]
    assert len({one[1] for one in seen}) == 5


def test_a_page_shows_two_searches_in_step() -> None:
    viewers = [record("eight-cpp", "astar"), record("eight-cpp", "bfs", 90)]
    data = data_of(export_bytes(viewers, "html", 70).decode())
    one, other = data["searches"]
    assert (data["first"], len(one["steps"]), len(other["steps"])) == (70, 4, data["count"])
    for viewer, search in zip(viewers, data["searches"], strict=True):
        for number, (node, _, generated, figures, *_) in enumerate(search["steps"]):
            view = viewer.at(70 + number)
            assert (node, generated) == (view.node, viewer.recording.generated(70 + number))
            assert data["texts"][figures] == view.figures
    beyond = data_of(export_bytes(viewers, "html", 80).decode())["searches"][0]
    assert (beyond["first"], len(beyond["steps"])) == (73, 1)  # it has ended


def test_a_film_of_a_long_search_is_sampled() -> None:
    viewer = record("eight-cpp", "bfs", 5_000)
    film = SearchFilm(Searches([viewer], 0, 4_999), ExportSettings())
    assert len(film) == MAX_FRAMES
    assert film.render_still(0) != film.render_still(MAX_FRAMES - 1)


@pytest.mark.parametrize(
    ("preset", "solver"),
    [("eight-cpp", "astar"), ("schonbrunn", "dfs"), ("graphs-3x3-colours", "iddfs")],
)
def test_a_page_contains_the_recording(preset: str, solver: str) -> None:
    viewer = record(preset, solver, 300)
    recording = viewer.recording
    page = export_bytes(viewer, "html").decode()
    assert "src=" not in page
    assert "href=" not in page
    data = data_of(page)
    [search] = data["searches"]
    assert len(search["steps"]) == recording.count == data["count"]
    for number, (node, _, generated, figures, sentence, *_) in enumerate(search["steps"]):
        view = viewer.at(number)
        assert (node, generated) == (view.node, recording.generated(number))
        assert data["texts"][figures] == view.figures
        assert data["texts"][sentence] == view.sentence
        if data["trail"]:
            cells = viewer.board.picture(view.position).trail
            row, column = cells[-1]
            assert search["boards"][node] == row * viewer.board.columns + column
        else:
            assert search["boards"][node] == list(flatten(view.position))


def test_a_page_of_a_long_search_mentions_its_first_steps() -> None:
    page = export_bytes(record("eight-cpp", "bfs", 5_000), "html").decode()
    assert "steps, from step 1." in page
    assert len(page) < 3_000_000


@pytest.mark.parametrize(
    ("preset", "solvers"), [("eight-cpp", ["best-first", "astar"]), ("schonbrunn", ["dfs"])]
)
@pytest.mark.examples(1)
def test_a_page_plays_in_a_browser(
    preset: str, solvers: list[str], browser: Browser, tmp_path: Path
) -> None:
    viewers = [record(preset, solver) for solver in solvers]
    page = export_bytes(viewers, "html").decode()
    drive = """(() => {
      const seen = () => [...document.querySelectorAll(".figures")].map((one) => one.textContent);
      const press = (name) => document.querySelector(name).click();
      const said = [seen()];
      press(".step"); said.push(seen());
      press(".last"); said.push(seen());
      press(".back"); press(".first"); said.push(seen());
      document.querySelector(".tree").dispatchEvent(new MouseEvent("click"));
      press("#theme");
      return said;
    })()"""
    with opened(browser, page, tmp_path) as shown:
        said = shown.run(drive)
    last = max(viewer.recording.count for viewer in viewers) - 1
    assert said == [
        [viewer.at_or_last(step).figures for viewer in viewers] for step in (0, 1, last, 0)
    ]


# --- the command ---


def test_the_command_exports_a_search(tmp_path: Path) -> None:
    path = tmp_path / "search.html"
    arguments = ["watch", "preset:eight-cpp", "--solver", "bfs", "--steps", "40", "-o", str(path)]
    assert cli.run(arguments) == 0
    assert data_of(path.read_text(encoding="utf-8"))["count"] == 40
    assert cli.run([*arguments[:4], "--from", "11", "--steps", "5", "-o", str(path)]) == 0
    data = data_of(path.read_text(encoding="utf-8"))
    assert (data["first"], data["count"]) == (10, 5)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["preset:eight-cpp", "--solver", "optimal"], "cannot be watched step by step"),
        (["preset:eight-cpp", "--solver", "nope"], "choose from iddfs, dfs, stack"),
        (["preset:eight-cpp", "--beside", "nope"], "cannot be watched step by step"),
        (
            ["preset:eight-cpp", "--solver", "astar", "--from", "75", "-o", "x.gif"],
            "the last one is 74",
        ),
        (["preset:eight-cpp", "-o", "search.txt"], "end in one of .gif, .webp, .mp4, .html"),
        (["nothing.puzzle", "-o", "x.gif"], "nothing.puzzle"),
    ],
)
def test_invalid_arguments(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["watch", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_an_unsolvable_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.puzzle"
    board.write_text(
        '{"format": "puzzlegui/board", "version": 1, "family": "sliding",'
        ' "start": [[2, 1], [3, 0]], "goal": [[1, 2], [3, 0]]}'
    )
    assert cli.run(["watch", str(board), "-o", str(tmp_path / "x.gif")]) == 1
    assert "Not solvable" in capsys.readouterr().err
    assert not (tmp_path / "x.gif").exists()

"""Animated GIF, WebP and MP4, read again."""

import io
import os
import shutil
import subprocess
import time
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from puzzlegui.core.solution import Solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.export.film import Film
from puzzlegui.export.formats import FORMATS
from puzzlegui.export.settings import CancelledError, Settings
from puzzlegui.export.storyboard import png_bytes
from tests.export.solved import SOLUTIONS, content, walked
from tests.render.test_painter import difference

pytestmark = pytest.mark.usefixtures("qapp")

SMALL = Settings(size=150)
QUICK = Settings(size=150, speed=20)  # nothing between the positions


def still(solution: Solution, index: int, settings: Settings) -> Image.Image:
    return Image.open(io.BytesIO(png_bytes(Film(solution, settings).still(index))))


@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize("name", ["table", "sliding", "maze"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_first_and_last_picture(name: str, format_: str, theme: str) -> None:
    solution = SOLUTIONS[name]
    settings = Settings(size=150, theme=theme)
    film = Image.open(io.BytesIO(content(solution, format_, settings)))
    shots = list(Film(solution, settings).shots())
    assert film.n_frames == len(shots)  # type: ignore[attr-defined]
    assert film.info["loop"] == 0
    ends = {0: 0, film.n_frames - 1: len(solution.moves)}  # type: ignore[attr-defined]
    for frame, index in ends.items():
        film.seek(frame)
        mean, other = difference(film, still(solution, index, settings))
        assert mean < 1.5
        assert other < 0.01


def test_the_caption_speaks_of_the_move_that_is_next_or_being_made() -> None:
    film = Film(SOLUTIONS["table"], SMALL)
    moves = SOLUTIONS["table"].board.moves_text(SOLUTIONS["table"].moves)
    captions = [film._words(index) for index in range(len(film))]
    next_moves = [f"Next: {number}. {move}  /  10" for number, move in enumerate(moves, 1)]
    assert captions == [*next_moves, "After 10 moves"]
    maze = Film(SOLUTIONS["maze"], SMALL)
    assert maze._words(0) == "Next: 1. D5  /  11   sum 1"
    hard = Film(solve(load_preset("schonbrunn-hard")), SMALL)
    assert hard._words(len(hard) - 1).endswith("   sum 0 of 0")
    many = Film(walked("rotation", 10, 10, 3000), SMALL)
    assert many._words(0) == "Next: 1–3  /  3\N{NO-BREAK SPACE}000"


@pytest.mark.parametrize("format_", ["gif", "webp"])
def test_every_position_is_shown(format_: str) -> None:
    """Drawn in parts, a film has at every position what that position looks like by itself."""
    solution = SOLUTIONS["table"]
    film = Image.open(io.BytesIO(content(solution, format_, SMALL)))
    shots = list(Film(solution, SMALL).shots())
    last = {shot.index: number for number, shot in enumerate(shots) if not shot.moving}
    assert list(last) == list(range(11))
    for index, frame in last.items():
        film.seek(frame)
        mean, _ = difference(film, still(solution, index, SMALL))
        assert mean < 1.5


def test_drawing_in_parts_draws_the_same() -> None:
    for name in ("table", "sliding", "maze", "shift", "segments"):
        film = Film(SOLUTIONS[name], QUICK)
        last = {shot.index: number for number, shot in enumerate(film.shots())}
        for number, shot in enumerate(film.shots()):
            if number == last[shot.index]:
                assert film.image == film.still(shot.index)


@pytest.mark.parametrize("speed", [0.5, 2, 7.3, 50])
def test_speed(speed: float) -> None:
    solution = walked("sliding", 4, 4, 60)
    shots = list(Film(solution, Settings(size=64, speed=speed)).shots())
    between = sum(shot.milliseconds for shot in shots if 0 < shot.index < 60)
    assert between == pytest.approx(59 * 1000 / speed, rel=0.02, abs=30)
    assert all(shot.milliseconds >= 20 for shot in shots)
    film = Image.open(io.BytesIO(content(solution, "gif", Settings(size=64, speed=speed))))
    total = 0
    for frame in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(frame)
        total += film.info["duration"]
    assert total == sum(shot.milliseconds for shot in shots)


def test_size() -> None:
    for size in (64, 333, 800):
        image = Film(SOLUTIONS["table"], Settings(size=size)).image
        assert size * 0.9 < image.width() < size * 1.3 + 70
        assert image.width() % 2 == image.height() % 2 == 0


def test_one_palette() -> None:
    data = content(SOLUTIONS["table"], "gif", SMALL)
    film = Image.open(io.BytesIO(data))
    assert film.info["version"] == b"GIF89a"
    palettes = set()
    for frame in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(frame)
        palettes.add(bytes(film.palette.palette) if film.mode == "P" and film.palette else b"")
    assert len(palettes - {b""}) <= 1


def test_two_hundred_moves_of_5x5_in_two_seconds() -> None:
    solution = walked("rotation", 5, 5, 200)
    for format_ in ("gif", "webp"):
        begun = time.process_time()  # what others do on the machine does not count
        content(solution, format_)
        assert time.process_time() - begun < 2


def test_a_long_solution_is_shown_in_steps() -> None:
    solution = walked("rotation", 10, 10, 3000)
    film = Film(solution, QUICK)
    assert len(film) == 1000
    assert not [shot for shot in islice(film.shots(), 50) if shot.moving]


def test_no_moves() -> None:
    film = Image.open(io.BytesIO(content(SOLUTIONS["none"], "gif", SMALL)))
    assert film.n_frames == 1  # type: ignore[attr-defined]


needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")


@needs_ffmpeg
def test_video(tmp_path: Path) -> None:
    solution = SOLUTIONS["sliding"]
    path = tmp_path / "film.mp4"
    path.write_bytes(content(solution, "mp4", SMALL))
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", str(path), str(tmp_path / "%04d.png")], check=True
    )
    pictures = sorted(tmp_path.glob("*.png"))
    seconds = sum(shot.milliseconds for shot in Film(solution, SMALL).shots()) / 1000
    assert len(pictures) == pytest.approx(25 * seconds, abs=2)
    for picture, index in ((pictures[0], 0), (pictures[-1], len(solution.moves))):
        found, wanted = Image.open(picture), still(solution, index, SMALL)
        mean = ImageChops.difference(found.convert("L"), wanted.convert("L"))
        assert sum(v * n for v, n in enumerate(mean.histogram())) / (found.width * found.height) < 4


@needs_ffmpeg
def test_a_cancelled_video_leaves_no_process() -> None:
    def report(done: int, _total: int) -> None:
        if done > 3:
            raise CancelledError

    begun = time.perf_counter()
    with pytest.raises(CancelledError):
        content(SOLUTIONS["segments"], "mp4", report=report)
    assert time.perf_counter() - begun < 3
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_ffmpeg_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert not FORMATS["mp4"].missing
    with pytest.raises(OSError, match="ffmpeg failed: Unknown encoder libx264"):
        content(SOLUTIONS["table"], "mp4", SMALL)

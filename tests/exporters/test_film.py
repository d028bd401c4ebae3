"""Animated GIF, WebP and MP4, read again."""

import io
import json
import os
import shutil
import subprocess
from dataclasses import replace
from itertools import islice
from pathlib import Path

import psutil
import pytest
from PIL import Image, ImageChops, ImageStat

from puzzlegui.core.tilepicture import with_picture
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.film import Film
from puzzlegui.exporters.settings import CancelledError, Chapter, Settings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.exporters.storyboard import png_bytes
from tests.exporters.solved import content, solved, walked
from tests.render.test_painter import difference

pytestmark = pytest.mark.usefixtures("qapp")

SMALL = Settings(size=150)
QUICK = Settings(size=150, speed=20)  # nothing between the positions


def still(film: Film, index: int, progress: float = 0.0) -> Image.Image:
    """What a picture of a film should look like, drawn at once."""
    return Image.open(io.BytesIO(png_bytes(film.render_still(index, progress)))).convert("RGB")


@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize("name", ["table", "sliding", "maze"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_first_and_last_picture(name: str, format_: str, theme: str) -> None:
    solution = solved(name)
    settings = Settings(size=150, theme=theme)
    film = Image.open(io.BytesIO(content(solution, format_, settings)))
    shots = list(Film(solution, settings).render_frames())
    assert film.n_frames == len(shots)  # type: ignore[attr-defined]
    assert film.info["loop"] == 0
    ends = {0: 0, film.n_frames - 1: len(solution.moves)}  # type: ignore[attr-defined]
    for frame, index in ends.items():
        film.seek(frame)
        mean, other = difference(film, still(Film(solution, settings), index))
        assert mean < 1.5
        assert other < 0.01


def test_the_caption_speaks_of_the_move_that_is_next_or_being_made() -> None:
    film = Film(solved("table"), SMALL)
    moves = solved("table").board.format_moves(solved("table").moves)
    captions = [film._caption_text(index) for index in range(len(film))]
    next_moves = [f"Move {number} of 10: {move}" for number, move in enumerate(moves, 1)]
    assert captions == [*next_moves, "After 10 moves"]
    maze = Film(solved("maze"), SMALL)
    assert maze._caption_text(0) == "Move 1 of 11: D5   sum 1"
    hard = Film(solve(load_preset("schonbrunn-hard")), SMALL)
    assert hard._caption_text(len(hard) - 1).endswith("   sum 0 (wanted: 0)")
    many = Film(walked("rotation", 10, 10, 3000), Settings(size=150, stride=3))
    assert many._caption_text(0) == "Moves 1–3 of 3,000"


@pytest.mark.parametrize("format_", ["gif", "webp"])
def test_every_position_is_shown(format_: str) -> None:
    """Drawn in parts, a film has at every position what that position looks like by itself."""
    solution = solved("table")
    film = Image.open(io.BytesIO(content(solution, format_, SMALL)))
    shots = list(Film(solution, SMALL).render_frames())
    last = {shot.index: number for number, shot in enumerate(shots) if not shot.progress}
    assert list(last) == list(range(11))
    for index, frame in last.items():
        film.seek(frame)
        mean, _ = difference(film, still(Film(solution, SMALL), index))
        assert mean < 1.5


@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize("name", ["table", "maze", "shift"])
def test_every_picture_is_whole(format_: str, name: str) -> None:
    """None shows a part of one caption with a part of another, or a tile half drawn."""
    solution = solved(name)
    drawn = Film(solution, SMALL)
    file = Image.open(io.BytesIO(content(solution, format_, SMALL)))
    shots = list(Film(solution, SMALL).render_frames())
    assert file.n_frames == len(shots)  # type: ignore[attr-defined]
    for frame, shot in enumerate(shots):
        file.seek(frame)
        wanted = still(drawn, shot.index, shot.progress)
        found = file.convert("RGB")
        assert file.info["duration"] == shot.milliseconds
        for top in range(0, wanted.height, 10):  # strip by strip, since a caption is small
            strip = (0, top, wanted.width, min(top + 10, wanted.height))
            differing = ImageChops.difference(found.crop(strip), wanted.crop(strip))
            mean = sum(ImageStat.Stat(differing).mean) / 3
            assert mean < 2.5, (frame, shot.index, top)


def test_pictures_on_tiles_keep_their_colours() -> None:
    photo = Image.radial_gradient("L").resize((64, 64))
    photo = Image.merge("RGB", (photo, photo.rotate(90), ImageChops.invert(photo)))
    data = io.BytesIO()
    photo.save(data, "PNG")
    board = with_picture(solved("table").board, data.getvalue())
    solution = replace(solved("table"), board=board)
    file = Image.open(io.BytesIO(content(solution, "webp", SMALL)))
    for frame, index in ((0, 0), (file.n_frames - 1, 10)):  # type: ignore[attr-defined]
        file.seek(frame)
        mean, _ = difference(file, still(Film(solution, SMALL), index))
        assert mean < 2


def test_drawing_in_parts_draws_the_same() -> None:
    for name in ("table", "sliding", "maze", "shift", "segments"):
        film = Film(solved(name), QUICK)
        last = {shot.index: number for number, shot in enumerate(film.render_frames())}
        for number, shot in enumerate(film.render_frames()):
            if number == last[shot.index]:
                assert film.image == film.render_still(shot.index)


@pytest.mark.examples(3)
@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize(
    ("speed", "stride"), [(0.5, 1), (2, 1), (7.3, 1), (33, 1), (50, 1), (2, 7)]
)
def test_the_tempo_is_exact(format_: str, speed: float, stride: int) -> None:
    """Each position is seen when it should be, to half of the ten milliseconds of a GIF."""
    solution = walked("sliding", 4, 4, 120)
    settings = Settings(size=64, speed=speed, stride=stride)
    file = Image.open(io.BytesIO(content(solution, format_, settings)))
    shots = list(Film(solution, settings).render_frames())
    begins: list[int] = []
    passed = 0
    for frame, shot in enumerate(shots):
        file.seek(frame)
        file.load()
        assert file.info["duration"] >= 20
        if not shot.progress:
            begins.append(passed)
        passed += file.info["duration"]
    positions = [round(index * 120 / (len(begins) - 1)) for index in range(len(begins))]
    assert len(begins) == 120 // stride + 1
    assert begins[1:] == [pytest.approx(800 + p * 1000 / speed, abs=5.01) for p in positions[1:]]
    assert passed == pytest.approx(800 + 120_000 / speed + 2500, abs=5.01)


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "name", [n for n in ("gif", "webp", "mp4") if not SOLUTION_FORMATS[n].unavailable_reason]
)
@pytest.mark.parametrize(("speed", "stride"), [(10, 1), (50, 1), (200, 1), (10, 5)])
def test_a_forecast_says_what_the_file_is(name: str, speed: int, stride: int) -> None:
    solution = walked("rotation", 5, 5, 150)
    settings = Settings(size=100, speed=speed, stride=stride)
    forecast = SOLUTION_FORMATS[name].estimate
    assert forecast is not None
    told = forecast([Chapter(solution)], settings)
    data = content(solution, name, settings)
    pictures, seconds = measured(data, name)
    assert told.frame_count == pictures
    assert told.seconds == pytest.approx(seconds, abs=0.02)
    assert told.seconds == pytest.approx(0.8 + 150 / speed + 2.5, abs=0.01)
    assert told.estimate_size(ignore_progress) == pytest.approx(len(data), rel=0.35)
    shown = {(10, 5): 31, (200, 1): 38}.get((speed, stride), 151)
    assert (f"Shows {shown} of 151 positions" in told.summary()) == (shown < 151)
    assert ("more than 50 per second cannot be seen" in told.summary()) == (speed == 200)


def measured(data: bytes, name: str) -> tuple[int, float]:
    """How many pictures a film has, and how many seconds it lasts, as others read it."""
    if name != "mp4":
        file = Image.open(io.BytesIO(data))
        milliseconds = 0
        for frame in range(file.n_frames):  # type: ignore[attr-defined]
            file.seek(frame)
            file.load()
            milliseconds += file.info["duration"]
        return file.n_frames, milliseconds / 1000  # type: ignore[attr-defined]
    command = ["ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0"]
    command += ["-show_entries", "stream=nb_read_packets,duration", "-of", "json", "-"]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    (stream,) = json.loads(done.stdout)["streams"]
    return int(stream["nb_read_packets"]), float(stream["duration"])


def test_a_forecast_in_words() -> None:
    solution = walked("rotation", 20, 20, 3432)
    forecast = SOLUTION_FORMATS["gif"].estimate
    assert forecast is not None
    words = forecast([Chapter(solution)], Settings()).summary(35_400_000)
    assert words == ("3,432 moves at 2 per second: 28 min 39 s, 6,865 frames, about 35 MB.")
    with pytest.raises(CancelledError):
        forecast([Chapter(solution)], Settings()).estimate_size(cancelled)


def cancelled(_done: int, _total: int) -> None:
    raise CancelledError


def test_size() -> None:
    for size in (64, 333, 800):
        image = Film(solved("table"), Settings(size=size)).image
        assert size * 0.9 < image.width() < size * 1.3 + 70
        assert image.width() % 2 == image.height() % 2 == 0


def test_one_palette() -> None:
    data = content(solved("table"), "gif", SMALL)
    film = Image.open(io.BytesIO(data))
    assert film.info["version"] == b"GIF89a"
    palettes = set()
    for frame in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(frame)
        palettes.add(bytes(film.palette.palette) if film.mode == "P" and film.palette else b"")
    assert len(palettes - {b""}) <= 1


def test_a_long_film_has_every_move_and_a_very_long_one_as_many_as_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = walked("rotation", 10, 10, 3000)
    film = Film(solution, QUICK)
    assert len(film) == 3001
    assert not [shot for shot in islice(film.render_frames(), 50) if shot.progress]
    monkeypatch.setattr("puzzlegui.exporters.film.MAX_POSITIONS", 1000)
    assert len(Film(solution, QUICK)) == 751  # every fourth
    assert Film(solution, QUICK).milliseconds == film.milliseconds


def test_letters_and_captions_grow_with_the_board() -> None:
    usual, large = (
        Film(solved("table"), Settings(size=size)).render_still(0) for size in (400, 2000)
    )
    smaller = large.scaledToHeight(usual.height())
    assert abs(smaller.width() - usual.width()) < 12
    for top, bottom in ((0, 40), (usual.height() - 30, usual.height())):
        shares = []
        for image in (usual, smaller.scaled(usual.size())):
            part = Image.open(io.BytesIO(png_bytes(image))).convert("L")
            part = part.crop((0, top, usual.width(), bottom))
            dark = part.point([255 if value < 150 else 0 for value in range(256)])
            shares.append(ImageStat.Stat(dark).mean[0])
        assert shares[1] == pytest.approx(shares[0], rel=0.35)


def test_no_moves() -> None:
    film = Image.open(io.BytesIO(content(solved("none"), "gif", SMALL)))
    assert film.n_frames == 1  # type: ignore[attr-defined]


needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")


@pytest.mark.thorough
@needs_ffmpeg
def test_video(tmp_path: Path) -> None:
    solution = solved("sliding")
    path = tmp_path / "film.mp4"
    path.write_bytes(content(solution, "mp4", SMALL))
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", str(path), str(tmp_path / "%04d.png")], check=True
    )
    pictures = sorted(tmp_path.glob("*.png"))
    seconds = sum(shot.milliseconds for shot in Film(solution, SMALL).render_frames()) / 1000
    assert len(pictures) == pytest.approx(25 * seconds, abs=2)
    for picture, index in ((pictures[0], 0), (pictures[-1], len(solution.moves))):
        found, wanted = Image.open(picture), still(Film(solution, SMALL), index)
        mean = ImageChops.difference(found.convert("L"), wanted.convert("L"))
        assert sum(v * n for v, n in enumerate(mean.histogram())) / (found.width * found.height) < 4


@needs_ffmpeg
def test_a_cancelled_video_leaves_no_process() -> None:
    def report(done: int, _total: int) -> None:
        if done > 3:
            raise CancelledError

    before = psutil.Process().children()
    with pytest.raises(CancelledError):
        content(solved("segments"), "mp4", report=report)
    assert psutil.Process().children() == before


def test_ffmpeg_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert not SOLUTION_FORMATS["mp4"].unavailable_reason
    with pytest.raises(OSError, match="ffmpeg failed: Unknown encoder libx264"):
        content(solved("table"), "mp4", SMALL)

"""Animated GIF, WebP and MP4 files, read by Pillow and ffmpeg."""

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

from puzzlegui.core.solution import Solution, Status
from puzzlegui.core.tilepicture import with_picture
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.film import Film
from puzzlegui.exporters.settings import CancelledError, Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.exporters.storyboard import png_bytes
from tests.exporters.solved import export_bytes, random_walk, solved
from tests.render.test_painter import difference

pytestmark = pytest.mark.usefixtures("qapp")

SMALL = ExportSettings(size=150)
FAST = ExportSettings(size=150, speed=20)  # without intermediate frames


def expected_image(film: Film, index: int, progress: float = 0.0) -> Image.Image:
    """Return the expected image of a frame, drawn completely."""
    return Image.open(io.BytesIO(png_bytes(film.render_still(index, progress)))).convert("RGB")


@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize("name", ["table", "sliding", "maze"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_first_and_last_frame(name: str, format_: str, theme: str) -> None:
    solution = solved(name)
    settings = ExportSettings(size=150, theme=theme)
    film = Image.open(io.BytesIO(export_bytes(solution, format_, settings)))
    frames = list(Film(solution, settings).render_frames())
    assert film.n_frames == len(frames)  # type: ignore[attr-defined]
    assert film.info["loop"] == 0
    ends = {0: 0, film.n_frames - 1: len(solution.moves)}  # type: ignore[attr-defined]
    for frame, index in ends.items():
        film.seek(frame)
        mean, other = difference(film, expected_image(Film(solution, settings), index))
        assert mean < 1.5
        assert other < 0.01


def test_the_caption_names_the_next_move() -> None:
    film = Film(solved("table"), SMALL)
    moves = solved("table").board.format_moves(solved("table").moves)
    captions = [film._caption_text(index) for index in range(len(film))]
    next_moves = [f"Move {number} of 10: {move}" for number, move in enumerate(moves, 1)]
    assert captions == [*next_moves, "After 10 moves"]
    maze = Film(solved("maze"), SMALL)
    assert maze._caption_text(0) == "Move 1 of 11: D5   sum 1"
    hard = Film(solve(load_preset("schonbrunn-hard")), SMALL)
    assert hard._caption_text(len(hard) - 1).endswith("   sum 0 (wanted: 0)")
    many = Film(random_walk("rotation", 10, 10, 3000), ExportSettings(size=150, stride=3))
    assert many._caption_text(0) == "Moves 1–3 of 3,000"


@pytest.mark.parametrize("format_", ["gif", "webp"])
def test_every_position_is_shown(format_: str) -> None:
    """Compare the frame of each position, composed of changed areas, with a complete image."""
    solution = solved("table")
    film = Image.open(io.BytesIO(export_bytes(solution, format_, SMALL)))
    frames = list(Film(solution, SMALL).render_frames())
    last = {delta.index: number for number, delta in enumerate(frames) if not delta.progress}
    assert list(last) == list(range(11))
    for index, frame in last.items():
        film.seek(frame)
        mean, _ = difference(film, expected_image(Film(solution, SMALL), index))
        assert mean < 1.5


@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize("name", ["table", "maze", "shift"])
@pytest.mark.examples(2)
def test_every_frame_is_complete(format_: str, name: str) -> None:
    """Check that no frame mixes parts of different captions or shows a partly drawn tile."""
    solution = solved(name)
    drawn = Film(solution, SMALL)
    file = Image.open(io.BytesIO(export_bytes(solution, format_, SMALL)))
    frames = list(Film(solution, SMALL).render_frames())
    assert file.n_frames == len(frames)  # type: ignore[attr-defined]
    for frame, delta in enumerate(frames):
        file.seek(frame)
        wanted = expected_image(drawn, delta.index, delta.progress)
        found = file.convert("RGB")
        assert file.info["duration"] == delta.milliseconds
        for top in range(0, wanted.height, 10):  # strip by strip, since a caption is small
            strip = (0, top, wanted.width, min(top + 10, wanted.height))
            differing = ImageChops.difference(found.crop(strip), wanted.crop(strip))
            mean = sum(ImageStat.Stat(differing).mean) / 3
            assert mean < 2.5, (frame, delta.index, top)


def test_pictures_on_tiles_keep_their_colours() -> None:
    photo = Image.radial_gradient("L").resize((64, 64))
    photo = Image.merge("RGB", (photo, photo.rotate(90), ImageChops.invert(photo)))
    data = io.BytesIO()
    photo.save(data, "PNG")
    board = with_picture(solved("table").board, data.getvalue())
    solution = replace(solved("table"), board=board)
    file = Image.open(io.BytesIO(export_bytes(solution, "webp", SMALL)))
    for frame, index in ((0, 0), (file.n_frames - 1, 10)):  # type: ignore[attr-defined]
        file.seek(frame)
        mean, _ = difference(file, expected_image(Film(solution, SMALL), index))
        assert mean < 2


def test_drawing_changed_areas_equals_drawing_everything() -> None:
    for name in ("table", "sliding", "maze", "shift", "segments"):
        film = Film(solved(name), FAST)
        last = {delta.index: number for number, delta in enumerate(film.render_frames())}
        for number, delta in enumerate(film.render_frames()):
            if number == last[delta.index]:
                assert film.image == film.render_still(delta.index)


def test_tiles_on_arcs_are_whole_outside_the_board() -> None:
    board = load_preset("disc")
    moves = board.parse_moves("F I O' F")
    goal, _, _ = board.play_all(moves)
    film = Film(Solution(board.with_fields(goal=goal), "walk", Status.SOLVED, moves), SMALL)
    for delta in film.render_frames():
        assert film.image == film.render_still(delta.index, delta.progress)
    still = Film(Solution(board, "walk", Status.SOLVED, ()), SMALL)
    assert film.image.height() > still.image.height() + SMALL.size // board.rows


@pytest.mark.examples(1)
@pytest.mark.parametrize("format_", ["gif", "webp"])
@pytest.mark.parametrize(
    ("speed", "stride"), [(0.5, 1), (2, 1), (7.3, 1), (33, 1), (50, 1), (2, 7)]
)
def test_the_tempo_is_exact(format_: str, speed: float, stride: int) -> None:
    """Check that each position appears on time, within half of GIF's unit of 10 ms."""
    solution = random_walk("sliding", 4, 4, 120)
    settings = ExportSettings(size=64, speed=speed, stride=stride)
    file = Image.open(io.BytesIO(export_bytes(solution, format_, settings)))
    frames = list(Film(solution, settings).render_frames())
    begins: list[int] = []
    passed = 0
    for frame, delta in enumerate(frames):
        file.seek(frame)
        file.load()
        assert file.info["duration"] >= 20
        if not delta.progress:
            begins.append(passed)
        passed += file.info["duration"]
    positions = [round(index * 120 / (len(begins) - 1)) for index in range(len(begins))]
    assert len(begins) == 120 // stride + 1
    assert begins[1:] == [pytest.approx(800 + p * 1000 / speed, abs=5.01) for p in positions[1:]]
    assert passed == pytest.approx(800 + 120_000 / speed + 2500, abs=5.01)


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    "name", [n for n in ("gif", "webp", "mp4") if not SOLUTION_FORMATS[n].unavailable_reason]
)
@pytest.mark.parametrize(("speed", "stride"), [(10, 1), (50, 1), (200, 1), (10, 5)])
def test_an_estimate_matches_the_file(name: str, speed: int, stride: int) -> None:
    solution = random_walk("rotation", 5, 5, 150)
    settings = ExportSettings(size=100, speed=speed, stride=stride)
    make_estimate = SOLUTION_FORMATS[name].estimate
    assert make_estimate is not None
    estimate = make_estimate([Chapter(solution)], settings)
    data = export_bytes(solution, name, settings)
    pictures, seconds = measure_file(data, name)
    assert estimate.frame_count == pictures
    assert estimate.seconds == pytest.approx(seconds, abs=0.02)
    assert estimate.seconds == pytest.approx(0.8 + 150 / speed + 2.5, abs=0.01)
    assert estimate.estimate_size(ignore_progress) == pytest.approx(len(data), rel=0.35)
    shown = {(10, 5): 31, (200, 1): 38}.get((speed, stride), 151)
    assert (f"Shows {shown} of 151 positions" in estimate.summary()) == (shown < 151)
    assert ("more than 50 per second cannot be seen" in estimate.summary()) == (speed == 200)


def measure_file(data: bytes, name: str) -> tuple[int, float]:
    """Return the number of frames and the duration in seconds of a film file."""
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


def test_the_summary_of_an_estimate() -> None:
    solution = random_walk("rotation", 20, 20, 3432)
    make_estimate = SOLUTION_FORMATS["gif"].estimate
    assert make_estimate is not None
    words = make_estimate([Chapter(solution)], ExportSettings()).summary(35_400_000)
    assert words == ("3,432 moves at 2 per second: 28 min 39 s, 6,865 frames, about 35 MB.")
    with pytest.raises(CancelledError):
        make_estimate([Chapter(solution)], ExportSettings()).estimate_size(cancel)


def cancel(_done: int, _total: int) -> None:
    raise CancelledError


def test_size() -> None:
    for size in (64, 333, 800):
        image = Film(solved("table"), ExportSettings(size=size)).image
        assert size * 0.9 < image.width() < size * 1.3 + 70
        assert image.width() % 2 == image.height() % 2 == 0


def test_all_frames_share_a_palette() -> None:
    data = export_bytes(solved("table"), "gif", SMALL)
    film = Image.open(io.BytesIO(data))
    assert film.info["version"] == b"GIF89a"
    palettes = set()
    for frame in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(frame)
        palettes.add(bytes(film.palette.palette) if film.mode == "P" and film.palette else b"")
    assert len(palettes - {b""}) <= 1


def test_a_long_film_has_every_move_and_a_very_long_film_is_sampled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = random_walk("rotation", 10, 10, 3000)
    film = Film(solution, FAST)
    assert len(film) == 3001
    assert not [delta for delta in islice(film.render_frames(), 50) if delta.progress]
    monkeypatch.setattr("puzzlegui.exporters.film.MAX_POSITIONS", 1000)
    assert len(Film(solution, FAST)) == 751  # every fourth
    assert Film(solution, FAST).milliseconds == film.milliseconds


def test_letters_and_captions_scale_with_the_board() -> None:
    usual, large = (
        Film(solved("table"), ExportSettings(size=size)).render_still(0) for size in (400, 2000)
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
    film = Image.open(io.BytesIO(export_bytes(solved("none"), "gif", SMALL)))
    assert film.n_frames == 1  # type: ignore[attr-defined]


needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")


@pytest.mark.thorough
@needs_ffmpeg
def test_video(tmp_path: Path) -> None:
    solution = solved("sliding")
    path = tmp_path / "film.mp4"
    path.write_bytes(export_bytes(solution, "mp4", SMALL))
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", str(path), str(tmp_path / "%04d.png")], check=True
    )
    pictures = sorted(tmp_path.glob("*.png"))
    seconds = sum(delta.milliseconds for delta in Film(solution, SMALL).render_frames()) / 1000
    assert len(pictures) == pytest.approx(25 * seconds, abs=2)
    for picture, index in ((pictures[0], 0), (pictures[-1], len(solution.moves))):
        found, wanted = Image.open(picture), expected_image(Film(solution, SMALL), index)
        mean = ImageChops.difference(found.convert("L"), wanted.convert("L"))
        assert sum(v * n for v, n in enumerate(mean.histogram())) / (found.width * found.height) < 4


@needs_ffmpeg
def test_a_cancelled_video_leaves_no_process() -> None:
    def report(done: int, _total: int) -> None:
        if done > 3:
            raise CancelledError

    before = psutil.Process().children()
    with pytest.raises(CancelledError):
        export_bytes(solved("segments"), "mp4", report=report)
    assert psutil.Process().children() == before


def test_ffmpeg_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert not SOLUTION_FORMATS["mp4"].unavailable_reason
    with pytest.raises(OSError, match="ffmpeg failed: Unknown encoder libx264"):
        export_bytes(solved("table"), "mp4", SMALL)

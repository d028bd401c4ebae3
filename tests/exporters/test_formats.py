"""Text formats of solutions, and properties of all formats."""

import csv
import io
import json
import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import fields, replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtGui import QImage

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.palettes import with_names
from puzzlegui.core.solution import Segment, Solution, chosen_variant
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.movelists import move_lists
from puzzlegui.exporters.books import BOOK_FORMATS
from puzzlegui.exporters.cards import CARD_FORMATS
from puzzlegui.exporters.formats import export, find_format
from puzzlegui.exporters.settings import (
    SETTINGS,
    CancelledError,
    Chapter,
    ExportSettings,
    ignore_progress,
)
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import TITLES, notations_for
from tests.boards import parse_file
from tests.exporters.solved import KINDS, export_bytes, random_walk, solved

AVAILABLE = [name for name, format_ in SOLUTION_FORMATS.items() if not format_.unavailable_reason]
"""Formats supported on this machine."""

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_sliding_tile_is_named_in_every_batch() -> None:
    solution = random_walk("sliding", 4, 4, 350)
    for name in ("text", "markdown", "csv"):
        written = export_bytes(solution, name, ExportSettings(notation="words")).decode()
        found = re.findall(r"slide tile \d+ \w+", written)
        assert found == solution.board.describe_moves(solution.moves)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.examples(1)
def test_text_can_be_parsed(name: str) -> None:
    solution = solved(name)
    for notation in notations_for(solution.board):
        text = export_bytes(solution, "text", ExportSettings(notation=notation.name)).decode()
        assert f"# {solution.solver}: {solution.outcome()}" in text
        if solution.solved and name != "several" and notation.one_move_per_term:
            typed = parse_and_play(solution.board, move_lists(text)[0].in_place)
            assert typed.moves == solution.moves
        if name == "segments":
            assert all(f"# {segment.name}\n" in text for segment in solution.segments)
        if name == "several":
            assert "# solution 5: 10 moves\n" in text


def test_a_title_with_line_breaks_stays_in_its_comment() -> None:
    solution = solved("table")
    changed = Solution(solution.board.with_fields(title="A1\nB1\r\nC1"), "x", solution.status, ())
    text = export_bytes(changed, "text").decode()
    assert text.startswith("# A1 B1 C1\n")
    assert changed.board.parse_moves(text) == ()


def test_names_with_line_breaks_stay_in_their_comments() -> None:
    solution = solved("table")
    half = len(solution.moves) // 2
    parts = (Segment("one\nA1", 0, half), Segment("two\u2028A1", half, len(solution.moves)))
    changed = replace(solution, solver="x\nA1\r\n", note="y\nA1", chosen="z\rA1", segments=parts)
    text = b"".join(
        SOLUTION_FORMATS["text"].write(
            [Chapter(changed, "a\nA1 b")], ExportSettings(), ignore_progress
        )
    ).decode()
    head, text = text.split("\n", 1)
    assert head == "== a A1 b =="
    assert changed.board.parse_moves(text) == changed.moves


@pytest.mark.parametrize("sign", "=+-@\t\r\n")
def test_names_are_not_formulas(sign: str) -> None:
    solution = solved("table")
    changed = replace(solution, segments=(Segment(f"{sign}=cmd|' /C'!A1", 0, len(solution.moves)),))
    rows = csv.reader(io.StringIO(export_bytes(changed, "csv").decode()))
    assert {row[-1][0] for row in rows} == {"s", "'"}


@pytest.mark.parametrize("name", KINDS)
def test_csv_has_a_row_for_each_move(name: str) -> None:
    solution = solved(name)
    rows = list(csv.DictReader(io.StringIO(export_bytes(solution, "csv").decode())))
    texts = solution.board.format_moves(solution.moves) if solution.solved else []
    first = [row for row in rows if row.get("solution", "1") == "1"]
    assert [row["move"] for row in first] == texts
    if texts:
        assert int(first[-1]["step"]) == len(solution.moves)
        assert int(first[0]["step"]) == (0 if name == "maze" else 1)
        assert {row["segment"] for row in first} == {s.name for s in solution.segments}
    if name == "several":
        assert {row["solution"] for row in rows} == set("12345")


def test_csv_of_compressed_moves_counts_the_moves() -> None:
    solution = solved("sliding")
    lines = (
        export_bytes(solution, "csv", ExportSettings(notation="compressed")).decode().splitlines()
    )
    rows = [line.split(",") for line in lines[1:]]
    moves = solution.board.parse_moves(" ".join(row[1] for row in rows))
    assert moves == solution.moves
    for row in rows:
        count = int(re.sub(r"\D", "", row[1]) or 1)
        assert solution.moves[int(row[0]) - count : int(row[0])] == (row[1][0],) * count


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("notation", ["standard", "words"])
def test_json_can_be_parsed(name: str, notation: str) -> None:
    solution = solved(name)
    again = parse_file(
        export_bytes(solution, "json", ExportSettings(notation=notation)).decode(), "x"
    )
    assert isinstance(again, Solution)
    assert (again.board, again.moves, again.status, again.segments, again.solutions) == (
        solution.board, solution.moves, solution.status, solution.segments, solution.solutions,
    )  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("notation", ["standard", "words"])
def test_markdown_contains_boards_and_moves(name: str, notation: str) -> None:
    solution = solved(name)
    text = export_bytes(solution, "markdown", ExportSettings(notation=notation)).decode()
    title, *_ = text.splitlines()
    assert title == f"# {solution.board.title}"
    first = " ".join(str(value) for value in solution.board.picture().values[0])
    assert re.search(first.replace(" ", " +"), text)
    tables = text.split("| step | moves |")
    assert len(tables) - 1 == (5 if name == "several" else solution.solved)
    if solution.solved:
        moves = " , ".join(re.findall(r"^\|[^|]+\| `(.+)` \|$", tables[1], re.MULTILINE))
        assert solution.board.parse_moves(moves) == solution.moves
        steps = re.findall(r"^\| (?:\d+–)?(\d+) \|", tables[1], re.MULTILINE)
        assert int(steps[-1]) == len(solution.moves)
    if name == "segments":
        assert all(f"| *{segment.name}* |" in text for segment in solution.segments)


def test_markdown_escapes() -> None:
    solution = solved("none")
    changed = Solution(solution.board.with_fields(title="*a* | <b>\n# `c`"), "x", solution.status)
    assert (
        export_bytes(changed, "markdown").decode().startswith("# \\*a\\* \\| \\<b\\> \\# \\`c\\`\n")
    )


@pytest.mark.parametrize(
    "name", [name for name, format_ in SOLUTION_FORMATS.items() if format_.format_listed]
)
@pytest.mark.parametrize("heading", ["", "one.puzzle"])
@pytest.mark.parametrize("count", [0, 2, 4])
def test_preformatted_solutions_give_the_same_file(name: str, heading: str, count: int) -> None:
    solution, format_ = solved("several"), SOLUTION_FORMATS[name]
    assert format_.format_listed is not None
    written = [
        format_.format_listed(solution.board, number, moves, ExportSettings())
        for number, moves in enumerate(solution.solutions or (), 1)
        if 1 < number <= count + 1
    ]
    plain, ahead = (
        b"".join(
            format_.write(
                [Chapter(solution, heading, formatted=some)], ExportSettings(), ignore_progress
            )
        )
        for some in ([], written)
    )
    assert ahead == plain
    marked = [text.replace("A", "Z") for text in written]
    chapter = Chapter(solution, heading, formatted=marked)
    found = b"".join(format_.write([chapter], ExportSettings(), ignore_progress))
    assert (found != plain) == (count > 0)


@pytest.mark.parametrize("name", ["text", "csv", "markdown", "json"])
def test_a_chosen_solution_is_not_listed_twice(name: str) -> None:
    solution = solved("several")
    chosen = chosen_variant(solution, 3)
    texts = export_bytes(solution, name).decode(), export_bytes(chosen, name).decode()
    counts = [[text.count(line) for line in texts[0].splitlines()[-5:]] for text in texts]
    assert name == "json" or counts[0] == counts[1]


def test_files_do_not_mention_the_choice_of_solver() -> None:
    solution = solved("table")
    assert f"({solution.solver})" in solution.chosen
    for name in ("html", "markdown", "text", "csv", "json"):
        assert solution.chosen not in export_bytes(solution, name).decode()
    pages = PdfReader(io.BytesIO(export_bytes(solution, "pdf"))).pages
    assert f"({solution.solver})" not in "".join(page.extract_text() for page in pages)


def test_pictures_contain_the_names_of_values() -> None:
    solution = solved("table")
    board = with_names(solution.board, {1: "sun", 5: "moon"})
    named = replace(solution, board=board)
    assert '"names":{"1":"sun","5":"moon"}' in export_bytes(named, "html").decode()
    assert ">moon<" in export_bytes(named, "storyboard-svg").decode()
    text = "".join(
        page.extract_text() for page in PdfReader(io.BytesIO(export_bytes(named, "pdf"))).pages
    )
    assert "moon" in text
    for name in ("gif", "webp", "storyboard"):
        assert export_bytes(named, name) != export_bytes(solution, name)
    assert parse_board(dump_board(board)) == board


def test_several_chapters_in_a_file() -> None:
    chapters = [
        Chapter(solved("table"), str(Path("folder/one.puzzle").absolute())),
        Chapter(None, "two.puzzle", "two.puzzle: cannot be read"),
        Chapter(solved("maze"), "three.puzzle"),
    ]
    for name, format_ in SOLUTION_FORMATS.items():
        if not format_.multiple:
            continue
        data = b"".join(format_.write(chapters, ExportSettings(), ignore_progress))
        if name == "json":
            lines = [json.loads(line) for line in data.splitlines()]
            assert lines[1] == {"file": "two.puzzle", "error": "two.puzzle: cannot be read"}
        elif not format_.binary:
            text = data.decode()
            places = [text.index(f"{number}.puzzle") for number in ("one", "two", "three")]
            assert places == sorted(places)
            assert "cannot be read" in text
            assert "folder" not in text


# --- all formats --------------------------------------------------------------------------------


@pytest.mark.parametrize("format_", AVAILABLE)
@pytest.mark.examples(4)
def test_the_same_bytes_twice(format_: str) -> None:
    names = ("table", "none") if SOLUTION_FORMATS[format_].binary else KINDS
    quick = ExportSettings(size=100, speed=25)
    first = [export_bytes(solved(name), format_, quick) for name in names]
    assert all(first)
    if format_ == "pdf":
        time.sleep(1.1)  # times in a PDF have a resolution of a second
    assert [export_bytes(solved(name), format_, quick) for name in names] == first


ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "QT_FONT_DPI": "144"},
    {"PYTHONHASHSEED": "3", "TZ": "America/St_Johns", "LANG": "de_DE.UTF-8", "QT_FONT_DPI": "144"},
    {"PYTHONHASHSEED": "4", "LANG": "de_DE.UTF-8", "QT_HASH_SEED": "0", "QT_SCALE_FACTOR": "2"},
)
"""Environments of different processes; the last two are German."""
SHARP_FONTS = """<?xml version="1.0"?>
<fontconfig>
  <match target="pattern">
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintfull</const></edit>
    <edit name="rgba" mode="assign"><const>rgb</const></edit>
  </match>
</fontconfig>
"""
"""Font configuration with sharp rendering and without fonts."""


@pytest.mark.thorough
def test_the_same_bytes_in_other_processes(tmp_path: Path) -> None:
    """Compare exports of processes with different hash seeds, time zones, scales and fonts."""
    names = ("table", "segments", "maze", "sliding", "shift", "none")
    paths = [tmp_path / f"{name}.json" for name in names]
    for name, path in zip(names, paths, strict=True):
        path.write_bytes(export_bytes(solved(name), "json"))
    found = []
    for number, settings in enumerate(ENVIRONMENTS):
        home = tmp_path / f"home {number}"
        home.mkdir()
        fonts = home / "fonts.conf"
        fonts.write_text(SHARP_FONTS)
        font_settings = {"FONTCONFIG_FILE": str(fonts)} if number else {}
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
        completed = subprocess.run(
            [sys.executable, "-m", "tests.exporters.digests", *map(str, paths)],
            check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
            env=environment | settings | font_settings | {"HOME": str(home)},
        )  # fmt: skip
        found.append(json.loads(completed.stdout))
    assert {name.split(" of ")[0] for name in found[0]} == set(AVAILABLE)
    english, german = found[:2], found[2:]
    for one, other in (english, german):
        assert [name for name, digest in other.items() if one.get(name) != digest] == []
    translated = {
        name.split(" of ")[0] for name in english[0] if english[0][name] != german[0][name]
    }
    assert translated >= {"html", "pdf"}
    assert not translated & {"json", "csv", "puzzle"}


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/St_Johns"])
def test_the_offsets_in_a_pdf_are_correct(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        data = export_bytes(solved("table"), "pdf")
    finally:
        monkeypatch.undo()
        time.tzset()
    table = int(re.findall(rb"startxref\n(\d+)", data)[0])
    entries = re.findall(rb"^(\d{10}) 00000 n ", data[table:], re.MULTILINE)
    for number, place in enumerate(entries, 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)
    read = PdfReader(io.BytesIO(data), strict=True)
    assert read.metadata is not None
    assert (read.metadata.title, read.metadata.creation_date_raw) == (
        solved("table").board.title, "D:20000101000000Z",
    )  # fmt: skip


@pytest.mark.parametrize("name", [name for name in AVAILABLE if SOLUTION_FORMATS[name].settings])
def test_a_notation_that_does_not_support_the_board(name: str) -> None:
    with pytest.raises(PuzzleError, match="the notation quarters is for 3×3 rotation boards"):
        export_bytes(solved("sliding"), name, ExportSettings(notation="quarters"))


@pytest.mark.parametrize("name", AVAILABLE)
def test_cancelling_leaves_no_file(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    path = folder / "film"
    path.write_bytes(b"old")

    def cancel(done: int, total: int) -> None:
        assert 0 <= done <= total
        raise CancelledError

    with pytest.raises(CancelledError):
        export([Chapter(solved("sliding"))], path, SOLUTION_FORMATS[name], report=cancel)
    assert path.read_bytes() == b"old"
    assert list(folder.iterdir()) == [path]


@pytest.mark.examples(4)
@pytest.mark.parametrize("name", AVAILABLE)
def test_a_full_disk_leaves_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "films"
    folder.mkdir()
    solution = solved("table")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        export([Chapter(solution)], folder / "film", SOLUTION_FORMATS[name])
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", [name for name in AVAILABLE if SOLUTION_FORMATS[name].is_picture])
def test_export_in_a_thread_can_be_cancelled(name: str) -> None:
    """Export in a thread and cancel through the progress callback, as the window does."""
    solution = random_walk("rotation", 10, 10, 1200)
    cancelled = threading.Event()
    reported: list[int] = []
    ended = threading.Event()

    def report(done: int, _total: int) -> None:
        reported.append(done)
        if cancelled.is_set():
            raise CancelledError

    def work() -> None:
        try:
            export_bytes(solution, name, report=report)
        except CancelledError:
            ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    deadline = time.perf_counter() + 20
    while len(reported) < 5 and thread.is_alive() and time.perf_counter() < deadline:
        time.sleep(0.002)
    cancelled.set()
    thread.join(20)
    assert not thread.is_alive()
    if name != "html":  # which is finished before it can be cancelled
        assert ended.is_set()
        assert reported == sorted(reported)


@pytest.mark.parametrize("name", [n for n, format_ in SOLUTION_FORMATS.items() if format_.preview])
@pytest.mark.parametrize("subject", ["table", "maze", "none"])
def test_preview_in_a_thread(name: str, subject: str) -> None:
    make = SOLUTION_FORMATS[name].preview
    assert make is not None
    found: list[QImage] = []

    def work() -> None:
        preview = make([Chapter(solved(subject))], ExportSettings())
        found.extend(preview.image(page, 300, 200) for page in {0, preview.pages - 1})

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
    assert found
    for image in found:
        assert image.width() == 300 or image.height() == 200
        assert image.width() <= 300
        assert image.height() <= 200
        samples = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in (40, 60, 80)}
        assert len(samples) > 3


def test_pictures_have_previews() -> None:
    assert {name for name, f in SOLUTION_FORMATS.items() if f.is_picture} == {"html"} | {
        name for name, f in SOLUTION_FORMATS.items() if f.preview
    }


def test_the_table_of_formats() -> None:
    assert len({format_.suffix for format_ in SOLUTION_FORMATS.values()}) == len(SOLUTION_FORMATS)
    names = {field.name for field in fields(ExportSettings)}
    tables = SOLUTION_FORMATS, BOOK_FORMATS, CARD_FORMATS
    used = {name for table in tables for each in table.values() for name in each.settings}
    assert set(SETTINGS) == names == used
    for name, format_ in SOLUTION_FORMATS.items():
        assert name == format_.name
        assert find_format(Path(f"x{format_.suffix.upper()}"), SOLUTION_FORMATS) is format_
    assert find_format(Path("x.bmp"), SOLUTION_FORMATS) is None
    assert {"text", "json", "csv", "markdown", "html", "pdf", "storyboard"} <= set(SOLUTION_FORMATS)


def test_the_table_of_settings() -> None:
    assert [value for value, _ in SETTINGS["notation"].choices] == list(TITLES)
    for setting in SETTINGS.values():
        assert setting.parse(str(setting.default)) == setting.default
        for wrong in () if setting.is_text else ("", "x", "-1", "nan", "1e9"):
            with pytest.raises(ValueError, match=r"choose from|number from"):
                setting.parse(wrong)
    assert SETTINGS["per_page"].option == "--per-page"


def test_a_missing_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "needs ffmpeg" in SOLUTION_FORMATS["mp4"].unavailable_reason
    assert not SOLUTION_FORMATS["gif"].unavailable_reason

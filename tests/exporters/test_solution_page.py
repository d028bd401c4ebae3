"""Web pages with a player: their content, and playing in a browser."""

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core import language
from puzzlegui.core.board import Board
from puzzlegui.core.formatting import signed
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.solution import Solution
from puzzlegui.documents.movelists import move_lists
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notations_for
from tests.exporters.browser import Browser
from tests.exporters.playing import opened
from tests.exporters.solved import KINDS, export_bytes, random_walk, solved


def page(*solutions: Solution, **chosen: Any) -> str:
    chapters = [Chapter(s, "a file" if len(solutions) > 1 else "") for s in solutions]
    pieces = SOLUTION_FORMATS["html"].write(chapters, ExportSettings(**chosen), ignore_progress)
    return b"".join(pieces).decode()


def moves_in(text: str) -> list[str]:
    return [html.unescape(found) for found in re.findall(r'<pre class="moves">([^<]*)</pre>', text)]


def data_in(text: str) -> list[dict[str, Any]]:
    pattern = r'<script type="application/json" class="data">(.*?)</script>'
    return [json.loads(found) for found in re.findall(pattern, text, re.DOTALL)]


def loaded(text: str) -> list[str]:
    """Return the beginnings of whatever a page could load; its fonts are in it."""
    return re.findall(r"https?://|@import|url\((?!data:font/woff2;base64,)|\bfetch\b|XMLHttp", text)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "input", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "path":
            assert self.open.pop() == tag


def test_the_page_is_translated() -> None:
    english = page(solved("table"))
    assert '<html lang="en"' in english
    language.set_language("de")
    german = page(solved("table"))
    assert '<html lang="de"' in german
    tag = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL)
    for word in ("Moves per second", "All moves as text", "Solver:"):
        assert word in tag.sub("", english)
        assert word not in tag.sub("", german)
    words = re.search(r'id="words">(.*?)</script>', german)
    assert words is not None
    assert json.loads(words[1])["play"] == "Abspielen"
    assert moves_in(german) == moves_in(english)
    (data,) = data_in(page(solved("segments")))
    assert data["segments"][0][0] == "Zeile 1: 1 nach A1"
    assert solved("segments").segments[0].title == "Zeile 1: 1 nach A1"


@pytest.mark.parametrize("name", KINDS)
def test_the_page_is_self_contained(name: str) -> None:
    text = page(solved(name))
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.links == []
    assert loaded(text) == []


@pytest.mark.parametrize("name", ["table", "sliding", "maze", "shift", "segments"])
def test_the_moves_can_be_parsed(name: str) -> None:
    solution = solved(name)
    for notation in notations_for(solution.board):
        text = page(solution, notation=notation.name)
        if notation.one_move_per_term:
            written = move_lists(moves_in(text)[0])[0].in_place
            assert parse_and_play(solution.board, written).moves == solution.moves
        (data,) = data_in(text)
        assert len(data["steps"]) == len(solution.moves)
        assert data["lines"] == (notation.name == "words")
        if notation.one_move_per_term and notation.splits_at_blanks:
            assert data["terms"] is None
        else:
            assert data["terms"][-1][1] == len(solution.moves)
        assert [s[0] for s in data["segments"]] == [s.name for s in solution.segments]


def test_titles_are_escaped() -> None:
    solution = solved("table")
    nasty = "</script><script>window.playerError = 'broken out'</script>&<b>\u2028"
    board: Board = solution.board.with_fields(title=nasty)
    odd = Solution(board, nasty, solution.status, solution.moves, segments=solution.segments)
    text = page(odd)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert "<b>" not in text
    assert "<script>window" not in text


def test_the_page_is_small() -> None:
    solution = random_walk("rotation", 30, 30, 7700)
    assert len(export_bytes(solution, "html")) < 225_000


# --- in a browser -------------------------------------------------------------------------------


def drive(browser: Browser, text: str, folder: Path) -> list[dict[str, Any]]:
    """Return what ``drive_player.js`` observed of each player of a page in a browser."""
    script = Path(__file__).with_name("drive_player.js").read_text(encoding="utf-8")
    with opened(browser, text, folder) as shown:
        seen: list[dict[str, Any]] = shown.run(script)
    assert not [one for one in seen if "failed" in one], seen
    return seen


def rows_of(grid: Any, gap: int | None) -> str:
    return "; ".join(
        f"row {number}: " + " ".join("gap" if value == gap else str(value) for value in row)
        for number, row in enumerate(grid, 1)
    )


@pytest.mark.thorough
def test_every_family_is_played_to_its_end(browser: Browser, tmp_path: Path) -> None:
    solutions = [solved(name) for name in ("table", "sliding", "maze", "shift", "segments")]
    seen = drive(browser, page(*solutions), tmp_path)
    for solution, saw in zip(solutions, seen, strict=True):
        board, total = solution.board, len(solution.moves)
        assert (saw["title"], saw["total"]) == (board.title, total)
        gap = board.picture().gap
        assert saw["start"].endswith(rows_of(board.picture().values, gap))
        position = board.play(board.initial(), solution.moves[0])
        assert saw["one"].endswith(rows_of(board.picture(position).values, gap))
        assert f"Next move: {board.format_moves(solution.moves)[-total + 1]}" in saw["said"]
        assert board.describe_moves(solution.moves)[1] in saw["said"]
        sums = board.running_totals(solution.moves)
        assert ("· sum " in saw["said"]) == bool(sums)
        if sums:
            assert f"· sum {signed(sums[1])}" in saw["said"]
        goal = board.goal_picture()
        last = (
            rows_of(goal.values, gap) if goal else f" at {board.format_moves(solution.moves)[-1]}"
        )
        for end in (saw["end"], saw["played"]):
            assert end.startswith(f"Board after {total} of {total} moves")
            assert ", solved; " in end
            assert last in end
        assert saw["back"]
        assert saw["chosen"] == 0  # none is next
        assert saw["past"]
        assert saw["next"]
        assert saw["listed"] == len(board.format_moves(solution.moves))
        after = [s.stop for s in solution.segments if s.stop > saw["clicked"]]
        assert saw["part"] == min(after, default=saw["clicked"])
        assert saw["done"] == f"{total} of {total}"
        assert saw["colours"] > 8
    assert {saw["theme"] for saw in seen} == {"light", "dark"}


@pytest.mark.thorough
def test_a_long_solution_is_played(browser: Browser, tmp_path: Path) -> None:
    solution = random_walk("rotation", 30, 30, 150_000)
    (saw,) = drive(browser, page(solution), tmp_path)
    assert saw["total"] == 150_000
    assert saw["end"] == saw["played"]
    assert ", solved; " in saw["end"]
    assert saw["most"] < 60
    assert saw["listed"] == 150_000


@pytest.mark.thorough
def test_compressed_moves_are_played_individually(browser: Browser, tmp_path: Path) -> None:
    solution = solved("sliding")
    (saw,) = drive(browser, page(solution, notation="compressed"), tmp_path)
    assert saw["total"] == len(solution.moves)
    assert saw["listed"] < saw["total"]
    assert ", solved; " in saw["played"]


def test_all_listed_solutions_are_on_the_page() -> None:
    solution = solved("several")
    text = page(solution)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert [solution.board.parse_moves(moves) for moves in moves_in(text)] == list(
        solution.solutions or ()
    )
    assert text.count('<section id="1-') == 5
    assert text.count(" hidden>") == 4
    assert ">2: 10 moves, differs from the first at moves " in text


@pytest.mark.thorough
def test_a_listed_solution_can_be_selected(browser: Browser, tmp_path: Path) -> None:
    solution = solved("several")
    seen = drive(browser, page(solution), tmp_path)
    assert len(seen) == 5
    for saw in seen:
        assert saw["total"] == 10
        assert ", solved; " in saw["played"]
    assert len({saw["one"] for saw in seen}) > 1


def test_moves_in_words_are_listed_individually(browser: Browser, tmp_path: Path) -> None:
    solutions = [solved("maze"), solved("table")]
    for solution, saw in zip(
        solutions, drive(browser, page(*solutions, notation="words"), tmp_path), strict=True
    ):
        assert saw["listed"] == len(solution.board.format_moves(solution.moves))
        assert ", solved; " in saw["played"]

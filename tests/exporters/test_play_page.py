"""Page that plays the board of its address: links, their rules, and a browser."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from page_fonts import CHARACTERS
from puzzlegui import cli
from puzzlegui.core import language
from puzzlegui.core.board import Board
from puzzlegui.core.win_message import message_of
from puzzlegui.documents.board_id import read_id, write_id, write_link
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.exporters.link_tables import link_tables
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import CLOCKWISE, COUNTERCLOCKWISE
from tests.boards import small_boards
from tests.exporters.browser import DESKTOP, FRAME, PHONE, PHONE_ACROSS, Browser, Screen
from tests.exporters.playing import HANDS, WON, opened, play_moves, typed
from tests.exporters.test_book_page import (
    NODE,
    Tags,
    answers_of,
    book,
    check_game,
    page,
    play_in_node,
    random_actions,
)
from tests.exporters.test_solution_page import loaded

needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node.js on this machine")


def boards_of_every_kind() -> list[Board]:
    return [
        *small_boards().values(),
        *(load_preset(name) for name in PRESETS),
        *(new_board(family, rows, columns, seed) for family in FAMILIES
          for seed, (rows, columns) in enumerate([(3, 3), (2, 5), (5, 2), (4, 7)])),
        *(new_board("rotation", 4, 3, 1, turns=turns) for turns in (CLOCKWISE, COUNTERCLOCKWISE)),
        *(new_board("maze", 6, 6, seed, directions="all") for seed in range(3)),
        new_board("permutation", 3, 3, 1).with_fields(inverses=False),
    ]  # fmt: skip


def by_id(board: Board, actions: list[list[Any]]) -> dict[str, Any]:
    return {"id": write_id(board), "tables": link_tables(), "actions": actions}


def rounded(answer: dict[str, Any]) -> list[float]:
    """Remove and return what pages of books hold with three digits: arcs, and room for them."""
    arcs = [part for move in answer["moves"] for arc in move.pop("arcs") for part in arc]
    return [*answer.pop("room"), *arcs]


@needs_node
def test_rules_of_a_link_are_those_of_the_program() -> None:
    boards = [board for board in boards_of_every_kind() if not board.problems()]
    asked: list[list[Any]] = [["ruled"]]
    wanted = answers_of([(board, asked) for board in boards])
    found = play_in_node(by_id(board, asked) for board in boards)
    for board, (one,), (other,) in zip(boards, wanted, found, strict=True):
        assert rounded(other) == pytest.approx(rounded(one), abs=0.002), board.describe()
        assert other == one, board.describe()


@needs_node
def test_link_is_played_by_the_rules_of_every_family() -> None:
    rng = random.Random(7)
    boards = [*small_boards().values(), *(new_board(family, 4, 5, 2) for family in FAMILIES)]
    games = [(board, random_actions(board, rng, 60)) for board in boards]
    answers = play_in_node(by_id(board, actions) for board, actions in games)
    for (board, actions), answer in zip(games, answers, strict=True):
        check_game(board, actions, answer)


@needs_node
def test_wrong_link_is_refused_with_its_reason() -> None:
    whole = write_id(load_preset("mystery-box"))
    wrong = {
        whole[:-1]: "damaged", whole[:20]: "damaged", whole[:9] + "A" + whole[10:]: "damaged",
        "pg1:": "damaged", "pg2:ABC": "newer", "hello": "none", "": "none", "pg1:!!": "damaged",
    }  # fmt: skip
    games = [{"id": text, "tables": link_tables(), "actions": [["ruled"]]} for text in wrong]
    assert [answer for (answer,) in play_in_node(games)] == list(wrong.values())
    assert set(wrong.values()) < set(link_tables()["errors"])
    assert json.dumps(link_tables())  # plain data


def test_page_of_links_is_small_and_loads_nothing() -> None:
    text = page(Book(), plays_links=True)
    assert Tags(text).open == []
    assert loaded(text) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_page_of_a_board_is_small(family: str) -> None:
    for tongue in ("en", "de"):
        language.set_language(tongue)
        text = page(
            Book(puzzles=(BookPuzzle(new_board(family, 10, 10, 1)),)),
            answers=False,
            plays_links=True,
        )
        assert len(text.encode()) < 120_000


# --- in a browser -------------------------------------------------------------------------------


def link_page(board: Board | None = None) -> str:
    boards = () if board is None else (BookPuzzle(board),)
    return page(Book(puzzles=boards), answers=False, plays_links=True)


def fragment(board: Board) -> str:
    return write_link(board, "x").removeprefix("x")


PUZZLES = {each.board.family: each for each in book().puzzles}
SIZES = (Screen(390, 844), Screen(844, 390), Screen(1366, 768))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("hand", HANDS)
def test_link_is_played_to_its_end(
    family: str, size: Screen, hand: str, browser: Browser, tmp_path: Path
) -> None:
    puzzle = PUZZLES[family]
    assert puzzle.moves is not None
    screen = size._replace(has_touch=hand == "touch")
    with opened(browser, link_page(), tmp_path, fragment(puzzle.board), screen) as shown:
        shown.until("document.querySelector('.count').offsetParent")
        assert shown.run("document.title") == (puzzle.board.title or "Puzzle")
        play_moves(shown, puzzle.board, puzzle.moves, hand)
        shown.until(WON)
        verdict = shown.run("document.querySelector('.verdict').textContent")
        assert verdict.startswith(f"✓ Solved in {puzzle.length} moves.")
        assert (" The code is <b>1907</b>." in verdict) == bool(message_of(puzzle.board))
        said = shown.run("document.querySelector('[role=status].said').textContent")
        assert said == verdict
        clock = shown.run("document.querySelector('.time').textContent")
        assert re.fullmatch(r"\d:\d\d", clock)
        shown.press_element(".back")
        shown.until(f"!({WON})")
        shown.press_element(".again")
        shown.until(WON)
        shown.press_element(".restart")
        shown.until("document.querySelector('.count').textContent === '0 moves'")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("screen", [PHONE, PHONE_ACROSS, DESKTOP, FRAME], ids=str)
def test_board_and_buttons_fit_the_screen(
    family: str, screen: Screen, browser: Browser, tmp_path: Path
) -> None:
    language.set_language("de")
    board = PUZZLES[family].board
    with opened(browser, link_page(), tmp_path, fragment(board), screen) as shown:
        shown.until("document.querySelector('.count').offsetParent")
        width, height = shown.run("[document.documentElement.scrollWidth, innerHeight]")
        assert width <= screen.width
        for selector in (".board", ".back", ".again", ".restart", "#theme"):
            left, top, wide, high = shown.box(selector)
            assert left >= 0
            assert left + wide <= screen.width
            assert top + high <= height, selector
            assert not screen.has_touch or min(wide, high) >= 44
        left, _, wide, _ = shown.box(".rule")
        switch, top, _, high = shown.box("#theme")
        assert left + wide <= switch or top + high <= shown.box(".rule")[1]
        _, _, wide, high = shown.box(".board")
        assert wide > 0.9 * width or high > 0.5 * height
        assert all(name for _, name in shown.named_elements())


def test_focused_elements_are_outlined(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, link_page(PUZZLES["shift"].board), tmp_path) as shown:
        play_moves(shown, PUZZLES["shift"].board, (PUZZLES["shift"].moves or ())[:1], "keys")
        shown.until("!document.querySelector('.back').disabled")
        focused = set()
        for _ in range(8):
            shown.key("Tab")
            name = shown.run(
                "(({className, id}) => className || id)(document.activeElement)"
            )  # fmt: skip
            if name:
                shown.until("getComputedStyle(document.activeElement).outlineStyle === 'solid'")
                focused.add(name)
        assert {"back", "restart", "board", "theme"} <= focused


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_follows_the_colours_of_the_system(
    scheme: str, browser: Browser, tmp_path: Path
) -> None:
    text = link_page(PUZZLES["shift"].board)
    with opened(browser, text, tmp_path, prefers_color_scheme=scheme) as shown:
        ground = shown.run("getComputedStyle(document.body).backgroundColor")
        assert (int(re.findall(r"\d+", ground)[0]) < 128) == (scheme == "dark")
        shown.press_element("#theme")
        assert shown.run("getComputedStyle(document.body).backgroundColor") != ground


def test_moves_are_made_at_once_with_reduced_motion(browser: Browser, tmp_path: Path) -> None:
    board, moves = PUZZLES["shift"].board, PUZZLES["shift"].moves or ()
    count = "document.querySelector('.count').textContent"
    for motion, made in (("reduce", "1 move"), ("no-preference", "0 moves")):
        with opened(
            browser, link_page(board), tmp_path, prefers_reduced_motion=motion
        ) as shown:  # fmt: skip
            shown.run(
                "document.addEventListener('keyup', "
                f"(event) => {{ if (event.shiftKey) window.atOnce ??= {count}; }})"
            )
            play_moves(shown, board, moves[:1], "keys")
            assert shown.run("window.atOnce") == made
            shown.until(f"{count} === '1 move'")


def test_page_carries_its_font(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, link_page(PUZZLES["shift"].board), tmp_path) as shown:
        shown.until("document.fonts.status === 'loaded'")
        weights = shown.run(
            "[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.weight)"
        )
    assert sorted(weights) == ["400", "600"]


def test_font_of_pages_has_the_letters_of_their_texts() -> None:
    for tongue in ("en", "de"):
        language.set_language(tongue)
        for text in (page(book()), link_page()):
            assert set(text) <= {*CHARACTERS, "\n"}


def test_embedded_page_tells_its_parent_when_solved(browser: Browser, tmp_path: Path) -> None:
    puzzle = PUZZLES["rotation"]
    inner = tmp_path / "play.html"
    inner.write_text(link_page(), encoding="utf-8")
    frame = f'<iframe src="{inner.as_uri()}{fragment(puzzle.board)}" width="700" height="500">'
    with opened(browser, f"<!DOCTYPE html><title>Host</title>{frame}", tmp_path) as shown:
        x, y, *_ = shown.box("iframe")
        shown.drag((x + 350, y + 200))
        for _ in range(40):
            shown.key("Backspace")
        for action in typed(puzzle.board, puzzle.moves or ()):
            shown.key(action["key"], shift=action.get("shift", False))
        shown.until("window.pageMessage")
        told = shown.run("window.pageMessage")
    assert told["puzzlegui"] == "solved"
    assert told["moves"] == puzzle.length
    assert isinstance(told["seconds"], int)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [("#pg1:AB", "This link is incomplete"), ("#pg9:AB", "This link is from a newer version")],
)
def test_wrong_link_is_refused_on_the_page(
    wrong: str, reason: str, browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, link_page(), tmp_path, wrong, PHONE) as shown:
        shown.until("document.querySelector('.refused').offsetParent")
        assert shown.run("document.querySelector('[role=alert]').textContent").startswith(reason)


STORED = {
    "rotation": "#pg1:WNK64SGDV4NDSH6CWWMAHQ6GCSOOMTEAXYCXSEYYZYMO5QAMSZNAA"
    "&x=eyJ0aXRsZSI6Ik15c3RlcnkgQm94IiwibWVzc2FnZSI6IlRoZSBjb2RlIGlzIDxiPjE5MDc8L2I-LiJ9",
    "sliding": "#pg1:OBMQZ6ODN4C5BL3AT6MAEPIGJJTMA5AI6QYLVFLIEEAHEFQA"
    "&x=eyJ0aXRsZSI6IkVpZ2h0IHB1enpsZSJ9",
    "maze": "#pg1:DUONZ2WD5M3CGUGOGEA6KIEQF52UCWILZACAVAUCAISGOAGJLIIES4BGAMJCNYAQAFFBRAQFIAXIIZK5"
    "M5J6IDHNBQVB7IFZDEAA&x=eyJ0aXRsZSI6IlNjaMO2bmJydW5uIG1hemUsIHN1bSAwIn0",
    "shift": "#pg1:EA5GIPODM465BV6GUBAAJJYOMAMJXAZTDMYDSAV5BMGGGDE3OEDFY3BNAA",
    "permutation": "#pg1:V4APNKKDKKGZUSPBFKAPCD6L7HAEQANHGZYASAAMA52MXIOKMDYQCVQGJKPUAZPQSLCQPJ"
    "AYVH2ABFYZYDJAHJBIBAWIOKCFTSQ2KCGQT62QA",
}
"""Links as version 1.0 wrote them; they must open for ever."""


@pytest.mark.parametrize("family", FAMILIES)
def test_stored_link_still_opens(family: str, browser: Browser, tmp_path: Path) -> None:
    board = PUZZLES[family].board
    found = read_id(f"https://example.org/play.html{STORED[family]}")
    assert (found.puzzle, found.title) == (board.puzzle, board.title)
    with opened(browser, link_page(), tmp_path, STORED[family]) as shown:
        shown.until("document.querySelector('.count').offsetParent")
        play_moves(shown, board, PUZZLES[family].moves or (), "mouse")
        shown.until(WON)


def test_code_of_a_card_opens_the_board(browser: Browser, tmp_path: Path) -> None:
    board = tmp_path / "board.puzzle"
    board.write_text(dump_board(PUZZLES["rotation"].board), encoding="utf-8")
    base, card = tmp_path / "play.html", tmp_path / "card.png"
    assert cli.run(["page", "-o", str(base)]) == 0
    command = ["card", str(board), "--link", "--base", base.as_uri(), "-o", str(card)]
    assert cli.run(command) == 0
    with Image.open(card) as picture:
        (code,) = zxingcpp.read_barcodes(picture)
    assert code.text.startswith(f"{base.as_uri()}#pg1:")
    with browser.page(code.text, PHONE) as shown:
        shown.until("document.querySelector('.count').offsetParent")
        play_moves(shown, PUZZLES["rotation"].board, PUZZLES["rotation"].moves or (), "touch")
        shown.until(WON)
        assert "1907" in shown.run("document.querySelector('.verdict').textContent")

"""Page that plays the board of its address: links, their rules, and a browser."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core import language
from puzzlegui.core.board import Board
from puzzlegui.core.win_message import message_of
from puzzlegui.documents.board_id import write_id, write_link
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.exporters.link_tables import link_tables
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.families.rotation.board import CLOCKWISE, COUNTERCLOCKWISE
from tests.boards import small_boards
from tests.exporters.test_book_page import (
    NODE,
    Tags,
    answers_of,
    book,
    check_game,
    named,
    page,
    play_in_node,
    pointed,
    random_actions,
    typed,
)
from tests.exporters.test_solution_page import BROWSER, drive, loaded

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


@needs_node
def test_rules_of_a_link_are_those_of_the_program() -> None:
    boards = [board for board in boards_of_every_kind() if not board.problems()]
    asked: list[list[Any]] = [["ruled"]]
    wanted = answers_of([(board, asked) for board in boards])
    found = play_in_node(by_id(board, asked) for board in boards)
    for board, one, other in zip(boards, wanted, found, strict=True):
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


@pytest.mark.thorough
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("hand", ["mouse", "touch", "keys"])
def test_link_of_every_family_is_played_to_its_end(hand: str, tmp_path: Path) -> None:
    wanted = []
    puzzles = book().puzzles
    for each in puzzles:
        moves = each.moves or ()
        actions = (typed if hand == "keys" else pointed)(each.board, moves)
        if hand == "touch" and family_of(each.board).move_editing:
            actions = named(each.board, moves)
        wanted.append({
            "rows": each.board.rows, "columns": each.board.columns, "pointer": hand,
            "actions": actions, "title": each.board.title or "Puzzle",
            "hash": write_link(each.board, "x").removeprefix("x"),
        })  # fmt: skip
    script = f"<script>window.wanted = {json.dumps(wanted)}; window.last = '#pg1:AB';</script>"
    text = page(Book(), plays_links=True).replace("</body>", f"{script}</body>", 1)
    *seen, after = drive(text, tmp_path, "drive_book.js")
    for each, saw in zip(puzzles, seen, strict=True):
        assert saw["error"] == ""
        assert saw["said"].startswith(f"✓ Solved in {each.length} moves.")
        assert (" The code is <b>1907</b>." in saw["won"]) == bool(message_of(each.board))
        assert re.fullmatch(r"\d:\d\d", saw["time"])
    assert after["refused"].startswith("This link is incomplete")

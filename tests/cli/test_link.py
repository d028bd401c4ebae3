"""Pages that play boards and links to them, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.palettes import value_names, with_names
from puzzlegui.core.win_message import message_of, with_message
from puzzlegui.documents.board_id import EXTRAS, read_id, write_link
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters.cards import qr_squares
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.library import load
from tests.boards import any_board, grid
from tests.cli.conftest import Run

BASE = "https://example.org/play.html"


def designed() -> Board:
    board = with_names(load_preset("mystery-box"), {1: "E", 2: "Ä"})
    board = with_message(board, "Look under the lamp")
    return board.with_fields(title="Escape!", palette=((1, "#0072B2"),))


def test_link_holds_the_board_with_title_message_names_and_colours() -> None:
    board = designed()
    found = read_id(write_link(board, BASE))
    assert found.puzzle == board.puzzle
    assert (found.title, message_of(found)) == ("Escape!", "Look under the lamp")
    assert (value_names(found), found.palette) == (value_names(board), board.palette)


def test_link_keeps_names_and_colours_of_negative_values() -> None:
    board = with_names(MazeBoard(grid("-3 2/4 1"), (0, 0), (1, 1)), {-3: "pit"})
    board = board.with_fields(palette=((-3, "#0072B2"),))
    found = read_id(write_link(board, BASE))
    assert (value_names(found), found.palette) == ({-3: "pit"}, ((-3, "#0072B2"),))


@given(any_board())
def test_every_board_comes_back_from_its_link(board: Board) -> None:
    if not board.problems():
        assert read_id(write_link(board, BASE)).puzzle == board.puzzle


@given(st.text(max_size=40))
def test_damaged_extras_leave_the_board(text: str) -> None:
    link = write_link(load_preset("mystery-box").puzzle, BASE)
    extras = text.replace("#", "")
    assert read_id(f"{link}{EXTRAS}{extras}").puzzle == load_preset("mystery-box").puzzle


def test_link_is_printed_and_serves_as_a_file(run: Run) -> None:
    answer = run("link", "preset:mystery-box", "--base", BASE)
    assert answer.out.startswith(f"{BASE}#pg1:")
    assert load(answer.out.strip()) == load_preset("mystery-box")


def test_link_without_a_page_names_the_option(run: Run) -> None:
    answer = run("link", "preset:mystery-box")
    assert answer.status == 2
    assert "--base" in answer.err


def test_page_has_the_boards_without_their_answers(run: Run, tmp_path: Path) -> None:
    solution, out = tmp_path / "solution.json", tmp_path / "page.html"
    run("solve", "preset:mystery-box", "--format", "json", "-o", solution)
    answer = run("page", solution, "preset:eight-cpp", "-o", out)
    assert (answer.status, answer.err) == (0, "")
    text = out.read_text(encoding="utf-8")
    assert text.count('class="data"') == 2
    assert text.count('"answer":null') == 2


def test_page_without_a_readable_board_is_refused(run: Run, tmp_path: Path) -> None:
    damaged, out = tmp_path / "damaged.json", tmp_path / "page.html"
    damaged.write_text("{", encoding="utf-8")
    assert run("page", damaged, damaged, "-o", out).status == 2
    assert not out.exists()


def test_page_without_a_file_plays_links(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "play.html"
    assert run("page", "-o", out).status == 0
    assert "Open the link" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_card_with_a_link_names_the_option_without_a_page(
    run: Run, tmp_path: Path, suffix: str
) -> None:
    out = tmp_path / f"card.{suffix}"
    assert "--base" in run("card", "preset:mystery-box", "--link", "-o", out).err
    assert run("card", "preset:mystery-box", "--link", "--base", BASE, "-o", out).status == 0
    assert qr_squares(write_link(designed(), BASE))

"""Solving a board by hand: what is said and offered then, and what is remembered of it."""

from __future__ import annotations

import errno
import os
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core import notices
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import solved_board
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.folders import Folders
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from puzzlegui.gui.model.puzzle import HintPath, ManualGame, PersonalBest, PuzzleState
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.play.game_card import GameCard
from puzzlegui.gui.play.records import Records
from puzzlegui.gui.play.win import summarise_win
from puzzlegui.gui.play.win_strip import WinStrip
from puzzlegui.gui.style import theme
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import click, find, text_of

TWO = RotationBoard(grid("2 4/1 3"), grid("1 2/3 4"), title="Two")
"""Two turns to the right solve it, or two to the left."""


@pytest.fixture
def game(make_window: Callable[..., MainWindow]) -> MainWindow:
    """A window in which the small board is played, without movements."""
    window = make_window(replace(TWO, start=grid("4 3/2 1")))
    window.show_play()
    window.timeline().animated = False
    return window


def turn(qtbot: QtBot, window: MainWindow, *, right: bool = True) -> None:
    view = window.board_view()
    point = view.cell_rect((0, 0)).bottomRight().toPoint()
    button = Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton
    qtbot.mouseClick(view.viewport(), button, pos=point)


def strip(window: MainWindow) -> WinStrip:
    return find(window, WinStrip, "winStrip")


def badge(window: MainWindow) -> str:
    return window.board_view().celebration.badge


def test_the_board_says_that_it_is_solved_and_against_the_shortest(
    qtbot: QtBot, game: MainWindow
) -> None:
    said: list[str] = []
    game.session.announced.connect(said.append)
    turn(qtbot, game)
    assert not strip(game).isVisible()
    turn(qtbot, game)
    assert strip(game).isVisible()
    assert badge(game) == "Solved"
    assert "Solved. 2 moves" in said[-1]
    qtbot.waitUntil(lambda: "2 moves, the shortest possible." in text_of(game, "winLabel"))
    assert "your first win" in text_of(game, "winLabel")
    assert find(game, QPushButton, "wayButton").text() == "See the shortest"


def test_win_says_that_its_result_could_not_be_saved(
    qtbot: QtBot, game: MainWindow, folders: Folders
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", full)
        turn(qtbot, game)
        turn(qtbot, game)
        assert "This result could not be saved." in text_of(game, "winLabel")
        assert "first win" not in text_of(game, "winLabel")
        (notice,) = [text for text in notices.pending() if "best.json" in text]
        assert "No space left on device. Free some space" in notice
    game._records.write()
    assert not any("best.json" in text for text in notices.pending())
    assert Records(folders.data).best(game.board()) is not None


def test_it_is_gone_when_the_state_is_another(qtbot: QtBot, game: MainWindow) -> None:
    turn(qtbot, game)
    turn(qtbot, game)
    game.undo()
    assert not strip(game).isVisible()
    assert not badge(game)
    assert find(game, QLabel, "verdictLabel").isVisible()
    turn(qtbot, game)
    assert strip(game).isVisible()
    assert "Your best: 2 moves" in text_of(game, "winLabel")
    game.show_design()
    assert not strip(game).isVisible()
    game.show_play()
    assert strip(game).isVisible()
    game.open_preset("eight-cpp")
    assert not strip(game).isVisible()
    assert not badge(game)


def test_undone_restart_brings_a_win_back(qtbot: QtBot, game: MainWindow) -> None:
    turn(qtbot, game)
    turn(qtbot, game)
    won = text_of(game, "winLabel")
    click(qtbot, strip(game).again)
    assert not strip(game).isVisible()
    game.undo()
    assert strip(game).isVisible()
    assert text_of(game, "winLabel") == won
    game.redo()
    assert not strip(game).isVisible()


def test_board_that_begins_solved_is_not_won(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window(solved_board("sliding", 3, 3))
    window.show_play()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(window.board_view(), key)
    assert window.session.game_sequence.solves
    assert not find(window, WinStrip, "winStrip").isVisible()


def test_the_best_is_known_at_the_next_start(
    qtbot: QtBot, game: MainWindow, make_window: Callable[..., MainWindow]
) -> None:
    for right in (True, False, True, True):
        turn(qtbot, game, right=right)
    assert strip(game).isVisible()
    again = make_window(game.board().with_fields(title="Another title"))
    again.show_play()
    again.timeline().animated = False
    for _ in range(2):
        turn(qtbot, again)
    assert re.search(r"Your fewest moves|Your best so far, in moves", text_of(again, "winLabel"))
    again.undo()
    turn(qtbot, again)
    assert "Your best: 2 moves" in text_of(again, "winLabel")


def test_long_game_is_closed_without_a_question(qtbot: QtBot, game: MainWindow) -> None:
    turn(qtbot, game)
    session = game.session
    session.update_state(game=replace(session.state.game, seconds=3600.0))
    turn(qtbot, game)
    assert session.state.game.elapsed > 3600
    assert not game.is_unsaved()


def test_game_card_shows_the_best_result(qtbot: QtBot, game: MainWindow) -> None:
    card = find(game, GameCard, "gameCard")
    captions = [label.text() for label in card.findChildren(QLabel)]
    assert {"Time", "Moves"} <= set(captions)
    turn(qtbot, game)
    turn(qtbot, game)
    game.commands.restart()
    captions = [label.text() for label in card.findChildren(QLabel)]
    assert "Moves · fewest 2" in captions
    assert any(re.fullmatch(r"Time · best 0:0\d\.\d\d", caption) for caption in captions)


def test_what_was_shown_or_taken_over_is_no_record(
    qtbot: QtBot, game: MainWindow, folders: Folders
) -> None:
    game.commands.hint()
    qtbot.waitUntil(lambda: "clockwise" in text_of(game, "adviceLabel"), timeout=WAIT)
    turn(qtbot, game)
    turn(qtbot, game)
    assert "with help" in text_of(game, "winLabel")
    assert Records(folders.data).best(game.board()) is None
    click(qtbot, strip(game).again)
    assert not strip(game).isVisible()
    game.session.start_game(solve(game.board()).moves)
    assert not strip(game).isVisible()  # nothing of it was done by hand


def test_another_like_it_is_played_at_once(qtbot: QtBot, game: MainWindow) -> None:
    before = game.board()
    random.seed(1)  # a board of four arrangements hardly has another
    turn(qtbot, game)
    turn(qtbot, game)
    game.session.runs.cancel_background()  # no other board has as short a solution
    click(qtbot, strip(game).another)
    board = game.board()
    assert isinstance(board, RotationBoard)
    assert (board.size, board.grid("goal"), board.turns) == ("2×2", before.grid("goal"), "both")
    assert board.grid("start") != before.grid("start")
    assert board.title == "Two, another"
    assert game.mode() == PLAY
    assert not strip(game).isVisible()
    assert not game.document().modified


def test_the_way_to_see_the_shortest(qtbot: QtBot, game: MainWindow) -> None:
    for right in (True, False, True, True):
        turn(qtbot, game, right=right)
    qtbot.waitUntil(
        lambda: "4 moves; the shortest possible is 2." in text_of(game, "winLabel"), timeout=WAIT
    )
    click(qtbot, strip(game).see_solution)
    assert game.mode() == SOLUTION
    assert game.timeline().position == 0
    assert game.timeline().length == 2
    game.show_play()
    assert strip(game).isVisible()  # the player's moves are kept


def test_a_wave_goes_over_the_board_only_where_movements_are_wanted(
    qtbot: QtBot, game: MainWindow
) -> None:
    celebration = game.board_view().celebration
    turn(qtbot, game)
    turn(qtbot, game)
    assert celebration.badge
    assert not celebration.animating
    game.undo()
    game.timeline().animated = True
    turn(qtbot, game)
    assert not celebration.badge  # while the block is still turning
    qtbot.waitUntil(lambda: celebration.animating, timeout=WAIT)
    game.undo()
    assert not celebration.animating


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (None, "Time 1:05.00, your first win here."),
        (PersonalBest(5, 70.0), "Time 1:05.00. Your best so far, in moves and in time."),
        (PersonalBest(5, 60.0), "Time 1:05.00. Your fewest moves; quickest 1:00.00."),
        (PersonalBest(3, 70.0), "Time 1:05.00, your quickest; fewest 3 moves."),
        (PersonalBest(4, 65.0), "Time 1:05.00. Your best: 4 moves, 1:05.00."),
    ],
)
def test_time_and_moves_against_the_best_before(before: PersonalBest | None, words: str) -> None:
    played = ManualGame(("m",) * 4, 4, 65.0, previous_best=before)
    assert summarise_win(PuzzleState(game=played)).time == words
    helped = summarise_win(PuzzleState(game=replace(played, helped=True)))
    assert helped.time == "Time 1:05.00, with help; not among your best."


@pytest.mark.parametrize("mode", [LIGHT_MODE, DARK_MODE])
def test_badge_and_frame_are_painted(
    qtbot: QtBot, make_window: Callable[..., MainWindow], mode: str
) -> None:
    window = make_window(TWO, mode=mode)
    view = window.board_view()

    def painted() -> set[str]:
        image = view.viewport().grab().toImage()
        x, bottom = view.cell_rect((1, 0)).center().x(), view.cell_rect((1, 0)).bottom()
        return {image.pixelColor(round(x), round(bottom) + by).name() for by in (-1, 0, 1)}

    green = theme.theme().colours.good.lower()
    assert green not in painted()
    view.celebration.show("Solved", animated=False)
    assert green in painted()


@pytest.mark.parametrize(
    ("made", "way", "words"),
    [
        (1, 0, "1 move."),
        (4, 3, "4 moves; the best known is 3."),
        (3, 3, "3 moves, as few as the best known."),
        (2, 3, "2 moves, fewer than the best known so far, 3."),
    ],
)
def test_moves_against_the_best_known(made: int, way: int, words: str) -> None:
    path = HintPath(("m",) * way, 0, optimal=False) if way else None
    state = PuzzleState(game=ManualGame(("m",) * made, made), hint_path=path)
    assert summarise_win(state).moves == words
    assert summarise_win(state).button_text == ("See the best known" if way else "Solve it")


def test_records_survive_a_damaged_file_and_do_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = Records(tmp_path / "not there yet")
    assert records.best(TWO) is None
    records.record(TWO, PersonalBest(4, 2.5))
    records.record(TWO, PersonalBest(6, 1.5))
    assert records.best(TWO) == PersonalBest(4, 1.5)
    for damage in ("{", "[" * 10**5, '["x"]', "\0", '{"a": [1]}', '{"a": [0, -1], "b": [true]}'):
        records.path.write_text(damage)
        assert records.best(TWO) is None
        records.record(TWO, PersonalBest(3, 9.0))
        assert records.best(TWO) == PersonalBest(3, 9.0)
    monkeypatch.setattr("puzzlegui.gui.play.records._MAX_PUZZLES", 2)
    for name in ("eight-cpp", "mystery-box"):
        records.record(load_preset(name), PersonalBest(1, 1.0))
    assert records.best(TWO) is None
    assert records.best(load_preset("eight-cpp")) == PersonalBest(1, 1.0)

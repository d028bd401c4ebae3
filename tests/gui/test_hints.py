"""Hints and checks, against brute force."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.solution import BY_HAND, LONGEST, TYPED_IN, Solution, Status
from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.engine.run import Run
from puzzlegui.engine.solve_from import prepend_moves
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.puzzle import Hint
from tests.boards import SMALL, parse_file, shortest
from tests.effort import scaled
from tests.gui.conftest import WAIT

BOARDS = (
    "rotation 2x3 clockwise", "sliding 2x3 seed 1", "maze 4x3 seed 2", "maze 3x4 sum seed 0",
    "maze 3x4 eight directions seed 11",
    "shift 2x3 other goal", "permutation forwards only",
)  # fmt: skip
SEARCHING = "Finding a hint…"


class Player:
    """A player of a board, whose hints are compared with brute force."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self.window, self.session = qtbot, window, window.session
        window.show_play()
        window.timeline().animated = False
        self._fewest: dict[Any, int | None] = {}

    @property
    def position(self) -> Any:
        return self.session.game_sequence[self.session.timeline.position]

    def fewest(self, position: Any) -> int | None:
        """Return the least number of moves from a position to the goal."""
        if position not in self._fewest:
            self._fewest[position] = shortest(self.session.board.from_position(position))
        return self._fewest[position]

    def move(self, move: Any) -> None:
        self.session.make_moves((move,), already_shown=True)

    def ask(self, *, next_move: bool) -> Hint:
        """Ask for a hint or a check and compare the answer with brute force."""
        (self.window.commands.hint if next_move else self.window.commands.check)()
        self._qtbot.waitUntil(
            lambda: self.session.hint is not None and self.session.hint.text != SEARCHING,
            timeout=3 * WAIT,  # the first solver of a run starts slowly on a busy machine
        )
        answer, board, fewest = self.session.hint, self.session.board, self.fewest(self.position)
        assert answer is not None
        if board.is_solved(self.position):
            assert answer.text == "The board is solved."
        elif fewest is None:
            assert answer.text.startswith("From here: ")
        elif next_move:
            after = self.hinted_position(answer)
            assert self.fewest(after) == fewest - 1
        else:
            assert re.findall(r"\d+", answer.text) == [str(fewest)]
            assert answer.text.endswith(" to go.")
        return answer

    def hinted_position(self, answer: Hint) -> Any:
        """Return the position after the move of a hint."""
        board, position = self.session.board, self.position
        assert answer.motion is not None
        (move, *_) = (
            move for move in board.legal_moves(position)
            if board.motion(position, move) == answer.motion
        )  # fmt: skip
        return board.play(position, move)


@pytest.fixture
def player(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> Callable[[Board], Player]:
    return lambda board: Player(qtbot, make_window(board))


@pytest.mark.scaled
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.examples(3)
def test_hints_equal_brute_force_after_any_moves(
    player: Callable[[Board], Player], name: str
) -> None:
    playing, rng = player(SMALL[name]), random.Random(name)
    session, commands = playing.session, playing.window.commands
    for _ in range(scaled(120)):
        legal = session.board.legal_moves(playing.position)
        match rng.choice(["move", "move", "undo", "undo", "redo", "hint", "follow", "check"]):
            case "move" if legal:
                playing.move(rng.choice(legal))
            case "undo":
                commands.undo()
            case "redo":
                commands.redo()
            case "hint":
                playing.ask(next_move=True)
            case "follow":
                motion = playing.ask(next_move=True).motion
                for move in legal:
                    if (
                        motion is not None
                        and session.board.motion(playing.position, move) == motion
                    ):
                        playing.move(move)
                        break
            case "check":
                playing.ask(next_move=False)
        if rng.random() < 0.03:
            commands.restart()


def test_check_ignores_hints_of_moves_taken_back(player: Callable[[Board], Player]) -> None:
    playing = player(SMALL["sliding 2x3 seed 1"])
    for move in playing.session.board.legal_moves(playing.position):
        playing.move(move)
        playing.ask(next_move=True)
        playing.window.commands.undo()
        playing.ask(next_move=False)
        playing.ask(next_move=True)


@pytest.mark.parametrize("kind", ["solved from a position", BY_HAND, TYPED_IN, LONGEST, "peel"])
def test_hints_do_not_repeat_mistakes(player: Callable[[Board], Player], kind: str) -> None:
    board = SMALL["sliding 2x3 seed 1"]
    (away,) = board.legal_moves(board.initial())[:1]
    (back,) = (
        move for move in board.legal_moves(board.play(board.initial(), away))
        if board.play(board.play(board.initial(), away), move) == board.initial()
    )  # fmt: skip
    made = (away, back) * 3
    with Run(board, "optimal") as run:
        rest = run.start().result()
    if kind != "solved from a position":
        known = Solution(board, kind, Status.SOLVED, made + rest.moves)
    else:
        known = prepend_moves(board, made, rest)
        stored = parse_file(dump_solution(known), "stored.json")
        assert isinstance(stored, Solution)
        assert stored.made == known.made == len(made)
    playing = player(board)
    playing.session.follow(known)
    playing.window.show_play()
    playing.ask(next_move=False)
    playing.ask(next_move=True)

"""Play on exported pages in a browser, by mouse, finger or keyboard."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.motion import Arcs, Rotation
from puzzlegui.core.solution import positions
from puzzlegui.exporters.solution_page import arc_room
from puzzlegui.families.registry import family_of
from tests.exporters.browser import DESKTOP, Browser, Page, Screen

HANDS = ("mouse", "touch", "keys")
WON = "!document.querySelector('.won').hidden"
BOARD_LABEL = "document.querySelector('.board').getAttribute('aria-label')"


@contextmanager
def opened(
    browser: Browser, text: str, folder: Path, fragment: str = "", screen: Screen = DESKTOP,
    **media: str,
) -> Iterator[Page]:  # fmt: skip
    """Open a page in a browser, and close it at the end; see ``Browser.page``."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    with browser.page(path.as_uri() + fragment, screen, **media) as page:
        yield page


def play_moves(page: Page, board: Board, moves: tuple[Any, ...], hand: str) -> None:
    """Make moves on the board that a page shows."""
    page.run("document.querySelector('.board').scrollIntoView({block: 'nearest'})")
    if hand == "keys":
        actions = typed(board, moves)
    elif hand == "touch" and family_of(board).move_editing:
        actions = named(board, moves)
    else:
        actions = pointed(board, moves)
    for action in actions:
        _act(page, board, action)


def _act(page: Page, board: Board, action: dict[str, Any]) -> None:
    if "key" in action:
        page.key(action["key"], shift=action.get("shift", False))
    elif "named" in action:
        page.press_element(f".moves button[aria-label^={json.dumps(action['named'] + ': ')}]")
    else:
        start, end = action.get("drag") or (action["tap"], None)
        page.drag(
            _place(page, board, start), end and _place(page, board, end),
            secondary=action.get("button") == 2,
        )  # fmt: skip


def _place(page: Page, board: Board, cell: tuple[float, float]) -> tuple[float, float]:
    """Return the point of the window at a place on a board; see ``Painter.fit`` in board.js."""
    x, y, width, height = page.box(".board")
    rows, columns = board.rows, board.columns
    pitch = min((width - 38) // columns, (height - 38) // rows)
    left = max(32, math.floor((width - pitch * columns + 26) / 2))
    motions = (board.motion(position, move) for position, move in board.all_moves())
    over, under = arc_room(board, motions)
    room = (height - 38 - pitch * rows) * over / (over + under or 1)
    return x + left + cell[1] * pitch, y + 32 + math.floor(room) + cell[0] * pitch


def pointed(board: Board, moves: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return taps and drags that make moves."""
    actions: list[dict[str, Any]] = []
    for position, move in zip(positions(board, moves), moves, strict=False):
        motion = board.motion(position, move)
        row, column = motion.cells[0]
        if isinstance(motion.transform, Rotation):
            centre, quarters = motion.transform
            other = len(board.click_moves(position, *centre)) > 1 and quarters > 0
            place = [centre.down + 0.2, centre.right - 0.1]
            actions.append({"tap": place, "button": 2 if other else 0})
        elif motion.walker_step:
            row, column = motion.walker_step[1]
            actions.append({"tap": [row + 0.5, column + 0.5]})
        elif isinstance(motion.transform, Arcs):
            actions.append(dragged(board, position, move) or {"named": str(move)})
        else:
            down, right = motion.displacement((row, column))
            place = [row + 0.5, column + 0.5]
            actions.append({"drag": [place, [place[0] + down, place[1] + right]]})
    return actions


def dragged(board: Board, position: Any, move: Any) -> dict[str, Any] | None:
    """Return a drag of any tile that makes a move, if there is one."""
    motion = board.motion(position, move)
    for (row, column), (to_row, to_column) in motion.carried:
        place, by = (row + 0.5, column + 0.5), (to_row - row, to_column - column)
        if board.drag_moves(position, place, by) == (move,):
            return {"drag": [place, [place[0] + by[0], place[1] + by[1]]]}
    return None


def named(board: Board, moves: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return presses of the buttons of moves."""
    return [{"named": text} for text in board.format_moves(moves)]


def typed(board: Board, moves: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return keys that make moves."""
    actions: list[dict[str, Any]] = []
    cursor = (0, 0)
    for position, move in zip(positions(board, moves), moves, strict=False):
        motion = board.motion(position, move)
        goal = motion.cells[0]
        if not board.arrow_keys_move:
            down, right = goal[0] - cursor[0], goal[1] - cursor[1]
            actions += [{"key": "ArrowDown" if down > 0 else "ArrowUp"}] * abs(down)
            actions += [{"key": "ArrowRight" if right > 0 else "ArrowLeft"}] * abs(right)
            cursor = goal
        letter = str(move)[0]
        if move in board.letter_key_moves(position, letter, other=False):
            actions.append({"key": letter.lower()})
        elif move in board.letter_key_moves(position, letter, other=True):
            actions.append({"key": letter, "shift": True})
        elif isinstance(motion.transform, Rotation):
            ways = board.click_moves(position, *motion.transform.centre)
            other = len(ways) > 1 and motion.transform.quarter_turns > 0
            actions.append({"key": "Enter", "shift": other})
        else:
            down, right = map(int, motion.displacement(goal))
            vertical = "ArrowDown" if down > 0 else "ArrowUp"
            horizontal = "ArrowRight" if right > 0 else "ArrowLeft"
            key = vertical if down else horizontal
            actions.append({"key": key, "shift": not board.arrow_keys_move})
    return actions
